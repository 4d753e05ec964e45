"""Whom a name means that is written without its accents."""

from pathlib import Path

import pytest
from logs_made import put, record_of

from scorer.events import Void
from scorer.history_names import known_names, meant
from scorer.matchlog import MatchLog
from scorer.names import plain_name

PLAYERS = {"siân": "Siân", "ann": "ANN", "zoë": "Zoë", "zoé": "Zoé", "o'neill": "O'Neill"}


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("sian", ("Siân",)),
        (" SIÂN ", ("Siân",)),
        ("Ann", ("ANN",)),
        ("Ánn", ("ANN",)),
        ("Zoe", ("Zoé", "Zoë")),
        ("zoë", ("Zoë",)),
        ("Si", ()),
        ("", ()),
    ],
)
def test_who_is_meant(name: str, found: tuple[str, ...]) -> None:
    assert meant(name, PLAYERS) == found


def test_a_name_loses_its_accents_and_nothing_else() -> None:
    assert plain_name("  Renée O'Brien-Łuk ") == "renee o'brien-łuk"
    assert plain_name("Zoe\u0308") == plain_name("Zoë") == "zoe" and plain_name("한글") == "한글"


def test_the_names_of_a_log_are_as_they_were_written_last(tmp_path: Path) -> None:
    with MatchLog(tmp_path / "matches.db") as log:
        put(log, "a", record_of("a", 1, 15, hands=1, players=("Ann", "Bob", "", "Dot")), 0)
        put(log, "b", record_of("b", 1, 0, hands=1, players=("ANN", "Bob", "Siân", "Dot")), 1)
        put(log, "x", [record_of("x", 1, 15, players=("Eve",))[0], Void()], 2)
        known = known_names(log)
    assert known.players == {"ann": "ANN", "bob": "Bob", "siân": "Siân", "dot": "Dot"}
    assert sorted(known.variants) == ["nine_card_lancashire", "phat"] and known.variants["phat"] == "Phat"
