"""Indices become cards: merging, conflicts, claims, and the calibrated confidence."""

from __future__ import annotations

from models.calibration import FEATURES, Calibration, features
from models.merge import CARD_SPAN, group_by_name, lengths_apart, merge
from models.reading import IndexSighting
from scorer.cards import Card


def index(x: float, y: float, *cards: tuple[str, float], located: float = 0.9, size: float = 20.0) -> IndexSighting:
    box = (x - size / 4, y - size / 2, x + size / 4, y + size / 2)
    return IndexSighting(box, located, tuple((Card.parse(name), p) for name, p in cards), 0.01)


def test_nothing_merges_to_nothing() -> None:
    assert merge([]) == []


def test_two_corners_of_one_card_are_one_card() -> None:
    groups = merge([index(0, 0, ("10H", 0.8)), index(60, 120, ("10H", 0.95))])
    assert [(str(g.card), len(g.named), g.conflict) for g in groups] == [("10H", 2, False)]
    assert groups[0].named[0].cards[0][1] == 0.95, "the better corner comes first"


def test_one_name_in_two_places_too_far_apart_is_a_conflict_and_both_are_kept() -> None:
    far = 20 * (CARD_SPAN + 1)
    groups = merge([index(0, 0, ("AS", 0.9)), index(far, 0, ("AS", 0.9))])
    assert [(str(g.card), g.conflict) for g in groups] == [("AS", True), ("AS", True)]


def test_a_weak_second_place_does_not_put_a_strong_one_in_doubt() -> None:
    far = 20 * (CARD_SPAN + 1)
    groups = merge([index(0, 0, ("AS", 0.97)), index(far, 0, ("AS", 0.7))])
    assert [(str(g.card), g.conflict) for g in groups] == [("AS", False), ("AS", True)]


def test_a_doubtful_corner_goes_to_the_strong_card_it_also_suggests() -> None:
    strong, weak = index(0, 0, ("9C", 0.97)), index(50, 90, ("8C", 0.4), ("9C", 0.3))
    groups = merge([strong, weak])
    assert [(str(g.card), len(g.named), len(g.claimed)) for g in groups] == [("9C", 1, 1)]


def test_a_plausible_neighbour_in_a_fan_is_not_claimed() -> None:
    """In a fan each card shows one index; a good name of its own must stand beside a strong neighbour."""
    groups = merge([index(0, 0, ("9C", 0.97)), index(25, 0, ("8C", 0.75), ("9C", 0.1))])
    assert sorted(str(g.card) for g in groups) == ["8C", "9C"]


def test_a_card_with_both_corners_seen_claims_no_third() -> None:
    both = [index(0, 0, ("9C", 0.97)), index(50, 90, ("9C", 0.97))]
    groups = merge([*both, index(30, 30, ("8C", 0.4), ("9C", 0.3))])
    assert sorted(str(g.card) for g in groups) == ["8C", "9C"]


def test_an_unclear_index_takes_its_next_name_where_the_first_lies_clearly_elsewhere() -> None:
    """A pack holds each card once (DESIGN.md, models)."""
    far = 20 * (CARD_SPAN + 1)
    clear, unclear = index(0, 0, ("8S", 0.98)), index(far, 0, ("8S", 0.4), ("QS", 0.3), ("8C", 0.1))
    groups = merge([clear, unclear])
    assert [(str(g.card), g.conflict) for g in groups] == [("8S", False), ("QS", False)]
    assert groups[1].named[0].cards[0][1] == 0.3 / 0.6
    assert [str(card) for card, _ in groups[1].named[0].struck] == ["8S"]


def test_a_clear_index_keeps_its_name_and_stays_in_conflict() -> None:
    far = 20 * (CARD_SPAN + 1)
    groups = merge([index(0, 0, ("8S", 0.98)), index(far, 0, ("8S", 0.7), ("QS", 0.25))])
    assert [(str(g.card), g.conflict) for g in groups] == [("8S", False), ("8S", True)]


def test_no_name_is_struck_for_one_that_is_hardly_likelier_than_nothing() -> None:
    far = 20 * (CARD_SPAN + 1)
    groups = merge([index(0, 0, ("8S", 0.98)), index(far, 0, ("8S", 0.5), ("QS", 0.05))])
    assert [(str(g.card), g.conflict) for g in groups] == [("8S", False), ("8S", True)]


def test_distance_is_measured_in_lengths_of_the_longer_index() -> None:
    assert lengths_apart(index(0, 0, ("2C", 1.0)), index(40, 0, ("2C", 1.0), size=40)) == 1.0


def test_features_grow_with_what_speaks_for_the_card() -> None:
    one = group_by_name([index(0, 0, ("QD", 0.9), ("KD", 0.05))])[0]
    two = group_by_name([index(0, 0, ("QD", 0.9), ("KD", 0.05)), index(60, 90, ("QD", 0.6))])[0]
    at = dict(zip(FEATURES, features(one), strict=True))
    both = dict(zip(FEATURES, features(two), strict=True))
    assert (at["corners"], both["corners"]) == (0.0, 1.0)
    assert at["named"] > 2
    assert at["small"] > 0
    far_off = group_by_name([index(0, 0, ("QD", 0.5), ("KD", 0.45))])[0]
    assert dict(zip(FEATURES, features(far_off), strict=True))["margin"] < at["margin"]


def test_confidence_is_the_logistic_function_of_the_features() -> None:
    weights = tuple(1.0 if name == "bias" else 0.0 for name in FEATURES)
    calibration = Calibration(weights, 0.5, 0.9)
    group = group_by_name([index(0, 0, ("QD", 0.9))])[0]
    assert abs(calibration.confidence(group) - 0.7310586) < 1e-6
    assert Calibration(weights, 0.5, 0.9, ceiling=0.7).confidence(group) == 0.7
