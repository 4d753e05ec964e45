"""How the camera stands and what it may cost: a sheet over the camera page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mobile.camera.desk import WHOLE
from mobile.texts import label
from mobile.widgets.page_parts import ChoiceRow, Row, Sheet, SwitchRow
from mobile.wording import player_name

if TYPE_CHECKING:
    from mobile.screens.camera import CameraPage


class CameraSetup:
    """Fills the sheet of a camera page, and carries out what is chosen there."""

    def __init__(self, page: CameraPage) -> None:
        self._page = page
        self.rows: dict[str, Any] = {}

    def open(self) -> None:
        """Show the sheet."""
        page, desk = self._page, self._page.desk
        state = page.session.state
        seats = list(state.seats)
        self.rows = {
            "bottom": ChoiceRow(
                [player_name(state, seat) for seat in seats],
                seats.index(desk.bottom) if desk.bottom in seats else -1,
                lambda index: page.turn_to(seats[index]),
                title=label("bottom_title"),
                detail=label("bottom_detail"),
            ),
            "area": Row(self._frame, title=label("area_title"), detail=label("area_detail")),
        }
        if desk.area != WHOLE:
            self.rows["whole"] = Row(self._whole, title=label("area_whole"), arrow=False)
        self.rows["heat"] = SwitchRow(
            page.save_heat, title=label("heat_title"), detail=label("heat_detail"), active=desk.save_heat
        )
        alone = page.companion.settings.auto_confirm
        self.rows["auto"] = SwitchRow(
            page.confirm_by_itself, title=label("alone_title"), detail=label("alone_detail"), active=alone
        )
        if page.view is not None and page.view.has_torch:
            self.rows["lamp"] = SwitchRow(lambda _on: page.turn_torch(), title=label("lamp_title"), active=desk.torch)
        close = page.shell.close_sheet
        page.shell.open_sheet(Sheet(label("setup_title"), list(self.rows.values()), close))

    def _frame(self) -> None:
        self._page.shell.close_sheet()
        self._page.frame_area()

    def _whole(self) -> None:
        self._page.shell.close_sheet()
        self._page.bound_area(WHOLE)
