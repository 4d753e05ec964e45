"""Whole legal hands of Don as films with exact truth: who played which card when. Frames are drawn as they are asked.

    python -m datasets.games --seed 7 --difficulty normal --out /tmp/hand.mp4

The same seed gives the same story; frames of the same instant are the same whatever the frame rate. Frames are BGR
`uint8` `(H, W, 3)`, times are seconds from the film's beginning.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

import cv2
import numpy as np

from datasets.film_cast import Cast
from datasets.film_hands import Arm, random_arm
from datasets.film_mishaps import MISHAPS, TOLD, plan_mishaps
from datasets.film_packs import pack_for
from datasets.film_painter import FilmPainter
from datasets.film_script import Script
from datasets.film_stage import LEVELS, Difficulty, Stage, set_stage
from datasets.film_story import PlayTruth, Story, TrickTruth
from datasets.film_video import write_video
from datasets.film_visits import visits
from datasets.hands import PlayedHand, play_hand
from datasets.packs import CardPack
from datasets.view import Picture
from scorer.seats import FOUR_HANDED, Seat

__all__ = [
    "MISHAPS",
    "Difficulty",
    "Film",
    "FilmFrame",
    "PlayTruth",
    "TrickTruth",
    "empty_table",
    "film",
    "write_video",
]
NEED_ROOM = {"last_trick_at_edge", "earlier_card", "five_cards", "face_down_heaps", "phone_knocked"}
"""Mishaps that show only where some table is seen round the trick."""


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """One frame: `number` counts instants from 0 (dropped ones too), `t_seconds` is `number / fps`."""

    number: int
    t_seconds: float
    picture: Picture


@dataclass(frozen=True)
class Film:
    """A hand on film, made by `film`; nothing is drawn before `frames` is asked.

    `bottom` is the seat at the picture's bottom edge; the others sit clockwise from it.
    """

    played: PlayedHand
    tricks: tuple[TrickTruth, ...]
    duration_s: float
    bottom: Seat
    stage: Stage = field(repr=False)
    pack: CardPack = field(repr=False)
    arms: tuple[Arm, Arm, Arm, Arm] = field(repr=False)
    script: Script = field(repr=False)
    seed: int

    def painter(self) -> FilmPainter:
        """A painter of its own that draws any instant of the film."""
        return FilmPainter(Cast(self.stage, self.pack, self.arms, self.seed), self.script, self.seed)

    def frames(self, fps: float) -> Iterator[FilmFrame]:
        """The frames at that rate, one after the other; those the camera dropped are left out.

        Raises `ValueError` for a rate that is not above 0.
        """
        if fps <= 0:
            raise ValueError(f"A film needs more than 0 frames a second, not {fps:g}.")
        painter = self.painter()
        number = 0
        while number / fps < self.duration_s:
            if self.script.has_frame(number / fps):
                yield FilmFrame(number, number / fps, painter.frame(number / fps))
            number += 1


def film(
    seed: int,
    difficulty: Difficulty,
    mishaps: Sequence[str] = (),
    cards_each: int = 9,
    packs: Sequence[CardPack] | None = None,
    size_wh: tuple[int, int] = (640, 480),
    drawn_only: bool = False,
) -> Film:
    """The film of that seed: a whole hand, each mishap (of `MISHAPS`) once or twice.

    `packs` are the packs to choose from; without them every other seed takes packaged art from the cache where there
    is some, and a drawn pack otherwise or with `drawn_only`. Raises `ValueError` for an unknown mishap.
    """
    unknown = [name for name in mishaps if name not in MISHAPS]
    if unknown:
        raise ValueError(f"There is no mishap {unknown[0]!r}: choose from {', '.join(MISHAPS)}.")
    rng = np.random.default_rng([seed, list(LEVELS).index(difficulty), 0xF11])
    pack = packs[int(rng.integers(len(packs)))] if packs else pack_for(seed, difficulty, drawn_only)
    stage = set_stage(difficulty, pack, size_wh, rng, 1.4 if NEED_ROOM & set(mishaps) else 1.0)
    arms = (random_arm(rng), random_arm(rng), random_arm(rng), random_arm(rng))
    played = play_hand(seed, FOUR_HANDED[int(rng.integers(4))], cards_each)
    bottom = FOUR_HANDED[int(rng.integers(4))]
    plan = plan_mishaps(tuple(mishaps), cards_each, rng)
    heaps = "face_down_heaps" in mishaps or bool(rng.random() < stage.level.heaps)
    story = Story(stage, pack, played, bottom, difficulty, rng, TOLD, plan, heaps)
    script, tricks = story.told()
    return Film(played, tricks, script.duration_s, bottom, stage, pack, arms, script, seed)


def empty_table(
    seed: int,
    seconds: float,
    difficulty: Difficulty,
    size_wh: tuple[int, int] = (640, 480),
    drawn_only: bool = False,
) -> Film:
    """A film of `seconds` in which no trick is played, for tricks seen where there are none.

    Hands, sleeves, glasses, beer mats, phones and coins come and go, and cards lie face down.
    """
    rng = np.random.default_rng([seed, list(LEVELS).index(difficulty), 0xE4])
    pack = pack_for(seed, difficulty, drawn_only)
    stage = set_stage(difficulty, pack, size_wh, rng)
    arms = (random_arm(rng), random_arm(rng), random_arm(rng), random_arm(rng))
    bottom = FOUR_HANDED[int(rng.integers(4))]
    script = visits(stage, seconds, rng)
    return Film(PlayedHand(bottom, ()), (), script.duration_s, bottom, stage, pack, arms, script, seed)


def measured(difficulty: Difficulty, fps: float = 10.0, seconds: float = 40.0) -> float:
    """Milliseconds a frame takes on one core, over the first seconds of a film with all mishaps."""
    cv2.setNumThreads(1)
    frames = film(3, difficulty, MISHAPS).frames(fps)
    began = time.perf_counter()
    count = sum(1 for _ in takewhile(lambda frame: frame.t_seconds < seconds, frames))
    return (time.perf_counter() - began) / count * 1000


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--difficulty", choices=list(LEVELS), default="normal")
    parser.add_argument("--mishap", action="append", default=[], metavar="NAME", help=f"one of {', '.join(MISHAPS)}")
    parser.add_argument("--empty", type=float, metavar="SECONDS", help="no hand, but a table without a trick")
    parser.add_argument("--fps", type=float, default=10.0)
    parser.add_argument("--out", type=Path, help="the MP4 file to write")
    parser.add_argument("--time", action="store_true", help="only measure what a frame costs")
    args = parser.parse_args(arguments)
    if args.time:
        for difficulty in LEVELS:
            print(f"{difficulty}: {measured(difficulty):.1f} ms a frame of 640 x 480 on one core")
        return 0
    try:
        if args.out is None:
            raise ValueError("Say with --out which MP4 file to write, or --time to measure.")
        seconds = args.empty
        shown = (
            film(args.seed, args.difficulty, args.mishap)
            if seconds is None
            else empty_table(args.seed, seconds, args.difficulty)
        )
        write_video(shown, args.out, args.fps)
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    for trick in shown.tricks:
        plays = " ".join(f"{play.seat}:{play.card}@{play.t_down:.2f}" for play in trick.plays)
        print(f"{trick.number} {plays} complete {trick.t_complete:.2f} cleared {trick.t_cleared:.2f}", *trick.mishaps)
    print(args.out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
