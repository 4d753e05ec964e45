"""The matches of the gallery: real play, each on a log in a folder of its own."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

from blind_table import People, begun, blind
from history_evenings import evenings

from mobile import log_care
from mobile.camera import open_source
from mobile.companion import Companion
from models.reader import CardReader
from models.table_view import TableView
from scorer.cards import Card, pack_of
from scorer.events import Trick
from scorer.log_backups import back_up
from scorer.match import Phase
from scorer.matchlog import MatchLog
from scorer.referee import Refusal
from scorer.seats import Seat
from scorer.variant import load_variant

LATE = datetime(2026, 2, 20, 20, 30, tzinfo=UTC)
NAMES = {Seat.N: "Bartholomew Llewell.", Seat.E: "Siân", Seat.S: "Wilhelmina Fothering", Seat.W: "Dai"}
"""Two names of twenty letters: the longest there may be."""
FRIENDS = {Seat.N: "Maggie", Seat.E: "Dai", Seat.S: "Kevin", Seat.W: "Siân"}


class Seconds:
    """A clock that goes on a second each time it is looked at."""

    def __init__(self) -> None:
        self.at = LATE

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


def companion_on(log: MatchLog, folder: Path, source: str = "", bottom: Seat = Seat.S) -> Companion:
    """A companion that has seen the tour, with the real reader."""
    opened = open_source(source) if source else None
    companion = Companion(log, folder, Seconds(), CardReader.load, opened, TableView(bottom))
    companion.change(tour_seen=True)
    return companion


def new_phone(folder: Path) -> Companion:
    """Nothing yet."""
    return companion_on(MatchLog(folder / "matches.db"), folder)


def season(folder: Path) -> Companion:
    """Six evenings of nine-card Don, the last match running in its second hand."""
    companion = companion_on(evenings(folder), folder)
    running = companion.log.running_match()
    assert running is not None
    companion.resume(running)
    return companion


def finished(folder: Path) -> Companion:
    """The same evenings, with a match on the table that is over."""
    companion = season(folder)
    companion.resume(companion.log.matches()[0].match_id)
    return companion


def rested(folder: Path) -> Companion:
    """The same evenings, the last match played to its end; nothing on the table."""
    companion, rng = season(folder), random.Random(5)
    session = companion.session
    assert session is not None
    while not session.state.match_over:
        if session.state.phase is not Phase.PLAYING:
            assert session.deal(companion.clock()) is None
        play_hand(companion, rng, session.state.variant.tricks)
    companion.session = None
    return companion


_OPEN: list[Any] = []


def damaged(folder: Path) -> Companion:
    """A log with a backup that can't be opened any longer."""
    companion = season(folder)
    back_up(companion.log, LATE)
    companion.log.close()
    path = folder / "matches.db"
    spoilt = bytearray(path.read_bytes())
    spoilt[:200] = bytes(200)
    path.write_bytes(bytes(spoilt))
    opening = log_care.companion_on(path, folder, Seconds(), CardReader.load)
    _OPEN.append(opening)  # it is closed with the process
    opened = opening.__enter__()
    assert opened.trouble is not None
    opened.change(tour_seen=True)
    return opened


def demo(folder: Path, names: Mapping[Seat, str] = NAMES) -> Companion:
    """The bundled hand, to be read from its pictures."""
    pictures = str(files("mobile") / "assets" / "demo")
    companion = companion_on(MatchLog(folder / "matches.db"), folder, pictures)
    companion.start(load_variant("nine_card_lancashire"), Seat.N, names, "The Red Lion")
    return companion


def four(
    folder: Path,
    variant: str,
    options: Mapping[str, object],
    hands: int,
    tricks: int,
    bottom: Seat = Seat.S,
    names: Mapping[Seat, str] = NAMES,
) -> Companion:
    """A match of four after so many hands and so many tricks of the next, played by chance."""
    companion = companion_on(MatchLog(folder / "matches.db"), folder, bottom=bottom)
    rules = load_variant(variant, dict(options))
    companion.start(rules, Seat.N, names, "The Red Lion")
    rng = random.Random(7)
    for number in range(hands + 1):
        play_hand(companion, rng, tricks if number == hands else rules.tricks)
        session = companion.session
        assert session is not None
        if number < hands and session.state.phase is Phase.BETWEEN_HANDS:
            assert session.deal(companion.clock()) is None
    return companion


def play_hand(companion: Companion, rng: random.Random, tricks: int) -> None:
    """The next tricks, by the rules: whoever can follows suit."""
    session = companion.session
    assert session is not None
    state = session.state
    pack = list(pack_of(state.variant.pack).cards)
    rng.shuffle(pack)
    each = state.variant.cards_each
    held = {seat: pack[place * each : (place + 1) * each] for place, seat in enumerate(state.seats)}
    for _ in range(tricks):
        state = session.state
        if state.hand is None:
            return
        first = state.seats.index(state.hand.leader)
        played: list[Card] = []
        for seat in (*state.seats[first:], *state.seats[:first]):
            follow = [card for card in held[seat] if played and card.suit is played[0].suit]
            played.append(rng.choice(follow or held[seat]))
            held[seat].remove(played[-1])
        answer = session.book.enter([Trick(state.hand.leader, tuple(played))], companion.clock())
        assert not isinstance(answer, Refusal), answer


def blind_don(folder: Path, variant: str, steps: int) -> Companion:
    """Blind Don after so many answers of its people."""
    companion = begun(folder, variant)
    companion.change(tour_seen=True)
    people = People(blind(companion), random.Random(3))
    for _ in range(steps):
        assert people.step()
    return companion
