"""What `don muck` prints of piles beside the record, and the same as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from don.show import bold, reason
from mobile.texts import say
from scorer.cards import Card
from scorer.change_words import change_sentences
from scorer.event_json import to_json
from scorer.history_words import listed as and_listed
from scorer.muck_check import Kind
from scorer.refusal import Refusal
from scorer.texts import side_words

if TYPE_CHECKING:
    from mobile.corrections import Plan
    from mobile.disputes import MuckDispute
    from scorer.muck_check import Difference, MuckCheck, PileCheck
    from scorer.muck_mends import Mend
    from scorer.seats import Side

COLUMN = 12
KINDS: tuple[tuple[Kind, str], ...] = (("missing", "missing"), ("extra", "too many"), ("unrecorded", "not played"))


def show_check(dispute: MuckDispute, check: MuckCheck, mends: Iterable[Mend], *, hint: bool = False) -> None:
    """The record, each pile beside it, every difference, what can't be, and what would mend the record.

    ``hint``: also of which disputed tricks a picture is kept.
    """
    words = dispute.words(check)
    print(bold(words.record()))
    for pile in check.piles:
        _show_pile(pile)
    sentences = (*words.differences(), *words.impossible())
    if sentences:
        print()
    for sentence in sentences:
        reason(sentence)
    if hint:
        _show_hint(tuple(dispute.pictures(check)))
    for mend in mends:
        reason(words.mend(mend))
        reason(f"   {correction_command(mend, dispute.match_id)}")
    print(f"\n{words.result()}")


def _show_hint(kept: Sequence[int]) -> None:
    if len(kept) == 1:
        reason(f"(A picture of trick {kept[0]} is kept: --pictures FOLDER writes it.)")
    elif kept:
        tricks = and_listed([str(one) for one in kept])
        reason(f"(Pictures of tricks {tricks} are kept: --pictures FOLDER writes them.)")


def correction_command(mend: Mend, match_id: str) -> str:
    """The command that enters a mend."""
    where = f"don correct --match {match_id} --hand {mend.hand}"
    if mend.other_trick is not None:
        return f"{where} --swap {mend.recorded} {mend.card}"
    return f"{where} --trick {mend.trick} --seat {mend.seat} --card {mend.card}"


def as_json(
    dispute: MuckDispute,
    check: MuckCheck,
    mends: Iterable[Mend],
    plan: Plan | Refusal | None,
    names: Mapping[Side, Sequence[str]],
) -> dict[str, object]:
    """A check as one JSON object (docs/disputes.md); ``names`` are the pictures of each side's pile."""
    words = dispute.words(check)
    faults = zip(check.impossible, words.impossible(), strict=True)
    return {
        "match": dispute.match_id,
        "hand": check.hand,
        "ended": check.ended,
        "standing": None if check.standing is None else dict(check.standing),
        "by_cards": dict(check.by_cards),
        "counts": None if check.counts is None else dict(check.counts),
        "piles": [_pile_json(dispute, pile, names.get(pile.pile.side, ())) for pile in check.piles],
        "impossible": [{"code": one.code, "text": text} for one, text in faults],
        "sentences": list(words.differences()),
        "mends": [{"text": words.mend(one), "command": correction_command(one, dispute.match_id)} for one in mends],
        "result": words.result(),
        "recount": None if plan is None else _plan_json(plan),
    }


def _plan_json(plan: Plan | Refusal) -> dict[str, object]:
    if isinstance(plan, Refusal):
        return {"refused": plan.code, "text": say(plan.code, plan.params)}
    dropped = [number for number, _ in plan.dropped]
    return {
        "event": to_json(plan.event),
        "changes": list(change_sentences(plan.change)),
        "dropped": dropped,
        "agreement": list(plan.agreement),
    }


def _pile_json(dispute: MuckDispute, check: PileCheck, names: Sequence[str]) -> dict[str, object]:
    side = check.pile.side
    return {
        "side": side,
        "cards": _names(check.pile.cards),
        "same": _names(check.same),
        "count": check.certain,
        "at_most": check.at_most,
        "by_record": check.by_record,
        "differences": [_difference_json(one) for one in check.differences],
        "not_seen": [str(one.card) for one in dispute.not_seen(side)],
        "doubtful": [
            {
                "read_as": str(place.card),
                "confidence": round(place.confidence, 4),
                "might_be": [str(card) for card in place.might_be],
                "twice": place.twice,
                "pictures": [names[number] for number in place.pictures],
            }
            for place in dispute.open_places(side)
        ],
    }


def _difference_json(one: Difference) -> dict[str, object]:
    return {
        "kind": one.kind,
        "card": str(one.card),
        "counts": one.counts,
        "trick": one.trick,
        "seat": one.seat,
        "won_by": one.won_by,
        "if_so": None if one.belongs is None else dict(one.belongs),
    }


def _names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in sorted(cards)]


def _show_pile(check: PileCheck) -> None:
    pile = check.pile
    more = f", at most {check.at_most} with what is not clear" if check.at_most > check.certain else ""
    print(f"\nThe pile of {side_words(pile.side)}: {_cards(len(pile.cards))}, counting {check.certain}{more}")
    if check.recorded:
        print(f"   by the record {_cards(len(check.recorded))}, counting {check.by_record}")
        _row("the same", check.same)
    for kind, title in KINDS:
        _row(title, [one.card for one in check.of(kind)])
    if pile.doubtful:
        print(f"   {'not clear':<{COLUMN}}{len(pile.doubtful):>3}")


def _row(title: str, cards: Iterable[Card]) -> None:
    names = [str(card) for card in cards]
    if names:
        print(f"   {title:<{COLUMN}}{len(names):>3}   {' '.join(names)}")


def _cards(count: int) -> str:
    return f"{count} card{'s' if count != 1 else ''}"
