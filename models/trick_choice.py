"""Which of the cards seen are the trick, where more are seen than play: the rest is set aside with a reason.

Most often nothing is there too much: one corner of a card was misread, so that the card seems to be two. Of two places
that may be one card, with names that resemble each other, a sure one in play stands and a doubtful one is set aside;
else they are taken together as one card that is asked about.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from models.hand_facts import HandFacts
from models.merge import CARD_SPAN, lengths_apart
from models.proposed_card import SurplusCard, names_read
from models.reading import BoxXyxy, CardSighting, covering
from scorer.cards import Card

RELATED = 0.05
"""How much two names of one suit or one rank resemble each other, beside the probability that both are one name."""


def choose_trick(
    sightings: Sequence[CardSighting], facts: HandFacts
) -> tuple[list[CardSighting], tuple[SurplusCard, ...]]:
    """The sightings of the trick, at most one a player, and those beyond it; their order in the reading is no matter.

    Two or more sure cards of one earlier trick are that trick, still lying there. Of the rest, too many are made fewer
    by finding two corners of one card; then sure cards in play come first, doubtful ones by how much speaks for a card
    in play, those that are gone last.
    """
    ordered = sorted(sightings, key=_key)
    wanted = len(facts.seats)
    if len(ordered) <= wanted:
        return ordered, ()
    lying = [s for s in ordered if _lies_there_still(s, ordered, facts)]
    rest = [s for s in ordered if s not in lying]
    corners: dict[BoxXyxy, tuple[CardSighting, ...]] = {}
    aside: list[SurplusCard] = []
    while len(rest) > wanted and (pair := _two_corners(rest, facts)) is not None:
        clear, other = sorted(pair, key=lambda s: not _clear(s, facts))
        rest = [s for s in rest if s not in pair]
        if _clear(clear, facts) and not other.sure:
            parts = corners.pop(other.box_xyxy, (other,))
            aside += [replace(_surplus(s, facts, set()), reason="corner", of=clear.card) for s in parts]
            card = clear
        else:
            card = _as_one(*pair)
            corners[card.box_xyxy] = tuple(part for s in pair for part in corners.pop(s.box_xyxy, (s,)))
        rest = sorted([*rest, card], key=_key)
    ranked = _ranked(rest, facts)
    chosen = ranked[:wanted]
    beyond = [part for s in ranked[wanted:] for part in corners.get(s.box_xyxy, (s,))]
    names = {s.card for s in chosen}
    return chosen, (*(_surplus(s, facts, names) for s in (*beyond, *lying)), *aside)


def _key(seen: CardSighting) -> tuple[float, Card, tuple[float, ...]]:
    return (-seen.confidence, seen.card, seen.box_xyxy)


def _lies_there_still(seen: CardSighting, sightings: Sequence[CardSighting], facts: HandFacts) -> bool:
    """Whether it lies there with another sure card of its earlier trick."""
    tricks = Counter(facts.gone[s.card].trick for s in sightings if s.sure and s.card in facts.gone)
    return seen.sure and seen.card in facts.gone and tricks[facts.gone[seen.card].trick] > 1


def _clear(seen: CardSighting, facts: HandFacts) -> bool:
    """Whether it is sure and in play."""
    return seen.sure and facts.can_come(seen.card)


def _two_corners(sightings: Sequence[CardSighting], facts: HandFacts) -> tuple[CardSighting, CardSighting] | None:
    """The two sightings that are likeliest one card, the more certain first; None if no two can be.

    Two clear ones are looked at only where there are more clear ones than players.
    """
    too_many = sum(_clear(s, facts) for s in sightings) > len(facts.seats)
    pairs = [
        (one, other)
        for one, other in itertools.combinations(sightings, 2)
        if one.card != other.card
        and _may_be_one(one, other)
        and (too_many or not (_clear(one, facts) and _clear(other, facts)))
    ]
    best = max(pairs, key=lambda pair: _likeness(*pair), default=None)
    return best if best is not None and _likeness(*best) > 0 else None


def _may_be_one(one: CardSighting, other: CardSighting) -> bool:
    """Whether all their indices lie in one card's reach; two that show two corners each are two cards."""
    if min(len(one.indices), len(other.indices)) != 1:
        return False
    return all(lengths_apart(a, b) <= CARD_SPAN for a in one.indices for b in other.indices)


def _likeness(one: CardSighting, other: CardSighting) -> float:
    """How alike their names are; a card with more corners of one name lacks none."""
    names = dict(names_read(other))
    same = sum(p * names.get(card, 0.0) for card, p in names_read(one))
    related = one.card.suit is other.card.suit or one.card.rank is other.card.rank
    return (same + RELATED * related) / (len(one.indices) * len(other.indices))


def _as_one(best: CardSighting, other: CardSighting) -> CardSighting:
    """Both as one doubtful card of the better name, the other names among its runners-up."""
    indices = best.indices + other.indices
    names: dict[Card, float] = {}
    for seen in (best, other):
        for card, p in names_read(seen):
            names[card] = names.get(card, 0.0) + p * len(seen.indices) / len(indices)
    runners_up = sorted(((c, p) for c, p in names.items() if c != best.card), key=lambda name: (-name[1], name[0]))
    box = covering((best.box_xyxy, other.box_xyxy))
    return CardSighting(best.card, "doubtful", best.confidence, tuple(runners_up), box, indices)


def _ranked(sightings: Sequence[CardSighting], facts: HandFacts) -> list[CardSighting]:
    """Sure cards in play, each name once; then open ones by their worth; then what cannot be."""
    clear: list[CardSighting] = []
    rest: list[CardSighting] = []
    for seen in sightings:
        once = seen.card not in {s.card for s in clear}
        (clear if once and _clear(seen, facts) else rest).append(seen)
    taken = {s.card for s in clear}
    return [*clear, *sorted(rest, key=lambda s: (-_worth(s, facts, taken), *_key(s)))]


def _worth(seen: CardSighting, facts: HandFacts, taken: set[Card]) -> float:
    """How much speaks for a card of this trick: the confidence in the sighting, times the share of names in play."""
    if seen.sure and not facts.can_come(seen.card):
        return 0.0
    names = names_read(seen)
    total = sum(p for _, p in names)
    free = sum(p for card, p in names if facts.can_come(card) and card not in taken)
    return seen.confidence * free / total if total > 0 else 0.0


def _surplus(seen: CardSighting, facts: HandFacts, names: set[Card]) -> SurplusCard:
    earlier = facts.gone.get(seen.card)
    if earlier is not None:
        reason = "gone"
    elif seen.card not in facts.pack:
        reason = "not_in_pack"
    elif seen.card in names:
        reason = "twice"
    else:
        reason = "extra"
    return SurplusCard(seen.card, seen.confidence, reason, seen.box_xyxy, names_read(seen), earlier)
