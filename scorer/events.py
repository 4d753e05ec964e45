"""The alphabet of the log: what can happen in a match, each a frozen class with a stable JSON form (RULES.md 4.1).

An event says what happened, never what it scored, and never when: time stands in the log's row. In JSON an
event is an object with its name under ``event`` and the version of its form under ``v``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from scorer import __version__
from scorer.cards import Card
from scorer.errors import DonError
from scorer.frozenmap import FrozenMap
from scorer.seats import Seat, Side
from scorer.variant import Variant, VariantError

Hands = FrozenMap[Seat, tuple[Card, ...]]


class EventError(DonError):
    """A JSON object that is no event we know."""


@dataclass(frozen=True, slots=True)
class MatchStart:
    """Who plays what, under which rules: the whole resolved variant, so that the log needs no file beside it."""

    kind: ClassVar[str] = "match_start"
    match_id: str
    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    names: FrozenMap[Seat, str]
    board: str
    engine_version: str
    variant: Variant


@dataclass(frozen=True, slots=True)
class GameStart:
    """A game begins: who pitches first and who deals (left out: the player the variant says)."""

    kind: ClassVar[str] = "game_start"
    pitcher: Seat
    dealer: Seat | None = None
    start_scores: FrozenMap[Side, int] | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand is dealt. The hands themselves are never needed, and checked if they are known."""

    kind: ClassVar[str] = "deal"
    dealer: Seat
    hands: Hands | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """One card is played to the trick."""

    kind: ClassVar[str] = "play"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A whole trick in one step: the cards in the order in which they were played, from the leader."""

    kind: ClassVar[str] = "trick"
    leader: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Correct:
    """A card was entered wrongly: trick and hand count from 1, position from 0; no hand means the current one."""

    kind: ClassVar[str] = "correct"
    hand: int | None
    trick: int
    position: int
    card: Card


@dataclass(frozen=True, slots=True)
class Penalty:
    """``side`` is penalised and the other side pegs the points."""

    kind: ClassVar[str] = "penalty"
    side: Side
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Concede:
    """``side`` gives up the game, the other side consenting; the other side wins it."""

    kind: ClassVar[str] = "concede"
    side: Side


@dataclass(frozen=True, slots=True)
class Note:
    """An irregularity or a remark: kept, and without effect on the score."""

    kind: ClassVar[str] = "note"
    code: str
    params: FrozenMap[str, str | int] = field(default_factory=FrozenMap)


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last event that still stands."""

    kind: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True)
class Redo:
    """Restore what the last undo took back."""

    kind: ClassVar[str] = "redo"


def start_of_match(
    match_id: str, variant: Variant, names: Mapping[Seat, str] | None = None, board: str | None = None
) -> MatchStart:
    """The first event of a match under ``variant``, on its own board unless another is named."""
    return MatchStart(
        match_id, variant.seats, variant.sides, FrozenMap(names or {}), board or variant.board, __version__, variant
    )


Event = MatchStart | GameStart | Deal | Play | Trick | Correct | Penalty | Concede | Note | Undo | Redo

EVENT_KINDS: Mapping[str, type[Event]] = {
    cls.kind: cls for cls in (MatchStart, GameStart, Deal, Play, Trick, Correct, Penalty, Concede, Note, Undo, Redo)
}
_VERSION = 1


# The JSON form: a writer and a reader for each field


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("not text")
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not a whole number")
    return value


def _text_or_whole(value: Any) -> str | int:
    return value if isinstance(value, str) else _whole(value)


def _cards(value: Any) -> tuple[Card, ...]:
    return tuple(Card.parse(_text(card)) for card in _list(value))


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return value


def _map(key: Callable[[Any], Any], item: Callable[[Any], Any]) -> Callable[[Any], FrozenMap[Any, Any]]:
    return lambda value: FrozenMap({key(name): item(entry) for name, entry in value.items()})


_READ: Mapping[tuple[str, str], Callable[[Any], Any]] = {
    ("match_start", "match_id"): _text,
    ("match_start", "seats"): lambda value: tuple(Seat(seat) for seat in _list(value)),
    ("match_start", "sides"): lambda value: tuple(_text(side) for side in _list(value)),
    ("match_start", "names"): _map(Seat, _text),
    ("match_start", "board"): _text,
    ("match_start", "engine_version"): _text,
    ("match_start", "variant"): Variant.from_json,
    ("game_start", "pitcher"): Seat,
    ("game_start", "dealer"): Seat,
    ("game_start", "start_scores"): _map(_text, _whole),
    ("deal", "dealer"): Seat,
    ("deal", "hands"): _map(Seat, _cards),
    ("play", "seat"): Seat,
    ("play", "card"): Card.parse,
    ("trick", "leader"): Seat,
    ("trick", "cards"): _cards,
    ("correct", "hand"): _whole,
    ("correct", "trick"): _whole,
    ("correct", "position"): _whole,
    ("correct", "card"): Card.parse,
    ("penalty", "side"): _text,
    ("penalty", "points"): _whole,
    ("penalty", "reason"): _text,
    ("concede", "side"): _text,
    ("note", "code"): _text,
    ("note", "params"): _map(_text, _text_or_whole),
}
_MAY_BE_NONE = {("game_start", "dealer"), ("game_start", "start_scores"), ("deal", "hands"), ("correct", "hand")}


def _write(value: object) -> object:
    if isinstance(value, Variant):
        return value.to_json()
    if isinstance(value, Mapping):
        return {_write(key): _write(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_write(item) for item in value]
    if isinstance(value, Seat):
        return value.value
    return str(value) if isinstance(value, Card) else value


def to_json(event: Event) -> dict[str, object]:
    """The event as plain JSON values, its name first."""
    body = {part.name: _write(getattr(event, part.name)) for part in fields(event)}
    return {"event": event.kind, "v": _VERSION, **body}


def from_json(data: Mapping[str, Any]) -> Event:
    """The event written by `to_json`; `EventError` for anything else."""
    kind = data.get("event")
    cls = EVENT_KINDS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise EventError("UNKNOWN_EVENT", name=str(kind))
    if data.get("v") != _VERSION:
        raise EventError("EVENT_TOO_NEW", event=cls.kind, version=str(data.get("v")))
    names = {part.name for part in fields(cls)}
    if data.keys() - {"event", "v"} != names:
        wrong = sorted((data.keys() - {"event", "v"}) ^ names)
        raise EventError("BAD_EVENT", event=cls.kind, field=", ".join(wrong))
    values: dict[str, Any] = {}
    for name in names:
        try:
            known = data[name] is not None or (cls.kind, name) not in _MAY_BE_NONE
            values[name] = _READ[cls.kind, name](data[name]) if known else None
        except (ValueError, TypeError, AttributeError, VariantError) as error:
            raise EventError("BAD_EVENT", event=cls.kind, field=name) from error
    return cls(**values)
