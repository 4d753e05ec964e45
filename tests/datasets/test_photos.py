"""Labelled photographs (`datasets.photos`)."""

from __future__ import annotations

import json
import re
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


GOOD = {"file": "a", "cards": ["AS"], "source": "s", "scene": "x", "index": "en"}


@pytest.mark.parametrize(
    ("rows", "part"),
    [
        (None, "cannot be read"),
        ("{", "it is no JSON"),
        ("[" * 100_000, "it is no JSON"),
        ({"file": "a.jpg"}, "a list of rows"),
        (["a.jpg"], "row 1: it must be an object"),
        ([GOOD, {"file": "a.jpg"}], "row 2: source must be a text"),
        ([{**GOOD, "file": 3}], "row 1: file must be a text"),
        ([{**GOOD, "cards": "AS"}], "row 1: cards must be a list"),
        ([{**GOOD, "cards": ["1X"]}], "row 1: '1X' is not a card"),
        ([{**GOOD, "tags": "glare"}], "row 1: tags must be a list"),
        ([{**GOOD, "boxes": [{"card": "AS", "xyxy": [1, 2]}]}], "row 1: boxes must be"),
    ],
)
def test_bad_labels_are_one_sentence(tmp_path: Path, rows: object, part: str) -> None:
    if rows is not None:
        (tmp_path / "labels.json").write_text(rows if isinstance(rows, str) else json.dumps(rows))
    with pytest.raises(PhotosError, match=re.escape(part)) as caught:
        load_photos(tmp_path)
    assert "\n" not in str(caught.value)
