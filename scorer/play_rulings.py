"""Whether cards may be played and counted as they are told (RULES.md 4.1, 4.2)."""

from scorer import scoring
from scorer.events import AgreedCount, Call, Count, Event, Play, Reveal, Trick
from scorer.hand import HandState
from scorer.layout import owner_of, turned_up
from scorer.legality import check_cards, check_followed, check_held
from scorer.match import MatchState, Phase
from scorer.phases import wrong_phase
from scorer.refusal import Refusal, no
from scorer.seats import Seat, next_in
from scorer.totals import check_count, check_game_count


def _in_play(state: MatchState, event: Event) -> HandState | Refusal:
    """The hand in play, its trumps called where they are called."""
    if state.hand is None:
        if state.phase is Phase.BETWEEN_HANDS:
            return no("HAND_OVER", tricks=state.variant.tricks)
        return wrong_phase(state, event)
    if state.hand.trump is None and state.variant.trumps == "called":
        return wrong_phase(state, event)
    return state.hand


def rule_call(state: MatchState, event: Call) -> MatchState | Refusal:
    if state.hand is None or state.variant.trumps != "called" or state.hand.trump is not None:
        return wrong_phase(state, event)
    return scoring.call_trumps(state, event)


def rule_play(state: MatchState, event: Play) -> MatchState | Refusal:
    hand = _in_play(state, event)
    if isinstance(hand, Refusal):
        return hand
    refusal = check_cards(state, hand, (event.card,))
    if refusal:
        return refusal
    turn = next_in(state.seats, hand.leader, len(hand.current))
    if event.seat is not turn:
        return no("OUT_OF_TURN", seat=event.seat, turn=turn, trick=len(hand.tricks) + 1, leader=hand.leader)
    refusal = check_held(hand, event.seat, event.card)
    if refusal is None and hand.current:
        refusal = check_followed(hand, event.seat, event.card, hand.current[0][1])
    return refusal or scoring.play_card(state, event.seat, event.card)


def rule_trick(state: MatchState, event: Trick) -> MatchState | Refusal:
    hand = _in_play(state, event)
    if isinstance(hand, Refusal):
        return hand
    if hand.current:
        return no("TRICK_UNFINISHED", trick=len(hand.tricks) + 1, count=len(hand.current))
    if len(event.cards) != len(state.seats):
        return no("WRONG_CARD_COUNT", count=len(event.cards), wanted=len(state.seats))
    if event.leader is not hand.leader:
        before = len(hand.tricks)
        return no("WRONG_LEADER", seat=event.leader, leader=hand.leader, trick=before + 1, before=before or None)
    refusal = check_cards(state, hand, event.cards)
    if refusal:
        return refusal
    seats = [next_in(state.seats, event.leader, place) for place in range(len(event.cards))]
    if hand.hands is not None or hand.table is not None:
        refusal = _check_whole_trick(hand, seats, event)
        if refusal:
            return refusal
    return scoring.play_trick(state, tuple(zip(seats, event.cards, strict=True)))


def _check_whole_trick(hand: HandState, seats: list[Seat], event: Trick) -> Refusal | None:
    """Known hands or stacks: every card is its player's, and the suit led is followed."""
    for seat, card in zip(seats, event.cards, strict=True):
        refusal = check_held(hand, seat, card)
        if refusal:
            return refusal
    for seat, card in zip(seats[1:], event.cards[1:], strict=True):
        refusal = check_followed(hand, seat, card, event.cards[0])
        if refusal:
            return refusal
    return None


def rule_reveal(state: MatchState, event: Reveal) -> MatchState | Refusal:
    hand = state.hand
    if hand is None or hand.table is None:
        return wrong_phase(state, event)
    if event.seat not in state.seats:
        return no("UNKNOWN_SEAT", seat=event.seat)
    cards = hand.table[event.seat]
    if not 1 <= event.stack <= len(cards.stacks):
        return no("NO_SUCH_STACK", stack=event.stack, stacks=len(cards.stacks))
    refusal = check_cards(state, hand, (event.card,))
    if refusal:
        return refusal
    stack = cards.stacks[event.stack - 1]
    if owner_of(hand.table, event.card) is not None and event.card not in (stack.bottom, stack.top):
        return no("DUPLICATE_CARD", card=event.card, trick=None)
    if turned_up(cards, event.stack, event.card, before_play=not hand.begun) is None:
        return no("NOTHING_TO_REVEAL", seat=event.seat, stack=event.stack)
    return scoring.reveal(state, event)


def rule_count(state: MatchState, event: Count) -> MatchState | Refusal:
    hand = state.hand
    if hand is None:
        if state.phase is Phase.BETWEEN_HANDS:
            return no("HAND_OVER", tricks=state.variant.tricks)
        return wrong_phase(state, event)
    if hand.current:
        return no("TRICK_UNFINISHED", trick=len(hand.tricks) + 1, count=len(hand.current))
    checked = check_count(state, hand, event)
    return checked if isinstance(checked, Refusal) else scoring.count_hand(state, checked)


def rule_recount(state: MatchState, event: AgreedCount) -> MatchState | Refusal:
    """The record puts a recount before the last card of its hand."""
    if state.hand is None or state.hand.number != event.hand:
        return no("NO_SUCH_HAND", hand=event.hand)
    return check_game_count(state, event.game_count) or scoring.recount(state, event)
