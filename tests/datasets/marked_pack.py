"""A pack whose indices are magenta blocks on white, jokers all green: the picture itself shows where labels belong."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.packs import CardPack
from scorer.cards import pack_of

Picture = NDArray[np.uint8]
BOX = (16.0, 20.0, 48.0, 92.0)


def marked_pack() -> CardPack:
    """52 equal faces of 240 x 340 px; the index box is exactly the magenta block."""
    face = np.full((340, 240, 3), 245, np.uint8)
    face[20:92, 16:48] = (255, 0, 255)
    face[340 - 92 : 340 - 20, 240 - 48 : 240 - 16] = (255, 0, 255)
    joker = np.full((340, 240, 3), (0, 255, 0), np.uint8)
    back = np.full((340, 240, 3), (120, 60, 20), np.uint8)
    cards = pack_of(52).cards
    return CardPack("marked", "", dict.fromkeys(cards, face), dict.fromkeys(cards, BOX), back, jokers=(joker,))


def magenta(picture: Picture) -> NDArray[np.bool_]:
    """Where the picture shows an index of the marked pack, also in part."""
    values = picture.astype(np.int16)
    return np.asarray(np.minimum(values[..., 0], values[..., 2]) - values[..., 1] > 60)


def green(picture: Picture) -> NDArray[np.bool_]:
    """Where the picture shows a joker of the marked pack."""
    values = picture.astype(np.int16)
    return np.asarray(values[..., 1] - np.maximum(values[..., 0], values[..., 2]) > 120)
