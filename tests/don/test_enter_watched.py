"""`don enter --watch` at a table that is written down: what is entered by itself, and what is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from enter_table import BURNLEY, CTRL_C, ROWS, Table
from table_script import FPS, ScriptedWatcher, TableScript, frames_of

from models.hand_facts import HandFacts
from models.looks import WatchSettings
from models.table_view import TableView
from scorer.cards import Card
from scorer.seats import Seat

SKIPPED = ("", "skip", "skip")
"""The deal, and the face-up cards of both left untold."""


class Watched:
    """`don enter --watch` with the looks of a script."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, table: Table) -> None:
        self._frames = folder / "frames"
        self._patch = patch
        self.table = table

    def enter(self, script: TableScript, *argv: str, said: tuple[str, ...]) -> int:
        """The command with these lines as its input."""
        if not self._frames.exists():
            frames_of(script, self._frames)

        def scripted(_reader: object, facts: HandFacts, view: TableView, settings: WatchSettings) -> ScriptedWatcher:
            return ScriptedWatcher(script, facts, view, settings)

        self._patch.setattr("don.entry_watch.Watcher", scripted)
        watch = ("--watch", str(self._frames), "--fps", str(FPS), "--area", "0,0,1,1")
        return self.table.enter(*argv, *watch, said=said)

    @property
    def tricks(self) -> list[str]:
        """The tricks of the hand, from the leader on."""
        hand = self.table.state.hand
        return [f"{trick.leader} {' '.join(map(str, trick.cards))}" for trick in hand.tricks] if hand else []


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Watched:
    return Watched(tmp_path, monkeypatch, Table(tmp_path, monkeypatch, capsys))


def script_of(*tricks: str) -> TableScript:
    """`N KD AD` and so on, each swept."""
    script = TableScript()
    script.wait(3)
    for text in tricks:
        leader, *cards = text.split()
        seats = [Seat.N, Seat.S] if leader == "N" else [Seat.S, Seat.N]
        for seat, card in zip(seats, cards, strict=False):
            script.lay(Card.parse(card), seat)
        script.wait(3)
        script.sweep()
        script.wait(3)
    return script


def test_tricks_are_entered_as_they_are_cleared_away(watched: Watched) -> None:
    told = list(TOLD)
    assert watched.enter(script_of(*told), *BURNLEY, said=SKIPPED) == 0
    assert watched.tricks == told
    assert "Trick 2, South leads: cards of S N: 6H 3H" in watched.table.out
    assert "frames has ended." in watched.table.out
    assert watched.table.err.startswith("don: everything entered is kept; go on with: don enter --match ")
    assert " --from " in watched.table.err


TOLD = ("N KD AD", "S 6H 3H", "S 9C 2C")
TWICE = script_of("N KD AD", "S 6H KD", "S 9C 2C")
"""In the second trick the king of diamonds is seen again: a card left over from the first."""
ALONE = "6H seen and gone, and no whole trick: what was it (or answer: no trick)?"


def test_a_card_seen_alone_is_asked_about(watched: Watched) -> None:
    said = (*SKIPPED, "", "foo", "6H KD", "penalty N 2", "6H 3H")
    assert watched.enter(TWICE, *BURNLEY, said=said) == 0
    assert watched.tricks == list(TOLD)
    out = watched.table.out
    assert out.count(ALONE) == 1 and "Nothing was entered" in out and "That can't be entered (foo)" in out
    assert "The king of diamonds is in trick 1 already" in out
    assert watched.table.state.scores == {"N": 0, "S": 9}


def test_what_was_no_trick_is_left_out(watched: Watched) -> None:
    assert watched.enter(TWICE, *BURNLEY, said=(*SKIPPED, "no trick")) == 0
    assert watched.tricks == ["N KD AD", "S 9C 2C"]


@pytest.mark.slow
def test_what_the_referee_refuses_is_asked(watched: Watched) -> None:
    """South has no ace of spades, as his stacks were told."""
    script = script_of("N KD AS", "S 6C 2D")
    assert watched.enter(script, *BURNLEY, said=(*ROWS, "KD AD")) == 0
    assert "cards of N S: KD AS\n   South was not dealt the ace of spades" in watched.table.out
    assert watched.tricks == ["N KD AD", "S 6C 2D"]


def test_it_goes_on_where_it_was_stopped(watched: Watched) -> None:
    assert watched.enter(TWICE, *BURNLEY, said=(*SKIPPED, CTRL_C)) == 130
    assert watched.tricks == ["N KD AD"]
    begin = watched.table.err.split(" --from ")[1].split()[0]
    match = watched.table.match
    assert watched.enter(TWICE, "--match", match, "--from", begin, said=("6H 3H",)) == 0
    assert watched.tricks == list(TOLD), "what was not told yet is seen again"
