"""`don watch` as a user runs it, at a table that is written down: tricks scored, questions, going on."""

from __future__ import annotations

import re
import shlex
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pictures_folder import refused
from table_script import TableScript, played, script_of
from watch_runner import WatchRunner, tricks_of

from mobile.table_session import TableSession
from scorer.cards import Card
from scorer.events import Penalty
from scorer.match import Phase
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

HAND = played(5)
DOUBTFUL = (4, 2)
"""The third card of the fourth trick cannot be told for certain."""
AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WatchRunner:
    return WatchRunner(tmp_path, monkeypatch)


def scored_by_hand(folder: Path) -> dict[str, int]:
    """What the hand comes to when its tricks are entered by hand."""
    session = TableSession.start(
        MatchLog(folder / "by_hand.db"), load_variant("nine_card_lancashire"), Seat.N, None, AT
    )
    for leader, cards in HAND.tricks:
        session.enter_by_hand()
        seats = (*session.state.seats, *session.state.seats)
        start = session.state.seats.index(leader)
        for seat, card in zip(seats[start : start + 4], cards, strict=True):
            session.choose(seat, card)
        session.confirm(AT)
    return dict(session.state.scores)


def test_a_hand_is_followed_scored_and_printed(
    watch: WatchRunner, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = ("--pitcher", "N", "--name", "S=Sue", "--place", "Red Lion")
    assert watch.run(script_of(HAND), *table, "--no-input") == 0
    captured = capsys.readouterr()
    state = watch.state
    assert dict(state.names) == {Seat.S: "Sue"} and state.setup.place == "Red Lion"
    assert tricks_of(state) == list(HAND.tricks)
    assert dict(state.scores) == scored_by_hand(tmp_path)
    assert state.hand is None and state.phase is Phase.BETWEEN_HANDS, "the next hand is dealt when it begins"
    assert captured.out.startswith("Nine-card Don, Lancashire   match ")
    assert "hand 1, North pitches" in captured.out
    assert (
        len(re.findall("^Trick [1-9]   .* leads$", captured.out, re.MULTILINE)) == 9
        and "End of the hand" in captured.out
    )
    assert "North deals next, East pitches." in captured.out
    assert "\033" not in captured.out and "\r" not in captured.out, "plain when piped"
    assert re.search(r"don: match \S+ holds 1 hand; go on with: don watch --match \S+ .*SOURCE", captured.err)


def test_the_next_hand_is_dealt_when_its_first_trick_lies_there(
    watch: WatchRunner, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_of(HAND)
    second = played(6, Seat.E)
    script.trick(*second.tricks[0])
    assert watch.run(script, "--pitcher", "N", "--no-input") == 0
    assert "Hand 2   East pitches" in capsys.readouterr().out
    assert tricks_of(watch.state) == [*HAND.tricks, second.tricks[0]]
    assert watch.state.hand is not None and watch.state.hand.pitcher is Seat.E


def test_it_stops_after_the_hands_wanted(watch: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    script = script_of(HAND, played(6, Seat.E))
    assert watch.run(script, "--pitcher", "N", "--hands", "1", "--no-input") == 0
    assert len(tricks_of(watch.state)) == 9 and watch.state.hand is None
    assert "has ended" not in capsys.readouterr().out


def test_what_is_open_is_asked_when_the_trick_is_cleared(
    watch: WatchRunner, capsys: pytest.CaptureFixture[str]
) -> None:
    _, cards = HAND.tricks[DOUBTFUL[0] - 1]
    assert watch.run(script_of(HAND, doubtful=DOUBTFUL), "--pitcher", "N", said=f"{cards[DOUBTFUL[1]]}\n") == 0
    printed = capsys.readouterr().out
    seen = " ".join(str(card) for card in cards)
    assert f"Trick 4 is open: {seen} seen (or answer: no trick).\nTrick 4: " in printed
    assert "by hand" in printed
    assert tricks_of(watch.state) == list(HAND.tricks)


def test_without_anybody_to_ask_it_ends_there_and_what_was_scored_is_kept(
    watch: WatchRunner, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_of(HAND, doubtful=DOUBTFUL)
    assert watch.run(script, "--pitcher", "N", "--no-input") == 3
    captured = capsys.readouterr()
    card = HAND.tricks[3][1][2]
    assert f"  Trick 4: is it {card} (" in captured.err
    assert tricks_of(watch.state) == list(HAND.tricks[:3])
    on = re.search(r"holds 3 tricks of hand 1; go on with: don (watch .*)\n", captured.err)
    assert on is not None, captured.err
    words = shlex.split(on[1])
    assert words[-1] == str(watch.frames) and "--from" in words
    assert watch.run(script, *words[1:-1], said="\n") == 0, "the command that was told goes on"
    assert tricks_of(watch.state) == list(HAND.tricks)


def test_the_end_of_the_input_is_nobody_to_ask(watch: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    assert watch.run(script_of(HAND, doubtful=DOUBTFUL), "--pitcher", "N") == 3
    assert "go on with" in capsys.readouterr().err
    assert len(tricks_of(watch.state)) == 3


def test_ctrl_c_loses_nothing_that_was_scored(watch: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    script = script_of(HAND)
    assert watch.run(script, "--pitcher", "N", "--no-input", stop_at=script.t_seconds / 2) == 130
    err = capsys.readouterr().err
    assert "holds 4 tricks of hand 1; go on with: don watch --match" in err
    assert "don: stopped" in err
    assert tricks_of(watch.state) == list(HAND.tricks[:4])


def test_what_was_no_trick_is_left_out(watch: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    script = TableScript()
    script.wait(3)
    for card, seat in zip(("2C", "3C"), (Seat.N, Seat.E), strict=True):
        script.lay(Card.parse(card), seat)
    script.sweep()
    script.wait(20)
    script.hand(HAND)
    assert watch.run(script, "--pitcher", "N", said="No  Trick\n") == 0
    assert "No trick: trick 1 is still to come." in capsys.readouterr().out
    assert tricks_of(watch.state) == list(HAND.tricks)


def test_a_trick_that_lies_there_at_the_end_is_scored(watch: WatchRunner) -> None:
    script = TableScript()
    script.wait(3)
    script.hand(HAND)
    swept = 9
    del script.looks[-swept:]
    assert watch.run(script, "--pitcher", "N", "--no-input") == 0
    assert tricks_of(watch.state) == list(HAND.tricks)


def test_a_long_wait_is_told(watch: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    script = TableScript()
    script.wait(3)
    leader, cards = HAND.tricks[0]
    for card, seat in zip(cards[:3], "NES", strict=True):
        script.lay(card, Seat(seat))
    script.wait(70)
    script.lay(cards[3], Seat.W)
    script.wait(3)
    script.sweep()
    assert watch.run(script, "--pitcher", "N", "--no-input") == 0
    names = " ".join(str(card) for card in cards[:3])
    assert f"Trick 1: {names} ..  3 of 4, waiting.\n" in capsys.readouterr().out
    assert tricks_of(watch.state) == [(leader, cards)]


def test_a_terminal_shows_each_card_as_it_falls(
    watch: WatchRunner, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("don.watching.sys.stdout.isatty", lambda: True)
    assert watch.run(script_of(HAND), "--pitcher", "N", "--no-input") == 0
    first, second, third, fourth = HAND.tricks[0][1]
    printed = capsys.readouterr().out
    assert f"\r\033[KTrick 1: {first} .. .. ..  1 of 4\r\033[KTrick 1: {first} {second} .. ..  2 of 4" in printed
    assert f"Trick 1: {first} {second} {third} {fourth}  4 of 4, complete\r\033[K" in printed


def test_the_game_ends_the_watching(watch: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    with MatchLog(watch.log) as log:
        session = TableSession.start(log, load_variant("nine_card_lancashire"), Seat.N, None, AT)
        log.record(session.match_id, Penalty("EW", 90), AT)
        log.record(session.match_id, Penalty("NS", 90), AT)
    assert watch.run(script_of(HAND), "--match", session.match_id, "--no-input") == 0
    captured = capsys.readouterr()
    assert "have won the game." in captured.out and "go on with" not in captured.err
    assert watch.state.winner is not None and len(tricks_of(watch.state)) < 9
    assert "is over" in refused(
        capsys, "watch", "--log", watch.log, "--fps", 5, "--match", session.match_id, watch.frames
    )


def test_the_next_leg_begins_where_the_match_goes_on(watch: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    with MatchLog(watch.log) as log:
        session = TableSession.start(log, load_variant("nine_card_south_wales"), Seat.S, None, AT)
        log.record(session.match_id, Penalty("EW", 121), AT)
    script = script_of(HAND)
    on = ("--match", session.match_id[:9], "--hands", "1", "--no-input")
    assert watch.run(script, *on) == 2
    assert "Who pitches the next game is not known" in capsys.readouterr().err
    assert watch.run(script, *on, "--pitcher", "N") == 0
    assert watch.state.game.number == 2 and tricks_of(watch.state) == list(HAND.tricks)
    assert watch.run(script, *on, "--pitcher", "N") == 2
    assert "has its pitcher" in capsys.readouterr().err
