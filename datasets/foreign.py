"""A foreign index printed on a card of another pack: the packaged packs get letters that name no card this way."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.packs import CardPack, StrangeFace


def transplant(pack: CardPack, donor: StrangeFace, rng: np.random.Generator) -> StrangeFace:
    """A face of `pack` whose two corners show the donor's index instead of its own, as large as its own."""
    cards = list(pack.faces)
    card = cards[int(rng.integers(len(cards)))]
    face = pack.faces[card].copy()
    height, width = face.shape[:2]
    x0, y0, x1, y1 = (round(v) for v in pack.indices[card])
    paper = np.median(face[y0:y1, :x1].reshape(-1, 3), axis=0)
    box = _print(face, donor, (x0, y0, x1, y1), paper)
    far = face[y0 - 2 : box[3] + 2, max(0, x0 - 2) : box[2] + 2]
    if pack.four_corners:
        face[y0 - 2 : y0 - 2 + far.shape[0], width - x1 - 2 : width] = paper
        face[height - y1 - 2 : height, : x1 + 2] = paper
    left = max(0, x0 - 2)
    face[height - y0 + 2 - far.shape[0] : height - y0 + 2, width - left - far.shape[1] : width - left] = far[::-1, ::-1]
    return StrangeFace(face, (float(box[0]), float(box[1]), float(box[2]), float(box[3])))


def _print(
    face: NDArray[np.uint8], donor: StrangeFace, box: tuple[int, int, int, int], paper: NDArray[np.float64]
) -> tuple[int, int, int, int]:
    """Clears `box` and prints the donor's index in it; returns the new index's box (it may be wider)."""
    x0, y0, x1, y1 = box
    dx0, dy0, dx1, dy1 = (round(v) for v in donor.index)
    cut = donor.picture[dy0:dy1, dx0:dx1]
    ground = np.median(donor.picture[:, :4].reshape(-1, 3), axis=0)
    tall = y1 - y0
    wide = min(max(2, round(cut.shape[1] * tall / max(1, cut.shape[0]))), round(1.6 * (x1 - x0)), face.shape[1] // 2)
    ink = cv2.resize(cut, (wide, tall), interpolation=cv2.INTER_AREA).astype(np.float64)
    face[y0:y1, x0:x1] = paper.astype(np.uint8)
    left = max(0, (x0 + x1 - wide) // 2)
    patch = np.clip(paper * np.clip(ink / np.maximum(ground, 1), 0, 1), 0, 255)
    face[y0:y1, left : left + wide] = patch.astype(np.uint8)
    return (left, y0, left + wide, y1)
