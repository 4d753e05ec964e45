"""From the arguments of `don watch` to a source, its first frame, the view of the table and the watcher's settings."""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from don.options import area_in, parse_area, parse_seat
from don.status import UsageError
from models.looks import WatchSettings
from models.table_view import TableView

if TYPE_CHECKING:
    from mobile.camera import Frame, TimedSource

FPS = 10.0
"""Frames a second of a folder, where nothing else is said."""


def settings_of(args: argparse.Namespace) -> WatchSettings:
    """How closely the table is watched. Raises `UsageError`."""
    if args.budget is None:
        return WatchSettings()
    if not 0.02 <= args.budget <= 1:
        raise UsageError(f"--budget {args.budget:g} can't be: give a share of one core from 0.02 to 1.")
    return WatchSettings(budget=args.budget)


def check_source(args: argparse.Namespace) -> None:
    """Refuses arguments that do not fit the source or each other, before anything is opened (`UsageError`)."""
    if args.source is None:
        raise UsageError("Name what to watch: a video, a folder of frames or the number of a camera.")
    if args.fps is not None and not Path(args.source).is_dir():
        raise UsageError("--fps is for a folder of frames: a video and a camera have times of their own.")
    if args.fps is not None and not 0.5 <= args.fps <= 1000:
        raise UsageError(f"--fps {args.fps:g} can't be: give a number from 0.5 to 1000.")
    if args.begin is not None and not 0 <= args.begin < 1e6:
        raise UsageError(f"--from {args.begin:g} can't be: give seconds from the beginning of the source.")


def open_watched(args: argparse.Namespace, stack: ExitStack) -> tuple[TimedSource, Frame, TableView]:
    """The source (closed with the stack), its first frame, and the view with the area in that frame's pixels.

    Raises `UsageError`, `SourceError`, `PictureError`.
    """
    from mobile.camera import open_timed
    from mobile.camera.live import LiveCamera

    bottom, area = parse_seat(args.bottom), parse_area(args.area)
    began = time.monotonic()
    source = open_timed(args.source, args.fps or FPS, lambda: time.monotonic() - began)
    stack.callback(source.close)
    if args.begin is not None and isinstance(source, LiveCamera):
        raise UsageError("--from is for a video or a folder of frames: a camera shows what is now.")
    first = source.read_from(args.begin or 0.0)
    if first is None:
        raise UsageError(f"{args.source} has no frame at {args.begin or 0:g} seconds or later.")
    height, width = first.picture.shape[:2]
    return source, first, TableView(bottom, area_in(area, (width, height)))
