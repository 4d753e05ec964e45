"""Random legal matches of every variant, and random events without any regard for the state.

Whose turn it is and who leads is asked of the engine; what is legal to play is worked out here (RULES.md 2.1, 3.3).
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from scorer.cards import Card, Suit, pack_of
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
from scorer.match import MatchState, Phase
from scorer.referee import apply, replay
from scorer.seats import FOUR_HANDED, Seat, next_in
from scorer.variant import Variant, load_variant

FORMS: tuple[tuple[str, dict[str, object]], ...] = (
    ("nine_card_lancashire", {}),
    (
        "nine_card_lancashire",
        {"bonus_scheme": "6+1+1", "revoke_penalty": "fixed:10", "out_of_turn_penalty": "as_revoke"},
    ),
    ("nine_card_south_wales", {"bonus_scheme": "5+1+1+1", "low_point_to": "dealt"}),
    ("nine_card_cheshire", {"match": "first_to_2", "out_of_turn_penalty": "as_revoke"}),
    ("nine_card_online_welsh", {"revoke_penalty": "all_points"}),
    ("blind_don_burnley", {}),
    ("blind_don_burnley", {"equal_totals": "extra_pitches", "bonus_scheme": "8"}),
    ("blind_don_burnley", {"blind_layout": "russian"}),
    ("blind_don_stalybridge", {"revoke_penalty": "walton"}),
    ("blind_don_three", {}),
    ("blind_don_three", {"revoke_penalty": "all_points", "pitches": 6}),
    ("irish_don", {"out_of_turn_penalty": "as_revoke"}),
    ("irish_don", {"pack": 48, "match": "best_of_3"}),
    ("irish_don", {"pack": 44, "tie_rule": "draw", "match": "first_to_2", "first_trick_to_pitcher": "on"}),
    ("irish_don", {"revoke_penalty": "all_points"}),
    ("phat", {"out_of_turn_penalty": "as_revoke"}),
    ("phat", {"bonus_tie": "tens_then_carry", "target": 121, "cut_ace": "low"}),
    ("phat_geldeston", {"revoke_penalty": "walton"}),
)
"""Every variant, and between them most values of the options that change a score."""


@dataclass
class Dealt:
    """What lies where in one hand: cards in hand, and stacks as [bottom, top], played from the top."""

    hands: dict[Seat, list[Card]] = field(default_factory=dict)
    stacks: dict[Seat, list[list[Card]]] = field(default_factory=dict)
    uncovering: list[list[Card]] = field(default_factory=list)

    def available(self, seat: Seat) -> list[Card]:
        closed = [id(stack) for stack in self.uncovering]
        up = [stack[-1] for stack in self.stacks[seat] if stack and id(stack) not in closed]
        return [*self.hands[seat], *up]

    def take(self, seat: Seat, card: Card) -> None:
        if card in self.hands[seat]:
            self.hands[seat].remove(card)
            return
        stack = next(stack for stack in self.stacks[seat] if stack and stack[-1] == card)
        stack.pop()
        self.uncovering.append(stack)


def shuffled(rng: random.Random, variant: Variant) -> Dealt:
    pack = list(pack_of(variant.pack).cards)
    rng.shuffle(pack)
    dealt = Dealt()
    for seat in variant.seats:
        dealt.stacks[seat] = [[pack.pop(), pack.pop()] for _ in range(variant.stacks_each)]
        dealt.hands[seat] = [pack.pop() for _ in range(variant.cards_each - 2 * variant.stacks_each)]
    return dealt


class Match:
    """A match that is being played; `record` holds its events."""

    def __init__(self, rng: random.Random, name: str, options: dict[str, object], *, known: bool = True) -> None:
        self.rng = rng
        self.variant = load_variant(name, options)
        self.known = known
        self.record: list[Event] = [start_of_match("m1", self.variant)]
        self.state = replay(self.record)

    def enter(self, event: Event) -> MatchState:
        answer = apply(self.state, event)
        assert isinstance(answer, MatchState), (answer, event)
        self.record.append(event)
        self.state = answer
        return answer

    def start_game(self) -> None:
        if self.state.phase is Phase.GAME_OVER:
            self.enter(GameStart())
        if self.state.pitcher is None and self.rng.random() < 0.5:
            self.enter(GameStart(self.rng.choice(self.variant.seats)))
        while self.state.pitcher is None:
            self.cut()

    def cut(self) -> None:
        pack, game = pack_of(self.variant.pack).cards, self.state.game
        if game.choice:
            self.enter(Choose(self.rng.choice(game.choice)))
        elif self.variant.cut == "marker_card":
            marker = Card.parse(self.variant.marker_card)
            self.enter(Cut(FrozenMap({self.rng.choice(self.variant.seats): marker})))
        else:
            one_each = [Seat(self.rng.choice(side)) for side in self.variant.sides]
            seats = game.cutters or (tuple(one_each) if self.variant.cut == "high_by_side" else self.variant.seats)
            # Few ranks, so that equal cards come up.
            few = [card for card in pack if card.rank.value in ("9", "10", "A")]
            self.enter(Cut(FrozenMap(zip(seats, self.rng.sample(few, len(seats)), strict=True))))

    def deal(self) -> Dealt:
        dealt = shuffled(self.rng, self.variant)
        dealer = self.rng.choice(self.variant.seats) if self.state.any_dealer else self.state.dealer
        assert dealer is not None
        hands = layout = None
        if self.known and self.variant.blind_layout == "none":
            hands = FrozenMap({seat: tuple(cards) for seat, cards in dealt.hands.items()})
        elif self.known and self.variant.blind_layout == "000":
            layout = FrozenMap({seat: self._layout(dealt, seat) for seat in self.variant.seats})
        self.enter(Deal(dealer, hands, layout))
        if self.variant.trumps == "called":
            self.enter(Call(self.rng.choice(list(Suit))))
        return dealt

    def _layout(self, dealt: Dealt, seat: Seat) -> SeatLayout:
        """The tops are seen, sometimes all; the private hand seldom."""
        seen = self.rng.random() < 0.3
        stacks = tuple((bottom if seen else None, top) for bottom, top in dealt.stacks[seat])
        return SeatLayout(stacks, tuple(dealt.hands[seat]) if self.rng.random() < 0.3 else None)

    def trick(self, dealt: Dealt, *, legal: bool = True) -> None:
        """One trick, card by card or in one step; after it, bottom cards are turned up (and sometimes recorded)."""
        leader = self.state.leader
        assert leader is not None
        seats = [next_in(self.variant.seats, leader, n) for n in range(len(self.variant.seats))]
        cards: list[Card] = []
        for seat in seats:
            free = dealt.available(seat)
            following = [card for card in free if cards and card.suit is cards[0].suit]
            card = self.rng.choice(following if following and legal else free)
            dealt.take(seat, card)
            cards.append(card)
        if self.rng.random() < 0.5:
            self.enter(Trick(leader, tuple(cards)))
        else:
            for seat, card in zip(seats, cards, strict=True):
                self.enter(Play(seat, card))
        self._turn_up(dealt)

    def _turn_up(self, dealt: Dealt) -> None:
        for seat, stacks in dealt.stacks.items():
            for number, stack in enumerate(stacks, start=1):
                opened = stack and any(stack is other for other in dealt.uncovering)
                if opened and self.known and self.state.phase is Phase.PLAYING:
                    self.enter(Reveal(seat, number, stack[-1]))
        dealt.uncovering.clear()

    def hand(self, *, legal: bool = True) -> None:
        dealt = self.deal()
        while self.state.phase is Phase.PLAYING:
            self.trick(dealt, legal=legal)

    def play(self, hands: int = 40) -> MatchState:
        """To the end of the match, or for so many hands."""
        for _ in range(hands):
            if self.state.match_over:
                break
            if self.state.pitcher is None or self.state.phase is Phase.GAME_OVER:
                self.start_game()
            self.hand()
        return self.state


def random_match(rng: random.Random, hands: int = 40, form: int | None = None, *, known: bool = True) -> Match:
    name, options = FORMS[rng.randrange(len(FORMS)) if form is None else form]
    match = Match(rng, name, options, known=known)
    match.play(hands)
    return match


def disturbed_match(rng: random.Random, hands: int = 6, form: int | None = None) -> Match:
    """Not always legal play, hands unknown, and every kind of event thrown in; what is refused is lost."""
    name, options = FORMS[rng.randrange(len(FORMS)) if form is None else form]
    match = Match(rng, name, options, known=False)
    for _ in range(hands):
        if match.state.match_over:
            break
        if match.state.pitcher is None or match.state.phase is Phase.GAME_OVER:
            match.start_game()
        dealt = match.deal()
        if rng.random() < 0.2:
            disturb(match)
        number = len(match.state.hands)
        while match.state.hand is not None and len(match.state.hands) == number:
            if rng.random() < 0.15:
                disturb(match)
            else:
                match.trick(dealt, legal=rng.random() < 0.7)
        if rng.random() < 0.3:
            disturb(match)
    return match


def disturb(match: Match) -> None:
    """One plain event out of the ordinary, if the referee takes it."""
    event = any_event(match.rng, match.variant, match.state)
    answer = apply(match.state, event)
    kept = not isinstance(event, Play | Trick | Deal | Reveal | GameStart | Cut | Choose | Call)
    if isinstance(answer, MatchState) and kept:
        match.record.append(event)
        match.state = answer


def any_event(rng: random.Random, variant: Variant, state: MatchState) -> Event:
    """An event without much regard for the state, of every kind."""
    return rng.choice(list(_any_events(rng, variant, state)))


def _any_events(rng: random.Random, variant: Variant, state: MatchState) -> Iterator[Event]:
    pack = pack_of(rng.choice([52, variant.pack])).cards
    seat = rng.choice([*variant.seats, *variant.seats, *FOUR_HANDED])
    side = rng.choice([*variant.sides, *variant.sides, "NS", "X"])
    tricks = len(state.hand.tricks) if state.hand else variant.tricks
    number = rng.randint(0, tricks + 1)
    players = len(variant.seats)
    leader = state.leader or seat
    some = tuple(rng.sample(pack, rng.choice([players, players, players, 3, 5])))
    yield state.setup
    yield GameStart(rng.choice([None, seat]), None, FrozenMap({side: rng.randint(-1, 130)}), rng.randint(-1, 3), 8)
    yield GameStart()
    yield Cut(FrozenMap(zip(rng.sample(FOUR_HANDED, 2), rng.sample(pack, 2), strict=True)))
    yield Choose(seat)
    yield Claim(side)
    yield Concede(side)
    yield Deal(state.dealer or seat, FrozenMap({s: tuple(rng.sample(pack, 9)) for s in variant.seats}))
    yield Deal(seat)
    yield Call(rng.choice(list(Suit)))
    yield Play(state.turn or seat, rng.choice(pack))
    yield Play(seat, rng.choice(pack))
    yield Trick(leader, some)
    yield Reveal(seat, rng.randint(0, 10), rng.choice(pack))
    points = FrozenMap({s: rng.randint(-1, 60) for s in variant.sides})
    yield Count(points, FrozenMap({s: rng.randint(0, 60) for s in variant.sides}))
    yield _true_count(rng, variant)
    yield Recount(rng.choice([None, number]), FrozenMap({s: rng.randint(0, 60) for s in variant.sides}))
    yield Misdeal("looked")
    yield Void("51 cards")
    yield Penalty(side, rng.randint(0, 9), "talked")
    yield Revoke(seat, number)
    yield PegCorrection(side, rng.randint(-3, 3), rng.choice([None, side, *variant.sides]))
    yield Note(rng.choice(["seen", "out_of_turn"]), FrozenMap({"seat": seat.value}))
    yield Correct(rng.choice([None, 0, 1, 2]), number, rng.randint(-1, players), rng.choice(pack))
    yield CorrectRun(rng.choice([None, 1]), number, (Trick(leader, some),))
    yield Undo()
    yield Redo()


def _true_count(rng: random.Random, variant: Variant) -> Count:
    """Totals that add up to the whole pack."""

    def split(total: int) -> FrozenMap[str, int]:
        first = rng.randint(0, total)
        return FrozenMap(zip(variant.sides, [first, total - first, 0], strict=False))

    last = rng.choice(variant.sides)
    bonus = FrozenMap({part: rng.choice(variant.sides) for part in ("high", "low", "jack", "tens")})
    return Count(split(variant.pegged_in_pack), split(variant.counted_in_pack), bonus, last, rng.choice([None, last]))
