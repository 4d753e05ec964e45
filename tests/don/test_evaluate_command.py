"""`don evaluate` on three pictures of the bundled hand with labels that are wrong on purpose; the model card."""

from __future__ import annotations

import json
import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest
from pictures_folder import bundled_hand, refused

from datasets.photos import load_photos
from don.main import main
from models.evaluation.model_card import BEGIN, END, PLOT, write_card

ROWS = [
    {"file": "trick_1.jpg", "cards": ["5D", "3D", "4D", "10S"], "source": "one/a", "scene": "trick", "index": "en"},
    {"file": "trick_2.jpg", "cards": ["7H", "QH", "9H", "2C"], "source": "two/b", "scene": "trick", "index": "en"},
    {"file": "trick_3.jpg", "cards": ["9S"], "source": "two/c", "scene": "trick", "index": "de", "use": "tune"},
]


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    """The bundled hand with a labels.json."""
    folder = bundled_hand(tmp_path)
    (folder / "labels.json").write_text(json.dumps(ROWS), encoding="utf-8")
    return folder


def row(printed: str, name: str) -> list[str]:
    line = next(line for line in printed.splitlines() if line.startswith(name))
    return line.split()[1:]


@pytest.mark.slow
def test_it_prints_tables_mistakes_and_causes_and_writes_the_file(
    capsys: pytest.CaptureFixture[str], hand: Path, tmp_path: Path
) -> None:
    file = tmp_path / "now.json"
    flags = ("--errors", "--causes", "--risk", "--synthetic", "1")
    assert main(["evaluate", "--photos", str(hand), *flags, "--json", str(file)]) == 0
    printed = capsys.readouterr().out
    assert row(printed, "pooled") == ["2", "8", "0.875", "0.875", "0.500", "0.875", "1.000", "1", "of", "8"]
    assert row(printed, "other letters")[1:3] == ["1", "1"]
    assert "trick_2.jpg: missed 2C; wrong JH; SILENT JH" in printed
    assert "Causes, index en: 1 mistakes in 1 pictures" in printed
    assert "Synthetic" in printed
    assert "Risk and coverage: synthetic" in printed
    assert "3 pictures read" in printed
    written = json.loads(file.read_text())
    assert [p["name"] for p in written["pictures"]] == ["trick_1.jpg", "trick_2.jpg", "trick_3.jpg", "scene 0"]
    assert [(c["missed"], c["wrong"]) for c in written["causes"]] == [("2C", "JH")]
    assert written["looks"] == "one"
    assert len(written["weights"]["locator"]) == 64


@pytest.mark.slow
def test_before_and_after_weights_and_measurements(
    capsys: pytest.CaptureFixture[str], hand: Path, tmp_path: Path
) -> None:
    """The same weights with a report threshold that lets nothing through, as a folder and as a file."""
    file = tmp_path / "before.json"
    assert main(["evaluate", "--photos", str(hand), "--json", str(file)]) == 0
    data = json.loads(file.read_text())
    for picture in data["pictures"]:
        picture["reported"], picture["sure"] = [], []
    file.write_text(json.dumps(data))
    capsys.readouterr()
    assert main(["evaluate", "--photos", str(hand), "--before", str(file)]) == 0
    printed = capsys.readouterr().out
    table = printed.split("Before and after, index en")[1]
    assert row(table, "pooled")[:4] == ["2", "0.000", "0.875", "+0.875"]
    assert "newly right: trick_1.jpg (was: missed 10S 3D 4D 5D; wrong -)" in table
    assert "otherwise wrong: trick_2.jpg" in table
    with as_file(files("models") / "weights") as packaged:
        shutil.copytree(packaged, tmp_path / "weights")
    assert main(["evaluate", "--photos", str(hand), "--before", str(tmp_path / "weights")]) == 0
    assert "every picture was read as before" in capsys.readouterr().out


def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], hand: Path, tmp_path: Path) -> None:
    evaluate = ("evaluate", "--photos", hand)
    assert "cannot be read" in refused(capsys, "evaluate", "--photos", hand / "nowhere")
    assert "--synthetic goes" in refused(capsys, *evaluate, "--synthetic", "-1")
    assert "name a file" in refused(capsys, *evaluate, "--json", tmp_path / "nowhere" / "x.json")
    assert "leave --tta out" in refused(capsys, *evaluate, "--causes", "--tta")
    assert "is missing" in refused(capsys, *evaluate, "--before", tmp_path)
    (tmp_path / "x.json").write_text("[]")
    assert "is not what don evaluate" in refused(capsys, *evaluate, "--before", tmp_path / "x.json")
    (hand / "trick_2.jpg").unlink()
    assert "trick_2.jpg, which is not there" in refused(capsys, *evaluate)
    (hand / "labels.json").write_text(json.dumps(ROWS[:1]))
    assert "no such photograph" in refused(capsys, *evaluate, "--use", "tune")
    (hand / "labels.json").write_text('{"file": 3}')
    assert "a list of rows" in refused(capsys, *evaluate)


@pytest.mark.slow
def test_the_model_card_gets_the_tables_and_the_plot(hand: Path, tmp_path: Path) -> None:
    card = tmp_path / "MODEL_CARD.md"
    card.write_text(f"head\n{BEGIN} old {END}\ntail\n", encoding="utf-8")
    write_card(card, load_photos(hand), 1, "2026-11-30")
    text = card.read_text("utf-8")
    assert text.startswith("head\n") and text.endswith("\ntail\n")
    assert "old" not in text.split("tail")[0].split(BEGIN)[1].split("###")[0]
    for title in ("Real photographs", "Synthetic", "the cause of each mistake", "Risk and coverage: real, eval"):
        assert title in text
    assert f"]({PLOT})" in text
    assert (tmp_path / PLOT).read_text("utf-8").startswith("<svg")
    card.write_text("no marks", encoding="utf-8")
    with pytest.raises(ValueError, match="marks"):
        write_card(card, [], 1, "2026-11-30")
