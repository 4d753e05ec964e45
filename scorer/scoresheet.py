"""The score sheet of a match: who played where by which rules, hand by hand, what was corrected, who won.

Plain data for a page (`mobile.scoresheet_pdf`) and for text (`scorer.scoresheet_text`), all from the match's entries.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo

from scorer.endings import END_OF_MATCH
from scorer.hand import HandRecord, HandState, Scores, pegged_in_tricks
from scorer.match import GameRecord, MatchState
from scorer.matchlog import LogRow
from scorer.names import shown_name
from scorer.option_texts import value_meaning
from scorer.played import time_words
from scorer.record import standing
from scorer.referee import replay
from scorer.scoresheet_remarks import player, remarks_of, side_players
from scorer.seats import Side
from scorer.texts import phrase
from scorer.variant import Variant


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A line of the sheet. Figures of the sides stand in their order; None where there is no such figure.

    ``gained`` are the points of the bonus; ``other`` those for irregularities and pegs set right since the line before.
    ``name`` is the hand's number, empty on a line for what was scored after the last hand.
    """

    name: str
    pitcher: str
    trumps: str
    tricks: tuple[int | None, ...]
    count: tuple[int | None, ...]
    bonus: str
    gained: tuple[int, ...]
    other: tuple[int | None, ...]
    totals: tuple[int, ...]
    remark: str


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game or leg: its name, what it began with where it was taken over, its hands, and how it ended."""

    name: str
    taken_over: str
    hands: tuple[SheetHand, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A whole sheet. ``facts`` are label and text; ``sides`` the heads of the columns; ``count_name`` may be empty."""

    title: str
    facts: tuple[tuple[str, str], ...]
    sides: tuple[Side, ...]
    count_name: str
    games: tuple[SheetGame, ...]
    remarks: tuple[str, ...]
    result: str
    signatures: tuple[str, ...]
    state: MatchState


def score_sheet(rows: Sequence[LogRow], name: str = "", lang: str = "", zone: tzinfo | None = None) -> ScoreSheet:
    """The sheet of a match from its entries; ``name`` is what its log calls it.

    Times are those of ``zone`` (None: this computer's); a match of which only the day is known has none.

    `RecordError` for a match that can't be followed.
    """
    events = [row.event for row in rows]
    state = replay(events)
    variant = state.variant
    counted = "" if "game" not in variant.bonus else "count" if variant.bonus_tie == "none" else "muck"
    return ScoreSheet(
        title=_say("title", lang, variant=variant.title),
        facts=_facts(
            state, [time_words(row.at_utc, zone) for row in (rows[0], rows[-1])], name or state.match_id, lang
        ),
        sides=state.sides,
        count_name=_say(counted, lang) if counted else "",
        games=tuple(games_of(state, lang)),
        remarks=remarks_of(state, standing(events), lang),
        result=_result(state, lang),
        signatures=tuple(_say("for_side", lang, players=side_players(state, side, lang)) for side in state.sides),
        state=state,
    )


def _say(code: str, lang: str, **params: object) -> str:
    return phrase(code, params, lang, "sheet")


# What stands above the hands


def _facts(state: MatchState, times: Sequence[str], name: str, lang: str) -> tuple[tuple[str, str], ...]:
    first, last = times
    facts = [("when", first if first == last else _say("times", lang, first=first, last=last))]
    if state.setup.place:
        facts.append(("place", shown_name(state.setup.place)))
    facts += [("side", _say("side_line", lang, side=s, players=side_players(state, s, lang))) for s in state.sides]
    facts.append(("rules", _rules(state.variant, lang)))
    facts += [("option", _option(key, value, lang)) for key, value in state.variant.options.items()]
    facts.append(("match", shown_name(name)))
    return tuple((_say(f"label_{label}", lang), text) for label, text in facts)


def _rules(variant: Variant, lang: str) -> str:
    """What wins a game, and what cards and the bonus are worth."""
    ends = "target" if variant.target is not None else "pitches" if variant.pitches is not None else "endless"
    tables = (("trump", variant.trump_values), ("plain", variant.plain_values), ("bonus", variant.bonus))
    parts = [_say(ends, lang, target=variant.target, pitches=variant.pitches)]
    for code, values in tables:
        if values:
            listed = ", ".join(f"{getattr(key, 'value', key)}: {points}" for key, points in values.items())
            parts.append(_say(f"worth_{code}", lang, values=listed))
    return "; ".join(parts)


def _option(key: str, value: str | int, lang: str) -> str:
    try:
        return _say("option", lang, key=key, value=value, meaning=value_meaning(key, value))
    except LookupError:
        return shown_name(f"{key} = {value}")


# Hand by hand


def games_of(state: MatchState, lang: str = "") -> list[SheetGame]:
    """The games or legs of a match with their hands, the one in play at the end."""
    games = [_game(state, game.first_hand, game.last_hand + 1, game, lang) for game in state.games]
    if not state.games or state.games[-1].number != state.game.number:
        games.append(_game(state, state.game.first_hand, len(state.hands), None, lang))
    return games


def _game(state: MatchState, first: int, end: int, game: GameRecord | None, lang: str) -> SheetGame:
    """A game with the hands from place ``first`` to before ``end``, or the one that is being played."""
    hands: list[HandState] = list(state.hands[first:end])
    if game is None and state.hand is not None:
        hands.append(state.hand)
    begun = hands[0].scores_before if hands else (game.scores if game else state.scores)
    started = _started(state, game, begun)
    running, lines = started, []
    for hand in hands:
        line = _hand(state, hand, running, lang)
        lines.append(line)
        running = line.totals
    final = _by_side(state, game.scores if game else state.scores)
    if final != running:
        moved = tuple(now - then or None for now, then in zip(final, running, strict=True))
        nothing = (None,) * len(state.sides)
        lines.append(
            SheetHand("", "", "", nothing, nothing, "", (0,) * len(final), moved, final, _say("afterwards", lang))
        )
    number = game.number if game else state.game.number
    unit = "leg" if state.variant.match == "best_of_3_legs" else "game"
    scores = ", ".join(f"{side} {score}" for side, score in zip(state.sides, started, strict=True))
    taken_over = _say("taken_over", lang, scores=scores) if any(started) else ""
    outcome = _outcome(state, game, lang) if game else ""
    return SheetGame(_say(unit, lang, number=number), taken_over, tuple(lines), outcome)


def _started(state: MatchState, game: GameRecord | None, begun: Scores) -> tuple[int, ...]:
    """The scores a game was taken over with; of an earlier game, those before its first hand."""
    return _by_side(state, begun if game and game.number != state.game.number else state.game.start_scores or begun)


def _by_side(state: MatchState, figures: Scores) -> tuple[int, ...]:
    return tuple(figures[side] for side in state.sides)


def _hand(state: MatchState, hand: HandState, before: Sequence[int], lang: str) -> SheetHand:
    over = hand if isinstance(hand, HandRecord) else None
    if over is not None and over.ended == "void":
        tricks: tuple[int | None, ...] = (None,) * len(state.sides)
    else:
        told = over.count.points if over and over.count else pegged_in_tricks(hand, state.variant)
        tricks = _by_side(state, told)
    totals = _by_side(state, over.scores_after if over else state.scores)
    parts = over.bonus_parts if over else ()
    gained = [sum(points for _, earner, points in parts if earner == side) for side in state.sides]
    other = tuple(
        total - then - (in_tricks or 0) - bonus or None
        for total, then, in_tricks, bonus in zip(totals, before, tricks, gained, strict=True)
    )
    counted = over.game_count if over else None
    return SheetHand(
        name=str(hand.number),
        pitcher=player(state, hand.pitcher, lang),
        trumps=phrase(hand.trump.name.lower(), {}, lang, "suits") if hand.trump else "",
        tricks=tricks,
        count=_by_side(state, counted) if counted is not None else (None,) * len(state.sides),
        bonus=_bonus(parts, over, lang),
        gained=tuple(gained),
        other=other,
        totals=totals,
        remark=_say(f"ended_{over.ended}" if over else "ended_in_play", lang, tricks=len(hand.tricks)),
    )


def _bonus(parts: Sequence[tuple[str, Side, int]], hand: HandRecord | None, lang: str) -> str:
    """Who got which part of the bonus, and what was carried over."""
    several = len(parts) > 1 or any(part != "game" for part, _, _ in parts)
    told = [
        _say("bonus_part" if several else "bonus", lang, part=_say(f"part_{part}", lang), points=points, side=side)
        for part, side, points in parts
    ]
    if hand is not None and hand.carry_after:
        told.append(_say("carried", lang, points=hand.carry_after))
    return ", ".join(told)


# How it ended


def _outcome(state: MatchState, game: GameRecord, lang: str) -> str:
    scores = ", ".join(f"{side} {game.scores[side]}" for side in state.sides)
    if not game.winners:
        return _say("drawn", lang, scores=scores)
    players = " / ".join(side_players(state, side, lang) for side in game.winners)
    if len(game.winners) > 1:
        return _say("shared", lang, players=players, scores=scores)
    if game.won_at.stage == END_OF_MATCH:
        return _say("won", lang, players=players, scores=scores)
    trick = f"_{'trick' if game.won_at.trick else 'hand'}"
    return _say(f"won{trick}", lang, players=players, scores=scores, hand=game.won_at.hand, trick=game.won_at.trick)


def _result(state: MatchState, lang: str) -> str:
    if not state.match_over:
        return _say("goes_on", lang)
    winner = state.match_winner
    if winner is None:
        return _outcome(state, state.games[-1], lang)
    if state.variant.match == "single":
        return _say("result", lang, players=side_players(state, winner, lang))
    games = ", ".join(f"{side} {number}" for side, number in state.games_won.items())
    return _say("result_games", lang, players=side_players(state, winner, lang), games=games)
