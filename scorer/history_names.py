"""Which players and variants the matches of a log have, and whom a name means that somebody wrote."""

from collections.abc import Mapping
from typing import NamedTuple

from scorer.log_summaries import Progress, summaries
from scorer.match_summary import MatchSummary
from scorer.matchlog import MatchLog
from scorer.names import plain_name, same_name


class Known(NamedTuple):
    """``players``: each name of the log as it was written last, by how it is compared. ``variants``: title by id."""

    players: Mapping[str, str]
    variants: Mapping[str, str]


def known_names(log: MatchLog, progress: Progress | None = None) -> Known:
    """The names that the matches of the log have. Raises `LogError` for a fault of the file."""
    players: dict[str, str] = {}
    variants: dict[str, str] = {}
    for found in summaries(log, progress, with_hands=False):
        if isinstance(found, MatchSummary):
            variants.setdefault(found.variant, found.title)
            for name in found.names:
                if key := same_name(name):
                    players.setdefault(key, name)
    return Known(players, variants)


def meant(name: str, players: Mapping[str, str]) -> tuple[str, ...]:
    """Whom a name means among `Known.players`: the one of that name, else all who are called so without accents."""
    key = same_name(name)
    if key in players:
        return (players[key],)
    return tuple(players[other] for other in sorted(players) if plain_name(other) == plain_name(key))
