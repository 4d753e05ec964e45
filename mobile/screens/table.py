"""The table screen: the peg board, the scores, the trick that is being entered. It shows the session and calls it."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.floatlayout import FloatLayout

from mobile.camera.source import Frame, FrameSource
from mobile.match_book import SessionError
from mobile.picture_worker import PictureRead, PictureWorker
from mobile.screens.arrangement import Box, arrange
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.table_session import Confirmed, TableSession
from mobile.texts import label, say
from mobile.widgets import peg_board, side_strip, trick_area  # noqa: F401  (the .kv file names their classes)
from mobile.widgets.basics import repeats
from mobile.widgets.card_picker import CardPicker
from mobile.widgets.look import load_kv, look
from mobile.wording import (
    game_over_label,
    hand_line,
    lead_line,
    others_line,
    player_name,
    proposal_lines,
    trick_lines,
    trumps_line,
)
from models.reading import Reading
from scorer.board import BOARD_NAMES, board_of
from scorer.cards import Card
from scorer.match import Phase
from scorer.referee import Refusal
from scorer.seats import Seat

_DOTS_S = 0.35


class TablePage(Page):
    """The page with the table of ``companion.session``."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, headed=False, **kwargs)
        companion = shell.companion
        assert companion.session is not None, "there is a match to show"
        self.table = TableScreen(companion.session, companion.source, companion.clock, shell.back)
        self.ids.body.add_widget(self.table)

    def entered(self) -> None:
        """Keep the screen awake during a match."""
        Window.allow_screensaver = False

    def left(self) -> None:
        """The screen may sleep."""
        Window.allow_screensaver = True

    def closed(self) -> None:
        """Let go of the source."""
        self.table.close()

    def back(self) -> bool:
        """Put the picker away first."""
        if self.table.picker.parent is None:
            return False
        self.table.close_picker()
        return True


class TableScreen(FloatLayout):
    """One match on the table."""

    hand_text = StringProperty("")
    lead_text = StringProperty("")
    trumps_text = StringProperty("")
    status = StringProperty("")
    status_tone = StringProperty("muted")

    def __init__(
        self,
        session: TableSession,
        source: FrameSource | None,
        clock: Callable[[], datetime],
        done: Callable[[], object],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.session = session
        self._clock = clock
        self._done = done
        self._worker = PictureWorker(source, session.look, self._picture_came) if source else None
        self.picker = CardPicker(size_hint=(1, 1))
        self.picker.bind(on_choose=self._card_chosen, on_swap=self._swap_chosen, on_close=self.close_picker)
        self.picking: Seat | None = None
        self._filling = False
        self._reading: Any = None
        self._ended = False
        self._pictures: dict[tuple[int, int], tuple[str, Reading]] = {}
        self._touched: Any = None
        self._bind_buttons()
        if self._worker is None:
            self.ids.secondary.remove_widget(self.ids.read)
        self.bind(size=self._lay_out, pos=self._lay_out)
        self._say_last()
        self.refresh(walk=False)

    @property
    def is_reading(self) -> bool:
        """Whether a picture is being read."""
        return self._reading is not None

    def close(self) -> None:
        """Let go of the source."""
        self._stop_reading()
        if self._worker is not None:
            self._worker.close()

    def on_touch_down(self, touch: Any) -> bool:
        """Two touches of one place in quick succession are one: what the first did must not be followed unseen."""
        before, self._touched = self._touched, touch
        if before is not None and repeats(touch, before):
            return True
        return bool(super().on_touch_down(touch))

    # What the buttons do

    def primary_tapped(self, *_: object) -> None:
        """Do the next thing: confirm, deal, read or enter by hand."""
        phase = self.session.state.phase
        if phase is Phase.GAME_OVER and self.session.state.match_over:
            self._done()
        elif phase is Phase.GAME_OVER:
            self._answered(self.session.next_game(self._clock()))
        elif phase is not Phase.PLAYING:
            self._answered(self.session.deal(self._clock()))
        elif self.session.proposal is not None:
            self.confirm()
        elif self._can_read_on:
            self.read_next()
        else:
            self.by_hand()

    def confirm(self) -> None:
        """Let the proposed trick stand."""
        answer = self.session.confirm(self._clock())
        if isinstance(answer, Confirmed):
            lines = trick_lines(self.session.state, answer.trick, answer.ended)
            self._say("\n".join([*lines, *filter(None, [answer.not_kept])]), "text")
            self.refresh()
        else:
            self._answered(answer)

    def read_next(self, *_: object) -> None:
        """Have the next picture read; the screen goes on meanwhile.

        A trick that was cleared or undone shows its own picture again; asked once more, the next one comes.
        """
        if self._worker is None or self.is_reading or not self.session.can_read:
            return
        if self._picture_again is not None:
            self._show_picture(*self._picture_again)
            self.refresh(walk=False)
            return
        self._reading = Clock.schedule_interval(self._show_progress, _DOTS_S)
        self._show_progress(0)
        self._worker.request()
        self.refresh(walk=False)

    def by_hand(self, *_: object) -> None:
        """Enter the trick card by card; with a trick under entry, forget it."""
        self._stop_reading()
        if self.session.proposal is not None:
            self.session.discard()
            self._say_last()
        else:
            self._guarded(self.session.enter_by_hand)
            self._filling = True
            self._pick_next_missing()
        self.refresh(walk=False)

    def undo(self, *_: object) -> None:
        """Take the last step back: a trick under entry first, then what the log holds."""
        self._stop_reading()
        if self.session.proposal is not None:
            self.session.discard()
            self._say_last()
            self.refresh(walk=False)
        else:
            self._answered(self.session.undo(self._clock()))

    def redo(self, *_: object) -> None:
        """Bring back what was undone."""
        self._answered(self.session.redo(self._clock()))

    # Choosing cards

    def card_tapped(self, _area: object, seat: Seat) -> None:
        """Change a card of the trick under entry; before the first deal, name the pitcher."""
        if self.session.state.pitcher is None:
            self._answered(self.session.name_pitcher(seat, self._clock()))
        elif self.session.proposal is not None:
            self._filling = self.session.proposal.of(seat).card is None
            self.open_picker(seat)
        elif self.session.state.hand is not None and self.session.last_trick is None:
            self.by_hand()

    def question_tapped(self, *_: object) -> None:
        """The answer on the button above the cards: the seats are right, or the surplus is no matter."""
        proposal = self.session.proposal
        if proposal is not None:
            self._guarded(self.session.accept_seats if proposal.seats_open else self.session.ignore_surplus)
            self._say_questions()
            self.refresh(walk=False)

    def open_picker(self, seat: Seat) -> None:
        """Offer the cards that the player at ``seat`` can have played."""
        proposal, state = self.session.proposal, self.session.state
        assert proposal is not None, "cards are picked for a trick under entry"
        self.picking = seat
        possible = self.session.possible_cards(seat)
        entry = proposal.of(seat)
        wished = [*entry.suggestions, entry.card, *(seen.card for seen in proposal.surplus)]
        swaps = [(other.seat, player_name(state, other.seat)) for other in proposal.cards if other.seat is not seat]
        self.picker.open_for(
            label("who_card", name=player_name(state, seat)),
            possible,
            [card for card in dict.fromkeys(wished) if card in possible],
            state.variant.pack,
            swaps if self.session.can_swap else (),
            others_line(state, proposal, seat),
        )
        if self.picker.parent is None:
            self.add_widget(self.picker)

    def close_picker(self, *_: object) -> None:
        """Put the picker away; what has been chosen stays."""
        self.picking = None
        self._filling = False
        if self.picker.parent is not None:
            self.remove_widget(self.picker)

    def _card_chosen(self, _picker: object, card: Card) -> None:
        if self.picking is None:
            return
        self._guarded(partial(self.session.choose, self.picking, card))
        self._say_questions()
        self._pick_next_missing()
        self.refresh(walk=False)

    def _swap_chosen(self, _picker: object, other: Seat) -> None:
        if self.picking is not None:
            self._guarded(partial(self.session.swap, self.picking, other))
            self._say_questions()
        self.close_picker()
        self.refresh(walk=False)

    def _pick_next_missing(self) -> None:
        """While a trick is entered by hand: on to the next player without a card, in the order of play."""
        proposal = self.session.proposal
        missing = [entry.seat for entry in proposal.cards if entry.card is None] if proposal else []
        if self._filling and missing:
            self.open_picker(missing[0])
        else:
            self.close_picker()

    # Reading

    def _picture_came(self, result: PictureRead) -> None:
        """Called on the worker's thread: hand the result to the screen's."""
        Clock.schedule_once(lambda _: self._take(result), 0)

    def _take(self, result: PictureRead) -> None:
        if not self.is_reading:
            return
        self._stop_reading()
        if result.reading is None:
            self._ended = result.ended
            self._say(result.problem, "impossible")
        else:
            seen = result.frame.name if result.frame else "", result.reading
            if self._worker is not None and self._worker.source.position:  # a live one has only the newest
                self._pictures[self._trick_number] = seen
            self._show_picture(*seen, result.frame)
        self.refresh(walk=False)

    def _show_picture(self, name: str, reading: Reading, frame: Frame | None = None) -> None:
        """Propose the trick of a picture that was read, and say what is still to be looked at."""
        self._say(label("was_read", name=name, cards=len(reading.sightings)), "muted")
        self._guarded(partial(self.session.propose, reading, frame.picture if frame else None))
        self._say_questions()

    @property
    def _trick_number(self) -> tuple[int, int]:
        """The trick that is played next: its hand and its place there."""
        state = self.session.state
        return len(state.hands), len(state.hand.tricks) if state.hand else 0

    @property
    def _picture_again(self) -> tuple[str, Reading] | None:
        """What was read for this trick before it was cleared or undone."""
        return None if self.session.proposal is not None else self._pictures.get(self._trick_number)

    @property
    def _can_read_on(self) -> bool:
        """Whether a picture can be had for this trick."""
        return self._worker is not None and self.session.can_read and not (self._ended and self._picture_again is None)

    def _say_questions(self) -> None:
        """What is still to be looked at in the trick under entry."""
        proposal = self.session.proposal
        if proposal is not None:
            lines = proposal_lines(self.session.state, proposal)
            if lines:
                self._say("\n".join(lines), "doubtful")
            elif self.status_tone == "doubtful":
                self._say("", "muted")

    def _show_progress(self, _passed_s: float) -> None:
        self._say(label("reading") + " " + "·" * ((self.status.count("·") + 1) % 4), "accent")

    def _stop_reading(self) -> None:
        """Stop waiting for a picture; one that still comes is not used."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
            if self._worker is not None:
                self._worker.forget()
            self._say("", "muted")

    # Showing

    def refresh(self, walk: bool = True) -> None:
        """Show everything as the session has it; with ``walk`` the pegs go there hole by hole."""
        state = self.session.state
        self.hand_text = hand_line(state)
        self.lead_text = lead_line(state)
        self.trumps_text = trumps_line(state) if state.hand else state.variant.title
        self.ids.board.show(state, walk)
        for strip in (self.ids.side0, self.ids.side1):
            strip.show(state)
        self.ids.area.show(self.session)
        self._show_buttons()

    def _show_buttons(self) -> None:
        session, ids = self.session, self.ids
        phase, entering = session.state.phase, session.proposal is not None
        ids.primary.text = self._primary_text(phase, entering)
        unready = session.proposal is not None and not session.proposal.ready
        ids.primary.disabled = unready or self.is_reading or session.state.pitcher is None
        ids.hand.icon, ids.hand.text = ("✗", label("clear")) if entering else ("✎", label("by_hand"))
        ids.hand.disabled = phase is not Phase.PLAYING
        ids.undo.disabled = not (session.can_undo or entering)
        ids.redo.disabled = not session.can_redo or entering
        if self._worker is not None:
            words = label("read_again") if self._picture_again else label("read_next")
            ids.read.text = f"{words} {self._worker.source.position}".strip()
            ids.read.disabled = self.is_reading or not self._can_read_on

    @staticmethod
    def label_of(code: str) -> str:
        """A label, for the rules in the .kv file."""
        return label(code)

    def _primary_text(self, phase: Phase, entering: bool) -> str:
        if phase is Phase.GAME_OVER:
            return game_over_label(self.session.state)
        if phase is not Phase.PLAYING:
            return label("deal_first" if phase is Phase.BEFORE_DEAL else "deal_next")
        if entering:
            return label("confirm")
        if not self._can_read_on and not self.is_reading:
            return label("enter_trick")
        return label("read_picture_again" if self._picture_again else "read_picture")

    def _answered(self, refusal: Refusal | None) -> None:
        """Show why something was refused, or how the match stands now."""
        if refusal is not None:
            self._say(say(refusal.code, refusal.params), "impossible")
        else:
            self._say_last()
        self.refresh()

    def _guarded(self, action: Callable[[], object]) -> None:
        """Do something that the session may refuse; its sentence is shown."""
        try:
            action()
        except (SessionError, ValueError) as error:
            self._say(str(error), "impossible")

    def _say(self, text: str, tone: str) -> None:
        self.status, self.status_tone = text, tone

    def _say_last(self) -> None:
        """What fell last, as far as it may be shown; before the first trick, what to do."""
        state = self.session.state
        lines = trick_lines(state, self.session.last_trick, self.session.last_hand) if self.session.last_trick else []
        hint = label("welcome" if self._worker else "welcome_by_hand")
        self._say("\n".join(lines) or hint, "text" if lines else "muted")

    def _bind_buttons(self) -> None:
        actions = {"primary": self.primary_tapped, "read": self.read_next, "hand": self.by_hand}
        actions |= {"undo": self.undo, "redo": self.redo}
        for name, action in actions.items():
            self.ids[name].bind(on_tap=action)
        self.ids.area.bind(on_card=self.card_tapped, on_question=self.question_tapped)

    def _lay_out(self, *_: object) -> None:
        state = self.session.state
        aspect = board_of(state.board, state.target).aspect if state.board in BOARD_NAMES else None
        places = arrange(self.width, self.height, aspect, dp(1))
        look.scale = places.scale
        self.ids.board.standing = places.standing
        boxes = {**places.boxes(), "area": places.cards}
        for name in ("board", "context", "side0", "side1", "area", "status", "primary", "secondary"):
            self._put(name, boxes[name])

    def _put(self, name: str, box: Box) -> None:
        widget = self.ids[name]
        widget.pos, widget.size = (self.x + box.x, self.y + box.y), (box.width, box.height)


load_kv("mobile.screens", "table.kv")
