"""The quarrel about the muck and about a revoke, as the app holds it: what is known, what is open, one entry."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mobile.corrections import Plan
from mobile.disputes import MuckDispute, RevokeQuestion, last_trick_place, muck_problem
from mobile.match_book import MatchBook
from mobile.texts import label
from mobile.which_match import match_words
from models.pile_reader import PileCard, PilePlace, PileReading
from models.reading import CardSighting, Reading
from scorer.cards import Card
from scorer.disputes import Change
from scorer.events import Count, Deal, Event, GameStart, Recount, Revoke, Trick, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.matchlog import MatchLog
from scorer.muck_check import MuckError
from scorer.referee import Refusal
from scorer.seats import Seat
from scorer.variant import load_variant

AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)
NINE = [
    "AH 5C 5S 5D", "KH AC AS AD", "QH KC KS KD", "JH QC QS QD", "10H JC JS JD", "9H 10C 10S 10D", "8H 2C 2S 2D",
    "7H 3C 3S 3D", "5H 4C 4S 4D",
]  # fmt: skip
"""North wins everything: 80 for game."""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def place(card: str, others: str = "") -> PileCard:
    """A doubtful place of a picture."""
    runners_up = tuple((other, 0.1) for other in cards(others))
    return PileCard(Card.parse(card), "doubtful", 0.8, (PilePlace(0, (0, 0, 9, 9)),), runners_up)


def reading(sure: str, *doubtful: PileCard) -> PileReading:
    found = tuple(PileCard(card, "sure", 0.999, (PilePlace(0, (0, 0, 9, 9)),)) for card in cards(sure))
    return PileReading((*found, *doubtful), ())


def tricks(*texts: str) -> list[Event]:
    return [Trick(Seat.N, cards(text)) for text in texts]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "matches.db") as opened:
        yield opened


def book_of(log: MatchLog, *events: Event) -> MatchBook:
    start = start_of_match("m1", load_variant("nine_card_lancashire"))
    answer = log.record_all("m1", [start, GameStart(Seat.N), Deal(Seat.W), *events], AT)
    assert not isinstance(answer, Refusal), answer
    return MatchBook(log, "m1")


def test_what_a_picture_leaves_open_is_settled_one_place_at_a_time(log: MatchLog) -> None:
    book = book_of(log, *tricks(*NINE))
    dispute = MuckDispute(book)
    assert dispute.match_id == "m1" and dispute.sides == ("NS", "EW") and dispute.hand.number == 1
    dispute.read("NS", reading("AH 5C 5S 5D KH AC AS AD", place("KC", "KS"), place("QD", "KD")))
    assert dispute.size("NS") == 8 and len(dispute.open_places("NS")) == 2
    unseen = {str(one.card) for one in dispute.not_seen("NS")}
    assert unseen.isdisjoint({"KC", "KS", "QD", "KD"}) and {"10H", "4D"} <= unseen and len(unseen) == 24
    first, second = dispute.open_places("NS")
    dispute.settle("NS", first, Card.parse("KS"))
    dispute.settle("NS", second, None)
    assert dispute.open_places("NS") == () and Card.parse("KS") in dispute.cards("NS")
    assert {"KC", "KD", "QD"} <= {str(one.card) for one in dispute.not_seen("NS")}
    dispute.is_missing("NS", cards("KC"))
    assert "KC" not in {str(one.card) for one in dispute.not_seen("NS")}
    dispute.name("NS", cards("KC"))
    dispute.take_out("NS", cards("KC"))
    assert "KC" in {str(one.card) for one in dispute.not_seen("NS")}, (
        "what was named and taken out is asked about again"
    )


def picture(sure: str, *doubtful: tuple[str, str]) -> Reading:
    """One picture of a pile: sure cards, and doubtful ones each with what it may be besides."""
    seen = [CardSighting(card, "sure", 0.999, (), (0, 0, 9, 9), ()) for card in cards(sure)]
    for name, other in doubtful:
        others = tuple((card, 0.1) for card in cards(other))
        seen.append(CardSighting(Card.parse(name), "doubtful", 0.6, others, (0, 0, 9, 9), ()))
    return Reading(tuple(seen), 100.0, 1.0, (1000, 1000))


def test_pictures_taken_one_by_one_are_read_together(log: MatchLog) -> None:
    dispute = MuckDispute(book_of(log, *tricks(*NINE)))
    assert dispute.number == 1 and dispute.state.hands
    dispute.add_picture("NS", picture("AH 5C", ("5S", "6S"), ("KC", "KS")))
    assert dispute.pictures_taken("NS") == 1 and len(dispute.open_places("NS")) == 2
    assert dispute.value("NS") == 4, "an ace counts four"
    (place,) = (place for place in dispute.open_places("NS") if place.card == Card.parse("KC"))
    dispute.settle("NS", place, None)
    dispute.add_picture("NS", picture("5S 5D", ("KC", "KS")))
    assert dispute.open_places("NS") == (), "one is sure now, the other was settled"
    assert set(dispute.cards("NS")) == set(cards("AH 5C 5S 5D")) < set(dispute.recorded("NS"))
    dispute.forget("NS")
    assert dispute.pictures_taken("NS") == dispute.size("NS") == 0 and dispute.recorded("EW") == ()


def test_a_pile_named_by_hand_or_seen_elsewhere_is_not_asked_about(log: MatchLog) -> None:
    dispute = MuckDispute(book_of(log, *tricks(*NINE)))
    assert dispute.not_seen("NS") == () and dispute.size("NS") == 0 and dispute.open_places("NS") == ()
    with pytest.raises(MuckError, match="No pile is named"):
        dispute.check()
    dispute.name("EW", cards("AH KC KS KD"))
    assert dispute.not_seen("EW") == ()
    dispute.read("NS", reading("5C 5S 5D"))
    unseen = {one.card for one in dispute.not_seen("NS")}
    assert unseen.isdisjoint(cards("AH KC KS KD")) and len(unseen) == 36 - 3 - 4


def test_the_recount_is_one_entry_and_only_when_it_is_wanted(log: MatchLog) -> None:
    book = book_of(log, *tricks(*NINE))
    dispute = MuckDispute(book)
    dispute.name("EW", cards("AC AS AD KH"))
    check = dispute.check()
    plan = dispute.plan(check, "Ann", "looked")
    assert isinstance(plan, Plan) and plan.event == Recount(1, FrozenMap({"NS": 65, "EW": 15}), (), "Ann", "looked")
    entries = book.entries
    assert dispute.disputed_tricks(check) == (2,) and dispute.pictures(check) == {}
    assert dispute.words(check).result().startswith("The piles come to North and South 65, East and West 15")
    assert book.entries == entries
    change = dispute.enter(plan, AT)
    assert isinstance(change, Change) and book.events[-1] == plan.event
    assert dispute.standing == {"NS": 65, "EW": 15} and dispute.plan(dispute.check()) is None
    late = dispute.enter(plan, AT)
    assert isinstance(late, Refusal) and late.code == "RECORD_MOVED_ON"


def test_a_count_by_the_table_alone(log: MatchLog) -> None:
    book = book_of(log, *tricks(*NINE))
    dispute = MuckDispute(book)
    assert dispute.plan_count("NS", 80) is None
    plan = dispute.plan_count("EW", 6, "Bob")
    assert isinstance(plan, Plan) and plan.event == Recount(1, FrozenMap({"NS": 74, "EW": 6}), (), "Bob")
    refused = dispute.plan_count("EW", 81)
    assert isinstance(refused, Refusal) and refused.code == "IMPOSSIBLE_COUNT"
    playing = MuckDispute(book_with_hand_in_play(log), 1)
    assert playing.standing is None


def book_with_hand_in_play(log: MatchLog) -> MatchBook:
    start = start_of_match("m2", load_variant("nine_card_lancashire"))
    log.record_all("m2", [start, GameStart(Seat.N), Deal(Seat.W), *tricks(*NINE[:3])], AT)
    return MatchBook(log, "m2")


def test_which_hand_is_meant(log: MatchLog) -> None:
    book = book_of(log, Count(FrozenMap({"NS": 20, "EW": 24}), FrozenMap({"NS": 30, "EW": 20})))
    assert MuckDispute(book).standing == {"NS": 30, "EW": 20}
    with pytest.raises(MuckError, match="There is no hand 3"):
        MuckDispute(book, 3)
    with pytest.raises(MuckError, match="has been played to its end"):
        MuckDispute(book_with_hand_in_play(log))


def test_a_revoke_is_asked_costed_and_called(log: MatchLog) -> None:
    book = book_of(log, *tricks("AH 2H 3H 4H", "KC 7C 6D 5C", "QC 9C 3C 10C"))
    question = RevokeQuestion(book, Seat.S)
    assert [proof.trick.number for proof in question.answer.proofs] == [2]
    entries, cost = book.entries, question.cost(2)
    assert isinstance(cost, Change) and book.entries == entries
    assert isinstance(question.cost(1), Refusal) and isinstance(question.call(1, AT), Refusal)
    assert question.call(2, AT) == cost and book.events[-1] == Revoke(Seat.S, 2)
    again = question.call(2, AT)
    assert isinstance(again, Refusal) and again.code == "ALREADY_CALLED"


def test_what_can_be_settled_about_a_match(log: MatchLog) -> None:
    fresh = book_of(log).state
    assert muck_problem(fresh) == label("MUCK_NOT_YET") and last_trick_place(fresh) is None
    playing = book_with_hand_in_play(log).state
    assert muck_problem(playing) and last_trick_place(playing) == (1, 3)
    irish = MatchBook.start(log, load_variant("irish_don"), AT).state
    assert "Irish Don" in muck_problem(irish), "nothing is counted there"
    assert match_words(irish) == "Irish Don\nNorth & South against East & West"


def test_the_muck_of_the_hand_before_can_be_counted_in_the_next(log: MatchLog) -> None:
    state = book_of(log, *tricks(*NINE), Deal(Seat.N)).state
    assert muck_problem(state) == "" and last_trick_place(state) == (1, 9)
