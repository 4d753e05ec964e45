"""Draws what was read into a copy of the picture. BGR `uint8` `(H, W, 3)`."""

from __future__ import annotations

from pathlib import Path

import cv2

from models.picture import Picture
from models.reading import Reading

SURE = (80, 175, 30)
DOUBTFUL = (0, 140, 255)


def draw_reading(image_bgr: Picture, reading: Reading) -> Picture:
    """Each index boxed and each card named: a full line where it is sure, a broken one with "?" where doubtful."""
    picture = image_bgr.copy()
    unit = max(picture.shape[:2]) / 900
    thick = max(1, round(2 * unit))
    for seen in reading.sightings:
        colour = SURE if seen.sure else DOUBTFUL
        for index in seen.indices:
            x0, y0, x1, y1 = (round(v) for v in index.box_xyxy)
            if seen.sure:
                cv2.rectangle(picture, (x0, y0), (x1, y1), colour, thick)
            else:
                _dashed(picture, (x0, y0, x1, y1), colour, thick)
        label = f"{seen.card} {seen.confidence:.2f}" if seen.sure else f"{seen.card}? {seen.confidence:.2f}"
        _label(picture, label, seen.indices[0].box_xyxy, colour, unit)
    return picture


def _dashed(picture: Picture, box: tuple[int, int, int, int], colour: tuple[int, int, int], thick: int) -> None:
    x0, y0, x1, y1 = box
    step = max(4, (x1 - x0 + y1 - y0) // 10)
    for x in range(x0, x1, 2 * step):
        for y in (y0, y1):
            cv2.line(picture, (x, y), (min(x + step, x1), y), colour, thick)
    for y in range(y0, y1, 2 * step):
        for x in (x0, x1):
            cv2.line(picture, (x, y), (x, min(y + step, y1)), colour, thick)


def _label(
    picture: Picture, text: str, box: tuple[float, float, float, float], colour: tuple[int, int, int], unit: float
) -> None:
    scale, thick = 0.62 * unit, max(1, round(1.6 * unit))
    (width, height), drop = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    left = round(min(max(0.0, box[0]), picture.shape[1] - width - 4))
    bottom = round(box[1]) - 4
    if bottom - height - drop < 0:
        bottom = min(picture.shape[0] - drop - 2, round(box[3]) + height + 6)
    cv2.rectangle(picture, (left, bottom - height - 4), (left + width + 4, bottom + drop), colour, -1)
    cv2.putText(
        picture, text, (left + 2, bottom - 1), cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), thick, cv2.LINE_AA
    )


def write_picture(picture: Picture, path: Path) -> None:
    """Writes a JPEG or PNG by the path's ending, whole or not at all. Raises `OSError`."""
    ok, data = cv2.imencode(path.suffix.lower(), picture)
    if not ok:
        raise OSError(f"{path} cannot be encoded")
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(data.tobytes())
    partial.replace(path)
