"""One line of the notation (docs/notation.md) on its own, as somebody types it at the table."""

import re

from scorer.events import Event, Play, Trick
from scorer.match import MatchState
from scorer.notation_read import READERS
from scorer.notation_words import ExpectedError, NotationError, Words
from scorer.seats import Seat, next_in

_NUMBER = re.compile(r"\s*[0-9]{1,3}\.\s*")


def events_of(state: MatchState, line: str) -> tuple[Event, ...]:
    """The events of ``line`` where the match stands; none for an empty one. `NotationError` for what is no line.

    Cards without a keyword are a whole trick where all players' stand there and no card lies on the table, else single
    cards; without a seat they begin with the player in turn, before the deal with the pitcher. The referee isn't asked.
    """
    words = Words(_NUMBER.sub("", line, count=1) if _NUMBER.match(line) else line)
    try:
        found = _events(state, words) if words.left else ()
        words.end()
    except ExpectedError as error:
        raise NotationError("LINE_NOT_READ", text=line.strip()[:60], expected=str(error)) from error
    return found


def _events(state: MatchState, words: Words) -> tuple[Event, ...]:
    if words.peek() in READERS:
        return (READERS[words.take("").lower()](words, []),)
    single = words.skip("play")
    if not words.is_seat() and not words.is_card():
        raise ExpectedError("trick")
    seat = words.seat() if words.is_seat() else state.turn or state.pitcher
    cards = words.cards()
    if not cards:
        raise ExpectedError("card")
    if seat is None:
        raise ExpectedError("leader")
    begun = state.hand is not None and bool(state.hand.current)
    if not single and not begun and len(cards) >= len(state.seats):
        return (Trick(seat, cards),)
    return tuple(Play(_after(state, seat, place), card) for place, card in enumerate(cards))


def _after(state: MatchState, seat: Seat, places: int) -> Seat:
    """The player so many places on; one who doesn't sit there stays himself, for the referee to refuse."""
    return next_in(state.seats, seat, places) if seat in state.seats else seat
