"""A match in notation (docs/notation.md) taken for one that comes from another log."""

import re
from dataclasses import replace
from datetime import date, datetime
from uuid import NAMESPACE_URL, uuid5

from scorer import __version__
from scorer.events import MatchStart
from scorer.exchange import CLOCKS_DIFFER, ExchangeError, SentMatch, check_kind
from scorer.log_merge import MOST_CORRECTION_WORK
from scorer.matchlog import LogRow, is_uuid, utc_text
from scorer.notation import read
from scorer.played import noon_of

MOST_SIGNS = 2_000_000
_AGAIN = re.compile(r"^\s*(?:correct|correct_run|recount|undo|redo)\b", re.IGNORECASE | re.MULTILINE)
_NAMES = uuid5(NAMESPACE_URL, "don-matches/notation")


def match_from_notation(data: bytes, day: date | None, at: datetime) -> SentMatch:
    """The match that a text tells, played at noon (UTC) of ``day``, or of the day in its tag ``Date``.

    A match with a UUID in its tag ``Match`` keeps it; another one's id is made from the text, so that the same text
    is the same match. ``at``: the present time. Raises `NotationError`, `ExchangeError`.
    """
    if len(data) > MOST_SIGNS:
        raise ExchangeError("EXCHANGE_TOO_LARGE", most=MOST_SIGNS // 1_000_000)
    check_kind(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ExchangeError("EXCHANGE_NOT_TEXT") from None
    _check_work(text)
    told = read(text)
    start = told.events[0]
    assert isinstance(start, MatchStart), "the head of a text is the start of its match"
    lines = "\n".join(line.rstrip() for line in text.splitlines()).strip()
    match_id = start.match_id if is_uuid(start.match_id) else str(uuid5(_NAMES, lines))
    time = utc_text(_noon(day or _day_of(told.tags.get("Date", "")), at))
    events = [replace(start, match_id=match_id), *told.events[1:]]
    return SentMatch(match_id, 1, tuple(LogRow(seq, time, __version__, event) for seq, event in enumerate(events, 1)))


def _check_work(text: str) -> None:
    """Each of these lines is checked by playing the whole match again."""
    lines, again = text.count("\n") + 1, len(_AGAIN.findall(text))
    if lines * again > MOST_CORRECTION_WORK:
        raise ExchangeError("EXCHANGE_TOO_MANY_CORRECTIONS", match="of this text", corrections=again, count=lines)


def _day_of(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _noon(day: date | None, at: datetime) -> datetime:
    if day is None:
        raise ExchangeError("EXCHANGE_NO_DATE")
    noon = noon_of(day)
    if noon > at + CLOCKS_DIFFER:
        raise ExchangeError("EXCHANGE_FUTURE_DAY", day=day.isoformat())
    return noon
