"""`don revoke` as people use it: two tricks side by side, what a call costs, and one entry after a yes."""

from __future__ import annotations

from pathlib import Path

import pytest
from quarrel_table import Quarrel

from scorer.cards import Card
from scorer.events import Deal, Event, GameStart, Play, Revoke, SeatLayout, Trick
from scorer.frozenmap import FrozenMap
from scorer.seats import Seat


def trick(leader: str, text: str) -> Trick:
    return Trick(Seat(leader), tuple(Card.parse(word) for word in text.split()))


SOUTH = [trick("N", "AH 2H 3H 4H"), trick("N", "KC 7C 6D 5C"), trick("N", "QC 9C 3C 10C")]
"""South plays a diamond on a club in trick 2, and a club in trick 3."""


@pytest.fixture
def quarrel(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Quarrel:
    return Quarrel(tmp_path, capsys, monkeypatch)


def begin(quarrel: Quarrel, *events: Event) -> None:
    quarrel.begin(GameStart(Seat.N), Deal(Seat.W), *events, variant="nine_card_lancashire")


def test_the_two_tricks_stand_side_by_side_with_what_a_call_costs(quarrel: Quarrel) -> None:
    begin(quarrel, *SOUTH)
    entries = quarrel.events
    assert quarrel.don("revoke", "s") == 0
    assert quarrel.out.splitlines() == [
        "South did not follow clubs in trick 2 but played the six of diamonds, and the three of clubs in trick 3: that "
        "is a revoke.",
        "",
        "   Trick 2: clubs led                    Trick 3: clubs led",
        "      North     KC                          North     QC",
        "      East      7C                          East      9C",
        "    > South     6D  did not follow suit   > South     3C  the proof",
        "      West      5C                          West     10C",
        "",
        "   If it is called:",
        "     Hand 1: in play → forfeited.",
        "     Hand 1, the revoke called: nothing → North and South -9, East and West +20.",
        "     Score: North and South 9 → 0, East and West 0 → 20.",
        "     To pitch: North → East.",
    ]
    assert quarrel.events == entries


def test_a_player_is_asked_about_and_told_of_by_name(quarrel: Quarrel) -> None:
    quarrel.begin(GameStart(Seat.N), Deal(Seat.W), *SOUTH, variant="nine_card_lancashire", names={Seat.S: "Bob"})
    assert quarrel.don("revoke", "bob") == 0
    assert quarrel.out.startswith("Bob did not follow clubs in trick 2 but played the six of diamonds")
    assert quarrel.don("revoke", "south", "--trick", 1) == 0
    assert "proves that Bob revoked in trick 1" in quarrel.out and "Bob followed suit" in quarrel.out
    assert "nobody in this match is called that" in quarrel.refused("revoke", "Rob")


def test_a_call_is_entered_after_a_yes(quarrel: Quarrel) -> None:
    begin(quarrel, *SOUTH)
    entries = quarrel.events
    assert quarrel.don("revoke", "S", "--trick", 2, "--call", said="n\n") == 0 and "Nothing was called." in quarrel.out
    assert quarrel.don("revoke", "S", "--trick", 2, "--call") == 3
    assert quarrel.don("revoke", "S", "--call", "--no-input") == 3 and "Call this revoke?" in quarrel.err
    assert quarrel.events == entries
    assert quarrel.don("revoke", "S", "--call", said="y\n") == 0
    assert quarrel.events == (*entries, Revoke(Seat.S, 2)) and quarrel.state.scores == {"NS": 0, "EW": 20}
    assert quarrel.don("revoke", "S", "--call", "--yes") == 2 and "has been called" in quarrel.err
    assert quarrel.don("undo") == 0 and quarrel.state.scores == {"NS": 9, "EW": 0}
    assert quarrel.don("revoke", "S", "--call", "--yes", "--no-input") == 0


def test_nothing_proves_it_and_why(quarrel: Quarrel) -> None:
    begin(quarrel, *SOUTH[:2])
    assert quarrel.don("revoke", "S") == 0
    assert quarrel.out.splitlines() == [
        "Nothing in the record proves that South revoked in hand 1.",
        "     In trick 2 South did not follow clubs but played the six of diamonds, and has played no clubs since.",
    ]
    assert quarrel.refused("revoke", "S", "--call") == "Nothing is proved, so there is nothing to call."
    assert quarrel.don("revoke", "E", "--trick", 1) == 0 and "East followed suit in trick 1" in quarrel.out


def test_a_card_on_the_table_proves_it_and_is_called_when_the_trick_is_finished(quarrel: Quarrel) -> None:
    plays = [
        Play(seat, Card.parse(card)) for seat, card in zip((Seat.N, Seat.E, Seat.S), ("QC", "9C", "3C"), strict=True)
    ]
    begin(quarrel, *SOUTH[:2], *plays)
    assert quarrel.don("revoke", "S") == 0
    assert "Trick 3: clubs led, not finished" in quarrel.out and "If it is called" not in quarrel.out
    assert "the proof" in quarrel.out and "Trick 3 is not finished yet" in quarrel.out
    assert "the revoke can be called when it is" in quarrel.refused("revoke", "S", "--call", "--yes")
    assert len(quarrel.events) == 8


def test_in_an_earlier_hand_it_is_too_late(quarrel: Quarrel) -> None:
    rest = ["JC 2C 4C 8C", "KH 6H 7H 8H", "QH 9H JH 10H", "AS 2S 3S 4S", "KS 6S 7S 8S", "QS 9S 10S JS"]
    begin(quarrel, *SOUTH, *(trick("N", text) for text in rest), Deal(Seat.N), trick("E", "9D 2D 3D 4D"))
    assert quarrel.don("revoke", "S", "--hand", 1) == 0
    assert "Trick 2: clubs led" in quarrel.out and "It is too late for calling a revoke" in quarrel.out
    assert "too late" in quarrel.refused("revoke", "S", "--hand", 1, "--call", "--yes")
    assert quarrel.don("revoke", "S") == 0 and "revoked in hand 2" in quarrel.out


def test_which_of_several_revokes_is_called_has_to_be_said(quarrel: Quarrel) -> None:
    begin(quarrel, *SOUTH[:2], trick("N", "QC 9C 7D 10C"), trick("N", "JC 2C 3C 4C"))
    assert quarrel.don("revoke", "S") == 0 and quarrel.out.count("that is a revoke.") == 2
    assert "--trick 2 or --trick 3" in quarrel.refused("revoke", "S", "--call", "--yes")
    assert quarrel.don("revoke", "S", "--trick", 3, "--call", "--yes") == 0
    assert quarrel.events[-1] == Revoke(Seat.S, 3)


def test_wrong_input_is_one_sentence(quarrel: Quarrel) -> None:
    begin(quarrel, *SOUTH)
    for argv, words in (
        (("X",), "There is no seat X"),
        (("S", "--trick", 4), "There is no finished trick 4 in hand 1; it has 3."),
        (("S", "--hand", 3), "There is no hand 3 in this match; it has 1."),
        (("S", "--match", "zzz"), "There is no match called zzz"),
        (("S", "--yes"), "--yes calls a revoke without asking: add --call."),
    ):
        assert words in quarrel.refused("revoke", *argv), argv


def test_a_match_without_a_card_has_no_revoke(quarrel: Quarrel) -> None:
    begin(quarrel)
    assert quarrel.refused("revoke", "S") == "No card has been played in this match yet, so nobody can have revoked."


def test_blind_don_shows_what_lay_face_up(quarrel: Quarrel) -> None:
    tops = [
        SeatLayout(tuple((None, Card.parse(card)) for card in text.split()))
        for text in ("AS KS QS JS 10S 9S 8S 7S 6S", "AH KH 5S QH JH 10H 9H 8H 7H")
    ]
    layout = FrozenMap(dict(zip((Seat.N, Seat.S), tops, strict=True)))
    quarrel.begin(GameStart(Seat.N), Deal(Seat.S, None, layout), trick("N", "AS AH"), variant="blind_don_burnley")
    assert quarrel.don("revoke", "S") == 0
    assert "   Trick 1: spades led                   Face up for South then" in quarrel.out.splitlines()
    assert "      North     AS                        > 5S" in quarrel.out.splitlines()
