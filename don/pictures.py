"""Pictures of tricks for one hand: found, read, checked as a whole before anything is scored."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from don.status import UsageError
from mobile.camera import natural_order
from models.picture import load_picture
from models.reading import Reading
from models.seating import seat_cards
from models.table_view import TableView
from scorer.cards import Card
from scorer.texts import card_words

if TYPE_CHECKING:
    from models.reader import CardReader

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


@dataclass(frozen=True, slots=True)
class TrickPicture:
    """One picture and what was read in it."""

    path: Path
    reading: Reading


def pictures_in(folder: Path) -> list[Path]:
    """The picture files of a folder in natural file order. Raises `UsageError`."""
    if not folder.exists():
        raise UsageError(f"There is no folder {folder}: check the name.")
    if not folder.is_dir():
        raise UsageError(f"{folder} is a file: name the folder with one picture a trick.")
    paths = sorted((p for p in folder.iterdir() if p.suffix.lower() in SUFFIXES and p.is_file()), key=natural_order)
    if not paths:
        raise UsageError(f"There is no picture in {folder}: it should hold one picture a trick.")
    return paths


def tricks_in(folder: Path, wanted: int, played: int = 0) -> list[Path]:
    """As `pictures_in`, for a hand of `wanted` tricks of which `played` are scored already. Raises `UsageError`."""
    paths = pictures_in(folder)
    if len(paths) == wanted:
        return paths[played:]
    rest = "" if played == 0 else f" (or {wanted - played}, for those not scored yet)"
    if played == 0 or len(paths) != wanted - played:
        found = f"{len(paths)} picture{'s' if len(paths) != 1 else ''}"
        raise UsageError(f"{folder} holds {found} and a hand has {wanted} tricks: put one picture a trick there{rest}.")
    return paths


def read_all(reader: CardReader, paths: Sequence[Path]) -> list[TrickPicture]:
    """Reads every picture, with a progress bar on a terminal. Raises `PictureError`."""
    from tqdm import tqdm

    quiet = not sys.stderr.isatty()
    return [TrickPicture(p, reader.read(load_picture(p))) for p in tqdm(paths, "reading", disable=quiet, leave=False)]


def check_hand(pictures: Sequence[TrickPicture], gone: frozenset[Card], players: int = 4) -> None:
    """Refuses what cannot be one hand, before anything is scored. Raises `UsageError`.

    A picture without a card, more sure cards than players, one sure card in two pictures or in an earlier trick.
    """
    seen: dict[Card, Path] = {}
    for one in pictures:
        sure = [s.card for s in one.reading.sightings if s.sure]
        if not one.reading.sightings:
            raise UsageError(f"No card is to be seen in {one.path}: take the picture again with all cards in view.")
        if len(sure) > players:
            names = ", ".join(str(card) for card in sure)
            raise UsageError(
                f"{one.path} shows {len(sure)} cards ({names}) and a trick has {players}: clear the rest away."
            )
        for card in sure:
            if card in gone:
                raise UsageError(
                    f"{one.path} shows {card_words(card)}, which an earlier trick of this hand has already."
                )
            if card in seen:
                raise UsageError(
                    f"{card_words(card).capitalize()} is in {seen[card]} and in {one.path}: look at both again."
                )
            seen[card] = one.path


def open_questions(pictures: Sequence[TrickPicture], view: TableView, seats_told: bool, players: int = 4) -> list[str]:
    """What a person must say before the hand can be scored, one sentence each."""
    questions = []
    for one in pictures:
        sightings = one.reading.sightings
        for seen in sightings:
            if not seen.sure:
                others = ", ".join(str(card) for card, _ in seen.runners_up[:3])
                where = f"{one.path.name}: is it {seen.card} ({seen.confidence:.2f})"
                questions.append(where + (f" or {others}?" if others else "?"))
        if len(sightings) < players:
            missing = players - len(sightings)
            questions.append(f"{one.path.name}: {missing} of {players} cards not seen; which?")
        elif len(sightings) > players:
            questions.append(f"{one.path.name}: {len(sightings)} cards may be there; which {players} are the trick?")
        elif not seats_told and not seat_cards([s.centre for s in sightings], view).known:
            questions.append(f"{one.path.name}: who played which card?")
    return questions
