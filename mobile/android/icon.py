"""Draws the app's icon and the picture of its start from our own board: ``python -m mobile.android.icon``.

The icon is a corner of the peg board with a peg of each side. Android cuts the adaptive icon to any shape, so that
what matters lies in the middle two thirds of its 108 units.
"""

from pathlib import Path

import cv2
import numpy as np

from mobile import theme
from mobile.board_art import Picture, bare_board
from mobile.board_place import Placement, bgr
from mobile.peg_art import laid_over, peg_of
from scorer.board import board_of

FOLDER = Path(__file__).with_name("icon")
SIDE_PX = 512
ADAPTIVE_PX = 432
PRESPLASH_PX = 640
_BOARD_WIDTH = 8.4
"""Width of the drawn board, in sides of the icon."""
_HOLES = (58, 57)
"""The holes in which the two front pegs stand."""


def board_corner(side_px: int, share: float = 1.0) -> Picture:
    """A square of the board with two pegs in it, BGRA; it fills ``share`` of the square, the rest is clear."""
    inner = round(side_px * share)
    board = board_of("crib60", 121)
    place = Placement.within(board, inner * _BOARD_WIDTH, inner * 4)
    middle = [place.pixel(board.hole_point(index, hole)) for index, hole in enumerate(_HOLES)]
    picture = np.ascontiguousarray(bare_board(place, theme.DARK)[..., :3])
    for index, (x, y) in enumerate(middle):
        laid_over(picture, peg_of(place, theme.DARK, index, True), (x, y))
    x = round(sum(x for x, _ in middle) / 2)
    y = place.height // 2
    half = min(inner, place.height) // 2
    square = picture[y - half : y + half, max(0, x - half) : max(0, x - half) + 2 * half]
    cut = cv2.resize(square, (inner, inner), interpolation=cv2.INTER_AREA)
    canvas = np.zeros((side_px, side_px, 4), np.uint8)
    edge = (side_px - inner) // 2
    canvas[edge : edge + inner, edge : edge + inner, :3] = cut
    canvas[edge : edge + inner, edge : edge + inner, 3] = _rounded(inner)
    return canvas


def _rounded(side: int) -> Picture:
    mask = np.zeros((side, side), np.uint8)
    radius = side // 5
    cv2.rectangle(mask, (radius, 0), (side - radius - 1, side - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (side - 1, side - radius - 1), 255, -1)
    for x in (radius, side - radius - 1):
        for y in (radius, side - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def presplash() -> Picture:
    """The icon small amid the app's background: shown until the first frame is drawn; BGR."""
    picture = np.full((PRESPLASH_PX, PRESPLASH_PX, 3), bgr(theme.DARK.background), np.uint8)
    laid_over(picture, board_corner(PRESPLASH_PX // 3), (PRESPLASH_PX / 2, PRESPLASH_PX / 2))
    return picture


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    background = np.full((ADAPTIVE_PX, ADAPTIVE_PX, 3), bgr(theme.DARK.background), np.uint8)
    pictures = {
        "icon": board_corner(SIDE_PX),
        "foreground": board_corner(ADAPTIVE_PX, 0.62),
        "background": background,
        "presplash": presplash(),
    }
    for name, picture in pictures.items():
        done, data = cv2.imencode(".png", picture, (cv2.IMWRITE_PNG_COMPRESSION, 9))
        assert done, "OpenCV writes PNG"
        (FOLDER / f"{name}.png").write_bytes(data.tobytes())


if __name__ == "__main__":
    main()
