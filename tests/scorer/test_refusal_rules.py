"""Each refusal has the rule behind it, and the rule book has that rule (RULES.md 4.2)."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import FORMS, any_event, random_match
from scorer_table import ABOUT_NO_EVENT, dealt, trick

import scorer
from scorer.referee import Refusal, admit
from scorer.refusal import no
from scorer.refusal_rules import RULE_OF_REFUSAL, why_refused

# Refusals


def refusal_codes() -> set[str]:
    """Every code with which the program refuses an event, as its source says it."""
    found: set[str] = set()
    for path in Path(scorer.__file__).parent.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        if "from scorer.refusal import" in source:
            found |= set(re.findall(r'(?<![a-z_])no\(\s*"([A-Z_]+)"', source))
        if "RecordError" in source:
            found |= set(re.findall(r'RecordError\(\s*"([A-Z_]+)"', source))
    return found


RECORD_IN_A_FILE = {"UNKNOWN_EVENT", "EVENT_TOO_NEW", "BAD_EVENT"}


def test_every_refusal_has_its_rule_and_no_rule_is_without_one() -> None:
    codes = {code for code in refusal_codes() - RECORD_IN_A_FILE if not code.startswith(ABOUT_NO_EVENT)}
    assert len(codes) > 40
    assert codes == set(RULE_OF_REFUSAL)


def test_a_refusal_names_its_rule() -> None:
    answer = admit(dealt(), trick("E", "AH 2H 3H 4H"))
    assert isinstance(answer, Refusal)
    assert why_refused(answer).endswith(" That is section 2.3 of the rules.")
    assert why_refused(no("NO_CUT")).startswith("At this table the first pitch is drawn at random")


@pytest.mark.slow
@given(st.integers(0, 2**32 - 1), st.integers(0, len(FORMS) - 1))
@settings(max_examples=60, deadline=None)
def test_any_refusal_can_be_explained(seed: int, form: int) -> None:
    rng = random.Random(seed)
    match = random_match(rng, rng.randint(0, 2), form)
    for _ in range(20):
        answer = admit(match.record, any_event(rng, match.variant, match.state))
        if isinstance(answer, Refusal):
            assert why_refused(answer).endswith(f" That is section {RULE_OF_REFUSAL[answer.code]} of the rules.")


RULE_BOOK = Path(scorer.__file__).parents[1] / "docs" / "rules.md"


def test_the_rule_book_has_each_section() -> None:
    text = RULE_BOOK.read_text(encoding="utf-8")
    for section in set(RULE_OF_REFUSAL.values()) | {"2.4", "2.8", "3", "4.5"}:
        assert has_section(text, section), section


def has_section(text: str, section: str) -> bool:
    """Whether a section is there: under its own heading, or as a numbered item of its chapter."""
    if re.search(rf"(?m)^#+ {re.escape(section)}\.? ", text):
        return True
    chapter, _, item = section.partition(".")
    found = re.search(rf"(?ms)^## {chapter}\.? .*?(?=^## |\Z)", text)
    return bool(item and found and re.search(rf"(?m)^{item}\. ", found[0]))
