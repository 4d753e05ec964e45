"""Everything in one file and in again, backups put back, a log that can't be opened: without a window."""

import json
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from history_evenings import FIRST, evenings, play_match
from window_driver import TestClock

from mobile import background, log_care
from mobile.background import StoppedError, Work, finish_all
from mobile.companion import Companion
from mobile.folders import checked_name, rows_of, shortcuts, size_words
from mobile.players import SessionError
from mobile.taken_in import taken_in_words
from scorer.errors import DonError
from scorer.exchange import ExchangeError, WrongMatchError
from scorer.log_file import LogError
from scorer.log_pictures import keep, picture_of, set_rule
from scorer.matchlog import MatchLog

JPEG = b"\xff\xd8\xff\xe0picture\xff\xd9"


def nothing(_made: int, _of: int) -> None:
    """Nobody is told."""


def companion_of(log: MatchLog) -> Companion:
    return Companion(log, log.path.parent, TestClock())


def contents(log: MatchLog) -> dict[str, object]:
    return {match.match_id: log.rows(match.match_id) for match in log.matches()}


@pytest.fixture
def filled(tmp_path: Path) -> Companion:
    (tmp_path / "old").mkdir()
    return companion_of(evenings(tmp_path / "old", 3))


@pytest.fixture
def new(tmp_path: Path) -> Companion:
    (tmp_path / "new").mkdir()
    return companion_of(MatchLog(tmp_path / "new" / log_care.LOG_NAME))


# Out and in


@pytest.mark.slow
def test_a_new_phone_gets_everything_from_one_file(filled: Companion, new: Companion, tmp_path: Path) -> None:
    match_id = filled.log.matches()[0].match_id
    set_rule(filled.log, match_id)
    keep(filled.log, match_id, 4, JPEG, FIRST)
    told: list[tuple[int, int]] = []
    left_out = log_care.export_all(filled.log, tmp_path / "all.json", lambda made, of: told.append((made, of)))
    assert left_out == [] and told == [(1, 3), (2, 3), (3, 3)]
    taken = log_care.import_file(new, tmp_path / "all.json", nothing)
    assert contents(new.log) == contents(filled.log) and picture_of(new.log, match_id, 4) == JPEG
    assert taken_in_words(taken) == ["Matches in the file: 3", "New here: 3", "Kept pictures: 1"]
    again = log_care.import_file(new, tmp_path / "all.json", nothing)
    assert taken_in_words(again) == ["Matches in the file: 3", "Were here already: 3"]
    assert contents(new.log) == contents(filled.log)


def test_an_empty_log_has_nothing_to_write(new: Companion, tmp_path: Path) -> None:
    with pytest.raises(SessionError, match="no match yet"):
        log_care.export_all(new.log, tmp_path / "all.json")
    assert not (tmp_path / "all.json").exists()


@pytest.mark.slow
def test_matches_told_differently_are_named(filled: Companion, new: Companion, tmp_path: Path) -> None:
    log_care.export_all(filled.log, tmp_path / "all.json")
    log_care.import_file(new, tmp_path / "all.json", nothing)
    running = filled.log.matches()[-1].match_id
    for companion in (filled, new):
        companion.resume(running)
        assert companion.book is not None
        session = companion.session
        assert session is not None
    book = filled.book
    assert book is not None
    book.undo(FIRST + timedelta(days=9))
    assert new.book is not None
    new.book.undo(FIRST + timedelta(days=9))
    new.book.redo(FIRST + timedelta(days=9))
    book.undo(FIRST + timedelta(days=9))
    log_care.export_all(filled.log, tmp_path / "all.json")
    words = taken_in_words(log_care.import_file(new, tmp_path / "all.json", nothing))
    assert "Told differently; both stay: 1" in words and len(words) == 5
    assert len(new.log.matches()) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.json", b"{", "can't be read as matches of Don"),
        ("a.json", b"[]", "holds no matches of Don|can't be read as matches"),
        ("a.json", b"SQLite format 3\0 and more", "database of another log"),
        ("a.json", b"%PDF-1.7", "only for reading"),
        ("a.txt", b"\xff\xfe", "no text"),
        ("a.don", b"hello", "."),
        ("a.json", b'{"format": "don-matches", "version": 9, "matches": []}', "newest version"),
    ],
)
def test_a_broken_file_is_one_sentence_and_changes_nothing(
    filled: Companion, tmp_path: Path, name: str, data: bytes, sentence: str
) -> None:
    before = contents(filled.log)
    (tmp_path / name).write_bytes(data)
    with pytest.raises(DonError) as error:
        log_care.import_file(filled, tmp_path / name, nothing)
    said = log_care.sentence_of(error.value)
    assert any(part in said for part in sentence.split("|")), said
    assert "don " not in said and "--" not in said, "no command of a terminal"
    assert contents(filled.log) == before


@pytest.mark.slow
def test_a_file_with_one_wrong_match(filled: Companion, new: Companion, tmp_path: Path) -> None:
    path = tmp_path / "all.json"
    log_care.export_all(filled.log, path)
    data = json.loads(path.read_text())
    data["matches"][1]["events"][5]["event"] = {"event": "trick", "v": 1, "leader": "N", "cards": ["AH"]}
    path.write_text(json.dumps(data))
    with pytest.raises(WrongMatchError):
        log_care.import_file(new, path, nothing)
    assert not new.log.matches()
    taken = log_care.import_file(new, path, nothing, leave_out=True)
    assert len(new.log.matches()) == 2 and len(taken.left_out) == 1
    assert taken_in_words(taken)[-1].startswith("Left out: ")


@pytest.mark.slow
def test_an_import_that_is_stopped_leaves_nothing(filled: Companion, new: Companion, tmp_path: Path) -> None:
    log_care.export_all(filled.log, tmp_path / "all.json")

    def stop(made: int, _of: int) -> None:
        if made == 2:
            raise StoppedError

    with pytest.raises(StoppedError):
        log_care.import_file(new, tmp_path / "all.json", stop)
    assert not new.log.matches()


# Backups


@pytest.mark.slow
def test_going_back_to_a_backup_and_forth_again(filled: Companion) -> None:
    before = contents(filled.log)
    running = filled.log.matches()[-1].match_id
    log_care.back_up_now(filled)
    (backup,) = log_care.known_backups(filled.log)
    gone = filled.log.matches()[0].match_id
    filled.log.remove(gone)
    filled.resume(running)
    play_match(filled.log, 9, FIRST + timedelta(days=9))
    later = contents(filled.log)
    aside = log_care.go_back_to(filled, backup)
    assert contents(filled.log) == before
    assert filled.session is not None and filled.session.match_id == running
    assert filled.session.book.log is filled.log
    assert log_care.known_backups(filled.log) == (aside, backup)
    assert "before a backup" in log_care.backup_words(filled.log, aside)[1]
    log_care.go_back_to(filled, aside)
    assert contents(filled.log) == later


@pytest.mark.slow
def test_bringing_back_what_is_missing_takes_nothing_away(filled: Companion) -> None:
    log_care.back_up_now(filled)
    (backup,) = log_care.known_backups(filled.log)
    gone, before = filled.log.matches()[0].match_id, contents(filled.log)
    filled.log.remove(gone)
    fresh = play_match(filled.log, 9, FIRST + timedelta(days=9)).match_id
    log_care.bring_missing(filled, backup, nothing)
    assert {name: rows for name, rows in contents(filled.log).items() if name != fresh} == before


@pytest.mark.slow
def test_a_damaged_backup_changes_nothing(filled: Companion) -> None:
    log_care.back_up_now(filled)
    (backup,) = log_care.known_backups(filled.log)
    backup.path.write_bytes(b"nothing")
    before = contents(filled.log)
    with pytest.raises(LogError) as error:
        log_care.go_back_to(filled, backup)
    assert "choose another one" in log_care.sentence_of(error.value)
    assert contents(filled.log) == before


@pytest.mark.slow
def test_a_backup_is_made_when_it_is_due(filled: Companion) -> None:
    log_care.back_up_if_due(filled)
    assert len(log_care.known_backups(filled.log)) == 1
    log_care.back_up_if_due(filled)
    assert len(log_care.known_backups(filled.log)) == 1, "nothing has come since"


# A log that can't be opened


@pytest.mark.slow
def test_a_damaged_log_is_mended_in_the_app(filled: Companion, tmp_path: Path) -> None:
    path, before = filled.log.path, contents(filled.log)
    log_care.back_up_now(filled)
    filled.log.close()
    path.write_bytes(path.read_bytes()[:6000])
    with log_care.companion_on(path, tmp_path, TestClock()) as companion:
        assert companion.trouble is not None and companion.log.path != path
        said = log_care.sentence_of(companion.trouble.error)
        assert "damaged" in said and "don log" not in said
        log_care.back_up_if_due(companion)
        words = log_care.restored_words(log_care.mend(companion, path))
        assert companion.trouble is None and companion.log.path == path
        assert contents(companion.log) == before
        assert words[0] == "Matches that are there: 3" and any("The damaged file is kept" in line for line in words)


def test_a_file_that_is_no_log_is_laid_aside(tmp_path: Path) -> None:
    path = tmp_path / log_care.LOG_NAME
    path.write_bytes(b"a letter to the landlord " * 100)
    with log_care.companion_on(path, tmp_path, TestClock()) as companion:
        assert companion.trouble is not None
        with pytest.raises(LogError):
            log_care.mend(companion, path)
        with pytest.raises(LogError):
            log_care.reopen(companion, path)
        aside = log_care.start_afresh(companion, path)
        assert aside.read_bytes().startswith(b"a letter") and companion.trouble is None
        assert companion.log.path == path and not companion.log.matches()


@pytest.mark.slow
def test_a_log_in_another_window(tmp_path: Path) -> None:
    path = tmp_path / log_care.LOG_NAME
    with MatchLog(path), log_care.companion_on(path, tmp_path, TestClock()) as companion:
        assert companion.trouble is not None
        assert "another window" in log_care.sentence_of(companion.trouble.error)


# Work on threads


class Screen:
    """The screen's thread: what is to be done there, done when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[..., object], tuple[object, ...]]] = []

    def later(self, work: Callable[..., object], *given: object) -> None:
        self.waiting.append((work, given))

    def catch_up(self) -> None:
        for work, given in self.waiting:
            work(*given)


def run(do: Callable[[background.Report], object], stop: bool = False) -> list[object]:
    screen, told = Screen(), list[object]()
    work = Work(do, screen.later, told.append, lambda error: told.append(str(error)), lambda *made: told.append(made))
    if stop:
        work.stop()
    work.join() if stop else work._thread.join()
    screen.catch_up()
    return told


def test_work_tells_how_far_it_is_and_what_comes_of_it() -> None:
    def count(report: background.Report) -> str:
        report(1, 2)
        return "done"

    assert run(count) == [(1, 2), "done"]


def test_what_fails_is_one_sentence() -> None:
    def fail(error: Exception) -> Callable[[background.Report], object]:
        def do(_report: background.Report) -> object:
            raise error

        return do

    assert run(fail(ExchangeError("EXCHANGE_NOT_TEXT")))[0] == str(ExchangeError("EXCHANGE_NOT_TEXT"))
    assert run(fail(OSError(28, "No space left"))) == ["That can't be done (No space left). Nothing is lost."]
    assert run(fail(RuntimeError("odd"))) == ["That can't be done (odd). Nothing is lost."]


def test_work_that_is_stopped_tells_nothing() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def do(report: background.Report) -> str:
        begun.set()
        go_on.wait(5)
        report(1, 2)
        return "done"

    screen, told = Screen(), list[object]()
    work = Work(do, screen.later, told.append, told.append, lambda *made: told.append(made))
    assert begun.wait(5) and not work.over
    work.stop()
    go_on.set()
    finish_all()
    screen.catch_up()
    assert told == [] and work.over and not background._running


def test_work_may_finish_all_other_work() -> None:
    begun, told = threading.Event(), list[object]()

    def other(report: background.Report) -> object:
        begun.set()
        while True:
            report(0, 1)

    beside = Work(other, lambda *_: None, told.append, told.append)
    assert begun.wait(5)
    assert run(lambda _: finish_all()) == [None], "it is not stopped by itself"
    assert beside.over and not told


# Folders


def test_a_folder_lists_what_fits(tmp_path: Path) -> None:
    for name in ("b.json", "A.JSON", "c.txt", ".hidden.json"):
        (tmp_path / name).write_text("x")
    (tmp_path / "Zoe").mkdir()
    rows = rows_of(tmp_path, (".json",))
    assert [row.name for row in rows] == ["Zoe", "A.JSON", "b.json"]
    assert rows[0].folder and rows[1].detail == "1 kB"
    with pytest.raises(SessionError, match="can't be looked into"):
        rows_of(tmp_path / "nowhere", ())
    (tmp_path / "Downloads").mkdir()
    found = [code for code, _ in shortcuts(tmp_path / "Zoe", tmp_path)]
    assert found == ["files_home", "files_downloads", "files_own"]
    assert size_words(3_400_000) == "3.4 MB"


def test_a_file_has_a_name_that_every_system_takes() -> None:
    assert checked_name(" evening ", ".json") == "evening.json" and checked_name("a.JSON", ".json") == "a.JSON"
    assert checked_name("a/b:c\n", ".txt") == "a_b_c_.txt"
    with pytest.raises(SessionError, match="Write a name"):
        checked_name(" . ", ".json")
