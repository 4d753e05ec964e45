"""What the tour shows: its cards, and real play of the bundled hand for its pictures. No Kivy."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mobile.demo_hand import demo_hand
from scorer.cards import Card
from scorer.events import Event, Trick
from scorer.explain import why, why_won
from scorer.hand import TrickRecord
from scorer.match import MatchState
from scorer.referee import replay

CARDS = ("board", "read", "hand", "correct", "why", "start")
"""The cards by name, in order; each has a title ``tour_NAME`` and a sentence ``tour_NAME_text``."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A card that was entered wrong, what it is, and how the match stands before and after."""

    wrong: Card
    right: Card
    before: MatchState
    after: MatchState


def stands_after(tricks: int) -> MatchState:
    """How the match of the bundled hand stands after so many tricks."""
    return replay(demo_hand().events(tricks))


def trick_of(number: int) -> TrickRecord:
    """A trick of the bundled hand, counted from 1."""
    hand = stands_after(number).hand
    assert hand is not None, "the hand is in play up to its last trick"
    return hand.tricks[number - 1]


def a_correction() -> Correction:
    """The first card of the hand, entered as another one at first."""
    events = list(demo_hand().events(3))
    right, wrong = demo_hand().tricks[0].event.cards[0], Card.parse("7D")
    misread = [_with(event, right, wrong) for event in events]
    return Correction(wrong, right, replay(misread), replay(events))


def _with(event: Event, old: Card, new: Card) -> Event:
    if not isinstance(event, Trick):
        return event
    return replace(event, cards=tuple(new if card == old else card for card in event.cards))


def answers() -> tuple[str, str]:
    """Why the first trick was won, and why it pegged."""
    state = stands_after(1)
    assert state.hand is not None, "one trick is no hand"
    trick = state.hand.tricks[0]
    return why_won(trick, state.hand, variant=state.variant), why(trick.pegs[0], variant=state.variant)
