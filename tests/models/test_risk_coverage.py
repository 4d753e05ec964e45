"""Risk against coverage, reliability, and the plot (`models.evaluation.risk_coverage`, `risk_plot`)."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from models.calibration import FEATURES, Calibration
from models.evaluation.metrics import Candidate, PictureResult
from models.evaluation.risk_coverage import (
    area,
    calibration_error,
    curve,
    outcomes,
    parts,
    reliability,
    reliability_table,
    risk_table,
    risk_tables,
)
from models.evaluation.risk_plot import risk_svg
from scorer.cards import Card, pack_of

CALIBRATION = Calibration((0.0,) * len(FEATURES), 0.6, 0.9)


def picture(
    right: list[float], wrong: list[float], missed: int = 0, use: str = "eval", index: str = "en"
) -> PictureResult:
    """A picture whose right and wrong suggested cards have these confidences."""
    cards = list(pack_of(52).cards)
    suggested = [*right, *wrong]
    truth = cards[: len(right)] + cards[len(suggested) : len(suggested) + missed]
    candidates = tuple(Candidate(card, p) for card, p in zip(cards, suggested, strict=False))
    return PictureResult("s", frozenset(truth), use=use, index=index, candidates=candidates)


def test_the_surest_come_first_and_risk_grows_with_wrong_ones() -> None:
    seen = outcomes([picture([0.9, 0.7], [0.8]), picture([0.6], [], missed=1)])
    assert seen.cards == 4
    coverage, risk = curve(seen)
    assert coverage.tolist() == [0.25, 0.5, 0.75, 1.0]
    assert risk == pytest.approx([0, 1 / 2, 1 / 3, 1 / 4])
    assert area(seen) == pytest.approx((0 + 1 / 2 + 1 / 3 + 1 / 4) / 4)
    assert seen.kept(0.8) == (2, 1)


def test_equally_sure_cards_are_kept_together_whatever_their_order() -> None:
    one = outcomes([picture([0.9], [0.9]), picture([0.5], [])])
    other = outcomes([picture([0.5], []), picture([0.9], [0.9])])
    for seen in (one, other):
        coverage, risk = curve(seen)
        assert coverage == pytest.approx([2 / 3, 1])
        assert risk == pytest.approx([1 / 2, 1 / 3])
    assert area(one) == area(other)


def test_nothing_suggested_is_no_risk() -> None:
    seen = outcomes([PictureResult("s", frozenset({Card.parse("AS")}))])
    assert curve(seen)[0].tolist() == []
    assert (area(seen), calibration_error(seen)) == (0.0, 0.0)
    assert "0.000" in risk_table(seen, CALIBRATION)


def test_bins_hold_each_card_once_the_last_one_includes_certainty() -> None:
    bins = reliability(outcomes([picture([1.0, 0.95, 0.25], [0.2, 0.0])]))
    assert [b.count for b in bins] == [1, 0, 2, 0, 0, 0, 0, 0, 0, 2]
    assert (bins[9].confidence, bins[9].right) == pytest.approx((0.975, 1.0))
    assert (bins[2].confidence, bins[2].right) == pytest.approx((0.225, 0.5))


def test_honest_confidences_have_a_small_calibration_error_and_boasting_ones_a_large() -> None:
    rng = np.random.default_rng(0)
    confidence = rng.uniform(0, 1, 8000)
    right = rng.random(8000) < confidence
    results = [picture([p] if ok else [], [] if ok else [p]) for p, ok in zip(confidence, right, strict=True)]
    assert calibration_error(outcomes(results)) < 0.03
    boasting = [picture([0.95], []), picture([], [0.95])]
    assert calibration_error(outcomes(boasting)) == pytest.approx(0.45)


def test_real_and_synthetic_and_other_letters_are_never_mixed() -> None:
    results = [
        picture([0.9], [], use="tune"),
        picture([0.9], [], use="eval"),
        picture([0.9], [], use="eval", index="de"),
        picture([0.9], [], use="synthetic"),
    ]
    assert {name: len(rows) for name, rows in parts(results).items()} == {
        "real, tune": 1,
        "real, eval": 1,
        "synthetic": 1,
    }
    assert list(parts(results[1:3])) == ["real, eval"]
    titles = [title for title, _ in risk_tables(results, CALIBRATION)]
    assert titles[:3] == [f"Risk and coverage: {name}" for name in ("real, tune", "real, eval", "synthetic")]


def test_the_table_says_where_the_thresholds_stand() -> None:
    seen = outcomes([picture([0.95, 0.92, 0.7], [0.85, 0.3], missed=1)])
    rows = {line.split()[0]: line for line in risk_table(seen, CALIBRATION).splitlines()[1:-1]}
    assert "from here sure" in rows["0.9"]
    assert rows["0.9"].split()[-5:] == ["2", "0.400", "0", "0.0000", "0.500"]
    assert "from here reported" in rows["0.6"]
    assert rows["0.6"].split()[-5:] == ["4", "0.800", "1", "0.2500", "0.750"]
    assert rows["0"].split()[-5:] == ["5", "1.000", "2", "0.4000", "0.750"]
    assert "0.9 to 1.0" in reliability_table({"x": seen})


def test_the_plot_is_well_formed_and_marks_both_thresholds_on_each_line() -> None:
    seen = {
        "real <tune>": outcomes([picture([0.95, 0.92, 0.7], [0.85, 0.3])]),
        "synthetic": outcomes([picture([0.99, 0.97], [])]),
        "empty": outcomes([]),
    }
    root = ElementTree.fromstring(risk_svg(seen, CALIBRATION))
    space = {"s": "http://www.w3.org/2000/svg"}
    lines = root.findall("s:polyline", space)
    assert len(lines) == 3
    assert len(lines[0].attrib["points"].split()) == 5
    assert len(root.findall("s:circle", space)) == 6
    reported = next(c for c in root.findall("s:circle", space) if "reported" in "".join(c.itertext()))
    assert f"{float(reported.attrib['cx']):.1f},{float(reported.attrib['cy']):.1f}" in lines[0].attrib["points"]
    assert any("real <tune>" in (text.text or "") for text in root.findall("s:text", space))
