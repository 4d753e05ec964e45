"""The camera's picture on the screen, with a mark on each card that was found: one texture, used again and again."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from mobile.camera.desk import WHOLE, Shares
from mobile.camera.marks import Mark
from mobile.camera.source import Picture
from mobile.widgets import basics  # noqa: F401  (the .kv file names its labels)
from mobile.widgets.card_face import STATE_SIGNS
from mobile.widgets.look import FONT_NAME, load_kv, look
from mobile.wording import card_glyphs

_GRIP_DP = 44.0
"""How near a finger must be to a corner of the trick area."""
_NAME_SHARE = 0.065
"""The names of cards are as large as text is, but not larger than this share of the picture's height."""
_AROUND = 0.18
"""A mark is larger than the index by this share of its size."""


class CameraView(FloatLayout):
    """``show`` gives it a frame, ``mark`` what was found in it. ``on_area(shares)``: the trick area was dragged."""

    __events__ = ("on_area",)
    message = StringProperty("")
    """A sentence in place of the picture, or over it."""
    framing = BooleanProperty(False)
    """Whether the corners of the trick area can be dragged."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texture: Texture | None = None
        self._image_wh = (4, 3)
        self._marks: tuple[Mark, ...] = ()
        self._area: Shares = WHOLE
        self._grip: tuple[int, int] | None = None
        with self.canvas.before:
            self._back = Color(0, 0, 0, 1)
            self._bed = Rectangle()
            self._light = Color(1, 1, 1, 0)
            self._image = Rectangle()
        self._over = InstructionGroup()
        self.canvas.before.add(self._over)
        self.bind(size=self._lay_out, pos=self._lay_out, framing=self._lay_out)

    @property
    def has_picture(self) -> bool:
        """Whether a frame is shown."""
        return self._texture is not None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is marked."""
        return self._marks

    def show(self, picture: Picture) -> None:
        """Show this frame (BGR); the array is handed over as it is where it lies in one piece."""
        height, width = picture.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="bgr", bufferfmt="ubyte")
            self._texture.flip_vertical()
            self._image.texture = self._texture
            self._light.rgba = (1, 1, 1, 1)
            self._image_wh = (width, height)
            self._lay_out()
        self._texture.blit_buffer(np.ascontiguousarray(picture).reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        self.canvas.ask_update()

    def mark(self, marks: Sequence[Mark]) -> None:
        """Mark these cards; they are in pixels of the frames shown."""
        if tuple(marks) != self._marks:
            self._marks = tuple(marks)
            self._draw_over()

    def bound(self, area: Shares) -> None:
        """Show where tricks are played."""
        self._area = area
        self._draw_over()

    def on_area(self, area: Shares) -> None:
        """Default: nothing."""

    @property
    def place(self) -> tuple[float, float, float, float]:
        """Where the picture lies: left, lower edge, width, height in pixels of the window."""
        width, height = self._image_wh
        scale = min(self.width / width, self.height / height)
        shown = (width * scale, height * scale)
        return (self.x + (self.width - shown[0]) / 2, self.y + (self.height - shown[1]) / 2, *shown)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the picture lies in the window."""
        left, low, width, height = self.place
        return left + x * width / self._image_wh[0], low + height - y * height / self._image_wh[1]

    # The trick area by the finger

    def on_touch_down(self, touch: Any) -> bool:
        """Take hold of the nearest corner."""
        if self.framing and self.collide_point(*touch.pos):
            corners = [(i, j) for i in (0, 2) for j in (1, 3)]
            reach = {corner: self._far(corner, touch) for corner in corners}
            nearest = min(corners, key=reach.__getitem__)
            if reach[nearest] <= dp(_GRIP_DP):
                self._grip = nearest
                touch.grab(self)
                return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """Drag it."""
        if touch.grab_current is not self or self._grip is None:
            return bool(super().on_touch_move(touch))
        left, low, width, height = self.place
        edges = list(self._area)
        edges[self._grip[0]] = (touch.x - left) / max(1.0, width)
        edges[self._grip[1]] = (low + height - touch.y) / max(1.0, height)
        self.dispatch("on_area", tuple(edges))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Let go."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._grip = None
        return True

    def _far(self, corner: tuple[int, int], touch: Any) -> float:
        x, y = self._corner(*corner)
        return max(abs(float(touch.x) - x), abs(float(touch.y) - y))

    def _corner(self, i: int, j: int) -> tuple[float, float]:
        left, low, width, height = self.place
        return left + self._area[i] * width, low + height - self._area[j] * height

    # Drawing

    def _lay_out(self, *_: object) -> None:
        self._bed.pos, self._bed.size = self.pos, self.size
        left, low, width, height = self.place
        self._image.pos, self._image.size = (left, low), (width, height)
        self._draw_over()

    def _draw_over(self) -> None:
        self._over.clear()
        if self._texture is None:
            return
        for mark in self._marks:
            self._draw_mark(mark)
        if self._area != WHOLE or self.framing:
            self._draw_area()

    def _draw_mark(self, mark: Mark) -> None:
        """Sure: a whole frame; doubtful: a dashed one; impossible: crossed out. Each with its sign and its name."""
        x0, y0, x1, y1 = mark.box_xyxy
        grow = _AROUND * max(x1 - x0, y1 - y0) + 2
        left, top = self.point(x0 - grow, y0 - grow)
        right, low = self.point(x1 + grow, y1 + grow)
        colour = look.rgba(mark.state)
        over = self._over
        frame = (left, low, right, low, right, top, left, top)
        over.add(Color(0, 0, 0, 0.55))
        over.add(Line(points=frame, close=True, width=dp(3)))
        over.add(Color(*colour))
        if mark.state == "doubtful":
            self._draw_dashes(frame)
        else:
            over.add(Line(points=frame, close=True, width=dp(1.8)))
        if mark.state == "impossible":
            over.add(Line(points=(left, low, right, top), width=dp(1.8)))
            over.add(Line(points=(left, top, right, low), width=dp(1.8)))
        if mark.named:
            self._draw_name(mark, colour, (left + right) / 2, top, low)

    def _draw_dashes(self, frame: tuple[float, ...]) -> None:
        """A dashed outline; Kivy dashes only lines of one pixel."""
        points = [frame[k : k + 2] for k in (0, 2, 4, 6, 0)]
        for (ax, ay), (bx, by) in pairwise(points):
            pieces = max(3, 2 * round(max(abs(bx - ax), abs(by - ay)) / dp(10)) + 1)
            for piece in range(0, pieces, 2):
                a, b = piece / pieces, (piece + 1) / pieces
                ends = (ax + (bx - ax) * a, ay + (by - ay) * a, ax + (bx - ax) * b, ay + (by - ay) * b)
                self._over.add(Line(points=ends, width=dp(1.8)))

    def _draw_name(self, mark: Mark, colour: tuple[float, ...], middle: float, top: float, low: float) -> None:
        """The sign and the card above the frame, or below it where there is no room."""
        type_size = min(sp(15) * look.scale, max(sp(12), self.place[3] * _NAME_SHARE))
        texture = _words(f"{STATE_SIGNS[mark.state]} {card_glyphs(mark.card)}", round(type_size))
        width, height = texture.size[0] + dp(8), texture.size[1] + dp(2)
        place_left, place_low, place_width, place_height = self.place
        x = min(max(middle - width / 2, place_left), place_left + place_width - width)
        y = top + dp(3) if top + dp(3) + height <= place_low + place_height else low - height - dp(3)
        self._over.add(Color(*colour))
        self._over.add(RoundedRectangle(pos=(x, y), size=(width, height), radius=[dp(4)]))
        self._over.add(Color(*look.rgba("background")))
        self._over.add(Rectangle(texture=texture, pos=(x + dp(4), y + dp(1)), size=texture.size))

    def _draw_area(self) -> None:
        (left, top), (right, low) = self._corner(0, 1), self._corner(2, 3)
        over = self._over
        over.add(Color(*look.rgba("accent", 0.9)))
        over.add(Line(points=(left, low, right, low, right, top, left, top), close=True, width=dp(1.5)))
        if self.framing:
            for x in (left, right):
                for y in (low, top):
                    over.add(RoundedRectangle(pos=(x - dp(11), y - dp(11)), size=(dp(22), dp(22)), radius=[dp(11)]))


@lru_cache(maxsize=256)
def _words(text: str, size: int) -> Texture:
    """A few words in white, as a texture to be coloured."""
    words = CoreLabel(text=text, font_size=size, font_name=FONT_NAME, bold=True, color=(1, 1, 1, 1))
    words.refresh()
    return words.texture


load_kv("mobile.widgets", "camera_view.kv")
