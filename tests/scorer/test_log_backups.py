"""Backups of the log: when they are made, which are kept, and how a damaged log is got back (issue: nothing lost)."""

import shutil
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from scorer_table import dealt, play, trick

from scorer.events import Event, MatchStart
from scorer.log_backups import back_up, backup_folder, backups, is_due, kept
from scorer.log_file import LogError
from scorer.log_opening import open_log
from scorer.log_pictures import PictureRule, keep, picture_of, rule_of, set_rule, used_bytes
from scorer.log_restore import Loss, restore
from scorer.log_twins import mark_twins, say_apart
from scorer.matchlog import MatchLog
from scorer.referee import Admission

STORED = Path(__file__).parent / "logs"
FRIDAY = datetime(2026, 3, 6, 20, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TRICKS = (trick("N", "AH 2H 3H 4H"), trick("N", "KH 5H 6H 7H"), trick("N", "QH 8H 9H 10H"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "don.sqlite3"


def named(match_id: str, *more: Event) -> list[Event]:
    start, *rest = dealt()
    assert isinstance(start, MatchStart)
    return [type(start)(match_id, *(getattr(start, name) for name in start.__slots__[1:])), *rest, *more]


def enter(path: Path, match_id: str, events: list[Event], at: datetime) -> None:
    with open_log(path, at) as log:
        for event in events:
            answer = log.record(match_id, event, at)
            assert isinstance(answer, Admission), answer


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


# Damage


def with_backup(path: Path) -> bytes:
    """A log with two matches, one backup after the first, and the bytes of the log as it is now."""
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    open_log(path, FRIDAY + DAY).close()
    enter(path, "m1", [play("N", "JH")], FRIDAY + DAY)
    enter(path, "m2", named("m2", *TRICKS), FRIDAY + DAY)
    return path.read_bytes()


def spoil(path: Path, pages: slice) -> None:
    data = bytearray(path.read_bytes())
    data[pages] = b"\xa5" * len(data[pages])
    path.write_bytes(data)


def test_a_damaged_log_says_how_to_get_it_back(path: Path) -> None:
    with_backup(path)
    spoil(path, slice(5000, None))
    before = path.read_bytes()
    with pytest.raises(LogError) as error:
        open_log(path, FRIDAY + 2 * DAY)
    assert error.value.code == "LOG_DAMAGED_BACKUP"
    assert "don log restore puts back the backup of 07 March 2026, 20:00 UTC" in str(error.value)
    assert path.read_bytes() == before
    shutil.rmtree(backup_folder(path))
    with pytest.raises(LogError, match="don log restore saves all that can still be read") as error:
        open_log(path, FRIDAY + 2 * DAY)
    assert error.value.code == "LOG_DAMAGED"


def test_where_nothing_can_be_read_the_backup_is_put_back(path: Path) -> None:
    with_backup(path)
    spoil(path, slice(0, None))
    before = path.read_bytes()
    restored = restore(path, FRIDAY + 2 * DAY)
    assert restored.backup is not None and restored.backup.at == FRIDAY + DAY
    assert (restored.matches, restored.entries, restored.saved, restored.unread) == (1, 6, 0, True)
    assert restored.aside is not None and restored.aside.read_bytes() == before
    with open_log(path, FRIDAY + 2 * DAY) as log:
        assert log.events("m1") == tuple(named("m1", *TRICKS))


def test_what_can_still_be_read_is_saved_beside_the_backup(path: Path) -> None:
    """An entry altered in a match begun after the backup: its match is saved up to there, all else whole."""
    with_backup(path)
    db = sqlite3.connect(path)
    db.execute("DROP TRIGGER events_no_update")
    db.execute("UPDATE events SET body = replace(body, '8H', '9D') WHERE match = 2 AND seq = 6")
    db.execute("DELETE FROM sqlite_sequence")
    db.commit()
    db.close()
    restored = restore(path, FRIDAY + 2 * DAY)
    assert restored.backup is not None and not restored.unread
    assert (restored.matches, restored.entries, restored.saved) == (2, 12, 6)
    assert restored.lost == (Loss("m2", 6, 6),)
    with open_log(path, FRIDAY + 2 * DAY) as log:
        assert log.events("m1") == tuple(named("m1", *TRICKS, play("N", "JH")))
        assert log.events("m2") == tuple(named("m2", *TRICKS[:2]))
        assert log.rows("m2")[0].at_utc == "2026-03-07T20:00:00.000Z"
    with pytest.raises(LogError, match="is whole") as error:
        restore(path, FRIDAY + 2 * DAY)
    assert error.value.code == "LOG_IS_WHOLE"


def test_any_page_may_be_damaged(path: Path) -> None:
    """Each page of a log spoiled in turn: never less than the backup, never an entry that was not made."""
    whole = with_backup(path)
    saved_all = 0
    for page in range(len(whole) // 4096):
        path.write_bytes(whole)
        spoil(path, slice(page * 4096, (page + 1) * 4096))
        try:
            restored = restore(path, FRIDAY + 2 * DAY)
        except LogError as error:
            assert error.code == "LOG_IS_WHOLE", "a page that holds nothing yet"
            continue
        assert restored.backup is not None
        with MatchLog(path) as log:
            events, more = log.events("m1"), log.events("m2")
        assert events in (tuple(named("m1", *TRICKS)), tuple(named("m1", *TRICKS, play("N", "JH"))))
        assert more == tuple(named("m2", *TRICKS))[: len(more)]
        saved_all += restored.saved == 7
        assert restored.saved == 7 or restored.unread or restored.lost or not restored.complete
    assert saved_all


def test_without_a_backup_what_can_be_read_is_all(path: Path) -> None:
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    db = sqlite3.connect(path)
    db.execute("DROP TRIGGER events_no_update")
    db.execute("UPDATE events SET crc = 0 WHERE seq = 5")
    db.commit()
    db.close()
    restored = restore(path, FRIDAY + DAY)
    assert restored.backup is None and (restored.matches, restored.entries, restored.saved) == (1, 4, 4)
    assert restored.lost == (Loss("m1", 5, 6),)


def test_a_spoiled_backup_is_passed_over(path: Path) -> None:
    with_backup(path)
    with MatchLog(path) as log:
        back_up(log, FRIDAY + 2 * DAY)
    spoil(backups(path)[0].path, slice(4096, None))
    path.write_bytes(b"")
    spoil(path, slice(0, 0))
    path.write_bytes(b"\0" * 9000)
    restored = restore(path, FRIDAY + 3 * DAY)
    assert restored.backup is not None and restored.backup.at == FRIDAY + DAY


def test_a_log_that_is_gone_is_not_begun_anew_in_silence(path: Path) -> None:
    with_backup(path)
    path.unlink()
    with pytest.raises(LogError, match="is not there, but backups of it are") as error:
        open_log(path, FRIDAY + 2 * DAY)
    assert error.value.code == "LOG_GONE" and not path.exists()
    restored = restore(path, FRIDAY + 2 * DAY)
    assert restored.aside is None and restored.unread and restored.entries == 6
    with open_log(path, FRIDAY + 2 * DAY) as log:
        assert len(log.events("m1")) == 6


def test_what_can_t_be_restored(path: Path) -> None:
    with pytest.raises(LogError) as error:
        restore(path, FRIDAY)
    assert error.value.code == "LOG_NO_BACKUP" and not list(path.parent.iterdir())
    enter(path, "m1", named("m1"), FRIDAY)
    with MatchLog(path), pytest.raises(LogError) as error:
        restore(path, FRIDAY)
    assert error.value.code == "LOG_LOCKED"
    spoil(path, slice(28, 32))
    before = path.read_bytes()
    path.with_name("don.sqlite3.damaged-20260306T200000Z").mkdir()
    with pytest.raises(LogError, match="all files are as they were") as error:
        restore(path, FRIDAY)
    assert error.value.code == "RESTORE_FAILED" and path.read_bytes() == before


def test_pictures_go_after_their_days(path: Path) -> None:
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    with open_log(path, FRIDAY) as log:
        set_rule(log, "m1", days=3)
        keep(log, "m1", 4, b"\xff\xd8\xff\xe0\xff\xd9", FRIDAY)
    with open_log(path, FRIDAY + 2 * DAY) as log:
        assert used_bytes(log) == 6
    with open_log(path, FRIDAY + 4 * DAY) as log:
        assert used_bytes(log) == 0 and log.notices == []


def test_what_is_no_log_is_left_as_it_is(path: Path) -> None:
    """A wrong name, for instance of a season's file, must not become an empty log."""
    path.write_text("name = 'Thursday league'\n" * 500, encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(LogError, match="is not a match log") as error:
        restore(path, FRIDAY)
    assert error.value.code == "LOG_NOT_A_LOG"
    assert path.read_bytes() == before and [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_where_nothing_can_be_saved_all_stays(path: Path) -> None:
    enter(path, "m1", named("m1"), FRIDAY)
    spoil(path, slice(4096, None))
    before = path.read_bytes()
    with pytest.raises(LogError, match="nothing of it can be read; it is left as it is") as error:
        restore(path, FRIDAY)
    assert error.value.code == "RESTORE_NOTHING" and path.read_bytes() == before


def test_a_first_page_that_is_lost_costs_nothing(path: Path) -> None:
    """It has the header and the names of the tables: the same as in any log of this form."""
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    enter(path, "m2", named("m2", *TRICKS), FRIDAY)
    whole = path.read_bytes()
    for lost in (slice(0, 100), slice(0, 4096), slice(100, 4096), slice(16, 18), slice(28, 32)):
        path.write_bytes(whole)
        spoil(path, lost)
        restored = restore(path, FRIDAY + DAY)
        assert (restored.backup, restored.entries, restored.lost, restored.complete) == (None, 12, (), True), lost


def test_a_file_cut_short_gives_what_is_before_the_cut(path: Path) -> None:
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    for number in range(2, 30):
        enter(path, f"m{number}", named(f"m{number}", *TRICKS), FRIDAY)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 3 // 4 - 700])
    restored = restore(path, FRIDAY + DAY)
    assert restored.backup is None and restored.entries >= 100
    assert restored.lost or not restored.complete


def test_pictures_and_what_was_said_of_twins_are_saved_and_deleted_matches_named(path: Path) -> None:
    for match_id in ("m1", "m2", "m3", "m4"):
        enter(path, match_id, named(match_id, *TRICKS), FRIDAY)
    open_log(path, FRIDAY + DAY).close()
    with MatchLog(path) as log:
        set_rule(log, "m2", days=30)
        keep(log, "m2", 4, b"\xff\xd8\xff\xe0 m2 \xff\xd9", FRIDAY)
        mark_twins(log, "m3", "m2", FRIDAY, "Ann")
        say_apart(log, "m4", "m2", FRIDAY, "Ann")
        log.remove("m1")
    db = sqlite3.connect(path)
    db.execute("DROP TRIGGER events_no_update")
    db.execute("UPDATE events SET crc = 0 WHERE match = 4 AND seq = 6")
    db.commit()
    db.close()
    restored = restore(path, FRIDAY + DAY)
    assert (restored.pictures, restored.returned, restored.saved, restored.lost) == (1, ("m1",), 0, ())
    with MatchLog(path) as log:
        assert picture_of(log, "m2", 4) == b"\xff\xd8\xff\xe0 m2 \xff\xd9"
        assert rule_of(log, "m2") == PictureRule(10_000_000, 30)
        assert log.file.execute("SELECT match, same_as, said_by FROM twins") == [(3, 2, "Ann")]
        assert log.file.execute("SELECT said_by FROM not_twins") == [("Ann",)]


def test_what_another_database_wrote_ahead_is_left_out(path: Path, tmp_path: Path) -> None:
    enter(path, "m1", named("m1", *TRICKS), FRIDAY)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("CREATE TABLE shopping (item TEXT)")
    other.commit()
    shutil.copy(tmp_path / "other.db-wal", f"{path}-wal")
    other.close()
    restored = restore(path, FRIDAY + DAY)
    assert (restored.entries, restored.lost, restored.complete) == (6, (), True)
