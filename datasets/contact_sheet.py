"""Many pictures on one sheet, to look at: scenes with their index boxes, or any list of pictures."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scenes import Scene

Picture = NDArray[np.uint8]


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
