"""A damaged or lost log is put right: the newest good backup, and what can still be read of it."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from log_evenings import DAY, FRIDAY, TRICKS, enter, named, spoil, with_backup
from scorer_table import play

from scorer.log_backups import back_up, backup_folder, backups, put_aside
from scorer.log_file import LogError
from scorer.log_opening import open_log
from scorer.log_pictures import PictureRule, keep, picture_of, rule_of, set_rule
from scorer.log_restore import Loss, put_back, restore
from scorer.log_twins import mark_twins, say_apart
from scorer.matchlog import LogRow, MatchLog


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "don.sqlite3"


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
        back_up(log, FRIDAY + 3 * DAY)
    spoil(backups(path)[1].path, slice(4096, None))
    spoil(backups(path)[0].path, slice(0, None))
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


def test_entries_that_could_not_have_happened_and_matches_without_a_beginning_are_lost(path: Path) -> None:
    """The check sums are right, but the referee does not follow; nor is anything kept that belongs to no match."""
    for match_id in ("m1", "m2", "m3"):
        enter(path, match_id, named(match_id, *TRICKS), FRIDAY)
    with MatchLog(path) as log:
        log.add("m1", [LogRow(7, "2026-03-06T20:00:00.000Z", "0.1.0", TRICKS[0])])
        set_rule(log, "m1")
        log.file.execute("INSERT INTO pictures VALUES (1, 4, '', x'00')")
        mark_twins(log, "m2", "m1", FRIDAY, "Ann")
    db = sqlite3.connect(path)
    for trigger in ("events_no_update", "events_no_delete"):
        db.execute(f"DROP TRIGGER {trigger}")
    db.execute("UPDATE events SET crc = 0 WHERE match = 2 AND seq = 1")
    db.execute("DELETE FROM events WHERE match = 3 AND seq = 4")
    db.execute("INSERT INTO twins VALUES (99, 1, '', '')")
    db.commit()
    db.close()
    restored = restore(path, FRIDAY + DAY)
    assert (restored.matches, restored.entries, restored.pictures) == (2, 9, 0)
    assert restored.lost == (Loss("m1", 7, 7), Loss("m2", 1, 6), Loss("m3", 4, 6))
    with MatchLog(path) as log:
        assert log.file.value("SELECT count(*) FROM twins") == 0


@pytest.mark.slow
def test_a_damaged_list_of_matches_is_read_match_by_match(path: Path) -> None:
    """A page in the middle of the list is spoilt: the matches after it are found by their numbers."""
    with MatchLog(path) as log, log.file.transaction():
        for number in range(1, 401):
            name = f"{number:08d}-0000-4000-8000-000000000000"
            log.add(name, [LogRow(1, "2026-03-06T20:00:00.000Z", "0.1.0", named(name)[0])])
    whole = path.read_bytes()
    page = next(
        place for place in range(2, len(whole) // 4096) if b"00000200-0000" in whole[place * 4096 : (place + 1) * 4096]
    )
    spoil(path, slice(page * 4096, (page + 1) * 4096))
    restored = restore(path, FRIDAY + DAY)
    assert not restored.complete and 200 < restored.matches < 400


def test_a_backup_is_put_back_and_what_the_log_was_is_kept(path: Path) -> None:
    with_backup(path)
    (backup,) = backups(path)
    with MatchLog(path) as log:
        entries = {match.match_id: log.rows(match.match_id) for match in log.matches()}
    aside = put_back(path, backup, FRIDAY + 2 * DAY)
    with open_log(path, FRIDAY + 2 * DAY) as log:
        assert [match.match_id for match in log.matches()] == ["m1"]
    (backup_folder(path) / "before-restore-no-time.db").write_bytes(b"")
    assert put_aside(path) == (aside,) and aside not in backups(path)
    with MatchLog(aside.path) as log:
        assert {match.match_id: log.rows(match.match_id) for match in log.matches()} == entries
    put_back(path, aside, FRIDAY + 3 * DAY)
    with MatchLog(path) as log:
        assert {match.match_id: log.rows(match.match_id) for match in log.matches()} == entries


def test_a_damaged_backup_is_not_put_back(path: Path) -> None:
    with_backup(path)
    (backup,) = backups(path)
    good = backup.path.read_bytes()
    spoil(backup.path, slice(0, None))
    with pytest.raises(LogError, match="nothing was changed") as error:
        put_back(path, backup, FRIDAY + 2 * DAY)
    assert error.value.code == "BACKUP_DAMAGED"
    backup.path.unlink()
    with pytest.raises(LogError) as error:
        put_back(path, backup, FRIDAY + 2 * DAY)
    assert error.value.code == "RESTORE_FAILED"
    backup.path.write_bytes(good)
    with MatchLog(path) as log:
        assert [match.match_id for match in log.matches()] == ["m1", "m2"]
