"""`don watch` on a drawn film of a hand, with the real watcher: a video, a folder of frames, a record of it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import cv2
import pytest
from watch_runner import states_of, tricks_of

from datasets.games import Film, film
from don.main import main

pytestmark = pytest.mark.slow
FPS = 10
TRICKS = 3


@pytest.fixture(scope="module")
def hand() -> Film:
    return film(3, "easy", drawn_only=True)


def write(hand: Film, video: Path, folder: Path) -> None:
    """The first tricks of the film as a video and as a folder of frames."""
    end = hand.tricks[TRICKS - 1].t_cleared + 2.0
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (640, 480))
    folder.mkdir()
    for frame in hand.frames(FPS):
        if frame.t_seconds > end:
            break
        writer.write(frame.picture)
        cv2.imwrite(str(folder / f"{frame.number}.jpg"), frame.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    writer.release()


@pytest.fixture(scope="module")
def sources(hand: Film, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `hand.mp4` and `hand`, a folder of frames."""
    place = tmp_path_factory.mktemp("film")
    write(hand, place / "hand.mp4", place / "hand")
    return place


@pytest.mark.parametrize("name", ["hand.mp4", "hand"])
def test_the_tricks_of_a_film_are_scored_and_its_record_replays(
    hand: Film, sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Enter answers each question; a trick about which nothing was asked must be as it was played."""
    log, record = tmp_path / "m.db", tmp_path / "hand.rec"
    watch = ["watch", "--log", str(log), "--bottom", str(hand.bottom), "--pitcher", str(hand.played.pitcher)]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 40))
    assert main([*watch, "--record", str(record), str(sources / name)]) == 0
    scored = tricks_of(states_of(log)[0])
    assert len(scored) == TRICKS
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    closed = [line["event"]["ready"] for line in lines if line.get("event", {}).get("kind") == "closed"]
    assert len(closed) == TRICKS and any(closed)
    for ready, trick, played in zip(closed, scored, hand.played.tricks, strict=False):
        assert not ready or trick == played
    assert main(["watch", "--log", str(log), "--replay", str(record)]) == 0
    first, again = states_of(log)
    assert tricks_of(again) == scored and again.scores == first.scores
