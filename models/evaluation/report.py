"""Lays results out as printed tables: one row a source, scene or tag, the pooled row, the mean over sources."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from models.evaluation.metrics import PictureResult, Tally, by_source, tally
from scorer.cards import Card

HEADER = (
    f"{'':<18}{'pictures':>9}{'cards':>7}{'recall':>8}{'precision':>11}{'exact':>7}{'sure':>7}{'of right':>10}"
    f"{'silent errors':>15}"
)
KEY = (
    "sure: share of the labelled cards that are sure and right; of right: share of the right cards reported that are "
    "sure; silent errors: sure cards that are not in the label."
)


def table(results: Sequence[PictureResult], pooled: bool = True) -> str:
    """The printed table, a row a source; without the pooled row where a picture counts in several rows (tags)."""
    tallies = {name: tally(rows) for name, rows in by_source(results).items()}
    lines = [HEADER, *(_row(name, t) for name, t in tallies.items())]
    if pooled:
        lines.append(_row("pooled", tally(results)))
    if tallies:
        lines.append(_mean_row("mean over rows", list(tallies.values())))
    return "\n".join(lines)


def _row(name: str, t: Tally) -> str:
    silent = f"{t.silent} of {t.sure}"
    return (
        f"{name:<18}{t.pictures:>9}{t.cards:>7}{t.recall:>8.3f}{t.precision:>11.3f}{t.exact_share:>7.3f}"
        f"{t.sure_share:>7.3f}{t.sure_of_right:>10.3f}{silent:>15}"
    )


def _mean_row(name: str, tallies: Sequence[Tally]) -> str:
    n = len(tallies)
    recall, precision = sum(t.recall for t in tallies) / n, sum(t.precision for t in tallies) / n
    exact, sure = sum(t.exact_share for t in tallies) / n, sum(t.sure_share for t in tallies) / n
    right = sum(t.sure_of_right for t in tallies) / n
    return f"{name:<34}{recall:>8.3f}{precision:>11.3f}{exact:>7.3f}{sure:>7.3f}{right:>10.3f}"


def regroup(results: Sequence[PictureResult], by: str) -> list[PictureResult]:
    """The results with `source` standing for the picture's `scene`, or for each `tag` it has."""
    if by == "scene":
        return [replace(r, source=r.scene) for r in results]
    return [replace(r, source=tag) for r in results for tag in sorted(r.tags) or ("untagged",)]


def overview(results: Sequence[PictureResult]) -> str:
    """The rows by which a reader is judged: index `en` pooled and as the mean over sources, without fans, fans alone,
    `tune` and `eval` apart, and the pictures with other letters."""
    english = [r for r in results if r.index == "en"]
    parts = {
        "pooled": english,
        "without fan": [r for r in english if r.scene != "fan"],
        "fan alone": [r for r in english if r.scene == "fan"],
        "marked tune": [r for r in english if r.use == "tune"],
        "marked eval": [r for r in english if r.use == "eval"],
        "other letters": [r for r in results if r.index != "en"],
    }
    lines = [HEADER, *(_row(name, tally(rows)) for name, rows in parts.items() if rows)]
    if english:
        lines.insert(2, _mean_row("mean over sources", [tally(rows) for rows in by_source(english).values()]))
    return "\n".join(lines)


def photo_tables(results: Sequence[PictureResult]) -> list[tuple[str, str]]:
    """Titles and tables of real photographs: index `en` per source, `eval` apart, per scene, per tag; other letters."""
    english = [r for r in results if r.index == "en"]
    judged = [r for r in english if r.use == "eval"]
    other = [r for r in results if r.index != "en"]
    tables = [("Real photographs", overview(results))]
    if english:
        tables.append(("Index en, per source", table(english)))
    if judged and len(judged) < len(english):
        title = "Index en, marked eval only (nothing was trained or tuned on them), per source"
        tables.append((title, table(judged)))
    if english:
        tables.append(("Index en, per scene", table(regroup(english, "scene"))))
        tables.append(("Index en, per tag", table(regroup(english, "tag"), pooled=False)))
    if other:
        renamed = [replace(r, source=f"{r.source} ({r.index})") for r in other]
        tables.append(("Other letters (B D V R 1): the reader should abstain, per source", table(renamed)))
    return tables


def scene_table(results: Sequence[PictureResult]) -> tuple[str, str]:
    """Title and table of drawn scenes, a row a layout; never to be mixed with real photographs."""
    return ("Synthetic: drawn scenes from packs never trained on, per layout", table(results))


def times(results: Sequence[PictureResult]) -> str:
    """How long the reading of a picture took, in ms, as one line."""
    elapsed = [r.elapsed_ms for r in results]
    middle, slow = np.percentile(elapsed, 50), np.percentile(elapsed, 90)
    return f"{len(elapsed)} pictures read, {middle:.0f} ms a picture (median), {slow:.0f} ms (90th percentile)"


def mistakes(results: Sequence[PictureResult]) -> list[str]:
    """A line for each picture that was not read exactly: cards missed, wrong, and wrong though sure."""
    return [f"{r.name}: {mistake(r)}" for r in results if not r.exact]


def mistake(result: PictureResult) -> str:
    """`missed 2C; wrong JH; SILENT JH`, or `exact`."""
    if result.exact:
        return "exact"
    text = f"missed {names(result.missed)}; wrong {names(result.wrong)}"
    return text + (f"; SILENT {names(result.silent)}" if result.silent else "")


def names(cards: Collection[Card]) -> str:
    """Cards in alphabetical order, or `-`."""
    return " ".join(sorted(map(str, cards))) or "-"
