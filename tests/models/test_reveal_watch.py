"""Which card was turned up in Blind Don, from readings of the whole table."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import cv2
import pytest
from stack_table import PACK, DrawnDeal, drawn, lying, reading

from don.entering import Entering
from don.entry_pictures import TablePictures
from mobile.entered_match import EnteredMatch
from models.layout_reader import StackCard
from models.reader import CardReader
from models.reading import CardSighting
from models.reveal_watch import RevealWatch, cards_turned_up
from scorer.cards import Card
from scorer.events import Deal, Event, GameStart, Reveal, Trick, start_of_match
from scorer.hand import HandState
from scorer.matchlog import MatchLog
from scorer.referee import replay
from scorer.seats import Seat
from scorer.variant import load_variant

NORTH, SOUTH = PACK[13:22], PACK[:9]
"""What lies face up before each player, from his left."""
NEW, OTHER = PACK[40], PACK[41]
STEP = 80.0
AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)


def hand(*more: Event) -> HandState:
    """A hand of which all that lies face up is known and the first trick was played from North's stack 3, South's 4."""
    rows = [Reveal(s, n, c) for s, row in ((Seat.N, NORTH), (Seat.S, SOUTH)) for n, c in enumerate(row, 1)]
    trick = Trick(Seat.N, (NORTH[2], SOUTH[3]))
    start = start_of_match("m", load_variant("blind_don_burnley"))
    state = replay([start, GameStart(Seat.N), Deal(Seat.S), *rows, trick, *more])
    assert state.hand is not None
    return state.hand


def at(seat: Seat, stack: float) -> tuple[float, float]:
    """Where a stack lies in the picture, South below."""
    return (80 + STEP * (stack - 1), 500.0) if seat is Seat.S else (720 - STEP * (stack - 1), 120.0)


def lies(card: Card, seat: Seat, stack: float, sure: bool = True) -> CardSighting:
    return lying(card, *at(seat, stack), sure=sure)


def table(*more: CardSighting, without: tuple[Card, ...] = ()) -> list[CardSighting]:
    """The cards that still lie there, and others."""
    gone = (NORTH[2], SOUTH[3], *without)
    rows = [lies(c, s, n) for s, row in ((Seat.N, NORTH), (Seat.S, SOUTH)) for n, c in enumerate(row, 1)]
    return [*(card for card in rows if card.card not in gone), *more]


def shown(cards: list[CardSighting], state: HandState | None = None) -> dict[tuple[Seat, int], StackCard]:
    now = state or hand()
    assert now.table is not None
    return cards_turned_up(reading(*cards), now.table, now.cards_gone)


def test_a_new_card_on_the_place_of_a_stack_played_from_is_turned_up() -> None:
    found = shown(table(lies(NEW, Seat.S, 4), lies(OTHER, Seat.N, 3.3)))
    assert found == {(Seat.S, 4): StackCard(NEW, True), (Seat.N, 3): StackCard(OTHER, True)}


def test_what_is_not_there_yet_is_left_out() -> None:
    assert shown(table()) == {}
    assert shown(table(lies(NEW, Seat.S, 4))) == {(Seat.S, 4): StackCard(NEW, True)}


def test_a_card_elsewhere_is_none() -> None:
    """On another stack, between the rows, played already, or known to lie there."""
    assert shown(table(lies(NEW, Seat.S, 6.2), lying(OTHER, 320, 310))) == {}
    assert shown(table(lies(NORTH[2], Seat.N, 3), lies(SOUTH[3], Seat.N, 3))) == {}
    assert shown(table(lies(SOUTH[0], Seat.S, 4), without=(SOUTH[0],))) == {}


def test_the_trick_area_is_not_looked_at() -> None:
    now = hand()
    assert now.table is not None
    cards = reading(*table(lies(NEW, Seat.S, 4)))
    area = ((200.0, 300.0), (600.0, 300.0), (600.0, 600.0), (200.0, 600.0))
    assert cards_turned_up(cards, now.table, now.cards_gone, area) == {}


def test_a_stack_at_the_end_of_a_row_is_found_in_line() -> None:
    now = hand(Trick(Seat.N, (NORTH[0], SOUTH[8])))
    cards = table(lies(NEW, Seat.S, 9), lies(OTHER, Seat.N, 1), without=(NORTH[0], SOUTH[8]))
    assert shown(cards, now) == {(Seat.S, 9): StackCard(NEW, True), (Seat.N, 1): StackCard(OTHER, True)}


def test_the_row_may_lie_askew() -> None:
    def askew(card: CardSighting) -> CardSighting:
        x, y = card.centre
        return lying(card.card, x + 0.2 * y, y - 0.2 * x)

    cards = [askew(card) for card in table(lies(NEW, Seat.S, 4))]
    assert shown(cards) == {(Seat.S, 4): StackCard(NEW, True)}


def test_a_row_of_which_nothing_is_seen_tells_nothing() -> None:
    assert shown([lies(NEW, Seat.S, 4), lies(SOUTH[0], Seat.S, 1)]) == {}


@pytest.mark.parametrize("other", [lies(OTHER, Seat.S, 4.2), lies(OTHER, Seat.S, 3.7, sure=False)])
def test_two_new_cards_on_one_place_are_not_sure(other: CardSighting) -> None:
    assert shown(table(lies(NEW, Seat.S, 4), other)) == {(Seat.S, 4): StackCard(NEW, False)}


def test_what_is_known_is_not_asked_again() -> None:
    now = hand(Reveal(Seat.S, 4, NEW))
    assert shown(table(lies(NEW, Seat.S, 4), lies(OTHER, Seat.N, 3)), now) == {(Seat.N, 3): StackCard(OTHER, True)}


def looks(*seen: CardSighting | None) -> StackCard:
    """What is proposed for South's stack 4 after these looks at it."""
    now, watch = hand(), RevealWatch()
    assert now.table is not None
    for one in seen:
        watch.take(reading(*table(*([one] if one else []))), now.table, now.cards_gone)
    return watch.proposed(Seat.S, 4)


def test_two_looks_must_agree() -> None:
    new, doubtful, other = lies(NEW, Seat.S, 4), lies(NEW, Seat.S, 4, sure=False), lies(OTHER, Seat.S, 4)
    assert looks() == looks(None, None) == StackCard()
    assert looks(new) == StackCard(NEW, False)
    assert looks(new, new) == looks(None, other, new, new, new) == StackCard(NEW, True)
    assert looks(new, None, new) == StackCard(NEW, True), "a hand over it says nothing"
    assert looks(new, doubtful) == looks(doubtful, doubtful) == StackCard(NEW, False)
    assert looks(new, new, other) == StackCard(NEW, False)


def test_what_was_seen_before_is_forgotten_when_it_is_told() -> None:
    watch, now, told = RevealWatch(), hand(), hand(Reveal(Seat.S, 4, NEW))
    assert now.table is not None and told.table is not None
    for _ in range(2):
        watch.take(reading(*table(lies(NEW, Seat.S, 4))), now.table, now.cards_gone)
    watch.take(reading(*table(lies(NEW, Seat.S, 4))), told.table, told.cards_gone)
    assert watch.proposed(Seat.S, 4) == StackCard()


@pytest.mark.slow
def test_a_picture_offers_the_cards_turned_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A drawn table on which North's stack 4 and South's stack 6 had other cards on top, which were played."""
    deal = DrawnDeal((Seat.N, Seat.S), 9)
    file = tmp_path / "now.png"
    cv2.imwrite(str(file), drawn(monkeypatch, deal, 1, 0.1))
    unseen = [card for card in PACK if all(card not in row for row in deal.truth.values())]
    covers = {(Seat.N, 4): unseen[0], (Seat.S, 6): unseen[1]}
    rows = [
        Reveal(seat, number, covers.get((seat, number), card))
        for seat, row in deal.truth.items()
        for number, card in enumerate(row, 1)
    ]
    asked: list[str] = []

    def answer(prompt: str, _pending: str) -> str:
        asked.append(prompt)
        return f"picture {file}" if len(asked) == 1 else "stop" if prompt.startswith("Trick 2") else ""

    with MatchLog(tmp_path / "matches.db") as log:
        match = EnteredMatch.start(log, load_variant("blind_don_burnley"), AT)
        trick = Trick(Seat.N, tuple(unseen[:2]))
        match.enter([GameStart(Seat.N), Deal(Seat.S), *rows, trick], AT)
        Entering(match, answer, TablePictures(CardReader.load, Seat.S)).run()
        state = match.state
    assert [prompt.split(".")[0].split(",")[0] for prompt in asked[:3]] == [
        "North turns up stack 4",
        "North turns up stack 4",
        "South turns up stack 6",
    ]
    assert state.hand is not None and state.hand.table is not None
    assert state.hand.table[Seat.N].stacks[3].bottom == deal.truth[Seat.N][3]
    assert state.hand.table[Seat.S].stacks[5].bottom == deal.truth[Seat.S][5]
