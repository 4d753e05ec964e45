"""Questions on the terminal: a card that is doubtful, a seat that cannot be told."""

from __future__ import annotations

from collections.abc import Sequence

from don.open_cards import earlier_words, surplus_words, why_open
from don.show import WORDS, listed
from don.terminal import Answer, from_terminal
from mobile.table_session import TableSession
from models.proposed_card import ProposedCard
from models.trick_reader import TrickProposal
from scorer.cards import Card
from scorer.match import MatchState
from scorer.seats import Seat


def settle(session: TableSession, label: str, answer: Answer = from_terminal) -> TrickProposal:
    """Asks until the proposed trick is complete and certain; returns it. Raises `PersonNeededError`."""
    while True:
        proposal = session.proposal
        if proposal is None or proposal.ready:
            assert proposal is not None
            return proposal
        if proposal.surplus:
            _ask_surplus(session, proposal, label, answer)
            continue
        open_card = next((c for c in proposal.cards if not c.settled), None)
        if open_card is not None and (open_card.card is not None or not proposal.seats_open):
            session.choose(open_card.seat, _ask_card(session, open_card, label, answer))
        elif proposal.seats_open:
            _ask_seats(session, proposal, label, answer)


def _ask_card(session: TableSession, entry: ProposedCard, label: str, answer: Answer) -> Card:
    state = session.state
    who = state.names.get(entry.seat) or WORDS[entry.seat]
    proposal = session.proposal
    assert proposal is not None, "a card is asked for in a trick under entry"
    possible = session.possible_cards(entry.seat)
    offer = [c for c in entry.suggestions if c in possible]
    what = f"{who}'s card" if entry.card is None else f"{who}'s card, read as {entry.card},"
    default = f" [Enter: {offer[0]}]" if offer else ""
    choice = f"; perhaps {listed(offer)}" if offer else ""
    question = f"{label}: {what} {why_open(entry)}{choice}."
    while True:
        said = answer(f"{question} Which card is it{default}? ", question)
        if not said and offer:
            return offer[0]
        try:
            card = Card.parse(said)
        except ValueError as error:
            print(f"  {error}")
            continue
        if card in possible:
            return card
        print(f"  {card} {_why_not(proposal, card)}: look again.")


def _why_not(proposal: TrickProposal, card: Card) -> str:
    """Why a card can't be named for a player."""
    earlier = proposal.facts.gone.get(card)
    if earlier is not None:
        return f"was played in {earlier_words(earlier)}"
    return "is another player's" if card in proposal.facts.pack else "is not in the pack"


def _ask_seats(session: TableSession, proposal: TrickProposal, label: str, answer: Answer) -> None:
    """Who played which; where the winning card is known, its seat is enough."""
    winning = session.winning_card
    cards = from_left(proposal)
    names = " ".join(str(c.card) for c in cards)
    likely = " ".join(c.seat for c in cards)
    question, prompt = f"{label}: who played {names} (left to right in the picture)?", "Seats in that order"
    if winning is not None:
        question, prompt = f"{label}: who played {winning} (it wins)?", f"One seat, or those of {names} left to right"
        likely = next(c.seat for c in cards if c.card == winning)
    while True:
        said = answer(f"{question} {prompt} [Enter: {likely}]: ", question)
        seats = parse_seats(said or likely, session.state)
        if seats is not None and len(seats) == len(cards):
            session.seat_as({c.card: s for c, s in zip(cards, seats, strict=True) if c.card})
            return
        if seats is not None and len(seats) == 1 and winning is not None:
            session.seat_winner(seats[0])
            return
        wanted = f"{len(cards)} different seats of N, E, S, W"
        print(f"  Write {'one seat or ' if winning else ''}{wanted}, for instance {' '.join(c.seat for c in cards)}.")


def _ask_surplus(session: TableSession, proposal: TrickProposal, label: str, answer: Answer) -> None:
    question = f"{label}: more than {len(proposal.cards)} cards ({surplus_words(proposal.surplus)})."
    said = answer(f"{question} Leave those out [Enter], or name the card of the trick that one replaces: ", question)
    if not said:
        session.ignore_surplus()
        return
    try:
        card = Card.parse(said)
        entry = next(c for c in proposal.cards if c.card == card)
    except (ValueError, StopIteration):
        print(f"  The trick as read is {' '.join(str(c.card) for c in proposal.cards if c.card)}.")
        return
    possible = [s.card for s in proposal.surplus if s.card in session.possible_cards(entry.seat)]
    if not possible:
        print(f"  None of {' '.join(str(s.card) for s in proposal.surplus)} can be in this trick.")
    elif len(possible) == 1:
        session.choose(entry.seat, possible[0])
    else:
        _replace(session, entry, possible, label, answer)


def _replace(session: TableSession, entry: ProposedCard, possible: Sequence[Card], label: str, answer: Answer) -> None:
    """Asks which of several cards takes the place of one in the trick; anything else leaves it as it is."""
    question = f"{label}: which takes the place of {entry.card}, {listed(possible)}"
    said = answer(f"{question}? ", question).upper()
    chosen = next((card for card in possible if str(card) == said), None)
    if chosen is not None:
        session.choose(entry.seat, chosen)


def parse_seats(text: str, state: MatchState) -> list[Seat] | None:
    """Different seats of the game from `N E S W` or `NESW`; None if it is anything else."""
    letters = [c for c in text.upper() if not c.isspace() and c not in ",;-"]
    try:
        seats = [Seat(c) for c in letters]
    except ValueError:
        return None
    return seats if len(set(seats)) == len(seats) and all(s in state.seats for s in seats) else None


def from_left(proposal: TrickProposal) -> list[ProposedCard]:
    """The cards of the proposal from left to right in the picture."""
    return sorted((c for c in proposal.cards if c.card), key=lambda c: c.box_xyxy[0] if c.box_xyxy else 0.0)


def seats_from_left(seats: Sequence[Seat], proposal: TrickProposal) -> dict[Card, Seat]:
    """Which seat gets which card when the picture's cards, left to right, belong to `seats`."""
    cards = from_left(proposal)
    return {c.card: seat for c, seat in zip(cards, seats, strict=False) if c.card}
