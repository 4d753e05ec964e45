"""The stable JSON form of events: an object with the event's name under ``event`` and its form's version under ``v``.

A form that gained a field has a higher version; an entry of an older version is read with the field's default.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any

from scorer.cards import Card, Suit
from scorer.errors import DonError
from scorer.events import EVENT_KINDS, Event, SeatLayout, Trick
from scorer.frozenmap import FrozenMap
from scorer.seats import Seat
from scorer.variant import Variant, VariantError


class EventError(DonError):
    """A JSON object that is no event we know."""


_VERSIONS = {"match_start": 3, "game_start": 2, "deal": 2, "correct": 2}
"""What is not named here is in its first form."""


def version_of(kind: str) -> int:
    """The version in which events of this kind are written."""
    return _VERSIONS.get(kind, 1)


# A reader for each type of field


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


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return value


def _tuple(item: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    return lambda value: tuple(item(entry) for entry in _list(value))


def _map(key: Callable[[Any], Any], item: Callable[[Any], Any]) -> Callable[[Any], FrozenMap[Any, Any]]:
    return lambda value: FrozenMap({key(name): item(entry) for name, entry in value.items()})


def _maybe(item: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else item(value)


def _card(value: Any) -> Card:
    return Card.parse(_text(value))


def _stack(value: Any) -> tuple[Card | None, Card | None]:
    bottom, top = _tuple(_maybe(_card))(value)
    return bottom, top


def _seat_layout(value: Any) -> SeatLayout:
    if value.keys() != {"stacks", "hand"}:
        raise TypeError("not a layout")
    return SeatLayout(_tuple(_stack)(value["stacks"]), _maybe(_cards)(value["hand"]))


def _plain_trick(value: Any) -> Trick:
    if value.keys() != {"leader", "cards"}:
        raise TypeError("not a trick")
    return Trick(Seat(value["leader"]), _cards(value["cards"]))


_cards = _tuple(_card)
_counts = _map(_text, _whole)

_READ: Mapping[str, Callable[[Any], Any]] = {
    "match_id": _text,
    "seats": _tuple(Seat),
    "sides": _tuple(_text),
    "names": _map(Seat, _text),
    "board": _text,
    "engine_version": _text,
    "variant": Variant.from_json,
    "place": _text,
    "pitcher": _maybe(Seat),
    "dealer": Seat,
    "game_start.dealer": _maybe(Seat),
    "start_scores": _maybe(_counts),
    "hands_played": _whole,
    "carry": _whole,
    "cut.cards": _map(Seat, _card),
    "seat": Seat,
    "side": _text,
    "hands": _maybe(_map(Seat, _cards)),
    "layout": _maybe(_map(Seat, _seat_layout)),
    "suit": Suit,
    "card": _card,
    "leader": Seat,
    "cards": _cards,
    "stack": _whole,
    "points": _whole,
    "count.points": _counts,
    "game_count": _counts,
    "count.game_count": _maybe(_counts),
    "bonus": _map(_text, _text),
    "last_scoring_side": _maybe(_text),
    "first_out": _maybe(_text),
    "reason": _text,
    "trick": _whole,
    "by": _text,
    "peg_correction.by": _maybe(_text),
    "code": _text,
    "params": _map(_text, _text_or_whole),
    "hand": _maybe(_whole),
    "position": _whole,
    "first_trick": _whole,
    "tricks": _tuple(_plain_trick),
    "drop": _tuple(_whole),
}
"""By the field's name, or by event and field where one name has two types."""


def _write(value: object) -> object:
    if isinstance(value, Variant):
        return value.to_json()
    if isinstance(value, SeatLayout):
        return {"stacks": _write(value.stacks), "hand": _write(value.hand)}
    if isinstance(value, Trick):
        return {"leader": value.leader.value, "cards": _write(value.cards)}
    if isinstance(value, Mapping):
        return {_write(key): _write(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_write(item) for item in value]
    if isinstance(value, Seat | Suit):
        return value.value
    return str(value) if isinstance(value, Card) else value


def to_json(event: Event) -> dict[str, object]:
    """The event as plain JSON values, its name first."""
    body = {part.name: _write(getattr(event, part.name)) for part in fields(event)}
    return {"event": event.kind, "v": version_of(event.kind), **body}


def from_json(data: Mapping[str, Any]) -> Event:
    """The event written by `to_json`; `EventError` for anything else."""
    kind = data.get("event")
    cls = EVENT_KINDS.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise EventError("UNKNOWN_EVENT", name=str(kind))
    version = data.get("v")
    if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version <= version_of(cls.kind):
        raise EventError("EVENT_TOO_NEW", event=cls.kind, version=str(version))
    parts = _PARTS[cls.kind]
    wrong = _wrong_fields(data, parts, version < version_of(cls.kind))
    if wrong:
        raise EventError("BAD_EVENT", event=cls.kind, field=", ".join(wrong))
    values: dict[str, Any] = {}
    for name in parts.keys() & data.keys():
        reader = _READ.get(f"{cls.kind}.{name}") or _READ[name]
        try:
            values[name] = reader(data[name])
        except (ValueError, TypeError, AttributeError, VariantError) as error:
            raise EventError("BAD_EVENT", event=cls.kind, field=name) from error
    return cls(**values)


_PARTS: Mapping[str, Mapping[str, Field[Any]]] = {
    kind: {part.name: part for part in fields(cls)} for kind, cls in EVENT_KINDS.items()
}


def _wrong_fields(data: Mapping[str, Any], parts: Mapping[str, Field[Any]], older: bool) -> list[str]:
    """Fields too many, and fields missing that an older form was not free to lack."""
    found = data.keys() - {"event", "v"}
    missing = {
        name
        for name in parts.keys() - found
        if not (older and (parts[name].default is not MISSING or parts[name].default_factory is not MISSING))
    }
    return sorted((found - parts.keys()) | missing)
