"""Who played which card, asked on the terminal: only the winner's seat where the winning card is known."""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from don.ask import settle
from don.pictures import TrickPicture, questions_of
from don.scoring import score_pictures
from mobile.table_session import Confirmed, TableSession
from models.reading import CardSighting, IndexSighting, Reading
from scorer.cards import Card
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)


def row(text: str) -> Reading:
    """Sure cards side by side: who played which cannot be seen."""
    sightings = []
    for place, name in enumerate(text.split()):
        box = (100.0 + 200 * place, 490.0, 120.0 + 200 * place, 510.0)
        card = Card.parse(name)
        sightings.append(CardSighting(card, "sure", 0.99, (), box, (IndexSighting(box, 0.9, ((card, 0.99),), 0.0),)))
    return Reading(tuple(sightings), 100.0, 1.0, (1000, 1000))


def answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path, text: str, said: str
) -> tuple[Confirmed, str]:
    """The trick after the answers, and what was printed."""
    session = TableSession.start(MatchLog(folder / "m.db"), load_variant("nine_card_lancashire"), Seat.N, None, AT)
    session.propose(row(text))
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    settle(session, "Trick 1")
    confirmed = session.confirm(AT)
    assert isinstance(confirmed, Confirmed)
    return confirmed, capsys.readouterr().out


def test_the_winners_seat_is_enough(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    trick, printed = answered(monkeypatch, capsys, tmp_path, "2H 5H KH 9H", "e\n")
    assert "Trick 1: who played KH (it wins)? One seat, or those of 2H 5H KH 9H left to right [Enter: " in printed
    assert trick.losers_by_place
    assert (trick.trick.winner, str(trick.trick.card_of(Seat.E)), trick.trick.points) == (Seat.E, "KH", 22)


def test_all_seats_can_be_said_and_nonsense_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    trick, printed = answered(monkeypatch, capsys, tmp_path, "2H 5H KH 9H", "NS\nX\nSWNE\n")
    assert printed.count("Write one seat or 4 different seats of N, E, S, W, for instance ") == 2
    assert not trick.losers_by_place
    assert [str(trick.trick.card_of(Seat(s))) for s in "SWNE"] == ["2H", "5H", "KH", "9H"]


def test_where_the_lead_decides_every_seat_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    trick, printed = answered(monkeypatch, capsys, tmp_path, "2H 5H KC 9D", "W\nWSNE\n")
    assert "who played 2H 5H KC 9D (left to right in the picture)? Seats in that order" in printed
    assert "  Write 4 different seats" in printed
    assert (trick.trick.winner, str(trick.trick.card_of(Seat.N))) == (Seat.N, "KC")


def test_the_printed_trick_says_whose_seats_are_by_their_places(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    session = TableSession.start(MatchLog(tmp_path / "m.db"), load_variant("phat"), Seat.N, None, AT)
    pictures = [TrickPicture(Path("1.jpg"), row("2H 5H KH 9H")), TrickPicture(Path("2.jpg"), row("2C 3C 4C 6C"))]
    monkeypatch.setattr(sys, "stdin", io.StringIO("E\nNESW\n"))
    score_pictures(session, pictures, lambda *_: None, ask=True)
    printed = capsys.readouterr().out
    assert printed.count("Seats of the others by their places.") == 1
    assert "East wins it" in printed and "West wins it" in printed


def test_the_list_of_open_questions_names_the_winning_card(tmp_path: Path) -> None:
    session = TableSession.start(MatchLog(tmp_path / "m.db"), load_variant("phat"), Seat.N, None, AT)
    proposal = session.propose(row("2H 5H KH 9H"))
    assert questions_of(proposal, winning=session.winning_card) == ["who played KH (it wins)?"]
    assert questions_of(proposal) == ["who played which card?"]
