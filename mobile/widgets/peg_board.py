"""The peg board on the screen: the look of `board_art`, with pegs that walk from hole to hole."""

from math import dist
from typing import Any

import numpy as np
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import BooleanProperty

from mobile.board_art import Picture, Placement, bare_board, peg_of, seal_of
from mobile.board_words import board_for, legs_in_game, legs_of, shown_pegs
from mobile.theme import PEG_LIFT_S, PEG_STEP_S, PEG_WALK_MOST_S, TOUCH_TARGET_DP, Palette
from mobile.widgets.basics import Tappable
from mobile.widgets.look import look
from scorer.board import Board, PegPair, Point
from scorer.match import MatchState
from scorer.seats import Side


class PegBoard(Tappable):
    """The board of a match; `show` moves the pegs to where they stand now.

    ``on_peg(side, front)``: a touch on or near a peg. ``on_step()``: a walking peg has come to the next hole.
    """

    __events__ = ("on_peg", "on_step")
    standing = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"size": (1, 1), **kwargs})  # as `Scoreboard`
        self._board: Board | None = None
        self._legs = 0
        self._sides: tuple[Side, ...] = ()
        self._pegs: list[PegPair] = []
        self._won: dict[int, int] = {}
        self._place: Placement | None = None
        self._wood: tuple[tuple[Placement, Palette, int], Texture] | None = None
        self._heads: list[tuple[Rectangle, Rectangle]] = []
        self._walks: dict[int, Walk] = {}
        self._draw = Clock.create_trigger(self._draw_all, -1)
        self._walk_event: Any = None
        self.bind(size=self._draw, pos=self._draw, standing=self._draw)

    @property
    def walking(self) -> bool:
        """Whether a peg is on its way."""
        return bool(self._walks)

    def show(self, state: MatchState, walk: bool = True) -> None:
        """Show where the pegs stand; those that gained points walk there, hole by hole."""
        board, legs = board_for(state), legs_in_game(state)
        before, self._pegs = self._pegs, [shown_pegs(state, side) for side in state.sides]
        won, self._won = self._won, {leg: state.sides.index(side) for leg, side in legs_of(state).items()}
        self._sides = state.sides
        if (board, legs) != (self._board, self._legs) or len(before) != len(self._pegs):
            self._board, self._legs = board, legs
            self._walks.clear()
            self._draw()
            return
        for index, (old, new) in enumerate(zip(before, self._pegs, strict=True)):
            if old == new:
                continue
            self._walks.pop(index, None)
            if walk and board is not None and new.front > old.front:
                self._walks[index] = Walk(board, index, old, new)
        if won != self._won:
            self._draw()
        self._set_heads()
        if self._walks and self._walk_event is None:
            self._walk_event = Clock.schedule_interval(self._step, 0)

    def peg_centre(self, side_index: int, front: bool = True) -> Point | None:
        """Where the middle of a peg is in the window; None before the board is drawn."""
        if not self._heads:
            return None
        head = self._heads[side_index][0 if front else 1]
        return head.pos[0] + head.size[0] / 2, head.pos[1] + head.size[1] / 2

    def on_tap(self) -> None:
        """Say which peg was meant: the nearest one, if a finger there can mean it."""
        at = self.last_touch.pos
        near = [
            (dist(at, centre), index, front)
            for index in range(len(self._heads))
            for front in (True, False)
            if (centre := self.peg_centre(index, front)) is not None
        ]
        if near and min(near)[0] <= dp(TOUCH_TARGET_DP) * 0.75:
            _, index, front = min(near)
            self.dispatch("on_peg", self._sides[index], front)

    def on_peg(self, side: Side, front: bool) -> None:
        """Default: nothing."""

    def on_step(self) -> None:
        """Default: nothing."""

    def _step(self, passed_s: float) -> None:
        """Move the walking pegs on by so much time."""
        stepped = False
        for index, walk in list(self._walks.items()):
            stepped |= walk.go_on(min(passed_s, 0.1))
            if walk.over:
                del self._walks[index]
            else:
                self._put_head(index, True, walk.at)
        self._set_heads()
        if stepped:
            self.dispatch("on_step")
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
            Rectangle(texture=self._wood_of(place), pos=self._corner(), size=(place.width, place.height))
            for leg, index in self._won.items():
                self._put(self._sprite(seal_of(place, look.palette, index, leg)), self._board.leg_point(index, leg))
            backs = [self._sprite(peg_of(place, look.palette, index, False)) for index in range(len(self._pegs))]
            fronts = [self._sprite(peg_of(place, look.palette, index, True)) for index in range(len(self._pegs))]
        self._heads = list(zip(fronts, backs, strict=True))
        self._set_heads()

    def _wood_of(self, place: Placement) -> Texture:
        """The texture of the bare board; the same one as long as it looks the same."""
        key = (place, look.palette, self._legs)
        if self._wood is None or self._wood[0] != key:
            self._wood = key, texture_of(bare_board(*key))
        return self._wood[1]

    def _corner(self) -> Point:
        assert self._place is not None
        return (
            round(self.x + (self.width - self._place.width) / 2),
            round(self.y + (self.height - self._place.height) / 2),
        )

    @staticmethod
    def _sprite(sprite: Picture) -> Rectangle:
        return Rectangle(texture=texture_of(sprite), size=(sprite.shape[1], sprite.shape[0]))

    def _set_heads(self) -> None:
        """Put every peg that doesn't walk into its hole."""
        if self._board is None or not self._heads:
            return
        for index, pegs in enumerate(self._pegs):
            front, back = self._board.peg_points(index, pegs)
            self._put_head(index, False, back)
            walk = self._walks.get(index)
            self._put_head(index, True, front if walk is None else walk.at)

    def _put_head(self, index: int, front: bool, point: Point) -> None:
        if self._heads:
            self._put(self._heads[index][0 if front else 1], point)

    def _put(self, sprite: Rectangle, point: Point) -> None:
        """Put a sprite with its middle to a point of the board."""
        assert self._place is not None
        left, low = self._corner()
        x, y = self._place.pixel(point)
        pos = (left + x - sprite.size[0] / 2, low + self._place.height - y - sprite.size[1] / 2)
        if sprite.pos != pos:
            sprite.pos = pos


class Walk:
    """The way of a peg that is set on: the back one is lifted over the front one, and goes on hole by hole from there.

    It looks like a front peg from the start, and the one that it passes like a back peg (RULES.md 5).
    """

    def __init__(self, board: Board, side_index: int, old: PegPair, new: PegPair) -> None:
        behind = board.path(old.back, old.front, side_index)
        self._over = [board.peg_points(side_index, old)[1], *(behind[1:] or behind)]
        self._on = list(board.path(old.front, new.front, side_index))
        self._passed_s = 0.0

    @property
    def _holes(self) -> int:
        return len(self._on) - 1

    @property
    def _share(self) -> float:
        """How much of the way from the front peg on is done."""
        lasts = min(PEG_STEP_S * self._holes, PEG_WALK_MOST_S)
        return min(1.0, max(0.0, self._passed_s - PEG_LIFT_S) / lasts)

    @property
    def over(self) -> bool:
        """Whether the peg stands in its hole."""
        return self._share >= 1

    @property
    def at(self) -> Point:
        """Where the peg is now."""
        if self._passed_s < PEG_LIFT_S:
            return _along(self._over, self._passed_s / PEG_LIFT_S)
        return _along(self._on, self._share)

    def go_on(self, passed_s: float) -> bool:
        """Some time has passed: whether the peg has come to another hole beyond the front peg."""
        before = int(self._share * self._holes)
        self._passed_s += passed_s
        return before < int(self._share * self._holes)


def _along(path: list[Point], share: float) -> Point:
    """The point that lies so far along the holes."""
    at = share * (len(path) - 1)
    first = min(int(at), len(path) - 2)
    (ax, ay), (bx, by) = path[first], path[first + 1]
    rest = at - first
    return ax + (bx - ax) * rest, ay + (by - ay) * rest


def texture_of(picture: Picture) -> Texture:
    """A picture (BGRA) as a texture; it is filled again where the system has thrown it away."""
    height, width = picture.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgba")
    rgba = np.ascontiguousarray(picture[..., [2, 1, 0, 3]]).ravel()

    def fill(texture: Texture) -> None:
        texture.blit_buffer(rgba, colorfmt="rgba", bufferfmt="ubyte")

    fill(texture)
    texture.add_reload_observer(fill)
    texture.flip_vertical()
    return texture
