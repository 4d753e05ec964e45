"""What all screens share: the log, the settings, the match on the table and the reader. No Kivy.

Screens ask it and call it; nothing of a match is kept here that is not in the log.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mobile.blind_session import BlindSession, is_blind
from mobile.camera.desk import CameraDesk
from mobile.camera.source import FrameSource, Picture
from mobile.camera.sources import VideoSource
from mobile.cut_entry import CutEntry
from mobile.match_book import MatchBook
from mobile.new_match import NewMatch
from mobile.past_matches import PastView
from mobile.players import SessionError
from mobile.settings import Settings, load_settings, save_settings
from mobile.table_pictures import TablePictures
from mobile.table_session import TableSession
from mobile.texts import label, use_language
from mobile.trick_draft import DraftFile
from models.reading import Reading
from models.table_view import TableView
from scorer.events import Deal, Event, GameStart
from scorer.log_pictures import set_rule
from scorer.matchlog import LogError, MatchLog
from scorer.pitch import dealer_for
from scorer.referee import Refusal
from scorer.seats import Seat
from scorer.variant import Variant

if TYPE_CHECKING:
    from mobile.log_care import LogTrouble
    from models.reader import CardReader

SETTINGS_FILE = "settings.json"
DRAFT_FILE = "trick.json"


class LateReader:
    """A reader of pictures that is loaded when the first picture comes; any thread may ask it."""

    def __init__(self, load: Callable[[], CardReader]) -> None:
        self._load = load
        self._loading = threading.Lock()
        self._loaded: CardReader | None = None

    @property
    def loaded(self) -> CardReader:
        """The reader itself, for who watches a table: `Watcher` needs more of it than `read`. Raises `ModelsError`."""
        with self._loading:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    def read(self, image_bgr: Picture, /) -> Reading:
        """The cards in the picture (BGR, `uint8`, height x width x 3). Raises `ModelsError`."""
        return self.loaded.read(image_bgr)


class Companion:
    """One program on one log. ``folder`` holds the app's own files: settings, sheets that are shared.

    ``load_reader`` makes the reader of pictures when one is first wanted (it takes some tenths of a second, and may
    raise `ModelsError`); without it pictures can't be read here. ``source``: where pictures come from instead of the
    phone's camera: a folder, a film.
    """

    def __init__(
        self,
        log: MatchLog,
        folder: Path,
        clock: Callable[[], datetime],
        load_reader: Callable[[], CardReader] | None = None,
        source: FrameSource | None = None,
        view: TableView | None = None,
    ) -> None:
        self.log = log
        self.folder = folder
        self.clock = clock
        self.source = source
        self.session: TableSession | None = None
        """The match on the table where four play; None where none is there or it is Blind Don."""
        self.blind: BlindSession | None = None
        """The match on the table where it is Blind Don."""
        self.settings, problem = load_settings(folder / SETTINGS_FILE)
        self.notices = [problem] if problem else []
        """Sentences that a person should read once."""
        self.reader = LateReader(load_reader) if load_reader is not None else None
        """What reads pictures; None where none can be read."""
        self.view = view or TableView()
        self.camera = CameraDesk(source, time.monotonic, self.view.bottom)
        """What is chosen about the camera."""
        self.new_match: NewMatch | None = None
        """The match that is being prepared; half of it may be entered."""
        self.running_cut: CutEntry | None = None
        """The cut for the next game of the match on the table, while it is entered."""
        self.past = PastView()
        """What of the past is looked at."""
        self.trouble: LogTrouble | None = None
        """Why the log can't be used: ``log`` is then an empty one that goes, and only mending is offered."""
        self.restoring = False
        """Whether a backup is being put back on a thread: ``log`` is closed meanwhile, and nobody may want it."""
        self.turned = 0
        """How far the table on the screen is turned, in degrees against the clock: 0, 90, 180 or 270."""
        self._pictures: TablePictures | None = None
        use_language(self.settings.language)

    @property
    def pictures(self) -> TablePictures | None:
        """The pictures that the table reads one by one; None without such a source (a film is watched, not read)."""
        if self._pictures is None and self.source is not None and not isinstance(self.source, VideoSource):
            self._pictures = TablePictures(self.source, self._look)
        return self._pictures

    def _look(self, picture: Picture) -> Reading:
        if self.session is None:
            raise SessionError("NO_READER")
        return self.session.look(picture)

    def close(self) -> None:
        """The program ends: let go of threads."""
        if self._pictures is not None:
            self._pictures.close()

    @property
    def book(self) -> MatchBook | None:
        """The record of the match on the table."""
        if self.blind is not None:
            return self.blind.book
        return self.session.book if self.session is not None else None

    @property
    def table_page(self) -> str:
        """The page (`mobile.screens.pages`) that shows the match on the table."""
        return "blind_table" if self.blind is not None else "table"

    def resume(self, match_id: str) -> TableSession | BlindSession:
        """Put a match of the log on the table. Raises `LogError`, `SessionError`."""
        if is_blind(self.log.state(match_id).variant):
            return self._put(BlindSession.resume(self.log, match_id))
        drafts = DraftFile(self.folder / DRAFT_FILE)
        return self._put(TableSession.resume(self.log, match_id, self.reader, self.view, drafts))

    def start(
        self,
        variant: Variant,
        pitcher: Seat,
        names: Mapping[Seat, str] | None = None,
        place: str = "",
        opening: Sequence[Event] = (),
    ) -> TableSession | BlindSession:
        """Begin a match, deal its first hand and put it on the table. Raises `LogError`, `SessionError`.

        ``opening``: how it was found out who pitches (the cut), where that was entered.
        """
        if pitcher not in variant.seats:
            raise SessionError("UNKNOWN_SEAT", seat=pitcher)
        at = self.clock()
        book = MatchBook.start(self.log, variant, at, names, place)
        first = [*(opening or (GameStart(pitcher),)), Deal(dealer_for(pitcher, variant))]
        answer = book.enter(first, at)
        if isinstance(answer, Refusal):
            raise SessionError(answer.code, **answer.params)
        if self.settings.keep_pictures:
            try:
                set_rule(self.log, book.match_id)
            except LogError as error:
                self.notices.append(str(error))
        return self.resume(book.match_id)

    def clear(self) -> None:
        """No match is on the table any longer."""
        self.session = self.blind = None

    def _put(self, match: TableSession | BlindSession) -> TableSession | BlindSession:
        self.session = match if isinstance(match, TableSession) else None
        self.blind = match if isinstance(match, BlindSession) else None
        return match

    def change(self, **changes: Any) -> Settings:
        """Choose something else and keep it; what can't be kept holds until the program ends, and a notice says so."""
        self.settings = replace(self.settings, **changes)
        use_language(self.settings.language)
        try:
            save_settings(self.folder / SETTINGS_FILE, self.settings)
        except OSError as error:
            self.notices.append(label("SETTINGS_UNSAVED", detail=error.strerror or error))
        return self.settings

    def take_notices(self) -> list[str]:
        """The sentences that were not read yet, once."""
        taken = [*self.notices, *self.log.notices]
        self.notices.clear()
        self.log.notices.clear()
        return taken
