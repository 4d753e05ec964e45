"""Whole matches of every variant, kept as files and compared: a change of any score, word or line shows.

``python tests/scorer/make_golden.py`` writes the files anew; read the difference before it is committed.
"""

from pathlib import Path

import make_golden
import pytest
from make_golden import GOLDEN, MATCHES, told

from scorer.events import EVENT_KINDS
from scorer.notation import read, write
from scorer.variant import variant_names

FILES = sorted(GOLDEN.glob("*.don"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_match_is_read_written_and_told_as_it_was(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    transcript = read(text)
    assert transcript.state.match_over
    assert write(transcript.events, transcript.tags) == text
    assert told(path) == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_files_are_those_that_are_made() -> None:
    assert {path.stem: path.read_text(encoding="utf-8") for path in FILES} == dict(make_golden.texts())


def test_every_variant_has_two_whole_matches() -> None:
    assert [path.stem for path in FILES] == sorted(MATCHES)
    played = [read(path.read_text(encoding="utf-8")).state.variant.id for path in FILES]
    assert all(played.count(name) >= 2 for name in variant_names())


@pytest.mark.slow
def test_between_them_they_show_every_kind_of_event_and_of_end() -> None:
    transcripts = [read(path.read_text(encoding="utf-8")) for path in FILES]
    kinds = {event.kind for transcript in transcripts for event in transcript.events}
    assert kinds == EVENT_KINDS.keys()
    games = [game for transcript in transcripts for game in transcript.state.games]
    assert {len(game.winners) for game in games} == {0, 1, 2}
    assert {game.won_at.stage for game in games} >= {"trick", "bonus", "claim", "concession", "end_of_match"}
    hands = [hand for transcript in transcripts for hand in transcript.state.hands]
    assert {hand.ended for hand in hands} >= {"played", "won", "counted", "void", "claimed"}
    codes = {peg.reason.code for hand in hands for peg in hand.pegs}
    assert codes >= {"bonus_game", "bonus_muck", "bonus_tens", "bonus_high", "bonus_low", "bonus_jack"}
    assert {hand.carry_after for hand in hands} >= {0, 8}
    assert any(transcript.state.game.recuts for transcript in transcripts)
