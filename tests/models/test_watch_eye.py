"""The watcher's eye with the real networks on small drawn tables: when it looks, and what it says of each place."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from drawn_table import DrawnTable, drawn_pack

from models.locator import Boxes, Scores
from models.looks import Look, PlaceState, SeenPlace, WatchSettings
from models.picture import Picture
from models.reader import CardReader
from models.reading import IndexSighting
from models.table_view import TableView
from models.watch_eye import Eye, in_area

SPOTS = {"5H": (90.0, 100.0, 0.3), "9S": (240.0, 110.0, -1.2), "7C": (400.0, 112.0, 0.0), "4D": (550.0, 108.0, 2.0)}
"""Where cards lie: x, y in pixels, turn in radians."""
ALL = tuple(SPOTS)


class CountingReader(CardReader):
    """The reader, and how many indices it was asked to name at each look."""

    asked: list[int]

    def name(self, image_bgr: Picture, boxes: Boxes, scores: Scores) -> list[IndexSighting]:
        self.asked.append(len(boxes))
        return super().name(image_bgr, boxes, scores)


@pytest.fixture(scope="module")
def loaded() -> CardReader:
    return CardReader.load()


@pytest.fixture
def reader(loaded: CardReader) -> CountingReader:
    counting = CountingReader(loaded.locator, loaded.identifier, loaded.calibration)
    object.__setattr__(counting, "asked", [])
    return counting


@dataclass
class Watched:
    """A drawn table under the eye: frames pass at `fps`, looks are kept."""

    eye: Eye
    fps: float = 10.0
    table: DrawnTable = field(default_factory=DrawnTable)
    number: int = 0
    looks: list[Look] = field(default_factory=list)

    @property
    def t(self) -> float:
        """Time of the next frame."""
        return self.number / self.fps

    def lay(self, *cards: str) -> None:
        """Cards come to lie at their spots."""
        for card in cards:
            self.table.lay(card, *SPOTS[card])

    def passes(self, seconds: float, wanted_after_s: float = math.inf) -> list[Look]:
        """Frames of so many seconds; the looks at them."""
        return list(self._passing(round(seconds * self.fps), wanted_after_s))

    def looked(self) -> Look:
        """One more frame, which is read whatever happens."""
        self.eye.look_now()
        (look,) = self.passes(1 / self.fps)
        return look

    def _passing(self, frames: int, wanted_after_s: float) -> Iterator[Look]:
        for _ in range(frames):
            look = self.eye.see(self.table.frame(), self.t, wanted_after_s)
            self.number += 1
            if look is not None:
                self.looks.append(look)
                yield look


@pytest.fixture
def watched(reader: CountingReader) -> Watched:
    return Watched(Eye(reader, TableView(), WatchSettings()))


def card_of(place: SeenPlace) -> str:
    return str(place.names[0][0])


def numbers_of(look: Look) -> dict[int, str]:
    """The number of each place that was read in the look, and its card."""
    return {place.number: card_of(place) for place in look.places if place.state == "seen"}


def states_of(look: Look) -> dict[int, PlaceState]:
    return {place.number: place.state for place in look.places}


def cards_in(look: Look) -> set[str]:
    return set(numbers_of(look).values())


# When it looks


def test_an_empty_table_is_looked_at_once(watched: Watched) -> None:
    assert [look.t_seconds for look in watched.passes(3.0)] == [0.0]
    assert watched.looks[0].places == () and watched.looks[0].still
    assert watched.looks[0].image_wh == (640, 224)


def test_a_still_table_with_cards_is_looked_at_once(watched: Watched) -> None:
    watched.lay(*ALL)
    assert len(watched.passes(3.0)) == 1
    assert cards_in(watched.looks[0]) == set(ALL)
    assert watched.eye.looks == 1


@pytest.mark.parametrize("fps", [10.0, 15.0, 30.0])
def test_a_card_is_looked_at_at_once_and_then_no_more(reader: CountingReader, fps: float) -> None:
    watched = Watched(Eye(reader, TableView(), WatchSettings()), fps)
    watched.passes(2.0)
    watched.lay("9S")
    came = watched.t
    looks = watched.passes(0.5)
    assert any(cards_in(look) == {"9S"} and look.still for look in looks)
    assert min(look.t_seconds for look in looks if cards_in(look)) <= came + 0.4
    assert watched.passes(2.0) == []


def test_a_card_that_goes_is_looked_at(watched: Watched) -> None:
    watched.lay(*ALL)
    watched.passes(1.0)
    watched.table.lift("9S")
    assert watched.passes(0.6)[-1].still
    assert cards_in(watched.looks[-1]) == {"5H", "7C", "4D"}


def test_a_look_is_taken_when_it_is_wanted_though_nothing_changes(watched: Watched) -> None:
    watched.passes(0.5)
    assert [look.t_seconds for look in watched.passes(2.0, wanted_after_s=0.5)] == [0.5, 1.0, 1.5, 2.0]


def test_a_forced_look_is_taken_at_once_and_only_once(watched: Watched) -> None:
    watched.passes(0.5)
    watched.eye.look_now()
    assert [look.t_seconds for look in watched.passes(1.0)] == [0.5]


@pytest.mark.parametrize("moves", [False, True])
def test_the_budget_bounds_the_looks(reader: CountingReader, moves: bool) -> None:
    """A thing that never lies still, and a follower that never has seen enough."""
    rules = WatchSettings(budget=0.2, look_cost_s=0.1, moving_gap_s=0.0)
    watched = Watched(Eye(reader, TableView(), rules))
    for step in range(30):
        if moves:
            watched.table.lay("9S", 100 + 12 * step, 110)
        watched.passes(0.1, wanted_after_s=0.0)
    times = [look.t_seconds for look in watched.looks]
    assert len(times) == 6 and min(b - a for a, b in pairwise(times)) >= 0.5 - 1e-6


def test_while_something_moves_looks_are_rare(watched: Watched) -> None:
    for step in range(30):
        watched.table.reach(100 + 12 * step, 110)
        watched.passes(0.1)
    gaps = [b.t_seconds - a.t_seconds for a, b in pairwise(watched.looks)]
    assert len(gaps) >= 4 and min(gaps) >= WatchSettings().moving_gap_s - 1e-6
    assert not any(look.still for look in watched.looks[1:])


def test_a_table_rests_some_time_after_the_last_movement(watched: Watched) -> None:
    watched.passes(1.0)
    watched.lay("9S")
    watched.passes(0.2)
    assert not watched.eye.resting(watched.t)
    watched.passes(WatchSettings().rest_after_s)
    assert watched.eye.resting(watched.t)


# What it says of places


@pytest.mark.slow
def test_a_place_keeps_its_number_over_looks_and_in_other_light(watched: Watched) -> None:
    watched.lay(*ALL)
    first = numbers_of(watched.looked())
    assert len(first) == 8 and sorted(first.values()) == sorted(2 * ALL)
    for gain in (1.0, 1.1, 1.2, 1.05, 0.95, 0.85, 0.75):
        watched.table.gain = gain
        watched.passes(0.3)
        assert numbers_of(watched.looked()) == first


def test_other_cards_coming_change_no_numbers(watched: Watched) -> None:
    watched.lay("5H", "9S")
    first = numbers_of(watched.looked())
    watched.lay("7C", "4D")
    assert first.items() <= numbers_of(watched.looked()).items()


def test_a_place_lies_there_since_the_card_came(watched: Watched) -> None:
    watched.passes(1.0)
    watched.lay("5H")
    watched.passes(1.0)
    watched.lay("9S")
    watched.passes(1.0)
    times = {(card_of(p), p.since, p.until, p.always) for p in watched.looked().places}
    assert times == {("5H", 1.0, 3.0, False), ("9S", 2.0, 3.0, False)}


def test_a_place_where_a_hand_lingered_lies_there_since_the_card_showed(watched: Watched) -> None:
    watched.passes(1.0)
    watched.lay("9S")
    watched.table.reach(*SPOTS["9S"][:2], radius=70)
    watched.passes(1.0)
    watched.table.withdraw()
    watched.passes(0.5)
    assert {place.since for place in watched.looks[-1].places} == {2.0}


def test_what_lay_there_from_the_beginning_is_marked(watched: Watched) -> None:
    watched.lay("5H")
    watched.passes(1.5)
    watched.lay("9S")
    watched.passes(0.5)
    assert {(card_of(p), p.always) for p in watched.looked().places} == {("5H", True), ("9S", False)}


def test_under_a_hand_a_place_is_changed_and_afterwards_the_same_again(watched: Watched) -> None:
    watched.passes(0.5)
    watched.lay(*ALL)
    watched.passes(1.0)
    before = numbers_of(watched.looked())
    mine = {number for number, card in before.items() if card == "9S"}
    last = watched.t
    watched.table.reach(*SPOTS["9S"][:2], radius=75)
    watched.passes(0.6)
    look = watched.looked()
    assert {number for number, state in states_of(look).items() if state == "changed"} == mine
    assert all(place.until < last + 0.1 for place in look.places if place.number in mine)
    watched.table.withdraw()
    watched.passes(0.6)
    assert numbers_of(watched.looked()) == before


def test_what_moves_is_not_read(watched: Watched) -> None:
    """A card in motion says nothing, one that lies still is read in the same look."""
    watched.lay("5H")
    watched.passes(0.5)
    watched.table.lay("9S", 250, 110)
    watched.passes(0.1)
    watched.table.lay("9S", 300, 110)
    look = watched.looked()
    assert not look.still and cards_in(look) == {"5H"}


@pytest.mark.parametrize("gone", [("9S",), ("5H", "7C"), ALL])
def test_a_place_is_bare_when_its_card_is_gone(watched: Watched, gone: tuple[str, ...]) -> None:
    watched.passes(0.5)
    watched.lay(*ALL)
    watched.passes(1.0, wanted_after_s=0.2)
    numbers = numbers_of(watched.looked())
    watched.table.lift(*gone)
    watched.passes(0.6)
    look = watched.looked()
    assert cards_in(look) == set(ALL) - set(gone)
    states = states_of(look)
    assert {states[number] for number, card in numbers.items() if card in gone} == {"bare"}


@pytest.mark.slow
def test_a_place_that_is_bare_for_some_looks_is_forgotten(watched: Watched) -> None:
    watched.passes(0.5)
    watched.lay("9S")
    watched.passes(1.0, wanted_after_s=0.2)
    watched.table.lift("9S")
    watched.passes(4.0, wanted_after_s=0.2)
    assert watched.looks[-1].places == ()


@pytest.mark.parametrize(
    ("first", "second", "beside"), [("5H", "5D", 0), ("5H", "5D", 2), ("6H", "8H", 5), ("9S", "4D", 2)]
)
def test_another_card_at_a_place_is_another_place(watched: Watched, first: str, second: str, beside: float) -> None:
    """Also where it resembles the one before, as cards of one rank or colour do."""
    watched.passes(0.5)
    watched.table.lay(first, 300, 110)
    watched.passes(1.0)
    before = set(numbers_of(watched.looks[-1]))
    watched.table.lift(first)
    watched.passes(1.3)
    watched.table.lay(second, 300 + beside, 110)
    came = watched.t
    watched.passes(1.0)
    look = watched.looked()
    places = [place for place in look.places if place.state == "seen"]
    assert [card_of(place) for place in places] == [second, second]
    assert {place.since for place in places} == {came}
    assert not before & {place.number for place in look.places if place.state in ("seen", "unchanged")}


def test_a_card_that_is_pushed_leaves_its_places(watched: Watched) -> None:
    watched.passes(0.5)
    watched.lay("9S")
    watched.passes(1.0)
    before = set(numbers_of(watched.looks[-1]))
    watched.table.lay("9S", 370, 90, -1.0)
    watched.passes(1.0)
    look = watched.looked()
    assert cards_in(look) == {"9S"} and not before & set(numbers_of(look))
    assert {states_of(look)[number] for number in before} == {"bare"}


# The trick area, and things of the table


def test_only_the_trick_area_counts(reader: CountingReader) -> None:
    area = ((160.0, 0.0), (480.0, 0.0), (480.0, 224.0), (160.0, 224.0))
    watched = Watched(Eye(reader, TableView(area=area), WatchSettings()))
    watched.lay("5H", "9S")
    assert cards_in(watched.passes(0.5)[0]) == {"9S"}
    watched.lay("4D")
    assert watched.passes(1.0) == [], "a card outside is nothing new"
    watched.lay("7C")
    watched.passes(1.0)
    assert cards_in(watched.looks[-1]) == {"9S", "7C"}


def test_a_box_is_in_the_area_if_its_middle_is() -> None:
    area = ((0.0, 0.0), (100.0, 0.0), (0.0, 100.0))
    assert in_area((0, 0, 40, 40), area) and in_area((40, 40, 50, 50), area)
    assert not in_area((60, 60, 80, 80), area) and not in_area((90, 0, 120, 0.5), area)
    assert in_area((90, 90, 99, 99), None)


def test_a_thing_of_the_table_is_not_named_again_and_again(watched: Watched, reader: CountingReader) -> None:
    """A face with letters that no card has lies there from the beginning."""
    watched.table.put("strange", drawn_pack().foreign[0].picture, 200, 110)
    for _ in range(8):
        watched.looked()
    assert reader.asked[0] > 0, "the locator takes it for an index"
    assert max(p for place in watched.looks[0].places for _, p in place.names) < 0.9, "it is clearly no card"
    assert reader.asked[-3:] == [0, 0, 0]
    assert {place.state for place in watched.looks[-1].places} == {"unchanged"}
    watched.table.lay("9S", 204, 108, 0.2)
    watched.passes(1.0)
    assert "9S" in cards_in(watched.looks[-1]), "a card laid on it is read"


def test_a_card_that_lay_there_from_the_beginning_is_named_at_each_look(
    watched: Watched, reader: CountingReader
) -> None:
    watched.lay("9S")
    for _ in range(6):
        watched.looked()
    assert reader.asked == [2] * 6


# The same frames


def a_story(watched: Watched) -> list[Look]:
    """Cards come, a hand passes, one is taken away."""
    watched.passes(0.5)
    for card in ("5H", "9S", "4D"):
        watched.lay(card)
        watched.passes(0.6, wanted_after_s=0.3)
    watched.table.reach(250, 110)
    watched.passes(0.5, wanted_after_s=0.3)
    watched.table.withdraw()
    watched.table.lift("5H")
    watched.passes(0.8, wanted_after_s=0.3)
    return watched.looks


@pytest.mark.slow
def test_the_same_frames_give_the_same_looks(loaded: CardReader) -> None:
    one, other = (a_story(Watched(Eye(loaded, TableView(), WatchSettings()))) for _ in range(2))
    assert one == other and len(one) >= 8


def test_frames_of_another_size_are_looked_at_anew(watched: Watched) -> None:
    watched.lay("9S")
    watched.passes(1.0)
    watched.table = DrawnTable((448, 224))
    watched.lay("5H")
    look = watched.passes(0.5)[0]
    assert cards_in(look) == {"5H"} and look.image_wh == (448, 224)
