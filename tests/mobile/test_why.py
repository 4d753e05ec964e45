"""The answers to "why?": of scores, pegs, tricks and the bonus, with names, rules and what stays covered."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from book_table import begun, code_of, entered, trick
from mobile_table import AT, legal_hand

from mobile.agreement import agree_to_past
from mobile.match_book import MatchBook
from mobile.why import Subject, WhyAnswer, WhyBonus, WhyPeg, WhyScore, WhyTrick, answer
from scorer.events import Deal, GameStart, Revoke, Trick
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

NAMES = {Seat.N: "Ann", Seat.E: "Bob", Seat.S: "Siân", Seat.W: "Dai"}


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "matches.db") as opened:
        yield opened


def named(log: MatchLog, variant: str = "nine_card_lancashire") -> MatchBook:
    """A match of named players with one whole hand and two tricks of the next."""
    book = MatchBook.start(log, load_variant(variant), AT, NAMES)
    entered(book, GameStart(Seat.N), Deal(Seat.W), *(Trick(*one) for one in legal_hand(1, Seat.N)))
    state = book.state
    assert state.dealer is not None and state.pitcher is not None
    entered(book, Deal(state.dealer), *(Trick(*one) for one in legal_hand(2, state.pitcher)[:2]))
    return book


def told(book: MatchBook, subject: Subject) -> WhyAnswer:
    found = answer(book, subject)
    assert isinstance(found, WhyAnswer), found
    assert found.title and "{" not in found.title
    for part in found.parts:
        assert all(sentence.strip() and "{" not in sentence for sentence in part.sentences)
        assert not any(word in sentence for word in ("North", "East") for sentence in part.sentences), part
    return found


def test_a_score_is_the_sum_of_its_lines_newest_first(log: MatchLog) -> None:
    book = named(log)
    for side in book.state.sides:
        lines = [line for part in told(book, WhyScore(side)).parts for line in part.lines]
        assert sum(int(line.value) for line in lines) == book.state.scores[side]
    hands = [part.heading.split(":")[0] for part in told(book, WhyScore("NS")).parts]
    assert hands == sorted(hands, reverse=True)


def test_a_covered_trick_shows_its_points_and_no_card(log: MatchLog) -> None:
    book = named(log)
    first = book.state.all_hands[1].tricks[0]
    covered = told(book, WhyTrick(2, 1))
    assert covered.covered and covered.trick is None and not any(part.cards for part in covered.parts)
    score = told(book, WhyScore(first.side))
    line = next(line for line in score.parts[0].lines if "Trick 1" in line.title)
    assert score.covered == (first.points > 0) and line.about is None and "Covered" in line.detail
    assert agree_to_past(book, AT) is None
    assert told(book, WhyTrick(2, 1)).trick == (2, 1)
    assert not told(book, WhyScore(first.side)).covered


def test_a_trick_says_who_won_and_why_every_card_counts_or_not(log: MatchLog) -> None:
    book = named(log)
    record = book.state.hands[0].tricks[0]
    found = told(book, WhyTrick(1, 1))
    cards = found.parts[0].cards
    assert [shown.card for shown in cards] == list(record.cards)
    assert [shown.seat for shown in cards if shown.won] == [record.winner]
    assert "won trick 1" in found.parts[0].sentences[0] and "rules" in found.parts[0].sentences[0]
    sentences = sum(len(part.sentences) for part in found.parts[1:])
    assert sentences == 4, "a sentence for each card"
    assert code_of(answer(book, WhyTrick(1, 10))) == code_of(answer(book, WhyTrick(9, 1))) == "NO_TRICK_TO_EXPLAIN"


def test_the_pegs_are_the_last_addition_and_the_one_before(log: MatchLog) -> None:
    book = named(log)
    for side in book.state.sides:
        pair = book.state.pegs[side]
        assert str(pair.front) in told(book, WhyPeg(side)).title
        back = told(book, WhyPeg(side, front=False))
        assert str(pair.back) in back.title
        assert any("back peg" in sentence for sentence in back.parts[0].sentences) or pair.back == 0
    fresh = begun(log, GameStart(Seat.N))
    assert told(fresh, WhyScore("NS")).parts[0].sentences and told(fresh, WhyPeg("NS")).parts[0].sentences


def test_the_bonus_names_the_counts_and_who_had_it(log: MatchLog) -> None:
    book = named(log)
    record = book.state.hands[0]
    assert record.game_count is not None
    found = told(book, WhyBonus(1))
    counts = found.parts[0].sentences[0]
    assert all(str(number) in counts for number in record.game_count.values())
    assert len(found.parts[0].sentences) > 1, "the cards that count"
    assert found.parts[-1].sentences
    assert code_of(answer(book, WhyBonus(7))) == "NO_TRICK_TO_EXPLAIN"
    assert told(book, WhyBonus(2)).parts[-1].sentences, "a hand in play has no bonus yet"


def test_a_call_is_told_with_the_trick_it_took(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), trick("N", "AH 2H 3H 4H"), trick("N", "KC 7C 5H 5C"))
    entered(book, trick(book.state.leader or "N", "QC 9C 3C 10C"), Revoke(Seat.S, 2))
    found = answer(book, WhyPeg("EW"))
    assert isinstance(found, WhyAnswer) and found.parts
    agree_to_past(book, AT)
    calls = answer(book, WhyTrick(1, 2))
    assert isinstance(calls, WhyAnswer)
    assert any(
        "revoke" in sentence.lower() or "follow" in sentence for part in calls.parts for sentence in part.sentences
    )
