"""The cut as it is entered (RULES.md 3.1 to 3.5): who cuts, who wins and why, whom the winner names."""

from pathlib import Path

import pytest
from mobile_table import AT

from mobile.cut_entry import CutEntry
from mobile.match_book import MatchBook
from mobile.players import SessionError
from scorer.cards import Card
from scorer.events import Choose, Concede, Cut, Deal, Event, GameStart
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.referee import Refusal
from scorer.seats import Seat
from scorer.variant import load_variant

NAMES = {Seat.N: "Ann", Seat.E: "Bob", Seat.S: "Col", Seat.W: "Dee"}


def cut_of(variant: str, **options: str) -> CutEntry:
    return CutEntry.before(load_variant(variant, options), NAMES)


def put(cut: CutEntry, text: str) -> None:
    """`N KH E 9C`."""
    words = text.split()
    for seat, card in zip(words[::2], words[1::2], strict=True):
        cut.put(Seat(seat), Card.parse(card))


def test_one_of_each_side_cuts_and_the_winner_names() -> None:
    cut = cut_of("nine_card_lancashire")
    assert (cut.wanted, cut.asked, cut.complete) == (2, None, False)
    assert "One player of each side" in cut.question() and cut.reason() == ""
    put(cut, "N 2H S KH")
    assert cut.cards == {Seat.S: Card.parse("KH")}, "the other of the side cuts instead"
    put(cut, "E 9C")
    assert cut.complete
    cut.decide()
    assert cut.choice == (Seat.N, Seat.S) and cut.pitcher is None and cut.cards == {}
    assert cut.question() == "Col has won the cut. Whom does Col name to pitch?"
    assert cut.reason() == "Col K♥, Bob 9♣: Col has the highest card."
    assert cut.unusual(Seat.E) and not cut.unusual(Seat.N)
    put(cut, "W 3H")
    assert cut.cards == {}, "nobody cuts any more"
    cut.choose(Seat.N)
    assert cut.pitcher is Seat.N and cut.question() == "Ann pitches first."
    assert [type(event) for event in cut.events] == [Cut, Choose]


def test_equal_cards_are_cut_again_by_those_who_hold_them() -> None:
    cut = cut_of("phat")
    assert cut.asked is Seat.N
    put(cut, "N 3H E 3C S KH W 9C")
    assert cut.asked is None
    cut.decide()
    assert cut.cutters == (Seat.N, Seat.E) and cut.wanted == 2
    assert cut.question() == "Equal cards: Ann & Bob cut again."
    assert cut.reason() == "Ann 3♥, Bob 3♣, Col K♥, Dee 9♣: equal."
    put(cut, "S 2H")
    assert cut.cards == {}, "he doesn't cut again"
    put(cut, "N 5H E 4C")
    cut.decide()
    assert cut.pitcher is Seat.E
    assert cut.reason() == "Ann 5♥, Bob 4♣: Bob has the lowest card."


def test_a_card_is_cut_once() -> None:
    cut = cut_of("phat")
    put(cut, "N 3H")
    with pytest.raises(SessionError, match="3♥ was cut by another player"):
        put(cut, "E 3H")
    put(cut, "N 3H")
    cut.clear()
    assert cut.cards == {}


def test_a_cut_that_is_not_complete_is_refused_by_the_referee() -> None:
    cut = cut_of("phat")
    put(cut, "N 3H")
    with pytest.raises(SessionError, match="enter one card for each"):
        cut.decide()
    assert cut.cards and cut.events == ()


def test_the_holder_of_the_marker_pitches() -> None:
    cut = cut_of("irish_don")
    assert cut.by_marker and cut.question() == "Who holds 2♦? Tap the player: he or she pitches."
    cut.hold_marker(Seat.W)
    assert cut.pitcher is Seat.W and cut.reason() == "2♦ pitches."


def test_chance_decides_where_nobody_cuts() -> None:
    cut = cut_of("phat", cut="random")
    assert cut.drawn and "by chance" in cut.question()
    cut.name(Seat.S)
    assert cut.pitcher is Seat.S and cut.reason() == "" and cut.last_cards() == ""


def test_blind_don_is_cut_high_by_all() -> None:
    cut = cut_of("blind_don_burnley")
    assert "highest card pitches" in cut.question()
    put(cut, "N AH S KC")
    cut.decide()
    assert cut.pitcher is Seat.N


def test_only_ones_own_side_may_be_named_online() -> None:
    cut = cut_of("nine_card_online_welsh")
    put(cut, "N KH E 9C")
    cut.decide()
    with pytest.raises(SessionError, match="choose one of North, South"):
        cut.choose(Seat.E)
    assert cut.pitcher is None


def test_cards_of_a_picture_are_offered_until_somebody_has_them() -> None:
    cut = cut_of("phat")
    cut.seen = (Card.parse("3H"), Card.parse("4C"))
    put(cut, "N 3H")
    assert cut.free == (Card.parse("4C"),)


def test_in_a_running_match_each_step_is_logged_at_once(tmp_path: Path) -> None:
    with MatchLog(tmp_path / "matches.db") as log:
        book = MatchBook.start(log, load_variant("nine_card_south_wales"), AT, NAMES)
        first: list[Event] = [Cut(cut_cards("N KH E 9C")), Choose(Seat.N), Deal(Seat.W), Concede("EW"), GameStart()]
        assert not isinstance(book.enter(first, AT), Refusal)

        def enter(event: Event) -> MatchState | Refusal:
            answer = book.enter([event], AT)
            return answer if isinstance(answer, Refusal) else book.state

        cut = CutEntry(book.state, enter)
        put(cut, "S 4H W 9D")
        cut.decide()
        assert isinstance(book.events[-1], Cut) and cut.state == book.state
        cut.choose(Seat.W)
        assert book.state.pitcher is Seat.W


def cut_cards(text: str) -> FrozenMap[Seat, Card]:
    cut = cut_of("nine_card_south_wales")
    put(cut, text)
    cut.decide()
    (event,) = cut.events
    assert isinstance(event, Cut)
    return event.cards
