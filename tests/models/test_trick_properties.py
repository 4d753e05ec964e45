"""What holds of every proposed trick, whatever was read and whatever was played before."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from trick_table import hand_in_play, proposed

from models.reading import CardSighting, IndexSighting
from models.trick_reader import TrickProposal
from scorer.cards import Card, pack_of
from scorer.match import MatchState
from scorer.variant import load_variant

FORMS = (
    ("nine_card_lancashire", None),
    ("irish_don", {"pack": 44}),
    ("irish_don", {"pack": 48}),
    ("blind_don_burnley", None),
    ("blind_don_three", None),
)
NAMES = pack_of(52).cards


def played_hand(rng: random.Random) -> MatchState:
    """A hand of some variant after up to three tricks of any cards."""
    name, options = rng.choice(FORMS)
    variant = load_variant(name, options)
    state = hand_in_play(pitcher=variant.seats[0], variant=variant)
    cards = rng.sample(pack_of(variant.pack).cards, 3 * len(variant.seats))
    tricks: list[str] = []
    for _ in range(rng.randrange(4)):
        trick = [cards.pop() for _ in variant.seats]
        tricks.append(f"{state.leader} {' '.join(map(str, trick))}")
        state = hand_in_play(*tricks, pitcher=variant.seats[0], variant=variant)
    return state


def sighting(rng: random.Random, gone: list[Card]) -> CardSighting:
    """A card anywhere with one corner or two, sure or doubtful, now and then one that is gone."""
    names = rng.sample(NAMES, rng.randint(1, 4))
    if gone and rng.random() < 0.2:
        names[0] = rng.choice(gone)
    confidence = rng.choice((0.65, 0.8, 0.94, 0.999))
    others = [card for card in names[1:] if card != names[0]]
    read = ((names[0], confidence), *((card, (1 - confidence) / 2**k) for k, card in enumerate(others, 1)))
    x, y = rng.uniform(20, 980), rng.uniform(20, 980)
    corners = [(x, y), (x + 40, y + 40)][: rng.randint(1, 2)]
    indices = tuple(IndexSighting((cx, cy, cx + 20, cy + 30), 0.9, read, 0.0) for cx, cy in corners)
    box = (x, y, *indices[-1].box_xyxy[2:])
    sure = confidence > 0.9 and rng.random() < 0.9
    return CardSighting(names[0], "sure" if sure else "doubtful", confidence, read[1:], box, indices)


def drawn(seed: int) -> tuple[MatchState, list[CardSighting], TrickProposal]:
    rng = random.Random(seed)
    state = played_hand(rng)
    assert state.hand is not None
    gone = sorted(state.hand.cards_gone)
    sightings = [sighting(rng, gone) for _ in range(rng.randint(0, len(state.seats) + 3))]
    return state, sightings, proposed(state, *sightings)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_what_holds_of_every_proposal(seed: int) -> None:
    state, sightings, proposal = drawn(seed)
    assert state.hand is not None
    pack, gone = pack_of(state.variant.pack), state.hand.cards_gone
    assert {c.seat for c in proposal.cards} == set(state.seats) and len(proposal.cards) == len(state.seats)
    for entry in proposal.cards:
        assert all(card in pack and card not in gone for card in entry.suggestions)
        assert len(set(entry.suggestions)) == len(entry.suggestions)
        assert not entry.settled or entry.suggestions[0] == entry.card
        assert (entry.reason == "gone") == (entry.earlier is not None) == (entry.mistake is not None)
    settled = [c.card for c in proposal.cards if c.settled]
    assert len(set(settled)) == len(settled)
    assert not proposal.ready or len(sightings) == len(state.seats)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_the_order_of_the_sightings_is_no_matter(seed: int) -> None:
    state, sightings, proposal = drawn(seed)
    random.Random(seed + 1).shuffle(sightings)
    assert proposed(state, *sightings) == proposal


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_no_name_that_was_read_is_lost(seed: int) -> None:
    _, sightings, proposal = drawn(seed)
    named = {card for c in proposal.cards for card, _ in c.read} | {s.card for s in proposal.surplus}
    assert {s.card for s in sightings} <= named


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_sure_cards_in_play_stand_as_they_were_read_and_no_other_becomes_sure(seed: int) -> None:
    state, sightings, _ = drawn(seed)
    assert state.hand is not None
    sightings = sightings[: len(state.seats)]
    shown = {c.box_xyxy: c for c in proposed(state, *sightings).cards}
    for seen in sightings:
        in_play = seen.card in pack_of(state.variant.pack) and seen.card not in state.hand.cards_gone
        rivals = [s for s in sightings if s is not seen and s.card == seen.card and s.sure]
        entry = shown[seen.box_xyxy]
        assert entry.card == seen.card
        assert (entry.state == "sure") == (seen.sure and in_play and not rivals)
