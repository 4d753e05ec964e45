"""What the proof keeps to look at: the pictures of tricks that were not right, and the looks of whole hands."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from benchmarks.watch_judge import PlayedTrick, Verdict
from models.looks import Look, WatchEvent
from models.picture import Picture
from scorer.cards import Card
from scorer.seats import Seat

LOOKS = ".looks.jsonl"
"""How the file with the looks of a hand ends."""
AFTER_S = 0.3
"""A complete trick is kept as it lies so long after its last card counts as visible."""


class Keeper:
    """Holds the pictures of each trick until its verdict: complete, and as it was closed."""

    def __init__(self, tricks: Sequence[PlayedTrick]) -> None:
        self.looks: list[Look] = []
        self._waits = list(tricks)
        self._complete: dict[int, Picture] = {}
        self._closed: list[tuple[float, Picture]] = []
        self._said: list[dict[str, Any]] = []

    def take(self, picture: Picture, t_seconds: float, events: Sequence[WatchEvent], look: Look | None) -> None:
        """One frame as it was fed, with what came of it."""
        if look is not None and (not self.looks or look is not self.looks[-1]):
            self.looks.append(look)
        while self._waits and t_seconds >= self._waits[0].t_complete + AFTER_S:
            self._complete[self._waits.pop(0).number] = picture.copy()
        for event in events:
            cards = " ".join(str(card) for card in event.cards)
            self._said.append({"t": event.t_seconds, "kind": event.kind, "trick": event.trick, "cards": cards})
            if event.kind == "closed":
                self._closed.append((event.t_seconds, picture.copy()))

    def write(self, folder: Path, name: str, verdict: Verdict) -> None:
        """Writes the pictures of the tricks that were not right, and all that was said of the hand."""
        folder.mkdir(parents=True, exist_ok=True)
        for trick in verdict.tricks:
            if trick.outcome == "right":
                continue
            stem = f"{name}-{trick.number:02d}-{trick.outcome}"
            _write(folder / f"{stem}-complete.png", self._complete.get(trick.number))
            after = [picture for t, picture in self._closed if t >= trick.t_complete - AFTER_S]
            _write(folder / f"{stem}-closed.png", after[0] if after else None)
            text = json.dumps(trick.to_json(), indent=1)
            (folder / f"{stem}.json").write_text(text + "\n", encoding="utf-8")
        for t, picture in self._closed:
            if t in verdict.false_at:
                _write(folder / f"{name}-false-{t:.1f}.png", picture)
        lines = "".join(json.dumps(said) + "\n" for said in self._said)
        (folder / f"{name}.events.jsonl").write_text(lines, encoding="utf-8")


def _write(path: Path, picture: Picture | None) -> None:
    if picture is not None:
        path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())


@dataclass(frozen=True, slots=True)
class KeptPlay:
    """A card as it was played."""

    seat: Seat
    card: Card
    t_down: float


@dataclass(frozen=True, slots=True)
class KeptTrick:
    """A trick as it was played."""

    number: int
    leader: Seat
    plays: tuple[KeptPlay, ...]
    t_complete: float
    t_cleared: float
    mishaps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A hand as it was looked at: what `write_looks` wrote, to judge the following alone once more."""

    task: dict[str, Any]
    pitcher: Seat
    bottom: Seat
    duration_s: float
    tricks: tuple[KeptTrick, ...]
    looks: tuple[Look, ...]


def write_looks(path: Path, task: Mapping[str, Any], played: Any, looks: Sequence[Look]) -> None:
    """The truth of a hand in the first line, then one look a line; `played` is a `datasets.games.Film`."""
    head = {
        "task": dict(task),
        "pitcher": str(played.played.pitcher),
        "bottom": str(played.bottom),
        "duration_s": played.duration_s,
        "tricks": [
            {
                "number": t.number,
                "leader": str(t.leader),
                "plays": [[str(p.seat), str(p.card), p.t_down] for p in t.plays],
                "t_complete": t.t_complete,
                "t_cleared": t.t_cleared,
                "mishaps": list(t.mishaps),
            }
            for t in played.tricks
        ],
    }
    lines = [head, *(look.to_json() for look in looks)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def read_looks(path: Path) -> KeptHand:
    """The hand that `write_looks` wrote. Raises `ValueError` or `KeyError` for another file."""
    head, *lines = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    tricks = tuple(
        KeptTrick(
            t["number"],
            Seat(t["leader"]),
            tuple(KeptPlay(Seat(seat), Card.parse(card), t_down) for seat, card, t_down in t["plays"]),
            t["t_complete"],
            t["t_cleared"],
            tuple(t["mishaps"]),
        )
        for t in head["tricks"]
    )
    looks = tuple(Look.from_json(line) for line in lines)
    return KeptHand(head["task"], Seat(head["pitcher"]), Seat(head["bottom"]), head["duration_s"], tricks, looks)
