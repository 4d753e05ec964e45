"""The locator's training pictures in memory, and the batches made of them, on the CPU or on a GPU.

A bank takes in the scenes of `models.training.scene_set` from disk, also those that appear while a training runs. On a
CPU it holds them encoded; on a GPU decoded, in the GPU's memory.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor
from torch.nn import functional

from models.locator import PAD_GREY

HOLD = 640
"""Pictures are held at most this many pixels on the longer side."""
SCALE, SHIFT = 0.4, 0.1
"""How much larger or smaller, and how far aside (share of the side), a picture appears in training."""
KEPT_SHARE = 0.6
"""A box that the edge cuts to less than this share is no label any more, as in `datasets.scenes`."""
SMALLEST_PX = 3.0
READERS = 4
Boxes = NDArray[np.float64]


@dataclass(frozen=True)
class Held:
    """One scene: its picture (encoded, or `(HOLD, HOLD, 3)` RGB uint8 at the top left), size, boxes in its pixels."""

    picture: Tensor | NDArray[np.uint8]
    size_wh: tuple[int, int]
    boxes: Boxes


def read_boxes(path: Path, width: int, height: int) -> Boxes:
    """Boxes `(n, 4)` `xyxy` in pixels, from a label file (`0 cx cy w h` in shares)."""
    rows = [[float(v) for v in line.split()[1:]] for line in path.read_text("utf-8").splitlines()]
    shares = np.array(rows, float).reshape(-1, 4) * [width, height, width, height]
    return np.hstack([shares[:, :2] - shares[:, 2:] / 2, shares[:, :2] + shares[:, 2:] / 2])


def held_size(encoded: NDArray[np.uint8]) -> tuple[int, int]:
    """Width and height of the encoded picture once it is held, from its header."""
    with Image.open(io.BytesIO(encoded.tobytes())) as picture:
        width, height = picture.size
    scale = min(1.0, HOLD / max(width, height))
    return round(width * scale), round(height * scale)


def canvas(encoded: NDArray[np.uint8], size_wh: tuple[int, int]) -> Tensor:
    """The picture, `size_wh` large, at the top left of a grey `(HOLD, HOLD, 3)` RGB uint8 canvas."""
    picture = np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)
    if picture.shape[1::-1] != size_wh:
        picture = np.asarray(cv2.resize(picture, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    full = np.full((HOLD, HOLD, 3), PAD_GREY, np.uint8)
    full[: size_wh[1], : size_wh[0]] = picture[:, :, ::-1]
    return torch.from_numpy(full)


class SceneBank:
    """Scenes of one kind (`train` or `val`) of a folder, at most `keep`."""

    def __init__(self, folder: Path, kind: str, device: torch.device, keep: int) -> None:
        self.pictures, self.labels = folder / "images" / kind, folder / "labels" / kind
        self.device, self.keep = device, keep
        self.resident = device.type != "cpu"
        self.scenes: list[Held] = []
        self._known: set[str] = set()
        self._readers = ThreadPoolExecutor(READERS)

    def refresh(self, at_most: int | None = None) -> None:
        """Takes in scenes that are new on disk (`at_most` of them)."""
        room = self.keep - len(self.scenes)
        new = sorted(p for p in self.pictures.glob("*.jpg") if p.name not in self._known)
        new = new[: room if at_most is None else min(room, at_most)]
        self._known |= {p.name for p in new}
        self.scenes += self._readers.map(self._read, new)

    def _read(self, path: Path) -> Held:
        encoded = np.fromfile(path, np.uint8)
        size = held_size(encoded)
        boxes = read_boxes(self.labels / f"{path.stem}.txt", *size)
        return Held(canvas(encoded, size).to(self.device) if self.resident else encoded, size, boxes)

    def take(self, picks: Sequence[int]) -> tuple[Tensor, list[Held]]:
        """Pictures `(n, HOLD, HOLD, 3)` RGB uint8 on the device, and the scenes they belong to."""
        scenes = [self.scenes[k] for k in picks]
        if not self.resident:
            pictures = self._readers.map(lambda one: canvas(np.asarray(one.picture), one.size_wh), scenes)
            return torch.stack(list(pictures)), scenes
        return torch.stack([torch.as_tensor(one.picture) for one in scenes]), scenes


def batch(bank: SceneBank, count: int, side: int, rng: np.random.Generator) -> tuple[Tensor, dict[str, Tensor]]:
    """Pictures `(n, 3, side, side)` RGB in 0..1 and the targets as ultralytics' loss takes them."""
    held, scenes = bank.take([int(k) for k in rng.integers(0, len(bank.scenes), count)])
    zoom = np.array([side / max(one.size_wh) for one in scenes]) * rng.uniform(1 - SCALE, 1 + SCALE, count)
    middle = side * (0.5 + rng.uniform(-SHIFT, SHIFT, (count, 2)))
    offset = middle - zoom[:, None] * np.array([one.size_wh for one in scenes]) / 2
    pictures = light(look(held, zoom, offset, side))
    boxes = [within(one.boxes * z + np.tile(o, 2), side) for one, z, o in zip(scenes, zoom, offset, strict=True)]
    owner = np.repeat(np.arange(count), [len(b) for b in boxes])
    corners = np.concatenate(boxes) / side
    centred = np.hstack([(corners[:, :2] + corners[:, 2:]) / 2, corners[:, 2:] - corners[:, :2]])
    return pictures, {
        "batch_idx": torch.from_numpy(owner).float().to(bank.device),
        "cls": torch.zeros(len(owner), device=bank.device),
        "bboxes": torch.from_numpy(centred).float().to(bank.device),
    }


def look(held: Tensor, zoom: NDArray[np.float64], offset: NDArray[np.float64], side: int) -> Tensor:
    """`(n, 3, side, side)` in 0..1: each picture times `zoom` `(n,)`, moved to `offset` `(n, 2)`, grey around."""
    theta = np.zeros((len(zoom), 2, 3))
    theta[:, 0, 0] = theta[:, 1, 1] = side / (zoom * HOLD)
    theta[:, :, 2] = (side - 2 * offset) / (zoom * HOLD)[:, None] - 1
    grid = functional.affine_grid(
        torch.from_numpy(theta).float().to(held.device), [len(zoom), 3, side, side], align_corners=False
    )
    pictures = held.permute(0, 3, 1, 2).float() - PAD_GREY
    return (functional.grid_sample(pictures, grid, align_corners=False) + PAD_GREY) / 255


def within(boxes: Boxes, side: int) -> Boxes:
    """The boxes cut to the picture; those of which too little is left are dropped."""
    cut = boxes.clip(0, side)
    before, after = (b[:, 2:] - b[:, :2] for b in (boxes, cut))
    kept = (after.prod(1) >= KEPT_SHARE * before.prod(1)) & (after.min(1, initial=side) >= SMALLEST_PX)
    return np.asarray(cut[kept], np.float64)


def light(pictures: Tensor) -> Tensor:
    """Another brightness, saturation and tint for each picture `(n, 3, h, w)` in 0..1."""
    shape, device = (len(pictures), 1, 1, 1), pictures.device
    grey = pictures.mean(1, keepdim=True)
    saturation = torch.empty(shape, device=device).uniform_(0.6, 1.4)
    gain = torch.empty(shape, device=device).uniform_(0.7, 1.3)
    tint = torch.empty(len(pictures), 3, 1, 1, device=device).uniform_(0.95, 1.05)
    return torch.clamp((grey + (pictures - grey) * saturation) * gain * tint, 0, 1)
