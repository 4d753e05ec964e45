"""What people look at before they say yes to a change of the record: score before → after, sentences, questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mobile.corrections import Plan
from mobile.naming import with_names
from mobile.texts import label
from mobile.wording import card_glyphs, side_name
from scorer.change_words import change_sentences
from scorer.disputes import Change, GameChange
from scorer.events import Event, Play, Trick
from scorer.match import MatchState
from scorer.seats import Side
from scorer.texts import phrase


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One side's score in the old record and in the new one."""

    side: Side
    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """The scores of one game; the heading names it where it is not the one in play."""

    heading: str
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change in words.

    ``question``: what must be answered with yes before anything else, because cards move to other players (empty:
    nothing). ``dropped``: later entries that no longer count, in words. ``agreement``: the sides that must all agree.
    """

    title: str
    scores: tuple[ScoreChange, ...]
    sentences: tuple[str, ...]
    question: str = ""
    dropped: tuple[str, ...] = ()
    agreement: tuple[Side, ...] = ()


def view_of_change(title: str, change: Change, agreement: tuple[Side, ...] = ()) -> ChangeView:
    """A change that asks for no further answer."""
    return ChangeView(title, tuple(_scores(change)), _sentences(change), agreement=agreement)


def view_of_plan(title: str, plan: Plan) -> ChangeView:
    """A correction or a recount, with all that its plan asks people."""
    state = plan.change.before
    dropped = tuple(entry_words(state, event) for _, event in plan.dropped)
    question = label("seats_move_question") if plan.seats_move else ""
    scores, sentences = tuple(_scores(plan.change)), _sentences(plan.change)
    return ChangeView(title, scores, sentences, question, dropped, plan.agreement)


def entry_words(state: MatchState, event: Event) -> str:
    """An entry of the record in a few words, with its cards."""
    words = phrase(event.kind, {}, table="events")
    words = words[:1].upper() + words[1:]
    if isinstance(event, Trick):
        return f"{words}: {' '.join(card_glyphs(card) for card in event.cards)}"
    if isinstance(event, Play):
        return with_names(state, f"{words}: {card_glyphs(event.card)}")
    return words


def _sentences(change: Change) -> tuple[str, ...]:
    return tuple(with_names(change.before, sentence) for sentence in change_sentences(change))


def _scores(change: Change) -> Iterator[ScoreChange]:
    """The games with another score; where none has one, the game in play as it stands."""
    for game in change.games:
        yield _score_of(change, game)
    if not change.games:
        state = change.after
        lines = (
            ScoreLine(side, side_name(state, side), state.scores[side], state.scores[side]) for side in state.sides
        )
        yield ScoreChange("", tuple(lines))


def _score_of(change: Change, game: GameChange) -> ScoreChange:
    state = change.after
    before, after = (one.scores if one is not None else None for one in (game.before, game.after))
    lines = tuple(
        ScoreLine(side, side_name(state, side), before[side] if before else 0, after[side] if after else 0)
        for side in state.sides
    )
    several = game.number != state.game.number or len(change.games) > 1
    unit = "leg_n" if state.variant.match.endswith("legs") else "game_n"
    return ScoreChange(label(unit, game=game.number) if several else "", lines)
