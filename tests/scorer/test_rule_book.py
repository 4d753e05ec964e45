"""The rule book docs/rules.md: what the program cites, chooses, refuses and pays stands in it."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from scorer_table import ABOUT_NO_EVENT

from scorer.board import BOARD_NAMES
from scorer.cards import Rank
from scorer.events import EVENT_KINDS
from scorer.variant import Option, Variant, load_variant, options_of, variant_names

ROOT = Path(__file__).parents[2]
SCORER = ROOT / "scorer"
BOOK = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")

SECTION = r"\d(?:\.\d+)?(?!\d)"
CITED = re.compile(
    rf"(?:RULES|rules)(?:\.md)? ((?:{SECTION})(?:(?:,? and |, | to )(?:{SECTION})(?![\w.]*\w))*)(?:, row (\d+))?"
)


# Reading the book


def headings(book: str) -> dict[str, str]:
    """Each numbered section or point with its text, that of the points below a section included."""
    found = list(re.finditer(rf"^#{{2,4}} ({SECTION})\.? ", book, re.MULTILINE))
    texts = {}
    for place, match in enumerate(found):
        number = match.group(1)
        after = [later.start() for later in found[place + 1 :] if not later.group(1).startswith(f"{number}.")]
        texts[number] = book[match.end() : after[0] if after else len(book)]
    return texts


def rows(text: str) -> dict[str, list[str]]:
    """The rows of the tables in a text by their first cell, without the marks of bold and code."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("|") and not line.startswith("|---"):
            cells = [cell.strip().replace("*", "") for cell in line.strip("|").split("|")]
            found[cells[0].strip("`")] = cells[1:]
    return found


def in_code(text: str) -> set[str]:
    """Everything written `like this`."""
    return set(re.findall(r"`([^`\n]+)`", text))


# Reading the program


def sections_between(first: str, last: str) -> list[str]:
    """The sections of a span such as 3.3 to 3.5, both within one section."""
    (chapter, low), (same, high) = first.split("."), last.split(".")
    assert chapter == same, f"{first} to {last}"
    return [f"{chapter}.{number}" for number in range(int(low), int(high) + 1)]


def cited_in(text: str) -> set[str]:
    """The sections cited in a text; a span names every section in it, and ``8, row 29`` the row too."""
    found: set[str] = set()
    for match in CITED.finditer(re.sub(r"\s*\n\s*#?\s*", " ", text)):
        tokens = re.findall(rf"{SECTION}|to", match.group(1))
        for place, token in enumerate(tokens):
            if token == "to":
                found.update(sections_between(tokens[place - 1], tokens[place + 1]))
            else:
                found.add(token)
        if match.group(2):
            found.add(f"{tokens[-1]} row {match.group(2)}")
    return found


def sources_of_scorer() -> list[Path]:
    return sorted(path for ending in ("*.py", "*.toml") for path in SCORER.rglob(ending))


def trees() -> Iterator[ast.Module]:
    for path in sorted(SCORER.rglob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"), str(path))


def first_texts_of_calls(*names: str) -> set[str]:
    """The first argument, where it is a text, of every call of one of these functions."""
    return {
        node.args[0].value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names and node.args
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }


def rule_numbers_in_code() -> set[str]:
    """The rules that reasons give: every text like ``2.8`` in the code, and what `cited` is given."""
    texts = {
        node.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"\d\.\d", node.value)
    }
    return texts | first_texts_of_calls("cited", "cited_of")


def refusal_codes() -> set[str]:
    """Each code of [refusal] and [record] without the endings that pick its sentence, and each code in use."""
    texts = tomllib.loads((SCORER / "texts" / "en.toml").read_text(encoding="utf-8"))
    keys = {re.sub(r"_[a-z].*$", "", key) for section in ("refusal", "record") for key in texts[section]}
    whole = {re.sub(r"_ONE$", "", key) for key in keys}
    bare = {key for key in whole if key.split("_NO_")[0] == key or key.split("_NO_")[0] not in whole}
    codes = bare | first_texts_of_calls("no", "Refusal", "RecordError")
    return {code for code in codes if not code.startswith(ABOUT_NO_EVENT)}


def options_by_name() -> dict[str, list[Option]]:
    found: dict[str, list[Option]] = {}
    for name in variant_names():
        for option in options_of(name):
            found.setdefault(option.name, []).append(option)
    return found


def missing(wanted: Iterable[str], there: Iterable[str]) -> list[str]:
    return sorted(set(wanted) - set(there))


# What is cited


def test_a_citation_is_read_as_a_player_reads_it() -> None:
    text = "(RULES.md 3.1, 3.3 to 3.5, 6) and rules 2.8; RULES.md 2.2 and 2.8; RULES.md 8,\n    row 29; rules 64"
    assert cited_in(text + "; docs/rules.md 0") == {"3.1", "3.3", "3.4", "3.5", "6", "2.8", "2.2", "8", "8 row 29", "0"}
    assert cited_in("(RULES.md 4.5, 20 points) (RULES.md 3 and 6). W-WALTON 6") == {"4.5", "3", "6"}


def test_each_section_cited_in_the_scorer_stands_in_the_book() -> None:
    places = {
        (str(path.relative_to(ROOT)), rule)
        for path in sources_of_scorer()
        for rule in cited_in(path.read_text("utf-8"))
    }
    sections = headings(BOOK)
    questions = {f"8 row {number}" for number in rows(sections["8"])}
    known = sections.keys() | questions
    assert {rule for _, rule in places} >= {
        "2.8",
        "3.1",
        "3.2",
        "3.3",
        "3.4",
        "3.5",
        "4.1",
        "4.2",
        "4.3",
        "4.4",
        "4.5",
        "5",
        "6",
    }
    assert [place for place in sorted(places) if place[1] not in known] == []


@pytest.mark.slow
def test_each_rule_that_a_reason_gives_stands_in_the_book() -> None:
    rules = rule_numbers_in_code()
    assert {"2.8", "3.1", "3.5", "4.1", "4.3", "4.5"} <= rules
    assert missing(rules, headings(BOOK)) == []


@pytest.mark.slow
def test_every_reason_says_its_rule() -> None:
    """So that none escapes the test above: the fourth argument is there, a text or one of the names given such."""
    calls = [
        node
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason"
    ]
    assert len(calls) >= 15
    for call in calls:
        rule = call.args[3]
        assert isinstance(rule, ast.Constant | ast.Name), ast.unparse(call)
        assert isinstance(rule, ast.Name) or str(rule.value) in headings(BOOK), ast.unparse(call)


def test_the_book_has_every_section_of_the_rules() -> None:
    """The numbers of the specification, so that one citation holds for both."""
    points = [f"2.{point}" for point in range(1, 9)]
    games = [f"3.{game}" for game in range(1, 6)]
    procedures = [f"4.{procedure}" for procedure in range(1, 6)]
    assert list(headings(BOOK)) == ["0", "1", "2", *points, "3", *games, "4", *procedures, "5", "6", "7", "8"]
    assert [*rows(headings(BOOK)["8"])][1:] == [str(number) for number in range(1, 35)]


# What is in the program


@pytest.mark.parametrize("name", sorted(options_by_name()))
def test_each_option_with_each_value_stands_in_its_row(name: str) -> None:
    table = rows(headings(BOOK)["6"])
    assert name in table
    values = in_code(table[name][1])
    wanted = {str(value) for option in options_by_name()[name] for value in option.allowed}
    assert missing(wanted, values) == []
    first = re.search(r"`([^`]+)`", table[name][1])
    assert first is not None and first.group(1) in {str(option.default) for option in options_by_name()[name]}


def test_the_book_names_no_option_that_there_is_not() -> None:
    assert missing([*rows(headings(BOOK)["6"])][1:], options_by_name()) == []


@pytest.mark.slow
def test_each_refusal_is_told_with_the_procedures() -> None:
    codes = refusal_codes()
    assert {"GAME_OVER", "IMPOSSIBLE_COUNT", "WRONG_LEADER", "NO_SUCH_CARD", "NO_MARKER", "EMPTY_RECORD"} <= codes
    assert missing(codes, in_code(headings(BOOK)["4.2"])) == []


def test_the_book_tells_no_refusal_that_there_is_not() -> None:
    told = {word for word in in_code(headings(BOOK)["4.2"]) if re.fullmatch(r"[A-Z]+(_[A-Z]+)+", word)}
    assert missing(told, refusal_codes()) == []


def test_each_entry_variant_and_board_is_named() -> None:
    sections = headings(BOOK)
    assert missing(EVENT_KINDS, in_code(sections["4.1"])) == []
    assert missing(variant_names(), in_code(sections["3"])) == []
    assert missing(BOARD_NAMES, rows(sections["5"])) == []


def test_each_source_is_listed() -> None:
    codes = tomllib.loads((SCORER / "variants" / "sources.toml").read_text(encoding="utf-8"))
    assert missing(codes, rows(headings(BOOK)["0"])) == []
    assert missing([*rows(headings(BOOK)["0"])][1:], codes) == []
    addresses = {entry["address"] for entry in codes.values() if "address" in entry}
    assert missing(addresses, re.findall(r"<(http[^>]+)>", headings(BOOK)["0"])) == []


# The card values of 2.8


def stated(column: int) -> tuple[dict[Rank, int], dict[Rank, int], int]:
    """What the table gives trumps and plain cards in one column, and the sum; cards worth nothing left out."""
    table = rows(headings(BOOK)["2.8"])
    values: dict[str, dict[Rank, int]] = {"trump": {}, "plain": {}}
    for cards, cells in table.items():
        suit, _, ranks = cards.partition(" ")
        if suit in values:
            points = [int(number) for number in cells[column].split(", ")]
            names = ranks.split(", ")
            for rank, worth in zip(names, points * len(names) if len(points) == 1 else points, strict=True):
                if worth:
                    values[suit][Rank(rank)] = worth
    return values["trump"], values["plain"], int(table["the whole pack"][column])


def variants_of(*families: str) -> list[Variant]:
    variants = [load_variant(name) for name in variant_names()]
    return [variant for variant in variants if variant.family in families and variant.assumed == "nothing"]


@pytest.mark.parametrize(("column", "families", "total"), [(0, ("nine_card", "blind"), 44), (1, ("irish", "phat"), 80)])
def test_the_cards_peg_what_the_book_says(column: int, families: tuple[str, ...], total: int) -> None:
    trump, plain, in_pack = stated(column)
    assert sum(trump.values()) + 3 * sum(plain.values()) == in_pack == total
    assert variants_of(*families)
    for variant in variants_of(*families):
        assert (dict(variant.trump_values), dict(variant.plain_values)) == (trump, plain)
        assert variant.pegged_in_pack == in_pack


def test_the_cards_count_for_game_what_the_book_says() -> None:
    trump, plain, in_pack = stated(2)
    assert trump == plain
    assert 4 * sum(plain.values()) == in_pack == 80
    for name in variant_names():
        variant = load_variant(name)
        assert (dict(variant.game_values), variant.counted_in_pack) == (plain, in_pack)


# That the tests above can fail


@pytest.mark.parametrize("taken_out", ["### 2.8 ", "### 4.4 ", "## 6. "])
def test_a_heading_taken_out_is_missed(taken_out: str) -> None:
    assert BOOK.count(taken_out) == 1
    number = taken_out.strip("#. ")
    everything_cited = {rule for path in sources_of_scorer() for rule in cited_in(path.read_text("utf-8"))}
    assert number in missing(everything_cited, headings(BOOK.replace(taken_out, "**no heading** ")))


@pytest.mark.slow
def test_a_refusal_and_a_value_taken_out_are_missed() -> None:
    without = headings(BOOK.replace("`NOT_A_REVOKE`", "-").replace("`pitcher_only`", "-"))
    assert missing(refusal_codes(), in_code(without["4.2"])) == ["NOT_A_REVOKE"]
    assert "pitcher_only" not in in_code(rows(without["6"])["who_may_look"][1])
