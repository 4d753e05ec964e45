"""The face-up cards of Blind Don read from one picture: whose, on which stack, and what is never taken for sure."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from stack_table import PACK, DrawnDeal, drawn, lying, reading

from don.entering import Entering
from don.entry_pictures import TablePictures
from don.main import main
from mobile.entered_match import EnteredMatch
from models.layout_reader import Rows, StackCard, inside, read_rows
from models.reader import CardReader
from models.reading import CardSighting, IndexSighting, covering
from models.table_view import TableView
from scorer.cards import Card
from scorer.events import GameStart
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)
STEP, NEAR, FAR = 80.0, 500.0, 120.0
"""Cards of a row lie so far apart; the rows of the players below and above lie at these heights of the picture."""
TWO = {Seat.N: 9, Seat.S: 9}


def row(cards: Sequence[Card | None], y: float, x: float = 80.0) -> list[CardSighting]:
    """Cards from left to right in the picture; none where there is None."""
    return [lying(card, x + STEP * k, y) for k, card in enumerate(cards) if card is not None]


def names(rows: Rows, seat: Seat) -> str:
    """`5C 9C* ?`: a star where it is not sure."""
    return " ".join("?" if c.card is None else f"{c.card}{'' if c.sure else '*'}" for c in rows[seat])


def texts(cards: Sequence[Card], mark: str = "") -> str:
    return " ".join(f"{card}{mark}" for card in cards)


def test_each_row_is_read_from_its_players_left() -> None:
    rows = read_rows(reading(*row(PACK[:9], NEAR), *row(PACK[9:18], FAR)), TableView(), TWO)
    assert names(rows, Seat.S) == texts(PACK[:9])
    assert names(rows, Seat.N) == texts(PACK[17:8:-1]), "his left is the picture's right"


def test_the_picture_may_be_taken_from_the_other_side() -> None:
    rows = read_rows(reading(*row(PACK[:9], NEAR), *row(PACK[9:18], FAR)), TableView(Seat.N), TWO)
    assert names(rows, Seat.N) == texts(PACK[:9])
    assert names(rows, Seat.S) == texts(PACK[17:8:-1])


def test_the_picture_may_be_taken_from_between_two_players() -> None:
    """East's side below: South sits at the left edge, North at the right one."""
    left = [lying(card, 100, 50 + 60 * k, upright=False) for k, card in enumerate(PACK[:9])]
    right = [lying(card, 700, 50 + 60 * k, upright=False) for k, card in enumerate(PACK[9:18])]
    rows = read_rows(reading(*left, *right), TableView(Seat.E), TWO)
    assert names(rows, Seat.S) == texts(PACK[:9]), "his left is the picture's top"
    assert names(rows, Seat.N) == texts(PACK[17:8:-1])


def test_three_players_have_their_rows_at_three_sides() -> None:
    left = [lying(card, 150, 100 + STEP * k, upright=False) for k, card in enumerate(PACK[:5])]
    right = [lying(card, 650, 100 + STEP * k, upright=False) for k, card in enumerate(PACK[5:10])]
    below = row(PACK[10:15], 520.0, 240.0)
    stacks = {Seat.E: 5, Seat.S: 5, Seat.W: 5}
    rows = read_rows(reading(*left, *right, *below), TableView(), stacks)
    assert names(rows, Seat.W) == texts(PACK[:5])
    assert names(rows, Seat.E) == texts(PACK[9:4:-1])
    assert names(rows, Seat.S) == texts(PACK[10:15])


def test_both_rows_may_lie_in_one_half_of_the_picture() -> None:
    rows = read_rows(reading(*row(PACK[:9], 560), *row(PACK[9:18], 380)), TableView(), TWO)
    assert names(rows, Seat.S) == texts(PACK[:9])
    assert names(rows, Seat.N) == texts(PACK[17:8:-1])


def test_where_one_row_lies_face_up_it_is_the_nearer_players() -> None:
    rows = read_rows(reading(*row(PACK[:9], FAR)), TableView(), TWO)
    assert names(rows, Seat.N) == texts(PACK[8::-1])
    assert names(rows, Seat.S) == "? ? ? ? ? ? ? ? ?"


def test_a_stack_that_was_not_seen_is_left_open_where_the_gap_tells_which() -> None:
    cards = [*PACK[:3], None, *PACK[4:6], None, *PACK[7:9]]
    rows = read_rows(reading(*row(cards, NEAR)), TableView(), TWO)
    assert names(rows, Seat.S) == f"{texts(PACK[:3])} ? {texts(PACK[4:6])} ? {texts(PACK[7:9])}"


@pytest.mark.parametrize("missing", [0, 8])
def test_where_the_last_stack_of_a_row_is_not_seen_nothing_is_sure(missing: int) -> None:
    cards = [card for k, card in enumerate(PACK[:9]) if k != missing]
    rows = read_rows(reading(*row(cards, NEAR)), TableView(), TWO)
    assert names(rows, Seat.S) == f"{texts(cards, '*')} ?", "it can't be told at which end it is"


def test_a_gap_is_not_trusted_beside_a_card_of_which_one_corner_was_seen() -> None:
    cards = row([*PACK[:3], None, *PACK[4:9]], NEAR)
    cards[2] = lying(PACK[2], 80 + STEP * 2, NEAR, corners=1)
    assert not any(one.sure for one in read_rows(reading(*cards), TableView(), TWO)[Seat.S])


def test_a_whole_row_may_have_cards_of_which_one_corner_was_seen() -> None:
    cards = row(PACK[:9], NEAR)
    cards[4] = lying(PACK[4], 80 + STEP * 4, NEAR, corners=1)
    assert names(read_rows(reading(*cards), TableView(), TWO), Seat.S) == texts(PACK[:9])


def test_a_card_too_many_makes_the_row_unsure_and_the_one_off_the_line_is_left_out() -> None:
    stray = lying(PACK[20], 80 + STEP * 3.5, NEAR - 70)
    rows = read_rows(reading(*row(PACK[:9], NEAR), stray, *row(PACK[9:18], FAR)), TableView(), TWO)
    assert names(rows, Seat.S) == texts(PACK[:9], "*")
    assert names(rows, Seat.N) == texts(PACK[17:8:-1])


def test_a_stray_card_in_place_of_one_not_seen_makes_the_row_unsure() -> None:
    stray = lying(PACK[20], 80 + STEP * 3.5, NEAR - 70)
    rows = read_rows(reading(*row([*PACK[:3], None, *PACK[4:9]], NEAR), stray), TableView(), TWO)
    assert not any(one.sure for one in rows[Seat.S])


def test_cards_in_the_trick_area_are_no_part_of_a_row() -> None:
    area = ((200.0, 200.0), (600.0, 200.0), (600.0, 420.0), (200.0, 420.0))
    played = [lying(PACK[20], 350, 300), lying(PACK[21], 450, 330)]
    cards = (*row(PACK[:9], NEAR), *row(PACK[9:18], FAR), *played)
    rows = read_rows(reading(*cards), TableView(Seat.S, area), TWO)
    assert names(rows, Seat.S) == texts(PACK[:9]) and names(rows, Seat.N) == texts(PACK[17:8:-1])
    assert inside((300, 300), area) and not inside((300, 199), area) and not inside((601, 300), area)


def test_a_doubtful_card_stays_doubtful() -> None:
    cards = row(PACK[:9], NEAR)
    cards[4] = lying(PACK[4], 80 + STEP * 4, NEAR, sure=False)
    rows = read_rows(reading(*cards), TableView(), TWO)
    assert names(rows, Seat.S) == texts(PACK[:9]).replace(str(PACK[4]), f"{PACK[4]}*")


def test_a_faint_index_elsewhere_does_not_move_a_card() -> None:
    cards = row(PACK[:9], NEAR)
    faint = IndexSighting((400.0, 480.0, 410.0, 496.0), 0.2, ((PACK[1], 0.1),), 0.4)
    indices = (*cards[1].indices, faint)
    box = covering([index.box_xyxy for index in indices])
    cards[1] = CardSighting(PACK[1], "sure", 0.99, (), box, indices)
    assert names(read_rows(reading(*cards), TableView(), TWO), Seat.S) == texts(PACK[:9])


def test_nothing_seen_is_nothing_offered() -> None:
    rows = read_rows(reading(), TableView(), TWO)
    assert rows == {seat: (StackCard(),) * 9 for seat in TWO}
    one = read_rows(reading(lying(PACK[0], 400, 500)), TableView(), TWO)
    assert names(one, Seat.S) == f"{PACK[0]}* ? ? ? ? ? ? ? ?"


# Drawn tables, read by the networks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "stacks"), [((Seat.N, Seat.S), 9), ((Seat.N, Seat.S), 7), ((Seat.E, Seat.S, Seat.W), 5)]
)
def test_in_drawn_deals_no_card_is_surely_on_another_stack(
    monkeypatch: pytest.MonkeyPatch, seats: tuple[Seat, ...], stacks: int
) -> None:
    reader, deal = CardReader.load(), DrawnDeal(seats, stacks)
    sure = cards = 0
    for seed in (0, 1, 3, 4):
        picture = drawn(monkeypatch, deal, seed, 0.2)
        rows = read_rows(reader.read(picture), TableView(), deal.stacks)
        place_of = {card: (seat, k) for seat, row in deal.truth.items() for k, card in enumerate(row)}
        for seat in seats:
            for k, one in enumerate(rows[seat]):
                assert not one.sure or one.card is None or place_of.get(one.card, (seat, k)) == (seat, k), (
                    seed,
                    seat,
                    one,
                )
                sure += one.sure
                cards += 1
    assert sure >= 0.5 * cards, f"{sure} of {cards}"


@pytest.mark.slow
def test_a_picture_of_the_deal_is_offered_and_what_is_not_certain_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = DrawnDeal((Seat.N, Seat.S), 9)
    picture = drawn(monkeypatch, deal, 1, 0.1)
    gone = deal.truth[Seat.S][4]
    sightings = {s.card: s for s in CardReader.load().read(picture).sightings}
    x0, y0, x1, y1 = (round(v) for v in sightings[gone].box_xyxy)
    cv2.rectangle(picture, (x0 - 12, y0 - 12), (x1 + 12, y1 + 12), (60, 110, 170), -1)
    file = tmp_path / "deal.png"
    cv2.imwrite(str(file), picture)
    asked = []

    def answer(prompt: str, _pending: str) -> str:
        asked.append(prompt)
        return "stop" if prompt.startswith("Trick 1") else str(gone) if "5, not seen" in prompt else ""

    with MatchLog(tmp_path / "matches.db") as log:
        match = EnteredMatch.start(log, load_variant("blind_don_burnley"), AT)
        match.enter([GameStart(Seat.N)], AT)
        Entering(match, answer, TablePictures(CardReader.load, Seat.S), str(file)).run()
        hand = match.state.hand
    assert f"{file}: 17 of the cards asked for" in capsys.readouterr().out
    assert "South's stack 5, not seen. Which card is it [Enter: not seen]: " in asked
    assert asked[1].startswith("North's face-up cards: ")
    assert hand is not None and hand.table is not None
    for seat in deal.stacks:
        assert [stack.top for stack in hand.table[seat].stacks] == deal.truth[seat]


def test_a_picture_that_cannot_be_read_is_told_and_the_cards_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    enter = ["enter", "--log", str(tmp_path / "matches.db"), "--pitcher", "N"]
    blind = [*enter, "--variant", "blind_don_burnley"]
    assert main([*blind, "--layout", str(tmp_path / "gone.jpg")]) == 2
    assert capsys.readouterr().err == f"don: There is no file {tmp_path / 'gone.jpg'}: check the name.\n"
    file = tmp_path / "bare.png"
    cv2.imwrite(str(file), np.full((480, 640, 3), 90, np.uint8))
    assert main([*enter, "--layout", str(file)]) == 2
    assert "--layout is for Blind Don: Nine-card Don, Lancashire has no stacks." in capsys.readouterr().err
    assert not MatchLog(tmp_path / "matches.db").matches()
    said = ["picture gone.jpg", "", "picture gone.jpg", "picture", "stop"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(said) + "\n"))
    assert main([*blind, "--layout", str(file)]) == 0
    out = capsys.readouterr().out
    assert "The stacks of Blind Don are read, when they have been dealt." in out
    assert f"{file}: 0 of the cards asked for" in out and "There is no file gone.jpg: check the name." in out
    assert "Name the picture: picture FILE." in out
    assert out.count("North's face-up cards from the left, 9 stacks") == 3
