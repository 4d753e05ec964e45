"""The rule behind each refusal: its section of the rules (RULES.md 4.2), for whoever asks why something is refused."""

from collections.abc import Mapping

from scorer.refusal import Refusal
from scorer.texts import say

_CODES_BY_SECTION: Mapping[str, tuple[str, ...]] = {
    "1": ("UNKNOWN_SEAT", "UNKNOWN_SIDE"),
    "2.1": ("MUST_FOLLOW_SUIT",),
    "2.3": ("WRONG_LEADER", "OUT_OF_TURN"),
    "2.5": ("GAME_OVER", "BAD_START_SCORE"),
    "3.1": ("WRONG_CHOICE", "WRONG_CUTTERS", "WRONG_DEALER"),
    "3.2": (
        *("LEAGUE_AGAIN_TOO_EARLY", "LEAGUE_FORFEIT_WON", "LEAGUE_FOUR_FORFEIT", "LEAGUE_TOO_FEW_PLAYERS"),
        "LEAGUE_TOO_MANY_GAMES",
    ),
    "3.3": ("CARD_COVERED", "NO_SUCH_STACK", "NOTHING_TO_REVEAL"),
    "3.4": ("CLAIM_TOO_EARLY", "CLAIM_TOO_LATE", "NO_MARKER", "NOTHING_TO_COUNT"),
    "3.5": ("BAD_START_CARRY",),
    "4.1": (
        *("WRONG_PHASE", "TRICK_UNFINISHED", "IMPOSSIBLE_COUNT", "FIRST_OUT_NEEDED", "TOO_LATE", "NEEDS_RECORD"),
        *("NOTHING_TO_UNDO", "NOTHING_TO_REDO", "BAD_START_HANDS", "BAD_MATCH_START_SEATS", "BAD_MATCH_START_BOARD"),
        *("BROKEN_RECORD", "EMPTY_RECORD"),
    ),
    "4.2": ("HAND_OVER", "WRONG_CARD_COUNT", "NOT_IN_PACK", "DUPLICATE_CARD", "CARD_NOT_HELD", "WRONG_HAND_SIZE"),
    "4.3": (
        *("CORRECT_THE_CARD", "LEADER_CONFLICT", "LATER_EVENTS_CONFLICT", "NOTHING_TO_DROP", "NO_UNDERPEG_FIX"),
        *("OPPONENTS_CORRECT", "NO_SUCH_HAND", "NO_SUCH_TRICK", "NO_SUCH_CARD"),
    ),
    "4.4": ("NOT_A_REVOKE", "ALREADY_CALLED"),
    "6": ("NO_CUT",),
}

RULE_OF_REFUSAL: Mapping[str, str] = {code: section for section, codes in _CODES_BY_SECTION.items() for code in codes}
"""The section of the rules behind each code with which an event may be refused."""


def why_refused(refusal: Refusal, lang: str = "") -> str:
    """What is refused and what to do, and the section of the rules that says so."""
    sentence = say(refusal.code, refusal.params, lang)
    rule = say("REFUSED_BY", {"rule": RULE_OF_REFUSAL[refusal.code]}, lang)
    return f"{sentence} {rule}"
