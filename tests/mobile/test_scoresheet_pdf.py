"""The printed score sheet: pages, the board's picture, any name there is, and the library missing."""

from __future__ import annotations

import logging
import random
import re
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from mobile.scoresheet_pdf import pdf_of, pdf_of_all
from mobile.texts import AppError
from scorer import __version__
from scorer.board import BOARD_NAMES
from scorer.events import Count, Deal, Event, GameStart, Note, Penalty, Trick, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState, Phase
from scorer.matchlog import LogRow, utc_text
from scorer.record import RecordError
from scorer.referee import Refusal, admit
from scorer.seats import Seat
from scorer.variant import load_variant, variant_names

EIGHT = datetime(2026, 3, 6, 20, tzinfo=UTC)
NAMES = {Seat.N: "Siân Ó Briain", Seat.E: "Łukasz Żółć", Seat.S: "李小龍 🂡 \x1b\n", Seat.W: "A" * 300}


class Played:
    """A match of which only totals were entered, or that was begun."""

    def __init__(
        self, name: str, options: Mapping[str, object] | None = None, names: Mapping[Seat, str] | None = None
    ) -> None:
        variant = load_variant(name, options)
        known = {seat: told for seat, told in (names or {}).items() if seat in variant.seats}
        self.events: list[Event] = []
        self._state: MatchState | None = None
        self.enter(start_of_match("m1", variant, known, place="The Rose, Y Felinheli"))
        self.enter(GameStart(variant.seats[0]))

    @property
    def state(self) -> MatchState:
        assert self._state is not None
        return self._state

    def enter(self, event: Event) -> None:
        answer = admit(self.events, event, self._state)
        assert not isinstance(answer, Refusal), answer
        self.events.append(event)
        self._state = answer.after

    def reached(self, side: str, points: int) -> bool:
        target = self.state.target
        return target is not None and self.state.scores[side] + points >= target

    def hands(self, rng: random.Random, most: int) -> list[LogRow]:
        """So many hands, to the end of the match at most."""
        for _ in range(most):
            if self.state.phase is Phase.GAME_OVER:
                if self.state.match_over:
                    break
                self.enter(GameStart(self.state.seats[0]))
            assert self.state.dealer is not None
            self.enter(Deal(self.state.dealer))
            sides, rules = self.state.sides, self.state.variant
            points, counts = (shared(rng, sides, total) for total in (rules.pegged_in_pack, rules.counted_in_pack))
            first = next((side for side in sides if self.reached(side, points[side])), None)
            self.enter(Count(points, counts, FrozenMap({"high": sides[0]}), first_out=first))
        return rows_of(self.events)


def shared(rng: random.Random, sides: Sequence[str], total: int) -> FrozenMap[str, int]:
    cuts = sorted(rng.randint(0, total) for _ in sides[1:])
    return FrozenMap(zip(sides, (b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)), strict=True))


def rows_of(events: Sequence[Event]) -> list[LogRow]:
    times = (utc_text(EIGHT + timedelta(minutes=number)) for number in range(len(events)))
    return [
        LogRow(seq, time, __version__, event) for seq, (time, event) in enumerate(zip(times, events, strict=True), 1)
    ]


def pages(pdf: bytes) -> int:
    assert pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF")
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf))


@pytest.mark.slow
@pytest.mark.parametrize("name", variant_names())
def test_every_variant_has_a_sheet_and_the_board_it_is_played_on(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """With any names: what the font hasn't got is a question mark, and the library has nothing to complain of."""
    played = Played(name, names=NAMES)
    with caplog.at_level(logging.WARNING):
        pdf = pdf_of(played.hands(random.Random(1), 3), "the name in the log")
    assert pages(pdf) >= 1 and not caplog.records
    assert (b"/Subtype /Image" in pdf) == (played.state.board in BOARD_NAMES)


@pytest.mark.slow
def test_a_match_that_has_only_begun_has_a_sheet() -> None:
    played = Played("phat")
    assert pages(pdf_of(rows_of(played.events[:1]))) == 1
    assert pages(pdf_of(rows_of(played.events))) == 1


@pytest.mark.slow
def test_a_long_match_takes_several_pages() -> None:
    played = Played("nine_card_lancashire", {"match": "first_to_9"}, NAMES)
    rows = played.hands(random.Random(2), 90)
    for number in range(40):
        played.enter(Note(f"remark {number}"))
    assert len(played.state.games) > 9
    assert pages(pdf_of(rows)) > 2 and pages(pdf_of(rows_of(played.events))) > pages(pdf_of(rows))


@pytest.mark.slow
def test_the_same_match_gives_the_same_file() -> None:
    played = Played("nine_card_lancashire", names=NAMES)
    played.hands(random.Random(3), 2)
    played.enter(Penalty("EW", 5, "talked — “loudly”"))
    rows = rows_of(played.events)
    pdf = pdf_of(rows)
    assert pdf == pdf_of(rows) and b"D:20260306" in pdf


@pytest.mark.slow
def test_each_of_several_matches_has_pages_of_its_own_as_it_lies_alone() -> None:
    """The sheet of three sides lies on its side, all its pages with it."""
    wide, tall = Played("blind_don_three", names=NAMES), Played("phat", names=NAMES)
    wide.hands(random.Random(4), 1)
    wide.enter(Penalty("E", 5, "talked"))
    tall.hands(random.Random(4), 3)
    shown = [(rows_of(played.events), "") for played in (wide, tall, wide)]
    alone = [pdf_of(*match) for match in shown]
    together = pdf_of_all(shown)
    assert pages(together) == sum(map(pages, alone))
    assert [pdf.count(b"[0 0 841.89 595.28]") for pdf in (*alone, together)] == [1, 0, 1, 2]


def test_without_the_library_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(AppError) as error:
        pdf_of(rows_of(Played("phat").events))
    assert error.value.code == "PDF_MISSING" and "python -m pip install 'fpdf2>=2.8'" in str(error.value)


def test_what_can_t_be_followed_makes_no_sheet() -> None:
    events = [*Played("phat").events, Trick(Seat.N, ())]
    with pytest.raises(RecordError):
        pdf_of(rows_of(events))
