"""Watches the table: frames with times in, tricks out.

The eye (`models.watch_eye`) chooses the frames that are read and says which place shows the same index as before; the
follower (`models.trick_follower`) makes tricks of it. No thread and no clock: the caller's times drive everything, and
the same frames with the same times give the same events.
"""

from __future__ import annotations

from models.hand_facts import HandFacts
from models.looks import Look, WatchEvent, WatchSettings
from models.picture import Picture
from models.reader import CardReader
from models.reading import CardSighting
from models.table_view import TableView
from models.trick_follower import TrickFollower
from models.watch_eye import Eye


class Watcher:
    """Follows one hand after the other. `facts` says what is known of the hand before its next trick.

    After each `closed` event, `go_on` must be called with what the hand says then, before the next frame.
    """

    def __init__(
        self,
        reader: CardReader,
        facts: HandFacts,
        view: TableView | None = None,
        settings: WatchSettings | None = None,
    ) -> None:
        self._settings = settings or WatchSettings()
        self._eye = Eye(reader, view or TableView(), self._settings)
        self._follower = TrickFollower(reader.calibration, facts, view, self._settings)
        self._t = 0.0
        self.last_look: Look | None = None
        """What the last `feed` read; None if it did not read its frame."""

    @property
    def looks(self) -> int:
        """Frames read by the networks so far."""
        return self._eye.looks

    @property
    def lying(self) -> tuple[CardSighting, ...]:
        """The cards that lie on the table now, as all looks at them name them; boxes are those of the last look."""
        return self._follower.lying

    @property
    def interval_s(self) -> float:
        """How long the caller may wait before the next frame: 0 while something moves or is not certain."""
        if self._eye.resting(self._t) and self._follower.wanted_after_s > self._settings.rest_interval_s:
            return self._settings.rest_interval_s
        return 0.0

    def read_now(self) -> None:
        """The next frame is read whatever moves."""
        self._eye.look_now()

    def feed(self, frame_bgr: Picture, t_seconds: float) -> tuple[WatchEvent, ...]:
        """Takes a BGR `uint8` frame `(H, W, 3)` of that time (seconds, never going back); says what happened.

        Raises `ValueError` for a time before that of the last frame.
        """
        if t_seconds < self._t:
            raise ValueError(f"A frame of {t_seconds:.2f} s came after one of {self._t:.2f} s.")
        self._t = t_seconds
        self.last_look = self._eye.see(frame_bgr, t_seconds, self._follower.wanted_after_s)
        return () if self.last_look is None else self._follower.take(self.last_look)

    def go_on(self, facts: HandFacts) -> None:
        """What the hand says after a closed trick; after the hand's last trick, what the next hand says."""
        self._follower.go_on(facts)

    def finish(self, t_seconds: float) -> tuple[WatchEvent, ...]:
        """The frames have ended: a trick that still lies there is closed as it was seen."""
        return self._follower.finish(t_seconds)
