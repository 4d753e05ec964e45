"""`don league result`: a game of a fixture entered by hand."""

from __future__ import annotations

import argparse
from dataclasses import replace

from don import status
from don.league_asking import Asker, league_log, named_fixture, within_rules
from don.league_from_log import from_log
from don.league_show import game_words, show_fixture
from scorer.history_words import short_id
from scorer.league import GAMES, Pair
from scorer.log_league import found_in, logged_match
from scorer.season import Fixture, Game, Season, forfeited, place_of
from scorer.season_checks import check_season
from scorer.season_file import SeasonFile, load_season, save_season
from scorer.texts import say

BOTH = "both"


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
        return from_log(args, file, asker)
    if args.home is None or args.away is None:
        raise status.UsageError("Name the two teams of the match, the home team first.")
    return _by_hand(args, file, asker)


# By hand


def _by_hand(args: argparse.Namespace, file: SeasonFile, asker: Asker) -> int:
    fixture = named_fixture(args, file.season)
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
    agreed = agreed and within_rules(fixture, changed, asker)
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
        number: int = args.game
        return forfeited(fixture, number, _who_forfeits(season, fixture, args.forfeit)).games[number - 1]
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


def _who_forfeits(season: Season, fixture: Fixture, text: str) -> tuple[str, ...]:
    return fixture.teams if text.strip().casefold() == BOTH else (_side(season, fixture, text),)


def _logged_game(args: argparse.Namespace, file: SeasonFile, fixture: Fixture, said: Game, asker: Asker) -> Game:
    """The game as a match of the log tells it; what it doesn't tell has to be said."""
    with league_log(args) as log:
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
