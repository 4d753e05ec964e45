"""What happens at a table that is no trick: what is offered, what is missing, what it changes, one entry."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from book_table import begun, code_of, entered, sides, trick
from mobile_table import AT

from mobile.hand_totals import asks_count, asks_last_scoring, parts_told, totals_of
from mobile.irregular import (
    KINDS,
    NOTE_LETTERS,
    Happening,
    Outcome,
    enter,
    offers,
    outcome,
    row_detail,
    row_title,
    side_question,
)
from mobile.match_book import MatchBook
from scorer.events import Count, Deal, GameStart, Misdeal, Note
from scorer.match import Phase
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "matches.db") as opened:
        yield opened


def open_now(book: MatchBook) -> set[str]:
    for offer in offers(book):
        assert not offer.problem or offer.problem.endswith("."), offer
    return {offer.kind for offer in offers(book) if not offer.problem}


def looked(book: MatchBook, happening: Happening) -> Outcome:
    assert happening.missing() == ""
    entries = book.entries
    found = outcome(book, happening)
    assert isinstance(found, Outcome), found
    assert book.entries == entries, "looking writes nothing"
    return found


def test_what_is_offered_follows_the_rules_and_the_state(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N))
    assert "misdeal" not in open_now(book) and "claim" not in {offer.kind for offer in offers(book)}
    entered(book, Deal(Seat.W))
    assert {"misdeal", "void", "peg", "totals", "note"} <= open_now(book)
    entered(book, trick("N", "AH 2H 3H 4H"))
    assert "misdeal" not in open_now(book) and "peg" not in open_now(book)
    irish = MatchBook.start(log, load_variant("irish_don"), AT)
    entered(irish, GameStart(Seat.N))
    assert "claim" in {offer.kind for offer in offers(irish)} and "claim" not in open_now(irish)


def test_what_is_still_to_be_told_is_said(log: MatchLog) -> None:
    for kind in KINDS:
        asked = Happening(kind)
        assert bool(asked.missing()) == (kind in ("out_of_turn", "penalty", "peg", "claim", "concede", "note")), kind
    assert Happening("penalty", side="NS").missing() and not Happening("penalty", side="NS", points=3).missing()
    assert str(NOTE_LETTERS) in Happening("note", text="x" * (NOTE_LETTERS + 1)).missing()


def test_a_penalty_is_looked_at_then_entered_once(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), trick("N", "AH 2H 3H 4H"))
    found = looked(book, Happening("penalty", side="NS", points=5, text=" cards shown "))
    assert found.change.after.scores["EW"] == found.change.before.scores["EW"] + 5 and found.agreement == ()
    assert enter(book, found, AT) is None and book.state == found.change.after
    assert code_of(enter(book, found, AT)) == "RECORD_MOVED_ON"


def test_each_kind_makes_its_entry(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W))
    assert looked(book, Happening("misdeal", text="face up")).event == Misdeal("face up")
    assert looked(book, Happening("peg", side="NS", by="EW", points=2)).change.after.scores["NS"] == 2
    assert isinstance(looked(book, Happening("out_of_turn", seat=Seat.E)).event, Note)
    assert looked(book, Happening("note", text="glass broken")).event == Note("glass broken")
    assert looked(book, Happening("void")).change.after.phase is Phase.BEFORE_DEAL
    refused = outcome(book, Happening("claim", side="NS"))
    assert code_of(refused)


def test_giving_up_needs_the_other_side_too(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W))
    found = looked(book, Happening("concede", side="NS"))
    assert found.agreement == ("NS", "EW") and found.change.after.winner == "EW"


def test_only_totals_of_a_hand(log: MatchLog) -> None:
    book = begun(log, GameStart(Seat.N), Deal(Seat.W), trick("N", "AH 2H 3H 4H"))
    state = book.state
    totals = totals_of(state)
    assert totals.points == {"NS": 4, "EW": 0} and asks_count(state) and parts_told(state) == ()
    assert not asks_last_scoring(state)
    totals.points |= {"NS": 20, "EW": 24}
    totals.counts |= {"NS": 30, "EW": 20}
    found = looked(book, Happening("totals", totals=totals))
    assert found.event == Count(sides(20, 24), sides(30, 20))
    assert found.change.after.phase is Phase.BETWEEN_HANDS
    totals.points["NS"] = 1
    assert code_of(outcome(book, Happening("totals", totals=totals))) == "IMPOSSIBLE_COUNT"
    assert totals_of(begun(log, GameStart(Seat.N)).state).points == {"NS": 0, "EW": 0}


def test_each_kind_is_called_and_explained(log: MatchLog) -> None:
    state = begun(log, GameStart(Seat.N)).state
    assert len({row_title(kind) for kind in KINDS}) == len({row_detail(kind, state) for kind in KINDS}) == len(KINDS)
    asked = [kind for kind in KINDS if Happening(kind).asks_side]
    assert len({side_question(kind) for kind in asked}) == len(asked)
    dear = begun(log, GameStart(Seat.N), out_of_turn_penalty="as_revoke").state
    assert row_detail("out_of_turn", dear) != row_detail("out_of_turn", state)
