"""The log that the monkey begins on: matches of some variants, one over, the others left anywhere. No Kivy."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from blind_table import People
from test_every_variant import play_hand

from mobile.companion import Companion
from mobile.table_session import TableSession
from scorer.match import Phase
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant, variant_names

FIRST = datetime(2026, 3, 6, 20, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Siân", "Dai", "Bartholomew Llewellyn")
EACH = 3
"""So many variants a seed: a few seeds in a row have them all."""


def variants_of(seed: int) -> list[str]:
    """The variants that the log of this seed has matches of."""
    names = sorted(variant_names())
    return [names[(EACH * seed + number) % len(names)] for number in range(EACH)]


def seed_log(path: Path, seed: int) -> None:
    """Make the log: matches of the variants of this seed, left anywhere; the last one was played last."""
    rng, seconds = random.Random(seed), count()
    with MatchLog(path) as log:
        companion = Companion(log, path.parent, lambda: FIRST + timedelta(minutes=next(seconds)))
        for name in variants_of(seed):
            rules = load_variant(name)
            players = dict(zip(rules.seats, rng.sample(NAMES, len(rules.seats)), strict=True))
            _begin(companion, name, players)
            if companion.session is not None:
                _play(companion.session, rng)
            elif companion.blind is not None:
                people = People(companion.blind, rng)
                for _ in range(rng.randrange(120)):
                    if not people.step():
                        break


def _begin(companion: Companion, name: str, players: dict[Seat, str]) -> None:
    rules = load_variant(name)
    companion.start(rules, rules.seats[0], players, "The Red Lion")


def _play(session: TableSession, rng: random.Random) -> None:
    for _ in range(rng.choice((0, 1, 3, 12, 40))):
        if session.state.match_over:
            return
        if session.state.phase is Phase.GAME_OVER:
            session.next_game(FIRST)
        elif session.state.pitcher is None:
            session.name_pitcher(rng.choice(session.state.seats), FIRST)
        elif session.state.hand is None:
            session.deal(FIRST)
        else:
            play_hand(session, rng)
