"""A log with a Phat hand that ends 40-40, and the commands that settle a quarrel about it.

Each trick holds one rank in four suits, and whoever plays the club, the trump, wins it. North and South win the tens,
East and West jacks, queens, kings and aces.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from datasets.film_packs import pack_for
from datasets.layouts import lay_spread
from datasets.scenes import SceneFactory
from don.main import main
from models.drawing import write_picture
from scorer.cards import Card
from scorer.events import Deal, Event, GameStart, Trick, start_of_match
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.referee import Refusal
from scorer.seats import FOUR_HANDED, Seat
from scorer.variant import load_variant

AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "10"]
WINNERS = "N" * 8 + "EEWE" + "S"
EW = [f"{rank}{suit}" for rank in "JQKA" for suit in "CDHS"]
"""The pile of East and West by the record: 40."""


def level_hand(tricks: int = 13) -> list[Event]:
    """The first tricks of the hand, with its beginning."""
    events: list[Event] = [GameStart(Seat.N), Deal(Seat.W)]
    leader = Seat.N
    for rank, winner in list(zip(RANKS, WINNERS, strict=True))[:tricks]:
        first, others = FOUR_HANDED.index(leader), iter("DHS")
        order = [FOUR_HANDED[(first + step) % 4] for step in range(4)]
        played = [f"{rank}C" if seat.value == winner else f"{rank}{next(others)}" for seat in order]
        events.append(Trick(leader, tuple(map(Card.parse, played))))
        leader = Seat(winner)
    return events


class Quarrel:
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

    def picture(self, name: str, cards: Sequence[str], seed: int = 1) -> Path:
        """A drawn spread of the cards, without anything that disturbs."""
        pack = pack_for(3, "easy", drawn_only=True)
        factory = SceneFactory([pack], (), (960, 720), 0.0)
        scene = factory.laid(seed, [Card.parse(card) for card in cards], pack, lay_spread, "pile")
        path = self.folder / name
        write_picture(scene.picture, path)
        return path
