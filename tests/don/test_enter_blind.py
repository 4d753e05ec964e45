"""Blind Don entered by hand: the face-up cards, those turned up, and what was told wrongly."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from blind_players import Players
from enter_table import BURNLEY, ROWS, Table

from don.entering import Entering
from mobile.entered_match import EnteredMatch
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

GOLDEN = Path(__file__).parents[1] / "scorer" / "golden"
AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Table:
    return Table(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("name", ["blind_don_burnley", "blind_don_stalybridge", "blind_don_three"])
def test_what_lies_face_up_is_known_trick_by_trick(tmp_path: Path, name: str) -> None:
    variant = load_variant(name)
    players = Players(random.Random(7), variant)
    compared = 0
    with MatchLog(tmp_path / "matches.db") as log:
        match = EnteredMatch.start(log, variant, AT)

        def answer(prompt: str, pending: str) -> str:
            nonlocal compared
            hand = match.state.hand
            if prompt.startswith("Trick ") and hand is not None and hand.table is not None:
                compared += 1
                known = {s: [stack.available for stack in cards.stacks] for s, cards in hand.table.items()}
                assert known == players.face_up()
                assert all(cards.unplaced == 0 for cards in hand.table.values())
            return players.answer(prompt, pending)

        Entering(match, answer).run()
    assert compared == variant.tricks


def test_blind_don_is_shown_as_it_lies(table: Table) -> None:
    said = (*ROWS, "KD AD", "4D", "9S", "stop")
    assert table.enter(*BURNLEY, "--name", "N=Ann", "--place", "Red Lion", said=said) == 0
    assert table.state.setup.place == "Red Lion"
    assert "   Ann     5C  9C  6H  KD  8C  8S  2D  JC  QD\n" in table.out
    assert "   Ann     5C  9C  6H  4D  8C  8S  2D  JC  QD\n" in table.out
    assert "Ann turns up the four of diamonds (stack 4)." in table.out
    assert "4 for South: the ace of diamonds is a trump" in table.out
    assert table.state.scores == {"N": 0, "S": 7}
    assert (
        table.err == f"don: everything entered is kept; go on with: don enter --match {table.match} --log {table.log}\n"
    )


def test_wrong_rows_are_told_and_asked_again(table: Table) -> None:
    said = ("", "5C 9C", "5C 9C 6H KD 8C 8S 2D JC XX", ROWS[1], "5C 8D 3D 3H AD 10S 10D 4S 5S", "3 9H", ROWS[2], "stop")
    assert table.enter(*BURNLEY, said=said) == 0
    assert "Not 9 cards but 2: write one for each stack" in table.out
    assert "XX is no card" in table.out
    assert "The five of clubs is dealt twice" in table.out
    assert "Not 9 cards but 2" in table.out.split("dealt twice")[1], "nothing is offered that could be changed"
    hand = table.state.hand
    assert hand is not None and hand.table is not None
    assert [str(stack.top) for stack in hand.table[Seat.S].stacks] == ROWS[2].split()


def test_undo_of_a_row_offers_it_again_and_one_card_is_changed(table: Table) -> None:
    assert table.enter(*BURNLEY, said=(*ROWS, "undo", "undo", "3 7H", "", "stop")) == 0
    assert "Taken back: reveal S 1 6C to reveal S 9 5S." in table.out
    assert "North's face-up cards: 5C 9C 6H KD 8C 8S 2D JC QD [Enter: these]" in table.out
    hand = table.state.hand
    assert hand is not None and hand.table is not None
    assert [str(stack.top) for stack in hand.table[Seat.N].stacks] == ROWS[1].replace("6H", "7H").split()
    assert [str(stack.top) for stack in hand.table[Seat.S].stacks] == ROWS[2].split()


def test_a_stack_told_wrongly_is_put_right_later(table: Table) -> None:
    """North's stack 3 was the 9H, which is found out when he plays it."""
    said = (*ROWS, "KD AD", "4D", "9S", "9S 9H", "stack N 3 9H", "9S 9H", "stop")
    assert table.enter(*BURNLEY, said=said) == 0
    assert "North was not dealt the nine of hearts" in table.out
    assert "North's stack 3 is put right: 9H." in table.out
    hand = table.state.hand
    assert hand is not None and [str(card) for card in hand.tricks[1].cards] == ["9S", "9H"]
    assert table.state.scores == {"N": 0, "S": 7}


def test_a_stack_is_not_put_right_where_its_card_was_played(table: Table) -> None:
    said = (*ROWS, "KD AD", "4D", "9S", "stack N 4 5D", "stack S 5 4D", "stack N 1 KD", "stop")
    assert table.enter(*BURNLEY, said=said) == 0
    assert "North's stack 4 is put right: 5D." in table.out, "the card turned up was told wrongly"
    assert table.state.hand is not None and table.state.hand.table is not None
    stacks = table.state.hand.table
    assert str(stacks[Seat.N].stacks[3].bottom) == "5D" and str(stacks[Seat.S].stacks[4].bottom) == "4D"
    assert str(stacks[Seat.N].stacks[0].top) == "5C", "the king of diamonds lies on stack 4"


def test_what_is_not_seen_is_left_out_and_not_asked_again(table: Table) -> None:
    rows = ("", "skip", "6C 8D ? 3H AD 10S 10D 4S 5S")
    assert table.enter(*BURNLEY, said=(*rows, "KD AD", "?", "KC 9S", "stop")) == 0
    asked = table.out.count("turns up stack")
    assert asked == 1, "only South's stack 5 is known to be open"
    assert table.state.scores == {"N": 0, "S": 7}
    assert "South was not dealt" not in table.out


def test_a_card_not_told_is_passed_when_play_goes_on(table: Table) -> None:
    said = (*ROWS, "KD AD", "S 10D 2D", "10S 8S", "", "stop")
    assert table.enter(*BURNLEY, said=said) == 0
    assert table.out.count("North turns up stack 4") == 1
    assert table.out.count("South turns up stack 5") == 0
