"""A league with a file and a log of its own, and `don league` with lines typed at it."""

from __future__ import annotations

import shlex
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from enter_table import Keyboard

from don.main import main
from scorer.events import Concede, Event, GameStart, start_of_match
from scorer.matchlog import MatchLog, new_match_id
from scorer.referee import Refusal
from scorer.season import Game
from scorer.season_file import SeasonFile, load_season
from scorer.seats import Seat
from scorer.variant import load_variant

TEAMS = ("Red Lion: Ann, Bob, Col, Dee, Eve", "Rose: Pip, Quin, Ray, Sue", "=Bull: Al, Bea, Cat, Dan, Flo")
EIGHT = datetime(2027, 1, 7, 20, tzinfo=UTC)


class League:
    """A league with a file and a log of its own; `don league` with lines typed at it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.path, self.log = folder / "thursday.toml", folder / "matches.db"
        self._patch, self._capsys = monkeypatch, capsys
        self.out = self.err = ""

    def don(self, line: str, *typed: str, status: int = 0) -> str:
        """Runs `don league` with FILE and LOG filled in; the standard output. Errors are one sentence each."""
        self._patch.setattr(sys, "stdin", Keyboard(typed))
        words = [word.replace("FILE", str(self.path)).replace("LOG", str(self.log)) for word in shlex.split(line)]
        assert main(["league", *words]) == status, self._capsys.readouterr()
        self.out, self.err = self._capsys.readouterr()
        assert "Traceback" not in self.err
        return self.out

    def refused(self, line: str, *typed: str) -> str:
        before = self.path.read_bytes() if self.path.exists() else None
        self.don(line, *typed, status=2)
        lines = self.err.splitlines()
        assert len(lines) == 1 and lines[0].startswith("don: ") and lines[0].endswith("."), self.err
        assert (self.path.read_bytes() if self.path.exists() else None) == before
        return lines[0]

    @property
    def file(self) -> SeasonFile:
        return load_season(self.path)

    def game(self, fixture: int, number: int) -> Game:
        return self.file.season.fixtures[fixture].games[number - 1]

    def played(self, winners: str, losers: str, minutes: int, *more: Event, target: int = 91) -> str:
        """A short match in the log: the losers gave up at once. Names are "Ann Bob"."""
        one, other = winners.split(), losers.split()
        names = {Seat.N: one[0], Seat.S: one[1], Seat.E: other[0], Seat.W: other[1]}
        match_id = new_match_id()
        start = start_of_match(match_id, load_variant("nine_card_lancashire", {"target": target}), names)
        with MatchLog(self.log) as log:
            for event in more or (Concede("EW"),):
                events = [start, GameStart(Seat.N), event] if event is (more or (event,))[0] else [event]
                answer = log.record_all(match_id, events, EIGHT + timedelta(minutes=minutes))
                assert not isinstance(answer, Refusal), answer
        return match_id


def new_league(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> League:
    """Three teams; the first evening is Rose against =Bull."""
    league = League(folder, monkeypatch, capsys)
    league.don("new FILE --name 'Thursday League' " + " ".join(f"--team '{team}'" for team in TEAMS))
    league.don("fixtures FILE --from 2027-01-07")
    assert league.file.season.fixtures[0].teams == ("Rose", "=Bull")
    return league
