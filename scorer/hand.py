"""The state of a hand: its tricks, the cards gone, and what is counted after the last trick (RULES.md 3.1, 4.1)."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace

from scorer.cards import Card, Suit
from scorer.events import Hands
from scorer.frozenmap import FrozenMap
from scorer.seats import Seat, Side, next_in, side_of
from scorer.trick import Peg, Reason, game_count, trick_pegs, winner_index
from scorer.variant import Variant

Scores = FrozenMap[Side, int]


@dataclass(frozen=True, slots=True)
class TrickRecord:
    """A finished trick: the cards in order from the leader, who won it and what it pegged."""

    number: int
    leader: Seat
    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]
    winner: Seat
    side: Side
    points: int
    pegs: tuple[Peg, ...]
    scores_after: Scores

    def card_of(self, seat: Seat) -> Card:
        """The card that ``seat`` played."""
        return self.cards[self.seats.index(seat)]


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand in play. Trumps are unknown (None) until the first card is pitched."""

    number: int
    dealer: Seat
    pitcher: Seat
    scores_before: Scores
    hands: Hands | None = None
    trump: Suit | None = None
    tricks: tuple[TrickRecord, ...] = ()
    current: tuple[tuple[Seat, Card], ...] = ()
    cards_gone: frozenset[Card] = frozenset()

    @property
    def leader(self) -> Seat:
        """Who leads the trick that is being played or comes next: the last winner, at first the pitcher."""
        return self.tricks[-1].winner if self.tricks else self.pitcher


@dataclass(frozen=True, slots=True)
class HandRecord(HandState):
    """A hand that is over. After a win in mid-hand nothing is counted: `game_count` is None, no bonus."""

    game_count: FrozenMap[Side, int] | None = None
    bonus_parts: tuple[tuple[str, Side, int], ...] = ()
    pegs: tuple[Peg, ...] = ()
    """The pegs of the bonus; those of the tricks stand in their records."""
    scores_after: Scores = field(default_factory=FrozenMap)


def add_card(hand: HandState, seat: Seat, card: Card) -> HandState:
    """The hand with one more card in the unfinished trick; the first card of all sets trumps."""
    return replace(
        hand,
        trump=hand.trump or card.suit,
        current=(*hand.current, (seat, card)),
        cards_gone=hand.cards_gone | {card},
    )


def finish_trick(hand: HandState, scores: Scores, variant: Variant) -> tuple[HandState, TrickRecord]:
    """Turn the full unfinished trick into a record, its points added to ``scores``."""
    trump = hand.trump
    assert trump is not None, "a trick has cards, and the first card sets trumps"
    seats = tuple(seat for seat, _ in hand.current)
    cards = tuple(card for _, card in hand.current)
    winner = seats[winner_index(cards, trump)]
    side = side_of(winner, variant.sides)
    number = len(hand.tricks) + 1
    pegs = trick_pegs(cards, trump, side, number, variant)
    points = sum(peg.points for peg in pegs)
    after = scores.put(side, scores[side] + points) if points else scores
    record = TrickRecord(number, seats[0], cards, seats, winner, side, points, pegs, after)
    return replace(hand, tricks=(*hand.tricks, record), current=()), record


def closed(hand: HandState, scores_after: Scores) -> HandRecord:
    """The record of a hand that ended without a count."""
    kept = {part.name: getattr(hand, part.name) for part in fields(HandState)}
    return HandRecord(**kept, scores_after=scores_after)


def counts_for_game(hand: HandState, variant: Variant) -> FrozenMap[Side, int]:
    """What each side's tricks count for game (RULES.md 2.8)."""
    counts = dict.fromkeys(variant.sides, 0)
    for trick in hand.tricks:
        counts[trick.side] += game_count(trick.cards, variant)
    return FrozenMap(counts)


def bonus_pegs(hand: HandState, variant: Variant) -> tuple[tuple[str, Peg], ...]:
    """The bonus parts that somebody earns, in the order in which they are scored, before any target test."""
    finders: dict[str, Callable[[], tuple[Side, TrickRecord | None, Card | None] | None]] = {
        "high": lambda: _extreme_trump(hand, variant, highest=True),
        "low": lambda: _extreme_trump(hand, variant, highest=False),
        "jack": lambda: _trump_jack(hand),
        "game": lambda: _greater_count(hand, variant),
    }
    earned = []
    for part, points in variant.bonus.items():
        found = finders[part]()
        if found is not None:
            side, trick, card = found
            dealt = part == "low" and variant.low_point_to == "dealt"
            code = "bonus_low_dealt" if dealt else f"bonus_{part}"
            reason = Reason(code, trick.number if trick else None, card, "3.1")
            earned.append((part, Peg(side, points, reason)))
    return tuple(earned)


def _trumps_played(hand: HandState) -> list[tuple[Card, TrickRecord]]:
    return [(card, trick) for trick in hand.tricks for card in trick.cards if card.suit is hand.trump]


def _extreme_trump(hand: HandState, variant: Variant, *, highest: bool) -> tuple[Side, TrickRecord, Card]:
    """Highest or lowest means of the trumps actually played; the pitch is always one."""
    choose = max if highest else min
    card, trick = choose(_trumps_played(hand), key=lambda played: played[0].rank)
    if not highest and variant.low_point_to == "dealt":
        return side_of(trick.seats[trick.cards.index(card)], variant.sides), trick, card
    return trick.side, trick, card


def _trump_jack(hand: HandState) -> tuple[Side, TrickRecord, Card] | None:
    """The side that won the trump jack; nobody if it wasn't dealt."""
    for card, trick in _trumps_played(hand):
        if card.rank.value == "J":
            return trick.side, trick, card
    return None


def _greater_count(hand: HandState, variant: Variant) -> tuple[Side, None, None] | None:
    """The side with the greatest count for game; nobody on a tie."""
    counts = counts_for_game(hand, variant)
    most = max(counts.values())
    leaders = [side for side, count in counts.items() if count == most]
    return (leaders[0], None, None) if len(leaders) == 1 else None


def seat_in_turn(hand: HandState, seats: tuple[Seat, ...]) -> Seat:
    """Whose turn it is."""
    return next_in(seats, hand.leader, len(hand.current))
