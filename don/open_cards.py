"""What is open about the cards of a proposed trick, in words: for questions on the terminal and for lists of them."""

from __future__ import annotations

from collections.abc import Sequence

from don.show import WORDS, listed
from models.hand_facts import EarlierCard
from models.proposed_card import ProposedCard, SurplusCard

REASONS = {
    "unclear": "is not clear",
    "two_names": "has another name at its other corner",
    "two_places": "was read in two places",
    "not_in_pack": "is not in the pack",
    "twice": "was read for two players",
    "not_seen": "was not seen",
}
SURPLUS = {
    "twice": "a second time",
    "not_in_pack": "not in the pack",
    "extra": "perhaps",
}
OFFERED = 3
"""At most so many names are offered in a question."""


def why_open(entry: ProposedCard) -> str:
    """Why a card is asked about: `is not clear`; `was played in trick 2 (East, read with 0.98)`."""
    if entry.earlier is None:
        return REASONS.get(entry.reason, "is open")
    words = f"was played in {earlier_words(entry.earlier)}"
    if entry.mistake == "earlier":
        others = entry.earlier.runners_up[:2]
        words += ", likelier the wrong one" + (f": perhaps {listed(others)} there" if others else "")
    return words


def earlier_words(earlier: EarlierCard) -> str:
    """`trick 2 (East, read with 0.98)`."""
    how = {"by_hand": "by hand", "read": f"read with {earlier.confidence or 0:.2f}", "unknown": ""}[earlier.source]
    notes = ", ".join(note for note in (WORDS[earlier.seat] if earlier.seat else "", how) if note)
    return f"trick {earlier.trick}" + (f" ({notes})" if notes else "")


def card_question(entry: ProposedCard) -> str:
    """One open card as a question: `is it 6H (0.55), 8H or 9H?`."""
    offered = entry.suggestions[:OFFERED]
    read = f"{entry.card} ({entry.confidence:.2f})"
    if offered and offered[0] == entry.card and entry.reason in ("unclear", "two_names", "two_places"):
        return f"is it {listed([read, *offered[1:]])}?"
    asked = f"is it {listed(offered)}?" if offered else "which card is it?"
    return f"read as {read}, which {why_open(entry)}; {asked}"


def surplus_words(surplus: Sequence[SurplusCard]) -> str:
    """Cards beyond one a player with the reason for each: `2H 5C of trick 4; KD perhaps`."""
    groups: dict[str, list[str]] = {}
    for card in surplus:
        groups.setdefault(_place(card), []).append(str(card.card))
    return "; ".join(f"{' '.join(names)} {words}" for words, names in groups.items())


def _place(card: SurplusCard) -> str:
    if card.of is not None:
        return f"at a corner of {card.of}"
    return f"of trick {card.earlier.trick}" if card.earlier is not None else SURPLUS[card.reason]
