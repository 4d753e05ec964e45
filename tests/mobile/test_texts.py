"""Every label that the app names is there, and every one that is there is used and whole."""

import re
from collections import Counter
from pathlib import Path

import pytest

from mobile import texts
from mobile.texts import label, say
from scorer.cards import Card

FOLDER = Path(texts.__file__).parent
SOURCE = "\n".join(path.read_text() for path in sorted(FOLDER.rglob("*")) if path.suffix in (".py", ".kv"))
LABELS = texts._own("en")


def test_every_label_named_in_the_source_is_there() -> None:
    named = set(re.findall(r"label(?:_of)?\(\s*\"([A-Za-z_]+)\"", SOURCE))
    assert len(named) > 30
    assert named <= set(LABELS)


def test_no_code_stands_twice() -> None:
    codes = [code for code, _ in texts.entries_of("en")]
    assert [code for code, count in Counter(codes).items() if count > 1] == []


def test_every_label_is_used() -> None:
    by_seat_or_state = {"N", "E", "S", "W", "sure", "chosen", "doubtful", "impossible", "missing"}
    by_reason = {"unclear", "two_names", "two_places", "gone", "not_in_pack", "twice", "not_seen"}
    by_reason |= {"trump_card", "plain_card", "penalty"}
    by_reason |= {"counted", "bonus_muck", "bonus_tens", *(f"bonus_{part}_told" for part in ("high", "low", "jack"))}
    by_part = {"bonus_high", "bonus_low", "bonus_jack", "bonus_game", "bonus_low_dealt"}
    unused = LABELS.keys() - set(re.findall(r"(?<=[\"'])\w+(?=[\"'])", SOURCE))
    assert unused <= by_seat_or_state | by_reason | by_part


def test_refusals_of_the_game_are_said_by_the_game() -> None:
    assert say("DUPLICATE_CARD", {"card": Card.parse("10H"), "trick": 3}).startswith("The ten of hearts is in trick 3")
    with pytest.raises(LookupError):
        say("NO_SUCH_CODE")
    with pytest.raises(LookupError):
        label("no_such_label")


def test_the_words_are_side_and_player() -> None:
    assert not [text for text in LABELS.values() if re.search(r"\bteams?\b", text, re.IGNORECASE)]
