"""Pictures of tricks for one hand: found, read, checked as a whole before anything is scored."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from don.open_cards import card_question, surplus_words
from don.status import UsageError
from mobile.camera import natural_order
from models.hand_facts import HandFacts
from models.picture import load_picture
from models.reading import Reading
from models.table_view import TableView
from models.trick_reader import TrickProposal, earlier_card, propose_from
from scorer.cards import Card

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

    A picture without a card, with more sure cards in play than players, or with nothing but cards of an earlier trick.
    `gone`: the cards of the hand's tricks before these pictures.
    """
    seen = dict.fromkeys(gone, "an earlier trick of this hand")
    for one in pictures:
        sure = [s.card for s in one.reading.sightings if s.sure]
        if not one.reading.sightings:
            raise UsageError(f"No card is to be seen in {one.path}: take the picture again with all cards in view.")
        fresh = [card for card in sure if card not in seen]
        if len(fresh) > players:
            names = ", ".join(str(card) for card in fresh)
            raise UsageError(
                f"{one.path} shows {len(fresh)} cards ({names}) and a trick has {players}: clear the rest away."
            )
        for place in dict.fromkeys(seen[card] for card in sure if card in seen):
            again = [str(card) for card in sure if seen.get(card) == place]
            if len(again) > 1 and len(again) + len(fresh) <= players:
                raise UsageError(f"{' '.join(again)} are in {place} and in {one.path}: look at both again.")
        seen.update(dict.fromkeys(fresh, str(one.path)))


def proposals(pictures: Sequence[TrickPicture], facts: HandFacts, view: TableView) -> list[TrickProposal]:
    """What each picture proposes as the next trick of the hand, who leads the later ones being unknown."""
    found = []
    played = len(facts.hand.tricks) if facts.hand else 0
    for number, one in enumerate(pictures, played + 1):
        proposal = propose_from(one.reading, facts, view)
        found.append(proposal)
        settled = {c.card: earlier_card(number, c) for c in proposal.cards if c.settled and c.card is not None}
        facts = facts.after(settled)
    return found


def doubt_repeated(
    pictures: Sequence[TrickPicture], facts: HandFacts, view: TableView
) -> tuple[list[TrickPicture], list[str]]:
    """Makes a sure card doubtful where a later picture shows it too and the earlier reading is likelier wrong.

    It is then asked about before it is scored. With a sentence for each such card.
    """
    asked, sentences = list(pictures), []
    played = len(facts.hand.tricks) if facts.hand else 0
    for later, proposal in zip(pictures, proposals(pictures, facts, view), strict=True):
        for entry in proposal.cards:
            if entry.mistake == "earlier" and entry.earlier is not None and entry.earlier.trick > played:
                place = entry.earlier.trick - played - 1
                sentences.append(
                    f"{entry.card} is in {pictures[place].path.name} ({entry.earlier.confidence or 0:.2f}) and in "
                    f"{later.path.name} ({entry.confidence:.2f}): one is misread, likelier {pictures[place].path.name}."
                )
                asked[place] = _doubted(asked[place], entry.card)
    return asked, sentences


def _doubted(picture: TrickPicture, card: Card | None) -> TrickPicture:
    """The picture with its sightings of a card made doubtful."""
    sightings = tuple(
        replace(s, status="doubtful", conflict=True) if s.card == card else s for s in picture.reading.sightings
    )
    return replace(picture, reading=replace(picture.reading, sightings=sightings))


def open_questions(
    pictures: Sequence[TrickPicture], facts: HandFacts, view: TableView, seats_told: bool = False
) -> list[str]:
    """What a person must say before the hand can be scored, one sentence each. `seats_told`: who played is known."""
    return [
        f"{one.path.name}: {question}"
        for one, proposal in zip(pictures, proposals(pictures, facts, view), strict=True)
        for question in questions_of(proposal, seats_told)
    ]


def questions_of(proposal: TrickProposal, seats_told: bool = False, winning: Card | None = None) -> list[str]:
    """What is open about one trick. `winning`: the card that won whoever played which, where that seat is enough."""
    players, missing = len(proposal.cards), sum(c.card is None for c in proposal.cards)
    questions = [card_question(c) for c in proposal.cards if not c.settled and c.card is not None]
    if missing:
        questions.append(f"{missing} of {players} cards not seen; which?")
    if proposal.surplus:
        questions.append(f"more than {players} cards ({surplus_words(proposal.surplus)}); leave those out?")
    if not missing and proposal.seats_open and not seats_told:
        questions.append("who played which card?" if winning is None else f"who played {winning} (it wins)?")
    return questions
