"""A second language: what it says is said, what it leaves out is said in English, the game's own sentences too."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mobile import texts
from mobile.companion import Companion
from mobile.texts import label, language_name, languages, say, use_language
from scorer.cards import Card
from scorer.matchlog import MatchLog

ENGLISH = Path(texts.__file__).parent / "texts" / "en"


@pytest.fixture
def with_welsh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Texts in English and a few in Welsh, in a folder of their own."""
    folder = tmp_path / "texts"
    (folder / "en").mkdir(parents=True)
    for path in ENGLISH.glob("*.toml"):
        (folder / "en" / path.name).write_bytes(path.read_bytes())
    (folder / "cy").mkdir()
    (folder / "cy" / "first.toml").write_text(
        '[labels]\nlanguage_name = "Cymraeg"\nhome = "Hafan"\nto_go = "{points} ar ôl"\n', encoding="utf-8"
    )
    (folder / "notes").mkdir()
    monkeypatch.setattr(texts, "_FOLDER", folder)
    for cached in (texts.languages, texts._given, texts._own):
        cached.cache_clear()
    yield folder
    use_language("en")
    monkeypatch.undo()
    for cached in (texts.languages, texts._given, texts._own):
        cached.cache_clear()


def test_the_languages_are_the_folders_and_name_themselves(with_welsh: Path) -> None:
    assert languages() == ("cy", "en")
    assert [language_name(code) for code in languages()] == ["Cymraeg", "English"]
    (with_welsh / "ga").mkdir()
    texts.languages.cache_clear()
    assert language_name("ga") == "ga", "it has no name yet"


def test_what_is_left_out_is_said_in_english(with_welsh: Path) -> None:
    use_language("cy")
    assert label("home") == "Hafan" and label("to_go", points=7) == "7 ar ôl"
    assert label("back") == "Back"
    assert label("home", "en") == "Home"


def test_the_game_says_its_own_in_english_where_it_has_no_welsh(with_welsh: Path) -> None:
    use_language("cy")
    said = say("DUPLICATE_CARD", {"card": Card.parse("10H"), "trick": 3})
    assert said.startswith("The ten of hearts is in trick 3")
    with pytest.raises(LookupError):
        say("NO_SUCH_CODE")


def test_a_companion_speaks_what_was_chosen_and_english_what_is_gone(with_welsh: Path, tmp_path: Path) -> None:
    with MatchLog(tmp_path / "matches.db") as log:
        companion = Companion(log, tmp_path, lambda: pytest.fail("no time is asked for"))
        companion.change(language="cy")
        assert label("home") == "Hafan"
        companion.change(language="xx")
        assert label("home") == "Home"
