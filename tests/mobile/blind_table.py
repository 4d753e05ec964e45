"""What the tests of Blind Don in the app share: people at a table who deal, play by the rules and tell the app."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mobile.blind_session import BlindSession
from mobile.companion import Companion
from scorer.cards import Card, Suit, pack_of
from scorer.matchlog import MatchLog
from scorer.refusal import Refusal
from scorer.seats import Seat
from scorer.variant import load_variant

AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)


def begun(folder: Path, variant: str = "blind_don_burnley", **options: object) -> Companion:
    """A companion on a new log with a match of this variant on its table, its first hand dealt."""
    seconds = iter(range(10**6))
    companion = Companion(MatchLog(folder / "matches.sqlite3"), folder, lambda: AT + timedelta(seconds=next(seconds)))
    rules = load_variant(variant, options)
    companion.start(rules, rules.seats[0])
    return companion


def blind(companion: Companion) -> BlindSession:
    """The session of Blind Don on the table."""
    assert companion.blind is not None and companion.session is None
    return companion.blind


@dataclass
class People:
    """Who plays: they know where the cards lie, and answer only what the app asks. Legal play is worked out here."""

    session: BlindSession
    rng: random.Random
    dealt: int = 0
    stacks: dict[Seat, list[list[Card]]] = field(default_factory=dict)
    hands: dict[Seat, list[Card]] = field(default_factory=dict)
    """What nobody sees: the private hand, in the Russian form the cards face down as well."""
    led: Suit | None = None

    def deal(self) -> None:
        """Shuffle and deal as the variant says."""
        variant = self.session.state.variant
        pack = list(pack_of(variant.pack).cards)
        self.rng.shuffle(pack)
        for seat in variant.seats:
            self.stacks[seat] = [[pack.pop(), pack.pop()] for _ in range(variant.stacks_each)]
            self.hands[seat] = [pack.pop() for _ in range(variant.cards_each - 2 * variant.stacks_each)]
        self.dealt += 1

    def next_card(self, seat: Seat) -> tuple[int, Card]:
        """What the player plays now: the number of his stack (0: from the hand) and the card."""
        up = [(number, stack[-1]) for number, stack in enumerate(self.stacks[seat], 1) if stack]
        available = [*up, *((0, card) for card in self.hands[seat])]
        state = self.session.state
        assert state.hand is not None
        led = state.hand.current[0][1].suit if state.hand.current else None
        return self.rng.choice([place for place in available if place[1].suit is led] or available)

    def played(self, seat: Seat, number: int, card: Card) -> None:
        """The card has left its place."""
        (self.stacks[seat][number - 1] if number else self.hands[seat]).remove(card)

    def step(self) -> bool:
        """Answer what is asked by the session's own methods; False once the match is over."""
        session, asked = self.session, self.session.asked
        answer: Refusal | None = None
        if asked.kind == "over":
            return False
        if asked.kind == "deal":
            answer = session.deal(AT)
        elif asked.kind == "call":
            answer = session.call(self.rng.choice(list(Suit)), AT)
        elif asked.kind in ("stack", "reveal"):
            assert asked.seat is not None
            self._need_deal()
            card = self.stacks[asked.seat][asked.stack - 1][-1]
            assert card in session.possible
            answer = session.tell(card, AT)
        elif asked.kind == "cards":
            self._need_deal()
            answer = self._play()
        else:
            answer = session.next_game(AT)
        assert answer is None, answer
        return True

    def _play(self) -> Refusal | None:
        session, seat = self.session, self.session.turn
        assert seat is not None
        number, card = self.next_card(seat)
        self.played(seat, number, card)
        if number and session.stack_of(seat, number).available is not None:
            assert session.stack_of(seat, number).available == card, "the table lies as the people see it"
            return session.play_stack(number, AT)
        assert session.may_play_unseen(seat) and card in session.possible
        return session.play_unseen(card, AT, number)

    def _need_deal(self) -> None:
        if self.dealt < len(self.session.state.hands) + 1:
            self.deal()
