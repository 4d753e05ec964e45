"""`don read`: cards in pictures, as text, as JSON, drawn."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from pictures_folder import bundled_hand, refused

from don.commands.read import as_json, as_text
from don.main import main
from models.picture import load_picture
from models.reading import CardSighting, IndexSighting, Reading
from scorer.cards import Card


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    return bundled_hand(tmp_path)


def test_read_prints_cards_and_json_and_draws(
    capsys: pytest.CaptureFixture[str], hand: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["read", "--json", "--draw", "--", str(hand / "trick_1.jpg")]) == 0
    line = json.loads(capsys.readouterr().out)
    assert {c["card"] for c in line["cards"]} == {"5D", "3D", "4D", "10S"}
    assert set(line) == {"file", "cards", "image", "sharpness", "elapsed_ms", "times_ms"}
    assert line["image"] == {"width": 1280, "height": 960}
    assert {"locate", "identify"} < set(line["times_ms"])
    assert sum(line["times_ms"].values()) == pytest.approx(line["elapsed_ms"], abs=1)
    assert line["sharpness"] > 50
    first = line["cards"][0]
    assert set(first) == {"card", "status", "sure", "confidence", "conflict", "box", "indices", "runners_up"}
    assert first["sure"] is (first["status"] == "sure")
    x0, y0, x1, y1 = first["box"]
    assert 0 <= x0 < x1 <= 1280 and 0 <= y0 < y1 <= 960
    assert all(x0 <= a and y0 <= b and c <= x1 and d <= y1 for a, b, c, d in first["indices"])
    drawn = load_picture("trick_1_cards.jpg")
    assert (np.abs(drawn.astype(int) - load_picture(hand / "trick_1.jpg")).max(axis=2) > 100).sum() > 500


@pytest.mark.slow
def test_several_looks_read_the_same_trick(capsys: pytest.CaptureFixture[str], hand: Path) -> None:
    assert main(["read", "--json", "--tta", str(hand / "trick_1.jpg")]) == 0
    line = json.loads(capsys.readouterr().out)
    assert {c["card"] for c in line["cards"]} == {"5D", "3D", "4D", "10S"}
    assert set(line["times_ms"]) == {"looks", "rest"}
    assert line["image"] == {"width": 1280, "height": 960}


def test_a_card_read_in_two_places_is_told(tmp_path: Path) -> None:
    ace, king = Card.parse("AS"), Card.parse("KS")
    boxes = ((10.0, 10.0, 20.0, 30.0), (400.0, 10.0, 410.0, 30.0))
    sightings = tuple(
        CardSighting(
            ace, "doubtful", 0.9, ((king, 0.08),), box, (IndexSighting(box, 0.8, ((ace, 0.9),), 0.0),), conflict=True
        )
        for box in boxes
    )
    reading = Reading(sightings, 80.0, 12.0, (640, 480), (("locate", 7.0),))
    text = as_text(tmp_path / "x.jpg", reading)
    assert text.count("read in two places") == 2
    assert "or KS" in text
    said = as_json(tmp_path / "x.jpg", reading)
    assert isinstance(said["cards"], list)
    assert [c["conflict"] for c in said["cards"]] == [True, True]
    assert said["cards"][0]["runners_up"] == [{"card": "KS", "probability": 0.08}]


def test_read_goes_on_after_a_bad_picture_and_ends_with_2(capsys: pytest.CaptureFixture[str], hand: Path) -> None:
    (hand / "bad.jpg").write_bytes(b"no picture")
    cv2.imwrite(str(hand / "bare.png"), np.full((400, 600, 3), 90, np.uint8))
    assert main(["read", "--json", *(str(hand / n) for n in ("bad.jpg", "bare.png", "trick_2.jpg"))]) == 2
    bad, bare, good = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert set(bad) == {"file", "error"}
    assert bare["cards"] == []
    assert len(good["cards"]) == 4
    assert main(["read", str(hand / "bare.png")]) == 0
    assert "no card found" in capsys.readouterr().out


def test_read_refuses_what_is_no_picture(capsys: pytest.CaptureFixture[str], hand: Path, tmp_path: Path) -> None:
    whole = (hand / "trick_1.jpg").read_bytes()
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "short.jpg").write_bytes(whole[: len(whole) // 3])
    assert "is empty" in refused(capsys, "read", tmp_path / "empty.jpg")
    assert "cut short" in refused(capsys, "read", tmp_path / "short.jpg")
    assert "is a folder" in refused(capsys, "read", hand)
    assert "no file" in refused(capsys, "read", tmp_path / "none.jpg")
    assert "no engine" in refused(capsys, "read", hand / "trick_1.jpg", "--engine", "abacus")
    assert "no folder" in refused(capsys, "read", hand / "trick_1.jpg", "--draw", tmp_path / "nowhere")
