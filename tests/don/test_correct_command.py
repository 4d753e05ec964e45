"""`don correct`, `don undo` and `don redo` as a user runs them: before → after, asked, one entry written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from one_match import AT, OneMatch
from pictures_folder import refused

from scorer.cards import Card
from scorer.events import Correct, CorrectRun, Count, Deal, Event, GameStart, Penalty, Redo, Trick, Undo, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

NAMES = FrozenMap({Seat.N: "Ann", Seat.E: "Bob"})
NINE = [
    "AH 5C 5S 5D", "KH AC AS AD", "QH KC KS KD", "JH QC QS QD", "10H JC JS JD", "9H 10C 10S 10D", "8H 2C 2S 2D",
    "7H 3C 3S 3D", "5H 4C 4S 4D",
]  # fmt: skip


def trick(leader: str, text: str) -> Trick:
    return Trick(Seat(leader), tuple(Card.parse(word) for word in text.split()))


HANDS: list[Event] = [
    GameStart(Seat.N),
    Deal(Seat.W),
    *(trick("N", text) for text in NINE),
    Deal(Seat.N),
    trick("E", "9D 2D 3D 4D"),
    trick("E", "QD 5D 6D 7D"),
]
WON: list[Event] = [GameStart(Seat.N, None, FrozenMap({"NS": 81, "EW": 0})), Deal(Seat.W), trick("N", "QH 5H 3H 4H")]


class Book(OneMatch):
    """Nine-card Don, two of the players by name."""

    def begin(
        self,
        *events: Event,
        variant: str = "nine_card_lancashire",
        match: str = "abc-1",
        names: Mapping[Seat, str] | None = NAMES,
    ) -> None:
        super().begin(*events, variant=variant, match=match, names=names)


@pytest.fixture
def book(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Book:
    return Book(tmp_path, capsys, monkeypatch)


def test_a_card_of_an_earlier_hand_is_corrected_with_who_and_why(book: Book) -> None:
    book.begin(*HANDS)
    argv = ("correct", "--hand", 1, "--trick", 1, "--seat", "e", "--card", "6C", "--by", "Jo", "--reason", "misread")
    assert book.don(*argv, said="y\n") == 0
    assert book.out.splitlines()[:2] == [
        "Nine-card Don, Lancashire   match abc-1, a correction:",
        "   Ann (North) and South against Bob (East) and West, 2026-03-06",
    ]
    assert "Hand 1, trick 1, East: the five of clubs → the six of clubs." in book.out
    assert "Score: North and South 52 → 47, East and West 21." in book.out
    assert "Is this correction to be entered? [y/N]" in book.out and "don undo takes it back" in book.out
    assert book.events[-1] == Correct(1, 1, 1, Card.parse("6C"), (), "Jo", "misread")
    assert book.events[:-1] == (book.events[0], *HANDS)


def test_who_says_so_and_why_is_asked_after_the_yes(book: Book) -> None:
    book.begin(*HANDS)
    argv = ("correct", "--hand", 1, "--trick", 1, "--seat", "bob", "--card")
    assert book.don(*argv, "6C", said="y\nCat\nthe light\n") == 0
    assert book.events[-1] == Correct(1, 1, 1, Card.parse("6C"), (), "Cat", "the light")
    assert book.don(*argv, "7C", "--by", "Jo", said="y\n\n") == 0
    assert "Who says so" not in book.out and "Why [Enter: not noted]?" in book.out
    assert book.events[-1] == Correct(1, 1, 1, Card.parse("7C"), (), "Jo")
    assert book.don(*argv, "8C", "--reason", "misread", said="y\n") == 0, "the yes is enough"
    assert book.events[-1] == Correct(1, 1, 1, Card.parse("8C"), (), "", "misread")
    assert book.don(*argv, "5C", "--yes") == 0 and "Who says so" not in book.out


def test_after_the_game_only_why_is_asked(book: Book) -> None:
    book.begin(*WON)
    argv = ("correct", "--trick", 1, "--seat", "E", "--card", "2H")
    assert book.don(*argv, said="Ann\nBob\ny\nmisread\n") == 0
    assert book.events[-1] == Correct(1, 1, 1, Card.parse("2H"), (), "NS: Ann; EW: Bob", "misread")


def test_a_name_that_two_players_have_names_no_seat_and_speaks_for_no_side(book: Book) -> None:
    names = FrozenMap({Seat.N: "Ann", Seat.E: "ANN", Seat.S: "Siân"})
    with MatchLog(book.log) as log:
        log.record_all("abc-1", [start_of_match("abc-1", load_variant("nine_card_lancashire"), names), *WON], AT)
    argv = ("correct", "--trick", 1, "--card", "2H", "--yes")
    assert book.don(*argv, "--seat", "Ann", "--by", "Ann") == 2
    assert "2 players are called Ann: name the seat, N, E." in book.err
    assert book.don(*argv, "--seat", "east", "--by", "Ann", "--by", "sian", "--no-input") == 3
    assert "for East and West" in book.err and "for North and South" not in book.err
    assert book.don(*argv, "--seat", "", "--by", "Siân") == 2 and "There is no seat ," in book.err


def test_no_leaves_everything_as_it_is(book: Book) -> None:
    book.begin(*HANDS)
    argv = ("correct", "--hand", 1, "--trick", 1, "--place", 2, "--card", "6C")
    for said in ("n\n", "\n", "perhaps\nn\n"):
        assert book.don(*argv, said=said) == 0
        assert "Nothing was corrected." in book.out
    assert book.don(*argv) == 3, "the input has ended"
    assert book.don(*argv, "--no-input") == 3
    assert "Is this correction to be entered?" in book.err
    assert len(book.events) == 1 + len(HANDS)


def test_the_hand_in_play_is_meant_and_later_leaders_move(book: Book) -> None:
    book.begin(*HANDS)
    assert book.don("correct", "--trick", 1, "--seat", "S", "--card", "AD", "--yes", "--no-input") == 0
    assert "Hand 2, trick 2, led by East → South" in book.out and "Others lead these tricks then" in book.out
    assert isinstance(book.events[-1], CorrectRun) and book.state.scores == {"NS": 77, "EW": 0}


def test_a_terminal_that_has_no_arrow_shows_the_change_all_the_same(book: Book) -> None:
    book.begin(*HANDS)
    command = [sys.executable, "-m", "don", "undo", "--log", str(book.log)]
    environ = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, env=environ, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Score: North and South 52, East and West 21 ? 9." in done.stdout


def test_two_cards_change_places(book: Book) -> None:
    book.begin(*HANDS)
    assert book.don("correct", "--swap", "9D", "QD", "--match", "ab", "--yes") == 0
    assert "Hand 2, trick 1, East: the nine of diamonds → the queen of diamonds." in book.out
    assert book.state.scores == {"NS": 52, "EW": 21}
    assert book.don("correct", "--hand", 1, "--trick", 1, "--seat", "N", "--card", "KH", "--yes") == 2
    assert "--swap" in book.err


def test_a_whole_trick_is_corrected(book: Book) -> None:
    book.begin(*HANDS)
    assert book.don("correct", "--trick", 1, "--cards", "9D, KD 3D AD", "--yes") == 0
    assert "Hand 2, trick 1, won by East → North." in book.out and "led by East → North" in book.out
    hand = book.state.hand
    assert hand is not None and [t.leader for t in hand.tricks] == [Seat.E, Seat.N]


def test_entries_that_could_not_have_happened_are_listed_and_dropped_on_request(book: Book) -> None:
    near = GameStart(Seat.N, None, FrozenMap({"NS": 81, "EW": 0}))
    book.begin(near, Deal(Seat.W), trick("N", "QH 2H 3H 4H"), trick("N", "KC 7C 2C 3C"), Penalty("NS", 3, "talked"))
    argv = ("correct", "--trick", 1, "--seat", "E", "--card", "5H")
    assert book.don(*argv, "--yes", "--no-input") == 3
    assert 'entry 6: penalty NS 3 "talked"' in book.out and "entry 5: N KC 7C 2C 3C" in book.out
    assert "Are the entries listed to count no longer?" in book.err and "to be entered" not in book.err
    assert book.don(*argv, "--yes", said="n\n") == 0 and book.state.winner is None
    assert book.don(*argv, said="y\ny\n") == 0 and book.state.winner == "NS"
    assert book.don("undo", "--match", "abc", said="Ann\nBob\n") == 0
    assert "To be taken back: correct hand 1 trick 1 place 2 5H drop 5 6." in book.out
    assert book.don(*argv, "--yes", "--drop") == 0 and book.state.winner == "NS"


def test_after_the_game_every_side_has_to_agree(book: Book) -> None:
    book.begin(*WON)
    assert book.state.winner == "NS"
    argv = ("correct", "--trick", 1, "--seat", "E", "--card", "2H", "--yes")
    assert book.don(*argv, "--by", "ann", "--no-input") == 3
    assert "who agrees to this for East and West?" in book.err and "North and South" not in book.err
    assert book.don(*argv, "--by", "Ann", said="\n") == 2, "nobody was named"
    assert "every side has to agree" in book.err
    assert book.state.winner == "NS"
    assert book.don(*argv, "--by", "Ann", said="Bob\n") == 0
    assert "won by North and South in hand 1, trick 1 → not over" in book.out
    last = book.events[-1]
    assert isinstance(last, Correct) and last.by == "NS: ann; EW: Bob".replace("ann", "Ann")
    assert book.don("undo", "--by", "Ann", "--by", "Bob", "--no-input") == 0
    assert book.don(*argv, "--by", "SN=Jo", "--by", "E=Kim", "--no-input") == 0
    assert book.events[-1] == Correct(1, 1, 1, Card.parse("2H"), (), "NS: Jo; EW: Kim")


def test_a_match_that_is_over_is_taken_back_only_when_it_is_meant_and_every_side_agrees(book: Book) -> None:
    """The last trick may just have been entered wrongly, or the match be somebody else's: people know."""
    book.begin(*WON)
    entries = book.events
    agreed = ("--by", "Ann", "--by", "Bob")
    meant = "No match is running; this is the one written to last. Is it meant?"
    assert book.don("undo", "--no-input") == 3
    assert [line.strip() for line in book.err.splitlines()[1:]] == [
        meant,
        "The game is over: who agrees to this for North and South?",
        "The game is over: who agrees to this for East and West?",
    ]
    assert "To be taken back: N QH 5H 3H 4H." in book.out and "Bob (East) and West, 2026-03-06" in book.out
    assert book.don("undo", *agreed, said="n\n") == 0 and "Nothing was taken back." in book.out
    assert book.don("undo", *agreed, "--no-input") == 3 and "agrees" not in book.err
    assert book.don("undo", "--match", "abc", "--by", "ann", "--no-input") == 3 and meant not in book.err
    assert book.don("undo", "--yes", said="Ann\n") == 3, "nobody speaks for East and West"
    assert book.don("undo", "--yes", said="Ann\n\n") == 2 and "every side has to agree" in book.err
    assert book.events == entries
    assert book.don("undo", said="y\nAnn\nBob\n") == 0 and "It is taken back." in book.out
    assert book.state.winner is None
    assert book.don("redo", "--no-input") == 3 and "who agrees to this" in book.err and meant not in book.err
    assert book.don("redo", *agreed, "--no-input") == 0 and "It is brought back." in book.out
    assert book.events == (*entries, Undo(), Redo()) and book.state.winner == "NS"


def test_undo_and_redo_say_what_and_what_changed(book: Book) -> None:
    book.begin(*HANDS)
    assert book.don("undo") == 0
    assert "Taken back: E QD 5D 6D 7D." in book.out
    assert "Hand 2, trick 2 (QD, 5D, 6D, 7D) no longer counts." in book.out
    assert "Score: North and South 52, East and West 21 → 9." in book.out
    assert book.don("redo") == 0
    assert "Brought back: E QD 5D 6D 7D." in book.out and "East and West 9 → 21" in book.out
    assert book.events[-2:] == (Undo(), Redo())
    assert book.don("redo") == 2 and "nothing to bring back" in book.err


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("correct",), "Name the trick, whose card it is and the right card"),
        (("correct", "--trick", "1", "--card", "9H"), "Name the trick"),
        (("correct", "--trick", "1", "--card", "9H", "--seat", "N", "--place", "1"), "Name the trick"),
        (("correct", "--swap", "9D", "QD", "--trick", "1"), "leave the trick and whose card it is out"),
        (("correct", "--cards", "9D 8D"), "add --trick, and no single card"),
        (("correct", "--cards", "9D 8D", "--trick", "1", "--seat", "N"), "add --trick, and no single card"),
        (("correct", "--cards", "9D ?", "--trick", "1"), "is not a card"),
        (("correct", "--cards", "9D 2D 3D 4D", "--trick", "1"), "recorded as 9D 2D 3D 4D already"),
        (("correct", "--cards", "9D 2D 3D", "--trick", "1"), "Name all 4 cards of trick 1"),
        (("correct", "--cards", "9D 2D 3D 4D 8D", "--trick", "1"), "A trick has 4 cards, not 5"),
        (("correct", "--cards", ",", "--trick", "1"), "Name all 4 cards of trick 1"),
        (("correct", "--cards", "9D 2D 3D 8D", "--trick", "7"), "There is no trick 7 in hand 2"),
        (("correct", "--cards", "9D 2D 3D 5D", "--trick", "1"), "The five of diamonds is in trick 1 already"),
        (("correct", "--swap", "9D", "x"), "'x' is not a card"),
        (("correct", "--trick", "1", "--seat", "N", "--card", "1H"), "is not a card"),
        (("correct", "--trick", "1", "--seat", "Q", "--card", "9H"), "There is no seat Q"),
        (("correct", "--trick", "9", "--seat", "N", "--card", "9H"), "There is no trick 9 in hand 2"),
        (("correct", "--trick", "1", "--place", "5", "--card", "9H"), "There is no card 5 in trick 1"),
        (("correct", "--hand", "7", "--trick", "1", "--seat", "N", "--card", "9H"), "There is no hand 7 to correct"),
        (("correct", "--trick", "1", "--seat", "E", "--card", "9D"), "recorded as the nine of diamonds already"),
        (("correct", "--swap", "9D", "AH"), "No trick of hand 2 has the ace of hearts in it"),
        (("correct", "--trick", "1", "--seat", "E", "--card", "9H", "--by", "XY=Ann"), "There is no side XY"),
        (("correct", "--trick", "1", "--seat", "E", "--card", "9H", "--by", "NS="), "--by NS= names nobody"),
        (("correct", "--match", "zz", "--trick", "1", "--seat", "E", "--card", "9H"), "no match called zz"),
        (("undo", "--match", "zz"), "no match called zz"),
        (("redo", "--match", "zz"), "no match called zz"),
        (("redo",), "nothing to bring back"),
    ],
)
def test_wrong_input_is_one_sentence_and_changes_nothing(
    book: Book, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], sentence: str
) -> None:
    book.begin(*HANDS)
    assert sentence in refused(capsys, argv[0], "--log", book.log, *argv[1:])
    assert book.events[1:] == tuple(HANDS)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["undo", "redo", "correct"])
def test_without_a_match_or_beside_another_program_it_is_one_sentence(
    book: Book, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    card = ("--trick", "1", "--seat", "N", "--card", "9H") if command == "correct" else ()
    assert "There is no match log" in refused(capsys, command, "--log", book.log, *card)
    assert not book.log.exists()
    MatchLog(book.log).close()
    assert "There is no match in" in refused(capsys, command, "--log", book.log, *card)
    with MatchLog(book.log):
        assert "open in another window or program" in refused(capsys, command, "--log", book.log, *card)


def test_of_totals_only_there_is_no_card(book: Book, capsys: pytest.CaptureFixture[str]) -> None:
    totals = Count(FrozenMap({"NS": 20, "EW": 24}), FrozenMap({"NS": 50, "EW": 27}))
    book.begin(GameStart(Seat.N), Deal(Seat.W), totals)
    argv = ("correct", "--log", book.log, "--trick", 1, "--seat", "N", "--card", "9H")
    assert "No cards of hand 1 are recorded" in refused(capsys, *argv)
