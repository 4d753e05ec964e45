"""How well pictures were read, counted over sets of cards: recall, precision, exact pictures, silent errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorer.cards import Card


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that the networks suggested for a picture, reported or not, with its calibrated probability."""

    card: Card
    confidence: float


@dataclass(frozen=True, slots=True)
class PictureResult:
    """One picture: the cards in its label, those reported (sure or doubtful) and those reported as sure.

    `candidates` are all cards suggested before the thresholds, each once; `use` is `tune`, `eval` or `synthetic`.
    """

    source: str
    truth: frozenset[Card]
    reported: frozenset[Card] = frozenset()
    sure: frozenset[Card] = frozenset()
    elapsed_ms: float = 0.0
    name: str = ""
    scene: str = ""
    index: str = "en"
    use: str = "eval"
    tags: frozenset[str] = frozenset()
    candidates: tuple[Candidate, ...] = ()

    @property
    def missed(self) -> frozenset[Card]:
        """Labelled cards that were not reported."""
        return self.truth - self.reported

    @property
    def wrong(self) -> frozenset[Card]:
        """Reported cards that are not in the label."""
        return self.reported - self.truth

    @property
    def silent(self) -> frozenset[Card]:
        """Silent errors: sure cards that are not in the label."""
        return self.sure - self.truth

    @property
    def exact(self) -> bool:
        """Whether the reported cards are those of the label."""
        return self.truth == self.reported


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

    @property
    def sure_of_right(self) -> float:
        """Share of the right cards among those reported that are sure."""
        return (self.sure - self.silent) / self.found if self.found else 1.0


def tally(results: Iterable[PictureResult]) -> Tally:
    """Counts pictures; an empty list gives zeros."""
    pictures = cards = found = wrong = exact = silent = sure = 0
    for one in results:
        pictures += 1
        cards += len(one.truth)
        found += len(one.truth & one.reported)
        wrong += len(one.wrong)
        exact += one.exact
        silent += len(one.silent)
        sure += len(one.sure)
    return Tally(pictures, cards, found, wrong, exact, silent, sure)


def by_source(results: Sequence[PictureResult]) -> dict[str, list[PictureResult]]:
    """The results by source, in alphabetical order."""
    names = sorted({r.source for r in results}, key=str.lower)
    return {name: [r for r in results if r.source == name] for name in names}
