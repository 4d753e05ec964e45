"""Each mishap of a film (`datasets.games`) leaves its mark in the pictures and never changes what counts."""

from __future__ import annotations

import itertools
import math

import cv2
import numpy as np
import pytest
from marked_pack import marked_pack

from datasets.film_painter import FilmPainter
from datasets.games import MISHAPS, Difficulty, Film, TrickTruth, film
from datasets.hands import play_hand
from scorer.cards import Card

Told = tuple[Film, FilmPainter, TrickTruth]
PACK = marked_pack()
LEVELS: tuple[Difficulty, ...] = ("easy", "hard")


def told(name: str, difficulty: Difficulty = "normal", seed: int = 5) -> Told:
    """A short film with one mishap, its painter and the first trick in which it happens."""
    shown = film(seed, difficulty, (name,), 3, [PACK])
    return shown, shown.painter(), next(trick for trick in shown.tricks if name in trick.mishaps)


def instants(trick: TrickTruth, step: float = 0.1) -> list[float]:
    """Times from the lead of a trick until its cards are off."""
    return [float(t) for t in np.arange(trick.plays[0].t_down + 0.05, trick.t_cleared + 1.0, step)]


def cards_of(trick: TrickTruth) -> set[Card]:
    return {play.card for play in trick.plays}


def shown_pixels(shown: Film, painter: FilmPainter, cards: set[Card], t: float) -> int:
    """How many pixels of those cards are seen, face up or down."""
    numbers = [n for n, track in enumerate(shown.script.tracks) if track.thing in cards]
    return int(np.isin(painter.owners(t), numbers).sum())


@pytest.mark.parametrize("name", MISHAPS)
@pytest.mark.parametrize("difficulty", ["normal", *(pytest.param(one, marks=pytest.mark.slow) for one in LEVELS)])
def test_a_mishap_is_recorded_and_changes_nothing_that_counts(name: str, difficulty: Difficulty) -> None:
    shown, painter, _ = told(name, difficulty)
    assert shown.played == play_hand(5, shown.played.pitcher, 3)
    for trick, (leader, cards) in zip(shown.tricks, shown.played.tricks, strict=True):
        assert (trick.leader, tuple(play.card for play in trick.plays)) == (leader, cards)
        times = [*(play.t_down for play in trick.plays), trick.t_complete, trick.t_cleared]
        assert all(a < b for a, b in itertools.pairwise(times))
        seen = painter.index_shares(trick.t_complete)
        assert cards_of(trick) <= set(seen)
        if difficulty != "hard":
            assert min(seen[card] for card in cards) > 0.55


@pytest.mark.slow
def test_a_card_picked_up_is_gone_and_another_counts() -> None:
    others = 0
    for seed in (5, 6, 7):
        shown, painter, trick = told("picked_up", seed=seed)
        before = {card for earlier in shown.tricks[: trick.number - 1] for card in cards_of(earlier)}
        times = np.arange(max(0.0, trick.plays[0].t_down - 4), trick.t_complete, 0.2)
        lying = [set(painter.index_shares(float(t))) - before for t in times]
        assert any(len(later) < len(earlier) for earlier, later in itertools.pairwise(lying))
        strange = set().union(*lying) - cards_of(trick)
        assert strange <= {card for later in shown.tricks[trick.number :] for card in cards_of(later)}
        others += len(strange)
    assert others


def test_a_moved_card_lies_somewhere_else() -> None:
    shown, _, trick = told("moved")
    ways = []
    for track in shown.script.tracks:
        if track.thing in cards_of(trick):
            lying = [key.pose for key in track.keys if key.t <= trick.t_complete + 3 and key.pose.lift == 0]
            ways += [math.hypot(a.x - b.x, a.y - b.y) for a, b in itertools.pairwise(lying)]
    assert any(0.5 <= way <= 1.5 for way in ways)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["half_covered", "hand_over_table"])
def test_a_hand_rests_over_the_trick(name: str) -> None:
    shown, painter, trick = told(name)
    numbers = [n for n, track in enumerate(shown.script.tracks) if track.thing in cards_of(trick)]
    covered = []
    for t in instants(trick, 0.2):
        free, all_of_it = (int(np.isin(painter.owners(t, hands), numbers).sum()) for hands in (True, False))
        covered.append(free < 0.85 * all_of_it)
    longest = max(len(list(run)) for hidden, run in itertools.groupby(covered) if hidden)
    assert longest >= 5


@pytest.mark.slow
def test_a_card_turned_over_shows_its_back_for_a_while() -> None:
    _, painter, trick = told("turned_over")
    counts = [
        len(set(painter.index_shares(t)) & cards_of(trick)) for t in instants(trick, 0.2) if t < trick.t_cleared - 1
    ]
    down = [earlier for earlier, later in itertools.pairwise(counts) if later < earlier]
    assert down
    assert counts[-1] == 4


def test_the_last_trick_stays_face_up_until_the_next_is_swept() -> None:
    shown, painter, trick = told("last_trick_at_edge")
    after = shown.tricks[trick.number]
    assert cards_of(trick) <= set(painter.index_shares(after.t_complete))
    assert not cards_of(trick) & set(painter.index_shares(after.t_cleared + 2.5))


@pytest.mark.slow
def test_an_earlier_card_lies_face_up_again() -> None:
    shown, painter, trick = told("earlier_card")
    before = {card for earlier in shown.tricks[: trick.number - 1] for card in cards_of(earlier)}
    seen = [set(painter.index_shares(t)) & before for t in instants(trick, 0.2)]
    assert max(len(one) for one in seen) == 1
    assert sum(bool(one) for one in seen) >= 5


@pytest.mark.slow
def test_five_cards_lie_there_for_a_while() -> None:
    _, painter, trick = told("five_cards")
    counts = [len(painter.index_shares(t)) for t in instants(trick, 0.2)]
    assert max(counts) == 5
    assert counts.count(5) >= 5


def test_three_cards_wait_long() -> None:
    _, _, trick = told("long_wait")
    assert 12 <= trick.plays[3].t_down - trick.plays[2].t_down <= 21.5


def test_the_next_lead_comes_while_the_old_trick_is_swept() -> None:
    shown, _, trick = told("early_lead")
    lead = shown.tricks[trick.number].plays[0].t_down
    assert trick.t_complete + 0.8 < lead < trick.t_cleared + 0.1


def test_light_changes_and_stays() -> None:
    shown, painter, first = told("light_switched")
    before, switched = (painter.frame(t)[:40, :40].mean() for t in (0.0, first.t_cleared + 1))
    assert abs(switched / before - 1) > 0.08
    last = [trick for trick in shown.tricks if "light_switched" in trick.mishaps][-1]
    after = painter.frame(last.t_cleared + 1)[:40, :40].mean()
    assert all(0.4 < gain < 2.1 for gain in shown.script.gain_at(shown.duration_s))
    assert painter.frame(shown.duration_s - 0.2)[:40, :40].mean() == pytest.approx(after, rel=0.02)


def test_a_knocked_phone_sees_cards_at_other_pixels() -> None:
    shown, painter, _ = told("phone_knocked")
    knock = shown.script.knocks[0]
    before, after = painter.owners(knock.start - 0.01), painter.owners(knock.until + 0.01)
    moved = []
    for number, track in enumerate(shown.script.tracks):
        lies = track.lies_since(knock.start - 0.1, knock.until + 0.1) is not None
        if isinstance(track.thing, Card) and lies and (before == number).sum() > 200:
            ways = [np.argwhere(one == number).mean(axis=0) for one in (before, after)]
            moved.append(float(np.hypot(*(ways[1] - ways[0]))))
    assert moved
    assert all(8 < way < 90 for way in moved)
    pictures = [painter.frame(t).astype(int) for t in (knock.start - 0.01, knock.until + 0.01)]
    assert np.abs(pictures[1] - pictures[0]).mean() > 1.5 * shown.stage.lens.noise


def test_hunting_focus_blurs_the_picture_and_comes_back() -> None:
    shown, painter, _ = told("focus_hunting")
    hunt = shown.script.hunts[0]
    assert 0.5 <= hunt.until - hunt.start <= 1.5

    def detail(t: float) -> float:
        soft = cv2.GaussianBlur(painter.frame(t), (0, 0), 1.5)
        return float(cv2.Laplacian(cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY), cv2.CV_32F).var())

    sharp, lost = detail(hunt.start - 0.02), detail((hunt.start + hunt.until) / 2)
    assert lost < 0.6 * sharp
    assert detail(hunt.until + 0.02) > 1.2 * lost


def test_a_dropped_second_has_no_frames() -> None:
    shown, _, _ = told("dropped_frames")
    start, until = shown.script.dropped[0]
    before = itertools.takewhile(lambda frame: frame.t_seconds <= until + 0.5, shown.frames(5))
    gaps = [b.number - a.number for a, b in itertools.pairwise(before)]
    assert sorted(gaps)[-2:] in ([1, 5], [1, 6])
    assert until - start == pytest.approx(1.0)


def test_won_tricks_lie_face_down_in_view() -> None:
    shown, painter, trick = told("face_down_heaps", "easy")
    assert shown_pixels(shown, painter, cards_of(trick), shown.duration_s - 0.5) > 300
    assert not painter.index_shares(shown.duration_s - 0.5)
    bare, other, _ = told("long_wait", "easy")
    assert shown_pixels(bare, other, cards_of(bare.tricks[0]), bare.duration_s - 0.5) == 0
