"""A match in a real log, played, taken back, corrected and reopened at random, against a slow second reading of it.

``DON_LOG_STATES=20`` makes it twenty times as long (`make log-proof`).
"""

import os
import random
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from oracle_cards import taker
from oracle_corrected import CorrectedRecord
from random_play import FORMS, any_event
from test_against_oracle import check, step_of

from scorer.cards import Suit, pack_of
from scorer.events import (
    Call,
    Choose,
    Correct,
    CorrectRun,
    Cut,
    Deal,
    Event,
    GameStart,
    MatchStart,
    Penalty,
    Play,
    Recount,
    Redo,
    Reveal,
    Trick,
    Undo,
    start_of_match,
)
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord, HandState
from scorer.match import MatchState, Phase
from scorer.matchlog import LogRow, MatchLog, new_match_id
from scorer.referee import Refusal, replay, run_for
from scorer.seats import next_in
from scorer.variant import load_variant

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONGER = int(os.environ.get("DON_LOG_STATES", "1"))
randoms = st.integers(0, 2**32 - 1).map(random.Random)


class LoggedTable(RuleBasedStateMachine):
    """One match in a log. ``told`` is the oracle, ``rows`` every entry that was acknowledged."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "don.sqlite3"
        self.log = MatchLog(self.path)
        self.match_id = new_match_id()
        self.rows: tuple[LogRow, ...] = ()

    @initialize(form=st.integers(0, len(FORMS) - 1))
    def begin(self, form: int) -> None:
        name, options = FORMS[form]
        self.told = CorrectedRecord(name, options)
        self.enter(start_of_match(self.match_id, load_variant(name, options)))

    @property
    def state(self) -> MatchState:
        return self.log.state(self.match_id)

    def enter(self, event: Event) -> Refusal | None:
        """Log the event and tell the oracle; a refused one must leave no trace."""
        number = len(self.rows) + 1
        answer = self.log.record(self.match_id, event, NOON + timedelta(seconds=number))
        if isinstance(answer, Refusal):
            assert self.log.rows(self.match_id) == self.rows
            return answer
        rows = self.log.rows(self.match_id)
        assert rows[:-1] == self.rows and rows[-1].event == event and rows[-1].seq == number
        self.rows = rows
        if not isinstance(event, MatchStart):
            assert self.told.step(self.plain(event, number)) == "ok", event
        return None

    def plain(self, event: Event, number: int) -> dict[str, Any]:
        if isinstance(event, Recount):
            step: dict[str, Any] = {"e": "recount", "hand": event.hand, "game_count": dict(event.game_count.items())}
        else:
            step = step_of(event)
        drop = event.drop if isinstance(event, Correct | CorrectRun | Recount) else ()
        return {**step, "n": number, "drop": drop}

    def hands(self) -> list[HandState]:
        """The hands of the match, the one in play among them."""
        return [*self.state.hands, *([self.state.hand] if self.state.hand else [])]

    # Play

    @rule(rng=randoms, times=st.integers(1, 8))
    def play(self, rng: random.Random, times: int) -> None:
        """What comes next: a game, a deal, a call, a trick or a card."""
        for _ in range(times):
            if self.state.match_over:
                return
            assert self.enter(self.next_event(rng)) is None

    @rule(rng=randoms)
    def play_on_to_the_end_of_the_hand(self, rng: random.Random) -> None:
        number = len(self.state.hands)
        while not self.state.match_over and len(self.state.hands) == number:
            assert self.enter(self.next_event(rng)) is None

    def next_event(self, rng: random.Random) -> Event:
        state, seats = self.state, self.state.seats
        if state.phase is Phase.GAME_OVER:
            return GameStart()
        if state.pitcher is None:
            return GameStart(rng.choice(seats))
        if state.hand is None:
            dealer = rng.choice(seats) if state.any_dealer else state.dealer
            assert dealer is not None
            return Deal(dealer)
        if state.hand.trump is None and state.variant.trumps == "called":
            return Call(rng.choice(list(Suit)))
        free = [card for card in pack_of(state.variant.pack).cards if card not in state.hand.cards_gone]
        assert state.turn is not None
        if state.hand.current or rng.random() < 0.3:
            return Play(state.turn, rng.choice(free))
        return Trick(state.turn, tuple(rng.sample(free, len(seats))))

    @rule(rng=randoms)
    def something_else(self, rng: random.Random) -> None:
        """A penalty, a revoke called, totals, a claim, a note: taken or refused."""
        event = any_event(rng, self.state.variant, self.state)
        if not isinstance(event, Play | Trick | Deal | Reveal | GameStart | Cut | Choose | Call | Correct | CorrectRun):
            self.enter(event)

    @rule(rng=randoms, points=st.integers(1, 30))
    def penalty(self, rng: random.Random, points: int) -> None:
        self.enter(Penalty(rng.choice(self.state.sides), points, "talked"))

    # What speaks of the record

    @precondition(lambda self: len(self.rows) > 1)
    @rule()
    def undo(self) -> None:
        self.enter(Undo())

    @precondition(lambda self: self.told.future)
    @rule()
    def redo(self) -> None:
        self.enter(Redo())

    @precondition(lambda self: len(self.rows) > 1)
    @rule(times=st.integers(1, 4))
    def undo_and_redo_change_nothing(self, times: int) -> None:
        before = self.state
        done = sum(self.enter(Undo()) is None for _ in range(times))
        for _ in range(done):
            assert self.enter(Redo()) is None
        assert self.state == before

    @precondition(lambda self: any(hand.cards_gone for hand in self.hands()))
    @rule(rng=randoms)
    def correct(self, rng: random.Random) -> None:
        """Any card of any trick of any hand, into any other; with its run, or dropping what can't stand."""
        hand = rng.choice([hand for hand in self.hands() if hand.cards_gone])
        players = len(self.state.seats)
        place = rng.randrange(players * len(hand.tricks) + len(hand.current))
        pack = pack_of(self.state.variant.pack).cards
        free = [card for card in pack if card not in hand.cards_gone] or pack
        number = None if hand is self.state.hand and rng.random() < 0.5 else hand.number
        event = Correct(number, place // players + 1, place % players, rng.choice(free), by="Siân", reason="misread")
        refusal = self.enter(event)
        if refusal is not None and refusal.code == "LEADER_CONFLICT":
            run = run_for(self.log.events(self.match_id), event)
            if run is not None:
                assert self.enter(run) is None
        elif refusal is not None:
            self.drop(event, refusal)

    def drop(self, event: Correct | CorrectRun | Recount, refusal: Refusal) -> None:
        """Say it again, dropping the later entries that can't stand."""
        if refusal.code != "LATER_EVENTS_CONFLICT":
            return
        entries: Any = refusal.params["entries"]
        if isinstance(event, Correct):
            again: Event = Correct(event.hand, event.trick, event.position, event.card, entries)
        elif isinstance(event, CorrectRun):
            again = CorrectRun(event.hand, event.first_trick, event.tricks, entries)
        else:
            again = Recount(event.hand, event.game_count, entries)
        assert self.enter(again) is None

    @precondition(lambda self: any(hand.tricks for hand in self.hands()))
    @rule(rng=randoms, more=st.integers(-2, 2))
    def correct_run(self, rng: random.Random, more: int) -> None:
        """The tricks of a hand from one on anew, more or fewer than they were."""
        hand = rng.choice([hand for hand in self.hands() if hand.tricks])
        first = rng.randint(1, len(hand.tricks))
        kept = [card for trick in hand.tricks[: first - 1] for card in trick.cards]
        free = [card for card in pack_of(self.state.variant.pack).cards if card not in kept]
        rng.shuffle(free)
        seats, leader, trump = self.state.seats, hand.tricks[first - 1].leader, hand.trump
        assert trump is not None
        if first == 1 and self.state.variant.trumps == "pitch":
            trump = free[-1].suit
        tricks: list[Trick] = []
        for _ in range(max(0, min(len(hand.tricks) - first + 1 + more, len(free) // len(seats)))):
            cards = tuple(free.pop() for _ in seats)
            tricks.append(Trick(leader, cards))
            leader = next_in(seats, leader, taker([str(card) for card in cards], trump.value))
        event = CorrectRun(hand.number, first, tuple(tricks), by="Bob")
        refusal = self.enter(event)
        if refusal is not None:
            self.drop(event, refusal)

    @precondition(lambda self: any(hand.ended in ("played", "counted") for hand in self.state.hands))
    @rule(rng=randoms)
    def recount(self, rng: random.Random) -> None:
        """The piles of a finished hand counted again."""
        hand = rng.choice([hand for hand in self.state.hands if hand.ended in ("played", "counted")])
        total = self.state.variant.counted_in_pack - (0 if rng.random() < 0.8 else rng.randint(1, 5))
        first = rng.randint(0, total)
        counts = FrozenMap(zip(self.state.sides, (first, total - first, 0), strict=False))
        event = Recount(hand.number, counts, by="Ann", reason="counted twice")
        refusal = self.enter(event)
        if refusal is not None:
            self.drop(event, refusal)

    @rule()
    def reopen(self) -> None:
        before = self.state
        self.log.close()
        self.log = MatchLog(self.path)
        assert self.log.rows(self.match_id) == self.rows
        assert self.state == before

    # What always holds

    @invariant()
    def both_say_the_same(self) -> None:
        """The log, its own replay, and the oracle that scores from the start."""
        events = tuple(row.event for row in self.rows)
        assert self.log.events(self.match_id) == events and replay(events) == self.state
        check(self.state, self.told, whole=True)

    @invariant()
    def the_muck_is_80(self) -> None:
        if self.state.variant.bonus_scheme == "muck8":
            counts = [hand.game_count for hand in self.state.hands if hand.game_count is not None]
            assert all(sum(count.values()) == 80 for count in counts)

    @invariant()
    def every_point_has_a_reason(self) -> None:
        for hand in self.hands():
            pegs = [(number, peg) for number, trick in enumerate(hand.tricks, 1) for peg in trick.pegs]
            for number, peg in pegs:
                assert peg.reason.code and peg.reason.rule and peg.reason.trick == number
                assert peg.reason.card in hand.tricks[number - 1].cards
            assert all(trick.points == sum(peg.points for peg in trick.pegs) for trick in hand.tricks)
            if isinstance(hand, HandRecord):
                assert all(peg.reason.code and peg.points for peg in hand.pegs)

    def teardown(self) -> None:
        self.log.close()
        self.folder.cleanup()


@pytest.mark.slow
def test_a_log_played_on_at_random_says_what_the_oracle_says() -> None:
    run_state_machine_as_test(
        LoggedTable,
        settings=settings(
            max_examples=15 * LONGER, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
