"""Files that are no log, or are one no longer: made from a whole log, and what a program makes of them.

`damaged` gives a log spoilt at random; rows changed by another program are in `log_alter`, files that never were a log
in `log_foreign`. `look_at` opens a file as the program does and reads everything. For a count over many:
``python tests/scorer/log_damage.py --trials 5000``.
"""

import argparse
import random
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from log_alter import ALTERATIONS, FORGED, altered
from log_meant import Held, held_by, script_of, take
from tqdm import tqdm

from scorer.log_file import LogError
from scorer.log_opening import open_log
from scorer.log_pictures import keep, picture_of, pictures, rule_of, set_rule, used_bytes
from scorer.log_summaries import summaries, summary_of
from scorer.log_twins import probable_twins, twins_said
from scorer.matchlog import LogRow, MatchLog

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
PAGE = 4096
Files = Mapping[str, bytes]
"""A log and what lies beside it: "" the log itself, "-wal" what was written ahead."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole log: as it lies after closing, as a crash leaves it, and what it holds."""

    closed: Files
    crashed: Files
    held: Held


@cache
def whole() -> Whole:
    """Three matches of different variants, with pictures."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "don.sqlite3"
        script = script_of(random.Random(20), matches=3, hands=1, reopening=False)
        log = MatchLog(path)
        for step in script.steps:
            if step.act == "record":
                take(log, step, lambda: log)
        for match in log.matches():
            set_rule(log, match.match_id, 100_000, 30)
            keep(log, match.match_id, 3, b"\xff\xd8\xff\xe0" + b"p" * 9000 + b"\xff\xd9", NOON)
        list(summaries(log))
        held = held_by(log)
        crashed = files_of(path)
        log.close()
        return Whole(files_of(path), crashed, held)


def files_of(path: Path) -> Files:
    """The bytes of a log and of what lies beside it."""
    return {end: Path(f"{path}{end}").read_bytes() for end in ("", "-wal", "-journal") if Path(f"{path}{end}").exists()}


def lay(path: Path, files: Files) -> None:
    """Write them."""
    for end, data in files.items():
        Path(f"{path}{end}").write_bytes(data)


# What may happen to a file


def damaged(rng: random.Random, kind: str) -> Files:
    """A whole log spoilt in this way of `DAMAGES`."""
    files = dict(whole().crashed if rng.random() < 0.3 else whole().closed)
    end = rng.choice(list(files))
    files[end] = bytes(DAMAGES[kind](rng, bytearray(files[end])))
    return files


def _truncated(rng: random.Random, data: bytearray) -> bytearray:
    return data[: rng.choice((rng.randrange(len(data)), rng.randrange(len(data)) // PAGE * PAGE, rng.randrange(200)))]


def _flipped(rng: random.Random, data: bytearray) -> bytearray:
    for _ in range(rng.choice((1, 1, 2, 50))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data


def _text_changed(rng: random.Random, data: bytearray) -> bytearray:
    """A letter of a card, a seat or a number into another, within an entry."""
    places = [found.start() for found in re.finditer(b"[CDHSNEW2-9]", data)] or [0]
    data[rng.choice(places)] = rng.choice(b"CDHSNEW23456789")
    return data


def _overwritten(rng: random.Random, data: bytearray) -> bytearray:
    at, size = rng.randrange(len(data)), rng.choice((1, 16, 512, PAGE))
    data[at : at + size] = rng.choice((bytes(size), b"\xff" * size, rng.randbytes(size)))
    return data


def _page(rng: random.Random, data: bytearray) -> int:
    return rng.randrange(max(1, len(data) // PAGE)) * PAGE


def _page_zeroed(rng: random.Random, data: bytearray) -> bytearray:
    at = _page(rng, data)
    data[at : at + PAGE] = bytes(len(data[at : at + PAGE]))
    return data


def _pages_swapped(rng: random.Random, data: bytearray) -> bytearray:
    one, other = _page(rng, data), _page(rng, data)
    data[one : one + PAGE], data[other : other + PAGE] = data[other : other + PAGE], data[one : one + PAGE]
    return data


def _page_doubled(rng: random.Random, data: bytearray) -> bytearray:
    one, other = _page(rng, data), _page(rng, data)
    data[one : one + PAGE] = data[other : other + PAGE]
    return data


def _header(rng: random.Random, data: bytearray) -> bytearray:
    data[rng.randrange(100)] = rng.randrange(256)
    return data


def _grown(rng: random.Random, data: bytearray) -> bytearray:
    return data + rng.randbytes(rng.choice((1, 100, PAGE, 3 * PAGE)))


def _bad_utf8(rng: random.Random, data: bytearray) -> bytearray:
    places = [found.start() for found in re.finditer(b'"event"|INTEGER', data)] or [0]
    data[rng.choice(places) + rng.randrange(12)] = rng.choice((0x80, 0xC3, 0xED, 0xF5, 0xFF))
    return data


DAMAGES: Mapping[str, Callable[[random.Random, bytearray], bytearray]] = {
    "truncated": _truncated,
    "bits flipped": _flipped,
    "a letter changed": _text_changed,
    "overwritten": _overwritten,
    "page zeroed": _page_zeroed,
    "pages swapped": _pages_swapped,
    "page doubled": _page_doubled,
    "header byte": _header,
    "grown": _grown,
    "no UTF-8": _bad_utf8,
}


# What the program makes of a file


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of opening and reading a file: ``code`` of the refusal to open it, else what was read.

    ``unread`` has the codes of the errors that reading gave.
    """

    code: str = ""
    held: Held | None = None
    unread: tuple[str, ...] = ()

    def kind(self) -> str:
        """In a word or two; ``UNNOTICED`` for what should never be."""
        if self.code:
            return f"refused, {self.code}"
        assert self.held is not None
        right = whole().held
        if any(right.get(name, ())[: len(rows)] != rows for name, rows in self.held.items()):
            return "UNNOTICED"
        if self.unread:
            return f"read in part, {self.unread[0]}"
        return "read whole" if self.held == right else "an end is missing"


def look_at(path: Path) -> Seen:
    """Open a file as the program does and read all of it. Anything but a `LogError` in one sentence is a fault."""
    before = files_of(path)
    try:
        log = open_log(path, NOON)
    except LogError as error:
        _check_sentence(str(error), path)
        assert files_of(path) == before, f"a refused file was changed: {error.code}"
        return Seen(error.code)
    with log:
        for notice in log.notices:
            _check_sentence(notice, path)
        held: dict[str, tuple[LogRow, ...]] = {}
        codes = []
        for question in _questions(log):
            codes += _asked(question, path)
        for match in whole().held:
            for question in _about(log, match):
                codes += _asked(question, path)
            with suppress(LogError):
                held[match] = log.rows(match)
        return Seen("", held, tuple(codes))


def _questions(log: MatchLog) -> tuple[Callable[[], object], ...]:
    return (
        log.matches,
        lambda: held_by(log),
        log.running_match,
        log.broken_entry,
        log.file.check,
        lambda: log.find("no such match"),
        lambda: list(summaries(log)),
        lambda: probable_twins(log),
        lambda: twins_said(log),
        lambda: used_bytes(log),
    )


def _about(log: MatchLog, match: str) -> tuple[Callable[[], object], ...]:
    return (
        lambda: log.rows(match),
        lambda: log.events(match),
        lambda: log.state(match),
        lambda: summary_of(log, match),
        lambda: pictures(log, match),
        lambda: picture_of(log, match, 3),
        lambda: rule_of(log, match),
    )


def _asked(question: Callable[[], object], path: Path) -> list[str]:
    """The code of the error that an answer gives, if it is one of reading."""
    try:
        question()
    except LogError as error:
        _check_sentence(str(error), path)
        return [] if error.code in ("LOG_NO_SUCH_MATCH", "LOG_MATCH_UNCLEAR") else [error.code]
    return []


def _check_sentence(sentence: str, path: Path) -> None:
    assert sentence.endswith(".") and "{" not in sentence and "\n" not in sentence, sentence
    assert str(path) in sentence, sentence


def entries_of(files: Files, folder: Path) -> object:
    """The entries as SQLite gives them, whoever wrote them; None where it can't read them."""
    path = folder / "dump.sqlite3"
    lay(path, files)
    try:
        with closing(sqlite3.connect(path)) as db:
            db.text_factory = bytes
            return db.execute("SELECT match_id, events.* FROM events JOIN matches ON match = key").fetchall()
    except sqlite3.Error:
        return None
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            Path(f"{path}{end}").unlink(missing_ok=True)


def main() -> int:
    """Spoil many logs and count what came of them; 1 if something was not noticed."""
    parser = argparse.ArgumentParser(description="Spoil a match log in many ways and read it.")
    parser.add_argument("--trials", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=6)
    args = parser.parse_args()
    rng, begun, found = random.Random(args.seed), time.perf_counter(), Counter[tuple[str, str]]()
    kinds = [*DAMAGES, *ALTERATIONS]
    for number in tqdm(range(args.trials), disable=None, unit="file"):
        found[_spoil_and_look(rng, kinds[number % len(kinds)])] += 1
    print(
        f"Damage: {args.trials:,} spoilt logs in {time.perf_counter() - begun:.0f} s (SQLite {sqlite3.sqlite_version}):"
    )
    for (where, outcome), count in sorted(found.items()):
        print(f"  {where:28} {outcome:32} {count:6,}")
    return 1 if any(outcome.startswith(("FAULT", "UNNOTICED")) for _, outcome in found) else 0


def _spoil_and_look(rng: random.Random, kind: str) -> tuple[str, str]:
    """What was spoilt, and what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "don.sqlite3"
        lay(path, damaged(rng, kind) if kind in DAMAGES else whole().closed)
        if kind in ALTERATIONS:
            where = "rows, check sums right" if kind in FORGED else "rows"
            altered(rng, path, kind)
        else:
            where = "log and -wal after a crash" if "-wal" in files_of(path) else "log"
        try:
            outcome = look_at(path).kind()
        except Exception as error:
            outcome = f"FAULT {kind}: {type(error).__name__}: {str(error)[:200]}"
        return where, "taken as it stands" if outcome == "UNNOTICED" and kind in FORGED else outcome


if __name__ == "__main__":
    sys.exit(main())
