"""The trick under entry in a small file beside the log, so that it outlives the program: nothing entered is lost.

Nothing in it counts; the log has what counts. It is written on each change, whole or not at all, and without waiting
for the disk: it is to survive the end of the process at any moment. A picture is never in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.hand_facts import HandFacts
from models.proposed_card import ProposedCard, SurplusCard, judged, not_seen
from models.trick_reader import TrickProposal
from scorer.cards import Card
from scorer.errors import DonError
from scorer.seats import Seat
from scorer.whole_file import write_whole

MOST = 8
"""So many matches can have a trick under entry in the file; the oldest ones go first."""
_STATES = ("sure", "doubtful", "impossible", "missing", "chosen")


@dataclass(frozen=True, slots=True)
class Draft:
    """A trick under entry as kept: how many entries its record had, its cards by seat, and what is still open."""

    entries: int
    leader: Seat
    cards: tuple[ProposedCard, ...]
    surplus: tuple[SurplusCard, ...] = ()
    seats_open: bool = False
    by_winner: bool = False
    """Whether only the winner's seat was named, the others' being taken from the places of their cards."""

    @classmethod
    def of(cls, proposal: TrickProposal, entries: int, by_winner: bool = False) -> Draft:
        """The draft of a proposal that was made when the record had so many entries."""
        return cls(entries, proposal.leader, proposal.cards, proposal.surplus, proposal.seats_open, by_winner)

    def proposal(self, facts: HandFacts) -> TrickProposal | None:
        """The proposal again, weighed by what the hand says; None where another player leads or other seats play."""
        if facts.seats[0] is not self.leader or {card.seat for card in self.cards} != set(facts.seats):
            return None
        by_seat = {card.seat: card for card in self.cards}
        cards = judged([by_seat.get(seat, not_seen(seat)) for seat in facts.seats], facts, not self.seats_open)
        return TrickProposal(self.leader, cards, facts, self.seats_open, self.surplus)

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "entries": self.entries,
            "leader": self.leader.value,
            "cards": [_card_json(card) for card in self.cards],
            "surplus": [_surplus_json(card) for card in self.surplus],
            "seats_open": self.seats_open,
            "by_winner": self.by_winner,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Draft:
        """Raises `ValueError`, `KeyError`, `TypeError` or `DonError` for what `to_json` did not write."""
        return cls(
            int(data["entries"]),
            Seat(data["leader"]),
            tuple(_card_of(card) for card in data["cards"]),
            tuple(_surplus_of(card) for card in data["surplus"]),
            bool(data["seats_open"]),
            bool(data["by_winner"]),
        )


class DraftFile:
    """The drafts of the matches of one log, by match, in one file. What can't be read is as if it weren't there.

    What can't be written is let go without a word: the people at the table still see it, and the log is untouched.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def keep(self, match_id: str, draft: Draft | None) -> None:
        """Keep the draft of a match; None where nothing is under entry any more."""
        kept = self._load()
        before = kept.pop(match_id, None)
        if draft is not None:
            kept[match_id] = draft.to_json()
        elif before is None:
            return
        with suppress(OSError):
            self._write(dict(list(kept.items())[-MOST:]))

    def of(self, match_id: str, entries: int) -> Draft | None:
        """The draft of a match whose record has so many entries; None if it has moved on since, or there is none."""
        try:
            draft = Draft.from_json(self._load()[match_id])
        except (LookupError, ValueError, TypeError, AttributeError, DonError):
            return None
        return draft if draft.entries == entries else None

    def _load(self) -> dict[str, Any]:
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return data if isinstance(data, dict) else {}

    def _write(self, kept: Mapping[str, Any]) -> None:
        if not kept:
            self._path.unlink(missing_ok=True)
            return
        write_whole(self._path, [json.dumps(kept).encode()], lasting=False)  # with each card: no wait for the disk


def _card_json(card: ProposedCard) -> dict[str, Any]:
    return {
        "seat": card.seat.value,
        "card": str(card.card) if card.card else None,
        "state": card.state,
        "confidence": card.confidence,
        "reason": card.reason,
        "box": card.box_xyxy,
        "read": _names_json(card.read),
        "mistake": card.mistake,
    }


def _card_of(data: Mapping[str, Any]) -> ProposedCard:
    if data["state"] not in _STATES or data["mistake"] not in (None, "this", "earlier"):
        raise ValueError("a card of a draft has no such state")
    return ProposedCard(
        Seat(data["seat"]),
        Card.parse(data["card"]) if data["card"] else None,
        data["state"],
        float(data["confidence"]),
        str(data["reason"]),
        box_xyxy=_box(data["box"]) if data["box"] else None,
        read=_names_of(data["read"]),
        mistake=data["mistake"],
    )


def _surplus_json(card: SurplusCard) -> dict[str, Any]:
    return {
        "card": str(card.card),
        "confidence": card.confidence,
        "reason": card.reason,
        "box": card.box_xyxy,
        "read": _names_json(card.read),
        "of": str(card.of) if card.of else None,
    }


def _surplus_of(data: Mapping[str, Any]) -> SurplusCard:
    return SurplusCard(
        Card.parse(data["card"]),
        float(data["confidence"]),
        str(data["reason"]),
        _box(data["box"]),
        _names_of(data["read"]),
        of=Card.parse(data["of"]) if data["of"] else None,
    )


def _names_json(names: Iterable[tuple[Card, float]]) -> list[tuple[str, float]]:
    return [(str(card), share) for card, share in names]


def _names_of(data: Iterable[tuple[str, float]]) -> tuple[tuple[Card, float], ...]:
    return tuple((Card.parse(card), float(share)) for card, share in data)


def _box(data: Iterable[float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = (float(value) for value in data)
    return left, top, right, bottom
