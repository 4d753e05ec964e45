"""The score sheet of a match: every figure follows from the entries, and everything out of the ordinary is on it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, timedelta, timezone

import pytest
from revoke_hands import hand_with_revoke
from scorer_table import NINE_TRICKS, dealt, opening, play, trick
from sent_matches import FOUR, ID, NOON, any_record, begun, sent

from scorer.events import (
    Concede,
    Correct,
    CorrectRun,
    Count,
    Deal,
    Event,
    GameStart,
    MatchStart,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Recount,
    Revoke,
    Undo,
    Void,
)
from scorer.exchange_notation import match_from_notation
from scorer.frozenmap import FrozenMap
from scorer.notation import write
from scorer.record import RecordError
from scorer.referee import admit_all, replay
from scorer.scoresheet import ScoreSheet, score_sheet
from scorer.scoresheet_text import column_heads, number_columns, row_cells, sheet_text
from scorer.seats import Seat


def sheet_of(record: Sequence[Event], names: dict[Seat, str] = FOUR, place: str = "The Rose") -> ScoreSheet:
    told = begun(record, ID, names, place)
    admit_all(told)
    return score_sheet(sent(told).rows, zone=UTC)


def counts(ns: int, ew: int) -> FrozenMap[str, int]:
    return FrozenMap({"NS": ns, "EW": ew})


def played() -> list[Event]:
    """A hand of nine-card Don played to its end."""
    return [*dealt(), *(trick("N", cards) for cards in NINE_TRICKS)]


EXPECTED = """\
Score sheet: Nine-card Don, Lancashire
======================================
Played  2027-01-31 09:00
Place   The Rose
Side    NS: Ann and Siân
Side    EW: Bob and Dai
Rules   91 points win a game; trumps: A: 4, K: 3, Q: 2, J: 1, 9: 9, 5: 10; other suits: 5: 5; bonus:
        game: 8
Match   1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed

Game 1
{table}
Won by Ann and Siân in hand 3: NS 91, EW 24.

Remarks
- Hand 1: 5 points to the opponents, a penalty against EW (talked).
- Hand 1: card 2 of trick 9 was corrected to the four of clubs (Bob: misread).

The match is won by Ann and Siân.

Signed for Ann and Siân: ________________________________________
Signed for Bob and Dai: ________________________________________
"""


TABLE = (
    "Hand  Pitcher  Trumps  Tricks NS  Tricks EW  Count NS  Count EW  Bonus  Other NS  Other EW  Total NS  Total EW",
    "   1  Ann      hearts         44          0        80         0  8 NS         +5                  57         0",
    "   2  Bob                     20         24        40        36  8 NS                             85        24"
    "  totals only",
    "   3  Siân                     6          0                                                       91        24"
    "  totals only",
)


def whole_match() -> list[Event]:
    record = played()
    record[3:3] = [Penalty("EW", 5, "talked")]
    record += [Correct(1, 9, 1, play("E", "4C").card, by="Bob", reason="misread")]
    record += [Deal(Seat.N), Count(counts(20, 24), counts(40, 36))]
    return [*record, Deal(Seat.E), Count(counts(6, 0), None)]


def test_the_sheet_as_text() -> None:
    assert sheet_text(sheet_of(whole_match())) == EXPECTED.format(table="\n".join(TABLE))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(18))
def test_the_figures_of_every_line_add_up_to_the_next_total(seed: int) -> None:
    """Of any match of any variant, from what stands on the sheet alone."""
    record = any_record(seed, hands=12)
    sheet = score_sheet(sent(record).rows)
    text = sheet_text(sheet)
    for game in sheet.games:
        running = [0] * len(sheet.sides)
        for hand in game.hands:
            bonus = dict.fromkeys(sheet.sides, 0)
            for points, side in re.findall(r"([0-9]+) ([NESW]{1,2})\b", hand.bonus):
                bonus[side] += int(points)
            figures = zip(running, hand.tricks, bonus.values(), hand.other, strict=True)
            running = [before + (tricks or 0) + gained + (other or 0) for before, tricks, gained, other in figures]
            assert tuple(running) == hand.totals
            assert len(row_cells(sheet, hand)) == len(column_heads(sheet))
            assert hand.other == (None,) * len(sheet.sides), "nothing irregular happened"
    state = replay(record)
    assert sheet.games[-1].hands[-1].totals == tuple(state.scores[side] for side in state.sides)
    assert all(str(score) in text for score in state.scores.values())
    assert sum(len(game.hands) for game in sheet.games) == len(state.hands) + (state.hand is not None)


def test_what_is_said_beside_the_hands() -> None:
    record: list[Event] = [
        *opening(),
        *(Deal(Seat.W), Misdeal("looked"), Deal(Seat.W), Void("51 cards"), Deal(Seat.W)),
        *(trick("N", cards) for cards in NINE_TRICKS[:2]),
        Note("out_of_turn", FrozenMap({"seat": "E"})),
        Note("spilt_beer", FrozenMap([("seat", "X"), ("glasses", 2)])),
        Note("hello"),
        CorrectRun(None, 2, (trick("N", "KH AC AS AD"),), by="Ann"),
    ]
    sheet = sheet_of(record)
    assert sheet.remarks == (
        "Hand 1: misdeal (looked).",
        "Hand 1: void (51 cards).",
        "Hand 2: out of turn (Bob).",
        "Hand 2: spilt beer (seat X, glasses 2).",
        "Hand 2: hello.",
        "Hand 2: the tricks from trick 2 on were corrected (Ann).",
    )
    void, in_play = sheet.games[0].hands
    assert void.remark == "void" and void.tricks == (None, None) and void.trumps == ""
    assert in_play.remark == "in play" and in_play.trumps == "hearts"
    assert sheet.result == "The match is not over." and sheet.games[0].outcome == ""


def test_a_recount_a_peg_and_a_revoke_are_told_and_what_was_taken_back_is_not() -> None:
    record: list[Event] = [
        *opening(options={"revoke_penalty": "fixed:10"}, scores={"NS": 10, "EW": 3}),
        Deal(Seat.W),
        *hand_with_revoke(),
        Revoke(Seat.S, 2),
        *(Recount(1, counts(41, 4), by="Ann and Bob"), Note("taken back"), Undo()),
        *(Deal(Seat.N), Count(counts(10, 34), counts(40, 36)), PegCorrection("EW", 2, "NS", "forgotten")),
    ]
    sheet = sheet_of(record)
    assert sheet.remarks == (
        "Hand 1: Siân was called for a revoke in trick 2.",
        "Hand 1: the piles were counted again, NS 41, EW 4 (Ann and Bob).",
        "Hand 2: the peg of EW was set right by +2 (NS: forgotten).",
    )
    first, second, later = sheet.games[0].hands
    assert sheet.games[0].taken_over == "(taken over at NS 10, EW 3)"
    assert (first.count, first.bonus, first.other) == ((41, 4), "8 NS", (None, 10))
    assert first.totals == (10 + (first.tricks[0] or 0) + 8, 3 + 10)
    assert second.other == (None, None) and second.totals[1] == 3 + 10 + 34
    assert (later.name, later.other) == ("", (None, 2)) and later.totals[1] == 3 + 10 + 34 + 2
    assert later.remark == "after the last hand" and "after the last hand" in sheet_text(sheet)


def test_a_game_that_was_given_up_before_a_card_fell() -> None:
    sheet = sheet_of([*opening(), Concede("EW")])
    assert sheet.games[0].hands == () and sheet.games[0].outcome == "Won by Ann and Siân in hand 0: NS 0, EW 0."


def counted(record: list[Event], *totals: Count) -> list[Event]:
    """The record with hands of which only these totals were entered."""
    for count in totals:
        dealer = replay(record).dealer
        assert dealer is not None
        record = [*record, Deal(dealer), count]
    return record


LEG = (Count(counts(44, 0), counts(80, 0)), Count(counts(44, 0)))


def test_legs_have_their_own_tables_and_the_match_its_winner() -> None:
    record: list[Event] = [*counted(opening(options={"match": "best_of_3_legs"}), *LEG), GameStart(Seat.N)]
    sheet = sheet_of(record)
    assert [game.name for game in sheet.games] == ["Leg 1", "Leg 2"] and sheet.games[1].hands == ()
    assert sheet.games[0].outcome == "Won by Ann and Siân in hand 2: NS 96, EW 0."
    sheet = sheet_of(counted(record, *LEG))
    assert sheet.result == "The match is won by Ann and Siân (games: NS 2, EW 0)."
    assert sheet.games[1].taken_over == ""


def test_the_sheet_of_irish_don_has_no_bonus_and_a_draw_no_winner() -> None:
    record = opening("irish_don", {"tie_rule": "draw"})
    sheet = sheet_of(counted(record, Count(counts(50, 30)), Count(counts(30, 50))))
    assert sheet.count_name == "" and "Bonus" not in column_heads(sheet)
    assert sheet.result == "The game is drawn: NS 80, EW 80."
    assert number_columns(sheet) == {0, 3, 4, 5, 6}
    assert ("Option", "tie_rule = draw: nothing: the game is drawn, and a claim needs 81") in sheet.facts


def test_a_win_that_is_shared() -> None:
    points = [FrozenMap({"E": e, "S": s, "W": w}) for e, s, w in ((20, 12, 12), (12, 20, 12), (12, 12, 20))]
    muck = FrozenMap({"E": 20, "S": 20, "W": 20})
    sheet = sheet_of(counted(opening("blind_don_three", pitcher="E"), *(Count(told, muck) for told in points)))
    assert sheet.result == "Bob / Siân / Dai share the win: E 44, S 44, W 44."
    assert sheet.games[0].hands[-1].bonus == ""


def test_muck_that_is_carried_over_stands_in_the_column_of_the_bonus() -> None:
    sheet = sheet_of(counted(opening("phat"), Count(counts(50, 30), counts(40, 40))))
    assert sheet.count_name == "Muck" and sheet.games[0].hands[0].bonus == "8 carried over"


def test_an_option_and_players_nobody_has_described() -> None:
    start, *rest = dealt(options={"target": 121})
    assert isinstance(start, MatchStart)
    rules = replace(start.variant, options=FrozenMap({"colour_of_cloth": "green"}), target=None, pitches=None)
    sheet = score_sheet(sent([replace(start, variant=rules), *rest]).rows, "name in the log")
    facts = dict(sheet.facts)
    assert facts["Option"] == "colour_of_cloth = green" and facts["Match"] == "name in the log"
    assert facts["Rules"].startswith("no target;") and "Place" not in facts
    assert sheet.signatures[0] == "Signed for North and South" and sheet.games[0].hands[0].pitcher == "North"


def test_a_match_that_can_t_be_followed_has_no_sheet() -> None:
    with pytest.raises(RecordError):
        score_sheet(sent([*dealt(), play("E", "2H")]).rows)


def test_times_are_those_of_the_place() -> None:
    rows = sent(dealt()).rows
    late = [*rows[:-1], replace(rows[-1], at_utc="2027-01-31T09:08:00.000Z")]
    west = timezone(timedelta(hours=-10))
    assert dict(score_sheet(late, zone=west).facts)["Played"] == "2027-01-30 23:00 to 2027-01-30 23:08"
    odd = [replace(rows[0], at_utc="one\nevening"), *rows[1:]]
    assert dict(score_sheet(odd, zone=UTC).facts)["Played"] == "one evening to 2027-01-31 09:00"


def test_of_a_match_from_notation_only_the_day_is_known() -> None:
    """Wherever it is read: noon (UTC) is another day in some places."""
    match = match_from_notation(write(dealt()).encode(), date(2027, 1, 30), NOON)
    for hours in (-12, 0, 14):
        assert dict(score_sheet(match.rows, zone=timezone(timedelta(hours=hours))).facts)["Played"] == "2027-01-30"
