"""Why a point was scored, and why a trick was won: one sentence with card, rule and source, made at the edge.

The `Peg` says what for (RULES.md 4.1); the variant says where the rule comes from.
"""

from collections.abc import Mapping, Sequence

from scorer.hand import HandRecord, HandState, TrickRecord
from scorer.match import PenaltyRecord
from scorer.seats import Side
from scorer.texts import rank_words, say
from scorer.trick import Peg, winner_index
from scorer.variant import Variant, source_names

_NOT_SOURCES = ("HD", "derived")
"""Codes that stand for this project's own decision (RULES.md 0)."""

_PARAMETERS: Mapping[str, str] = {
    "trump_card": "trump_values",
    "plain_card": "plain_values",
    "bonus_tens": "bonus_tie",
    "bonus_low": "low_point_to",
    "bonus_low_dealt": "low_point_to",
    "peg_forgotten": "peg_correction",
    "peg_too_many": "peg_correction",
}
"""The parameter of the variant on which a reason rests; the others rest on the bonus scheme or the penalty."""

_OWN = ("counted", "penalty")
"""Reasons that no source knows: totals told by the table, and points for whatever the table says."""


def why(
    peg: Peg,
    record: HandRecord | None = None,
    lang: str = "",
    *,
    variant: Variant | None = None,
    penalty: PenaltyRecord | None = None,
) -> str:
    """The sentence that explains ``peg``.

    With the hand's record the bonus for game names the counts and what was carried over (RULES.md 3.5), with the
    variant the rule has its source, and with the `PenaltyRecord` to which the peg belongs it is said who did what.
    """
    reason = peg.reason
    params: dict[str, object] = {
        "side": peg.side,
        "points": peg.points,
        "lost": -peg.points,
        "rule": cited(reason.rule, _codes(reason.code, variant), lang),
        "trick": reason.trick,
        "card": reason.card,
        "seat": None,
        "other": None,
        "count": None,
    }
    if penalty is not None:
        params |= {"seat": penalty.seat, "other": penalty.against, "text": penalty.text or None}
        params |= {"called": penalty.trick, "reason": penalty.code}
    if reason.card is not None:
        params["rank"] = rank_words(reason.card.rank, lang)
    if record is not None and record.game_count is not None:
        carried = record.carry_before
        params |= counts_for(peg.side, record.game_count)
        params |= {"deal": peg.points - carried, "carried": carried or None}
    return say(reason.code, params, lang)


def counts_for(side: Side, counts: Mapping[Side, int]) -> dict[str, object]:
    """The count of ``side`` and those of the others, as parameters of a sentence."""
    return {"count": counts[side], "others": tuple(count for other, count in counts.items() if other != side)}


def why_won(trick: TrickRecord, hand: HandState, lang: str = "", *, variant: Variant | None = None) -> str:
    """Why the winner of a trick won it: the highest trump, else the highest of the suit led (RULES.md 2.2).

    By an option of Irish Don the first trick is the pitcher's whatever was played (RULES.md 3.4).
    """
    assert hand.trump is not None, "a finished trick has trumps"
    place = winner_index(trick.cards, hand.trump)
    card = trick.cards[place]
    if trick.seats[place] is not trick.winner:
        code, section, codes = "won_by_pitcher", "3.4", _codes_of("first_trick_to_pitcher", variant)
    elif card.suit is not hand.trump:
        code, section, codes = "won_suit_led", "2.2", COMMON_RULE
    else:
        alone = sum(other.suit is hand.trump for other in trick.cards) == 1
        code, section, codes = "won_only_trump" if alone else "won_highest_trump", "2.2", COMMON_RULE
    rule = cited(section, codes, lang)
    params = {"seat": trick.winner, "trick": trick.number, "card": card, "suit": card.suit, "rule": rule}
    return say(code, params, lang)


COMMON_RULE = ("000",)
"""The source of the rules that all sources share (RULES.md 2)."""


def cited(section: str, codes: Sequence[str], lang: str = "") -> str:
    """The section of the rules with the name of its first source; the section alone where none is given."""
    if not codes:
        return section
    form = "rule_without_source" if codes[0] in _NOT_SOURCES else "rule_from"
    return say(form, {"rule": section, "source": source_names()[codes[0]]}, lang)


def cited_of(section: str, parameter: str, variant: Variant, lang: str = "") -> str:
    """The section of the rules with the source of one parameter of the variant."""
    return cited(section, _codes_of(parameter, variant), lang)


def _codes(code: str, variant: Variant | None) -> tuple[str, ...]:
    """The source codes behind a reason; none without a variant."""
    if variant is not None and code in _OWN:
        return ("HD",)
    scored = code.startswith("bonus_")
    return _codes_of(_PARAMETERS.get(code, "bonus_scheme" if scored else "revoke_penalty"), variant)


def _codes_of(parameter: str, variant: Variant | None) -> tuple[str, ...]:
    return variant.sources.get(parameter, ()) if variant else ()
