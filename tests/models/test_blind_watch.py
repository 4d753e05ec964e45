"""A table of Blind Don followed while it is entered: tricks in the trick area, cards turned up beside it."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path

import pytest
from blind_film import AREA, FPS, SIZE_WH, BlindTable, dealt, tops

from don.entering import Entering
from don.entry_watch import TableWatch
from don.main import main
from don.options import area_in, parse_area
from mobile.camera import open_timed
from mobile.entered_match import EnteredMatch
from models.looks import WatchSettings
from models.reader import CardReader
from models.table_view import TableView
from scorer.cards import pack_of
from scorer.events import GameStart
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)
CARDS = list(pack_of(52).cards)
random.Random(4).shuffle(CARDS)


def filmed(folder: Path) -> BlindTable:
    """Four tricks from the stacks 1 to 4; South's stack 3 is not turned up afterwards."""
    table = BlindTable(folder, deepcopy(dealt(CARDS)))
    table.wait(1)
    leader = Seat.N
    for number in range(1, 5):
        other = Seat.S if leader is Seat.N else Seat.N
        cards = []
        for seat in (leader, other):
            cards.append(table.play(seat, number))
            table.wait(1.2)
        table.wait(0.8)
        table.clear()
        table.wait(1.0)
        for seat in (leader, other):
            if (seat, number) != (Seat.S, 3):
                table.turn_up(seat, number)
        table.wait(2.0)
        trump = CARDS[1].suit
        one, two = cards
        beaten = two.suit is trump if one.suit is not two.suit else two.rank > one.rank
        leader = other if beaten else leader
    return table


def entered(folder: Path, log: MatchLog, answer: Callable[[str, str], str]) -> MatchState:
    """The match as it stands when the film is over."""
    match = EnteredMatch.start(log, load_variant("blind_don_burnley"), AT)
    match.enter([GameStart(Seat.N)], AT)
    source = open_timed(str(folder), FPS, lambda: 0.0)
    first = source.read_from(0.0)
    assert first is not None
    view = TableView(Seat.S, area_in(parse_area(AREA), SIZE_WH))
    Entering(match, answer, watch=TableWatch(source, first, CardReader.load(), view, WatchSettings())).run()
    source.close()
    return match.state


@pytest.mark.slow
def test_tricks_and_cards_turned_up_are_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, stacks, asked = filmed(tmp_path / "film"), dealt(CARDS), []

    def answer(prompt: str, _pending: str) -> str:
        asked.append(prompt)
        return ""

    with MatchLog(tmp_path / "matches.db") as log:
        state = entered(tmp_path / "film", log, answer)
    hand = state.hand
    assert hand is not None and hand.table is not None
    assert [len(hand.tricks), len(table.trick)] == [4, 0]
    played = {seat: [stacks[seat][k][1] for k in range(4)] for seat in stacks}
    assert {seat: [trick.card_of(seat) for trick in hand.tricks] for seat in stacks} == played
    for seat, row in stacks.items():
        known = [stack.bottom for stack in hand.table[seat].stacks[:4]]
        wanted = [None if (seat, k) == (Seat.S, 2) else row[k][0] for k in range(4)]
        assert all(card in (None, one) for card, one in zip(known, wanted, strict=True)), "never another card"
        assert known.count(None) <= 2
        assert [stack.top for stack in hand.table[seat].stacks] == [cards[1] for cards in row]
    out = capsys.readouterr().out
    assert "reveal S 3 CARD tells it." in out and "film has ended." in out
    assert not [prompt for prompt in asked if "turns up" in prompt], "nobody has to be there for that"
    assert tops(stacks, Seat.N).split()[0] in out


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("--watch", "gone.mp4"), "Say where tricks are played"),
        (("--watch", "gone.mp4", "--area", AREA), "There is no file, folder or camera called gone.mp4"),
        (("--watch", "gone.mp4", "--area", "0.5,0.5"), "--area 0.5,0.5 is not usable"),
        (("--watch", "gone.mp4", "--area", AREA, "--fps", "10"), "--fps is for a folder of frames"),
        (("--watch", "gone.mp4", "--area", AREA, "--budget", "7"), "--budget 7 can't be"),
        (("--fps", "10"), "add --watch SOURCE"),
        (("--variant", "phat", "--watch", "0", "--area", AREA), "--watch is for Blind Don: Phat has no stacks."),
    ],
)
def test_what_cannot_be_watched_is_told_before_a_match_is_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], sentence: str
) -> None:
    log = tmp_path / "matches.db"
    assert main(["enter", "--variant", "blind_don_burnley", "--pitcher", "N", "--log", str(log), *argv]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err and captured.err.count("\n") == 1 and not captured.out
    assert not log.exists() or not MatchLog(log).matches()
