"""Drawn and found packs: the boxes hold the indices (`datasets.packs`, `procedural`, `index_boxes`)."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.index_boxes import find_indices
from datasets.packs import CardPack, PackError, pack_from_folder
from datasets.procedural import draw_pack
from scorer.cards import Card, pack_of


@pytest.fixture(scope="module")
def pack() -> CardPack:
    return draw_pack(4)


def test_a_drawn_pack_has_52_faces_of_one_size(pack: CardPack) -> None:
    assert set(pack.faces) == set(pack_of(52).cards)
    width, height = pack.size
    assert {face.shape for face in pack.faces.values()} == {(height, width, 3)}
    assert 0.6 < width / height < 0.75


@pytest.mark.slow
def test_the_same_seed_draws_the_same_pack(pack: CardPack) -> None:
    again = draw_pack(4)
    assert all((pack.faces[c] == again.faces[c]).all() for c in pack.faces)
    assert pack.indices == again.indices
    other, ace = draw_pack(6), Card.parse("AS")
    assert other.faces[ace].shape != pack.faces[ace].shape or (other.faces[ace] != pack.faces[ace]).any()


@pytest.mark.parametrize("name", ["AS", "10H", "7C", "QD"])
def test_index_boxes_hold_ink_at_every_edge_and_turn_with_the_card(pack: CardPack, name: str) -> None:
    card = Card.parse(name)
    face = pack.faces[card]
    paper = np.median(face[:, :4].reshape(-1, 3), axis=0)
    ink = np.abs(face.astype(int) - paper).max(axis=2) > 60
    x0, y0, x1, y1 = (round(v) for v in pack.index_boxes(card)[0])
    inside = ink[y0:y1, x0:x1]
    assert inside[:3].any() and inside[-3:].any() and inside[:, :3].any() and inside[:, -3:].any()
    width, height = pack.size
    bx0, by0, bx1, by1 = (round(v) for v in pack.index_boxes(card)[1])
    assert (bx0, by0, bx1, by1) == (width - x1, height - y1, width - x0, height - y0)
    turned = face[by0:by1, bx0:bx1][::-1, ::-1].astype(int)
    assert np.abs(turned - face[y0:y1, x0:x1].astype(int)).mean() < 12


@pytest.mark.slow
def test_indices_are_found_where_they_were_drawn() -> None:
    """The finder for foreign art, judged on packs whose boxes are known."""
    for seed in (1, 4, 9):
        pack = draw_pack(seed)
        found = find_indices(pack.faces)
        assert found is not None
        numbers = [c for c in pack.faces if str(c)[:-1] not in ("J", "Q", "K", "10")]
        off = [np.abs(np.array(found[c]) - np.array(pack.indices[c])).max() for c in numbers]
        assert float(np.mean(np.array(off) < 4)) > 0.9


@pytest.mark.slow
def test_a_folder_of_faces_becomes_a_pack(pack: CardPack, tmp_path: Path) -> None:
    for card, face in pack.faces.items():
        cv2.imwrite(str(tmp_path / f"{card}.png"), face, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    again = pack_from_folder(tmp_path, "mine", "mine alone")
    assert set(again.faces) == set(pack.faces)
    box, truth = again.indices[Card.parse("7C")], pack.indices[Card.parse("7C")]
    assert np.abs(np.array(box) - np.array(truth)).max() < 4
    german = pack_from_folder(tmp_path, "german", "mine alone", foreign_ranks="JQ")
    assert len(german.foreign) == len(german.jokers) == 8 and len(german.faces) == 44
    (tmp_path / "10H.png").unlink()
    with pytest.raises(PackError, match="10H"):
        pack_from_folder(tmp_path, "mine", "mine alone")
