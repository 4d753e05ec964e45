"""Backups of the log: when they are made, which are kept, and what an opening does beside."""

import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from log_evenings import DAY, FRIDAY, HOUR, TRICKS, enter, named, spoil

from scorer.log_backups import back_up, backup_folder, backups, is_due, kept
from scorer.log_file import LogError
from scorer.log_opening import open_log
from scorer.log_pictures import keep, set_rule, used_bytes
from scorer.matchlog import MatchLog
from scorer.referee import Admission

STORED = Path(__file__).parent / "logs"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "don.sqlite3"


def names(path: Path) -> list[str]:
    return [backup.path.name for backup in backups(path)]


def test_a_backup_is_made_at_the_first_opening_half_a_day_after_an_evening(path: Path) -> None:
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    open_log(path, FRIDAY + 2 * HOUR).close()
    assert names(path) == [] and not backup_folder(path).exists()
    open_log(path, FRIDAY + 13 * HOUR).close()
    assert names(path) == ["20260307T090000Z.db"]
    open_log(path, FRIDAY + 3 * DAY).close()
    assert names(path) == ["20260307T090000Z.db"], "nothing was entered since"
    enter(path, "m2", named("m2"), FRIDAY + 3 * DAY)
    open_log(path, FRIDAY + 4 * DAY).close()
    assert names(path) == ["20260310T200000Z.db", "20260307T090000Z.db"]
    with MatchLog(backups(path)[0].path) as copy, MatchLog(path) as log:
        assert [copy.rows(name) for name in ("m1", "m2")] == [log.rows(name) for name in ("m1", "m2")]
        assert copy.file.check() is None


def test_an_empty_log_is_never_due(path: Path) -> None:
    with open_log(path, FRIDAY) as log:
        assert not is_due(log, FRIDAY + 100 * DAY)


def test_what_comes_from_another_log_is_backed_up_however_old_it_is(path: Path, tmp_path: Path) -> None:
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    enter(tmp_path / "phone.sqlite3", "m2", named("m2", *TRICKS), FRIDAY - 100 * DAY)
    with MatchLog(tmp_path / "phone.sqlite3") as phone:
        rows = phone.rows("m2")
    open_log(path, FRIDAY + DAY).close()
    with open_log(path, FRIDAY + DAY) as log:
        log.add("m2", rows)
    open_log(path, FRIDAY + DAY + 11 * HOUR).close()
    assert len(backups(path)) == 1, "the last one is not half a day old"
    open_log(path, FRIDAY + 2 * DAY).close()
    with MatchLog(backups(path)[0].path) as copy:
        assert copy.rows("m2") == rows


def test_a_picture_a_removal_or_a_spoiled_backup_makes_a_backup_due(path: Path) -> None:
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    enter(path, "m2", named("m2"), FRIDAY)
    with MatchLog(path) as log:
        back_up(log, FRIDAY + DAY)
        assert not is_due(log, FRIDAY + 9 * DAY)
        set_rule(log, "m1")
        assert is_due(log, FRIDAY + 9 * DAY)
        back_up(log, FRIDAY + 2 * DAY)
        log.remove("m2")
        assert is_due(log, FRIDAY + 9 * DAY)
        target = back_up(log, FRIDAY + 3 * DAY)
        assert not is_due(log, FRIDAY + 9 * DAY)
        target.write_bytes(b"no backup")
        assert is_due(log, FRIDAY + 9 * DAY)


def test_a_backup_wherever_one_likes(path: Path, tmp_path: Path) -> None:
    enter(path, "m1", named("m1"), FRIDAY)
    with open_log(path, FRIDAY) as log:
        target = back_up(log, FRIDAY, tmp_path / "stick.db")
        for place, why in ((tmp_path / "no folder", "there is no folder"), (Path("/proc"), "/proc can't be written")):
            with pytest.raises(LogError, match="could not be made") as error:
                back_up(log, FRIDAY, place / "stick.db")
            assert error.value.code == "BACKUP_FAILED" and why in str(error.value)
    with MatchLog(target) as copy:
        assert len(copy.events("m1")) == 3
    assert names(path) == [] and sorted(p.name for p in tmp_path.iterdir()) == ["don.sqlite3", "stick.db"]


def test_which_backups_are_kept() -> None:
    """The newest of each of the last seven days, and of each of the last four weeks; the newest of all always."""
    times = [FRIDAY - n * 12 * HOUR for n in range(200)]
    sundays = {datetime(2026, 3, 1, 20, tzinfo=UTC) - n * 7 * DAY for n in range(3)}
    assert kept(times, FRIDAY) == {FRIDAY - n * DAY for n in range(7)} | sundays
    assert kept(times, FRIDAY + 900 * DAY) == {FRIDAY}
    assert kept([], FRIDAY) == set()


def test_old_backups_go_when_a_new_one_is_made(path: Path) -> None:
    enter(path, "m1", named("m1"), FRIDAY)
    for day in range(40):
        with MatchLog(path) as log:
            back_up(log, FRIDAY + day * DAY)
    (backup_folder(path) / "my notes.db").touch()
    (backup_folder(path) / "20200101T000000Z.db").mkdir()
    with MatchLog(path) as log:
        back_up(log, FRIDAY + 39 * DAY)
    assert names(path)[-1].startswith("2020"), "what can't be removed stays, and stops nothing"
    (backup_folder(path) / "20200101T000000Z.db").rmdir()
    days = [name[4:8] for name in names(path)]
    assert days == ["0414", "0413", "0412", "0411", "0410", "0409", "0408", "0405", "0329"]
    assert (backup_folder(path) / "my notes.db").exists(), "what is no backup of ours is left alone"


def test_a_backup_that_fails_stops_nothing_and_is_told(path: Path) -> None:
    enter(path, "m1", named("m1"), FRIDAY)
    backup_folder(path).write_text("in the way", encoding="utf-8")
    enter(path, "m2", named("m2"), FRIDAY)
    with open_log(path, FRIDAY + DAY) as log:
        assert len(log.notices) == 1 and "could not be made" in log.notices[0]
        assert isinstance(log.record("m1", TRICKS[0], FRIDAY + DAY), Admission)


def test_a_log_of_an_earlier_form_is_copied_before_it_is_brought_up(path: Path) -> None:
    shutil.copy(STORED / "schema1.sqlite3", path)
    open_log(path, datetime(2026, 3, 22, tzinfo=UTC)).close()
    kept_copy = backup_folder(path) / "before-form-2-20260322T000000Z.db"
    with sqlite3.connect(kept_copy) as old:
        assert old.execute("PRAGMA user_version").fetchone()[0] == 1
        assert old.execute("SELECT count(*) FROM events").fetchone()[0] == 806
    old.close()


def test_pictures_go_after_their_days(path: Path) -> None:
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    with open_log(path, FRIDAY) as log:
        set_rule(log, "m1", days=3)
        keep(log, "m1", 4, b"\xff\xd8\xff\xe0\xff\xd9", FRIDAY)
    with open_log(path, FRIDAY + 2 * DAY) as log:
        assert used_bytes(log) == 6
    with open_log(path, FRIDAY + 4 * DAY) as log:
        assert used_bytes(log) == 0 and log.notices == []


def test_an_opening_that_is_stopped_lets_go_of_the_log(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    enter(path, "m1", named("m1"), FRIDAY)
    monkeypatch.setattr("scorer.log_opening.ALWAYS_CHECKED", 0)
    said: list[str] = []

    def stop(sentence: str) -> None:
        said.append(sentence)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_log(path, FRIDAY + DAY, tell=stop)
    assert len(said) == 1 and "is being checked and backed up (0 MB)" in said[0]
    open_log(path, FRIDAY + DAY, tell=said.append).close()
    assert len(said) == 2 and len(names(path)) == 1


def test_pictures_that_can_t_be_removed_stop_nothing(path: Path) -> None:
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    with open_log(path, FRIDAY) as log:
        set_rule(log, "m1", days=3)
        keep(log, "m1", 4, b"\xff\xd8\xff\xe0\xff\xd9", FRIDAY)
        log.file.execute("CREATE TRIGGER stop BEFORE DELETE ON pictures BEGIN SELECT RAISE(ABORT, 'the plug'); END")
    with open_log(path, FRIDAY + 4 * DAY) as log:
        assert len(log.notices) == 1 and "the plug" in log.notices[0]
        assert used_bytes(log) == 6


def test_no_backup_is_made_of_a_damaged_log(path: Path, tmp_path: Path) -> None:
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    spoil(path, slice(-4096, None))
    with MatchLog(path) as log, pytest.raises(LogError) as error:
        back_up(log, FRIDAY, tmp_path / "stick.db")
    assert error.value.code == "LOG_DAMAGED" and not (tmp_path / "stick.db").exists()
