"""A page with two shapes: rows below each other, or side by side where the window is wide."""

from __future__ import annotations

from typing import Any

from mobile.screens.page import Page

WIDE = 1.15
"""From this width over height on, things lie side by side."""


class ShapedPage(Page):
    """`fill` builds it in the shape that the window has, and again when the window was turned."""

    wide: bool | None = None
    """The shape it was built in; None before that."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bind(size=self.turned)

    def fill(self) -> None:
        """Build everything anew; begins with `take_shape`."""
        raise NotImplementedError

    def take_shape(self) -> bool:
        """Empty the body, for the shape that the window has now; whether that is the wide one."""
        self.wide = self.width > self.height * WIDE
        self.ids.body.clear_widgets()
        return self.wide

    def turned(self, *_: object) -> bool:
        """The window has another size: whether all was built anew for it."""
        if self.wide is None or self.wide == (self.width > self.height * WIDE):
            return False
        self.fill()
        return True
