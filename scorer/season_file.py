"""The file of a season: TOML that a league secretary can read and edit, form in docs/league.md.

It is changed in place, so that comments and the order of things written by hand stay.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from tomlkit.exceptions import TOMLKitError

from scorer.frozenmap import FrozenMap
from scorer.house_rules import load_house_rules
from scorer.league import GAMES, WALTON, LeagueError, LeaguePoints, Pair
from scorer.season import Fixture, Game, Season
from scorer.season_checks import check_rules, check_season
from scorer.season_text import changed_text, new_text
from scorer.variant import Variant, VariantError, load_variant
from scorer.whole_file import write_whole

MOST_BYTES = 4_000_000
"""No season's file is larger."""


@dataclass(frozen=True, slots=True)
class SeasonFile:
    """A season with its file and what stood in it when it was read."""

    path: Path
    text: str
    season: Season

    @property
    def rules(self) -> Variant:
        """What the games are played by. Raises `LeagueError`."""
        return rules_of(self.season, self.path)


def load_season(path: Path) -> SeasonFile:
    """Read and check a season's file; `LeagueError` with one sentence that names the file and the place in it."""
    text = _text(path)
    try:
        season = parse_season(text)
        check_season(season)
        rules_of(season, path)
    except (LeagueError, VariantError) as error:
        raise LeagueError("SEASON_BAD_FILE", path=str(path), detail=str(error).rstrip(".")) from error
    return SeasonFile(path, text, season)


def create_season(path: Path, season: Season) -> SeasonFile:
    """Write the file of a new season; `LeagueError` if it can't be, or if there is a file already."""
    check_season(season)
    rules_of(season, path)
    if path.exists():
        raise LeagueError("SEASON_THERE", path=str(path))
    return _write(path, new_text(season), season)


def save_season(file: SeasonFile, season: Season) -> SeasonFile:
    """Write what has changed into the file, whole or not at all, and give the file as it is now.

    `LeagueError` if the season can't be, if the file can't be written, or if somebody has changed it since it was
    read; it is left as it was then.
    """
    check_season(season)
    if _text(file.path) != file.text:
        raise LeagueError("SEASON_CHANGED", path=str(file.path))
    return _write(file.path, _in_place(file.text, season) or new_text(season), season)


def _in_place(text: str, season: Season) -> str | None:
    """The text with what has changed; None where it is written in a form that can't be changed in place."""
    try:
        changed = changed_text(text, season)
        return changed if parse_season(changed) == season else None
    except (LeagueError, TOMLKitError):
        return None


def rules_of(season: Season, path: Path) -> Variant:
    """The rules of the season: a variant, or house rules in a file beside the season's. Raises `LeagueError`."""
    name = season.variant
    house = name.endswith(".toml")
    variant = load_house_rules(path.parent / name, season.options) if house else load_variant(name, season.options)
    check_rules(variant)
    return variant


def _write(path: Path, text: str, season: Season) -> SeasonFile:
    try:
        write_whole(path, [text.encode("utf-8")])
    except OSError as error:
        raise LeagueError("HOUSE_UNWRITABLE", path=str(path), detail=error.strerror or str(error)) from error
    return SeasonFile(path, text, season)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise LeagueError("SEASON_UNREADABLE", path=str(path), detail=error.strerror or str(error)) from error
    try:
        if len(data) > MOST_BYTES:
            raise LeagueError("SEASON_TOO_LARGE", path=str(path), most=MOST_BYTES)
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LeagueError("SEASON_NO_TEXT", path=str(path)) from error


# Reading

Entries = Mapping[str, Any]

_KINDS: Mapping[type, str] = {str: "text", list: "a list", dict: "a section", date: "a day such as 2027-01-14"}
_SEASON: Mapping[str, type] = {
    "name": str,
    "note": str,
    "variant": str,
    "points": str,
    "options": dict,
    "teams": dict,
    "fixtures": list,
}
_FIXTURE: Mapping[str, type] = {"date": date, "home": str, "away": str, "note": str, "games": list}
_GAME: Mapping[str, type] = {"home": list, "away": list, "won": str, "match": str, "forfeit": list}


def parse_season(text: str) -> Season:
    """The season that the text of a file describes, each entry of the right kind; `LeagueError` says where it isn't."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise LeagueError("SEASON_NOT_TOML", detail=str(error).rstrip(".")) from error
    _check_entries(data, "", _SEASON, ("name", "variant", "teams"))
    return Season(
        name=data["name"],
        note=data.get("note", ""),
        teams=FrozenMap({team: _names(f"teams.{team}", players) for team, players in data["teams"].items()}),
        variant=data["variant"],
        options=FrozenMap({key: _option(f"options.{key}", value) for key, value in data.get("options", {}).items()}),
        points=parse_points(data.get("points", f"{WALTON.game}+{WALTON.match}")),
        fixtures=tuple(_fixture(n, entry) for n, entry in enumerate(data.get("fixtures", ()), start=1)),
    )


def _check_entries(data: object, place: str, known: Mapping[str, type], needed: tuple[str, ...]) -> None:
    """Every key known, every value of its kind, nothing missing."""
    if not isinstance(data, dict):
        raise LeagueError("SEASON_WRONG_KIND", place=place, kind=_KINDS[dict])
    for key, value in data.items():
        where = f"{place}, {key}" if place else key
        if key not in known:
            raise LeagueError("SEASON_UNKNOWN", place=where, known=tuple(known))
        wanted = known[key]
        if not isinstance(value, wanted) or isinstance(value, datetime):
            raise LeagueError("SEASON_WRONG_KIND", place=where, kind=_KINDS[wanted])
    for key in needed:
        if key not in data:
            raise LeagueError("SEASON_MISSING", place=f"{place}, {key}" if place else key)


def _fixture(number: int, entry: object) -> Fixture:
    place = f"fixture {number}"
    _check_entries(entry, place, _FIXTURE, ("date", "home", "away"))
    assert isinstance(entry, dict)
    place = f"{entry['date']}, {entry['home']} v {entry['away']}"
    games = [_game(f"{place}, game {n}", game, entry) for n, game in enumerate(entry.get("games", ()), start=1)]
    games += [Game()] * (GAMES - len(games))
    return Fixture(entry["date"], entry["home"], entry["away"], tuple(games), entry.get("note", ""))


def _game(place: str, entry: Any, fixture: Entries) -> Game:
    """A game; what one team forfeits the other has won, whether or not that is written."""
    if isinstance(entry, dict) and isinstance(entry.get("forfeit"), str):
        entry = {**entry, "forfeit": [entry["forfeit"]]}
    _check_entries(entry, place, _GAME, ())
    forfeits = _names(f"{place}, forfeit", entry.get("forfeit", []))
    won = entry.get("won", "")
    if len(forfeits) == 1 and not won:
        won = next((team for team in (fixture["home"], fixture["away"]) if team not in forfeits), "")
    home, away = (_pair(f"{place}, {side}", entry.get(side)) for side in ("home", "away"))
    return Game(home, away, won, entry.get("match", ""), forfeits)


def _pair(place: str, value: object) -> Pair | None:
    if value is None:
        return None
    names = _names(place, value)
    if len(names) != 2:
        raise LeagueError("SEASON_PAIR", place=place, count=len(names))
    return names[0], names[1]


def _names(place: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise LeagueError("SEASON_WRONG_KIND", place=place, kind="a list of names between quotation marks")
    return tuple(value)


def _option(place: str, value: object) -> str | int:
    if not isinstance(value, str | int):
        raise LeagueError("SEASON_WRONG_KIND", place=place, kind="text or a whole number")
    return value


def parse_points(text: str) -> LeaguePoints:
    """Points of a game and of the match, as in the option ``league_points``."""
    found = re.fullmatch(r"([0-9]{1,3})\+([0-9]{1,3})", text, re.ASCII)
    if found is None:
        raise LeagueError("SEASON_POINTS", value=text[:20])
    return LeaguePoints(int(found[1]), int(found[2]))
