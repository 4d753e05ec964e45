"""A trick under entry outlives the program, as long as its record has not moved on; a broken file is no file."""

from pathlib import Path

import pytest
from mobile_table import AT, BLANK, PLACES, PreparedReader, cards, enter, legal_hand, new_session, order_from, reading
from mobile_table import sighting as seen

from mobile.table_session import Confirmed, TableSession
from mobile.trick_draft import MOST, Draft, DraftFile
from mobile.trick_entry import Reader
from models.proposed_card import not_seen
from models.trick_reader import TrickProposal
from scorer.matchlog import MatchLog
from scorer.seats import Seat

TRICKS = legal_hand(1, Seat.N)


def drafts_of(folder: Path) -> DraftFile:
    return DraftFile(folder / "trick.json")


def begun(folder: Path, reader: Reader | None = None) -> TableSession:
    """A session that keeps its drafts, one trick played."""
    session = new_session(folder)
    enter(session, TRICKS[0])
    return TableSession(session.book, reader, drafts=drafts_of(folder))


def again(session: TableSession) -> TableSession:
    """The program ended and begun again, with nothing said at its end."""
    path, match_id = session.book.log.path, session.match_id
    session.book.log.close()
    return TableSession.resume(MatchLog(path), match_id, drafts=drafts_of(path.parent))


def test_half_a_trick_by_hand_is_there_again_and_can_be_finished(tmp_path: Path) -> None:
    session = begun(tmp_path)
    leader, played = TRICKS[1]
    order = order_from(leader)
    session.enter_by_hand()
    session.choose(order[0], played[0])
    session.choose(order[1], played[1])
    before = session.proposal
    session = again(session)
    assert session.proposal == before
    for seat, card in list(zip(order, played, strict=True))[2:]:
        session.choose(seat, card)
    assert isinstance(session.confirm(AT), Confirmed)
    assert again(session).proposal is None


def test_a_read_trick_keeps_its_doubts_its_names_and_its_open_seats(tmp_path: Path) -> None:
    _, played = TRICKS[1]
    sightings = [seen(card, (500.0 + 5 * place, 500)) for place, card in enumerate(played)]
    sightings[2] = seen(played[2], (510, 500), "doubtful", cards("2S 2H"))
    session = begun(tmp_path, PreparedReader([reading(sightings)]))
    proposal = session.read(BLANK)
    assert proposal.seats_open and not proposal.ready
    back = again(session).proposal
    assert back is not None and back.seats_open and not back.ready
    for entry, was in zip(back.cards, proposal.cards, strict=True):
        same = ("seat", "card", "state", "reason", "suggestions", "box_xyxy", "read")
        assert [getattr(entry, name) for name in same] == [getattr(was, name) for name in same]


def test_a_surplus_card_is_still_asked_about(tmp_path: Path) -> None:
    leader, played = TRICKS[1]
    sightings = [seen(card, PLACES[seat]) for card, seat in zip(played, order_from(leader), strict=True)]
    sightings.append(seen(TRICKS[2][1][0], (520, 500)))
    session = begun(tmp_path, PreparedReader([reading(sightings)]))
    surplus = session.read(BLANK).surplus
    assert surplus
    back = again(session).proposal
    assert back is not None and not back.ready
    assert [card.card for card in back.surplus] == [card.card for card in surplus]


def test_who_won_is_all_that_was_said(tmp_path: Path) -> None:
    _, played = TRICKS[1]
    pile = reading([seen(card, (500.0 + 5 * place, 500)) for place, card in enumerate(played)])
    session = begun(tmp_path, PreparedReader([pile]))
    session.read(BLANK)
    if session.winning_card is None:
        pytest.skip("who won depends on who led")
    session.seat_winner(Seat.W)
    answer = again(session).confirm(AT)
    assert isinstance(answer, Confirmed) and answer.losers_by_place and answer.trick.winner is Seat.W


def test_what_was_forgotten_or_overtaken_does_not_come_back(tmp_path: Path) -> None:
    session = begun(tmp_path)
    session.enter_by_hand()
    session.choose(TRICKS[1][0], TRICKS[1][1][0])
    path = session.book.log.path.parent / "trick.json"
    assert path.exists()
    other = TableSession(session.book)  # without drafts, as a command that scores the same match
    enter(other, TRICKS[1])
    session = again(session)
    assert session.proposal is None
    session.enter_by_hand()
    assert path.exists()
    session.discard()
    assert not path.exists()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"m": 1}', '{"m": {"entries": "x"}}', '{"m": {}}'])
def test_a_broken_file_is_no_file_and_can_be_written_anew(text: str, tmp_path: Path) -> None:
    path = tmp_path / "trick.json"
    path.write_text(text)
    file = DraftFile(path)
    assert file.of("m", 3) is None
    draft = _draft(3)
    file.keep("m", draft)
    assert file.of("m", 3) == draft and file.of("m", 4) is None


def test_only_so_many_matches_are_kept(tmp_path: Path) -> None:
    file = drafts_of(tmp_path)
    for number in range(MOST + 2):
        file.keep(f"m{number}", _draft(number))
    assert file.of("m0", 0) is None and file.of("m2", 2) is not None


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    file = DraftFile(tmp_path / "nowhere" / "trick.json")
    file.keep("m", _draft(1))
    file.keep("m", None)
    assert file.of("m", 1) is None


def test_another_leader_makes_it_worthless(tmp_path: Path) -> None:
    session = begun(tmp_path)
    proposal: TrickProposal = session.enter_by_hand()
    other = order_from(proposal.leader)[1]
    draft = Draft(1, other, proposal.cards)
    assert draft.proposal(session.facts) is None


def _draft(entries: int) -> Draft:
    return Draft(entries, Seat.N, tuple(not_seen(seat) for seat in order_from(Seat.N)))
