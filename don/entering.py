"""A match entered by hand on the terminal, without a camera: what `don enter` does.

Each answer is in the log before it is printed. Whatever is asked, any line of the notation may be entered in its place.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from don.clock import now
from don.correcting import Agreed, check_agreement, settle_plan, show_change, show_plan
from don.entry_answers import events_said, stack_said
from don.entry_questions import Offer, Offers, Place, Question, next_question, open_reveals, table_lines
from don.replaying import show_step, told
from don.show import bold, name_of, score_text
from don.status import UsageError
from don.terminal import Answer
from mobile.entered_match import EnteredMatch
from mobile.kept_pictures import keep_trick
from mobile.texts import say
from scorer.errors import DonError
from scorer.events import Choose, Correction, Event, Play, Redo, Reveal, Trick, Undo
from scorer.match import MatchState
from scorer.notation_write import written
from scorer.pitch import choice_is_unusual
from scorer.record import standing
from scorer.referee import Refusal
from scorer.seats import Seat

if TYPE_CHECKING:
    from don.entry_watch import TableWatch

STOP = ("stop", "quit", "exit")
HELP = """   Answer the question, or enter what happened, a line at a time; each is kept at once.
     KH AC AS AD       a trick from its leader on; or its cards one by one
     undo, redo        takes back the last entry, brings it back
     stop              ends for now; the match can be gone on with
   Cards are rank and suit: 10H, AS, 5d. Further lines, as in docs/notation.md:
     count NS 30 EW 9 game NS 41 EW 20      only the totals of a hand
     misdeal, void, penalty EW 5 "talked", revoke E trick 4, note out_of_turn seat=E
     correct trick 3 place 1 5D             the first card of trick 3 was the 5D"""
HELP_STACKS = """   Stacks are counted from their player's left:
     5C 9C ? KD ...    the cards that lie face up at the deal, ? for one not seen
     3 6H              where cards are offered: these, but stack 3 is the 6H
     reveal S 3 AS     the card of South's stack 3 is turned up
     stack S 3 9H      what was told last of South's stack 3 was wrong, it is the 9H
     skip              this is left untold"""
HELP_PICTURE = "     picture FILE      reads what is asked for from a picture of the whole table"

ReadTable = Callable[[str, MatchState], Offers]
"""Reads a picture of the table (its file, and the match with the hand dealt): the cards that are asked for now."""


class Entering:
    """One match entered by hand.

    `read_table` reads pictures of the table, `picture` the first: when the face-up cards are asked for. What
    `watch` shows needs no answer.
    """

    def __init__(
        self,
        match: EnteredMatch,
        answer: Answer,
        read_table: ReadTable | None = None,
        picture: str | None = None,
        watch: TableWatch | None = None,
    ) -> None:
        self._match = match
        self._known = match.entries
        """How much was recorded when this table sat down."""
        self._answer = answer
        self._read_table = read_table
        self._picture = picture
        self._watch = watch
        self._looked: set[Place] = set()
        """Rows for which the watched table was looked at."""
        self._offers: dict[tuple[Seat, int], Offer] = {}
        self._passed: set[Place] = set()
        self._shown: list[str] = []

    def run(self) -> None:
        """Asks until the match is over or somebody stops. Raises `PersonNeededError` at the end of the input."""
        while True:
            question = self._question()
            said = self._said(question)
            if said.lower() in STOP or (question.kind == "over" and not said):
                return
            try:
                self._take(question, said)
            except DonError as error:
                print(f"   {error}")
            sys.stdout.flush()

    def _question(self) -> Question:
        """What is asked next; a picture of the deal is read and the table shown first where it is time for that."""
        state = self._match.state
        question = next_question(state, self._passed, self._offers)
        if question.kind == "row" and self._look_at_the_row(question, state):
            question = next_question(state, self._passed, self._offers)
        if question.kind == "cards" and state.hand is not None and not (state.hand.current and self._shown):
            lines = table_lines(state, state.hand)
            if lines != self._shown:
                print("\n".join(lines))
                self._shown = lines
        return question

    def _look_at_the_row(self, question: Question, state: MatchState) -> bool:
        """Reads the first picture, or the watched table once for each row; whether there was something to read."""
        if self._picture is not None:
            picture, self._picture = self._picture, None
            try:
                self._read(picture)
            except DonError as error:
                print(f"   {error}")
            return True
        assert state.hand is not None and question.seat is not None, "a row is somebody's, in a hand"
        row = (state.hand.number, question.seat, 0)
        if self._watch is None or row in self._looked or any(offer.card is not None for offer in question.row):
            return False
        self._looked.add(row)
        self._offers |= self._watch.offers(state)
        return True

    def _said(self, question: Question) -> str:
        """The answer: what a watched table shows, else what a person says."""
        seen = self._watch.seen(question, self._match.state) if self._watch is not None else None
        if seen is None:
            return self._answer(question.prompt, question.text)
        if seen.told:
            print(f"   {seen.told}")
        if seen.sure:
            print(f"{question.text}: {seen.line}")
            return seen.line
        default = f" [Enter: {seen.line}]" if seen.line else ""
        return self._answer(f"{question.text}{default}: ", question.text) or seen.line

    def _take(self, question: Question, said: str) -> None:
        """One answer. Raises `DonError` with its sentence."""
        word, _, rest = said.partition(" ")
        match word.lower():
            case "help":
                self._help()
            case "picture" if self._read_table is not None:
                self._read(rest.strip())
            case "stack":
                self._put_right(rest)
            case "no" if rest.strip().lower() == "trick" and self._watch is not None:
                self._watch.no_trick()
            case _:
                events = events_said(question, said, self._match.state)
                match events[:1]:
                    case (Undo(),):
                        self._undo()
                    case (Redo(),):
                        self._redo()
                    case _:
                        self._enter(question, said, events)

    def _help(self) -> None:
        print(HELP)
        if self._match.state.variant.stacks_each:
            print(HELP_STACKS)
            if self._read_table is not None:
                print(HELP_PICTURE)

    def _read(self, picture: str) -> None:
        """Reads a picture of the table into offers. Raises `DonError`."""
        assert self._read_table is not None, "only who can read pictures is given one"
        if self._match.state.hand is None or self._match.state.hand.table is None:
            raise UsageError("The stacks of Blind Don are read, when they have been dealt.")
        if not picture:
            raise UsageError("Name the picture: picture FILE.")
        self._offers = dict(self._read_table(picture, self._match.state))
        seen = sum(offer.card is not None for offer in self._offers.values())
        print(f"   {picture}: {seen} of the cards asked for (* not certain, ? not seen).")

    def _put_right(self, rest: str) -> None:
        """The card told last of a stack was another. Raises `DonError`."""
        seat, stack, card = stack_said(rest)
        refusal = self._match.turned_up_was(seat, stack, card, now())
        if refusal is not None:
            raise UsageError(say(refusal.code, refusal.params))
        state = self._match.state
        print(f"   {name_of(state, seat)}'s stack {stack} is put right: {card}.\n   {score_text(state, state.scores)}")

    def _enter(self, question: Question, said: str, events: Sequence[Event]) -> None:
        """Logs the events and shows them. Raises `DonError` where the referee refuses them."""
        before = self._match.state
        turned_up = list(open_reveals(before.hand)) if before.hand else []
        if events and isinstance(events[0], Correction):
            self._correct(events[0])
        elif events:
            answer = self._match.enter(events, now())
            if isinstance(answer, Refusal):
                raise UsageError(say(answer.code, answer.params))
            self._show(before, events, [admission.after for admission in answer])
            self._keep_picture(events)
        elif question.kind not in ("row", "stack", "reveal"):
            print("   Nothing was entered (help says how).")
        self._pass(question, said, events, turned_up)

    def _keep_picture(self, events: Sequence[Event]) -> None:
        """Keeps what the watched table showed of the trick that was entered, if the match keeps pictures."""
        shown = self._watch.shown if self._watch is not None else None
        if shown is not None and isinstance(events[-1], Trick):
            match = self._match
            problem = keep_trick(match.log, match.match_id, match.entries, shown.picture, shown.proposal, now())
            if problem:
                print(f"   {problem}")

    def _correct(self, event: Correction) -> None:
        """Enters a correction; one that needs more than itself is shown and asked about first. Raises `DonError`."""
        plan = self._match.plan(event)
        if isinstance(plan, Refusal):
            raise UsageError(say(plan.code, plan.params))
        before = self._match.state
        simple = not (plan.seats_move or plan.agreement or (plan.dropped and not event.drop))
        if not simple:
            show_plan(plan)
        change = settle_plan(self._match, plan, self._answer, Agreed(enter=simple, drop=bool(event.drop)))
        if change is not None:
            print(f"   {told(before, plan.event, self._match.state)}")
            show_change(change)
            self._shown = []

    def _pass(
        self, question: Question, said: str, events: Sequence[Event], turned_up: Sequence[tuple[Seat, int]]
    ) -> None:
        """Notes what is not asked again: a row that was answered, a stack left untold or played past."""
        hand = self._match.state.hand
        if hand is None:
            return
        about_it = all(isinstance(event, Reveal) and event.seat is question.seat for event in events)
        if question.seat is not None and about_it and (question.kind == "row" or not events):
            self._passed.add((hand.number, question.seat, question.stack))
            if question.kind == "row" and said and not said[0].isdecimal():
                self._offers = {place: offer for place, offer in self._offers.items() if place[0] is not question.seat}
        if any(isinstance(event, Play | Trick) for event in events):
            self._offers = {}
            self._passed |= {(hand.number, seat, stack) for seat, stack in turned_up}

    def _show(self, before: MatchState, events: Sequence[Event], after: Sequence[MatchState]) -> None:
        """What was entered and what it came to. The face-up cards of the deal are shown with the table."""
        for event, state in zip(events, after, strict=True):
            at_the_deal = isinstance(event, Reveal) and state.hand is not None and not state.hand.begun
            if not at_the_deal:
                show_step(before, event, state, reasons=True)
            winner = before.game.cut_winner
            if isinstance(event, Choose) and winner and choice_is_unusual(state.variant, winner, event.seat):
                named, other = name_of(state, event.seat), name_of(state, winner)
                print(f"   {named} is an opponent of {other}: undo if that is not meant.")
            before = state

    def _undo(self) -> None:
        """Takes back the last entry; a row of face-up cards is then offered again. Raises `DonError`."""
        self._ask_sides()
        taken = self._match.undo(now())
        if isinstance(taken, Refusal):
            raise UsageError(say(taken.code, taken.params))
        self._tell("Taken back", taken.events)
        hand = self._match.state.hand
        if hand is None:
            self._passed, self._offers = set(), {}
            return
        cards = [event for event in taken.events if isinstance(event, Reveal)]
        self._passed = {place for place in self._passed if place[1] not in {card.seat for card in cards}}
        if not hand.begun:
            self._offers |= {(card.seat, card.stack): Offer(card.card, sure=True) for card in cards}

    def _ask_sides(self) -> None:
        """A game that was over before this table sat down is opened again only if every side agrees (RULES.md 4.3)."""
        if standing(self._match.events)[-1][0] <= self._known:
            step = self._match.next_undo()
            check_agreement(() if isinstance(step, Refusal) else step.agreement, {}, self._answer)

    def _redo(self) -> None:
        brought = self._match.redo(now())
        if isinstance(brought, Refusal):
            raise UsageError(say(brought.code, brought.params))
        self._tell("Brought back", brought.events)

    def _tell(self, what: str, events: Sequence[Event]) -> None:
        state = self._match.state
        lines = [written(event)[0] for event in events]
        print(f"   {what}: {lines[0]}{f' to {lines[-1]}' if len(lines) > 1 else ''}.")
        print(f"   {score_text(state, state.scores)}")
        self._shown = []


def announce(match: EnteredMatch) -> None:
    """What is entered, and how the match stands."""
    state = match.state
    print(bold(state.variant.title), f"  match {match.match_id} (help says what can be entered)")
    if state.hands or state.hand is not None:
        print(f"   {score_text(state, state.scores)}")
