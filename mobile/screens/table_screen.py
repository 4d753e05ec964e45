"""The table: the board, the scores, the trick that is being entered. It shows the session and calls it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import Metrics, dp
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from mobile.change_view import view_of_change
from mobile.match_book import SessionError, Step
from mobile.next_step import NextStep, next_open_seat, next_step, step_words
from mobile.screens import table_sheets
from mobile.screens.arrangement import Box, arrange
from mobile.screens.change_sheet import open_change
from mobile.screens.correct_sheet import ask_to_look, open_correction
from mobile.screens.table_entry import CardEntry
from mobile.screens.table_menu import open_menu
from mobile.screens.table_reading import PictureReading
from mobile.screens.why_sheet import open_why
from mobile.shown_points import fallen_lines, left_line, outcome_lines
from mobile.shown_tricks import Leafing
from mobile.table_session import Confirmed, TableSession
from mobile.texts import label, say
from mobile.why import WhyPeg, WhyScore, WhyTrick
from mobile.widgets import scoreboard, side_strip, trick_area  # noqa: F401  (the .kv file names their classes)
from mobile.widgets.basics import Tappable, repeats
from mobile.widgets.card_picker import CardPicker
from mobile.widgets.look import load_kv
from mobile.wording import hand_line, lead_line, proposal_lines, trumps_line
from scorer.match import Phase
from scorer.referee import Refusal
from scorer.seats import Seat

if TYPE_CHECKING:
    from mobile.screens.table import TablePage

_MOST_TEXT = 2.4
"""Larger text than so many times the usual one gets no more room."""


class ContextBox(Tappable, BoxLayout):
    """Which hand and trick, who leads, what is trumps; a tap tells what is still to be won."""

    hand_text = StringProperty("")
    lead_text = StringProperty("")
    trumps_text = StringProperty("")


class TableScreen(FloatLayout):
    """One match on the table."""

    status = StringProperty("")
    status_tone = StringProperty("muted")

    def __init__(self, page: TablePage, session: TableSession, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.page = page
        self.session = session
        self._clock = page.companion.clock
        self.entry = CardEntry(self)
        self.pictures = PictureReading(self, page.companion.pictures)
        self.leafing = Leafing(session)
        self._touched: Any = None
        self._mirrored = page.companion.settings.left_hand
        self._bind_buttons()
        self._place_buttons()
        self.bind(size=self._lay_out, pos=self._lay_out)
        self._say_last()
        self.say_questions()
        self.refresh(walk=False)

    @property
    def is_reading(self) -> bool:
        """Whether a picture is being read."""
        return self.pictures.going_on

    @property
    def picker(self) -> CardPicker:
        """The picker of cards; it has a parent while it is open."""
        return self.entry.picker

    @property
    def picking(self) -> Seat | None:
        """Whose card the picker asks for; None while it is away."""
        return self.entry.picking

    def on_touch_down(self, touch: Any) -> bool:
        """Two touches of one place in quick succession are one: what the first did must not be followed unseen."""
        before, self._touched = self._touched, touch
        if before is not None and repeats(touch, before):
            return True
        return bool(super().on_touch_down(touch))

    # What the buttons do

    def primary_tapped(self, *_: object) -> None:
        """Do the next thing."""
        session, at = self.session, self._clock
        match self.next_step:
            case NextStep.CONFIRM:
                self.confirm()
            case NextStep.FILL:
                self.entry.fill(next_open_seat(session))
            case NextStep.READ | NextStep.READ_AGAIN:
                self.pictures.next()
            case NextStep.ENTER:
                self.by_hand()
            case NextStep.DEAL_FIRST | NextStep.DEAL:
                self.answered(session.deal(at()))
            case NextStep.CUT:
                self.page.shell.go("cut", running=True)
            case NextStep.NEXT_GAME:
                self.answered(session.next_game(at()))
            case NextStep.REMATCH:
                table_sheets.rematch(self.page)

    @property
    def next_step(self) -> NextStep:
        """What the large button does."""
        return next_step(self.session, self.pictures.can_go_on or self.is_reading, self.pictures.before is not None)

    def confirm(self) -> None:
        """Let the proposed trick stand."""
        answer = self.session.confirm(self._clock())
        if not isinstance(answer, Confirmed):
            self.answered(answer)
            return
        lines = fallen_lines(self.session.state, answer.trick, answer.ended)
        self.say("\n".join([*lines, *filter(None, [answer.not_kept])]), "text")
        feedback = self.page.shell.feedback
        (feedback.confirmed if answer.winner is None else feedback.won)()
        self.refresh()

    def read_tapped(self, *_: object) -> None:
        """Read the next picture, or watch the table by the camera."""
        if self.pictures.there:
            self.pictures.next()
        else:
            self.page.shell.go("camera")

    def by_hand(self, *_: object) -> None:
        """Enter the trick card by card; with a trick under entry, forget it; after the match, share it."""
        self.pictures.stop()
        if self.session.state.match_over:
            table_sheets.look_back(self.page)
            return
        if self.session.proposal is not None:
            self.session.discard()
            self._say_last()
        else:
            self.guarded(self.session.enter_by_hand)
            self.entry.fill()
        self.refresh(walk=False)

    def undo(self, *_: object) -> None:
        """Take the last step back: a trick under entry first, then what the log holds.

        Once the game is over all sides have to agree.
        """
        self.pictures.stop()
        self.page.shell.hush()
        if self.session.proposal is not None:
            self.session.discard()
            self._say_last()
            self.refresh(walk=False)
            return
        step = self.session.book.next_undo()
        if isinstance(step, Step) and step.agreement:
            view = view_of_change(label("undo_title"), step.change, step.agreement)
            open_change(self.page, view, self.session.state, lambda _agreed: self.session.take_back(self._clock()))
            return
        answer = self.session.take_back(self._clock())
        if isinstance(answer, Refusal):
            self.answered(answer)
        else:
            self.say("\n".join(table_sheets.taken_back(self.session, answer)), "text")
            self.refresh()

    def redo(self, *_: object) -> None:
        """Bring back what was undone."""
        self.answered(self.session.redo(self._clock()))

    # Taps on the table

    def card_tapped(self, _area: object, seat: Seat) -> None:
        """Change a card of the trick under entry, or one that stands; before the first deal, name the pitcher."""
        session = self.session
        if session.state.phase is Phase.BEFORE_DEAL and session.state.pitcher is None:
            self.answered(session.name_pitcher(seat, self._clock()))
        elif session.proposal is not None:
            self.entry.change(seat)
        elif self.leafing.trick is not None and self.leafing.hand is not None:
            open_correction(self.page, self.leafing.hand.number, self.leafing.trick.number, seat)
        elif session.state.hand is not None:
            self.by_hand()

    def winner_tapped(self, _area: object, seat: Seat) -> None:
        """This player played the card that won."""
        self.guarded(partial(self.session.seat_winner, seat))
        self.say_questions()
        self.refresh(walk=False)

    def question_tapped(self, *_: object) -> None:
        """The answer on the button above the cards: the seats are right, or the surplus is no matter."""
        proposal = self.session.proposal
        if proposal is not None:
            self.guarded(self.session.accept_seats if proposal.seats_open else self.session.ignore_surplus)
            self.say_questions()
            self.refresh(walk=False)

    def older(self, *_: object) -> None:
        """Leaf back to the trick before; during a hand all players have to agree first."""
        if not self.leafing.allowed:
            ask_to_look(self.page, self.session.book, self.older)
            return
        self.leafing.older()
        self.refresh(walk=False)

    def newer(self, *_: object) -> None:
        """Leaf on, at last to the table as it lies."""
        self.leafing.newer()
        self.refresh(walk=False)

    def leaf_to_now(self) -> None:
        """Back to the table as it lies."""
        self.leafing = Leafing(self.session)
        self.refresh(walk=False)

    def why_trick(self, *_: object) -> None:
        """Why the trick that is shown went as it did."""
        if self.leafing.trick is not None and self.leafing.hand is not None:
            open_why(self.page, WhyTrick(self.leafing.hand.number, self.leafing.trick.number))

    # Showing

    def follow(self) -> None:
        """Show what was changed elsewhere meanwhile."""
        self.session.follow()
        self.refresh(walk=False)

    def refresh(self, walk: bool = True) -> None:
        """Show everything as the session has it; with ``walk`` the pegs go there hole by hole."""
        state, ids = self.session.state, self.ids
        ids.context.hand_text = hand_line(state)
        ids.context.lead_text = lead_line(state)
        trumps = trumps_line(state) if state.hand else state.variant.title
        ids.context.trumps_text = " · ".join(filter(None, (trumps, left_line(state))))
        ids.board.show(state, walk)
        for strip in (ids.side0, ids.side1):
            strip.show(state)
        ids.area.show(self.session, self.leafing)
        self._show_buttons()

    def _show_buttons(self) -> None:
        session, ids = self.session, self.ids
        state, entering = session.state, session.proposal is not None
        step = self.next_step
        ids.primary.text = step_words(session, step)
        unready = step is NextStep.CONFIRM and session.proposal is not None and not session.proposal.ready
        ids.primary.disabled = unready or self.is_reading
        if state.match_over:
            ids.hand.icon, ids.hand.text, ids.hand.disabled = "⇪", label("share"), False
        else:
            ids.hand.icon, ids.hand.text = ("✗", label("clear")) if entering else ("✎", label("by_hand"))
            ids.hand.disabled = state.phase is not Phase.PLAYING
        ids.undo.disabled = not (session.can_undo or entering)
        if self.pictures.there:
            ids.read.icon, ids.read.text = "▶", self.pictures.words
            ids.read.disabled = self.is_reading or not self.pictures.can_go_on
        else:
            ids.read.icon, ids.read.text = "◉", label("camera")
            ids.read.disabled = state.match_over

    @staticmethod
    def label_of(code: str) -> str:
        """A label, for the rules in the .kv file."""
        return label(code)

    def answered(self, refusal: Refusal | None) -> None:
        """Show why something was refused, or how the match stands now."""
        if refusal is not None:
            self.say(say(refusal.code, refusal.params), "impossible")
            self.page.shell.feedback.refused()
        else:
            self._say_last()
        self.refresh()

    def guarded(self, action: Callable[[], object]) -> None:
        """Do something that the session may refuse; its sentence is shown."""
        try:
            action()
        except (SessionError, ValueError) as error:
            self.say(str(error), "impossible")

    def say(self, text: str, tone: str) -> None:
        """Say something below the cards."""
        self.status, self.status_tone = text, tone

    def say_questions(self, read: str = "") -> None:
        """What is still to be looked at in the trick under entry; else who has won it, after what was ``read``."""
        proposal = self.session.proposal
        if proposal is not None:
            lines = proposal_lines(self.session.state, proposal)
            if proposal.seats_open and self.session.winning_card is not None:
                lines = [label("tap_winner")]
            if lines:
                self.say("\n".join(lines), "doubtful")
            else:
                self.say("\n".join([*filter(None, [read]), *outcome_lines(self.session)]), "text")

    def ask_aloud(self) -> None:
        """A sound where a picture has left a question."""
        proposal = self.session.proposal
        if proposal is not None and not proposal.ready:
            self.page.shell.feedback.asked()

    def _say_last(self) -> None:
        """What fell last, as far as it may be shown; before the first trick, what to do."""
        session = self.session
        last = session.last_trick
        lines = fallen_lines(session.state, last, session.last_hand) if last else []
        hint = label("welcome" if self.pictures.there else "welcome_by_hand")
        if session.state.phase is Phase.BEFORE_DEAL:
            lines, hint = [], label("tap_pitcher") if session.state.pitcher is None else ""
        elif session.state.hand is None:
            hint = ""
        self.say("\n".join(lines) or hint, "text" if lines else "muted")

    def _bind_buttons(self) -> None:
        ids, page = self.ids, self.page
        actions = {"primary": self.primary_tapped, "read": self.read_tapped, "hand": self.by_hand, "undo": self.undo}
        for name, action in actions.items():
            ids[name].bind(on_tap=action)
        ids.more.bind(on_tap=lambda *_: open_menu(page, self))
        ids.context.bind(on_tap=lambda *_: table_sheets.open_outlook(page, self.session.state))
        area = {"on_card": self.card_tapped, "on_winner": self.winner_tapped, "on_question": self.question_tapped}
        ids.area.bind(**area, on_older=self.older, on_newer=self.newer, on_why=self.why_trick)
        for strip in (ids.side0, ids.side1):
            strip.bind(on_tap=lambda it: open_why(page, WhyScore(self.session.state.sides[int(it.index)])))
        ids.board.bind(on_peg=lambda _board, side, front: open_why(page, WhyPeg(side, front)))
        ids.board.bind(on_claim=lambda _board, side: table_sheets.ask_claim(page, self, side))
        ids.board.bind(on_step=lambda *_: page.shell.feedback.peg())

    # Places

    def _place_buttons(self) -> None:
        """For the left hand the row of buttons goes the other way; without anything that reads, none for it."""
        row = self.ids.secondary
        self._row = list(reversed(row.children))  # what is left out lives on here: ids hold nothing
        row.clear_widgets()
        reads = self.pictures.there or self.page.companion.reader is not None
        for button in reversed(self._row) if self._mirrored else self._row:
            if reads or button is not self.ids.read.__self__:
                row.add_widget(button)

    def _lay_out(self, *_: object) -> None:
        text = min(self.page.companion.settings.text_size * Metrics.fontscale, _MOST_TEXT)
        aspect = self.ids.board.aspect(self.session.state)
        places = arrange(self.width, self.height, aspect, dp(1), text, self._mirrored)
        self.ids.board.standing = places.standing
        boxes = {**places.boxes(), "area": places.cards}
        for name in ("board", "context", "side0", "side1", "area", "status", "primary", "secondary"):
            self._put(name, boxes[name])

    def _put(self, name: str, box: Box) -> None:
        widget = self.ids[name]
        widget.pos, widget.size = (self.x + box.x, self.y + box.y), (box.width, box.height)


load_kv("mobile.screens", "table_screen.kv")
