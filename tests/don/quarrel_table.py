"""A log with a Phat hand that ends 40-40, and the commands that settle a quarrel about it.

Each trick holds one rank in four suits, and whoever plays the club, the trump, wins it. North and South win the tens,
East and West jacks, queens, kings and aces.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from one_match import OneMatch

from datasets.film_packs import pack_for
from datasets.layouts import lay_spread
from datasets.scenes import SceneFactory
from models.drawing import write_picture
from scorer.cards import Card
from scorer.events import Deal, Event, GameStart, Trick
from scorer.seats import FOUR_HANDED, Seat

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "10"]
WINNERS = "N" * 8 + "EEWE" + "S"
EW = [f"{rank}{suit}" for rank in "JQKA" for suit in "CDHS"]
"""The pile of East and West by the record: 40."""


def level_hand(tricks: int = 13) -> list[Event]:
    """The first tricks of the hand, with its beginning."""
    events: list[Event] = [GameStart(Seat.N), Deal(Seat.W)]
    leader = Seat.N
    for rank, winner in list(zip(RANKS, WINNERS, strict=True))[:tricks]:
        first, others = FOUR_HANDED.index(leader), iter("DHS")
        order = [FOUR_HANDED[(first + step) % 4] for step in range(4)]
        played = [f"{rank}C" if seat.value == winner else f"{rank}{next(others)}" for seat in order]
        events.append(Trick(leader, tuple(map(Card.parse, played))))
        leader = Seat(winner)
    return events


class Quarrel(OneMatch):
    """The commands on a log with one match, and pictures of its piles."""

    def picture(self, name: str, cards: Sequence[str], seed: int = 1) -> Path:
        """A drawn spread of the cards, without anything that disturbs."""
        pack = pack_for(3, "easy", drawn_only=True)
        factory = SceneFactory([pack], (), (960, 720), 0.0)
        scene = factory.laid(seed, [Card.parse(card) for card in cards], pack, lay_spread, "pile")
        path = self.folder / name
        write_picture(scene.picture, path)
        return path
