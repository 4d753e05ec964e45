"""A card of the record is put right: pick, look at before → after, confirm. Two cards, or a whole trick, likewise."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from mobile.agreement import agree_to_past, may_show_trick
from mobile.card_correction import CardCorrection, TrickAnew
from mobile.change_view import view_of_plan
from mobile.corrections import Plan
from mobile.match_book import MatchBook
from mobile.naming import with_names
from mobile.screens.change_sheet import open_change
from mobile.screens.page import Page
from mobile.texts import label, say
from mobile.widgets.card_picker import CardPicker
from mobile.widgets.page_parts import Sheet, Words
from mobile.wording import card_glyphs
from models.trick_reader import TrickProposal
from scorer.cards import Card
from scorer.refusal import Refusal
from scorer.seats import Seat


def open_correction(page: Page, hand: int, trick: int, seat: Seat, book: MatchBook | None = None) -> None:
    """Offer another card for the one that ``seat`` played (hand over the match and trick from 1).

    ``book``: the match, without it the one on the table. A past trick of the hand in play is only opened when all
    players agree, which is asked first.
    """
    book = book or page.companion.book
    if book is None:
        return
    when_open(page, book, hand, trick, partial(_pick, page, book, hand, trick, seat))


def open_whole_trick(page: Page, hand: int, trick: int, book: MatchBook | None = None) -> None:
    """Have a trick entered again, card by card from its leader on."""
    book = book or page.companion.book
    if book is None:
        return
    when_open(page, book, hand, trick, lambda: _pick_next(page, TrickAnew(book, hand, trick)))


def when_open(page: Page, book: MatchBook, hand: int, trick: int, go_on: Callable[[], object]) -> None:
    """Do something with a trick if it may be shown; else ask the players first."""
    if may_show_trick(book, hand, trick):
        go_on()
        return
    ask_to_look(page, book, go_on)


def ask_to_look(page: Page, book: MatchBook, go_on: Callable[[], object]) -> None:
    """Ask whether all players agree to see past tricks; on a yes it is noted and ``go_on`` done."""

    def agreed() -> None:
        answer = agree_to_past(book, page.companion.clock())
        page.shell.close_sheet()
        if answer is not None:
            page.shell.tell(say(answer.code, answer.params), "impossible")
            return
        if page.companion.session is not None:
            page.companion.session.propose_again()
        page.entered()
        go_on()

    rows = [Words(text=label("PAST_TRICKS_COVERED")), Words(text=label("show_past_detail"), tone="muted")]
    buttons = [(label("cancel"), False, page.shell.close_sheet), (label("all_agree"), True, agreed)]
    page.shell.open_sheet(Sheet(label("why_covered"), rows, page.shell.close_sheet, buttons))


# One card


def _pick(page: Page, book: MatchBook, hand: int, trick: int, seat: Seat) -> None:
    correction = CardCorrection(book, hand, trick, seat, _read(page, book, hand, trick))
    if correction.problem is not None:
        page.shell.tell(say(correction.problem.code, correction.problem.params), "impossible")
        return
    picker = new_picker(page)
    again = partial(_pick, page, book, hand, trick, seat)
    elsewhere = correction.elsewhere
    picker.open_for(
        correction.title,
        correction.free,
        correction.likely,
        book.state.variant.pack,
        correction.others,
    )
    for card, cell in picker.cells.items():
        if card in elsewhere:
            cell.disabled = False
    picker.bind(on_choose=lambda _, card: _propose(page, book, correction.choose(card), again))
    picker.bind(on_swap=lambda _, other: _propose(page, book, correction.swap_with(other), again))
    page.shell.open_sheet(picker)


def _read(page: Page, book: MatchBook, hand: int, trick: int) -> TrickProposal | None:
    """How the trick was read, where it was entered at this table since the app was opened."""
    session = page.companion.session
    if session is None or session.match_id != book.match_id:
        return None
    return session.entered_as(hand, trick)


def new_picker(page: Page) -> CardPicker:
    """A picker that closes itself as a sheet."""
    picker = CardPicker(size_hint=(None, None))
    picker.ids.title.lines = True
    picker.bind(on_close=lambda *_: page.shell.close_sheet())
    return picker


# A whole trick


def _pick_next(page: Page, anew: TrickAnew) -> None:
    if not anew.there:
        page.shell.tell(say("NO_TRICK_TO_EXPLAIN"), "impossible")
        return
    if anew.seat is None:
        _propose(page, anew.book, anew.plan(), partial(open_whole_trick, page, anew.hand, anew.trick, anew.book))
        return
    picker = new_picker(page)
    others = label("anew_so_far", cards=" ".join(map(card_glyphs, anew.cards))) if anew.cards else ""
    picker.open_for(anew.title, anew.possible, anew.likely, anew.book.state.variant.pack, (), others)
    picker.bind(on_choose=lambda _, card: _chosen(page, anew, card))
    page.shell.open_sheet(picker)


def _chosen(page: Page, anew: TrickAnew, card: Card) -> None:
    anew.cards.append(card)
    _pick_next(page, anew)


# Before → after


def _propose(page: Page, book: MatchBook, plan: Plan | Refusal, again: Callable[[], object]) -> None:
    """Show what a plan changes; a refusal says why it can't be, and leaves the choice open."""
    if isinstance(plan, Refusal):
        page.shell.tell(refused_words(book, plan), "impossible")
        again()
        return
    show_plan(page, book, plan, label("change_title"), again)


def refused_words(book: MatchBook, refusal: Refusal) -> str:
    """Why a correction can't be, for people at the table."""
    if refusal.code == "BROKEN_RECORD":
        detail = str(refusal.params.get("detail", "")).rstrip(".")
        return with_names(book.state, label("CORRECTION_BREAKS", detail=detail))
    return with_names(book.state, say(refusal.code, refusal.params))


def show_plan(page: Page, book: MatchBook, plan: Plan, title: str, again: Callable[[], object] | None = None) -> Any:
    """Show a correction or recount before → after; on a yes it is entered."""

    def enter(agreed: Any) -> object:
        return book.carry_out(plan, page.companion.clock(), agreed)

    return open_change(page, view_of_plan(title, plan), book.state, enter, again)
