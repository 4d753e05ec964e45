"""A pile counted again and laid beside the record of the hand: what is the same, what is missing, what is too much.

A pile's cards are checked against the tricks its side won by the record. Nothing is scored here: what another count
would change says the referee (`scorer.muck_effects`), and its sentences are made by `scorer.muck_words`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from scorer.cards import Card, pack_of
from scorer.errors import DonError
from scorer.events import Counts
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord, HandState, TrickRecord, counts_for_game
from scorer.match import MatchState
from scorer.refusal import Refusal, no
from scorer.seats import Seat, Side
from scorer.trick import game_count
from scorer.variant import Variant

COUNTED = ("played", "counted")
"""How a hand ends that has a count for game."""
Kind = Literal["missing", "extra", "unrecorded"]


class MuckError(DonError):
    """Piles that can't be checked: of nobody in this game, twice of one side, of a hand that has no count."""


@dataclass(frozen=True, slots=True)
class Pile:
    """What was seen of the cards that ``side`` has won: certain cards, and places that are one of some cards each."""

    side: Side
    cards: frozenset[Card]
    doubtful: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A card that lies elsewhere than the record says, or of which it knows nothing.

    ``missing``: by the record in this pile, and not seen there. ``extra``: seen there, and by the record in the tricks
    of another side. ``unrecorded``: seen there, and played by nobody. ``counts`` is what it counts for game; trick,
    player and winning side are the record's. ``belongs``: the counts if the pile is right about this one card, None
    where that depends on another card.
    """

    kind: Kind
    side: Side
    card: Card
    counts: int
    trick: int | None = None
    seat: Seat | None = None
    won_by: Side | None = None
    belongs: Counts | None = None


@dataclass(frozen=True, slots=True)
class PileCheck:
    """One pile beside the record. ``certain`` is what its certain cards count, ``at_most`` with the doubtful ones."""

    pile: Pile
    recorded: frozenset[Card]
    same: tuple[Card, ...]
    differences: tuple[Difference, ...]
    certain: int
    at_most: int
    by_record: int

    def of(self, kind: Kind) -> tuple[Difference, ...]:
        """The differences of one kind, what counts most first."""
        return tuple(one for one in self.differences if one.kind == kind)


@dataclass(frozen=True, slots=True)
class MuckCheck:
    """The piles of a hand beside its record.

    ``whole``: every card of the hand is recorded (not only its totals). ``standing`` is the count that the score rests
    on, None where none was made; ``by_cards`` what the tricks recorded give. ``impossible`` says what can't be, a code
    of a sentence each; ``open`` why ``counts``, what the piles come to, can't be said.
    """

    hand: int
    ended: str
    whole: bool
    muck: bool
    standing: Counts | None
    by_cards: Counts
    piles: tuple[PileCheck, ...]
    impossible: tuple[Refusal, ...]
    open: Refusal | None
    counts: Counts | None

    def pile_of(self, side: Side) -> PileCheck | None:
        """The check of a side's pile, if it was looked at."""
        return next((check for check in self.piles if check.pile.side == side), None)


def hand_to_check(state: MatchState, number: int | None = None) -> HandState:
    """The hand with this number (from 1); without one, the last that was counted.

    Raises `MuckError`: ``MUCK_NO_HAND`` where none was counted, ``MUCK_NO_SUCH_HAND``.
    """
    if number is None:
        counted = [hand for hand in state.hands if hand.ended in COUNTED]
        if not counted:
            raise MuckError("MUCK_NO_HAND")
        return counted[-1]
    if not 1 <= number <= len(state.all_hands):
        raise MuckError("MUCK_NO_SUCH_HAND", hand=number, count=len(state.all_hands))
    return state.all_hands[number - 1]


def check_muck(hand: HandState, variant: Variant, piles: Sequence[Pile]) -> MuckCheck:
    """Lays the piles beside the record of ``hand``.

    Raises `MuckError`: ``MUCK_NO_COUNT`` where the variant has no count for game, ``MUCK_HAND_EMPTY`` where nothing of
    the hand was recorded, ``MUCK_NO_PILE``, ``UNKNOWN_SIDE``, ``MUCK_SIDE_TWICE``.
    """
    if "game" not in variant.bonus:
        raise MuckError("MUCK_NO_COUNT", title=variant.title)
    named = [pile.side for pile in piles]
    for side in named:
        if side not in variant.sides:
            raise MuckError("UNKNOWN_SIDE", side=side)
        if named.count(side) > 1:
            raise MuckError("MUCK_SIDE_TWICE", side=side)
    if not piles:
        raise MuckError("MUCK_NO_PILE")
    if not hand.tricks and not (isinstance(hand, HandRecord) and hand.ended == "counted"):
        raise MuckError("MUCK_HAND_EMPTY", hand=hand.number)
    return _Table(hand, variant, tuple(piles)).check()


class _Table:
    """The record of a hand by card, and the piles beside it."""

    def __init__(self, hand: HandState, variant: Variant, piles: tuple[Pile, ...]) -> None:
        self.hand, self.variant, self.piles = hand, variant, piles
        self.trick_of: dict[Card, TrickRecord] = {card: trick for trick in hand.tricks for card in trick.cards}
        self.whole = len(hand.tricks) == variant.tricks
        self.all_dealt = len(variant.seats) * variant.cards_each == variant.pack
        self.by_cards = counts_for_game(hand, variant)
        self.seen = frozenset(card for pile in piles for card in pile.cards)
        self.ended = hand.ended if isinstance(hand, HandRecord) else "in_play"
        self.counted = self.ended in COUNTED
        self.standing = hand.game_count if isinstance(hand, HandRecord) else None

    def check(self) -> MuckCheck:
        checks = tuple(self._pile(pile) for pile in self.piles)
        impossible = tuple(self._impossible())
        open_ = self._open(checks, impossible)
        return MuckCheck(
            hand=self.hand.number,
            ended=self.ended,
            whole=self.whole,
            muck=self.variant.bonus_tie != "none",
            standing=self.standing,
            by_cards=self.by_cards,
            piles=checks,
            impossible=impossible,
            open=open_,
            counts=None if open_ else self._counts(),
        )

    def _recorded(self, side: Side) -> frozenset[Card]:
        return frozenset(card for card, trick in self.trick_of.items() if trick.side == side)

    def _value(self, cards: Iterable[Card]) -> int:
        return game_count(cards, self.variant)

    # One pile

    def _pile(self, pile: Pile) -> PileCheck:
        recorded = self._recorded(pile.side)
        certain = self._value(pile.cards)
        doubtful = sum(
            max((self._value([c]) for c in names if c not in self.seen), default=0) for names in pile.doubtful
        )
        return PileCheck(
            pile,
            recorded,
            tuple(sorted(pile.cards & recorded)),
            tuple(sorted(self._differences(pile, recorded), key=lambda one: (one.kind, -one.counts, one.card))),
            certain,
            certain + doubtful,
            self._value(recorded),
        )

    def _differences(self, pile: Pile, recorded: frozenset[Card]) -> Iterable[Difference]:
        for card in recorded - pile.cards:
            yield self._difference("missing", pile.side, card)
        for card in pile.cards - recorded:
            if card in self.trick_of:
                yield self._difference("extra", pile.side, card)
            elif self.whole:
                yield self._difference("unrecorded", pile.side, card)

    def _difference(self, kind: Kind, side: Side, card: Card) -> Difference:
        counts, trick = self._value([card]), self.trick_of.get(card)
        if trick is None:
            return Difference(kind, side, card, counts)
        seat = trick.seats[trick.cards.index(card)]
        return Difference(
            kind, side, card, counts, trick.number, seat, trick.side, self._moved(kind, side, trick, counts)
        )

    def _moved(self, kind: Kind, side: Side, trick: TrickRecord, counts: int) -> Counts | None:
        """The counts that stand with one card moved to where the pile says it is."""
        base = self.standing
        if base is None or base != self.by_cards:
            return None
        others = [other for other in self.variant.sides if other != side]
        if kind == "missing" and len(others) > 1:
            return None
        to = side if kind == "extra" else others[0]
        return FrozenMap({**base, trick.side: base[trick.side] - counts, to: base[to] + counts})

    # What can't be

    def _impossible(self) -> Iterable[Refusal]:
        pack, players = pack_of(self.variant.pack), len(self.variant.seats)
        for pile in self.piles:
            strange = tuple(sorted(card for card in pile.cards if card not in pack))
            if strange:
                yield no("MUCK_NOT_IN_PACK", side=pile.side, cards=strange, pack=pack.size)
            least, most = len(pile.cards), len(pile.cards) + len(pile.doubtful)
            if not any(count % players == 0 for count in range(least, most + 1)):
                yield no("MUCK_NOT_WHOLE", side=pile.side, count=least, players=players)
        for place, pile in enumerate(self.piles):
            for other in self.piles[place + 1 :]:
                both = tuple(sorted(pile.cards & other.cards))
                if both:
                    yield no("MUCK_TWICE", cards=both, side=pile.side, other=other.side)
        certain = self.counted and not any(pile.doubtful for pile in self.piles)
        if certain and len(self.piles) == len(self.variant.sides):
            yield from self._total()

    def _total(self) -> Iterable[Refusal]:
        """All piles are there: they hold what was played, and in a full pack count what it counts."""
        count, wanted = len(self.seen), len(self.variant.seats) * self.variant.tricks
        total = self._value(self.seen)
        played = pack_of(self.variant.pack).cards if self.all_dealt else tuple(sorted(self.trick_of))
        if count > wanted:
            yield no("MUCK_TOO_MANY", count=count, wanted=wanted)
        elif count < wanted and (self.all_dealt or self.whole):
            unseen = tuple(card for card in played if card not in self.seen and self._value([card]))
            params = {"count": count, "wanted": wanted, "total": total, "played": self._value(played)}
            yield no("MUCK_SHORT", **params, short=self._value(unseen), cards=unseen or None)

    # What the piles come to

    def _open(self, checks: tuple[PileCheck, ...], impossible: tuple[Refusal, ...]) -> Refusal | None:
        """Why the counts can't be said yet; None if they can."""
        if not self.counted:
            return no("MUCK_NOT_COUNTED", hand=self.hand.number, reason=self.ended)
        doubtful = sum(len(pile.doubtful) for pile in self.piles)
        if doubtful:
            return no("MUCK_DOUBTFUL", count=doubtful)
        if impossible:
            return no("MUCK_IMPOSSIBLE")
        left = [side for side in self.variant.sides if self._unlooked(side)]
        missing = [one for check in checks for one in check.of("missing") if one.card not in self.seen]
        unrecorded = [one for check in checks for one in check.of("unrecorded")]
        if not left or (len(left) == 1 and self.all_dealt):
            return None
        unknown = not self.whole and (self.standing is None or len(left) > 1)
        if unrecorded or unknown or (missing and len(left) > 1):
            return no("MUCK_OTHER_PILE", sides=tuple(left))
        return None

    def _unlooked(self, side: Side) -> bool:
        return all(pile.side != side for pile in self.piles)

    def _counts(self) -> Counts:
        """What each side has by the piles; of a side whose pile was not looked at, by what is left."""
        counts = {pile.side: self._value(pile.cards) for pile in self.piles}
        left = [side for side in self.variant.sides if side not in counts]
        if len(left) == 1 and self.all_dealt:
            counts[left[0]] = self.variant.counted_in_pack - sum(counts.values())
        elif len(left) == 1 and self.whole:
            counts[left[0]] = self._value(card for card in self.trick_of if card not in self.seen)
        else:
            for side in left:
                counts[side] = self._value(self._recorded(side) - self.seen)
                if not self.whole:
                    assert self.standing is not None, "else it can't be said"
                    counts[side] = self.standing[side]
        return FrozenMap({side: counts[side] for side in self.variant.sides})
