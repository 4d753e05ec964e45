"""What stands of a recorded match: undo, redo and corrections resolved into plain events (RULES.md 4.1, 4.3)."""

from collections.abc import Iterable
from dataclasses import replace

from scorer.cards import Card
from scorer.errors import DonError
from scorer.events import Correct, Deal, Event, MatchStart, Play, Redo, Trick, Undo


class RecordError(DonError):
    """A record that can't be followed."""


def effective(recorded: Iterable[Event]) -> tuple[Event, ...]:
    """The plain events that stand, in order. Linear in the number recorded.

    `Undo` takes back the last event that stands, whatever it was, except the start of the match; `Redo`
    restores the last one taken back, until something new is recorded.
    """
    plain = PlainEvents()
    for event in standing(recorded):
        plain.add(event)
    return tuple(plain.events)


def standing(recorded: Iterable[Event]) -> list[Event]:
    """The events left when undo and redo are followed; corrections are still among them."""
    kept: list[Event] = []
    taken_back: list[Event] = []
    for event in recorded:
        if isinstance(event, Undo):
            if len(kept) < 2:
                raise RecordError("NOTHING_TO_UNDO")
            taken_back.append(kept.pop())
        elif isinstance(event, Redo):
            if not taken_back:
                raise RecordError("NOTHING_TO_REDO")
            kept.append(taken_back.pop())
        else:
            kept.append(event)
            taken_back.clear()
    return kept


class PlainEvents:
    """A list of plain events that remembers where each card of each hand was recorded."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._players = 4
        self._hands: list[list[tuple[int, int]]] = []

    @property
    def hands(self) -> int:
        """How many hands have been dealt."""
        return len(self._hands)

    def add(self, event: Event) -> None:
        """Append a plain event, or carry out a correction on those that are here."""
        if isinstance(event, Correct):
            self._correct(event)
            return
        if isinstance(event, MatchStart):
            self._players = len(event.seats)
        elif isinstance(event, Deal):
            self._hands.append([])
        elif isinstance(event, Play | Trick) and self._hands:
            cards = 1 if isinstance(event, Play) else len(event.cards)
            self._hands[-1].extend((len(self.events), place) for place in range(cards))
        self.events.append(event)

    def hand_of(self, event: Correct) -> int:
        """The hand a correction means: its own number, or the current hand."""
        return len(self._hands) if event.hand is None else event.hand

    def locate(self, event: Correct) -> tuple[int, int]:
        """The event, and the place in it, that holds the card to be corrected."""
        hand = self.hand_of(event)
        place = (event.trick - 1) * self._players + event.position
        known = 1 <= hand <= len(self._hands) and event.trick >= 1 and 0 <= event.position < self._players
        if not known or place >= len(self._hands[hand - 1]):
            raise RecordError("NO_SUCH_CARD", hand=hand, trick=event.trick, position=event.position + 1)
        return self._hands[hand - 1][place]

    def other_cards(self, event: Correct) -> dict[Card, int]:
        """The cards of the hand to be corrected, without the one to be replaced, each with its trick."""
        itself = self.locate(event)
        spots = self._hands[self.hand_of(event) - 1]
        return {self._card_at(spot): number // self._players + 1 for number, spot in enumerate(spots) if spot != itself}

    def _card_at(self, spot: tuple[int, int]) -> Card:
        index, place = spot
        event = self.events[index]
        if isinstance(event, Trick):
            return event.cards[place]
        assert isinstance(event, Play), "cards are recorded by these two events only"
        return event.card

    def _correct(self, event: Correct) -> None:
        index, place = self.locate(event)
        wrong = self.events[index]
        if isinstance(wrong, Trick):
            cards = (*wrong.cards[:place], event.card, *wrong.cards[place + 1 :])
            self.events[index] = replace(wrong, cards=cards)
        elif isinstance(wrong, Play):
            self.events[index] = replace(wrong, card=event.card)
