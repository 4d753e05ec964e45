"""Counting (`models.evaluation`), thresholds and mined places (`models.training`, the parts without torch)."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.scenes import IndexLabel, Scene
from models.calibration import FEATURES, Calibration
from models.evaluation.metrics import PictureResult, tally
from models.evaluation.model_card import BEGIN, END, insert
from models.evaluation.report import table
from models.merge import CardGroup
from models.reading import IndexSighting
from models.training.calibrate import Examples, Looked, fit, report_threshold, sure_threshold
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


def test_a_card_is_sure_from_where_all_but_one_in_a_thousand_are_right() -> None:
    confidence = np.linspace(1, 0, 20_000)
    right = (confidence > 0.95).astype(float)
    sure = sure_threshold(confidence, Examples(np.zeros((20_000, 1)), right, np.ones(20_000)))
    assert right[confidence >= sure].mean() >= 0.999
    assert sure == pytest.approx(0.95, abs=2e-4)


def test_no_card_is_sure_under_nine_in_ten_however_right_all_are() -> None:
    confidence = np.linspace(1, 0, 100)
    assert sure_threshold(confidence, Examples(np.zeros((100, 1)), np.ones(100), np.ones(100))) == 0.9


def seen(card: Card, named: float) -> CardGroup:
    """A group whose confidence is its probability (`LOGISTIC`)."""
    return CardGroup(card, (IndexSighting((0.0, 0.0, 32.0, 32.0), 0.5, ((card, named),), 0.0),))


LOGISTIC = Calibration(tuple(1.0 if name == "named" else 0.0 for name in FEATURES), 0.0, 1.0)


def test_cards_are_reported_from_where_most_pictures_are_read_exactly() -> None:
    """The wrong card at 0.7 must go, for two pictures; the right one at 0.6 is then given up, in one."""
    looked = [
        Looked((seen(AH, 0.9), seen(KH, 0.7)), frozenset({AH}), 1.0),
        Looked((seen(AH, 0.95), seen(QH, 0.7)), frozenset({AH}), 1.0),
        Looked((seen(AH, 0.95), seen(QH, 0.6)), frozenset({AH, QH}), 1.0),
    ]
    assert report_threshold(looked, LOGISTIC) == pytest.approx(0.7, abs=1e-3)
    assert report_threshold(looked[2:], LOGISTIC) == pytest.approx(0.5), "nothing likelier wrong than right"


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
