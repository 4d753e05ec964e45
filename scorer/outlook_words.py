"""The outlook in a player's words: one sentence for each thing that can be said (RULES.md 2.8, 3.1 to 3.5)."""

from collections.abc import Iterator

from scorer.match import Phase
from scorer.outlook import CountOutlook, Outlook, PointsOutlook, SideOutlook
from scorer.texts import card_words, say


def outlook_sentences(outlook: Outlook, lang: str = "") -> tuple[str, ...]:
    """Everything that is still to be won, and what each side needs, in sentences; none after the game."""
    if outlook.phase is Phase.GAME_OVER:
        return ()
    found: list[str] = []
    if outlook.points is not None:
        found += _points(outlook.points, lang)
    if outlook.count is not None:
        found += _count(outlook.count, lang)
    elif outlook.carried:
        found.append(say("OUTLOOK_CARRIED", {"carried": outlook.carried}, lang))
    return (*found, *_game(outlook, lang))


def _points(points: PointsOutlook, lang: str) -> Iterator[str]:
    left = points.left
    if left.exact:
        yield say("OUTLOOK_LEFT", {"points": left.most}, lang)
    else:
        yield say("OUTLOOK_LEFT_AT_MOST", {"points": left.most, "least": left.least or None}, lang)
    if points.cards:
        cards = tuple(f"{card_words(card, lang)} ({value})" for card, value in points.cards)
        yield say("OUTLOOK_CARDS", {"cards": cards}, lang)


def _count(count: CountOutlook, lang: str) -> Iterator[str]:
    """The contest for game, or for the muck: decided, level, or what each side needs."""
    reason = "muck" if count.muck else "game"
    params: dict[str, object] = {"reason": reason, "worth": count.worth, "left": count.left.most}
    if count.carried:
        yield say("OUTLOOK_WORTH", {**params, "carried": count.carried}, lang)
    if count.decided is not None:
        others = tuple(points for side, points in count.counted.items() if side != count.decided)
        own = count.counted[count.decided]
        params |= {"side": count.decided, "count": own, "others": others}
        if own <= max(others) + count.left.most:
            params["reason"] = "tens"
        yield say("OUTLOOK_COUNT_DECIDED", params, lang)
        return
    if count.level:
        yield say("OUTLOOK_COUNT_LEVEL", {**params, "count": max(count.counted.values())}, lang)
        return
    for side, need in count.needs.items():
        yield say("OUTLOOK_COUNT", {**params, "side": side, "count": count.counted[side], "need": need}, lang)


def _game(outlook: Outlook, lang: str) -> Iterator[str]:
    """What each side needs for the game, or who leads where it goes by the pitches played."""
    if outlook.decided is not None:
        yield say("OUTLOOK_DECIDED", {"side": outlook.decided}, lang)
        return
    if outlook.drawn:
        yield say("OUTLOOK_DRAWN", {}, lang)
        return
    if outlook.needed is None:
        yield _lead(outlook, lang)
        return
    for entry in outlook.sides:
        yield _to_go(outlook, entry, lang)


def _lead(outlook: Outlook, lang: str) -> str:
    ranked = sorted(outlook.sides, key=lambda entry: entry.score, reverse=True)
    lead = ranked[0].score - ranked[1].score
    params = {"side": ranked[0].side, "lead": lead, "score": ranked[0].score, "hands": outlook.hands_left}
    return say("OUTLOOK_LEADS" if lead else "OUTLOOK_LEVEL", params, lang)


def _to_go(outlook: Outlook, entry: SideOutlook, lang: str) -> str:
    """What a side needs, and in a hand in play whether it can fall there."""
    params = {"side": entry.side, "to_go": entry.to_go, "needed": outlook.needed, "at_most": entry.at_most}
    if outlook.points is None:
        return say("OUTLOOK_TO_GO", params, lang)
    return say("OUTLOOK_IN_REACH" if entry.in_reach else "OUTLOOK_OUT_OF_REACH", params, lang)
