"""The fixtures of a season: everybody plays everybody, one round an evening (the circle method)."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from scorer.season import Fixture

Round = tuple[tuple[str, str], ...]
"""The matches of an evening, the home team first."""


def rounds(teams: Sequence[str], *, twice: bool = False) -> tuple[Round, ...]:
    """Everybody against everybody once, or ``twice``, home and away.

    Each team plays once a round; with an odd number one has a bye. In a single series a team is at home as often as
    away, or once more or less; in a double one exactly as often.
    """
    first = _single(teams)
    turned = tuple(tuple((away, home) for home, away in played) for played in first)
    return first + turned if twice else first


def _single(teams: Sequence[str]) -> tuple[Round, ...]:
    """One team stays in its place while the others move round; an empty place is a bye."""
    places: list[str | None] = [*teams, *([None] if len(teams) % 2 else [])]
    circle, fixed = places[:-1], places[-1]
    count = len(circle)
    found: list[Round] = []
    for number in range(count):
        pairs = [(circle[number], fixed) if number % 2 else (fixed, circle[number])]
        for step in range(1, len(places) // 2):
            ahead, behind = circle[(number + step) % count], circle[(number - step) % count]
            pairs.append((ahead, behind) if step % 2 else (behind, ahead))
        found.append(tuple((home, away) for home, away in pairs if home is not None and away is not None))
    return tuple(found)


def fixtures_from(
    teams: Sequence[str], first: date, every: int = 7, *, twice: bool = False, skip: Iterable[date] = ()
) -> tuple[Fixture, ...]:
    """The fixtures of a season that begins on ``first``, one round every so many days.

    A day in ``skip`` has no play: its round and the later ones come ``every`` days later. `OverflowError` beyond the
    year 9999.
    """
    free, day, found = set(skip), first, []
    for played in rounds(teams, twice=twice):
        while day in free:
            day += timedelta(days=every)
        found += [Fixture(day, home, away) for home, away in played]
        day += timedelta(days=every)
    return tuple(found)
