"""How a correction is entered: the one event that does it, with the leaders that move and the entries that fall.

Nothing here is written anywhere; `mobile.match_book` enters a plan when people have agreed to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mobile.texts import label
from scorer.cards import Card
from scorer.disputes import Change, TrickChange, change_of
from scorer.events import Correct, Correction, CorrectRun, Event, Trick
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState, Phase
from scorer.record import plain_events
from scorer.referee import Admission, Refusal, admit, admit_dropping, cards_exchanged, led_in_turn, seats_moved
from scorer.seats import Seat, Side
from scorer.texts import card_words, side_words


@dataclass(frozen=True, slots=True)
class Plan:
    """A correction that can be entered as it is, and all that people have to know of it before they say yes.

    ``change``: what it does, before → after. ``seats_move``: some tricks are led by others than recorded, their cards
    as they are. ``dropped``: the later entries (number from 1, event) that no longer count.
    ``agreement``: the sides that must all agree, because the game is over; else none. ``entries``: how much was
    recorded when the plan was made.
    """

    event: Correction
    change: Change
    seats_move: bool
    dropped: tuple[tuple[int, Event], ...]
    agreement: tuple[Side, ...]
    entries: int


def plan_of(recorded: Sequence[Event], state: MatchState, event: Correction) -> Plan | Refusal:
    """The plan for a correction after what is recorded, which comes to ``state``; a refusal where it can't be."""
    if isinstance(event, Correct) and _is_recorded(recorded, event):
        return Refusal("NOTHING_TO_CORRECT", FrozenMap({"card": card_words(event.card)}))
    event, answer = admit_dropping(recorded, event, state)
    if isinstance(event, Correct) and isinstance(answer, Refusal) and answer.code in _NEEDS_RUN:
        run = _run(recorded, state, event)
        if run is not None:
            event, answer = admit_dropping(recorded, run, state)
    if isinstance(answer, Refusal):
        return answer
    dropped = tuple((number, recorded[number - 1]) for number in event.drop)
    agreement = state.sides if _game_is_over(recorded, state, event) else ()
    change = change_of(state, answer.after)
    moved = isinstance(event, CorrectRun) and any(
        _led_by_another(trick) for hand in change.hands for trick in hand.tricks
    )
    return Plan(event, change, moved, dropped, agreement, len(recorded))


def _led_by_another(change: TrickChange) -> bool:
    return (
        change.before is not None and change.after is not None and change.before.seats[0] is not change.after.seats[0]
    )


_NEEDS_RUN = ("LEADER_CONFLICT", "GAME_OVER", "HAND_OVER", "BROKEN_RECORD")
"""Refusals of one card that the tricks from there on, entered anew as one run, may get over."""


def _run(recorded: Sequence[Event], state: MatchState, event: Correct) -> CorrectRun | None:
    """The tricks from the corrected one on with their cards, as far as they count."""
    run = _up_to_a_win(recorded, state, seats_moved(recorded, event))
    answer = admit(recorded, run, state)
    return run if isinstance(answer, Admission) or answer.code == "LATER_EVENTS_CONFLICT" else None


def _up_to_a_win(recorded: Sequence[Event], state: MatchState, run: CorrectRun) -> CorrectRun:
    """The run without the tricks after one that wins the game."""
    while len(run.tricks) > 1:
        answer = admit(recorded, run, state)
        if isinstance(answer, Admission) or answer.code != "GAME_OVER":
            break
        run = replace(run, tricks=run.tricks[:-1])
    return run


def swap_of(
    recorded: Sequence[Event], state: MatchState, hand: int | None, cards: tuple[Card, Card], by: str, reason: str
) -> CorrectRun | Refusal:
    """The run in which two cards of a hand change places, each later trick led by who then won the one before."""
    found = recorded_tricks(recorded, hand)
    if isinstance(found, Refusal):
        return found
    number, tricks = found
    if cards[0] == cards[1]:
        return Refusal("NOTHING_TO_CORRECT", FrozenMap({"card": card_words(cards[0])}))
    played = [card for trick in tricks for card in trick.cards]
    for card in cards:
        if card not in played:
            return Refusal("CARD_NOT_PLAYED", FrozenMap({"card": card_words(card), "hand": number}))
    run = replace(cards_exchanged(state, number, tricks, *cards), by=by, reason=reason)
    return _up_to_a_win(recorded, state, run)


def new_trick_of(
    recorded: Sequence[Event],
    state: MatchState,
    hand: int | None,
    trick: int,
    cards: tuple[Card, ...],
    by: str,
    reason: str,
) -> CorrectRun | Refusal:
    """The run in which a trick (from 1) has other cards, from its leader on, and later ones are led in turn."""
    found = _tricks_with(recorded, hand, trick)
    if isinstance(found, Refusal):
        return found
    number, tricks = found
    old = tricks[trick - 1]
    if cards == old.cards:
        return Refusal("NOTHING_TO_CORRECT", FrozenMap({"card": " ".join(map(str, cards))}))
    if trick < len(tricks) and len(cards) < len(old.cards):
        return Refusal("TRICK_NOT_ALL", FrozenMap({"trick": trick, "count": len(cards), "wanted": len(old.cards)}))
    if not 0 < len(cards) <= len(state.seats):
        return Refusal("WRONG_CARD_COUNT", FrozenMap({"count": len(cards), "wanted": len(state.seats)}))
    led = led_in_turn(state, number, trick, (Trick(old.leader, cards), *tricks[trick:]))
    return _up_to_a_win(recorded, state, CorrectRun(number, trick, led, by=by, reason=reason))


def recorded_tricks(recorded: Sequence[Event], hand: int | None) -> tuple[int, tuple[Trick, ...]] | Refusal:
    """The number of a hand (none: the one in play, or the last) and its tricks as they stand, the last perhaps
    unfinished; a refusal where no cards of it are recorded."""
    plain = plain_events(recorded)
    number = plain.hands if hand is None else hand
    if plain.hands == 0:
        return Refusal("NOTHING_PLAYED")
    if not 1 <= number <= plain.hands:
        return Refusal("NO_HAND_TO_CORRECT", FrozenMap({"hand": number}))
    tricks = plain.tricks_of(number)
    if not tricks:
        return Refusal("NO_CARDS_TO_CORRECT", FrozenMap({"hand": number}))
    return number, tricks


def _tricks_with(recorded: Sequence[Event], hand: int | None, trick: int) -> tuple[int, tuple[Trick, ...]] | Refusal:
    """As `recorded_tricks`; a refusal also where ``trick`` (from 1) is not among them."""
    found = recorded_tricks(recorded, hand)
    if isinstance(found, Refusal) or 1 <= trick <= len(found[1]):
        return found
    return Refusal("NO_SUCH_TRICK", FrozenMap({"hand": found[0], "trick": trick}))


def place_of_card(
    recorded: Sequence[Event], state: MatchState, hand: int | None, trick: int, who: Seat | int
) -> tuple[int, int] | Refusal:
    """The number of the hand and the place in the trick (from 0) of a player's card, or of the card at a place."""
    found = _tricks_with(recorded, hand, trick)
    if isinstance(found, Refusal):
        return found
    number, tricks = found
    if isinstance(who, Seat) and who not in state.seats:
        return Refusal("UNKNOWN_SEAT", FrozenMap({"seat": who}))
    first = state.seats.index(tricks[trick - 1].leader)
    position = (state.seats.index(who) - first) % len(state.seats) if isinstance(who, Seat) else who
    if not 0 <= position < len(tricks[trick - 1].cards):
        place = {"hand": number, "trick": trick, "position": position + 1}
        return Refusal("NO_SUCH_CARD", FrozenMap(place))
    return number, position


def agreed_by(plan: Plan, agreed: Mapping[Side, str]) -> Correction | Refusal:
    """The plan's event, with who agreed for each side where that is needed; a refusal while somebody is missing."""
    missing = unasked(plan.agreement, agreed)
    if missing is not None:
        return missing
    if not plan.agreement:
        return plan.event
    return replace(plan.event, by="; ".join(f"{side}: {agreed[side].strip()}" for side in plan.agreement))


def unasked(agreement: Sequence[Side], agreed: Mapping[Side, str]) -> Refusal | None:
    """The refusal while somebody of the sides that have to agree is missing."""
    missing = [side for side in agreement if not agreed.get(side, "").strip()]
    if not missing:
        return None
    return Refusal("BOTH_SIDES_AGREE", FrozenMap({"sides": label("and").join(side_words(side) for side in missing)}))


def _is_recorded(recorded: Sequence[Event], event: Correct) -> bool:
    """Whether the card stands there already."""
    found = _tricks_with(recorded, event.hand, event.trick)
    if isinstance(found, Refusal):
        return False
    cards = found[1][event.trick - 1].cards
    return 0 <= event.position < len(cards) and cards[event.position] == event.card


def _game_is_over(recorded: Sequence[Event], state: MatchState, event: Correction) -> bool:
    """Whether the match stands at the end of a game, or the corrected hand belongs to one that has ended."""
    if state.phase is Phase.GAME_OVER:
        return True
    hand = plain_events(recorded).hand_of(event)
    return _in_ended_game(state, hand)


def _in_ended_game(state: MatchState, hand: int) -> bool:
    return state.game_of(hand) <= len(state.games)


def agreement_of(change: Change) -> tuple[Side, ...]:
    """The sides that must all agree to an undo or redo with this change (RULES.md 4.3); none during a game.

    That is where the game is over before or after it, or where it changes a game that had ended.
    """
    states = change.before, change.after
    ended = (
        any(state.phase is Phase.GAME_OVER for state in states)
        or any(one is not None and one.won_at is not None for game in change.games for one in (game.before, game.after))
        or any(_in_ended_game(state, hand.number) for state in states for hand in change.hands)
    )
    return change.after.sides if ended else ()
