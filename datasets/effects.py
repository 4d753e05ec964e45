"""What a phone camera and a pub's light do to a picture. All pictures are BGR `uint8` `(H, W, 3)`.

Each function takes a NumPy generator; the same generator state gives the same result. `severity` runs from 0 (none)
to 1 (as bad as a pub gets).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def _clip(values: NDArray[np.float32]) -> Picture:
    return np.clip(values, 0, 255).astype(np.uint8)


def light(picture: Picture, rng: np.random.Generator, severity: float) -> Picture:
    """Exposure, contrast, colour temperature and one soft gradient across the picture."""
    height, width = picture.shape[:2]
    values = picture.astype(np.float32)
    warm = rng.uniform(-0.5, 1.0) * 0.35 * severity
    tint = rng.uniform(-1, 1) * 0.07 * severity
    values *= np.array([1 - warm, 1 + tint, 1 + 0.4 * warm], np.float32)
    angle, depth = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.6) * severity
    xx = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    yy = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    ramp = 1 - depth * 0.5 * (1 + np.clip(np.cos(angle) * xx + np.sin(angle) * yy, -1, 1))
    values *= ramp[..., None]
    exposure = np.exp(rng.uniform(-0.9, 0.35) * severity)
    contrast = rng.uniform(1 - 0.4 * severity, 1 + 0.15 * severity)
    values = (values * exposure - 110) * contrast + 110
    gamma = np.exp(rng.uniform(-0.35, 0.35) * severity)
    return _clip(255 * (np.clip(values, 0, 255) / 255) ** gamma)


def glare(picture: Picture, rng: np.random.Generator, severity: float) -> Picture:
    """One or two blown-out reflections with soft edges."""
    height, width = picture.shape[:2]
    veil = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        axes = (max(2, int(width * rng.uniform(0.04, 0.25))), max(2, int(height * rng.uniform(0.02, 0.12))))
        cv2.ellipse(veil, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(0.4, 1.0)), -1)
    veil = cv2.GaussianBlur(veil, (0, 0), max(1.0, 0.03 * width)) * severity
    return _clip(picture + (255 - picture.astype(np.float32)) * np.clip(veil, 0, 1)[..., None])


def hard_shadow(picture: Picture, rng: np.random.Generator, severity: float) -> Picture:
    """A straight-edged shadow (an arm, the phone) over part of the picture."""
    height, width = picture.shape[:2]
    angle, offset = rng.uniform(0, 2 * np.pi), rng.uniform(-0.6, 0.6)
    xx = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    yy = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    edge = (np.cos(angle) * xx + np.sin(angle) * yy - offset) * rng.uniform(8, 60)
    shade = 1 - severity * rng.uniform(0.2, 0.55) / (1 + np.exp(-np.clip(edge, -30, 30)))
    return _clip(picture.astype(np.float32) * shade[..., None])


def defocus(picture: Picture, sigma: float) -> Picture:
    """Out of focus: a Gaussian of `sigma` pixels."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8) if sigma > 0.2 else picture


def motion(picture: Picture, length: float, angle: float) -> Picture:
    """Moved while exposed: a line of `length` pixels at `angle` radians."""
    size = int(np.ceil(length)) | 1
    if size < 3:
        return picture
    kernel = np.zeros((size, size), np.float32)
    centre = size // 2
    dx, dy = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    start = (round(centre - dx), round(centre - dy))
    cv2.line(kernel, start, (round(centre + dx), round(centre + dy)), 1.0, 1)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(kernel.sum(), 1e-6)), np.uint8)


def noise(picture: Picture, rng: np.random.Generator, sigma: float) -> Picture:
    """Sensor noise of `sigma` grey levels, partly in blotches as small sensors show it."""
    height, width = picture.shape[:2]
    grain = rng.standard_normal((height, width, 3)).astype(np.float32)
    if rng.random() < 0.5:
        coarse = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3)).astype(np.float32)
        grain = 0.6 * grain + 0.8 * np.asarray(cv2.resize(coarse, (width, height)), np.float32)
    return _clip(picture + sigma * grain)


def jpeg(picture: Picture, quality: int) -> Picture:
    """Through JPEG and back."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def sharpen(picture: Picture, amount: float) -> Picture:
    """The halo of a phone's own sharpening."""
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    return np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)


def camera(picture: Picture, rng: np.random.Generator, severity: float, detail: float = 1.0) -> Picture:
    """The whole way from the table to the file; `detail` scales blur for small pictures (crops)."""
    if rng.random() < 0.25 * severity:
        picture = glare(picture, rng, severity)
    if rng.random() < 0.3 * severity:
        picture = hard_shadow(picture, rng, severity)
    picture = light(picture, rng, severity)
    if rng.random() < 0.6:
        picture = defocus(picture, float(rng.exponential(0.7)) * severity * detail)
    if rng.random() < 0.25 * severity:
        picture = motion(picture, float(rng.uniform(1, 7)) * detail, float(rng.uniform(0, np.pi)))
    if rng.random() < 0.7:
        picture = noise(picture, rng, float(rng.exponential(6)) * severity)
    if rng.random() < 0.3:
        picture = sharpen(picture, float(rng.uniform(0.3, 1.5)))
    if rng.random() < 0.7:
        picture = jpeg(picture, int(rng.integers(35, 96)))
    return picture
