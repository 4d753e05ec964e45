"""Does the confidence mean something? Risk against coverage, reliability, and where the two thresholds stand.

The cards that the networks suggested (each once a picture, reported or not) are sorted by confidence. At a coverage of
c the surest share c of them is kept; the risk is the share of wrong ones among those kept. A card that was never
suggested is no part of this; `found` counts those that were, out of all labelled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.calibration import Calibration
from models.evaluation.metrics import PictureResult

Values = NDArray[np.float64]
BINS = 10
LEVELS = (0.999, 0.99, 0.98, 0.95, 0.9, 0.8, 0.7, 0.5, 0.0)
"""Confidences with a row in the table, beside the two thresholds."""


@dataclass(frozen=True)
class Outcomes:
    """Suggested cards, the surest first: confidences `(n,)` 0..1, right or wrong `(n,)`; labelled cards in all."""

    confidence: Values
    right: NDArray[np.bool_]
    cards: int

    def kept(self, threshold: float) -> tuple[int, int]:
        """How many cards have at least this confidence, and how many of them are wrong."""
        chosen = self.confidence >= threshold
        return int(chosen.sum()), int((chosen & ~self.right).sum())


def outcomes(results: Sequence[PictureResult]) -> Outcomes:
    """The suggested cards of all pictures."""
    pairs = [(c.confidence, c.card in r.truth) for r in results for c in r.candidates]
    pairs.sort(key=lambda pair: -pair[0])
    confidence = np.array([p for p, _ in pairs], np.float64)
    return Outcomes(confidence, np.array([ok for _, ok in pairs], np.bool_), sum(len(r.truth) for r in results))


def curve(seen: Outcomes) -> tuple[Values, Values]:
    """Coverage and risk, each `(k,)`, after each distinct confidence: equally sure cards are kept together."""
    n = len(seen.confidence)
    if n == 0:
        return np.zeros(0), np.zeros(0)
    last = np.append(np.nonzero(np.diff(seen.confidence))[0], n - 1)
    kept = last + 1
    wrong = np.cumsum(~seen.right)[last]
    return kept / n, wrong / kept


def area(seen: Outcomes) -> float:
    """AURC: the risk averaged over all coverages, 0 where no card is wrong (or none is there)."""
    coverage, risk = curve(seen)
    return float(np.sum(np.diff(coverage, prepend=0.0) * risk))


@dataclass(frozen=True, slots=True)
class Bin:
    """Cards with a confidence from `low` to below `high`: how many, their mean confidence, the share that is right."""

    low: float
    high: float
    count: int
    confidence: float
    right: float


def reliability(seen: Outcomes, bins: int = BINS) -> list[Bin]:
    """Equally wide bins from 0 to 1; the last one includes 1; empty bins have zeros."""
    place = np.minimum((seen.confidence * bins).astype(int), bins - 1)
    rows = []
    for k in range(bins):
        inside = place == k
        count = int(inside.sum())
        mean = float(seen.confidence[inside].mean()) if count else 0.0
        right = float(seen.right[inside].mean()) if count else 0.0
        rows.append(Bin(k / bins, (k + 1) / bins, count, mean, right))
    return rows


def calibration_error(seen: Outcomes, bins: int = BINS) -> float:
    """ECE: the gap between confidence and share of right cards, averaged over the bins by their cards."""
    total = max(1, len(seen.confidence))
    return sum(b.count / total * abs(b.confidence - b.right) for b in reliability(seen, bins))


def parts(results: Sequence[PictureResult]) -> dict[str, list[PictureResult]]:
    """Index `en` by use: real photographs marked `tune`, those marked `eval`, synthetic scenes; empty ones left out."""
    uses = {"tune": "real, tune", "eval": "real, eval", "synthetic": "synthetic"}
    chosen = {title: [r for r in results if r.index == "en" and r.use == use] for use, title in uses.items()}
    return {title: rows for title, rows in chosen.items() if rows}


def risk_table(seen: Outcomes, calibration: Calibration) -> str:
    """A row a confidence: how many cards are kept, coverage, wrong ones, risk, share of the labelled cards found."""
    marks = {calibration.sure: "sure", calibration.report: "reported"}
    lines = [f"{'confidence from':<26}{'kept':>7}{'coverage':>10}{'wrong':>7}{'risk':>9}{'found':>8}"]
    for level in sorted({*LEVELS, *marks}, reverse=True):
        kept, wrong = seen.kept(level)
        name = f"{level:.4g}" + (f" (from here {marks[level]})" if level in marks else "")
        coverage, risk = kept / max(1, len(seen.confidence)), wrong / max(1, kept)
        found = (kept - wrong) / max(1, seen.cards)
        lines.append(f"{name:<26}{kept:>7}{coverage:>10.3f}{wrong:>7}{risk:>9.4f}{found:>8.3f}")
    lines.append(f"AURC {area(seen):.5f}; expected calibration error {calibration_error(seen):.4f}")
    return "\n".join(lines)


def reliability_table(seen: dict[str, Outcomes]) -> str:
    """A row a bin; for each part how many cards it holds, their mean confidence, and the share that is right."""
    lines = [f"{'confidence':<12}" + "".join(f"{name:>26}" for name in seen)]
    lines.append(f"{'':<12}" + f"{'cards':>10}{'mean':>8}{'right':>8}" * len(seen))
    rows = {name: reliability(part) for name, part in seen.items()}
    for k in range(BINS):
        cells = "".join(_bin_cell(bins[k]) for bins in rows.values())
        lines.append(f"{k / BINS:.1f} to {(k + 1) / BINS:.1f}  {cells}")
    return "\n".join(lines)


def _bin_cell(b: Bin) -> str:
    return f"{b.count:>10}{b.confidence:>8.3f}{b.right:>8.3f}" if b.count else f"{0:>10}{'-':>8}{'-':>8}"


def risk_tables(results: Sequence[PictureResult], calibration: Calibration) -> list[tuple[str, str]]:
    """Titles and tables: risk against coverage for each part, then reliability."""
    seen = {name: outcomes(rows) for name, rows in parts(results).items()}
    tables = [(f"Risk and coverage: {name}", risk_table(part, calibration)) for name, part in seen.items()]
    return [*tables, ("Reliability: is a card of confidence p right in a share p?", reliability_table(seen))]
