"""The board of a match as a picture: for the terminal's demo, a printed sheet, for sharing. No Kivy.

The same state gives the same picture, byte for byte.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mobile import theme
from mobile.board_art import Placement, bare_board, framed, laid_over, peg_of, seal_of
from mobile.board_words import (
    board_for,
    deal_points,
    leg_line,
    legs_in_game,
    legs_of,
    pitch_line,
    points_are_shown,
    shown_pegs,
    shown_score,
    standing_line,
)
from mobile.sheet_art import head_picture, line_picture, plan_sheet
from mobile.sheet_lines import sheet_of
from mobile.texts import label
from mobile.theme import Colour, Palette
from mobile.wording import hand_line, headline, lead_line, side_name, trick_lines, trumps_line
from scorer.match import MatchState, Phase

Picture = NDArray[np.uint8]
Box = tuple[float, float, float, float]

MIN_WIDTH, MIN_HEIGHT = 320, 180
_BOARD_SHARE, _SLATE_SHARE = 0.48, 0.46
"""How much of the height a peg board may take, and how much a slate takes."""
_SHEET_ROWS = 6
_TWO_LINES = 5
"""In less room than this, over its height, a band says name and standing below each other."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """How a picture of the board is divided, in pixels; ``place`` is None where the variant has no peg board.

    Two sides have their bands above and below the board, three side by side below it.
    """

    width: int
    height: int
    margin: int
    band: int
    place: Placement | None
    middle: tuple[int, int]
    """Width and height of the board, or of the slate in its place."""
    sides: int = 2

    @staticmethod
    def of(state: MatchState, size: tuple[int, int]) -> "Sheet":
        """The division of a picture of this width and height; a very small one is made larger."""
        width, height = max(MIN_WIDTH, size[0]), max(MIN_HEIGHT, size[1])
        margin = round(min(width, height) * 0.04)
        board, place = board_for(state), None
        if board is not None:
            place = Placement.within(board, width - 2 * margin, height * _BOARD_SHARE)
        middle = (place.width, place.height) if place else (width - 2 * margin, round(height * _SLATE_SHARE))
        band = round(min((height - middle[1] - 4 * margin) * 0.34, width * 0.14))
        return Sheet(width, height, margin, band, place, middle, len(state.sides))

    @property
    def board_top(self) -> int:
        """Everything together stands in the middle of the sheet."""
        above = self.band + self.margin if self.sides == 2 else 0
        used = above + self.middle[1] + self.margin + self.band + self.margin + self.foot
        return round((self.height - used) / 2) + above

    @property
    def board_bottom(self) -> int:
        return self.board_top + self.middle[1]

    @property
    def board_left(self) -> int:
        return round((self.width - self.middle[0]) / 2)

    @property
    def foot(self) -> int:
        """Height of the lines below."""
        return round(self.band * 0.72)

    @property
    def bands(self) -> tuple[Box, ...]:
        """The places of the sides' scores: left, top, right, bottom."""
        left, right, below = self.margin, self.width - self.margin, self.board_bottom + self.margin
        if self.sides == 2:
            tops = (self.board_top - self.margin - self.band, below)
            return tuple((left, top, right, top + self.band) for top in tops)
        wide = (right - left + self.margin) / self.sides
        lefts = (left + place * wide for place in range(self.sides))
        return tuple((start, below, start + wide - self.margin, below + self.band) for start in lefts)


def draw_board(state: MatchState, size: tuple[int, int] = (1600, 900), palette: Palette = theme.DARK) -> Picture:
    """The board with both pegs of each side, or its sheet or figures, and how the game stands.

    ``size`` is width and height in pixels; the picture is BGR, ``uint8``, ``(height, width, 3)``.
    """
    sheet = Sheet.of(state, size)
    picture = np.ascontiguousarray(_ground(sheet.width, sheet.height, palette)[..., ::-1])
    if sheet.place:
        _put_board(picture, sheet, sheet.place, state, palette)
    else:
        _put_slate(picture, sheet, state, palette)
    canvas = Image.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    pen = ImageDraw.Draw(canvas)
    if state.board == "none":
        _figures(pen, sheet, state, palette)
    for index, box in enumerate(sheet.bands):
        _side_band(pen, box, state, index, palette)
    foot = sheet.board_bottom + sheet.margin + sheet.band + sheet.margin
    _footer(pen, (sheet.margin, foot, sheet.width - sheet.margin, foot + sheet.foot), state, palette)
    return np.ascontiguousarray(np.asarray(canvas)[..., ::-1])


def save_board(
    state: MatchState, path: Path | str, size: tuple[int, int] = (1600, 900), palette: Palette = theme.DARK
) -> None:
    """Write the picture of the board as PNG; `OSError` if the file can't be written."""
    done, data = cv2.imencode(".png", draw_board(state, size, palette))
    assert done, "OpenCV writes PNG"
    Path(path).write_bytes(data.tobytes())


def _ground(width: int, height: int, palette: Palette) -> Picture:
    """A dark table top, lighter in the middle; RGB."""
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    light = np.clip(1 - 0.5 * (x**2 + y**2), 0, 1)[..., None]
    low, high = np.array(palette.background, np.float32), np.array(palette.panel, np.float32)
    return np.asarray(np.round(low + (high - low) * light), np.uint8)


def _shade(picture: Picture, sheet: Sheet, drop: float) -> None:
    """The shadow that the board throws on the table."""
    (width, height), left, top = sheet.middle, sheet.board_left, sheet.board_top + round(drop)
    shadow = np.zeros(picture.shape[:2], np.uint8)
    shadow[top : top + height, left + round(drop) : left + width + round(drop)] = 255
    soft = cv2.GaussianBlur(shadow, (0, 0), max(1.0, drop)).astype(np.float32)[..., None] / 255
    picture[:] = np.round(picture * (1 - 0.7 * soft)).astype(np.uint8)


def _put_board(picture: Picture, sheet: Sheet, place: Placement, state: MatchState, palette: Palette) -> None:
    left, top = sheet.board_left, sheet.board_top
    _shade(picture, sheet, place.step * 0.35)
    wood = bare_board(place, palette, legs_in_game(state))
    laid_over(picture, wood, (left + place.width / 2, top + place.height / 2))
    for leg, side in legs_of(state).items():
        index = state.sides.index(side)
        x, y = place.pixel(place.board.leg_point(index, leg))
        laid_over(picture, seal_of(place, palette, index, leg), (left + x, top + y))
    for front in (False, True):
        for index, side in enumerate(state.sides):
            x, y = place.pixel(place.board.peg_points(index, shown_pegs(state, side))[0 if front else 1])
            laid_over(picture, peg_of(place, palette, index, front), (left + x, top + y))


def _put_slate(picture: Picture, sheet: Sheet, state: MatchState, palette: Palette) -> None:
    """The slate in its frame; a score sheet with as many lines as it holds, the newest at the end."""
    (width, height), left, top = sheet.middle, sheet.board_left, sheet.board_top
    edge = round(height * 0.035)
    _shade(picture, sheet, edge * 0.7)
    laid_over(picture, framed(width, height, edge, palette), (left + width / 2, top + height / 2))
    if state.board == "none":
        return
    written = sheet_of(state)
    row = (height - 2 * edge) // (_SHEET_ROWS + 2)
    plan = plan_sheet(written, len(state.sides), width - 2 * edge, row, row * 0.3)
    names = tuple(side_name(state, side) for side in state.sides)
    middle, below = left + width / 2, top + edge + plan.head
    heads = written.short_heads if plan.short else written.heads
    laid_over(picture, head_picture(plan, heads, names, palette), (middle, top + edge + plan.head / 2))
    lines = written.lines[-((height - 2 * edge - plan.head) // plan.row) :]
    for place, line in enumerate(lines):
        newest = place == len(lines) - 1
        laid_over(picture, line_picture(plan, line, palette, newest), (middle, below + (place + 0.5) * plan.row))


def _figures(pen: ImageDraw.ImageDraw, sheet: Sheet, state: MatchState, palette: Palette) -> None:
    """What this deal has brought and what the game stands at, for each side, on the slate."""
    width, height = sheet.middle[0] / len(state.sides), sheet.middle[1]
    top = sheet.board_top
    deal = label("this_deal") if points_are_shown(state) else label("after_deal")
    for index, side in enumerate(state.sides):
        left, points = sheet.board_left + index * width, deal_points(state, side)
        mark = theme.SIDE_MARKS[index]
        parts = (
            ("…" if points is None else str(points), deal, palette.muted, 0.27, 0.36),
            (str(shown_score(state, side)), f"{mark} {label('this_game')}", palette.text, 0.70, 0.52),
        )
        for figure, caption, colour, across, size in parts:
            x, room = left + width * across, width * 0.38
            _line(pen, (x, top + height * 0.43), figure, colour, height * size, room, "mm")
            _line(pen, (x, top + height * 0.82), caption, palette.muted, height * 0.09, room, "mm")


def _side_band(pen: ImageDraw.ImageDraw, box: Box, state: MatchState, index: int, palette: Palette) -> None:
    """The score in large figures, the side's name with its mark, and what is to go."""
    left, top, right, bottom = box
    height, side = bottom - top, state.sides[index]
    middle = (top + bottom) / 2
    tint = palette.sides[index]
    pen.rounded_rectangle(
        box, height * 0.18, fill=palette.panel, outline=palette.line, width=max(1, round(height / 70))
    )
    figure = _font(height * 0.86)
    score = str(shown_score(state, side))
    score_width = max(pen.textlength("000", figure), pen.textlength(score, figure))
    plate = (left, top, left + score_width + height * 0.5, bottom)
    pen.rounded_rectangle(plate, height * 0.18, fill=tint)
    pen.text(((plate[0] + plate[2]) / 2, middle), score, palette.on_sides[index], figure, "mm")
    to_go = " · ".join(part for part in (standing_line(state, side), leg_line(state, side)) if part)
    won = side in state.winners
    mark = f"{theme.SIDE_MARKS[index]}  {side_name(state, side)}"
    name = f"{label('winner_mark')} {mark}" if won else mark
    tint = palette.accent if won else palette.text
    start, room = plate[2] + height * 0.3, right - plate[2] - height * 0.6
    if room < height * _TWO_LINES:
        _line(pen, (start, top + height * 0.33), name, tint, height * 0.28, room, "lm")
        _line(pen, (start, top + height * 0.70), to_go, palette.text, height * 0.28, room, "lm")
        return
    _line(pen, (right - height * 0.3, middle), to_go, palette.text, height * 0.36, room * 0.36, "rm")
    _line(pen, (start, middle), name, tint, height * 0.40, room * (0.60 if to_go else 1.0), "lm")


def _footer(pen: ImageDraw.ImageDraw, box: Box, state: MatchState, palette: Palette) -> None:
    """How the match stands, and what fell last."""
    left, top, right, bottom = box
    size = (bottom - top) * 0.36
    parts = [state.variant.title, pitch_line(state), hand_line(state), lead_line(state), trumps_line(state)]
    if state.phase is Phase.GAME_OVER:
        parts = [state.variant.title, hand_line(state), headline(state)]
    middle = (left + right) / 2
    standing = "   ·   ".join(part for part in parts if part)
    _line(pen, (middle, top + size * 0.6), standing, palette.text, size, right - left, "mm")
    ended = state.hands[-1] if state.hands and state.hand is None else None
    told = state.last_trick is not None and points_are_shown(state)
    fell = "   ".join(trick_lines(state, state.last_trick, ended)) if told else ""
    _line(pen, (middle, top + size * 2.1), fell, palette.muted, size * 0.9, right - left, "mm")


def _font(size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(theme.FONT_BOLD, max(8, round(size)))


def _line(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    colour: Colour,
    size: float,
    room: float,
    anchor: str,
) -> None:
    """One line of text, made smaller until it fits: nothing is ever cut off."""
    font = _font(size)
    needed = pen.textlength(text, font)
    if needed > room > 0:
        font = _font(size * room / needed * 0.99)
    pen.text(at, text, colour, font, anchor)
