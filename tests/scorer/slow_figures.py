"""Figures of matches counted slowly and plainly: each event is played, and what the score gained is noted by hand."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scorer.cards import Card
from scorer.events import Deal, Event, GameStart, Misdeal, Revoke
from scorer.hand import TrickRecord
from scorer.match import MatchState
from scorer.record import effective
from scorer.rulings import apply


@dataclass
class Told:
    """One match: points by hand (from 1) and side, and the tricks by hand as they fell."""

    state: MatchState
    points: dict[int, Counter[str]] = field(default_factory=dict)
    tricks: dict[int, list[TrickRecord]] = field(default_factory=dict)


def told(record: Sequence[Event]) -> Told:
    """Play the match event by event."""
    events = effective(record)
    state = apply(None, events[0])
    assert isinstance(state, MatchState)
    match = Told(state)
    for event in events[1:]:
        before, state = state, apply(state, event)
        assert isinstance(state, MatchState)
        number = before.hand.number if before.hand else len(before.hands)
        if isinstance(event, Deal):
            match.points.setdefault(len(before.hands) + 1, Counter())
            match.tricks[len(before.hands) + 1] = []
        if isinstance(event, Revoke) and before.hand and not before.hand.cards_gone:
            number -= 1
        first = before.hand is None and not before.game_hands
        if not isinstance(event, GameStart) and not first:
            for side in state.sides:
                match.points.setdefault(number, Counter())[side] += state.scores[side] - before.scores[side]
        if before.hand is not None and not isinstance(event, Misdeal):
            played = state.hand.tricks if state.hand else state.hands[number - 1].tricks if number else ()
            match.tricks[before.hand.number] = list(played)
        match.state = state
    return match


def figures(matches: Iterable[Told], player: str) -> Counter[str]:
    """What a player, named as it is written, did in all these matches."""
    found: Counter[str] = Counter()
    for match in matches:
        seats = [seat for seat, name in match.state.names.items() if name == player]
        if len(seats) != 1:
            continue
        seat = seats[0]
        side = next(side for side in match.state.sides if seat.value in side)
        _results(found, match.state, side)
        for number, record in enumerate(match.state.hands, start=1):
            if record.ended == "void":
                continue
            points = match.points[number]
            found["hands"] += 1
            found["points"] += points[side]
            found["against"] += sum(points.values()) - points[side]
            found["best"] = max(found["best"], points[side])
            found["bonus"] += sum(scored for _, who, scored in record.bonus_parts if who == side)
            if record.pitcher is seat:
                found["pitches"] += 1
                found["pitch_points"] += points[side]
                found["pitch_against"] += sum(points.values()) - points[side]
            if record.game_count is not None and "game" in match.state.variant.bonus:
                found["count_hands"] += 1
                found["counted"] += record.game_count[side]
                found["counted_all"] += sum(record.game_count.values())
                found["counts_won"] += ("game", side) in [(part, who) for part, who, _ in record.bonus_parts]
            if match.tricks[number] and record.ended != "counted":
                found["card_hands"] += 1
                for trick in match.tricks[number]:
                    _trick(found, match.state, trick, record.trump, seat, side)
        for penalty in match.state.penalties:
            found["penalties"] += penalty.code == "penalty" and penalty.against == side
            found["revokes"] += penalty.code in ("revoke", "out_of_turn") and penalty.seat is seat
    return found


def _results(found: Counter[str], state: MatchState, side: str) -> None:
    found["matches"] += 1
    if not state.match_over:
        found["unfinished"] += 1
    elif state.variant.match == "single":
        found[_result(state.winners, side)] += 1
    else:
        found["won" if state.match_winner == side else "lost"] += 1
    for game in state.games:
        found[f"games_{_result(game.winners, side)}"] += 1


def _result(winners: Sequence[str], side: str) -> str:
    if len(winners) == 1:
        return "won" if winners[0] == side else "lost"
    return "lost" if winners and side not in winners else "drawn"


def _trick(found: Counter[str], state: MatchState, trick: TrickRecord, trump: object, seat: object, side: str) -> None:
    found["tricks_won"] += trick.winner is seat
    for who, card in zip(trick.seats, trick.cards, strict=True):
        for rank, name in (("5", "fives"), ("9", "nines")):
            if card.rank.value != rank or not _pegs(card, trump, state):
                continue
            found[name] += who is seat
            found[f"{name}_lost"] += who is seat and trick.winner.value not in side
            found[f"{name}_taken"] += trick.winner is seat and who.value not in side


def _pegs(card: Card, trump: object, state: MatchState) -> bool:
    values = state.variant.trump_values if card.suit is trump else state.variant.plain_values
    return values.get(card.rank, 0) > 0
