"""The middle of the table: the trick that is proposed, the last trick or an earlier one, or what a hand came to."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from mobile.board_words import points_are_shown
from mobile.screens.arrangement import Box, card_places, winner_places
from mobile.shown_tricks import Leafing
from mobile.table_session import TableSession
from mobile.texts import label
from mobile.widgets.basics import TableButton, Tappable
from mobile.widgets.card_face import CardFace
from mobile.widgets.hand_summary import HandSummary
from mobile.widgets.look import load_kv, look
from mobile.wording import called, card_glyphs, headline, short_player
from scorer.hand import TrickRecord
from scorer.match import MatchState, Phase
from scorer.seats import FOUR_HANDED, Seat

SWIPE_DP = 48
"""A finger that goes so far sideways leafs."""


class TitleLine(Tappable):
    """The words above the cards; with ``asks_why`` a tap asks why."""

    text = StringProperty("")
    lines = BooleanProperty(False)
    largest = NumericProperty(16.0)
    ink = ColorProperty((1, 1, 1, 1))
    asks_why = BooleanProperty(False)
    head = NumericProperty(26.0)
    """How high the words are, from the top; the rest only takes touches."""


class SeatButton(Tappable):
    """A player at his place, to be tapped."""

    text = StringProperty("")


class TrickArea(FloatLayout):
    """Four cards as the players sit, or a table of figures.

    ``on_card(seat)``: a card or an empty place was tapped; ``on_winner(seat)``: who played the winning card, where that
    is asked; ``on_question()``: yes to the question on the button; ``on_why()``: why?; ``on_older()`` and
    ``on_newer()``: leaf back and on.
    """

    __events__ = ("on_card", "on_winner", "on_question", "on_why", "on_older", "on_newer")
    title = StringProperty("")
    asks_why = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.faces: dict[Seat, CardFace] = {}
        self.winners: dict[Seat, SeatButton] = {}
        for seat in FOUR_HANDED:
            face = CardFace(size_hint=(None, None))
            face.bind(on_tap=partial(self._tapped, "on_card", seat))
            self.faces[seat] = face
            self.winners[seat] = SeatButton(size_hint=(None, None))
            self.winners[seat].bind(on_tap=partial(self._tapped, "on_winner", seat))
        self.won_card = CardFace(size_hint=(None, None))
        self.summary = HandSummary(size_hint=(None, None))
        self.question = TableButton(size_hint=(None, None))
        self.question.bind(on_tap=partial(self._tapped, "on_question"))
        self.older = TableButton(text="◀", size_hint=(None, None))
        self.older.bind(on_tap=partial(self._tapped, "on_older"))
        self.newer = TableButton(text="▶", size_hint=(None, None))
        self.newer.bind(on_tap=partial(self._tapped, "on_newer"))
        self.won = False
        self._swipe: tuple[int, float, float] | None = None
        self.bind(size=self._lay_out, pos=self._lay_out)

    def on_card(self, seat: Seat) -> None:
        """Default: nothing."""

    def on_winner(self, seat: Seat) -> None:
        """Default: nothing."""

    def on_question(self) -> None:
        """Default: nothing."""

    def on_why(self) -> None:
        """Default: nothing."""

    def on_older(self) -> None:
        """Default: nothing."""

    def on_newer(self) -> None:
        """Default: nothing."""

    def title_tapped(self) -> None:
        """The words above the cards were tapped."""
        if self.asks_why:
            self.dispatch("on_why")

    def show(self, session: TableSession, leafing: Leafing) -> None:
        """Show what the session holds, or the trick that people have leafed back to."""
        state = session.state
        changing = (*self.faces.values(), *self.winners.values(), self.won_card, self.summary, self.question)
        self.clear_widgets([*changing, self.older, self.newer])
        self.won, self.asks_why = state.winner is not None and not leafing.back, False
        if session.proposal is not None:
            self._show_proposal(session)
        elif leafing.trick is not None:
            self._show_trick(state, leafing.trick, leafing.back > 0)
        elif session.last_hand is not None and state.phase is not Phase.BEFORE_DEAL:
            self.title = f"{label('winner_mark')} {headline(state)}" if self.won else headline(state)
            self.summary.show(state, session.last_hand)
            self.add_widget(self.summary)
        else:
            self._show_empty(state)
        for arrow, there in ((self.older, leafing.can_go_back), (self.newer, leafing.back > 0)):
            if there:
                self.add_widget(arrow)
        self._lay_out()

    def _show_proposal(self, session: TableSession) -> None:
        proposal, state = session.proposal, session.state
        assert proposal is not None, "there is a proposal to show"
        card = session.winning_card if proposal.seats_open else None
        if card is not None:
            self.title = label("who_won_with", card=card_glyphs(card))
            self.won_card.show(card, (label("won_badge"),), "", "accent", True)
            self.add_widget(self.won_card)
            for seat, button in self.winners.items():
                button.text = short_player(state, seat)
                self.add_widget(button)
            return
        self.title = label("proposed")
        for entry in proposal.cards:
            self.faces[entry.seat].show_state(entry.card, entry.state, called(state, entry.seat))
        self._add_faces()
        if proposal.seats_open:
            self.title = label("seats_unclear")
            self.question.text = label("seats_right")
            self.add_widget(self.question)
        elif proposal.surplus:
            self.title = label("surplus_seen")
            cards = " ".join(card_glyphs(seen.card) for seen in proposal.surplus)
            self.question.text = label("ignore_surplus", cards=cards)
            self.add_widget(self.question)

    def _show_trick(self, state: MatchState, trick: TrickRecord, past: bool) -> None:
        """A trick as it was played, its winner marked."""
        winner = short_player(state, trick.winner)
        points = trick.points if points_are_shown(state) else 0
        code = ("past_trick", "past_trick_points") if past else ("last_trick", "last_trick_points")
        self.title = label(code[bool(points)], trick=trick.number, name=winner, points=points)
        self.asks_why = True
        for seat in state.seats:
            won = seat == trick.winner
            badge = label("won_badge") if won else ""
            self.faces[seat].show(trick.card_of(seat), called(state, seat), badge, "accent", won)
        self._add_faces()

    def _show_empty(self, state: MatchState) -> None:
        """The empty table; who leads is marked."""
        self.title = headline(state)
        for seat in state.seats:
            leads = state.phase is not Phase.BEFORE_DEAL and seat == state.leader
            badge = label("leads_badge") if leads else ""
            self.faces[seat].show(None, called(state, seat), badge, "accent", leads)
        self._add_faces()

    def _add_faces(self) -> None:
        for face in self.faces.values():
            self.add_widget(face)

    # Touches

    def on_touch_down(self, touch: Any) -> bool:
        """A finger may begin to leaf."""
        if self.collide_point(*touch.pos):
            self._swipe = (touch.uid, touch.x, touch.y)
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """A finger that goes sideways leafs, and no longer taps what it came down on."""
        if self._swipe is not None and self._swipe[0] == touch.uid and touch.grab_current is None:
            across, along = touch.x - self._swipe[1], touch.y - self._swipe[2]
            if abs(across) > dp(SWIPE_DP) and abs(across) > 2 * abs(along):
                self._swipe = None
                self._let_go(touch)
                arrow = self.older if across > 0 else self.newer
                if arrow.parent is self:
                    self.dispatch("on_older" if across > 0 else "on_newer")
                return True
        return bool(super().on_touch_move(touch))

    def _let_go(self, touch: Any) -> None:
        for child in self.children:
            if isinstance(child, Tappable) and child.state == "down":
                touch.ungrab(child)
                child.state = "normal"

    def _tapped(self, event: str, *given: Any) -> None:
        """``given``: what belongs to the event, then the widget that was tapped."""
        self.dispatch(event, *given[:-1])

    # Places

    def _lay_out(self, *_: object) -> None:
        asks = self.question.parent is self
        usual = min(dp(46 if self.won else 32) * min(look.scale, 2.6), self.height * (0.2 if self.won else 0.105))
        head = min(max(usual, dp(48) if asks else 0), max(dp(48), self.height * 0.26))
        low = Box(self.x + dp(6), self.y + dp(6), self.width - dp(12), max(1, self.height - head - dp(14)))
        corners = low.height / 4 >= dp(46)  # below the cards at the left and at the right
        arrow = dp(48)
        if not corners and (self.older.parent is self or self.newer.parent is self):
            head = max(head, arrow)
            low = Box(low.x, low.y, low.width, max(1, self.height - head - dp(14)))
        top = self.top - head - dp(4)
        high = low.y if corners else top + (head - arrow) / 2
        self.older.pos, self.newer.pos = (low.x, high), (low.right - arrow, high)
        self.older.size = self.newer.size = (arrow, arrow)
        self._lay_out_title(low, top, head, 0 if corners else arrow + dp(4))
        self.question.pos, self.question.size = (low.x + low.width * 0.38, top), (low.width * 0.62, head)
        for seat, place in zip(FOUR_HANDED, card_places(low, dp(1), look.scale), strict=True):
            _put(self.faces[seat], place)
        *seats, middle = winner_places(low, dp(1))
        for seat, place in zip(FOUR_HANDED, seats, strict=True):
            _put(self.winners[seat], place)
        _put(self.won_card, middle)
        lifted = arrow + dp(4) if corners and self.older.parent is self else 0
        _put(self.summary, Box(low.x, low.y + lifted, low.width, low.height - lifted))

    def _lay_out_title(self, low: Box, top: float, head: float, beside: float) -> None:
        """The words, between the arrows where these lie ``beside``; a finger may come down lower than they are."""
        title: TitleLine = self.ids.title
        first = beside if self.older.parent is self else 0
        last = beside if self.newer.parent is self else 0
        width = low.width * 0.38 if self.question.parent is self else low.width - first - last
        title.head = head
        title.size = (max(1, width), max(head, dp(48)))
        title.pos = (low.x + first, top + head - title.height)
        title.largest = sp(20 if self.won else 16) * look.scale
        title.lines = True
        title.ink = look.rgba("accent" if self.won else "text")


def _put(widget: Any, place: Box) -> None:
    widget.pos, widget.size = (place.x, place.y), (place.width, place.height)


load_kv("mobile.widgets", "trick_area.kv")
