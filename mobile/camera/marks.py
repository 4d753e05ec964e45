"""What is drawn over the camera's picture: a box round each card that was found, and how certain it is. No Kivy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from models.reading import BoxXyxy, CardSighting, Reading
from scorer.cards import Card

MarkState = Literal["sure", "doubtful", "impossible"]


@dataclass(frozen=True, slots=True)
class Mark:
    """One index in the picture (pixels, y downwards), the card it names, and its state.

    ``named``: the name is written beside it; of a card that shows several corners, beside one.
    """

    box_xyxy: BoxXyxy
    card: Card
    state: MarkState
    named: bool = True


def anything(_card: Card) -> bool:
    """Every card can be there."""
    return True


def marks_of(seen: Iterable[CardSighting], possible: Callable[[Card], bool] = anything) -> tuple[Mark, ...]:
    """A mark for each index of each card; one that can't be there is marked so."""
    return tuple(
        Mark(box, one.card, one.status if possible(one.card) else "impossible", number == 0)
        for one in seen
        for number, box in enumerate([index.box_xyxy for index in one.indices] or [one.box_xyxy])
    )


def marks_of_reading(reading: Reading, possible: Callable[[Card], bool] = anything) -> tuple[Mark, ...]:
    """The marks of a single picture."""
    return marks_of(reading.sightings, possible)
