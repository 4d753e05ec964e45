"""The quarrel about the muck, and about a revoke, at the table: what the app and the commands do with a match's book.

No Kivy and no clock. A pile is read from pictures or named card by card, laid beside the record of the hand, and people
say what is open; then the recount is one entry, if they want it. Nothing is entered by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from mobile.corrections import Plan
from mobile.match_book import MatchBook
from mobile.texts import label
from models.pile_reader import PileCard, PileReading, join
from models.reading import Reading
from scorer.cards import Card
from scorer.disputes import Change
from scorer.events import Counts, Event, Recount, Revoke
from scorer.hand import HandRecord, HandState
from scorer.log_pictures import picture_of_trick
from scorer.match import MatchState
from scorer.muck_check import Difference, MuckCheck, MuckError, Pile, check_muck, hand_to_check
from scorer.muck_effects import counts_from, recount_of
from scorer.muck_mends import Mend, mends
from scorer.muck_words import MuckWords
from scorer.referee import Refusal
from scorer.revoke_question import RevokeAnswer, ask_revoke, cost_of
from scorer.seats import Seat, Side
from scorer.trick import game_count


@dataclass(slots=True)
class _Seen:
    """What is known of one side's pile: cards certain, places still open, and whether it was read from pictures."""

    cards: set[Card] = field(default_factory=set)
    places: list[PileCard] = field(default_factory=list)
    read: bool = False
    gone: set[Card] = field(default_factory=set)
    """Cards of the record that a person has looked for in this pile and not found."""
    readings: list[Reading] = field(default_factory=list)
    """The pictures of this pile that were taken one by one."""
    settled: set[tuple[Card, bool]] = field(default_factory=set)
    """The open places that a person has settled: the card read there, and whether it is a second place of it."""


class MuckDispute:
    """One dispute about the piles of a hand: pictures and answers come in, `check` lays them beside the record.

    ``hand`` counts from 1; without it the last one that was counted is meant.
    """

    def __init__(self, book: MatchBook, hand: int | None = None) -> None:
        """Raises `MuckError` where there is no such hand."""
        self._book = book
        self._number = hand_to_check(book.state, hand).number
        self._seen: dict[Side, _Seen] = {}

    @property
    def match_id(self) -> str:
        """The name of the match in the log."""
        return self._book.match_id

    @property
    def number(self) -> int:
        """The number of the hand, from 1."""
        return self._number

    @property
    def state(self) -> MatchState:
        """The match as its log says it."""
        return self._book.state

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the match."""
        return self._book.state.sides

    @property
    def hand(self) -> HandState:
        """The hand as its record stands."""
        return hand_to_check(self._book.state, self._number)

    # What lies in the piles

    def read(self, side: Side, reading: PileReading) -> None:
        """Takes over what the pictures of a side's pile show; sure cards are certain, the others open."""
        seen = self._of(side)
        seen.read = True
        seen.cards |= reading.sure
        seen.places += reading.doubtful

    def add_picture(self, side: Side, reading: Reading) -> None:
        """One more picture of a side's pile: it is read together with those before; what was settled stays settled."""
        seen = self._of(side)
        seen.readings.append(reading)
        seen.read = True
        joined = join(seen.readings)
        seen.cards |= {card for card in joined.sure if (card, False) not in seen.settled}
        known = {(card, False) for card in seen.cards}
        seen.places = [one for one in joined.doubtful if (one.card, one.twice) not in seen.settled | known]

    def pictures_taken(self, side: Side) -> int:
        """How many pictures of a side's pile were taken with `add_picture`."""
        return len(self._known(side).readings)

    def forget(self, side: Side) -> None:
        """Begin anew with a side's pile: nothing of it is known."""
        self._seen.pop(side, None)

    def recorded(self, side: Side) -> tuple[Card, ...]:
        """The cards of the tricks that a side won by the record."""
        return tuple(sorted(card for trick in self.hand.tricks if trick.side == side for card in trick.cards))

    def value(self, side: Side) -> int:
        """What the certain cards of a pile count for game."""
        return game_count(self._known(side).cards, self._book.state.variant)

    def name(self, side: Side, cards: Iterable[Card]) -> None:
        """Cards that a person has seen in a side's pile."""
        seen = self._of(side)
        seen.cards |= set(cards)
        seen.gone -= seen.cards

    def take_out(self, side: Side, cards: Iterable[Card]) -> None:
        """Cards that do not lie in a side's pile after all."""
        self._of(side).cards -= set(cards)

    def cards(self, side: Side) -> tuple[Card, ...]:
        """The cards of a pile that are certain, in order."""
        return tuple(sorted(self._known(side).cards))

    def size(self, side: Side) -> int:
        """How many cards of a pile are certain. A card that no picture shows is found by counting the pile."""
        return len(self._known(side).cards)

    def open_places(self, side: Side) -> tuple[PileCard, ...]:
        """The places of a pile whose card nobody is sure of yet."""
        return tuple(self._known(side).places)

    def settle(self, side: Side, place: PileCard, card: Card | None) -> None:
        """Says which card an open place shows; None where it shows none of this pile."""
        seen = self._of(side)
        seen.places.remove(place)
        seen.settled.add((place.card, place.twice))
        if card is not None:
            self.name(side, [card])

    def not_seen(self, side: Side) -> tuple[Difference, ...]:
        """Cards that should lie in a pile read from pictures and were not seen: a person has to look for them there.

        A picture can hide a card, so only a person can say that it is missing. Cards seen in another pile are left out,
        and those that an open place may show.
        """
        seen = self._known(side)
        if not seen.read:
            return ()
        elsewhere = {card for other, pile in self._seen.items() if other != side for card in pile.cards}
        told = elsewhere | seen.gone | {card for place in seen.places for card in place.might_be}
        check = self.check().pile_of(side)
        assert check is not None, "a pile that was read is checked"
        return tuple(one for one in check.of("missing") if one.card not in told)

    def is_missing(self, side: Side, cards: Iterable[Card]) -> None:
        """Says that these cards were looked for in a pile and are not there."""
        self._of(side).gone |= set(cards)

    def _of(self, side: Side) -> _Seen:
        return self._seen.setdefault(side, _Seen())

    def _known(self, side: Side) -> _Seen:
        """The same to look at: a side whose pile nobody named stays without one."""
        return self._seen.get(side, _Seen())

    # Beside the record

    def check(self) -> MuckCheck:
        """The piles beside the record. Raises `MuckError`."""
        piles = [
            Pile(side, frozenset(seen.cards), tuple(place.might_be for place in seen.places))
            for side, seen in self._seen.items()
        ]
        return check_muck(self.hand, self._book.state.variant, piles)

    def words(self, check: MuckCheck) -> MuckWords:
        """The sentences about a check."""
        return MuckWords(self._book.events, self._book.state, check)

    def mends(self, check: MuckCheck) -> tuple[Mend, ...]:
        """Corrections of the record that would explain the piles."""
        return mends(self._book.events, check, self.hand, self._book.state)

    def disputed_tricks(self, check: MuckCheck) -> tuple[int, ...]:
        """The tricks from which a card lies elsewhere, in order."""
        found = {one.trick for pile in check.piles for one in pile.differences if one.trick is not None}
        return tuple(sorted(found))

    def pictures(self, check: MuckCheck) -> dict[int, bytes]:
        """The kept pictures (JPEG) of the disputed tricks, by trick; those of which none was kept are left out."""
        log, match = self._book.log, self._book.match_id
        found = {trick: picture_of_trick(log, match, check.hand, trick) for trick in self.disputed_tricks(check)}
        return {trick: jpeg for trick, jpeg in found.items() if jpeg is not None}

    # The recount

    def plan_count(self, side: Side, count: int, by: str = "", reason: str = "") -> Plan | Refusal | None:
        """As `plan`, from the number that a side counted by itself; the other side has the rest.

        Raises `MuckError`: ``UNKNOWN_SIDE``, ``MUCK_COUNT_SIDES`` where there are more than two sides.
        """
        counts = counts_from(self.hand, self._book.state.variant, side, count)
        if counts == self.standing:
            return None
        return self._book.plan(Recount(self._number, counts, (), by, reason))

    @property
    def standing(self) -> Counts | None:
        """The count that the score rests on."""
        return self.hand.game_count if isinstance(self.hand, HandRecord) else None

    def plan(self, check: MuckCheck, by: str = "", reason: str = "") -> Plan | Refusal | None:
        """The recount that the piles come to, with what it changes; None where there is nothing to enter."""
        event = recount_of(check, by, reason)
        return None if event is None else self._book.plan(event)

    def enter(self, plan: Plan, at: datetime, agreed: Mapping[Side, str] | None = None) -> Change | Refusal:
        """Writes the recount as one entry; see `MatchBook.carry_out`."""
        return self._book.carry_out(plan, at, agreed)


def muck_problem(state: MatchState) -> str:
    """Why no pile can be counted again; empty where one can."""
    if "game" not in state.variant.bonus:
        return str(MuckError("MUCK_NO_COUNT", title=state.variant.title))
    try:
        hand_to_check(state)
    except MuckError:
        return label("MUCK_NOT_YET")
    return ""


def last_trick_place(state: MatchState) -> tuple[int, int] | None:
    """Hand and number of the trick that was finished last in the match."""
    return next(((hand.number, len(hand.tricks)) for hand in reversed(state.all_hands) if hand.tricks), None)


class RevokeQuestion:
    """Did ``seat`` revoke, in ``trick`` or anywhere in ``hand``? And, if it is proved, the call."""

    def __init__(self, book: MatchBook, seat: Seat, trick: int | None = None, hand: int | None = None) -> None:
        """Raises `RevokeError`."""
        self._book = book
        self.answer: RevokeAnswer = ask_revoke(book.state, seat, trick, hand)

    def cost(self, trick: int) -> Change | Refusal:
        """What the call of that trick would change; the refusal where it can't be called."""
        return cost_of(self._book.events, self._book.state, self.answer, trick)

    def call(self, trick: int, at: datetime) -> Change | Refusal:
        """Calls the revoke: one entry."""
        cost = self.cost(trick)
        if isinstance(cost, Refusal):
            return cost
        event: Event = Revoke(self.answer.seat, trick)
        written = self._book.enter([event], at)
        return written if isinstance(written, Refusal) else cost
