"""Follows a hand from looks at the table: cards come, the trick is complete, it is cleared away, the next one begins.

It decides from `Look`s alone, so that a record of them gives the same tricks again. What it can't tell is left open in
the proposal. A card counts from its second look on. A trick is closed when its cards have left their places, or when
the next lead lies there and they have; only then is its proposal final, for until then a card may be taken back.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from models.calibration import Calibration
from models.cards_on_table import CardsOnTable, LyingCard
from models.hand_facts import HandFacts
from models.looks import EventKind, Look, WatchEvent, WatchSettings
from models.merge import CARD_SPAN, apart
from models.reading import CardSighting
from models.seat_order import SeatPlaces
from models.seating import Point
from models.table_view import TableView
from models.trick_reader import TrickProposal
from models.watched_proposal import WatchedCard, centres_of, learn_places, propose_watched, same_proposal
from models.watched_trick import WatchedTrick
from scorer.cards import Card

LAID_DOWN_S = 3.0
"""So long after a trick was closed its cards may still be laid down at the edge."""
TOGETHER_S = 1.0
"""The two corners of one card come to be seen within this time, as the hand leaves it."""


AT_ONCE_S = 0.05
"""... or at once, where neither was hidden."""
CONTESTED = 0.985
"""A corner named with at least this confidence puts the other one's name in doubt."""


class TrickFollower:
    """Takes looks in order and tells what happened; `go_on` must follow each closed trick."""

    def __init__(
        self,
        calibration: Calibration,
        facts: HandFacts,
        view: TableView | None = None,
        settings: WatchSettings | None = None,
    ) -> None:
        self._table = CardsOnTable(calibration)
        self._rules = settings or WatchSettings()
        self._places = SeatPlaces(view or TableView())
        self._trick = WatchedTrick(facts)
        self._number = _next_trick(facts)
        self._over = False
        self._began = -math.inf
        """When the last trick was complete: its cards and all older things are no part of this one."""
        self._closed_at = -math.inf
        self._centres: dict[Card, Point] = {}
        """Where the cards of the trick closed last lay."""
        self._news_at = 0.0
        self._waited = False
        self._quiet = 0
        """Looks in a row in which nothing changed."""
        self._t = 0.0

    @property
    def facts(self) -> HandFacts:
        """What the hand says of the trick that is followed."""
        return self._trick.facts

    @property
    def lying(self) -> tuple[CardSighting, ...]:
        """The cards that lie on the table now, as all looks at them name them; not those of earlier tricks."""
        return tuple(c.voted for c in self._table.cards if c.state == "lies" and not c.old and not c.absorbed)

    @property
    def wanted_after_s(self) -> float:
        """So long after the last look another one is wanted, though nothing changes."""
        present = [c for c in (*self._trick.cards, *self._trick.late, *self._new()) if c.state == "lies"]
        if any(not card.settled(self._rules) for card in present) and self._quiet < self._rules.looks_most:
            return self._rules.settle_gap_s
        if any(card.state != "lies" for card in self._trick.cards) and self._quiet < 3 * self._rules.looks_most:
            return 2 * self._rules.settle_gap_s
        return self._rules.heartbeat_s if self._trick.cards and not self._over else math.inf

    def go_on(self, facts: HandFacts) -> None:
        """What the hand says now that the closed trick was scored; after the hand's last trick: the next hand."""
        learn_places(self._places, self._centres, self._number - 1, facts)
        self._centres = {}
        self._trick.facts = facts
        self._number = _next_trick(facts)
        self._over = False

    def take(self, look: Look) -> tuple[WatchEvent, ...]:
        """One look; what it showed to have happened."""
        self._t = self._trick.t = look.t_seconds
        before = self._shape()
        self._table.take(look, self._began)
        self._drop_corners()
        if self._over:
            return ()
        self._trick.note_moves()
        events = [*self._admit(), *(self._event("withdrawn") for _ in self._trick.withdraw())]
        if self._shape() != before:
            self._news_at, self._quiet = self._t, 0
        else:
            self._quiet += 1
        if self._trick.cleared():
            self._trick.leave_behind()
            return (*events, *self._close())
        return (*events, *self._offer(), *self._wait())

    def finish(self, t_seconds: float) -> tuple[WatchEvent, ...]:
        """Nothing more comes: a trick of which two cards or more lie is closed as it is."""
        self._t = t_seconds
        return self._close() if len(self._trick.cards) > 1 and not self._over else ()

    def _shape(self) -> tuple[object, ...]:
        cards = (*self._trick.cards, *self._trick.late, *self._new())
        return tuple((card.serial, card.card, card.state) for card in cards)

    # Cards come

    def _new(self) -> list[LyingCard]:
        """Cards that lie there and are of no trick yet."""
        known = (*self._trick.cards, *self._trick.late)
        return [c for c in self._table.cards if c.state == "lies" and not c.old and c not in known]

    def _admit(self) -> list[WatchEvent]:
        """Takes new cards into the trick, or behind it where it is whole."""
        events = []
        for card in sorted(self._new(), key=lambda c: c.arrived):
            reported = card.sighting.confidence >= self._table.report
            if card.looks < self._rules.looks_wanted or not reported or self._corner(card):
                continue
            if self._left_over(card):
                card.old = True
                continue
            self._trick.admit(card)
            events.append(self._event("appeared"))
        return events

    def _drop_corners(self) -> None:
        """Takes out of the trick what turned out to be a corner of another card."""
        for cards in (self._trick.cards, self._trick.late, self._trick.back):
            cards[:] = [card for card in cards if not card.absorbed and not self._corner(card)]

    def _corner(self, card: LyingCard) -> bool:
        """Whether a doubtful card is likely the other corner of a sure one that came with it."""
        if card.voted.sure or card.state != "lies":
            return False
        return any(other.voted.sure and _may_be_one(card, other, TOGETHER_S) for other in self._table.cards)

    def _contested(self, card: LyingCard) -> bool:
        """Whether its other corner seems to say another name."""
        known = (*self._trick.cards, *self._trick.late)
        others = (c for c in self._table.cards if c not in known and c.sighting.confidence >= CONTESTED)
        return any(_may_be_one(other, card, AT_ONCE_S) for other in others)

    def _left_over(self, card: LyingCard) -> bool:
        """Whether it lies there still from an earlier trick."""
        gone = self.facts.gone
        earlier = gone.get(card.card)
        if earlier is None:
            return False
        laid_down = not self._trick.cards or card.arrived <= self._closed_at + LAID_DOWN_S
        if earlier.trick == self._number - 1 and laid_down:
            return True
        others = (c for c in self._table.cards if c is not card and c.state == "lies" and c.card in gone)
        return any(gone[other.card].trick == earlier.trick for other in others)

    # The trick is complete, and is cleared

    def _offer(self) -> list[WatchEvent]:
        """Tells a complete trick once, and again when its proposal changes."""
        trick = self._trick
        if not trick.whole:
            trick.forget_homes()
            return []
        if trick.offered is None and not trick.complete:
            return []
        trick.note_homes()
        settled = all(card.settled(self._rules) for card in trick.cards if card.state == "lies")
        if trick.disturbed or (trick.offered is None and not settled and self._quiet < self._rules.looks_most):
            return []
        proposal = propose_watched([self._seen(card) for card in trick.cards], self.facts, self._places)
        if trick.offered is not None and same_proposal(trick.offered, proposal):
            return []
        kind: EventKind = "complete" if trick.offered is None else "changed"
        trick.offered = proposal
        return [self._event(kind, proposal)]

    def _close(self) -> tuple[WatchEvent, ...]:
        """The trick is over; cards that came late and lie there begin the next one."""
        trick = self._trick
        leads = [card for card in trick.late if card.state == "lies"]
        swept = [card for card in trick.late if card not in leads]
        cards = [*self._standing_at_the_end(), *swept]
        sure = [card for card in (*trick.cards, *swept) if not trick.vanished_early(card)]
        seen = [self._seen(card) if card in sure else self._seen(card).doubted for card in cards]
        proposal = propose_watched(seen, self.facts, self._places, final=True)
        events = [self._event("closed", proposal, cards)]
        self._centres = centres_of(proposal)
        self._began = max((card.arrived for card in cards), default=self._t)
        for card in self._table.cards:
            card.old = card.old or card in cards or card.arrived <= self._began or card.state != "lies"
        self._over = max(self.facts.held.values()) <= 1
        self._trick = WatchedTrick(self.facts, () if self._over else leads)
        self._trick.t = self._t
        self._news_at = self._closed_at = self._t
        self._waited = False
        if self._over:
            events.append(self._event("hand_over"))
        self._number += 1
        return tuple(events)

    def _seen(self, card: LyingCard) -> WatchedCard:
        """The card as it was seen where it was played; doubted where its corners disagree."""
        seen = self._trick.watched(card)
        return seen.doubted if self._contested(card) else seen

    def _standing_at_the_end(self) -> list[LyingCard]:
        """The cards of the trick; where some are missing, also those that seemed to be taken back, and faint ones."""
        cards = self._trick.cards
        missing = len(self.facts.seats) - len(cards)
        if missing <= 0:
            return list(cards)
        names = {card.card for card in cards}
        known = (*cards, *self._trick.late)
        faint = [c for c in self._table.cards if not c.old and c not in known and c.card not in names]
        return [*cards, *sorted(faint, key=lambda c: -c.sighting.confidence)[:missing]]

    def _wait(self) -> list[WatchEvent]:
        """Says once that cards are missing for a long time."""
        long = self._t - self._news_at >= self._rules.waiting_after_s
        if not self._trick.cards or self._trick.complete or not long:
            self._waited = self._waited and long
            return []
        told, self._waited = self._waited, True
        return [] if told else [self._event("waiting")]

    def _event(
        self, kind: EventKind, proposal: TrickProposal | None = None, cards: Sequence[LyingCard] | None = None
    ) -> WatchEvent:
        shown = sorted(self._trick.cards if cards is None else cards, key=lambda card: card.arrived)
        return WatchEvent(kind, self._t, self._number, tuple(card.card for card in shown), proposal)


def _next_trick(facts: HandFacts) -> int:
    """The number of the trick to come, by the cards that are gone."""
    return 1 + max((earlier.trick for earlier in facts.gone.values()), default=0)


def _may_be_one(one: LyingCard, other: LyingCard, within_s: float) -> bool:
    """Whether two cards of related names that came `within_s`, and never showed two indices, may be corners of one."""
    return (
        one is not other
        and one.corners == other.corners == 1
        and one.state == other.state
        and abs(other.arrived - one.arrived) <= within_s
        and (other.card.suit is one.card.suit or other.card.rank is one.card.rank)
        and apart(other.boxes[0], one.boxes[0]) <= CARD_SPAN
    )
