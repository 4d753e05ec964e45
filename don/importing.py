"""What `don import` does: takes in files one by one, tells what each brought, and asks about twins."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from don.clock import now
from don.show import counted
from don.status import PersonNeededError, UsageError
from don.terminal import from_terminal
from scorer.errors import DonError
from scorer.exchange import MOST_BYTES, WrongMatchError, read_matches
from scorer.exchange_notation import match_from_notation
from scorer.history_words import listed, short_id
from scorer.log_file import LogError
from scorer.log_merge import MergedMatch, MergeReport, Outcome, apart_sentence, merge, merged_sentence
from scorer.log_twins import (
    mark_twins,
    probable_twins,
    said_one,
    say_apart,
    twins_said,
    twins_sentence,
    unmark_twins,
)
from scorer.names import shown_name
from scorer.played import day_words
from scorer.texts import side_words

if TYPE_CHECKING:
    from scorer.log_twins import ProbableTwins
    from scorer.matchlog import MatchLog

FEW = 20
"""Of a file with more matches only those are listed that need somebody's eye."""

_WORDS = {
    Outcome.NEW: "new",
    Outcome.LONGER: "went on",
    Outcome.SAME: "here already",
    Outcome.SHORTER: "shorter than here",
    Outcome.CONFLICT: "told differently",
    Outcome.NAMESAKE: "another match of the same id",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """How files are taken in; ``day`` is that of matches in notation.

    ``leave_out``: what is wrong with a match keeps out only that one, not its whole file.
    """

    day: date | None = None
    with_pictures: bool = False
    leave_out: bool = False


def take_in(log: MatchLog, files: Sequence[Path], wanted: Wanted) -> bool:
    """Take in each file on its own and tell what it brought; whether all of it could be. Raises `LogError`."""
    done = True
    for path in files:
        left: list[WrongMatchError] = []
        try:
            report = _merged(log, path, wanted, left)
        except KeyboardInterrupt:
            before = "" if path is files[0] else ", and what the files before it brought is kept"
            raise KeyboardInterrupt(f"stopped; nothing of {path} was taken in{before}") from None
        except LogError:
            raise
        except DonError as error:
            _refused(path, str(error), others=isinstance(error, WrongMatchError))
            done = False
        except OSError as error:
            _refused(path, f"The file can't be read: {error.strerror or error}.")
            done = False
        else:
            _tell(path, report)
            for wrong in left:
                _say(path, f"Left out: {wrong}")
            done = done and not left
    pairs = probable_twins(log)
    for pair in pairs:
        print(twins_sentence(pair))
    if pairs:
        print("Say whether they are with: don import --twins")
    return done


def _merged(log: MatchLog, path: Path, wanted: Wanted, left: list[WrongMatchError]) -> MergeReport:
    """One file. What is no JSON is read as notation. Matches that are left out are added to ``left``."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    at = now()
    if _is_notation(path, data):
        return merge(log, [match_from_notation(data, wanted.day, at)], at)
    if wanted.day is not None:
        raise UsageError("A file in JSON has its own times: --date goes with a match in notation.")
    leave_out = left.append if wanted.leave_out else None
    matches = tqdm(read_matches(data, at, leave_out), unit=" matches", disable=None, delay=2, leave=False)
    return merge(log, matches, at, with_pictures=wanted.with_pictures, leave_out=leave_out)


def _is_notation(path: Path, data: bytes) -> bool:
    if path.suffix.lower() == ".json" or data.startswith(b"SQLite format 3\0"):
        return False
    return path.suffix.lower() in (".don", ".txt") or data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] != b"{"


def _refused(path: Path, sentence: str, *, others: bool = False) -> None:
    """Say what is wrong with a file; ``others``: it may have matches that can be taken in."""
    way_out = "; don import --leave-out takes in its other matches" if others else ""
    _say(path, f"{sentence} Nothing of this file was taken in{way_out}.")


def _say(path: Path, sentence: str) -> None:
    sys.stdout.flush()
    print(f"don: {path}: {sentence}", file=sys.stderr)


def _tell(path: Path, report: MergeReport) -> None:
    """How many matches came to what, then each of them where there are few, else those that need an eye."""
    number = len(report.matches)
    total = counted(number, "match", "matches")
    counts = [f"{report.count(outcome)} {words}" for outcome, words in _WORDS.items() if report.count(outcome)]
    print(f"{path}: {total}{': ' if counts else ''}{', '.join(counts)}.")
    for match in report.matches:
        if number <= FEW or match.outcome not in (Outcome.NEW, Outcome.SAME):
            print(f"  {short_id(match.name)}  {day_words(match.began_at_utc)}  {_who(match)}. {merged_sentence(match)}")
    apart = next((match for match in report.matches if match.outcome is Outcome.CONFLICT), None)
    if apart is not None:
        print(f"  {apart_sentence(apart)}")
    if report.pictures:
        print(f"  Kept pictures taken in: {report.pictures}.")
    if report.twins:
        print(f"  Matches that somebody has said are one: {report.twins}.")


def _who(match: MergedMatch) -> str:
    start = match.start
    sides = []
    for side in start.sides:
        names = [shown_name(start.names[seat]) for seat in start.seats if seat.value in side and start.names.get(seat)]
        sides.append(listed(names) or side_words(side))
    return " - ".join(sides)


# Twins


def ask_twins(log: MatchLog, by: str, *, ask: bool) -> None:
    """Ask of each two matches that look like one whether they are. Raises `PersonNeededError` where nobody answers."""
    for said in twins_said(log).values():
        told = f"said {day_words(said.at_utc)}{_told_by(said.by)}"
        print(f"{short_id(said.match)} counts as {short_id(said.same_as)} ({told}).")
    pairs = probable_twins(log)
    if not pairs:
        print("No further matches look like one.")
        return
    if not ask:
        raise PersonNeededError([twins_sentence(pair) for pair in pairs])
    for pair in pairs:
        if said_one(log, pair):
            continue
        answer = _answer(pair)
        if answer == "y":
            by = by or from_terminal("Who says so? Your name: ", twins_sentence(pair))
            said = mark_twins(log, pair.match, pair.same_as, now(), by)
            match, other = short_id(said.match), short_id(said.same_as)
            print(f"  {match} counts no longer: it is {other}. don import --apart {match} takes that back.")
        elif answer == "n":
            say_apart(log, pair.match, pair.same_as, now(), by)
            print("  They stay two matches.")
        else:
            print("  Left open.")


def _told_by(by: str) -> str:
    return f" by {shown_name(by)}" if by.strip() else ""


def _answer(pair: ProbableTwins) -> str:
    """`y`, `n`, or nothing to leave it open."""
    question = twins_sentence(pair)
    while True:
        said = from_terminal(f"{question}\n  One match? y, n, or Enter to leave it open: ", question).strip().lower()
        if said in ("", "y", "yes", "n", "no"):
            return said[:1]


def take_apart(log: MatchLog, text: str) -> None:
    """Take back that a match is another one's twin. Raises `LogError`."""
    said = unmark_twins(log, log.find(text))
    match, other = short_id(said.match), short_id(said.same_as)
    print(f"{match} counts again; it had been called the same as {other}{_told_by(said.by)}.")
