"""Tables of results, before and after, and the JSON file (`models.evaluation`)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from models.calibration import FEATURES, Calibration
from models.evaluation.causes import Cause, Look
from models.evaluation.comparison import changes, compare, comparison_table
from models.evaluation.measured_file import MeasuredFileError, measured_json, read_measured, write_measured
from models.evaluation.metrics import Candidate, PictureResult
from models.evaluation.report import mistakes, overview, photo_tables, regroup, table
from scorer.cards import Card

CALIBRATION = Calibration((0.0,) * len(FEATURES), 0.6, 0.9)


def cards(text: str) -> frozenset[Card]:
    return frozenset(map(Card.parse, text.split()))


def result(
    name: str,
    truth: str,
    reported: str,
    sure: str = "",
    source: str = "a",
    scene: str = "trick",
    index: str = "en",
    use: str = "eval",
) -> PictureResult:
    shown, said, certain = cards(truth), cards(reported), cards(sure)
    return PictureResult(source, shown, said, certain, name=name, scene=scene, index=index, use=use)


def row(text: str, name: str) -> list[str]:
    """The figures of the row of that name."""
    line = next(line for line in text.splitlines() if line.startswith(name))
    return line[18:].split()


RESULTS = [
    result("1", "AS KS", "AS KS", "AS KS", use="tune"),
    result("2", "AS KS QS JS", "AS KS", "AS", scene="fan", source="b"),
    result("3", "2C", "2C 3C", "3C", source="b"),
    result("4", "AS", "", index="de", source="c"),
]


def test_the_overview_sets_fans_uses_and_other_letters_apart() -> None:
    text = overview(RESULTS)
    assert row(text, "pooled")[:3] == ["3", "7", "0.714"]
    assert row(text, "without fan")[:3] == ["2", "3", "1.000"]
    assert row(text, "fan alone")[:3] == ["1", "4", "0.500"]
    assert row(text, "marked tune")[:2] == ["1", "2"]
    assert row(text, "marked eval")[:2] == ["2", "5"]
    assert row(text, "other letters")[:3] == ["1", "1", "0.000"]
    assert row(text, "mean over sources")[0] == "0.800", "(2 of 2 and 3 of 5) / 2"
    assert row(text, "pooled")[-3:] == ["1", "of", "4"]
    assert row(text, "pooled")[-4] == "0.600", "3 of the 5 right cards are sure"


def test_each_table_has_its_pictures_only() -> None:
    tables = dict(photo_tables(RESULTS))
    assert row(tables["Index en, per source"], "b")[:2] == ["2", "5"]
    marked = next(text for title, text in tables.items() if "marked eval" in title)
    assert row(marked, "pooled")[:2] == ["2", "5"]
    assert row(tables["Index en, per scene"], "fan")[:2] == ["1", "4"]
    other = next(text for title, text in tables.items() if title.startswith("Other letters"))
    assert row(other, "c (de)")[:2] == ["1", "1"]
    assert not any(title.startswith("Other") for title, _ in photo_tables(RESULTS[:3]))


def test_a_picture_counts_in_each_of_its_tags() -> None:
    tagged = [replace(RESULTS[0], tags=frozenset({"glare", "dim"})), RESULTS[2]]
    assert [r.source for r in regroup(tagged, "tag")] == ["dim", "glare", "untagged"]
    assert "pooled" not in table(regroup(tagged, "tag"), pooled=False)


def test_mistakes_name_what_was_missed_wrong_and_silent() -> None:
    assert mistakes(RESULTS) == [
        "2: missed JS QS; wrong -",
        "3: missed -; wrong 3C; SILENT 3C",
        "4: missed AS; wrong -",
    ]


def test_before_and_after_pairs_pictures_and_names_the_changes() -> None:
    after = [
        result("1", "AS KS", "AS", "AS", use="tune"),
        result("2", "AS KS QS JS", "AS KS QS", "AS", scene="fan", source="b"),
        result("3", "2C", "2C", "2C", source="b"),
        result("5", "AS", "AS"),
    ]
    compared = compare(RESULTS[:3], after)
    assert changes(compared) == [
        "newly right: 3 (was: missed -; wrong 3C; SILENT 3C)",
        "newly wrong: 1: missed KS; wrong -",
        "otherwise wrong: 2: missed JS; wrong - (was: missed JS QS; wrong -)",
        "left out, because read only once: 1 pictures",
    ]
    text = comparison_table(compared.pairs)
    assert row(text, "a")[:4] == ["1", "1.000", "0.500", "-0.500"]
    assert row(text, "b")[1:4] == ["0.600", "0.800", "+0.200"]
    assert row(text, "pooled")[-3:] == ["1", "->", "0"]
    same = compare(RESULTS, RESULTS)
    assert changes(same) == ["every picture was read as before"]
    assert "=" in row(comparison_table(same.pairs), "pooled")


def test_pictures_of_equal_name_are_not_mixed_up() -> None:
    twice = [result("1", "AS", "AS"), result("1", "AS", "")]
    assert not compare(twice, twice).newly_wrong
    assert compare([result("1", "AS", "AS")], [result("1", "KS", "KS")]).pairs == (), "another label, another picture"


def measured() -> list[PictureResult]:
    seen = (Candidate(Card.parse("AS"), 0.98), Candidate(Card.parse("KS"), 0.61), Candidate(Card.parse("2C"), 0.1))
    return [replace(RESULTS[0], candidates=seen, tags=frozenset({"dim"})), *RESULTS[1:]]


def test_the_file_gives_the_results_back(tmp_path: Path) -> None:
    path = tmp_path / "measured.json"
    scene = result("scene 1", "AS", "AS", use="synthetic")
    cause = Cause(RESULTS[2], None, Card.parse("3C"), "no card", 0.9, Look(10.0, 900.0, 0.0, 0.9, 1.0, True))
    data = measured_json([*measured(), scene], CALIBRATION, {"engine": "opencv"}, [cause])
    write_measured(path, data)
    assert read_measured(path) == [*measured(), scene]
    written = json.loads(path.read_text())
    assert written["real"]["en"]["pooled"]["cards"] == 7, "synthetic and other letters are apart"
    assert written["synthetic"]["pooled"]["cards"] == 1
    assert written["thresholds"] == {"report": 0.6, "sure": 0.9}
    assert set(written["risk_coverage"]) == {"real, tune", "real, eval", "synthetic"}
    assert written["causes"][0]["stage"] == "identifier"
    assert written["causes"][0]["look"]["flags"] == ["small", "covered"]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"form": 1}', '{"form": 9, "pictures": []}', '{"form": 1, "pictures": [{"truth": ["1X"]}]}']
)
def test_a_file_of_something_else_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(MeasuredFileError) as caught:
        read_measured(path)
    assert caught.value.code == "measured_broken"
    assert "\n" not in str(caught.value)
    with pytest.raises(MeasuredFileError, match="cannot be read"):
        read_measured(tmp_path / "none.json")
