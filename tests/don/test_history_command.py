"""`don history` as a user runs it: the list, one match again, figures, deleting, wrong input."""

from __future__ import annotations

import io
import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from history_season import FOUR, IDS, NOON, SHORT, clock_of, golden, printed, put, refused, season, start

from don.history_list import Progress
from don.history_tables import print_table
from don.main import main
from scorer.events import Void
from scorer.log_pictures import keep, set_rule
from scorer.log_twins import mark_twins
from scorer.matchlog import MatchLog


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The log of a season."""
    season(tmp_path / "matches.db")
    return tmp_path / "matches.db"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The computer's clock is that of Greenwich."""
    clock_of("UTC", monkeypatch)
    yield
    monkeypatch.undo()
    time.tzset()


# The list


def test_the_matches_are_listed_the_newest_first(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, path)
    assert len(lines) == 5
    assert re.split("  +", lines[0]) == [
        *("2026-03-04", "Ann and Cyril against Bob and Dot", "Phat", "38-50, running", SHORT[3])
    ]
    assert re.split("  +", lines[1]) == [
        *("2026-03-03", "Trades Club", "Bob and Dot beat Ann and Cyril", "Nine-card Don, Lancashire", "0-0", SHORT[2])
    ]
    assert lines[2].endswith(f"{SHORT[1]}~2  another telling of {SHORT[1]}, doesn't count")
    assert lines[3].endswith(SHORT[1]) and lines[4].endswith(SHORT[0])
    assert [line.index("Phat") for line in (lines[0], lines[4])] == [lines[1].index("Nine-card")] * 2


@pytest.mark.parametrize(
    ("argv", "found"),
    [
        (["--from", "2026-03-03"], [3, 2]),
        (["--to", "2026-03-01"], [0]),
        (["--from", "2026-03", "--to", "2026", "--place", "lion"], [0]),
        (["--player", "cyril", "--player", "BOB"], [3, 2, 0]),
        (["--variant", "phat"], [3, 0]),
        (["--variant", "Nine-card Don, Lancashire"], [2]),
        (["--unfinished"], [3]),
        (["--finished", "--place", "trades"], [2]),
    ],
)
def test_only_what_is_wanted(path: Path, capsys: pytest.CaptureFixture[str], argv: list[str], found: list[int]) -> None:
    lines = [line for line in printed(capsys, path, *argv) if "another telling" not in line]
    assert [line.split()[-1] for line in lines] == [SHORT[number] for number in found]


def test_days_are_those_of_this_computers_clock(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock_of("Pacific/Kiritimati", monkeypatch)
    assert printed(capsys, path, "--to", "2026-03-01") == printed(capsys, path, "--to", "2025")
    lines = printed(capsys, path, "--to", "2026-03-02")
    assert len(lines) == 1 and lines[0].startswith("2026-03-02") and lines[0].endswith(SHORT[0])


def test_the_list_can_be_cut(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, path, "--limit", "2")
    assert len(lines) == 3 and lines[2] == "The newest 2 of 5 matches; --limit 0 lists all."
    assert len(printed(capsys, path, "--limit", "0")) == 5


def test_nothing_like_that(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    never_together = ["--player", "Cyril", "--player", "Elsie"]
    for argv in (
        never_together,
        ["--from", "2027"],
        ["stats", "--by", "place", "--place", "x"],
        ["--variant", "phat_geldeston"],
    ):
        assert printed(capsys, path, *argv) == ["There is no match like that; don history --limit 0 lists all."]
    empty = tmp_path / "empty.db"
    MatchLog(empty).close()
    for argv in ([], ["stats"]):
        assert printed(capsys, empty, *argv) == [f"There are no matches in {empty} yet."]


def test_twins_are_left_out_and_can_be_seen(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with MatchLog(path) as log:
        put(log, IDS[4], golden("phat_1.don", IDS[4], FOUR), 0)
        mark_twins(log, IDS[4], IDS[0], NOON, "Ann")
    lines = printed(capsys, path)
    assert lines[-1] == "Left out: 1 match that is another told twice (--twins)."
    lines = printed(capsys, path, "--twins")
    assert (
        re.split("  +", next(line for line in lines if SHORT[4] in line))[-1] == f"{SHORT[0]} told twice, doesn't count"
    )
    assert f"   {SHORT[0]} told twice, doesn't count." in printed(capsys, path, "show", SHORT[4])


def test_a_match_that_cannot_be_followed_is_listed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with MatchLog(path) as log:
        put(log, IDS[5], [start(IDS[5], "phat", FOUR), Void()], 4)
    lines = printed(capsys, path)
    assert len(lines) == 7 and lines[5] == "1 match can't be followed:"
    assert lines[6].startswith(f"   2026-03-05  {SHORT[5]}  The match {IDS[5]} in ")
    assert printed(capsys, path, "stats")[-1] == "Without 1 match that can't be followed (don history names them)."
    assert "entry 2" in refused(capsys, path, "show", SHORT[5])


def test_names_and_places_do_not_break_the_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with MatchLog(path) as log:
        put(log, IDS[5], [start(IDS[5], "phat", ("\033[31mEve\nMallory", "Bob"), "a\nb")], 5)
    lines = printed(capsys, path)
    assert len(lines) == 6 and "[31mEve Mallory and South against Bob and West" in lines[0] and "  a b  " in lines[0]


def test_the_list_as_json(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads("\n".join(printed(capsys, path, "--json", "--limit", "3")))
    assert data["count"] == 5 and data["broken"] == [] and data["told_twice"] == 0
    assert [match["match_id"] for match in data["matches"]] == [IDS[3], IDS[2], f"{IDS[1]}~2"]
    assert [match["running"] for match in data["matches"]] == [True, False, False]
    assert data["matches"][2]["copy"] == {"of": IDS[1], "conflict": True}
    assert data["matches"][1]["winners"] == ["EW"] and "hands" not in data["matches"][1]


# One match


def test_a_match_is_shown_trick_by_trick(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, path, "show", SHORT[0])
    assert lines[0] == f"Phat  match {IDS[0]}"
    assert any(re.fullmatch(r"   Played: 2026-03-01 \d\d:00, The Red Lion", line) for line in lines)
    assert sum(line.startswith("Hand ") for line in lines) == 5
    assert lines[-1].endswith("East and West have won the game.")
    one = printed(capsys, path, "show", SHORT[0], "--hand", "2", "--why")
    assert [line.split("   ")[0] for line in one if line.startswith("Hand ")] == ["Hand 2"]
    assert any("rules" in line for line in one)
    copy = printed(capsys, path, "show", f"{SHORT[1]}~2")
    assert f"   Another telling of {SHORT[1]}, doesn't count." in copy


def test_a_match_as_json_has_its_hands(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads("\n".join(printed(capsys, path, "show", SHORT[3], "--json")))
    assert data["hands"][0]["points"] == {"NS": 38, "EW": 50} and data["by_seat"]["N"]["pitches"] == 1


# Figures


def test_a_table_of_all_players(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, path, "stats")
    head, *rows = [re.split("  +", line.strip()) for line in lines[:6]]
    assert head[:5] == ["Player", "matches", "won", "lost", "drawn"] and head[-1] == "best hand"
    table = {row[0]: row[1:] for row in rows}
    assert list(table) == ["Ann", "Bob", "Dot", "Cyril", "Elsie"]
    assert table["Cyril"][:5] == ["3", "0", "2", "0", "6"]
    assert lines[6:] == [
        "Matches that are not over are neither won, lost nor drawn; their hands count.",
        "Fives and nines are those of hands entered with their cards.",
    ]
    assert len(printed(capsys, path, "stats", "--limit", "2")) == 5


def test_one_players_sheet(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, path, "stats", "--player", " CYRIL ")
    assert lines[0] == "Cyril"
    sheet = {line[3:23].strip(): line[23:] for line in lines[1:]}
    assert sheet["Matches"] == "3: 0 won, 2 lost, 0 drawn, 1 not over"
    assert sheet["Hands"] == "6, 5 of them with their cards"
    assert re.fullmatch(r"\d+ of \d+ played were lost, \d+ taken", sheet["Fives"])
    assert sheet["Best hand"].endswith(")") and "Irregularities" not in sheet
    lines = printed(capsys, path, "stats", "--player", "Dot", "--variant", "nine_card_lancashire")
    assert [line[3:23].strip() for line in lines[1:]] == ["Matches", "Games and legs"]


def test_figures_by_partner_opponent_variant_and_place(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    partners = printed(capsys, path, "stats", "--player", "ann", "--by", "partner")
    assert partners[0] == "ann, by partner" and partners[1].startswith("Partner ")
    assert [line.split()[0] for line in partners[2:4]] == ["Cyril", "Bob"]
    pairs = printed(capsys, path, "stats", "--by", "partner")
    assert [re.split("  +", line)[0] for line in pairs[:5]] == [
        *("Partners", "Ann and Cyril", "Bob and Dot", "Ann and Bob", "Dot and Elsie")
    ]
    opponents = printed(capsys, path, "stats", "--player", "Elsie", "--by", "opponent")
    assert [line.split()[0] for line in opponents[2:4]] == ["Ann", "Bob"]
    variants = printed(capsys, path, "stats", "--by", "variant")
    assert [re.split("  +", line)[:2] for line in variants] == [
        *(["Variant", "matches"], ["Phat", "2"], ["Irish Don", "1"], ["Nine-card Don, Lancashire", "1"])
    ]
    places = printed(capsys, path, "stats", "--by", "place", "--finished")
    assert [re.split("  +", line)[0] for line in places[1:]] == ["-", "The Red Lion", "Trades Club"]
    own = printed(capsys, path, "stats", "--player", "Cyril", "--by", "place")
    assert [re.split("  +", line)[0] for line in own[1:5]] == ["Place", "-", "The Red Lion", "Trades Club"]


def test_figures_as_json_are_whole_numbers(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads("\n".join(printed(capsys, path, "stats", "--player", "Cyril", "--by", "partner", "--json")))
    assert [line["name"] for line in data["lines"]] == ["Ann"] and data["broken"] == []
    assert data["total"]["matches"] == 3 and data["total"]["points"] == data["lines"][0]["points"]
    assert json.loads("\n".join(printed(capsys, path, "stats", "--json")))["total"] is None


# Deleting


def answered(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def ids(path: Path) -> list[str]:
    with MatchLog(path) as log:
        return [match.match_id for match in log.matches()]


def test_a_match_is_deleted_after_it_was_named(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with MatchLog(path) as log:
        set_rule(log, IDS[0])
        keep(log, IDS[0], 5, b"\xff\xd8\xff jpeg \xff\xd9", NOON)
        entries = len(log.rows(IDS[0]))
    before = ids(path)
    answered(monkeypatch, "n\n")
    lines = printed(capsys, path, "delete", SHORT[0])
    assert lines == [
        f"Delete {SHORT[0]}: Bob and Dot beat Ann and Cyril, Phat 196-177, 2026-03-01 at The Red Lion, "
        f"with {entries} entries and 1 kept picture? Backups keep it until newer ones take their place. [y/N] ",
        "Nothing was deleted.",
    ]
    assert ids(path) == before
    answered(monkeypatch, "y\n")
    assert printed(capsys, path, "delete", SHORT[0])[1:] == [
        f"Deleted {SHORT[0]}: Bob and Dot beat Ann and Cyril, Phat 196-177, 2026-03-01 at The Red Lion, "
        f"with {entries} entries and 1 kept picture. Backups made before still have it."
    ]
    assert ids(path) == before[1:]
    with MatchLog(path) as log:
        tables = ("pictures", "picture_rules")
        assert [log.file.value(f"SELECT count(*) FROM {table}") for table in tables] == [0, 0]


def test_nobody_there_to_agree(path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    before = ids(path)
    answered(monkeypatch, "")
    for more in (["--no-input"], []):
        capsys.readouterr()
        assert main(["history", "delete", SHORT[2], *more, "--log", str(path)]) == 3
        error = capsys.readouterr().err.splitlines()
        assert error[0] == "don: a person is needed for:" and error[1].startswith(
            f"  Delete {SHORT[2]}: Bob and Dot beat"
        )
    assert ids(path) == before


def test_deleted_without_asking(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, path, "delete", SHORT[1], "--yes")
    assert lines[0].startswith(f"Deleted {SHORT[1]}: Ann and Bob beat ") and lines[0].endswith(" still have it.")
    assert lines[1:] == [f"Still here, the same match told once more: {SHORT[1]}~2."]
    assert any(line.endswith(f"{SHORT[1]}~2") for line in printed(capsys, path))
    for name in (SHORT[1], IDS[1]):
        assert f"no match called {name} in" in refused(capsys, path, "delete", name, "--yes")
    assert f"{IDS[1]}~2" in ids(path), "the same words never delete another match"
    assert printed(capsys, path, "delete", f"{SHORT[1]}~2", "--yes")[0].startswith(f"Deleted {SHORT[1]}~2: ")


def test_a_match_that_cannot_be_followed_can_be_deleted(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with MatchLog(path) as log:
        put(log, IDS[5], [start(IDS[5], "phat", FOUR), Void()], 4)
    assert main(["history", "delete", SHORT[5], "--no-input", "--log", str(path)]) == 3
    question = f"Delete the match {SHORT[5]} of 2026-03-05, which can't be followed, with 2 entries?"
    assert question in capsys.readouterr().err
    assert printed(capsys, path, "delete", SHORT[5], "--yes") and IDS[5] not in ids(path)


# Wrong input


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--from", "2026-13"], "no day"),
        (["--to", "2026-02-30"], "no day"),
        (["--from", "yesterday"], "no day"),
        (["--from", "0000"], "no day"),
        (["--from", "2027", "--to", "2026-12"], "after"),
        (["--limit", "-1"], "--limit -1"),
        (["--player", " "], "needs a name"),
        (["--place", ""], "needs a name"),
        (["stats", "--by", "opponent"], "--player NAME"),
        (["stats", "--player", "Cyrill"], "did you mean Cyril?"),
        (["stats", "--player", "Zed"], "has a player called Zed."),
        (["--player", "Ann", "show", "1"], "leave the filters out"),
        (["--from", "2026", "delete", "1", "--yes"], "leave the filters out"),
        (["show", "nothing"], "no match called nothing"),
        (["show", "0000"], "is the beginning of 4 matches"),
        (["show", SHORT[0], "--hand", "9"], "no hand 9"),
        (["delete", "zzz", "--yes"], "no match called zzz"),
    ],
)
def test_wrong_input(path: Path, capsys: pytest.CaptureFixture[str], argv: list[str], words: str) -> None:
    before = ids(path)
    assert words in refused(capsys, path, *argv)
    assert ids(path) == before


# Parts


def test_columns_without_anything_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    print_table([("a", "", "10"), ("bb", "", "9")], ("x", "y", "z"), right=[2])
    assert capsys.readouterr().out.splitlines() == ["x    z", "a   10", "bb   9"]
    print_table([])
    assert capsys.readouterr().out == ""


def test_progress_is_silent_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress()
    for made in (50, 100):
        progress(made, 100)
    assert capsys.readouterr() == ("", "")
