"""Which stage failed (`models.evaluation.causes`), from scripted places."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from models.calibration import FEATURES, Calibration
from models.evaluation.causes import WHY, Cause, Look, cause_sums, cause_table, find_causes
from models.evaluation.metrics import Candidate, PictureResult
from models.picture import Picture
from models.reader import LOCATE_FROM, CardReader
from models.reading import IndexSighting
from scorer.cards import Card

PICTURE = np.full((640, 640, 3), 200, np.uint8)
Names = dict[str, float]


def card(text: str) -> Card:
    return Card.parse(text)


def cards(*texts: str) -> frozenset[Card]:
    return frozenset(map(Card.parse, texts))


def place(x: float, names: Names, located: float = 0.9, none: float = 0.0, size: float = 20.0) -> IndexSighting:
    """An index at x, with names given that it is an index, as the reader keeps them."""
    ranked = sorted(names.items(), key=lambda item: -item[1])
    box = (x, 300.0, x + size, 300.0 + 2 * size)
    return IndexSighting(box, located, tuple((Card.parse(c), p * (1 - none)) for c, p in ranked), none)


@dataclass(frozen=True)
class ScriptedReader(CardReader):
    """A reader whose networks say what the script says."""

    script: tuple[IndexSighting, ...] = ()

    def places(self, image_bgr: Picture, locate_from: float = LOCATE_FROM) -> list[IndexSighting]:
        return [p for p in self.script if p.located >= locate_from]


@pytest.fixture(scope="module")
def packaged() -> CardReader:
    return CardReader.load()


def causes_of(
    packaged: CardReader,
    script: list[IndexSighting],
    truth: frozenset[Card],
    reported: frozenset[Card],
    picture: Picture = PICTURE,
    **confidence: float,
) -> list[Cause]:
    calibration = Calibration((0.0,) * len(FEATURES), 0.6, 0.9)
    reader = ScriptedReader(packaged.locator, packaged.identifier, calibration, (), tuple(script))
    candidates = tuple(Candidate(card(name[1:]), p) for name, p in confidence.items())
    result = PictureResult("s", truth, reported, frozenset(), name="p.jpg", scene="trick", candidates=candidates)
    return find_causes(reader, picture, result)


def told(causes: list[Cause]) -> list[tuple[str, str, str, str]]:
    return [(c.stage, c.why, str(c.missed or "-"), str(c.wrong or "-")) for c in causes]


FOUND = place(100, {"KH": 0.99, "QD": 0.005})


@pytest.mark.parametrize(
    ("script", "cause"),
    [
        ([], ("locator", "unseen", "AS", "-")),
        ([place(400, {"AS": 0.8}, located=0.05)], ("locator", "faint", "AS", "-")),
        ([place(400, {"AS": 0.9}, none=0.95)], ("identifier", "none", "AS", "-")),
        ([place(400, {"2S": 0.4, "AS": 0.3})], ("identifier", "runner-up", "AS", "-")),
        ([place(400, {"AS": 0.45, "2S": 0.4})], ("rule", "threshold", "AS", "-")),
        ([place(400, {"2S": 0.5, "AS": 0.001})], ("locator", "unseen", "AS", "-")),
        ([place(130, {"AS": 0.5, "KH": 0.4})], ("rule", "merged", "AS", "-")),
        ([place(600, {"KH": 0.7, "AS": 0.25}, size=12)], ("identifier", "runner-up", "AS", "-")),
    ],
    ids=["no place", "faint", "no index", "other name", "threshold", "noise", "merged", "a second king"],
)
def test_a_missed_card_has_a_cause(
    packaged: CardReader, script: list[IndexSighting], cause: tuple[str, str, str, str]
) -> None:
    causes = causes_of(packaged, [FOUND, *script], cards("KH", "AS"), cards("KH"))
    assert told(causes) == [cause]
    assert (causes[0].look is None) == (cause[1] == "unseen")


def test_a_name_of_a_rightly_read_index_explains_no_other_card(packaged: CardReader) -> None:
    """The king's own index has the queen among its names; that is no trace of the queen that was missed."""
    found = place(100, {"KH": 0.9, "QH": 0.09})
    causes = causes_of(packaged, [found], cards("KH", "QH"), cards("KH"))
    assert told(causes) == [("locator", "unseen", "QH", "-")]


def test_a_card_read_as_another_is_one_mistake(packaged: CardReader) -> None:
    script = [FOUND, place(400, {"AD": 0.97, "AS": 0.02})]
    causes = causes_of(packaged, script, cards("KH", "AS"), cards("KH", "AD"), _AD=0.999)
    assert told(causes) == [("identifier", "runner-up", "AS", "AD")]
    assert causes[0].confidence == 0.999


def test_one_card_missing_and_one_too_many_is_one_mistake_even_without_a_runner_up(packaged: CardReader) -> None:
    script = [FOUND, place(400, {"8C": 0.97})]
    causes = causes_of(packaged, script, cards("KH", "JD"), cards("KH", "8C"))
    assert told(causes) == [("identifier", "other name", "JD", "8C")]
    more = [FOUND, place(400, {"8C": 0.97}), place(500, {"7C": 0.97})]
    causes = causes_of(packaged, more, cards("KH", "JD"), cards("KH", "8C", "7C"))
    assert [c.why for c in causes] == ["unseen", "no card", "no card"], "which of the two it was is not guessed"


def test_a_card_too_many_has_a_cause(packaged: CardReader) -> None:
    causes = causes_of(packaged, [FOUND, place(400, {"10S": 0.9})], cards("KH"), cards("KH", "10S"), _10S=0.7)
    assert told(causes) == [("identifier", "no card", "-", "10S")]
    assert causes[0].confidence == 0.7


def test_the_place_is_measured(packaged: CardReader) -> None:
    stripes = PICTURE.copy()
    stripes[300:340, 100:120:4] = 10
    stripes[300:340, 104:112] = 255
    sharp = causes_of(packaged, [place(100, {"AS": 0.4})], cards("AS"), frozenset(), stripes)[0].look
    soft_picture = np.asarray(cv2.GaussianBlur(stripes, (0, 0), 6), np.uint8)
    soft = causes_of(packaged, [place(100, {"AS": 0.4})], cards("AS"), frozenset(), soft_picture)[0].look
    assert sharp is not None and soft is not None
    assert sharp.length_px == pytest.approx(40 * packaged.locator.side / 640)
    assert sharp.sharpness > 20 * soft.sharpness
    assert sharp.contrast > 0.9 > soft.contrast
    assert sharp.blown > 0.25
    assert soft.blown == 0
    assert (sharp.flags, soft.flags) == (("glare",), ("blur", "pale"))


def test_a_half_covered_small_index_is_flagged(packaged: CardReader) -> None:
    script = [place(100, {"KH": 0.99}), place(200, {"QH": 0.99}), place(630, {"AS": 0.4}, size=5)]
    (cause,) = causes_of(packaged, script, cards("KH", "QH", "AS"), cards("KH", "QH"))
    assert cause.look is not None
    assert cause.look.area == pytest.approx(1 / 16)
    assert {"small", "covered"} <= set(cause.look.flags)


def test_tables_count_every_mistake_once() -> None:
    look = Look(10.0, 500.0, 0.0, 0.9, 1.0, False)
    picture = PictureResult("s", cards("AS"), name="p.jpg", scene="fan", tags=frozenset({"glare", "dim"}))
    causes = [
        Cause(picture, card("AS"), None, "unseen", None, None),
        Cause(picture, card("2S"), card("3S"), "runner-up", 0.4, look),
        Cause(picture, None, card("4S"), "no card", 0.7, Look(20.0, 500.0, 0.0, 0.9, 1.0, False)),
    ]
    rows = cause_table(causes).splitlines()
    assert len(rows) == 4
    assert rows[1].endswith("no place gives the card; dim glare")
    assert "[small]" in rows[2]
    sums = {line.split(":")[0]: line.split() for line in cause_sums(causes).splitlines()[1:-1]}
    assert sums["locator"][-8:] == ["1", "0", "0", "0", "0", "0", "0", "1"]
    whole = next(line for line in cause_sums(causes).splitlines() if line.startswith("in all")).split()
    assert whole[2:] == ["3", "1", "0", "0", "0", "0", "1", "1"]
    assert {stage for stage, _ in WHY.values()} == {"locator", "identifier", "rule"}
