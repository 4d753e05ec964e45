"""Names the cards in pictures.

Each card is printed with its confidence and whether it is sure or doubtful; --json prints one object a line
(its fields: docs/reading.md). A bad picture is named and the rest are still read; the exit status is then 2.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from don import status
from don.options import add_engine, load_reader

if TYPE_CHECKING:
    from models.reading import BoxXyxy, CardSighting, Reading

HELP = "name the cards in pictures"
TTA = "7 times slower, finds more cards in fans, asks more often (docs/reading.md has the figures)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument("--json", action="store_true", help="one JSON object a line and picture")
    parser.add_argument(
        "--draw",
        nargs="?",
        const=Path(),
        type=Path,
        metavar="FOLDER",
        help="write each picture with its cards marked as NAME_cards.jpg (into FOLDER, else the current one)",
    )
    parser.add_argument("--tta", action="store_true", help=f"several looks at each picture, merged: {TTA}")
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Reads each picture; 0 if all could be read, else 2."""
    from models.errors import PictureError
    from models.picture import load_picture
    from models.reader import CardReader
    from models.several_looks import read_several

    if args.draw is not None and not args.draw.is_dir():
        raise status.UsageError(f"There is no folder {args.draw} to draw into: make it first.")
    reader = load_reader(args.engine)
    look = read_several if args.tta else CardReader.read
    bad = 0
    for path in args.pictures:
        try:
            picture = load_picture(path)
        except PictureError as error:
            bad += 1
            _report_bad(path, error, args.json)
            continue
        reading = look(reader, picture)
        print(json.dumps(as_json(path, reading)) if args.json else as_text(path, reading), flush=True)
        if args.draw is not None:
            _draw(path, picture, reading, args.draw, args.json)
    return status.BAD_INPUT if bad else status.DONE


def _report_bad(path: Path, error: Exception, as_line: bool) -> None:
    if as_line:
        print(json.dumps({"file": str(path), "error": str(error)}), flush=True)
    else:
        sys.stdout.flush()
        print(f"don: {error}", file=sys.stderr)


def _draw(path: Path, picture: Any, reading: Reading, folder: Path, quiet: bool) -> None:
    from models.drawing import draw_reading, write_picture

    target = folder / f"{path.stem}_cards.jpg"
    write_picture(draw_reading(picture, reading), target)
    print(f"  drawn to {target}", file=sys.stderr if quiet else sys.stdout)


def as_json(path: Path, reading: Reading) -> dict[str, object]:
    """The JSON form of one picture's reading."""
    return {
        "file": str(path),
        "cards": [_card_json(s) for s in reading.sightings],
        "image": {"width": reading.image_wh[0], "height": reading.image_wh[1]},
        "sharpness": round(reading.sharpness, 1),
        "elapsed_ms": round(reading.elapsed_ms, 1),
        "times_ms": {step: round(ms, 1) for step, ms in reading.times_ms},
    }


def _card_json(seen: CardSighting) -> dict[str, object]:
    return {
        "card": str(seen.card),
        "status": seen.status,
        "sure": seen.sure,
        "confidence": round(seen.confidence, 4),
        "conflict": seen.conflict,
        "box": _box_json(seen.box_xyxy),
        "indices": [_box_json(index.box_xyxy) for index in seen.indices],
        "runners_up": [{"card": str(card), "probability": round(p, 4)} for card, p in seen.runners_up],
    }


def _box_json(box: BoxXyxy) -> list[float]:
    return [round(v, 1) for v in box]


def as_text(path: Path, reading: Reading) -> str:
    """The printed form of one picture's reading."""
    if not reading.sightings:
        return f"{path}: no card found ({reading.elapsed_ms:.0f} ms)"
    lines = [
        f"{path}: {len(reading.sightings)} card{'s' * (len(reading.sightings) != 1)} ({reading.elapsed_ms:.0f} ms)"
    ]
    for seen in reading.sightings:
        line = f"  {seen.card!s:<4}{seen.status:<9}{seen.confidence:.3f}"
        if not seen.sure and seen.runners_up:
            line += "   or " + ", ".join(str(card) for card, _ in seen.runners_up[:3])
        if seen.conflict:
            line += "   read in two places that cannot be one card"
        lines.append(line)
    return "\n".join(lines)
