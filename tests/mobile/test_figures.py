"""What the plots draw: the values, their words, the numbers of an axis."""

from fractions import Fraction
from pathlib import Path

import pytest
from history_evenings import evenings

from mobile.figures import FIGURES, MOST_BARS, bars, course, figured, line_words, sheet_rows, tick_text, ticks
from mobile.past_matches import PastView
from scorer.history import counted
from scorer.statistics import Figures, Line


def line(name: str, **figures: int) -> Line:
    known = {**Figures()._asdict(), **figures}
    return Line(name, name, Figures(**known))


def test_bars_are_the_figures_with_the_most_first() -> None:
    lines = [line("Ann", matches=4, won=1, lost=2, drawn=1), line("Bob", matches=3, won=3), line("Cy", matches=1)]
    made = bars(lines, "won")
    assert [(bar.name, bar.value, bar.text, bar.detail) for bar in made] == [
        ("Bob", 100.0, "100 %", "3 of 3"),
        ("Ann", 25.0, "25 %", "1 of 4"),
    ], "of Cy nothing is known: no match of his is over"
    assert [bar.name for bar in bars(lines, "played")] == ["Ann", "Bob", "Cy"]
    assert bars([line("", matches=1)], "played")[0].name == "no name"
    assert len(bars([line(str(number), matches=1) for number in range(99)], "played")) == MOST_BARS
    fives = line("Ann", card_hands=8, fives=4, fives_lost=1, fives_taken=6)
    assert bars([fives], "fives_taken")[0].value == 0.75 and bars([fives], "fives_lost")[0].text == "25 %"


@pytest.mark.parametrize(
    ("most", "wanted"),
    [
        (0, [0, 1]),
        (1, [0, 0.5, 1.0]),
        (100, [0, 50, 100]),
        (31.7, [0, 10, 20, 30, 40]),
        (7, [0, 2, 4, 6, 8]),
        (0.7, [0, 0.2, 0.4, 0.6, 0.8]),
    ],
)
def test_an_axis_has_round_numbers(most: float, wanted: list[float]) -> None:
    made = ticks(most)
    assert made == pytest.approx(wanted) and made[-1] >= most
    assert "0000" not in "".join(map(tick_text, made))


@pytest.mark.slow
def test_figures_of_a_log(tmp_path: Path) -> None:
    log = evenings(tmp_path, 6)
    view = PastView()
    found = figured(log, view)
    assert found.matches == 6 and found.sheet is None and found.course == ()
    ann = next(line for line in found.lines if line.name == "Ann")
    assert line_words(ann.figures).startswith(f"{ann.figures.won} of {ann.figures.matches} won · ")
    view.player, view.by = "Ann", "partner"
    one = figured(log, view)
    assert one.sheet == ann.figures
    played = [summary for summary in counted(log) if "Ann" in summary.names]
    assert len(one.course) == len(played)
    for point, summary in zip(one.course, reversed(played), strict=True):
        place = summary.names.index("Ann")
        side = next(number for number, side in enumerate(summary.sides) if summary.seats[place] in side)
        assert point.value == pytest.approx(float(Fraction(summary.by_side[side].points, summary.hands_counted)))
        assert point.result == summary.result(summary.sides[side])
    assert course(played[:2], "Ann") == (), "two matches make no line"
    assert all(value and title for title, value, _ in sheet_rows(ann.figures))
    view.player, view.by = "", "opponent"
    assert figured(log, view).lines == found.lines, "opponents are those of a player"
    for name in FIGURES:
        assert all(bar.text != "-" for bar in bars(found.lines, name))
