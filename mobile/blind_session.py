"""The table of Blind Don: what is asked next, which cards can be the answer, and the answer. No Kivy.

Every card is an event of its own, in the log before its method returns: nothing that was entered is ever only here.
What the table leaves untold ("not seen") is kept in memory; it is asked again when the match is gone on with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Self

from mobile.entered_match import EnteredMatch
from mobile.entry_questions import Asked, Offers, Place, asked_next, open_reveals, unknown_cards
from mobile.match_book import SessionError, Step
from scorer.cards import Card, Suit
from scorer.events import Call, Choose, Cut, Deal, Event, GameStart, MatchStart, Play, Reveal
from scorer.hand import HandRecord, HandState, TrickRecord
from scorer.layout import SeatCards, Stack, Stage, play_from
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.record import standing
from scorer.referee import Refusal
from scorer.seats import Seat
from scorer.variant import Variant

Answer = Refusal | None
"""None: it is in the log."""


class CardBook(EnteredMatch):
    """A record whose steps back and forth are one card each, also in a row of cards that lay face up."""

    def _one_row(self, one: Event, other: Event) -> bool:
        return False


class BlindSession:
    """One match at one table of two or three players."""

    def __init__(self, book: CardBook) -> None:
        self._book = book
        self._passed: list[tuple[int, Place]] = []
        """What was left untold, with the entries there were then."""
        self.offers: Offers = {}
        """What a picture of the table shows; its cards are the likely ones."""

    @classmethod
    def resume(cls, log: MatchLog, match_id: str) -> Self:
        """Go on with a match of the log. Raises `LogError`."""
        return cls(CardBook(log, match_id))

    @property
    def book(self) -> CardBook:
        """The record of the match: what is entered through it the session follows."""
        return self._book

    @property
    def match_id(self) -> str:
        """The name of the match in the log."""
        return self._book.match_id

    @property
    def state(self) -> MatchState:
        """The match as its log says it."""
        return self._book.state

    # What is asked

    @property
    def asked(self) -> Asked:
        """What is to be told next."""
        return asked_next(self.state, {place for _, place in self._passed}, self.offers, one_by_one=True)

    @property
    def turn(self) -> Seat | None:
        """Who may play a card now; None outside a hand and before trumps are called."""
        return self.state.turn if self._may_play else None

    @property
    def possible(self) -> tuple[Card, ...]:
        """The cards that can answer what is asked, or be played from where nobody sees them; the likely ones first."""
        return tuple(dict.fromkeys([*self.likely, *unknown_cards(self.state)]))

    @property
    def likely(self) -> tuple[Card, ...]:
        """The cards that a picture shows on the stack that is asked about, if they can be there."""
        shown = [offer.card for offer in self.asked.row if offer.card is not None]
        free = unknown_cards(self.state)
        return tuple(card for card in shown if card in free)

    @property
    def told_of_row(self) -> tuple[Card | None, ...]:
        """The cards told so far of the row that is asked about; none where no row is."""
        asked = self.asked
        if asked.kind != "stack" or asked.seat is None:
            return ()
        return tuple(stack.top for stack in self.cards_of(asked.seat).stacks[: asked.stack - 1])

    def cards_of(self, seat: Seat) -> SeatCards:
        """The cards of a player as far as they are known, without the one in the trick that is played.

        Raises `SessionError` where no hand is in play.
        """
        hand = self._need_hand()
        assert hand.table is not None, "Blind Don is played from the table"
        card = next((card for who, card in hand.current if who is seat), None)
        return hand.table[seat] if card is None else play_from(hand.table[seat], card)

    def stack_of(self, seat: Seat, number: int) -> Stack:
        """A stack, counted from 1."""
        return self.cards_of(seat).stacks[number - 1]

    def may_play_unseen(self, seat: Seat) -> bool:
        """Whether the player can have played a card that doesn't lie face up: from the hand, or face down."""
        cards = self.cards_of(seat)
        return cards.hand_left + cards.blind_left > 0 and cards.free_places > 0

    @property
    def last_trick(self) -> TrickRecord | None:
        """The last trick as far as the variant lets it be shown (its option ``show_tricks``)."""
        state = self.state
        if state.hand is not None:
            shown = state.variant.show_tricks
            if shown == "after_hand" or (shown == "last_until_next_lead" and state.hand.current):
                return None
        return state.last_trick

    @property
    def last_hand(self) -> HandRecord | None:
        """The hand that ended last; None while one is in play."""
        state = self.state
        return state.hands[-1] if state.hands and state.hand is None else None

    # Answers

    def tell(self, card: Card, at: datetime) -> Answer:
        """The card of the stack that is asked about."""
        asked = self.asked
        if asked.kind not in ("stack", "reveal") or asked.seat is None:
            return Refusal("NOTHING_ASKED")
        return self._enter([Reveal(asked.seat, asked.stack, card)], at)

    def tell_stack(self, seat: Seat, number: int, card: Card, at: datetime) -> Answer:
        """The card of any stack (from 1) whose face-up card is unseen."""
        return self._enter([Reveal(seat, number, card)], at)

    @property
    def offered(self) -> tuple[Reveal, ...]:
        """The certain cards of a picture that are asked for now: told at once by `tell_offered`."""
        hand = self.state.hand
        if hand is None or self.asked.kind not in ("stack", "reveal"):
            return ()
        asked = set(open_reveals(hand)) if hand.begun else set(self._face_up_places())
        places = sorted(place for place in self.offers if place in asked)
        sure = ((place, self.offers[place]) for place in places)
        return tuple(Reveal(*place, offer.card) for place, offer in sure if offer.sure and offer.card is not None)

    def tell_offered(self, at: datetime) -> Answer:
        """Tell all certain cards that a picture shows."""
        return self._enter(self.offered, at) if self.offered else Refusal("NOTHING_ASKED")

    def not_seen(self) -> None:
        """Leave the stack that is asked about untold."""
        asked = self.asked
        if asked.kind in ("stack", "reveal") and asked.seat is not None:
            self._pass(asked.seat, asked.stack)

    def leave_row(self) -> None:
        """Leave the rest of the row that is asked about untold."""
        asked = self.asked
        if asked.kind == "stack" and asked.seat is not None:
            self._pass(asked.seat, 0)

    def call(self, suit: Suit, at: datetime) -> Answer:
        """The pitcher calls trumps."""
        return self._enter([Call(suit)], at)

    def play_stack(self, number: int, at: datetime) -> Answer:
        """Who is in turn plays the face-up card of his stack (from 1); refused where nobody has told which it is."""
        seat = self._need_turn()
        card = self.stack_of(seat, number).available
        return Refusal("STACK_UNSEEN") if card is None else self._enter([Play(seat, card)], at)

    def play_unseen(self, card: Card, at: datetime, number: int = 0) -> Answer:
        """Who is in turn plays a card that nobody has told: of his stack ``number`` (from 1), else from his hand."""
        seat = self._need_turn()
        turned_up = number and self.stack_of(seat, number).stage is Stage.OPEN
        first = [Reveal(seat, number, card)] if turned_up else []
        return self._enter([*first, Play(seat, card)], at)

    def name_pitcher(self, pitcher: Seat, at: datetime) -> Answer:
        """Who pitches the first hand of the game."""
        chosen = Choose(pitcher) if self.state.game.choice else GameStart(pitcher)
        return self._enter([chosen], at)

    def deal(self, at: datetime) -> Answer:
        """Deal the next hand; who deals and who pitches follows from the hand before."""
        dealer = self.state.dealer
        return Refusal("NO_PITCHER") if dealer is None else self._enter([Deal(dealer)], at)

    def next_game(self, at: datetime) -> Answer:
        """Begin the next game of the match."""
        return self._enter([GameStart()], at)

    # Back and forth

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back: the start of the match and who pitches first stay."""
        last = standing(self._book.events)[-1][1]
        opening = isinstance(last, MatchStart | GameStart | Cut | Choose | Deal)
        return self._untold_last or not opening or bool(self.state.hands)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to bring back."""
        return self._book.can_redo

    def next_undo(self) -> Step | Refusal | None:
        """What `undo` would do; None where it only asks again for what was left untold."""
        return None if self._untold_last else self._book.next_undo()

    def undo(self, at: datetime) -> Step | Refusal | None:
        """Take back the last entry, or only what was left untold since (then None)."""
        if self._untold_last:
            self._passed.pop()
            return None
        return self._stepped(self._book.undo(at) if self.can_undo else Refusal("NOTHING_TO_UNDO"))

    def redo(self, at: datetime) -> Step | Refusal:
        """Bring back what the last undo took."""
        return self._stepped(self._book.redo(at))

    # Putting right

    def told_of(self, seat: Seat, number: int) -> Card | None:
        """The card told last of a stack (from 1); None where none was."""
        stack = self.stack_of(seat, number)
        return stack.bottom if stack.bottom is not None and stack.stage is not Stage.COVERED else stack.top

    def stack_was(self, seat: Seat, number: int, was: Card, card: Card, at: datetime) -> Answer:
        """What was told as ``was`` of a stack (from 1) is ``card``, also where it has been played since."""
        return self._book.turned_up_was(seat, number, card, at, was)

    # Inside

    @property
    def _untold_last(self) -> bool:
        return bool(self._passed) and self._passed[-1][0] == self._book.entries

    def _face_up_places(self) -> Iterator[tuple[Seat, int]]:
        """The stacks whose unseen top card lies face up: before a call only the pitcher's."""
        hand = self._need_hand()
        for seat in self.state.seats if self._may_play else (hand.pitcher,):
            for number, stack in enumerate(self.cards_of(seat).stacks, 1):
                if stack.top is None:
                    yield seat, number

    @property
    def _may_play(self) -> bool:
        hand = self.state.hand
        return hand is not None and (hand.trump is not None or self.state.variant.trumps != "called")

    def _pass(self, seat: Seat, number: int) -> None:
        self._passed.append((self._book.entries, (self._need_hand().number, seat, number)))

    def _enter(self, events: Sequence[Event], at: datetime) -> Answer:
        """Log the events; a card that is played passes the cards turned up before it that nobody told."""
        hand = self.state.hand
        untold = list(open_reveals(hand)) if hand is not None else []
        entries = self._book.entries
        answer = self._book.enter(events, at)
        if isinstance(answer, Refusal):
            return answer
        if hand is not None and isinstance(events[-1], Play):
            self._passed += [(entries, (hand.number, seat, number)) for seat, number in untold]
            self.offers = {}
        return None

    def _stepped(self, answer: Step | Refusal) -> Step | Refusal:
        """After a step back or forth what lies open and untold is asked again."""
        hand = self.state.hand
        if isinstance(answer, Refusal):
            return answer
        again = {(hand.number, *place) for place in open_reveals(hand)} if hand is not None else set()
        if hand is not None and not hand.begun:
            again |= {place for _, place in self._passed if place[0] == hand.number}
        self._passed = [(entries, place) for entries, place in self._passed if place not in again]
        return answer

    def _need_turn(self) -> Seat:
        self._need_hand()
        turn = self.state.turn
        assert turn is not None, "in a hand somebody is in turn"
        return turn

    def _need_hand(self) -> HandState:
        hand = self.state.hand
        if hand is None:
            raise SessionError("NO_HAND")
        return hand


def is_blind(variant: Variant) -> bool:
    """Whether a match of the variant is a `BlindSession`: it isn't tricks of four round a table."""
    return len(variant.seats) != 4
