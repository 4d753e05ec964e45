"""The commands as a user runs them: good input, wrong input, exit statuses, what is printed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.resources import as_file, files
from pathlib import Path

import cv2
import numpy as np
import pytest
from pictures_folder import bundled_hand, refused

from don.main import COMMANDS, main
from models.picture import load_picture
from scorer.matchlog import MatchLog

LANCASHIRE = ("--variant", "nine_card_lancashire", "--pitcher", "N")


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    """A copy of the bundled hand's nine pictures."""
    return bundled_hand(tmp_path)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


def test_the_demo_scores_the_bundled_hand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--no-window"]) == 0
    printed = capsys.readouterr().out
    assert "Trick 9" in printed
    assert "Count for game: North and South 27, East and West 26" in printed
    assert "North and South 23 (68 to go), East and West 29 (62 to go)" in printed
    assert "\033" not in printed, "plain when piped"
    board = load_picture(tmp_path / "don-demo-board.png")
    assert board.shape[0] >= 600


@pytest.mark.slow
def test_score_prints_what_the_demo_prints_and_keeps_the_match(
    capsys: pytest.CaptureFixture[str], hand: Path, log: Path, tmp_path: Path
) -> None:
    board = tmp_path / "board.png"
    table = ["--name", "N=Ann", "--name", "e=Bob", "--place", "Red Lion"]
    assert main(["score", *LANCASHIRE, *table, "--no-input", "--log", str(log), "--board", str(board), str(hand)]) == 0
    printed = capsys.readouterr().out
    assert "North and South 23 (68 to go), East and West 29 (62 to go)" in printed
    assert board.is_file()
    with MatchLog(log) as kept:
        (match,) = kept.matches()
        state = kept.state(match.match_id)
    assert dict(state.scores) == {"NS": 23, "EW": 29}
    assert len(state.hands[0].tricks) == 9
    assert dict(state.names) == {"N": "Ann", "E": "Bob"} and state.setup.place == "Red Lion"


@pytest.mark.slow
def test_score_goes_on_with_the_next_hand_of_a_match(capsys: pytest.CaptureFixture[str], hand: Path, log: Path) -> None:
    assert main(["score", *LANCASHIRE, "--no-input", "--log", str(log), str(hand)]) == 0
    with MatchLog(log) as kept:
        name = kept.matches()[0].match_id
    capsys.readouterr()
    turned = ["score", "--match", name[:8], "--bottom", "W", "--no-input", "--log", str(log), str(hand)]
    assert main(turned) == 0, "the same pictures seen from West: East leads where North led"
    assert "East leads" in capsys.readouterr().out
    with MatchLog(log) as kept:
        state = kept.state(name)
    assert [h.number for h in state.hands] == [1, 2]
    assert dict(state.scores) == {"NS": 23 + 29, "EW": 29 + 23}


@pytest.mark.slow
def test_score_refuses_what_cannot_be_a_hand(capsys: pytest.CaptureFixture[str], hand: Path, log: Path) -> None:
    score = ("score", *LANCASHIRE, "--no-input", "--log", log)
    assert "is a file" in refused(capsys, *score, hand / "trick_1.jpg")
    assert "no folder" in refused(capsys, *score, hand / "nowhere")
    assert "no variant called" in refused(capsys, "score", "--variant", "bridge", "--pitcher", "N", hand)
    assert "no seat" in refused(capsys, "score", "--variant", "nine_card_lancashire", "--pitcher", "Q", hand)
    assert "no seat" in refused(capsys, *score, "--bottom", "X", hand)
    assert "--pitcher" in refused(capsys, "score", "--variant", "nine_card_lancashire", hand)
    assert "has no value" in refused(capsys, *score, "--option", "target", hand)
    assert "--name N has no name" in refused(capsys, *score, "--name", "N", hand)
    assert "can't both be called Ann" in refused(capsys, *score, "--name", "N=ann", "--name", "E=Ann ", hand)
    assert "has 81; shorten it" in refused(capsys, *score, "--place", "x" * 81, hand)
    assert "leave those out" in refused(capsys, "score", "--log", log, "--match", "x", "--place", "here", hand)
    assert "There is no match log" in refused(capsys, "score", "--log", log, "--match", "x", hand)
    MatchLog(log).close()
    assert "no match called x" in refused(capsys, "score", "--log", log, "--match", "x", hand)
    assert "can't be" in refused(capsys, *score, "--option", "target=500", hand)
    assert "--seats" in refused(capsys, *score, "--seats", "NNSW", hand)
    (hand / "trick_9.jpg").rename(hand / "trick_9.txt")
    assert "8 pictures" in refused(capsys, *score, hand)
    shutil.copy(hand / "trick_3.jpg", hand / "trick_9.jpg")
    assert "look at both again" in refused(capsys, *score, hand)
    cv2.imwrite(str(hand / "trick_9.jpg"), np.full((400, 600, 3), 90, np.uint8))
    assert "No card is to be seen" in refused(capsys, *score, hand)
    (hand / "trick_9.jpg").write_bytes(b"")
    assert "is empty" in refused(capsys, *score, hand)
    with MatchLog(log) as kept:
        assert kept.matches() == (), "nothing is half-written"


@pytest.mark.slow
def test_five_cards_in_a_trick_are_refused(capsys: pytest.CaptureFixture[str], hand: Path, log: Path) -> None:
    """Two tricks photographed as one: eight cards."""
    one, two = (load_picture(hand / f"trick_{n}.jpg") for n in (1, 9))
    cv2.imwrite(str(hand / "trick_1.jpg"), np.hstack([one, two]))
    sentence = refused(capsys, "score", *LANCASHIRE, "--no-input", "--log", log, hand)
    shown = re.search(r"shows (\d+) cards \(.*\) and a trick has 4", sentence)
    assert shown is not None, sentence
    assert int(shown[1]) > 4


@pytest.mark.slow
def test_no_input_lists_what_is_open_and_scores_nothing(
    capsys: pytest.CaptureFixture[str], hand: Path, log: Path
) -> None:
    picture = load_picture(hand / "trick_1.jpg")
    cv2.rectangle(picture, (220, 400), (560, 700), (60, 110, 170), -1)
    cv2.imwrite(str(hand / "trick_1.jpg"), picture)
    assert main(["score", *LANCASHIRE, "--no-input", "--log", str(log), str(hand)]) == 3
    captured = capsys.readouterr()
    assert "trick_1.jpg: 1 of 4 cards not seen" in captured.err
    with MatchLog(log) as kept:
        assert kept.matches() == ()


def run_don(*argv: object, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "don", *(str(a) for a in argv)]
    return subprocess.run(
        command, input=stdin, capture_output=True, text=True, env={**os.environ, **environment}, timeout=120
    )


@pytest.mark.slow
def test_a_person_names_what_the_picture_leaves_open(hand: Path, log: Path) -> None:
    """West's ten of spades is covered: the terminal asks for it, and the hand scores as if it had been seen."""
    picture = load_picture(hand / "trick_1.jpg")
    cv2.rectangle(picture, (220, 400), (560, 700), (60, 110, 170), -1)
    cv2.imwrite(str(hand / "trick_1.jpg"), picture)
    run = run_don("score", *LANCASHIRE, "--log", log, hand, stdin="N E S\nnonsense\n5D\n10S\n")
    assert run.returncode == 0, run.stderr
    assert "'NONSENSE'" in run.stdout or "nonsense" in run.stdout
    assert "5D is another player's" in run.stdout
    assert "by hand" in run.stdout
    assert "North and South 23 (68 to go), East and West 29 (62 to go)" in run.stdout


@pytest.mark.slow
def test_an_end_of_input_in_the_middle_loses_nothing(hand: Path, log: Path) -> None:
    picture = load_picture(hand / "trick_2.jpg")
    picture[:] = cv2.GaussianBlur(picture, (0, 0), 1)
    cv2.rectangle(picture, (0, 0), (1280, 330), (40, 90, 100), -1)
    cv2.imwrite(str(hand / "trick_2.jpg"), picture)
    run = run_don("score", *LANCASHIRE, "--log", log, hand)
    assert run.returncode == 3, (run.stdout, run.stderr)
    assert "holds 1 tricks" in run.stderr
    with MatchLog(log) as kept:
        (match,) = kept.matches()
        state = kept.state(match.match_id)
    assert state.hand is not None
    assert len(state.hand.tricks) == 1


@pytest.mark.slow
def test_missing_and_wrong_weights_are_one_sentence(hand: Path, tmp_path: Path) -> None:
    run = run_don("read", hand / "trick_1.jpg", DON_WEIGHTS=str(tmp_path / "nowhere"))
    assert run.returncode == 2
    assert "is missing" in run.stderr
    assert run.stderr.count("\n") == 1
    with as_file(files("models") / "weights") as packaged:
        shutil.copytree(packaged, tmp_path / "weights")
    with (tmp_path / "weights" / "identifier.onnx").open("ab") as file:
        file.write(b"x")
    run = run_don("read", hand / "trick_1.jpg", DON_WEIGHTS=str(tmp_path / "weights"))
    assert run.returncode == 2
    assert "SHA-256" in run.stderr


def test_help_reads_for_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in ([], *([name] for name in COMMANDS)):
        with pytest.raises(SystemExit) as caught:
            main([*argv, "--help"])
        assert caught.value.code == 0
        printed = capsys.readouterr().out
        assert printed.startswith("usage: don")
        assert max(len(line) for line in printed.splitlines()) <= 130
    with pytest.raises(SystemExit) as caught:
        main(["juggle"])
    assert caught.value.code == 2


def test_variants_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variants"]) == 0
    assert "nine_card_cheshire" in capsys.readouterr().out
    assert main(["variants", "nine_card_lancashire"]) == 0
    assert "bonus_scheme" in capsys.readouterr().out
    assert "no variant called" in refused(capsys, "variants", "whist")


@pytest.mark.slow
def test_scenes_writes_the_same_sheet_from_the_same_seed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheets = [tmp_path / "a.png", tmp_path / "b.png"]
    for sheet in sheets:
        assert main(["scenes", "--count", "2", "--seed", "3", "--drawn-only", "--out", str(sheet)]) == 0
    assert sheets[0].read_bytes() == sheets[1].read_bytes()
    assert "no layout" in refused(capsys, "scenes", "--layout", "heap")
    assert "--count" in refused(capsys, "scenes", "--count", "0")
    assert "neither" in refused(capsys, "scenes", "--out", tmp_path / "x.gif")


@pytest.mark.slow
def test_nothing_is_logged_before_the_whole_input_is_good(
    capsys: pytest.CaptureFixture[str], hand: Path, log: Path, tmp_path: Path
) -> None:
    score = ("score", *LANCASHIRE, "--no-input", "--log", log)
    assert "names 2 pictures" in refused(capsys, *score, "--seats", "NESW,ESWN", hand)
    assert "no folder" in refused(capsys, *score, "--board", tmp_path / "nowhere" / "x.png", hand)
    assert "name a .png" in refused(capsys, *score, "--board", tmp_path / "x.txt", hand)
    assert "name a .png" in refused(capsys, "demo", "--no-window", "--board", tmp_path)
    with MatchLog(log) as kept:
        assert kept.matches() == ()
    assert main([str(a) for a in (*score, hand)]) == 0
    with MatchLog(log) as kept:
        before = kept.matches()[0]
    (hand / "trick_5.jpg").write_bytes(b"")
    assert "is empty" in refused(capsys, "score", "--match", before.match_id, "--log", log, hand)
    with MatchLog(log) as kept:
        assert kept.matches()[0].events == before.events, "the next hand is not dealt for pictures that cannot be used"


@pytest.mark.slow
def test_a_win_in_the_middle_of_a_hand_ends_the_scoring(
    capsys: pytest.CaptureFixture[str], hand: Path, log: Path
) -> None:
    """The bundled hand four times, seen from S, W, N, E: its first trick wins the fourth for East and West."""
    assert main(["score", *LANCASHIRE, "--no-input", "--log", str(log), str(hand)]) == 0
    with MatchLog(log) as kept:
        name = kept.matches()[0].match_id
    for bottom in "WNE":
        capsys.readouterr()
        again = ["score", "--match", name, "--bottom", bottom, "--no-input", "--log", str(log), str(hand)]
        assert main(again) == 0
    printed = capsys.readouterr().out
    assert "East and West have won the game." in printed
    assert "the pictures after trick_1.jpg are not scored" in printed
    assert "Trick 2" not in printed
    with MatchLog(log) as kept:
        state = kept.state(name)
    assert (state.winner, dict(state.scores)) == ("EW", {"NS": 75, "EW": 91})
    assert "is over" in refused(capsys, "score", "--match", name, "--log", log, hand)
