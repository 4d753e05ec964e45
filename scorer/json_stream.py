"""JSON from elsewhere, read piece by piece: one large list of an object, entry by entry.

Stricter than `json`: no fractions, no numbers of more than nine digits, no half characters, no name twice.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

_SPACE = re.compile(r"[ \t\n\r]*")
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
_MOST_DIGITS = 9


class JsonStream:
    """An object in ``text`` whose value under ``name`` is a list.

    After `entries` has come to its end, ``others`` has the other values of the object, and ``found`` says whether the
    list was there. What is no such JSON raises `ValueError`, or `RecursionError` where it is nested too deeply.
    """

    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        self._place = 0
        self._halves = _HALF_CHARACTER.search(text) is not None
        self._decoder = json.JSONDecoder(
            object_pairs_hook=_object, parse_int=_whole, parse_float=_no_fraction, parse_constant=_no_fraction
        )
        self.others: dict[str, Any] = {}
        self.found = False

    def entries(self) -> Iterator[Any]:
        """The entries of the list, in order."""
        self._expect("{")
        more = not self._skip("}")
        while more:
            key = self._value()
            self._expect(":")
            if key == self._name and not self.found:
                self.found = True
                yield from self._list()
            elif not isinstance(key, str) or key in self.others or key == self._name:
                raise ValueError(f"a name is wrong or there twice (at character {self._place})")
            else:
                self.others[key] = self._value()
            more = self._skip(",")
            if not more:
                self._expect("}")
        self._space()
        if self._place != len(self._text):
            raise ValueError(f"there is more after its end (at character {self._place})")

    def _list(self) -> Iterator[Any]:
        self._expect("[")
        if self._skip("]"):
            return
        yield self._value()
        while self._skip(","):
            yield self._value()
        self._expect("]")

    def _value(self) -> Any:
        self._space()
        try:
            value, self._place = self._decoder.raw_decode(self._text, self._place)
        except json.JSONDecodeError as error:
            raise ValueError(f"it can't be read from line {error.lineno}, character {error.colno} on") from None
        if self._halves:
            _check_characters(value)
        return value

    def _space(self) -> None:
        found = _SPACE.match(self._text, self._place)
        assert found is not None, "no space at all is space too"
        self._place = found.end()

    def _skip(self, sign: str) -> bool:
        self._space()
        there = self._text.startswith(sign, self._place)
        self._place += len(sign) if there else 0
        return there

    def _expect(self, sign: str) -> None:
        if not self._skip(sign):
            raise ValueError(f"it breaks off or has no {sign} where one belongs (at character {self._place})")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has the same name twice")
    return found


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number has more than {_MOST_DIGITS} digits")
    return int(text)


def _no_fraction(text: str) -> Any:
    raise ValueError(f"{text[:20]} is no whole number")


def _check_characters(value: Any) -> None:
    """Half of a pair of UTF-16 is no character and can't be stored."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError("a text has half a character in it") from None
