"""The worked examples of the rules in the words of the program (RULES.md section 9)."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scorer.cards import Card, Suit
from scorer.events import (
    Call,
    Choose,
    Claim,
    Concede,
    Correct,
    CorrectRun,
    Count,
    Cut,
    Deal,
    Event,
    GameStart,
    Layout,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Play,
    Recount,
    Redo,
    Reveal,
    Revoke,
    SeatLayout,
    Trick,
    Undo,
    Void,
    start_of_match,
)
from scorer.frozenmap import FrozenMap
from scorer.referee import Admission, Refusal, admit, replay
from scorer.seats import Seat
from scorer.variant import Variant, load_variant

PATH = Path(os.environ.get("DON_VECTORS") or Path(__file__).parents[2].parent / "shared" / "rules" / "vectors.json")
VECTORS: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))["vectors"] if PATH.is_file() else []


class Table:
    """A vector's seats and sides in the words of the program, and the record that is being made of it."""

    def __init__(self, vector: Mapping[str, Any]) -> None:
        self.setup: Mapping[str, Any] = vector["setup"]
        self.variant: Variant = load_variant(vector["variant"], vector["options"])
        names: Sequence[str] = self.setup["seats"]
        self._seat = dict(zip(names, self.variant.seats, strict=True))
        if names == [seat.value for seat in self.variant.seats]:
            self._side = {side: side for side in self.variant.sides}
        else:
            self._side = {name: seat.value for name, seat in self._seat.items()}
        self._name = {seat: name for name, seat in self._seat.items()}
        self.record: list[Event] = [start_of_match("vector", self.variant)]

    def seat(self, name: str) -> Seat:
        return self._seat[name]

    def side(self, name: str) -> str:
        return self._side[name]

    def named(self, seat: Seat) -> str:
        """The vector's name for a seat."""
        return self._name[seat]

    def team(self, side: str | None) -> str | None:
        """The vector's name for a side."""
        return next((name for name, own in self._side.items() if own == side), None)

    def teams(self, counts: Mapping[str, int]) -> dict[str, int]:
        return {name: counts[side] for name, side in self._side.items()}

    def counts(self, data: Mapping[str, int]) -> FrozenMap[str, int]:
        return FrozenMap({self.side(name): number for name, number in data.items()})

    def begin(self, pitcher: str, start: Mapping[str, int], played: int = 0, carry: int = 0) -> None:
        self.record.append(GameStart(self.seat(pitcher), None, self.counts(start), played, carry))

    def deal(self, data: Mapping[str, Any], dealer: str | None = None) -> None:
        """Deal a hand, with the layout of Blind Don (stacks that a partial one leaves out are unknown), call trumps."""
        expected = replay(self.record).dealer
        assert expected is not None
        who = self.seat(dealer) if dealer else expected
        self.enter(Deal(who, None, self.layout(data["layout"]) if "layout" in data else None))
        if self.variant.trumps == "called":
            self.enter(Call(Suit(data["trump"])))

    def layout(self, data: Mapping[str, Any]) -> Layout:
        blank: tuple[Card | None, Card | None] = (None, None)
        found = {}
        for name, known in data.items():
            stacks: list[tuple[Card | None, Card | None]] = [
                (Card.parse(bottom), Card.parse(top)) for bottom, top in known["stacks"]
            ]
            missing = self.variant.stacks_each - len(stacks)
            hand = tuple(Card.parse(card) for card in known["hand"])
            whole = len(hand) == self.variant.hand_each
            found[self.seat(name)] = SeatLayout((*stacks, *[blank] * missing), hand if whole else None)
        return FrozenMap(found)

    def enter(self, event: Event) -> str:
        """Ask the referee and record the event if it is admitted; the answer in the words of the vectors."""
        answer = admit(self.record, event)
        if isinstance(answer, Refusal):
            return answer.code
        assert isinstance(answer, Admission)
        self.record.append(event)
        return "ok"

    def trick(self, data: Mapping[str, Any]) -> Trick:
        return Trick(self.seat(data["lead"]), tuple(Card.parse(card) for card in data["cards"]))

    def event(self, data: Mapping[str, Any]) -> Event:
        """The short keys of the vectors in the words of the program."""
        match data["e"]:
            case "deal":
                dealer = replay(self.record).dealer
                named = self.seat(data["dealer"]) if "dealer" in data else dealer
                assert named is not None
                hands = data.get("hands")
                known = hands and FrozenMap({self.seat(s): tuple(map(Card.parse, held)) for s, held in hands.items()})
                return Deal(named, known, self.layout(data["layout"]) if "layout" in data else None)
            case "play":
                return Play(self.seat(data["by"]), Card.parse(data["card"]))
            case "trick":
                return self.trick(data)
            case "call":
                return Call(Suit(data["suit"]))
            case "reveal":
                return Reveal(self.seat(data["by"]), data["stack"], Card.parse(data["card"]))
            case "cut":
                return Cut(FrozenMap({self.seat(s): Card.parse(card) for s, card in data["cards"].items()}))
            case "choose":
                return Choose(self.seat(data["by"]))
            case "count":
                return self._count(data)
            case "penalty":
                return Penalty(self.side(data["against"]), data["points"], data.get("why", ""))
            case "revoke":
                return Revoke(self.seat(data["by"]), data["trick"])
            case "misdeal":
                return Misdeal(data.get("why", ""))
            case "void":
                return Void(data.get("why", ""))
            case "claim":
                return Claim(self.side(data["team"]))
            case "concede":
                return Concede(self.side(data["team"]))
            case "note":
                seat = {"seat": self.seat(data["by"]).value} if "by" in data else {}
                return Note(data.get("code", data.get("why", "")), FrozenMap(seat))
            case "peg_correction":
                by = self.side(data["by"]) if "by" in data else None
                return PegCorrection(self.side(data["team"]), data["points"], by)
            case "correct" | "correct_run" | "recount":
                return self._correction(data)
            case "undo":
                return Undo()
            case "redo":
                return Redo()
        raise AssertionError(f"an event without a translation: {data}")

    def _count(self, data: Mapping[str, Any]) -> Count:
        game = data.get("game_count")
        last = data.get("last_scoring", data.get("last_scoring_team", data.get("last_scoring_side")))
        return Count(
            self.counts(data["points"]),
            self.counts(game) if game else None,
            FrozenMap({part: self.side(team) for part, team in data.get("bonus", {}).items()}),
            self.side(last) if last else None,
            self.side(data["first_out"]) if data.get("first_out") else None,
        )

    def _correction(self, data: Mapping[str, Any]) -> Event:
        """A correction; said again with `drop`, it drops what the referee lists."""
        drop: tuple[int, ...] = ()
        while True:
            event: Event
            if data["e"] == "correct":
                event = Correct(data.get("hand"), data["trick"], data["pos"], Card.parse(data["card"]), drop)
            elif data["e"] == "recount":
                event = Recount(data.get("hand"), self.counts(data["game_count"]), drop)
            else:
                tricks = tuple(self.trick(trick) for trick in data["tricks"])
                event = CorrectRun(data.get("hand"), data.get("first_trick", data.get("trick", 1)), tricks, drop)
            answer = admit(self.record, event)
            if drop or not data.get("drop") or isinstance(answer, Admission):
                return event
            entries = answer.params.get("entries", ())
            assert isinstance(entries, tuple)
            if not entries:
                return event
            drop = entries
