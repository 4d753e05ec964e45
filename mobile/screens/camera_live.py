"""What both pages with a camera have: its picture, its lamp, the system's leave, letting go of it in the background."""

from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

from mobile.camera.desk import CameraDesk
from mobile.camera.view import LiveView
from mobile.phone.permission import ask_for_camera, camera_allowed
from mobile.screens.page import Page
from mobile.screens.shell import Shell
from mobile.texts import label
from mobile.widgets.camera_view import CameraView


class CameraLivePage(Page):
    """A page with a camera: who builds on it shows ``camera`` and overrides `began`, `ended`, `ticked`."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, **kwargs)
        self.camera = CameraView()
        self.view: LiveView | None = None
        self.denied = False
        """Whether the person does not let the app use the camera."""
        self._asking = False
        self._shown = 0
        self._ticking: Any = None

    @property
    def desk(self) -> CameraDesk:
        """What is chosen about the camera."""
        return self.companion.camera

    def began(self, view: LiveView) -> None:
        """The camera is held, or will be as soon as it opens."""

    def ended(self) -> None:
        """The camera was let go of."""

    def ticked(self) -> None:
        """Show what is new; called for each frame of the screen."""

    def entered(self) -> None:
        """Take the camera; the screen stays awake."""
        Window.allow_screensaver = False
        self.take_camera()

    def left(self) -> None:
        """Let go of it."""
        Window.allow_screensaver = True
        self.release_camera()

    def closed(self) -> None:
        """Let go of it."""
        self.release_camera()

    def paused(self) -> None:
        """Let go of it: other apps may want it."""
        self.release_camera()

    def resumed(self) -> None:
        """Take it again; leave may have been given in the system's settings meanwhile."""
        if self.shell.page is self:
            self.take_camera()

    def take_camera(self) -> None:
        """Open the camera, or ask for leave first: one step later, when the page is shown."""
        if self.view is not None:
            return
        if self.desk.door.asks_permission and not camera_allowed():
            if not self.denied and not self._asking:
                self._asking = True
                Clock.schedule_once(lambda _: ask_for_camera(self._answered), 0)
            self._show_problem(label("CAMERA_DENIED") if self.denied else label("camera_asking"))
            self.ticked()
            return
        self.denied = False
        self.desk.door.prepare()
        self.view = LiveView(self.desk.door.open)
        self._show_problem(label("camera_opening"))
        self.began(self.view)
        self._ticking = Clock.schedule_interval(self._tick, 0)

    def release_camera(self) -> None:
        """Stop everything that needs the camera."""
        if self.view is None:
            return
        self._ticking.cancel()
        view, self.view = self.view, None
        self.ended()
        view.close()

    def _answered(self, allowed: bool) -> None:
        """What the person said, perhaps on another thread."""
        self.shell.later(self._allow, allowed)

    def _allow(self, allowed: bool) -> None:
        self.denied, self._asking = not allowed, False
        if self.shell.page is self:
            self.take_camera()

    def _tick(self, _passed_s: float) -> None:
        view = self.view
        if view is None:
            return
        newest = view.newest
        if newest is not None and newest.number != self._shown:
            if self._shown == 0 and self.desk.torch:
                view.set_torch(True)
            self._shown = newest.number
            self.camera.show(newest.picture)
        if view.problem or newest is not None:
            self._show_problem(view.problem)
        self.ticked()

    def _show_problem(self, sentence: str) -> None:
        self.camera.message = sentence

    @property
    def torch_words(self) -> str:
        """What its button says."""
        return label("torch_off" if self.desk.torch else "torch_on")

    def turn_torch(self, *_: object) -> None:
        """The lamp on or off."""
        self.desk.torch = not self.desk.torch
        if self.view is not None:
            self.view.set_torch(self.desk.torch)
