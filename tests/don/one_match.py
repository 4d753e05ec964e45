"""A log with one match, and the commands on it: what is printed, what is written."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from don.main import main
from scorer.events import Event, start_of_match
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.referee import Refusal
from scorer.seats import Seat
from scorer.variant import load_variant

AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)


class OneMatch:
    """The commands on a log with one match."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.log = folder / "matches.db"
        self._capsys = capsys
        self._patch = patch
        self.out = self.err = ""

    def begin(
        self, *events: Event, variant: str = "phat", match: str = "abc-1", names: Mapping[Seat, str] | None = None
    ) -> None:
        with MatchLog(self.log) as log:
            answer = log.record_all(match, [start_of_match(match, load_variant(variant), names), *events], AT)
            assert not isinstance(answer, Refusal), answer

    def don(self, *argv: object, said: str = "") -> int:
        """The command with `said` as its input; what it printed is in `out` and `err`."""
        self._patch.setattr(sys, "stdin", io.StringIO(said))
        status = main([str(a) for a in (argv[0], "--log", self.log, *argv[1:])])
        self.out, self.err = self._capsys.readouterr()
        assert "Traceback" not in self.err
        return status

    def refused(self, *argv: object) -> str:
        """The one sentence of a command that ends with status 2."""
        status = self.don(*argv)
        lines = self.err.strip().splitlines()
        assert status == 2 and len(lines) == 1 and lines[0].startswith("don: "), (status, self.err)
        return lines[0].removeprefix("don: ")

    @property
    def events(self) -> tuple[Event, ...]:
        with MatchLog(self.log) as log:
            return log.events("abc-1")

    @property
    def state(self) -> MatchState:
        with MatchLog(self.log) as log:
            return log.state("abc-1")
