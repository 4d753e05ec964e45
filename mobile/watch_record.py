"""The record of a watched table: JSON lines of what was seen, what happened, what was answered and what was scored.

A record replays without pictures: its looks drive `models.trick_follower`, its answers settle what is open. Each line
is in the file when the method returns, so that a program that is ended loses nothing. The format: `docs/watching.md`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Any

from mobile.texts import AppError, say
from models.calibration import Calibration
from models.errors import ModelsError
from models.looks import Look, WatchEvent, WatchSettings
from models.table_view import TableView
from scorer import __version__
from scorer.errors import DonError
from scorer.event_json import from_json, to_json
from scorer.events import Event, GameStart, MatchStart, Trick
from scorer.matchlog import MatchLog
from scorer.referee import Refusal
from scorer.seats import Seat

FORMAT = 1
Ask = Callable[[str, str], str]
"""Shows a prompt and gives the answer; the second text is the question alone."""


class WatchRecordError(AppError):
    """A record that can't be written or replayed."""


@dataclass(frozen=True, slots=True)
class RecordHeader:
    """What a record begins with: the match as logged until then, how the table was seen, what read it.

    `weights` has the SHA-256 of each weight file by its name, `source` what was watched, `app` the program's version.
    """

    events: tuple[Event, ...]
    view: TableView
    settings: WatchSettings
    calibration: Calibration
    weights: Mapping[str, str]
    source: str = ""
    app: str = __version__

    def to_json(self) -> dict[str, Any]:
        """As a dict of plain values; the readable fields first."""
        start = self.events[0]
        assert isinstance(start, MatchStart), "a match begins with its start"
        pitchers = [event.pitcher for event in self.events if isinstance(event, GameStart)]
        return {
            "record": FORMAT,
            "app": self.app,
            "source": self.source,
            "variant": start.variant.id,
            "pitcher": pitchers[-1] if pitchers else None,
            "bottom": self.view.bottom.value,
            "area": None if self.view.area is None else [list(point) for point in self.view.area],
            "weights": dict(self.weights),
            "calibration": asdict(self.calibration),
            "settings": asdict(self.settings),
            "match": [to_json(event) for event in self.events],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RecordHeader":
        """Raises `ValueError`, `KeyError`, `TypeError` or `DonError` for what `to_json` did not write."""
        events = tuple(from_json(event) for event in data["match"])
        if not events or not isinstance(events[0], MatchStart):
            raise ValueError("it has no match")
        area = None if data["area"] is None else tuple((float(x), float(y)) for x, y in data["area"])
        fitted = data["calibration"]
        return cls(
            events,
            TableView(Seat(data["bottom"]), area),
            replace(WatchSettings(), **data["settings"]),
            Calibration(**(fitted | {"weights": tuple(float(w) for w in fitted["weights"])})),
            dict(data["weights"]),
            str(data["source"]),
            str(data["app"]),
        )


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of a closed trick: its answers on the terminal, and the trick as scored (None: it was no trick).

    `open`: the record ends before anything was scored. `line` is where the outcome stands in the file.
    """

    line: int
    hand: int
    number: int
    answers: tuple[str, ...]
    trick: Trick | None
    open: bool = False


@dataclass(frozen=True, slots=True)
class WatchRecord:
    """A record as read. `ended_at`: when the source ended (None: the watching was stopped before)."""

    header: RecordHeader
    looks: tuple[Look, ...]
    decisions: tuple[Decision, ...]
    ended_at: float | None
    cut: bool
    """Whether the last line was not written to its end; it is left out."""


class RecordWriter:
    """Writes a new record, line by line. Raises `WatchRecordError` where the file can't be made or exists."""

    def __init__(self, path: Path, header: RecordHeader) -> None:
        check_record_path(path)
        self._path = path
        try:
            self._file = path.open("x", encoding="utf-8")
        except OSError as error:
            raise WatchRecordError("RECORD_UNWRITABLE", path=path, detail=error.strerror or error) from error
        self._write(header.to_json())

    def look(self, look: Look) -> None:
        """A frame that was read."""
        self._write({"look": look.to_json()})

    def event(self, event: WatchEvent) -> None:
        """Something that happened."""
        data = {"kind": event.kind, "t": event.t_seconds, "trick": event.trick, "cards": [str(c) for c in event.cards]}
        if event.proposal is not None:
            data["ready"] = event.proposal.ready
        self._write({"event": data})

    def answer(self, text: str) -> None:
        """What a person answered to a question."""
        self._write({"answer": text})

    def asking(self, ask: Ask) -> Ask:
        """Asks in the same way, and keeps each answer."""

        def ask_and_keep(prompt: str, pending: str) -> str:
            said = ask(prompt, pending)
            self.answer(said)
            return said

        return ask_and_keep

    def scored(self, hand: int, number: int, trick: Trick) -> None:
        """A trick as it was scored."""
        self._write({"scored": {"hand": hand, "trick": number, "played": to_json(trick)}})

    def dropped(self, hand: int, number: int) -> None:
        """What was closed was no trick: a person said so."""
        self._write({"dropped": {"hand": hand, "trick": number}})

    def ended(self, t_seconds: float) -> None:
        """The source has no more frames."""
        self._write({"ended": {"t": t_seconds}})

    def close(self) -> None:
        """Let go of the file; all lines are in it already."""
        self._file.close()

    def _write(self, data: Mapping[str, Any]) -> None:
        try:
            self._file.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._file.flush()
        except OSError as error:
            raise WatchRecordError("RECORD_UNWRITABLE", path=self._path, detail=error.strerror or error) from error


def begin_again(log: MatchLog, header: RecordHeader, at: datetime) -> str:
    """Writes the match that a record begins with into a log, under its own name or a new one; gives the name.

    Raises `WatchRecordError` where the referee does not take it, `LogError`.
    """
    start = header.events[0]
    assert isinstance(start, MatchStart), "a match begins with its start"
    taken = {match.match_id for match in log.matches()}
    names = chain((start.match_id,), (f"{start.match_id}-replay{number}" for number in count(1)))
    match_id = next(name for name in names if name not in taken)
    for event in (replace(start, match_id=match_id), *header.events[1:]):
        answer = log.record(match_id, event, at)
        if isinstance(answer, Refusal):
            raise WatchRecordError("RECORD_BROKEN_MATCH", detail=say(answer.code, answer.params))
    return match_id


def check_record_path(path: Path) -> None:
    """Refuses a place where no new record can be written (`WatchRecordError`)."""
    if path.exists():
        raise WatchRecordError("RECORD_EXISTS", path=path)
    if not path.absolute().parent.is_dir():
        raise WatchRecordError("RECORD_NO_FOLDER", path=path, folder=path.absolute().parent)


def read_record(path: Path) -> WatchRecord:
    """Reads and checks a whole record. Raises `WatchRecordError`, for a broken line with its number."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise WatchRecordError("RECORD_UNREADABLE", path=path, detail=error.strerror or error) from error
    except UnicodeDecodeError:
        raise WatchRecordError("RECORD_NO_RECORD", path=path) from None
    lines = text.split("\n")
    cut = bool(lines.pop())
    if not lines:
        raise WatchRecordError("RECORD_NO_RECORD", path=path)
    reading = _RecordReading(_header(path, lines[0]), cut)
    for number, line in enumerate(lines[1:], 2):
        try:
            reading.take(number, json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError, DonError) as error:
            raise WatchRecordError("RECORD_BROKEN_LINE", path=path, line=number, detail=_words(error)) from None
    return reading.record()


def _header(path: Path, line: str) -> RecordHeader:
    try:
        data = json.loads(line)
        version = data["record"]
    except (ValueError, KeyError, TypeError):
        raise WatchRecordError("RECORD_NO_RECORD", path=path) from None
    if version != FORMAT:
        raise WatchRecordError("RECORD_OTHER_FORMAT", path=path, version=version, known=FORMAT)
    try:
        return RecordHeader.from_json(data)
    except (ValueError, KeyError, TypeError, AttributeError, DonError, ModelsError) as error:
        raise WatchRecordError("RECORD_BROKEN_LINE", path=path, line=1, detail=_words(error)) from None


def _words(error: Exception) -> str:
    """The error without a full stop; a missing field by its name."""
    return f"{error} is missing" if isinstance(error, KeyError) else str(error).rstrip(".")


class _RecordReading:
    """Takes the lines after the header one by one."""

    def __init__(self, header: RecordHeader, cut: bool) -> None:
        self._header = header
        self._cut = cut
        self._looks: list[Look] = []
        self._decisions: list[Decision] = []
        self._answers: list[str] = []
        self._ended_at: float | None = None

    def take(self, number: int, data: Mapping[str, Any]) -> None:
        """One line. Raises `ValueError`, `KeyError`, `TypeError`, `AttributeError` or `DonError` for a broken one."""
        ((kind, body),) = data.items()
        if kind == "look":
            self._looks.append(_later(Look.from_json(body), self._looks))
        elif kind == "answer":
            self._answers.append(_text(body))
        elif kind in ("scored", "dropped"):
            trick = from_json(body["played"]) if kind == "scored" else None
            if not isinstance(trick, Trick | None):
                raise ValueError("what was scored is no trick")
            self._decide(Decision(number, int(body["hand"]), int(body["trick"]), tuple(self._answers), trick))
        elif kind == "ended":
            self._ended_at = float(body["t"])
        elif kind != "event":
            raise ValueError(f"there is nothing called {kind} in a record")

    def record(self) -> WatchRecord:
        """All of it."""
        if self._answers:
            self._decide(Decision(0, 0, 0, tuple(self._answers), None, open=True))
        return WatchRecord(self._header, tuple(self._looks), tuple(self._decisions), self._ended_at, self._cut)

    def _decide(self, decision: Decision) -> None:
        self._decisions.append(decision)
        self._answers = []


def _later(look: Look, looks: list[Look]) -> Look:
    if looks and look.t_seconds < looks[-1].t_seconds:
        raise ValueError(f"its time {look.t_seconds} is before that of the look before")
    return look


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("an answer is a text")
    return value
