"""The judge of the watcher's proof counts as it says: scripted events against a hand of which everything is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from trick_table import hand_in_play

from benchmarks.watch_judge import Judge, Verdict, event_of
from benchmarks.watch_keep import KeptPlay, KeptTrick, read_looks, write_looks
from benchmarks.watch_report import error_list, report, wilson
from benchmarks.watch_table import Table, settled
from models.looks import EventKind, Look, SeenPlace, WatchEvent
from models.trick_reader import TrickProposal, empty_proposal
from scorer.cards import Card
from scorer.seats import Seat, next_in

HAND = ("N 10H 2H KH 4H", "S 5C 6C 7C 8D", "N 9D 3D 2D JD")
"""Three tricks: S wins the first with the king of trumps, N the second with the seven."""


def trick(number: int, text: str, *mishaps: str) -> KeptTrick:
    """A trick that is complete at 10, 20, 30 s and cleared two seconds later."""
    leader, *names = text.split()
    seats = [next_in((Seat.N, Seat.E, Seat.S, Seat.W), Seat(leader), k) for k in range(4)]
    downs = [10.0 * number - 3 + k for k in range(4)]
    plays = tuple(KeptPlay(s, Card.parse(n), t) for s, n, t in zip(seats, names, downs, strict=True))
    return KeptTrick(number, Seat(leader), plays, 10.0 * number, 10.0 * number + 2, mishaps)


TRICKS = tuple(trick(number, text) for number, text in enumerate(HAND, 1))


class Scripted:
    """A watcher that says what the test tells it to, from what the hand says."""

    def __init__(self, tricks: Sequence[KeptTrick] = TRICKS) -> None:
        self.table = Table("nine_card_lancashire", Seat.N)
        self.judge = Judge(tricks, self.table)
        self.tricks = tricks

    def proposal(self, number: int, **changed: str) -> TrickProposal:
        """The true trick as a proposal without a question, some seats' cards changed (`-`: not seen)."""
        found = empty_proposal(self.table.state)
        for play in self.tricks[number - 1].plays:
            name = changed.get(play.seat.value, str(play.card))
            found = found if name == "-" else found.with_card(play.seat, Card.parse(name))
        return found

    def say(self, kind: EventKind, t_seconds: float, proposal: TrickProposal | None = None) -> bool:
        """One event; whether the watcher was told to go on."""
        event = WatchEvent(kind, t_seconds, 1, (), proposal)
        return self.judge.take([event]) is not None

    def close(self, number: int, t_seconds: float | None = None, **changed: str) -> None:
        """The trick closed as proposed, 1.5 s after it was complete."""
        at = 10.0 * number + 1.5 if t_seconds is None else t_seconds
        assert self.say("closed", at, self.proposal(number, **changed))

    def finish(self) -> Verdict:
        return self.judge.finish()


def outcomes(verdict: Verdict) -> list[str]:
    return [one.outcome for one in verdict.tricks]


def test_tricks_proposed_as_played_are_right_and_timed() -> None:
    watcher = Scripted()
    for number in (1, 2, 3):
        watcher.say("complete", 10.0 * number + 0.4, watcher.proposal(number))
        watcher.close(number)
    verdict = watcher.finish()
    assert outcomes(verdict) == ["right"] * 3
    assert [one.seats for one in verdict.tricks] == ["right"] * 3
    assert [one.latency_s for one in verdict.tricks] == [0.4] * 3
    assert [one.closed_s for one in verdict.tricks] == [-0.5] * 3
    assert [one.shown for one in verdict.tricks] == ["right"] * 3
    assert (verdict.false, verdict.false_complete, verdict.hand_over) == (0, 0, False)


def test_a_wrong_card_without_a_question_is_silent_and_the_hand_goes_on_as_played() -> None:
    watcher = Scripted()
    watcher.close(1, E="3H")
    watcher.close(2)
    verdict = watcher.finish()
    assert outcomes(verdict) == ["silent", "right", "missed"]
    assert verdict.tricks[0].seats == "unnamed"
    hand = watcher.table.state.hand
    assert hand is not None and hand.tricks[0].cards[1] == Card.parse("2H")


def test_cards_at_the_wrong_seats_are_silent_and_the_seats_wrong() -> None:
    watcher = Scripted()
    watcher.say("closed", 11.5, watcher.proposal(1).swapped(Seat.E, Seat.W))
    (one, *_) = watcher.finish().tricks
    assert (one.outcome, one.seats) == ("silent", "wrong")


def test_a_card_not_seen_is_asked_about() -> None:
    watcher = Scripted()
    watcher.close(1, W="-")
    (one, *_) = watcher.finish().tricks
    assert (one.outcome, one.seats, one.why, one.first_offer) == ("asked", "unnamed", ("not_seen",), False)


def test_open_seats_are_asked_about_and_the_first_offer_counts() -> None:
    watcher = Scripted()
    proposal = watcher.proposal(1)
    watcher.say("closed", 11.5, replace(proposal, seats_open=True))
    (one, *_) = watcher.finish().tricks
    assert (one.outcome, one.seats, one.why, one.first_offer) == ("asked", "open", ("seats_open",), True)


def test_a_trick_never_closed_is_missed_and_entered_by_hand_before_the_next() -> None:
    watcher = Scripted()
    watcher.close(1)
    facts = watcher.judge.take([WatchEvent("closed", 31.5, 2, (), watcher.proposal(3))])
    assert facts is not None and facts.hand is not None and len(facts.hand.tricks) == 3
    verdict = watcher.finish()
    assert outcomes(verdict) == ["right", "missed", "silent"], "the third was proposed as led by the wrong player"
    assert verdict.false == 0


def test_a_second_closing_and_one_before_the_first_trick_are_false() -> None:
    watcher = Scripted()
    assert watcher.say("closed", 4.0, watcher.proposal(1, W="-"))
    watcher.close(1)
    assert watcher.say("closed", 14.0, watcher.proposal(2))
    watcher.close(2)
    verdict = watcher.finish()
    assert outcomes(verdict) == ["right", "right", "missed"]
    assert (verdict.false, verdict.false_ready, verdict.false_at) == (2, 1, [4.0, 14.0])


def test_the_end_of_a_hand_counts_only_with_its_last_trick() -> None:
    watcher = Scripted(TRICKS[:1])
    event = WatchEvent("closed", 11.5, 1, (), watcher.proposal(1))
    watcher.judge.take([event, WatchEvent("hand_over", 11.5, 1, ())])
    assert watcher.finish().hand_over
    early = Scripted()
    early.judge.take([event, WatchEvent("hand_over", 11.5, 1, ())])
    assert not early.finish().hand_over


def test_an_early_proposal_of_three_cards_does_not_count_as_the_trick_s() -> None:
    watcher = Scripted()
    watcher.say("complete", 8.2, watcher.proposal(1, W="-"))
    watcher.say("withdrawn", 8.9)
    watcher.say("complete", 10.6, watcher.proposal(1))
    watcher.close(1)
    assert watcher.finish().tricks[0].latency_s == 0.6


def test_a_person_sets_right_what_is_open_and_leaves_what_was_read() -> None:
    state = hand_in_play("N 10H 2H KH 4H")
    truth = event_of(TRICKS[1])
    half = empty_proposal(state)
    for seat, name in ((Seat.S, "6C"), (Seat.W, "5C"), (Seat.N, "8D")):
        half = half.with_card(seat, Card.parse(name))
    fixed = settled(half, truth, state)
    assert fixed.ready and fixed.event() == truth
    assert settled(None, truth, state).event() == truth


def test_what_was_read_of_earlier_tricks_is_known_later() -> None:
    table = Table("nine_card_lancashire", Seat.N)
    table.enter(event_of(TRICKS[0]), None)
    gone = table.facts().gone
    assert {str(card) for card in gone} == {"10H", "2H", "KH", "4H"}
    assert {one.source for one in gone.values()} == {"by_hand"}
    assert table.facts().seats[0] == Seat.S


def test_a_trick_that_breaks_the_rules_is_refused() -> None:
    table = Table("nine_card_lancashire", Seat.N)
    with pytest.raises(ValueError, match="refuses"):
        table.enter(event_of(TRICKS[1]), None)


def line(difficulty: str, outcomes: Sequence[str], false_ready: int = 0, **more: object) -> dict[str, object]:
    """A result line as `benchmarks.watch_hand` writes it."""
    tricks = [
        {
            "number": n,
            "outcome": outcome,
            "seats": "right",
            "first_offer": outcome == "right",
            "shown": "right",
            "latency_s": 0.5,
            "closed_s": 0.1,
            "truth": f"trick {n}",
            "proposed": "",
            "why": ["unclear"] if outcome == "asked" else [],
            "mishaps": ["moved"] if n == 1 else [],
        }
        for n, outcome in enumerate(outcomes, 1)
    ]
    cost = {
        "frames_rest": 100,
        "frames_play": 700,
        "cpu_rest_s": 1.0,
        "cpu_play_s": 21.0,
        "drawing_s": 8.0,
        "slowest_s": 0.2,
    }
    return {
        "kind": "hand",
        "number": 0,
        "difficulty": difficulty,
        "fps": 10.0,
        "opencv": "5.0.0",
        "waits": False,
        "variant": "phat",
        "mishaps": ["moved"],
        "tricks": tricks,
        "false": false_ready,
        "false_ready": false_ready,
        "false_complete": 0,
        "false_at": [1.5] * false_ready,
        "hand_over": True,
        "looks": 40,
        "cost": cost,
        "rss_mb": 200.0,
        "code": "abc",
    } | more


def test_the_report_says_which_floor_fails() -> None:
    good = line("easy", ["right"] * 97 + ["asked"] * 3)
    assert report([good])[1] == []
    text, failed = report([good, line("normal", ["right"] * 91 + ["asked"] * 9)])
    assert len(failed) == 1 and "right at normal" in failed[0] and failed[0] in text
    assert "70.0" not in text and "10.0 % of one core (20 s)" in text and "30.0 % of one core (140 s)" in text


@pytest.mark.parametrize(
    ("difficulty", "silent", "tricks", "fails"),
    [("easy", 1, 900, True), ("normal", 1, 900, True), ("hard", 1, 500, False), ("hard", 1, 499, True)],
)
@pytest.mark.parametrize("how", ["silent", "missed", "false"])
def test_silent_missed_and_false_tricks_are_held_to_the_same_floor(
    difficulty: str, silent: int, tricks: int, fails: bool, how: str
) -> None:
    false = silent if how == "false" else 0
    rest = tricks - silent if how != "false" else tricks
    one = line(difficulty, [how] * (silent - false) + ["right"] * rest, false_ready=false)
    assert bool(report([one])[1]) == fails


def test_every_mishap_must_come_often_enough_in_a_whole_proof() -> None:
    hands = [line("easy", ["right"] * 9) for _ in range(200)]
    assert report(hands)[1] == []
    rare = [hand | {"mishaps": ["moved", "picked_up"]} for hand in hands]
    assert report(rare)[1] == ["OpenCV 5.0.0, 10 frames a second: picked_up came 0 times, not 20."]


def test_rates_and_engines_are_told_apart_and_broken_films_fail() -> None:
    other = line("easy", ["right"] * 9, opencv="4.12.0")
    broken = line("easy", []) | {"kind": "broken", "broken": "hand", "seed": 7000, "error": "ValueError: no"}
    text, failed = report([line("easy", ["right"] * 9), other, broken])
    assert text.count("== OpenCV") == 3 and len(failed) == 1 and "seed 7000" in failed[0]


def test_memory_that_grows_and_false_tricks_fail() -> None:
    memory = {"kind": "memory", "opencv": "5", "fps": 10.0, "waits": False, "code": "", "looks": 9}
    steady = memory | {"memory_mb": [400.0, 403.0], "every_s": 300.0, "duration_s": 600.0}
    assert report([steady])[1] == []
    assert "grew by 20.0 MB" in report([steady | {"memory_mb": [400.0, 420.0]}])[1][0]
    empty = line("easy", [], false_ready=1) | {"kind": "empty", "duration_s": 60.0, "appeared": 4}
    assert "empty table: 1" in report([empty])[1][0]


def test_the_tricks_that_were_not_right_are_listed() -> None:
    listed = error_list([line("hard", ["right", "asked", "missed"], false_ready=1), line("easy", ["right"])])
    first, *tricks = listed.splitlines()
    assert first.startswith("hand 0, hard") and "1.5" in first
    assert ["trick 2" in tricks[0], "unclear" in tricks[0], "missed" in tricks[1], len(tricks)] == [True] * 3 + [2]


def test_wilson_interval() -> None:
    """Against known values: 97 of 100, nothing of 600."""
    assert wilson(97, 100) == pytest.approx((0.91548, 0.98974), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(0, 600)
    assert low == pytest.approx(0.0) and high == pytest.approx(0.006362, abs=1e-5)


def test_kept_looks_come_back_as_they_were(tmp_path: Path) -> None:
    place = SeenPlace(1, (1.0, 2.0, 3.0, 4.0), "seen", 0.5, 0.6, False, 0.9, 0.01, ((Card.parse("10H"), 0.97),), 0.8)
    looks = [Look(0.1, True, True, 80.0, (640, 480), (place,)), Look(0.2, False, True, 70.0, (640, 480), ())]
    film = SimpleNamespace(
        played=SimpleNamespace(pitcher=Seat.E), bottom=Seat.W, duration_s=30.0, tricks=(trick(1, HAND[0], "moved"),)
    )
    write_looks(tmp_path / "one.looks.jsonl", {"variant": "phat"}, film, looks)
    kept = read_looks(tmp_path / "one.looks.jsonl")
    assert kept.looks == tuple(looks) and kept.tricks == film.tricks and kept.task == {"variant": "phat"}
    assert (kept.pitcher, kept.bottom, kept.duration_s) == (Seat.E, Seat.W, 30.0)
