"""What comes next at the table: the one thing that the large button does. No Kivy."""

from __future__ import annotations

from enum import StrEnum

from mobile.table_session import TableSession
from mobile.texts import label
from mobile.wording import player_name
from scorer.match import Phase
from scorer.seats import Seat


class NextStep(StrEnum):
    """The things the large button can do."""

    CONFIRM = "confirm"
    FILL = "fill"
    READ = "read"
    READ_AGAIN = "read_again"
    ENTER = "enter"
    DEAL_FIRST = "deal_first"
    DEAL = "deal"
    CUT = "cut"
    NEXT_GAME = "next_game"
    REMATCH = "rematch"


def next_step(session: TableSession, can_read: bool = False, read_before: bool = False) -> NextStep:
    """What comes next. ``can_read``: there is a picture to be read; ``read_before``: that of this trick was already."""
    state = session.state
    if state.phase is Phase.GAME_OVER:
        return NextStep.REMATCH if state.match_over else NextStep.NEXT_GAME
    if state.pitcher is None:
        return NextStep.CUT
    if state.phase is not Phase.PLAYING:
        return NextStep.DEAL_FIRST if state.phase is Phase.BEFORE_DEAL else NextStep.DEAL
    if session.proposal is not None:
        return NextStep.FILL if next_open_seat(session) is not None else NextStep.CONFIRM
    if not can_read:
        return NextStep.ENTER
    return NextStep.READ_AGAIN if read_before else NextStep.READ


def next_open_seat(session: TableSession) -> Seat | None:
    """Who is the next player without a card in the trick under entry, where nothing else is open; else None."""
    proposal = session.proposal
    if proposal is None or proposal.seats_open or proposal.surplus:
        return None
    missing = [entry.seat for entry in proposal.cards if entry.card is None]
    return missing[0] if missing and all(entry.settled or entry.card is None for entry in proposal.cards) else None


def step_words(session: TableSession, step: NextStep) -> str:
    """What the large button says."""
    match step:
        case NextStep.CONFIRM:
            return label("confirm")
        case NextStep.FILL:
            seat = next_open_seat(session)
            return label("who_card", name=player_name(session.state, seat)) if seat else label("confirm")
        case NextStep.READ:
            return label("read_picture")
        case NextStep.READ_AGAIN:
            return label("read_picture_again")
        case NextStep.ENTER:
            return label("enter_trick")
        case NextStep.DEAL_FIRST:
            return label("deal_first")
        case NextStep.DEAL:
            return label("deal_next")
        case NextStep.CUT:
            return label("cut_for_pitch")
        case NextStep.NEXT_GAME:
            return label("next_leg" if session.state.variant.match.endswith("legs") else "next_game")
        case NextStep.REMATCH:
            return label("rematch")
