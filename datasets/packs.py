"""Card packs as pictures: 52 faces, the boxes of their indices, a back.

A pack comes from art rendered into the cache (`datasets.art`), from a folder of faces named by card
(`10H.png`, `AS.jpg`), or is drawn (`datasets.procedural`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import art
from datasets.index_boxes import Box, find_indices
from scorer.cards import Card, pack_of

FACE_HEIGHT = art.FACE_HEIGHT
FOUR_CORNERS = frozenset({"aisleriot-bonded", "aisleriot-dondorf"})
"""Packs of packaged art that show an index in all four corners."""
FOREIGN_COURTS = dict.fromkeys(("aisleriot-lattmann", "aisleriot-berlin", "aisleriot-rheinland"), "JQ")
"""Packs whose jacks and queens carry the letters B and D: those faces are no card of ours."""


class PackError(ValueError):
    """A folder does not hold a usable pack; the text says which card or index is missing."""


@dataclass(frozen=True)
class StrangeFace:
    """A face `(H, W, 3)` BGR whose index (box `xyxy`, face pixels, top left) is no card's: a foreign letter, a 13."""

    picture: NDArray[np.uint8]
    index: Box


@dataclass(frozen=True)
class CardPack:
    """The faces of one pack, 52 or fewer (faces that could not be used are left out).

    `faces` are BGR `uint8` `(H, W, 3)`, all of one size. `indices` holds for each card the box of its top left index
    (`xyxy`, face pixels); the bottom right one is the same turned by 180 degrees; `four_corners` adds the other two,
    mirrored in place (upright at the top right, turned at the bottom left).
    """

    name: str
    licence: str
    faces: Mapping[Card, NDArray[np.uint8]]
    indices: Mapping[Card, Box]
    back: NDArray[np.uint8]
    four_corners: bool = False
    jokers: tuple[NDArray[np.uint8], ...] = ()
    """Faces that are no card of the 52: jokers, adverts, foreign letters."""
    foreign: tuple[StrangeFace, ...] = ()
    """Faces with an index in two corners that names no card of the 52."""

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height of a face in pixels."""
        height, width = next(iter(self.faces.values())).shape[:2]
        return int(width), int(height)

    def index_boxes(self, card: Card) -> list[Box]:
        """Every index of a card (2 or 4 boxes, `xyxy`, face pixels)."""
        width, height = self.size
        x0, y0, x1, y1 = self.indices[card]
        boxes = [(x0, y0, x1, y1), (width - x1, height - y1, width - x0, height - y0)]
        if self.four_corners:
            boxes += [(width - x1, y0, width - x0, y1), (x0, height - y1, x1, height - y0)]
        return boxes


def plain_back(width: int, height: int, seed: int) -> NDArray[np.uint8]:
    """A card back: a lattice in one colour inside a white margin, `(height, width, 3)` BGR."""
    rng = np.random.default_rng(seed)
    base = np.array([[40, 30, 150], [140, 60, 30], [60, 90, 30], [40, 40, 40], [110, 40, 110]])[rng.integers(5)]
    yy, xx = np.mgrid[0:height, 0:width]
    period = int(rng.integers(10, 34))
    lattice = ((xx + yy) % period < period // 3) | ((xx - yy) % period < period // 3)
    back = np.where(lattice[..., None], base, np.minimum(base + 110, 255)).astype(np.uint8)
    margin = round(width * float(rng.uniform(0.03, 0.08)))
    back[:margin] = back[-margin:] = 245
    back[:, :margin] = back[:, -margin:] = 245
    return np.asarray(back, np.uint8)


def _read_faces(folder: Path) -> dict[Card, NDArray[np.uint8]]:
    faces: dict[Card, NDArray[np.uint8]] = {}
    for card in pack_of(52).cards:
        path = next((p for p in (folder / f"{card}{ext}" for ext in (".png", ".jpg")) if p.is_file()), None)
        picture = None if path is None else cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            raise PackError(f"{folder} has no picture of the {card}.")
        faces[card] = np.asarray(picture, np.uint8)
    return faces


def pack_from_folder(
    folder: Path, name: str, licence: str, four_corners: bool = False, foreign_ranks: str = ""
) -> CardPack:
    """A pack from a folder with one picture a card. Raises `PackError`.

    Faces of another shape than the rest (badly rendered) are left out; those of `foreign_ranks` become `jokers`.
    """
    faces = _read_faces(folder)
    aspect = float(np.median([f.shape[1] / f.shape[0] for f in faces.values()]))
    faces = {c: f for c, f in faces.items() if abs(f.shape[1] / f.shape[0] - aspect) < 0.04 * aspect}
    size = (round(aspect * FACE_HEIGHT), FACE_HEIGHT)
    faces = {c: np.asarray(cv2.resize(f, size, interpolation=cv2.INTER_AREA), np.uint8) for c, f in faces.items()}
    indices = find_indices(faces)
    if indices is None:
        raise PackError(f"{folder}: no index found in the corners of its number cards.")
    foreign = tuple(StrangeFace(f, indices[c]) for c, f in faces.items() if str(c)[:-1] in foreign_ranks)
    jokers = tuple(one.picture for one in foreign)
    faces = {c: f for c, f in faces.items() if str(c)[:-1] not in foreign_ranks}
    return CardPack(name, licence, faces, indices, plain_back(*size, len(name)), four_corners, jokers, foreign)


def art_packs(names: tuple[str, ...] | None = None) -> list[CardPack]:
    """The rendered packs in the cache (those named, or all); packs not there or without a clear index are left out."""
    packs = []
    for source in art.SOURCES:
        folder = art.CACHE / "faces" / source.name
        if (names is None or source.name in names) and folder.is_dir():
            try:
                corners, foreign = source.name in FOUR_CORNERS, FOREIGN_COURTS.get(source.name, "")
                packs.append(pack_from_folder(folder, source.name, source.licence, corners, foreign))
            except PackError:
                continue
    return packs
