"""Hands in which each trick holds one rank in four suits, and the player of the club, the trump, wins it."""

from collections.abc import Sequence

from scorer_table import LANCASHIRE, accept, cards, dealt

from scorer.cards import Card, Suit
from scorer.events import Event, Trick
from scorer.hand import HandState
from scorer.match import MatchState
from scorer.muck_check import MuckCheck, Pile, check_muck
from scorer.muck_words import MuckWords
from scorer.referee import replay
from scorer.seats import FOUR_HANDED, Seat

PHAT_RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "10"]
LEVEL = "N" * 8 + "EEWE" + "S"
"""North and South win the tens (40), East and West jacks, queens, kings and aces (4, 8, 12, 16): 40-40."""
NINE_RANKS = ["5", "6", "7", "8", "9", "J", "Q", "K", "10"]
NINE_WINNERS = "N" * 5 + "EEW" + "S"
"""North and South win 40, East and West 24; aces are not dealt."""


def rank_tricks(ranks: Sequence[str], winners: str) -> list[Trick]:
    """A trick a rank, won by these players; North leads the first one with a club."""
    tricks, leader = [], Seat.N
    for rank, winner in zip(ranks, winners, strict=True):
        first = FOUR_HANDED.index(leader)
        order = [FOUR_HANDED[(first + step) % 4] for step in range(4)]
        others = iter("DHS")
        played = [f"{rank}C" if seat.value == winner else f"{rank}{next(others)}" for seat in order]
        tricks.append(Trick(leader, cards(" ".join(played))))
        leader = Seat(winner)
    return tricks


def level_phat(scores: dict[str, int] | None = None) -> list[Event]:
    """A Phat hand that ends 40-40."""
    return [*dealt("phat", None, "N", scores), *rank_tricks(PHAT_RANKS, LEVEL)]


def nine_cards(scores: dict[str, int] | None = None) -> list[Event]:
    """A Nine-card hand with a count for game of 40-24."""
    return [*dealt(LANCASHIRE, None, "N", scores), *rank_tricks(NINE_RANKS, NINE_WINNERS)]


def won(hand: HandState, side: str) -> frozenset[Card]:
    """What a side won by the record."""
    return frozenset(card for trick in hand.tricks if trick.side == side for card in trick.cards)


def one(text: str) -> Card:
    return Card.parse(text)


class Quarrel:
    """The last hand of a record, and piles beside it: what the record says with cards taken out and put in."""

    def __init__(self, record: Sequence[Event]) -> None:
        self.record: list[Event] = list(record)
        self.state: MatchState = replay(record)
        self.hand: HandState = self.state.hand or self.state.hands[-1]

    def pile(self, side: str, out: str = "", into: str = "", doubtful: tuple[str, ...] = ()) -> Pile:
        """A side's pile by the record, without some cards and with others."""
        held = (won(self.hand, side) - set(cards(out))) | set(cards(into))
        return Pile(side, held, tuple(cards(names) for names in doubtful))

    def check(self, *piles: Pile) -> MuckCheck:
        return check_muck(self.hand, self.state.variant, piles)

    def words(self, check: MuckCheck) -> MuckWords:
        return MuckWords(self.record, self.state, check)

    def enter(self, *events: Event) -> None:
        """Enter more, for instance a recount."""
        self.state = accept(self.record, *events)
        self.hand = self.state.hand or self.state.hands[-1]


TRUMPS = Suit.CLUBS
