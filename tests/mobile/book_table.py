"""What the tests of a match's record share: books on a real log, plans carried out and checked."""

from collections.abc import Mapping

from mobile_table import AT, cards

from mobile.corrections import Plan
from mobile.match_book import MatchBook
from mobile.texts import say
from scorer.cards import Card
from scorer.change_words import change_sentences
from scorer.events import (
    Event,
    Trick,
)
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.referee import Refusal, replay
from scorer.seats import Seat
from scorer.variant import load_variant

BOTH = {"NS": "Ann", "EW": "Bob"}


def card(text: str) -> Card:
    return Card.parse(text)


def sides(first: int, second: int) -> FrozenMap[str, int]:
    return FrozenMap({"NS": first, "EW": second})


def trick(leader: str, text: str) -> Trick:
    return Trick(Seat(leader), cards(text))


def begun(log: MatchLog, *events: Event, variant: str = "nine_card_lancashire", **options: object) -> MatchBook:
    book = MatchBook.start(log, load_variant(variant, options), AT)
    entered(book, *events)
    return book


def entered(book: MatchBook, *events: Event) -> None:
    answer = book.enter(events, AT)
    assert not isinstance(answer, Refusal), answer


def planned(plan: Plan | Refusal) -> Plan:
    assert isinstance(plan, Plan), plan
    assert all(sentence.endswith(".") for sentence in change_sentences(plan.change))
    return plan


def done(book: MatchBook, plan: Plan | Refusal, agreed: Mapping[str, str] | None = None) -> MatchState:
    """The plan carried out: it changes just what it said, one entry longer, nothing of the record erased."""
    plan = planned(plan)
    before = book.events
    change = book.carry_out(plan, AT, agreed)
    assert change == plan.change
    assert book.events[:-1] == before
    assert replay(row.event for row in book.log.rows(book.match_id)) == book.state == plan.change.after
    return book.state


def code_of(answer: object) -> str:
    """The code of a refusal, whose sentence must be whole."""
    assert isinstance(answer, Refusal), answer
    sentence = say(answer.code, answer.params)
    assert sentence.endswith(".") and "{" not in sentence, sentence
    return answer.code
