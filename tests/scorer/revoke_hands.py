"""Hands in which somebody revokes: what the tests of penalties and of late calls share."""

from scorer_table import LANCASHIRE, dealt, trick

from scorer.events import (
    Event,
    Trick,
)

# South revokes in trick 2 (a diamond on a club lead), proved in trick 3. North and South have 9 then, East and West 0.
SOUTH_REVOKES = [trick("N", "AH 2H 3H 4H"), trick("N", "KC 7C 6D 5C"), trick("N", "QC 9C 3C 10C")]
# West revokes in trick 2, which North wins with 5; East has taken 6 in trick 1.
WEST_REVOKES = [trick("N", "QH AH 2H 3H"), trick("E", "5C 6C 2D AC"), trick("N", "KC 8C 9C 3C")]


RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


def with_penalty(
    kind: str, scores: dict[str, int] | None = None, variant: str = LANCASHIRE, pitcher: str = "N"
) -> list[Event]:
    return [*dealt(variant, {"revoke_penalty": kind}, pitcher, scores), *SOUTH_REVOKES]


def hand_with_revoke() -> list[Trick]:
    """Nine tricks; South revokes in trick 2. North and South win all, and the count for game."""
    return [
        *SOUTH_REVOKES, trick("N", "JC 2C 4C 8C"), trick("N", "KH 6H 7H 8H"), trick("N", "QH 9H JH 10H"),
        trick("N", "AS 2S 3S 4S"), trick("N", "KS 6S 7S 8S"), trick("N", "QS 9S 10S JS"),
    ]  # fmt: skip
