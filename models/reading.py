"""What a picture was read as: values only. Boxes are `xyxy` in pixels of the picture given; confidences 0..1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorer.cards import Card

BoxXyxy = tuple[float, float, float, float]
Status = Literal["sure", "doubtful"]


def covering(boxes: Sequence[BoxXyxy]) -> BoxXyxy:
    """The smallest box around all of `boxes`."""
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


@dataclass(frozen=True, slots=True)
class IndexSighting:
    """One index: where it is, how certain the locator was, and the likeliest cards (best first) with probabilities."""

    box_xyxy: BoxXyxy
    located: float
    cards: tuple[tuple[Card, float], ...]
    no_index: float
    struck: tuple[tuple[Card, float], ...] = ()
    """Likelier names that it cannot have, since a clear index elsewhere has them; `cards` are then what is left."""


@dataclass(frozen=True, slots=True)
class CardSighting:
    """One card in the picture, named from one or more of its indices.

    `confidence` is the calibrated probability that this card lies in the picture; `runners_up` are other names its
    indices might have, likeliest first; `box_xyxy` covers its indices; `conflict` says that the same name was read in
    two places that cannot be one card.
    """

    card: Card
    status: Status
    confidence: float
    runners_up: tuple[tuple[Card, float], ...]
    box_xyxy: BoxXyxy
    indices: tuple[IndexSighting, ...]
    conflict: bool = False

    @property
    def sure(self) -> bool:
        """Whether the card needs no question."""
        return self.status == "sure"

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the box, in pixels of the picture."""
        x0, y0, x1, y1 = self.box_xyxy
        return (x0 + x1) / 2, (y0 + y1) / 2


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read in one picture; `image_wh` is its width and height in pixels."""

    sightings: tuple[CardSighting, ...]
    sharpness: float
    elapsed_ms: float
    image_wh: tuple[int, int]
    times_ms: tuple[tuple[str, float], ...] = ()
    """How long each step took: locate, closer look (near 0 where none was needed), identify, rest."""

    @property
    def cards(self) -> frozenset[Card]:
        """All reported cards, sure or doubtful."""
        return frozenset(s.card for s in self.sightings)
