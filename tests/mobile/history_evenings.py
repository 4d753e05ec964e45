"""A log with many evenings for the tests of the history: real matches, played by chance and entered at the table."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from mobile_table import legal_hand

from mobile.table_session import TableSession
from scorer.events import MatchStart, Trick
from scorer.match import Phase
from scorer.matchlog import LogRow, MatchLog, new_match_id
from scorer.referee import Refusal
from scorer.seats import Seat
from scorer.variant import load_variant

FIRST = datetime(2026, 1, 2, 20, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Siân", "Dai", "Cyril", "Dot", "Bartholomew Llewellyn")
PLACES = ("The Red Lion", "The Rose", "")


def play_match(log: MatchLog, seed: int, at: datetime, hands: int = 20, place: str = "") -> TableSession:
    """A match of nine-card Don, over or after so many hands."""
    rng = random.Random(seed)
    players = dict(zip("NESW", rng.sample(NAMES, 4), strict=True))
    names = {Seat(seat): name for seat, name in players.items()}
    session = TableSession.start(log, load_variant("nine_card_lancashire"), Seat.N, names, at, place=place)
    for number in range(hands):
        pitcher = session.state.pitcher
        assert pitcher is not None
        for trick in legal_hand(seed * 100 + number, pitcher):
            if session.state.phase is not Phase.PLAYING:
                break
            at += timedelta(seconds=20)
            assert not isinstance(session.book.enter([Trick(*trick)], at), Refusal)
        if session.state.match_over or number == hands - 1:
            break
        session.deal(at)
    return session


def copied(log: MatchLog, match_id: str, at: datetime) -> str:
    """The same match once more under another id and begun at another time: many matches at once."""
    new, rows = new_match_id(), log.rows(match_id)
    first = datetime.fromisoformat(rows[0].at_utc)
    made = []
    for row in rows:
        time = at + (datetime.fromisoformat(row.at_utc) - first)
        event = replace(row.event, match_id=new) if isinstance(row.event, MatchStart) else row.event
        stamp = time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        made.append(LogRow(row.seq, stamp, row.engine_version, event))
    log.add(new, made)
    return new


def evenings(folder: Path, count: int = 6, copies: int = 0) -> MatchLog:
    """So many matches a day apart, the last one running; then copies of them, a day apart before the first."""
    log = MatchLog(folder / "matches.db")
    played = []
    for number in range(count):
        hands = 2 if number == count - 1 else 20
        at = FIRST + timedelta(days=number)
        played.append(play_match(log, number, at, hands, PLACES[number % 3]).match_id)
    for number in range(copies):
        copied(log, played[number % (count - 1)], FIRST - timedelta(days=number + 1))
    return log
