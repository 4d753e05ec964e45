"""A box that turns what is in it by quarters, touches included: the table faces any side of it."""

from __future__ import annotations

from typing import Any

from kivy.graphics import PopMatrix, PushMatrix
from kivy.graphics.context_instructions import MatrixInstruction
from kivy.graphics.transformation import Matrix
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

_EXACT = 6


class TurnedBox(Widget):
    """Holds one widget and gives it the whole box, turned by ``degrees`` against the clock (0, 90, 180, 270)."""

    degrees = NumericProperty(0)

    def __init__(self, content: Widget, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.content = content
        self._to_parent = Matrix()
        self._to_local = Matrix()
        with self.canvas.before:
            PushMatrix()
            self._turn = MatrixInstruction()
        with self.canvas.after:
            PopMatrix()
        content.size_hint = (None, None)
        self.add_widget(content)
        self.bind(size=self._lay_out, pos=self._lay_out, degrees=self._lay_out)

    def to_parent(self, x: float, y: float, **kwargs: Any) -> tuple[float, float]:
        """A point of the content in the coordinates of the box's parent."""
        return self._moved(self._to_parent, x, y)

    def to_local(self, x: float, y: float, **kwargs: Any) -> tuple[float, float]:
        """A point of the box's parent in the coordinates of the content."""
        return self._moved(self._to_local, x, y)

    def on_touch_down(self, touch: Any) -> bool:
        """Touches are turned with the content."""
        if not self.collide_point(*touch.pos):
            return False
        return self._turned(super().on_touch_down, touch)

    def on_touch_move(self, touch: Any) -> bool:
        """Touches are turned with the content."""
        return self._turned(super().on_touch_move, touch)

    def on_touch_up(self, touch: Any) -> bool:
        """Touches are turned with the content."""
        return self._turned(super().on_touch_up, touch)

    def _turned(self, pass_on: Any, touch: Any) -> bool:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        taken = bool(pass_on(touch))
        touch.pop()
        return taken

    @staticmethod
    def _moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
        moved = matrix.transform_point(x, y, 0)
        return round(moved[0], _EXACT), round(moved[1], _EXACT)

    def _lay_out(self, *_: object) -> None:
        """The content keeps its own upright coordinates from (0, 0); the matrix puts them into the box."""
        quarter = round(self.degrees / 90) % 4
        width, height = (self.width, self.height) if quarter % 2 == 0 else (self.height, self.width)
        shift = ((0, 0), (self.width, 0), (self.width, self.height), (0, self.height))[quarter]
        turn = Matrix()
        turn.rotate(quarter * 1.5707963267948966, 0, 0, 1)
        place = Matrix()
        place.translate(self.x + shift[0], self.y + shift[1], 0)
        self._to_parent = place.multiply(turn)
        self._to_local = self._to_parent.inverse()
        self._turn.matrix = self._to_parent
        self.content.pos, self.content.size = (0, 0), (max(1.0, width), max(1.0, height))
