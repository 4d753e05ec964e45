"""Cards: suits, ranks and the packs of RULES.md section 1 (52, and 48 or 44 for Irish Don)."""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Self


class _Ordered(Enum):
    """An enum whose members compare in the order in which they are written."""

    height: int

    def __new__(cls, letter: str) -> Self:
        member = object.__new__(cls)
        member._value_ = letter
        member.height = len(cls.__members__)
        return member

    def __lt__(self, other: Self) -> bool:
        return self.height < other.height if other.__class__ is self.__class__ else NotImplemented

    def __le__(self, other: Self) -> bool:
        return self.height <= other.height if other.__class__ is self.__class__ else NotImplemented

    def __gt__(self, other: Self) -> bool:
        return self.height > other.height if other.__class__ is self.__class__ else NotImplemented

    def __ge__(self, other: Self) -> bool:
        return self.height >= other.height if other.__class__ is self.__class__ else NotImplemented

    def __str__(self) -> str:
        return str(self.value)


class Suit(_Ordered):
    """The four suits; their order is only for sorting, no suit is worth more than another."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


class Rank(_Ordered):
    """The thirteen ranks from the two up to the ace, in every suit, trumps included (RULES.md 1)."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One playing card, written rank first: ``10H`` is the ten of hearts."""

    suit: Suit
    rank: Rank

    @staticmethod
    def parse(text: str) -> "Card":
        """The card written in ``text``, in capitals or not; `ValueError` with one sentence if there is none.

        >>> Card.parse("10h")
        Card(10H)
        """
        card = _cards_by_name().get(text.strip().upper())
        if card is None:
            raise ValueError(
                f"{text!r} is not a card: write the rank (2 to 10, J, Q, K or A) and then the suit (C, D, H or S), "
                "for instance 10H."
            )
        return card

    def __str__(self) -> str:
        return f"{self.rank.value}{self.suit.value}"

    def __repr__(self) -> str:
        return f"Card({self})"


@cache
def _cards_by_name() -> dict[str, Card]:
    return {str(card): card for card in (Card(suit, rank) for suit in Suit for rank in Rank)}


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards a game is played with, in sorted order: all ranks from the lowest up."""

    cards: tuple[Card, ...]
    lowest: Rank

    @property
    def size(self) -> int:
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and card.rank.height >= self.lowest.height


_LOWEST_OF_PACK = {52: Rank.TWO, 48: Rank.THREE, 44: Rank.FOUR}


@cache
def pack_of(size: int) -> Pack:
    """The pack of 52, of 48 (no twos) or of 44 (no twos or threes): RULES.md 3.4."""
    if size not in _LOWEST_OF_PACK:
        raise ValueError(f"There is no pack of {size} cards in Don: a pack has 52, 48 or 44.")
    lowest = _LOWEST_OF_PACK[size]
    return Pack(tuple(card for card in sorted(_cards_by_name().values()) if card.rank >= lowest), lowest)
