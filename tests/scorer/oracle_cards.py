"""The slow oracle, its tables: a second reading of RULES.md 2.2, 2.8, 3 and 6, on strings alone.

Nothing is imported from the program. A card is its rank and its suit letter ("10H"), a seat or a side is a string.
"""

from typing import Any

RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
SUITS = "CDHS"

# RULES.md 2.8: what a trump pegs, what a plain card pegs, what any card counts for game or muck.
NINE_CARD = ({"A": 4, "K": 3, "Q": 2, "J": 1, "9": 9, "5": 10}, {"5": 5})
PHAT = ({"A": 4, "K": 3, "Q": 2, "J": 1, "9": 18, "5": 10}, {"9": 9, "5": 5})
GELDESTON = ({"A": 4, "K": 3, "Q": 2, "J": 1, "10": 18, "5": 10}, {"10": 9, "5": 5})
FOR_GAME = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10}

FOUR = {"seats": ["N", "E", "S", "W"], "sides": {"NS": ["N", "S"], "EW": ["E", "W"]}}
TWO = {"seats": ["N", "S"], "sides": {"N": ["N"], "S": ["S"]}}
THREE = {"seats": ["E", "S", "W"], "sides": {"E": ["E"], "S": ["S"], "W": ["W"]}}

COMMON: dict[str, Any] = {
    "pack": 52, "target": None, "bonus_tie": "none", "low_point_to": "won", "dealer_rule": "right_of_pitcher",
    "cut_ace": "high", "match": "single", "pitches": None, "deals": None, "tie_rule": None, "called": False,
    "blind": False, "blind_layout": "000", "first_trick_to_pitcher": False, "equal_totals": "draw",
    "out_of_turn_penalty": "note",
}  # fmt: skip
NINE = {
    **COMMON, **FOUR, "values": NINE_CARD, "tricks": 9, "bonus_scheme": "8", "cut": "high_by_side",
    "cut_choice": "winner_names", "revoke_penalty": "walton",
}  # fmt: skip
BLIND = {
    **COMMON, **TWO, "values": NINE_CARD, "tricks": 18, "bonus_scheme": "5+1+1+1", "cut": "high", "pitches": 4,
    "revoke_penalty": "transfer_trick", "blind": True, "stacks": 9,
}  # fmt: skip
FAT = {
    **COMMON, **FOUR, "values": PHAT, "tricks": 13, "bonus_scheme": "muck8", "bonus_tie": "carry", "target": 181,
    "cut": "low_of_all", "revoke_penalty": "transfer_trick",
}  # fmt: skip

VARIANTS: dict[str, dict[str, Any]] = {
    "nine_card_lancashire": {**NINE, "target": 91},
    "nine_card_south_wales": {**NINE, "target": 121, "match": "best_of_3_legs"},
    "nine_card_cheshire": {**NINE, "target": 121},
    "nine_card_online_welsh": {**NINE, "target": 121, "dealer_rule": "pitcher_deals", "cut_choice": "own_side"},
    "blind_don_burnley": BLIND,
    "blind_don_stalybridge": {**BLIND, "called": True, "stacks": 7},
    "blind_don_three": {**BLIND, **THREE, "called": True, "stacks": 5, "tricks": 14, "pitches": 3},
    "irish_don": {
        **COMMON, **FOUR, "values": PHAT, "tricks": 13, "bonus_scheme": "none", "deals": 2, "cut": "marker_card",
        "tie_rule": "last_scoring_trick_loses", "revoke_penalty": "transfer_trick",
    },
    "phat": FAT,
    "phat_geldeston": {**FAT, "values": GELDESTON},
}  # fmt: skip


def rules_of(variant: str, options: dict[str, Any]) -> dict[str, Any]:
    """The rules of a table: the variant's defaults of section 3, the options over them (RULES.md 9)."""
    rules = {**VARIANTS[variant], **options}
    rules["first_trick_to_pitcher"] = rules["first_trick_to_pitcher"] in (True, "on")
    if variant == "irish_don":
        rules["tricks"] = int(rules["pack"]) // 4
    if rules["blind_layout"] == "russian":
        rules["stacks"] = 0
    return rules


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


def pack_of(size: int) -> list[str]:
    """52 cards; 48 without the twos; 44 without the twos and threes (RULES.md 3.4)."""
    gone = {52: [], 48: ["2"], 44: ["2", "3"]}[size]
    return [value + colour for colour in SUITS for value in RANKS if value not in gone]


def worth(card: str, trump: str, values: tuple[dict[str, int], dict[str, int]]) -> int:
    """What a card pegs for the side that wins its trick."""
    of_trumps, of_plain = values
    return (of_trumps if suit(card) == trump else of_plain).get(rank(card), 0)


def for_game(card: str) -> int:
    return FOR_GAME.get(rank(card), 0)


def highest(cards: list[str], of_suit: str) -> str | None:
    return next((value + of_suit for value in RANKS if value + of_suit in cards), None)


def lowest(cards: list[str], of_suit: str) -> str | None:
    return next((value + of_suit for value in reversed(RANKS) if value + of_suit in cards), None)


def taker(cards: list[str], trump: str) -> int:
    """The place of the winning card: the highest trump, else the highest of the suit led (RULES.md 2.2)."""
    best = highest(cards, trump) or highest(cards, suit(cards[0]))
    return cards.index(best) if best else 0


def left_of(seat: str, seats: list[str], steps: int = 1) -> str:
    return seats[(seats.index(seat) + steps) % len(seats)]


def order_from(seat: str, seats: list[str]) -> list[str]:
    return [left_of(seat, seats, steps) for steps in range(len(seats))]
