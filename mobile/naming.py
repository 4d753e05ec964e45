"""The sentences of the game with the players' names in the place of their seats."""

from __future__ import annotations

import re

from mobile.wording import player_name
from scorer.match import MatchState
from scorer.seats import FOUR_HANDED
from scorer.texts import side_words

_SEAT_WORDS = {side_words(seat.value): seat for seat in FOUR_HANDED}
_ANY_SEAT = re.compile(rf"\b({'|'.join(_SEAT_WORDS)})\b")


def with_names(state: MatchState, sentence: str) -> str:
    """``North and South`` as ``Ann and Siân``; who gave no name stays a seat. South Wales is no player."""
    title = state.variant.title
    parts = (
        _ANY_SEAT.sub(lambda found: player_name(state, _SEAT_WORDS[found[0]]), part) for part in sentence.split(title)
    )
    return title.join(parts)
