"""What corrections changed in a match as it stands: which tricks, which counts, what was there before, who says so."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorer.events import AgreedCount, Correction, Deal, Event, MatchStart, Misdeal, Recount, Trick
from scorer.history_words import said_by
from scorer.record import PlainEvents, standing
from scorer.seats import next_in
from scorer.texts import phrase, side_words

Place = tuple[int, int]
"""A hand of the match and a trick of it, both from 1; trick 0 is the count of the hand for game, the muck."""


class Corrected(NamedTuple):
    """``before`` is the trick as it had been entered (None: not at all, or a count); the correction is the last one."""

    before: Trick | None
    correction: Correction


def corrected(events: Sequence[Event]) -> Mapping[Place, Corrected]:
    """The tricks and counts that stand otherwise than they were entered. `RecordError` for a record without sense."""
    plain = PlainEvents()
    # By the entry of the deal: the number of a hand changes when one before it no longer counts.
    marks: dict[Place, Corrected] = {}
    for number, event in standing(events):
        if not isinstance(event, Correction):
            plain.add(number, event)
            continue
        hand = plain.need_hand(event)
        deal = _deals(plain)[hand - 1]
        before = plain.tricks_of(hand)
        plain.add(number, event)
        deals = _deals(plain)
        if isinstance(event, Recount):
            marks[deal, 0] = Corrected(None, event)
        for trick, now in enumerate(plain.tricks_of(deals.index(deal) + 1), 1):
            was = before[trick - 1] if trick <= len(before) else None
            if was != now:
                marks[deal, trick] = Corrected(marks[deal, trick].before if (deal, trick) in marks else was, event)
        marks = {place: mark for place, mark in marks.items() if _stands(plain, deals, place, mark)}
    deals = _deals(plain)
    return {(deals.index(deal) + 1, trick): mark for (deal, trick), mark in marks.items()}


def _deals(plain: PlainEvents) -> list[int]:
    """The entries with which the hands begin; a misdeal begins none."""
    deals: list[int] = []
    for number, event in plain.numbered():
        if isinstance(event, Deal):
            deals.append(number)
        elif isinstance(event, Misdeal):
            deals.pop()
    return deals


def _stands(plain: PlainEvents, deals: Sequence[int], place: Place, mark: Corrected) -> bool:
    """Whether the hand and trick are still there, and not as they were entered."""
    deal, trick = place
    if deal not in deals:
        return False
    hand = deals.index(deal) + 1
    if trick == 0:
        counts = [event.hand for _, event in plain.numbered() if isinstance(event, AgreedCount)]
        return hand in counts or plain.count_entry(hand) is not None
    tricks = plain.tricks_of(hand)
    return trick <= len(tricks) and tricks[trick - 1] != mark.before


def corrected_words(events: Sequence[Event], lang: str = "") -> Mapping[Place, str]:
    """`corrected` in words: a sentence for each place."""
    start = events[0]
    assert isinstance(start, MatchStart), "a match that can be followed begins with its start"
    return {place: _words(mark, start, lang) for place, mark in corrected(events).items()}


def _words(mark: Corrected, start: MatchStart, lang: str) -> str:
    by = said_by(mark.correction)
    if isinstance(mark.correction, Recount):
        counts = mark.correction.game_count
        told = ", ".join(f"{side_words(side, lang)} {counts[side]}" for side in start.sides if side in counts)
        return phrase("recounted", {"by": by, "counts": told}, lang, "history")
    if mark.before is None:
        return phrase("entered_later", {"by": by}, lang, "history")
    leader, cards = mark.before.leader, mark.before.cards
    told = ", ".join(f"{next_in(start.seats, leader, place)} {card}" for place, card in enumerate(cards))
    return phrase("corrected", {"by": by, "cards": told}, lang, "history")
