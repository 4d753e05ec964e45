"""Why something scored nothing, or not for this side: one sentence with card, rule and source (RULES.md 2.5 to 2.8).

Asked of a card ("why didn't the nine of clubs score?") or of a part of the bonus. What lies in the hands is never used,
only what has been played.
"""

from scorer.cards import Card, pack_of
from scorer.explain import cited, cited_of, why
from scorer.hand import HandRecord, HandState, TrickRecord
from scorer.match import GameRecord, MatchState, PenaltyRecord
from scorer.seats import Side
from scorer.texts import rank_words, say
from scorer.trick import Peg, card_points
from scorer.variant import Variant

HOUSE = ("HD",)


def why_not(state: MatchState, card: Card, hand: int | None = None, lang: str = "") -> str:
    """Why ``card`` did not score, or that it did and for whom (RULES.md 2.8).

    ``hand`` counts from 1 over the match; without it the hand in play is meant, else the last one.
    """
    if card not in pack_of(state.variant.pack):
        return say("NOT_IN_PACK", {"card": card, "pack": state.variant.pack}, lang)
    found = _hand(state, hand)
    if found is None:
        return _no_hand(hand, lang)
    if isinstance(found, HandRecord) and found.ended == "void":
        return say("WHY_NOT_VOID", {"hand": found.number, "rule": cited("4.1", HOUSE, lang)}, lang)
    params: dict[str, object] = {"card": card, "rank": rank_words(card.rank, lang), "hand": found.number}
    trick = next((trick for trick in found.tricks if card in trick.cards), None)
    on_table = any(card == played for _, played in found.current)
    if trick is None and not on_table:
        return _not_played(state, found, params, lang)
    assert found.trump is not None, "a card was played, so there are trumps"
    points = card_points(card, found.trump, state.variant)
    params |= {"points": points, "trick": trick.number if trick else len(found.tricks) + 1}
    if not points:
        return _worthless(state.variant, card, card.suit is found.trump, params, lang)
    if trick is None:
        return say("WHY_NOT_ON_TABLE", {**params, "rule": cited("2.4", ("000",), lang)}, lang)
    return _scored(state, found, trick, card, params, lang)


def _hand(state: MatchState, number: int | None) -> HandState | HandRecord | None:
    hands: tuple[HandState | HandRecord, ...] = (*state.hands, *((state.hand,) if state.hand else ()))
    if number is None:
        return hands[-1] if hands else None
    return hands[number - 1] if 1 <= number <= len(hands) else None


def _no_hand(number: int | None, lang: str) -> str:
    if number is not None:
        return say("NO_SUCH_HAND", {"hand": number}, lang)
    return say("WHY_NOT_NO_HAND", {"rule": cited("2.4", ("000",), lang)}, lang)


# Cards


def _worthless(variant: Variant, card: Card, trump: bool, params: dict[str, object], lang: str) -> str:
    """The card was played and pegs nothing; it may still count for game, or have been worth something as a trump."""
    counted = variant.game_values.get(card.rank, 0) if "game" in variant.bonus else 0
    as_trump = None if trump else variant.trump_values.get(card.rank) or None
    rule = cited_of("2.8", "trump_values" if trump else "plain_values", variant, lang)
    code = "WHY_NOT_TRUMP" if trump else "WHY_NOT_PLAIN"
    return say(code, {**params, "as_trump": as_trump, "count": counted or None, "rule": rule}, lang)


def _scored(
    state: MatchState, hand: HandState, trick: TrickRecord, card: Card, params: dict[str, object], lang: str
) -> str:
    """The card scored for who won the trick, unless a call has moved the points of the trick since (RULES.md 4.5)."""
    peg = next(peg for peg in trick.pegs if peg.reason.card == card)
    calls = [record for record in state.penalties if record.hand == hand.number and _moves(record, trick)]
    net = {trick.side: trick.points}
    for record in calls:
        for moved in record.pegs:
            if moved.reason.trick == trick.number:
                net[moved.side] = net.get(moved.side, 0) + moved.points
    if net[trick.side] > 0:
        return say("IT_SCORED", {"why": why(peg, lang=lang, variant=state.variant)}, lang)
    call = calls[-1]
    params |= {"side": trick.side, "seat": call.seat, "reason": call.code, "called": call.trick}
    params["other"] = next((side for side, points in net.items() if points > 0), None)
    return say("WHY_NOT_MOVED", {**params, "rule": cited_of("4.5", "revoke_penalty", state.variant, lang)}, lang)


def _moves(record: PenaltyRecord, trick: TrickRecord) -> bool:
    return any(peg.reason.trick == trick.number for peg in record.pegs)


def _not_played(state: MatchState, hand: HandState, params: dict[str, object], lang: str) -> str:
    """The card has not been played: not yet, not at all before the hand ended, or it was never dealt."""
    undealt = state.variant.pack - len(state.seats) * state.variant.cards_each
    params |= {"undealt": undealt or None, "rule": cited("2.4", ("000",), lang)}
    if not isinstance(hand, HandRecord):
        return say("WHY_NOT_YET", params, lang)
    if hand.ended == "played":
        return say("WHY_NOT_UNDEALT", {**params, "rule": cited_of("3", "cards_each", state.variant, lang)}, lang)
    return say("WHY_NOT_BEFORE", {**params, **_ended(state, hand, lang)}, lang)


def _ended(state: MatchState, hand: HandRecord, lang: str) -> dict[str, object]:
    """How a hand ended before its last trick or without cards, as parameters of a sentence."""
    won = _game_won_in(state, hand)
    side = won.winners[0] if won and won.winners else None
    section, codes = {
        "won": ("2.5", ("000",)),
        "forfeited": ("4.5", state.variant.sources.get("revoke_penalty", ())),
        "claimed": ("3.4", ("000",)),
        "conceded": ("4.1", HOUSE),
        "counted": ("4.1", HOUSE),
    }[hand.ended]
    return {"reason": hand.ended, "side": side, "rule": cited(section, codes, lang)}


def _game_won_in(state: MatchState, hand: HandState) -> GameRecord | None:
    """The game that ended in this hand; a later one may have been given up before its first hand."""
    return next((game for game in state.games if game.won_at.hand == hand.number), None)


# The bonus


def why_no_bonus(
    state: MatchState, part: str = "game", side: Side | None = None, hand: int | None = None, lang: str = ""
) -> str:
    """Why a part of the bonus (high, low, jack or game) was nobody's, or not that of ``side`` (RULES.md 3.1, 3.5)."""
    variant = state.variant
    muck = part == "game" and variant.bonus_tie != "none"
    section = "3.5" if muck else "3.1"
    params: dict[str, object] = {"part": "the muck" if muck else part, "points": variant.bonus.get(part)}
    params["rule"] = cited_of(section, "bonus_scheme", variant, lang)
    if not variant.bonus:
        rule = cited_of("3.4", "bonus_scheme", variant, lang)
        return say("NO_BONUS", {"title": variant.title, "rule": rule}, lang)
    if part not in variant.bonus:
        return say("NO_BONUS_FOR", {**params, "scheme": variant.bonus_scheme}, lang)
    found = _hand(state, hand)
    if found is None:
        return _no_hand(hand, lang)
    params["hand"] = found.number
    if not isinstance(found, HandRecord):
        return say("NO_BONUS_YET", {**params, "tricks": len(found.tricks), "all": variant.tricks}, lang)
    if found.ended == "void":
        return say("WHY_NOT_VOID", {**params, "rule": cited("4.1", HOUSE, lang)}, lang)
    if found.game_count is None:
        return say("NO_BONUS_ENDED", {**params, **_ended(state, found, lang)}, lang)
    peg = next((peg for peg in found.pegs if _part_of(peg) == part), None)
    if peg is None:
        return _nobodys(state, found, part, params, lang)
    return _somebodys(state, found, peg, side, params, lang)


def _part_of(peg: Peg) -> str | None:
    """The part of the bonus that a peg is for; None for the points of counted tricks."""
    word = peg.reason.code.removeprefix("bonus_").split("_")[0]
    return "game" if word in ("game", "muck", "tens") else word if word in ("high", "low", "jack") else None


def _somebodys(
    state: MatchState, hand: HandRecord, peg: Peg, side: Side | None, params: dict[str, object], lang: str
) -> str:
    """A part of the bonus that was pegged: for another side than asked about, or lost again by a call."""
    call = next((record for record in state.penalties if record.hand == hand.number and _takes(record, peg.side)), None)
    if call is not None:
        params |= {"side": peg.side, "seat": call.seat, "called": call.trick}
        return say("NO_BONUS_LOST", {**params, "rule": cited_of("4.5", "revoke_penalty", state.variant, lang)}, lang)
    reason = why(peg, hand, lang, variant=state.variant)
    if side is None or side == peg.side:
        return say("IT_SCORED", {"why": reason}, lang)
    return say("IT_WENT_TO", {"other": peg.side, "why": reason}, lang)


def _takes(record: PenaltyRecord, side: Side) -> bool:
    return any(peg.side == side and peg.reason.code == "revoke_lost_bonus" for peg in record.pegs)


def _nobodys(state: MatchState, hand: HandRecord, part: str, params: dict[str, object], lang: str) -> str:
    """A part of the bonus that was not pegged in a hand counted to its end."""
    variant = state.variant
    won = _game_won_in(state, hand)
    if won is not None and won.won_at.stage == "bonus":
        order = cited_of("3.1", "bonus_order", variant, lang)
        return say("NO_BONUS_WON", {**params, "side": won.winners[0], "first": won.won_at.part, "rule": order}, lang)
    if part == "game":
        assert hand.game_count is not None
        params |= {"count": max(hand.game_count.values()), "carry": hand.carry_after or None}
        params |= {"reason": variant.bonus_tie}
        section = "3.1" if variant.bonus_tie == "none" else "3.5"
        return say("NO_BONUS_TIE", {**params, "rule": cited_of(section, "bonus_tie", variant, lang)}, lang)
    if hand.ended == "counted":
        return say("NO_BONUS_TOLD", {**params, "rule": cited("4.1", HOUSE, lang)}, lang)
    return say("NO_BONUS_TRUMP", {**params, "reason": part}, lang)
