"""The way from a lit table to the file, for whole scenes: light, focus, movement, sensor, lens, compression.

Single effects are those of `datasets.effects`. `severity` runs from 0 (none) to 1 (as bad as a pub gets). Blur is
bounded by the length of the picture's indices, so that most of what is labelled could be read.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import effects

Picture = effects.Picture


def photograph(
    picture: Picture, rng: np.random.Generator, severity: float, index_px: float, tilt: float = 0.0
) -> Picture:
    """What the phone saves; an index is `index_px` long, the phone is tilted by `tilt` radians from above."""
    if rng.random() < 0.35 * severity:
        picture = effects.hard_shadow(picture, rng, severity)
    picture = exposed(picture, rng, severity)
    if rng.random() < 0.35 * severity:
        picture = vignette(picture, float(rng.uniform(0.15, 0.6)))
    picture = _blurred(picture, rng, severity, index_px, tilt)
    if rng.random() < 0.15 * severity:
        picture = webcam(picture, rng, max(0.35, min(0.9, 7.5 / index_px)))
    if rng.random() < 0.75 * min(1.0, 4 * severity):
        picture = grainy(picture, rng, float(rng.exponential(6)) * severity)
    if rng.random() < 0.15 * severity:
        picture = rolling(picture, rng, severity)
    if rng.random() < 0.35 * min(1.0, 4 * severity):
        picture = effects.sharpen(picture, float(rng.uniform(0.2, 1.4)))
    if rng.random() < 0.75 * min(1.0, 4 * severity):
        picture = effects.jpeg(picture, int(rng.integers(35, 96)))
    return picture


def _blurred(picture: Picture, rng: np.random.Generator, severity: float, index_px: float, tilt: float) -> Picture:
    """Out of focus as a whole, or away from one distance, or moved; seldom two of them."""
    most = 0.09 * index_px
    kind = float(rng.random())
    if kind < 0.45 * min(1.0, 4 * severity):
        picture = effects.defocus(picture, min(most, float(rng.exponential(0.045)) * severity * index_px))
    elif kind < 0.75 and tilt > 0.15:
        picture = focus_falloff(picture, rng, min(1.6 * most, 3.5) * severity)
    if rng.random() < 0.18 * severity:
        length = min(0.35 * index_px, float(rng.uniform(1, 8)))
        picture = effects.motion(picture, length, float(rng.uniform(0, math.pi)))
    return picture


def exposed(picture: Picture, rng: np.random.Generator, severity: float) -> Picture:
    """Coloured light that falls off to one side, exposed too short or too long, through the phone's tone curve.

    Too long burns the paper out and turns red into orange; once in a while it is as dark as a pub at night.
    """
    height, width = picture.shape[:2]
    warm, tint = float(rng.uniform(-0.4, 1.0)) * 0.4 * severity, float(rng.normal(0, 0.04)) * severity
    angle, depth = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0, 0.6)) * severity
    xx = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    yy = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    fall = 1 - depth * 0.5 * (1 + np.clip(math.cos(angle) * xx + math.sin(angle) * yy, -1, 1))
    gain = math.exp(float(rng.uniform(-0.6, 0.45)) * severity)
    if rng.random() < 0.15 * severity:
        gain *= float(rng.uniform(0.3, 0.7))
    lamp = cv2.merge([np.asarray(fall * (gain * v), np.float32) for v in (1 - warm, 1 + tint, 1 + 0.3 * warm)])
    lit = cv2.multiply(picture, lamp, dtype=cv2.CV_8U)
    curve = math.exp(float(rng.uniform(-0.35, 0.3)) * severity)
    haze = float(rng.exponential(0.03)) * severity
    tones = (np.linspace(0, 1, 256) ** curve * (1 - haze) + haze) * 255
    return np.asarray(cv2.LUT(lit, np.clip(np.round(tones), 0, 255).astype(np.uint8)), np.uint8)


@lru_cache(maxsize=8)
def _grain(height: int, width: int) -> NDArray[np.float32]:
    """A field of sensor noise of deviation 1, larger than the picture; half of it in blotches as small sensors show."""
    rng = np.random.default_rng(0x6EA1)
    fine = rng.standard_normal((height + 64, width + 64, 3), dtype=np.float32)
    coarse = rng.standard_normal((height // 2 + 32, width // 2 + 32, 3), dtype=np.float32)
    blotches = cv2.resize(coarse, (width + 64, height + 64))
    return np.stack([fine, 0.6 * fine + 0.8 * blotches])


def grainy(picture: Picture, rng: np.random.Generator, sigma: float) -> Picture:
    """Sensor noise of `sigma` grey levels: a piece of one field of noise, from another place each time."""
    height, width = picture.shape[:2]
    top, left = (int(v) for v in rng.integers(0, 64, 2))
    field = _grain(height, width)[int(rng.integers(2)), top : top + height, left : left + width]
    noisy = cv2.scaleAdd(np.ascontiguousarray(field), sigma, picture.astype(np.float32))
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def focus_falloff(picture: Picture, rng: np.random.Generator, sigma: float) -> Picture:
    """Sharp at one height of the picture, up to `sigma` px of blur far above or below it, as a tilted phone focuses."""
    if sigma < 0.3:
        return picture
    height = picture.shape[0]
    soft = cv2.GaussianBlur(picture, (0, 0), sigma)
    at = np.abs(np.linspace(0, 1, height, dtype=np.float32) - np.float32(rng.uniform(0.2, 0.9)))
    share = np.clip(at * rng.uniform(1.0, 2.5) - 0.15, 0, 1).astype(np.float32)
    weight = np.ascontiguousarray(np.broadcast_to(share[:, None], picture.shape[:2]))
    return np.asarray(cv2.blendLinear(soft, picture, weight, 1 - weight), np.uint8)


def vignette(picture: Picture, depth: float) -> Picture:
    """Darker towards the corners, by `depth` (0..1) at the corner itself."""
    height, width = picture.shape[:2]
    xx = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    yy = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    fall = 1 - np.float32(depth) * ((xx * xx + yy * yy) / 2) ** 1.5
    return np.asarray(picture * fall[..., None], np.float32).astype(np.uint8)


def rolling(picture: Picture, rng: np.random.Generator, severity: float) -> Picture:
    """Bands of a flickering lamp read out row by row, and rows that differ a little."""
    height = picture.shape[0]
    rows = np.arange(height, dtype=np.float32)
    bands = 0.12 * severity * np.sin(2 * np.pi * rows / rng.uniform(0.12, 0.7) / height + rng.uniform(0, 6.28))
    gain = 1 + bands + rng.normal(0, 0.012 * severity, height)
    return np.asarray(np.clip(picture * gain.astype(np.float32)[:, None, None], 0, 255), np.uint8)


def webcam(picture: Picture, rng: np.random.Generator, least: float) -> Picture:
    """A cheap camera: few pixels (at least `least` of them each way) scaled up, soft, pale."""
    height, width = picture.shape[:2]
    scale = float(rng.uniform(least, 1.0))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = effects.jpeg(np.asarray(small, np.uint8), int(rng.integers(30, 90)))
    large = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    grey = large.mean(axis=2, keepdims=True)
    pale = grey + (large - grey) * rng.uniform(0.35, 0.9)
    return np.asarray(np.clip(pale, 0, 255), np.uint8)
