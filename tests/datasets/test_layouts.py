"""Each layout is what it is called (`datasets.layouts`)."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from datasets.layouts import LAYOUTS, Layout, Placed, lay_fan, lay_out, lay_spread, lay_trick, lengthwise, with_jokers
from scorer.cards import pack_of

SEEDS = range(40)


def laid(name: str, seed: int) -> list[Placed]:
    rng = np.random.default_rng(seed)
    cards = [pack_of(52).cards[int(k)] for k in rng.permutation(52)]
    return lay_out(name, cards, rng)


def gap(a: Placed, b: Placed) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_no_card_lies_twice_and_the_layout_is_in_the_middle(name: str) -> None:
    for seed in SEEDS:
        placed = laid(name, seed)
        assert len({one.card for one in placed}) == len(placed) <= 52
        for values in ([one.x for one in placed], [one.y for one in placed]):
            assert min(values) + max(values) == pytest.approx(0, abs=1e-6)
        assert placed == laid(name, seed)


def test_a_thrown_trick_is_two_to_four_cards_on_one_heap() -> None:
    sizes = set()
    for seed in SEEDS:
        placed = laid("thrown", seed)
        sizes.add(len(placed))
        assert all(min(gap(one, other) for other in placed if other is not one) < 1.35 for one in placed)
    assert sizes == {2, 3, 4}


def test_cards_of_a_trick_come_from_four_sides() -> None:
    cards = pack_of(52).cards[:4]
    for first in range(4):
        placed = lay_trick(list(cards), first, np.random.default_rng(first), (1.0, 1.2))
        by_place = {(first + k) % 4: one for k, one in enumerate(placed)}
        assert by_place[0].y > 0.4 and by_place[2].y < -0.4
        assert by_place[1].x < -0.4 and by_place[3].x > 0.4


def test_won_tricks_lie_face_down_away_from_the_trick() -> None:
    open_heaps = 0
    for seed in SEEDS:
        placed = laid("won", seed)
        down = [one for one in placed if one.face_down]
        trick = [one for one in placed[-4:] if not one.face_down]
        assert 2 <= len(trick) <= 4
        assert len(down) % 4 == 0
        open_heaps += sum(not one.face_down for one in placed) > 4
        middle = np.mean([(one.x, one.y) for one in trick], axis=0)
        assert all(math.hypot(one.x - middle[0], one.y - middle[1]) > 1.0 for one in down)
    assert 0 < open_heaps < len(SEEDS)


def test_a_fan_is_five_to_thirteen_cards_in_tight_steps() -> None:
    sizes = set()
    for seed in SEEDS:
        placed = laid("fan", seed)
        sizes.add(len(placed))
        steps = [gap(a, b) for a, b in itertools.pairwise(placed)]
        assert min(steps) > 0.08 and max(steps) < 0.55
    assert min(sizes) == 5 and max(sizes) == 13


def test_a_deck_is_40_to_52_cards_in_rows_of_tight_steps() -> None:
    for seed in SEEDS:
        placed = laid("deck", seed)
        assert 40 <= len(placed) <= 52
        steps = [gap(a, b) for a, b in itertools.pairwise(placed)]
        assert sum(step < 0.4 for step in steps) >= len(placed) - 12


def test_a_deal_is_four_hands_before_four_players() -> None:
    for seed in SEEDS:
        placed = laid("deal", seed)
        each = len(placed) // 4
        assert len(placed) in (36, 52)
        hands = [placed[k * each : (k + 1) * each] for k in range(4)]
        middles = [np.mean([(one.x, one.y) for one in hand], axis=0) for hand in hands]
        assert np.hypot(*(middles[0] - middles[2])) > 2 and np.hypot(*(middles[1] - middles[3])) > 2
        across = (middles[0] - middles[2]) @ (middles[1] - middles[3])
        assert abs(across) < 0.5 * np.hypot(*(middles[0] - middles[2])) * np.hypot(*(middles[1] - middles[3]))


def test_lengthwise_turns_the_longer_side_into_the_picture() -> None:
    for seed in SEEDS:
        for wide in (True, False):
            placed = lengthwise(laid("row", seed), wide)
            span = [np.ptp([one.x for one in placed]), np.ptp([one.y for one in placed])]
            assert (span[0] >= span[1]) == wide


def test_jokers_replace_open_cards_only() -> None:
    placed = laid("won", 3)
    strange = with_jokers(placed, 1.0, np.random.default_rng(1))
    assert [one.joker for one in strange] == [not one.face_down for one in placed]
    assert not any(one.joker for one in with_jokers(placed, 0.0, np.random.default_rng(1)))


@pytest.mark.parametrize("lay", [lay_fan, lay_spread])
@pytest.mark.parametrize("count", [12, 15, 28])
def test_a_pile_lies_with_all_its_cards_and_an_index_of_each_shows(lay: Layout, count: int) -> None:
    """No card's middle is nearer to the next than a fifth of a card: the corner of each stays free."""
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        cards = [pack_of(52).cards[int(k)] for k in rng.permutation(52)[:count]]
        placed = lay(cards, rng)
        assert [one.card for one in placed] == cards and not any(one.face_down for one in placed)
        assert min(gap(a, b) for a, b in itertools.combinations(placed, 2)) > 0.12
