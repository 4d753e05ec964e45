"""Draws training scenes with their labelled index boxes on one contact sheet.

Drawn packs always; packaged art and background photographs too where `make art` has fetched them.
The same seed gives the same sheet.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from don import status

HELP = "draw training scenes on a contact sheet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("--out", type=Path, default=Path("scenes.jpg"), metavar="FILE", help="the sheet (scenes.jpg)")
    parser.add_argument("--count", type=int, default=12, help="how many scenes (12)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--difficulty", type=float, default=0.6, help="0 (studio) to 1 (a pub at night)")
    parser.add_argument("--layout", metavar="NAME", help="one of the layouts, as fan, trick, deck (default: all)")
    parser.add_argument("--plain", action="store_true", help="without the boxes")
    parser.add_argument("--drawn-only", action="store_true", help="only drawn packs, whatever art is there")


def run(args: argparse.Namespace) -> int:
    """Draws and writes the sheet."""
    from tqdm import tqdm

    from datasets import art, procedural, textures
    from datasets.contact_sheet import contact_sheet, with_labels
    from datasets.fonts import system_fonts
    from datasets.layouts import LAYOUTS
    from datasets.packs import art_packs
    from datasets.scenes import SceneFactory
    from models.drawing import write_picture

    if args.layout is not None and args.layout not in LAYOUTS:
        raise status.UsageError(f"There is no layout {args.layout}: choose {', '.join(LAYOUTS)}.")
    if not 1 <= args.count <= 400 or not 0 <= args.difficulty <= 1:
        raise status.UsageError("--count goes from 1 to 400 and --difficulty from 0 to 1.")
    if args.out.suffix.lower() not in {".jpg", ".png"}:
        raise status.UsageError(f"{args.out} is neither a .jpg nor a .png: name the sheet so.")
    if not args.out.absolute().parent.is_dir():
        raise status.UsageError(f"There is no folder {args.out.absolute().parent}: make it first.")
    packs = [procedural.draw_pack(args.seed * 100 + k) for k in range(6)]
    surfaces = []
    if not args.drawn_only:
        packs += art_packs()
        surfaces = textures.load_surfaces(art.cached_backgrounds())
    factory = SceneFactory(packs, surfaces, difficulty=args.difficulty, fonts=tuple(system_fonts()))
    seeds = range(args.seed * 1000, args.seed * 1000 + args.count)
    scenes = [
        factory.scene(s, args.layout) for s in tqdm(seeds, "scenes", disable=not sys.stderr.isatty(), leave=False)
    ]
    pictures = [s.picture if args.plain else with_labels(s) for s in scenes]
    write_picture(contact_sheet(pictures), args.out)
    labels = sum(len(s.labels) for s in scenes)
    print(f"{len(scenes)} scenes with {labels} labelled indices from {len(packs)} packs: {args.out}")
    return status.DONE
