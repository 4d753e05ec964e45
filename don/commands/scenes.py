"""Draws training scenes with their labelled index boxes on one contact sheet.

Drawn packs always; packaged art and background photographs too where `make art` has fetched them.
The same seed gives the same sheet. With --beside-photos each scene stands to the right of a real photograph of its kind
(those marked `tune` in ../shared/photos, or in the folder that DON_PHOTOS names).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from don import status

if TYPE_CHECKING:
    from datasets.contact_sheet import Picture
    from datasets.scenes import Scene, SceneFactory

HELP = "draw training scenes on a contact sheet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("--out", type=Path, default=Path("scenes.jpg"), metavar="FILE", help="the sheet (scenes.jpg)")
    parser.add_argument("--count", type=int, default=12, help="how many scenes (12)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--difficulty", type=float, default=0.6, help="0 (studio) to 1 (a pub at night)")
    parser.add_argument("--layout", metavar="NAME", help="one of the layouts, as fan, trick, deck (default: all)")
    parser.add_argument("--plain", action="store_true", help="without the boxes")
    parser.add_argument("--beside-photos", action="store_true", help="each beside a real photograph, without the boxes")
    parser.add_argument("--drawn-only", action="store_true", help="only drawn packs, whatever art is there")


def run(args: argparse.Namespace) -> int:
    """Draws and writes the sheet."""
    from datasets.contact_sheet import contact_sheet, with_labels
    from models.drawing import write_picture

    _check(args)
    factory = _factory(args)
    if args.beside_photos:
        sheet, scenes = _beside(args, factory)
    else:
        scenes = [_scene(factory, args, number, args.layout) for number in _counted(args.count)]
        sheet = contact_sheet([s.picture if args.plain else with_labels(s) for s in scenes])
    write_picture(sheet, args.out)
    labels = sum(len(s.labels) for s in scenes)
    print(f"{len(scenes)} scenes with {labels} labelled indices from {len(factory.packs)} packs: {args.out}")
    return status.DONE


def _check(args: argparse.Namespace) -> None:
    """Raises `UsageError` for arguments that cannot be used, before anything is drawn."""
    from datasets.layouts import LAYOUTS

    if args.layout is not None and args.layout not in LAYOUTS:
        raise status.UsageError(f"There is no layout {args.layout}: choose {', '.join(LAYOUTS)}.")
    if not 1 <= args.count <= 400 or not 0 <= args.difficulty <= 1:
        raise status.UsageError("--count goes from 1 to 400 and --difficulty from 0 to 1.")
    if args.out.suffix.lower() not in {".jpg", ".png"}:
        raise status.UsageError(f"{args.out} is neither a .jpg nor a .png: name the sheet so.")
    if not args.out.absolute().parent.is_dir():
        raise status.UsageError(f"There is no folder {args.out.absolute().parent}: make it first.")
    if args.beside_photos and args.layout is not None:
        raise status.UsageError("--beside-photos chooses the layouts itself: leave --layout out.")


def _factory(args: argparse.Namespace) -> SceneFactory:
    from datasets import art, procedural, textures
    from datasets.fonts import system_fonts
    from datasets.packs import art_packs
    from datasets.scenes import SceneFactory

    packs = [procedural.draw_pack(args.seed * 100 + k) for k in range(6)]
    surfaces = []
    if not args.drawn_only:
        packs += art_packs()
        surfaces = textures.load_surfaces(art.cached_backgrounds())
    size = (640, 480) if args.beside_photos else (960, 720)
    return SceneFactory(packs, surfaces, size, args.difficulty, tuple(system_fonts()))


def _beside(args: argparse.Namespace, factory: SceneFactory) -> tuple[Picture, list[Scene]]:
    """Pairs of a real photograph and a drawn scene of its kind and format. Raises `UsageError` without photographs."""
    from datasets.contact_sheet import LIKE, beside_sheet, photos_to_compare
    from datasets.photos import load_photos
    from models.picture import load_picture

    photos = photos_to_compare(load_photos(), args.count, args.seed)
    if not photos:
        raise status.UsageError("None of the photographs is marked tune: there is nothing to compare with.")
    pairs, scenes = [], []
    for number in _counted(len(photos)):
        real = load_picture(photos[number].path)
        factory.size_wh = (480, 640) if real.shape[0] > real.shape[1] else (640, 480)
        kinds = LIKE[photos[number].scene]
        scenes.append(_scene(factory, args, number, kinds[number % len(kinds)]))
        pairs.append((real, scenes[-1].picture))
    return beside_sheet(pairs), scenes


def _scene(factory: SceneFactory, args: argparse.Namespace, number: int, layout: str | None) -> Scene:
    return factory.scene(args.seed * 1000 + number, layout)


def _counted(count: int) -> Iterable[int]:
    """The numbers from 0 with a bar on a terminal."""
    from tqdm import tqdm

    return tqdm(range(count), "scenes", disable=not sys.stderr.isatty(), leave=False)
