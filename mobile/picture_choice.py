"""Whether the tricks' pictures are kept: what a person chooses, and what is there already. No Kivy."""

from mobile.companion import Companion
from mobile.texts import label
from scorer.log_pictures import BUDGET_BYTES, count_of_all, end_rule, rule_of, set_rule, used_bytes
from scorer.matchlog import MatchLog

_MEGABYTE = 1_000_000


def choose_keeping(companion: Companion, keep: bool) -> None:
    """Keep pictures from now on, or don't: of new matches and of the one on the table. Raises `LogError`.

    What was kept stays.
    """
    companion.change(keep_pictures=keep)
    if companion.book is None:
        return
    match_id = companion.book.match_id
    if keep and rule_of(companion.log, match_id) is None:
        set_rule(companion.log, match_id)
    elif not keep:
        end_rule(companion.log, match_id)


def kept_line(log: MatchLog) -> str:
    """How many pictures there are and how much room they take. Raises `LogError`."""
    count = count_of_all(log)
    if not count:
        return label("kept_none", most=BUDGET_BYTES // _MEGABYTE)
    size = f"{used_bytes(log) / _MEGABYTE:.1f}"
    return label("kept_one" if count == 1 else "kept_some", count=count, size=size, most=BUDGET_BYTES // _MEGABYTE)
