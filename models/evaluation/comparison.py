"""Before and after: the same pictures read twice, per source, with the difference, and the pictures that changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from models.evaluation.metrics import PictureResult, Tally, by_source, tally
from models.evaluation.report import mistake

Pair = tuple[PictureResult, PictureResult]
FIGURES = ("recall", "precision", "exact", "sure")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Results of the pictures that were read both times; `left_out` counts those read only once."""

    pairs: tuple[Pair, ...]
    left_out: int

    @property
    def newly_right(self) -> list[Pair]:
        """Pictures read exactly now, and not before."""
        return [(b, a) for b, a in self.pairs if a.exact and not b.exact]

    @property
    def newly_wrong(self) -> list[Pair]:
        """Pictures read exactly before, and not now."""
        return [(b, a) for b, a in self.pairs if b.exact and not a.exact]

    @property
    def otherwise_wrong(self) -> list[Pair]:
        """Pictures not read exactly either time, but with other mistakes."""
        return [
            (b, a)
            for b, a in self.pairs
            if not a.exact and not b.exact and (b.reported, b.silent) != (a.reported, a.silent)
        ]


def compare(before: Sequence[PictureResult], after: Sequence[PictureResult]) -> Comparison:
    """Pairs pictures of equal name and label (the first with the first where several share both)."""
    waiting: dict[tuple[object, ...], PictureResult] = dict(zip(_keys(before), before, strict=True))
    pairs = tuple((waiting[key], a) for key, a in zip(_keys(after), after, strict=True) if key in waiting)
    return Comparison(pairs, len(before) + len(after) - 2 * len(pairs))


def _keys(results: Sequence[PictureResult]) -> list[tuple[object, ...]]:
    seen: Counter[tuple[object, ...]] = Counter()
    keys: list[tuple[object, ...]] = []
    for result in results:
        key: tuple[object, ...] = (result.name, result.source, result.index, result.truth)
        keys.append((*key, seen[key]))
        seen[key] += 1
    return keys


def comparison_table(pairs: Sequence[Pair]) -> str:
    """A row a source and the pooled row: each figure before, after and the difference; silent errors before, after."""
    lines = [f"{'':<18}{'pictures':>9}" + "".join(f"{name:>22}" for name in FIGURES) + f"{'silent errors':>16}"]
    befores = by_source([b for b, _ in pairs])
    afters = by_source([a for _, a in pairs])
    rows = [(name, tally(befores[name]), tally(afters[name])) for name in afters]
    rows.append(("pooled", tally(b for b, _ in pairs), tally(a for _, a in pairs)))
    for name, before, after in rows:
        cells = "".join(_cell(b, a) for b, a in zip(_figures(before), _figures(after), strict=True))
        lines.append(f"{name:<18}{after.pictures:>9}{cells}{f'{before.silent} -> {after.silent}':>16}")
    return "\n".join(lines)


def _figures(t: Tally) -> tuple[float, float, float, float]:
    return t.recall, t.precision, t.exact_share, t.sure_share


def _cell(before: float, after: float) -> str:
    change = f"{after - before:+.3f}" if round(after, 3) != round(before, 3) else "="
    return f"{before:>8.3f}{after:>7.3f}{change:>7}"


def changes(comparison: Comparison) -> list[str]:
    """A line for each picture that is newly right, newly wrong or wrong in another way."""
    lines = [f"newly right: {b.name} (was: {mistake(b)})" for b, _ in comparison.newly_right]
    lines += [f"newly wrong: {a.name}: {mistake(a)}" for _, a in comparison.newly_wrong]
    lines += [f"otherwise wrong: {a.name}: {mistake(a)} (was: {mistake(b)})" for b, a in comparison.otherwise_wrong]
    if comparison.left_out:
        lines.append(f"left out, because read only once: {comparison.left_out} pictures")
    return lines or ["every picture was read as before"]
