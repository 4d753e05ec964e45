"""What people are asked about a pile: what is not clear in its pictures, and cards of the record not seen there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from don.options import parse_cards
from don.show import listed
from don.status import UsageError
from don.terminal import from_terminal
from scorer.cards import Card
from scorer.texts import side_words

if TYPE_CHECKING:
    from mobile.disputes import MuckDispute
    from models.pile_reader import PileCard, PileReading
    from scorer.seats import Side

NOTHING = ("-", "none", "no")


def place_words(paths: Sequence[Path], reading: PileReading, place: PileCard) -> str:
    """Where an open place is: `fan.jpg, 12 % from the left and 40 % from the top`."""
    where = place.places[0]
    width, height = reading.readings[where.picture].image_wh
    x0, y0, x1, y1 = where.box_xyxy
    across, down = round(50 * (x0 + x1) / width), round(50 * (y0 + y1) / height)
    return f"{paths[where.picture].name}, {across} % from the left and {down} % from the top"


def place_question(paths: Sequence[Path], reading: PileReading, place: PileCard) -> str:
    """`fan.jpg, 12 % from the left and 40 % from the top: read as 6H (0.55), perhaps 8H.`"""
    others = [card for card in place.might_be if card != place.card]
    perhaps = f", perhaps {listed(others)}" if others else ""
    if place.twice:
        return f"{place_words(paths, reading, place)}: reads like {place.card}, which lies elsewhere too{perhaps}."
    return f"{place_words(paths, reading, place)}: read as {place.card} ({place.confidence:.2f}){perhaps}."


def ask_places(dispute: MuckDispute, side: Side, paths: Sequence[Path], reading: PileReading) -> None:
    """Asks of each open place which card it shows. Raises `PersonNeededError` at the end of the input."""
    for place in dispute.open_places(side):
        question = place_question(paths, reading, place)
        default = place.might_be[0] if place.might_be else None
        enter = f" [Enter: {default}]" if default else ""
        dispute.settle(side, place, _one_card(f"{question} Which card is it (- for none){enter}? ", question, default))


def _one_card(prompt: str, question: str, default: Card | None) -> Card | None:
    while True:
        said = from_terminal(prompt, question)
        if said.lower() in NOTHING:
            return None
        if not said and default is not None:
            return default
        try:
            return Card.parse(said)
        except ValueError as error:
            print(f"  {error}")


def missing_question(dispute: MuckDispute, side: Side) -> str | None:
    """`Not seen in the pictures of North and South's pile, though ...: 10H (trick 5).`; None where all were seen."""
    missing = dispute.not_seen(side)
    if not missing:
        return None
    cards = ", ".join(f"{one.card} (trick {one.trick})" for one in missing)
    return f"Not seen in the pictures of {side_words(side)}'s pile, though the record puts them there: {cards}."


def ask_missing(dispute: MuckDispute, side: Side) -> None:
    """Asks which of the cards not seen lie in the pile all the same: a picture can hide one."""
    question = missing_question(dispute, side)
    if question is None:
        return
    missing = {one.card for one in dispute.not_seen(side)}
    while True:
        said = from_terminal(f"{question} Which of these lie there all the same [Enter: none; or all]? ", question)
        if said.lower() == "all":
            found = missing
        else:
            try:
                found = set(cards_of(said))
            except UsageError as error:
                print(f"  {error}")
                continue
        if found <= missing:
            break
        print(f"  {' '.join(str(card) for card in sorted(found - missing))}: not among those not seen.")
    dispute.name(side, found)
    dispute.is_missing(side, missing - found)


def size_question(dispute: MuckDispute, side: Side) -> str:
    """`How many cards has the pile of North and South? Known: 24.`"""
    return f"How many cards has the pile of {side_words(side)}? Known: {dispute.size(side)}."


def ask_size(dispute: MuckDispute, side: Side, size: int | None) -> None:
    """Asks how many cards a pile read from pictures has (unless that is told), and names those that nobody has seen.

    A card too many that no picture shows can be found in no other way. Raises `PersonNeededError`.
    """
    question = size_question(dispute, side)
    while size is None:
        said = from_terminal(f"{question} [Enter: {dispute.size(side)}] ", question)
        if not said:
            return
        size = int(said) if said.isdecimal() and len(said) < 3 else None
        if size is None:
            print("  Write a number.")
    if size < dispute.size(side):
        print(f"  That is fewer than were seen: {' '.join(str(card) for card in dispute.cards(side))}.")
        _take_out(dispute, side, dispute.size(side) - size)
    elif size > dispute.size(side):
        print(f"  Known are {' '.join(str(card) for card in dispute.cards(side))}.")
        _name_rest(dispute, side, size - dispute.size(side))


def _name_rest(dispute: MuckDispute, side: Side, count: int) -> None:
    question = f"Cards of {side_words(side)}'s pile that are not among them: {count}. Which?"
    while True:
        found = _cards_said(question)
        if len(found) == count and found.isdisjoint(dispute.cards(side)):
            dispute.name(side, found)
            return
        print(f"  Name {count} that are not among those known.")


def _take_out(dispute: MuckDispute, side: Side, count: int) -> None:
    question = f"Cards that do not lie in {side_words(side)}'s pile: {count}. Which?"
    while True:
        found = _cards_said(question)
        if len(found) == count and found <= set(dispute.cards(side)):
            dispute.take_out(side, found)
            return
        print(f"  Name {count} of those known.")


def _cards_said(question: str) -> set[Card]:
    while True:
        try:
            return set(cards_of(from_terminal(f"{question} ", question)))
        except UsageError as error:
            print(f"  {error}")


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards of `AH 10H, 5S`; none of `-`. Raises `UsageError` for what is no card, or is there twice."""
    cards = parse_cards(" ".join(word for word in text.replace(",", " ").split() if word.lower() not in NOTHING))
    for card in cards:
        if cards.count(card) > 1:
            raise UsageError(f"{card} is named twice: each card is there once.")
    return cards
