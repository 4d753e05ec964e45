"""Runs `don watch` at a table that is written down (`table_script`), and says what is in the log afterwards."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from table_script import FPS, ScriptedWatcher, TableScript, frames_of

from don.main import main
from models.hand_facts import HandFacts
from models.looks import WatchSettings
from models.table_view import TableView
from scorer.cards import Card
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.seats import Seat


class WatchRunner:
    """`run` is the command with a log and frames in a folder of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.log = folder / "matches.db"
        self.frames = folder / "frames"
        self.record = folder / "table.rec"
        self._patch = monkeypatch

    def run(self, script: TableScript, *argv: object, said: str = "", stop_at: float | None = None) -> int:
        """`don watch ... FRAMES` with `said` as the input; `stop_at`: seconds after which Ctrl-C is pressed."""
        if not self.frames.exists():
            frames_of(script, self.frames)

        def scripted(_reader: object, facts: HandFacts, view: TableView, settings: WatchSettings) -> ScriptedWatcher:
            return ScriptedWatcher(script, facts, view, settings, stop_at)

        self._patch.setattr("models.watcher.Watcher", scripted)
        return self.main("--fps", FPS, *argv, self.frames, said=said)

    def main(self, *argv: object, said: str = "") -> int:
        """`don watch --log LOG ...` with `said` as the input."""
        self._patch.setattr(sys, "stdin", io.StringIO(said))
        return main(["watch", "--log", str(self.log), *(str(a) for a in argv)])

    @property
    def state(self) -> MatchState:
        """The match begun last."""
        return states_of(self.log)[-1]


def states_of(log: Path) -> list[MatchState]:
    """All matches of a log."""
    with MatchLog(log) as kept:
        return [kept.state(match.match_id) for match in kept.matches()]


def tricks_of(state: MatchState) -> list[tuple[Seat, tuple[Card, ...]]]:
    """All tricks of all hands, as leader and cards."""
    hands = [*state.hands, *([state.hand] if state.hand else [])]
    return [(trick.leader, trick.cards) for hand in hands for trick in hand.tricks]
