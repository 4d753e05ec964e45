"""Follows a hand from looks at the table: cards come, the trick is complete, it is cleared away, the next one begins.

It decides from `Look`s alone, so that a record of them gives the same tricks again. What it can't tell is left open in
the proposal. A card counts from its second look on. A trick is closed when its cards have left their places, or when
the next lead lies there and they have; only then is its proposal final, for until then a card may be taken back.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from models.calibration import Calibration
from models.cards_on_table import CardsOnTable, LyingCard
from models.hand_facts import HandFacts
from models.looks import EventKind, Look, WatchEvent, WatchSettings
from models.merge import CARD_SPAN, apart, long_side
from models.reading import BoxXyxy, CardSighting
from models.seat_order import SeatPlaces
from models.seating import Point
from models.table_view import TableView
from models.trick_reader import TrickProposal
from models.watched_proposal import (
    WatchedCard,
    centres_of,
    learn_places,
    propose_watched,
    same_proposal,
    vanished_early,
)
from scorer.cards import Card

CLEARED_S = 0.25
"""A trick whose cards are all gone for so long is cleared."""
SWEPT_S = 0.6
"""... or most of them, the rest being hidden."""
HIDDEN_S = 1.5
"""... or hidden, none being in its place."""
LEFT_BEHIND_S = 2.0
"""... or all but one, which may be a card that was never there."""
TAKEN_BACK_S = 1.5
"""A card that is gone for so long while others lie was taken back."""
LOST_S = 5.5
"""... or hidden for so long by no other card."""
REPLACED_S = 0.7
"""... or for less, where another card has lain there for so long since."""
EMPTY_S = 1.0
"""An incomplete trick that is gone for so long was cleared."""
LAID_DOWN_S = 3.0
"""So long after a trick was closed its cards may still be laid down at the edge."""
TOGETHER_S = 1.0
"""The two corners of one card come to be seen within this time, as the hand leaves it."""
KNOCKED = 2.0
"""Cards that moved alike within so many index lengths moved because the phone did."""


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
        self._facts = facts
        self._rules = settings or WatchSettings()
        self._places = SeatPlaces(view or TableView())
        self._number = _next_trick(facts)
        self._over = False
        self._trick: list[LyingCard] = []
        self._late: list[LyingCard] = []
        self._back: list[LyingCard] = []
        """Cards taken back during the trick."""
        self._began = -math.inf
        """When the last trick was complete: its cards and all older things are no part of this one."""
        self._closed_at = -math.inf
        self._centres: dict[Card, Point] = {}
        """Where the cards of the trick closed last lay."""
        self._homes: dict[int, tuple[frozenset[int], CardSighting]] = {}
        """Where the cards of a complete trick lay, and how they were seen there, by the card's id."""
        self._moved: dict[int, float] = {}
        """Since when a card of a complete trick lies elsewhere, by its id."""
        self._told: TrickProposal | None = None
        self._news_at = 0.0
        self._waited = False
        self._quiet = 0
        self._t = 0.0

    @property
    def facts(self) -> HandFacts:
        """What the hand says of the trick that is followed."""
        return self._facts

    @property
    def wanted_after_s(self) -> float:
        """So long after the last look another one is wanted, though nothing changes."""
        if any(not card.settled(self._rules) for card in self._present()) and self._quiet < self._rules.looks_most:
            return self._rules.settle_gap_s
        if any(card.state != "lies" for card in self._trick) and self._quiet < 3 * self._rules.looks_most:
            return 2 * self._rules.settle_gap_s
        return self._rules.heartbeat_s if self._trick and not self._over else math.inf

    def go_on(self, facts: HandFacts) -> None:
        """What the hand says now that the closed trick was scored; after the hand's last trick: the next hand."""
        learn_places(self._places, self._centres, self._number - 1, facts)
        self._centres = {}
        self._facts = facts
        self._number = _next_trick(facts)
        self._over = False

    def take(self, look: Look) -> tuple[WatchEvent, ...]:
        """One look; what it showed to have happened."""
        self._t = look.t_seconds
        before = self._shape()
        self._table.take(look, self._began)
        self._drop_corners()
        if self._over:
            return ()
        self._note_moves()
        events = [*self._admit(), *self._withdraw()]
        if self._shape() != before:
            self._news_at, self._quiet = self._t, 0
        else:
            self._quiet += 1
        if self._cleared():
            return (*events, *self._close())
        return (*events, *self._offer(), *self._wait())

    def finish(self, t_seconds: float) -> tuple[WatchEvent, ...]:
        """Nothing more comes: a trick of which two cards or more lie is closed as it is."""
        self._t = t_seconds
        return self._close() if len(self._trick) > 1 and not self._over else ()

    def _shape(self) -> tuple[object, ...]:
        return tuple((card.serial, card.card, card.state) for card in (*self._trick, *self._late, *self._new()))

    def _present(self) -> list[LyingCard]:
        """Cards that lie there and matter to this trick or the next."""
        return [card for card in (*self._trick, *self._late, *self._new()) if card.state == "lies"]

    # Cards come and go

    def _new(self) -> list[LyingCard]:
        """Cards that lie there and are of no trick yet."""
        known = (*self._trick, *self._late)
        return [c for c in self._table.cards if c.state == "lies" and not c.old and c not in known]

    def _admit(self) -> list[WatchEvent]:
        """Takes new cards into the trick, or behind it where it is complete."""
        events = []
        for card in sorted(self._new(), key=lambda c: c.arrived):
            if card.looks < self._rules.looks_wanted or not self._reported(card) or self._corner(card):
                continue
            if self._left_over(card):
                card.old = True
                continue
            if card in self._back:
                self._back.remove(card)
            (self._late if self._waits_behind() else self._trick).append(card)
            events.append(self._event("appeared"))
        return events

    def _drop_corners(self) -> None:
        """Takes out of the trick what turned out to be a corner of another card."""
        for cards in (self._trick, self._late, self._back):
            cards[:] = [card for card in cards if not card.absorbed and not self._corner(card)]

    def _corner(self, card: LyingCard) -> bool:
        """Whether a doubtful card is likely the other corner of a sure one that came with it."""
        if card.voted.sure or card.state != "lies" or len(card.boxes) > 1:
            return False
        return any(
            other is not card
            and other.voted.sure
            and len(other.boxes) == 1
            and abs(other.arrived - card.arrived) <= TOGETHER_S
            and (other.card.suit is card.card.suit or other.card.rank is card.card.rank)
            and apart(other.boxes[0], card.boxes[0]) <= CARD_SPAN
            for other in self._table.cards
            if other.state == "lies"
        )

    def _reported(self, card: LyingCard) -> bool:
        return card.sighting.confidence >= self._table.report

    def _left_over(self, card: LyingCard) -> bool:
        """Whether it lay there before this trick, or lies there still from an earlier one."""
        earlier = self._facts.gone.get(card.card)
        if earlier is None:
            return False
        if earlier.trick == self._number - 1 and (not self._trick or card.arrived <= self._closed_at + LAID_DOWN_S):
            return True
        others = (c for c in self._table.cards if c is not card and c.state == "lies" and c.card in self._facts.gone)
        return any(self._facts.gone[c.card].trick == earlier.trick for c in others)

    def _waits_behind(self) -> bool:
        """Whether a new card comes after this trick: it is whole, or all its cards are gone."""
        return self._whole() or (len(self._trick) > 1 and all(card.state == "gone" for card in self._trick))

    def _whole(self) -> bool:
        """Whether each player has a card in it; one that went in an earlier trick may only lie there again."""
        return sum(self._facts.can_come(card.card) for card in self._trick) >= len(self._facts.seats)

    def _complete(self) -> bool:
        """Whether it is whole and all of that lies there, be it under a hand or another card."""
        standing = (card for card in self._trick if card.state != "gone")
        return sum(self._facts.can_come(card.card) for card in standing) >= len(self._facts.seats)

    def _for(self, card: LyingCard) -> float:
        return self._t - card.state_since

    def _withdraw(self) -> list[WatchEvent]:
        """Cards that were taken back while others lie; a card that came late takes their place in the trick."""
        events = []
        for card in list(self._trick):
            others = [c for c in self._trick if c is not card and c.state == "lies"]
            alone = len(self._trick) == 1
            patience = (EMPTY_S if alone else TAKEN_BACK_S) + (EMPTY_S if self._told else 0.0)
            replaced = any(self._takes_place(late, card) for late in self._late) and len(others) + 1 == len(self._trick)
            gone = self._for(card) >= (patience if card.state == "gone" else LOST_S) and self._lost(card)
            if replaced or (gone and (alone or 2 * len(others) >= len(self._trick))):
                self._trick.remove(card)
                self._back.append(card)
                events.append(self._event("withdrawn"))
        self._late = [card for card in self._late if card.state != "gone" or self._for(card) < EMPTY_S]
        while self._late and not self._whole() and self._at_home() * 2 > len(self._trick):
            self._trick.append(self._late.pop(0))
        return events

    def _lost(self, card: LyingCard) -> bool:
        """Whether it is gone, or something that is no card of the trick lies over it."""
        return card.state == "gone" or self._vanished_early(card)

    def _vanished_early(self, card: LyingCard) -> bool:
        others = (c for c in self._trick if self._facts.can_come(c.card) and c.serial not in self._moved)
        return vanished_early(card, list(others))

    def _watched(self, card: LyingCard) -> WatchedCard:
        """The card as it was seen where it was played."""
        moved = card.serial in self._moved
        return WatchedCard(self._homes[card.serial][1] if moved else card.voted, card.arrived)

    def _takes_place(self, late: LyingCard, card: LyingCard) -> bool:
        """Whether a card that came late was laid in place of one taken back before."""
        lies = late.state == "lies" and self._t - late.arrived >= REPLACED_S
        return lies and self._lost(card) and card.until < late.arrived

    # The trick is complete, and is cleared

    def _offer(self) -> list[WatchEvent]:
        """Tells a complete trick once, and again when its proposal changes."""
        if not self._whole():
            self._told, self._homes = None, {}
            return []
        if self._told is None and not self._complete():
            return []
        for card in self._trick:
            if card.state == "lies" and card.serial not in self._moved:
                self._homes[card.serial] = (card.live | self._homes.get(card.serial, (card.live, None))[0], card.voted)
        lying = [card for card in self._trick if card.state == "lies"]
        if self._told is None and not all(card.settled(self._rules) for card in lying):
            return []
        if self._moved:
            return []
        proposal = propose_watched([self._watched(card) for card in self._trick], self._facts, self._places)
        if self._told is not None and same_proposal(self._told, proposal):
            return []
        kind: EventKind = "complete" if self._told is None else "changed"
        self._told = proposal
        return [self._event(kind, proposal)]

    def _at_home(self) -> int:
        """How many cards of the trick are to be seen where they lay."""
        return sum(card.state == "lies" and card.serial not in self._moved for card in self._trick)

    def _note_moves(self) -> None:
        """Notes which cards are not where they lay; where all have moved alike, the phone has."""
        homes = self._homes
        away = [c for c in self._trick if c.state == "lies" and c.serial in homes and not c.live & homes[c.serial][0]]
        moves = [_move(_boxes(homes[card.serial][1]), card.boxes) for card in away]
        alike = KNOCKED * max((long_side(box) for card in away for box in card.boxes), default=0.0)
        all_there = all(c.state != "gone" and (c in away or c.state == "hidden") for c in self._trick)
        if len(away) >= 2 and all_there and all(math.dist(a, b) <= alike for a, b in itertools.combinations(moves, 2)):
            for card in away:
                homes[card.serial] = (card.live, card.voted)
            away = []
        self._moved = {card.serial: self._moved.get(card.serial, self._t) for card in away}

    def _cleared(self) -> bool:
        """Whether the cards of the trick have left their places."""
        if not self._trick:
            return False
        at_home, count = self._at_home(), len(self._trick)
        away = [card for card in self._trick if card.state != "lies" or card.serial in self._moved]
        longest = min((self._t - self._moved.get(card.serial, card.state_since) for card in away), default=0.0)
        all_gone = all(card.state != "hidden" for card in away)
        if self._told is None:
            soon = EMPTY_S / 2 if self._next_led() else EMPTY_S
            return count >= 2 and not at_home and longest >= (soon if all_gone else 4 * HIDDEN_S)
        if at_home == 0:
            most_gone = 2 * sum(card.state != "hidden" for card in away) > count
            return longest >= (CLEARED_S if all_gone else SWEPT_S if most_gone else HIDDEN_S) or self._next_led()
        if at_home == 1 and count > 2:
            return self._next_led() or (all_gone and longest >= LEFT_BEHIND_S)
        return False

    def _next_led(self) -> bool:
        """Whether a card that came late lies there."""
        return any(card.state == "lies" for card in self._late)

    def _close(self) -> tuple[WatchEvent, ...]:
        """The trick is over; cards that came late and lie there begin the next one."""
        leads = [card for card in self._late if card.state == "lies"]
        swept = [card for card in self._late if card not in leads]
        cards = [*self._standing_at_the_end(), *swept]
        sure = [card for card in (*self._trick, *swept) if not self._vanished_early(card)]
        seen = [self._watched(card) if card in sure else self._watched(card).doubted for card in cards]
        proposal = propose_watched(seen, self._facts, self._places, final=True)
        events = [self._event("closed", proposal, cards)]
        self._centres = centres_of(proposal)
        self._began = max((card.arrived for card in cards), default=self._t)
        for card in self._table.cards:
            card.old = card.old or card in cards or card.arrived <= self._began or card.state != "lies"
        self._trick, self._late, self._back, self._homes, self._told = leads, [], [], {}, None
        self._moved = {}
        self._news_at = self._closed_at = self._t
        self._waited = False
        if max(self._facts.held.values()) <= 1:
            self._over = True
            events.append(self._event("hand_over"))
            self._trick = []
        self._number += 1
        return tuple(events)

    def _standing_at_the_end(self) -> list[LyingCard]:
        """The cards of the trick; where some are missing, also those that seemed to be taken back, and faint ones."""
        missing = len(self._facts.seats) - len(self._trick)
        if missing <= 0:
            return list(self._trick)
        names = {card.card for card in self._trick}
        faint = [
            card for card in self._table.cards if not card.old and card not in self._trick and card.card not in names
        ]
        ranked = sorted((c for c in faint if c not in self._late), key=lambda c: -c.sighting.confidence)
        return [*self._trick, *ranked[:missing]]

    def _wait(self) -> list[WatchEvent]:
        """Says once that cards are missing for a long time."""
        if not self._trick or self._complete() or self._t - self._news_at < self._rules.waiting_after_s:
            self._waited = self._waited and self._t - self._news_at >= self._rules.waiting_after_s
            return []
        if self._waited:
            return []
        self._waited = True
        return [self._event("waiting")]

    def _event(
        self, kind: EventKind, proposal: TrickProposal | None = None, cards: Sequence[LyingCard] | None = None
    ) -> WatchEvent:
        shown = sorted(self._trick if cards is None else cards, key=lambda card: card.arrived)
        names: tuple[Card, ...] = tuple(card.card for card in shown)
        return WatchEvent(kind, self._t, self._number, names, proposal)


def _next_trick(facts: HandFacts) -> int:
    """The number of the trick to come, by the cards that are gone."""
    return 1 + max((earlier.trick for earlier in facts.gone.values()), default=0)


def _boxes(seen: CardSighting) -> list[BoxXyxy]:
    return [index.box_xyxy for index in seen.indices]


def _move(before: Sequence[BoxXyxy], now: Sequence[BoxXyxy]) -> tuple[float, float]:
    """How far a card has moved (pixels): the shortest way from an index before to one now."""
    moves = ((b[0] - a[0] + b[2] - a[2], b[1] - a[1] + b[3] - a[3]) for a in before for b in now)
    dx, dy = min(moves, key=lambda move: math.hypot(*move))
    return dx / 2, dy / 2
