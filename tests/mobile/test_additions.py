"""Every addition to a score adds up to it, and the last one that went forward is what lies between the two pegs."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from book_table import begun, entered, sides, trick
from mobile_table import AT, legal_hand

from mobile.additions import additions_of
from mobile.match_book import MatchBook
from scorer.events import Deal, Event, GameStart, PegCorrection, Penalty, Revoke, Trick, Void
from scorer.match import MatchState, Phase
from scorer.matchlog import MatchLog
from scorer.seats import Seat


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "matches.db") as opened:
        yield opened


def adds_up(state: MatchState) -> None:
    """The additions of each side come to its score, and to its pegs where nothing was taken away."""
    for side in state.sides:
        found = additions_of(state, side)
        assert sum(one.points for one in found) == state.scores[side], (side, found)
        assert [one.after for one in found] == [sum(one.points for one in found[: n + 1]) for n in range(len(found))]
        if found and all(one.points > 0 for one in found):
            target = state.target or 10**6
            pair = state.pegs[side]
            assert pair.front == min(found[-1].after, target)
            assert pair.back == (found[-2].after if len(found) > 1 else 0)


def one_step(book: MatchBook, rng: random.Random, seed: int) -> None:
    """A whole hand, with something out of the ordinary now and then; the additions are looked at after each entry."""
    state = book.state
    assert state.dealer is not None and state.pitcher is not None
    book.enter([Deal(state.dealer)], AT)
    for leader, cards in legal_hand(seed, state.pitcher):
        if book.state.hand is None:
            break
        book.enter([Trick(leader, cards)], AT)
        adds_up(book.state)
        if rng.random() < 0.08:
            book.enter([Penalty(rng.choice(state.sides), rng.randint(1, 9))], AT)
            adds_up(book.state)
    if rng.random() < 0.2:
        events: list[Event] = [Void(), Penalty("NS", 3), PegCorrection("EW", 2, "NS")]
        book.enter([rng.choice(events)], AT)
        adds_up(book.state)


@pytest.mark.parametrize("variant", ["nine_card_lancashire", "nine_card_south_wales"])
@pytest.mark.parametrize("seed", [1])
def test_the_additions_come_to_the_score(log: MatchLog, seed: int, variant: str) -> None:
    rng = random.Random(seed)
    book = begun(log, GameStart(Seat.N), variant=variant)
    for hand in range(4):
        if book.state.phase is Phase.GAME_OVER:
            break
        one_step(book, rng, 100 * seed + hand)
    assert len(book.state.hands) > 2


def test_what_was_taken_over_and_what_was_lost(log: MatchLog) -> None:
    taken = GameStart(Seat.N, start_scores=sides(10, 20), hands_played=1)
    book = begun(log, taken, Deal(Seat.W), trick("N", "AH 2H 3H 4H"), trick("N", "KC 7C 6D 5C"))
    entered(book, trick("N", "QC 9C 3C 10C"), Revoke(Seat.S, 2))
    adds_up(book.state)
    first, *_ = additions_of(book.state, "NS")
    assert (first.kind, first.points, first.hand) == ("start", 10, 0)
    kinds = {one.kind for one in additions_of(book.state, "EW")}
    assert "penalty" in kinds and "start" in kinds
