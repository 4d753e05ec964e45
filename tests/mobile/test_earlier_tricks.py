"""A session remembers how its tricks were entered, so that a card read a second time names the likelier mistake."""

from __future__ import annotations

from pathlib import Path

from mobile_table import AT, PLACES, cards, enter, new_session, reading, reading_of, reopened, sighting

from mobile.table_session import Confirmed, TableSession
from mobile.wording import proposal_lines
from models.proposed_card import ProposedCard
from scorer.seats import Seat

FIRST = (Seat.N, cards("AH KH 3H 2H"))
SECOND = (Seat.N, cards("AH KC QC JC"))
"""North's ace again."""


def read_first(folder: Path) -> TableSession:
    session = new_session(folder)
    session.propose(reading_of(FIRST))
    assert isinstance(session.confirm(AT), Confirmed)
    return session


def ace(session: TableSession) -> ProposedCard:
    return session.propose(reading_of(SECOND)).of(Seat.N)


def test_a_card_read_before_is_likelier_wrong_there(tmp_path: Path) -> None:
    session = read_first(tmp_path)
    entry = ace(session)
    assert entry.earlier is not None and entry.mistake == "earlier"
    assert (entry.earlier.trick, entry.earlier.seat, entry.earlier.source) == (1, Seat.N, "read")
    assert session.proposal is not None
    assert proposal_lines(session.state, session.proposal) == [
        "North: A\u2665 was read in trick 1 too, likelier wrong there."
    ]


def test_a_card_entered_by_hand_before_is_likelier_wrong_now(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    enter(session, FIRST)
    entry = ace(session)
    assert entry.earlier is not None and (entry.earlier.source, entry.mistake) == ("by_hand", "this")
    assert session.proposal is not None
    assert proposal_lines(session.state, session.proposal) == ["North: A\u2665 was played in trick 1 already."]


def test_what_was_taken_back_and_entered_anew_is_told_as_it_stands(tmp_path: Path) -> None:
    """Taken back and brought back the trick is the one that was read; entered anew by hand it is not."""
    session = read_first(tmp_path)
    assert session.undo(AT) is None and session.redo(AT) is None
    earlier = ace(session).earlier
    assert earlier is not None and earlier.source == "read"
    assert session.undo(AT) is None
    enter(session, FIRST)
    earlier = ace(session).earlier
    assert earlier is not None and earlier.source == "by_hand"


def test_after_a_new_start_nothing_is_known_of_how_it_was_entered(tmp_path: Path) -> None:
    entry = ace(reopened(read_first(tmp_path)))
    assert entry.earlier is not None and (entry.earlier.source, entry.mistake) == ("unknown", "earlier")


def test_a_name_that_only_an_open_card_has_is_possible_for_another_player(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    places = [sighting(card, PLACES[seat]) for card, seat in zip(cards("2C 3C"), (Seat.E, Seat.W), strict=True)]
    (ace_of_hearts,) = cards("AH")
    both = [sighting(ace_of_hearts, PLACES[seat], "doubtful", cards("KH")) for seat in (Seat.N, Seat.S)]
    session.propose(reading([*places, *both]))
    assert set(cards("AH KH")) <= set(session.possible_cards(Seat.S))
    session.choose(Seat.S, ace_of_hearts)
    assert session.possible_cards(Seat.N)[:1] == cards("KH")
