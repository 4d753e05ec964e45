"""What a pile counted again would change, as the referee says it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.disputes import Change, change_of
from scorer.events import Correction, Counts, Event, Recount
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord, HandState, counts_for_game
from scorer.match import MatchState
from scorer.muck_check import Difference, MuckCheck, MuckError
from scorer.referee import admit
from scorer.refusal import Refusal
from scorer.seats import Side
from scorer.variant import Variant


@dataclass(frozen=True, slots=True)
class MovedTrick:
    """All cards of a trick lie in the pile of ``side`` and not with the side that won it by the record."""

    trick: int
    side: Side
    won_by: Side
    counts: int


def what_if(recorded: Sequence[Event], event: Correction, state: MatchState) -> Change | Refusal:
    """What a recount or correction would change; the referee's refusal if it can't be entered. Nothing is written.

    ``state`` is what the record comes to.
    """
    answer = admit(recorded, event, state)
    if isinstance(answer, Refusal):
        return answer
    assert answer.before is not None, "a correction has a match before it"
    return change_of(answer.before, answer.after)


def effect_of(
    recorded: Sequence[Event], check: MuckCheck, difference: Difference, state: MatchState
) -> Change | Refusal | None:
    """What it would change if the pile is right about this one card; None where that depends on another card."""
    if difference.belongs is None:
        return None
    return what_if(recorded, Recount(check.hand, difference.belongs), state)


def points_moved(change: Change) -> Mapping[Side, int]:
    """By how many points the scores of the match differ in all, by side; sides that keep theirs are left out."""
    moved = dict.fromkeys(change.after.sides, 0)
    for game in change.games:
        for side in moved:
            before = game.before.scores[side] if game.before else 0
            after = game.after.scores[side] if game.after else 0
            moved[side] += after - before
    return {side: points for side, points in moved.items() if points}


def moved_tricks(check: MuckCheck, hand: HandState) -> tuple[MovedTrick, ...]:
    """The tricks that lie whole in the pile of a side that did not win them by the record."""
    found = []
    for pile in check.piles:
        extra = {one.card: one for one in pile.of("extra")}
        for trick in hand.tricks:
            if all(card in extra for card in trick.cards):
                counts = sum(extra[card].counts for card in trick.cards)
                found.append(MovedTrick(trick.number, pile.pile.side, trick.side, counts))
    return tuple(found)


def counts_with(check: MuckCheck, moved: MovedTrick) -> Counts | None:
    """The counts that stand with a whole trick moved to the pile in which it lies; None where none stands."""
    if check.standing is None or check.standing != check.by_cards:
        return None
    old = check.standing
    shares = {moved.won_by: old[moved.won_by] - moved.counts, moved.side: old[moved.side] + moved.counts}
    return FrozenMap({**old, **shares})


def counts_from(hand: HandState, variant: Variant, side: Side, count: int) -> Counts:
    """The counts where ``side`` has ``count``: the other side has the rest of what was played.

    Raises `MuckError`: ``MUCK_NO_COUNT``, ``UNKNOWN_SIDE``, ``MUCK_COUNT_SIDES`` where there are more than two sides.
    """
    if "game" not in variant.bonus:
        raise MuckError("MUCK_NO_COUNT", title=variant.title)
    if side not in variant.sides:
        raise MuckError("UNKNOWN_SIDE", side=side)
    if len(variant.sides) > 2:
        raise MuckError("MUCK_COUNT_SIDES")
    total = variant.counted_in_pack
    if len(variant.seats) * variant.cards_each < variant.pack:
        standing = hand.game_count if isinstance(hand, HandRecord) else None
        total = sum((standing or counts_for_game(hand, variant)).values())
    return FrozenMap({one: count if one == side else total - count for one in variant.sides})


def recount_of(check: MuckCheck, by: str = "", reason: str = "", drop: tuple[int, ...] = ()) -> Recount | None:
    """The event that enters what the piles come to; None where that can't be said or is the count that stands."""
    if check.counts is None or check.counts == check.standing:
        return None
    return Recount(check.hand, check.counts, drop, by, reason)
