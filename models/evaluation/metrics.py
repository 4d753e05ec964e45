"""How well pictures were read, counted over sets of cards: recall, precision, exact pictures, silent errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.cards import Card


@dataclass(frozen=True, slots=True)
class PictureResult:
    """One picture: the cards in its label, those reported (sure or doubtful) and those reported as sure."""

    source: str
    truth: frozenset[Card]
    reported: frozenset[Card]
    sure: frozenset[Card]
    elapsed_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over pictures. A silent error is a sure card that is not in the label."""

    pictures: int = 0
    cards: int = 0
    found: int = 0
    wrong: int = 0
    exact: int = 0
    silent: int = 0
    sure: int = 0

    @property
    def recall(self) -> float:
        """Share of the labelled cards that were reported."""
        return self.found / self.cards if self.cards else 1.0

    @property
    def precision(self) -> float:
        """Share of the reported cards that are in the label."""
        reported = self.found + self.wrong
        return self.found / reported if reported else 1.0

    @property
    def exact_share(self) -> float:
        """Share of the pictures whose reported set equals the label."""
        return self.exact / self.pictures if self.pictures else 1.0

    @property
    def sure_share(self) -> float:
        """Share of the labelled cards reported as sure and right."""
        return (self.sure - self.silent) / self.cards if self.cards else 1.0


def tally(results: Iterable[PictureResult]) -> Tally:
    """Counts pictures; an empty list gives zeros."""
    pictures = cards = found = wrong = exact = silent = sure = 0
    for one in results:
        pictures += 1
        cards += len(one.truth)
        found += len(one.truth & one.reported)
        wrong += len(one.reported - one.truth)
        exact += one.truth == one.reported
        silent += len(one.sure - one.truth)
        sure += len(one.sure)
    return Tally(pictures, cards, found, wrong, exact, silent, sure)
