"""The state machine of the watcher, driven by scripted looks: each mishap of a pub table, without pictures."""

from __future__ import annotations

import math

import pytest
from scripted_table import SPOTS, ScriptedTable, kinds, played
from trick_table import hand_in_play

from models.hand_facts import facts_of
from models.looks import Look, WatchEvent
from scorer.seats import Seat

N, E, S, W = Seat.N, Seat.E, Seat.S, Seat.W
PLAYS = (("AH", N), ("2H", E), ("3H", S), ("4H", W))


def table(*tricks: str, pitcher: Seat = N) -> ScriptedTable:
    return ScriptedTable(hand_in_play(*tricks, pitcher=pitcher))


def lay_trick(on: ScriptedTable, plays: tuple[tuple[str, Seat], ...] = PLAYS) -> list[WatchEvent]:
    return [event for card, seat in plays for event in on.lay(card, seat)]


def closed(events: list[WatchEvent]) -> WatchEvent:
    (only,) = [event for event in events if event.kind == "closed"]
    return only


def test_a_trick_is_told_card_by_card_then_complete_then_closed() -> None:
    on = table()
    assert kinds(lay_trick(on)) == ["appeared"] * 4 + ["complete"]
    assert on.events[-1].proposal is not None and on.events[-1].proposal.ready
    assert kinds(on.sweep()) == ["closed"]
    assert played(on.events[-1]) == "N AH, E 2H, S 3H, W 4H"
    assert on.events[-1].proposal is not None and on.events[-1].proposal.ready


def test_order_of_appearance_gives_the_seats_though_cards_lie_elsewhere() -> None:
    on = table(pitcher=E)
    spots = ((300.0, 200.0), (350.0, 280.0), (280.0, 300.0), (360.0, 190.0))
    for card, spot in zip(("KS", "9C", "5S", "2D"), spots, strict=True):
        on.lay(card, spot)
    assert played(closed(on.sweep())) == "E KS, S 9C, W 5S, N 2D"


def test_a_card_counts_only_from_its_second_look() -> None:
    on = table()
    assert on.lay("AH", N, looks=1) == []
    assert kinds(on.look()) == ["appeared"]


def test_a_card_seen_in_one_look_only_is_no_card() -> None:
    on = table()
    on.lay("AH", N, looks=1)
    on.lift("AH")
    assert on.events == []


@pytest.mark.parametrize("odd", [0, 3, 5])
def test_one_look_that_says_otherwise_does_not_name_a_card(odd: int) -> None:
    on = table()
    for card, seat in PLAYS[:3]:
        on.lay(card, seat)
    on.lay("4H", W, looks=0)
    for number in range(6):
        on.read_as("4H", (("9D", 0.9), ("4H", 0.05)) if number == odd else (("4H", 0.998),))
    event = closed(on.sweep())
    assert played(event).endswith("W 4H")


def test_looks_that_disagree_are_asked_about() -> None:
    on = table()
    for card, seat in PLAYS[:3]:
        on.lay(card, seat)
    on.lay("4H", W, looks=0)
    for number in range(10):
        on.read_as("4H", (("4H", 0.99),) if number % 2 else (("9D", 0.99),))
    event = closed(on.sweep())
    assert event.proposal is not None and not event.proposal.ready
    assert event.proposal.of(W).state == "doubtful"


def test_a_card_taken_back_and_laid_again_is_one_card() -> None:
    on = table()
    on.lay("AH", N)
    on.lay("2H", E)
    on.lift("2H", looks=6)
    on.lay("2H", E)
    on.lay("3H", S)
    on.lay("4H", W)
    event = closed(on.sweep())
    assert played(event) == "N AH, E 2H, S 3H, W 4H"
    assert event.proposal is not None and event.proposal.ready


@pytest.mark.parametrize("looks", [4, 8, 14])
def test_another_card_in_place_of_one_taken_back(looks: int) -> None:
    on = table()
    on.lay("AH", N)
    on.lay("KH", E)
    on.lift("KH", looks=looks)
    on.lay("2H", E)
    on.lay("3H", S, looks=5)
    on.lay("4H", W, looks=8)
    event = closed(on.sweep())
    assert played(event) == "N AH, E 2H, S 3H, W 4H"
    assert event.proposal is not None and event.proposal.ready


def test_a_lead_taken_back_leaves_no_trick() -> None:
    on = table()
    on.lay("AH", N)
    on.lift("AH", looks=10)
    lay_trick(on, (("KH", N), *PLAYS[1:]))
    assert played(closed(on.sweep())) == "N KH, E 2H, S 3H, W 4H"


def test_a_card_that_is_moved_keeps_its_turn() -> None:
    on = table()
    on.lay("AH", N)
    on.lay("2H", E)
    on.move("AH", (250.0, 130.0), looks=4)
    on.lay("3H", S)
    on.lay("4H", W)
    event = closed(on.sweep())
    assert played(event) == "N AH, E 2H, S 3H, W 4H"
    assert event.proposal is not None and event.proposal.ready


def test_a_hand_over_the_whole_incomplete_trick_closes_nothing() -> None:
    on = table()
    for card, seat in PLAYS[:2]:
        on.lay(card, seat)
    assert "closed" not in kinds(on.hide("AH", "2H", looks=15))
    on.show("AH", "2H")
    on.lay("3H", S)
    on.lay("4H", W)
    assert played(closed(on.sweep())) == "N AH, E 2H, S 3H, W 4H"


def test_a_hand_over_the_complete_trick_makes_no_second_one() -> None:
    on = table()
    lay_trick(on)
    on.hide("AH", "2H", "3H", "4H", looks=15)
    if "closed" in kinds(on.events):
        on.go_on()
    on.show("AH", "2H", "3H", "4H", looks=6)
    on.sweep()
    assert kinds(on.events).count("closed") == 1
    assert played(closed(on.events)) == "N AH, E 2H, S 3H, W 4H"


def test_a_card_covered_by_the_next_is_still_in_the_trick() -> None:
    on = table()
    for card, seat in PLAYS[:3]:
        on.lay(card, seat)
    on.hide("3H", looks=0)
    on.lay("4H", (340.0, 300.0), looks=4)
    event = closed(on.sweep())
    assert played(event) == "N AH, E 2H, S 3H, W 4H"
    assert event.proposal is not None and event.proposal.ready


def test_a_card_turned_over_for_a_moment_stays() -> None:
    on = table()
    for card, seat in PLAYS[:3]:
        on.lay(card, seat)
    on.hide("2H", looks=8)
    on.show("2H")
    on.lay("4H", W)
    event = closed(on.sweep())
    assert event.proposal is not None and event.proposal.ready


def test_the_next_lead_before_the_sweep_is_over_closes_one_trick() -> None:
    on = table()
    lay_trick(on)
    on.hide("AH", "2H", "3H", "4H", looks=1)
    events = on.lay("KS", (300.0, 200.0), looks=3)
    assert kinds(events) == ["appeared", "closed"]
    on.go_on()
    assert kinds(on.lift("AH", "2H", "3H", "4H")) == []
    for card, spot in (("2S", E), ("3S", S), ("4S", W)):
        on.lay(card, spot)
    second = on.events[-1]
    assert second.kind == "complete" and second.trick == 2
    assert [str(card) for card in second.cards] == ["KS", "2S", "3S", "4S"]


def test_a_lead_laid_while_the_old_trick_still_lies_is_the_next_trick() -> None:
    on = table()
    lay_trick(on)
    on.lay("KS", (300.0, 240.0), looks=4)
    first = closed(on.lift("AH", "2H", "3H", "4H", looks=5))
    assert played(first) == "N AH, E 2H, S 3H, W 4H"
    assert first.proposal is not None and first.proposal.ready
    on.go_on()
    for card, spot in (("2S", E), ("3S", S), ("4S", W)):
        on.lay(card, spot)
    assert [str(card) for card in on.events[-1].cards] == ["KS", "2S", "3S", "4S"]


def test_a_fifth_card_taken_away_again_is_no_matter() -> None:
    on = table()
    lay_trick(on)
    on.lay("KS", (520.0, 400.0), looks=6)
    on.lift("KS", looks=8)
    event = closed(on.sweep())
    assert event.proposal is not None and event.proposal.ready
    assert played(event) == "N AH, E 2H, S 3H, W 4H"


def test_a_fifth_card_swept_with_the_trick_is_asked_about() -> None:
    on = table()
    lay_trick(on)
    on.lay("KS", (520.0, 400.0), looks=6)
    event = closed(on.sweep())
    assert event.proposal is not None and not event.proposal.ready and event.proposal.surplus


def test_three_cards_and_a_long_wait_are_told_once() -> None:
    on = table()
    for card, seat in PLAYS[:3]:
        on.lay(card, seat)
    assert kinds(on.pause(25)) == ["waiting"]
    assert kinds(on.lay("4H", W)) == ["appeared", "complete"]


def test_three_cards_swept_are_asked_about() -> None:
    on = table()
    for card, seat in PLAYS[:3]:
        on.lay(card, seat)
    event = closed(on.sweep(looks=12))
    assert event.proposal is not None and not event.proposal.ready
    assert sum(c.card is None for c in event.proposal.cards) == 1


def test_the_last_trick_face_up_at_the_edge_is_not_counted_again() -> None:
    on = table()
    lay_trick(on)
    edge = {name: (560.0 + 4 * k, 60.0) for k, name in enumerate(("AH", "2H", "3H", "4H"))}
    on.hide("AH", "2H", "3H", "4H", looks=1)
    on.shift(edge, looks=6)
    on.go_on()
    lay_trick(on, (("KS", N), ("2S", E), ("3S", S), ("4S", W)))
    assert kinds(on.events).count("closed") == 1
    assert [str(card) for card in on.events[-1].cards] == ["KS", "2S", "3S", "4S"]
    event = closed(on.lift("KS", "2S", "3S", "4S", looks=5))
    assert event.proposal is not None and event.proposal.ready


def test_a_card_of_an_earlier_trick_is_a_conflict() -> None:
    on = table("N AH 2H 3H 4H", "N KS 2S 3S 4S")
    for card, seat in (("KD", N), ("2D", E), ("3H", S), ("4D", W)):
        on.lay(card, seat)
    event = closed(on.sweep(looks=8))
    assert event.proposal is not None and not event.proposal.ready
    assert event.proposal.of(S).reason == "gone"


def test_a_knock_moves_all_cards_and_closes_nothing() -> None:
    on = table()
    lay_trick(on)
    names = dict(zip(("AH", "2H", "3H", "4H"), (N, E, S, W), strict=True))
    moved = {card: (SPOTS[seat][0] + 45, SPOTS[seat][1] - 30) for card, seat in names.items()}
    assert "closed" not in kinds(on.shift(moved, looks=8))
    event = closed(on.sweep())
    assert event.proposal is not None and event.proposal.ready


def test_two_cards_at_once_are_told_apart_by_their_places() -> None:
    on = table()
    on.lay("AH", N)
    on.lay("3H", S, looks=0)
    on.lay("2H", E)
    on.lay("4H", W)
    event = closed(on.sweep())
    assert played(event) == "N AH, E 2H, S 3H, W 4H"
    assert event.proposal is not None and event.proposal.ready


def test_two_cards_at_once_on_one_heap_leave_the_seats_open() -> None:
    on = table()
    on.lay("AH", (320.0, 240.0))
    on.lay("3H", (330.0, 250.0), looks=0)
    on.lay("2H", (330.0, 252.0))
    on.lay("4H", (310.0, 238.0))
    event = closed(on.sweep())
    assert event.proposal is not None and event.proposal.seats_open


def test_the_last_trick_ends_the_hand() -> None:
    on = table()
    on.follower.go_on(facts_of(hand_in_play()).after({}))
    for _ in range(8):
        on.follower.go_on(on.facts.after({}))
    lay_trick(on)
    assert kinds(on.sweep()) == ["closed", "hand_over"]
    assert on.lay("KS", N) == []
    on.follower.go_on(facts_of(hand_in_play()))
    on.lift("KS")
    assert kinds(lay_trick(on, (("KD", N), ("2D", E), ("3D", S), ("4D", W))))[-1] == "complete"


def test_the_end_of_the_frames_closes_what_lies() -> None:
    on = table()
    lay_trick(on)
    assert kinds(list(on.follower.finish(99.0))) == ["closed"]
    assert on.follower.finish(99.0) == ()


def test_looks_are_wanted_only_while_something_is_open() -> None:
    on = table()
    assert math.isinf(on.follower.wanted_after_s)
    on.lay("AH", N, looks=1)
    assert on.follower.wanted_after_s < 0.5
    on.look(4)
    assert on.follower.wanted_after_s > 1


def test_a_look_comes_back_from_its_record() -> None:
    taken: list[Look] = []

    class Kept(ScriptedTable):
        def _places(self, one):  # type: ignore[no-untyped-def]
            return super()._places(one)

    on = Kept(hand_in_play())
    original = on.follower.take

    def keep(look: Look) -> tuple[WatchEvent, ...]:
        taken.append(look)
        return original(look)

    on.follower.take = keep  # type: ignore[method-assign]
    lay_trick(on)
    assert taken and [Look.from_json(look.to_json()) for look in taken] == taken


def test_what_a_sweep_leaves_behind_is_not_taken_for_a_card_of_the_trick() -> None:
    """A clear card that stays is asked about, but the first offer is what was swept."""
    on = table()
    on.lay("9D", (60.0, 60.0))
    lay_trick(on)
    event = closed(on.lift("AH", "2H", "3H", "4H", looks=16))
    assert played(event) == "N AH, E 2H, S 3H, W 4H"
    assert event.proposal is not None and [str(card.card) for card in event.proposal.surplus] == ["9D"]


def test_a_card_seen_once_and_hidden_while_the_next_fell_leaves_no_wrong_order() -> None:
    """On a heap the places do not tell either: who played them is asked."""
    on = table()
    on.lay("AH", (320.0, 240.0))
    on.lay("2H", (330.0, 250.0))
    on.lay("3H", (326.0, 232.0), looks=1)
    on.hide("3H", looks=2)
    on.lay("4H", (312.0, 244.0), looks=6)
    on.lift("3H", looks=0)
    on.lay("3H", (326.0, 232.0), looks=4)
    event = closed(on.sweep())
    assert event.proposal is not None
    assert event.proposal.seats_open or played(event) == "N AH, E 2H, S 3H, W 4H"
