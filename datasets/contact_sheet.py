"""Many pictures on one sheet, to look at: scenes with their index boxes, real photographs beside drawn scenes."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.photos import Photo
from datasets.scenes import Scene

Picture = NDArray[np.uint8]
LIKE = {
    "single": ("single",),
    "trick": ("trick", "thrown"),
    "overlap": ("thrown", "pile", "won"),
    "spread": ("row", "grid"),
    "fan": ("fan", "deal", "deck"),
}
"""For each kind of photograph (`Photo.scene`) the layouts that should look like it."""


def with_labels(scene: Scene) -> Picture:
    """The scene's picture with its labelled boxes and card names drawn in."""
    picture = scene.picture.copy()
    for label in scene.labels:
        x0, y0, x1, y1 = (round(v) for v in label.box_xyxy)
        cv2.rectangle(picture, (x0, y0), (x1, y1), (255, 0, 255), 2)
        cv2.putText(picture, str(label.card), (x0, max(12, y0 - 3)), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 160, 0), 2)
    return picture


def contact_sheet(pictures: Sequence[Picture], columns: int = 4, width: int = 480) -> Picture:
    """One picture with all of them in rows, each `width` px wide, cells as high as the highest."""
    small = [
        cv2.resize(p, (width, round(p.shape[0] * width / p.shape[1])), interpolation=cv2.INTER_AREA) for p in pictures
    ]
    height = max(p.shape[0] for p in small)
    rows = -(-len(small) // columns)
    sheet = np.full((rows * height, columns * width, 3), 40, np.uint8)
    for number, picture in enumerate(small):
        top, left = number // columns * height, number % columns * width
        sheet[top : top + picture.shape[0], left : left + width] = picture
    return sheet


def photos_to_compare(photos: Sequence[Photo], count: int, seed: int) -> list[Photo]:
    """`count` photographs marked `tune`, every source and kind in turn; none marked `eval`. Fewer where there are."""
    rng = np.random.default_rng([seed, 0x1E4])
    groups: dict[tuple[str, str], list[Photo]] = {}
    tune = [one for one in photos if one.use == "tune" and one.scene in LIKE]
    for place in rng.permutation(len(tune)):
        one = tune[int(place)]
        groups.setdefault((one.source, one.scene), []).append(one)
    chosen: list[Photo] = []
    while groups and len(chosen) < count:
        for key in sorted(groups):
            chosen.append(groups[key].pop())
            if not groups[key]:
                del groups[key]
    return chosen[:count]


def beside_sheet(pairs: Sequence[tuple[Picture, Picture]], width: int = 480, pairs_a_row: int = 2) -> Picture:
    """Each pair in one frame of two squares `width` px wide: the real photograph on the left, the drawn one right."""
    cells = [np.hstack([_fitted(real, width), _fitted(drawn, width)]) for real, drawn in pairs]
    framed = [cv2.copyMakeBorder(cell, 6, 6, 6, 6, cv2.BORDER_CONSTANT, value=(90, 160, 40)) for cell in cells]
    return contact_sheet([np.asarray(cell, np.uint8) for cell in framed], pairs_a_row, 2 * width + 12)


def _fitted(picture: Picture, side: int) -> Picture:
    """The picture as large as it fits into a square of `side` px, on dark grey."""
    scale = side / max(picture.shape[:2])
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    square = np.full((side, side, 3), 40, np.uint8)
    square[: size[1], : size[0]] = small
    return square
