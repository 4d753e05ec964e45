"""The words of a line of the notation: taken one after the other, each as what it has to be."""

import json
import re

from scorer.cards import Card, Suit
from scorer.errors import DonError
from scorer.events import Counts
from scorer.frozenmap import FrozenMap
from scorer.seats import Seat, Side


class NotationError(DonError):
    """A text that is no match: the sentence says in which line, and why."""


class ExpectedError(Exception):
    """What a line should have had instead of what it has: a key of ``words.expected`` in the texts, or a word."""


_AFTER_COUNTS = ("hands", "carry", "game", "drop", "by", "because", "last", "first", "high", "low", "jack", "tens")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s",;{}=]+|[="}]')
_NUMBER = re.compile(r"[+-]?[0-9]{1,4000}", re.ASCII)


class Words:
    """The words of a line, taken one after the other."""

    def __init__(self, text: str) -> None:
        self._words = _TOKEN.findall(text)
        self._next = 0

    @property
    def left(self) -> bool:
        return self._next < len(self._words)

    def peek(self) -> str:
        """The next word in small letters; nothing at the end."""
        return self._words[self._next].lower() if self.left else ""

    def take(self, what: str) -> str:
        if not self.left:
            raise ExpectedError(what)
        self._next += 1
        return str(self._words[self._next - 1])

    def skip(self, word: str) -> bool:
        """Whether the next word was this one; it is taken then."""
        if self.peek() != word:
            return False
        self._next += 1
        return True

    def need(self, word: str) -> None:
        if not self.skip(word):
            raise ExpectedError(f'"{word}"')

    def end(self) -> None:
        if self.left:
            raise ExpectedError("end")

    def is_seat(self) -> bool:
        return self.peek().rstrip(":").upper() in Seat.__members__

    def seat(self) -> Seat:
        if not self.is_seat():
            raise ExpectedError("seat")
        return Seat(self.take("").rstrip(":").upper())

    def is_card(self) -> bool:
        return card_in(self.peek()) is not None

    def card(self) -> Card:
        card = card_in(self.peek())
        if card is None:
            raise ExpectedError("card")
        self.take("")
        return card

    def cards(self) -> tuple[Card, ...]:
        found = []
        while self.is_card():
            found.append(self.card())
        return tuple(found)

    def suit(self) -> Suit:
        word = self.take("suit").upper()
        if word not in Suit._value2member_map_ and word not in Suit.__members__:
            raise ExpectedError("suit")
        return Suit[word] if word in Suit.__members__ else Suit(word)

    def is_number(self) -> bool:
        return _number(self.peek())

    def number(self) -> int:
        if not self.is_number():
            raise ExpectedError("number")
        return int(self.take(""))

    def side(self) -> Side:
        return self.take("side").upper()

    def counts(self, *, none_too: bool = False) -> Counts:
        """A number for each side named: at least one, unless there may be none."""
        found: dict[Side, int] = {}
        while self.peek() not in _AFTER_COUNTS and _number(self._after_next):
            side = self.side()
            found[side] = self.number()
        if not found and not none_too:
            raise ExpectedError("counts")
        return FrozenMap(found)

    def text(self) -> str:
        word = self.take("text")
        if not word.startswith('"'):
            raise ExpectedError("text")
        try:
            return str(json.loads(word, strict=False))
        except ValueError:
            raise ExpectedError("text") from None

    def word_or_text(self) -> str:
        return self.text() if self.peek().startswith('"') else self.take("word")

    @property
    def _after_next(self) -> str:
        return self._words[self._next + 1] if self._next + 1 < len(self._words) else ""

    def maybe_text(self) -> str:
        return self.text() if self.peek().startswith('"') else ""


def _number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None


def card_in(word: str) -> Card | None:
    """The card a word names, also with T for the ten; None for another word."""
    name = re.sub(r"^T(?=[CDHS]$)", "10", word.upper())
    try:
        return Card.parse(name)
    except ValueError:
        return None
