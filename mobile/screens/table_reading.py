"""Reading the pictures of the table one by one, while the screen goes on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from mobile.camera.source import Frame
from mobile.picture_worker import PictureRead
from mobile.table_pictures import SeenPicture, TablePictures, TrickKey
from mobile.texts import label

if TYPE_CHECKING:
    from mobile.screens.table_screen import TableScreen

_DOTS_S = 0.35


class PictureReading:
    """The pictures of a folder, a still or a desktop camera; there may be none."""

    def __init__(self, screen: TableScreen, pictures: TablePictures | None) -> None:
        self._screen = screen
        self._pictures = pictures
        self._dots: Any = None

    @property
    def there(self) -> bool:
        """Whether pictures come from anywhere."""
        return self._pictures is not None

    @property
    def going_on(self) -> bool:
        """Whether a picture is being read."""
        return self._dots is not None

    @property
    def can_go_on(self) -> bool:
        """Whether there is a picture to be read, or to be shown again."""
        pictures = self._pictures
        if pictures is None or not self._screen.session.can_read:
            return False
        return not pictures.ended or self.before is not None

    @property
    def before(self) -> SeenPicture | None:
        """The picture that was read for this trick before, while none is under entry."""
        if self._screen.session.proposal is not None or self._pictures is None:
            return None
        return self._pictures.of(self._trick)

    @property
    def words(self) -> str:
        """What the button for the next picture says."""
        position = self._pictures.position if self._pictures is not None else ""
        return f"{label('read_again' if self.before else 'read_next')} {position}".strip()

    def next(self) -> None:
        """Have the next picture read.

        A trick that was cleared or undone shows its own picture again; asked once more, the next one comes.
        """
        screen = self._screen
        if self._pictures is None or self.going_on or not screen.session.can_read:
            return
        before = self.before
        if before is not None:
            self._show(before)
            screen.refresh(walk=False)
            return
        self._dots = Clock.schedule_interval(self._show_progress, _DOTS_S)
        self._show_progress(0)
        self._pictures.ask(lambda result: Clock.schedule_once(lambda _: self._take(result), 0))
        screen.refresh(walk=False)

    def stop(self) -> None:
        """Stop waiting for a picture; one that still comes is not used."""
        if self._dots is None:
            return
        self._dots.cancel()
        self._dots = None
        if self._pictures is not None:
            self._pictures.forget()
        self._screen.say("", "muted")

    def _take(self, result: PictureRead) -> None:
        if not self.going_on or self._pictures is None:
            return
        self.stop()
        if result.reading is None:
            self._screen.say(result.problem, "impossible")
        else:
            seen = SeenPicture(result.frame.name if result.frame else "", result.reading)
            self._pictures.remember(self._trick, seen)
            self._show(seen, result.frame)
        self._screen.refresh(walk=False)

    def _show(self, seen: SeenPicture, frame: Frame | None = None) -> None:
        """Propose the trick of a picture that was read, and say what is still to be looked at."""
        screen = self._screen
        screen.guarded(partial(screen.session.propose, seen.reading, frame.picture if frame else None))
        screen.say_questions(label("was_read", name=seen.name, cards=len(seen.reading.sightings)))
        screen.ask_aloud()

    @property
    def _trick(self) -> TrickKey:
        """The trick that is played next."""
        session = self._screen.session
        state = session.state
        tricks = len(state.hand.tricks) if state.hand is not None else 0
        return session.match_id, len(state.hands), tricks

    def _show_progress(self, _passed_s: float) -> None:
        dots = "·" * ((self._screen.status.count("·") + 1) % 4)
        self._screen.say(f"{label('reading')} {dots}", "accent")
