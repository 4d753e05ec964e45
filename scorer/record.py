"""What stands of a recorded match: undo, redo and corrections resolved into plain events (RULES.md 4.1, 4.3).

Entries of a record are numbered from 1, in the order in which they were written.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from scorer.cards import Card
from scorer.errors import DonError
from scorer.events import (
    AgreedCount,
    Correct,
    Correction,
    CorrectRun,
    Count,
    Deal,
    Event,
    MatchStart,
    Misdeal,
    Play,
    Recount,
    Redo,
    Trick,
    Undo,
)
from scorer.refusal import Refusal
from scorer.seats import Seat, next_in
from scorer.texts import say

Numbered = tuple[int, Event]


class RecordError(DonError):
    """A record that can't be followed."""


def broken_record(number: int, event: Event, refusal: Refusal) -> RecordError:
    """The error of a record whose entry ``number`` is refused, with the refusal's own sentence."""
    detail = say(refusal.code, refusal.params)
    return RecordError("BROKEN_RECORD", number=number, event=event.kind, code=refusal.code, detail=detail)


def effective(recorded: Iterable[Event]) -> tuple[Event, ...]:
    """The plain events that stand, in order. Linear in the number recorded.

    `Undo` takes back the last event that stands, whatever it was, except the start of the match; `Redo`
    restores the last one taken back, until something new is recorded.
    """
    return tuple(event for _, event in plain_events(recorded).numbered())


def plain_events(recorded: Iterable[Event]) -> "PlainEvents":
    """What stands, with the place of each card, so that a correction can find it."""
    plain = PlainEvents()
    for number, event in standing(recorded):
        plain.add(number, event)
    return plain


def standing(recorded: Iterable[Event]) -> list[Numbered]:
    """The entries left when undo and redo are followed; corrections are still among them."""
    kept: list[Numbered] = []
    taken_back: list[Numbered] = []
    for number, event in enumerate(recorded, start=1):
        if isinstance(event, Undo):
            if len(kept) < 2:
                raise RecordError("NOTHING_TO_UNDO")
            taken_back.append(kept.pop())
        elif isinstance(event, Redo):
            if not taken_back:
                raise RecordError("NOTHING_TO_REDO")
            kept.append(taken_back.pop())
        else:
            kept.append((number, event))
            taken_back.clear()
    return kept


@dataclass(slots=True)
class _Spot:
    """Where a card of a hand is recorded: the cell, the event in it, and the place in that event."""

    cell: int
    item: int
    place: int


@dataclass(slots=True)
class _Hand:
    """A hand of the record: where each of its cards is, and where its totals are."""

    spots: list[_Spot] = field(default_factory=list)
    count: tuple[int, int] | None = None


class PlainEvents:
    """Plain events that remember where each card of each hand was recorded.

    They lie in cells, one for each entry, so that a correction can put events in place of an entry, before it or
    after it while the places of all others stay.
    """

    def __init__(self) -> None:
        self._cells: list[list[Numbered]] = []
        self._seats: tuple[Seat, ...] = ()
        self._hands: list[_Hand] = []

    @property
    def hands(self) -> int:
        """How many hands have been dealt; a misdeal is none."""
        return len(self._hands)

    def numbered(self) -> Iterator[Numbered]:
        """The plain events in order, each with the number of the entry it comes from."""
        for cell in self._cells:
            yield from cell

    def add(self, number: int, event: Event) -> None:
        """Append a plain event, or carry out a correction on those that are here."""
        if isinstance(event, Correction):
            self._correct(number, event)
            return
        self._cells.append([(number, event)])
        self._note_place(len(self._cells) - 1, 0, event)

    def _note_place(self, cell: int, item: int, event: Event) -> None:
        if isinstance(event, Play | Trick):
            if self._hands:
                cards = 1 if isinstance(event, Play) else len(event.cards)
                self._hands[-1].spots.extend(_Spot(cell, item, place) for place in range(cards))
        elif isinstance(event, Deal):
            self._hands.append(_Hand())
        elif isinstance(event, Misdeal):
            if self._hands:
                self._hands.pop()
        elif isinstance(event, Count):
            if self._hands:
                self._hands[-1].count = (cell, item)
        elif isinstance(event, MatchStart):
            self._seats = event.seats

    def _index_again(self) -> None:
        """Find the places anew, after cells were changed."""
        self._hands = []
        for cell, entries in enumerate(self._cells):
            for item, (_, event) in enumerate(entries):
                self._note_place(cell, item, event)

    # Looking

    def hand_of(self, event: Correction) -> int:
        """The hand a correction means: its own number, or the current hand."""
        return len(self._hands) if event.hand is None else event.hand

    def cards_of(self, hand: int) -> tuple[Card, ...]:
        """The cards recorded for a hand, in the order in which they were played."""
        return tuple(self._card_at(spot) for spot in self._hands[hand - 1].spots)

    def tricks_of(self, hand: int) -> tuple[Trick, ...]:
        """The tricks recorded for a hand with their leaders, the last perhaps unfinished."""
        spots = self._hands[hand - 1].spots
        players = len(self._seats)
        tricks = []
        for start in range(0, len(spots), players):
            group = spots[start : start + players]
            tricks.append(Trick(self._leader_at(group[0]), tuple(self._card_at(spot) for spot in group)))
        return tuple(tricks)

    def trick_entries(self, hand: int) -> tuple[int, ...]:
        """Of each whole trick of a hand, the number of the entry that holds its last card."""
        spots = self._hands[hand - 1].spots
        players = len(self._seats)
        return tuple(self._entry_at(spot) for spot in spots[players - 1 :: players])

    def other_cards(self, event: Correct) -> dict[Card, int]:
        """The cards of the hand to be corrected, without the one to be replaced, each with its trick."""
        itself = self._spot(event)
        spots = self._hands[self.hand_of(event) - 1].spots
        players = len(self._seats)
        return {self._card_at(spot): n // players + 1 for n, spot in enumerate(spots) if spot is not itself}

    def need_hand(self, event: Correction) -> int:
        """The number of the hand a correction means; `RecordError` if there is none such."""
        hand = self.hand_of(event)
        if not 1 <= hand <= len(self._hands):
            raise RecordError("NO_SUCH_HAND", hand=hand)
        return hand

    def entry_of(self, event: Correct) -> int:
        """The number of the entry that holds the card to be corrected; `RecordError` if there is no such card."""
        return self._entry_at(self._spot(event))

    def count_entry(self, hand: int) -> int | None:
        """The number of the entry that holds the totals of a hand; None where its cards were entered."""
        place = self._hands[hand - 1].count
        return self._cells[place[0]][place[1]][0] if place else None

    def _spot(self, event: Correct) -> _Spot:
        hand = self.hand_of(event)
        place = (event.trick - 1) * len(self._seats) + event.position
        known = 1 <= hand <= len(self._hands) and event.trick >= 1 and 0 <= event.position < len(self._seats)
        if not known or place >= len(self._hands[hand - 1].spots):
            raise RecordError("NO_SUCH_CARD", hand=hand, trick=event.trick, position=event.position + 1)
        return self._hands[hand - 1].spots[place]

    def _event_at(self, spot: _Spot) -> Trick | Play:
        event = self._cells[spot.cell][spot.item][1]
        assert isinstance(event, Trick | Play), "cards are recorded by these two events only"
        return event

    def _entry_at(self, spot: _Spot) -> int:
        return self._cells[spot.cell][spot.item][0]

    def _card_at(self, spot: _Spot) -> Card:
        event = self._event_at(spot)
        return event.cards[spot.place] if isinstance(event, Trick) else event.card

    def _leader_at(self, spot: _Spot) -> Seat:
        event = self._event_at(spot)
        return event.leader if isinstance(event, Trick) else event.seat

    # Changing

    def drop(self, numbers: Iterable[int]) -> None:
        """Let the events of these entries no longer count."""
        gone = set(numbers)
        if not gone:
            return
        self._cells = [[entry for entry in cell if entry[0] not in gone] for cell in self._cells]
        self._index_again()

    def _correct(self, number: int, event: Correction) -> None:
        if isinstance(event, Correct):
            self._correct_card(event)
        elif isinstance(event, CorrectRun):
            self._correct_run(number, event)
        else:
            self._recount(number, event)
        self.drop(event.drop)

    def _correct_card(self, event: Correct) -> None:
        spot = self._spot(event)
        number, _ = self._cells[spot.cell][spot.item]
        wrong = self._event_at(spot)
        if isinstance(wrong, Trick):
            cards = (*wrong.cards[: spot.place], event.card, *wrong.cards[spot.place + 1 :])
            self._cells[spot.cell][spot.item] = (number, replace(wrong, cards=cards))
        else:
            self._cells[spot.cell][spot.item] = (number, replace(wrong, card=event.card))

    def _correct_run(self, number: int, event: CorrectRun) -> None:
        """Put each new trick where the old one of its number began, those beyond the old ones after the last card."""
        spots = self._hands[self.need_hand(event) - 1].spots
        players = len(self._seats)
        first = (event.first_trick - 1) * players
        if event.first_trick < 1 or first >= len(spots):
            raise RecordError("NO_SUCH_TRICK", hand=self.hand_of(event), trick=event.first_trick)
        starts = [spots[place].cell for place in range(first, len(spots), players)]
        gone = {(spot.cell, spot.item) for spot in spots[first:]}
        for cell in {cell for cell, _ in gone}:
            # Tricks of an earlier run may share a cell with tricks that stay.
            self._cells[cell] = [entry for item, entry in enumerate(self._cells[cell]) if (cell, item) not in gone]
        for place, trick in enumerate(event.tricks):
            entries = self._cells[starts[min(place, len(starts) - 1)]]
            entries.extend((number, part) for part in self._as_recorded(trick))
        self._index_again()

    def _as_recorded(self, trick: Trick) -> tuple[Event, ...]:
        """A whole trick as one event, an unfinished one card by card."""
        if len(trick.cards) >= len(self._seats):
            return (trick,)
        return tuple(Play(next_in(self._seats, trick.leader, n), card) for n, card in enumerate(trick.cards))

    def _recount(self, number: int, event: Recount) -> None:
        """The agreed count goes into the totals entered, or before the last card of the hand."""
        hand = self._hands[self.need_hand(event) - 1]
        if hand.count is not None:
            cell, item = hand.count
            old_number, old = self._cells[cell][item]
            assert isinstance(old, Count)
            self._cells[cell][item] = (old_number, replace(old, game_count=event.game_count))
            return
        last = hand.spots[-1].cell
        others = [entry for entry in self._cells[last] if not isinstance(entry[1], AgreedCount)]
        self._cells[last] = [(number, AgreedCount(self.hand_of(event), event.game_count)), *others]
        self._index_again()
