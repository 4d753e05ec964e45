"""Writes the stored log of the present form, one per form the program has had: ``python tests/scorer/make_log.py``.

Five golden matches of five variants, each under a name of its own, one of them with a kept picture. Logs of earlier
forms (``schema1.sqlite3``, and ``log_v1.sqlite3`` among the goldens) were written by the programs of their time.
"""

import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorer.events import Event, MatchStart
from scorer.log_pictures import keep, set_rule
from scorer.log_schema import SCHEMA_VERSION
from scorer.matchlog import MatchLog
from scorer.notation import read
from scorer.referee import Admission

GOLDEN = Path(__file__).parent / "golden"
LOGS = Path(__file__).parent / "logs"
BEGUN = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)
MATCHES = {
    "20260301-193000": ("blind_don_burnley_1", 0),
    "20260306-193005": ("blind_don_three_1", 5),
    "20260302-193010": ("nine_card_cheshire_1", 10),
    "20260307-193015": ("nine_card_online_welsh_2", 15),
    "20260303-193020": ("phat_geldeston_1", 20),
}
"""Name in the log: the golden match, and how many days after `BEGUN` it was begun."""
PICTURE = b"\xff\xd8\xff\xe0 a trick \xff\xd9"


def stored(match_id: str) -> Iterator[tuple[Event, datetime]]:
    """The events of a stored match with their times, a second apart."""
    golden, days = MATCHES[match_id]
    for second, event in enumerate(read((GOLDEN / f"{golden}.don").read_text(encoding="utf-8")).events):
        named = replace(event, match_id=match_id) if isinstance(event, MatchStart) else event
        yield named, BEGUN + timedelta(days=days, seconds=second)


def write(path: Path) -> None:
    """The stored log, as the program of today writes it."""
    with MatchLog(path) as log:
        for match_id in MATCHES:
            for event, at in stored(match_id):
                answer = log.record(match_id, event, at)
                assert isinstance(answer, Admission), answer
        set_rule(log, "20260303-193020", days=30)
        keep(log, "20260303-193020", 9, PICTURE, BEGUN + timedelta(days=20))
    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
    db.close()


if __name__ == "__main__":
    target = LOGS / f"schema{SCHEMA_VERSION}.sqlite3"
    if target.exists() and "--again" not in sys.argv:
        raise SystemExit(f"{target} is there already: --again writes it anew, which only an unreleased form may have.")
    target.unlink(missing_ok=True)
    write(target)
