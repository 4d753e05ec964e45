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
from mobile.board_art import Placement, bare_board, laid_over, peg_of
from mobile.texts import label
from mobile.theme import Colour, Palette
from mobile.wording import hand_line, headline, lead_line, side_name, to_go_line, trick_lines, trumps_line
from scorer.board import BOARD_NAMES, board_of
from scorer.match import MatchState, Phase

Picture = NDArray[np.uint8]
Box = tuple[float, float, float, float]

MIN_WIDTH, MIN_HEIGHT = 320, 180


@dataclass(frozen=True, slots=True)
class Sheet:
    """How a picture of the board is divided; ``place`` is None where the variant has no peg board."""

    width: int
    height: int
    margin: int
    band: int
    place: Placement | None

    @staticmethod
    def of(state: MatchState, size: tuple[int, int]) -> "Sheet":
        width, height = max(MIN_WIDTH, size[0]), max(MIN_HEIGHT, size[1])
        margin = round(min(width, height) * 0.04)
        place = None
        if state.board in BOARD_NAMES:
            place = Placement.within(board_of(state.board, state.target), width - 2 * margin, height * 0.48)
        board = place.height if place else 0
        band = round(min((height - board - 4 * margin) * 0.34, width * 0.14))
        return Sheet(width, height, margin, band, place)

    @property
    def board_top(self) -> int:
        """Everything together stands in the middle of the sheet."""
        board = self.place.height if self.place else 0
        used = board + 2 * self.band + self.foot + 3 * self.margin
        return round((self.height - used) / 2) + self.band + self.margin

    @property
    def board_bottom(self) -> int:
        return self.board_top + (self.place.height if self.place else 0)

    @property
    def board_left(self) -> int:
        return round((self.width - (self.place.width if self.place else 0)) / 2)

    @property
    def foot(self) -> int:
        """Height of the lines below."""
        return round(self.band * 0.72)


def draw_board(state: MatchState, size: tuple[int, int] = (1600, 900), palette: Palette = theme.DARK) -> Picture:
    """The board with both pegs of each side, the scores in figures and how the game stands.

    ``size`` is width and height in pixels; the picture is BGR, ``uint8``, ``(height, width, 3)``.
    """
    sheet = Sheet.of(state, size)
    canvas = Image.fromarray(_ground(sheet.width, sheet.height, palette))
    pen = ImageDraw.Draw(canvas)
    above, below = sheet.board_top - sheet.margin - sheet.band, sheet.board_bottom + sheet.margin
    for index, top in ((0, above), (1, below)):
        _side_band(pen, (sheet.margin, top, sheet.width - sheet.margin, top + sheet.band), state, index, palette)
    foot = below + sheet.band + sheet.margin
    _footer(pen, (sheet.margin, foot, sheet.width - sheet.margin, foot + sheet.foot), state, palette)
    picture = np.ascontiguousarray(np.asarray(canvas)[..., ::-1])
    if sheet.place:
        _put_board(picture, sheet, sheet.place, state, palette)
    return picture


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


def _put_board(picture: Picture, sheet: Sheet, place: Placement, state: MatchState, palette: Palette) -> None:
    left, top = sheet.board_left, sheet.board_top
    shadow = np.zeros(picture.shape[:2], np.uint8)
    drop = round(place.step * 0.35)
    shadow[top + drop : top + place.height + drop, left + drop : left + place.width + drop] = 255
    soft = cv2.GaussianBlur(shadow, (0, 0), max(1.0, place.step * 0.35)).astype(np.float32)[..., None] / 255
    picture[:] = np.round(picture * (1 - 0.7 * soft)).astype(np.uint8)
    laid_over(picture, bare_board(place, palette), (left + place.width / 2, top + place.height / 2))
    for front in (False, True):
        for index, side in enumerate(state.sides):
            x, y = place.pixel(place.board.peg_points(index, state.pegs[side])[0 if front else 1])
            laid_over(picture, peg_of(place, palette, index, front), (left + x, top + y))


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
    score_width = max(pen.textlength("000", figure), pen.textlength(str(state.scores[side]), figure))
    plate = (left, top, left + score_width + height * 0.5, bottom)
    pen.rounded_rectangle(plate, height * 0.18, fill=tint)
    pen.text(((plate[0] + plate[2]) / 2, middle), str(state.scores[side]), palette.on_sides[index], figure, "mm")
    to_go = to_go_line(state, side)
    room = right - plate[2] - height * 0.8
    _line(pen, (right - height * 0.3, middle), to_go, palette.text, height * 0.36, room * 0.38, "rm")
    name = f"{theme.SIDE_MARKS[index]}  {side_name(state, side)}"
    won = state.winner == side
    _line(
        pen,
        (plate[2] + height * 0.3, middle),
        f"{label('winner_mark')} {name}" if won else name,
        palette.accent if won else palette.text,
        height * 0.40,
        room * (0.60 if to_go else 1.0),
        "lm",
    )


def _footer(pen: ImageDraw.ImageDraw, box: Box, state: MatchState, palette: Palette) -> None:
    """How the match stands, and what fell last."""
    left, top, right, bottom = box
    size = (bottom - top) * 0.36
    parts = [state.variant.title, hand_line(state), lead_line(state), trumps_line(state)]
    if state.phase is Phase.GAME_OVER:
        parts = [state.variant.title, hand_line(state), headline(state)]
    middle = (left + right) / 2
    standing = "   ·   ".join(part for part in parts if part)
    _line(pen, (middle, top + size * 0.6), standing, palette.text, size, right - left, "mm")
    ended = state.hands[-1] if state.hands and state.hand is None else None
    fell = "   ".join(trick_lines(state, state.last_trick, ended)) if state.last_trick else ""
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
