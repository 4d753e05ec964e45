"""Readings of a hand's pictures: what is refused, what is asked, in which words, and what the answers do."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from don.ask import settle
from don.open_cards import card_question, surplus_words, why_open
from don.pictures import TrickPicture, check_hand, doubt_repeated, open_questions
from don.status import UsageError
from mobile.table_session import Confirmed, TableSession
from models.hand_facts import EarlierCard, facts_before_deal, facts_of
from models.proposed_card import ProposedCard, SurplusCard
from models.reading import CardSighting, IndexSighting, Reading, Status
from models.table_view import TableView
from scorer.cards import Card
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

VARIANT = load_variant("nine_card_lancashire")
FACTS = facts_before_deal(VARIANT)
VIEW = TableView()
AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)
PLACES = ((500, 200), (800, 500), (500, 800), (200, 500))
"""North, East, South, West."""


def seen(text: str, at: tuple[int, int]) -> CardSighting:
    """`6H` is sure, `6H.55 8H.3` doubtful with a runner-up, `6H.95` sure with that confidence."""
    names = [name.split(".") for name in text.split()]
    read = tuple((Card.parse(name), float("0." + p[0]) if p else 0.99) for name, *p in names)
    box = (at[0] - 10, at[1] - 10, at[0] + 10, at[1] + 10)
    status: Status = "sure" if read[0][1] >= 0.9 else "doubtful"
    return CardSighting(read[0][0], status, read[0][1], read[1:], box, (IndexSighting(box, 0.9, read, 0.0),))


def picture(number: int, *places: str, beyond: Sequence[str] = ()) -> TrickPicture:
    """A picture of a trick: the cards of North, East, South and West, then others at its lower edge."""
    cards = [seen(text, at) for text, at in zip(places, PLACES, strict=False) if text != "-"]
    others = [seen(text, (40 + 60 * k, 960)) for k, text in enumerate(beyond)]
    return TrickPicture(Path(f"trick_{number}.jpg"), Reading((*cards, *others), 100.0, 1.0, (1000, 1000)))


def questions(*pictures: TrickPicture, seats_told: bool = False) -> list[str]:
    return open_questions(pictures, FACTS, VIEW, seats_told)


def test_clear_pictures_leave_nothing_open() -> None:
    assert questions(picture(1, "2H", "3H", "AH", "KH"), picture(2, "2C", "3C", "AC", "KC")) == []


def test_open_cards_are_asked_about_with_the_likely_first() -> None:
    first = picture(1, "AH", "KH", "6H.55 8H.3 9H.1", "2H")
    assert questions(first) == ["trick_1.jpg: is it 6H (0.55), 8H or 9H?"]
    second = picture(2, "AC", "KC", "6D.55 6C.4", "2C")
    assert questions(picture(1, "AH", "KH", "3H", "2H"), second) == [
        "trick_2.jpg: read as 6D (0.55), which is not clear; is it 6C or 6D?"
    ]


def test_a_card_of_an_earlier_picture_is_named_with_it() -> None:
    later = picture(2, "AC", "KC", "AH.8 AD.1", "2C")
    assert questions(picture(1, "AH", "KH", "3H", "2H"), later) == [
        "trick_2.jpg: read as AH (0.80), which was played in trick 1 (North, read with 0.99); is it AD?"
    ]
    bare = picture(2, "AC", "KC", "AH.8", "2C")
    assert questions(picture(1, "AH", "KH", "3H", "2H"), bare)[0].endswith("; which card is it?")


def test_missing_cards_open_seats_and_cards_beyond_the_trick_are_asked_about() -> None:
    assert questions(picture(1, "AH", "-", "3H", "2H")) == ["trick_1.jpg: 1 of 4 cards not seen; which?"]
    sightings = tuple(seen(card, (100 + 200 * k, 500)) for k, card in enumerate(("AH", "KH", "2H", "3H")))
    row = TrickPicture(Path("row.jpg"), Reading(sightings, 1.0, 1.0, (1000, 1000)))
    assert questions(row) == ["row.jpg: who played which card?"]
    assert questions(row, seats_told=True) == []
    last = picture(2, "2C", "3C", "AC", "KC", beyond=("AH", "KH", "5D.7"))
    assert questions(picture(1, "AH", "KH", "3H", "2H"), last) == [
        "trick_2.jpg: more than 4 cards (5D perhaps; KH AH of trick 1); leave those out?"
    ]


def test_what_cannot_be_a_hand_is_refused_in_one_sentence() -> None:
    first, gone = picture(1, "AH", "KH", "3H", "2H"), frozenset({Card.parse("AS"), Card.parse("KS")})
    with pytest.raises(UsageError, match=r"No card is to be seen in trick_1.jpg"):
        check_hand([picture(1)], frozenset())
    with pytest.raises(UsageError, match=r"trick_2.jpg shows 5 cards \(2C, 3C, AC, KC, QC\) and a trick has 4"):
        check_hand([first, picture(2, "2C", "3C", "AC", "KC", beyond=("QC",))], frozenset())
    with pytest.raises(UsageError, match=r"AH KH are in trick_1.jpg and in trick_2.jpg: look at both again"):
        check_hand([first, picture(2, "AH", "KH", "4H.7", "-")], frozenset())
    with pytest.raises(UsageError, match=r"AS KS are in an earlier trick of this hand and in trick_2.jpg"):
        check_hand([first, picture(2, "AS", "KS", "4H.7", "-")], gone)
    check_hand([first, picture(2, "2C", "3C", "AC", "KC", beyond=("AH", "KH", "AS", "KS"))], gone)
    check_hand([first, picture(2, "2C", "3C", "AC", "AH")], gone)


def test_a_card_in_two_pictures_is_asked_about_where_it_is_likelier_wrong() -> None:
    first = picture(1, "AH.93 AD.06", "KH", "3H", "2H")
    asked, sentences = doubt_repeated([first, picture(2, "AC", "KC", "AH.97", "2C")], FACTS, VIEW)
    assert sentences == ["AH is in trick_1.jpg (0.93) and in trick_2.jpg (0.97): one is misread, likelier trick_1.jpg."]
    assert questions(*asked) == ["trick_1.jpg: is it AH (0.93) or AD?"]
    weaker = [first, picture(2, "AC", "KC", "AH.91 4H.05", "2C")]
    asked, sentences = doubt_repeated(weaker, FACTS, VIEW)
    assert (asked, sentences) == (weaker, [])
    assert questions(*asked) == [
        "trick_2.jpg: read as AH (0.91), which was played in trick 1 (North, read with 0.93); is it 4H?"
    ]


def test_the_words_for_an_earlier_card() -> None:
    earlier = EarlierCard(2, Seat.E, "read", 0.95, (Card.parse("QH"), Card.parse("JH"), Card.parse("2H")))
    card = ProposedCard(Seat.S, Card.parse("KH"), "impossible", 0.98, "gone", earlier=earlier, mistake="earlier")
    assert why_open(card) == (
        "was played in trick 2 (East, read with 0.95), likelier the wrong one: perhaps QH or JH there"
    )
    by_hand = ProposedCard(
        Seat.S, Card.parse("KH"), "impossible", 0.98, "gone", earlier=EarlierCard(2, Seat.E, "by_hand"), mistake="this"
    )
    assert card_question(by_hand) == "read as KH (0.98), which was played in trick 2 (East, by hand); which card is it?"
    assert surplus_words(()) == ""
    corner = SurplusCard(Card.parse("3D"), 0.7, "corner", (0.0, 0.0, 9.0, 9.0), of=Card.parse("9D"))
    assert surplus_words((corner,)) == "3D at a corner of 9D"


def table(folder: Path, *tricks: TrickPicture) -> TableSession:
    """A match with these tricks confirmed."""
    session = TableSession.start(MatchLog(folder / "m.db"), VARIANT, Seat.N, None, AT)
    for one in tricks:
        assert session.propose(one.reading).ready
        assert isinstance(session.confirm(AT), Confirmed)
    return session


def asked(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    session: TableSession,
    one: TrickPicture,
    said: str,
) -> str:
    """What is printed while the answers `said` settle the trick."""
    session.propose(one.reading)
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    assert settle(session, one.path.name).ready
    return capsys.readouterr().out


def test_the_terminal_offers_the_likely_truth_and_says_why_a_name_cannot_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    session = table(tmp_path, picture(1, "AH", "KH", "3H", "2H"))
    later = picture(2, "AC", "KC", "AH.97 AD.02", "2C")
    printed = asked(monkeypatch, capsys, session, later, "KH\nKC\nsix\n\n")
    assert (
        "trick_2.jpg: South's card, read as AH, was played in trick 1 (North, read with 0.99); perhaps AD. "
        "Which card is it [Enter: AD]?" in printed
    )
    assert "KH was played in trick 1 (East, read with 0.99): look again." in printed
    assert "KC is another player's: look again." in printed
    assert "is not a card" in printed
    assert session.proposal is not None and session.proposal.of(Seat.S).card == Card.parse("AD")


def test_a_name_that_another_open_card_has_can_be_given_and_the_other_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    session = table(tmp_path)
    both = picture(1, "AH.6 KH.3", "2H", "AH.7 4H.05", "3H")
    printed = asked(monkeypatch, capsys, session, both, "\n\n")
    assert "North's card, read as AH, was read for two players; perhaps KH or AH." in printed
    assert session.proposal is not None
    assert session.proposal.event().cards == tuple(Card.parse(c) for c in ("KH", "2H", "AH", "3H"))


@pytest.mark.parametrize(
    ("said", "north", "left"),
    [
        ("\n", "AC", "AC 2C 3C KC"),
        ("KH\nAC\n5D\n", "5D", "5D 2C 3C KC"),
        ("AC\n5D\n", "5D", "5D 2C 3C KC"),
        ("AC\nnone\n\n", "AC", "AC 2C 3C KC"),
    ],
)
def test_cards_beyond_the_trick_are_left_out_or_take_a_place(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    said: str,
    north: str,
    left: str,
) -> None:
    session = table(tmp_path, picture(1, "AH", "KH", "3H", "2H"))
    last = picture(2, "AC", "2C", "3C", "KC", beyond=("AH", "KH", "5D.7", "6S.6"))
    printed = asked(monkeypatch, capsys, session, last, said + "\n")
    assert "trick_2.jpg: more than 4 cards (5D 6S perhaps; KH AH of trick 1)." in printed
    assert session.proposal is not None and session.proposal.of(Seat.N).card == Card.parse(north)
    assert {c.card for c in session.proposal.cards} == {Card.parse(c) for c in left.split()}


def test_a_resumed_match_knows_where_a_card_went_but_not_how_it_was_entered(tmp_path: Path) -> None:
    session = table(tmp_path, picture(1, "AH", "KH", "3H", "2H"))
    facts = facts_of(TableSession.resume(session.book.log, session.match_id).state)
    later = picture(2, "AC", "KC", "AH.97", "2C")
    assert open_questions([later], facts, VIEW) == [
        "trick_2.jpg: read as AH (0.97), which was played in trick 1 (North), likelier the wrong one; which card is it?"
    ]
    assert doubt_repeated([later], facts, VIEW) == ([later], []), "that trick is no picture here"
