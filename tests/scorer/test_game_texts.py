"""Every code has a sentence, and every sentence a use."""

import re
import tomllib
from pathlib import Path

import pytest

import scorer
from scorer.cards import Card, Suit
from scorer.match import Phase
from scorer.seats import Seat
from scorer.texts import card_words, codes, say, side_words
from scorer.variant import BONUS_ORDER

SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in Path(scorer.__file__).parent.glob("*.py"))
WRITTEN = set(re.findall(r'"([A-Za-z][A-Za-z0-9_]*)"', SOURCE))
"""Every word in quotation marks of the program: among them all codes, and the reasons that pick a form."""
WRITTEN |= {f"bonus_{part}{told}" for part in BONUS_ORDER for told in ("", "_told")}
"""Two codes are put together from the part of the bonus."""


def test_every_code_in_the_program_has_a_sentence() -> None:
    raised = set(re.findall(r'(?:\bno|_no|Error|Refusal)\(\s*"([A-Z_]+)"', SOURCE))
    raised |= set(re.findall(r'"(LOG_[A-Z_]+)"', SOURCE))
    assert len(raised) > 60
    assert {code for code in raised if code not in codes() and not has_forms(code)} == set()


def has_forms(code: str) -> bool:
    """Whether each of the code's sentences is picked by a reason."""
    return any(form.startswith(f"{code}_") for form in codes())


def stem_of(code: str) -> tuple[str, str | None]:
    """The code as the program writes it, and the reason that picks this form of its sentence (`_exact_code`)."""
    bare = code.removesuffix("_ONE")
    bare = re.sub(r"(_NO_[A-Z_]+)+$", "", bare) if bare not in WRITTEN else bare
    if bare in WRITTEN:
        return bare, None
    starts = [bare[: match.start()] for match in re.finditer("_", bare)]
    stem = max((start for start in starts if start in WRITTEN), key=len, default="")
    return stem, bare[len(stem) + 1 :]


def test_every_sentence_has_a_use() -> None:
    for code in codes():
        stem, reason = stem_of(code)
        assert stem, code
        assert reason is None or reason in REASONS, code


REASONS = WRITTEN | {"carry", "tens_then_carry", "none"} | {phase.value for phase in Phase}
"""What picks a form: a word of the program, or a value of a variant's option."""


def test_a_form_is_used_only_where_its_parameter_is_missing() -> None:
    """Every _NO_ and _ONE form stands beside another, and the parameter it does without is in that one."""
    for code in codes():
        found = re.fullmatch(r"(.+?)_NO_([A-Z_]+?)(_ONE)?", code)
        if found and code not in WRITTEN and found[1] in codes():
            assert f"{{{found[2].lower()}}}" not in _raw(code), code
        if code.endswith("_ONE"):
            assert code.removesuffix("_ONE") in codes(), code


@pytest.mark.slow
def test_every_sentence_begins_with_a_capital_and_ends_with_a_stop() -> None:
    for code in codes():
        params = dict.fromkeys(re.findall(r"{(\w+)}", _raw(code)), "North")
        sentence = say(code, params)
        if code in ("rule_from", "rule_without_source"):
            continue  # they stand inside other sentences
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
