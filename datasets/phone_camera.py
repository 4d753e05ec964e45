"""The way from a lit table to the file, for whole scenes: light, focus, movement, sensor, lens, compression.

Single effects are those of `datasets.effects`. `severity` runs from 0 (none) to 1 (as bad as a pub gets). Blur is
bounded by the length of the picture's indices, so that most of what is labelled could be read.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from datasets import effects

Picture = effects.Picture


def photograph(
    picture: Picture, rng: np.random.Generator, severity: float, index_px: float, tilt: float = 0.0
) -> Picture:
    """What the phone saves; an index is `index_px` long, the phone is tilted by `tilt` radians from above."""
    if rng.random() < 0.35 * severity:
        picture = effects.hard_shadow(picture, rng, severity)
    picture = effects.light(picture, rng, severity)
    if rng.random() < 0.12 * severity:
        picture = _dark(picture, float(rng.uniform(0.25, 0.7)))
    if rng.random() < 0.35 * severity:
        picture = vignette(picture, float(rng.uniform(0.15, 0.6)))
    picture = _blurred(picture, rng, severity, index_px, tilt)
    if rng.random() < 0.15 * severity:
        picture = webcam(picture, rng, max(0.35, min(0.9, 7.5 / index_px)))
    if rng.random() < 0.75 * min(1.0, 4 * severity):
        picture = effects.noise(picture, rng, float(rng.exponential(6)) * severity)
    if rng.random() < 0.15 * severity:
        picture = rolling(picture, rng, severity)
    if rng.random() < 0.35 * min(1.0, 4 * severity):
        picture = effects.sharpen(picture, float(rng.uniform(0.2, 1.4)))
    if rng.random() < 0.75 * min(1.0, 4 * severity):
        picture = effects.jpeg(picture, int(rng.integers(35, 96)))
    return picture


def _blurred(picture: Picture, rng: np.random.Generator, severity: float, index_px: float, tilt: float) -> Picture:
    """Out of focus as a whole, out of focus away from one distance, or moved."""
    most = 0.12 * index_px
    if rng.random() < 0.5 * min(1.0, 4 * severity):
        picture = effects.defocus(picture, min(most, float(rng.exponential(0.05)) * severity * index_px))
    if rng.random() < 0.6 * severity and tilt > 0.15:
        picture = focus_falloff(picture, rng, min(2.0 * most, 4.0) * severity)
    if rng.random() < 0.22 * severity:
        length = min(0.4 * index_px, float(rng.uniform(1, 8)))
        picture = effects.motion(picture, length, float(rng.uniform(0, math.pi)))
    return picture


def focus_falloff(picture: Picture, rng: np.random.Generator, sigma: float) -> Picture:
    """Sharp at one height of the picture, up to `sigma` px of blur far above or below it, as a tilted phone focuses."""
    if sigma < 0.3:
        return picture
    height = picture.shape[0]
    soft = cv2.GaussianBlur(picture, (0, 0), sigma).astype(np.float32)
    at = np.abs(np.linspace(0, 1, height, dtype=np.float32) - np.float32(rng.uniform(0.2, 0.9)))
    share = np.clip(at * rng.uniform(1.0, 2.5) - 0.15, 0, 1).astype(np.float32)[:, None, None]
    return np.asarray(picture * (1 - share) + soft * share, np.float32).astype(np.uint8)


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
    small = effects.noise(np.asarray(small, np.uint8), rng, float(rng.uniform(0, 5)))
    small = effects.jpeg(small, int(rng.integers(30, 90)))
    large = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    grey = large.mean(axis=2, keepdims=True)
    pale = grey + (large - grey) * rng.uniform(0.35, 0.9)
    return np.asarray(np.clip(pale, 0, 255), np.uint8)


def _dark(picture: Picture, share: float) -> Picture:
    return np.asarray(picture * np.float32(share), np.float32).astype(np.uint8)
