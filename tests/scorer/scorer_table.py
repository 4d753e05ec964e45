"""A table for the tests: short ways to write events, and random legal play."""

import random
from collections.abc import Iterable, Mapping, Sequence

from scorer.cards import Card, Suit, pack_of
from scorer.events import Deal, Event, GameStart, MatchStart, Play, Trick, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState, Phase
from scorer.referee import Admission, Refusal, admit, apply, replay
from scorer.seats import FOUR_HANDED, Seat
from scorer.texts import say
from scorer.variant import load_variant

LANCASHIRE = "nine_card_lancashire"
ABOUT_NO_EVENT = ("MUCK_", "LOGGED_", "REVOKE_NOT_YET")
"""Codes of what can't be of two piles, of doubts about logged matches, of what a question waits for: no refusals."""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def trick(leader: str, text: str) -> Trick:
    return Trick(Seat(leader), cards(text))


def play(seat: str, card: str) -> Play:
    return Play(Seat(seat), Card.parse(card))


def opening(
    variant: str = LANCASHIRE,
    options: Mapping[str, object] | None = None,
    pitcher: str = "N",
    scores: Mapping[str, int] | None = None,
    hands_played: int = 0,
    carry: int = 0,
) -> list[Event]:
    """A match that has begun, with its first pitcher named."""
    start = start_of_match("m1", load_variant(variant, options))
    return [start, GameStart(Seat(pitcher), None, FrozenMap(scores) if scores else None, hands_played, carry)]


def dealt(
    variant: str = LANCASHIRE,
    options: Mapping[str, object] | None = None,
    pitcher: str = "N",
    scores: Mapping[str, int] | None = None,
    hands: Mapping[Seat, tuple[Card, ...]] | None = None,
    hands_played: int = 0,
    carry: int = 0,
) -> list[Event]:
    """A match whose first hand has been dealt."""
    record = opening(variant, options, pitcher, scores, hands_played, carry)
    dealer = replay(record).dealer
    assert dealer is not None
    return [*record, Deal(dealer, FrozenMap(hands) if hands else None)]


HANDS = FrozenMap(
    {
        Seat.N: cards("AH KH QH JH 10H 9H 8H 7H 5H"),
        Seat.E: cards("2H 5C AC KC QC JC 10C 2C 3C"),
        Seat.S: cards("3H 5S AS KS QS JS 10S 2S 3S"),
        Seat.W: cards("4H 5D AD KD QD JD 10D 2D 3D"),
    }
)
"""Four hands of which North holds nine hearts."""

NINE_TRICKS = [
    "AH 5C 5S 5D", "KH AC AS AD", "QH KC KS KD", "JH QC QS QD", "10H JC JS JD", "9H 10C 10S 10D", "8H 2C 2S 2D",
    "7H 3C 3S 3D", "5H 4C 4S 4D",
]  # fmt: skip
"""North holds nine hearts and takes everything: the most a hand can give."""


def whole_hand(scores: dict[str, int] | None = None, options: dict[str, object] | None = None) -> list[Event]:
    record = dealt(LANCASHIRE, options, "N", scores)
    for text in NINE_TRICKS:
        record.append(trick("N", text))
    return record


def accept(record: list[Event], *events: Event) -> MatchState:
    """Admit the events one after the other, add them to the record and give the state after the last."""
    for event in events:
        answer = admit(record, event)
        assert isinstance(answer, Admission), answer
        record.append(event)
        state = answer.after
    assert state == replay(record)
    return state


def refused(record: Sequence[Event], event: Event) -> str:
    """The code with which the event is refused; its sentence must be whole, and nothing may have changed."""
    before = replay(record) if record else None
    answer = admit(record, event)
    assert isinstance(answer, Refusal), answer
    sentence = say(answer.code, answer.params)
    assert sentence.endswith(".") and "{" not in sentence and "None" not in sentence, sentence
    assert (replay(record) if record else None) == before
    return answer.code


def legal_cards(held: Iterable[Card], led: Suit | None) -> list[Card]:
    """RULES.md 2.1: whoever can follow suit must."""
    held = sorted(held)
    following = [card for card in held if card.suit is led]
    return following or held


def random_hand(rng: random.Random, pitcher: Seat, tricks: int = 9) -> tuple[dict[Seat, tuple[Card, ...]], list[Trick]]:
    """Nine cards each and whole tricks of legal play. Its winners are found here, not by the engine."""
    pack = list(pack_of(52).cards)
    rng.shuffle(pack)
    hands = {seat: tuple(pack[9 * place : 9 * place + 9]) for place, seat in enumerate(FOUR_HANDED)}
    left = {seat: list(held) for seat, held in hands.items()}
    leader, trump, played = pitcher, None, []
    for _ in range(tricks):
        order = [FOUR_HANDED[(FOUR_HANDED.index(leader) + step) % 4] for step in range(4)]
        table: list[Card] = []
        for seat in order:
            card = rng.choice(legal_cards(left[seat], table[0].suit if table else None))
            left[seat].remove(card)
            table.append(card)
        trump = trump or table[0].suit
        strength = [(card.suit is trump, card.suit is table[0].suit, card.rank.height) for card in table]
        played.append(Trick(leader, tuple(table)))
        leader = order[strength.index(max(strength))]
    return hands, played


def random_game(
    rng: random.Random, variant: str = LANCASHIRE, options: Mapping[str, object] | None = None, hands: int = 20
) -> list[Event]:
    """A match of random legal play, to its end or for so many hands; now a whole trick, now card by card."""
    record = opening(variant, options, rng.choice("NESW"))
    state = replay(record)
    for _ in range(hands):
        assert state.pitcher is not None and state.dealer is not None
        held, tricks = random_hand(rng, state.pitcher)
        events: list[Event] = [Deal(state.dealer, FrozenMap(held) if rng.random() < 0.5 else None)]
        for whole in tricks:
            events += [whole] if rng.random() < 0.5 else as_plays(whole)
        for event in events:
            answer = apply(state, event)
            assert isinstance(answer, MatchState), answer
            state = answer
            record.append(event)
            if state.phase is Phase.GAME_OVER:
                return record
    return record


def as_plays(whole: Trick) -> list[Play]:
    """The same trick card by card."""
    first = FOUR_HANDED.index(whole.leader)
    return [Play(FOUR_HANDED[(first + place) % 4], card) for place, card in enumerate(whole.cards)]


def match_start(record: Sequence[Event]) -> MatchStart:
    first = record[0]
    assert isinstance(first, MatchStart)
    return first
