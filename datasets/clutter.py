"""What else lies on a pub table: wet rings, beer mats with print, coins, a hand. Pictures are BGR `uint8`."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
SKIN = ((150, 180, 225), (120, 150, 205), (80, 110, 165), (50, 70, 110), (165, 190, 235))


def add_clutter(canvas: Picture, rng: np.random.Generator, difficulty: float) -> Picture:
    """Things lying under the cards; more of them the higher the difficulty."""
    canvas = canvas.copy()
    for thing in (_ring, _beer_mat, _coin):
        for _ in range(int(rng.poisson(0.7 * difficulty))):
            thing(canvas, rng)
    return canvas


def _place(canvas: Picture, rng: np.random.Generator) -> tuple[int, int]:
    return int(rng.integers(canvas.shape[1])), int(rng.integers(canvas.shape[0]))


def _ring(canvas: Picture, rng: np.random.Generator) -> None:
    """The wet ring of a glass: darker, with a bright rim."""
    radius = int(canvas.shape[0] * rng.uniform(0.06, 0.16))
    layer = canvas.copy()
    centre = _place(canvas, rng)
    cv2.circle(layer, centre, radius, (30, 30, 30), max(2, radius // 8), cv2.LINE_AA)
    cv2.circle(layer, centre, radius + radius // 10, (240, 240, 240), 1, cv2.LINE_AA)
    canvas[:] = cv2.addWeighted(canvas, 0.65, layer, 0.35, 0)


def _beer_mat(canvas: Picture, rng: np.random.Generator) -> None:
    """A round or square mat with words and numerals: print that is no index."""
    size = int(canvas.shape[0] * rng.uniform(0.12, 0.3))
    mat = np.full((size, size, 3), rng.integers(60, 250, 3), np.uint8)
    colour = tuple(int(v) for v in rng.integers(0, 255, 3))
    cv2.rectangle(mat, (4, 4), (size - 5, size - 5), colour, max(1, size // 40))
    for _ in range(int(rng.integers(1, 5))):
        letters = "ABDEGIKLNOPQRSTW 0123456789JQK%&"
        text = "".join(letters[int(k)] for k in rng.integers(0, len(letters), int(rng.integers(1, 7))))
        where = (int(rng.uniform(0, 0.5) * size), int(rng.uniform(0.2, 0.95) * size))
        thick = max(1, size // 60)
        cv2.putText(mat, text, where, int(rng.integers(0, 5)), size / rng.uniform(60, 200), colour, thick, cv2.LINE_AA)
    mask = np.full((size, size), 255, np.uint8)
    if rng.random() < 0.5:
        mask[:] = 0
        cv2.circle(mask, (size // 2, size // 2), size // 2 - 1, 255, -1, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), float(rng.uniform(0, 360)), 1.0)
    turn[:, 2] = turn[:, 2] + np.array(_place(canvas, rng)) - size / 2
    wh = (canvas.shape[1], canvas.shape[0])
    cover = (cv2.warpAffine(mask, turn, wh).astype(np.float32) / 255)[..., None]
    canvas[:] = (canvas * (1 - cover) + cv2.warpAffine(mat, turn, wh) * cover).astype(np.uint8)


def _coin(canvas: Picture, rng: np.random.Generator) -> None:
    radius = max(4, int(canvas.shape[0] * rng.uniform(0.015, 0.035)))
    base = np.array([(60, 140, 180), (170, 175, 180), (50, 90, 150)][int(rng.integers(3))])
    centre = _place(canvas, rng)
    cv2.circle(canvas, centre, radius, tuple(int(v) for v in base), -1, cv2.LINE_AA)
    cv2.circle(canvas, centre, int(radius * 0.8), tuple(int(v * 0.75) for v in base), 1, cv2.LINE_AA)


def add_hand(canvas: Picture, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Draws a sleeve with fingers reaching in from an edge; returns the mask `(H, W)` of what it covers."""
    height, width = canvas.shape[:2]
    edge = rng.uniform(0, 2 * math.pi)
    centre = np.array([width / 2, height / 2])
    outward = np.array([math.cos(edge), math.sin(edge)])
    start = centre + outward * 0.75 * max(width, height)
    tip = centre + outward * rng.uniform(0.2, 0.45) * max(width, height)
    side = np.array([-outward[1], outward[0]])
    thick = height * rng.uniform(0.035, 0.06)
    mask = np.zeros((height, width), np.uint8)

    def stroke(a: NDArray[np.float64], b: NDArray[np.float64], size: float) -> None:
        points = [tuple(int(v) for v in p) for p in (a, b)]
        cv2.line(mask, points[0], points[1], 255, max(2, int(size)), cv2.LINE_AA)

    stroke(start, tip + outward * 2 * thick, 3.2 * thick)
    for k in range(4):
        spread = (k - 1.5) * thick * 1.05
        reach = tip - outward * thick * rng.uniform(1.5, 3.5) + side * spread * 1.3
        stroke(tip + outward * 2 * thick + side * spread, reach, thick)
    skin = np.array(SKIN[int(rng.integers(len(SKIN)))], np.float32)
    shade = np.linspace(0.75, 1.1, width, dtype=np.float32)[None, :, None]
    soft = (cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32) / 255)[..., None]
    canvas[:] = np.clip(canvas * (1 - soft) + skin * shade * soft, 0, 255).astype(np.uint8)
    return mask > 127
