"""`don league result --from-log`: the games of fixtures as the match log has them."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from don import status
from don.league_asking import Asker, league_log, named_fixture, within_rules
from don.league_show import show_fixture
from don.options import parse_day
from scorer.history_words import short_id
from scorer.league import FORFEITED_BY_FOUR, GAMES
from scorer.log_league import EveningMatch, Found, entered, games_found, too_many
from scorer.matchlog import MatchLog
from scorer.season import Fixture, Season, forfeited, forfeits_third, place_of
from scorer.season_file import SeasonFile, save_season
from scorer.texts import say


def from_log(args: argparse.Namespace, file: SeasonFile, asker: Asker) -> int:
    """Enters what the log has. Raises `UsageError`, `LeagueError`, `LogError`, `PersonNeededError`."""
    season = file.season
    wanted = _wanted(args, season)
    days = {fixture.date for fixture in wanted}
    with league_log(args) as log:
        ids = {match_id: verdict for verdict in ("count", "leave_out") for match_id in _ids(log, vars(args)[verdict])}
        around = [fixture for fixture in season.fixtures if fixture.date in days]
        found, broken = games_found(log, season, file.rules, around)
    agreed: dict[str, list[Found]] = {}
    dropped: list[tuple[Found, str]] = []
    for one in found:
        if one.left is not None:
            dropped.append((one, say(one.left.code, one.left.params)))
        elif one.fixture in wanted and _counts(one, ids, asker):
            agreed.setdefault(place_of(one.fixture), []).append(one)
        elif one.fixture in wanted:
            dropped.append((one, _declined(one)))
    changes = []
    for fixture in wanted:
        mine = agreed.get(place_of(fixture), [])
        change = _change(season, fixture, mine, asker)
        for one in mine:
            if change is None or one in change.declined:
                dropped.append((one, _declined(one)))
            elif one not in change.taken:
                dropped.append((one, "No open game names these players."))
        changes += [change] if change is not None and change.new != fixture else []
    asker.close()
    for change in changes:
        season = season.with_fixture(change.old, change.new)
    if changes:
        save_season(file, season)
    for change in changes:
        show_fixture(season, change.new, change.numbers, dated=True)
        print()
    _show_rest(season, wanted, dropped, broken)
    if not changes:
        print("Nothing new in the log.")
    return status.DONE


def _wanted(args: argparse.Namespace, season: Season) -> list[Fixture]:
    """The fixtures asked for: one, those of a day, or all."""
    if args.away is not None:
        return [named_fixture(args, season)]
    if args.home is not None:
        raise status.UsageError("Name both teams of the match, or none for all matches.")
    day = parse_day("--date", args.date) if args.date else None
    found = [fixture for fixture in season.fixtures if day in (None, fixture.date)]
    if not found:
        raise status.UsageError(f"{args.file} has no fixtures{f' on {day}' if day else ''}.")
    return found


def _declined(one: Found) -> str:
    """That the person, or an argument, said no to it."""
    return "It was said not to count." if one.number is None else f"Game {one.number} stays as it was entered."


def _ids(log: MatchLog, texts: list[str]) -> list[str]:
    return [log.find(text) for text in texts]


def _counts(one: Found, ids: dict[str, str], asker: Asker) -> bool:
    """Whether the match counts: said in the arguments, free of doubt, or agreed by the person."""
    said = ids.get(one.match.match_id)
    if said is not None:
        return said == "count"
    assert one.fixture is not None, "only a match of a fixture can count"
    named = _named(one.match)
    return all(
        asker.yes(
            f"{place_of(one.fixture)}: {named}, won by {one.game.won}. {say(doubt.code, doubt.params)}",
            "Change it?" if one.number else "Does it count?",
        )
        for doubt in one.doubts
    )


@dataclass(frozen=True)
class Change:
    """A fixture before and after, the games that are new, the matches they are, and those the person won't have."""

    old: Fixture
    new: Fixture
    numbers: list[int]
    taken: list[Found]
    declined: list[Found]


def _change(season: Season, fixture: Fixture, found: list[Found], asker: Asker) -> Change | None:
    """The fixture with its matches of the log; None where the person won't have it. Raises `UsageError`."""
    if not found:
        return None
    four = forfeits_third(season, fixture)
    ready = fixture
    if four and entered(fixture, found)[0].games[FORFEITED_BY_FOUR - 1].done:
        who = f"a team of only four players forfeits game {FORFEITED_BY_FOUR} ({', '.join(four)})"
        question = f"{place_of(fixture)}: {who}."
        if asker.yes(question, "Enter that?"):
            ready = forfeited(fixture, FORFEITED_BY_FOUR, four)
        elif asker.silent:
            return None
    chosen = _with_room(ready, found, asker)
    new, taken = entered(ready, chosen)
    if not within_rules(fixture, new, asker):
        return None
    numbers = [number for number in range(1, GAMES + 1) if new.games[number - 1] != fixture.games[number - 1]]
    return Change(fixture, new, numbers, [one for _, one in taken], [one for one in found if one not in chosen])


def _with_room(fixture: Fixture, found: list[Found], asker: Asker) -> list[Found]:
    """The matches for which there are games open: where there are more, the person picks. Raises `UsageError`."""
    crowd = too_many(fixture, found)
    if crowd is None:
        return found
    sentence = say(crowd.code, crowd.params)
    if asker.silent:
        names = ", ".join(_named(one.match) for one in found)
        asker.open.append(f"{sentence} Which count: {names}?")
        return []
    print(sentence)
    found = [one for one in found if asker.yes(f"   {_named(one.match)}, won by {one.game.won}.", "Does it count?")]
    if too_many(fixture, found):
        raise status.UsageError("These are still more matches than games, so nothing is entered.")
    return found


def _named(match: EveningMatch) -> str:
    return f"{match.players} [{short_id(match.match_id)}]"


def _show_rest(
    season: Season, wanted: list[Fixture], dropped: list[tuple[Found, str]], broken: tuple[str, ...]
) -> None:
    """The matches of these evenings that count for nothing, and why, as far as they concern these teams."""
    teams = {team for fixture in wanted for team in fixture.teams}
    lines = []
    for one, why in dropped:
        names = [name for pair in one.match.names.values() for name in pair]
        if any(season.team_of(name) in teams for name in names) or not any(names):
            lines.append(f"   {one.match.evening}  {_named(one.match)}: {why}")
    lines += [f"   {sentence}" for sentence in broken]
    if lines:
        print("Not counted:")
        print("\n".join(lines))
