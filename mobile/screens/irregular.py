"""The page "Something happened": all that is no trick, in plain rows; who or which, then before → after, confirm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from mobile.change_view import view_of_change
from mobile.hand_totals import totals_of
from mobile.irregular import MOST_POINTS, Happening, Kind, Offer, Outcome, enter, offers, outcome
from mobile.match_book import MatchBook
from mobile.naming import with_names
from mobile.screens.change_sheet import open_change
from mobile.screens.dispute import match_words, muck_problem
from mobile.screens.irregular_totals import totals_rows
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label, say
from mobile.which_match import book_in_question
from mobile.widgets.basics import TableButton
from mobile.widgets.look import load_kv
from mobile.widgets.page_parts import ChoiceRow, FieldRow, Heading, PageList, Row, Words
from mobile.widgets.steppers import NumberBar
from mobile.wording import player_name, side_name
from scorer.errors import DonError
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


class IrregularPage(Page):
    """First the list of what can happen; then, of the one chosen, who or which, and the way to before → after."""

    def __init__(
        self, shell: Shell, match_id: str | None = None, kept: KeptHappening | None = None, **kwargs: Any
    ) -> None:
        super().__init__(shell, title=label("irregular_page"), **kwargs)
        self._match_id = match_id
        self.kept = kept or KeptHappening()
        shell.keep(kept=self.kept)
        self.list = PageList()
        self.ids.body.add_widget(self.list)
        self.foot = IrregularFoot()
        self.look_button = TableButton(text=label("see_change"), strong=True)
        self.look_button.bind(on_tap=lambda *_: self.look())
        self.rows: dict[str, Row] = {}
        self.choices: dict[str, Any] = {}

    def entered(self) -> None:
        """The list, or what was begun."""
        self.rows, self.choices = {}, {}
        try:
            book = book_in_question(self.companion, self._match_id)
        except DonError as error:
            self.list.put([Words(text=str(error), tone="impossible")])
            return
        if book is None:
            self.list.put([Words(text=label("dispute_no_match"))])
            return
        happening = self.kept.happening
        self._show_foot(happening is not None)
        if happening is None:
            self.title = label("irregular_page")
            self.list.put(list(self._offer_rows(book)))
        else:
            self.title = row_title(happening.kind)
            self.list.put(list(self._question_rows(book.state, happening)))

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
        book = book_in_question(self.companion, self._match_id)
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
        book, happening = book_in_question(self.companion, self._match_id), self.kept.happening
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


def row_title(kind: Kind) -> str:
    """What the thing is called."""
    titles: dict[Kind, str] = {
        "misdeal": label("misdeal_row"),
        "void": label("void_row"),
        "out_of_turn": label("out_of_turn_row"),
        "penalty": label("penalty_row"),
        "peg": label("peg_row"),
        "claim": label("irregular_claim_row"),
        "concede": label("concede_row"),
        "totals": label("totals_row"),
        "note": label("note_row"),
    }
    return titles[kind]


def row_detail(kind: Kind, state: MatchState) -> str:
    """What it does, in one line."""
    costs = state.variant.out_of_turn_penalty != "note"
    details: dict[Kind, str] = {
        "misdeal": label("misdeal_detail"),
        "void": label("void_detail"),
        "out_of_turn": label("out_of_turn_detail_cost" if costs else "out_of_turn_detail_note"),
        "penalty": label("penalty_detail"),
        "peg": label("peg_detail"),
        "claim": label("irregular_claim_detail"),
        "concede": label("concede_detail"),
        "totals": label("totals_detail"),
        "note": label("note_detail"),
    }
    return details[kind]


def side_question(kind: Kind) -> str:
    """Which side is asked for."""
    questions: dict[Kind, str] = {
        "penalty": label("penalty_side"),
        "peg": label("peg_side"),
        "claim": label("claim_side"),
        "concede": label("concede_side"),
    }
    return questions.get(kind, label("irregular_side"))


load_kv("mobile.screens", "irregular.kv")
