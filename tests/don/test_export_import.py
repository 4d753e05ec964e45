"""`don export` and `don import` as people use them: files out, files in, twins, and everything that can be wrong."""

from __future__ import annotations

import csv
import io
import json
import shlex
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from enter_table import CTRL_C, Keyboard

from don import importing
from don.main import main
from don.writing import write_whole
from scorer import exchange
from scorer.events import Concede, Deal, Event, GameStart, Note, Penalty, start_of_match
from scorer.exchange import SentMatch
from scorer.log_merge import MergeReport, merge
from scorer.log_pictures import keep, picture_of, set_rule
from scorer.log_twins import twins_said
from scorer.matchlog import LogRow, MatchLog, utc_text
from scorer.referee import Refusal
from scorer.seats import Seat
from scorer.variant import load_variant

ID = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"
OTHER_ID = "5e6f7a8b-0c1d-4e2f-8a3b-4c5d6e7f8091"
EIGHT = datetime(2026, 3, 6, 20, tzinfo=UTC)
NAMES = {Seat.N: "Ann", Seat.E: "Bob", Seat.S: "Siân", Seat.W: "\x1b[2JDai"}
JPEG = b"\xff\xd8\xff\xe0 a trick \xff\xd9"


class Desk:
    """A folder with logs and files; `don` with lines typed at it."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._patch, self._capsys = monkeypatch, capsys
        self.err = ""

    def don(self, line: str, *typed: str, status: int = 0) -> str:
        """Runs `don` in the folder; the standard output. What is wrong is one sentence for each thing."""
        self._patch.chdir(self.folder)
        self._patch.setattr(sys, "stdin", Keyboard(typed))
        assert main(shlex.split(line)) == status
        out, self.err = self._capsys.readouterr()
        assert "\x1b" not in out + self.err and "Traceback" not in self.err
        return out

    def refused(self, line: str) -> str:
        """The one sentence with which a line is refused; nothing is printed and no file is made or changed."""
        before = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file() and path.suffix != ".db"}
        assert self.don(line, status=2) == ""
        after = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file() and path.suffix != ".db"}
        assert before == after and len(self.err.splitlines()) == 1 and self.err.startswith("don: ")
        assert self.err.endswith(".\n")
        return self.err

    def play(self, log: str, match_id: str, *more: Event, at: datetime = EIGHT, place: str = "The Rose") -> None:
        """Begin a match in a log, or go on with it."""
        start = start_of_match(match_id, load_variant("nine_card_lancashire"), NAMES, place=place)
        beginning: Sequence[Event] = (start, GameStart(Seat.N), Deal(Seat.W))
        with MatchLog(self.folder / log) as kept:
            known = len(kept.events(match_id))
            for event in (*(beginning if not known else ()), *more):
                assert not isinstance(kept.record(match_id, event, at), Refusal)

    def matches(self, log: str) -> list[str]:
        with MatchLog(self.folder / log) as kept:
            return [match.match_id for match in kept.matches()]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, monkeypatch, capsys)


OVER = (Penalty("EW", 7, "talked"), Concede("EW"))


# From phone to phone


def test_matches_go_from_log_to_log(desk: Desk) -> None:
    desk.play("a.db", ID, *OVER)
    desk.play("a.db", OTHER_ID, Note("x"))
    assert desk.don("export --all --out all.json --log a.db") == "2 matches: all.json\n"
    assert desk.don("import all.json --log b.db") == (
        "all.json: 2 matches: 2 new.\n"
        "  1b9d6bcd  2026-03-06  Ann and Siân - Bob and [2JDai. New, with 5 entries.\n"
        "  5e6f7a8b  2026-03-06  Ann and Siân - Bob and [2JDai. New, with 4 entries.\n"
    )
    with MatchLog(desk.folder / "a.db") as one, MatchLog(desk.folder / "b.db") as other:
        assert [one.rows(name) for name in (ID, OTHER_ID)] == [other.rows(name) for name in (ID, OTHER_ID)]
    assert desk.don("export --log a.db") == desk.don(f"export --match {OTHER_ID[:5]} --log b.db")
    assert json.loads(desk.don("export --log b.db"))["matches"][0]["match_id"] == OTHER_ID


def test_the_files_of_several_phones_are_merged_each_on_its_own(desk: Desk) -> None:
    for name, more in (("a", [Note("x")]), ("b", [Note("x"), Note("y")]), ("c", [Note("z")])):
        desk.play(f"{name}.db", ID, *more)
        desk.don(f"export --out {name}.json --log {name}.db")
    (desk.folder / "torn.json").write_bytes((desk.folder / "a.json").read_bytes()[:-9])
    out = desk.don("import a.json torn.json nowhere.json . b.json a.json c.json --log all.db", status=2)
    assert [line.split(" match: ")[1] for line in out.splitlines() if not line.startswith(" ")] == [
        "1 new.",
        "1 went on.",
        "1 shorter than here.",
        "1 told differently.",
    ]
    assert "entry 4 is a note, note x in" in out and f"{ID[:8]}~2  2026" in out
    assert "remove the wrong one (don history delete ID), here 1b9d6bcd or 1b9d6bcd~2." in out
    told = desk.err.splitlines()
    assert [line.split(": ")[1] for line in told] == ["torn.json", "nowhere.json", "."]
    assert all(line.endswith("Nothing of this file was taken in.") for line in told)
    assert desk.matches("all.db") == [ID, f"{ID}~2"]
    before = desk.don("export --all --log all.db")
    assert desk.don("import a.json b.json c.json --log all.db").count("here") == 6
    assert desk.don("export --all --log all.db") == before


def test_of_a_file_with_many_matches_only_what_needs_an_eye_is_listed(desk: Desk) -> None:
    for number in range(importing.FEW + 1):
        desk.play("a.db", f"{number:08}{ID[8:]}", Note("x"))
    desk.don("export --all --out a.json --log a.db")
    desk.play("b.db", f"{7:08}{ID[8:]}", Note("other"))
    out = desk.don("import a.json --log b.db")
    assert out.splitlines()[0] == "a.json: 21 matches: 20 new, 1 told differently."
    assert len(out.splitlines()) == 3 and out.splitlines()[1].startswith("  00000007~2")


def test_a_phone_whose_clock_was_ahead_keeps_no_other_match_out(desk: Desk) -> None:
    desk.play("a.db", ID)
    desk.play("a.db", OTHER_ID, at=datetime.now(UTC) + timedelta(days=400))
    desk.don("export --all --out a.json --log a.db")
    told = desk.refused("import a.json --log b.db")
    assert f"The match {OTHER_ID} in the file has a time that is still to come" in told
    assert "where the clock of its phone was ahead" in told and "don import --leave-out" in told
    assert "a.json: 1 match: 1 new." in desk.don("import a.json --leave-out --log b.db", status=2)
    assert desk.err.startswith(f"don: a.json: Left out: The match {OTHER_ID} in the file has a time")
    assert desk.matches("b.db") == [ID]


def test_of_a_file_that_is_stopped_nothing_comes_in(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.play("a.db", ID)
    desk.don("export --all --out a.json --log a.db")
    desk.play("a.db", OTHER_ID)
    desk.don("export --all --out b.json --log a.db")

    def stopped(log: MatchLog, matches: Iterator[SentMatch], *more: Any, **others: Any) -> MergeReport:
        def until_stopped() -> Iterator[SentMatch]:
            for number, match in enumerate(matches):
                if number:
                    raise KeyboardInterrupt
                yield match

        return merge(log, until_stopped(), *more, **others)

    monkeypatch.setattr(importing, "merge", stopped)
    assert "1 new" in desk.don("import a.json b.json --log b.db", status=130)
    assert desk.err == "don: stopped; nothing of b.json was taken in, and what the files before it brought is kept\n"
    assert desk.don("import b.json --log c.db", status=130) == ""
    assert desk.err == "don: stopped; nothing of b.json was taken in\n"
    assert (desk.matches("b.db"), desk.matches("c.db")) == ([ID], [])


def test_kept_pictures_go_along_when_asked_for(desk: Desk) -> None:
    desk.play("a.db", ID)
    with MatchLog(desk.folder / "a.db") as log:
        set_rule(log, ID)
        keep(log, ID, 3, JPEG, EIGHT)
    desk.don("export --pictures --out a.json --log a.db")
    assert "pictures" not in desk.don("import a.json --log b.db")
    assert "  Kept pictures taken in: 1.\n" in desk.don("import a.json --pictures --log b.db")
    with MatchLog(desk.folder / "b.db") as log:
        assert picture_of(log, ID, 3) == JPEG


# Notation


def test_notation_goes_out_and_comes_in(desk: Desk) -> None:
    desk.play("a.db", ID, *OVER)
    desk.don("export --out match.don --match 1b9d --log a.db")
    assert "1 new" in desk.don("import match.don --log b.db")
    assert "1 here already" in desk.don("import match.don --log a.db")
    (desk.folder / "old").write_text('\n[Variant "phat"]\npitcher N\n', encoding="utf-8")
    assert "--date" in desk.don("import old --log b.db", status=2) + desk.err
    assert "1985-03-01" in desk.don("import old --date 1985-03-01 --log b.db")
    desk.don("import match.don --date 2026-03-06 --log c.db")
    desk.don("export --match 1b9d --out a.json --log a.db")
    desk.don("import a.json --date 2026-03-06 --log c.db", status=2)
    assert "has its own times" in desk.err


# Sheets and tables


@pytest.mark.slow
def test_a_sheet_for_each_match_in_a_folder(desk: Desk) -> None:
    for name in (ID, "20260301-193000", "a/b"):
        desk.play("a.db", name, *OVER)
    assert desk.don("export --all --format text --out sheets --log a.db") == "3 matches: sheets\n"
    names = ["2026-03-06_1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed.txt", "2026-03-06_20260301-193000.txt"]
    assert sorted(path.name for path in (desk.folder / "sheets").iterdir()) == [*names, "2026-03-06_a_b.txt"]
    assert "Won by Ann and Siân" in (desk.folder / "sheets" / names[0]).read_text(encoding="utf-8")
    assert "is there already" in desk.refused("export --match 1b9d --format text --out sheets --log a.db")
    desk.don("export --match 1b9d --format pdf --out sheets --log a.db")
    assert (desk.folder / "sheets" / names[0].replace(".txt", ".pdf")).read_bytes().startswith(b"%PDF-")
    assert desk.don("export --all --format text --log a.db").count("Score sheet:") == 3
    assert desk.don("export --match 1b9d --format notation --log a.db").startswith('[Don "1"]')


@pytest.mark.slow
def test_the_sheets_of_an_evening_in_one_file(desk: Desk) -> None:
    for name in (ID, OTHER_ID):
        desk.play("a.db", name, *OVER)
    assert desk.don("export --all --out evening.pdf --log a.db") == "2 matches: evening.pdf\n"
    data = (desk.folder / "evening.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and data.count(b"/Type /Page\n") == 2
    desk.don("export --all --out evening.txt --log a.db")
    assert (desk.folder / "evening.txt").read_text(encoding="utf-8").count("Score sheet:") == 2


def test_after_its_end_a_match_is_still_the_one_that_is_meant(desk: Desk) -> None:
    desk.play("a.db", OTHER_ID, at=EIGHT - timedelta(days=1))
    desk.play("a.db", ID, *OVER)
    assert json.loads(desk.don("export --log a.db"))["matches"][0]["match_id"] == ID
    assert desk.err == (
        "don: No match is running, so this is the last one: "
        "1b9d6bcd, Ann and Siân beat Bob and [2JDai 7-0, 2026-03-06.\n"
    )


def test_a_table_for_a_spreadsheet(desk: Desk) -> None:
    desk.play("a.db", ID, *OVER, place="=HYPERLINK(1)")
    desk.don("export --all --out a.csv --log a.db")
    data = (desk.folder / "a.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    (line,) = csv.DictReader(io.StringIO(data.decode("utf-8-sig")))
    assert line["place"] == "'=HYPERLINK(1)" and line["players_1"] == "Ann and Siân"
    assert desk.don("export --format csv --table tricks --match 1b9d --log a.db").startswith("match_id,copy,date,game")


# What is left out, and what is refused


def test_a_match_that_can_t_be_followed_is_left_out_and_named(desk: Desk) -> None:
    desk.play("a.db", ID)
    with MatchLog(desk.folder / "a.db") as log:
        log.add(OTHER_ID, [LogRow(1, utc_text(EIGHT), "0.1.0", Note("no start"))])
    assert desk.don("export --all --out a.json --log a.db", status=2) == "1 match: a.json\n"
    assert desk.err.startswith(f"don: left out: The match {OTHER_ID} in a.db can't be gone on with")
    assert "1 new" in desk.don("import a.json --log b.db")
    for more in ("--out b.json", "", "--format csv"):
        assert "can't be gone on with" in desk.refused(f"export --match {OTHER_ID} {more} --log a.db")


def test_a_file_that_is_there_is_replaced_only_when_asked_for(desk: Desk) -> None:
    desk.play("a.db", ID)
    (desk.folder / "a.json").write_text("mine", encoding="utf-8")
    assert "is there already" in desk.refused("export --out a.json --log a.db")
    desk.don("export --out a.json --force --log a.db")
    assert json.loads((desk.folder / "a.json").read_text(encoding="utf-8"))["format"] == "don-matches"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("export --log a.db --all --match 1b9d", "not both"),
        ("export --log a.db --all --out a.xyz", "add --format"),
        ("export --log a.db --format pdf", "--out"),
        ("export --log a.db --pictures --format csv", "--format json"),
        ("export --log a.db --table hands", "--format csv"),
        ("export --log a.db --out nowhere/a.json", "There is no folder"),
        ("export --log a.db --format json --out .", "is a folder"),
        ("export --log a.db --all --format text --out a.db", "is no folder"),
        ("export --log a.db --force --format json --out ./a.db", "is the match log itself"),
        ("export --log a.db --force --format csv --out link.csv", "is the match log itself"),
        ("export --log a.db --force --format csv --out a.db-wal", "is the match log itself"),
        ("export --log a.db --all --format text --out nowhere/sheets", "There is no folder"),
        ("export --log a.db --out /dev/null --format json", "is no file to write to"),
        ("export --log a.db --match nobody", "There is no match called nobody"),
        ("export --log empty.db --all", "There is no match in empty.db"),
        ("export --log empty.db", "There is no match in empty.db"),
        ("export --log typo.db --all", "There is no match log typo.db"),
        ("import --log typo.db --twins", "There is no match log typo.db"),
        ("export --log a.db --all --out all.don", "name a folder"),
        ("export --log a.db --all --format pdf --out all.txt", "name a folder"),
        ("export --log a.db --all --out sheet.pdf", "is there already"),
        ("import --log a.db", "Name files"),
        ("import --log a.db a.json --twins", "Name files"),
        ("import --log a.db --twins --pictures", "go with files"),
        ("import --log a.db a.json --date 31.1.2027", "is no day"),
        ("import --log a.db --apart 1b9d", "Nobody has said"),
        ("import --log empty.db a.db", "is the database of a log"),
        ("import --log empty.db /dev/zero", "the variant is missing"),
        ("import --log empty.db sheet.pdf", "only for reading"),
        ("import --log empty.db --leave-out --twins", "go with files"),
        ("import --log empty.db large.json", "larger than 1 MB"),
    ],
)
def test_what_can_t_be_is_refused_in_a_sentence(
    desk: Desk, line: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (importing, exchange):
        monkeypatch.setattr(module, "MOST_BYTES", 1_000_000)
    desk.play("a.db", ID)
    MatchLog(desk.folder / "empty.db").close()
    (desk.folder / "large.json").write_bytes(b" " * 1_000_001)
    (desk.folder / "sheet.pdf").write_bytes(b"%PDF-")
    (desk.folder / "link.csv").symlink_to("a.db")
    assert told in desk.refused(line)


def test_a_file_is_whole_or_not_there(tmp_path: Path) -> None:
    """What breaks off while it is written leaves nothing, and what was there before stays."""

    def broken() -> Iterator[bytes]:
        yield b"half"
        raise KeyboardInterrupt

    path = tmp_path / "a.json"
    path.write_bytes(b"before")
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, broken(), force=True)
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.json", b"before")]
    write_whole(path, [b"after", b"wards"], force=True)
    ordinary = tmp_path / "ordinary"
    ordinary.touch()
    assert path.read_bytes() == b"afterwards" and path.stat().st_mode == ordinary.stat().st_mode


# Twins


def two_phones(desk: Desk) -> None:
    desk.play("a.db", ID, *OVER)
    desk.play("b.db", OTHER_ID, *OVER, at=EIGHT + timedelta(minutes=2))
    desk.don("export --match 5e6f --out b.json --log b.db")


def test_twins_are_offered_and_a_person_says_so(desk: Desk) -> None:
    two_phones(desk)
    offered = desk.don("import b.json --log a.db")
    assert "The matches 5e6f7a8b and 1b9d6bcd are probably one match" in offered and "don import --twins" in offered
    assert "are probably one match" in desk.don("import --twins --no-input --log a.db", status=3) + desk.err
    assert "Left open." in desk.don("import --twins --log a.db", "what", "")
    assert "counts no longer" in desk.don("import --twins --log a.db", "Y", "Siân")
    with MatchLog(desk.folder / "a.db") as log:
        (said,) = twins_said(log).values()
        assert (said.match, said.same_as, said.by) == (OTHER_ID, ID, "Siân")
    out = desk.don("import --twins --log a.db")
    assert "5e6f7a8b counts as 1b9d6bcd (said 20" in out and "by Siân" in out
    assert "No further matches look like one." in out
    assert "counts again" in desk.don("import --apart 5e6f --log a.db")
    assert "They stay two matches." in desk.don("import --twins --by Ann --log a.db", "no")
    assert desk.don("import --twins --log a.db") == "No further matches look like one.\n"


def test_what_was_said_of_twins_goes_along(desk: Desk) -> None:
    two_phones(desk)
    desk.don("import b.json --log a.db")
    desk.don("import --twins --by Ann --log a.db", "y")
    desk.don("export --all --out all.json --log a.db")
    out = desk.don("import all.json --log c.db")
    assert "Matches that somebody has said are one: 1." in out and "probably" not in out


def test_stopping_at_a_question_keeps_what_was_said(desk: Desk) -> None:
    two_phones(desk)
    desk.don("import b.json --log a.db")
    desk.don("import --twins --by Ann --log a.db", CTRL_C, status=130)
    with MatchLog(desk.folder / "a.db") as log:
        assert twins_said(log) == {}
