"""Reads labelled photographs and lays the results out: one row a source, the pooled row, the mean over sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from datasets.photos import Photo
from models.evaluation.metrics import PictureResult, Tally, tally
from models.picture import load_picture
from models.reader import CardReader

HEADER = (
    f"{'':<18}{'pictures':>9}{'cards':>7}{'recall':>8}{'precision':>11}{'exact':>7}{'sure':>7}{'silent errors':>15}"
)


def read_photos(
    reader: CardReader, photos: Iterable[Photo], seen: Callable[[Photo, PictureResult], None] | None = None
) -> list[PictureResult]:
    """Reads each photograph; `seen` is called after each. Raises `PictureError`."""
    results = []
    for photo in photos:
        reading = reader.read(load_picture(photo.path))
        sure = frozenset(s.card for s in reading.sightings if s.sure)
        result = PictureResult(photo.source, photo.cards, reading.cards, sure, reading.elapsed_ms)
        results.append(result)
        if seen is not None:
            seen(photo, result)
    return results


def table(results: Sequence[PictureResult], pooled: bool = True) -> str:
    """The printed table; without the pooled row where a picture counts in several rows (tags)."""
    sources = sorted({r.source for r in results}, key=str.lower)
    tallies = {name: tally(r for r in results if r.source == name) for name in sources}
    lines = [HEADER, *(_row(name, t) for name, t in tallies.items())]
    if pooled:
        lines.append(_row("pooled", tally(results)))
    if tallies:
        n = len(tallies)
        recall = sum(t.recall for t in tallies.values()) / n
        precision = sum(t.precision for t in tallies.values()) / n
        exact = sum(t.exact_share for t in tallies.values()) / n
        sure = sum(t.sure_share for t in tallies.values()) / n
        lines.append(f"{'mean over rows':<34}{recall:>8.3f}{precision:>11.3f}{exact:>7.3f}{sure:>7.3f}")
    return "\n".join(lines)


def _row(name: str, t: Tally) -> str:
    silent = f"{t.silent} of {t.sure}"
    return (
        f"{name:<18}{t.pictures:>9}{t.cards:>7}{t.recall:>8.3f}{t.precision:>11.3f}{t.exact_share:>7.3f}"
        f"{t.sure_share:>7.3f}{silent:>15}"
    )


def regroup(rows: Sequence[tuple[Photo, PictureResult]], by: str) -> list[PictureResult]:
    """The results with `source` standing for the photograph's source, its scene, or each of its tags."""
    if by == "source":
        return [result for _, result in rows]
    names = [(photo.scene,) if by == "scene" else tuple(sorted(photo.tags)) or ("untagged",) for photo, _ in rows]
    return [
        PictureResult(name, r.truth, r.reported, r.sure, r.elapsed_ms)
        for (_, r), group in zip(rows, names, strict=True)
        for name in group
    ]
