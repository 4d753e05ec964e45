"""Lists the variants of Don this program scores, or shows one with its options and where each comes from."""

from __future__ import annotations

import argparse

from don import status
from scorer.variant import load_variant, options_of, source_names, variant_names

HELP = "list the variants and their options"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="show this variant's options")


def run(args: argparse.Namespace) -> int:
    """Prints the list, or one variant."""
    if args.name is None:
        for name in variant_names():
            variant = load_variant(name)
            print(f"{name:<28}{variant.title}, to {variant.target}")
        return status.DONE
    variant = load_variant(args.name)
    sources = source_names()
    print(f"{variant.title}: to {variant.target}, {variant.tricks} tricks a hand, board {variant.board}\n")
    for option in options_of(args.name):
        values = ", ".join(str(v) for v in option.allowed)
        origin = "; ".join(sources.get(code, code) for code in option.source)
        print(f"  {option.name} = {option.default}   ({values})\n      {origin}")
    return status.DONE
