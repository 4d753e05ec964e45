"""The score sheet on the screen: a slate with a line a deal, the newest in sight, the older ones by scrolling."""

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from mobile.board_art import framed
from mobile.board_place import Picture
from mobile.sheet_art import SheetPlan, head_picture, line_picture, plan_sheet
from mobile.sheet_lines import Sheet, sheet_of
from mobile.widgets.look import look
from mobile.widgets.peg_board import texture_of
from mobile.wording import short_side
from scorer.match import MatchState

_LEAST_ROWS = 4
_ROW_DP = 36.0
_LEAST_TYPE_DP = 10.5


class _Strip(Widget):
    """A picture as wide as the sheet."""

    def __init__(self, picture: Picture, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=picture.shape[0], **kwargs)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._face = Rectangle(texture=texture_of(picture), size=(picture.shape[1], picture.shape[0]))
        self.bind(pos=self._put)

    def _put(self, *_: object) -> None:
        self._face.pos = round(self.x), round(self.y)


class ScoreSheet(FloatLayout):
    """`show` writes the deals of the match on it."""

    standing = BooleanProperty(False)
    """Of no use here: a sheet has any shape."""
    walking = False

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sheet: Sheet | None = None
        self._names: tuple[str, ...] = ()
        self._draw = Clock.create_trigger(self._draw_all, -1)
        self._list = ScrollView(size_hint=(None, None), do_scroll_x=False, bar_width=dp(4))
        self._rows = BoxLayout(orientation="vertical", size_hint=(1, None))
        self._rows.bind(minimum_height=self._rows.setter("height"))
        self._list.add_widget(self._rows)
        self.add_widget(self._list)
        self.bind(size=self._draw, pos=self._draw)

    @property
    def lines(self) -> int:
        """How many lines are written."""
        return len(self._rows.children)

    def show(self, state: MatchState, walk: bool = True) -> None:
        """Write the deals down as they stand."""
        sheet, names = sheet_of(state), tuple(short_side(state, side) for side in state.sides)
        if (sheet, names) != (self._sheet, self._names):
            self._sheet, self._names = sheet, names
            self._draw()

    def _draw_all(self, *_: object) -> None:
        self.canvas.before.clear()
        self._rows.clear_widgets()
        sheet, edge = self._sheet, round(max(dp(6), min(self.width, self.height) * 0.035))
        width, height = int(self.width) - 2 * edge, int(self.height) - 2 * edge
        if sheet is None or width < dp(40) or height < dp(60):
            return
        row = round(min(dp(_ROW_DP) * look.scale, height / (_LEAST_ROWS + 2)))
        plan = plan_sheet(sheet, len(self._names), width, row, dp(_LEAST_TYPE_DP) * look.scale)
        left, low = round(self.x) + edge, round(self.y) + edge
        self._draw_ground(plan, sheet, edge, (left, low + height - plan.head))
        for place, line in enumerate(sheet.lines):
            newest = place == len(sheet.lines) - 1
            self._rows.add_widget(_Strip(line_picture(plan, line, look.palette, newest)))
        whole = (height - plan.head) // plan.row * plan.row  # no line is cut
        self._list.pos, self._list.size = (left, low + height - plan.head - whole), (width, whole)
        self._list.scroll_y = 0 if len(sheet.lines) * plan.row > whole else 1

    def _draw_ground(self, plan: SheetPlan, sheet: Sheet, edge: int, at: tuple[int, int]) -> None:
        """The slate in its frame, and the head, which doesn't scroll."""
        wood = framed(int(self.width), int(self.height), edge, look.palette)
        heads = sheet.short_heads if plan.short else sheet.heads
        head = head_picture(plan, heads, self._names, look.palette)
        with self.canvas.before:
            Color(1, 1, 1, 1)
            Rectangle(texture=texture_of(wood), pos=(round(self.x), round(self.y)), size=(wood.shape[1], wood.shape[0]))
            Rectangle(texture=texture_of(head), pos=at, size=(head.shape[1], head.shape[0]))
