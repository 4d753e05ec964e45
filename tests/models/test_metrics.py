"""Counting (`models.evaluation`), thresholds and mined places (`models.training`, the parts without torch)."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.scenes import IndexLabel, Scene
from models.evaluation.metrics import PictureResult, tally
from models.evaluation.model_card import BEGIN, END, insert
from models.evaluation.report import table
from models.training.calibrate import Examples, fit, thresholds
from models.training.mined_shards import name_place
from scorer.cards import Card

AH, KH, QH = (Card.parse(text) for text in ("AH", "KH", "QH"))


def result(source: str, truth: set[Card], reported: set[Card], sure: set[Card]) -> PictureResult:
    return PictureResult(source, frozenset(truth), frozenset(reported), frozenset(sure))


def test_counts_are_over_sets_of_cards() -> None:
    counted = tally([result("a", {AH, KH}, {AH, QH}, {AH, QH}), result("b", {QH}, {QH}, set())])
    assert (counted.pictures, counted.cards, counted.found, counted.wrong) == (2, 3, 2, 1)
    assert (counted.recall, counted.precision, counted.exact_share) == (2 / 3, 2 / 3, 0.5)
    assert (counted.silent, counted.sure) == (1, 2)
    assert counted.sure_share == 1 / 3


def test_nothing_counts_to_nothing() -> None:
    nothing = tally([])
    assert (nothing.pictures, nothing.recall, nothing.precision) == (0, 1.0, 1.0)
    assert "pooled" in table([])


def test_the_mean_over_sources_is_not_the_pooled_figure() -> None:
    rows = table([result("a", {AH, KH}, {AH, KH}, set()), result("b", {QH}, set(), set())]).splitlines()
    pooled, mean = (next(r for r in rows if r.startswith(name)) for name in ("pooled", "mean"))
    assert "0.667" in pooled
    assert "0.500" in mean


def test_the_card_keeps_what_stands_outside_the_marks() -> None:
    assert insert(f"head {BEGIN} old {END} tail", "new") == f"head {BEGIN}\n\nnew\n\n{END} tail"
    with pytest.raises(ValueError, match="marks"):
        insert("no marks", "new")


def test_the_fit_recovers_a_logistic_function() -> None:
    rng = np.random.default_rng(0)
    x = np.column_stack([np.ones(6000), rng.normal(0, 2, 6000), rng.normal(0, 1, 6000)])
    p = 1 / (1 + np.exp(-(x @ np.array([0.5, 1.5, -1.0]))))
    y = (rng.random(6000) < p).astype(float)
    beta = fit(Examples(x, y, np.ones(6000)), ridge=0.01)
    assert np.abs(beta - [0.5, 1.5, -1.0]).max() < 0.15


def test_thresholds_keep_the_demanded_precision() -> None:
    confidence = np.linspace(1, 0, 2000)
    right = (confidence > 0.4).astype(float)
    report, sure = thresholds(confidence, Examples(np.zeros((2000, 1)), right, np.ones(2000)))
    kept = confidence >= report
    assert right[kept].mean() >= 0.98
    assert sure >= 0.9
    assert report <= sure


@pytest.mark.parametrize(
    ("box", "named"),
    [
        ((100, 100, 120, 140), (True, AH)),
        ((102, 104, 124, 144), (True, AH)),
        ((300, 300, 330, 330), (True, None)),
        ((112, 120, 140, 160), (False, None)),
        ((200, 200, 220, 240), (False, None)),
    ],
    ids=["on it", "nearly on it", "nowhere", "half on it", "on a covered one"],
)
def test_a_located_place_is_named_by_the_truth(box: tuple[float, ...], named: tuple[bool, Card | None]) -> None:
    shown, covered = IndexLabel(AH, (100, 100, 120, 140), 1.0), IndexLabel(KH, (200, 200, 220, 240), 0.3)
    scene = Scene(np.zeros((400, 400, 3), np.uint8), (shown,), frozenset({AH}), "trick", (covered,))
    assert name_place(np.array(box, np.float32), scene) == named
