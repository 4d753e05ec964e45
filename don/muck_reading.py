"""The pictures of a pile, read together; on a terminal with a bar."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.pile_reader import PileReading
    from models.reader import CardReader


def read_paths(reader: CardReader, paths: Sequence[Path], several: bool, draw: Path | None) -> PileReading:
    """Reads the pictures of one pile; `draw`: a folder into which each is written with its cards marked.

    Every picture is opened before one is read. Raises `PictureError`.
    """
    from tqdm import tqdm

    from models.drawing import draw_reading, write_picture
    from models.picture import load_picture
    from models.pile_reader import read_pile
    from models.reader import CardReader
    from models.several_looks import read_several

    pictures = [load_picture(path) for path in paths]
    bar = tqdm(pictures, "reading", disable=not sys.stderr.isatty(), leave=False)
    reading = read_pile(reader, bar, read_several if several else CardReader.read)
    if draw is not None:
        for path, picture, one in zip(paths, pictures, reading.readings, strict=True):
            write_picture(draw_reading(picture, one), draw / f"{path.stem}_cards.jpg")
    return reading
