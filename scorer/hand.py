"""The state of a hand: its tricks, the cards gone, and what is counted after the last trick (RULES.md 3, 4.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from scorer import layout
from scorer.board import PegPair
from scorer.cards import Card, Rank, Suit
from scorer.changed import changed
from scorer.events import Count, Counts, Hands
from scorer.frozenmap import FrozenMap
from scorer.layout import TableCards
from scorer.seats import Seat, Side, next_in, side_of
from scorer.trick import Peg, Reason, game_count, trick_pegs, winner_index
from scorer.variant import Variant

Scores = FrozenMap[Side, int]
FaceUp = FrozenMap[Seat, frozenset[Card]]


@dataclass(frozen=True, slots=True)
class TrickRecord:
    """A finished trick: the cards in order from the leader, who won it and what it pegged.

    In Blind Don also what lay face up for each player when it began, and which cards came from a private hand.
    """

    number: int
    leader: Seat
    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]
    winner: Seat
    side: Side
    points: int
    pegs: tuple[Peg, ...]
    scores_after: Scores
    face_up: FaceUp | None = None
    from_hand: frozenset[Card] = frozenset()

    def card_of(self, seat: Seat) -> Card:
        """The card that ``seat`` played."""
        return self.cards[self.seats.index(seat)]


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand in play. Trumps are unknown (None) until the first card is pitched or they are called.

    ``forfeits`` are tricks whose points go to the other side (trick, offending player); ``called`` the revokes called
    so far; ``recount`` a count for game that the table agreed on, in place of the one the cards give.
    """

    number: int
    dealer: Seat
    pitcher: Seat
    scores_before: Scores
    pegs_before: FrozenMap[Side, PegPair]
    carry_before: int = 0
    hands: Hands | None = None
    table: TableCards | None = None
    trump: Suit | None = None
    tricks: tuple[TrickRecord, ...] = ()
    current: tuple[tuple[Seat, Card], ...] = ()
    cards_gone: frozenset[Card] = frozenset()
    forfeits: tuple[tuple[int, Seat], ...] = ()
    called: tuple[tuple[Seat, int], ...] = ()
    recount: Counts | None = None

    @property
    def leader(self) -> Seat:
        """Who leads the trick that is being played or comes next: the last winner, at first the pitcher."""
        return self.tricks[-1].winner if self.tricks else self.pitcher

    @property
    def begun(self) -> bool:
        """Whether a card has been played."""
        return bool(self.cards_gone)


@dataclass(frozen=True, slots=True)
class HandRecord(HandState):
    """A hand that is over. Where nothing was counted (a win in mid-hand) `game_count` is None and there is no bonus.

    ``ended``: ``played`` to the last trick, ``won``, ``counted`` (totals only), ``forfeited``, ``claimed``,
    ``conceded`` or ``void``.
    """

    ended: str = "played"
    game_count: Counts | None = None
    bonus_parts: tuple[tuple[str, Side, int], ...] = ()
    pegs: tuple[Peg, ...] = ()
    """The pegs of the bonus and of totals entered; those of the tricks stand in their records."""
    scores_after: Scores = field(default_factory=FrozenMap)
    carry_after: int = 0
    count: Count | None = None


def add_card(hand: HandState, seat: Seat, card: Card) -> HandState:
    """The hand with one more card in the unfinished trick; the first card of all sets trumps."""
    return changed(
        hand,
        trump=hand.trump or card.suit,
        current=(*hand.current, (seat, card)),
        cards_gone=hand.cards_gone | {card},
    )


def add_trick(hand: HandState, played: tuple[tuple[Seat, Card], ...]) -> HandState:
    """The hand with all cards of a trick on the table."""
    return changed(
        hand,
        trump=hand.trump or played[0][1].suit,
        current=played,
        cards_gone=hand.cards_gone.union([card for _, card in played]),
    )


def finish_trick(hand: HandState, scores: Scores, variant: Variant, to_pitcher: bool) -> tuple[HandState, TrickRecord]:
    """Turn the full unfinished trick into a record, its points added to ``scores``.

    ``to_pitcher``: this trick is the pitcher's whatever was played (option ``first_trick_to_pitcher``).
    """
    trump = hand.trump
    assert trump is not None, "a trick has cards, and the first card sets trumps"
    seats = tuple(seat for seat, _ in hand.current)
    cards = tuple(card for _, card in hand.current)
    winner = hand.pitcher if to_pitcher else seats[winner_index(cards, trump)]
    side = side_of(winner, variant.sides)
    number = len(hand.tricks) + 1
    pegs = trick_pegs(cards, trump, side, number, variant)
    points = sum(peg.points for peg in pegs)
    after = scores.put(side, scores[side] + points)
    table, face_up, private = _played_from_table(hand)
    record = TrickRecord(number, seats[0], cards, seats, winner, side, points, pegs, after, face_up, private)
    return changed(hand, tricks=(*hand.tricks, record), current=(), table=table), record


def _played_from_table(hand: HandState) -> tuple[TableCards | None, FaceUp | None, frozenset[Card]]:
    """Blind Don: the stacks after the trick, what lay face up before it, and the cards that came from a hand."""
    if hand.table is None:
        return None, None, frozenset()
    table = hand.table
    face_up = FrozenMap({seat: cards.face_up for seat, cards in table.items()})
    private = frozenset(card for seat, card in hand.current if layout.from_hand(table[seat], card))
    for seat, card in hand.current:
        table = table.put(seat, layout.play_from(table[seat], card))
    return layout.uncover(table), face_up, private


def closed(hand: HandState, ended: str, scores_after: Scores) -> HandRecord:
    """The record of a hand that ended without a count."""
    kept = {part.name: getattr(hand, part.name) for part in fields(HandState)}
    return HandRecord(**kept, ended=ended, scores_after=scores_after)


def counts_for_game(hand: HandState, variant: Variant) -> Counts:
    """What each side's tricks count for game (RULES.md 2.8)."""
    counts = dict.fromkeys(variant.sides, 0)
    for trick in hand.tricks:
        counts[trick.side] += game_count(trick.cards, variant)
    return FrozenMap(counts)


def pegged_in_tricks(hand: HandState, variant: Variant) -> Counts:
    """What each side pegged in the tricks of the hand."""
    pegged = dict.fromkeys(variant.sides, 0)
    for trick in hand.tricks:
        pegged[trick.side] += trick.points
    return FrozenMap(pegged)


def seat_in_turn(hand: HandState, seats: tuple[Seat, ...]) -> Seat:
    """Whose turn it is."""
    return next_in(seats, hand.leader, len(hand.current))


# The bonus (RULES.md 3.1, 3.3, 3.5)


def bonus_pegs(hand: HandState, counts: Counts, variant: Variant) -> tuple[tuple[str, Peg], ...]:
    """The bonus parts that somebody earns, in the order in which they are scored, before any target test."""
    earned = []
    for part, points in variant.bonus.items():
        if part == "game":
            peg = game_peg(counts, points, hand.carry_before, variant, tens_side(hand))
        elif part == "jack":
            peg = _trump_jack(hand, points)
        else:
            peg = _extreme_trump(hand, variant, part, points)
        if peg is not None:
            earned.append((part, peg))
    return tuple(earned)


def game_peg(counts: Mapping[Side, int], points: int, carry: int, variant: Variant, tens: Side | None) -> Peg | None:
    """The bonus for the greatest count with what is carried over; None on a tie (by option the tens decide)."""
    muck = variant.bonus_tie != "none"
    rule = "3.5" if muck else "3.1"
    most = max(counts.values())
    leaders = [side for side in variant.sides if counts[side] == most]
    if len(leaders) == 1:
        return Peg(leaders[0], points + carry, Reason("bonus_muck" if muck else "bonus_game", None, None, rule))
    if variant.bonus_tie == "tens_then_carry" and tens is not None:
        return Peg(tens, points + carry, Reason("bonus_tens", None, None, rule))
    return None


def tens_side(hand: HandState) -> Side | None:
    """The side that won three or four tens; None on two each."""
    won: dict[Side, int] = {}
    for trick in hand.tricks:
        won[trick.side] = won.get(trick.side, 0) + sum(card.rank is Rank.TEN for card in trick.cards)
    return next((side for side, tens in won.items() if tens >= 3), None)


def _trumps_played(hand: HandState) -> list[tuple[Card, TrickRecord]]:
    return [(card, trick) for trick in hand.tricks for card in trick.cards if card.suit is hand.trump]


def _extreme_trump(hand: HandState, variant: Variant, part: str, points: int) -> Peg | None:
    """Highest or lowest means of the trumps actually played; after a call there may be none."""
    played = _trumps_played(hand)
    if not played:
        return None
    choose = max if part == "high" else min
    card, trick = choose(played, key=lambda entry: entry[0].rank)
    if part == "low" and variant.low_point_to == "dealt":
        side = side_of(trick.seats[trick.cards.index(card)], variant.sides)
        return Peg(side, points, Reason("bonus_low_dealt", trick.number, card, "3.1"))
    return Peg(trick.side, points, Reason(f"bonus_{part}", trick.number, card, "3.1"))


def _trump_jack(hand: HandState, points: int) -> Peg | None:
    """For the side that won the trump jack; nobody if it wasn't dealt."""
    for card, trick in _trumps_played(hand):
        if card.rank is Rank.JACK:
            return Peg(trick.side, points, Reason("bonus_jack", trick.number, card, "3.1"))
    return None
