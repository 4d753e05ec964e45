"""Reads labelled real photographs and prints how well: recall, precision, exact pictures, silent errors.

A card is reported when it is sure or doubtful; a silent error is a sure card that is not in the label.
Index languages other than `en` are listed apart: there the reader should abstain. The photographs are those in
../shared/photos, in the folder that DON_PHOTOS names, or in DIR (with a labels.json as theirs).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from don import status
from don.options import add_engine, load_reader

if TYPE_CHECKING:
    from datasets.photos import Photo
    from models.evaluation.causes import Cause
    from models.evaluation.examine import Look
    from models.evaluation.metrics import PictureResult
    from models.reader import CardReader

HELP = "measure the reader on labelled photographs"
MOST_SCENES = 5000
Item = TypeVar("Item")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "--photos", type=Path, metavar="DIR", help="labelled photographs: any folder with a labels.json"
    )
    parser.add_argument("--use", choices=("all", "tune", "eval"), default="all", help="only pictures marked so")
    parser.add_argument("--errors", action="store_true", help="name each picture that was not read exactly")
    parser.add_argument("--causes", action="store_true", help="say why, for each mistake in pictures with index en")
    parser.add_argument("--risk", action="store_true", help="risk against coverage, and how far confidences hold")
    parser.add_argument("--synthetic", type=int, default=0, metavar="N", help="read N drawn scenes too, listed apart")
    parser.add_argument(
        "--before",
        type=Path,
        metavar="WHERE",
        help="compare with other weights (a folder), or with an earlier measurement (a file that --json wrote)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything measured")
    parser.add_argument("--tta", action="store_true", help="read each picture by several looks, as don read --tta does")
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Reads, prints the tables, writes the file."""
    from datasets.photos import load_photos
    from models.evaluation.examine import read_photos, read_scenes
    from models.evaluation.report import KEY, mistakes, photo_tables, scene_table, times
    from models.evaluation.risk_coverage import risk_tables

    _check(args)
    photos = [p for p in load_photos(args.photos) if args.use in ("all", p.use)]
    if not photos:
        raise status.UsageError("There is no such photograph in the folder: leave --use out or name another folder.")
    lost = next((p.path for p in photos if not p.path.is_file()), None)
    if lost is not None:
        raise status.UsageError(
            f"labels.json names {lost}, which is not there: put the picture back or take out its row."
        )
    reader, look = load_reader(args.engine), _look(args.tta)
    older = _before(args, photos, look)
    results = read_photos(reader, _bar(photos, "reading"), look)
    scenes = read_scenes(reader, _bar(range(args.synthetic), "scenes"), look) if args.synthetic else []
    tables = photo_tables(results)
    tables += [scene_table(scenes)] if scenes else []
    tables += risk_tables([*results, *scenes], reader.calibration) if args.risk else []
    for title, text in tables:
        print(f"{title}\n{text}\n")
    print(f"{KEY}\n{times(results)}")
    if older is not None:
        _print_comparison(older, results)
    for line in mistakes(results) if args.errors else []:
        print(line)
    causes = _causes(reader, photos, results) if args.causes else None
    if args.json is not None:
        _write(args, reader, [*results, *scenes], causes)
    return status.DONE


def _check(args: argparse.Namespace) -> None:
    """Refuses what would be found out only after the reading."""
    if not 0 <= args.synthetic <= MOST_SCENES:
        raise status.UsageError(f"--synthetic goes from 0 to {MOST_SCENES}.")
    if args.json is not None and (args.json.is_dir() or not args.json.absolute().parent.is_dir()):
        raise status.UsageError(f"{args.json} cannot be written: name a file in a folder that is there.")
    if args.causes and args.tta:
        raise status.UsageError("--causes tells what went wrong in one look: leave --tta out.")


def _look(several: bool) -> Look:
    from models.reader import CardReader
    from models.several_looks import read_several

    return read_several if several else CardReader.read


def _bar(items: Iterable[Item], what: str) -> Iterable[Item]:
    from tqdm import tqdm

    bar: Iterable[Item] = tqdm(items, what, disable=not sys.stderr.isatty(), leave=False)
    return bar


def _before(args: argparse.Namespace, photos: Sequence[Photo], look: Look) -> list[PictureResult] | None:
    """The results to compare with: from the file, or read now with the other weights."""
    from models.evaluation.examine import check_reader, read_photos
    from models.evaluation.measured_file import read_measured
    from models.reader import CardReader

    if args.before is None:
        return None
    if args.before.is_file():
        return [r for r in read_measured(args.before) if r.use != "synthetic" and args.use in ("all", r.use)]
    reader = CardReader.load(args.before, args.engine)
    if not check_reader(reader):
        raise status.UsageError(
            f"The networks in {args.before} are of another build, which this program cannot run: "
            "measure them there with --json and name that file."
        )
    return read_photos(reader, _bar(photos, "reading with the other weights"), look)


def _print_comparison(older: Sequence[PictureResult], results: Sequence[PictureResult]) -> None:
    from models.evaluation.comparison import changes, compare, comparison_table

    compared = compare(older, results)
    if not compared.pairs:
        raise status.UsageError("No picture was measured both times: name a measurement of these photographs.")
    for english, title in ((True, "index en"), (False, "other letters")):
        pairs = [(b, a) for b, a in compared.pairs if (a.index == "en") == english]
        if pairs:
            print(f"\nBefore and after, {title}\n{comparison_table(pairs)}")
    print()
    for line in changes(compared):
        print(line)


def _causes(reader: CardReader, photos: Sequence[Photo], results: Sequence[PictureResult]) -> list[Cause]:
    """Looks at each failing picture again; prints a row a mistake and the sums."""
    from models.evaluation.causes import cause_sums, cause_table, find_causes
    from models.picture import load_picture

    failing = [(p, r) for p, r in zip(photos, results, strict=True) if p.index == "en" and not r.exact]
    causes = [c for p, r in _bar(failing, "causes") for c in find_causes(reader, load_picture(p.path), r)]
    print(f"\nCauses, index en: {len(causes)} mistakes in {len(failing)} pictures")
    if causes:
        print(f"{cause_table(causes)}\n\n{cause_sums(causes)}")
    return causes


def _write(
    args: argparse.Namespace, reader: CardReader, results: Sequence[PictureResult], causes: Sequence[Cause] | None
) -> None:
    from models.evaluation.measured_file import measured_json, write_measured

    about = {
        "weights": dict(reader.hashes),
        "engine": args.engine,
        "looks": "several" if args.tta else "one",
        "use": args.use,
    }
    write_measured(args.json, measured_json(results, reader.calibration, about, causes))
    print(f"written to {args.json}")
