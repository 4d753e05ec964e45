"""What entering results of a league needs, by hand or from the log: questions, the fixture meant, the rules."""

from __future__ import annotations

import argparse

from don import status
from don.options import log_path, opened_log, parse_day
from don.terminal import confirmed
from scorer.matchlog import MatchLog
from scorer.season import Fixture, Season, place_of
from scorer.texts import say


class Asker:
    """Asks yes or no; where nobody is to be asked, collects the questions instead."""

    def __init__(self, *, silent: bool) -> None:
        self.silent = silent
        self.open: list[str] = []

    def yes(self, question: str, action: str) -> bool:
        """Whether the person says yes to ``action``. Raises `PersonNeededError` at the end of the input."""
        if self.silent:
            self.open.append(f"{question} {action}")
            return False
        return confirmed(f"{question} {action}", yes=False)

    def close(self) -> None:
        """Raises `PersonNeededError` if a question is open."""
        if self.open:
            raise status.PersonNeededError(self.open)


def within_rules(old: Fixture, new: Fixture, asker: Asker) -> bool:
    """Whether nothing new is against the rules of the league, or the person enters it all the same."""
    before = {fault for faults in old.faults().values() for fault in faults}
    fresh = [fault for faults in new.faults().values() for fault in faults if fault not in before]
    if not fresh:
        return True
    sentences = " ".join(say(fault.code, fault.params) for fault in fresh)
    return asker.yes(f"{place_of(new)}: {sentences}", "Enter it all the same?")


def named_fixture(args: argparse.Namespace, season: Season) -> Fixture:
    """The fixture of HOME and AWAY, and of `--date`. Raises `UsageError`, `LeagueError`."""
    day = parse_day("--date", args.date) if args.date else None
    return season.fixture(season.team(args.home), season.team(args.away), day)


def league_log(args: argparse.Namespace) -> MatchLog:
    """The match log, which has to be there: an empty one has no games. Raises `UsageError`, `LogError`."""
    if not log_path(args.log).exists():
        raise status.UsageError(f"There is no match log {log_path(args.log)}: name it with --log, or import matches.")
    return opened_log(args.log)
