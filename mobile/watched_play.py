"""What a watched table does to a match: tricks grow, are proposed, confirmed, dropped, taken back. No Kivy, no thread.

Everything here happens on the screen's thread. What a person has said of a trick stands against what is seen later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from mobile.camera.source import Picture
from mobile.match_book import SessionError
from mobile.table_session import Confirmed, TableSession
from mobile.table_watch import Happened
from models.hand_facts import HandFacts, facts_of
from models.reading import Reading
from models.trick_reader import TrickProposal
from scorer.cards import Card
from scorer.events import Trick
from scorer.referee import Refusal, apply
from scorer.seats import Seat
from scorer.trick import Peg


@dataclass(frozen=True, slots=True)
class GoOn:
    """The watch may go on with these facts; ``asked``: a person was asked meanwhile."""

    facts: HandFacts
    asked: bool


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the trick under entry would come to: who wins it, and all that it pegs."""

    winner: Seat
    pegs: tuple[Peg, ...]
    ends_hand: bool


class WatchedPlay:
    """One session at a watched table. ``auto_confirm`` says whether a trick of which all is sure stands by itself."""

    def __init__(self, session: TableSession, clock: Callable[[], datetime], auto_confirm: Callable[[], bool]) -> None:
        self._session = session
        self._clock = clock
        self._auto_confirm = auto_confirm
        self._early: Trick | None = None
        """The trick that was confirmed while its cards still lay there."""
        self._passed = False
        """Whether what lies there was said to be no trick."""
        self._settled = False
        """Whether a person has changed the trick under entry."""
        self._ahead: Trick | None = None
        """The trick that was cleared away unconfirmed while the watch went on, as if it stood."""
        self._missed = False
        """Whether what was confirmed in the end is not what the watch went on with."""
        self._later: list[Happened] = []
        """What has happened since then."""
        self.growing: tuple[Card, ...] = ()
        """The cards of the trick so far, in the order in which they came; empty once it is proposed."""
        self.waits = False
        """Whether the trick was cleared away, and the watch waits for a person."""
        self.slow = False
        """Whether cards of the trick are missing for long."""
        self.by_itself: Confirmed | None = None
        """The trick that was confirmed by itself last, until something else happens."""
        self.changed_after: tuple[Card, ...] = ()
        """What lay there at the end where that is not what was confirmed; until the next trick."""

        proposal = session.proposal
        if proposal is not None and proposal.complete:
            self.waits = True  # whether its cards still lie there is not known: it is confirmed first, then watched on

    @property
    def first_seat(self) -> Seat | None:
        """Who leads the trick that grows; None where no hand can be played."""
        try:
            return self._session.facts.seats[0]
        except SessionError:
            return None

    def take(self, happened: Happened) -> GoOn | None:
        """Follow what happened. Gives what the watch goes on with after a closed trick that needs nobody.

        Raises `SessionError` where the hand can't be dealt, or no further one.
        """
        event = happened.event
        if self._ahead is not None:
            self._later.append(happened)
            return None
        if event.kind == "closed":
            return self._closed(happened)
        if event.kind == "hand_over" or self._early is not None or self._passed:
            return None
        self.slow = event.kind == "waiting"
        if event.kind in ("complete", "changed"):
            self._propose(happened)
        elif event.kind == "appeared":
            self.by_itself, self.changed_after = None, ()
            self.growing = event.cards if self._session.proposal is None else ()
        elif event.kind == "withdrawn":
            self._withdraw(event.cards)
        return None

    def read(self, reading: Reading, picture: Picture) -> None:
        """A single picture was read on request: propose its trick, with what a person has said of it.

        Raises `SessionError` where no hand can be dealt.
        """
        self._deal()
        before = self._session.proposal
        self._session.propose(reading, picture)
        self.growing, self.by_itself = (), None
        if before is not None:
            self._keep_chosen(before)

    def fill_by_hand(self, sure: Collection[Card]) -> None:
        """The trick is named by hand from here: the cards that lie there and are ``sure`` are taken over.

        Raises `SessionError` where no hand is in play.
        """
        first = self.first_seat
        self._session.enter_by_hand()
        if first is None:
            return
        seats = self._session.state.seats
        start = seats.index(first)
        for seat, card in zip((*seats[start:], *seats[:start]), self.growing, strict=False):
            if card in sure:
                self._session.choose(seat, card)
        self.growing = ()

    def confirm(self) -> Confirmed | Refusal:
        """Let the proposed trick stand; `go_on` says what the watch does next."""
        proposal = self._session.proposal
        answer = self._session.confirm(self._clock())
        if isinstance(answer, Confirmed) and proposal is not None:
            self.growing, self._settled, self.slow = (), False, False
            self._early = None if self.waits or self._ahead else proposal.event()
            self._missed = self._ahead not in (None, proposal.event())
        return answer

    def dismiss(self) -> None:
        """What was seen is no trick."""
        self._session.discard()
        self.growing, self._settled = (), False
        self._passed = not self.waits and self._ahead is None
        self._missed = self._ahead is not None

    def touched(self) -> None:
        """A person has changed the trick under entry: what is seen later does not change it any more."""
        self._settled = True

    def take_back(self) -> Refusal | None:
        """Take back the last entry; a trick is then under entry again, to be put right.

        Where its cards are gone by now the watch `waits`, and is to be held.
        """
        refusal = self._session.undo(self._clock())
        if refusal is not None:
            return refusal
        lies_there, self._early, self.by_itself, self.growing = self._early is not None, None, None, ()
        hand = self._session.state.hand
        entered = self._session.entered_as(hand.number, len(hand.tricks) + 1) if hand is not None else None
        if entered is not None:
            self._session.adopt(entered)
            self._settled, self.waits = True, not lies_there
        return None

    def go_on(self) -> GoOn | None:
        """After `confirm` or `dismiss`: what the watch goes on with, where it waited or has gone wrong; else None.

        What has happened meanwhile is followed now. Raises `SessionError` where no further hand can be played now.
        """
        answer = GoOn(self._session.facts, True) if self.waits or self._missed else None
        later, self._later = self._later, []
        self.waits, self._missed, self._ahead = False, False, None
        for happened in later:
            answer = self.take(happened) or answer
        return None if self.waits else answer

    def outlook(self) -> Outlook | None:
        """What the trick under entry comes to if it is confirmed; None while it is open, or refused."""
        proposal = self._session.proposal
        if proposal is None or not proposal.ready:
            return None
        after = apply(self._session.state, proposal.event())
        if isinstance(after, Refusal) or after.last_trick is None:
            return None
        trick, ended = after.last_trick, after.hands[-1] if after.hand is None else None
        return Outlook(trick.winner, (*trick.pegs, *(ended.pegs if ended else ())), ended is not None)

    def _closed(self, happened: Happened) -> GoOn | None:
        event = happened.event
        assert event.proposal is not None, "a closed trick has its proposal"
        self.growing, self.slow, passed, early = (), False, self._passed, self._early
        self._passed, self._early = False, None
        if passed or early is not None:
            if early is not None and event.proposal.ready and set(early.cards) != set(event.cards):
                self.changed_after = event.cards
            return GoOn(self._session.facts, True)
        self._propose(happened)
        proposal = self._session.proposal
        if self._auto_confirm() and proposal is not None and proposal.ready:
            answer = self._session.confirm(self._clock())
            if isinstance(answer, Confirmed):
                self.by_itself, self._settled = answer, False
                return GoOn(self._session.facts, False)
        self._ahead, facts = self._as_if_it_stood()
        if facts is not None:
            return GoOn(facts, False)
        self.waits = True
        return None

    def _as_if_it_stood(self) -> tuple[Trick, HandFacts] | tuple[None, None]:
        """What the hand says once the trick under entry stands; nothing where it is open, or the hand ends with it."""
        proposal = self._session.proposal
        if proposal is None or not proposal.ready:
            return None, None
        after = apply(self._session.state, proposal.event())
        if isinstance(after, Refusal) or after.hand is None:
            return None, None
        return proposal.event(), facts_of(after)

    @property
    def behind(self) -> bool:
        """Whether a trick that was cleared away is still to be confirmed, while the watch goes on."""
        return self._ahead is not None

    def _propose(self, happened: Happened) -> None:
        """Put what was seen under entry, with what a person has said of it; deal first where a hand begins with it."""
        proposal = happened.event.proposal
        assert proposal is not None, "a complete trick has its proposal"
        self.growing = ()
        self._deal()
        before = self._session.proposal
        if before is not None and self._settled and before.complete:
            return
        self._session.adopt(proposal, happened.picture)
        if before is not None:
            self._keep_chosen(before)

    def _deal(self) -> None:
        """Deal the next hand where none is in play: its first trick lies there. Raises `SessionError`."""
        if self._session.state.hand is None:
            refusal = self._session.deal(self._clock())
            if refusal is not None:
                raise SessionError(refusal.code, **refusal.params)

    def _keep_chosen(self, before: TrickProposal) -> None:
        """The cards that a person has named stay."""
        now = self._session.proposal
        assert now is not None, "a trick was adopted"
        for entry in before.cards:
            if entry.state == "chosen" and entry.card is not None and now.of(entry.seat).card != entry.card:
                self._session.choose(entry.seat, entry.card)

    def _withdraw(self, cards: tuple[Card, ...]) -> None:
        """A card was taken back: a proposal that nobody has touched goes with it."""
        proposal = self._session.proposal
        if proposal is not None and not self._settled and not any(c.state == "chosen" for c in proposal.cards):
            self._session.discard()
        self.growing = cards if self._session.proposal is None else ()
