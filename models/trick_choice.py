"""Which of the cards seen are the trick, where more are seen than play: the rest is set aside with a reason."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import median

from models.hand_facts import HandFacts
from models.proposed_card import SurplusCard, names_read
from models.reading import CardSighting
from scorer.cards import Card


def choose_trick(
    sightings: Sequence[CardSighting], facts: HandFacts
) -> tuple[list[CardSighting], tuple[SurplusCard, ...]]:
    """The sightings of the trick, at most one a player, and those beyond it; their order in the reading is no matter.

    Sure cards in play come first (of too many those nearest to each other), then doubtful ones by how much speaks for
    a card in play, then cards that are gone. Two or more of one earlier trick are that trick, still lying there.
    """
    ordered = sorted(sightings, key=lambda s: (-s.confidence, s.card, s.box_xyxy))
    wanted = len(facts.seats)
    if len(ordered) <= wanted:
        return ordered, ()
    clear, open_, gone = _sorted_out(ordered, facts)
    lying = [s for s in gone if _lies_there_still(s, gone, facts)]
    ranked = [*clear, *open_, *(s for s in gone if s not in lying)]
    chosen, beyond = ranked[:wanted], [*ranked[wanted:], *lying]
    names = {s.card for s in chosen}
    return chosen, tuple(_surplus(s, facts, names) for s in beyond)


def _sorted_out(
    ordered: Sequence[CardSighting], facts: HandFacts
) -> tuple[list[CardSighting], list[CardSighting], list[CardSighting]]:
    """Sure cards in play, each name once and the nearest to the middle first; then open ones; then what cannot be."""
    clear: list[CardSighting] = []
    rest: list[CardSighting] = []
    for seen in ordered:
        once = seen.card not in {s.card for s in clear}
        (clear if seen.sure and once and facts.can_come(seen.card) else rest).append(seen)
    middle = (median(s.centre[0] for s in clear), median(s.centre[1] for s in clear)) if clear else (0.0, 0.0)
    clear.sort(key=lambda s: (math.dist(s.centre, middle), s.box_xyxy))
    taken = {s.card for s in clear}
    worth = {id(s): _worth(s, facts, taken) for s in rest}
    open_ = [s for s in rest if worth[id(s)] > 0]
    open_.sort(key=lambda s: (-worth[id(s)], s.card, s.box_xyxy))
    return clear, open_, [s for s in rest if worth[id(s)] <= 0]


def _worth(seen: CardSighting, facts: HandFacts, taken: set[Card]) -> float:
    """How much speaks for a card of this trick: the confidence in the sighting, times the share of names in play."""
    if seen.sure and not facts.can_come(seen.card):
        return 0.0
    names = names_read(seen)
    total = sum(p for _, p in names)
    free = sum(p for card, p in names if facts.can_come(card) and card not in taken)
    return seen.confidence * free / total if total > 0 else 0.0


def _lies_there_still(seen: CardSighting, gone: Sequence[CardSighting], facts: HandFacts) -> bool:
    """Whether it lies there with another card of its earlier trick."""
    tricks = Counter(facts.gone[s.card].trick for s in gone if s.card in facts.gone)
    return seen.card in facts.gone and tricks[facts.gone[seen.card].trick] > 1


def _surplus(seen: CardSighting, facts: HandFacts, names: set[Card]) -> SurplusCard:
    earlier = facts.gone.get(seen.card)
    if earlier is not None:
        reason = "gone"
    elif seen.card not in facts.pack:
        reason = "not_in_pack"
    elif seen.card in names:
        reason = "twice"
    else:
        reason = "aside" if seen.sure else "extra"
    return SurplusCard(seen.card, seen.confidence, reason, seen.box_xyxy, names_read(seen), earlier)
