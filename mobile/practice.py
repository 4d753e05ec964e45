"""The practice hand: the bundled hand on a log of its own, with what to do next in one line. No Kivy.

Its match is never in the user's log, and the match on the table stays there: the practice has a `Companion` of its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib.resources import as_file
from pathlib import Path
from typing import Any

from mobile.camera.source import Frame, FrameSource
from mobile.companion import Companion
from mobile.demo_hand import DemoHand, demo_hand
from mobile.settings import Settings
from mobile.table_session import TableSession
from mobile.texts import label, use_language
from mobile.wording import card_glyphs, player_name
from models.picture import load_picture
from models.table_view import TableView
from models.trick_reader import TrickProposal
from scorer.match import Phase
from scorer.matchlog import MatchLog

FOLDER = "practice"


class PracticeSource:
    """The picture of the trick that comes next, however often tricks were undone: nothing is ever passed over."""

    def __init__(self, hand: DemoHand, played: Callable[[], int]) -> None:
        self._hand = hand
        self._played = played

    @property
    def name(self) -> str:
        """What it is called in messages."""
        return label("practice_source")

    @property
    def position(self) -> str:
        """Which picture comes next, of how many."""
        return f"{min(self._played() + 1, len(self._hand.tricks))}/{len(self._hand.tricks)}"

    def read(self) -> Frame | None:
        """The picture of the next trick; None after the last. Raises `PictureError`."""
        number = self._played()
        if number >= len(self._hand.tricks):
            return None
        with as_file(self._hand.tricks[number].picture) as path:
            return Frame(load_picture(path), path.name)

    def close(self) -> None:
        """There is nothing to let go of."""


class PracticeCompanion(Companion):
    """What the pages of the practice share: a log of its own, and the settings of the app."""

    def __init__(self, app: Companion, log: MatchLog, folder: Path, source: FrameSource, view: TableView) -> None:
        reader = app.reader
        load = (lambda: reader.loaded) if reader is not None else None
        super().__init__(log, folder, app.clock, load, source, view)
        self._app = app
        self.settings = app.settings
        use_language(self.settings.language)

    def change(self, **changes: Any) -> Settings:
        """A choice is one of the whole app."""
        self.settings = self._app.change(**changes)
        return self.settings


class Practice:
    """The bundled hand under way. `close` it: its match is gone then, as it was meant."""

    def __init__(self, app: Companion) -> None:
        """Raises `LogError`, `OSError` where its files can't be made beside the app's."""
        self.hand = demo_hand()
        self._folder = app.folder / FOLDER
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        self._log = MatchLog(self._folder / "practice.db")
        source = PracticeSource(self.hand, self.played)
        self.companion = PracticeCompanion(app, self._log, self._folder, source, TableView(self.hand.bottom))
        session = self.companion.start(self.hand.variant, self.hand.pitcher)
        assert isinstance(session, TableSession), "the bundled hand is one of four players"
        self.session = session
        self.users = 0
        """How many pages show it."""
        self.pages: list[tuple[str, dict[str, Any]]] = []
        """The pages that lie in it, for when all is drawn anew."""

    def close(self) -> None:
        """Let go of its files, and take them away."""
        self.companion.close()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def played(self) -> int:
        """How many tricks of the hand stand."""
        state = self.session.state
        if state.hand is not None:
            return len(state.hand.tricks) if not state.hands else len(self.hand.tricks)
        return len(self.hand.tricks) if state.hands else 0

    @property
    def over(self) -> bool:
        """Whether the hand has been played."""
        return self.played() >= len(self.hand.tricks)

    def hint(self) -> str:
        """What to do next, in one line."""
        state, proposal = self.session.state, self.session.proposal
        if self.over:
            return label("practice_over" if state.phase is not Phase.PLAYING else "practice_beyond")
        if proposal is not None:
            return self._hint_for(proposal)
        lines = (
            "practice_first",
            "practice_pegs",
            "practice_undo",
            "practice_why",
            "practice_correct",
        )
        played = self.played()
        if played < len(lines):
            return label(lines[played], button=label("read_picture"))
        return label("practice_next", played=played, all=len(self.hand.tricks))

    def _hint_for(self, proposal: TrickProposal) -> str:
        """What is to be looked at in the trick under entry; the truth is known here."""
        state, truth = self.session.state, self.hand.tricks[self.played()]
        for entry in proposal.cards:
            played = truth.card_of(entry.seat, state.seats)
            name = player_name(state, entry.seat)
            if entry.card is None:
                return label("practice_missing", name=name, card=card_glyphs(played))
            if not entry.settled:
                return label("practice_doubtful", name=name, card=card_glyphs(played))
            if entry.card != played:
                return label("practice_other", name=name, card=card_glyphs(played))
        if proposal.seats_open:
            return label("practice_seats")
        return label("practice_confirm" if proposal.ready else "practice_look")
