"""The slow oracle, irregularities: penalties, revokes and what they cost, pegs set right (RULES.md 4.4, 4.5)."""

from typing import Any

import oracle_hand as of

Step = dict[str, Any]


class Penalties:
    """The steps of RULES.md 4.5."""

    rules: dict[str, Any]
    sides: list[str]
    first_hand: int
    hand: dict[str, Any] | None
    hands: list[dict[str, Any]]
    ledger: list[dict[str, Any]]
    notes: list[Step]
    phase: str
    peg: Any
    others: Any
    is_out: Any
    scores: Any
    win: Any
    winners: list[str]
    won_at: dict[str, Any] | None
    before_end: dict[str, Any] | None
    games: list[dict[str, Any]]
    games_won: dict[str, int]
    pitcher: str | None
    dealer: str | None
    played: int
    carry: int
    close_hand: Any
    end_of_deals: Any
    end_of_hand: Any
    first_to: Any
    claim_at: Any

    def on_penalty(self, step: Step) -> str | None:
        if self.phase == "game_over":
            return "GAME_OVER"
        for other in self.others(step["against"]):
            self.peg(other, step["points"], "penalty", hand=self.number_now())
        self.try_target("penalty")
        return None

    def on_peg_correction(self, step: Step) -> str | None:
        self.peg(step["team"], step["points"], "penalty", hand=self.number_now())
        self.try_target("peg_correction")
        return None

    def number_now(self) -> int:
        return self.hand["number"] if self.hand else len(self.hands)

    def try_target(self, stage: str) -> None:
        out = [side for side in self.sides if self.is_out(side)]
        if out:
            self.win(out[:1], stage=stage)

    def on_note(self, step: Step) -> str | None:
        """A play out of turn can cost what a revoke costs, but not in the last trick (RULES.md 4.5)."""
        self.notes.append(step)
        if step.get("code") != "out_of_turn" or self.rules["out_of_turn_penalty"] != "as_revoke":
            return None
        hand = self.hand
        if self.phase != "playing" or hand is None or not step.get("by"):
            return None
        number = len(hand["tricks"]) + 1
        if number < self.rules["tricks"]:
            self.punish(step["by"], number, hand)
        return None

    def on_revoke(self, step: Step) -> str | None:
        """Proved by the record, once; until the next pitch it is about the last hand (RULES.md 4.1, 4.4)."""
        hand = self.hand if self.hand and (self.hand["tricks"] or self.hand["current"]) else None
        hand = hand or (self.hands[-1] if self.hands[self.first_hand :] else None)
        if hand is None:
            return "WRONG_PHASE"
        proved = [(seat, number) for seat, number, _, _ in of.revokes(hand, self.rules)]
        if (step["by"], step["trick"]) not in proved or (step["by"], step["trick"]) in hand["called"]:
            return "NOT_A_REVOKE"
        hand["called"].append((step["by"], step["trick"]))
        self.punish(step["by"], step["trick"], hand)
        return None

    def punish(self, seat: str, number: int, hand: dict[str, Any]) -> None:
        kind = str(self.rules["revoke_penalty"])
        if kind == "walton":
            self.walton(seat, hand)
        elif kind == "all_points":
            self.all_points(seat, hand)
        elif kind == "transfer_trick":
            if number > len(hand["tricks"]):
                hand["forfeits"].append((number, seat))
            else:
                self.transfer(seat, number, hand)
                self.settle("penalty")
        elif kind.startswith("fixed:"):
            for other in self.others(of.side_of(seat, self.rules)):
                self.peg(other, int(kind.split(":")[1]), "revoke", hand=hand["number"])
            self.settle("penalty")
        if hand["ended"] is not None:
            hand["after"] = self.scores()

    def heir(self, seat: str, trick: dict[str, Any], trump: str) -> str:
        """Who gets the points: the other side; of three, the winner of the trick without the card of ``seat``."""
        others = self.others(of.side_of(seat, self.rules))
        return others[0] if len(others) == 1 else of.side_of(of.winner_without(trick, seat, trump), self.rules)

    def transfer(self, seat: str, number: int, hand: dict[str, Any]) -> None:
        """The points pegged for the trick change sides if the offender's side has them."""
        offender = of.side_of(seat, self.rules)
        for entry in self.ledger:
            if entry.get("hand") == hand["number"] and entry.get("trick") == number and entry["side"] == offender:
                entry.setdefault("from", offender)
                entry["side"] = self.heir(seat, hand["tricks"][number - 1], hand["trump"])

    def settle(self, stage: str) -> None:
        """After points moved: a win may be made or undone (RULES.md 4.5)."""
        if self.phase == "game_over":
            self.reopen(ends_the_hand=False)
        if self.phase != "game_over":
            self.try_target(stage)

    def reopen(self, *, ends_the_hand: bool) -> None:
        """Take back the end of the game where the moved points have undone it; a hand cut short goes on."""
        was, hand = self.before_end, self.hands[-1]
        if was is None or self.stands():
            return
        if len(self.winners) == 1:
            self.games_won[self.winners[0]] -= 1
        self.games.pop()
        self.winners, self.won_at, self.before_end = [], None, None
        self.phase, self.carry = was["phase"], was["carry"]
        if was["hand"] is not None:
            self.hands.pop()
            self.hand, self.played = hand, was["played"]
            self.pitcher, self.dealer = hand["pitcher"], hand["dealer"]
            if len(hand["tricks"]) == self.rules["tricks"] and not ends_the_hand:
                self.end_of_hand()
        elif self.rules["target"] is None:
            self.end_of_deals()

    def stands(self) -> bool:
        """Whether the game is still won as it was; a concession always is."""
        stage = (self.won_at or {}).get("stage")
        if self.rules["target"] is not None:
            return stage == "concession" or all(self.is_out(side) for side in self.winners)
        return stage == "concession" or (stage == "claim" and self.winners == [self.first_to(self.claim_at())])

    def walton(self, seat: str, hand: dict[str, Any]) -> None:
        offender = of.side_of(seat, self.rules)
        mine = [e for e in self.ledger if e.get("hand") == hand["number"] and e["side"] == offender]
        for entry in mine:
            if entry["kind"] in ("trick", "bonus", "count"):
                self.ledger.remove(entry)
        if of.side_of(hand["pitcher"], self.rules) == offender:
            for other in self.others(offender):
                self.peg(other, 20, "revoke", hand=hand["number"])
        self.hand_forfeited(hand)

    def all_points(self, seat: str, hand: dict[str, Any]) -> None:
        """80 of an Irish deal; elsewhere all that is pegged so far goes over, trick by trick."""
        offender = of.side_of(seat, self.rules)
        if self.rules["deals"]:
            self.ledger[:] = [e for e in self.ledger if e.get("hand") != hand["number"] or e["kind"] == "penalty"]
            self.peg(self.others(offender)[0], 80, "revoke", hand=hand["number"])
        else:
            for number in range(1, len(hand["tricks"]) + 1):
                self.transfer(seat, number, hand)
            # "All pegged so far" (4.5): totals after tricks too. Of three players nobody gets what no trick gave.
            bonus = [e for e in self.ledger if e.get("hand") == hand["number"] and e["kind"] in ("bonus", "count")]
            for entry in [entry for entry in bonus if entry["side"] == offender]:
                if len(self.sides) == 2:
                    entry["side"] = self.others(offender)[0]
                else:
                    self.ledger.remove(entry)
        self.hand_forfeited(hand)

    def hand_forfeited(self, hand: dict[str, Any]) -> None:
        if self.phase == "game_over":
            self.reopen(ends_the_hand=True)
        if self.phase == "game_over" or self.hand is not hand:
            self.settle("penalty")
            return
        out = [side for side in self.sides if self.is_out(side)]
        if out:
            self.win(out[:1], "played" if hand["game_count"] else "won", stage="penalty")
        else:
            self.close_hand("played" if hand["game_count"] else "forfeited")
