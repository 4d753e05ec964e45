"""`don league jacks`: who of five to seven plays, and who with whom, card by card (RULES.md 3.2)."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from don import status
from don.options import parse_cards
from don.show import bold
from don.terminal import from_terminal
from scorer.cards import Card, Rank, pack_of
from scorer.history_words import listed as and_listed
from scorer.names import same_name
from scorer.pitch import JacksOut, PartnersCut, PitchError, partners_by_cut

NextCard = Callable[[str, Callable[[Card], object]], Card]
"""The next card: what it is ("Ann's card"), and what raises `PitchError` for one that can't be."""
Pair = tuple[str, str]


def jacks(args: argparse.Namespace) -> int:
    """Deals for the jacks and cuts for partners. Raises `UsageError`, `PitchError`, `PersonNeededError`."""
    if args.shuffle and (args.cards or args.cut):
        raise status.UsageError("--shuffle deals by itself: leave out --cards and --cut.")
    if args.seed is not None and not args.shuffle:
        raise status.UsageError("--seed is for --shuffle: add it, or leave the seed out.")
    state = JacksOut.begin(_names(args.name))
    dice: random.Random = random.SystemRandom() if args.seed is None else random.Random(args.seed)
    print(bold("Jacks out"))
    cards = _shuffled(dice) if args.shuffle else _typed(args.cards, silent=args.no_input)
    while (stake := state.next_stake) is not None:
        card = cards(f"{stake}'s card", state.deal)
        state = state.deal(card)
        if card.rank is Rank.JACK and not (args.shuffle or args.cards):
            print(f"   {stake} plays.")
    if args.shuffle or args.cards:
        _show_rounds(state)
    out = [name for name in state.stakes if name not in state.players]
    print(f"{and_listed(state.players)} play; {and_listed(out)} {'sits' if len(out) == 1 else 'sit'} out.")
    print(bold("Cut for partners"))
    one, other = _partners(args, state.players, dice)
    print(f"{and_listed(one)} play {and_listed(other)}.")
    return status.DONE


def _names(texts: Sequence[str]) -> list[str]:
    """The names, each another one. Raises `UsageError`, `PitchError`."""
    names = [" ".join(text.split()) for text in texts]
    if "" in names:
        raise status.UsageError("A stake needs a name: write one for each.")
    for place, name in enumerate(names):
        if same_name(name) in map(same_name, names[:place]):
            raise PitchError("JACKS_OUT_SAME_NAME", name=name)
    return names


def _show_rounds(state: JacksOut) -> None:
    """The cards as they were dealt, a line for each time round."""
    line: list[str] = []
    last = -1
    for stake, card in state.dealt:
        place = state.stakes.index(stake)
        if place <= last:
            print(f"   {', '.join(line)}")
            line = []
        line.append(f"{stake} {card}{' (plays)' if card.rank is Rank.JACK else ''}")
        last = place
    print(f"   {', '.join(line)}")


def _partners(args: argparse.Namespace, playing: tuple[str, ...], dice: random.Random) -> tuple[Pair, Pair]:
    """The four cut; those whose equal cards leave the pairs open cut again."""
    typed = _typed(args.cut, silent=args.no_input)
    cuts: list[dict[str, Card]] = []
    decided = PartnersCut(again=playing)
    while decided.pairs is None:
        cards = _shuffled(dice) if args.shuffle else typed
        cut: dict[str, Card] = {}
        for name in decided.again:
            cut[name] = cards(f"{name}'s card", partial(_check_new, cut))
        if args.shuffle or args.cut:
            print(f"   {', '.join(f'{name} {card}' for name, card in cut.items())}")
        cuts.append(cut)
        decided = partners_by_cut(*cuts)
        if decided.again:
            print(f"   {and_listed(decided.again)} cut again.")
    return decided.pairs


def _check_new(cut: Mapping[str, Card], card: Card) -> None:
    if card in cut.values():
        raise PitchError("CARD_TWICE", card=card)


def _shuffled(dice: random.Random) -> NextCard:
    """Cards from a pack that the program has shuffled."""
    pack = list(pack_of(52).cards)
    dice.shuffle(pack)
    return lambda _what, _check: pack.pop()


def _typed(text: str | None, *, silent: bool) -> NextCard:
    """Cards given beforehand, then those that somebody types: asked for again where they can't be."""
    given = [*reversed(parse_cards(text or ""))]

    def next_card(what: str, check: Callable[[Card], object]) -> Card:
        if given:
            return given.pop()
        if silent:
            raise status.PersonNeededError([f"{what}?"])
        while True:
            try:
                card = Card.parse(from_terminal(f"   {what}? ", f"{what}?"))
                check(card)
                return card
            except (ValueError, PitchError) as error:
                print(f"  {error}")

    return next_card
