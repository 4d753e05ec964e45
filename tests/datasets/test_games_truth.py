"""Films of whole hands (`datasets.games`): the story is legal, in order, and does not depend on the frame rate."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from datasets.games import Film, empty_table, film
from datasets.hands import play_hand
from scorer.seats import FOUR_HANDED, next_in
from scorer.trick import winner_index


@pytest.fixture(scope="module")
def short() -> Film:
    return film(3, "normal", cards_each=2, drawn_only=True)


def test_the_truth_is_the_hand_in_the_order_of_time(short: Film) -> None:
    assert short.played == play_hand(3, short.played.pitcher, 2)
    before = 0.0
    for trick, (leader, cards) in zip(short.tricks, short.played.tricks, strict=True):
        assert trick.leader == leader == trick.plays[0].seat
        assert tuple(play.card for play in trick.plays) == cards
        assert [play.seat for play in trick.plays] == [next_in(FOUR_HANDED, leader, k) for k in range(4)]
        times = [before, *(play.t_down for play in trick.plays), trick.t_complete, trick.t_cleared]
        assert all(a < b for a, b in itertools.pairwise(times))
        before = trick.t_cleared
    trump = short.played.tricks[0][1][0].suit
    first, second = short.tricks
    assert second.leader == first.plays[winner_index([play.card for play in first.plays], trump)].seat
    assert before < short.duration_s


def test_frames_of_the_same_instant_are_the_same_at_any_rate(short: Film) -> None:
    slow = list(itertools.islice(short.frames(5), 4, 9))
    fast = list(itertools.islice(short.frames(10), 8, 18))
    assert [frame.number for frame in slow] == [4, 5, 6, 7, 8]
    for one, two in zip(slow, fast[::2], strict=True):
        assert one.t_seconds == two.t_seconds
        assert one.picture.shape == (480, 640, 3)
        assert np.array_equal(one.picture, two.picture)
    again = film(3, "normal", cards_each=2, drawn_only=True)
    assert again.tricks == short.tricks
    assert np.array_equal(next(iter(again.frames(5))).picture, next(iter(short.frames(5))).picture)


@pytest.mark.slow
def test_an_empty_table_has_no_trick_and_something_to_see() -> None:
    shown = empty_table(5, 16.0, "easy", drawn_only=True)
    assert shown.tricks == ()
    first, *rest = [frame.picture for frame in shown.frames(1)]
    assert len(rest) == 15
    assert any((np.abs(one.astype(int) - first) > 60).mean() > 0.01 for one in rest)


def test_a_wrong_rate_or_mishap_is_refused(short: Film) -> None:
    with pytest.raises(ValueError, match="more than 0"):
        next(iter(short.frames(0)))
    with pytest.raises(ValueError, match="no mishap 'rain'"):
        film(1, "easy", ("rain",))
