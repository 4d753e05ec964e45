"""One match of the history in words: its sides and their result, its facts, its hands, what goes when it is deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mobile.past_matches import copy_words, day_text, time_text_utc
from mobile.texts import label
from mobile.theme import SIDE_MARKS, SUIT_GLYPHS
from mobile.wording import player_name, side_name
from scorer.hand import HandRecord, pegged_in_tricks
from scorer.history import copies
from scorer.history_words import players_words, short_id
from scorer.log_pictures import pictures
from scorer.log_summaries import OF_ONE_MATCH, summary_of
from scorer.match import MatchState
from scorer.match_summary import MatchSummary
from scorer.matchlog import LogError, MatchLog
from scorer.names import shown_name
from scorer.seats import Side


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side of a match: its mark, its players, its score, and what else is to be said of it."""

    mark: str
    names: str
    score: str
    detail: str
    won: bool


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand that is over: its number, who pitched and what was trumps, its figures, the scores after it."""

    number: int
    title: str
    detail: str
    value: str


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match of the log as it stands. Make it with `look_at`."""

    match_id: str
    summary: MatchSummary
    state: MatchState
    facts: tuple[str, ...]
    running: bool

    @property
    def sides(self) -> tuple[SideRow, ...]:
        """The sides in their order."""
        return tuple(_side_row(self, place, side) for place, side in enumerate(self.state.sides))

    @property
    def hands(self) -> tuple[HandRow, ...]:
        """The hands that are over, in order."""
        return tuple(_hand_row(self.state, hand) for hand in self.state.hands)

    @property
    def players(self) -> tuple[str, ...]:
        """Those who have names."""
        return tuple(name for name in self.summary.names if name.strip())


def look_at(log: MatchLog, match_id: str) -> PastMatch:
    """A match of the log. Raises `LogError` where it can't be followed or is not there."""
    summary = summary_of(log, match_id)
    try:
        running = log.running_match() == match_id
    except LogError:
        running = False  # the match written last is another one, and can't be followed
    return PastMatch(match_id, summary, log.state(match_id), tuple(_facts(log, summary, running)), running)


def _facts(log: MatchLog, summary: MatchSummary, running: bool) -> list[str]:
    facts = [" · ".join(part for part in (time_text_utc(summary.began_at), shown_name(summary.place)) if part)]
    facts.append(shown_name(summary.title))
    if not summary.finished:
        facts.append(label("match_running" if running else "match_unfinished"))
    facts.append(copy_words(copies(log).get(summary.match_id)))
    if summary.corrections:
        facts.append(label("corrections_of_match", count=summary.corrections))
    return [fact for fact in facts if fact]


def _side_row(match: PastMatch, place: int, side: Side) -> SideRow:
    summary = match.summary
    won = summary.finished and side in summary.winners
    parts = []
    if won:
        parts.append(label("side_won" if len(summary.winners) == 1 else "side_shares"))
    if not summary.single:
        parts.append(
            label({"leg": "past_legs_won"}.get(summary.unit, "past_games_won"), count=summary.games_won[place])
        )
    return SideRow(
        SIDE_MARKS[place % len(SIDE_MARKS)],
        side_name(match.state, side),
        str(summary.scores[place]),
        " · ".join(parts),
        won,
    )


def _hand_row(state: MatchState, hand: HandRecord) -> HandRow:
    trump = SUIT_GLYPHS[hand.trump.value] if hand.trump else ""
    pitched = label("pitched", name=player_name(state, hand.pitcher))
    title = f"{label('hand_n', hand=hand.number)} {trump}".strip() + f" · {pitched}"
    if hand.ended == "void":
        return HandRow(hand.number, title, label("hand_void"), _figures(state, hand.scores_after))
    told = hand.count.points if hand.count else pegged_in_tricks(hand, state.variant)
    parts = [label("hand_tricks", points=_figures(state, told))]
    if hand.game_count is not None:
        parts.append(label("hand_count", points=_figures(state, hand.game_count)))
    if hand.bonus_parts:
        gained = dict.fromkeys(state.sides, 0)
        for _, side, points in hand.bonus_parts:
            gained[side] += points
        parts.append(label("hand_bonus", points=_figures(state, gained)))
    return HandRow(hand.number, title, " · ".join(parts), _figures(state, hand.scores_after))


def _figures(state: MatchState, figures: Mapping[Side, int]) -> str:
    return "-".join(str(figures[side]) for side in state.sides)


def _named(log: MatchLog, match_id: str, began_at: str) -> str:
    """Which match it is; of one that can't be followed only the day is known."""
    try:
        players = players_words(summary_of(log, match_id))
    except LogError as error:
        if error.code not in OF_ONE_MATCH:
            raise
        return label("broken_match", day=day_text(began_at))
    return label("delete_what", players=players, day=day_text(began_at))


def delete_words(log: MatchLog, match_id: str) -> list[str]:
    """What goes when the match is deleted, and what stays, a sentence each. Raises `LogError`."""
    known = next((match for match in log.matches() if match.match_id == match_id), None)
    if known is None:
        raise LogError("LOG_NO_SUCH_MATCH", path=str(log.path), match=match_id)
    kept = len(pictures(log, match_id))
    lines = [_named(log, match_id, known.began_at_utc), label("delete_entries", count=known.events)]
    if kept:
        lines.append(label("delete_pictures", count=kept))
    others = [short_id(name) for name, copy in copies(log).items() if copy.of == match_id]
    if others:
        lines.append(label("delete_others", matches=", ".join(others)))
    return [*lines, label("delete_backups")]
