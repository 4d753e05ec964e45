"""Why a point was scored: one sentence with card and rule, rendered from the `Peg` at the edge."""

from scorer.hand import HandRecord
from scorer.texts import rank_words, say
from scorer.trick import Peg


def why(peg: Peg, record: HandRecord | None = None, lang: str = "en") -> str:
    """The sentence that explains ``peg``; with the hand's record, the bonus for game names the counts."""
    reason = peg.reason
    params: dict[str, object] = {
        "side": peg.side,
        "points": peg.points,
        "rule": reason.rule,
        "trick": reason.trick,
        "card": reason.card,
        "count": None,
    }
    if reason.card is not None:
        params["rank"] = rank_words(reason.card.rank, lang)
    if record is not None and record.game_count is not None:
        params["count"] = record.game_count[peg.side]
        params["others"] = max(count for side, count in record.game_count.items() if side != peg.side)
    return say(reason.code, params, lang)
