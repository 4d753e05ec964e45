"""Summaries kept in the log: made when missing, made anew when anything about them is wrong, never believed."""

import sqlite3
from pathlib import Path

import pytest
from logs_made import FIRST_DAY, put, record_of, renamed, small_log

from scorer.events import Note, Void
from scorer.log_file import LogError
from scorer.log_summaries import AT_ONCE, ENGINE, BrokenMatch, _digest, missing, rebuild, summaries, summary_of
from scorer.match_summary import MatchSummary
from scorer.matchlog import MatchLog
from scorer.summarise import summarise


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


class Count:
    """A progress that remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[int, int]] = []

    def __call__(self, made: int, of: int) -> None:
        self.told.append((made, of))


def fresh(log: MatchLog) -> list[MatchSummary]:
    """What the entries say, the match begun last first."""
    return [summarise(match.match_id, log.rows(match.match_id)) for match in reversed(log.matches())]


def read(log: MatchLog) -> tuple[list[MatchSummary | BrokenMatch], list[tuple[int, int]]]:
    progress = Count()
    return list(summaries(log, progress)), progress.told


def test_they_are_made_once_and_kept(path: Path) -> None:
    with small_log(path, 4) as log:
        wanted = fresh(log)
        assert read(log) == (wanted, [(4, 4)])
        assert read(log) == (wanted, [])
        log.record("m2", Note("seen"), FIRST_DAY)
        assert read(log) == (fresh(log), [(1, 1)])
    with MatchLog(path) as log:
        assert read(log) == (fresh(log), [])


ALTERED = {
    "body": "body = replace(body, 'Ann', 'Bob')",
    "no body": "body = ''",
    "body of bytes": "body = CAST(x'ff00fe' AS TEXT)",
    "body of another kind": "body = 17",
    "last entry": "last_seq = last_seq - 1",
    "last entry as text": "last_seq = 'many'",
    "version": "engine_version = '9.9'",
    "version of bytes": "engine_version = CAST(x'ff' AS TEXT)",
    "digest": "digest = x'00'",
    "digest as text": "digest = 'x'",
    "that of another match": "(body, digest) = (SELECT body, digest FROM summaries WHERE match = 1)",
}


@pytest.mark.parametrize("change", ALTERED)
def test_an_altered_row_is_seen_and_made_anew(path: Path, change: str) -> None:
    with small_log(path, 3) as log:
        wanted, _ = read(log)
        before = log.file.execute("SELECT * FROM summaries ORDER BY match")
        log.file.execute(f"UPDATE summaries SET {ALTERED[change]} WHERE match = 2")
        assert summary_of(log, "m1") == wanted[1]
        assert read(log) == (wanted, [(1, 1)])
        assert log.file.execute("SELECT * FROM summaries ORDER BY match") == before


def test_a_body_that_fits_its_digest_and_is_no_summary_is_made_anew(path: Path) -> None:
    with small_log(path, 2) as log:
        wanted, _ = read(log)
        entries = len(log.rows("m0"))
        for body in (b"[]\n[]", b"{}", b"\xff", b"1"):
            digest = _digest("m0", entries, body)
            log.file.execute("UPDATE summaries SET body = ?, digest = ? WHERE match = 1", (body, digest))
            assert read(log) == (wanted, [(1, 1)])


def test_without_hands_the_figures_are_the_same(path: Path) -> None:
    with small_log(path, 3) as log:
        with_hands, _ = read(log)
        for found, whole in zip(summaries(log, with_hands=False), with_hands, strict=True):
            assert isinstance(found, MatchSummary) and isinstance(whole, MatchSummary)
            assert found.hands == () and whole.hands
            assert (found.by_side, found.by_seat, found.games) == (whole.by_side, whole.by_seat, whole.games)


def test_a_match_that_cannot_be_followed_is_told_and_stops_nothing(path: Path) -> None:
    with small_log(path, 2) as log:
        wanted = fresh(log)
        put(log, "broken", [record_of("broken")[0], Void()], day=9)
        found, told = read(log)
        assert told == [(3, 3)]
        assert found[1:] == wanted
        broken = found[0]
        assert isinstance(broken, BrokenMatch) and broken.match_id == "broken"
        assert broken.began_at.startswith("2026-01-10T20:00:00") and broken.last_at > broken.began_at
        assert "broken" in broken.sentence and broken.sentence.endswith(".")
        assert rebuild(log) == 2
        assert log.file.value("SELECT count(*) FROM summaries") == 2
        with pytest.raises(LogError) as error:
            summary_of(log, "broken")
        assert error.value.code == "LOG_BROKEN_MATCH"


def test_an_altered_entry_is_a_fault_of_its_match(path: Path) -> None:
    small_log(path, 3).close()
    with sqlite3.connect(path) as database:
        database.execute("DROP TRIGGER events_no_update")
        database.execute("UPDATE events SET body = replace(body, 'deal', 'DEAL') WHERE match = 2 AND seq = 3")
        database.execute("UPDATE events SET body = 'x' WHERE match = 2 AND seq = 4")
    database.close()
    with MatchLog(path) as log:
        found, _ = read(log)
        assert [isinstance(entry, BrokenMatch) for entry in found] == [False, True, False]


@pytest.mark.slow
def test_what_was_made_stays_when_the_work_is_stopped(path: Path) -> None:
    class StoppedError(Exception):
        pass

    def stop(made: int, of: int) -> None:
        raise StoppedError

    count = AT_ONCE * 2 + 3
    with MatchLog(path) as log:
        record = record_of("m", 3, hands=1)
        for number in range(count):
            put(log, f"m{number}", renamed(record, f"m{number}"), number)
        with pytest.raises(StoppedError):
            list(summaries(log, stop))
    with MatchLog(path) as log:
        assert log.file.value("SELECT count(*) FROM summaries") == AT_ONCE
        assert read(log)[1] == [(AT_ONCE, AT_ONCE + 3), (AT_ONCE + 3, AT_ONCE + 3)]


def test_all_are_thrown_away_and_made_anew(path: Path) -> None:
    with small_log(path, 3) as log:
        wanted, _ = read(log)
        log.file.execute("UPDATE summaries SET body = 'x'")
        progress = Count()
        assert rebuild(log, progress) == 3
        assert progress.told == [(3, 3)]
        assert read(log) == (wanted, [])


def test_a_removed_match_has_no_summary(path: Path) -> None:
    with small_log(path, 2) as log:
        read(log)
        log.remove("m1")
        assert [entry.match_id for entry in read(log)[0]] == ["m0"]
        assert log.file.value("SELECT count(*) FROM summaries") == 1
        with pytest.raises(LogError) as error:
            summary_of(log, "m1")
        assert error.value.code == "LOG_NO_SUCH_MATCH"


def test_the_match_begun_last_is_first(path: Path) -> None:
    with MatchLog(path) as log:
        for name, day in (("a", 4), ("b", 9), ("c", 1), ("d", 9)):
            put(log, name, record_of(name, 2, hands=1), day)
        assert [entry.match_id for entry in summaries(log)] == ["d", "b", "a", "c"]


def test_a_damaged_page_gives_no_wrong_summary(path: Path, tmp_path: Path) -> None:
    with MatchLog(path) as log:
        for number in range(3):
            put(log, f"m{number}", record_of(f"m{number}", number), number)
        wanted = fresh(log)
    whole = path.read_bytes()
    codes = set()
    for page in range(1, len(whole) // 4096):
        other = tmp_path / f"page{page}.db"
        other.write_bytes(whole[: page * 4096] + bytes(4096) + whole[(page + 1) * 4096 :])
        try:
            with MatchLog(other) as log:
                found = list(summaries(log))
                assert all(entry in wanted or isinstance(entry, BrokenMatch) for entry in found)
        except LogError as error:
            codes.add(error.code)
    assert codes == {"LOG_DAMAGED"}


def test_what_is_missing_is_counted(path: Path) -> None:
    with small_log(path, 3) as log:
        assert missing(log) == 3
        read(log)
        assert missing(log) == 0
        log.record("m1", Note("seen"), FIRST_DAY)
        log.file.execute("UPDATE summaries SET engine_version = '0.1' WHERE match = 1")
        assert missing(log) == 2


def test_the_version_names_the_program_and_the_form(path: Path) -> None:
    with small_log(path, 1) as log:
        read(log)
        assert log.file.value("SELECT engine_version FROM summaries") == ENGINE
