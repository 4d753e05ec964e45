"""The record of a watched table: it replays to the same result, survives a kill, and is refused when it is broken."""

from __future__ import annotations

import json
import shutil
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from pictures_folder import refused
from table_script import TableScript, played, script_of
from watch_runner import WatchRunner, states_of, tricks_of

from mobile.watch_record import read_record
from scorer.cards import Card
from scorer.seats import Seat

HAND = played(5)
DOUBTFUL = (4, 2)


@pytest.fixture
def watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WatchRunner:
    return WatchRunner(tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def hand_recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the record, the log and the frames of a hand that was watched once, with one question."""
    folder = tmp_path_factory.mktemp("recorded")
    with pytest.MonkeyPatch.context() as patch, (folder / "printed.txt").open("w") as printed, redirect_stdout(printed):
        watch = WatchRunner(folder, patch)
        said = f"six\n{HAND.tricks[3][1][2]}\n"
        assert watch.run(script_of(HAND, doubtful=DOUBTFUL), "--pitcher", "N", "--record", watch.record, said=said) == 0
    return folder


@pytest.fixture
def recorded(hand_recorded: Path, watch: WatchRunner, tmp_path: Path) -> WatchRunner:
    """After that hand was watched: a copy that may be changed."""
    shutil.copytree(hand_recorded, tmp_path, dirs_exist_ok=True)
    return watch


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_record_replays_to_the_same_tricks_and_scores(
    capsys: pytest.CaptureFixture[str], recorded: WatchRunner
) -> None:
    before = recorded.record.with_name("printed.txt").read_text()
    assert recorded.main("--replay", recorded.record) == 0
    after = capsys.readouterr().out
    assert "Which card is it [Enter: 7C]? six\n" in after, "answers are shown as if typed"
    same = [text.replace("]? six", "]? ").replace("]? 7C", "]? ").splitlines()[1:-1] for text in (before, after)]
    assert same[0] == same[1]
    assert after.endswith("table.rec replays to the same 9 tricks.\n")
    first, again = states_of(recorded.log)
    assert tricks_of(again) == tricks_of(first) == list(HAND.tricks)
    assert (again.scores, again.hands) == (first.scores, first.hands)
    assert again.match_id == f"{first.match_id}-replay1", "in a log that has the match already it gets its own name"


def test_a_replay_without_a_log_leaves_the_own_history_alone(
    recorded: WatchRunner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from don.main import main

    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(home))
    assert main(["watch", "--replay", str(recorded.record)]) == 0
    assert list(home.iterdir()) == []


def test_the_record_says_what_was_seen_answered_and_scored(recorded: WatchRunner) -> None:
    header, *lines = lines_of(recorded.record)
    assert (header["record"], header["variant"], header["pitcher"], header["bottom"]) == (
        1,
        "nine_card_lancashire",
        "N",
        "S",
    )
    assert set(header["weights"]) == {"locator", "identifier", "calibration"} and header["app"]
    kinds = [next(iter(line)) for line in lines]
    assert kinds.count("scored") == 9 and kinds.count("answer") == 2 and kinds[-1] == "ended"
    asked = kinds.index("answer")
    assert lines[asked - 1]["event"]["kind"] == "closed" and lines[asked - 1]["event"]["ready"] is False
    assert [line["answer"] for line in lines[asked : asked + 2]] == ["six", str(HAND.tricks[3][1][2])]
    assert kinds[asked + 2] == "scored"


def test_a_kill_in_the_middle_leaves_a_record_that_replays(
    watch: WatchRunner, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_of(HAND)
    recording = ("--pitcher", "N", "--record", watch.record)
    assert watch.run(script, *recording, stop_at=script.t_seconds / 2) == 130
    text = watch.record.read_text(encoding="utf-8")
    watch.record.write_text(text[:-30], encoding="utf-8")
    assert read_record(watch.record).cut
    capsys.readouterr()
    assert watch.main("--replay", watch.record) == 0
    printed = capsys.readouterr().out
    assert "was not written to its end and is left out" in printed
    assert printed.endswith("replays to the same 4 tricks.\n")
    assert tricks_of(watch.state) == list(HAND.tricks[:4])


def test_a_record_that_ends_at_a_question_needs_a_person(
    watch: WatchRunner, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_of(HAND, doubtful=DOUBTFUL)
    assert watch.run(script, "--pitcher", "N", "--record", watch.record, said="six\n") == 3
    assert watch.main("--replay", watch.record) == 3
    assert "Trick 4:" in capsys.readouterr().err
    assert len(tricks_of(watch.state)) == 3


@pytest.mark.slow
def test_what_was_no_trick_is_none_in_the_replay(watch: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    script = TableScript()
    script.wait(3)
    script.lay(Card.parse("2C"), Seat.N)
    script.lay(Card.parse("3C"), Seat.E)
    script.sweep()
    script.wait(20)
    script.hand(HAND)
    assert watch.run(script, "--pitcher", "N", "--record", watch.record, said="no trick\n") == 0
    assert watch.main("--replay", watch.record) == 0
    assert capsys.readouterr().out.endswith("replays to the same 9 tricks.\n")
    assert tricks_of(watch.state) == list(HAND.tricks)


@pytest.mark.slow
def test_a_match_gone_on_with_is_recorded_from_there(watch: WatchRunner) -> None:
    script = script_of(HAND, played(6, Seat.E))
    assert watch.run(script, "--pitcher", "N", "--hands", "1") == 0
    one_hand = script_of(HAND).t_seconds
    on = ("--match", watch.state.match_id, "--from", one_hand, "--record", watch.record, "--bottom", "S")
    assert watch.run(script, *on) == 0
    assert watch.main("--replay", watch.record) == 0
    first, again = states_of(watch.log)
    assert len(tricks_of(again)) == 18 and (again.scores, again.hands) == (first.scores, first.hands)


def test_the_area_is_kept_in_pixels(watch: WatchRunner) -> None:
    assert watch.run(script_of(HAND), "--pitcher", "N", "--record", watch.record, "--area", "0.25,0,1,0.5") == 0
    assert lines_of(watch.record)[0]["area"] == [[16, 0], [64, 0], [64, 24], [16, 24]]
    assert read_record(watch.record).header.view.area == ((16, 0), (64, 0), (64, 24), (16, 24))


def changed(path: Path, line: int, old: str, new: str) -> Path:
    """A copy of the record with something else in one line (from 1)."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in lines[line - 1], lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    copy = path.with_name("changed.rec")
    copy.write_text("".join(lines), encoding="utf-8")
    return copy


@pytest.mark.parametrize(
    ("line", "old", "new", "sentence"),
    [
        (1, '{"record":1', '{"record":9', "is a record in format 9, and this program reads format 1"),
        (1, '{"record":1', '{"recorder":1', "is no record of a watched table"),
        (1, '"bottom":"S"', '"bottom":"X"', "Line 1 of the record"),
        (1, '"event":"match_start"', '"event":"lunch"', "Line 1 of the record"),
        (1, '"budget":0.6', '"haste":0.6', "Line 1 of the record"),
        (2, '{"look"', '{"took"', "Line 2 of the record"),
        (5, '"t":0.6', '"t":0.1', "Line 5 of the record"),
        (3, '"places":[]', '"places":[3]', "Line 3 of the record"),
        (3, '"image"', '"frame"', "'image' is missing"),
        (4, "}", "", "Line 4 of the record"),
    ],
)
def test_a_broken_record_is_refused_by_its_line(
    recorded: WatchRunner, capsys: pytest.CaptureFixture[str], line: int, old: str, new: str, sentence: str
) -> None:
    assert sentence in refused(capsys, "watch", "--replay", changed(recorded.record, line, old, new))


def test_a_record_of_something_else_is_told(recorded: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    lines = lines_of(recorded.record)
    scored = next(number for number, line in enumerate(lines, 1) if "scored" in line)
    first, *_, last = (str(card) for card in HAND.tricks[0][1])
    other = changed(recorded.record, scored, f'"{last}"', '"AD"' if last != "AD" else '"KD"')
    sentence = refused(capsys, "watch", "--replay", other)
    assert sentence.startswith(f"don: Line {scored} of the record changed.rec has hand 1, trick 1: N led {first} ")
    assert sentence.endswith(f" {last}.")


def test_tricks_that_are_not_seen_any_more_are_told(recorded: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    text = recorded.record.read_text(encoding="utf-8")
    last = text[text.rindex('{"scored"') :].splitlines()[0]
    recorded.record.write_text(f"{text}{last}\n", encoding="utf-8")
    assert recorded.main("--replay", recorded.record) == 2
    assert "has 1 more tricks than are seen now" in capsys.readouterr().err


def test_wrong_places_for_records_are_refused(recorded: WatchRunner, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    watch = ("watch", "--log", recorded.log, "--fps", 5, "--pitcher", "N")
    assert "is there already" in refused(capsys, *watch, "--record", recorded.record, recorded.frames)
    nowhere = recorded.record.parent / "nowhere" / "a.rec"
    assert "There is no folder" in refused(capsys, *watch, "--record", nowhere, recorded.frames)
    assert "can't be read" in refused(capsys, "watch", "--replay", nowhere)
    empty = recorded.record.with_name("empty.rec")
    empty.write_bytes(b"")
    assert "is no record" in refused(capsys, "watch", "--replay", empty)
    empty.write_bytes(b"\xff\xfe\x00\n")
    assert "is no record" in refused(capsys, "watch", "--replay", empty)
    assert "name no SOURCE" in refused(capsys, "watch", "--replay", recorded.record, recorded.frames)
    assert "name no SOURCE" in refused(capsys, "watch", "--replay", recorded.record, "--pitcher", "N")
    assert len(states_of(recorded.log)) == 1, "nothing was begun"
