"""Runs `don enter` with lines typed at it, and says what is in the log afterwards."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from don.main import main
from scorer.events import Event
from scorer.match import MatchState
from scorer.matchlog import MatchLog

BURNLEY = ("--variant", "blind_don_burnley", "--pitcher", "N")
ROWS = ("", "5C 9C 6H KD 8C 8S 2D JC QD", "6C 8D 3D 3H AD 10S 10D 4S 5S")
"""The deal, and what lies face up for North and for South."""
CTRL_C = "\x03"


class Keyboard:
    """A standard input on which these lines are typed; `CTRL_C` stops the program."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self._lines = iter(lines)

    def readline(self) -> str:
        """The next line, the empty text at the end."""
        line = next(self._lines, None)
        if line == CTRL_C:
            raise KeyboardInterrupt
        return "" if line is None else f"{line}\n"

    def isatty(self) -> bool:
        return False


class Table:
    """`don enter` with a log of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.log = folder / "matches.db"
        self._patch = monkeypatch
        self._capsys = capsys
        self.out = self.err = ""

    def enter(self, *argv: str, said: tuple[str, ...]) -> int:
        """The command with these lines as its input."""
        self._patch.setattr(sys, "stdin", Keyboard(said))
        status = main(["enter", "--log", str(self.log), *argv])
        self.out, self.err = self._capsys.readouterr()
        return status

    @property
    def match(self) -> str:
        with MatchLog(self.log) as log:
            return _last(log)

    @property
    def events(self) -> tuple[Event, ...]:
        with MatchLog(self.log) as log:
            return log.events(_last(log))

    @property
    def state(self) -> MatchState:
        with MatchLog(self.log) as log:
            return log.state(_last(log))


def _last(log: MatchLog) -> str:
    return log.matches()[-1].match_id
