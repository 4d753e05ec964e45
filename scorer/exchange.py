"""Matches as JSON, to be carried from one log to another (docs/exchange.md).

The text is written and read match by match, so that a whole season needs no more memory than its largest match and
the text itself. What can be derived (scores, summaries) is not in it.
"""

import binascii
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from scorer.errors import DonError
from scorer.event_json import EventError, from_json, to_json
from scorer.events import MatchStart
from scorer.json_stream import JsonStream
from scorer.known_rules import unknown_rule
from scorer.log_pictures import is_jpeg
from scorer.matchlog import LogRow, utc_text
from scorer.texts import phrase

FORMAT = "don-matches"
VERSION = 1

MOST_BYTES = 512_000_000
MOST_EVENTS = 10_000
"""Of one match; a long one has some hundreds."""
MOST_ID = 200
MOST_ENGINE = 40
MOST_NAME = 40
MOST_PICTURE = 1_000_000
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
CLOCKS_DIFFER = timedelta(days=1)
"""How far the clock of another phone may be ahead."""


class ExchangeError(DonError):
    """A file of matches that can't be taken in."""


class WrongMatchError(ExchangeError):
    """A match of a file that can't be taken in; the others of the file may be."""


LeaveOut = Callable[[WrongMatchError], None]
"""Is told of a match that is left out."""


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A kept picture: the number of its entry, when it was kept (UTC, ISO 8601), the JPEG."""

    seq: int
    at_utc: str
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class SameAs:
    """That somebody said this match is another one of the file told twice: which one, when, and who said so."""

    match_id: str
    copy: int
    at_utc: str
    by: str


@dataclass(frozen=True, slots=True)
class SentMatch:
    """A match on its way: its id, which copy of it (1, or 2 and more where logs told it differently), its entries."""

    match_id: str
    copy: int
    rows: tuple[LogRow, ...]
    same_as: SameAs | None = None
    pictures: tuple[SentPicture, ...] = ()


# Writing


def json_lines(matches: Iterable[SentMatch]) -> Iterator[str]:
    """The lines of the file, one for each match."""
    yield f'{{"format": {json.dumps(FORMAT)}, "version": {VERSION}, "matches": ['
    before = ""
    for match in matches:
        yield before + json.dumps(_written(match), ensure_ascii=False, separators=(",", ":"))
        before = ","
    yield "]}"


def _written(match: SentMatch) -> dict[str, object]:
    data: dict[str, object] = {"match_id": match.match_id}
    if match.copy > 1:
        data["copy"] = match.copy
    if match.same_as is not None:
        said = match.same_as
        data["same_as"] = {"match_id": said.match_id, "copy": said.copy, "at": said.at_utc, "by": said.by}
    data["events"] = [
        {"at": row.at_utc, "engine": row.engine_version, "event": to_json(row.event)} for row in match.rows
    ]
    if match.pictures:
        data["pictures"] = [
            {"entry": picture.seq, "at": picture.at_utc, "jpeg": b64encode(picture.jpeg).decode("ascii")}
            for picture in match.pictures
        ]
    return data


# Reading


def read_matches(data: bytes, at: datetime, leave_out: LeaveOut | None = None) -> Iterator[SentMatch]:
    """The matches of a file one by one; ``at`` is the present time, for entries can't come from the future.

    `ExchangeError` with one sentence for anything else, perhaps only after the first matches: what was done with
    them has to be undone then. With ``leave_out`` a single match that is wrong is passed over.
    """
    check_kind(data)
    if len(data) > MOST_BYTES:
        raise ExchangeError("EXCHANGE_TOO_LARGE", most=MOST_BYTES // 1_000_000)
    latest = at + CLOCKS_DIFFER
    try:
        text = data.decode("utf-8-sig")
        stream = JsonStream(text, "matches")
        seen: set[tuple[str, int]] = set()
        for number, entry in enumerate(stream.entries(), start=1):
            try:
                match = _match(entry, number, latest)
                if (match.match_id, match.copy) in seen:
                    raise WrongMatchError("EXCHANGE_TWICE", match=match.match_id)
            except WrongMatchError as error:
                if leave_out is None:
                    raise
                leave_out(error)
                continue
            seen.add((match.match_id, match.copy))
            yield match
    except UnicodeDecodeError:
        raise ExchangeError("EXCHANGE_NOT_JSON", detail="it is no text in UTF-8") from None
    except RecursionError:
        raise ExchangeError("EXCHANGE_NOT_JSON", detail="it is nested too deeply") from None
    except ValueError as error:
        raise ExchangeError("EXCHANGE_NOT_JSON", detail=str(error)) from None
    _check_head(stream)


def check_kind(data: bytes) -> None:
    """Refuse what Don has written for another purpose: a log itself, a score sheet, a table. `ExchangeError`."""
    if data.startswith(b"SQLite format 3\0"):
        raise ExchangeError("EXCHANGE_DATABASE")
    beginning = data[:200].removeprefix(b"\xef\xbb\xbf").lstrip()
    title = phrase("title", {"variant": ""}, table="sheet").strip().encode()
    if beginning.startswith((b"%PDF-", b"match_id,copy,date", title)):
        raise ExchangeError("EXCHANGE_FOR_READING")


def _check_head(stream: JsonStream) -> None:
    """That the file says what it is, and that its form is known."""
    head = stream.others
    if head.get("format") != FORMAT or not stream.found:
        raise ExchangeError("EXCHANGE_NOT_MATCHES")
    version = head.get("version")
    if not _is_whole(version) or version != VERSION:
        raise ExchangeError("EXCHANGE_TOO_NEW", version=str(version)[:20], known=VERSION)
    more = sorted(head.keys() - {"format", "version"})
    if more:
        raise ExchangeError("EXCHANGE_HEAD_NAME", name=legible(more[0], MOST_NAME))


class _WrongError(Exception):
    """What is wrong with a part of a match: the code of a sentence and its parameters but for the match."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def _match(entry: Any, number: int, latest: datetime) -> SentMatch:
    """The match that one entry of the list holds; ``number`` counts from 1."""
    name = str(number)
    try:
        _need(entry, {"match_id", "events"}, {"copy", "same_as", "pictures"}, "the match")
        match_id = _text(entry["match_id"], "match_id", MOST_ID)
        if not match_id or not match_id.isprintable():
            raise _WrongError("EXCHANGE_BAD_FIELD", field="match_id")
        name = match_id
        rows = _rows(entry["events"], latest)
        first = rows[0].event
        if not isinstance(first, MatchStart) or first.match_id != match_id:
            raise _WrongError("EXCHANGE_WRONG_START")
        said = None if entry.get("same_as") is None else _same_as(entry["same_as"], latest)
        sent = _pictures(entry.get("pictures", []), len(rows), latest)
        return SentMatch(match_id, _positive(entry.get("copy", 1), "copy"), rows, said, sent)
    except _WrongError as error:
        raise WrongMatchError(error.code, match=name, **error.params) from None


def _rows(entries: Any, latest: datetime) -> tuple[LogRow, ...]:
    if not isinstance(entries, list) or not 1 <= len(entries) <= MOST_EVENTS:
        raise _WrongError("EXCHANGE_BAD_EVENTS", most=MOST_EVENTS)
    rows = []
    for seq, entry in enumerate(entries, start=1):
        field = f"entry {seq}"
        _need(entry, {"at", "engine", "event"}, set(), field)
        time = _time(entry["at"], f"{field}, at", latest)
        engine = _text(entry["engine"], f"{field}, engine", MOST_ENGINE)
        if not isinstance(entry["event"], dict):
            raise _WrongError("EXCHANGE_BAD_FIELD", field=f"{field}, event")
        try:
            event = from_json(entry["event"])
        except EventError as error:
            raise _WrongError("EXCHANGE_BAD_EVENT", seq=seq, detail=legible(error.sentence())) from None
        strange = unknown_rule(event.variant) if isinstance(event, MatchStart) else None
        if strange is not None:
            raise _WrongError("EXCHANGE_UNKNOWN_RULES", field=strange)
        rows.append(LogRow(seq, time, engine, event))
    return tuple(rows)


def _same_as(entry: Any, latest: datetime) -> SameAs:
    _need(entry, {"match_id", "copy", "at", "by"}, set(), "same_as")
    return SameAs(
        _text(entry["match_id"], "same_as, match_id", MOST_ID),
        _positive(entry["copy"], "same_as, copy"),
        _time(entry["at"], "same_as, at", latest),
        _text(entry["by"], "same_as, by", MOST_ID),
    )


def _pictures(entries: Any, events: int, latest: datetime) -> tuple[SentPicture, ...]:
    if not isinstance(entries, list):
        raise _WrongError("EXCHANGE_BAD_FIELD", field="pictures")
    found: dict[int, SentPicture] = {}
    for number, entry in enumerate(entries, start=1):
        field = f"picture {number}"
        _need(entry, {"entry", "at", "jpeg"}, set(), field)
        seq = _positive(entry["entry"], f"{field}, entry")
        if seq > events or seq in found:
            raise _WrongError("EXCHANGE_BAD_FIELD", field=f"{field}, entry")
        time = _time(entry["at"], f"{field}, at", latest)
        text = _text(entry["jpeg"], f"{field}, jpeg", MOST_PICTURE * 4 // 3 + 4)
        try:
            jpeg = b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            jpeg = b""
        if not is_jpeg(jpeg):
            raise _WrongError("EXCHANGE_BAD_PICTURE", number=number)
        found[seq] = SentPicture(seq, time, jpeg)
    return tuple(found.values())


# Values


def legible(text: str, most: int = 300) -> str:
    """Text from elsewhere as it may be shown: no control characters, and not without end."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in text[:most])
    return plain if len(text) <= most else f"{plain[:-1]}…"


def _need(entry: Any, needed: set[str], allowed: set[str], field: str) -> None:
    """An object with just these names."""
    if not isinstance(entry, Mapping):
        raise _WrongError("EXCHANGE_BAD_FIELD", field=field)
    missing, more = sorted(needed - entry.keys()), sorted(entry.keys() - needed - allowed)
    if missing:
        raise _WrongError("EXCHANGE_MISSING_NAME", field=field, name=missing[0])
    if more:
        raise _WrongError("EXCHANGE_UNKNOWN_NAME", field=field, name=legible(more[0], MOST_NAME))


def _text(value: Any, field: str, most: int) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise _WrongError("EXCHANGE_BAD_FIELD", field=field)
    return value


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _positive(value: Any, field: str) -> int:
    if not _is_whole(value) or value < 1:
        raise _WrongError("EXCHANGE_BAD_FIELD", field=field)
    return int(value)


_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z", re.ASCII)


def _time(value: Any, field: str, latest: datetime) -> str:
    """A time in UTC as the log writes it; one from the future or from before there was a log is refused."""
    text = _text(value, field, 30)
    try:
        time = datetime.fromisoformat(text) if _TIME.fullmatch(text) else None
    except ValueError:
        time = None
    if time is None or time < EARLIEST:
        raise _WrongError("EXCHANGE_BAD_FIELD", field=field)
    if time > latest:
        raise _WrongError("EXCHANGE_FUTURE", field=field, time=text, now=utc_text(latest - CLOCKS_DIFFER))
    return utc_text(time)
