"""`don muck` as people use it: a pile beside the record, what it would change, and one entry after a yes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from one_match import AT
from quarrel_table import EW, Quarrel, level_hand

from models.picture import load_picture
from scorer.events import Concede, Deal, GameStart, Recount
from scorer.frozenmap import FrozenMap
from scorer.log_pictures import keep, set_rule
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.trick_entries import entry_of_trick

SWAPPED = " ".join(["2C", *(card for card in EW if card != "AH")])
"""East and West's pile with the two of clubs in place of the ace of hearts: 36."""


@pytest.fixture
def quarrel(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Quarrel:
    made = Quarrel(tmp_path, capsys, monkeypatch)
    made.begin(*level_hand())
    return made


def test_a_pile_as_recorded_leaves_nothing_to_enter(quarrel: Quarrel) -> None:
    entries = len(quarrel.events)
    assert quarrel.don("muck", "--side", "we", "--cards", " ".join(EW), "--no-input") == 0
    assert "Hand 1, the muck by the record: North and South 40, East and West 40." in quarrel.out
    assert "The piles come to North and South 40, East and West 40, as the record says." in quarrel.out
    assert "Is this" not in quarrel.out and len(quarrel.events) == entries


def test_the_people_decide_and_the_recount_is_one_entry(quarrel: Quarrel) -> None:
    entries = quarrel.events
    argv = ("muck", "--side", "EW", "--cards", SWAPPED, "--by", "Jo", "--reason", "counted again")
    assert quarrel.don(*argv, said="n\n") == 0 and "Nothing was entered." in quarrel.out
    assert "Is this count to be entered?" in quarrel.out
    assert quarrel.don(*argv) == 3, "nobody answers"
    assert quarrel.don(*argv, "--no-input") == 3 and quarrel.events == entries
    assert quarrel.don(*argv, said="y\n") == 0
    assert quarrel.events == (*entries, Recount(1, FrozenMap({"NS": 44, "EW": 36}), (), "Jo", "counted again"))
    lines = quarrel.out.splitlines()
    assert "   missing       1   AH" in lines and "   too many      1   2C" in lines
    assert (
        "     The ace of hearts (4) is not in the pile of East and West, where the record puts it (trick 12, played by "
        "North): if it belongs to North and South, the muck is 44-36 instead of 40-40 (North and South +8)."
    ) in lines
    assert "   Hand 1, bonus for the muck: no points → 8 for North and South." in lines
    assert quarrel.state.scores["NS"] == 78
    assert quarrel.don("undo", said="y\n") == 0 and quarrel.state.scores["NS"] == 70


def test_a_misread_trick_is_better_mended_and_the_command_is_named(quarrel: Quarrel) -> None:
    pile = " ".join(["4H", *(card for card in EW if card != "KH")])
    assert quarrel.don("muck", "--side", "EW", "--cards", pile, "--no-input", "--yes") == 0
    assert "don correct --match abc-1 --hand 1 --swap KH 4H" in quarrel.out
    assert quarrel.don("undo") == 0
    assert quarrel.don("correct", "--match", "abc-1", "--hand", 1, "--swap", "KH", "4H", "--yes") == 0
    assert quarrel.don("muck", "--side", "EW", "--cards", pile, "--no-input") == 0
    assert "East and West 37, as the record says." in quarrel.out


def test_what_can_not_be_is_said_and_not_entered(quarrel: Quarrel) -> None:
    entries = quarrel.events
    argv = ("muck", "--side", "EW", "--cards", "AH KH QH", "--other-cards", "AH 10H", "--yes")
    assert quarrel.don(*argv) == 0 and quarrel.events == entries
    for words in (
        "The pile of East and West does not come out in tricks of 4 (cards: 3); a card is missing",
        "What lies in the pile of East and West can't lie in that of North and South too: the ace of hearts",
        "The piles have 4 of 52 cards and come to 19 instead of 80, so 61 are missing",
        "The piles can't be so",
    ):
        assert words in quarrel.out


def test_a_count_without_cards(quarrel: Quarrel) -> None:
    assert quarrel.don("muck", "--side", "NS", "--count", 44, said="y\nJo\nagreed\n") == 0
    lines = quarrel.out.splitlines()
    assert lines[:2] == ["Phat   match abc-1", "   North and South against East and West, 2026-03-06"]
    assert quarrel.events[-1] == Recount(1, FrozenMap({"NS": 44, "EW": 36}), (), "Jo", "agreed")
    assert quarrel.state.hands[0].game_count == {"NS": 44, "EW": 36} and "No points change." not in quarrel.out
    assert quarrel.don("muck", "--side", "NS", "--count", 45, said="n\n") == 0
    assert "   No points change." in quarrel.out.splitlines()
    assert quarrel.don("muck", "--side", "EW", "--count", 36, "--no-input") == 0
    assert "That is the count that stands: there is nothing to enter." in quarrel.out
    assert "East and West can't have -5" in quarrel.refused("muck", "--side", "NS", "--count", 85)


def test_after_the_end_of_a_game_every_side_agrees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    quarrel = Quarrel(tmp_path, capsys, monkeypatch)
    quarrel.begin(*level_hand(), Concede("EW"))
    argv = ("muck", "--side", "EW", "--cards", SWAPPED)
    assert quarrel.don(*argv, "--yes", "--no-input") == 3 and "who agrees to this" in quarrel.err
    assert quarrel.don(*argv, said="Ann\nBob\ny\n") == 0
    recount = quarrel.events[-1]
    assert isinstance(recount, Recount) and recount.by == "NS: Ann; EW: Bob"


def test_entries_that_could_not_have_happened_are_dropped_only_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the muck North and South would have won hand 1, and hand 2 would not have been dealt."""
    quarrel = Quarrel(tmp_path, capsys, monkeypatch)
    start, *rest = level_hand()
    assert isinstance(start, GameStart)
    quarrel.begin(replace(start, start_scores=FrozenMap({"NS": 105, "EW": 100})), *rest, Deal(Seat.N))
    entries = quarrel.events
    argv = ("muck", "--side", "EW", "--cards", SWAPPED, "--yes")
    assert quarrel.don(*argv, "--no-input") == 3 and "count no longer?" in quarrel.err
    assert quarrel.don(*argv, said="n\n") == 0 and quarrel.events == entries
    assert quarrel.don(*argv, "--no-input", "--drop") == 0
    recount = quarrel.events[-1]
    assert isinstance(recount, Recount) and recount.drop == (len(entries),)
    assert quarrel.state.winner == "NS"


def test_everything_as_one_json_object(quarrel: Quarrel) -> None:
    entries = quarrel.events
    assert quarrel.don("muck", "--side", "EW", "--cards", SWAPPED, "--json") == 0
    found = json.loads(quarrel.out)
    assert found["match"] == "abc-1" and found["standing"] == {"NS": 40, "EW": 40}
    assert found["counts"] == {"NS": 44, "EW": 36}
    (pile,) = found["piles"]
    assert pile["side"] == "EW" and len(pile["same"]) == 15
    assert {
        "kind": "missing", "card": "AH", "counts": 4, "trick": 12, "seat": "N", "won_by": "EW",
        "if_so": {"NS": 44, "EW": 36},
    } in pile["differences"]  # fmt: skip
    assert found["recount"]["event"]["game_count"] == {"NS": 44, "EW": 36}
    assert "Score: North and South 70 → 78, East and West 10." in found["recount"]["changes"]
    assert quarrel.events == entries
    assert quarrel.don("muck", "--side", "EW", "--cards", "AH", "--other-cards", "AH", "--json") == 0
    found = json.loads(quarrel.out)
    assert found["recount"] is None and found["counts"] is None
    assert "MUCK_TWICE" in [one["code"] for one in found["impossible"]]


def test_kept_pictures_of_disputed_tricks_are_written(quarrel: Quarrel) -> None:
    jpeg = quarrel.picture("table.jpg", ["AH"]).read_bytes()
    out = quarrel.folder / "kept"
    out.mkdir()
    argv = ("muck", "--side", "EW", "--cards", SWAPPED, "--yes", "--pictures", out)
    assert quarrel.don(*argv) == 0 and "No picture of a disputed trick was kept." in quarrel.out
    with MatchLog(quarrel.log) as log:
        seq = entry_of_trick(log.events("abc-1"), 1, 12)
        assert seq is not None
        set_rule(log, "abc-1")
        keep(log, "abc-1", seq, jpeg, AT)
    assert quarrel.don(*argv) == 0
    assert (out / "hand_1_trick_12.jpg").read_bytes() == jpeg and "is kept:" not in quarrel.out
    assert f"Trick 12 as it was photographed: {out / 'hand_1_trick_12.jpg'}" in quarrel.out
    assert not (out / "hand_1_trick_1.jpg").exists(), "of trick 1 nothing was kept"
    assert quarrel.don(*argv[:-2]) == 0
    assert "     (A picture of trick 12 is kept: --pictures FOLDER writes it.)" in quarrel.out.splitlines()
    with MatchLog(quarrel.log) as log:
        seq = entry_of_trick(log.events("abc-1"), 1, 1)
        assert seq is not None
        keep(log, "abc-1", seq, jpeg, AT)
    assert quarrel.don(*argv[:-2]) == 0
    assert "(Pictures of tricks 1 and 12 are kept: --pictures FOLDER writes them.)" in quarrel.out
    assert quarrel.don("muck", "--side", "EW", "--cards", " ".join(EW), "--pictures", out, said="n\n") == 0
    assert "No trick is disputed." in quarrel.out and "of a disputed trick" not in quarrel.out


# Pictures


@pytest.mark.slow
def test_a_pile_in_two_pictures_is_read_asked_about_and_counted(quarrel: Quarrel) -> None:
    """One card too many, the ten of hearts, and one that no picture shows, the king of hearts."""
    pile = [card for card in EW if card not in ("AH", "KH")] + ["10H"]
    pictures = [quarrel.picture("one.jpg", pile[:8]), quarrel.picture("two.jpg", pile[6:])]
    argv = ("muck", *pictures, "--side", "EW")
    assert quarrel.don(*argv, "--no-input") == 3
    assert "Not seen in the pictures of East and West's pile" in quarrel.err
    assert "How many cards has the pile of East and West?" in quarrel.err
    draw = quarrel.folder / "drawn"
    draw.mkdir()
    # Doubtful cards, if any, are as they were read; KH lies there, AH does not; 16 cards in all; yes.
    doubtful = quarrel.err.count("read as")
    said = "\n" * doubtful + "KH\n" + "16\n" + "y\n"
    assert quarrel.don(*argv, "--draw", draw, said=said) == 0, quarrel.err
    recount = quarrel.events[-1]
    assert isinstance(recount, Recount) and recount.game_count == {"NS": 34, "EW": 46}
    assert sorted(path.name for path in draw.iterdir()) == ["one_cards.jpg", "two_cards.jpg"]


@pytest.mark.slow
def test_a_card_that_no_picture_shows_is_found_by_counting_the_pile(quarrel: Quarrel) -> None:
    picture = quarrel.picture("pile.jpg", EW)
    argv = ("muck", picture, "--side", "EW")
    quarrel.don(*argv, "--no-input")
    doubtful = "\n" * quarrel.err.count("read as")
    assert quarrel.don(*argv, said=doubtful + "20\n" + "10H 10D 10S\n" + "10H 10D 10S 10C\n" + "n\n") == 0
    assert "Name 4 that are not among those known." in quarrel.out
    assert "All cards of trick 13 (40) lie in the pile of East and West" in quarrel.out
    assert quarrel.don(*argv, "--size", 16, said=doubtful) == 0 and "as the record says" in quarrel.out
    assert quarrel.don(*argv, said=doubtful + "many\n15\nAH\n") == 0
    assert "Write a number." in quarrel.out and "That is fewer than were seen" in quarrel.out
    assert "The pile of East and West does not come out in tricks of 4 (cards: 15)" in quarrel.out


@pytest.mark.slow
def test_without_colour_each_card_is_asked_about(quarrel: Quarrel) -> None:
    path = quarrel.picture("pile.png", ["AH", "KD", "QS", "JC", "10H", "9D", "8S", "7C"])
    cv2.imwrite(str(path), cv2.cvtColor(load_picture(path), cv2.COLOR_BGR2GRAY))
    assert quarrel.don("muck", path, "--side", "EW", "--no-input") == 3
    questions = [line for line in quarrel.err.splitlines() if "% from the left" in line]
    assert len(questions) > 4 and all("pile.png" in line for line in questions)
    assert "Not every card is certain yet" in quarrel.out
    assert quarrel.don("muck", path, "--side", "EW", "--json") == 0
    (pile,) = json.loads(quarrel.out)["piles"]
    assert len(pile["doubtful"]) == len(questions) and pile["cards"] == []
    assert pile["doubtful"][0]["pictures"] == [str(path)]
    nothing = "-\n" + "what\n-\n" * (len(questions) - 1)
    assert quarrel.don("muck", path, "--side", "EW", said=nothing + "2H\nnine\nall\n\n") == 0
    assert "'what' is not a card" in quarrel.out and "2H: not among those not seen." in quarrel.out
    assert "as the record says" in quarrel.out


# What is refused


def test_wrong_input_is_one_sentence(quarrel: Quarrel) -> None:
    folder = quarrel.folder
    for argv, words in (
        (("--side", "EW"), "Name pictures of the pile, its cards (--cards), or what was counted (--count)."),
        (("--side", "XY", "--cards", "AH"), "There is no side XY: sides are NS, EW."),
        (("--side", "NE", "--cards", "AH"), "There is no side NE: sides are NS, EW."),
        (("--side", "", "--cards", "AH"), "There is no side : sides are NS, EW."),
        (("--side", "EW", "--cards", "AH AX"), "'AX' is not a card"),
        (("--side", "EW", "--cards", "AH AH"), "AH is named twice"),
        (("--side", "EW", "--cards", "AH", "--count", 3), "--count is a pile counted without cards"),
        (("--side", "EW", "--cards", "AH", "--hand", 2), "There is no hand 2 in this match; it has 1."),
        (("--side", "EW", "--cards", "AH", "--match", "zzz"), "There is no match called zzz"),
        (("--side", "EW", folder / "none.jpg"), "There is no file"),
        (("--side", "EW", folder / "matches.db"), "is not a picture"),
        (("--side", "EW", "--cards", "AH", "--pictures", folder / "no"), "There is no folder"),
        (("--side", "EW", "--cards", "AH", "--draw", folder), "--draw marks the cards in pictures"),
        (("--side", "EW", "--cards", "AH", "--size", 4), "--size and --other-size count"),
        (("--side", "EW", "--cards", "AH", "--by", "="), "names nobody"),
    ):
        assert words in quarrel.refused("muck", *argv), argv


def test_a_variant_without_a_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    irish = Quarrel(tmp_path, capsys, monkeypatch)
    irish.begin(*level_hand(3), variant="irish_don")
    sentence = irish.refused("muck", "--side", "EW", "--cards", "AH", "--hand", 1)
    assert sentence == "Irish Don has no count for game, so there is no pile to dispute."
    assert "look at it all the same (--hand N)." in irish.refused("muck", "--side", "EW", "--cards", "AH")
    assert "has been played to its end and counted" in irish.refused("muck", "--side", "EW", "--cards", "AH")
