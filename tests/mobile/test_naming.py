"""The sentences of the game with the players' names."""

from pathlib import Path

from mobile_table import AT

from mobile.match_book import MatchBook
from mobile.naming import with_names
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
