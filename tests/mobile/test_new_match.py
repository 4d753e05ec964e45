"""A match that is prepared: rules, names, seats, who pitches, and its start."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mobile.companion import Companion
from mobile.foursomes import last_table, remembered
from mobile.new_match import NewMatch
from mobile.players import SessionError
from mobile.rules_choice import FOLDER, RulesChoice
from scorer.cards import Card
from scorer.events import Choose, Cut, Deal, GameStart, MatchStart
from scorer.log_pictures import rule_of
from scorer.match import Phase
from scorer.matchlog import MatchLog
from scorer.seats import Seat

NAMES = {Seat.N: "Ann", Seat.E: "Bob", Seat.S: "Col", Seat.W: "Dee"}


class Clock:
    def __init__(self) -> None:
        self.at = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


def companion(folder: Path) -> Companion:
    return Companion(MatchLog(folder / "matches.db"), folder, Clock())


def new_match(variant: str = "nine_card_lancashire", names: dict[Seat, str] | None = None) -> NewMatch:
    return NewMatch(RulesChoice.of_variant(variant), NAMES if names is None else names, "The Red Lion")


def start(app: Companion, variant: str = "nine_card_lancashire", pitcher: Seat = Seat.E) -> None:
    new = new_match(variant)
    new.pitches(pitcher)
    new.start(app)


def test_a_match_begins_with_all_that_was_chosen(tmp_path: Path) -> None:
    app = companion(tmp_path)
    app.new_match = new = new_match()
    new.choose_rules(new.rules.with_option("target", 121))
    new.pitches(Seat.W)
    new.start(app)
    assert app.book is not None and app.new_match is None
    state = app.book.state
    assert (state.phase, state.pitcher, state.target) == (Phase.PLAYING, Seat.W, 121)
    assert (dict(state.names), state.setup.place) == (NAMES, "The Red Lion")
    assert [type(event) for event in app.book.events] == [MatchStart, GameStart, Deal]
    assert rule_of(app.log, app.book.match_id) is None


def test_nobody_pitches_yet(tmp_path: Path) -> None:
    app = companion(tmp_path)
    with pytest.raises(SessionError, match="Nobody pitches yet"):
        new_match().start(app)
    assert app.log.matches() == ()


def test_two_of_one_name_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    app = companion(tmp_path)
    new = new_match(names={Seat.N: "Ann", Seat.S: " ann "})
    new.pitches(Seat.N)
    with pytest.raises(SessionError, match="can't both be called"):
        new.start(app)
    assert app.log.matches() == ()


def test_names_may_be_left_out(tmp_path: Path) -> None:
    app = companion(tmp_path)
    new = new_match(names={Seat.N: "  "})
    new.pitches(Seat.N)
    new.start(app)
    assert app.book is not None and dict(app.book.state.names) == {}
    assert new.player(Seat.N) == "North"


def test_pictures_are_kept_where_the_settings_say_so(tmp_path: Path) -> None:
    app = companion(tmp_path)
    app.change(keep_pictures=True)
    start(app)
    assert app.book is not None and rule_of(app.log, app.book.match_id) is not None


def test_the_cut_is_in_the_log(tmp_path: Path) -> None:
    app = companion(tmp_path)
    new = new_match()
    cut = new.begin_cut()
    cut.put(Seat.N, Card.parse("KH"))
    cut.put(Seat.E, Card.parse("9C"))
    cut.decide()
    assert new.begin_cut() is cut, "what is half entered stays"
    cut.choose(Seat.S)
    new.settle_cut()
    assert new.pitcher is Seat.S
    new.start(app)
    assert app.book is not None and app.session is not None
    assert [type(event) for event in app.book.events] == [MatchStart, Cut, Choose, Deal]
    assert app.book.state.pitcher is Seat.S and app.book.state.phase is Phase.PLAYING


def test_a_cut_that_the_table_overrules_is_not_logged(tmp_path: Path) -> None:
    app = companion(tmp_path)
    new = new_match("phat")
    cut = new.begin_cut()
    for seat, card in zip(new.seats, ("2H", "3H", "4H", "5H"), strict=True):
        cut.put(seat, Card.parse(card))
    cut.decide()
    new.settle_cut()
    assert new.pitcher is Seat.N
    new.pitches(Seat.W)
    new.start(app)
    assert app.book is not None and [type(event) for event in app.book.events] == [MatchStart, GameStart, Deal]


@pytest.mark.parametrize("variant", ["blind_don_burnley", "blind_don_three", "irish_don", "phat_geldeston"])
def test_every_family_begins_by_a_cut(tmp_path: Path, variant: str) -> None:
    app = companion(tmp_path)
    new = new_match(variant)
    cut = new.begin_cut()
    if cut.by_marker:
        cut.hold_marker(Seat.W)
    else:
        for number, seat in enumerate(new.seats, 3):
            cut.put(seat, Card.parse(f"{number}H"))
        cut.decide()
    new.settle_cut()
    new.start(app)
    assert app.book is not None and app.book.state.pitcher is cut.pitcher
    assert app.table_page == ("blind_table" if variant.startswith("blind") else "table")


def test_players_swap_and_who_was_to_pitch_still_is() -> None:
    new = new_match()
    new.pitches(Seat.N)
    new.rotated = Seat.E
    assert not new.tap(Seat.N) and new.picked is Seat.N
    assert new.tap(Seat.E) and new.picked is None
    assert (new.player(Seat.N), new.player(Seat.E)) == ("Bob", "Ann")
    assert (new.pitcher, new.rotated) == (Seat.E, Seat.N)
    new.tap(Seat.S)
    new.tap(Seat.S)
    assert new.picked is None


def test_a_remembered_player_takes_the_first_empty_seat() -> None:
    new = new_match(names={Seat.N: "Ann"})
    assert new.seat_suggested("Bob") is Seat.E
    assert new.seat_suggested("bob") is None, "he sits already"
    for name in ("Col", "Dee"):
        new.seat_suggested(name)
    assert new.seat_suggested("Eve") is None, "no seat is empty"


def test_names_stay_when_the_variant_changes() -> None:
    new = new_match()
    new.pitches(Seat.E)
    new.rotated = Seat.E
    new.choose_rules(RulesChoice.of_variant("blind_don_burnley"))
    assert not new.pitcher and not new.rotated, "nobody sits there"
    assert new.names_in_play() == {Seat.N: "Ann", Seat.S: "Col"}
    new.choose_rules(RulesChoice.of_variant("phat"))
    assert new.names_in_play() == NAMES


def test_a_new_name_forgets_a_decided_cut_but_not_a_half_entered_one() -> None:
    new = new_match()
    cut = new.begin_cut()
    cut.put(Seat.N, Card.parse("KH"))
    new.call(Seat.N, "Anna")
    assert new.begin_cut() is not cut, "the cut says names"
    assert new.new_cut().cards == {}


def test_jacks_out_fills_the_seats() -> None:
    new = new_match()
    with pytest.raises(SessionError, match="aren't found yet"):
        new.take_jacks()


def test_same_four_again_is_the_match_before(tmp_path: Path) -> None:
    app = companion(tmp_path)
    new = new_match()
    new.choose_rules(new.rules.with_option("revoke_penalty", "fixed:7"))
    new.pitches(Seat.E)
    new.start(app)
    last = last_table(app.log)
    assert last is not None and last.words() == "Ann, Bob, Col, Dee"
    again = NewMatch.again(last, RulesChoice.of_match(last.start.variant, tmp_path / FOLDER))
    assert again.variant == new.variant and again.rules.can_change
    assert (again.names_in_play(), again.place) == (NAMES, "The Red Lion")
    assert (again.rotated, again.pitcher) == (Seat.S, None), "a single game begins with a new cut"
    again.pitches(Seat.S)
    again.start(app)
    assert len(app.log.matches()) == 2


def test_the_pitch_goes_on_where_a_rule_says_so(tmp_path: Path) -> None:
    app = companion(tmp_path)
    new = new_match("irish_don")
    new.choose_rules(new.rules.with_option("match", "best_of_3"))
    new.pitches(Seat.W)
    new.start(app)
    last = last_table(app.log)
    assert last is not None and last.pitch_goes_on
    assert NewMatch.again(last, new.rules).pitcher is Seat.N


def test_an_empty_log_remembers_nobody(tmp_path: Path) -> None:
    with MatchLog(tmp_path / "matches.db") as log:
        assert last_table(log) is None
        assert remembered(log).names == () and remembered(log).places == ()


def test_names_of_the_last_matches_are_remembered_the_frequent_first(tmp_path: Path) -> None:
    app = companion(tmp_path)
    for other in ("Eve", "Fay"):
        new = new_match(names={Seat.N: "Ann", Seat.E: other})
        new.pitches(Seat.N)
        new.start(app)
    known = remembered(app.log)
    assert known.names == ("Ann", "Fay", "Eve")
    assert known.places == ("The Red Lion",)
