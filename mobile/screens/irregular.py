"""The page "Something happened": all that is no trick, in plain rows; who or which, then before → after, confirm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from mobile.change_view import view_of_change
from mobile.disputes import muck_problem
from mobile.hand_totals import totals_of
from mobile.irregular import (
    MOST_POINTS,
    Happening,
    Kind,
    Offer,
    Outcome,
    enter,
    offers,
    outcome,
    row_detail,
    row_title,
    side_question,
)
from mobile.match_book import MatchBook
from mobile.naming import with_names
from mobile.screens.change_sheet import open_change
from mobile.screens.irregular_totals import totals_rows
from mobile.screens.match_page import MatchPage
from mobile.screens.shell import Shell
from mobile.texts import label, say
from mobile.which_match import match_words
from mobile.widgets.basics import TableButton
from mobile.widgets.look import load_kv
from mobile.widgets.page_parts import ChoiceRow, FieldRow, Heading, Row, Words
from mobile.widgets.steppers import NumberBar
from mobile.wording import player_name, side_name
from scorer.match import MatchState
from scorer.refusal import Refusal

_MARKS: Mapping[Kind, str] = {
    "misdeal": "↺",
    "void": "✗",
    "out_of_turn": "⇄",
    "penalty": "!",
    "peg": "●",
    "claim": "★",
    "concede": "⚑",
    "totals": "Σ",
    "note": "✎",
}
_LONG = 8
"""Names longer than this stand below each other."""


class IrregularFoot(BoxLayout):
    """The button at the foot of the page."""


class KeptHappening:
    """What is being told on the page, None while nothing was chosen; it outlives the widgets."""

    def __init__(self) -> None:
        self.happening: Happening | None = None


class IrregularPage(MatchPage):
    """First the list of what can happen; then, of the one chosen, who or which, and the way to before → after."""

    def __init__(
        self, shell: Shell, match_id: str | None = None, kept: KeptHappening | None = None, **kwargs: Any
    ) -> None:
        super().__init__(shell, match_id, title=label("irregular_page"), **kwargs)
        self.kept = kept or KeptHappening()
        shell.keep(kept=self.kept)
        self.ids.body.add_widget(self.list)
        self.foot = IrregularFoot()
        self.look_button = TableButton(text=label("see_change"), strong=True)
        self.look_button.bind(on_tap=lambda *_: self.look())
        self.rows: dict[str, Row] = {}
        self.choices: dict[str, Any] = {}

    def entered(self) -> None:
        """The list, or what was begun."""
        self.rows, self.choices = {}, {}
        self._show_foot(False)
        super().entered()

    def rows_of(self, book: MatchBook) -> Iterator[Any]:
        """What can happen; or, of what was chosen, what is asked."""
        happening = self.kept.happening
        self._show_foot(happening is not None)
        if happening is None:
            self.title = label("irregular_page")
            return self._offer_rows(book)
        self.title = row_title(happening.kind)
        return self._question_rows(book.state, happening)

    def back(self) -> bool:
        """From what was begun back to the list."""
        if self.kept.happening is None:
            return False
        self.kept.happening = None
        self.entered()
        return True

    def _show_foot(self, shown: bool) -> None:
        self.foot.clear_widgets()
        self.ids.body.remove_widget(self.foot)
        if shown:
            self.foot.add_widget(self.look_button)
            self.ids.body.add_widget(self.foot)

    # The list

    def _offer_rows(self, book: MatchBook) -> Iterator[Row | Words | Heading]:
        state = book.state
        yield Heading(text=match_words(state))
        yield Words(text=label("irregular_hint"), tone="muted")
        yield self._way("revoke", book, label("revoke_row"), label("dispute_revoke_detail"), "↯")
        for offer in offers(book):
            yield self._offer_row(state, offer)
        yield self._way("tricks", book, label("tricks_row"), label("dispute_tricks_detail"), "≡")
        problem = muck_problem(state)
        muck = self._way("muck", book, label("muck_row"), problem or label("dispute_muck_detail"), "Σ")
        muck.disabled = bool(problem)
        yield muck

    def _way(self, page: str, book: MatchBook, title: str, detail: str, mark: str) -> Row:
        row = Row(partial(self.shell.go, page, match_id=book.match_id), title=title, detail=detail, mark=mark)
        self.rows[page] = row
        return row

    def _offer_row(self, state: MatchState, offer: Offer) -> Row:
        detail = with_names(state, offer.problem) if offer.problem else row_detail(offer.kind, state)
        row = Row(partial(self.choose, offer.kind), title=row_title(offer.kind), detail=detail)
        row.mark, row.disabled = _MARKS[offer.kind], bool(offer.problem)
        self.rows[offer.kind] = row
        return row

    def choose(self, kind: Kind) -> None:
        """This is what happened: ask for the rest, or show what it changes where there is nothing to ask."""
        self.kept.happening = Happening(kind)
        book = self.book
        if book is not None and kind == "totals":
            self.kept.happening.totals = totals_of(book.state)
        self.entered()

    # What is asked

    def _question_rows(self, state: MatchState, happening: Happening) -> Iterator[Any]:
        yield Words(text=row_detail(happening.kind, state), tone="muted")
        if happening.asks_seat:
            yield self._seat_row(state, happening)
        if happening.asks_side:
            yield self._side_row(state, happening, "side", side_question(happening.kind))
        if happening.asks_points:
            least = 0 if happening.kind == "penalty" else -MOST_POINTS
            signed = "d" if happening.kind == "penalty" else "+d"
            yield Heading(text=label("irregular_points"))
            bar = NumberBar(partial(setattr, happening, "points"), happening.points, least, MOST_POINTS, signed)
            self.choices["points"] = bar
            yield bar
        if happening.kind == "peg":
            yield self._side_row(state, happening, "by", label("irregular_by"))
        if happening.kind == "totals":
            self.choices["totals"] = list(totals_rows(state, happening.totals))
            yield from self.choices["totals"]
        if happening.asks_text:
            title = label("irregular_note_text" if happening.kind == "note" else "irregular_text")
            field = FieldRow(title=title, text=happening.text)
            field.bind(text=lambda _, text: setattr(happening, "text", text))
            self.choices["text"] = field
            yield field

    def _seat_row(self, state: MatchState, happening: Happening) -> ChoiceRow:
        names = [player_name(state, seat) for seat in state.seats]
        chosen = state.seats.index(happening.seat) if happening.seat is not None else -1
        row = ChoiceRow(
            names,
            chosen,
            lambda index: setattr(happening, "seat", state.seats[index]),
            title=label("irregular_who"),
            stacked=max(map(len, names)) > _LONG,
        )
        self.choices["seat"] = row
        return row

    def _side_row(self, state: MatchState, happening: Happening, field: str, title: str) -> ChoiceRow:
        chosen = getattr(happening, field)
        row = ChoiceRow(
            [side_name(state, side) for side in state.sides],
            state.sides.index(chosen) if chosen is not None else -1,
            lambda index: setattr(happening, field, state.sides[index]),
            title=title,
            stacked=True,
        )
        self.choices[field] = row
        return row

    # Before → after

    def look(self) -> None:
        """Show what it changes; what is missing or can't be is said."""
        book, happening = self.book, self.kept.happening
        if book is None or happening is None:
            return
        missing = happening.missing()
        if missing:
            self.shell.tell(missing, "doubtful")
            return
        found = outcome(book, happening)
        if isinstance(found, Refusal):
            self.shell.tell(with_names(book.state, say(found.code, found.params)), "impossible")
            return
        view = view_of_change(row_title(happening.kind), found.change, found.agreement)
        open_change(self, view, book.state, partial(self._enter, book, found))

    def _enter(self, book: MatchBook, found: Outcome, _agreed: object) -> object:
        answer = enter(book, found, self.companion.clock())
        if answer is None:
            self.kept.happening = None
        return answer


load_kv("mobile.screens", "irregular.kv")
