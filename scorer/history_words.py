"""A match of the history in words: who played whom, and how it ended."""

from collections.abc import Sequence

from scorer.events import Correction
from scorer.match_summary import MatchSummary
from scorer.names import shown_name
from scorer.texts import phrase, side_words

UUID_LENGTH = 36
SHORT = 8
"""So many signs of a UUID are shown."""


def short_id(match_id: str) -> str:
    """The beginning of a UUID, with the number of the copy: ``1b4e28ba~2``; an older id stays whole."""
    start, mark, copy = match_id.partition("~")
    return shown_name(start[:SHORT] + mark + copy if len(start) == UUID_LENGTH else match_id)


def side_names(summary: MatchSummary, side: str, lang: str = "") -> str:
    """The players of a side by name; a seat without a name by its word."""
    seats = [seat for seat in summary.seats if seat in side]
    names = [shown_name(name) for name in summary.players(side)]
    return listed([name or side_words(seat, lang) for seat, name in zip(seats, names, strict=True)], lang)


def listed(names: Sequence[str], lang: str = "") -> str:
    """``Ann``, ``Ann and Bob``, ``Ann, Bob and Cyril``."""
    if len(names) < 2:
        return "".join(names)
    return _said("and", lang, first=", ".join(names[:-1]), last=names[-1])


def players_words(summary: MatchSummary, lang: str = "") -> str:
    """Who played whom and who won: ``Ann and Bob beat Cyril and Dot``; one that isn't over says ``against``."""
    sides = _sides(summary)
    names = [side_names(summary, side, lang) for side in sides]
    code, first = "against", 1
    if summary.finished:
        shared = 1 < len(summary.winners) < len(sides)
        code = "shared" if shared else "beat" if len(summary.winners) == 1 else "drew"
        first = len(summary.winners) if shared else 1
    names = [side_names(summary, side, lang) for side in sides]
    return _said(code, lang, names=listed(names[:first], lang), others=listed(names[first:], lang))


def result_words(summary: MatchSummary, *, running: bool = False, lang: str = "") -> str:
    """The result, the side named first in `players_words` first: ``91-67``, ``2-1 legs``, ``45-30, running``."""
    order = [summary.sides.index(side) for side in _sides(summary)]
    score = "-".join(str(summary.scores[place]) for place in order)
    if not summary.single:
        games = "-".join(str(summary.games_won[place]) for place in order)
        won = _said(f"{summary.unit}s", lang, games=games)
        score = won if summary.finished else f"{won}, {score}"
    if summary.finished:
        return score
    return _said("running" if running else "unfinished", lang, score=score)


def said_by(correction: Correction) -> str:
    """Who asked for a correction and why, to stand after its word: `` (Ann: misread)``; empty where nobody said."""
    told = ": ".join(shown_name(part) for part in (correction.by, correction.reason) if part.strip())
    return f" ({told})" if told else ""


def _sides(summary: MatchSummary) -> tuple[str, ...]:
    """The sides with the winners first."""
    return (*summary.winners, *(side for side in summary.sides if side not in summary.winners))


def _said(code: str, lang: str, **params: str) -> str:
    return phrase(code, params, lang, "history")
