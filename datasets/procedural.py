"""Packs drawn by rule: fonts, pips, sizes, colours, corners, court pictures and wear vary with the seed.

The same seed (with the same fonts) gives the same pack. Without `fonts` only Pillow's own font and drawn strokes are
used, so tests and the demo need no file from the system.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.courts import draw_ace, draw_barcode, draw_court, draw_pips
from datasets.glyphs import glyph, pip, stamp
from datasets.index_boxes import Box
from datasets.pack_style import PackStyle, random_style
from datasets.packs import FACE_HEIGHT, CardPack, StrangeFace, plain_back
from datasets.strange_cards import NO_CARDS, draw_foreign_middle, foreign_text
from datasets.wear import Wear, wear_of
from scorer.cards import Card, pack_of

FOREIGN_PER_PACK, JOKERS_PER_PACK = 8, 3
Face = NDArray[np.uint8]


def index_size(rank: str, suit: str, style: PackStyle, width: int) -> tuple[int, int]:
    """Width and height in px of an index on a face `width` px wide."""
    rank_ink, suit_ink = _inks(rank, suit, style, width)
    if style.beside:
        return rank_ink.shape[1] + round(style.gap * width) + suit_ink.shape[1], rank_ink.shape[0]
    height = rank_ink.shape[0] + round(style.gap * width) + suit_ink.shape[0]
    return max(rank_ink.shape[1], suit_ink.shape[1]), height


def _inks(rank: str, suit: str, style: PackStyle, width: int) -> tuple[Face, Face]:
    suit_height = style.suit_height * (0.75 if style.beside else 1.0)
    return (
        glyph(rank, round(style.rank_height * width), style.index),
        pip(suit, round(suit_height * width), style.pips),
    )


def _draw_index(face: Face, rank: str, suit: str, style: PackStyle) -> Box:
    width = face.shape[1]
    rank_ink, suit_ink = _inks(rank, suit, style, width)
    wide, high = index_size(rank, suit, style, width)
    left, top = style.left * width, style.top * width
    if style.beside:
        rank_at = (left, top)
        suit_at = (left + wide - suit_ink.shape[1], top + (high - suit_ink.shape[0]) / 2)
    else:
        rank_at = (left + (wide - rank_ink.shape[1]) / 2, top)
        suit_at = (left + (wide - suit_ink.shape[1]) / 2, top + high - suit_ink.shape[0])
    stamp(face, rank_ink, *rank_at, style.colours[suit])
    stamp(face, suit_ink, *suit_at, style.colours[suit])
    return (left, top, left + wide, top + high)


def _clear_corner(face: Face, box: Box, style: PackStyle) -> None:
    """Paper around the top left index, and the court's frame bent around it."""
    pad = round(0.018 * face.shape[1])
    x1, y1 = math.ceil(box[2]) + pad, math.ceil(box[3]) + pad
    face[:y1, :x1] = style.paper[::-1]
    if style.frame:
        near = max(2, round(0.09 * face.shape[1]))
        face[y1 : y1 + 2, near:x1] = style.frame_colour[::-1]
        face[near : y1 + 2, x1 : x1 + 2] = style.frame_colour[::-1]


def _with_corners(face: Face, rank: str, suit: str, style: PackStyle, clear: bool) -> tuple[Face, Box]:
    """Prints the index in its corners; `clear` first makes room for it."""
    height, width = face.shape[:2]
    left, top = style.left * width, style.top * width
    wide, high = index_size(rank, suit, style, width)
    x1, y1 = math.ceil(left + wide) + 1, math.ceil(top + high) + 1
    if clear:
        _clear_corner(face, (left, top, left + wide, top + high), style)
        x1, y1 = x1 + round(0.018 * width) + 2, y1 + round(0.018 * width) + 2
    box = _draw_index(face, rank, suit, style)
    x0, y0 = (0, 0) if clear else (math.floor(left), math.floor(top))
    patch = face[y0:y1, x0:x1].copy()
    if style.four_corners:
        x0, y0 = math.floor(left), math.floor(top)
        ink = face[y0:y1, x0:x1].copy()
        face[y0:y1, width - x1 : width - x0] = ink
        face[height - y1 : height - y0, x0:x1] = ink[::-1, ::-1]
        x0, y0 = (0, 0) if clear else (x0, y0)
    face[height - y1 : height - y0, width - x1 : width - x0] = patch[::-1, ::-1]
    return face, box


def _blank(style: PackStyle) -> Face:
    width = round(FACE_HEIGHT * style.aspect)
    return np.full((FACE_HEIGHT, width, 3), style.paper[::-1], np.uint8)


def _right_of(rank: str, suit: str, style: PackStyle, width: int) -> float:
    return style.left * width + index_size(rank, suit, style, width)[0]


def draw_face(card: Card, style: PackStyle, seed: int) -> tuple[Face, Box]:
    """One new face `(H, W, 3)` BGR and the box of its top left index (`xyxy`, face pixels)."""
    rng = np.random.default_rng(seed)
    rank, suit = str(card)[:-1], str(card)[-1]
    face = _blank(style)
    right_of = _right_of(rank, suit, style, face.shape[1])
    if rank in "JQK":
        draw_court(face, suit, style, rng, right_of)
    elif rank == "A":
        draw_ace(face, suit, style, rng)
    else:
        draw_pips(face, rank, suit, style, right_of)
    if style.barcode:
        draw_barcode(face, rng)
    return _with_corners(face, rank, suit, style, clear=rank in "JQK" and style.notch)


def draw_foreign(style: PackStyle, rng: np.random.Generator) -> StrangeFace:
    """A card of another language or of no language: its corners carry letters or numbers that are no rank."""
    face = _blank(style)
    suit, text = "CDHS"[int(rng.integers(4))], foreign_text(rng)
    draw_foreign_middle(face, text, suit, style, rng, _right_of(text, suit, style, face.shape[1]))
    return StrangeFace(*_with_corners(face, text, suit, style, clear=style.notch))


def draw_no_card(style: PackStyle, rng: np.random.Generator) -> Face:
    """A joker, a rule card, an advert or a blank: no index at all."""
    face = _blank(style)
    NO_CARDS[int(rng.integers(len(NO_CARDS)))](face, style, rng)
    return face


def _strange_faces(
    style: PackStyle, wear: Wear, rng: np.random.Generator
) -> tuple[tuple[StrangeFace, ...], tuple[Face, ...]]:
    """A pack's foreign faces, and all its faces that are no card."""
    foreign = []
    for number in range(FOREIGN_PER_PACK):
        one = draw_foreign(style, rng)
        foreign.append(StrangeFace(wear.lay(one.picture, number), one.index))
    jokers = [wear.lay(draw_no_card(style, rng), number) for number in range(JOKERS_PER_PACK)]
    return tuple(foreign), (*jokers, foreign[0].picture)


def draw_pack(seed: int, fonts: Sequence[Path] = ()) -> CardPack:
    """A whole drawn pack; `fonts` are TrueType files to choose from."""
    rng = np.random.default_rng([seed, 0xD0])
    style = random_style(rng, fonts)
    width = round(FACE_HEIGHT * style.aspect)
    wear = wear_of((FACE_HEIGHT, width), style.wear, rng)
    faces: dict[Card, Face] = {}
    indices: dict[Card, Box] = {}
    for number, card in enumerate(pack_of(52).cards):
        face, indices[card] = draw_face(card, style, seed * 100 + number)
        faces[card] = wear.lay(face, number)
    foreign, jokers = _strange_faces(style, wear, rng)
    back = plain_back(width, FACE_HEIGHT, seed)
    return CardPack(f"drawn-{seed}", "AGPL-3.0-or-later", faces, indices, back, style.four_corners, jokers, foreign)
