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
        return [_photo(folder, row) for row in rows]
    except OSError as error:
        raise PhotosError("photos_missing", path=labels, detail=error.strerror) from None
    except (KeyError, TypeError, ValueError) as error:
        raise PhotosError("photos_bad_labels", path=labels, detail=error) from None


def _photo(folder: Path, row: dict[str, Any]) -> Photo:
    use: Use = "tune" if row.get("use") == "tune" else "eval"
    boxes = tuple((str(b["card"]), _xyxy(b["xyxy"])) for b in row.get("boxes", ()))
    return Photo(
        path=folder / row["file"],
        cards=frozenset(Card.parse(text) for text in row["cards"]),
        source=str(row["source"]).split("/")[0],
        scene=str(row["scene"]),
        index=str(row["index"]),
        use=use,
        tags=frozenset(row.get("tags", ())),
        boxes=boxes,
    )


def _xyxy(values: Iterable[float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (float(v) for v in values)
    return (x0, y0, x1, y1)
