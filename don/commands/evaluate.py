"""Reads labelled real photographs and prints, per source, recall, precision, exact pictures and silent errors.

A card is reported when it is sure or doubtful; a silent error is a sure card that is not in the label.
Index languages other than `en` are listed apart: there the reader should abstain. The photographs are those in
../shared/photos, in the folder that DON_PHOTOS names, or in FOLDER (with a labels.json as theirs).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from don import status
from don.options import add_engine, load_reader

HELP = "measure the reader on labelled photographs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="labelled photographs")
    parser.add_argument("--use", choices=("all", "tune", "eval"), default="all", help="only pictures marked so")
    parser.add_argument("--by", choices=("source", "scene", "tag"), default="source", help="what a row stands for")
    parser.add_argument("--errors", action="store_true", help="name each picture that was not read exactly")
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    """Reads and prints one table an index language."""
    from tqdm import tqdm

    from datasets.photos import Photo, load_photos
    from models.evaluation.metrics import PictureResult
    from models.evaluation.report import read_photos, regroup, table

    photos = [p for p in load_photos(args.folder) if args.use in ("all", p.use)]
    if not photos:
        raise status.UsageError("There is no such photograph in the folder: leave --use out or name another folder.")
    reader = load_reader(args.engine)
    mistakes: list[str] = []

    def note(photo: Photo, result: PictureResult) -> None:
        if result.reported != photo.cards:
            missed = " ".join(sorted(map(str, photo.cards - result.reported))) or "-"
            wrong = " ".join(sorted(map(str, result.reported - photo.cards))) or "-"
            silent = " ".join(sorted(map(str, result.sure - photo.cards)))
            mistakes.append(
                f"{photo.path.name}: missed {missed}; wrong {wrong}" + (f"; SILENT {silent}" if silent else "")
            )

    bar = tqdm(photos, "reading", disable=not sys.stderr.isatty(), leave=False)
    results = read_photos(reader, bar, note)
    languages = sorted({p.index for p in photos}, key=lambda name: (name != "en", name))
    for language in languages:
        rows = [(p, r) for p, r in zip(photos, results, strict=True) if p.index == language]
        print(f"index {language}")
        print(table(regroup(rows, args.by), pooled=args.by != "tag"), "\n")
    for line in mistakes if args.errors else []:
        print(line)
    return status.DONE
