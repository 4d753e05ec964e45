"""The small picture of a trick that is kept: cut to its cards, at most 640 pixels long, about 40 kB at most, no EXIF.

Boxes are `xyxy` in pixels of the picture given, which is BGR `uint8` `(H, W, 3)`. Where no card of the trick was seen
there is no picture: a whole room is never kept.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import cv2

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
BESIDE = 1.5
"""So many diagonals of a card beside the others may lie one that was not seen."""
BOTH_CORNERS = 2.5
"""A box longer than so many indices goes from corner to corner of its card."""


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
    diagonals = [d for card in seen if (d := _diagonal(card)) > 0]
    if not seen:
        return None
    largest = max(diagonals, default=max(INDICES_A_CARD * _index_px(card) for card in seen))
    boxes = [_whole_card(card, largest) for card in seen]
    x0, y0, x1, y1 = covering(boxes)
    beside = BESIDE * largest if len(seen) < len(cards) else 0.0
    width, height = image_wh
    left, top = max(0, math.floor(x0 - beside)), max(0, math.floor(y0 - beside))
    right, bottom = min(width, math.ceil(x1 + beside)), min(height, math.ceil(y1 + beside))
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
        self._complete = False

    def note(self, event: WatchEvent, frame: Picture) -> None:
        """Take in what happened in a frame; it must not be changed afterwards. Not for `closed`: see `take`."""
        complete = event.kind in ("complete", "changed")
        more = event.kind == "appeared" and not self._complete and len(event.cards) > self._cards
        if complete or more:
            self._frame, self._cards = frame, len(event.cards)
            self._complete = self._complete or complete

    def take(self) -> Picture | None:
        """The frame of the trick that was just closed; the next trick begins anew."""
        frame, self._frame, self._cards, self._complete = self._frame, None, 0, False
        return frame


def _shrunk(picture: Picture, longest_px: int) -> Picture:
    height, width = picture.shape[:2]
    scale = longest_px / max(height, width)
    if scale >= 1:
        return picture
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(picture.dtype, copy=False)


def _index_px(card: ProposedCard) -> float:
    """How long the index of a card is; guessed from its box where that isn't known."""
    assert card.box_xyxy is not None
    return card.index_px or _longer(card.box_xyxy)


def _diagonal(card: ProposedCard) -> float:
    """The diagonal of a card whose box goes from corner to corner; 0 for others."""
    assert card.box_xyxy is not None
    x0, y0, x1, y1 = card.box_xyxy
    both = _longer(card.box_xyxy) > BOTH_CORNERS * _index_px(card)
    return MARGIN * math.hypot(x1 - x0, y1 - y0) if both else 0.0


def _whole_card(card: ProposedCard, diagonal: float) -> BoxXyxy:
    """Where the card may lie: round the middle of its corners, or as far as it can reach from the one seen."""
    assert card.box_xyxy is not None
    x0, y0, x1, y1 = card.box_xyxy
    reach = _diagonal(card) / 2 or diagonal
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return x - reach, y - reach, x + reach, y + reach


def _longer(box: BoxXyxy) -> float:
    return max(box[2] - box[0], box[3] - box[1])
