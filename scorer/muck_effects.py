"""What a pile counted again would change, as the referee says it: recounts, and corrections of misread cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorer.cards import Card
from scorer.disputes import Change, change_of
from scorer.events import Correct, Correction, CorrectRun, Counts, Event, Recount, Trick
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord, HandState, TrickRecord, counts_for_game
from scorer.match import MatchState
from scorer.muck_check import Difference, MuckCheck, MuckError
from scorer.referee import admit, led_in_turn, run_for
from scorer.refusal import Refusal
from scorer.seats import Seat, Side
from scorer.variant import Variant

MOST_PAIRS = 4
"""So many pairs of cards are looked at, whether two were taken for each other or one for a card not played."""


@dataclass(frozen=True, slots=True)
class MovedTrick:
    """All cards of a trick lie in the pile of ``side`` and not with the side that won it by the record."""

    trick: int
    side: Side
    won_by: Side
    counts: int


@dataclass(frozen=True, slots=True)
class Mend:
    """A correction of the record that would explain what lies in the piles.

    ``card`` was played by ``seat`` in ``trick`` and was recorded as ``recorded``; where two cards were taken for each
    other, ``other_trick`` is that in which ``card`` stands now. ``change`` is what the referee makes of it.
    """

    hand: int
    trick: int
    seat: Seat
    recorded: Card
    card: Card
    change: Change
    other_trick: int | None = None


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


def mends(recorded: Sequence[Event], check: MuckCheck, hand: HandState, state: MatchState) -> tuple[Mend, ...]:
    """Single misread cards, and two cards taken for each other, that would explain the piles; the referee admits each.

    A card played by nobody by the record was misread as one that is missing in that pile; a card too many in a pile was
    misread as one that is missing in it, and that as this one.
    """
    return tuple(_mends(recorded, check, hand, state))


def _mends(recorded: Sequence[Event], check: MuckCheck, hand: HandState, state: MatchState) -> Iterator[Mend]:
    seen = frozenset(card for pile in check.piles for card in pile.pile.cards)
    for pile in check.piles:
        missing = [one for one in pile.of("missing") if one.card not in seen]
        strange = pile.of("unrecorded")
        if len(strange) * len(missing) <= MOST_PAIRS:
            for one in strange:
                for lost in missing:
                    yield from _misread(recorded, hand, lost, one.card, state)
        lost_here, extra = pile.of("missing"), pile.of("extra")
        if len(extra) * len(lost_here) <= MOST_PAIRS:
            for one in extra:
                for lost in lost_here:
                    yield from _swapped(recorded, hand, lost, one, state)


def _misread(
    recorded: Sequence[Event], hand: HandState, lost: Difference, card: Card, state: MatchState
) -> Iterator[Mend]:
    """One card was misread: ``card`` was played where the missing one stands, and its side still won that trick."""
    trick, seat = _placed(hand, lost)
    event: Correction = Correct(hand.number, trick.number, trick.cards.index(lost.card), card)
    change = what_if(recorded, event, state)
    if isinstance(change, Refusal) and change.code == "LEADER_CONFLICT" and isinstance(event, Correct):
        run = run_for(recorded, event)
        change = what_if(recorded, run, state) if run else change
    if isinstance(change, Change) and _won_by(change, hand.number, trick.number) == lost.side:
        yield Mend(hand.number, trick.number, seat, lost.card, card, change)


def _swapped(
    recorded: Sequence[Event], hand: HandState, lost: Difference, extra: Difference, state: MatchState
) -> Iterator[Mend]:
    """Two cards were taken for each other: each stands in the other's trick."""
    trick, seat = _placed(hand, lost)
    assert extra.trick is not None, "a card too many stands in a trick of the record"
    exchange = {lost.card: extra.card, extra.card: lost.card}
    change = what_if(recorded, swap_run(state, hand, exchange), state)
    if (
        isinstance(change, Change)
        and _won_by(change, hand.number, trick.number) == lost.side
        and _won_by(change, hand.number, extra.trick) == extra.won_by
    ):
        yield Mend(hand.number, trick.number, seat, lost.card, extra.card, change, extra.trick)


def swap_run(state: MatchState, hand: HandState, exchange: Mapping[Card, Card]) -> CorrectRun:
    """The tricks of the hand from the first that holds a card exchanged, with those cards in each other's places."""
    first = min(trick.number for trick in hand.tricks if not exchange.keys().isdisjoint(trick.cards))
    tricks = [
        Trick(trick.leader, tuple(exchange.get(card, card) for card in trick.cards))
        for trick in hand.tricks[first - 1 :]
    ]
    return CorrectRun(hand.number, first, led_in_turn(state, hand.number, first, tricks))


def _placed(hand: HandState, lost: Difference) -> tuple[TrickRecord, Seat]:
    assert lost.trick is not None and lost.seat is not None, "a missing card stands in a trick of the record"
    return hand.tricks[lost.trick - 1], lost.seat


def _won_by(change: Change, hand: int, trick: int) -> Side | None:
    """Who wins that trick after the change."""
    hands = [*change.after.hands, *([change.after.hand] if change.after.hand else [])]
    tricks = hands[hand - 1].tricks
    return tricks[trick - 1].side if trick <= len(tricks) else None


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
