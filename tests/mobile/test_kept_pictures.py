"""The small picture of a trick: its cards whole and as little else as can be, small in pixels and in bytes."""

import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from mobile_table import AT, BLANK, PLACES, Trick, cards, enter, legal_hand, new_session, order_from, reading_of
from numpy.typing import NDArray

from mobile.kept_pictures import (
    INDICES_A_CARD,
    LONGEST_PX,
    MOST_BYTES,
    TrickFrame,
    region_of,
    small_jpeg,
    trick_picture,
)
from mobile.table_session import Confirmed, TableSession
from models.hand_facts import facts_before_deal
from models.looks import EventKind, WatchEvent
from models.picture import decode_picture, load_picture
from models.proposed_card import ProposedCard, not_seen
from models.reader import CardReader
from models.reading import BoxXyxy, Reading, covering
from models.table_view import TableView
from models.trick_reader import propose_from
from scorer.log_pictures import is_jpeg, picture_of_trick, pictures, set_rule
from scorer.referee import Refusal
from scorer.seats import FOUR_HANDED, Seat
from scorer.variant import load_variant

DEMO = Path(__file__).parents[2] / "mobile" / "assets" / "demo"
CARD_WH = (63.0, 88.0)
INDEX_WH = (9.0, 17.0)
Point = tuple[float, float]


def seen(seat: Seat, *indices: BoxXyxy) -> ProposedCard:
    box = covering(indices)
    return ProposedCard(seat, cards("5H")[0], "sure", 0.99, "read", box_xyxy=box, indices_xyxy=indices)


class DrawnCard:
    """A card at any place and angle: its corners, and the boxes of its two indices, in pixels."""

    def __init__(self, middle: Point, angle: float, scale: float, index_wh: Point = INDEX_WH) -> None:
        self._middle, self._angle, self._scale = middle, angle, scale
        (w, h), (iw, ih) = CARD_WH, index_wh
        self.corners = [self._at(x, y) for x in (-w / 2, w / 2) for y in (-h / 2, h / 2)]
        left, top = 3 - w / 2, 3 - h / 2
        first = [self._at(x, y) for x in (left, left + iw) for y in (top, top + ih)]
        other = [self._at(-x, -y) for x in (left, left + iw) for y in (top, top + ih)]
        self.indices = (box_around(first), box_around(other))

    def _at(self, x: float, y: float) -> Point:
        c, s, k = math.cos(self._angle), math.sin(self._angle), self._scale
        return self._middle[0] + k * (c * x - s * y), self._middle[1] + k * (s * x + c * y)


def box_around(points: list[Point]) -> BoxXyxy:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("seed", range(60))
def test_each_card_lies_whole_in_the_picture_and_little_else(seed: int) -> None:
    """Four cards anywhere, of each one corner or both seen: no edge is cut off, and the room stays out."""
    rng = random.Random(seed)
    scale = rng.uniform(0.8, 3.0)
    index_wh = rng.choice(((7.0, 14.0), INDEX_WH, (18.0, 30.0)))
    reach, diagonal = 90 * scale, math.hypot(*CARD_WH) * scale
    trick, shown = [], []
    for seat, (dx, dy) in zip(FOUR_HANDED, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
        middle = (2000 + dx * reach * rng.uniform(0.3, 1), 2000 + dy * reach * rng.uniform(0.3, 1))
        card = DrawnCard(middle, rng.uniform(0, 2 * math.pi), scale, index_wh)
        trick.append(card)
        shown.append(seen(seat, *rng.choice((card.indices[:1], card.indices[1:], card.indices))))
    x0, y0, x1, y1 = region_of(shown, (4000, 4000)) or (0, 0, 0, 0)
    whole = box_around([corner for card in trick for corner in card.corners])
    assert x0 <= whole[0] and y0 <= whole[1] and x1 >= whole[2] and y1 >= whole[3]
    known = any(len(card.indices_xyxy) == 2 for card in shown)
    most = (1.3 if known else 1.3 * INDICES_A_CARD * max(index_wh) / math.hypot(*CARD_WH)) * diagonal
    assert whole[0] - x0 < most and whole[1] - y0 < most and x1 - whole[2] < most and y1 - whole[3] < most


@pytest.mark.parametrize("missing", range(4))
def test_where_a_card_was_not_seen_there_is_room_for_it(missing: int) -> None:
    cross = [DrawnCard((1000 + 150 * dx, 1000 + 150 * dy), 0.2, 1.0) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))]
    known = [seen(seat, *card.indices) for seat, card in zip(FOUR_HANDED, cross, strict=True)]
    known[missing] = not_seen(FOUR_HANDED[missing])
    x0, y0, x1, y1 = region_of(known, (4000, 4000)) or (0, 0, 0, 0)
    whole = box_around(cross[missing].corners)
    assert x0 < whole[0] and y0 < whole[1] and x1 > whole[2] and y1 > whole[3]


def test_where_no_card_was_seen_there_is_no_picture() -> None:
    assert region_of([not_seen(seat) for seat in FOUR_HANDED], (4000, 4000)) is None
    by_hand = ProposedCard(Seat.N, cards("5H")[0], "chosen", 1.0, "by_hand")
    assert region_of([by_hand], (4000, 4000)) is None, "a card that was only named was not seen"
    empty = propose_from(Reading((), 1.0, 1.0, (800, 600)), facts_before_deal(load_variant("phat")), TableView())
    assert trick_picture(np.zeros((600, 800, 3), np.uint8), empty) is None


def test_the_region_ends_with_the_picture() -> None:
    box = (1.0, 2.0, 300.0, 400.0)
    assert region_of([seen(Seat.N, box)], (310, 390)) == (0, 0, 310, 390)
    assert region_of([seen(Seat.N, (5000.0, 5000.0, 5040.0, 5030.0))], (100, 80)) is None, "not in this picture"
    bare = replace(seen(Seat.N, (50.0, 50.0, 60.0, 70.0)), indices_xyxy=())
    assert region_of([bare], (900, 900)) == (0, 0, 215, 220), "its box is all that is known"


@pytest.mark.slow
def test_the_bundled_tricks_are_small_and_can_still_be_read() -> None:
    reader, facts = CardReader.load(), facts_before_deal(load_variant("nine_card_lancashire"))
    for name in ("trick_1.jpg", "trick_8.jpg"):
        picture = load_picture(DEMO / name)
        jpeg = trick_picture(picture, propose_from(reader.read(picture), facts, TableView()))
        assert jpeg is not None and is_jpeg(jpeg) and len(jpeg) <= MOST_BYTES
        small = decode_picture(jpeg, name)
        assert max(small.shape[:2]) == LONGEST_PX
        sure = {seen.card for seen in reader.read(small).sightings if seen.sure}
        assert sure == {seen.card for seen in reader.read(picture).sightings} and len(sure) == 4


def noise(height: int, width: int) -> NDArray[np.uint8]:
    return np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8)


def test_quality_goes_first_then_size() -> None:
    plain = np.full((300, 500, 3), 90, np.uint8)
    assert decode_picture(small_jpeg(plain), "plain").shape == (300, 500, 3), "a small picture is not made larger"
    worst = small_jpeg(noise(480, 640))
    assert is_jpeg(worst) and len(worst) <= MOST_BYTES
    assert max(decode_picture(worst, "noise").shape[:2]) < LONGEST_PX, "noise can't be had at the full size"
    assert decode_picture(small_jpeg(noise(200, 3000)), "strip").shape[1] <= LONGEST_PX
    tall = decode_picture(small_jpeg(np.full((3000, 200, 3), 9, np.uint8)), "tall")
    assert tall.shape == (640, 43, 3)
    with pytest.raises(ValueError, match="as small as 20 bytes"):
        small_jpeg(plain, most_bytes=20)


def test_nothing_stands_beside_the_picture() -> None:
    """No EXIF, no time, no place, no maker: only what a JPEG needs."""
    data = small_jpeg(load_picture(DEMO / "trick_1.jpg"))
    place, segments = 2, []
    while data[place + 1] != 0xDA:
        segments.append(data[place + 1])
        place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    assert set(segments) <= {0xE0, 0xDB, 0xC0, 0xC4, 0xDD} and b"Exif" not in data


def test_a_view_into_a_frame_is_encoded_as_it_lies() -> None:
    frame = np.zeros((400, 600, 3), np.uint8)
    frame[100:300, 200:400] = (10, 200, 30)
    part = decode_picture(small_jpeg(frame[100:300, 200:400]), "part")
    assert part.shape == (200, 200, 3) and np.abs(part.astype(int) - (10, 200, 30)).max() < 6


# While a table is watched


def happened(kind: EventKind, played: str) -> WatchEvent:
    return WatchEvent(kind, 1.0, 1, cards(played))


def frame(number: int) -> NDArray[np.uint8]:
    return np.full((2, 2, 3), number, np.uint8)


def best(*events: tuple[EventKind, str], moving: tuple[int, ...] = ()) -> int | None:
    """The number of the frame that is kept, the first being 1."""
    watched = TrickFrame()
    for number, (kind, played) in enumerate(events, start=1):
        watched.note(happened(kind, played), frame(number), number not in moving)
    kept = watched.take()
    assert watched.take() is None, "the next trick begins anew"
    return None if kept is None else int(kept[0, 0, 0])


def test_the_frame_of_a_trick_is_the_one_in_which_it_was_complete() -> None:
    fell: list[tuple[EventKind, str]] = [("appeared", "5H"), ("appeared", "5H 9H"), ("appeared", "5H 9H JH")]
    whole: list[tuple[EventKind, str]] = [*fell, ("appeared", "5H 9H JH 2C"), ("complete", "5H 9H JH 2C")]
    assert best(*whole) == 5
    assert best(*whole, ("appeared", "5H 9H JH 2C")) == 5, "the next lead, not yet cleared away"
    assert best(*whole, ("changed", "5H 9H JH 3C"), ("withdrawn", "9H JH 3C")) == 6
    assert best(*whole, ("changed", "5H 9H JH 3C"), moving=(6,)) == 5, "a hand comes in"
    assert best(*whole, ("changed", "5H 9H JH 3C"), moving=(5,)) == 6
    assert best(*whole, ("changed", "5H 9H JH 3C"), moving=(4, 5, 6)) == 6
    assert best(*whole, moving=(5,)) == 4, "the fourth card lay there already"
    assert best(*fell, ("waiting", "5H 9H JH")) == 3, "a trick that was never whole"
    assert best(*fell, ("withdrawn", "5H 9H"), ("appeared", "5H 9H QH")) == 3
    assert best() is None


# At the table


def spread(trick: Trick) -> NDArray[np.uint8]:
    """A picture of a table 1000 x 1000 with a white card at each place of the trick."""
    picture = BLANK.copy()
    for seat in order_from(trick[0]):
        x, y = (round(v) for v in PLACES[seat])
        picture[y - 20 : y + 20, x - 20 : x + 20] = 255
    return picture


def test_the_session_keeps_the_picture_a_trick_was_read_from(tmp_path: Path) -> None:
    first, second, third = legal_hand(5, Seat.N)[:3]
    session = new_session(tmp_path)
    log, name = session.book.log, session.match_id
    assert not session.keeps_pictures
    session.propose(reading_of(first), spread(first))
    assert confirmed(session) == "" and pictures(log, name) == ()
    set_rule(log, name)
    assert session.keeps_pictures
    session.propose(reading_of(second), spread(second))
    assert confirmed(session) == ""
    (kept,) = pictures(log, name)
    assert kept.seq == session.book.entries and picture_of_trick(log, name, 1, 2) is not None
    session.propose(reading_of(third))
    confirmed(session)
    assert session.undo(AT) is None
    enter(session, third)
    assert pictures(log, name) == (kept,), "without a picture, or by hand, there is none"
    assert session.undo(AT) is None and session.undo(AT) is None
    assert pictures(log, name) == (kept,), "what was taken back keeps its picture"
    session.propose(reading_of(first), spread(first))
    assert isinstance(session.confirm(AT), Refusal) and pictures(log, name) == (kept,)


def test_a_trick_that_was_only_named_has_no_picture(tmp_path: Path) -> None:
    leader, played = legal_hand(5, Seat.N)[0]
    session = new_session(tmp_path)
    set_rule(session.book.log, session.match_id)
    session.propose(Reading((), 1.0, 1.0, (1000, 1000)), BLANK)
    for seat, card in zip(order_from(leader), played, strict=True):
        session.choose(seat, card)
    assert confirmed(session) == "" and pictures(session.book.log, session.match_id) == ()


def test_the_session_says_why_a_picture_is_not_kept(tmp_path: Path) -> None:
    trick = legal_hand(5, Seat.N)[0]
    session = new_session(tmp_path)
    set_rule(session.book.log, session.match_id, 100)
    session.propose(reading_of(trick), spread(trick))
    assert confirmed(session).endswith("may have 100, so it isn't kept; allow more.")
    assert session.state.last_trick is not None and session.state.last_trick.cards == trick[1]


def confirmed(session: TableSession) -> str:
    """Why the picture of the trick under entry wasn't kept, once it stands."""
    answer = session.confirm(AT)
    assert isinstance(answer, Confirmed), answer
    return answer.not_kept
