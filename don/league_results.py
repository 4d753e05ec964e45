"""`don league result`: the games of a fixture, entered by hand or taken from the match log."""

from __future__ import annotations

import argparse
from dataclasses import replace

from don import status
from don.league_season import parse_day
from don.league_show import game_words, short_id, show_fixture
from don.options import log_path, opened_log
from don.terminal import confirmed
from scorer.league import GAMES, Pair
from scorer.log_league import Found, LoggedMatch, entered, found_in, games_found, logged_match, too_many
from scorer.matchlog import MatchLog
from scorer.season import Fixture, Game, Season, place_of
from scorer.season_checks import check_season
from scorer.season_file import SeasonFile, load_season, save_season
from scorer.texts import say

BOTH = "both"


class Asker:
    """Asks yes or no; where nobody is to be asked, collects the questions instead."""

    def __init__(self, *, silent: bool) -> None:
        self.silent = silent
        self.open: list[str] = []

    def yes(self, question: str, action: str) -> bool:
        """Whether the person says yes to ``action``. Raises `PersonNeededError` at the end of the input."""
        if self.silent:
            self.open.append(f"{question} {action}")
            return False
        return confirmed(f"{question} {action}", yes=False)

    def close(self) -> None:
        """Raises `PersonNeededError` if a question is open."""
        if self.open:
            raise status.PersonNeededError(self.open)


def result(args: argparse.Namespace) -> int:
    """Enters results. Raises `UsageError`, `LeagueError`, `LogError`, `PersonNeededError`."""
    file = load_season(args.file)
    asker = Asker(silent=args.no_input)
    by_hand = args.game is not None or args.won or args.pairs or args.forfeit or args.clear or args.match
    if args.from_log and by_hand:
        raise status.UsageError("--from-log takes the games from the log: leave out --game and what belongs to it.")
    if (args.count or args.leave_out) and not args.from_log:
        raise status.UsageError("--count and --leave-out are for games taken from the log: add --from-log.")
    if args.from_log:
        return _from_log(args, file, asker)
    if args.home is None or args.away is None:
        raise status.UsageError("Name the two teams of the match, the home team first.")
    return _by_hand(args, file, asker)


def _log(args: argparse.Namespace) -> MatchLog:
    """The match log, which has to be there: an empty one has no games. Raises `UsageError`, `LogError`."""
    if not log_path(args.log).exists():
        raise status.UsageError(f"There is no match log {log_path(args.log)}: name it with --log, or import matches.")
    return opened_log(args.log)


def _fixture(args: argparse.Namespace, season: Season) -> Fixture:
    day = parse_day("--date", args.date) if args.date else None
    return season.fixture(season.team(args.home), season.team(args.away), day)


# By hand


def _by_hand(args: argparse.Namespace, file: SeasonFile, asker: Asker) -> int:
    fixture = _fixture(args, file.season)
    if args.game is None or not 1 <= args.game <= GAMES:
        raise status.UsageError(f"Say which game it is: --game 1 to {GAMES}.")
    old = fixture.games[args.game - 1]
    game = _game(args, file, fixture, old, asker)
    changed = fixture.with_game(args.game, game)
    season = file.season.with_fixture(fixture, changed)
    check_season(season)
    agreed = True
    if old.done and game != old:
        question = f"{place_of(fixture, args.game)} is entered: {game_words(old)}."
        agreed = asker.yes(question, f"Change it to {game_words(game)}?")
    agreed = agreed and _within_rules(fixture, changed, asker)
    asker.close()
    if not agreed:
        print("Nothing is changed.")
        return status.DONE
    save_season(file, season)
    show_fixture(season, changed, () if game == old else (args.game,), dated=True)
    return status.DONE


def _game(args: argparse.Namespace, file: SeasonFile, fixture: Fixture, old: Game, asker: Asker) -> Game:
    """The game that the arguments describe; who plays stays as entered where nothing is said."""
    if args.clear:
        if args.won or args.pairs or args.forfeit or args.match:
            raise status.UsageError("--clear takes the game out again: leave out the rest.")
        return Game()
    season = file.season
    pairs = _pairs(args, season, fixture)
    if args.forfeit:
        if args.won or args.match or args.pairs:
            raise status.UsageError("A game that is forfeited is won by the other team: leave out the rest.")
        return _forfeited(season, fixture, args.forfeit, old)
    if not args.won and not args.pairs and not args.match:
        raise status.UsageError("Say what to enter: --won, --pairs, --forfeit, --match or --clear.")
    won = _side(season, fixture, args.won) if args.won else ""
    if args.match:
        return _logged_game(args, file, fixture, Game(*pairs, won) if pairs else Game(won=won), asker)
    home, away = pairs or (old.home, old.away)
    return Game(home, away, won or ("" if old.forfeits else old.won), old.match if won in ("", old.won) else "")


def _side(season: Season, fixture: Fixture, text: str) -> str:
    """`home`, `away` or the name of one of the two teams. Raises `UsageError`, `LeagueError`."""
    word = text.strip().casefold()
    if word in ("home", "away"):
        return fixture.home if word == "home" else fixture.away
    team = season.team(text)
    if team not in fixture.teams:
        raise status.UsageError(f"{team} doesn't play in {place_of(fixture)}: name home, away or one of the two.")
    return team


def _pairs(args: argparse.Namespace, season: Season, fixture: Fixture) -> tuple[Pair, Pair] | None:
    """The two pairs, the home team's first. Raises `UsageError`, `LeagueError`."""
    if not args.pairs:
        return None
    found: list[Pair] = []
    for team, text in zip(fixture.teams, args.pairs, strict=True):
        names = [name for name in (" ".join(part.split()) for part in text.split(",")) if name]
        if len(names) != 2:
            raise status.UsageError(f'--pairs: {text!r} is no pair of {team}: write two names, such as "Ann, Bob".')
        found.append((season.player(team, names[0]), season.player(team, names[1])))
    return found[0], found[1]


def _forfeited(season: Season, fixture: Fixture, text: str, old: Game) -> Game:
    if text.strip().casefold() == BOTH:
        return Game(forfeits=fixture.teams)
    team = _side(season, fixture, text)
    home = None if team == fixture.home else old.home
    away = None if team == fixture.away else old.away
    return Game(home, away, next(other for other in fixture.teams if other != team), forfeits=(team,))


def _logged_game(args: argparse.Namespace, file: SeasonFile, fixture: Fixture, said: Game, asker: Asker) -> Game:
    """The game as a match of the log tells it; what it doesn't tell has to be said."""
    with _log(args) as log:
        match = logged_match(log, log.find(args.match), fixture.date)
    if not match.over:
        raise status.UsageError(f"The match {short_id(match.match_id)} is not over, so it has no result.")
    found = found_in(file.season, file.rules, [fixture], match)
    if found.left is not None:
        if not said.won or said.home is None:
            why = say(found.left.code, found.left.params)
            raise status.UsageError(
                f"The match {short_id(match.match_id)} has no result here. {why} Say --won and --pairs."
            )
        return replace(said, match=match.match_id)
    if said.won not in ("", found.game.won):
        raise status.UsageError(f"By the log {found.game.won} won the match {short_id(match.match_id)}: check --won.")
    for doubt in found.doubts:
        if not asker.yes(say(doubt.code, doubt.params), "Does it count?"):
            asker.close()
            raise status.UsageError("Nothing is changed.")
    return replace(found.game, home=said.home or found.game.home, away=said.away or found.game.away)


def _within_rules(old: Fixture, new: Fixture, asker: Asker) -> bool:
    """Whether nothing new is against the rules of the league, or the person enters it all the same."""
    before = {fault for faults in old.faults().values() for fault in faults}
    fresh = [fault for faults in new.faults().values() for fault in faults if fault not in before]
    if not fresh:
        return True
    sentences = " ".join(say(fault.code, fault.params) for fault in fresh)
    return asker.yes(f"{place_of(new)}: {sentences}", "Enter it all the same?")


# From the log


def _from_log(args: argparse.Namespace, file: SeasonFile, asker: Asker) -> int:
    season = file.season
    wanted = _wanted(args, season)
    days = {fixture.date for fixture in wanted}
    with _log(args) as log:
        ids = {match_id: verdict for verdict in ("count", "leave_out") for match_id in _ids(log, vars(args)[verdict])}
        around = [fixture for fixture in season.fixtures if fixture.date in days]
        found, broken = games_found(log, season, file.rules, around)
    agreed: dict[str, list[Found]] = {}
    dropped = []
    for one in found:
        if one.left is not None:
            dropped.append(one)
        elif one.fixture in wanted and _counts(one, ids, asker):
            agreed.setdefault(place_of(one.fixture), []).append(one)
    for fixture in wanted:
        agreed[place_of(fixture)] = _with_room(fixture, agreed.get(place_of(fixture), []), asker)
    changes, dropped_too = _changes(wanted, agreed, asker)
    asker.close()
    for old, new, _ in changes:
        season = season.with_fixture(old, new)
    if changes:
        save_season(file, season)
    for _, new, numbers in changes:
        show_fixture(season, new, numbers, dated=True)
        print()
    _show_rest(season, wanted, [*dropped, *dropped_too], broken)
    if not changes:
        print("Nothing new in the log.")
    return status.DONE


def _wanted(args: argparse.Namespace, season: Season) -> list[Fixture]:
    """The fixtures asked for: one, those of a day, or all."""
    if args.away is not None:
        return [_fixture(args, season)]
    if args.home is not None:
        raise status.UsageError("Name both teams of the match, or none for all matches.")
    day = parse_day("--date", args.date) if args.date else None
    found = [fixture for fixture in season.fixtures if day in (None, fixture.date)]
    if not found:
        raise status.UsageError(f"{args.file} has no fixtures{f' on {day}' if day else ''}.")
    return found


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


Change = tuple[Fixture, Fixture, list[int]]


def _changes(wanted: list[Fixture], agreed: dict[str, list[Found]], asker: Asker) -> tuple[list[Change], list[Found]]:
    """Each fixture before and after, with the games that are new; and the matches for which no game was free."""
    changes, dropped = [], []
    for fixture in wanted:
        found = agreed[place_of(fixture)]
        new, taken = entered(fixture, found)
        dropped += [one for one in found if all(one is not other for _, other in taken)]
        if new != fixture and _within_rules(fixture, new, asker):
            changes.append((fixture, new, [number for number, _ in taken]))
    return changes, dropped


def _named(match: LoggedMatch) -> str:
    return f"{match.players} [{short_id(match.match_id)}]"


def _show_rest(season: Season, wanted: list[Fixture], dropped: list[Found], broken: tuple[str, ...]) -> None:
    """The matches of these evenings that count for nothing, and why, as far as they concern these teams."""
    teams = {team for fixture in wanted for team in fixture.teams}
    lines = []
    for one in dropped:
        names = [name for pair in one.match.names.values() for name in pair]
        if any(season.team_of(name) in teams for name in names) or not any(names):
            why = "No open game names these players." if one.left is None else say(one.left.code, one.left.params)
            lines.append(f"   {one.match.evening}  {_named(one.match)}: {why}")
    lines += [f"   {sentence}" for sentence in broken]
    if lines:
        print("Not counted:")
        print("\n".join(lines))
