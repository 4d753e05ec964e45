"""One card of the record that is to be another: which ones it can be, the likely ones first, and what each changes."""

from __future__ import annotations

from collections.abc import Iterator

from mobile.corrections import Plan, recorded_tricks
from mobile.match_book import MatchBook
from mobile.texts import label
from mobile.wording import card_glyphs, player_name, short_player
from models.trick_reader import TrickProposal
from scorer.cards import Card, Rank, Suit, pack_of
from scorer.events import Trick
from scorer.refusal import Refusal
from scorer.seats import Seat, next_in

_SAME_COLOUR = {
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
}
_ALIKE = {
    Rank.SIX: (Rank.NINE, Rank.EIGHT),
    Rank.NINE: (Rank.SIX, Rank.EIGHT),
    Rank.EIGHT: (Rank.SIX, Rank.NINE),
    Rank.JACK: (Rank.QUEEN, Rank.KING),
    Rank.QUEEN: (Rank.KING, Rank.JACK),
    Rank.KING: (Rank.QUEEN, Rank.JACK),
    Rank.FIVE: (Rank.SIX, Rank.THREE),
    Rank.THREE: (Rank.EIGHT, Rank.FIVE),
}
"""Ranks that are taken for each other by eye and by camera."""
_MOST_LIKELY = 4


class CardCorrection:
    """The card that ``seat`` played in a trick of the record (hand and trick from 1).

    ``read``: how the trick was read from its picture, where that is known. `problem`: the refusal where there is no
    such card.
    """

    def __init__(self, book: MatchBook, hand: int, trick: int, seat: Seat, read: TrickProposal | None = None) -> None:
        self.book, self.hand, self.trick, self.seat = book, hand, trick, seat
        self._read = read
        self.problem: Refusal | None = None
        self._tricks: tuple[Trick, ...] = ()
        found = recorded_tricks(book.events, hand)
        if isinstance(found, Refusal):
            self.problem = found
            return
        self._tricks = found[1]
        if seat not in self._played(trick):
            self.problem = Refusal("NO_TRICK_TO_EXPLAIN")

    def _played(self, trick: int) -> dict[Seat, Card]:
        if not 1 <= trick <= len(self._tricks):
            return {}
        return seated(self._tricks[trick - 1], self.book.state.seats)

    @property
    def card(self) -> Card:
        """The card as it is recorded."""
        return self._played(self.trick)[self.seat]

    @property
    def title(self) -> str:
        """Whose card of which trick is to be another."""
        name = short_player(self.book.state, self.seat)
        return label("correct_title", trick=self.trick, name=name, card=card_glyphs(self.card))

    @property
    def free(self) -> frozenset[Card]:
        """The cards that nobody played in this hand."""
        gone = {card for trick in self._tricks for card in trick.cards}
        return frozenset(pack_of(self.book.state.variant.pack).cards) - gone

    @property
    def elsewhere(self) -> dict[Card, tuple[int, Seat]]:
        """The other cards of the hand with trick and player: chosen, the two change places."""
        found = {}
        for number, trick in enumerate(self._tricks, start=1):
            for seat, card in seated(trick, self.book.state.seats).items():
                if card != self.card:
                    found[card] = (number, seat)
        return found

    @property
    def likely(self) -> tuple[Card, ...]:
        """The likeliest cards: what the reader thought of besides, then those of the same look that nobody played."""
        free = self.free
        return tuple(card for card in dict.fromkeys(self._wished()) if card in free)[:_MOST_LIKELY]

    def _wished(self) -> Iterator[Card]:
        if self._read is not None:
            entry = next((one for one in self._read.cards if one.seat is self.seat), None)
            yield from entry.suggestions if entry is not None else ()
            yield from (other.card for other in self._read.surplus)
        card = self.card
        yield Card(_SAME_COLOUR[card.suit], card.rank)
        yield from (Card(card.suit, rank) for rank in _ALIKE.get(card.rank, ()))
        yield from (Card(suit, card.rank) for suit in Suit)
        yield from (Card(_SAME_COLOUR[card.suit], rank) for rank in _ALIKE.get(card.rank, ()))

    @property
    def others(self) -> tuple[tuple[Seat, str], ...]:
        """The other players of the trick with their names: their card may have been taken for this one."""
        state = self.book.state
        return tuple((seat, short_player(state, seat)) for seat in self._played(self.trick) if seat is not self.seat)

    def choose(self, card: Card) -> Plan | Refusal:
        """What it changes if the card was this one; one that lies elsewhere in the hand changes places with it."""
        if card in self.elsewhere:
            return self.book.plan_swap(self.hand, self.card, card)
        return self.book.plan_card(self.hand, self.trick, self.seat, card)

    def swap_with(self, seat: Seat) -> Plan | Refusal:
        """What it changes if this player and another one of the trick played each other's card."""
        return self.book.plan_swap(self.hand, self.card, self._played(self.trick)[seat])


class TrickAnew:
    """A whole trick of the record entered again, card by card from its leader on."""

    def __init__(self, book: MatchBook, hand: int, trick: int) -> None:
        """``hand`` and ``trick`` count from 1; the trick has to be there."""
        self.book, self.hand, self.trick = book, hand, trick
        found = recorded_tricks(book.events, hand)
        tricks = () if isinstance(found, Refusal) else found[1]
        self._old = tricks[trick - 1] if 1 <= trick <= len(tricks) else None
        self._others = frozenset(card for n, one in enumerate(tricks, 1) if n != trick for card in one.cards)
        self.cards: list[Card] = []

    @property
    def there(self) -> bool:
        """Whether there is such a trick."""
        return self._old is not None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players in the order of the trick."""
        return tuple(seated(self._old, self.book.state.seats)) if self._old else ()

    @property
    def seat(self) -> Seat | None:
        """Whose card comes next; None when all are there."""
        seats = self.seats
        return seats[len(self.cards)] if len(self.cards) < len(seats) else None

    @property
    def possible(self) -> frozenset[Card]:
        """The cards that can be the next one."""
        return frozenset(pack_of(self.book.state.variant.pack).cards) - self._others - set(self.cards)

    @property
    def likely(self) -> tuple[Card, ...]:
        """The cards that the trick had until now: often only their players were mixed up."""
        return tuple(card for card in (self._old.cards if self._old else ()) if card not in self.cards)

    @property
    def title(self) -> str:
        """Whose card is to be named."""
        name = player_name(self.book.state, self.seat) if self.seat is not None else ""
        return label("anew_title", trick=self.trick, name=name)

    def plan(self) -> Plan | Refusal:
        """What it changes."""
        return self.book.plan_trick(self.hand, self.trick, self.cards)


def seated(trick: Trick, seats: tuple[Seat, ...]) -> dict[Seat, Card]:
    """Who played which card of a trick, from the leader on."""
    return {next_in(seats, trick.leader, place): card for place, card in enumerate(trick.cards)}
