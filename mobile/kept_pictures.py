"""The small picture of a trick that is kept: cut to its cards, at most 640 pixels long, about 40 kB at most, no EXIF.

Boxes are `xyxy` in pixels of the picture given, which is BGR `uint8` `(H, W, 3)`. Where no card of the trick was seen
there is no picture: a whole room is never kept.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from itertools import combinations
from typing import TYPE_CHECKING

import cv2

from models.merge import apart, long_side
from models.picture import Picture
from models.proposed_card import ProposedCard
from models.reading import BoxXyxy, covering
from models.trick_reader import TrickProposal
from scorer.log_pictures import keep, rule_of
from scorer.matchlog import LogError, MatchLog

if TYPE_CHECKING:
    from models.looks import WatchEvent

LONGEST_PX = 640
MOST_BYTES = 40_000
QUALITIES = (85, 75, 65, 55, 45, 35, 25)
SMALLER = 0.8
"""A picture that is too large at the lowest quality is made smaller by this."""
INDICES_A_CARD = 8.0
"""The diagonal of a card, in lengths of a small index, where no card shows both corners."""
MARGIN = 1.15
"""What is added to the diagonal between the corners seen: they lie inside the card, and a picture is not flat."""
BESIDE = 1.75
"""So many diagonals of a card beside what was seen of the others may lie one that was not seen."""
BOTH_CORNERS = 1.2
"""Two indices farther apart than so many of their lengths are at two corners of the card."""


def trick_picture(picture: Picture, proposal: TrickProposal) -> bytes | None:
    """The JPEG of the trick that was read from `picture`; None where no card of it was seen there."""
    height, width = picture.shape[:2]
    region = region_of(proposal.cards, (width, height))
    if region is None:
        return None
    x0, y0, x1, y1 = region
    return small_jpeg(picture[y0:y1, x0:x1])


def keep_trick(
    log: MatchLog, match_id: str, seq: int, picture: Picture | None, proposal: TrickProposal, at: datetime
) -> str:
    """Keep the picture of the trick that is in the log as entry `seq`, if its match keeps pictures.

    `picture`: that from which `proposal` was read, None where there is none. One sentence where a picture that is to
    be kept can't be; the trick stands in any case.
    """
    try:
        if picture is None or rule_of(log, match_id) is None:
            return ""
        jpeg = trick_picture(picture, proposal)
        if jpeg is not None:
            keep(log, match_id, seq, jpeg, at)
    except LogError as error:
        return str(error)
    return ""


def region_of(cards: Sequence[ProposedCard], image_wh: tuple[int, int]) -> tuple[int, int, int, int] | None:
    """The part of a picture (`xyxy`, whole pixels) in which the cards lie whole; None where none was seen.

    `image_wh`: width and height of the picture. Where a card of the trick wasn't seen, there is room for it beside the
    others.
    """
    seen = [card for card in cards if card.box_xyxy is not None]
    if not seen:
        return None
    largest = max(map(_diagonal, seen)) or INDICES_A_CARD * max(map(_index_px, seen))
    boxes = [_whole_card(card, largest) for card in seen]
    if len(seen) < len(cards):
        beside = BESIDE * largest
        x0, y0, x1, y1 = covering([card.box_xyxy for card in seen if card.box_xyxy is not None])
        boxes.append((x0 - beside, y0 - beside, x1 + beside, y1 + beside))
    x0, y0, x1, y1 = covering(boxes)
    width, height = image_wh
    left, top = max(0, math.floor(x0)), max(0, math.floor(y0))
    right, bottom = min(width, math.ceil(x1)), min(height, math.ceil(y1))
    return (left, top, right, bottom) if left < right and top < bottom else None


def small_jpeg(picture: Picture, longest_px: int = LONGEST_PX, most_bytes: int = MOST_BYTES) -> bytes:
    """The picture as a JPEG of at most so many pixels and bytes: first its quality is lowered, then its size.

    `ValueError` where even 16 pixels take more bytes.
    """
    while longest_px >= 16:
        small = _shrunk(picture, longest_px)
        for quality in QUALITIES:
            done, data = cv2.imencode(".jpg", small, (cv2.IMWRITE_JPEG_QUALITY, quality))
            assert done, "a picture of bytes can be encoded"
            if data.size <= most_bytes:
                return data.tobytes()
        longest_px = int(max(small.shape[:2]) * SMALLER)
    raise ValueError(f"A picture can't be made as small as {most_bytes} bytes.")


class TrickFrame:
    """While a table is watched: the frame in which the trick that is being played was seen best."""

    def __init__(self) -> None:
        self._frame: Picture | None = None
        self._cards = 0
        self._still = False
        self._complete = False

    def note(self, event: WatchEvent, frame: Picture, still: bool) -> None:
        """Take in what happened in a frame (not changed afterwards), and whether it was `still`; `closed`: `take`.

        One in which something moved, a hand for instance, takes the place of a still one only if it has more cards.
        """
        complete = event.kind in ("complete", "changed")
        landed = event.kind == "appeared" and not self._complete
        more = len(event.cards) > self._cards
        if (complete or landed) and (more or (complete and still >= self._still)):
            self._frame, self._cards, self._still = frame, len(event.cards), still
        self._complete = self._complete or complete

    def take(self) -> Picture | None:
        """The frame of the trick that was just closed; the next trick begins anew."""
        frame = self._frame
        self._frame, self._cards, self._still, self._complete = None, 0, False, False
        return frame


def _shrunk(picture: Picture, longest_px: int) -> Picture:
    height, width = picture.shape[:2]
    scale = longest_px / max(height, width)
    if scale >= 1:
        return picture
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(picture.dtype, copy=False)


def _index_px(card: ProposedCard) -> float:
    """How long the largest index of a card is; its box where no index is known."""
    assert card.box_xyxy is not None
    return max(map(long_side, card.indices_xyxy), default=long_side(card.box_xyxy))


def _diagonal(card: ProposedCard) -> float:
    """The diagonal of a card that was seen at two corners; 0 for others."""
    assert card.box_xyxy is not None
    both = any(apart(*pair) > BOTH_CORNERS for pair in combinations(card.indices_xyxy, 2))
    x0, y0, x1, y1 = card.box_xyxy
    return MARGIN * math.hypot(x1 - x0, y1 - y0) if both else 0.0


def _whole_card(card: ProposedCard, diagonal: float) -> BoxXyxy:
    """Where the card may lie: round the middle of its corners, or as far as it can reach from the one seen."""
    assert card.box_xyxy is not None
    x0, y0, x1, y1 = card.box_xyxy
    reach = _diagonal(card) / 2 or diagonal
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return x - reach, y - reach, x + reach, y + reach
