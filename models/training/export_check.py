"""Whether exported networks say what the trained ones say: the same pictures through torch and through each engine.

On the torch side ultralytics' own head decodes the locator's maps; on the other side `models.locator.decode` does, as
in the reader. As a negative control the same comparison is made with red and blue swapped on the engine's side: it must
find a difference, else it would not have found a real one either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from datasets import procedural
from datasets.fonts import system_fonts
from datasets.photos import PhotosError, load_photos
from datasets.scenes import SceneFactory
from models.boxes import overlaps
from models.engine import Engine, open_engine
from models.identifier import crop_square
from models.locator import best_of_each, decode, letterbox
from models.picture import Picture, load_picture
from models.training.networks import RANKS, SUITS

TOLERANCE = 0.02
"""Largest difference of a confidence between torch and an engine."""
ENGINES = ("opencv", "onnxruntime")
PICTURES = 20
SHAPES = ((960, 720), (1280, 720), (720, 960))
"""4:3, 16:9 and portrait."""
CLEAR, SEEN = 0.1, 0.05
"""A place of at least `CLEAR` on one side must be on the other, where places count from `SEEN`."""
SAME_PLACE = 0.9
"""Intersection over union from which two boxes are one place."""
AT_LEAST = 20
"""Places on all pictures together that a comparison needs."""
MARGIN, CROP_SIDE, CROPS = 1.4, 64, 400


class ExportError(Exception):
    """The exported networks may not be used; the text is one sentence that says why."""


@dataclass(frozen=True)
class Agreement:
    """Largest differences of confidence between torch and an engine, and how many places and crops were compared."""

    engine: str
    locator: float
    identifier: float
    places: int
    crops: int


@dataclass(frozen=True)
class Found:
    """Boxes `(n, 4)` `xyxy` in pixels of the letterboxed picture, scores `(n,)` from `SEEN`, and which are `clear`.

    Of overlapping boxes only the best can be clear. Which one that is may turn on the last digit of a score: so a clear
    box is looked for among all boxes of the other side.
    """

    boxes: NDArray[np.float64]
    scores: NDArray[np.float64]
    clear: NDArray[np.int64]

    @classmethod
    def of(cls, boxes: NDArray[np.float32], scores: NDArray[np.float32]) -> Found:
        """From all boxes of at least `SEEN`."""
        return cls(boxes.astype(float), scores.astype(float), best_of_each(boxes, scores, CLEAR, 0.5))


@dataclass(frozen=True)
class Networks:
    """Both networks in torch, ready to be run, both as ONNX bytes, the side of the letterbox in pixels."""

    locator: Any
    identifier: Any
    locator_onnx: bytes
    identifier_onnx: bytes
    side: int = 640


def pictures(count: int = PICTURES, shapes: Sequence[tuple[int, int]] = SHAPES) -> Iterator[Picture]:
    """Drawn scenes of each shape, and photographs marked `tune` for a third of them where there are some."""
    photos = _photographs(count // 3)
    fonts = system_fonts()
    factory = SceneFactory([procedural.draw_pack(8_800_000 + k, fonts) for k in range(3)])
    for number in range(count - len(photos)):
        factory.size_wh = shapes[number % len(shapes)]
        factory.difficulty = 0.1 + 0.6 * number / count
        yield factory.scene(88_000_000 + number).picture
    yield from (load_picture(path) for path in photos)


def _photographs(count: int) -> list[Path]:
    """Photographs marked `tune`, evenly chosen; none where there are none."""
    try:
        paths = [photo.path for photo in load_photos() if photo.use == "tune"]
    except PhotosError:
        return []
    return [paths[k * len(paths) // count] for k in range(count)] if len(paths) >= count else []


def blob_of(framed: Picture, swapped: bool = False) -> NDArray[np.float32]:
    """The locator's input `(1, 3, h, w)`: RGB in 0..1, or BGR where `swapped`."""
    return np.asarray(cv2.dnn.blobFromImage(framed, 1 / 255, swapRB=not swapped), np.float32)


def found_by_torch(network: Any, framed: Picture) -> Found:
    """Places as ultralytics' own head decodes them."""
    with torch.no_grad():
        rows = network(torch.from_numpy(blob_of(framed)))[0][0].numpy().T
    rows = rows[rows[:, 4] >= SEEN]
    centres, sizes = rows[:, :2], rows[:, 2:4]
    return Found.of(np.hstack([centres - sizes / 2, centres + sizes / 2]), rows[:, 4])


def found_by_engine(engine: Engine, framed: Picture, swapped: bool = False) -> Found:
    """Places as the reader decodes them."""
    return Found.of(*decode(engine.run(blob_of(framed, swapped)), framed.shape[0], SEEN))


def largest_difference(one: Found, other: Found) -> float:
    """Of the places clear on either side, the largest difference in score; a place only one side has counts in full."""
    worst = 0.0
    for here, there in ((one, other), (other, one)):
        on = overlaps(here.boxes[here.clear], there.boxes)
        for row, score in zip(on, here.scores[here.clear], strict=True):
            best = int(row.argmax()) if len(row) else -1
            same = best >= 0 and row[best] >= SAME_PLACE
            worst = max(worst, abs(float(score - there.scores[best])) if same else float(score))
    return worst


def confidences(logits: NDArray[np.float32]) -> NDArray[np.float64]:
    """`(n, 18)`: probabilities of ranks, of suits, of "no index"."""
    parts = []
    for part in (logits[:, :RANKS], logits[:, RANKS : RANKS + SUITS]):
        raised = np.exp(part.astype(float) - part.max(axis=1, keepdims=True))
        parts.append(raised / raised.sum(axis=1, keepdims=True))
    return np.hstack([*parts, 1 / (1 + np.exp(-logits[:, -1:].astype(float)))])


def crops_of(picture: Picture, framed_boxes: NDArray[np.float32], side: int) -> NDArray[np.float32]:
    """The identifier's input `(n, 3, 64, 64)` BGR in 0..1 for boxes in pixels of the letterboxed picture."""
    boxed = letterbox(picture, side)
    pad = np.asarray(boxed.pad_xy * 2, np.float32)
    cut = [crop_square(picture, (box - pad) / np.float32(boxed.scale), MARGIN, CROP_SIDE) for box in framed_boxes]
    whole = np.array(cut, np.uint8).reshape(-1, CROP_SIDE, CROP_SIDE, 3)
    return np.ascontiguousarray(whole.transpose(0, 3, 1, 2).astype(np.float32) / 255)


def compare(networks: Networks, engine: str, looked_at: Sequence[Picture], swapped: bool = False) -> Agreement:
    """Both networks in torch against an engine; `swapped` gives the engine blue for red."""
    locator = open_engine(engine, networks.locator_onnx, "locator.onnx")
    identifier = open_engine(engine, networks.identifier_onnx, "identifier.onnx")
    worst, places, parts = 0.0, 0, []
    for picture in looked_at:
        framed = letterbox(picture, networks.side).framed
        found = found_by_torch(networks.locator, framed)
        worst = max(worst, largest_difference(found, found_by_engine(locator, framed, swapped)))
        places += len(found.clear)
        parts.append(crops_of(picture, found.boxes[found.clear].astype(np.float32), networks.side))
    crops = np.concatenate(parts)[:CROPS]
    if len(crops) == 0:
        return Agreement(engine, worst, 0.0, places, 0)
    with torch.no_grad():
        said = networks.identifier(torch.from_numpy(crops)).numpy()
    (answer,) = identifier.run(np.ascontiguousarray(crops[:, ::-1]) if swapped else crops)
    other = float(np.abs(confidences(said) - confidences(answer)).max())
    return Agreement(engine, worst, other, places, len(crops))


def check(
    networks: Networks, looked_at: Sequence[Picture], engines: Sequence[str] = ENGINES
) -> list[tuple[Agreement, Agreement]]:
    """Compares with every engine; with each comparison its negative control. Raises `ExportError`."""
    results = [compare(networks, engine, looked_at) for engine in engines]
    for result in results:
        if result.places < AT_LEAST:
            raise ExportError(
                f"The locator finds only {result.places} places on {len(looked_at)} pictures, {AT_LEAST} are needed to "
                "compare: train it longer."
            )
        for name in ("locator", "identifier"):
            if (difference := getattr(result, name)) > TOLERANCE:
                raise ExportError(
                    f"The exported {name} differs from torch by {difference:.3f} in {result.engine}, "
                    f"{TOLERANCE} is allowed."
                )
    controls = [compare(networks, engine, looked_at, swapped=True) for engine in engines]
    for control in controls:
        for name in ("locator", "identifier"):
            if getattr(control, name) <= TOLERANCE:
                raise ExportError(
                    f"With red and blue swapped the {name} says the same in {control.engine}: "
                    "this check would not notice a wrong export."
                )
    return list(zip(results, controls, strict=True))
