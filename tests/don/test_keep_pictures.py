"""Kept pictures at the commands: off unless asked for, each tied to its trick, a trick never lost for one."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from enter_table import BURNLEY, ROWS, Table
from pictures_folder import bundled_hand, refused
from table_script import TableScript, played, script_of
from test_enter_watched import SKIPPED, TWICE, Watched
from watch_runner import WatchRunner

from don.main import main
from mobile.kept_pictures import MOST_BYTES, small_jpeg
from models.looks import Look
from models.picture import decode_picture
from models.reader import CardReader
from scorer.log_pictures import (
    BUDGET_BYTES,
    PictureRule,
    keep,
    picture_of_trick,
    pictures,
    rule_of,
    set_rule,
    used_bytes,
)
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.trick_entries import entry_of_trick

SCORE = ("score", "--variant", "nine_card_lancashire", "--pitcher", "N", "--no-input")
AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)
KEPT = "A small picture of each trick is kept"


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    """A copy of the bundled hand's nine pictures."""
    return bundled_hand(tmp_path)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.mark.slow
def test_score_keeps_a_picture_of_each_trick(capsys: pytest.CaptureFixture[str], hand: Path, log: Path) -> None:
    """Each kept picture shows the four cards of its trick to the reader, small as it is."""
    assert main([*SCORE, "--keep-pictures", "--log", str(log), str(hand)]) == 0
    assert f"{KEPT} as long as the match, up to 10 MB." in capsys.readouterr().out
    reader = CardReader.load()
    with MatchLog(log) as kept:
        (match,) = kept.matches()
        tricks = kept.state(match.match_id).hands[0].tricks
        assert len(pictures(kept, match.match_id)) == 9 and used_bytes(kept) <= 9 * MOST_BYTES
        for trick in tricks:
            jpeg = picture_of_trick(kept, match.match_id, 1, trick.number)
            assert jpeg is not None
            shown = reader.read(decode_picture(jpeg)).cards
            assert shown >= set(trick.cards)


@pytest.mark.parametrize("command", [SCORE, ("watch", "--pitcher", "N"), ("enter",)])
def test_what_can_not_be_said_of_kept_pictures(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str], hand: Path, log: Path
) -> None:
    source = [] if command[0] == "enter" else [hand]
    for said, sentence in (
        (("--keep-days", 3), "add --keep-pictures"),
        (("--keep-mb", 3), "add --keep-pictures"),
        (("--keep-pictures", "--keep-days", 0), "choose 1 to 36500"),
        (("--keep-pictures", "--keep-mb", 0), "from 0.05 to 1000"),
        (("--keep-pictures", "--keep-mb", "nan"), "from 0.05 to 1000"),
    ):
        assert sentence in refused(capsys, *command, *said, "--log", log, *source)
    assert not log.exists(), "nothing was begun"


# A table that is watched


def drawn(look: Look) -> np.ndarray:
    """A frame of a look: an index is a bright patch, of a brightness of its own for each place."""
    frame = np.full((480, 640, 3), 40, np.uint8)
    for place in look.places:
        if place.state == "seen":
            x0, y0, x1, y1 = (round(v) for v in place.box_xyxy)
            frame[y0:y1, x0:x1] = (255, 255, 255)
    return frame


def films(script: TableScript, folder: Path) -> None:
    folder.mkdir()
    for number, look in enumerate(script.looks):
        cv2.imwrite(str(folder / f"{number}.png"), drawn(look))


def patches(jpeg: bytes) -> int:
    """How many bright patches a picture has."""
    grey = cv2.cvtColor(decode_picture(jpeg), cv2.COLOR_BGR2GRAY)
    return cv2.connectedComponents((grey > 150).astype(np.uint8))[0] - 1


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WatchRunner:
    return WatchRunner(tmp_path, monkeypatch)


@pytest.mark.slow
def test_watch_keeps_the_frame_in_which_the_trick_was_complete(
    runner: WatchRunner, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_of(played(3))
    films(script, runner.frames)
    assert runner.run(script, "--pitcher", "N", "--keep-pictures", "--keep-days", 7) == 0
    assert f"{KEPT} for 7 days, up to {BUDGET_BYTES / 1e6:g} MB." in capsys.readouterr().out
    with MatchLog(runner.log) as kept:
        name = kept.matches()[0].match_id
        assert len(pictures(kept, name)) == 9
        for trick in range(1, 10):
            jpeg = picture_of_trick(kept, name, 1, trick)
            assert jpeg is not None and patches(jpeg) == 8, "all eight corners: no hand has begun to sweep"
            assert max(decode_picture(jpeg).shape[:2]) < 480, "cut to the cards"


@pytest.mark.slow
def test_the_rule_stays_with_the_match_and_costs_no_trick(
    runner: WatchRunner, capsys: pytest.CaptureFixture[str]
) -> None:
    script = script_of(played(3), played(4, Seat.E), played(5, Seat.S))
    films(script, runner.frames)
    assert runner.run(script, "--pitcher", "N", "--hands", 1) == 0
    told = capsys.readouterr()
    with MatchLog(runner.log) as kept:
        name = kept.matches()[0].match_id
        assert rule_of(kept, name) is None and used_bytes(kept) == 0 and KEPT not in told.out
        set_rule(kept, name, 500)
    assert runner.run(script, "--match", name[:8], "--from", begin(told.err), "--hands", 1) == 0
    told = capsys.readouterr()
    assert f"{KEPT} as long as the match, up to 0.0005 MB." in told.out
    assert told.out.count("all pictures of the match may have 500") == 9
    with MatchLog(runner.log) as kept:
        assert [len(hand.tricks) for hand in kept.state(name).hands] == [9, 9] and used_bytes(kept) == 0
    more = ("--keep-pictures", "--keep-mb", 0.05)
    assert runner.run(script, "--match", name, "--from", begin(told.err), *more) == 0
    with MatchLog(runner.log) as kept:
        assert rule_of(kept, name) == PictureRule(50_000, None)
        assert picture_of_trick(kept, name, 3, 9) is not None and picture_of_trick(kept, name, 2, 9) is None


def begin(told: str) -> str:
    """Where the next hand begins, as the command that goes on has it."""
    return told.split(" --from ")[1].split()[0]


def test_a_record_has_no_pictures_to_keep(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "watch", "--replay", tmp_path / "table.rec", "--keep-pictures")
    assert "name no SOURCE and none of its options" in said


# Blind Don


@pytest.mark.slow
def test_enter_keeps_what_the_watched_table_showed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second trick is seen in part and entered by hand: what was seen of it is no picture of it."""
    watched = Watched(tmp_path, monkeypatch, Table(tmp_path, monkeypatch, capsys))
    films(TWICE, tmp_path / "frames")
    assert watched.enter(TWICE, *BURNLEY, "--keep-pictures", said=(*SKIPPED, "6H 3H")) == 0
    assert watched.tricks == ["N KD AD", "S 6H 3H", "S 9C 2C"] and KEPT in watched.table.out
    with MatchLog(watched.table.log) as kept:
        name = kept.matches()[0].match_id
        shown = [picture_of_trick(kept, name, 1, trick) for trick in (1, 2, 3)]
    assert [jpeg is not None and patches(jpeg) for jpeg in shown] == [4, False, 4]


def test_pictures_are_kept_of_a_table_that_is_watched(capsys: pytest.CaptureFixture[str], log: Path) -> None:
    assert "add --watch SOURCE" in refused(capsys, "enter", "--keep-pictures", *BURNLEY, "--log", log)


def test_a_stack_that_is_put_right_leaves_the_pictures_with_their_tricks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All entries from the wrong one on are recorded again."""
    table = Table(tmp_path, monkeypatch, capsys)
    assert table.enter(*BURNLEY, said=(*ROWS, "KD AD", "4D", "9S", "stop")) == 0
    jpeg = small_jpeg(np.zeros((40, 40, 3), np.uint8))
    with MatchLog(table.log) as kept:
        set_rule(kept, table_match := kept.matches()[0].match_id)
        first = entry_of_trick(kept.events(table_match), 1, 1)
        assert first is not None
        keep(kept, table_match, first, jpeg, AT)
    assert table.enter("--match", table_match, said=("stack N 3 9H", "stop")) == 0
    with MatchLog(table.log) as kept:
        (now,) = pictures(kept, table_match)
        assert now.seq > first and picture_of_trick(kept, table_match, 1, 1) == jpeg
