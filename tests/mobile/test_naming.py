"""The sentences of the game with the players' names."""

from pathlib import Path

import pytest
from mobile_table import AT

from mobile.match_book import MatchBook
from mobile.naming import with_names
from mobile.wording import short_names
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant


def test_seats_become_names_and_titles_stay(tmp_path: Path) -> None:
    rules = load_variant("nine_card_south_wales")
    with MatchLog(tmp_path / "matches.db") as log:
        state = MatchBook.start(log, rules, AT, {Seat.S: "West", Seat.N: "Ann"}).state
    assert with_names(state, "North and South 3, East 4.") == "Ann and West 3, East 4."
    assert with_names(state, f"South: {rules.title}.") == f"West: {rules.title}.", "South Wales is no player"
    assert with_names(state, "Southern Northerners") == "Southern Northerners"


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Ann", "Bob", "Siân", "Dai"), ("Ann", "Bob", "Siân", "Dai")),
        (("Maggie O'Shaughnessy", "Bartholomew Llewellyn"), ("Maggie", "Bartholom.")),
        (("Maggie O'Shaughnessy", "Maggie Llewellyn", "Dai"), ("Maggie O.", "Maggie L.", "Dai")),
        (("Maggie O'Shaughnessy", "Maggie"), ("Maggie O.", "Maggie")),
        (("Maggie Llewellyn", "maggie Llewelyn-Jones"), ("Maggie Llewell.", "maggie Llewely.")),
        (("J. R. Fotheringay-Smythe", "Dr Wilhelmina Pugh"), ("J. R. Fot.", "Dr Wilhel.")),
        (("Bartholomew-Augustine", "Ann Marie Fothering"), ("Bartholom.", "Ann")),
    ],
)
def test_short_names_tell_people_apart(names: tuple[str, ...], short: tuple[str, ...]) -> None:
    assert short_names(names, 10) == short
    assert short_names(names, 40) == names, "where there is room they stand whole"


def test_a_name_of_its_own_is_never_shared() -> None:
    names = ("Maggie Jones-Evans", "Maggie Jones-Evanson", "Maggie Jones-Evans B", "Maggie")
    assert len(set(short_names(names, 8))) == 4
