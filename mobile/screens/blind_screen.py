"""The table of Blind Don: the score, the players' cards as they lie, the question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.floatlayout import FloatLayout

from mobile.blind_arrangement import arrange_blind, cells_each
from mobile.blind_session import BlindSession
from mobile.blind_words import (
    context_line,
    primary_words,
    question_line,
    row_so_far,
    trick_so_far,
    welcome,
)
from mobile.screens.arrangement import Box
from mobile.screens.blind_camera import can_read_table, read_table
from mobile.screens.blind_menu import ask_for_pitcher, ask_for_trumps, ask_to_undo, open_menu
from mobile.screens.correct_sheet import open_correction
from mobile.screens.table_sheets import rematch
from mobile.screens.why_sheet import open_why
from mobile.texts import label, say
from mobile.why import WhyPeg, WhyScore
from mobile.widgets.basics import repeats
from mobile.widgets.blind_cards import PlayerBlock, SummaryPanel
from mobile.widgets.card_picker import CardPicker
from mobile.widgets.look import load_kv, look
from mobile.widgets.scoreboard import Scoreboard
from mobile.widgets.side_strip import SideStrip
from mobile.wording import card_glyphs, player_name, trick_lines
from scorer.cards import Card, Suit
from scorer.layout import Stage
from scorer.refusal import Refusal
from scorer.seats import Seat, Side

if TYPE_CHECKING:
    from mobile.screens.blind_table import BlindTablePage

Action = Callable[[], object]
Chosen = Callable[[Card], Refusal | None]


class BlindTable(FloatLayout):
    """One match on the table."""

    context = StringProperty("")
    question = StringProperty("")
    status = StringProperty("")
    status_tone = StringProperty("text")

    def __init__(self, page: BlindTablePage, session: BlindSession, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.page, self.session = page, session
        self.correcting = False
        """Whether the next tap is on a card that is wrong."""
        state = session.state
        self.board = Scoreboard(size_hint=(None, None))
        self.board.bind(on_peg=lambda _, side, front: open_why(page, WhyPeg(side, front)))
        self.board.bind(on_step=lambda *_: page.shell.feedback.peg())
        self.strips = [SideStrip(index=index, size_hint=(None, None)) for index in range(len(state.sides))]
        for strip, side in zip(self.strips, state.sides, strict=True):
            strip.bind(on_tap=partial(self._score_tapped, side))
        self.blocks = {seat: PlayerBlock(seat, index) for index, seat in enumerate(state.seats)}
        for seat, block in self.blocks.items():
            block.bind(on_stack=partial(self._stack_tapped, seat), on_hand=partial(self._hand_tapped, seat))
            block.bind(on_played=partial(self._played_tapped, seat))
        self.summary = SummaryPanel(size_hint=(None, None))
        for widget in (self.board, *self.strips, *self.blocks.values(), self.summary):
            self.add_widget(widget)
        self.picker = CardPicker(size_hint=(1, 1))
        self.picker.ids.title.lines = True
        self.picker.bind(on_choose=self._card_chosen, on_close=lambda *_: self.close_picker())
        self._touched: Any = None
        self._heard = self._finished
        self._chosen: Chosen | None = None
        self._keep = False
        actions: dict[str, Action] = {"primary": self.primary, "undo": self.undo, "wrong": self.correct}
        actions["more"] = partial(open_menu, page)
        for name, action in actions.items():
            self.ids[name].bind(on_tap=partial(_act, action))
        self.bind(size=self._lay_out, pos=self._lay_out)
        look.bind(scale=self._lay_out)
        self._say_last()
        self.refresh(walk=False)

    @property
    def picking(self) -> bool:
        """Whether a card is being picked."""
        return self.picker.parent is self

    def close_picker(self) -> bool:
        """Put the picker away; whether it was there."""
        there = self.picking
        self.remove_widget(self.picker)
        return there

    def on_touch_down(self, touch: Any) -> bool:
        """Two touches of one place in quick succession are one: what the first did must not be followed unseen."""
        before, self._touched = self._touched, touch
        if before is not None and repeats(touch, before):
            return True
        return bool(super().on_touch_down(touch))

    def follow(self) -> None:
        """Show what another page has changed, and ask for what is to be told."""
        if self.session.state.hand is None:
            self.close_picker()
        self._say_last()
        self.refresh(walk=False)
        self.ask()

    # What is asked

    def ask(self) -> None:
        """Open the picker where a card on the table is to be told: the deal, a card that was turned up."""
        session = self.session
        if session.asked.kind not in ("stack", "reveal"):
            return
        actions: list[tuple[str, Action]] = [(label("blind_not_seen"), self._not_seen)]
        row_begins = session.asked.kind == "stack" and not session.told_of_row
        if row_begins and can_read_table(self.page) and not session.offers:
            actions.insert(0, (label("blind_camera"), partial(read_table, self.page)))
        elif session.can_undo:
            actions.insert(0, (label("blind_back"), self.undo))
        if row_begins:
            actions.append((label("blind_leave_row"), self._leave_row))
        told = self.status if session.asked.kind == "reveal" else row_so_far(session)
        self._pick(question_line(session), lambda card: session.tell(card, self._at()), told, actions)

    def _not_seen(self) -> None:
        self.session.not_seen()
        self._go_on()

    def _leave_row(self) -> None:
        self.session.leave_row()
        self._go_on()

    def primary(self) -> None:
        """Do the next thing."""
        session = self.session
        match session.asked.kind:
            case "over":
                rematch(self.page)
            case "next_game":
                self._answered(session.next_game(self._at()))
            case "deal":
                self._answered(session.deal(self._at()))
            case "call":
                ask_for_trumps(self.page, self._called)
            case "pitcher" | "choose":
                ask_for_pitcher(self.page, session, self._named)
            case "stack" | "reveal":
                self.ask()

    def _called(self, suit: Suit) -> None:
        self._answered(self.session.call(suit, self._at()))

    def _named(self, seat: Seat) -> None:
        self._answered(self.session.name_pitcher(seat, self._at()))

    # Taps on the table

    def _score_tapped(self, side: Side, *_: object) -> None:
        open_why(self.page, WhyScore(side))

    def _stack_tapped(self, seat: Seat, _block: object, number: int) -> None:
        session, stack = self.session, self.session.stack_of(seat, number)
        if self.correcting:
            self._pick_what_it_was(seat, number, session.told_of(seat, number))
        elif stack.unseen and not self._begun:
            self._pick_for_stack(seat, number)
        elif seat is not session.turn:
            self._say_whose_turn(seat)
        elif stack.stage in (Stage.COVERED, Stage.OPEN):
            if stack.available is None:
                self._pick_unseen(number)
            else:
                self._answered(session.play_stack(number, self._at()))

    def _hand_tapped(self, seat: Seat, _block: object) -> None:
        if seat is not self.session.turn:
            self._say_whose_turn(seat)
        elif self.session.may_play_unseen(seat):
            self._pick_unseen(0)

    def _played_tapped(self, seat: Seat, _block: object) -> None:
        """A card of the trick in play, or of the last one: put it right."""
        hand = self.session.state.hand
        if hand is not None and self.blocks[seat].played.form == "card":
            self.stop_correcting()
            open_correction(self.page, hand.number, len(hand.tricks) + bool(hand.current), seat)

    def _say_whose_turn(self, seat: Seat) -> None:
        turn = self.session.turn
        if turn is not None and turn is not seat:
            name = player_name(self.session.state, turn)
            self._say(label("blind_not_in_turn", name=name), "muted")
            self.page.shell.feedback.refused()

    # Picking a card

    def _pick_unseen(self, number: int) -> None:
        session, state = self.session, self.session.state
        assert session.turn is not None, "somebody plays"
        name = player_name(state, session.turn)
        title = label("blind_stack_card", name=name, stack=number) if number else label("blind_hand_card", name=name)
        self._pick(title, lambda card: session.play_unseen(card, self._at(), number), trick_so_far(state))

    def _pick_for_stack(self, seat: Seat, number: int) -> None:
        state = self.session.state
        words = label("blind_face_up", name=player_name(state, seat), stack=number, stacks=state.variant.stacks_each)
        self._pick(words, lambda card: self.session.tell_stack(seat, number, card, self._at()))

    def _pick_what_it_was(self, seat: Seat, number: int, told: Card | None) -> None:
        """Offer another card for the one that was told of a stack."""
        if told is None:
            self._say(label("blind_no_stack_told"), "muted")
            return
        name = player_name(self.session.state, seat)

        def put_right(card: Card) -> Refusal | None:
            refusal = self.session.stack_was(seat, number, told, card, self._at())
            if refusal is None:
                self.stop_correcting()
                self._say(label("blind_put_right", name=name, stack=number, card=card_glyphs(card)), "sure")
            return refusal

        self._pick(label("blind_stack_was", name=name, stack=number, card=card_glyphs(told)), put_right, keep=True)

    def _pick(
        self,
        title: str,
        chosen: Chosen,
        others: str = "",
        actions: list[tuple[str, Action]] | None = None,
        keep: bool = False,
    ) -> None:
        """Offer the cards that nobody is known to have; ``keep``: what was said last stays."""
        session, pack = self.session, self.session.state.variant.pack
        likely = session.likely if actions else ()
        self._chosen, self._keep = chosen, keep
        self.picker.open_for(title, session.possible, likely, pack, (), others, actions or ())
        if not self.picking:
            self.add_widget(self.picker)

    def _card_chosen(self, _picker: object, card: Card) -> None:
        if self._chosen is None:
            return
        keep, refusal = self._keep, self._chosen(card)
        if refusal is None and keep:
            self._go_on()
        else:
            self._answered(refusal)

    # Back, forth, and what is wrong

    def undo(self) -> None:
        """Take back the last card or step; a game that was over is only opened again if all agree."""
        ask_to_undo(self.page, self.session, self._undo)

    def _undo(self) -> None:
        answer = self.session.undo(self._at())
        self._answered(answer if isinstance(answer, Refusal) else None, walk=False)

    def redo(self) -> None:
        """Bring back what was undone."""
        answer = self.session.redo(self._at())
        self._answered(answer if isinstance(answer, Refusal) else None)

    def correct(self) -> None:
        """The next card that is tapped is wrong; tapped again, it is not."""
        self.correcting = not self.correcting
        self.refresh(walk=False)

    def stop_correcting(self) -> bool:
        """No card is wrong after all; whether one was looked for."""
        looked, self.correcting = self.correcting, False
        self.refresh(walk=False)
        return looked

    # Showing

    def refresh(self, walk: bool = True) -> None:
        """Show everything as the session has it; with ``walk`` the pegs go there hole by hole."""
        session, state, ids = self.session, self.session.state, self.ids
        self.context = context_line(state)
        self.question = label("blind_tap_wrong") if self.correcting else question_line(session)
        self.board.show(state, walk)
        for strip in self.strips:
            strip.show(state)
        for block in self.blocks.values():
            block.show(session)
            block.opacity = 0 if session.last_hand is not None else 1
        self.summary.show_hand(state, session.last_hand)
        words = primary_words(session)
        ids.primary.text, ids.primary.disabled = words, not words or self.correcting
        ids.primary.opacity = 1 if words else 0
        ids.undo.disabled = not session.can_undo
        ids.wrong.disabled = state.hand is None
        ids.wrong.icon = "✗" if self.correcting else "✎"
        self._lay_out()

    def _answered(self, refusal: Refusal | None, walk: bool = True) -> None:
        """Show why something was refused, or go on to what is asked next."""
        if refusal is not None:
            self.page.shell.tell(say(refusal.code, refusal.params), "impossible")
            self.page.shell.feedback.refused()
            return
        self._say_last()
        self._go_on(walk)
        done = self._finished
        if walk and done > self._heard:
            feedback = self.page.shell.feedback
            (feedback.won if self.session.state.match_over else feedback.confirmed)()
        self._heard = done

    def _go_on(self, walk: bool = True) -> None:
        self.refresh(walk)
        if self.session.asked.kind in ("stack", "reveal"):
            self.ask()
        else:
            self.close_picker()

    def _say(self, text: str, tone: str) -> None:
        self.status, self.status_tone = text, tone

    def _say_last(self) -> None:
        """What fell last, as far as it may be shown; before the first trick, what to do."""
        session, state = self.session, self.session.state
        if session.last_hand is not None:
            self._say("", "muted")
            return
        trick = session.last_trick if state.hand is not None and state.hand.tricks else None
        lines = trick_lines(state, trick) if trick is not None else []
        self._say("\n".join(lines) or welcome(state), "text" if lines else "muted")

    @property
    def _finished(self) -> tuple[int, int]:
        """How many hands and tricks are finished."""
        state = self.session.state
        return len(state.hands), len(state.hand.tricks) if state.hand is not None else 0

    @property
    def _begun(self) -> bool:
        hand = self.session.state.hand
        return hand is not None and hand.begun

    def _at(self) -> Any:
        return self.page.companion.clock()

    def _lay_out(self, *_: object) -> None:
        state, ids = self.session.state, self.ids
        places = arrange_blind(
            self.width,
            self.height,
            [cells_each(state.variant)] * len(state.seats),
            Scoreboard.aspect(state),
            dp(1),
            look.scale,
            buttons=3,
            left_hand=self.page.companion.settings.left_hand,
        )
        self._put(self.board, places.board)
        for strip, box in zip(self.strips, places.sides, strict=True):
            self._put(strip, box)
        for block, place in zip(self.blocks.values(), places.blocks, strict=True):
            block.lay_out(self.x, self.y, place)
        first, last = places.blocks[0].frame, places.blocks[-1].frame
        self._put(self.summary, Box(first.x, last.y, first.width, first.top - last.y))
        for name in ("context", "question", "status", "primary"):
            self._put(ids[name], getattr(places, name))
        shared = places.status == places.primary
        ids.status.opacity = 0 if shared and ids.primary.text else 1
        for name, box in zip(("undo", "wrong", "more"), places.buttons, strict=True):
            self._put(ids[name], box)

    def _put(self, widget: Any, box: Box) -> None:
        widget.pos, widget.size = (self.x + box.x, self.y + box.y), (box.width, box.height)

    @staticmethod
    def label_of(code: str) -> str:
        """A label, for the rules in the .kv file."""
        return label(code)


def _act(action: Action, *_: object) -> None:
    action()


load_kv("mobile.screens", "blind_screen.kv")
