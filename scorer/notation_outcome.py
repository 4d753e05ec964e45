"""What the notation says of the outcome: after ``->`` who won a trick, after ``=`` how the match stands.

The writer tells it, the reader compares it with what the events come to (docs/notation.md).
"""

from collections.abc import Mapping

from scorer.hand import HandRecord, TrickRecord
from scorer.match import MatchState, Phase
from scorer.notation_words import ExpectedError, NotationError, Words
from scorer.seats import Side

WIDTH = 26
"""Where the outcome stands in a line, so that it can be read down the page."""


def scores_text(scores: Mapping[Side, int]) -> str:
    return " ".join(f"{side} {score}" for side, score in scores.items())


def with_trick(line: str, trick: TrickRecord) -> str:
    """The line of a trick with who won it, what it pegged, and the score."""
    return f"{line:<{WIDTH}} -> {trick.winner} {trick.points:<2} {scores_text(trick.scores_after)}"


def standing_lines(before: MatchState, after: MatchState) -> list[str]:
    """How the match stands, where a hand or game ended or points fell beside the tricks."""
    hand_over = len(after.hands) > len(before.hands)
    game_over = after.phase is Phase.GAME_OVER and before.phase is not Phase.GAME_OVER
    if not hand_over and not game_over:
        if after.scores == before.scores or after.game.number != before.game.number:
            return []
        return [f" =  {scores_text(after.scores)}{_result_text(after)}"]
    line = f" =  {scores_text(after.scores)}"
    if hand_over:
        hand = after.hands[-1]
        line = f"{line + _hand_text(hand)}{_result_text(after)}"
        return [f"{line:<{WIDTH}} ; hand {hand.number} {hand.ended}{_match_remark(after)}"]
    line += _result_text(after)
    remark = _match_remark(after)
    return [f"{line:<{WIDTH}} ; {remark.removeprefix(', ')}" if remark else line]


def _hand_text(hand: HandRecord) -> str:
    """The count for game, who had which bonus, and what is carried over."""
    text = f"  count {scores_text(hand.game_count)}" if hand.game_count is not None else ""
    text += "".join(f"  {part} {points} to {side}" for part, side, points in hand.bonus_parts)
    return text + (f"  carry {hand.carry_after}" if hand.carry_after else "")


def _result(state: MatchState) -> str:
    winners = state.winners
    if state.phase is not Phase.GAME_OVER:
        return "not over"
    if not winners:
        return "drawn"
    return f"{winners[0]} wins" if len(winners) == 1 else f"shared {' '.join(winners)}"


def _result_text(state: MatchState) -> str:
    return f"  {_result(state)}" if state.phase is Phase.GAME_OVER else ""


def _match_remark(state: MatchState) -> str:
    if state.match_winner is None or state.variant.match == "single":
        return ""
    return f", {state.match_winner} wins the match"


# Comparing


def check_trick(state: MatchState, line: int, checks: str) -> None:
    """Compare what stands after a trick with the trick just finished; the score may be left out."""
    words = Words(checks)
    trick = state.last_trick
    if trick is None or (state.hand is not None and state.hand.current):
        raise ExpectedError("outcome")
    _same(line, f"{words.seat()} {words.number()}", f"{trick.winner} {trick.points}")
    if words.left:
        _same(line, scores_text(words.counts()), scores_text(trick.scores_after))
    words.end()


def check_standing(state: MatchState, line: int, checks: str) -> None:
    """Compare what stands after ``=`` with the match: the score, and of the last hand and game what is said."""
    words = Words(checks)
    _same(line, scores_text(words.counts()), scores_text(state.scores))
    hand = state.hands[-1] if state.hands else None
    if words.skip("count"):
        found = scores_text(hand.game_count) if hand and hand.game_count is not None else "nothing"
        _same(line, f"count {scores_text(words.counts())}", f"count {found}")
    while words.peek() in ("high", "low", "jack", "game"):
        _check_bonus(words, hand, line)
    if words.skip("carry"):
        _same(line, f"carry {words.number()}", f"carry {hand.carry_after if hand else 0}")
    if words.left:
        said = []
        while words.left:
            said.append(words.take(""))
        _same(line, " ".join(said), _result(state))


def _check_bonus(words: Words, hand: HandRecord | None, line: int) -> None:
    part, points = words.take("").lower(), words.number()
    words.need("to")
    scored = {name: (number, side) for name, side, number in hand.bonus_parts} if hand else {}
    found = f"{part} {scored[part][0]} to {scored[part][1]}" if part in scored else f"{part} to nobody"
    _same(line, f"{part} {points} to {words.side()}", found)


def _same(line: int, told: str, found: str) -> None:
    if told.lower().split() != found.lower().split():
        raise NotationError("NOTATION_WRONG_CHECK", line=line, told=told, found=found)
