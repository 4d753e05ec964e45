"""The score sheet on the table: its lines, and how they are divided and drawn."""

import numpy as np
import pytest
from board_states import LONG_NAMES, board_state

from mobile import theme
from mobile.sheet_art import SheetPlan, head_picture, line_picture, plan_sheet
from mobile.sheet_lines import Sheet, SheetLine, sheet_of
from scorer.events import GameStart, Penalty
from scorer.match import Phase
from scorer.referee import apply
from scorer.seats import Seat

PHAT = {"board": "score_sheet"}
DEALS = [((47, 33), (41, 39)), ((20, 60), (40, 40))]


def test_a_line_a_deal_with_phat_muck_and_total() -> None:
    sheet = sheet_of(board_state("phat", PHAT, DEALS, tricks=None))
    assert sheet.heads == ("Phat", "Muck", "Total") and sheet.short_heads == ("Deal", "Total")
    assert [line.number for line in sheet.lines] == ["1", "2"]
    assert sheet.lines[0].cells == (("47", "41 +8", "55"), ("33", "39", "33"))
    assert sheet.lines[0].short == (("+55", "55"), ("+33", "33"))
    assert sheet.lines[1].cells == (("20", "40", "75"), ("60", "40", "93"))
    assert not any(line.in_play for line in sheet.lines)


def test_the_deal_in_play_has_its_line_too() -> None:
    state = board_state("phat", PHAT, DEALS, tricks=5)
    line = sheet_of(state).lines[-1]
    assert line.in_play and line.number == "3"
    assert [own[-1] for own in line.cells] == [str(state.scores[side]) for side in state.sides]
    assert all(own[1] == "" for own in line.cells), "the muck is counted after the deal"


def test_other_variants_count_tricks() -> None:
    sheet = sheet_of(board_state("nine_card_lancashire", PHAT, [((20, 10), (50, 30))]))
    assert sheet.heads == ("Tricks", "Count", "Total")
    assert sheet.lines[0].cells == (("20", "50 +8", "28"), ("10", "30", "10"))


def test_points_counted_after_the_deal_are_left_open() -> None:
    sheet = sheet_of(board_state("irish_don", PHAT, [((50, 30), None)], 6))
    assert sheet.heads == ("Tricks", "Total")
    assert sheet.lines[0].cells == (("50", "50"), ("30", "30"))
    assert sheet.lines[1].cells == (("…", "…"), ("…", "…"))


def test_three_sides_have_their_columns() -> None:
    sheet = sheet_of(board_state("blind_don_three", PHAT, [((20, 10, 14), (30, 25, 25))]))
    assert [len(line.cells) for line in sheet.lines] == [3, 3]
    assert sheet.lines[0].cells[2] == ("14", "25", "14")


def test_a_game_taken_over_begins_with_its_scores() -> None:
    sheet = sheet_of(board_state("nine_card_lancashire", PHAT, scores=[30, 41]))
    assert sheet.lines[0] == SheetLine("·", "", (("", "", "30"), ("", "", "41")), (("", "30"), ("", "41")))
    assert sheet.lines[1].short == (("+0", "30"), ("+0", "41"))


def test_penalties_have_a_column_of_their_own() -> None:
    state = apply(board_state("nine_card_lancashire", PHAT, tricks=2), Penalty("NS", 10, "talking"))
    assert not hasattr(state, "code")
    sheet = sheet_of(state)
    assert sheet.heads == ("Tricks", "Count", "Other", "Total")
    assert [own[2] for own in sheet.lines[0].cells] == ["", "+10"]


def test_each_game_of_a_match_has_a_title() -> None:
    state = board_state("nine_card_south_wales", PHAT, [((44, 0), (60, 20))] * 3, tricks=None)
    assert state.phase is Phase.GAME_OVER and not [line for line in sheet_of(state).lines if line.title]
    following = apply(state, GameStart())
    assert not hasattr(following, "code")
    titles = [line.title for line in sheet_of(following).lines if line.title]
    assert titles == ["Leg 1", "Leg 2"]


def plan_of(sheet: Sheet, sides: int, width: int, row: int = 36) -> SheetPlan:
    return plan_sheet(sheet, sides, width, row, 11)


def test_columns_fill_the_sheet_and_follow_each_other() -> None:
    sheet = sheet_of(board_state("phat", PHAT, DEALS))
    for width in (120, 340, 1800):
        plan = plan_of(sheet, 2, width)
        edges = [edge for column in plan.columns for edge in column]
        assert edges == sorted(edges) and edges[0] == 0 and abs(edges[-1] - width) <= 1
        assert plan.block(0)[1] == plan.block(1)[0]
        assert plan.cells == (2 if plan.short else 3)


def test_where_there_is_little_room_the_short_columns_are_shown() -> None:
    sheet = sheet_of(board_state("phat", PHAT, DEALS))
    assert plan_of(sheet, 2, 150).short and not plan_of(sheet, 2, 340).short
    narrow = plan_of(sheet, 2, 100)
    assert narrow.row < 36, "lines are less high where their type is small"


@pytest.mark.parametrize("palette", theme.PALETTES.values(), ids=lambda palette: palette.name)
def test_lines_and_head_are_as_wide_as_the_sheet(palette: theme.Palette) -> None:
    sheet = sheet_of(board_state("phat", PHAT, DEALS, 3))
    plan = plan_of(sheet, 2, 400)
    head = head_picture(plan, sheet.heads, ("Ann & Bob", LONG_NAMES[Seat.N]), palette)
    assert head.shape == (plan.head, 400, 4)
    for line in (*sheet.lines, SheetLine(title="Game 2")):
        drawn = line_picture(plan, line, palette, False)
        assert drawn.shape == (plan.row, 400, 4)
        assert (drawn[..., 3] > 0).any() and not np.array_equal(drawn, line_picture(plan, line, palette, True))


def test_the_sides_are_headed_in_their_colours() -> None:
    sheet = sheet_of(board_state("phat", PHAT, DEALS))
    plan = plan_of(sheet, 2, 400)
    head = head_picture(plan, sheet.heads, ("Ann", "Bob"), theme.DARK)
    for side in (0, 1):
        left, _ = plan.block(side)
        assert tuple(head[2, left + 4, :3][::-1]) == theme.DARK.sides[side]
