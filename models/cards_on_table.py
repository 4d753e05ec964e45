"""The cards that lie on a table, named by a vote over all looks at them.

Each look at a place adds what the networks said there, weighted by the look's sharpness and the locator's confidence;
the mean of these, merged and calibrated as in a single picture, names the card. A card keeps its identity by its
places, and by its name when it is moved.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from statistics import median_high
from typing import Literal

from models.calibration import Calibration
from models.looks import Look, SeenPlace, WatchSettings
from models.reading import BoxXyxy, CardSighting, IndexSighting
from models.sightings import CANDIDATES, sightings_of
from scorer.cards import Card

CardState = Literal["lies", "hidden", "gone"]
FAINT = 0.1
"""Cards of less confidence than this are not kept at all."""
MOVED_S = 0.5
"""A card that was moved came to its new place at most so long before it was last seen at the old one."""
CLEAR = 0.9
"""A place that always lay there counts only if a name has at least this mean probability."""
SHOWN = 0.6
"""... and shows a card clearly enough to say when it came from this one on."""
WATCHED_SURE = 0.96
"""From this confidence a card is sure after `LOOKS_FOR_LIKELY` looks (`benchmarks.watched_photos`)."""
LOOKS_FOR_LIKELY = 3
RETURNED_S = 2.0
"""A card that was away for longer was laid anew; for less, it was only moved, or the phone was."""
KEPT_S = 20.0
"""So long a card that is gone is remembered: it may be laid again."""
LIKELY = 0.9
"""What was read with less confidence says nothing of when a card came."""
FIRM_AFTER = 2
"""Looks after which it is settled when a card came."""
SHARP = 0.25
"""Only looks of this weight or more count for how often a card was seen: in others it was blurred."""
LEAST_WEIGHT = 0.1
"""What a look at an index counts that is hardly located, or hardly named."""
AGREED = 0.5
"""A card is sure only if this share of the looks at its places said its name."""


@dataclass
class Votes:
    """What the looks at one place said, summed with their weights."""

    weight: float = 0.0
    located: float = 0.0
    no_index: float = 0.0
    names: dict[Card, float] = field(default_factory=dict)

    def add(self, place: SeenPlace) -> None:
        """Takes one more look into account."""
        clear = place.names[0][1] if place.names else 0.0
        w = place.weight * (LEAST_WEIGHT + place.located) * (LEAST_WEIGHT + clear * clear)
        self.weight += w
        self.located += w * place.located
        self.no_index += w * place.no_index
        for card, p in place.names:
            self.names[card] = self.names.get(card, 0.0) + w * p

    @property
    def clearest(self) -> float:
        """The mean probability of the likeliest name."""
        return max((self.share(card) for card in self.names), default=0.0)

    def share(self, card: Card) -> float:
        """The mean probability of a name."""
        return self.names.get(card, 0.0) / self.weight if self.weight else 0.0

    def mean(self, box: BoxXyxy) -> IndexSighting:
        """The place as if one look had said the mean of all."""
        ranked = sorted(self.names.items(), key=lambda item: (-item[1], item[0]))[:CANDIDATES]
        cards = tuple((card, total / self.weight) for card, total in ranked)
        return IndexSighting(box, self.located / self.weight, cards, self.no_index / self.weight)


@dataclass(eq=False)
class LyingCard:
    """One card on the table: its sighting from all looks, its places, when it came, what became of it."""

    serial: int
    """Which card it is, counted as they came."""
    sighting: CardSighting
    numbers: frozenset[int]
    arrived: float
    until: float
    """When it was last to be seen."""
    from_on: float = 0.0
    """From when on it may have lain there, hidden."""
    firm: bool = False
    """Whether it is settled when it came."""
    looks: int = 0
    """Looks in which it was read."""
    said: Counter[Card] = field(default_factory=Counter)
    """In how many of them an index of it was read as each name."""
    colour: bool = True
    """Whether red and black could be told apart when it was last seen."""
    state: CardState = "lies"
    state_since: float = 0.0
    live: frozenset[int] = frozenset()
    """Its places at which it is to be seen now."""
    corners: int = 1
    """The most of its indices that were to be seen at once."""
    absorbed: bool = False
    """It turned out to be a corner of another card."""
    old: bool = False
    """It is of an earlier trick, or was never of one."""

    @property
    def card(self) -> Card:
        """Its likeliest name."""
        return self.sighting.card

    @property
    def agreed(self) -> int:
        """Looks in which an index of it was read as its name."""
        return self.said[self.card]

    @property
    def voted(self) -> CardSighting:
        """The sighting; sure if the looks agreed on it, and one look would make it so or it is likely after several."""
        seen = self.sighting
        agreed = self.agreed >= max(2, AGREED * self.looks)
        likely = seen.confidence >= WATCHED_SURE and self.looks >= LOOKS_FOR_LIKELY
        sure = agreed and (seen.sure or (likely and self.colour and not seen.conflict))
        return replace(seen, status="sure" if sure else "doubtful")

    @property
    def boxes(self) -> list[BoxXyxy]:
        """Its indices as last seen."""
        return [index.box_xyxy for index in self.sighting.indices]

    def settled(self, rules: WatchSettings) -> bool:
        """Whether more looks would hardly tell more."""
        return self.looks >= rules.looks_most or (self.voted.sure and self.looks >= rules.looks_wanted)


class CardsOnTable:
    """Takes looks in order; `cards` are those that lie or lay on the table, by when they came."""

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._votes: dict[int, Votes] = {}
        self._live: frozenset[int] = frozenset()
        self._serial = 0
        self.cards: list[LyingCard] = []

    @property
    def report(self) -> float:
        """The least confidence from which a card counts as seen."""
        return self._calibration.report

    def take(self, look: Look, after: float = -math.inf) -> None:
        """What one look says; of things that came to lie at `after` or before, nothing is made."""
        places = {place.number: place for place in look.places}
        for place in look.places:
            if place.state == "seen":
                self._votes.setdefault(place.number, Votes()).add(place)
        live = [p for p in look.places if p.state in ("seen", "unchanged") and p.since > after and self._counts(p)]
        self._live = frozenset(p.number for p in live)
        named = {p.box_xyxy: p.number for p in live}
        pooled = [self._votes[p.number].mean(p.box_xyxy) for p in live]
        found = sightings_of(pooled, self._calibration, look.colour, FAINT)
        met: list[LyingCard] = []
        for sighting in found:
            numbers = frozenset(named[index.box_xyxy] for index in sighting.indices)
            met.append(self._meet(sighting, numbers, [places[n] for n in numbers], look, met))
        for card in self.cards:
            if card not in met:
                self._miss(card, places, look, met)
        self.cards = [card for card in self.cards if not card.absorbed]
        self._forget(frozenset(places), look.t_seconds)

    def _counts(self, place: SeenPlace) -> bool:
        """Whether a place may be a card's: it came, or it shows one clearly."""
        votes = self._votes.get(place.number)
        return votes is not None and (not place.always or votes.clearest >= CLEAR)

    def _meet(
        self, sighting: CardSighting, numbers: frozenset[int], places: list[SeenPlace], look: Look, met: list[LyingCard]
    ) -> LyingCard:
        """A card that is to be seen now: one known by its places or by its name, or a new one."""
        arrived, firm = self._arrival(sighting.card, places)
        card = self._known(sighting, numbers, arrived, met)
        clear = card.sighting.confidence if card is not None else 0.0
        if card is None:
            self._serial += 1
            card = LyingCard(self._serial, sighting, numbers, arrived, look.t_seconds, state_since=look.t_seconds)
            self.cards.append(card)
        elif card.numbers & numbers or sighting.confidence >= card.sighting.confidence:
            if card.card != sighting.card:
                card.firm, card.corners = False, 1
            card.sighting = sighting
        else:
            card.sighting = replace(card.sighting, box_xyxy=sighting.box_xyxy, indices=sighting.indices)
        returned = not card.numbers & numbers and arrived - card.until > RETURNED_S
        if returned or not card.firm:
            before = arrived if returned or clear < LIKELY else card.arrived
            froms = [place.since if place.from_on is None else place.from_on for place in places]
            card.arrived = arrived
            card.from_on = min(arrived, before, max(froms), *self._seen_before(card))
        card.numbers |= numbers
        card.live, card.colour, card.corners = numbers, look.colour, max(card.corners, len(numbers))
        card.until = look.t_seconds
        seen = [place for place in places if place.state == "seen" and place.weight >= SHARP]
        card.looks += bool(seen)
        card.said.update({place.names[0][0] for place in seen if place.names})
        card.firm = (card.firm and not returned) or (firm and card.looks >= FIRM_AFTER)
        if card.state != "lies":
            card.state, card.state_since = "lies", look.t_seconds
        return card

    def _arrival(self, card: Card, places: list[SeenPlace]) -> tuple[float, bool]:
        """When a card came to lie there, and whether places that clearly show it say so.

        Its corners come together: the upper median, for one may be an index of another card that was taken for it.
        """
        clear = [place.since for place in places if self._votes[place.number].share(card) >= SHOWN]
        return median_high(clear or [place.since for place in places]), bool(clear)

    def _known(
        self, sighting: CardSighting, numbers: frozenset[int], arrived: float, met: list[LyingCard]
    ) -> LyingCard | None:
        """The card that most of the places belong to; else one of that name that has left its place since."""
        free = [card for card in self.cards if card not in met]
        shared = [card for card in free if card.numbers & numbers and not self._phantom(sighting, card)]
        if shared:
            return max(shared, key=lambda card: (card.card == sighting.card, len(card.numbers & numbers)))
        if sighting.confidence < self.report:
            return None
        lost = (c for c in free if c.card == sighting.card and not c.old and not c.live & self._live)
        return next((c for c in lost if c.voted.sure and arrived >= c.until - MOVED_S), None)

    def _seen_before(self, card: LyingCard) -> list[float]:
        """When others that were read as the same card came: it may have been that one."""
        return [
            other.arrived for other in self.cards if other is not card and other.card == card.card and not other.old
        ]

    def _phantom(self, sighting: CardSighting, card: LyingCard) -> bool:
        """Whether what is read at places of a sure card is something else, too faint to be one: print beside it."""
        return card.voted.sure and card.card != sighting.card and sighting.confidence < self.report

    @staticmethod
    def _miss(card: LyingCard, places: dict[int, SeenPlace], look: Look, met: list[LyingCard]) -> None:
        """A card that is not to be seen: it was another one's corner, something is over it, or it is gone."""
        whole = next((other for other in met if card.live and card.live <= other.live), None)
        if whole is not None:
            card.absorbed = True
            if card.firm and card.card == whole.card:
                whole.arrived = min(whole.arrived, card.arrived)
            return
        own = [places[n] for n in card.live if n in places]
        hidden = any(place.state != "bare" for place in own)
        card.until = max((card.until, *(place.until for place in own))) if hidden else card.until
        state: CardState = "hidden" if hidden and card.state != "gone" else "gone"
        if card.state != state:
            card.state, card.state_since = state, look.t_seconds

    def _forget(self, numbers: frozenset[int], t_seconds: float) -> None:
        """Votes of places that the eye has forgotten, and cards that had only such."""
        for number in [n for n in self._votes if n not in numbers]:
            del self._votes[number]
        for card in self.cards:
            card.numbers &= numbers | card.live
        self.cards = [c for c in self.cards if c.live & numbers or (t_seconds - c.state_since < KEPT_S and not c.old)]
