"""The cards of a side's pile, spread or fanned over one or more pictures: one list, each card once.

A pack holds each card once, so a card seen in two pictures is counted once, by its name. What is not sure in any
picture stays doubtful: a person is asked, it is never counted silently. What the record of the hand says plays no part
here, for a pile is read to check the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from models.picture import Picture
from models.reader import CardReader
from models.reading import BoxXyxy, CardSighting, Reading, Status
from scorer.cards import Card

Look = Callable[[CardReader, Picture], Reading]
"""A way to read one picture: `CardReader.read`, or `models.several_looks.read_several`."""

OFFERED = 4
"""At most so many names may stand for a doubtful place."""


@dataclass(frozen=True, slots=True)
class PilePlace:
    """Where a card was seen: the number of the picture, from 0, and a box `xyxy` in its pixels around its indices."""

    picture: int
    box_xyxy: BoxXyxy


@dataclass(frozen=True, slots=True)
class PileCard:
    """One card of the pile as read, with every place where it was seen, the clearest first.

    `twice`: a further place that reads like `card`, which lies elsewhere already; it is another card or none.
    """

    card: Card
    status: Status
    confidence: float
    places: tuple[PilePlace, ...]
    runners_up: tuple[tuple[Card, float], ...] = ()
    twice: bool = False

    @property
    def sure(self) -> bool:
        """Whether the card needs no question."""
        return self.status == "sure"

    @property
    def pictures(self) -> tuple[int, ...]:
        """The numbers of the pictures that show it, from 0, in order."""
        return tuple(sorted({place.picture for place in self.places}))

    @property
    def might_be(self) -> tuple[Card, ...]:
        """The names that a doubtful place may have, the likeliest first."""
        own = () if self.twice else (self.card,)
        return (*own, *(card for card, _ in self.runners_up if card not in own))[:OFFERED]


@dataclass(frozen=True, slots=True)
class PileReading:
    """What the pictures of one pile show together: the sure cards first, the most certain first among each."""

    cards: tuple[PileCard, ...]
    readings: tuple[Reading, ...]

    @property
    def sure(self) -> frozenset[Card]:
        """The cards that lie in the pile without a question."""
        return frozenset(one.card for one in self.cards if one.sure)

    @property
    def doubtful(self) -> tuple[PileCard, ...]:
        """What a person has to look at."""
        return tuple(one for one in self.cards if not one.sure)


def read_pile(reader: CardReader, pictures: Iterable[Picture], look: Look = CardReader.read) -> PileReading:
    """Reads the pictures of one pile, each BGR `uint8` `(H, W, 3)`, and joins what they show."""
    return join([look(reader, picture) for picture in pictures])


def join(readings: Sequence[Reading]) -> PileReading:
    """The pictures of one pile as one list: a card is sure where one picture shows it surely, and counted once."""
    seen: dict[Card, list[tuple[int, CardSighting]]] = {}
    second: dict[Card, list[tuple[int, CardSighting]]] = {}
    for number, reading in enumerate(readings):
        here: dict[Card, list[CardSighting]] = {}
        for sighting in sorted(reading.sightings, key=lambda s: (not s.sure, -s.confidence)):
            here.setdefault(sighting.card, []).append(sighting)
        for card, places in here.items():
            seen.setdefault(card, []).append((number, places[0]))
            if len(places) - 1 > len(second.get(card, ())):
                second[card] = [(number, place) for place in places[1:]]
    cards = [_joined(card, places) for card, places in seen.items()]
    cards += [_joined(card, [place], twice=True) for card, places in second.items() for place in places]
    return PileReading(tuple(sorted(cards, key=lambda c: (not c.sure, c.twice, -c.confidence))), tuple(readings))


def _joined(card: Card, seen: Sequence[tuple[int, CardSighting]], twice: bool = False) -> PileCard:
    ranked = sorted(seen, key=lambda item: (not item[1].sure, -item[1].confidence))
    best = ranked[0][1]
    others: dict[Card, float] = {}
    for _, sighting in ranked:
        for other, p in sighting.runners_up:
            others[other] = max(p, others.get(other, 0.0))
    return PileCard(
        card,
        "doubtful" if twice else best.status,
        best.confidence,
        tuple(PilePlace(number, sighting.box_xyxy) for number, sighting in ranked),
        tuple(sorted(others.items(), key=lambda item: -item[1])),
        twice,
    )
