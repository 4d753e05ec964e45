"""A match being played for a golden file: short ways to enter what happens at a table."""

import random
from dataclasses import replace

from random_play import Dealt, Match

from scorer.cards import Card, Rank
from scorer.events import Correct, Count, Cut, Event, MatchStart, Revoke, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.irregularities import revokes_found
from scorer.match import Phase
from scorer.referee import Admission, admit, replay
from scorer.seats import Seat, Side

NAMES = {Seat.N: "Ann", Seat.E: "Bob", Seat.S: "Siân", Seat.W: "Dai"}


class Table(Match):
    """A match being played for a golden file."""

    def __init__(self, name: str, seed: int, options: dict[str, object], *, known: bool = False) -> None:
        super().__init__(random.Random(seed), name, options, known=known)
        names = {seat: NAMES[seat] for seat in self.variant.seats}
        start: MatchStart = start_of_match("golden", self.variant, names)
        self.record = [replace(start, engine_version="0.1.0")]
        self.state = replay(self.record)

    def say(self, event: Event) -> None:
        """Enter anything, corrections, undo and redo included."""
        answer = admit(self.record, event)
        assert isinstance(answer, Admission), (answer, event)
        self.record.append(event)
        self.state = answer.after

    def cut_cards(self, text: str) -> None:
        """A cut such as ``N 9H E 9C``."""
        words = text.split()
        pairs = zip(words[::2], words[1::2], strict=True)
        self.say(Cut(FrozenMap({Seat(seat): Card.parse(card) for seat, card in pairs})))

    def tricks(self, dealt: Dealt, number: int) -> None:
        """So many tricks, unless the game ends."""
        for _ in range(number):
            if self.state.phase is Phase.PLAYING:
                self.trick(dealt)

    def rest(self, dealt: Dealt) -> None:
        while self.state.phase is Phase.PLAYING:
            self.trick(dealt)

    def finish(self) -> None:
        """Play hand after hand to the end of the match."""
        self.play(60)
        assert self.state.match_over

    def finish_game(self) -> None:
        while self.state.phase is not Phase.GAME_OVER:
            self.hand()

    def count(self, points: str, game: str = "", **more: Side) -> None:
        """Totals such as ``NS 20 EW 24``, with ``last``, ``first``, or bonus parts."""
        last, first = more.pop("last", None), more.pop("first", None)
        told = counts(game) if game else None
        self.say(Count(counts(points), told, FrozenMap(more), last, first))

    def revoke(self, dealt: Dealt) -> bool:
        """Play without regard for the suit led until somebody can be called, and call him."""
        while self.state.phase is Phase.PLAYING:
            self.trick(dealt, legal=False)
            hand = self.state.hand
            found = revokes_found(hand.tricks) if hand else ()
            if found:
                self.say(Revoke(found[0].seat, found[0].trick))
                return True
        return False

    def misread(self, trick: int) -> Correct:
        """A correction of the first card of a trick to one that nobody has played: the entry was misread."""
        hand = self.state.hand
        assert hand is not None
        old = hand.tricks[trick - 1].cards[0]
        free = [Card(old.suit, rank) for rank in Rank if Card(old.suit, rank) not in hand.cards_gone]
        for card in free:
            event = Correct(None, trick, 0, card, (), "Ann", "misread")
            if isinstance(admit(self.record, event), Admission):
                return event
        raise AssertionError("there is no card to correct to")


def counts(text: str) -> FrozenMap[Side, int]:
    words = text.split()
    return FrozenMap({side: int(number) for side, number in zip(words[::2], words[1::2], strict=True)})
