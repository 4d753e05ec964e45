"""`don enter` as people use it: whole hands of every variant, wrong input, undo, stopping and going on."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from blind_players import Players
from enter_table import BURNLEY, CTRL_C, ROWS, Table
from pictures_folder import refused

from don.entering import Entering
from mobile.entered_match import EnteredMatch
from scorer.cards import Card
from scorer.events import Correct, CorrectRun, Event, MatchStart, Reveal
from scorer.match import MatchState, Phase
from scorer.matchlog import MatchLog
from scorer.notation import read
from scorer.notation_write import written
from scorer.seats import Seat
from scorer.variant import load_variant, variant_names

GOLDEN = Path(__file__).parents[1] / "scorer" / "golden"
AT = datetime(2026, 3, 6, 21, 30, tzinfo=UTC)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Table:
    return Table(tmp_path, monkeypatch, capsys)


def tricks(state: MatchState) -> list[str]:
    return [f"{trick.leader} {' '.join(map(str, trick.cards))}" for hand in state.hands for trick in hand.tricks]


@pytest.mark.parametrize(
    ("name", "options"),
    [*((name, {}) for name in variant_names()), ("blind_don_burnley", {"blind_layout": "russian"})],
    ids=lambda value: str(value),
)
def test_a_hand_of_every_variant_is_entered_by_answering_the_questions(
    tmp_path: Path, name: str, options: dict[str, object]
) -> None:
    variant = load_variant(name, options)
    players = Players(random.Random(f"{name} {options}"), variant)
    with MatchLog(tmp_path / "matches.db") as log:
        match = EnteredMatch.start(log, variant, AT)
        Entering(match, players.answer).run()
        (hand,) = match.state.hands
        assert hand.ended in ("played", "won")
        assert tricks(match.state) == players.told
        reveals = [event for event in log.events(match.match_id) if isinstance(event, Reveal)]
    told = [(r.seat, r.stack, r.card) for r in reveals]
    rows = [(s, n, card) for s, row in players.at_the_deal.items() for n, card in enumerate(row, 1)]
    assert sorted(told) == sorted([*rows, *players.turned_up])
    assert len(rows) == len(variant.seats) * variant.stacks_each


@pytest.mark.slow
def test_a_whole_match_of_blind_don(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant = load_variant("blind_don_stalybridge")
    players = Players(random.Random(3), variant, hands=4)
    with MatchLog(tmp_path / "matches.db") as log:
        match = EnteredMatch.start(log, variant, AT)
        Entering(match, players.answer).run()
        state = match.state
    assert state.match_over and len(state.hands) == 4
    assert [hand.pitcher for hand in state.hands] == [Seat.N, Seat.S, Seat.N, Seat.S]
    out = capsys.readouterr().out
    assert out.count("End of the hand") == 4 and out.count("\nHand ") == 4


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.don")), ids=lambda path: path.stem)
def test_every_line_of_the_notation_can_be_entered(table: Table, path: Path) -> None:
    """The written matches, typed line by line: cuts, calls, penalties, revokes, counts, undo and redo among them."""
    transcript = read(path.read_text(encoding="utf-8"))
    first, *events = transcript.events
    assert isinstance(first, MatchStart)
    if any(isinstance(event, CorrectRun) for event in events):
        pytest.skip("a correction of several tricks is offered, not typed")
    said = [line for event in events for line in _typed(event)]
    options = [part for key, value in first.variant.options.items() for part in ("--option", f"{key}={value}")]
    assert table.enter("--variant", first.variant.id, *options, said=(*said, "stop")) in (0, 3)
    end = transcript.state
    assert (table.state.scores, table.state.games_won, table.state.phase) == (end.scores, end.games_won, end.phase)
    assert tricks(table.state) == tricks(end)
    assert table.state.notes == end.notes and table.state.winners == end.winners


def _typed(event: Event) -> list[str]:
    """A deal without what is not seen yet, anything else as it is written."""
    return written(event)[:1]


WRONG = [
    ("KD AS", "South was not dealt the ace of spades"),
    ("KD", ""),
    ("KD", "The king of diamonds is in trick 1 already"),
    ("1H", "That can't be entered (1H)"),
    ("foo bar", "That can't be entered (foo bar)"),
    ("N 5C AD", "It is South's turn, not North's"),
    ("reveal N 12 AS", "There is no stack 12"),
    ("reveal N 2 AS", "No card of North's stack 2 is turned up now"),
    ("call H", "Calling trumps can't be entered"),
    ("stack", "Say whose stack"),
    ("stack N 3", "Say whose stack"),
    ("stack N 3 XX", "XX is no card"),
    ("stack N 11 AS", "No card of North's stack 11 is turned up now"),
    ("redo", "There is nothing to bring back"),
    ("revoke S trick 1", "The cards don't prove"),
    ("claim N", "A claim can't be entered"),
    ("count N 3", "is not finished"),
    ("", "Nothing was entered"),
]


def test_what_the_referee_refuses_is_one_sentence_and_changes_nothing(table: Table) -> None:
    assert table.enter(*BURNLEY, said=(*ROWS, *(line for line, _ in WRONG), "AD", "stop")) == 0
    answers = re.split(r"^Trick 1[:,].*\n", table.out, flags=re.MULTILINE)[1:]
    assert len(answers) == len(WRONG) + 1
    for (line, sentence), shown in zip(WRONG, answers, strict=False):
        assert len(shown.splitlines()) == (1 if sentence else 0), (line, shown)
        assert sentence in shown and (not sentence or shown.endswith((".\n", "(help says how).\n"))), (line, shown)
    assert table.state.hand is not None
    assert [str(card) for card in table.state.hand.tricks[0].cards] == ["KD", "AD"]
    assert len(table.state.hand.tricks) == 1 and "Traceback" not in table.out + table.err


def test_undo_and_redo_go_back_to_the_first_entry_and_forth(table: Table) -> None:
    said = (*ROWS, "KD AD", "4D", "9S")
    back, forth = ("undo",) * 7, ("redo",) * 7
    assert table.enter(*BURNLEY, said=(*said, *back, *forth, "stop")) == 0
    assert "There is nothing to take back." not in table.out
    assert table.out.count("Who pitches first") == 1, "asked for again after the seventh undo"
    assert table.state.scores == {"N": 0, "S": 7}
    assert table.enter("--match", table.match, said=("undo",) * 8 + ("stop",)) == 0
    assert table.out.count("There is nothing to take back.") == 1
    assert table.state.pitcher is None


def test_ctrl_c_loses_nothing_and_the_match_goes_on_where_it_was(table: Table) -> None:
    assert table.enter(*BURNLEY, said=("", ROWS[1], CTRL_C)) == 130
    assert table.err.endswith("don: stopped; everything confirmed so far is kept\n")
    assert table.enter("--match", table.match[:8], said=(ROWS[2], "KD AD", "stop")) == 0
    first = table.out.splitlines()[2]
    assert first.startswith("South's face-up cards from the left"), "North's are in the log"
    assert table.state.scores == {"N": 0, "S": 7}


def test_the_end_of_the_input_in_a_hand_needs_a_person(table: Table) -> None:
    assert table.enter(*BURNLEY, said=(*ROWS, "KD")) == 3
    assert "don: a person is needed for:\n  Trick 1: N KD, then South\n" in table.err
    assert "go on with: don enter --match" in table.err
    assert table.enter(*BURNLEY, said=()) == 0, "before the deal nothing is open"


def test_a_correction_that_changes_the_leader_is_offered_with_the_tricks_after_it(table: Table) -> None:
    said = (
        "",
        "AH 5C 5S 5D",
        "KH AC AS AD",
        "correct trick 1 place 1 2C",
        "no",
        "correct trick 1 place 1 2C",
        "y",
        "stop",
    )
    argv = ("--variant", "nine_card_lancashire", "--pitcher", "N")
    assert table.enter(*argv, said=said) == 0
    assert table.out.count("Hand 1, trick 2, led by North → East") == 3, "asked twice, then done"
    assert table.out.count("Others lead these tricks then") == 2
    assert table.out.count("Nothing was corrected.") == 1
    hand = table.state.hand
    assert hand is not None
    assert [trick.leader for trick in hand.tricks] == [Seat.N, Seat.E]


def test_a_correction_shows_what_it_changes_and_asks_only_where_it_needs_more(table: Table) -> None:
    near = "game pitcher N scores NS 81"
    said = (near, "", "QH 2H 3H 4H", "KC 7C 2C 3C", "correct trick 1 place 3 6H", "correct trick 1 place 3 QH")
    over = ("correct trick 1 place 2 5H", "y", "y", "correct trick 1 place 2 2H", "Ann", "Bob", "y", "stop")
    assert table.enter("--variant", "nine_card_lancashire", said=(*said, *over)) == 0
    assert "Corrected: trick 1, card 3 is the six of hearts.\n   Hand 1, trick 1, South: the three of" in table.out
    assert "The queen of hearts is in trick 1 already" in table.out
    assert table.out.count("Are the entries listed to count no longer?") == 1, "the second trick fell"
    assert table.out.count("Is this correction to be entered?") == 2
    assert "who agrees to this for North and South?" in table.out and "for East and West?" in table.out
    last = table.events[-1]
    assert isinstance(last, Correct) and last.by == "NS: Ann; EW: Bob"
    assert table.state.winner is None and table.state.hand is not None and len(table.state.hand.tricks) == 1


def test_the_game_ends_and_the_last_entry_can_be_taken_back(table: Table) -> None:
    argv = ("--variant", "nine_card_lancashire", "--option", "target=91")
    said = ("game pitcher N scores NS 90", "", "AH 5C 5S 5D", "KH AC AS AD", "undo", "AH 2C 3C 4C", "")
    assert table.enter(*argv, said=(*said, "stop")) == 0
    assert "The game is over" in table.out and "Taken back: N AH 5C 5S 5D." in table.out
    assert "The game is over, North and South have won it, so nothing more is scored" in table.out
    assert table.state.phase is Phase.GAME_OVER
    again = ("--match", table.match)
    assert table.enter(*again, said=("undo", "Ann", "", "stop")) == 0 and "every side has to agree" in table.out
    assert table.state.phase is Phase.GAME_OVER, "another table may have ended it"
    opened = ("undo", "Ann", "Bob", "AH 5C 5S 5D", "undo", "stop")
    assert table.enter(*again, said=opened) == 0 and table.out.count("who agrees to this for") == 2
    assert table.state.winner is None


def test_a_trick_told_before_its_deal_deals(table: Table) -> None:
    assert table.enter("--pitcher", "N", said=("AH 5C 5S 5D", "stop")) == 0
    assert "Hand 1   West deals, North pitches" in table.out
    assert table.state.hand is not None and len(table.state.hand.tricks) == 1


def test_the_next_game_of_a_match_is_begun_by_enter(table: Table) -> None:
    argv = ("--variant", "nine_card_south_wales", "--pitcher", "N")
    said = ("concede EW", "", "cut E KH S 2C", "choose W", "", "stop")
    assert table.enter(*argv, said=said) == 0
    assert "This leg is over [Enter: begin leg 2]" in table.out
    assert table.state.game.number == 2 and table.state.hand is not None and table.state.hand.pitcher is Seat.W


def test_an_opponent_named_to_pitch_is_pointed_out(table: Table) -> None:
    said = ("N KH E KC", "N 9H E 9C", "N KH E 2C", "E", "stop")
    assert table.enter("--variant", "nine_card_lancashire", said=said) == 0
    assert table.out.count("Equal: North and East cut again") == 2
    assert "North has won the cut. Who is named to pitch, N, E, S or W" in table.out
    assert "East is an opponent of North: undo if that is not meant." in table.out
    assert table.state.pitcher is Seat.E


def test_irish_don_asks_for_the_marker_card(table: Table) -> None:
    assert table.enter("--variant", "irish_don", said=("W", "deal N", "stop")) == 0
    assert "Who holds the two of diamonds and pitches first" in table.out
    assert table.state.hand is not None and (table.state.hand.pitcher, table.state.hand.dealer) == (Seat.W, Seat.N)


def test_help_is_there(table: Table) -> None:
    assert table.enter(*BURNLEY, said=("help", "stop")) == 0
    assert "5C 9C ? KD ..." in table.out
    assert table.enter("--pitcher", "N", said=("help", "stop")) == 0
    assert "KH AC AS AD" in table.out and "Stacks" not in table.out


def test_arguments_that_cannot_be_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, table: Table) -> None:
    enter = ("enter", "--log", tmp_path / "matches.db")
    assert "no variant called bridge" in refused(capsys, *enter, "--variant", "bridge")
    assert "Nobody sits at E" in refused(capsys, *enter, "--variant", "blind_don_burnley", "--pitcher", "E")
    assert "Nobody sits at W" in refused(capsys, *enter, "--variant", "blind_don_burnley", "--name", "W=Ann")
    assert "no seat Q" in refused(capsys, *enter, "--pitcher", "Q")
    assert "--name N has no name" in refused(capsys, *enter, "--name", "N")
    assert "no match called gone" in refused(capsys, *enter, "--match", "gone")
    assert "leave those out" in refused(capsys, *enter, "--match", "gone", "--pitcher", "N")
    assert "leave those out" in refused(capsys, *enter, "--match", "gone", "--place", "here")
    with MatchLog(tmp_path / "matches.db") as log:
        assert log.matches() == ()


def test_a_stack_of_which_nothing_was_told_is_not_put_right(tmp_path: Path) -> None:
    with MatchLog(tmp_path / "matches.db") as log:
        match = EnteredMatch.start(log, load_variant("blind_don_burnley"), AT)
        refusal = match.turned_up_was(Seat.N, 1, Card.parse("AS"), AT)
        assert refusal is not None and refusal.code == "NOTHING_TO_REVEAL"


@pytest.mark.slow
def test_a_second_program_on_the_log_is_told_so_and_nothing_is_begun(
    capsys: pytest.CaptureFixture[str], table: Table
) -> None:
    with MatchLog(table.log) as log:
        assert "is open in another window or program" in refused(capsys, "enter", "--log", table.log, "--pitcher", "N")
        assert log.matches() == ()
