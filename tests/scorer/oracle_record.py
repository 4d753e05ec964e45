"""The slow oracle, the record: corrections, undo and redo, each a match played again from its steps (RULES.md 4.3)."""

from typing import Any

from oracle_match import Oracle

Step = dict[str, Any]


class Record:
    """A match and the steps that made it. A correction changes the steps and plays them all once more."""

    oracle_of: type[Oracle] = Oracle

    def __init__(self, variant: str, options: dict[str, Any]) -> None:
        self.variant, self.options = variant, options
        self.steps: list[Step] = []
        self.past: list[list[Step]] = []
        self.future: list[list[Step]] = []
        self.oracle = self.oracle_of(variant, options)

    def step(self, step: Step) -> str:
        if step["e"] == "undo":
            return self.move(self.past, self.future, "NOTHING_TO_UNDO")
        if step["e"] == "redo":
            return self.move(self.future, self.past, "NOTHING_TO_REDO")
        if step["e"] in ("correct", "correct_run"):
            return self.correct(step)
        answer = self.oracle.step(step)
        if answer == "ok":
            self.keep([*self.steps, step])
        return answer

    def keep(self, steps: list[Step]) -> None:
        self.past.append(self.steps)
        self.future.clear()
        self.steps = steps

    def move(self, source: list[list[Step]], to: list[list[Step]], code: str) -> str:
        if not source:
            return code
        to.append(self.steps)
        self.steps = source.pop()
        self.oracle, _ = self.replayed(self.steps)
        return "ok"

    def replayed(self, steps: list[Step]) -> tuple[Oracle, list[tuple[int, str]]]:
        """The match of these steps, and which of them would be refused."""
        oracle, refused = self.oracle_of(self.variant, self.options), []
        for place, step in enumerate(steps):
            answer = oracle.step(step)
            if answer != "ok":
                refused.append((place, answer))
        return oracle, refused

    def correct(self, step: Step) -> str:
        """One card of one trick, or all tricks of a hand from one on; what follows must still be possible."""
        steps = [dict(old) for old in self.steps]
        hand = step.get("hand") or self.hand_now()
        cards = self.cards_of(steps, hand)
        players = len(self.oracle.seats)
        start = (step["trick"] - 1) * players if step["e"] == "correct" else (step["first_trick"] - 1) * players
        if step["e"] == "correct":
            place, inner = cards[start + step["pos"]]
            old = steps[place]
            if old["e"] == "play":
                old["card"] = step["card"]
            else:
                old["cards"] = [step["card"] if n == inner else card for n, card in enumerate(old["cards"])]
            changed = {place for place, _ in cards}
        else:
            first = cards[start][0]
            doomed = {place for place, _ in cards[start:]}
            new = [{"e": "trick", **trick} for trick in step["tricks"]]
            kept = [old for place, old in enumerate(steps) if place >= first and place not in doomed]
            steps = [*steps[:first], *new, *kept]
            changed = set(range(first, first + len(new)))
        oracle, refused = self.replayed(steps)
        for place, answer in refused:
            if place not in changed:
                return "LATER_EVENTS_CONFLICT"
            return "LEADER_CONFLICT" if answer in ("WRONG_LEADER", "OUT_OF_TURN") else answer
        self.keep(steps)
        self.oracle = oracle
        return "ok"

    def hand_now(self) -> int:
        return len(self.oracle.hands) + (1 if self.oracle.hand else 0)

    def cards_of(self, steps: list[Step], hand: int) -> list[tuple[int, int]]:
        """Where each card of the hand stands: the place of its step, and in a whole trick its place there."""
        found, now = [], 0
        for place, step in enumerate(steps):
            if step["e"] == "deal":
                now += 1
            elif step["e"] == "misdeal":
                now -= 1
            elif now == hand and step["e"] == "play":
                found.append((place, 0))
            elif now == hand and step["e"] == "trick":
                found.extend((place, inner) for inner in range(len(step["cards"])))
        return found
