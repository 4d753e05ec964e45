"""Lists the variants of Don this program scores, shows one with its options, or saves a table's own rules.

don variants                      every variant and all saved house rules
don variants show NAME            one of them: its figures, its options, where each comes from
don variants save NAME --from VARIANT --option bonus_scheme=6+1+1 --target 100
"""

from __future__ import annotations

import argparse
from pathlib import Path

from don import status
from don.options import house_rules_folder, house_rules_path, parse_options, parse_variant, saved_rules
from don.show import bold
from don.status import UsageError
from don.variant_sheet import list_lines, sheet_lines
from scorer.errors import DonError
from scorer.house_rules import HouseRulesError, base_of, house_id, load_house_rules, save_house_rules
from scorer.variant import Variant, load_variant, options_of, variant_names

HELP = "list the variants and their options, save house rules"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument("words", nargs="*", metavar="[show|save] NAME", help="show this variant, or save house rules")
    group = parser.add_argument_group("house rules (with save)")
    group.add_argument("--from", dest="base", metavar="VARIANT", help="the variant that the house rules change")
    group.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the variant")
    group.add_argument("--target", type=int, metavar="N", help="points that win a game, 1 to 999")
    group.add_argument("--pitches", type=int, metavar="N", help="hands in a game of Blind Don")
    for name, what in (("trump", "a trump"), ("plain", "a plain card"), ("count", "a card in the count for game")):
        group.add_argument(f"--{name}", action="append", default=[], metavar="RANK=N", help=f"what {what} is worth")
    group.add_argument("--bonus", action="append", default=[], metavar="PART=N", help="game, high, low or jack")
    group.add_argument("--pegged-in-pack", type=int, metavar="N", help="the new sum of the cards, if values change")
    group.add_argument("--counted-in-pack", type=int, metavar="N", help="the new sum of the count, if it changes")
    group.add_argument("--replace", action="store_true", help="write over house rules of the same name")


def run(args: argparse.Namespace) -> int:
    """Prints the list or one variant, or saves house rules."""
    words: list[str] = args.words
    if words[:1] != ["save"] and (args.base is not None or _changes(args)):
        raise UsageError("House rules go with save: don variants save NAME --from VARIANT ...")
    if not words:
        _list()
    elif words[0] == "save":
        _save(_one_name(words), args)
    else:
        _show(_one_name(words) if words[0] == "show" else _one_name(["show", *words]))
    return status.DONE


def _one_name(words: list[str]) -> str:
    if len(words) != 2:
        raise UsageError(f"Name one variant: don variants {words[0]} NAME; a name with spaces goes in quotes.")
    return words[1]


def _list() -> None:
    print("\n".join(list_lines([load_variant(name) for name in variant_names()])))
    saved = saved_rules()
    if saved:
        print(bold("\nHouse rules saved on this machine"))
    for name in saved:
        try:
            print("\n".join(list_lines([load_house_rules(house_rules_folder() / f"{name}.toml")])))
        except DonError as error:
            print(error)
    print("\nOne of them in full: don variants show NAME")


def _show(name: str) -> None:
    variant, path = parse_variant(name, ()), house_rules_path(name)
    _print_sheet(variant, path)


def _print_sheet(variant: Variant, path: Path | None) -> None:
    base = variant.id if path is None else base_of(path)
    print("\n".join(sheet_lines(variant, options_of(base), "" if path is None else f"{path}, extends {base}")))


# Saving


def _save(name: str, args: argparse.Namespace) -> None:
    if args.base is None:
        raise UsageError("Say which variant the house rules change: --from VARIANT (see don variants).")
    folder = house_rules_folder()
    path = folder / f"{house_id(name)}.toml"
    if path.exists() and not args.replace:
        raise UsageError(f"There are house rules in {path} already; choose another name, or add --replace.")
    folder.mkdir(parents=True, exist_ok=True)
    try:
        variant = save_house_rules(path, name, args.base, _changes(args))
    except HouseRulesError as error:
        if error.code != "HOUSE_BAD_SUM":
            raise
        option = str(error.params["place"]).removeprefix("rules.").replace("_", "-")
        raise UsageError(f"{error} With this command: --{option} {error.params['sum']}") from error
    print(f"Saved: {path}\n")
    _print_sheet(variant, path)


def _changes(args: argparse.Namespace) -> dict[str, object]:
    changes = parse_options(args.option)
    single = ("target", "pitches", "pegged_in_pack", "counted_in_pack")
    changes |= {key: getattr(args, key) for key in single if getattr(args, key) is not None}
    tables = {"trump_values": args.trump, "plain_values": args.plain, "game_values": args.count, "bonus": args.bonus}
    return changes | {key: _pairs(texts) for key, texts in tables.items() if texts}


def _pairs(texts: list[str]) -> dict[str, object]:
    """`5=10` texts as names and points; anything else is refused."""
    pairs: dict[str, object] = {}
    for text in texts:
        key, _, number = text.partition("=")
        if not (number.strip().isdecimal() and number.isascii() and len(number) < 6):
            raise UsageError(f"{text} is no name with its points: write for instance 5=10.")
        pairs[key.strip()] = int(number)
    return pairs
