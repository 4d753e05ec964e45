"""The season's file: written, edited by hand, read, changed in place; never half-written, never read wrongly."""

import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_season import play, season

from scorer.frozenmap import FrozenMap
from scorer.house_rules import save_house_rules
from scorer.league import LeagueError, LeaguePoints
from scorer.season import Fixture, Game, Season
from scorer.season_file import MOST_BYTES, create_season, load_season, parse_season, save_season
from scorer.season_text import changed_text, new_text
from scorer.variant import VariantError
from scorer.whole_file import write_whole

BY_HAND = """\
# Thursdays at eight
name = "Thursday League"   # since 1987
variant = "nine_card_lancashire"
options.target = 121
teams = { Rose = ["Ann", "Bob", "Col", "Dee"], "Red Lion" = ["Siân", "Ó Briain", "Ray", "Sue", "Tom"] }

# The first evening
[[fixtures]]
date = 2027-01-07
home = "Rose"
away = "Red Lion"
note = "moved to the Crown"
games = [
  { won = "Rose", home = ["Ann", "Bob"], away = ["Siân", "Ray"] }, # a close one
  {},
  { forfeit = "Rose" },
]

# The second
[[fixtures]]
date = 2027-01-14
home = "Red Lion"
away = "Rose"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "thursday.toml"


def refused(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LeagueError) as error:
        load_season(path)
    sentence = str(error.value)
    assert sentence.startswith(str(path)) and sentence.endswith(".") and "\n" not in sentence
    return sentence


def test_a_file_written_by_hand_is_read(path: Path) -> None:
    path.write_text(BY_HAND, encoding="utf-8")
    file = load_season(path)
    known, (first, second) = file.season, file.season.fixtures
    assert known.name == "Thursday League" and known.points == LeaguePoints(1, 2)
    assert known.teams["Red Lion"] == ("Siân", "Ó Briain", "Ray", "Sue", "Tom")
    assert file.rules.target == 121
    assert (first.date, first.teams, first.note) == (date(2027, 1, 7), ("Rose", "Red Lion"), "moved to the Crown")
    assert first.games[:3] == (
        Game(("Ann", "Bob"), ("Siân", "Ray"), "Rose"),
        Game(),
        Game(won="Red Lion", forfeits=("Rose",)),
    )
    assert second.games == (Game(),) * 5


def test_what_was_written_by_hand_stays_when_a_game_is_entered(path: Path) -> None:
    path.write_text(BY_HAND, encoding="utf-8")
    file = load_season(path)
    known = file.season
    for fixture in known.fixtures:
        known = known.with_fixture(fixture, fixture.with_game(2, Game(won="Rose")).with_game(5, Game(won="Rose")))
    file = save_season(file, known)
    text = path.read_text(encoding="utf-8")
    assert file.text == text and load_season(path) == file and file.season == known
    for line in BY_HAND.splitlines():
        assert line in text or line == "  {},", line
    assert text.index("# The second") > text.index("# a close one")
    assert text.index("# The second") < text.index("2027-01-14")
    kept = save_season(file, known.with_fixture(known.fixtures[0], replace(known.fixtures[0], games=(Game(),) * 5)))
    assert "# Thursdays at eight" in kept.text and parse_season(kept.text) == kept.season


def test_a_result_that_was_wrong_is_taken_out_again(path: Path) -> None:
    path.write_text(BY_HAND, encoding="utf-8")
    file = load_season(path)
    first = file.season.fixtures[0]
    file = save_season(file, file.season.with_fixture(first, first.with_game(3, Game())))
    assert 'forfeit = "Rose"' not in file.text and "# a close one" in file.text
    file = save_season(file, file.season.with_fixture(file.season.fixtures[0], replace(first, games=(Game(),) * 5)))
    assert load_season(path) == file and "# The second" in file.text


def test_a_form_that_can_t_be_changed_in_place_is_written_anew(path: Path) -> None:
    """Fixtures in one list with braces, and fixtures that have gone."""
    line = 'fixtures = [{ date = 2027-01-07, home = "Rose", away = "Red Lion" }] # all\n'
    head = BY_HAND.partition("# The first")[0]
    path.write_text(line + head, encoding="utf-8")
    file = load_season(path)
    more = replace(file.season, fixtures=(*file.season.fixtures, Fixture(date(2027, 1, 14), "Red Lion", "Rose")))
    file = save_season(file, more)
    assert load_season(path) == file and len(file.season.fixtures) == 2 and "# all" not in file.text
    file = save_season(file, replace(file.season, fixtures=file.season.fixtures[1:]))
    assert load_season(path) == file and len(file.season.fixtures) == 1


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_any_season_is_read_as_it_was_written_and_changed(seed: int, other: int) -> None:
    """Written anew, then changed into any other course of the same season."""
    seasons = []
    for rng in (random.Random(seed), random.Random(other)):
        known = season(('The "Rose"', "Ó Bull", "#3 [x]"), (5, 4, 6))
        for fixture in known.fixtures:
            new = play(rng, known, fixture)
            games = tuple(rng.choice([game, replace(game, home=None), Game()]) for game in new.games)
            games = tuple(replace(g, match=rng.choice(["", f"id {n} {new.home}"])) for n, g in enumerate(games))
            games = tuple(replace(game, match="") if game.forfeits else game for game in games)
            note = rng.choice(["", "a 'note'", "\u00e9\t"])
            known = known.with_fixture(fixture, replace(new, games=games, note=note))
        seasons.append(replace(known, note=rng.choice(["", "x"]), points=LeaguePoints(rng.randint(0, 3), 2)))
    first, second = seasons
    text = new_text(first)
    assert parse_season(text) == first
    changed = changed_text(text, second)
    assert parse_season(changed) == (second if second.note or not first.note else replace(second, note=first.note))
    assert changed_text(text, first) == text


def test_a_new_season_does_not_replace_a_file(path: Path) -> None:
    made = create_season(path, season())
    assert load_season(path) == made
    before = path.read_bytes()
    with pytest.raises(LeagueError, match="is there already"):
        create_season(path, season())
    assert path.read_bytes() == before


def test_house_rules_beside_the_season_are_what_it_is_played_by(tmp_path: Path) -> None:
    save_house_rules(tmp_path / "ours.toml", "Ours", "nine_card_lancashire", {"target": 111})
    file = create_season(tmp_path / "season.toml", replace(season(), variant="ours.toml"))
    assert file.rules.target == 111 and load_season(file.path).rules == file.rules
    (tmp_path / "ours.toml").unlink()
    with pytest.raises(LeagueError, match="ours"):
        load_season(file.path)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('name = "Thursday League"', "", "The entry name is missing"),
        ('name = "Thursday League"', "name = 3", "The entry name has to be text"),
        ('name = "Thursday League"', 'nam = "x"', "The entry nam is not known; there can be name, note, variant"),
        ('"nine_card_lancashire"', '"nine"', "nine"),
        ('"nine_card_lancashire"', '"irish_don"', "target"),
        ("options.target = 121", "options.target = 7", "target"),
        ("options.target = 121", "options.target = 1.5", "The entry options.target has to be text or a whole number"),
        ("options.target = 121", "options = 1", "The entry options has to be a section"),
        ("options.target = 121", 'points = "1"', "The entry points can't be 1"),
        ('teams = { Rose = ["Ann", "Bob", "Col", "Dee"],', "teams = { Rose = 3,", "teams.Rose has to be a list"),
        ('["Ann", "Bob", "Col", "Dee"]', '["Ann", 3]', "teams.Rose has to be a list of names"),
        ('["Ann", "Bob", "Col", "Dee"]', '["Ann", "Bob"]', "Rose has 2 players"),
        ('["Ann", "Bob", "Col", "Dee"]', '["Ann", "Bob", "Col", "ann"]', "Ann is in the list of Rose twice"),
        ("date = 2027-01-07", 'date = "Thursday"', "fixture 1, date has to be a day"),
        ("date = 2027-01-07", "date = 2027-01-07T20:00:00", "fixture 1, date has to be a day"),
        ("date = 2027-01-07", "", "fixture 1, date is missing"),
        ('home = "Rose"', 'home = "Rise"', "there is no team Rise"),
        ('note = "moved', 'place = "moved', "fixture 1, place is not known"),
        ("  {},", "  3,", "Rose v Red Lion, game 2 has to be a section"),
        ("  {},", '  { winner = "Rose" },', "game 2, winner is not known; there can be home, away, won"),
        ("  {},", '  { won = "Siân" },', "game 2: there is no team Siân here; it can be Rose, Red Lion"),
        ("  {},", '  { home = ["Ann"] },', "game 2, home has to name two players, not 1"),
        ("  {},", '  { home = "Ann" },', "game 2, home has to be a list"),
        ("  {},", '  { home = ["Ann", 4] },', "game 2, home has to be a list of names"),
        ("  {},", '  { forfeit = ["Rose"], won = "Rose" },', "game 2: the game is forfeited by Rose, so"),
        ("  {},", '  { forfeit = "Ship" },', "game 2: there is no team Ship"),
        ("  {},", '  { match = 3 },', "game 2, match has to be text"),
        ("  {},", "  {}, {}, {}, {},", "has 5 games, not 6"),
        ("[[fixtures]]\ndate = 2027-01-14", "[[fixture]]\ndate = 2027-01-14", "The entry fixture is not known"),
        ("# Thursdays", "Thursdays", "It is no TOML file"),
        ("# Thursdays", "x = " + "[" * 3000, "It is no TOML file"),
    ],
)  # fmt: skip
def test_a_slip_of_the_hand_is_named_with_its_place(path: Path, old: str, new: str, sentence: str) -> None:
    assert old in BY_HAND
    assert sentence in refused(path, BY_HAND.replace(old, new, 1))


@given(st.integers(0, len(BY_HAND) - 1), st.sampled_from('"[]{}=,#\n0a'), st.booleans())
def test_one_wrong_sign_never_ends_in_anything_but_a_sentence(place: int, sign: str, drop: bool) -> None:
    text = BY_HAND[:place] + ("" if drop else sign) + BY_HAND[place + 1 :]
    try:
        parse_season(text)
    except LeagueError as error:
        assert str(error).endswith(".")


def test_a_file_that_is_none(tmp_path: Path, path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00")
    for wrong, sentence in ((path, "no text file"), (tmp_path, "can't be read"), (tmp_path / "x", "can't be read")):
        with pytest.raises(LeagueError, match=sentence):
            load_season(wrong)
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(LeagueError, match="larger than"):
        load_season(path)


def test_what_somebody_else_has_written_meanwhile_is_not_lost(path: Path) -> None:
    file = create_season(path, season())
    path.write_text(path.read_text(encoding="utf-8") + "# hello\n", encoding="utf-8")
    first = file.season.fixtures[0]
    changed = file.season.with_fixture(first, first.with_game(1, Game(won=first.home)))
    with pytest.raises(LeagueError, match="changed by somebody else"):
        save_season(file, changed)
    assert path.read_text(encoding="utf-8").endswith("# hello\n")


def test_a_season_that_can_t_be_is_not_written(path: Path) -> None:
    file = create_season(path, season())
    first = file.season.fixtures[0]
    with pytest.raises(LeagueError, match="no team Ship"):
        save_season(file, file.season.with_fixture(first, first.with_game(1, Game(won="Ship"))))
    assert load_season(path) == file
    rules = [replace(season(), variant=name) for name in ("irish_don", "blind_don_burnley", "blind_don_three")]
    for wrong in rules:
        with pytest.raises(LeagueError, match="not for a league match"):
            create_season(path.with_name("new.toml"), wrong)
    for wrong in (replace(season(), name=""), replace(season(), variant="phat_x")):
        with pytest.raises((LeagueError, VariantError)):
            create_season(path.with_name("new.toml"), wrong)
    assert list(path.parent.iterdir()) == [path]


def test_a_full_disk_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = create_season(path, season())

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    first = file.season.fixtures[0]
    with pytest.raises(LeagueError, match="No space left on device"):
        save_season(file, file.season.with_fixture(first, first.with_game(1, Game(won=first.home))))
    monkeypatch.undo()
    assert load_season(path) == file and list(path.parent.iterdir()) == [path]


SAVING = """
import sys
from pathlib import Path
from scorer.season import Game
from scorer.season_file import load_season, save_season
file = load_season(Path(sys.argv[1]))
print("begun", flush=True)
for number in range(10_000):
    fixture = file.season.fixtures[number % 3]
    changed = fixture.with_game(number % 5 + 1, Game(won=fixture.teams[number % 2]))
    file = save_season(file, file.season.with_fixture(fixture, changed))
"""


@pytest.mark.slow
def test_a_program_killed_while_it_saves_leaves_a_whole_file(path: Path) -> None:
    rng = random.Random(9)
    create_season(path, season(("Rose", "Bull", "Ship")))
    texts = set()
    for _ in range(20):
        child = subprocess.Popen([sys.executable, "-c", SAVING, str(path)], stdout=subprocess.PIPE)
        assert child.stdout is not None and child.stdout.readline() == b"begun\n"
        time.sleep(rng.random() / 5)
        child.kill()
        child.communicate()
        texts.add(load_season(path).text)
    assert len(texts) > 3, "it was killed at work"


def test_a_file_keeps_its_rights_and_its_place_behind_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    write_whole(real, [b"one"])
    mask = os.umask(0)
    os.umask(mask)
    assert real.stat().st_mode & 0o777 == 0o666 & ~mask
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, [b"two"])
    assert link.is_symlink() and real.read_bytes() == b"two" and real.stat().st_mode & 0o777 == 0o640


def test_two_teams_of_no_fixture_are_a_season_too(path: Path) -> None:
    known = Season("L", FrozenMap({"A": ("a", "b", "c", "d"), "B": ("e", "f", "g", "h")}))
    assert load_season(create_season(path, known).path).season == known


def test_the_example_of_the_document_is_a_season(path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "league.md").read_text(encoding="utf-8")
    path.write_text(text.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    (fixture,) = load_season(path).season.fixtures
    assert [game.done for game in fixture.games] == [True, False, True, False, False]
