"""The game's sentences in another language: what it leaves out is English, words of cards and sides included."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer import texts
from scorer.cards import Card, Rank
from scorer.errors import DonError
from scorer.texts import card_words, languages, phrase, rank_words, say, side_words, use_language

ENGLISH = Path(texts.__file__).parent / "texts" / "en.toml"


@pytest.fixture
def with_welsh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """English and a little Welsh."""
    (tmp_path / "en.toml").write_bytes(ENGLISH.read_bytes())
    (tmp_path / "cy.toml").write_text(
        '[words]\ncard = "{rank} y {suit}"\nTEN = "deg"\nHEARTS = "calonnau"\n[words.seats]\nN = "Gogledd"\n'
        '[refusal]\nNOTHING_TO_UNDO = "Does dim i\'w ddadwneud."\n',
        encoding="utf-8",
    )
    (tmp_path / "notes.txt").write_text("no language")
    monkeypatch.setattr(texts, "_FOLDER", tmp_path)
    for cached in (texts._whole, texts._sentences_of):
        cached.cache_clear()
    yield
    monkeypatch.undo()
    use_language("en")
    for cached in (texts._whole, texts._sentences_of):
        cached.cache_clear()


def test_the_languages_are_the_files(with_welsh: None) -> None:
    assert languages() == ("cy", "en")


def test_what_is_left_out_is_english(with_welsh: None) -> None:
    assert card_words(Card.parse("10H"), "cy") == "deg y calonnau"
    assert card_words(Card.parse("9S"), "cy") == "nine y spades"
    assert side_words("NS", "cy") == "Gogledd and South"
    assert rank_words(Rank.TEN, "cy") == "deg"
    assert phrase("clubs", None, "cy", "suits") == "clubs"


def test_the_language_in_use_is_meant_where_none_is_named(with_welsh: None) -> None:
    english = say("NOTHING_TO_UNDO")
    use_language("cy")
    assert say("NOTHING_TO_UNDO") == str(DonError("NOTHING_TO_UNDO")) == "Does dim i'w ddadwneud."
    assert say("NOTHING_TO_UNDO", None, "en") == english
    use_language("xx")
    assert say("NOTHING_TO_UNDO") == english, "English where there are no texts"


def test_a_language_that_is_named_has_to_be_there(with_welsh: None) -> None:
    with pytest.raises(LookupError, match="no texts in the language 'xx'"):
        say("NOTHING_TO_UNDO", None, "xx")
