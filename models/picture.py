"""The one way a picture file becomes an array.

Bytes are read once; format and size come from the header (Pillow, nothing decoded); OpenCV decodes. `cv2.imread` is
not used: from a truncated JPEG it returns a full-size array with a grey rest.
"""

from __future__ import annotations

import io
import warnings
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from models.errors import PictureError

Picture = NDArray[np.uint8]

FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
"""Formats read here, as Pillow opens them (MPO, a JPEG with more pictures behind it, comes as a JPEG)."""
MAX_MEGAPIXELS = 48.0
"""Larger pictures are decoded at a half, a quarter or an eighth (JPEG) or refused (other formats)."""
MAX_JPEG_MEGAPIXELS = 1000.0
MIN_SIDE = 32
EXIF_ORIENTATION = 274


def load_picture(path: Path | str) -> Picture:
    """The picture as BGR `uint8` `(H, W, 3)`, upright as EXIF says, grey and alpha (on white) turned to BGR.

    Raises `PictureError` with the code `picture_missing`, `picture_is_folder`, `picture_unreadable`, `picture_empty`,
    `picture_unknown`, `picture_truncated`, `picture_broken`, `picture_too_large` or `picture_too_small`.
    """
    path = Path(path)
    return decode_picture(_read_bytes(path), str(path))


def _read_bytes(path: Path) -> bytes:
    if path.is_dir():
        raise PictureError("picture_is_folder", path=path)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError("picture_missing", path=path) from None
    except OSError as error:
        raise PictureError("picture_unreadable", path=path, detail=error.strerror or error) from None
    if not data:
        raise PictureError("picture_empty", path=path)
    return data


def decode_picture(data: bytes, name: str = "the picture") -> Picture:
    """As `load_picture`, from bytes in memory; `name` is used in the sentences of `PictureError`."""
    kind, (width, height), orientation = _header(data, name)
    if min(width, height) < MIN_SIDE:
        raise PictureError("picture_too_small", path=name, width=width, height=height)
    flags = cv2.IMREAD_UNCHANGED
    if kind in {"JPEG", "MPO"}:
        flags = _jpeg_flags(width * height / 1e6, name)
    elif width * height / 1e6 > MAX_MEGAPIXELS:
        megapixels = round(width * height / 1e6)
        raise PictureError(
            "picture_too_large", path=name, megapixels=megapixels, format=kind, limit=round(MAX_MEGAPIXELS)
        )
    if _is_truncated(data, kind):
        raise PictureError("picture_truncated", path=name)
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except (cv2.error, MemoryError):
        picture = None
    if picture is None:
        raise PictureError("picture_broken", path=name)
    return _upright(_to_bgr(picture), orientation)


def _header(data: bytes, name: str) -> tuple[str, tuple[int, int], int]:
    """Format, width and height, EXIF orientation; nothing is decoded."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                kind, size = str(image.format), image.size
                orientation = 1
                if kind != "PNG" or "exif" in image.info:  # asking a PNG without EXIF for it would decode it
                    orientation = int(image.getexif().get(EXIF_ORIENTATION, 1) or 1)
    except Image.DecompressionBombError:
        raise PictureError(
            "picture_too_large", path=name, megapixels="far too many", format="any format", limit=round(MAX_MEGAPIXELS)
        ) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, TypeError):
        raise PictureError(
            "picture_truncated" if data[:3] == b"\xff\xd8\xff" else "picture_unknown", path=name
        ) from None
    return kind, size, orientation


def _jpeg_flags(megapixels: float, name: str) -> int:
    """How far the JPEG decoder may shrink on its way, so that memory stays within `MAX_MEGAPIXELS`."""
    for factor, flag in (
        (1, cv2.IMREAD_COLOR),
        (2, cv2.IMREAD_REDUCED_COLOR_2),
        (4, cv2.IMREAD_REDUCED_COLOR_4),
        (8, cv2.IMREAD_REDUCED_COLOR_8),
    ):
        if megapixels / factor**2 <= MAX_MEGAPIXELS and megapixels <= MAX_JPEG_MEGAPIXELS:
            return flag | cv2.IMREAD_IGNORE_ORIENTATION
    raise PictureError(
        "picture_too_large", path=name, megapixels=round(megapixels), format="JPEG", limit=round(MAX_JPEG_MEGAPIXELS)
    )


def _is_truncated(data: bytes, kind: str) -> bool:
    """Whether the end that the format demands is missing."""
    if kind in {"JPEG", "MPO"}:
        scan = _jpeg_scan_start(data)
        return scan < 0 or data.find(b"\xff\xd9", scan) < 0
    if kind == "PNG":
        return b"IEND" not in data[-64:] and b"IEND" not in data
    if kind == "WEBP":
        return len(data) < int.from_bytes(data[4:8], "little") + 8
    return False


def _jpeg_scan_start(data: bytes) -> int:
    """Where the compressed picture begins (after the first SOS marker), or -1."""
    place = 2
    while place + 4 <= len(data):
        if data[place] != 0xFF:
            return -1
        marker = data[place + 1]
        if marker == 0xFF:
            place += 1
            continue
        if marker == 0xDA:
            return place
        if 0xD0 <= marker <= 0xD8 or marker == 0x01:
            place += 2
            continue
        place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return -1


def _to_bgr(picture: NDArray[np.generic]) -> Picture:
    if picture.dtype == np.uint16:
        picture = np.right_shift(np.asarray(picture, np.uint16), 8).astype(np.uint8)
    elif picture.dtype != np.uint8:
        picture = np.clip(picture, 0, 255).astype(np.uint8)
    pixels = np.asarray(picture, np.uint8)
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    if pixels.shape[2] == 2:
        pixels = np.dstack([pixels[..., 0]] * 3 + [pixels[..., 1]])
    if pixels.shape[2] == 4:
        alpha = pixels[..., 3:].astype(np.uint16)
        blended = (pixels[..., :3].astype(np.uint16) * alpha + 255 * (255 - alpha) + 127) // 255
        return blended.astype(np.uint8)
    return pixels


def _upright(picture: Picture, orientation: int) -> Picture:
    """Turns and mirrors as the EXIF orientation (1 to 8) asks."""
    if orientation in {2, 4, 5, 7}:
        picture = picture[:, ::-1]
    turns = {3: 2, 4: 2, 5: 1, 6: 3, 7: 3, 8: 1}.get(orientation, 0)
    return np.ascontiguousarray(np.rot90(picture, turns))
