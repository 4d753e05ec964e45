"""Real photographs as a video would show them: each is looked at several times, a little differently, and voted on.

The watcher takes a card as sure from `WATCHED_SURE` on where its looks agree. Real videos of Don are not at hand; here
each photograph is shifted, lit, blurred, made noisy and compressed a little differently in each look. Printed: of the
cards from each confidence on for which the looks agree, how many there are and how many are wrong. The threshold was
chosen on those marked `tune`.

    python -m benchmarks.watched_photos
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from tqdm import tqdm

from datasets.photos import Photo, PhotosError, load_photos
from models.cards_on_table import AGREED, LOOKS_FOR_LIKELY, WATCHED_SURE, Votes
from models.looks import SeenPlace
from models.merge import apart
from models.picture import Picture, load_picture
from models.reader import CardReader, has_colour
from models.reading import BoxXyxy, IndexSighting
from models.sightings import sightings_of
from scorer.cards import Card

LOOKS = 5
LONGEST = 1280
"""Photographs are made as small as a video's frames."""
THRESHOLDS = (0.9918, 0.98, 0.97, WATCHED_SURE, 0.95, 0.93, 0.9)
NEAR = 0.5
"""Boxes whose middles are this near (in index lengths) are one place."""


@dataclass
class _Place:
    box: BoxXyxy
    votes: Votes
    looks: set[int]
    said: Counter[Card] = field(default_factory=Counter)
    """How many looks gave each name as the likeliest."""


@dataclass(frozen=True, slots=True)
class Named:
    """A card for which the looks agreed: its confidence, and whether it lies in the photograph."""

    photo: Photo
    confidence: float
    right: bool


def another_look(picture: Picture, rng: np.random.Generator) -> Picture:
    """The picture as the next frame might show it."""
    shift = np.array([[1, 0, rng.normal(0, 0.6)], [0, 1, rng.normal(0, 0.6)]])
    size = (picture.shape[1], picture.shape[0])
    moved = cv2.warpAffine(picture, shift, size, borderMode=cv2.BORDER_REPLICATE)
    lit = moved.astype(np.float32) * (1 + rng.normal(0, 0.03)) + rng.normal(0, 3, picture.shape)
    seen = np.clip(lit, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.6), np.uint8)
    _, data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def watched(reader: CardReader, photo: Photo, rng: np.random.Generator) -> list[Named]:
    """The cards of a photograph on which the looks agree."""
    picture = load_picture(photo.path)
    scale = min(1.0, LONGEST / max(picture.shape[:2]))
    if scale < 1:
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    places: list[_Place] = []
    for number in range(LOOKS):
        for found in reader.places(another_look(picture, rng)):
            _vote(places, found, number)
    kept = {place.box: place for place in places if len(place.looks) >= 2}
    means = [place.votes.mean(box) for box, place in kept.items()]
    named = []
    for seen in sightings_of(means, reader.calibration, has_colour(picture)):
        own = [kept[index.box_xyxy] for index in seen.indices]
        looks = max(len(place.looks) for place in own)
        if looks >= LOOKS_FOR_LIKELY and not seen.conflict and max(p.said[seen.card] for p in own) >= AGREED * looks:
            named.append(Named(photo, seen.confidence, seen.card in photo.cards))
    return named


def _vote(places: list[_Place], found: IndexSighting, number: int) -> None:
    near = (p for p in places if number not in p.looks and apart(p.box, found.box_xyxy) <= NEAR)
    place = next(near, None)
    if place is None:
        place = _Place(found.box_xyxy, Votes(), set())
        places.append(place)
    place.looks.add(number)
    place.said[found.cards[0][0]] += 1
    said = (found.located, found.no_index, found.cards, 1.0)
    place.votes.add(SeenPlace(0, found.box_xyxy, "seen", 0.0, 0.0, False, *said))


def table(named: Sequence[Named], use: str) -> str:
    """Cards kept and wrong from each confidence on, for the photographs with English letters of that use."""
    own = [one for one in named if one.photo.use == use and one.photo.index == "en"]
    lines = [f"{use}: confidence from   kept  wrong"]
    for least in THRESHOLDS:
        kept = [one for one in own if one.confidence >= least]
        mark = "  (sure when watched)" if least == WATCHED_SURE else ""
        lines.append(f"{least:>22}{len(kept):>7}{sum(not one.right for one in kept):>7}{mark}")
    return "\n".join(lines)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    reader = CardReader.load()
    try:
        photos = load_photos()
    except PhotosError as error:
        print(error, file=sys.stderr)
        return 2
    named = [one for photo in tqdm(photos, "watching", leave=False) for one in watched(reader, photo, rng)]
    print("\n\n".join(table(named, use) for use in ("tune", "eval")))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
