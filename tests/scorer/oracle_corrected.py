"""The slow oracle, all that is said of a record later: recounts, and corrections that drop what can't stand (4.3).

Each step carries its number in the log as "n"; what a correction puts in has the correction's.
"""

from typing import Any

import oracle_hand as of
from oracle_cards import order_from
from oracle_match import Oracle
from oracle_record import Record

Step = dict[str, Any]


class CountedOracle(Oracle):
    """A match in which the table may agree on the count for game of a hand, before its last card or in its totals."""

    def on_agreed(self, step: Step) -> str | None:
        if self.hand is None or self.hand["number"] != step["hand"]:
            return "NO_SUCH_HAND"
        self.hand["agreed"] = step["game_count"]
        return None

    def end_of_hand(self) -> None:
        hand = self.hand
        assert hand is not None
        if "agreed" not in hand:
            super().end_of_hand()
            return
        hand["game_count"] = hand["agreed"]
        parts, carry = of.bonus_of_tricks(hand, hand["game_count"], self.rules)
        self.take_bonus(parts[len(hand["bonus"]) :], carry, "played")


class CorrectedRecord(Record):
    """As `Record`, with recounts, and corrections that drop entries."""

    oracle_of = CountedOracle

    def step(self, step: Step) -> str:
        return self.correct(step) if step["e"] == "recount" else super().step(step)

    def correct(self, step: Step) -> str:
        """The steps changed, those dropped taken out, and all played once more; nothing may be refused then."""
        steps = [dict(old) for old in self.steps]
        hand = step.get("hand") or self.hand_now()
        change = {"correct": self.card_changed, "correct_run": self.run_changed, "recount": self.count_changed}
        steps = change[step["e"]](steps, hand, step)
        steps = [old for old in steps if old["n"] not in step["drop"]]
        oracle, refused = self.replayed(steps)
        if refused:
            return refused[0][1]
        self.keep(steps)
        self.oracle = oracle
        return "ok"

    def card_changed(self, steps: list[Step], hand: int, step: Step) -> list[Step]:
        players = len(self.oracle.seats)
        place, inner = self.cards_of(steps, hand)[(step["trick"] - 1) * players + step["pos"]]
        old = steps[place]
        if old["e"] == "play":
            old["card"] = step["card"]
        else:
            old["cards"] = [step["card"] if n == inner else card for n, card in enumerate(old["cards"])]
        return steps

    def run_changed(self, steps: list[Step], hand: int, step: Step) -> list[Step]:
        """Each new trick stands where the old one of its number began; more of them follow the last."""
        players = len(self.oracle.seats)
        cards = self.cards_of(steps, hand)[(step["first_trick"] - 1) * players :]
        starts = [place for place, _ in cards[::players]]
        doomed = {place for place, _ in cards}
        changed: list[Step] = []
        new = [self.as_steps(step["n"], trick) for trick in step["tricks"]]
        for place, old in enumerate(steps):
            if place in starts:
                here = starts.index(place)
                for trick in new[here:] if place == starts[-1] else new[here : here + 1]:
                    changed += trick
            if place not in doomed:
                changed.append(old)
        return changed

    def as_steps(self, number: int, trick: dict[str, Any]) -> list[Step]:
        """A whole trick as one step, an unfinished one card by card."""
        seats, cards = order_from(trick["lead"], self.oracle.seats), trick["cards"]
        if len(cards) == len(seats):
            return [{"e": "trick", "n": number, **trick}]
        played = zip(seats, cards, strict=False)
        return [{"e": "play", "n": number, "by": seat, "card": card} for seat, card in played]

    def count_changed(self, steps: list[Step], hand: int, step: Step) -> list[Step]:
        """Into the totals of the hand, else before its last card, in place of an earlier recount."""
        now, totals = 0, None
        for place, old in enumerate(steps):
            now += {"deal": 1, "misdeal": -1}.get(old["e"], 0)
            if old["e"] == "count" and now == hand:
                totals = place
        if totals is not None:
            steps[totals]["game_count"] = step["game_count"]
            return steps
        last = self.cards_of(steps, hand)[-1][0]
        agreed = {"e": "agreed", "n": step["n"], "hand": hand, "game_count": step["game_count"]}
        before = [old for old in steps[:last] if not (old["e"] == "agreed" and old["hand"] == hand)]
        return [*before, agreed, *steps[last:]]
