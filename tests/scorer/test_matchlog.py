"""The append-only log: what was acknowledged stays, and what is not ours is refused (EXAMPLES.md 5)."""

import json
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from log_entries import NOON, accept_into, fill, start
from make_log import LOGS, MATCHES, PICTURE, stored
from scorer_table import dealt, opening, play, trick

from scorer.event_json import from_json
from scorer.events import Concede, Correct, MatchStart, Note, Redo, Undo
from scorer.frozenmap import FrozenMap
from scorer.log_pictures import picture_of
from scorer.log_schema import SCHEMA_VERSION, row_crc
from scorer.matchlog import LogError, LogRow, MatchLog, utc_text
from scorer.referee import Admission, Refusal, replay

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "don.sqlite3"


def test_events_come_back_as_they_went_in(path: Path) -> None:
    record = [*dealt(), trick("N", "AH 2H 3H 4H"), play("N", "KC"), Undo(), Redo()]
    with MatchLog(path) as log:
        fill(log, "m1", *record)
    with MatchLog(path) as log:
        assert list(log.events("m1")) == record
        rows = log.rows("m1")
        assert [row.seq for row in rows] == list(range(1, len(record) + 1))
        assert rows[0].at_utc == "2026-03-01T12:00:00.000Z" and rows[1].at_utc == "2026-03-01T12:00:01.000Z"
        assert log.state("m1") == replay(record)
        assert log.events("m2") == ()
        with pytest.raises(LogError, match="no match called m2") as error:
            log.state("m2")
        assert error.value.code == "LOG_NO_SUCH_MATCH"


def test_several_events_are_written_together_or_not_at_all(path: Path) -> None:
    with MatchLog(path) as log:
        fill(log, "m1", *dealt())
        before = log.events("m1")
        answer = log.record_all("m1", [play("N", "AH"), play("S", "KH")], NOON)
        assert isinstance(answer, Refusal) and answer.code == "OUT_OF_TURN"
        assert log.events("m1") == before
        answer = log.record_all("m1", [play("N", "AH"), Undo(), trick("N", "AH 2H 3H 4H")], NOON)
        assert isinstance(answer, tuple) and len(answer) == 3
        assert log.events("m1") == (*before, play("N", "AH"), Undo(), trick("N", "AH 2H 3H 4H"))
        assert answer[-1].after == log.state("m1") and answer[0].after.turn == "E"
        assert log.record_all("m1", [], NOON) == ()


def test_a_match_replays_from_its_own_log_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changing or losing the variant files changes no match that has begun."""
    record = accept_into(path, [*dealt(), trick("N", "AH 2H 3H 4H")])
    monkeypatch.setattr("scorer.variant._all_files", dict)
    with MatchLog(path) as log:
        assert replay(log.events("m1")) == record


def test_a_refused_event_is_not_written(path: Path) -> None:
    with MatchLog(path) as log:
        fill(log, "m1", *dealt())
        before = log.rows("m1")
        for event in (play("E", "2H"), Redo(), Correct(None, 1, 0, play("N", "2H").card)):
            assert isinstance(log.record("m1", event, NOON), Refusal)
        assert log.rows("m1") == before
        assert isinstance(log.record("m2", play("N", "2H"), NOON), Refusal)
        assert [match.match_id for match in log.matches()] == ["m1"]


def test_a_match_is_logged_under_its_own_id_and_a_time_has_a_zone(path: Path) -> None:
    with MatchLog(path) as log:
        with pytest.raises(ValueError, match="its own id"):
            log.record("m2", start("m1"), NOON)
        with pytest.raises(ValueError, match="time zone"):
            log.record("m1", start("m1"), NOON.replace(tzinfo=None))
        assert log.matches() == ()
        log.record("m1", start("m1"), datetime(2026, 3, 1, 1, tzinfo=timezone(timedelta(hours=2))))
        assert log.rows("m1")[0].at_utc == "2026-02-28T23:00:00.000Z"


def test_matches_in_the_order_in_which_they_were_begun(path: Path) -> None:
    with MatchLog(path) as log:
        assert log.running_match() is None
        fill(log, "b", start("b"))
        assert log.running_match() == "b"
        fill(log, "a", start("a"), *opening()[1:], Concede("NS"))
        assert log.running_match() is None
        fill(log, "b", *opening()[1:])
        first, second = log.matches()
        assert (first.match_id, first.events, second.match_id, second.events) == ("b", 2, "a", 3)
        assert (second.began_at_utc, second.last_at_utc) == ("2026-03-01T12:00:00.000Z", "2026-03-01T12:00:02.000Z")
        log.record("a", Undo(), NOON)
        assert log.running_match() == "a"


def test_the_file_is_kept_as_safely_as_sqlite_can(path: Path) -> None:
    with MatchLog(path) as log:
        assert log.file.value("PRAGMA synchronous") == 2
        assert log.file.value("PRAGMA fullfsync") == 1
        assert log.file.value("PRAGMA journal_mode") == "wal"
        assert log.file.value("PRAGMA locking_mode") == "exclusive"
        assert log.file.value("PRAGMA foreign_keys") == 1
        assert log.file.value("PRAGMA user_version") == SCHEMA_VERSION


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = '{}'",
        "UPDATE events SET at_utc = '' WHERE seq = 2",
        "UPDATE matches SET match_id = 'm9'",
        "DELETE FROM events",
        "DELETE FROM events WHERE seq = 3",
        "DELETE FROM matches",
        "INSERT OR REPLACE INTO events SELECT match, seq, '', '', '{}', 0 FROM events WHERE seq = 2",
        "REPLACE INTO events VALUES (1, 2, '', '', '{}', 0)",
        "REPLACE INTO matches (key, match_id) VALUES (1, 'm9')",
        "REPLACE INTO matches (key, match_id) VALUES (7, 'm1')",
        "INSERT INTO events VALUES (1, 7, '', '', '{}', 0)",
        "INSERT INTO events VALUES (9, 0, '', '', '{}', 0)",
    ],
)
def test_the_database_itself_refuses_to_change_what_is_written(path: Path, statement: str) -> None:
    record = accept_into(path, [*dealt()])
    other = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        other.execute(statement)
    other.close()
    with MatchLog(path) as log:
        assert log.state("m1") == record
        assert log.events("m1") == tuple(dealt())


CHILD = """
import sys
from datetime import UTC, datetime
from scorer.events import Note, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.matchlog import MatchLog
from scorer.variant import load_variant

with MatchLog(sys.argv[1]) as log:
    at = datetime(2026, 3, 1, tzinfo=UTC)
    log.record("m1", start_of_match("m1", load_variant("nine_card_lancashire")), at)
    print(1, flush=True)
    for number in range(2, 100000):
        log.record("m1", Note("n", FrozenMap({"number": number})), at)
        print(number, flush=True)
"""


@pytest.mark.parametrize("seed", range(6))
def test_a_killed_program_leaves_every_acknowledged_event(path: Path, seed: int) -> None:
    """SIGKILL at a random point: the log is a prefix of what was meant, with all that was acknowledged."""
    rng = random.Random(seed)
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    acknowledged = 0
    for _ in range(rng.randint(1, 40)):
        acknowledged = int(child.stdout.readline())
    time.sleep(rng.random() * 0.02)
    child.send_signal(signal.SIGKILL)
    rest = child.stdout.read().split("\n")
    child.stdout.close()
    child.wait()
    acknowledged = int(([str(acknowledged)] + [line for line in rest[:-1] if line])[-1])
    with MatchLog(path) as log:
        events = log.events("m1")
        assert len(events) >= acknowledged >= 1
        assert isinstance(events[0], MatchStart)
        assert [e.params["number"] for e in events[1:] if isinstance(e, Note)] == list(range(2, len(events) + 1))
        assert isinstance(log.record("m1", Note("after"), NOON), Admission)


@pytest.mark.slow
def test_a_log_cut_short_by_a_crash_holds_whole_events_from_the_first_on(path: Path, tmp_path: Path) -> None:
    """The write-ahead file cut at any byte, as after a power cut: a prefix is left, never half an event."""
    record = [*dealt(), trick("N", "AH 2H 3H 4H"), play("N", "KC"), Undo(), Redo()]
    left = set()
    with MatchLog(path) as log:
        fill(log, "m1", *record)
        kept, ahead = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    for cut in (*range(0, len(ahead), 997), len(ahead)):
        torn = tmp_path / f"torn{cut}.sqlite3"
        torn.write_bytes(kept)
        Path(f"{torn}-wal").write_bytes(ahead[:cut])
        with MatchLog(torn) as log:
            found = log.events("m1")
            assert list(found) == record[: len(found)]
            assert isinstance(log.record("m1", Note("on") if found else record[0], NOON), Admission)
        left.add(len(found))
    assert left == set(range(len(record) + 1))


# Files that are not ours


@pytest.mark.parametrize("body", ["not json", "[]", '{"event": "riffle", "v": 1}', '{"event": "undo", "v": 9}'])
def test_an_entry_that_can_t_be_read_is_named(path: Path, body: str) -> None:
    accept_into(path, [start("m1")])
    other = sqlite3.connect(path)
    other.execute("INSERT INTO events VALUES (1, 2, '', '', ?, ?)", (body, row_crc("m1", 2, "", "", body)))
    other.commit()
    other.close()
    with MatchLog(path) as log, pytest.raises(LogError, match=r"Entry 2 of the match m1") as error:
        log.events("m1")
    assert error.value.code == "LOG_BROKEN_ROW"


@pytest.mark.parametrize(
    "change", ["body = replace(body, '2H', '3H')", "at_utc = '2026-03-01T13:00:00.000Z'", "crc = crc + 1"]
)
def test_an_entry_that_was_altered_is_named(path: Path, change: str) -> None:
    """A flipped bit makes another card of "2H": the database can't see that, the check sum can."""
    accept_into(path, [*dealt(), trick("N", "AH 2H 3H 4H")])
    other = sqlite3.connect(path)
    other.execute("DROP TRIGGER events_no_update")
    other.execute(f"UPDATE events SET {change} WHERE seq = 4")
    other.commit()
    other.close()
    with (
        MatchLog(path) as log,
        pytest.raises(LogError, match=r"Entry 4 .* damaged or altered") as error,
    ):
        log.state("m1")
    assert error.value.code == "LOG_BROKEN_ROW"


def test_a_match_that_can_t_be_followed_is_named_and_the_others_go_on(path: Path) -> None:
    with MatchLog(path) as log:
        fill(log, "whole", *[start("whole"), *opening()[1:]])
        broken = (start("m1"), *opening()[1:], play("N", "2H"))
        log.add("m1", [LogRow(seq, "2026-03-01T13:00:00.000Z", "0.1.0", event) for seq, event in enumerate(broken, 1)])
        before = log.rows("m1")
        asked = (log.running_match, lambda: log.state("m1"), lambda: log.record("m1", Note("x"), NOON))
        for question in asked:
            with pytest.raises(LogError, match=r"The match m1 in .* so begin a new one") as error:
                question()
            assert error.value.code == "LOG_BROKEN_MATCH" and "entry 3, a card" in str(error.value)
        assert log.rows("m1") == before
        assert isinstance(log.record("whole", Note("x"), NOON), Admission)


def test_what_the_database_has_rolled_back_itself_is_not_rolled_back_again(path: Path) -> None:
    """SQLite ends a transaction itself on some errors, a full disk among them."""
    with MatchLog(path) as log:
        with pytest.raises(RuntimeError, match="the first error"), log.file.transaction():
            log.file.execute("ROLLBACK")
            raise RuntimeError("the first error")
        fill(log, "m1", *opening())
        assert len(log.events("m1")) == 2


def test_what_was_taken_back_with_a_larger_step_is_not_remembered(path: Path) -> None:
    with MatchLog(path) as log:
        fill(log, "m1", *opening())
        with pytest.raises(RuntimeError, match="the larger step"), log.file.transaction():
            fill(log, "m1", Note("x"))
            assert len(log.events("m1")) == 3 and log.state("m1").notes
            raise RuntimeError("the larger step")
        assert len(log.events("m1")) == 2 and not log.state("m1").notes
        assert isinstance(log.record("m1", Note("y"), NOON), Admission)


def test_a_match_is_found_by_the_beginning_of_its_id(path: Path) -> None:
    with MatchLog(path) as log:
        for match_id in ("3f2a-1", "3f2b-1", "3f2b"):
            fill(log, match_id, start(match_id))
        assert [log.find(text) for text in ("3f2a", "3f2a-1", "3f2b", "3f2b-")] == [
            "3f2a-1",
            "3f2a-1",
            "3f2b",
            "3f2b-1",
        ]
        with pytest.raises(LogError, match=r"3f2 is the beginning of 3 matches: 3f2a-1, 3f2b-1, 3f2b;") as error:
            log.find("3f2")
        assert error.value.code == "LOG_MATCH_UNCLEAR"
        for text in ("4", ""):
            with pytest.raises(LogError) as error:
                log.find(text)
            assert error.value.code == "LOG_NO_SUCH_MATCH"


def test_a_whole_match_is_removed_and_nothing_else(path: Path) -> None:
    with MatchLog(path) as log:
        fill(log, "m1", *dealt())
        fill(log, "m2", start("m2"), *dealt()[1:])
        log.file.execute("INSERT INTO pictures VALUES (1, 3, '', x'00')")
        log.file.execute("INSERT INTO pictures VALUES (2, 3, '', x'00')")
        kept = log.rows("m2")
        log.remove("m1")
        assert [match.match_id for match in log.matches()] == ["m2"] and log.rows("m2") == kept
        assert log.events("m1") == () and log.file.value("SELECT count(*) FROM pictures") == 1
        assert log.file.value("SELECT count(*) FROM removal") == 0
        with pytest.raises(LogError) as error:
            log.remove("m1")
        assert error.value.code == "LOG_NO_SUCH_MATCH"
        fill(log, "m1", *dealt())
        assert len(log.events("m1")) == 3, "it may come back, for instance by an import"


def test_a_removal_that_fails_removes_nothing(path: Path) -> None:
    with MatchLog(path) as log:
        fill(log, "m1", *dealt())
        log.file.execute("CREATE TRIGGER stop BEFORE DELETE ON matches BEGIN SELECT RAISE(ABORT, 'the plug'); END")
        with pytest.raises(LogError, match="the plug"):
            log.remove("m1")
        assert len(log.events("m1")) == 3 and log.file.value("SELECT count(*) FROM removal") == 0


def test_half_a_character_comes_back(path: Path) -> None:
    """A terminal that is not UTF-8 may give one; SQLite takes none."""
    with MatchLog(path) as log:
        fill(log, "m1", *opening(), Note("n", FrozenMap({"by": "Si\udcffn"})))
    with MatchLog(path) as log:
        assert log.events("m1")[-1] == Note("n", FrozenMap({"by": "Si\udcffn"}))


def test_an_empty_file_becomes_a_log(path: Path) -> None:
    path.touch()
    accept_into(path, dealt())
    with MatchLog(path) as log:
        assert len(log.events("m1")) == 3


def test_a_log_of_schema_1_is_still_read(path: Path) -> None:
    """One stored database per released schema; its events are also kept as JSON lines."""
    shutil.copy(GOLDEN / "log_v1.sqlite3", path)
    lines = (GOLDEN / "log_v1.jsonl").read_text(encoding="utf-8").splitlines()
    with MatchLog(path) as log:
        assert log.events("old") == tuple(from_json(json.loads(line)) for line in lines)
        assert replay(log.events("old")).scores == {"NS": 14, "EW": 0}


@pytest.mark.parametrize("schema", range(1, SCHEMA_VERSION + 1))
def test_a_stored_log_of_each_form_holds_what_it_held(path: Path, schema: int) -> None:
    shutil.copy(LOGS / f"schema{schema}.sqlite3", path)
    with MatchLog(path) as log:
        assert [match.match_id for match in log.matches()] == list(MATCHES)
        for match_id in MATCHES:
            wanted = list(stored(match_id))
            assert [row.at_utc for row in log.rows(match_id)] == [utc_text(at) for _, at in wanted]
            first, *rest = log.events(match_id)
            assert rest == [event for event, _ in wanted[1:]]
            assert isinstance(first, MatchStart) and first.match_id == match_id
            assert log.state(match_id).scores == replay([event for event, _ in wanted]).scores
        assert picture_of(log, "20260303-193020", 9) == (PICTURE if schema > 1 else None)
        assert log.file.value("PRAGMA user_version") == SCHEMA_VERSION and log.file.check() is None
        fill(log, "m1", *dealt())
