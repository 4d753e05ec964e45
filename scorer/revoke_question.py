"""Did a player revoke? The two tricks that prove it side by side, or that nothing in the record does (RULES.md 4.4).

What proves a revoke is decided in one place, `scorer.irregularities.revokes_found`, the one the referee asks.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorer import layout, penalties
from scorer.cards import Card, Suit
from scorer.disputes import Change, change_of
from scorer.errors import DonError
from scorer.events import Event, Revoke
from scorer.hand import HandState, TrickRecord
from scorer.irregularities import revokes_found
from scorer.match import MatchState
from scorer.referee import admit
from scorer.refusal import Refusal, no
from scorer.seats import Seat
from scorer.texts import say


class RevokeError(DonError):
    """A question that can't be answered: about nobody in this game, or a hand or trick that is not there."""


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A trick to be laid beside another: its number (from 1), its cards from the leader on, and whether it is whole."""

    number: int
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    whole: bool = True

    @property
    def led(self) -> Suit:
        """The suit that was to be followed."""
        return self.cards[0].suit


@dataclass(frozen=True, slots=True)
class Proof:
    """A revoke that the record proves: ``played`` did not follow suit in ``trick``, and ``shown`` proves it.

    ``later`` is the trick in which ``shown`` was played, None where it lay face up when ``trick`` began (Blind Don).
    Only when it is whole can the revoke be called.
    """

    trick: ShownTrick
    played: Card
    shown: Card
    later: ShownTrick | None


@dataclass(frozen=True, slots=True)
class Discard:
    """A card that did not follow suit, which nothing in the record proves to be a revoke.

    ``covered``: the next trick in which the player showed the suit, with a card that may have lain face down before
    (Blind Don); None where he has shown none.
    """

    trick: ShownTrick
    played: Card
    covered: int | None = None


@dataclass(frozen=True, slots=True)
class RevokeAnswer:
    """What the record of a hand (number from 1) says of one player, in the order of the tricks.

    ``trick`` is the one asked about, None for all. ``in_time``: a revoke of this hand can still be called, which goes
    until the next pitch.
    """

    seat: Seat
    hand: int
    trick: int | None
    proofs: tuple[Proof, ...]
    discards: tuple[Discard, ...]
    in_time: bool


def ask_revoke(state: MatchState, seat: Seat, trick: int | None = None, hand: int | None = None) -> RevokeAnswer:
    """Whether ``seat`` revoked in ``trick``, or anywhere, of ``hand``: without it the hand in play, else the last one.

    Raises `RevokeError`: ``UNKNOWN_SEAT``, ``REVOKE_NO_HAND``, ``REVOKE_NO_SUCH_HAND``, ``REVOKE_NO_SUCH_TRICK``.
    """
    if seat not in state.seats:
        raise RevokeError("UNKNOWN_SEAT", seat=seat)
    asked = _hand(state, hand)
    if trick is not None and not 1 <= trick <= len(asked.tricks):
        raise RevokeError("REVOKE_NO_SUCH_TRICK", hand=asked.number, trick=trick, count=len(asked.tricks))
    tricks = (*asked.tricks, *_in_play(asked, seat))
    proved = {found.trick: found.proved_at_trick for found in revokes_found(tricks) if found.seat is seat}
    proofs, discards = [], []
    for record in asked.tricks:
        played, suit = record.card_of(seat), record.cards[0].suit
        if played.suit is suit or trick not in (None, record.number):
            continue
        if record.number in proved:
            proofs.append(_proof(asked, record, tricks[proved[record.number] - 1], seat))
        else:
            discards.append(Discard(_shown(asked, record), played, _covered(tricks, record, seat)))
    return RevokeAnswer(seat, asked.number, trick, tuple(proofs), tuple(discards), _in_time(state, asked))


def cost_of(recorded: Sequence[Event], state: MatchState, answer: RevokeAnswer, trick: int) -> Change | Refusal:
    """What calling the revoke of ``trick`` would change, by the referee; his refusal if it can't be called."""
    if not answer.in_time:
        return no("TOO_LATE", event=Revoke.kind)
    proof = next((one for one in answer.proofs if one.trick.number == trick), None)
    if proof is not None and proof.later is not None and not proof.later.whole:
        return no("REVOKE_NOT_YET", trick=proof.later.number)
    admitted = admit(recorded, Revoke(answer.seat, trick), state)
    if isinstance(admitted, Refusal):
        return admitted
    assert admitted.before is not None, "a revoke has a match before it"
    return change_of(admitted.before, admitted.after)


def revoke_sentences(answer: RevokeAnswer, name: str = "", lang: str = "") -> tuple[str, ...]:
    """The answer in sentences: each proof; or that nothing proves it, and why. ``name``: what the player is called."""
    who = name or answer.seat
    seat: dict[str, object] = {"seat": who}
    if answer.proofs:
        return tuple(_proof_sentence(who, proof, lang) for proof in answer.proofs)
    nothing = say("REVOKE_NOTHING", {**seat, "hand": answer.hand, "trick": answer.trick}, lang)
    if not answer.discards:
        return nothing, say("REVOKE_FOLLOWED", {**seat, "trick": answer.trick}, lang)
    return (nothing, *(_discard_sentence(who, discard, lang) for discard in answer.discards))


def _proof_sentence(seat: str, proof: Proof, lang: str) -> str:
    params: dict[str, object] = {"seat": seat, "trick": proof.trick.number, "suit": proof.trick.led}
    params |= {"card": proof.played, "shown": proof.shown}
    if proof.later is None:
        return say("REVOKE_FACE_UP", params, lang)
    code = "REVOKE_PROVED" if proof.later.whole else "REVOKE_PROVED_SOON"
    return say(code, {**params, "later": proof.later.number}, lang)


def _discard_sentence(seat: str, discard: Discard, lang: str) -> str:
    params: dict[str, object] = {"seat": seat, "trick": discard.trick.number, "suit": discard.trick.led}
    return say("REVOKE_UNPROVED", {**params, "card": discard.played, "later": discard.covered}, lang)


# The hand, and the tricks in it


def _hand(state: MatchState, number: int | None) -> HandState:
    hands = state.all_hands
    if number is None:
        begun = [hand for hand in hands if hand.begun]
        if not begun:
            raise RevokeError("REVOKE_NO_HAND")
        return begun[-1]
    if not 1 <= number <= len(hands):
        raise RevokeError("REVOKE_NO_SUCH_HAND", hand=number, count=len(hands))
    return hands[number - 1]


def _in_time(state: MatchState, hand: HandState) -> bool:
    """Whether this is the hand in which a revoke can be called now."""
    called = penalties.hand_called(state.undecided or state)
    return called is not None and called.number == hand.number


def _in_play(hand: HandState, seat: Seat) -> tuple[TrickRecord, ...]:
    """The unfinished trick as far as ``seat`` has played to it, for that card can be the proof.

    Who has not played yet stands in it with the card led, which says nothing about ``seat``.
    """
    on_table = dict(hand.current)
    if seat not in on_table or not hand.tricks:
        return ()
    last, led = hand.tricks[-1], hand.current[0][1]
    waiting = tuple(other for other in last.seats if other not in on_table)
    private = frozenset[Card]()
    if hand.table is not None:
        private = frozenset(card for who, card in hand.current if layout.from_hand(hand.table[who], card))
    cards = (*on_table.values(), *(led for _ in waiting))
    number, seats = last.number + 1, (*on_table, *waiting)
    return (replace(last, number=number, leader=seats[0], seats=seats, cards=cards, from_hand=private),)


def _shown(hand: HandState, record: TrickRecord) -> ShownTrick:
    if record.number <= len(hand.tricks):
        return ShownTrick(record.number, record.seats, record.cards)
    seats, cards = zip(*hand.current, strict=True)
    return ShownTrick(record.number, seats, cards, whole=False)


def _proof(hand: HandState, record: TrickRecord, at: TrickRecord, seat: Seat) -> Proof:
    played = record.card_of(seat)
    if at.number == record.number:
        assert record.face_up is not None, "only a card that lay face up proves it in the same trick"
        shown = min(card for card in record.face_up[seat] if card.suit is record.cards[0].suit)
        return Proof(_shown(hand, record), played, shown, None)
    return Proof(_shown(hand, record), played, at.card_of(seat), _shown(hand, at))


def _covered(tricks: Sequence[TrickRecord], record: TrickRecord, seat: Seat) -> int | None:
    """The next trick in which the player had the suit after all, and yet it proves nothing."""
    suit = record.cards[0].suit
    return next((later.number for later in tricks[record.number :] if later.card_of(seat).suit is suit), None)
