"""The slow oracle, what lies on the table and how a game begins: cuts, rotation, Blind Don (RULES.md 3)."""

from typing import Any

from oracle_cards import RANKS, rank

Step = dict[str, Any]


class Table:
    """The steps before the first card of a hand, and the stacks of Blind Don; what it uses is in `oracle_match`."""

    rules: dict[str, Any]
    seats: list[str]
    hand: dict[str, Any] | None
    hands: list[dict[str, Any]]
    ledger: list[dict[str, Any]]
    phase: str
    pitcher: str | None
    dealer: str | None
    played: int
    carry: int
    games_won: dict[str, int]
    choice: list[str]
    by_marker: bool
    begin_game: Any
    dealer_for: Any
    scores: Any

    # Blind Don

    def lay_out(self, layout: dict[str, Any] | None) -> dict[str, Any]:
        """What is known of stacks and hands: `turned` by player as [first trick, stack, card] (RULES.md 3.3)."""
        turned: dict[str, list[list[Any]]] = {seat: [] for seat in self.seats}
        bottoms: dict[str, dict[int, str]] = {seat: {} for seat in self.seats}
        private: dict[str, list[str]] = {}
        for seat, known in (layout or {}).items():
            for number, (bottom, top) in enumerate(known["stacks"], start=1):
                if top:
                    turned[seat].append([1, number, top])
                if bottom:
                    bottoms[seat][number] = bottom
            if known.get("hand") is not None:
                private[seat] = known["hand"]
        return {"turned": turned, "bottoms": bottoms, "private": private}

    def uncover(self, seat: str, card: str) -> None:
        """A known bottom card is turned up when its cover was played, for the next trick."""
        assert self.hand is not None
        for _, stack, top in list(self.hand["turned"][seat]):
            if top == card and stack in self.hand["bottoms"][seat]:
                bottom = self.hand["bottoms"][seat].pop(stack)
                self.hand["turned"][seat].append([len(self.hand["tricks"]) + 2, stack, bottom])

    def on_reveal(self, step: Step) -> str | None:
        assert self.hand is not None
        turned = self.hand["turned"][step["by"]]
        if not any(card == step["card"] for _, _, card in turned):
            turned.append([len(self.hand["tricks"]) + 1, step["stack"], step["card"]])
        return None

    # The beginning of a game

    def on_game_start(self, step: Step) -> str | None:
        """A new game or leg; who pitches, where the table says so (RULES.md 3.2, 3.4, 6)."""
        if self.phase == "game_over":
            last = self.pitcher
            decider = sorted(self.games_won.values()) == [1, 1]
            marker = self.rules["cut"] == "marker_card" and self.rules["match"] == "best_of_3" and decider
            legs = self.rules["match"] == "best_of_3_legs"
            self.pitcher = None if marker or legs else last
            self.dealer = None if self.pitcher is None else self.dealer_for(self.pitcher)
            self.begin_game(step.get("start") or {}, step.get("hands_played", 0), step.get("carry", 0))
            self.by_marker = marker
            if legs:
                self.cut_among = [seat for seat in self.seats if seat not in self.last_cutters]
            self.phase = "before_deal"
        else:
            marker = self.by_marker
            self.begin_game(step.get("start") or {}, step.get("hands_played", 0), step.get("carry", 0))
            self.by_marker = marker
        if step.get("pitcher"):
            self.pitches(step["pitcher"])
        if step.get("dealer"):
            self.dealer = step["dealer"]
        return None

    def pitches(self, seat: str) -> None:
        self.pitcher, self.dealer, self.choice = seat, self.dealer_for(seat), []

    def on_cut(self, step: Step) -> str | None:
        """Highest or lowest card; equal deciding cards cut again (RULES.md 3.1, 3.3, 3.5; 8, row 20)."""
        cards: dict[str, str] = step["cards"]
        if self.rules["cut"] == "marker_card":
            self.pitches(next(iter(cards)))
            return None
        height = list(reversed(RANKS))
        low = self.rules["cut"] == "low_of_all"
        if low and self.rules["cut_ace"] == "low":
            height = ["A", *height[:-1]]
        values = {seat: height.index(rank(card)) for seat, card in cards.items()}
        best = min(values.values()) if low else max(values.values())
        winners = [seat for seat in self.seats if values.get(seat) == best]
        self.last_cutters = list(cards)
        if len(winners) > 1:
            self.cut_among = winners
        elif self.rules["cut"] == "high_by_side" and self.rules["cut_choice"] != "cutter_pitches":
            self.choice = [winners[0]]
        else:
            self.pitches(winners[0])
        return None

    def on_choose(self, step: Step) -> str | None:
        self.pitches(step["by"])
        return None

    # Hands that don't count

    def on_misdeal(self, step: Step) -> str | None:
        if self.phase != "playing":
            return {"game_over": "GAME_OVER", "between_hands": "TOO_LATE"}.get(self.phase, "WRONG_PHASE")
        assert self.hand is not None
        if self.hand["tricks"] or self.hand["current"]:
            return "TOO_LATE"
        self.dealer = self.hand["dealer"]
        self.hand, self.phase = None, "before_deal"
        return None

    def on_void(self, step: Step) -> str | None:
        """The hand in play, or between hands the last one, without points; the same player pitches again."""
        if self.phase == "between_hands":
            hand = self.hands[-1]
            if hand["ended"] != "void":
                self.played -= 1
                self.pitcher, self.carry = hand["pitcher"], hand["carry"]
        else:
            assert self.hand is not None
            hand = self.hand
            self.hands.append(hand)
        self.ledger[:] = [e for e in self.ledger if e.get("hand") != hand["number"] or e["kind"] == "penalty"]
        self.dealer = hand["dealer"]
        hand.update(ended="void", after=self.scores(), carry_out=self.carry, game_count=None, bonus=[])
        self.hand, self.phase = None, "before_deal"
        return None
