"""Following the looks of kept hands once more, without pictures: what a change of the following alone is worth."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.watch_judge import Judge, Verdict
from benchmarks.watch_keep import LOOKS, KeptHand, read_looks
from benchmarks.watch_table import Table
from models.calibration import Calibration
from models.looks import WatchEvent
from models.table_view import TableView
from models.trick_follower import TrickFollower
from models.weights import load_weights


def replay_folder(folder: Path) -> list[dict[str, Any]]:
    """A result line for each hand kept in the folder, without what only frames can tell."""
    calibration = Calibration.from_json(load_weights().calibration)
    lines = []
    for path in sorted(folder.glob(f"*{LOOKS}")):
        kept = read_looks(path)
        verdict, events = follow(kept, calibration)
        lines.append(
            {
                **kept.task,
                **asdict(verdict),
                "opencv": "none, looks followed again",
                "appeared": sum(event.kind == "appeared" for event in events),
                "looks": len(kept.looks),
                "duration_s": kept.duration_s,
                "code": "",
            }
        )
    return lines


def follow(kept: KeptHand, calibration: Calibration) -> tuple[Verdict, list[WatchEvent]]:
    """The verdict on the follower alone over the looks of a hand, and its events."""
    table = Table(kept.task["variant"], kept.pitcher)
    judge, said = Judge(kept.tricks, table), list[WatchEvent]()
    follower = TrickFollower(calibration, table.facts(), TableView(bottom=kept.bottom))
    for look in kept.looks:
        events = follower.take(look)
        said += events
        facts = judge.take(events)
        if facts is not None:
            follower.go_on(facts)
    last = follower.finish(kept.duration_s)
    judge.take(last)
    return judge.finish(), [*said, *last]
