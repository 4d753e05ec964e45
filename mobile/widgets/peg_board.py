"""The peg board on the screen: the look of `board_art`, with pegs that walk from hole to hole."""

from typing import Any

import numpy as np
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from mobile.board_art import Picture, Placement, bare_board, peg_of
from mobile.theme import PEG_STEP_S, PEG_WALK_MOST_S
from mobile.widgets.look import look
from scorer.board import BOARD_NAMES, Board, PegPair, Point, board_of
from scorer.match import MatchState


class PegBoard(Widget):
    """The board of a match; `show` moves the pegs to where they stand now."""

    standing = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._board: Board | None = None
        self._pegs: list[PegPair] = []
        self._place: Placement | None = None
        self._heads: list[tuple[Rectangle, Rectangle]] = []
        self._walks: dict[int, tuple[list[Point], float]] = {}
        self._draw = Clock.create_trigger(self._draw_all, 0)
        self._walk_event: Any = None
        self.bind(size=self._draw, pos=self._draw, standing=self._draw)

    @property
    def walking(self) -> bool:
        """Whether a peg is on its way."""
        return bool(self._walks)

    def show(self, state: MatchState, walk: bool = True) -> None:
        """Show where the pegs stand; those that gained points walk there, hole by hole."""
        board = board_of(state.board, state.target) if state.board in BOARD_NAMES else None
        before, self._pegs = self._pegs, [state.pegs[side] for side in state.sides]
        if board != self._board or len(before) != len(self._pegs):
            self._board = board
            self._draw()
            return
        for index, (old, new) in enumerate(zip(before, self._pegs, strict=True)):
            if old == new:
                continue
            self._walks.pop(index, None)
            if walk and board is not None and new.front > old.front:
                self._walks[index] = (list(board.path(old.front, new.front, index)), 0.0)
        self._set_heads()
        if self._walks and self._walk_event is None:
            self._walk_event = Clock.schedule_interval(self._step, 0)

    def peg_centre(self, side_index: int, front: bool = True) -> Point | None:
        """Where the middle of a peg is in the window; None before the board is drawn."""
        if not self._heads:
            return None
        head = self._heads[side_index][0 if front else 1]
        return head.pos[0] + head.size[0] / 2, head.pos[1] + head.size[1] / 2

    def _step(self, passed_s: float) -> None:
        """Move the walking pegs on by so much time."""
        for index, (path, elapsed) in list(self._walks.items()):
            elapsed += min(passed_s, 0.1)
            share = elapsed / min(PEG_STEP_S * (len(path) - 1), PEG_WALK_MOST_S)
            if share >= 1:
                del self._walks[index]
            else:
                self._walks[index] = (path, elapsed)
                self._put_head(index, True, _along(path, share))
        self._set_heads()
        if not self._walks:
            self._walk_event.cancel()
            self._walk_event = None

    def _draw_all(self, *_: object) -> None:
        """Draw everything anew, for a new size or another board."""
        self.canvas.clear()
        self._heads, self._place = [], None
        if self._board is None or self.width < 20 or self.height < 20:
            return
        place = Placement.within(self._board, self.width, self.height, self.standing)
        self._place = place
        with self.canvas:
            Color(1, 1, 1, 1)
            wood = _texture(bare_board(place, look.palette))
            Rectangle(texture=wood, pos=self._corner(), size=(place.width, place.height))
            backs = [self._head(index, False) for index in range(len(self._pegs))]
            fronts = [self._head(index, True) for index in range(len(self._pegs))]
        self._heads = list(zip(fronts, backs, strict=True))
        self._set_heads()

    def _corner(self) -> Point:
        assert self._place is not None
        return (
            round(self.x + (self.width - self._place.width) / 2),
            round(self.y + (self.height - self._place.height) / 2),
        )

    def _head(self, index: int, front: bool) -> Rectangle:
        assert self._place is not None
        sprite = peg_of(self._place, look.palette, index, front)
        return Rectangle(texture=_texture(sprite), size=(sprite.shape[1], sprite.shape[0]))

    def _set_heads(self) -> None:
        """Put every peg that doesn't walk into its hole."""
        if self._board is None or not self._heads:
            return
        for index, pegs in enumerate(self._pegs):
            front, back = self._board.peg_points(index, pegs)
            self._put_head(index, False, back)
            if index not in self._walks:
                self._put_head(index, True, front)

    def _put_head(self, index: int, front: bool, point: Point) -> None:
        if not self._heads or self._place is None:
            return
        left, low = self._corner()
        x, y = self._place.pixel(point)
        head = self._heads[index][0 if front else 1]
        head.pos = (left + x - head.size[0] / 2, low + self._place.height - y - head.size[1] / 2)


def _along(path: list[Point], share: float) -> Point:
    """The point that lies so far along the holes."""
    at = share * (len(path) - 1)
    first = min(int(at), len(path) - 2)
    (ax, ay), (bx, by) = path[first], path[first + 1]
    rest = at - first
    return ax + (bx - ax) * rest, ay + (by - ay) * rest


def _texture(picture: Picture) -> Texture:
    """A picture (BGRA) as a texture."""
    height, width = picture.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    rgba = np.ascontiguousarray(picture[..., [2, 1, 0, 3]])
    texture.blit_buffer(rgba.ravel(), colorfmt="rgba", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture
