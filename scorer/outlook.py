"""What is still to be won: points left in the hand, the count for game or the muck, what each side needs.

Only what the table has seen is used: cards played and cards lying face up, never a hand or a card face down
(RULES.md 2.7). What the table may be shown of it while a hand is played is the screen's business.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.cards import Card, Rank, Suit, pack_of
from scorer.endings import claim_at, first_to
from scorer.frozenmap import FrozenMap
from scorer.hand import HandState, Scores, counts_for_game, pegged_in_tricks
from scorer.match import MatchState, Phase
from scorer.seats import Side
from scorer.trick import card_points
from scorer.variant import Variant


@dataclass(frozen=True, slots=True)
class Left:
    """Points that are still to fall: between ``least`` and ``most``, as scoring cards may lie undealt."""

    least: int
    most: int

    @property
    def exact(self) -> bool:
        """Whether the number is certain; always where the whole pack is dealt."""
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class PointsOutlook:
    """The points of the tricks of the hand in play (RULES.md 2.8).

    ``pegged``: what the tricks gave each side, before anything was moved for a revoke. ``cards``: the scoring cards not
    yet won, each with its points; none are named until trumps are known. ``on_table``: those of the trick being played.
    """

    pegged: Scores
    left: Left
    cards: tuple[tuple[Card, int], ...]
    on_table: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CountOutlook:
    """The contest for the greater count for game, in Phat for the muck (RULES.md 3.1, 3.3, 3.5).

    ``needs``: what makes the greater count certain for a side, whatever else falls; None if that can no longer be had.
    ``decided``: whose it certainly is, by the tens too where they decide. ``level``: nothing more counts and it is a
    tie; ``tie_possible``: enough is left for one. ``worth``: the points at stake, ``carried`` among them. ``tens``: how
    many each side has won, where three or four of them decide a tie.
    """

    muck: bool
    counted: Scores
    left: Left
    needs: FrozenMap[Side, int | None]
    decided: Side | None
    level: bool
    tie_possible: bool
    worth: int
    carried: int
    tens: Scores | None = None


@dataclass(frozen=True, slots=True)
class SideOutlook:
    """One side in the game being played.

    ``to_go``: points to the target, or to the number that wins an Irish game; None where there is neither.
    ``at_most``: what it can still get in the hand in play, the bonus included. ``in_reach``: whether that is enough.
    """

    side: Side
    score: int
    to_go: int | None
    at_most: int
    in_reach: bool


@dataclass(frozen=True, slots=True)
class Outlook:
    """How a match stands and what is still to be had. ``points`` and ``count`` are None while no hand is in play.

    ``needed``: the score that wins the game, if there is one. ``hands_left``: hands that follow the one in play, where
    a game has so many. ``decided``: whose the game is, whatever is still played; what is called later, a revoke or a
    penalty, may change it. ``drawn``: that nobody can win it any more.
    """

    phase: Phase
    needed: int | None
    points: PointsOutlook | None
    count: CountOutlook | None
    sides: tuple[SideOutlook, ...]
    hands_left: int | None
    carried: int
    decided: Side | None
    drawn: bool

    def of(self, side: Side) -> SideOutlook:
        """The outlook of one side."""
        return next(entry for entry in self.sides if entry.side == side)


def outlook(state: MatchState) -> Outlook:
    """What is still to be won in this state, by the cards that the table has seen."""
    hand = state.hand
    points = _points(hand, state.variant) if hand else None
    count = _count(hand, state) if hand and "game" in state.variant.bonus else None
    hands_left = _hands_left(state)
    sides = tuple(_side(state, side, _at_most(state, side, points, count)) for side in state.sides)
    decided, drawn = _game_decided(state, sides, hands_left)
    return Outlook(state.phase, _needed(state), points, count, sides, hands_left, state.carry, decided, drawn)


# The hand in play


def _points(hand: HandState, variant: Variant) -> PointsOutlook:
    # Before trumps are known every suit gives the same sum, so any will do.
    trump = hand.trump or Suit.CLUBS
    pack = pack_of(variant.pack).cards
    values = {card: card_points(card, trump, variant) for card in pack}
    left = _left(hand, variant, values)
    won = _won(hand)
    out = tuple((card, values[card]) for card in pack if values[card] and card not in won) if hand.trump else ()
    on_table = tuple(card for _, card in hand.current if values[card])
    return PointsOutlook(pegged_in_tricks(hand, variant), left, out, on_table)


def _won(hand: HandState) -> frozenset[Card]:
    return frozenset(card for trick in hand.tricks for card in trick.cards)


def _left(hand: HandState, variant: Variant, values: Mapping[Card, int]) -> Left:
    """At least and at most what the cards not yet won are worth: as many of the unseen ones fall as are still to come.

    Cards on the table, in the trick or face up, are certainly dealt.
    """
    seen = _certainly_dealt(hand)
    to_come = len(variant.seats) * variant.cards_each - sum(len(trick.cards) for trick in hand.tricks) - len(seen)
    gone = _won(hand) | seen
    unseen = sorted(values[card] for card in pack_of(variant.pack).cards if card not in gone)
    certain = sum(values[card] for card in seen)
    return Left(certain + sum(unseen[:to_come]), certain + sum(unseen[len(unseen) - to_come :]))


def _certainly_dealt(hand: HandState) -> frozenset[Card]:
    """The cards not yet won that everybody can see: those of the trick, and in Blind Don those lying face up."""
    seen = {card for _, card in hand.current}
    if hand.table is not None and hand.trump is not None:
        # Until trumps are called the top cards of the others lie face down (RULES.md 3.3).
        seen |= {card for cards in hand.table.values() for card in cards.face_up}
    return frozenset(seen)


# The count for game, the muck


def _count(hand: HandState, state: MatchState) -> CountOutlook:
    variant = state.variant
    values = {card: variant.game_values.get(card.rank, 0) for card in pack_of(variant.pack).cards}
    counted = hand.recount or counts_for_game(hand, variant)
    left = Left(0, 0) if hand.recount else _left(hand, variant, values)
    needs = FrozenMap({side: _needs(counted, left.most, side) for side in variant.sides})
    tens = _tens(hand, variant) if variant.bonus_tie == "tens_then_carry" else None
    best = max(counted.values())
    return CountOutlook(
        muck=variant.bonus_tie != "none",
        counted=counted,
        left=left,
        needs=needs,
        decided=next((side for side in variant.sides if _certain(counted, left.most, tens, side)), None),
        level=left.most == 0 and list(counted.values()).count(best) > 1,
        tie_possible=best - sorted(counted.values())[-2] <= left.most,
        worth=variant.bonus["game"] + hand.carry_before,
        carried=hand.carry_before,
        tens=tens,
    )


def _tens(hand: HandState, variant: Variant) -> Scores:
    """How many tens each side has won (RULES.md 3.5)."""
    won = dict.fromkeys(variant.sides, 0)
    for trick in hand.tricks:
        won[trick.side] += sum(card.rank is Rank.TEN for card in trick.cards)
    return FrozenMap(won)


def _certain(counted: Scores, most: int, tens: Scores | None, side: Side) -> bool:
    """Whether the bonus is this side's even if all the rest falls to another."""
    against = max(count for other, count in counted.items() if other != side) + most
    return counted[side] > against or (counted[side] == against and tens is not None and tens[side] >= 3)


def _needs(counted: Scores, most: int, side: Side) -> int | None:
    """The smallest addition after which no other side can catch up or draw level, if all the rest falls to it."""
    best = max(count for other, count in counted.items() if other != side)
    # Wanted is the smallest x with counted + x > best + (most - x).
    need = max(0, (best + most - counted[side]) // 2 + 1)
    return need if need <= most else None


def _at_most(state: MatchState, side: Side, points: PointsOutlook | None, count: CountOutlook | None) -> int:
    """What a side can still get in the hand in play: all that is left, and each bonus part it has not lost yet."""
    if points is None:
        return 0
    bonus = sum(part for name, part in state.variant.bonus.items() if name != "game")
    if count is not None and _may_win(count, side):
        bonus += count.worth
    return points.left.most + bonus


def _may_win(count: CountOutlook, side: Side) -> bool:
    """Whether the bonus for game can still be this side's; on a tie only where the tens decide."""
    best = max(counted for other, counted in count.counted.items() if other != side)
    reached = count.counted[side] + count.left.most
    if reached != best or count.tens is None:
        return reached > best
    tens_of_others = sum(tens for other, tens in count.tens.items() if other != side)
    return tens_of_others <= 1


# The game


def _needed(state: MatchState) -> int | None:
    """The score that wins the game: the target, or in Irish Don half of both deals (RULES.md 3.4)."""
    return claim_at(state) if state.variant.tie_rule != "none" else state.target


def _hands_left(state: MatchState) -> int | None:
    """How many hands follow the one in play where a game has so many; rounds of extra pitches are played out."""
    pitches = state.variant.pitches
    if pitches is None:
        return None
    if state.phase is Phase.GAME_OVER:
        return 0
    begun = state.game.hands_played + (1 if state.hand else 0)
    if begun < pitches:
        return pitches - begun
    rest = (pitches - begun) % len(state.seats)
    # Between hands after a full round the game is level, so another round of extra pitches follows.
    return rest or (0 if state.hand else len(state.seats))


def _side(state: MatchState, side: Side, at_most: int) -> SideOutlook:
    needed = _needed(state)
    to_go = None if needed is None else max(0, needed - state.scores[side])
    return SideOutlook(side, state.scores[side], to_go, at_most, to_go is not None and to_go <= at_most)


def _game_decided(
    state: MatchState, sides: tuple[SideOutlook, ...], hands_left: int | None
) -> tuple[Side | None, bool]:
    """Whose the game is whatever is still played, and whether nobody can win it any more."""
    if state.phase is Phase.GAME_OVER:
        return state.winner, state.winner is None
    if hands_left is None:
        return None, False
    later = hands_left * (state.variant.pegged_in_pack + sum(state.variant.bonus.values()))
    reach = {entry.side: entry.score + entry.at_most + later for entry in sides}
    if state.variant.tie_rule != "none":
        needed = claim_at(state)
        return first_to(state, needed), max(reach.values()) < needed
    for entry in sides:
        if all(entry.score > reach[other] for other in state.others(entry.side)):
            return entry.side, False
    return None, False
