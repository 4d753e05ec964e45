"""Writes matches of the log into files: to carry to another phone, to read, to print, for a spreadsheet.

don export --out match.json                    the running match, else the last, for don import on another machine
don export --all --out matches.json            every match
don export --match 1b9d --out sheet.pdf        the score sheet to print and sign
don export --all --out evening.pdf             the sheets of all matches in one file
don export --all --format text --out sheets/   a file for each match in a folder

json      matches with all their entries, to be taken in with don import (docs/exchange.md); --pictures with the
          kept pictures
notation  the match as text (docs/notation.md), also for don replay and don import
text, pdf the score sheet
csv       for a spreadsheet: --table matches, hands or tricks

Without --format the ending of --out decides (.json .don .txt .pdf .csv). Without --out it is printed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from don import status
from don.options import add_log, opened_log
from don.status import UsageError
from don.writing import check_target, write_whole

if TYPE_CHECKING:
    from scorer.exchange import SentMatch
    from scorer.matchlog import MatchLog

HELP = "write matches as JSON, notation, CSV, text or a PDF score sheet"

ENDINGS = {"json": ".json", "notation": ".don", "csv": ".csv", "pdf": ".pdf", "text": ".txt"}
TOGETHER = ("json", "csv")
"""Forms in which many matches are one file, whatever it is called."""
SHEETS = ("text", "pdf")
"""Forms in which many matches are one file where its name has their ending; else each has its own in a folder."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's own arguments."""
    parser.add_argument(
        "--all", action="store_true", help="every match of the log (default: the running one, else the last)"
    )
    parser.add_argument("--format", choices=tuple(ENDINGS), metavar="FORM", help="json, notation, csv, text or pdf")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write here; a folder for a file for each match")
    parser.add_argument("--table", choices=("matches", "hands", "tricks"), help="the lines of a csv (matches)")
    parser.add_argument("--pictures", action="store_true", help="with the kept pictures (json)")
    parser.add_argument("--force", action="store_true", help="replace a file that is there")
    add_log(parser)


def run(args: argparse.Namespace) -> int:
    """Writes what can be followed; a match that can't is named, and the exit status says so."""
    form = _form(args)
    one_each = _one_each(form, args)
    if args.out is not None and not one_each:
        check_target(args.out, args.force)
    with opened_log(args.log) as log:
        if args.out is not None:
            _check_not_log(args.out, log)
        names = _names(log, args)
        matches = _Followed(log, names, args.pictures)
        if one_each:
            _write_each(args, form, matches)
        elif args.out is not None:
            write_whole(args.out, _parts(form, args, matches), args.force)
            _tell(matches.sent, args.out)
        else:
            parts = _parts(form, args, matches)
            # Of a single match that can't be followed not even the beginning is printed.
            for part in parts if len(names) > 1 else list(parts):
                sys.stdout.buffer.write(part)
    for sentence in matches.left_out:
        print(f"don: left out: {sentence}", file=sys.stderr)
    return status.BAD_INPUT if matches.left_out else status.DONE


def _form(args: argparse.Namespace) -> str:
    """The form asked for, or that of the file's ending."""
    form: str | None = args.format
    if form is None and args.out is not None:
        form = next((name for name, ending in ENDINGS.items() if args.out.suffix.lower() == ending), None)
        if form is None and args.out.suffix and not args.out.is_dir():
            raise UsageError(f"{args.out} has an ending that says nothing of its form: add --format.")
    form = form or "json"
    if args.all and args.match is not None:
        raise UsageError("Name one match with --match, or all of them with --all, not both.")
    if args.pictures and form != "json":
        raise UsageError("--pictures goes with --format json.")
    if args.table is not None and form != "csv":
        raise UsageError("--table goes with --format csv.")
    if form == "pdf" and args.out is None:
        raise UsageError("A PDF is not printed here: name its file with --out.")
    return form


def _one_each(form: str, args: argparse.Namespace) -> bool:
    """Whether each match has a file of its own in a folder. Raises `UsageError` for a name that is none for it."""
    out: Path | None = args.out
    if out is None or form in TOGETHER or not (args.all or out.is_dir()):
        return False
    ending = out.suffix.lower()
    if out.is_dir() or not (out.exists() or ending in ENDINGS.values()):
        return True
    if form in SHEETS and ending == ENDINGS[form]:
        return False
    raise UsageError(f"{out} is no folder, and in this form each match has a file of its own: name a folder.")


def _check_not_log(out: Path, log: MatchLog) -> None:
    """Refuses to write over the log itself, whatever --force says. Raises `UsageError`."""
    own = (log.path, Path(f"{log.path}-wal"))
    if out.exists() and any(part.exists() and out.samefile(part) for part in own):
        raise UsageError(f"{out} is the match log itself: name another file.")


def _names(log: MatchLog, args: argparse.Namespace) -> list[str]:
    """The matches to write; where none is running, the last one, which is said."""
    if args.match is not None:
        return [log.find(args.match)]
    names = [match.match_id for match in log.matches()]
    if not names:
        raise UsageError(f"There is no match in {log.path}.")
    if args.all:
        return names
    running = log.running_match()
    if running is not None:
        return [running]
    last = log.match_written_last()
    assert last is not None, "there are matches"
    print(f"don: No match is running, so this is the last one: {_told(log, last)}.", file=sys.stderr)
    return [last]


def _told(log: MatchLog, name: str) -> str:
    from scorer.history_words import players_words, result_words, short_id
    from scorer.log_summaries import summary_of
    from scorer.played import day_words

    summary = summary_of(log, name)
    return f"{short_id(name)}, {players_words(summary)} {result_words(summary)}, {day_words(summary.began_at)}"


class _Followed:
    """The matches one by one; those that can't be followed are left out, with a sentence each."""

    def __init__(self, log: MatchLog, names: list[str], with_pictures: bool) -> None:
        self._log = log
        self._names = names
        self._with_pictures = with_pictures
        self.left_out: list[str] = []
        self.sent = 0

    def __iter__(self) -> Iterator[tuple[str, SentMatch]]:
        from tqdm import tqdm

        from scorer.log_file import LogError
        from scorer.log_merge import sent_match
        from scorer.log_summaries import OF_ONE_MATCH

        for name in tqdm(self._names, unit="match", disable=None, delay=2, leave=False):
            try:
                match = sent_match(self._log, name, with_pictures=self._with_pictures)
            except LogError as error:
                if error.code not in OF_ONE_MATCH or len(self._names) == 1:
                    raise
                self.left_out.append(str(error))
                continue
            self.sent += 1
            yield name, match


def _parts(form: str, args: argparse.Namespace, matches: _Followed) -> Iterator[bytes]:
    """The text of one file, or of the terminal, in pieces."""
    if form == "json":
        from scorer.exchange import json_lines

        yield from (f"{line}\n".encode() for line in json_lines(match for _, match in matches))
    elif form == "csv":
        from scorer.match_csv import csv_lines

        # A spreadsheet takes a text for one in UTF-8 only where this mark begins it.
        yield "\ufeff".encode() if args.out is not None else b""
        yield from (line.encode() for line in csv_lines((match for _, match in matches), args.table or "matches"))
    elif form == "pdf":
        from mobile.scoresheet_pdf import pdf_of_all

        yield pdf_of_all((match.rows, name) for name, match in matches)
    else:
        between = b""
        for name, match in matches:
            yield between + _ALONE[form](match, name)
            between = b"\n"


def _write_each(args: argparse.Namespace, form: str, matches: _Followed) -> None:
    """A file for each match in the folder, named by day and id."""
    folder: Path = args.out
    if not folder.is_dir():
        check_target(folder, False)
        folder.mkdir()
    for name, match in matches:
        path = folder / file_name(match, name, ENDINGS[form])
        write_whole(path, [_ALONE[form](match, name)], args.force)
    _tell(matches.sent, folder)


def file_name(match: SentMatch, name: str, ending: str) -> str:
    """A match's own file name: its day and its name in the log, of signs that every file system takes."""
    plain = "".join(sign if (sign.isalnum() and sign.isascii()) or sign in "-_~" else "_" for sign in name)
    return f"{_day(match)}_{plain[:80]}{ending}"


def _day(match: SentMatch) -> str:
    """The day on which it began, by this computer's clock."""
    from scorer.played import day_words

    return day_words(match.rows[0].at_utc)


def _notation(match: SentMatch, name: str) -> bytes:
    from scorer.notation import write

    return write([row.event for row in match.rows], {"Date": _day(match)}).encode()


def _text(match: SentMatch, name: str) -> bytes:
    from scorer.scoresheet import score_sheet
    from scorer.scoresheet_text import sheet_text

    return sheet_text(score_sheet(match.rows, name)).encode()


def _pdf(match: SentMatch, name: str) -> bytes:
    from mobile.scoresheet_pdf import pdf_of

    return pdf_of(match.rows, name)


_ALONE: dict[str, Callable[[SentMatch, str], bytes]] = {"notation": _notation, "text": _text, "pdf": _pdf}


def _tell(matches: int, where: Path) -> None:
    from don.show import counted

    print(f"{counted(matches, 'match', 'matches')}: {where}")
