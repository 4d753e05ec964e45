"""Replaying whole Phat matches: plays and events per second, for 1, 10 and 100 matches. `make bench-replay`.

A match of about four hands of 52 plays, once recorded card by card and once trick by trick, legal play from a fixed
seed. "Plays" are cards played; the ratio is against one match card by card in the same run.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from scorer.cards import Card, pack_of
from scorer.events import Deal, Event, GameStart, Play, Trick, start_of_match
from scorer.match import MatchState, Phase
from scorer.referee import apply, replay
from scorer.seats import Seat, next_in
from scorer.variant import load_variant


def phat_match(seed: int, whole_tricks: bool) -> list[Event]:
    """A whole match of random legal play."""
    rng = random.Random(seed)
    record: list[Event] = [start_of_match(f"bench-{seed}", load_variant("phat")), GameStart(Seat.N)]
    state = replay(record)
    while state.phase is not Phase.GAME_OVER:
        assert state.dealer is not None
        state = _entered(record, state, Deal(state.dealer))
        cards = rng.sample(pack_of(52).cards, 52)
        held = {seat: cards[13 * n : 13 * n + 13] for n, seat in enumerate(state.seats)}
        while state.phase is Phase.PLAYING:
            assert state.leader is not None
            leader, trick = state.leader, list[Card]()
            for n in range(4):
                seat = next_in(state.seats, leader, n)
                following = [card for card in held[seat] if trick and card.suit is trick[0].suit]
                card = rng.choice(following or held[seat])
                held[seat].remove(card)
                trick.append(card)
            if whole_tricks:
                state = _entered(record, state, Trick(leader, tuple(trick)))
            else:
                for n, card in enumerate(trick):
                    state = _entered(record, state, Play(next_in(state.seats, leader, n), card))
    return record


def _entered(record: list[Event], state: MatchState, event: Event) -> MatchState:
    result = apply(state, event)
    assert isinstance(result, MatchState), result
    record.append(event)
    return result


def plays_in(record: list[Event]) -> int:
    """How many cards a record plays."""
    return sum(len(e.cards) if isinstance(e, Trick) else isinstance(e, Play) for e in record)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7, help="timed runs of each line (default 7)")
    args = parser.parse_args()
    print(f"{'':<36}{'plays':>8}{'events':>8}{'plays/s p50':>13}{'p90':>9}{'events/s':>10}{'ratio':>7}")
    base = 0.0
    for whole, name in ((False, "card by card"), (True, "trick by trick")):
        for count in (1, 10, 100):
            matches = [phat_match(seed, whole) for seed in range(count)]
            plays, events = sum(map(plays_in, matches)), sum(map(len, matches))
            rates = []
            for _ in range(args.runs):
                began = time.perf_counter()
                for match in matches:
                    replay(match)
                rates.append(plays / (time.perf_counter() - began))
            p50, p90 = statistics.median(rates), statistics.quantiles(rates, n=10)[0]
            base = base or p50
            label = f"{count} match{'es' if count > 1 else ''}, {name}"
            print(f"{label:<36}{plays:>8}{events:>8}{p50:>13,.0f}{p90:>9,.0f}", end="")
            print(f"{p50 * events / plays:>10,.0f}{p50 / base:>7.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
