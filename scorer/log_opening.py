"""How a program opens the match log: every command and the app go through `open_log`."""

from datetime import datetime
from pathlib import Path

from scorer.matchlog import MatchLog


def open_log(path: Path, at: datetime, timeout_s: float = 1.0) -> MatchLog:
    """The log in ``path``, made if there is none. Raises `LogError`. ``at``: the present time."""
    return MatchLog(path, timeout_s)
