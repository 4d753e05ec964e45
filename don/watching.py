"""Scores the tricks of a watched table on a session, prints them, asks what is open: what `don watch` does.

The same for frames as they come and for a record of them (`don.watched_tables`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from don.ask import settle
from don.clock import now
from don.pictures import questions_of
from don.show import bold, name_of, show_hand_end, show_trick
from don.status import PersonNeededError, UsageError
from don.terminal import Answer
from don.watched_tables import Keeper, WatchedTable
from mobile.table_session import Confirmed, TableSession
from mobile.texts import say
from scorer.cards import Card
from scorer.match import Phase
from scorer.referee import Refusal

if TYPE_CHECKING:
    from models.looks import WatchEvent
    from models.trick_reader import TrickProposal

Ended = Literal["source", "hands", "game"]
NO_TRICK = "no trick"
"""What a person answers where what was seen was no trick."""
ERASE = "\r\033[K"


class NoTrickError(Exception):
    """A person said that what was seen was no trick."""


class StatusLine:
    """One line on a terminal that is written over; nothing elsewhere."""

    def __init__(self) -> None:
        self._on = sys.stdout.isatty()
        self._shown = False

    def show(self, text: str) -> None:
        """Write the line anew."""
        if self._on:
            print(f"{ERASE}{text}", end="", flush=True)
            self._shown = True

    def clear(self) -> None:
        """Make room for something that stays."""
        if self._shown:
            print(ERASE, end="", flush=True)
            self._shown = False


class Watching:
    """One session at one watched table. `ask` is None where nobody is to be asked; `hands`: how many to watch."""

    def __init__(
        self,
        session: TableSession,
        table: WatchedTable,
        ask: Answer | None,
        keeper: Keeper | None = None,
        hands: int | None = None,
    ) -> None:
        self._session = session
        self._table = table
        self._ask = ask
        self._keeper = keeper
        self._hands = hands
        self._line = StatusLine()
        self._hands_ended = 0
        self.tricks = 0
        """Tricks scored so far."""
        self.scored_at: float | None = None
        """Table time at which the last of them was cleared away."""

    def run(self) -> Ended:
        """Watches until the frames, the hands wanted or the game end. What is scored is in the log at once.

        Raises `PersonNeededError` where something is open and nobody answers, `UsageError` for a refused trick.
        """
        try:
            for event in self._table.events():
                ended = self._take(event)
                if ended is not None:
                    return ended
            return "source"
        finally:
            self._line.clear()

    def _take(self, event: WatchEvent) -> Ended | None:
        if event.kind == "hand_over":
            return None
        if event.kind in ("complete", "closed"):
            self._deal()
        if event.kind == "closed":
            return self._close(event)
        if event.kind == "waiting":
            self._line.clear()
            print(f"{self._progress(event.cards)}, waiting.")
        else:
            ready = event.kind in ("complete", "changed")
            self._line.show(self._progress(event.cards) + (", complete" if ready else ""))
        return None

    def _progress(self, cards: Sequence[Card]) -> str:
        """`Trick 3: KH 9H ..  2 of 4`."""
        players = len(self._session.state.seats)
        names = [str(card) for card in cards]
        dots = [".."] * (players - len(names))
        return f"Trick {self._number()}: {' '.join([*names, *dots])}  {len(names)} of {players}"

    def _number(self) -> int:
        hand = self._session.state.hand
        return len(hand.tricks) + 1 if hand else 1

    def _deal(self) -> None:
        """Deals the next hand where its first trick lies there."""
        if self._session.state.hand is not None:
            return
        refusal = self._session.deal(now())
        if refusal is not None:
            raise UsageError(say(refusal.code, refusal.params))
        state = self._session.state
        assert state.hand is not None, "a hand was dealt"
        self._line.clear()
        print(bold(f"Hand {state.hand.number}"), f"  {name_of(state, state.hand.pitcher)} pitches\n")

    def _close(self, event: WatchEvent) -> Ended | None:
        """Scores a trick that was cleared away; what is open in it is asked first."""
        assert event.proposal is not None, "a closed trick has its proposal"
        hand = self._session.state.hand
        assert hand is not None, "the hand was dealt"
        self._line.clear()
        asked = not self._session.adopt(event.proposal, self._table.picture).ready
        try:
            self._settle(event.cards)
            confirmed = self._confirm()
        except NoTrickError:
            print(f"   No trick: trick {self._number()} is still to come.\n")
            self._session.discard()
            if self._keeper is not None:
                self._keeper.dropped(hand.number, self._number())
            self._table.go_on(self._session.facts, asked=True)
            return None
        self.tricks += 1
        self.scored_at = event.t_seconds
        self._show(confirmed)
        ended = self._after(confirmed)
        if ended is None:
            self._table.go_on(self._session.facts, asked)
        return ended

    def _settle(self, cards: Sequence[Card]) -> None:
        """Asks what is open in the trick under entry. Raises `PersonNeededError`, `NoTrickError`."""
        proposal = self._session.proposal
        assert proposal is not None, "a trick is under entry"
        if proposal.ready:
            return
        label = f"Trick {self._number()}"
        if self._ask is None:
            open_ones = questions_of(proposal, winning=self._session.winning_card)
            raise PersonNeededError([f"{label}: {question}" for question in open_ones])
        print(f"{label} is open: {' '.join(str(card) for card in cards) or 'no card'} seen (or answer: {NO_TRICK}).")
        settle(self._session, label, self._answer)

    def _answer(self, prompt: str, pending: str) -> str:
        assert self._ask is not None, "only who may be asked is asked"
        said = self._ask(prompt, pending)
        if " ".join(said.lower().split()) == NO_TRICK:
            raise NoTrickError
        return said

    def _confirm(self) -> tuple[Confirmed, TrickProposal]:
        """Confirms the trick under entry."""
        place, settled = self._place(), self._session.proposal
        assert settled is not None, "a trick is under entry"
        answer = self._session.confirm(now())
        if isinstance(answer, Refusal):
            raise UsageError(f"Trick {place[1]} can't be scored: {say(answer.code, answer.params)}")
        if self._keeper is not None:
            self._keeper.scored(*place, settled.event())
        return answer, settled

    def _place(self) -> tuple[int, int]:
        """Number of the hand, and of the trick in it, that comes next."""
        state = self._session.state
        return (state.hand.number if state.hand else len(state.hands) + 1), self._number()

    def _show(self, confirmed: tuple[Confirmed, TrickProposal]) -> None:
        done, settled = confirmed
        show_trick(self._session.state, done.trick, settled, done.losers_by_place)
        if done.not_kept:
            print(f"   {done.not_kept}")
        if done.ended is not None:
            show_hand_end(self._session.state, done.ended)
            print()
        sys.stdout.flush()

    def _after(self, confirmed: tuple[Confirmed, TrickProposal]) -> Ended | None:
        """Whether the watching ends with this trick."""
        state = self._session.state
        if state.phase is Phase.GAME_OVER:
            return "game"
        if confirmed[0].ended is None:
            return None
        self._hands_ended += 1
        if self._hands is not None and self._hands_ended >= self._hands:
            return "hands"
        assert state.pitcher is not None and state.dealer is not None, "between hands both are known"
        print(f"   {name_of(state, state.dealer)} deals next, {name_of(state, state.pitcher)} pitches.\n")
        return None
