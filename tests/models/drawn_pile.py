"""Pictures of piles, drawn without anything that disturbs: for tests of what reads them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from datasets.film_packs import pack_for
from datasets.layouts import Layout, lay_fan
from datasets.scenes import SceneFactory
from models.picture import Picture
from scorer.cards import Card


def pile_picture(cards: Sequence[Card], lay: Layout = lay_fan, seed: int = 1) -> Picture:
    """The cards as a fan (or another layout) on a table, BGR `uint8` `(720, 960, 3)`."""
    pack = pack_for(3, "easy", drawn_only=True)
    return SceneFactory([pack], (), (960, 720), 0.0).laid(seed, cards, pack, lay, "pile").picture


def grey(picture: Picture) -> Picture:
    """The same without colour: nothing in it can be read surely."""
    return np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
