"""What a checked pile says: differences with their tricks and what each would change, and what can't be."""

from collections.abc import Iterator, Mapping, Sequence

from scorer.disputes import Change
from scorer.events import Counts, Event, Recount
from scorer.match import MatchState
from scorer.muck_check import Difference, MuckCheck
from scorer.muck_effects import MovedTrick, counts_with, effect_of, moved_tricks, points_moved, what_if
from scorer.muck_mends import Mend
from scorer.refusal import Refusal
from scorer.seats import Side
from scorer.texts import card_words, phrase, say, side_words

MANY = 6
"""More cards than these missing in one pile are told in one sentence."""


class MuckWords:
    """The sentences about one check; ``recorded`` and ``state`` are the record of the match and what it comes to."""

    def __init__(self, recorded: Sequence[Event], state: MatchState, check: MuckCheck, lang: str = "") -> None:
        self._recorded, self._state, self._check, self._lang = recorded, state, check, lang
        self._hand = state.all_hands[check.hand - 1]

    def record(self) -> str:
        """What the record says of the hand: the count that stands, or that none was made."""
        check = self._check
        params: dict[str, object] = {"hand": check.hand, "what": self._what}
        if check.standing is None:
            return self._say("MUCK_RECORD_NONE", **params, counts=self._counts(check.by_cards))
        params["counts"] = self._counts(check.standing)
        if check.whole and check.standing != check.by_cards:
            return self._say("MUCK_RECORD_AGREED", **params, cards=self._counts(check.by_cards))
        return self._say("MUCK_RECORD", **params)

    def differences(self) -> tuple[str, ...]:
        """A sentence for each difference that counts, one for whole tricks, one for all cards that count nothing.

        Where many cards are missing in a pile, they are told in one sentence. What lies in another pile that was looked
        at is told there.
        """
        whole = moved_tricks(self._check, self._hand)
        told = {moved.trick for moved in whole}
        seen = {card for pile in self._check.piles for card in pile.pile.cards}
        sentences = [self._trick(moved) for moved in whole]
        for pile in self._check.piles:
            rest = [one for one in pile.differences if one.trick not in told]
            rest = [one for one in rest if one.kind != "missing" or one.card not in seen]
            missing = [one for one in rest if one.kind == "missing"]
            if len(missing) > MANY:
                sentences.append(self._many(missing))
                rest = [one for one in rest if one.kind != "missing"]
            sentences += [self._difference(one) for one in rest if one.counts]
            sentences += self._worthless([one for one in rest if not one.counts])
        return tuple(sentences)

    def impossible(self) -> tuple[str, ...]:
        """What can't be, a sentence each."""
        return tuple(say(one.code, one.params, self._lang) for one in self._check.impossible)

    def mend(self, mend: Mend) -> str:
        """What would explain the piles: a card misread, or two taken for each other or for each other's players."""
        params: dict[str, object] = {"trick": mend.trick, "seat": mend.seat, "card": mend.card}
        params |= {"recorded": mend.recorded, "points": self._points(mend.change)}
        if mend.other_trick is None:
            return self._say("MUCK_MISREAD", **params)
        if mend.other_trick == mend.trick:
            return self._say("MUCK_RESEATED", **params, turn=self._hand.tricks[mend.trick - 1].winner)
        return self._say("MUCK_SWAPPED", **params, later=mend.other_trick)

    def result(self) -> str:
        """What the piles come to, or why that can't be said."""
        check = self._check
        if check.open is not None:
            return say(check.open.code, check.open.params, self._lang)
        assert check.counts is not None, "nothing is open"
        code = "MUCK_SAME" if check.counts == check.standing else "MUCK_OTHER"
        before = self._counts(check.standing) if check.standing else None
        return self._say(code, counts=self._counts(check.counts), before=before)

    # One difference

    def _difference(self, one: Difference) -> str:
        params: dict[str, object] = {"card": one.card, "counts": one.counts, "side": one.side}
        if one.trick is None:
            return self._say("MUCK_UNRECORDED", **params)
        params |= {"trick": one.trick, "seat": one.seat, "other": one.won_by, "effect": self._effect(one)}
        return self._say("MUCK_MISSING" if one.kind == "missing" else "MUCK_EXTRA", **params)

    def _trick(self, moved: MovedTrick) -> str:
        counts, effect = counts_with(self._check, moved), None
        if counts is not None and moved.counts:
            answer = what_if(self._recorded, Recount(self._check.hand, counts), self._state)
            effect = self._consequence(moved.side, counts, answer)
        params: dict[str, object] = {"trick": moved.trick, "side": moved.side, "other": moved.won_by}
        params |= {"counts": moved.counts, "points": self._hand.tricks[moved.trick - 1].points}
        return self._say("MUCK_TRICK", **params, effect=effect)

    def _many(self, missing: Sequence[Difference]) -> str:
        counts = sum(one.counts for one in missing)
        tricks = tuple(sorted({one.trick for one in missing if one.trick is not None}))
        return self._say("MUCK_MANY", side=missing[0].side, count=len(missing), counts=counts, tricks=tricks)

    def _worthless(self, ones: Sequence[Difference]) -> Iterator[str]:
        """The differences of one pile that count nothing, a sentence for each kind."""
        for kind in ("missing", "extra", "unrecorded"):
            found = [one for one in ones if one.kind == kind]
            if found:
                cards = tuple(self._with_trick(one) for one in found)
                yield self._say("MUCK_WORTHLESS", reason=kind, side=found[0].side, cards=cards)

    def _with_trick(self, one: Difference) -> str:
        if one.trick is None:
            return card_words(one.card, self._lang)
        return self._phrase("trick", card=card_words(one.card, self._lang), trick=one.trick)

    def _effect(self, one: Difference) -> str | None:
        """What it would change if this card belongs where the pile says; None where that can't be said."""
        answer = effect_of(self._recorded, self._check, one, self._state)
        if answer is None or one.belongs is None:
            return None
        to = one.side if one.kind == "extra" else next(side for side in one.belongs if side != one.side)
        return self._consequence(to, one.belongs, answer)

    def _consequence(self, side: Side, counts: Counts, answer: Change | Refusal) -> str:
        """`if it belongs to North and South, the muck is 50-30 instead of 40-40 (North and South +8)`."""
        assert self._check.standing is not None, "the counts are those that stand, with a card moved"
        return self._phrase(
            "effect",
            side=side_words(side, self._lang),
            what=self._what,
            counts=self._dashed(counts),
            before=self._dashed(self._check.standing),
            points=self._points(answer) if isinstance(answer, Change) else self._phrase("later"),
        )

    def _points(self, change: Change) -> str:
        moved = points_moved(change)
        if moved:
            return ", ".join(f"{side_words(side, self._lang)} {points:+d}" for side, points in moved.items())
        return self._phrase("no_points")

    # Words

    def _counts(self, counts: Mapping[Side, int]) -> str:
        """`North and South 44, East and West 36`."""
        return ", ".join(f"{side_words(side, self._lang)} {counts[side]}" for side in self._state.sides)

    def _dashed(self, counts: Mapping[Side, int]) -> str:
        """`44-36`, in the order of the sides."""
        return "-".join(str(counts[side]) for side in self._state.sides)

    @property
    def _what(self) -> str:
        return self._phrase("muck" if self._check.muck else "count")

    def _say(self, code: str, **params: object) -> str:
        return say(code, params, self._lang)

    def _phrase(self, code: str, **params: object) -> str:
        return phrase(code, params, self._lang, "muck")
