"""Every code has a sentence, and every sentence a use."""

import re
import tomllib
from pathlib import Path

import pytest

import scorer
from scorer.cards import Card, Suit
from scorer.seats import Seat
from scorer.texts import card_words, codes, say, side_words

SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in Path(scorer.__file__).parent.glob("*.py"))


def test_every_code_in_the_program_has_a_sentence() -> None:
    raised = set(re.findall(r'(?:_no|Error|Refusal)\(\s*"([A-Z_]+)"', SOURCE)) | set(
        re.findall(r'"(LOG_[A-Z_]+)"', SOURCE)
    )
    assert len(raised) > 30
    assert raised <= set(codes())


def test_every_sentence_has_a_use() -> None:
    for code in codes():
        stem = code.split("_NO_")[0] if code.split("_NO_")[0] in codes() else code
        made = stem.startswith("bonus_") and "bonus_{part}" in SOURCE
        assert made or f'"{stem}"' in SOURCE, code


def test_every_sentence_begins_with_a_capital_and_ends_with_a_stop() -> None:
    for code in codes():
        params = dict.fromkeys(re.findall(r"{(\w+)}", _raw(code)), "North")
        sentence = say(code, params)
        assert sentence[0].isupper() or sentence.startswith("North"), sentence
        assert sentence.endswith((".", "North")), sentence


def _raw(code: str) -> str:
    text = (Path(scorer.__file__).parent / "texts" / "en.toml").read_text(encoding="utf-8")
    sections = tomllib.loads(text)
    found = [entries[code] for section, entries in sections.items() if section != "words" and code in entries]
    assert len(found) == 1, code
    return str(found[0])


def test_cards_seats_suits_and_sides_are_put_into_words() -> None:
    sentence = say("MUST_FOLLOW_SUIT", {"seat": Seat.E, "suit": Suit.CLUBS, "card": Card.parse("10H")})
    assert sentence == (
        "East has to follow suit and still holds clubs, so the ten of hearts may not be played; "
        "enter a card of that suit."
    )
    assert card_words(Card.parse("AS")) == "the ace of spades"
    assert side_words("EW") == "East and West" and side_words("N") == "North" and side_words("red") == "red"


def test_a_sentence_without_its_parameter_has_another_form() -> None:
    dealt_twice = say("DUPLICATE_CARD", {"card": Card.parse("2H"), "trick": None})
    assert dealt_twice.startswith("The two of hearts is dealt twice")
    assert "trick 3" in say("DUPLICATE_CARD", {"card": Card.parse("2H"), "trick": 3})


@pytest.mark.parametrize(("code", "lang"), [("NO_SUCH_CODE", "en"), ("GAME_OVER", "tlh"), ("GAME_OVER", "en")])
def test_what_can_t_be_said_is_an_error_of_the_program(code: str, lang: str) -> None:
    with pytest.raises(LookupError):
        say(code, {}, lang)


def test_a_file_name_at_the_start_of_a_sentence_is_left_as_it_is() -> None:
    assert say("LOG_NOT_A_LOG", {"path": "g.db"}).startswith("g.db is not")
    assert say("NOT_IN_PACK", {"card": Card.parse("2H"), "pack": 44}).startswith("The two of hearts")
