"""Scores the pictures of one hand trick by trick on a table session: what `don demo` and `don score` share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from don.ask import seats_from_left, settle
from don.clock import now
from don.pictures import TrickPicture
from don.show import show_hand_end, show_trick
from don.status import PersonNeededError, UsageError
from mobile.table_session import TableSession
from mobile.texts import say
from models.errors import PictureError
from models.picture import Picture, load_picture
from scorer.referee import Refusal
from scorer.seats import Seat

SeatsOf = Callable[[int, TableSession], Sequence[Seat] | None]
"""Number of the trick and the session to the seats of its cards from left to right, or None: by their places."""


def score_pictures(session: TableSession, pictures: Sequence[TrickPicture], seats_of: SeatsOf, ask: bool) -> None:
    """Proposes, settles and confirms each trick and prints it; what is confirmed is in the log.

    Raises `PersonNeededError` (with `ask` off, where something is open), `UsageError` for a refused trick.
    """
    for place, picture in enumerate(pictures, 1):
        assert session.state.hand is not None
        number = len(session.state.hand.tricks) + 1
        proposal = session.propose(picture.reading, _frame(picture.path) if session.keeps_pictures else None)
        seats = seats_of(number, session)
        if seats is not None:
            seated = seats_from_left(seats, proposal)
            if len(seated) == sum(c.card is not None for c in proposal.cards):
                proposal = session.seat_as(seated)
        label = picture.path.name
        if not proposal.ready:
            if not ask:
                raise PersonNeededError([f"{label}: the trick is not certain"])
            proposal = settle(session, label)
        confirmed = session.confirm(now())
        if isinstance(confirmed, Refusal):
            raise UsageError(f"{label}: {say(confirmed.code, confirmed.params)}")
        show_trick(session.state, confirmed.trick, proposal, confirmed.losers_by_place)
        if confirmed.ended is not None:
            show_hand_end(session.state, confirmed.ended)
        if confirmed.not_kept:
            print(f"   {confirmed.not_kept}")
        if session.state.hand is None:
            if len(pictures) > place:
                print(f"   The game ended here: the pictures after {picture.path.name} are not scored.")
            break


def _frame(path: Path) -> Picture | None:
    """The picture once more, to be kept; None where it can't be read any longer."""
    try:
        return load_picture(path)
    except PictureError:
        return None
