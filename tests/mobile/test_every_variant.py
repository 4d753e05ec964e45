"""Every variant can be begun, played and finished by hand in the app: whole matches of random legal play."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from blind_table import AT, People, begun

from mobile.companion import Companion
from mobile.table_session import Confirmed, TableSession
from scorer.cards import Card, pack_of
from scorer.events import Claim
from scorer.match import Phase
from scorer.matchlog import MatchLog
from scorer.referee import Refusal, replay
from scorer.seats import Seat, next_in
from scorer.variant import variant_names

LONGER: Mapping[str, Mapping[str, object]] = {
    "irish_don": {"match": "best_of_3"},
    "nine_card_cheshire": {"target": 91},
    "blind_don_three": {"pitches": 6},
}
"""Options that make a match of more than one game, or a longer one, where the default isn't."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", variant_names())
def test_a_match_is_played_to_its_end(tmp_path: Path, name: str, seed: int) -> None:
    options = LONGER.get(name, {}) if seed == 2 else {}
    companion = begun(tmp_path, name, **options)
    rng = random.Random(seed)
    if companion.blind is not None:
        people = People(companion.blind, rng)
        while people.step():
            pass
    else:
        assert companion.session is not None
        play_match(companion.session, rng)
    check_against_the_log(companion)


def check_against_the_log(companion: Companion) -> None:
    """What is on the table is what the log alone comes to, also once it is opened again."""
    book = companion.book
    assert book is not None and book.state.match_over and book.state.winners is not None
    state, match_id, path = book.state, book.match_id, companion.log.path
    assert replay(row.event for row in companion.log.rows(match_id)) == state
    assert len(state.games) >= (2 if state.variant.match in ("best_of_3", "best_of_3_legs") else 1)
    companion.log.close()
    with MatchLog(path) as log:
        assert log.state(match_id) == state
        assert log.running_match() is None


def play_match(session: TableSession, rng: random.Random) -> None:
    """Four people play until the match is over; where a side may claim it sometimes does."""
    for _ in range(400):
        state = session.state
        if state.match_over:
            return
        if state.phase is Phase.GAME_OVER:
            accepted(session.next_game(AT))
        elif state.pitcher is None:
            accepted(session.name_pitcher(rng.choice(state.seats), AT))
        elif state.hand is None:
            accepted(session.deal(AT))
        else:
            play_hand(session, rng)
    raise AssertionError("the match has no end")


def play_hand(session: TableSession, rng: random.Random) -> None:
    """One hand, trick by trick through the table's own way of entering one."""
    variant, number = session.state.variant, len(session.state.hands)
    pack = list(pack_of(variant.pack).cards)
    rng.shuffle(pack)
    held = {seat: [pack.pop() for _ in range(variant.cards_each)] for seat in variant.seats}
    while session.state.hand is not None and len(session.state.hands) == number:
        leader = session.state.leader
        assert leader is not None
        enter_trick(session, leader, held, rng)
        if variant.family == "irish" and rng.random() < 0.5 and claims(session):
            return


def enter_trick(session: TableSession, leader: Seat, held: dict[Seat, list[Card]], rng: random.Random) -> None:
    proposal = session.enter_by_hand()
    led: Card | None = None
    for place in range(4):
        seat = next_in(session.state.seats, leader, place)
        card = rng.choice([card for card in held[seat] if led and card.suit is led.suit] or held[seat])
        assert card in session.possible_cards(seat)
        proposal = session.choose(seat, card)
        held[seat].remove(card)
        led = led or card
    assert proposal.ready
    assert isinstance(session.confirm(AT), Confirmed)


def claims(session: TableSession) -> bool:
    """Whether a side that stands at 80 in the second deal has claimed the game; too early it is refused."""
    state = session.state
    if state.hand is None:
        return False
    for side in state.sides:
        if not isinstance(session.book.enter([Claim(side)], AT), Refusal):
            assert session.state.winner == side and session.state.scores[side] >= 80
            return True
        assert session.state == state, "a refused claim changes nothing"
    return False


def accepted(refusal: Refusal | None) -> None:
    assert refusal is None, refusal
