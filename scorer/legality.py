"""Whether cards may be played as they are told: in the pack, not yet gone, held, and following suit (RULES.md 4.2)."""

from collections.abc import Iterator, Mapping

from scorer.cards import Card, pack_of
from scorer.events import Layout, SeatLayout
from scorer.hand import HandState
from scorer.layout import owner_of
from scorer.match import MatchState
from scorer.refusal import Refusal, no
from scorer.seats import Seat


def check_cards(state: MatchState, hand: HandState, cards: tuple[Card, ...]) -> Refusal | None:
    """In the pack, and not seen before: not in the trick, not in an earlier one."""
    pack = pack_of(state.variant.pack)
    for card in cards:
        if card not in pack:
            return no("NOT_IN_PACK", card=card, pack=pack.size)
    for place, card in enumerate(cards):
        if card in hand.cards_gone or card in cards[:place]:
            return no("DUPLICATE_CARD", card=card, trick=trick_of(hand, card))
    return None


def trick_of(hand: HandState, card: Card) -> int:
    """The number of the trick in which ``card`` was played, the present one if in none before."""
    for trick in hand.tricks:
        if card in trick.cards:
            return trick.number
    return len(hand.tricks) + 1


def check_held(hand: HandState, seat: Seat, card: Card) -> Refusal | None:
    """The card can be this player's, as far as hands or stacks are known."""
    if hand.hands is not None and card not in hand.hands[seat]:
        return no("CARD_NOT_HELD", seat=seat, card=card)
    if hand.table is None:
        return None
    owner = owner_of(hand.table, card)
    own = hand.table[seat]
    if owner is None:
        return None if own.free_places > 0 else no("CARD_NOT_HELD", seat=seat, card=card)
    if owner is not seat:
        return no("CARD_NOT_HELD", seat=seat, card=card)
    return no("CARD_COVERED", seat=seat, card=card) if card in own.covered else None


def check_followed(hand: HandState, seat: Seat, card: Card, led: Card) -> Refusal | None:
    """With known hands: the suit led is followed by who can (RULES.md 2.1)."""
    if hand.hands is None or card.suit is led.suit:
        return None
    if any(own.suit is led.suit and own not in hand.cards_gone for own in hand.hands[seat]):
        return no("MUST_FOLLOW_SUIT", seat=seat, card=card, suit=led.suit)
    return None


def check_hands(state: MatchState, hands: Mapping[Seat, tuple[Card, ...]]) -> Refusal | None:
    """Known hands: the right number of cards for each player, all of the pack, none twice."""
    wanted = state.variant.cards_each
    for seat in (*state.seats, *(seat for seat in hands if seat not in state.seats)):
        count = len(hands.get(seat, ()))
        if count != (wanted if seat in state.seats else 0):
            return no("WRONG_HAND_SIZE", seat=seat, count=count, wanted=wanted)
    return _check_dealt(state, (card for cards in hands.values() for card in cards))


def check_layout(state: MatchState, layout: Layout) -> Refusal | None:
    """A known layout of Blind Don: the right number of stacks and hand cards, no card twice."""
    variant = state.variant
    for seat in (*state.seats, *(seat for seat in layout if seat not in state.seats)):
        known = layout.get(seat)
        if known is None or seat not in state.seats:
            return no("WRONG_HAND_SIZE", seat=seat, count=0, wanted=variant.cards_each)
        count = 2 * len(known.stacks) + (variant.hand_each if known.hand is None else len(known.hand))
        wanted = 2 * variant.stacks_each + variant.hand_each
        if len(known.stacks) != variant.stacks_each or count != wanted:
            return no("WRONG_HAND_SIZE", seat=seat, count=count, wanted=wanted)
    return _check_dealt(state, (card for known in layout.values() for card in _cards_of(known)))


def _cards_of(known: SeatLayout) -> Iterator[Card]:
    yield from (card for stack in known.stacks for card in stack if card is not None)
    yield from known.hand or ()


def _check_dealt(state: MatchState, cards: Iterator[Card]) -> Refusal | None:
    pack = pack_of(state.variant.pack)
    seen: set[Card] = set()
    for card in cards:
        if card not in pack:
            return no("NOT_IN_PACK", card=card, pack=pack.size)
        if card in seen:
            return no("DUPLICATE_CARD", card=card, trick=None)
        seen.add(card)
    return None
