"""The middle of the table: the trick that is proposed, the last trick, or what a hand came to."""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import StringProperty
from kivy.uix.floatlayout import FloatLayout

from mobile.screens.arrangement import Box, card_places
from mobile.table_session import TableSession
from mobile.texts import label
from mobile.theme import SIDE_MARKS
from mobile.widgets.basics import FitLabel, TableButton
from mobile.widgets.card_face import CardFace
from mobile.widgets.look import load_kv, look
from mobile.wording import card_glyphs, headline, player_name, side_name, summary_rows
from scorer.hand import HandRecord, TrickRecord
from scorer.match import MatchState, Phase
from scorer.seats import FOUR_HANDED, Seat


class TrickArea(FloatLayout):
    """Four cards as the players sit, or a table of figures; ``on_card(seat)`` and ``on_question()`` tell of taps."""

    __events__ = ("on_card", "on_question")
    title = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.faces: dict[Seat, CardFace] = {}
        for seat in FOUR_HANDED:
            face = CardFace(size_hint=(None, None))
            face.bind(on_tap=partial(self._tapped, seat))
            self.faces[seat] = face
        self.question = TableButton(size_hint=(None, None))
        self.question.bind(on_tap=lambda *_: self.dispatch("on_question"))
        self._figures: list[list[FitLabel]] = []
        self.won = False
        self.bind(size=self._lay_out, pos=self._lay_out)

    def on_card(self, seat: Seat) -> None:
        """Default: nothing."""

    def on_question(self) -> None:
        """Default: nothing."""

    def show(self, session: TableSession) -> None:
        """Show what the session holds."""
        state = session.state
        self.clear_widgets([*self.faces.values(), self.question, *(cell for row in self._figures for cell in row)])
        self._figures = []
        self.won = state.winner is not None
        if session.proposal is not None:
            self._show_proposal(session)
        elif session.last_hand is not None:
            self.title = f"{label('winner_mark')} {headline(state)}" if self.won else headline(state)
            self._show_summary(state, session.last_hand)
        elif state.phase is Phase.BEFORE_DEAL:
            self.title = headline(state)
            self._show_seats(lambda seat: self.faces[seat].show(None, player_name(state, seat)))
        else:
            self._show_last_trick(session, session.last_trick)
        self._lay_out()

    def _show_proposal(self, session: TableSession) -> None:
        proposal, state = session.proposal, session.state
        assert proposal is not None, "there is a proposal to show"
        self.title = label("proposed")
        for entry in proposal.cards:
            self.faces[entry.seat].show_state(entry.card, entry.state, player_name(state, entry.seat))
        self._show_seats()
        if proposal.seats_open:
            self.title = label("seats_unclear")
            self.question.text = label("seats_right")
            self.add_widget(self.question)
        elif proposal.surplus:
            self.title = label("surplus_seen")
            cards = " ".join(card_glyphs(seen.card) for seen in proposal.surplus)
            self.question.text = label("ignore_surplus", cards=cards)
            self.add_widget(self.question)

    def _show_last_trick(self, session: TableSession, trick: TrickRecord | None) -> None:
        """The last trick, or the empty table with the player who leads marked."""
        state = session.state
        self.title = headline(state)
        if trick is not None:
            winner = player_name(state, trick.winner)
            self.title = label("last_trick_points" if trick.points else "last_trick", name=winner, points=trick.points)
        for seat in state.seats:
            name = player_name(state, seat)
            if trick is None:
                leads = seat == state.leader
                self.faces[seat].show(None, name, label("leads_badge") if leads else "", "accent", leads)
            else:
                won = seat == trick.winner
                self.faces[seat].show(trick.card_of(seat), name, label("won_badge") if won else "", "accent", won)
        self._show_seats()

    def _show_seats(self, each: Callable[[Seat], None] | None = None) -> None:
        for seat, face in self.faces.items():
            if each is not None:
                each(seat)
            self.add_widget(face)

    def _show_summary(self, state: MatchState, hand: HandRecord) -> None:
        """The figures of the hand: a row for each thing, a column for each side."""
        head = ["", *(f"{SIDE_MARKS[index]}\u00a0{side_name(state, side)}" for index, side in enumerate(state.sides))]
        rows = [head, *([words, *figures] for words, figures in summary_rows(state, hand))]
        for number, row in enumerate(rows):
            last = number == len(rows) - 1
            cells = [FitLabel(text=text, bold=last or number == 0, size_hint=(None, None)) for text in row]
            for index, cell in enumerate(cells):
                cell.color = (
                    look.side(index - 1) if number == 0 and index else look.rgba("text" if last or index else "muted")
                )
                cell.lines = number == 0
                self.add_widget(cell)
            self._figures.append(cells)
        if hand.game_count is None and state.won_at is not None and state.won_at.trick is not None:
            note = FitLabel(text=label("won_mid_hand", trick=state.won_at.trick), lines=True, size_hint=(None, None))
            note.color = look.rgba("muted")
            self.add_widget(note)
            self._figures.append([note])

    def _tapped(self, seat: Seat, *_: object) -> None:
        self.dispatch("on_card", seat)

    def _lay_out(self, *_: object) -> None:
        title: FitLabel = self.ids.title
        asks = self.question.parent is self
        head = max(dp(48), dp(40) * look.scale) if asks else dp(46 if self.won else 26) * look.scale
        inner = self.width - dp(12)
        title.size = (inner * 0.38 if asks else inner, head)
        title.pos = (self.x + dp(6), self.top - head - dp(4))
        title.largest = sp(20 if self.won else 16) * look.scale
        title.lines = asks or self.won
        title.color = look.rgba("accent" if self.won else "text")
        self.question.size = (inner * 0.62, head)
        self.question.pos = (self.x + dp(6) + inner * 0.38, title.y)
        room = Box(self.x + dp(6), self.y + dp(6), inner, self.height - head - dp(14))
        top, right, bottom, left = card_places(room, dp(1), look.scale)
        for seat, place in zip(FOUR_HANDED, (top, right, bottom, left), strict=True):
            self.faces[seat].pos, self.faces[seat].size = (place.x, place.y), (place.width, place.height)
        self._lay_out_figures(room)

    def _lay_out_figures(self, room: Box) -> None:
        if not self._figures:
            return
        row_height = min(room.height / len(self._figures), dp(40) * look.scale)
        top = room.y + room.height - max(0.0, (room.height - row_height * len(self._figures)) * 0.3)
        for number, cells in enumerate(self._figures):
            shares = (0.34, 0.33, 0.33) if len(cells) > 1 else (1.0,)
            left = room.x
            for cell, share in zip(cells, shares, strict=False):
                cell.pos = (left + dp(2), top - (number + 1) * row_height)
                cell.size = (room.width * share - dp(4), row_height * 0.92)
                cell.largest = sp(13 if number == 0 else 19 if number == len(self._figures) - 1 else 16) * look.scale
                left += room.width * share


load_kv("mobile.widgets", "trick_area.kv")
