"""From the places of indices to cards: merged, with a calibrated confidence, sure or doubtful."""

from __future__ import annotations

from collections.abc import Sequence

from models.calibration import Calibration
from models.merge import CardGroup, merge
from models.reading import CardSighting, IndexSighting, covering
from scorer.cards import Card

NO_INDEX_FROM = 0.6
"""Places the identifier calls "no index" with at least this probability are dropped."""
CANDIDATES = 5
"""Names kept for each index."""


def indices_only(places: Sequence[IndexSighting]) -> list[IndexSighting]:
    """The places that the identifier does not call "no index"."""
    return [p for p in places if p.no_index < NO_INDEX_FROM]


def sightings_of(
    places: Sequence[IndexSighting], calibration: Calibration, colour: bool, report: float | None = None
) -> tuple[CardSighting, ...]:
    """The cards that the places of one picture give, the most certain first.

    `colour`: red and black can be told apart in it; else no card is sure. `report`: the least confidence of a card, if
    it is not the calibration's.
    """
    least = calibration.report if report is None else report
    found = (sighting_of(group, calibration, colour) for group in merge(indices_only(places)))
    return tuple(sorted((s for s in found if s.confidence >= least), key=lambda s: -s.confidence))


def sighting_of(group: CardGroup, calibration: Calibration, colour: bool) -> CardSighting:
    """One card's indices as a sighting."""
    confidence = calibration.confidence(group)
    return CardSighting(
        card=group.card,
        status="sure" if confidence >= calibration.sure and not group.conflict and colour else "doubtful",
        confidence=confidence,
        runners_up=_runners_up(group),
        box_xyxy=covering([index.box_xyxy for index in group.indices]),
        indices=group.indices,
        conflict=group.conflict,
    )


def _runners_up(group: CardGroup) -> tuple[tuple[Card, float], ...]:
    """Other names the group's indices might have, with the mean probability, likeliest first."""
    totals: dict[Card, float] = {}
    for index in group.indices:
        for card, p in (*index.cards, *index.struck):
            if card != group.card:
                totals[card] = totals.get(card, 0.0) + p / len(group.indices)
    ranked = sorted(totals.items(), key=lambda item: -item[1])
    return tuple((card, p) for card, p in ranked[:CANDIDATES] if p >= 0.001)
