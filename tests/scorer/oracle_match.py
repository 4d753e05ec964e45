"""The slow oracle, a whole match from a list of plain steps: games, deals, bonus, carry, ends (RULES.md 3, 4).

A step is a dict as in the vectors (RULES.md 9): {"e": "trick", "lead": "N", "cards": [...]}. `Oracle.step` gives
"ok" or the code of the refusal. Scores are never kept: they are the sum of a ledger of everything pegged.
"""

from typing import Any

import oracle_hand as of
from oracle_cards import NINE_CARD, left_of, pack_of, rules_of, suit
from oracle_penalties import Penalties
from oracle_table import Table

Step = dict[str, Any]


class Oracle(Table, Penalties):
    """One match. `hands` has the hands that are over, `hand` the one in play."""

    def __init__(self, variant: str, options: dict[str, Any]) -> None:
        self.variant = variant
        self.rules = rules_of(variant, options)
        self.seats: list[str] = self.rules["seats"]
        self.sides: list[str] = list(self.rules["sides"])
        self.phase = "before_deal"
        self.hand: dict[str, Any] | None = None
        self.hands: list[dict[str, Any]] = []
        self.games_won = dict.fromkeys(self.sides, 0)
        self.games: list[dict[str, Any]] = []
        self.notes: list[Step] = []
        self.pitcher: str | None = None
        self.dealer: str | None = None
        self.last_cutters: list[str] = []
        self.begin_game({}, 0, 0)

    # Scores

    def begin_game(self, start: dict[str, int], played: int, carry: int) -> None:
        self.start = {side: start.get(side, 0) for side in self.sides}
        self.ledger: list[dict[str, Any]] = []
        self.played, self.carry = played, carry
        self.winners: list[str] = []
        self.won_at: dict[str, Any] | None = None
        self.before_end: dict[str, Any] | None = None
        self.by_marker = not self.games
        self.first_hand = len(self.hands)
        self.cut_among: list[str] = []
        self.choice: list[str] = []

    def peg(self, side: str, points: int, kind: str, **more: Any) -> None:
        if points:
            self.ledger.append({"side": side, "points": points, "kind": kind, **more})

    def scores(self) -> dict[str, int]:
        totals = dict(self.start)
        for entry in self.ledger:
            totals[entry["side"]] += entry["points"]
        return totals

    def is_out(self, side: str) -> bool:
        return self.rules["target"] is not None and self.scores()[side] >= self.rules["target"]

    def others(self, side: str) -> list[str]:
        return [other for other in self.sides if other != side]

    # The hand

    def step(self, step: Step) -> str:
        """Take one step; "ok", or why not. What is refused changes nothing."""
        return str(getattr(self, "on_" + step["e"])(step) or "ok")

    def on_deal(self, step: Step) -> str | None:
        if self.phase == "game_over":
            return "GAME_OVER"
        if self.phase == "playing" or self.pitcher is None:
            return "WRONG_PHASE"
        hands = step.get("hands")
        if hands:
            if any(len(cards) != self.rules["tricks"] for cards in hands.values()):
                return "WRONG_HAND_SIZE"
            dealt = [card for cards in hands.values() for card in cards]
            if len(set(dealt)) != len(dealt):
                return "DUPLICATE_CARD"
        self.hand = {
            "dealer": step.get("dealer") or self.dealer, "pitcher": self.pitcher, "trump": None, "tricks": [],
            "current": [], "hands": hands, "carry": self.carry, "turn": self.pitcher, "game_count": None,
            "bonus": [], "called": [], "forfeits": [], "number": len(self.hands) + 1, "ended": None,
            "mark": len(self.ledger), **self.lay_out(step.get("layout")),
        }  # fmt: skip
        self.phase = "playing"
        return None

    def on_call(self, step: Step) -> str | None:
        assert self.hand is not None and self.rules["called"]
        self.hand["trump"] = step["suit"]
        return None

    def on_trick(self, step: Step) -> str | None:
        refusal = self.cannot_play()
        if refusal:
            return refusal
        assert self.hand is not None
        if len(step["cards"]) != len(self.seats):
            return "WRONG_CARD_COUNT"
        if step["lead"] != self.hand["turn"] or self.hand["current"]:
            return "WRONG_LEADER"
        if any(card not in pack_of(self.rules["pack"]) for card in step["cards"]):
            return "NOT_IN_PACK"
        gone = self.gone()
        if len(set(step["cards"])) != len(step["cards"]) or any(card in gone for card in step["cards"]):
            return "DUPLICATE_CARD"
        for card in step["cards"]:
            refusal = self.on_play({"by": self.hand["turn"] if self.hand else None, "card": card})
            assert refusal is None, refusal
        return None

    def on_play(self, step: Step) -> str | None:
        refusal = self.cannot_play()
        if refusal:
            return refusal
        hand, card = self.hand, step["card"]
        assert hand is not None
        if card not in pack_of(self.rules["pack"]):
            return "NOT_IN_PACK"
        if card in self.gone():
            return "DUPLICATE_CARD"
        if step["by"] != hand["turn"]:
            return "OUT_OF_TURN"
        if hand["hands"]:
            held = [own for own in hand["hands"][step["by"]] if own not in self.gone()]
            if card not in held:
                return "CARD_NOT_HELD"
            led = suit(hand["current"][0]) if hand["current"] else None
            if led and suit(card) != led and any(suit(own) == led for own in held):
                return "MUST_FOLLOW_SUIT"
        hand["trump"] = hand["trump"] or suit(card)
        hand["current"].append(card)
        self.uncover(step["by"], card)
        hand["turn"] = left_of(hand["turn"], self.seats)
        if len(hand["current"]) == len(self.seats):
            self.finish_trick()
        return None

    def cannot_play(self) -> str | None:
        if self.phase == "game_over":
            return "GAME_OVER"
        if self.phase == "between_hands":
            return "HAND_OVER"
        if self.phase == "before_deal" or (self.rules["called"] and self.hand and not self.hand["trump"]):
            return "WRONG_PHASE"
        return None

    def gone(self) -> list[str]:
        assert self.hand is not None
        played: list[str] = [card for trick in self.hand["tricks"] for card in trick["cards"]]
        return [*played, *self.hand["current"]]

    def finish_trick(self) -> None:
        """Who wins it, the points, the target; after the last one the end of the hand (RULES.md 4.2)."""
        hand = self.hand
        assert hand is not None
        lead = hand["turn"]
        number = len(hand["tricks"]) + 1
        marked = self.rules["first_trick_to_pitcher"] and self.played == 0 and self.by_marker and number == 1
        trick = of.resolve(lead, hand["current"], hand["trump"], self.rules, marked)
        hand["tricks"].append(trick)
        hand["current"] = []
        hand["turn"] = trick["winner"]
        self.peg(trick["side"], trick["points"], "trick", hand=hand["number"], trick=number)
        trick["after"] = self.scores()
        for late in [seat for of_trick, seat in hand["forfeits"] if of_trick == number]:
            self.transfer(late, number, hand)
        out = [side for side in self.sides if self.is_out(side)]
        if out:
            self.win(out, stage="trick", trick=number)
        elif number == self.rules["tricks"]:
            self.end_of_hand()

    def end_of_hand(self) -> None:
        hand = self.hand
        assert hand is not None
        hand["game_count"] = of.game_count(hand["tricks"], self.rules)
        parts, carry = of.bonus_of_tricks(hand, hand["game_count"], self.rules)
        # Where a win was undone, the parts pegged before it stay and the count goes on after them.
        self.take_bonus(parts[len(hand["bonus"]) :], carry, "played")

    def take_bonus(self, parts: list[tuple[str, str, int]], carry: int, ended: str) -> None:
        """The parts one by one, a target test after each (RULES.md 3.1, 4.1)."""
        hand = self.hand
        assert hand is not None
        for part, side, points in parts:
            self.peg(side, points, "bonus", hand=hand["number"], part=part)
            hand["bonus"].append((part, side, points))
            if self.is_out(side):
                self.win([side], ended, stage="bonus", part=part)
                return
        self.carry = carry
        self.close_hand(ended)

    def close_hand(self, ended: str, counts: bool = True) -> None:
        """The hand is over and nobody is out: the next one, or the end of a game of so many deals."""
        hand = self.hand
        assert hand is not None
        hand["ended"], hand["after"], hand["carry_out"] = ended, self.scores(), self.carry
        self.hands.append(hand)
        self.hand, self.phase = None, "between_hands"
        if counts:
            self.played += 1
            self.move_on()
            self.end_of_deals()

    def move_on(self) -> None:
        assert self.pitcher is not None
        self.pitcher = left_of(self.pitcher, self.seats)
        self.dealer = self.dealer_for(self.pitcher)

    def dealer_for(self, pitcher: str) -> str:
        return pitcher if self.rules["dealer_rule"] == "pitcher_deals" else left_of(pitcher, self.seats, -1)

    # The end of a game

    def win(self, winners: list[str], ended: str = "won", **won_at: Any) -> None:
        """The game is over; a hand in play ends with it, and nothing is carried over (RULES.md 2.5, 3.5)."""
        self.before_end = {"hand": self.hand, "carry": self.carry, "phase": self.phase, "played": self.played}
        if self.hand is not None:
            hand = self.hand
            ways = {"claim": "claimed", "concession": "conceded", "bonus": ended, "count": "counted"}
            hand["ended"] = ways.get(won_at["stage"], ended)
            hand["after"], hand["carry_out"] = self.scores(), 0
            self.hands.append(hand)
            self.hand = None
            self.move_on()
            self.played += 1
        self.phase, self.carry = "game_over", 0
        self.winners, self.won_at = winners, won_at
        if len(winners) == 1:
            self.games_won[winners[0]] += 1
        self.games.append({"winners": winners, "scores": self.scores(), "won_at": won_at})

    def end_of_deals(self) -> None:
        """Irish Don after two deals, Blind Don after its pitches (RULES.md 3.3, 3.4)."""
        if self.rules["deals"] and self.played >= self.rules["deals"]:
            first = self.first_to(self.claim_at())
            self.win([first] if first else [], stage="end_of_match")
        elif self.rules["pitches"] and self.played >= self.rules["pitches"]:
            scores = self.scores()
            best = [side for side in self.sides if scores[side] == max(scores.values())]
            # Extra pitches are played in rounds, one for everybody, as the pitches before them (RULES.md 3.3).
            open_round = len(best) > 1 or (self.played - self.rules["pitches"]) % len(self.seats) > 0
            if self.rules["equal_totals"] == "extra_pitches" and open_round:
                return
            draw = len(best) > 1 and len(self.sides) == 2
            self.win([] if draw else best, stage="end_of_match")

    def claim_at(self) -> int:
        return 81 if self.rules["tie_rule"] == "draw" else 80

    def first_to(self, points: int) -> str | None:
        """Who stood at so many first; points moved for a revoke count where the trick stands in the ledger."""
        totals = dict(self.start)
        for side in self.sides:
            if totals[side] >= points:
                return side
        for entry in sorted(self.ledger, key=lambda entry: entry.get("place", self.ledger.index(entry))):
            totals[entry["side"]] += entry["points"]
            if entry["points"] > 0 and totals[entry["side"]] >= points:
                return str(entry["side"])
        return None

    def match_winners(self) -> list[str]:
        """Who has won the match: the only game, two of three, the first to n (RULES.md 6)."""
        form = str(self.rules["match"])
        if form == "single":
            return self.winners
        needed = 2 if form.startswith("best_of_3") else int(form.rsplit("_", 1)[1])
        return [side for side in self.sides if self.games_won[side] >= needed]

    def match_over(self) -> bool:
        return self.phase == "game_over" and (self.rules["match"] == "single" or bool(self.match_winners()))

    def on_claim(self, step: Step) -> str | None:
        if self.phase == "game_over":
            return "GAME_OVER"
        if self.phase != "playing":
            return "WRONG_PHASE"
        if self.played + 1 < self.rules["deals"] or self.scores()[step["team"]] < self.claim_at():
            return "CLAIM_TOO_EARLY"
        if self.first_to(self.claim_at()) != step["team"]:
            return "CLAIM_TOO_LATE"
        self.win([step["team"]], stage="claim")
        return None

    def on_concede(self, step: Step) -> str | None:
        if self.phase == "game_over":
            return "GAME_OVER"
        others = self.others(step["team"])
        best = max(self.scores()[side] for side in others)
        # Which of two others wins is said nowhere: the one ahead, both if they are level.
        self.win([side for side in others if self.scores()[side] == best], stage="concession")
        return None

    def on_count(self, step: Step) -> str | None:
        """Only the totals of a hand (RULES.md 4.1)."""
        if self.phase != "playing":
            return {"game_over": "GAME_OVER", "between_hands": "HAND_OVER"}.get(self.phase, "WRONG_PHASE")
        points, counts = step["points"], step.get("game_count")
        assert self.hand is not None
        number = self.hand["number"]
        # The totals are those of the whole hand: only what no trick entered before them has pegged is new.
        tricks = [entry for entry in self.ledger if entry.get("hand") == number and entry["kind"] == "trick"]
        new = dict(points)
        for entry in tricks:
            new[entry.get("from", entry["side"])] -= entry["points"]
        after = {side: self.scores()[side] + new[side] for side in self.sides}
        target = self.rules["target"]
        out = [side for side in self.sides if target is not None and after[side] >= target]
        last = self.rules["deals"] and self.played + 1 == self.rules["deals"]
        done = bool(out) or (last and max(after.values()) >= self.claim_at())
        if not self.possible(points, counts, done):
            return "IMPOSSIBLE_COUNT"
        if len(out) > 1 and step.get("first_out") not in out:
            return "FIRST_OUT_NEEDED"
        # Of two sides that reach 80 in the same count, the table says who was first, or who took the last points.
        first, second = step.get("first_out"), step.get("last_scoring")
        for side in sorted(self.sides, key=lambda side: (side != first, side == second)):
            self.peg(side, new[side], "count", hand=number)
        if out:
            self.win([step["first_out"]] if len(out) > 1 else out, stage="count")
            return None
        self.hand["game_count"] = counts
        parts, carry = of.bonus(counts or dict.fromkeys(self.sides, 0), step.get("bonus", {}), self.carry, self.rules)
        self.take_bonus(parts, carry, "counted")
        return None

    def possible(self, points: dict[str, int], counts: dict[str, int] | None, out: bool) -> bool:
        """The sums of RULES.md 4.1, row `count`."""
        pegged, counted = sum(points.values()), sum((counts or {}).values())
        if min(points.values()) < 0:
            return False
        if self.rules["values"] is NINE_CARD:
            return pegged <= 44 and counted <= 80
        if self.rules["deals"]:
            return pegged == 80 or (out and pegged < 80)
        return (pegged == 80 and counted == 80) or (out and pegged <= 80)
