"""A whole game told trick by trick, kept as a file and compared: any change of a score shows as a line.

``python tests/scorer/test_golden_game.py`` writes the files anew; read the difference before it is committed.
"""

import json
import random
from pathlib import Path

import pytest
from scorer_table import random_game

from scorer.board import Position, board_of
from scorer.event_json import from_json, to_json
from scorer.explain import why
from scorer.hand import HandRecord
from scorer.match import MatchState
from scorer.referee import replay

GOLDEN = Path(__file__).parent / "golden"
GAMES = {
    "lancashire": (8, "nine_card_lancashire", {}),
    "south_wales_split_bonus": (21, "nine_card_south_wales", {"bonus_scheme": "5+1+1+1", "low_point_to": "dealt"}),
}


def told(state: MatchState) -> str:
    lines = [state.variant.title, f"to {state.target}, bonus {state.variant.bonus_scheme}", ""]
    for hand in state.hands:
        lines += told_hand(hand)
    for index, side in enumerate(state.sides):
        pegs = state.pegs[side]
        board = board_of(state.board, state.target)
        place = board.position(pegs.front)
        where = f"lap {place.lap}, hole {place.hole}" if isinstance(place, Position) else place.value
        x, y = board.score_point(index, pegs.front)
        lines.append(f"{side}: {state.scores[side]}, pegs {pegs.front} and {pegs.back} ({where}; {x:.3f}, {y:.3f})")
    lines.append(f"won by {state.winner}: {state.won_at}")
    return "\n".join(lines) + "\n"


def told_hand(hand: HandRecord) -> list[str]:
    lines = [f"Hand {hand.number}: {hand.dealer} deals, {hand.pitcher} pitches, trumps {hand.trump}"]
    for trick in hand.tricks:
        cards = " ".join(f"{seat}:{card}" for seat, card in zip(trick.seats, trick.cards, strict=True))
        scores = " ".join(f"{side} {score}" for side, score in trick.scores_after.items())
        lines.append(f"  {trick.number}. {cards}  {trick.winner} wins {trick.points}  ({scores})")
        lines += [f"       {why(peg)}" for peg in trick.pegs]
    counts = hand.game_count and " ".join(f"{side} {count}" for side, count in hand.game_count.items())
    lines.append(f"  game count: {counts or 'not counted'}")
    lines += [f"       {why(peg, hand)}" for peg in hand.pegs]
    return [*lines, f"  score: {' '.join(f'{side} {score}' for side, score in hand.scores_after.items())}", ""]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_told_as_it_was(name: str) -> None:
    lines = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    state = replay([from_json(json.loads(line)) for line in lines])
    assert state.winner is not None
    assert told(state) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def write() -> None:
    for name, (seed, variant, options) in GAMES.items():
        events = GOLDEN / f"{name}.jsonl"
        if not events.exists():
            record = random_game(random.Random(seed), variant, options)
            text = "\n".join(json.dumps(to_json(event), ensure_ascii=False) for event in record)
            events.write_text(text + "\n", encoding="utf-8")
        lines = events.read_text(encoding="utf-8").splitlines()
        state = replay([from_json(json.loads(line)) for line in lines])
        (GOLDEN / f"{name}.txt").write_text(told(state), encoding="utf-8")


if __name__ == "__main__":
    write()
