"""The one object that joins log, referee and reader: everything a screen or a command can do to a match.

There is no Kivy in it and no clock. A change that was acknowledged is in the log when its method returns; one
that was refused has changed nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mobile.texts import AppError
from models.hand_facts import HandFacts, facts_of
from models.proposed_card import judged, not_seen
from models.reading import Reading
from models.table_view import TableView
from models.trick_reader import TrickProposal, empty_proposal, propose_trick
from models.trick_winner import seated_by_winner, winner_is_enough, winning_card
from scorer.cards import Card, pack_of
from scorer.events import Deal, Event, GameStart, Redo, Undo, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord, HandState, TrickRecord
from scorer.match import MatchState, Phase
from scorer.matchlog import LogError, MatchLog, new_match_id
from scorer.referee import Refusal, apply, replay
from scorer.seats import Seat, Side
from scorer.trick import Peg
from scorer.variant import Variant

Picture = NDArray[np.uint8]


class Reader(Protocol):
    """What turns a picture into cards: `models.reader.CardReader`, or anything with the same method."""

    def read(self, image_bgr: Picture, /) -> Reading:
        """The cards in the picture (BGR, `uint8`, height x width x 3)."""
        ...


class SessionError(AppError):
    """Something the table can't do now."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A trick that stands: what it pegged, the hand it ended (with its bonus), and who won the game by it."""

    trick: TrickRecord
    pegs: tuple[Peg, ...]
    """All points that fell: those of the trick, then those of the bonus."""
    ended: HandRecord | None
    winner: Side | None
    losers_by_place: bool = False
    """Whether only the winner's seat is known for certain, the others' being taken from the places of their cards."""


class TableSession:
    """One match at one table. Make it with `start` or `resume`."""

    def __init__(self, log: MatchLog, match_id: str, state: MatchState, reader: Reader | None, view: TableView) -> None:
        self._log = log
        self._match_id = match_id
        self._state = state
        self._reader = reader
        self._view = view
        self._proposal: TrickProposal | None = None
        self._seated_by_winner: TrickProposal | None = None
        self._entered: dict[tuple[int, int], TrickProposal] = {}
        self._undone = 0
        self._known = len(log.rows(match_id))

    @classmethod
    def start(
        cls,
        log: MatchLog,
        variant: Variant,
        pitcher: Seat,
        names: Mapping[Seat, str] | None,
        at: datetime,
        match_id: str | None = None,
        reader: Reader | None = None,
        view: TableView | None = None,
    ) -> "TableSession":
        """Begin a match and deal its first hand; `LogError` or `SessionError` with one sentence if that can't be."""
        known = {match.match_id for match in log.matches()}
        chosen = match_id if match_id is not None else new_match_id()
        if chosen in known:
            raise SessionError("MATCH_EXISTS", match=chosen)
        check_table(variant)
        if pitcher not in variant.seats:
            raise SessionError("UNKNOWN_SEAT", seat=pitcher)
        opening = log.record(chosen, start_of_match(chosen, variant, names), at)
        if isinstance(opening, Refusal):
            raise SessionError(opening.code, **opening.params)
        session = cls(log, chosen, opening.after, reader, view or TableView())
        refusal = session.name_pitcher(pitcher, at) or session.deal(at)
        if refusal is not None:
            raise SessionError(refusal.code, **refusal.params)
        return session

    @classmethod
    def resume(
        cls, log: MatchLog, match_id: str, reader: Reader | None = None, view: TableView | None = None
    ) -> "TableSession":
        """Go on with a match of the log; `LogError` with one sentence if that can't be."""
        state = log.state(match_id)
        check_table(state.variant)
        session = cls(log, match_id, state, reader, view or TableView())
        session._undone = _undone_at_the_end(log.events(match_id))
        return session

    @property
    def match_id(self) -> str:
        """The name of the match in the log."""
        return self._match_id

    @property
    def state(self) -> MatchState:
        """The match as its log says it."""
        return self._state

    @property
    def proposal(self) -> TrickProposal | None:
        """The trick that is being entered; None when none is."""
        return self._proposal

    @property
    def facts(self) -> HandFacts:
        """What is known of the trick that comes next; between hands, of the first of the hand that is dealt next.

        `SessionError` where no hand can be dealt.
        """
        if self._state.hand is not None:
            return empty_proposal(self._state, self._entered_in_hand()).facts
        dealer = self._state.dealer
        dealt = apply(self._state, Deal(dealer)) if dealer is not None else Refusal("NO_PITCHER")
        if isinstance(dealt, Refusal):
            raise SessionError(dealt.code, **dealt.params)
        return facts_of(dealt)

    @property
    def winning_card(self) -> Card | None:
        """The card that won the trick under entry whoever played which, where its seat is all that scores."""
        proposal = self._proposal
        if proposal is None or not winner_is_enough(self._state):
            return None
        return winning_card(proposal)

    @property
    def can_read(self) -> bool:
        """Whether pictures can be read: there is a reader and a hand in play."""
        return self._reader is not None and self._state.hand is not None

    @property
    def can_swap(self) -> bool:
        """Whether seats may change their cards: where a picture told whose they are."""
        return self._proposal is not None and any(entry.box_xyxy is not None for entry in self._proposal.cards)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to bring back."""
        return self._undone > 0

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back: the opening of the match and its first deal stay."""
        state = self._state
        if state.phase is Phase.BEFORE_DEAL:
            return bool(state.hands)
        return bool(state.hands) or self._hand_begun() or bool(state.penalties or state.notes)

    @property
    def last_trick(self) -> TrickRecord | None:
        """The last trick as far as the variant lets it be shown (its option ``show_tricks``)."""
        playing = self._state.hand is not None
        shown = self._state.variant.show_tricks
        if playing and shown == "after_hand":
            return None
        if playing and shown == "last_until_next_lead" and self._hand_has_next_lead():
            return None
        return self._state.last_trick

    @property
    def last_hand(self) -> HandRecord | None:
        """The hand that ended last; None while one is in play."""
        return self._state.hands[-1] if self._state.hands and self._state.hand is None else None

    # Entering a trick: nothing of this is logged before `confirm`

    def look(self, picture: Picture) -> Reading:
        """Only read the picture; it changes nothing, so that a worker thread may do it."""
        if self._reader is None:
            raise SessionError("NO_READER")
        return self._reader.read(picture)

    def propose(self, reading: Reading) -> TrickProposal:
        """Propose a trick from what was read; it takes the place of an earlier proposal."""
        self._need_hand()
        self._proposal = propose_trick(reading, self._state, self._view, self._entered_in_hand())
        return self._proposal

    def read(self, picture: Picture) -> TrickProposal:
        """Read the picture and propose its trick."""
        self._need_hand()
        return self.propose(self.look(picture))

    def enter_by_hand(self) -> TrickProposal:
        """Propose a trick with no card yet, to be filled with `choose`."""
        self._need_hand()
        self._proposal = empty_proposal(self._state, self._entered_in_hand())
        return self._proposal

    def adopt(self, proposal: TrickProposal) -> TrickProposal:
        """Take a watcher's proposal as the trick under entry, weighed against what the hand says now.

        Where somebody else leads by now, who played which card is open.
        """
        facts = self.facts
        self._need_hand()
        seen = any(entry.card is not None for entry in proposal.cards)
        seats_open = proposal.seats_open or (seen and proposal.leader is not facts.seats[0])
        by_seat = {entry.seat: entry for entry in proposal.cards}
        cards = judged([by_seat.get(seat, not_seen(seat)) for seat in facts.seats], facts, not seats_open)
        self._proposal = replace(proposal, leader=facts.seats[0], cards=cards, facts=facts, seats_open=seats_open)
        return self._proposal

    def choose(self, seat: Seat, card: Card) -> TrickProposal:
        """Say which card ``seat`` played."""
        self._proposal = self._need_proposal().with_card(seat, card)
        return self._proposal

    def swap(self, first: Seat, second: Seat) -> TrickProposal:
        """Let two seats change their cards."""
        self._proposal = self._need_proposal().swapped(first, second)
        return self._proposal

    def accept_seats(self) -> TrickProposal:
        """Say that the cards lie at the right seats, where the picture left it open."""
        self._proposal = self._need_proposal().seats_accepted()
        return self._proposal

    def seat_as(self, seat_of: Mapping[Card, Seat]) -> TrickProposal:
        """Say who played each card of the proposal; `ValueError` unless each card gets a seat of its own."""
        self._proposal = self._need_proposal().seated(seat_of)
        return self._proposal

    def seat_winner(self, seat: Seat) -> TrickProposal:
        """Say only who played the `winning_card`; the others' seats stay as their cards lie."""
        card = self.winning_card
        if card is None:
            raise SessionError("WINNER_OPEN")
        self._proposal = self._seated_by_winner = seated_by_winner(self._need_proposal(), card, seat)
        return self._proposal

    def ignore_surplus(self) -> TrickProposal:
        """Say that cards seen beyond one for each seat are no part of the trick."""
        self._proposal = self._need_proposal().without_surplus()
        return self._proposal

    def discard(self) -> None:
        """Forget the proposed trick."""
        self._proposal = None

    def possible_cards(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that ``seat`` can have played, the likely ones first: not gone, and not surely another's here."""
        hand = self._need_hand()
        proposal = self._need_proposal()
        own = proposal.of(seat)
        others = {entry.card for entry in proposal.cards if entry.seat is not seat and entry.settled}
        likely = [*own.suggestions, *([own.card] if own.card else []), *(seen.card for seen in proposal.surplus)]
        pack = pack_of(self._state.variant.pack)
        free = (card for card in (*likely, *pack.cards) if card in pack and card not in others | hand.cards_gone)
        return tuple(dict.fromkeys(free))

    # What changes the match

    def confirm(self, at: datetime) -> Confirmed | Refusal:
        """Log the proposed trick and say what fell; refused, the proposal stays as it is."""
        if self._proposal is None:
            return Refusal("NO_PROPOSAL")
        if not self._proposal.ready:
            return Refusal("NOT_READY")
        proposal, hand = self._proposal, self._need_hand().number
        refusal = self._record(proposal.event(), at)
        if refusal is not None:
            return refusal
        trick = self._state.last_trick
        assert trick is not None, "a confirmed trick is the last one"
        self._entered[hand, trick.number] = proposal
        by_place = proposal is self._seated_by_winner
        ended = self.last_hand
        return Confirmed(trick, (*trick.pegs, *(ended.pegs if ended else ())), ended, self._state.winner, by_place)

    def name_pitcher(self, pitcher: Seat, at: datetime) -> Refusal | None:
        """Start the game with its first pitcher; only needed where a start was cut short."""
        return self._record(GameStart(pitcher), at)

    def next_game(self, at: datetime) -> Refusal | None:
        """Begin the next game or leg of the match; where nobody pitches first by rotation, `name_pitcher` follows."""
        return self._record(GameStart(), at)

    def deal(self, at: datetime) -> Refusal | None:
        """Deal the next hand; who deals and who pitches follows from the hand before."""
        dealer = self._state.dealer
        return Refusal("NO_PITCHER") if dealer is None else self._record(Deal(dealer), at)

    def undo(self, at: datetime) -> Refusal | None:
        """Take back the last entry; a trick not yet confirmed is only forgotten by `discard`."""
        return self._record(Undo(), at) if self.can_undo else Refusal("NOTHING_TO_UNDO")

    def redo(self, at: datetime) -> Refusal | None:
        """Bring back what the last undo took."""
        return self._record(Redo(), at)

    def _record(self, event: Event, at: datetime) -> Refusal | None:
        """Ask the referee and log the event in one step; a log that can't be written refuses it too."""
        try:
            if self._catch_up():
                return Refusal("CHANGED_ELSEWHERE")
            answer = self._log.record(self._match_id, event, at)
        except LogError as error:
            return Refusal(error.code, FrozenMap(error.params))
        if isinstance(answer, Refusal):
            return answer
        self._state = answer.after
        self._known += 1
        if isinstance(event, Undo):
            self._undone += 1
        elif isinstance(event, Redo):
            self._undone -= 1
        else:
            self._undone = 0
        self._proposal = None
        return None

    def _catch_up(self) -> bool:
        """Take over what another window has entered meanwhile; a trick under entry was meant for an older table."""
        events = self._log.events(self._match_id)
        if len(events) == self._known:
            return False
        self._known, self._state, self._undone = len(events), replay(events), _undone_at_the_end(events)
        self._proposal = None
        return True

    def _entered_in_hand(self) -> dict[int, TrickProposal]:
        """How the tricks of the hand in play were entered here, by number; it is kept in memory only."""
        number = self._need_hand().number
        return {trick: proposal for (hand, trick), proposal in self._entered.items() if hand == number}

    def _hand_begun(self) -> bool:
        hand = self._state.hand
        return hand is not None and bool(hand.tricks or hand.current)

    def _hand_has_next_lead(self) -> bool:
        hand = self._state.hand
        entered = self._proposal is not None and any(entry.card is not None for entry in self._proposal.cards)
        return entered or (hand is not None and bool(hand.current))

    def _need_hand(self) -> HandState:
        if self._state.hand is None:
            raise SessionError("NO_HAND")
        return self._state.hand

    def _need_proposal(self) -> TrickProposal:
        if self._proposal is None:
            raise SessionError("NO_PROPOSAL")
        return self._proposal


def check_table(variant: Variant) -> None:
    """`SessionError` for a variant that is not for four round a table: its tricks can't be shown or read yet."""
    if len(variant.seats) != 4:
        raise SessionError("TABLE_OF_FOUR", title=variant.title)


def _undone_at_the_end(events: tuple[Event, ...]) -> int:
    """How many undos at the end of a record can still be brought back."""
    undone = 0
    for event in reversed(events):
        if not isinstance(event, Undo | Redo):
            break
        undone += 1 if isinstance(event, Undo) else -1
    return undone
