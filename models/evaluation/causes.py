"""Why a picture was not read exactly: which stage failed, from what the networks said, and what the place looks like.

A missed card is looked for among all places, before any threshold: the reader's own, and those the locator scored far
below its limit. A place whose first name is a card of the label is taken for that card and explains no other one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.evaluation.metrics import PictureResult
from models.identifier import crop_square
from models.merge import CardGroup, long_side, merge, probability
from models.picture import Picture
from models.reader import LOCATE_FROM, CardReader
from models.reading import BoxXyxy, IndexSighting
from models.sightings import NO_INDEX_FROM, indices_only
from scorer.cards import Card

LOCATE_OPEN = 0.02
"""Locator scores from here on are looked at when a card is sought that no place gave."""
RUNNER_UP_FROM = 0.005
"""A runner-up with a smaller probability is noise, not a hint."""
BLOWN = 240
"""A pixel is blown out when all three channels reach this."""
CROP_SIDE = 64

WHY = {
    "unseen": ("locator", "no place gives the card"),
    "faint": ("locator", "its place scored below the locator's limit"),
    "none": ("identifier", 'its place was called "no index"'),
    "runner-up": ("identifier", "its place got another name, the card is a runner-up"),
    "other name": ("identifier", "its place got another name, the card is no runner-up"),
    "no card": ("identifier", "a place that is no missed card got a name"),
    "merged": ("rule", "its place was merged into another card"),
    "threshold": ("rule", "named right, below the report threshold"),
}
"""For each cause the stage that failed and a sentence."""
FLAGS = {
    "small": "under 14 px",
    "blur": "soft",
    "glare": "blown out",
    "pale": "little contrast",
    "covered": "covered or cut off",
}
SMALL_PX = 14.0
SOFT, GLARED, PALE = 190.0, 0.15, 0.55
"""Sharpness below, blown-out share from, contrast below which a flag holds: of the rightly read indices in photographs
marked `tune` one in twenty lies beyond each of them."""
COVERED = 0.6
"""An index with a smaller share of the median area of the picture's indices is covered."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a place looks like: length in the locator's picture (px), sharpness of its crop (variance of the Laplacian
    at 64 px), share of blown-out pixels, contrast of ink and paper (0..1), area over the median area of the picture's
    indices, cut by the edge or not."""

    length_px: float
    sharpness: float
    blown: float
    contrast: float
    area: float
    at_edge: bool

    @property
    def flags(self) -> tuple[str, ...]:
        """Which of `FLAGS` hold."""
        held = (
            self.length_px < SMALL_PX,
            self.sharpness < SOFT,
            self.blown >= GLARED,
            self.contrast < PALE,
            self.area < COVERED or self.at_edge,
        )
        return tuple(name for name, holds in zip(FLAGS, held, strict=True) if holds)


@dataclass(frozen=True, slots=True)
class Cause:
    """One mistake: a card missed, a card wrongly reported, or one read as the other; `why` is a key of `WHY`.

    `confidence` is that of the missed card where it was suggested, else that of the wrong one; `look` is None where no
    place is known.
    """

    picture: PictureResult
    missed: Card | None
    wrong: Card | None
    why: str
    confidence: float | None
    look: Look | None

    @property
    def stage(self) -> str:
        """locator, identifier or rule."""
        return WHY[self.why][0]


@dataclass(frozen=True)
class Evidence:
    """All that the networks said about a picture: the reader's places and groups, and places of low score."""

    places: Sequence[IndexSighting]
    groups: Sequence[CardGroup]
    faint: Sequence[IndexSighting]

    def unexplained(self, truth: frozenset[Card]) -> list[IndexSighting]:
        """Indices that stand for no card of the label: another name, or a name already given by a better place."""
        taken: set[Card] = set()
        left: list[IndexSighting] = []
        for group in self.groups:
            if group.card in taken or group.card not in truth:
                left += group.indices
            taken.add(group.card)
        return left


def gather(reader: CardReader, picture: Picture) -> Evidence:
    """Reads a picture and looks for places again, far below the locator's limit."""
    places = reader.places(picture)
    faint = [p for p in reader.places(picture, LOCATE_OPEN) if p.located < LOCATE_FROM]
    return Evidence(places, merge(indices_only(places)), faint)


def find_causes(reader: CardReader, picture: Picture, result: PictureResult) -> list[Cause]:
    """A cause for each missed and each wrong card of a picture; one for both where a card was read as the other."""
    evidence = gather(reader, picture)
    found = {card: trace(card, evidence, result.truth) for card in sorted(result.missed, key=str)}
    owner = {place.box_xyxy: group.card for group in evidence.groups for place in group.indices}
    read_as = {card: owner.get(place.box_xyxy) if place else None for card, (_, place) in found.items()}
    left = result.wrong - set(read_as.values())
    unseen = [card for card, (why, _) in found.items() if why == "unseen"]
    if len(left) == len(unseen) == 1:  # one card missing, one too many, and nothing else to explain either
        (other,) = left
        read_as[unseen[0]] = other
        found[unseen[0]] = "other name", _place_of(other, evidence)
        left = frozenset()
    mistakes: list[tuple[str, IndexSighting | None, Card | None, Card | None]] = [
        (why, place, card, read_as[card]) for card, (why, place) in found.items()
    ]
    mistakes += [("no card", _place_of(card, evidence), None, card) for card in sorted(left, key=str)]
    confidence = {c.card: c.confidence for c in result.candidates}
    causes = []
    for why, place, missed, named in mistakes:
        wrong = named if named in result.wrong else None
        known = [confidence[card] for card in (missed, wrong) if card in confidence]
        look = look_at(reader, picture, place, evidence)
        causes.append(Cause(result, missed, wrong, why, known[0] if known else None, look))
    return causes


def trace(card: Card, evidence: Evidence, truth: frozenset[Card]) -> tuple[str, IndexSighting | None]:
    """Why a card of the label was not reported (a key of `WHY`), and the place that tells it."""
    own = next((g for g in evidence.groups if g.card == card), None)
    if own is not None:
        return "threshold", own.named[0]
    merged = next((p for g in evidence.groups for p in g.claimed if p.cards[0][0] == card), None)
    if merged is not None:
        return "merged", merged
    hints = [(p, "runner-up") for p in evidence.unexplained(truth)]
    hints += [(p, "none") for p in evidence.places if p.no_index >= NO_INDEX_FROM and p.cards[0][0] == card]
    hints += [(p, "faint") for p in evidence.faint if p.cards[0][0] == card]
    place, why = max(hints, key=lambda hint: _share(hint[0], card), default=(None, "unseen"))
    if place is None or _share(place, card) < RUNNER_UP_FROM:
        return "unseen", None
    return why, place


def _share(place: IndexSighting, card: Card) -> float:
    """The card's probability given that the place is an index."""
    return probability(place, card) / max(1 - place.no_index, 1e-6)


def _place_of(card: Card, evidence: Evidence) -> IndexSighting | None:
    return next((g.named[0] for g in evidence.groups if g.card == card), None)


def look_at(reader: CardReader, picture: Picture, place: IndexSighting | None, evidence: Evidence) -> Look | None:
    """What a place of a BGR `uint8` picture `(H, W, 3)` looks like; None without a place."""
    if place is None:
        return None
    height, width = picture.shape[:2]
    x0, y0, x1, y1 = place.box_xyxy
    left, top = min(int(x0), width - 1), min(int(y0), height - 1)
    darkest = picture[top : max(top + 1, round(y1)), left : max(left + 1, round(x1))].min(axis=2)
    ink, paper = np.percentile(darkest, (5, 95))
    crop = crop_square(picture, np.asarray(place.box_xyxy, np.float32), 1.4, CROP_SIDE)
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    areas = [_area(p.box_xyxy) for p in indices_only(evidence.places)]
    return Look(
        length_px=long_side(place.box_xyxy) * reader.locator.side / max(height, width),
        sharpness=float(cv2.Laplacian(grey, cv2.CV_32F).var()),
        blown=float((darkest >= BLOWN).mean()),
        contrast=1 - float(ink) / max(1.0, float(paper)),
        area=_area(place.box_xyxy) / float(np.median(areas)) if areas else 1.0,
        at_edge=min(x0, y0, width - x1, height - y1) < 2,
    )


def _area(box: BoxXyxy) -> float:
    return max(1.0, (box[2] - box[0]) * (box[3] - box[1]))


def cause_table(causes: Sequence[Cause]) -> str:
    """A row a mistake."""
    width = max([8, *(len(c.picture.name) for c in causes)])
    head = f"{'picture':<{width}}  {'scene':<8}{'missed':<7}{'wrong':<6}{'conf.':>6}  {'stage':<11}"
    lines = [head + f"{'px':>5}{'sharp':>7}{'blown':>6}{'contr.':>7}{'area':>6}  cause; tags"]
    for c in causes:
        sure = f"{c.confidence:.3f}" if c.confidence is not None else "-"
        what = f"{c.picture.scene:<8}{c.missed or '-'!s:<7}{c.wrong or '-'!s:<6}{sure:>6}  {c.stage:<11}"
        note = WHY[c.why][1] + (f" [{', '.join(c.look.flags)}]" if c.look and c.look.flags else "")
        tags = f"; {' '.join(sorted(c.picture.tags))}" if c.picture.tags else ""
        lines.append(f"{c.picture.name:<{width}}  {what}{_features(c)}  {note}{tags}")
    return "\n".join(lines)


def _features(cause: Cause) -> str:
    if cause.look is None:
        return f"{'-':>5}{'-':>7}{'-':>6}{'-':>7}{'-':>6}"
    look = cause.look
    return f"{look.length_px:>5.0f}{look.sharpness:>7.0f}{look.blown:>6.2f}{look.contrast:>7.2f}{look.area:>6.2f}"


def cause_sums(causes: Sequence[Cause]) -> str:
    """A row a cause: how many mistakes, and at how many of their places each flag holds; the last column has none."""
    columns = [*FLAGS, "no flag", "no place"]
    lines = [f"{'':<66}{'mistakes':>9}" + "".join(f"{name:>9}" for name in columns)]
    rows = [(f"{stage}: {text}", [c for c in causes if c.why == why]) for why, (stage, text) in WHY.items()]
    for title, chosen in [*rows, ("in all", list(causes))]:
        if chosen or title == "in all":
            lines.append(f"{title:<66}{len(chosen):>9}" + "".join(f"{n:>9}" for n in _flag_counts(chosen)))
    lines.append("flags: " + ", ".join(f"{name} = {text}" for name, text in FLAGS.items()))
    return "\n".join(lines)


def _flag_counts(causes: Iterable[Cause]) -> list[int]:
    looks = [c.look for c in causes]
    known = [look.flags for look in looks if look is not None]
    return [
        *(sum(name in flags for flags in known) for name in FLAGS),
        sum(not flags for flags in known),
        len(looks) - len(known),
    ]
