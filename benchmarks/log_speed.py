"""How fast the match log is, and how that grows: appending, opening, history, statistics, importing. `make bench-log`.

One log grows to 100, 1,000 and 10,000 matches of about 200 entries (`benchmarks.log_matches`). Needs tests/scorer on
the path. Appending is measured entry by entry with the referee before and the disk after, as at the table.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from benchmarks.log_matches import different_matches, fill, told_again
from scorer.events import Correct, CorrectRun, Event, MatchStart, Recount, Redo, Undo
from scorer.exchange import SentMatch, json_lines, read_matches
from scorer.history import Filters, counted, matches
from scorer.log_merge import merge
from scorer.log_opening import open_log
from scorer.log_summaries import summaries
from scorer.matchlog import MatchLog, new_match_id
from scorer.referee import Admission, admit_all, replay
from scorer.statistics import By
from scorer.statistics import statistics as figures

NOW = datetime(2027, 1, 1, tzinfo=UTC)
T = TypeVar("T")


def timed(ask: Callable[[], T]) -> tuple[float, T]:
    """Seconds, and the answer."""
    began = time.perf_counter()
    answer = ask()
    return time.perf_counter() - began, answer


def median_of(ask: Callable[[], object], runs: int) -> tuple[float, float, float]:
    """The median and the longest of some runs, in seconds, and the median of what they took of the processor."""
    taken, worked = [], []
    for _ in range(runs):
        began = time.process_time()
        taken.append(timed(ask)[0])
        worked.append(time.process_time() - began)
    return statistics.median(taken), max(taken), statistics.median(worked)


# Appending

OF_THE_RECORD = Undo | Redo | Correct | CorrectRun | Recount
"""What the referee admits by a replay of the whole match."""


def append(log: MatchLog, records: Sequence[Sequence[Event]], entries: int) -> list[tuple[Event, float]]:
    """Record matches entry by entry; the seconds that each entry took."""
    taken: list[tuple[Event, float]] = []
    for record in records:
        match_id = new_match_id()
        for event in record:
            named = replace(event, match_id=match_id) if isinstance(event, MatchStart) else event
            seconds, answer = timed(partial(log.record, match_id, named, NOW))
            assert isinstance(answer, Admission)
            taken.append((event, seconds))
        if len(taken) >= entries:
            break
    return taken


def show_appending(path: Path, records: Sequence[Sequence[Event]], entries: int, where: str) -> None:
    with MatchLog(path) as log:
        taken = append(log, records, entries)
    for what, of_record in (("cards and so on", False), ("undo, correction", True)):
        times = [1e3 * seconds for event, seconds in taken if isinstance(event, OF_THE_RECORD) is of_record]
        cuts = statistics.quantiles(times, n=100)
        print(
            f"append to {where}, {what:<17}{len(times):>6,} entries: p50 {cuts[49]:.2f} ms, p90 {cuts[89]:.2f} ms, "
            f"p99 {cuts[98]:.2f} ms, longest {max(times):.1f} ms",
            flush=True,
        )


# Reading


QUESTIONS: tuple[tuple[str, Callable[[MatchLog], object]], ...] = (
    ("page check", lambda log: log.file.check()),
    ("matches()", lambda log: log.matches()),
    ("running match", lambda log: log.running_match()),
    ("newest 20 of history", lambda log: matches(log, limit=20)),
    ("history of a player", lambda log: matches(log, Filters(players=("Ann",)))),
    ("all players' figures", lambda log: figures(counted(log))),
    ("a player by partner", lambda log: figures(counted(log, Filters(players=("Ann",))), By.PARTNER, "Ann")),
    ("variants' figures", lambda log: figures(counted(log), By.VARIANT)),
)


def show_reading(path: Path, count: int, entries: int, runs: int) -> None:
    """Times of opening and asking; the summaries are made in between."""
    size = path.stat().st_size
    bare, _, _ = median_of(lambda: MatchLog(path).close(), runs)
    tomorrow = NOW + timedelta(days=count)
    backed_up, _ = timed(lambda: open_log(path, tomorrow).close())
    opened, _, _ = median_of(lambda: open_log(path, tomorrow).close(), runs)
    print(
        f"\n{count:,} matches, {entries:,} entries: {size / 2**20:.1f} MB, {size / count / 1024:.1f} kB a match\n"
        f"   opened by a command in {opened:.3f} s, with check and backup where one is due in {backed_up:.3f} s "
        f"(the file alone: {1e3 * bare:.1f} ms)",
        flush=True,
    )
    with MatchLog(path) as log:
        missing = count - int(log.file.value("SELECT count(*) FROM summaries"))
        seconds, _ = timed(lambda: sum(1 for _ in summaries(log)))
        print(f"   {missing:,} summaries made in {seconds:.1f} s, {1e3 * seconds / missing:.1f} ms each", flush=True)
        for name, ask in QUESTIONS:
            median, longest, worked = median_of(partial(ask, log), runs)
            times = f"{median:>8.3f} s  (longest of {runs}: {longest:.3f} s; processor {worked:.3f} s)"
            print(f"   {name:<24}{times}", flush=True)


# Importing


def show_importing(folder: Path, records: Sequence[Sequence[Event]], count: int) -> None:
    """From the bytes of a file to the log, against the plain replay of the same matches."""
    sent = []
    for number in range(count):
        rng = random.Random(f"import-{number}")
        match_id, rows = told_again(rng, rng.choice(records), number, count)
        sent.append(SentMatch(match_id, 1, tuple(rows)))
    data = "\n".join(json_lines(sent)).encode()
    entries = sum(len(match.rows) for match in sent)
    plain, _ = timed(lambda: [replay(row.event for row in match.rows) for match in sent])
    strict, _ = timed(lambda: [admit_all(row.event for row in match.rows) for match in sent])
    with MatchLog(folder / "imported.sqlite3") as log:
        taken, _ = timed(lambda: merge(log, read_matches(data, NOW), NOW))
        again, report = timed(lambda: merge(log, read_matches(data, NOW), NOW))
    assert sum(match.added for match in report.matches) == 0
    print(
        f"\nimport of {count:,} matches, {entries:,} entries, {len(data) / 2**20:.0f} MB of JSON: {taken:.1f} s, "
        f"{taken / plain:.1f} times their plain replay ({plain:.1f} s; admitted one by one {strict:.1f} s); "
        f"once more, nothing new: {again:.1f} s"
    )


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000, help="up to so many (10,000)")
    parser.add_argument("--imported", type=int, default=1_000, help="so many are imported (1,000)")
    parser.add_argument("--appended", type=int, default=2_000, help="so many entries are appended (2,000)")
    parser.add_argument("--runs", type=int, default=5, help="timed runs of each question (5)")
    parser.add_argument("--folder", type=Path, help="on the disk to be measured (the system's folder for such files)")
    args = parser.parse_args()
    records = different_matches(240)
    # A command holds no such records: their objects are none of what the collector has to look through.
    gc.freeze()
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        folder = Path(name)
        show_appending(folder / "new.sqlite3", records, args.appended, "a new log")
        show_importing(folder, records, args.imported)
        path, entries, before = folder / "log.sqlite3", 0, 0
        for count in sorted({size for size in (100, 1_000, 10_000) if size < args.matches} | {args.matches}):
            with MatchLog(path) as log:
                entries += fill(log, records, before, count, args.matches)
            show_reading(path, count, entries, args.runs)
            before = count
        show_appending(path, records, args.appended, "the largest log")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
