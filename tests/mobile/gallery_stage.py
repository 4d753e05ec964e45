"""One window of the gallery: ``gallery_stage.py FOLDER WIDTHxHEIGHT LOOK ONLY`` takes all shots in it, one by one."""

from __future__ import annotations

import json
import sys
import tempfile
import time
import traceback
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gallery import Taken, file_name

from mobile.app import prepare_kivy

_PATIENCE_S = 15.0
_LINES = 8


class Stage:
    """The window with its shell, in which one shot is taken after the other."""

    def __init__(
        self, app: Any, shots: Sequence[Any], scenes: Mapping[str, Any], out: Path, size: str, look: str
    ) -> None:
        self.app, self.shots, self.scenes = app, shots, scenes
        self.out, self.size, self.look = out, size, look
        self.taken: list[Taken] = []
        self.raised: list[str] = []
        self._steps = self._all()

    def wrong(self, _handler: object, exception: BaseException) -> Any:
        """What a touch or a timer raises is written down, and the window goes on."""
        from kivy.base import ExceptionManager

        if isinstance(exception, SystemExit | KeyboardInterrupt):
            return ExceptionManager.RAISE
        self.raised.append("".join(traceback.format_exception(exception)[-_LINES:]))
        return ExceptionManager.PASS

    def go_on(self, _passed: float, wait: Any = 0.0, since: float = 0.0) -> None:
        """The next step, once what the last one waits for has come."""
        from kivy.clock import Clock

        late = callable(wait) and not wait()
        if late and time.monotonic() - since < _PATIENCE_S:
            Clock.schedule_once(lambda passed: self.go_on(passed, wait, since), 0.03)
            return
        try:
            asked = self._steps.throw(TimeoutError("waited in vain")) if late else next(self._steps)
        except StopIteration:
            self.app.stop()
            return
        began, delay = time.monotonic(), 0.0 if callable(asked) else asked
        Clock.schedule_once(lambda passed: self.go_on(passed, asked if callable(asked) else 0.0, began), delay)

    def _all(self) -> Generator[Any, None, None]:
        with tempfile.TemporaryDirectory(prefix="don-gallery-") as folder:
            for number, shot in enumerate(self.shots):
                # each has its scene anew: what one has opened or entered is no matter of the next
                yield from self._one(shot, Path(folder) / str(number))

    def _one(self, shot: Any, folder: Path) -> Generator[Any, None, None]:
        shell, companion = self.app.shell, None
        folder.mkdir()
        try:
            companion = self.scenes[shot.scene](folder)
            companion.change(light=self.look == "light")
            shell.companion = self.app.companion = companion
            shell.hush()
            shell.home()
            shell.rebuild()
            yield from shot.go(shell)
            yield 0.25
        except Exception:
            self.raised.append(traceback.format_exc())
        file = file_name(shot.name, self.size, self.look)
        shell.export_to_png(str(self.out / file))
        self.taken.append(Taken(shot.area, shot.name, self.size, self.look, file, "\n".join(self.raised)))
        self.raised.clear()
        try:
            shell.home()
            yield 0.05
            if companion is not None:
                companion.close()
                companion.log.close()
        except Exception:
            traceback.print_exc(file=sys.__stderr__)


def main(out: Path, size: str, look: str, only: str) -> int:
    """Take the shots and write what came of each."""
    prepare_kivy()
    from kivy.config import Config

    width, height = (int(part) for part in size.split("x"))
    for name, value in (("width", width), ("height", height), ("maxfps", 60)):
        Config.set("graphics", name, str(value))
    from gallery_shots import SCENES, SHOTS
    from kivy.base import ExceptionHandler, ExceptionManager
    from kivy.clock import Clock

    from mobile.screens.don_app import DonApp

    with tempfile.TemporaryDirectory(prefix="don-gallery-") as first:
        app = DonApp(SCENES["new phone"](Path(first)))
        stage = Stage(app, [shot for shot in SHOTS if only in shot.name], SCENES, out, size, look)
        ExceptionManager.add_handler(
            type("Record", (ExceptionHandler,), {"handle_exception": lambda handler, one: stage.wrong(handler, one)})()
        )
        Clock.schedule_once(stage.go_on, 0.6)
        app.run()
    report = out / f"report_{size}_{look}.json"
    report.write_text(json.dumps([asdict(one) for one in stage.taken]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    place, wide_high, chosen, part = sys.argv[1:]
    sys.exit(main(Path(place), wide_high, chosen, part))
