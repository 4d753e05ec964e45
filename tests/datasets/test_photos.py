"""Labelled photographs (`datasets.photos`)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from datasets.photos import PhotosError, load_photos
from scorer.cards import Card


def test_rows_become_photos(tmp_path: Path) -> None:
    row = {
        "file": "a.jpg",
        "cards": ["10H", "AS"],
        "source": "who/repo a.jpg",
        "scene": "trick",
        "index": "en",
        "use": "tune",
        "tags": ["glare"],
        "boxes": [{"card": "AS", "xyxy": [1, 2, 3, 4]}],
    }
    (tmp_path / "labels.json").write_text(json.dumps([row, {**row, "source": "Another/x b.jpg", "use": "eval"}]))
    photos = load_photos(tmp_path)
    assert photos[0].cards == {Card.parse("10H"), Card.parse("AS")}
    assert (photos[0].source, photos[0].use, photos[1].use) == ("who", "tune", "eval")
    assert photos[0].boxes == (("AS", (1.0, 2.0, 3.0, 4.0)),)
    assert [p.source for p in photos] == ["who", "Another"]


@pytest.mark.parametrize(
    "text", [None, "{", '[{"file": "a.jpg"}]', '[{"file":"a","cards":["1X"],"source":"s","scene":"x","index":"en"}]']
)
def test_bad_labels_are_one_sentence(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "labels.json").write_text(text)
    with pytest.raises(PhotosError) as caught:
        load_photos(tmp_path)
    assert caught.value.code in ("photos_missing", "photos_bad_labels")
    assert "\n" not in str(caught.value)
