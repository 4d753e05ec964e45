"""What the tests of this room share: sessions on a real log, hands of legal play, readings made by hand."""

import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mobile.camera import Frame
from mobile.table_session import Confirmed, TableSession
from mobile.trick_entry import Reader
from models.reading import CardSighting, Reading, Status
from scorer.cards import Card, pack_of
from scorer.matchlog import MatchLog
from scorer.seats import FOUR_HANDED, Seat
from scorer.variant import load_variant

AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)
PLACES = {Seat.S: (500.0, 800.0), Seat.W: (200.0, 500.0), Seat.N: (500.0, 200.0), Seat.E: (800.0, 500.0)}
BLANK = np.zeros((1000, 1000, 3), np.uint8)

Trick = tuple[Seat, tuple[Card, ...]]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def order_from(leader: Seat) -> tuple[Seat, ...]:
    first = FOUR_HANDED.index(leader)
    return tuple(FOUR_HANDED[(first + step) % 4] for step in range(4))


def reopened(session: TableSession) -> TableSession:
    """The same match after the program was ended and begun again."""
    path = session.book.log.path
    session.book.log.close()
    return TableSession.resume(MatchLog(path), session.match_id)


def new_session(folder: Path, variant: str = "nine_card_lancashire", reader: Reader | None = None) -> TableSession:
    log = MatchLog(folder / "matches.sqlite3")
    return TableSession.start(log, load_variant(variant), Seat.N, None, AT, reader=reader)


def legal_hand(seed: int, pitcher: Seat) -> list[Trick]:
    """Nine tricks of legal play; who wins is found here, not by the engine."""
    rng = random.Random(seed)
    pack = list(pack_of(52).cards)
    rng.shuffle(pack)
    held = {seat: pack[9 * place : 9 * place + 9] for place, seat in enumerate(FOUR_HANDED)}
    leader, trump, tricks = pitcher, None, []
    for _ in range(9):
        table: list[Card] = []
        for seat in order_from(leader):
            following = [card for card in held[seat] if table and card.suit is table[0].suit]
            card = rng.choice(following or held[seat])
            held[seat].remove(card)
            table.append(card)
        trump = trump or table[0].suit
        strength = [(card.suit is trump, card.suit is table[0].suit, card.rank.height) for card in table]
        tricks.append((leader, tuple(table)))
        leader = order_from(leader)[strength.index(max(strength))]
    return tricks


def sighting(
    card: Card, place: tuple[float, float], status: Status = "sure", runners_up: Iterable[Card] = ()
) -> CardSighting:
    x, y = place
    box = (x - 20, y - 20, x + 20, y + 20)
    others = tuple((other, 0.1) for other in runners_up)
    return CardSighting(card, status, 0.99 if status == "sure" else 0.6, others, box, ())


def reading(sightings: Sequence[CardSighting]) -> Reading:
    return Reading(tuple(sightings), 100.0, 1.0, (1000, 1000))


def reading_of(trick: Trick) -> Reading:
    """The four cards at their players' places."""
    leader, played = trick
    return reading([sighting(card, PLACES[seat]) for seat, card in zip(order_from(leader), played, strict=True)])


def enter(session: TableSession, trick: Trick) -> Confirmed:
    """Enter a trick by hand and confirm it."""
    leader, played = trick
    session.enter_by_hand()
    for seat, card in zip(order_from(leader), played, strict=True):
        session.choose(seat, card)
    answer = session.confirm(AT)
    assert isinstance(answer, Confirmed), answer
    return answer


class PreparedReader:
    """Reads each picture as the next of the readings it was given."""

    def __init__(self, readings: Iterable[Reading]) -> None:
        self._readings = list(readings)

    def read(self, image_bgr: NDArray[np.uint8]) -> Reading:
        assert image_bgr.ndim == 3
        return self._readings.pop(0)


class Frames:
    """A source of so many frames."""

    name = "the test"

    def __init__(self, count: int) -> None:
        self.count, self.given = count, 0

    @property
    def position(self) -> str:
        return f"{self.given}/{self.count}"

    def read(self) -> Frame | None:
        if self.given == self.count:
            return None
        self.given += 1
        return Frame(BLANK, f"trick{self.given}.png")

    def close(self) -> None:
        self.count = self.given
