"""The monkey for a short while: nothing a hand can do to the app loses a point or ends it (longer: `make monkey`)."""

import json
from pathlib import Path

import pytest
from monkey import live
from monkey_log import EACH, seed_log, variants_of
from monkey_record import FILE, Promised
from window_driver import InWindow

from scorer.matchlog import MatchLog
from scorer.variant import variant_names

_SECONDS = 20.0

pytestmark = pytest.mark.slow


@pytest.mark.window
@pytest.mark.parametrize("seed", [1, 4])
def test_nothing_is_lost_and_nothing_ends(
    in_window: InWindow, screen_environment: dict[str, str], tmp_path: Path, seed: int
) -> None:
    """``in_window`` is only asked for because it skips where no window can be opened."""
    found = live(tmp_path, seed, _SECONDS, screen_environment)
    assert not found.trouble, found.trouble
    assert found.steps and found.kills + found.ended


@pytest.mark.window
@pytest.mark.parametrize("way", ["table_deleted", "out_of_practice", "nothing_to_replay"])
def test_ways_that_it_found(in_window: InWindow, tmp_path: Path, way: str) -> None:
    in_window("window_monkey_found", way, tmp_path, "360x740")


def test_a_few_seeds_have_all_variants() -> None:
    seeds = -(-len(variant_names()) // EACH)
    assert {name for seed in range(1, seeds + 1) for name in variants_of(seed)} == set(variant_names())


def test_what_was_promised_is_missed(tmp_path: Path) -> None:
    """The look of the monkey sees what it is to see: an entry that is gone, a match that is gone."""
    path = tmp_path / "matches.db"
    seed_log(path, 1)
    promised = Promised()
    with MatchLog(path) as log:
        promised.check(log, thorough=True)
        promised.keep(tmp_path)
        one = log.matches()[0].match_id
        marks = json.loads((tmp_path / FILE).read_text())["marks"]
        assert len(marks[one]) == log.matches()[0].events
        promised.marks[one].append(7)
        with pytest.raises(AssertionError, match="entries were seen"):
            promised.check(log, thorough=False)
        promised = Promised.load(tmp_path)
        log.remove(one)
        with pytest.raises(AssertionError, match="matches are gone"):
            promised.check(log, thorough=False)
        promised.removed.append(one)
        promised.check(log, thorough=True)
