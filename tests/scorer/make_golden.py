"""Writes the golden playthroughs: whole matches of every variant in notation, and beside each what `don replay` says.

``python tests/scorer/make_golden.py`` writes the files anew, always the same; read the difference before it is
committed. Play is random and legal, the seeds are fixed; what a match shows is told in its tag ``Shows``.
"""

import contextlib
import io
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from random_play import Dealt, Match

from don.main import main
from scorer.cards import Card, Rank
from scorer.events import (
    Choose,
    Claim,
    Concede,
    Correct,
    CorrectRun,
    Count,
    Cut,
    Event,
    GameStart,
    MatchStart,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Recount,
    Redo,
    Revoke,
    Trick,
    Undo,
    Void,
    start_of_match,
)
from scorer.frozenmap import FrozenMap
from scorer.irregularities import revokes_found
from scorer.match import Phase
from scorer.notation import write
from scorer.referee import Admission, admit, replay, run_for
from scorer.seats import Seat, Side

GOLDEN = Path(__file__).parent / "golden"
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


@dataclass(frozen=True)
class Golden:
    """A match to be written: its options, what it shows, how it is played, and what it has to come to."""

    variant: str
    shows: str
    play: Callable[[Table], None]
    options: tuple[tuple[str, object], ...] = ()
    known: bool = False
    wanted: Callable[[Table], bool] = lambda table: table.state.match_over

    def table(self) -> Table:
        """The first of the fixed seeds whose match comes to what is wanted."""
        for seed in range(400):
            table = Table(self.variant, seed, dict(self.options), known=self.known)
            try:
                self.play(table)
            except AssertionError:
                continue
            if self.wanted(table):
                return table
        raise AssertionError(f"no seed gives {self.variant}: {self.shows}")


def events_of(table: Table, *kinds: type) -> bool:
    return all(any(isinstance(event, kind) for event in table.record) for kind in kinds)


# Nine-card Don


def lancashire_cut(table: Table) -> None:
    table.cut_cards("N 9H E 9C")
    table.cut_cards("N QH E 4C")
    table.say(Choose(Seat.S))
    table.finish()


def lancashire_night(table: Table) -> None:
    table.say(GameStart(Seat.W))
    table.deal()
    table.say(Misdeal("Bob looked at his cards"))
    dealt = table.deal()
    table.tricks(dealt, 3)
    table.say(table.misread(3))
    table.say(Undo())
    table.say(Redo())
    table.tricks(dealt, 2)
    table.say(Undo())
    table.say(Redo())
    table.rest(dealt)
    table.deal()
    table.say(Penalty("EW", 4, "talked to his partner"))
    table.count("NS 20 EW 15", "NS 30 EW 33", high="NS", low="EW", jack="NS")
    assert table.revoke(table.deal())
    table.finish()


def south_wales_three_legs(table: Table) -> None:
    table.cut_cards("N 4H E 10S")
    table.say(Choose(Seat.E))
    table.finish()
    assert len(table.state.games) == 3


def south_wales_given_up(table: Table) -> None:
    table.cut_cards("S AH W AC")
    table.cut_cards("S 2H W 3C")
    table.say(Choose(Seat.W))
    dealt = table.deal()
    table.tricks(dealt, 4)
    table.say(Void("there were 51 cards in the pack"))
    table.hand()
    table.deal()
    table.count("NS 30 EW 4", "NS 40 EW 20", high="NS", jack="EW")
    table.say(PegCorrection("NS", 2, "EW", "two of them were forgotten"))
    table.hand()
    table.say(Concede("EW" if table.state.scores["NS"] > table.state.scores["EW"] else "NS"))
    table.finish()


def cheshire(table: Table) -> None:
    table.say(GameStart(Seat.N))
    table.finish()


def cheshire_run(table: Table) -> None:
    table.cut_cards("E JD S 8H")
    table.say(Choose(Seat.E))
    table.hand()
    run = run_for(table.record, changes_leader(table))
    assert isinstance(run, CorrectRun)
    table.say(run)
    table.deal()
    table.count("NS 21 EW 19", "NS 30 EW 26")
    table.say(Recount(None, counts("NS 27 EW 29"), (), "Dai", "a ten lay under the table"))
    dealt = table.deal()
    table.tricks(dealt, 2)
    table.say(Note("out_of_turn", FrozenMap({"seat": "E"})))
    table.rest(dealt)
    table.finish()


def changes_leader(table: Table) -> Correct:
    """A correction of the first hand, to an undealt card, after which another player leads a later trick."""
    hand = table.state.hands[0]
    for trick in hand.tricks[:-1]:
        for position, old in enumerate(trick.cards):
            for rank in Rank:
                event = Correct(1, trick.number, position, Card(old.suit, rank), (), "Bob", "misread")
                answer = admit(table.record, event)
                if not isinstance(answer, Admission) and answer.code == "LEADER_CONFLICT":
                    return event
    raise AssertionError("no card changes who leads")


def welsh(table: Table) -> None:
    table.cut_cards("E QH S KD")
    table.say(Choose(Seat.N))
    table.finish()


def welsh_revoke(table: Table) -> None:
    table.say(GameStart(Seat.S))
    table.hand()
    assert table.revoke(table.deal())
    table.finish()


# Blind Don


def blind_equal(table: Table) -> None:
    table.cut_cards("N 7H S 7C")
    table.cut_cards("N 3D S JC")
    table.finish()


def blind_revoke(table: Table) -> None:
    table.cut_cards("N KH S 7C")
    table.hand()
    dealt = table.deal()
    assert table.revoke(dealt)
    table.rest(dealt)
    table.finish()


def blind_plain(table: Table) -> None:
    table.start_game()
    table.finish()


def blind_night(table: Table) -> None:
    table.say(GameStart(table.variant.seats[0]))
    table.deal()
    table.say(Misdeal("a card lay face up"))
    dealt = table.deal()
    table.tricks(dealt, 3)
    table.say(Undo() if isinstance(table.record[-1], Trick) else Note("glass_broken"))
    if isinstance(table.record[-1], Undo):
        table.say(Redo())
    table.say(Penalty(table.variant.sides[0], 2, "touched a covered card"))
    table.rest(dealt)
    table.finish()


# Irish Don


def irish_three_games(table: Table) -> None:
    """One game each, the marker card for the decider; a claim and a concession."""
    table.cut_cards("W 2D")
    for _ in range(3):
        if table.state.phase is Phase.GAME_OVER:
            table.say(GameStart())
        if table.state.pitcher is None:
            table.cut_cards("S 2D")
        table.hand()
        ahead = max(table.state.sides, key=lambda side: table.state.scores[side])
        if table.state.scores[ahead] > 55 and not events_of(table, Concede):
            table.say(Concede(table.state.others(ahead)[0]))
        else:
            claimed(table)
        if table.state.match_over:
            break


def claimed(table: Table) -> None:
    """The second deal, claimed by the side that is first to 80."""
    dealt = table.deal()
    while table.state.phase is Phase.PLAYING:
        claim = next((Claim(side) for side in table.state.sides if table.state.scores[side] >= 80), None)
        if claim is not None:
            table.say(claim)
        else:
            table.trick(dealt)


def irish_drawn(table: Table) -> None:
    table.cut_cards("E 4D")
    table.deal()
    table.count("NS 38 EW 42")
    table.hand()
    assert not table.state.winners
    table.finish()


def irish_totals(table: Table) -> None:
    table.cut_cards("N 2H")
    table.deal()
    table.count("NS 44 EW 36")
    table.deal()
    table.count("NS 36 EW 44", last="NS")
    assert table.state.winners == ("EW",)


# Phat


def phat_carry(table: Table) -> None:
    table.cut_cards("N 3H E 9C S 3D W KC")
    table.cut_cards("N 10H S 4D")
    table.finish()


def phat_tens(table: Table) -> None:
    table.cut_cards("N AH E 9C S AD W KC")
    table.cut_cards("N 2H S AS")
    table.hand()
    dealt = table.deal()
    table.tricks(dealt, 2)
    table.say(Note("out_of_turn", FrozenMap({"seat": "N"})))
    table.rest(dealt)
    table.finish()


def phat_taken_over(table: Table) -> None:
    table.say(GameStart(Seat.E, None, counts("NS 88 EW 72"), 2, 8))
    dealt = table.deal()
    table.tricks(dealt, 6)
    table.say(table.misread(6))
    table.say(Void("another card was misread before"))
    table.finish()


def has_carry(table: Table) -> bool:
    return any(hand.carry_after for hand in table.state.hands) and len(table.state.hands) == 5


def has_tens(table: Table) -> bool:
    return any(peg.reason.code == "bonus_tens" for hand in table.state.hands for peg in hand.pegs)


def has_extra_pitch(table: Table) -> bool:
    return len(table.state.hands) > 4 and len(table.state.winners) == 1


def is_shared(table: Table) -> bool:
    return len(table.state.winners) > 1


def ended_one_all(table: Table) -> bool:
    return len(table.state.games) == 3 and events_of(table, Claim, Concede)


SPLIT = (("bonus_scheme", "5+1+1+1"),)
MATCHES = {
    "nine_card_lancashire_1": Golden("nine_card_lancashire", "equal cuts, the partner named to pitch", lancashire_cut),
    "nine_card_lancashire_2": Golden(
        "nine_card_lancashire",
        "split bonus, a misdeal, a correction, undo and redo, a penalty, totals of a hand, a revoke (Walton)",
        lancashire_night,
        SPLIT,
    ),
    "nine_card_south_wales_1": Golden(
        "nine_card_south_wales", "best of three legs, two to one", south_wales_three_legs
    ),
    "nine_card_south_wales_2": Golden(
        "nine_card_south_wales",
        "high and jack, a void hand, a peg set right, a leg given up",
        south_wales_given_up,
        (("bonus_scheme", "6+1+1"),),
    ),
    "nine_card_cheshire_1": Golden("nine_card_cheshire", "a game of four rows, hands known", cheshire, known=True),
    "nine_card_cheshire_2": Golden(
        "nine_card_cheshire",
        "first to two games, tricks corrected, a recount, a play out of turn",
        cheshire_run,
        (("match", "first_to_2"), ("out_of_turn_penalty", "as_revoke"), ("revoke_penalty", "transfer_trick")),
    ),
    "nine_card_online_welsh_1": Golden("nine_card_online_welsh", "the winner's own side chooses", welsh),
    "nine_card_online_welsh_2": Golden(
        "nine_card_online_welsh", "a revoke that costs all points", welsh_revoke, (("revoke_penalty", "all_points"),)
    ),
    "blind_don_burnley_1": Golden(
        "blind_don_burnley",
        "equal cuts, stacks and cards turned up, extra pitches after equal totals",
        blind_equal,
        (("equal_totals", "extra_pitches"),),
        known=True,
        wanted=has_extra_pitch,
    ),
    "blind_don_burnley_2": Golden(
        "blind_don_burnley",
        "a revoke proved by the stacks",
        blind_revoke,
        known=True,
        wanted=lambda table: any(record.pegs for record in table.state.penalties),
    ),
    "blind_don_burnley_3": Golden(
        "blind_don_burnley", "the Russian layout", blind_plain, (("blind_layout", "russian"),)
    ),
    "blind_don_stalybridge_1": Golden("blind_don_stalybridge", "trumps called, private hands", blind_plain, known=True),
    "blind_don_stalybridge_2": Golden(
        "blind_don_stalybridge", "a misdeal, undo, a penalty; the cards unknown", blind_night
    ),
    "blind_don_three_1": Golden("blind_don_three", "a shared win", blind_plain, known=True, wanted=is_shared),
    "blind_don_three_2": Golden("blind_don_three", "six pitches, a misdeal, a penalty", blind_night, (("pitches", 6),)),
    "irish_don_1": Golden(
        "irish_don",
        "best of three: a game conceded, a claim, the marker card again for the decider",
        irish_three_games,
        (("match", "best_of_3"),),
        wanted=ended_one_all,
    ),
    "irish_don_2": Golden(
        "irish_don",
        "44 cards, first to two, a drawn game, the first trick to the pitcher",
        irish_drawn,
        (("pack", 44), ("tie_rule", "draw"), ("match", "first_to_2"), ("first_trick_to_pitcher", "on")),
    ),
    "irish_don_3": Golden(
        "irish_don",
        "totals only: 80-80, and the side that took the last scoring trick loses",
        irish_totals,
        (("marker_card", "2H"),),
    ),
    "phat_1": Golden(
        "phat", "equal lowest cuts, a muck of 40-40 carried over, five deals", phat_carry, wanted=has_carry
    ),
    "phat_2": Golden(
        "phat",
        "the ace low in the cut, a tied muck decided by the tens, a play out of turn noted",
        phat_tens,
        (("bonus_tie", "tens_then_carry"), ("cut_ace", "low")),
        wanted=has_tens,
    ),
    "phat_geldeston_1": Golden("phat_geldeston", "trump ten is Big Phat; hands known", blind_plain, known=True),
    "phat_geldeston_2": Golden(
        "phat_geldeston", "taken over from another board with 8 carried, a correction, a void hand", phat_taken_over
    ),
}


def texts() -> Iterator[tuple[str, str]]:
    """Each match by name, in notation."""
    for name, golden in MATCHES.items():
        yield name, write(golden.table().record, {"Shows": golden.shows})


def told(path: Path) -> str:
    """What `don replay --why` prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        assert main(["replay", str(path), "--why"]) == 0
    return printed.getvalue()


def write_all() -> None:
    for name, text in texts():
        path = GOLDEN / f"{name}.don"
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".txt").write_text(told(path), encoding="utf-8")


if __name__ == "__main__":
    write_all()
