"""Which match a question is about: the one on the table, else the one written to last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mobile.match_book import MatchBook
from mobile.texts import label
from mobile.wording import side_name
from scorer.match import MatchState

if TYPE_CHECKING:
    from mobile.companion import Companion


def book_in_question(companion: Companion, match_id: str | None = None) -> MatchBook | None:
    """The record of a match of the log; without an id that of the table, else of the match written to last.

    None where no match was ever begun. Raises `LogError`.
    """
    on_table = companion.book
    if on_table is not None and match_id in (None, on_table.match_id):
        return on_table
    wanted = match_id or companion.log.match_written_last()
    return MatchBook(companion.log, wanted) if wanted is not None else None


def match_words(state: MatchState) -> str:
    """Which match it is: its game and who plays whom."""
    first, *others = (side_name(state, side) for side in state.sides)
    return f"{state.variant.title}\n{label('dispute_about', first=first, others=', '.join(others))}"
