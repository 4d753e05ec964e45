"""The referee: whether an event may happen, and what the match is after it. Nothing else decides a score.

The refusals and the order in which they are tested are those of RULES.md 4.2. A refused event changes nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer import match
from scorer.board import BOARD_NAMES
from scorer.cards import Card, pack_of
from scorer.events import (
    Concede,
    Correct,
    Deal,
    Event,
    GameStart,
    MatchStart,
    Note,
    Penalty,
    Play,
    Redo,
    Trick,
    Undo,
)
from scorer.frozenmap import FrozenMap
from scorer.hand import HandState
from scorer.match import MatchState, Phase
from scorer.record import PlainEvents, RecordError, effective, standing
from scorer.seats import Seat, next_in


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an event may not happen: a code of RULES.md 4.2 with its parameters; `texts.say` makes the sentence."""

    code: str
    params: FrozenMap[str, object] = field(default_factory=FrozenMap)


@dataclass(frozen=True, slots=True)
class Admission:
    """An event that may be logged: the match before it (None before its start) and after it."""

    before: MatchState | None
    after: MatchState


def apply(state: MatchState | None, event: Event) -> MatchState | Refusal:
    """The match after a plain event, or why it is refused.

    Undo, redo and corrections are not plain: they speak of the record, so they go through `admit`.
    """
    if state is None:
        return _match_start(event) if isinstance(event, MatchStart) else _wrong_phase(None, event)
    if isinstance(event, Note):
        return match.note(state, event)
    handler = _HANDLERS.get(type(event))
    if handler is None:
        return _no("NEEDS_RECORD", event=event.kind)
    if state.phase is Phase.GAME_OVER:
        return _no("GAME_OVER", side=state.winner)
    return handler(state, event)


def replay(recorded: Iterable[Event]) -> MatchState:
    """The match as its record says it; `RecordError` for a record that was never admitted."""
    return _fold(effective(recorded))


def admit(recorded: Sequence[Event], event: Event) -> Admission | Refusal:
    """Whether ``event`` may be logged after what is recorded, and what it would change; nothing is written."""
    before = replay(recorded) if recorded else None
    if before is not None and isinstance(event, Correct):
        return _admit_correction(recorded, before, event)
    if before is not None and isinstance(event, Undo | Redo):
        try:
            return Admission(before, replay([*recorded, event]))
        except RecordError as error:
            return Refusal(error.code, FrozenMap(error.params))
    after = apply(before, event)
    return after if isinstance(after, Refusal) else Admission(before, after)


def _no(code: str, **params: object) -> Refusal:
    return Refusal(code, FrozenMap(params))


def _wrong_phase(state: MatchState | None, event: Event) -> Refusal:
    """An event that has no place in this phase."""
    phase = "before_match" if state is None else "before_game" if state.pitcher is None else state.phase.value
    late = state is not None and isinstance(event, MatchStart | GameStart)
    return _no("WRONG_PHASE", event=event.kind, phase=phase, remedy=event.kind if late else phase)


def _fold(events: Iterable[Event]) -> MatchState:
    state: MatchState | None = None
    for number, event in enumerate(events, start=1):
        result = apply(state, event)
        if isinstance(result, Refusal):
            raise RecordError("BROKEN_RECORD", number=number, event=event.kind, code=result.code)
        state = result
    if state is None:
        raise RecordError("EMPTY_RECORD")
    return state


# Corrections (RULES.md 4.3)


def _admit_correction(recorded: Sequence[Event], before: MatchState, event: Correct) -> Admission | Refusal:
    plain = PlainEvents()
    for old in standing(recorded):
        plain.add(old)
    try:
        corrected, _ = plain.locate(event)
        others = plain.other_cards(event)
    except RecordError as error:
        return Refusal(error.code, FrozenMap(error.params))
    if event.card not in pack_of(before.variant.pack):
        return _no("NOT_IN_PACK", card=event.card, pack=before.variant.pack)
    if event.card in others:
        return _no("DUPLICATE_CARD", card=event.card, trick=others[event.card])
    plain.add(event)
    return _follow_correction(plain, corrected, before)


def _follow_correction(plain: PlainEvents, corrected: int, before: MatchState) -> Admission | Refusal:
    """Replay the corrected events: if the corrected one is refused that says why, later ones are listed."""
    state: MatchState | None = None
    refused: list[tuple[Event, Refusal]] = []
    for number, event in enumerate(plain.events):
        result = apply(state, event)
        if not isinstance(result, Refusal):
            state = result
        elif number == corrected:
            return result
        else:
            refused.append((event, result))
    if not refused:
        assert state is not None, "a correction has a match before it"
        return Admission(before, state)
    first_event, first = refused[0]
    if first.code in ("WRONG_LEADER", "OUT_OF_TURN"):
        trick = first.params["trick"]
        return _no("LEADER_CONFLICT", trick=trick, seat=first.params["leader"], event=first_event.kind)
    return _no("LATER_EVENTS_CONFLICT", count=len(refused), events=tuple(late for late, _ in refused))


# One checker for each plain event


def _match_start(event: MatchStart) -> MatchState | Refusal:
    variant = event.variant
    if event.seats != variant.seats or event.sides != variant.sides or not event.names.keys() <= set(event.seats):
        return _no("BAD_MATCH_START_SEATS")
    if event.board not in (*BOARD_NAMES, "none", "score_sheet"):
        return _no("BAD_MATCH_START_BOARD", board=event.board)
    return match.begin(event)


def _second_start(state: MatchState, event: MatchStart) -> MatchState | Refusal:
    return _wrong_phase(state, event)


def _game_start(state: MatchState, event: GameStart) -> MatchState | Refusal:
    if state.pitcher is not None:
        return _wrong_phase(state, event)
    if event.pitcher not in state.seats:
        return _no("UNKNOWN_SEAT", seat=event.pitcher)
    dealer = match.dealer_for(event.pitcher, state.seats, state.variant)
    if event.dealer not in (None, dealer):
        return _no("WRONG_DEALER", seat=event.dealer, dealer=dealer)
    for side, score in (event.start_scores or {}).items():
        if side not in state.sides:
            return _no("UNKNOWN_SIDE", side=side)
        if score < 0 or (state.target is not None and score >= state.target):
            return _no("BAD_START_SCORE", side=side, score=score, target=state.target)
    return match.start_game(state, event)


def _deal(state: MatchState, event: Deal) -> MatchState | Refusal:
    if state.phase is Phase.PLAYING or state.pitcher is None:
        return _wrong_phase(state, event)
    if event.dealer != state.dealer:
        return _no("WRONG_DEALER", seat=event.dealer, dealer=state.dealer)
    if event.hands is not None:
        refusal = _check_hands(state, event.hands)
        if refusal:
            return refusal
    return match.deal(state, event)


def _check_hands(state: MatchState, hands: Mapping[Seat, tuple[Card, ...]]) -> Refusal | None:
    wanted = state.variant.cards_each
    for seat in (*state.seats, *(seat for seat in hands if seat not in state.seats)):
        cards = hands.get(seat, ())
        if len(cards) != (wanted if seat in state.seats else 0):
            return _no("WRONG_HAND_SIZE", seat=seat, count=len(cards), wanted=wanted)
    pack = pack_of(state.variant.pack)
    seen: set[Card] = set()
    for cards in hands.values():
        for card in cards:
            if card not in pack:
                return _no("NOT_IN_PACK", card=card, pack=pack.size)
            if card in seen:
                return _no("DUPLICATE_CARD", card=card, trick=None)
            seen.add(card)
    return None


def _in_play(state: MatchState, event: Play | Trick) -> HandState | Refusal:
    if state.hand is not None:
        return state.hand
    if state.phase is Phase.BETWEEN_HANDS:
        return _no("HAND_OVER", tricks=state.variant.tricks)
    return _wrong_phase(state, event)


def _play(state: MatchState, event: Play) -> MatchState | Refusal:
    hand = _in_play(state, event)
    if isinstance(hand, Refusal):
        return hand
    refusal = _check_cards(state, hand, (event.card,))
    if refusal:
        return refusal
    turn = next_in(state.seats, hand.leader, len(hand.current))
    if event.seat != turn:
        return _no("OUT_OF_TURN", seat=event.seat, turn=turn, trick=len(hand.tricks) + 1, leader=hand.leader)
    refusal = _check_held(hand, event.seat, event.card)
    if refusal is None and hand.current:
        refusal = _check_followed(hand, event.seat, event.card, hand.current[0][1])
    return refusal or match.play_card(state, event.seat, event.card)


def _trick(state: MatchState, event: Trick) -> MatchState | Refusal:
    hand = _in_play(state, event)
    if isinstance(hand, Refusal):
        return hand
    if hand.current:
        return _no("TRICK_UNFINISHED", trick=len(hand.tricks) + 1, count=len(hand.current))
    if len(event.cards) != len(state.seats):
        return _no("WRONG_CARD_COUNT", count=len(event.cards), wanted=len(state.seats))
    if event.leader != hand.leader:
        before = len(hand.tricks)
        return _no("WRONG_LEADER", seat=event.leader, leader=hand.leader, trick=before + 1, before=before or None)
    refusal = _check_cards(state, hand, event.cards)
    if refusal:
        return refusal
    seats = [next_in(state.seats, event.leader, place) for place in range(len(event.cards))]
    for seat, card in zip(seats, event.cards, strict=True):
        refusal = _check_held(hand, seat, card)
        if refusal:
            return refusal
    for seat, card in zip(seats[1:], event.cards[1:], strict=True):
        refusal = _check_followed(hand, seat, card, event.cards[0])
        if refusal:
            return refusal
    for seat, card in zip(seats, event.cards, strict=True):
        state = match.play_card(state, seat, card)
    return state


def _check_cards(state: MatchState, hand: HandState, cards: tuple[Card, ...]) -> Refusal | None:
    """In the pack, and not seen before: not in the trick, not in an earlier one."""
    pack = pack_of(state.variant.pack)
    for card in cards:
        if card not in pack:
            return _no("NOT_IN_PACK", card=card, pack=pack.size)
    for place, card in enumerate(cards):
        if card in hand.cards_gone or card in cards[:place]:
            return _no("DUPLICATE_CARD", card=card, trick=_trick_of(hand, card))
    return None


def _trick_of(hand: HandState, card: Card) -> int:
    """The number of the trick in which ``card`` was played, the present one if in none before."""
    for trick in hand.tricks:
        if card in trick.cards:
            return trick.number
    return len(hand.tricks) + 1


def _check_held(hand: HandState, seat: Seat, card: Card) -> Refusal | None:
    """With known hands: the card was dealt to this player."""
    if hand.hands is None or card in hand.hands[seat]:
        return None
    return _no("CARD_NOT_HELD", seat=seat, card=card)


def _check_followed(hand: HandState, seat: Seat, card: Card, led: Card) -> Refusal | None:
    """With known hands: the suit led is followed by who can (RULES.md 2.1)."""
    if hand.hands is None or card.suit is led.suit:
        return None
    if any(own.suit is led.suit and own not in hand.cards_gone for own in hand.hands[seat]):
        return _no("MUST_FOLLOW_SUIT", seat=seat, card=card, suit=led.suit)
    return None


def _penalty(state: MatchState, event: Penalty) -> MatchState | Refusal:
    if state.phase is Phase.BEFORE_DEAL:
        return _wrong_phase(state, event)
    if event.side not in state.sides:
        return _no("UNKNOWN_SIDE", side=event.side)
    if event.points < 1:
        return _no("IMPOSSIBLE_COUNT", points=event.points)
    return match.pay_penalty(state, event)


def _concede(state: MatchState, event: Concede) -> MatchState | Refusal:
    if state.pitcher is None:
        return _wrong_phase(state, event)
    if event.side not in state.sides:
        return _no("UNKNOWN_SIDE", side=event.side)
    return match.concede(state, event)


_HANDLERS: Mapping[type[Event], Callable[[MatchState, Any], MatchState | Refusal]] = {
    MatchStart: _second_start,
    GameStart: _game_start,
    Deal: _deal,
    Play: _play,
    Trick: _trick,
    Penalty: _penalty,
    Concede: _concede,
}
