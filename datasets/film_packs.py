"""Which pack a film is played with: packaged art where the cache holds some, or a drawn pack."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from datasets import art
from datasets.film_stage import Difficulty
from datasets.pack_style import random_style
from datasets.packs import FOREIGN_COURTS, CardPack, art_packs
from datasets.procedural import draw_pack

SUIT_HEIGHT, RANK_HEIGHT = 0.12, 0.25
"""Least height of an index's suit and greatest of its rank in an easy film, in card widths."""
UNUSUAL = frozenset(
    {
        "younestouati",
        "svg-cards",
        "aisleriot-tango",
        "aisleriot-tango_nuevo",
        "heruka-2color-bf",
        "heruka-4color-bf",
        "pokerth",
        "blackjack-gui",
        "kde-standard",
        "heruka-4color",
        "aisleriot-anglo_modern_4_color",
        "aisleriot-neoclassical_4_color",
    }
)
"""Art whose index is tiny, thin or set at the very edge of the card, of four colours, or without a face."""
BOLD = 0.012
"""Ranks printed as bold as this (`IndexStyle.bold`) or bolder are hard to tell."""


def pack_for(seed: int, difficulty: Difficulty, drawn_only: bool = False) -> CardPack:
    """The pack of a film: packaged art where the cache holds some, else a drawn pack that suits."""
    names = [] if drawn_only else _art_names()
    if names:
        pack = _art_pack(names[seed % len(names)])
        if pack is not None:
            return pack
    while not _suits(seed, difficulty):
        seed += 1000
    return _drawn_pack(seed)


def _art_names() -> list[str]:
    """Packs in the cache whose index is an ordinary one with English letters."""
    left_out = {*FOREIGN_COURTS, *UNUSUAL}
    return [one.name for one in art.SOURCES if one.name not in left_out and (art.CACHE / "faces" / one.name).is_dir()]


def _suits(seed: int, difficulty: Difficulty) -> bool:
    """Whether the drawn pack of that seed (see `procedural.draw_pack`) suits the difficulty.

    It has two colours, is not so bold that a 5 fills up to a 6, and the suit stands under its rank; at easy its index
    is a plain one.
    """
    style = random_style(np.random.default_rng([seed, 0xD0]))
    two = style.colours["C"] == style.colours["S"] and style.colours["D"] == style.colours["H"]
    if not two or style.index.bold >= BOLD or style.beside:
        return False
    small = style.rank_height <= RANK_HEIGHT and style.suit_height >= SUIT_HEIGHT
    return difficulty != "easy" or (small and not style.barcode)


@lru_cache(maxsize=2)
def _art_pack(name: str) -> CardPack | None:
    """One pack of the cache; None where faces of it are missing."""
    found = art_packs((name,))
    return found[0] if found and len(found[0].faces) == 52 else None


@lru_cache(maxsize=2)
def _drawn_pack(seed: int) -> CardPack:
    return draw_pack(seed)
