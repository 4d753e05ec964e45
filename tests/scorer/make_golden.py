"""Writes the golden playthroughs: whole matches of every variant in notation, and beside each what `don replay` says.

``python tests/scorer/make_golden.py`` writes the files anew, always the same; read the difference before it is
committed. Play is random and legal, the seeds are fixed; what a match shows is told in its tag ``Shows``.
"""

import contextlib
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from golden_plays import (
    blind_equal,
    blind_night,
    blind_plain,
    blind_revoke,
    cheshire,
    cheshire_run,
    events_of,
    irish_drawn,
    irish_three_games,
    irish_totals,
    lancashire_cut,
    lancashire_night,
    phat_carry,
    phat_taken_over,
    phat_tens,
    south_wales_given_up,
    south_wales_three_legs,
    welsh,
    welsh_revoke,
)
from golden_table import Table

from don.main import main
from scorer.events import (
    Claim,
    Concede,
)
from scorer.notation import write

GOLDEN = Path(__file__).parent / "golden"


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
