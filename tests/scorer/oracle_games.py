"""Random matches with much trouble in them: revokes called, claims at the right moment, totals, void hands.

The cards and the turn of play are those of `random_play`; what goes wrong is chosen here, so that the referee takes it
often: a revoke that the record proves is called, in play, between hands and after the game.
"""

import random
from typing import Any

from random_play import Match

from scorer.events import (
    Claim,
    Concede,
    Count,
    Event,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Revoke,
    Void,
)
from scorer.frozenmap import FrozenMap
from scorer.irregularities import revokes_found
from scorer.match import MatchState, Phase
from scorer.referee import apply

PENALTIES = ("walton", "transfer_trick", "fixed:10", "all_points", "none")
CHOICES: dict[str, dict[str, tuple[object, ...]]] = {
    "nine": {"target": (91, 121), "bonus_scheme": ("8", "6+1+1", "5+1+1+1"), "match": ("single", "first_to_2")},
    "blind": {"bonus_scheme": ("8", "6+1+1", "5+1+1+1"), "equal_totals": ("draw", "extra_pitches")},
    "irish": {
        "pack": (52, 48, 44),
        "tie_rule": ("last_scoring_trick_loses", "draw"),
        "match": ("single", "best_of_3", "first_to_3"),
        "first_trick_to_pitcher": ("off", "on"),
    },
    "phat": {"target": (181, 121), "bonus_tie": ("carry", "tens_then_carry")},
}
NAMES = (
    *("nine_card_lancashire", "nine_card_south_wales", "nine_card_cheshire", "nine_card_online_welsh"),
    *("blind_don_burnley", "blind_don_stalybridge", "blind_don_three", "irish_don", "phat", "phat_geldeston"),
)


def random_rules(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A variant and a value for each of its options that matter to the score, some of them its own."""
    name = rng.choice(NAMES)
    choices = CHOICES[name.split("_")[0]]
    options = {option: rng.choice(values) for option, values in choices.items() if rng.random() < 0.5}
    if options.get("bonus_scheme") == "5+1+1+1":
        options["low_point_to"] = rng.choice(("won", "dealt"))
    if name == "blind_don_three":
        options.pop("equal_totals", None)
    options["revoke_penalty"] = rng.choice(PENALTIES)
    options["out_of_turn_penalty"] = rng.choice(("note", "as_revoke"))
    return name, options


def troubled_match(rng: random.Random, name: str, options: dict[str, Any], hands: int = 5) -> Match:
    """So many hands, a third of the cards played without regard for the suit led."""
    known = name.startswith("blind") and rng.random() < 0.7
    match = Match(rng, name, options, known=known)
    dealt = None
    while len(match.state.hands) < hands and len(match.record) < 400:
        if match.state.hand is None or dealt is None:
            if match.state.match_over:
                break
            if match.state.pitcher is None or match.state.phase is Phase.GAME_OVER:
                match.start_game()
            dealt = match.deal()
        # A revoke called after the game can undo a win, and the hand goes on where it was cut short.
        while match.state.hand is not None:
            if rng.random() < 0.15:
                trouble(match, rng)
            else:
                match.trick(dealt, legal=rng.random() < 0.7)
        for _ in range(rng.choice([0, 0, 1, 3])):
            trouble(match, rng)
    return match


def trouble(match: Match, rng: random.Random) -> None:
    """One event out of the ordinary, if the referee takes it."""
    event = choose(match, rng)
    if event is None:
        return
    answer = apply(match.state, event)
    if isinstance(answer, MatchState):
        match.record.append(event)
        match.state = answer


def choose(match: Match, rng: random.Random) -> Event | None:
    state, sides = match.state, match.variant.sides
    hand = state.hand or (state.hands[-1] if state.hands else None)
    kind = rng.choice(
        ["revoke"] * 8 + ["turn"] * 2 + ["claim", "penalty", "peg", "void", "misdeal", "concede", "count"]
    )
    if kind == "revoke":
        found = revokes_found(hand.tricks) if hand else ()
        return Revoke(*(lambda revoke: (revoke.seat, revoke.trick))(rng.choice(found))) if found else None
    if kind == "turn":
        return Note("out_of_turn", FrozenMap({"seat": rng.choice(match.variant.seats).value}))
    if kind == "claim":
        return Claim(rng.choice(sides))
    if kind == "penalty":
        return Penalty(rng.choice(sides), rng.randint(1, 30), "talked")
    if kind == "peg":
        return PegCorrection(rng.choice(sides), rng.randint(-3, 9))
    if kind == "void":
        return Void("51 cards") if rng.random() < 0.5 else None
    if kind == "misdeal":
        return Misdeal("looked")
    if kind == "concede":
        return Concede(rng.choice(sides)) if rng.random() < 0.3 else None
    return totals(match, rng)


def totals(match: Match, rng: random.Random) -> Count:
    """Totals that add up to the whole pack."""
    sides, variant = match.variant.sides, match.variant

    def split(total: int) -> FrozenMap[str, int]:
        first = rng.randint(0, total)
        return FrozenMap(zip(sides, [first, total - first, 0], strict=False))

    bonus = FrozenMap({part: rng.choice(sides) for part in ("high", "low", "jack", "tens")})
    last = rng.choice(sides)
    return Count(split(variant.pegged_in_pack), split(variant.counted_in_pack), bonus, last, rng.choice([None, last]))
