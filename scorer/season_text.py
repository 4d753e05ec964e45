"""A season as the text of its file: written anew, or changed where it has changed."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import tomlkit
from tomlkit.items import Array, Table

from scorer.season import Fixture, Game, Season

_HEAD = "A season of a Don league. Edit it by hand as you like (docs/league.md); comments stay."

Entries = dict[str, Any]


def new_text(season: Season) -> str:
    """The whole file of a season."""
    document = tomlkit.document()
    document.add(tomlkit.comment(_HEAD))
    entries = _season(season)
    fixtures = entries.pop("fixtures")
    for key, value in entries.items():
        if isinstance(value, dict):
            document.add(tomlkit.nl())
        document.add(key, tomlkit.item(value))
    text = tomlkit.dumps(document)
    return text + "".join(_fixture_text(entry) for entry in fixtures)


def changed_text(text: str, season: Season) -> str:
    """The text of the file with what has changed in the season; the rest stays as it was written.

    Fixtures are known by their place: more than there were come last. Where some have gone, the text does not say so;
    the caller compares.
    """
    document: Any = tomlkit.parse(text)
    entries = _season(season)
    fixtures = entries.pop("fixtures")
    plain = document.unwrap()
    for key, value in entries.items():
        _change(document, plain, key, value)
    there = document.get("fixtures", [])
    for place, (entry, old) in enumerate(zip(fixtures, plain.get("fixtures", []), strict=False)):
        for key in _FIXTURE_KEYS:
            if key == "games" and "games" in entry and "games" in old:
                _change_games(there[place]["games"], old["games"], entry["games"])
            elif key in entry:
                _change(there[place], old, key, _games(entry[key]) if key == "games" else entry[key])
            elif key in old:
                del there[place][key]
    more = "".join(_fixture_text(entry) for entry in fixtures[len(there) :])
    return f"{tomlkit.dumps(document).rstrip()}\n{more}" if more else tomlkit.dumps(document)


def _change(table: Any, old: Mapping[str, Any], key: str, value: Any) -> None:
    """Set what is not there already, or is there in another way."""
    if isinstance(value, dict) and key in old:
        for name, entry in value.items():
            _change(table[key], old[key], name, entry)
    elif key not in old or old[key] != value:
        _set(table, key, value)


def _set(table: Any, key: str, value: Any) -> None:
    """Set an entry; a new one comes before what stands between this section and the next, which is about that one."""
    after = []
    if isinstance(table, Table) and key not in table:
        body = table.value.body
        while body and body[-1][0] is None:
            after.append(body.pop()[1])
    table[key] = value
    for item in reversed(after):
        table.add(item)


def _change_games(array: Any, old: Sequence[Any], games: Sequence[Entries]) -> None:
    """The games of a fixture line by line, so that the comments of the others stay."""
    for place, (game, there) in enumerate(zip_longest(games, old)):
        if there is None:
            array.append(_game_line(game))
        elif game is None:
            del array[-1]
        elif game != _plain_game(there):
            array[place] = _game_line(game)


def _plain_game(entry: Entries) -> Entries:
    """A game as it is written here: one that forfeits stands alone."""
    forfeit = entry.get("forfeit")
    return {**entry, "forfeit": [forfeit]} if isinstance(forfeit, str) else entry


def _fixture_text(entry: Entries) -> str:
    table = tomlkit.table()
    for key, value in entry.items():
        table.add(key, _games(value) if key == "games" else value)
    return f"\n[[fixtures]]\n{table.as_string()}"


def _games(games: Sequence[Entries]) -> Array:
    """One game a line."""
    array = tomlkit.array()
    for game in games:
        array.append(_game_line(game))
    return array.multiline(True)


def _game_line(game: Entries) -> Any:
    line = tomlkit.inline_table()
    line.update(game)
    return line


# The season as plain entries, what is empty left out

_FIXTURE_KEYS = ("date", "home", "away", "note", "games")


def _season(season: Season) -> Entries:
    entries: Entries = {"name": season.name}
    if season.note:
        entries["note"] = season.note
    entries |= {"variant": season.variant, "points": f"{season.points.game}+{season.points.match}"}
    if season.options:
        entries["options"] = dict(season.options)
    entries["teams"] = {team: list(players) for team, players in season.teams.items()}
    entries["fixtures"] = [dict(_fixture(fixture)) for fixture in season.fixtures]
    return entries


def _fixture(fixture: Fixture) -> Iterator[tuple[str, Any]]:
    yield from (("date", fixture.date), ("home", fixture.home), ("away", fixture.away))
    if fixture.note:
        yield "note", fixture.note
    games = [dict(_game(game)) for game in fixture.games]
    while games and not games[-1]:
        games.pop()
    if games:
        yield "games", games


def _game(game: Game) -> Iterator[tuple[str, Any]]:
    if game.forfeits:
        yield "forfeit", list(game.forfeits)
    elif game.won:
        yield "won", game.won
    for side, pair in (("home", game.home), ("away", game.away)):
        if pair is not None:
            yield side, list(pair)
    if game.match:
        yield "match", game.match
