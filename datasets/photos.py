"""Labelled real photographs, wherever they lie: paths and labels, not arrays.

They are used from `../shared/photos` (or the folder that `DON_PHOTOS` names) and never copied into the project. Rows
marked `eval` may be measured on, never trained or tuned on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from scorer.cards import Card
from scorer.errors import DonError

DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "photos"
Use = Literal["tune", "eval"]


SENTENCES = {
    "photos_missing": "{path} cannot be read ({detail}): name a folder of labelled photographs.",
    "photos_bad_labels": "{path} is not a list of labelled photographs ({detail}): put it right.",
}


class PhotosError(DonError):
    """The labels are missing or unusable; `code` is a key of `SENTENCES`."""

    def sentence(self) -> str:
        """The sentence of `SENTENCES`, filled in."""
        return SENTENCES[self.code].format(**self.params)


@dataclass(frozen=True, slots=True)
class Photo:
    """One labelled photograph: the set of its cards, its source, and what kind of picture it is."""

    path: Path
    cards: frozenset[Card]
    source: str
    scene: str
    index: str
    use: Use
    tags: frozenset[str]
    boxes: tuple[tuple[str, tuple[float, float, float, float]], ...] = ()


def photos_folder() -> Path:
    """Where the photographs lie: `DON_PHOTOS`, else `../shared/photos` beside the checkout."""
    return Path(os.environ["DON_PHOTOS"]) if os.environ.get("DON_PHOTOS") else DEFAULT


def load_photos(folder: Path | None = None) -> list[Photo]:
    """All labelled photographs of a folder with `labels.json`. Raises `PhotosError`."""
    folder = photos_folder() if folder is None else folder
    labels = folder / "labels.json"
    try:
        rows = json.loads(labels.read_text("utf-8"))
    except OSError as error:
        raise PhotosError("photos_missing", path=labels, detail=error.strerror) from None
    except (ValueError, RecursionError) as error:
        raise PhotosError("photos_bad_labels", path=labels, detail=f"it is no JSON: {error}") from None
    if not isinstance(rows, list):
        raise PhotosError("photos_bad_labels", path=labels, detail="it must be a list of rows")
    return [_photo(folder, row, _Where(labels, number)) for number, row in enumerate(rows, 1)]


@dataclass(frozen=True, slots=True)
class _Where:
    """A row of a labels file, counted from 1: for sentences."""

    labels: Path
    row: int

    def bad(self, detail: str) -> PhotosError:
        return PhotosError("photos_bad_labels", path=self.labels, detail=f"row {self.row}: {detail}")


def _photo(folder: Path, row: object, where: _Where) -> Photo:
    if not isinstance(row, dict):
        raise where.bad("it must be an object with file, cards, source, scene and index")
    file, source, scene, index = (_text(row, field, where) for field in ("file", "source", "scene", "index"))
    use: Use = "tune" if row.get("use") == "tune" else "eval"
    try:
        cards = frozenset(map(Card.parse, _texts(row, "cards", where)))
    except ValueError as error:
        raise where.bad(str(error).rstrip(".")) from None
    try:
        boxes = tuple((str(b["card"]), _xyxy(b["xyxy"])) for b in row.get("boxes", ()))
    except (KeyError, TypeError, ValueError):
        raise where.bad("boxes must be a list of objects with card and xyxy, four numbers") from None
    tags = frozenset(_texts(row, "tags", where)) if "tags" in row else frozenset()
    return Photo(folder / file, cards, source.split("/")[0], scene, index, use, tags, boxes)


def _text(row: dict[str, Any], field: str, where: _Where) -> str:
    if not isinstance(row.get(field), str) or not row[field]:
        raise where.bad(f"{field} must be a text")
    return str(row[field])


def _texts(row: dict[str, Any], field: str, where: _Where) -> list[str]:
    values = row.get(field)
    if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
        raise where.bad(f"{field} must be a list of texts")
    return values


def _xyxy(values: Iterable[float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(v) for v in values)
    return (x0, y0, x1, y1)
