"""What a person chose is kept; what can't be read is said; pictures are kept as chosen; what the app says of itself."""

import json
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mobile import about
from mobile.companion import Companion
from mobile.picture_choice import choose_keeping, kept_line
from mobile.settings import TEXT_SIZES, Settings, load_settings, save_settings
from mobile.theme import PALETTES
from scorer.log_pictures import keep, rule_of
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("chosen", [Settings(), Settings(light=True, text_size=2.0, language="cy", tour_seen=True)])
def test_settings_come_back(tmp_path: Path, chosen: Settings) -> None:
    save_settings(tmp_path / "settings.json", chosen)
    assert load_settings(tmp_path / "settings.json") == (chosen, "")


def test_a_new_phone_has_no_file(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.json") == (Settings(), "")


@pytest.mark.parametrize("spoilt", ["", "[]", "{", "\x00", '"light"'])
def test_a_spoilt_file_is_one_sentence(tmp_path: Path, spoilt: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(spoilt, encoding="utf-8")
    settings, problem = load_settings(path)
    assert settings == Settings() and str(path) in problem


def test_what_is_good_in_a_half_spoilt_file_holds(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"light": True, "text_size": 7, "sound": "loud", "of a later version": 1}))
    settings, problem = load_settings(path)
    assert settings == Settings(light=True) and problem
    path.write_text(json.dumps({"left_hand": True, "of a later version": 1}))
    assert load_settings(path) == (Settings(left_hand=True), "")


def test_each_choice_of_colours_has_a_palette() -> None:
    chosen = {Settings(light=light, colour_safe=safe).palette.name for light in (False, True) for safe in (False, True)}
    assert chosen == set(PALETTES) and Settings().text_size == TEXT_SIZES[0]


def companion(folder: Path) -> Companion:
    seconds = iter(range(1000))
    return Companion(MatchLog(folder / "matches.db"), folder, lambda: AT + timedelta(seconds=next(seconds)))


def test_pictures_are_kept_of_the_match_on_the_table_and_of_later_ones(tmp_path: Path) -> None:
    one = companion(tmp_path)
    choose_keeping(one, True)  # with no match on the table
    choose_keeping(one, False)
    first = one.start(load_variant("nine_card_lancashire"), Seat.N).match_id
    assert rule_of(one.log, first) is None
    choose_keeping(one, True)
    assert rule_of(one.log, first) is not None and one.settings.keep_pictures
    assert kept_line(one.log).startswith("No picture is kept yet")
    keep(one.log, first, 1, b"\xff\xd8\xff\xe0" + bytes(150_000) + b"\xff\xd9", AT)
    assert kept_line(one.log).startswith("1 picture is kept: 0.2 MB")
    choose_keeping(one, False)
    assert rule_of(one.log, first) is None and kept_line(one.log).startswith("1 picture"), "what was kept stays"
    choose_keeping(one, True)
    second = one.start(load_variant("nine_card_lancashire"), Seat.N).match_id
    assert rule_of(one.log, second) is not None
    one.log.close()


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == about.VERSION


def test_the_app_says_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with MatchLog(tmp_path / "matches.db") as log:
        words = "\n".join(about.about_lines(log, tmp_path))
    assert about.VERSION in words and "Affero" in words and str(tmp_path / "matches.db") in words
    assert "Reader of cards: 20" in words
    monkeypatch.setenv("DON_WEIGHTS", str(tmp_path))
    assert "missing" in about.reader_line()
