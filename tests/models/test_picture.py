"""Picture files of every kind, good and bad, through `models.picture`."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from models.errors import PictureError
from models.picture import decode_picture, load_picture

EXIF_ORIENTATION = 274


def half_red(height: int = 60, width: int = 100) -> NDArray[np.uint8]:
    """RGB: the top left quarter red, the rest grey."""
    picture = np.full((height, width, 3), 128, np.uint8)
    picture[: height // 2, : width // 2] = (255, 0, 0)
    return picture


def encoded(picture: NDArray[np.uint8], kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(picture).save(buffer, kind, **options)
    return buffer.getvalue()


def code_of(data: bytes) -> str:
    with pytest.raises(PictureError) as caught:
        decode_picture(data)
    assert str(caught.value).count("\n") == 0
    return caught.value.code


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP", "TIFF"])
def test_each_format_gives_bgr(kind: str) -> None:
    picture = decode_picture(encoded(half_red(), kind, **({"quality": 95} if kind in ("JPEG", "WEBP") else {})))
    assert picture.shape == (60, 100, 3)
    assert picture.dtype == np.uint8
    blue, green, red = picture[10, 10].astype(int)
    assert red > 230
    assert max(blue, green) < 40


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_honoured(orientation: int) -> None:
    """The stored picture is the upright one, turned so that EXIF turns it back; Pillow is the reference."""
    stored = half_red()
    exif = Image.Exif()
    exif[EXIF_ORIENTATION] = orientation
    data = encoded(stored, "JPEG", quality=95, exif=exif.tobytes())
    from PIL import ImageOps

    reference = np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGB"), np.int16)
    ours = decode_picture(data)[..., ::-1].astype(np.int16)
    assert ours.shape == reference.shape
    assert np.abs(ours - reference).mean() < 3


def test_grey_alpha_and_deep_pictures_become_bgr() -> None:
    grey = decode_picture(encoded(half_red()[..., 0], "PNG"))
    assert grey.shape == (60, 100, 3)
    assert (grey[..., 0] == grey[..., 2]).all()
    clear = np.dstack([half_red(), np.zeros((60, 100), np.uint8)])
    assert (decode_picture(encoded(clear, "PNG")) == 255).all(), "what is transparent is white"
    deep = np.full((40, 50), 40_000, np.uint16)
    data = cv2.imencode(".png", deep)[1].tobytes()
    assert abs(int(decode_picture(data)[0, 0, 0]) - 156) <= 1


def test_bad_files_have_their_codes(tmp_path: Path) -> None:
    jpeg = encoded(np.random.default_rng(0).integers(0, 255, (300, 300, 3), np.uint8), "JPEG")
    assert code_of(b"not a picture at all") == "picture_unknown"
    assert code_of(jpeg[: len(jpeg) // 2]) == "picture_truncated"
    assert code_of(jpeg[:5]) == "picture_truncated"
    png = encoded(half_red(), "PNG")
    assert code_of(png[: len(png) * 3 // 4]) in ("picture_truncated", "picture_unknown")
    assert code_of(encoded(half_red(8, 8), "PNG")) == "picture_too_small"
    for name, data, code in (("empty.jpg", b"", "picture_empty"),):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(PictureError) as caught:
            load_picture(tmp_path / name)
        assert caught.value.code == code
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)
    with pytest.raises(PictureError, match="no file"):
        load_picture(tmp_path / "nobody.jpg")


def test_a_jpeg_with_a_thumbnail_cut_short_is_still_noticed() -> None:
    """The thumbnail's own end marker must not be taken for the picture's."""
    thumbnail = encoded(half_red(), "JPEG")
    picture = encoded(np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8), "JPEG")
    segment = b"\xff\xe2" + (len(thumbnail) + 2).to_bytes(2, "big") + thumbnail
    whole = picture[:2] + segment + picture[2:]
    assert decode_picture(whole).shape == (200, 200, 3)
    assert code_of(whole[: len(whole) - 3000]) == "picture_truncated"


MEMORY_PROBE = """
import sys
from pathlib import Path
from models.picture import load_picture
picture = load_picture(sys.argv[1])
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(picture.shape[1], picture.shape[0], int(peak.split()[1]) // 1024)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc, which is Linux's")
def test_a_hundred_megapixels_are_scaled_without_eating_memory(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    Image.new("RGB", (12_500, 8_000), (90, 140, 60)).save(path, quality=60)
    run = subprocess.run([sys.executable, "-c", MEMORY_PROBE, str(path)], capture_output=True, text=True, check=True)
    width, height, megabytes = (int(v) for v in run.stdout.split())
    assert (width, height) == (6250, 4000)
    assert megabytes < 500
    path = tmp_path / "huge.png"
    Image.new("RGB", (12_500, 8_000), (90, 140, 60)).save(path, compress_level=1)
    with pytest.raises(PictureError) as caught:
        load_picture(path)
    assert caught.value.code == "picture_too_large"


def test_twelve_megapixels_are_read_as_they_are() -> None:
    data = encoded(np.full((3000, 4000, 3), 77, np.uint8), "JPEG")
    assert decode_picture(data).shape == (3000, 4000, 3)
