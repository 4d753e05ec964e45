"""Scenes and crops: deterministic, with exact labels (`datasets.scenes`, `layouts`, `crops`)."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.contact_sheet import contact_sheet, with_labels
from datasets.crops import NO_INDEX, SIDE, CropFactory, rank_place, suit_place
from datasets.hands import play_hand
from datasets.layouts import LAYOUTS
from datasets.packs import CardPack
from datasets.procedural import draw_pack
from datasets.scenes import VISIBLE_SHARE, SceneFactory
from scorer.cards import Card
from scorer.seats import FOUR_HANDED, Seat
from scorer.trick import winner_index


@pytest.fixture(scope="module")
def pack() -> CardPack:
    return draw_pack(3)


@pytest.fixture(scope="module")
def factory(pack: CardPack) -> SceneFactory:
    return SceneFactory([pack], (), (640, 480), difficulty=0.5)


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_every_layout_draws_the_same_picture_from_the_same_seed(pack: CardPack, layout: str) -> None:
    one = SceneFactory([pack], (), (480, 360)).scene(7, layout)
    two = SceneFactory([pack], (), (480, 360)).scene(7, layout)
    assert (one.picture == two.picture).all()
    assert one.labels == two.labels
    assert one.picture.shape == (360, 480, 3)
    assert (SceneFactory([pack], (), (480, 360)).scene(8, layout).picture != one.picture).any()


@pytest.mark.slow
def test_labels_lie_in_the_picture_and_show_enough(factory: SceneFactory) -> None:
    for seed in range(12):
        scene = factory.scene(seed)
        for label in scene.labels:
            x0, y0, x1, y1 = label.box_xyxy
            assert 0 <= x0 < x1 <= 640 and 0 <= y0 < y1 <= 480
            assert VISIBLE_SHARE <= label.visible <= 1
        assert scene.cards == {label.card for label in scene.labels}


def test_a_trick_lies_clockwise_from_the_place_of_its_leader(pack: CardPack) -> None:
    plain = SceneFactory([pack], (), (960, 720), difficulty=0.0)
    cards = [Card.parse(name) for name in ("AH", "KH", "2H", "3H")]
    scene = plain.trick(4, cards, pack, first=2)
    middle = {c: np.mean([one.box_xyxy for one in scene.labels if one.card == c], axis=0) for c in cards}
    xs = {c: (m[0] + m[2]) / 2 for c, m in middle.items()}
    ys = {c: (m[1] + m[3]) / 2 for c, m in middle.items()}
    top, right, bottom, left = cards
    assert ys[top] == min(ys.values())
    assert ys[bottom] == max(ys.values())
    assert xs[left] == min(xs.values())
    assert xs[right] == max(xs.values())


def test_a_covered_index_is_not_labelled(pack: CardPack) -> None:
    """In a fan only the uppermost card can show both corners."""
    fan = SceneFactory([pack], (), (960, 720), difficulty=0.0).scene(2, "fan")
    per_card = [sum(label.card == c for label in fan.labels) for c in fan.cards]
    assert per_card.count(2) <= 2
    assert len(fan.cards) >= 5


def test_crops_are_deterministic_and_labelled(pack: CardPack) -> None:
    crops = [CropFactory([pack]).sample(np.random.default_rng(s)) for s in range(60)]
    again = [CropFactory([pack]).sample(np.random.default_rng(s)) for s in range(60)]
    assert all(
        (a.picture == b.picture).all() and (a.rank, a.suit) == (b.rank, b.suit)
        for a, b in zip(crops, again, strict=True)
    )
    assert all(c.picture.shape == (SIDE, SIDE, 3) for c in crops)
    none = [c for c in crops if c.rank == NO_INDEX]
    assert 2 < len(none) < 30
    assert all(c.suit == NO_INDEX for c in none)
    assert (rank_place(Card.parse("AS")), rank_place(Card.parse("KS")), rank_place(Card.parse("10S"))) == (0, 12, 9)
    assert [suit_place(Card.parse("A" + s)) for s in "CDHS"] == [0, 1, 2, 3]


def test_played_hands_are_legal() -> None:
    """RULES.md 2: follow suit if able; the winner leads."""
    for seed in range(20):
        hand = play_hand(seed, Seat.E)
        cards = [c for _, trick in hand.tricks for c in trick]
        assert len(set(cards)) == 36
        leader, trump = Seat.E, hand.tricks[0][1][0].suit
        holding: dict[Seat, list[Card]] = {s: [] for s in FOUR_HANDED}
        order_of = {}
        for number, (first, trick) in enumerate(hand.tricks):
            order = [FOUR_HANDED[(FOUR_HANDED.index(first) + k) % 4] for k in range(4)]
            order_of[number] = order
            for seat, card in zip(order, trick, strict=True):
                holding[seat].append(card)
        for number, (first, trick) in enumerate(hand.tricks):
            assert first == leader
            for seat, card in zip(order_of[number], trick, strict=True):
                if card.suit != trick[0].suit:
                    assert all(c.suit != trick[0].suit for c in holding[seat][number:])
            leader = order_of[number][winner_index(trick, trump)]


def test_a_contact_sheet_holds_every_picture(factory: SceneFactory) -> None:
    scenes = [factory.scene(seed) for seed in range(5)]
    sheet = contact_sheet([with_labels(s) for s in scenes], columns=2, width=160)
    assert sheet.shape == (3 * 120, 320, 3)
    labelled = next(s for s in scenes if s.labels)
    assert (with_labels(labelled) != labelled.picture).any()
