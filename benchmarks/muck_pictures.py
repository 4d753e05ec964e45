"""How well piles are read from pictures, and whether a card in the wrong pile is found. `make bench-muck`.

Piles of 12 to 28 cards, a fan or a spread, drawn in one to three pictures from packs never trained on (`--piles` of
each kind); the fans and spreads among the photographs, `tune` and `eval` apart; and disputes (`--hands` of each
variant): hands in which a card of one pile lies in the other.

A card is right when it is sure and lies there, asked about when its place is doubtful, missed when no place shows it
(`hid`: no index of it shows in any picture), silently wrong when it is sure and does not lie there. `answered`: piles
that are right after a person has said what each doubtful place shows. `count off`: how far the count for game of the
sure cards is from the truth, on average, before anybody is asked.

In a dispute people are asked about doubtful places, about cards of the record that no picture shows, and how many cards
the pile has: what is found only by that number was seen in no place.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from datasets.fonts import system_fonts
from datasets.hands import play_hand
from datasets.layouts import Layout, lay_fan, lay_spread
from datasets.packs import CardPack, art_packs
from datasets.photos import load_photos
from datasets.procedural import draw_pack
from datasets.scenes import SceneFactory
from models.picture import Picture, load_picture
from models.pile_reader import PileReading, read_pile
from models.reader import CardReader
from models.several_looks import read_several
from scorer.cards import Card, pack_of
from scorer.events import Deal, Event, GameStart, Trick, start_of_match
from scorer.hand import HandRecord
from scorer.muck_check import Pile, check_muck
from scorer.referee import replay
from scorer.seats import FOUR_HANDED
from scorer.trick import game_count
from scorer.variant import Variant, load_variant

FIRST_PACK = 6_000_000
"""Packs and scenes from this seed on are drawn for no training."""
HELD_OUT = ("younestouati", "aisleriot-gnomangelo", "arcade")
"""Packaged packs never trained on (`models.training.crop_shards.HELD_OUT`); left out where the art is not there."""
SIZE_WH = (1280, 960)
LAYS: dict[str, Layout] = {"fan": lay_fan, "spread": lay_spread}
PHAT = load_variant("phat")


@dataclass(frozen=True, slots=True)
class PictureOfPile:
    """A pile with its pictures; `readable`: the cards of which an index shows in one of them."""

    name: str
    cards: frozenset[Card]
    pictures: tuple[Picture, ...]
    readable: frozenset[Card]


@dataclass
class Tally:
    """Sums over piles."""

    piles: int = 0
    cards: int = 0
    right: int = 0
    asked: int = 0
    missed: int = 0
    hidden: int = 0
    wrong: int = 0
    places: int = 0
    exact: int = 0
    answered: int = 0
    off: list[int] = field(default_factory=list)

    def add(self, pile: PictureOfPile, read: PileReading) -> None:
        """Counts one pile."""
        truth, sure = pile.cards, read.sure
        open_cards = told(read, truth)
        missed = truth - sure - open_cards
        self.piles += 1
        self.cards += len(truth)
        self.right += len(truth & sure)
        self.asked += len(open_cards)
        self.missed += len(missed)
        self.hidden += len(missed - pile.readable)
        self.wrong += len(sure - truth)
        self.places += len(read.doubtful)
        self.exact += truth == sure and not read.doubtful
        self.answered += truth == sure | open_cards
        self.off.append(abs(game_count(sure, PHAT) - game_count(truth, PHAT)))

    def row(self, name: str) -> str:
        """One line of the table."""
        off = sum(self.off) / max(1, len(self.off))
        return (
            f"{name:<22}{self.piles:>6}{self.cards:>7}{self.right:>7}{self.asked:>7}{self.missed:>8}"
            f"{f'({self.hidden})':>6}{self.wrong:>8}{self.places:>8}{self.exact:>7}{self.answered:>10}{off:>11.1f}"
        )


HEADER = (
    f"{'':<22}{'piles':>6}{'cards':>7}{'right':>7}{'asked':>7}{'missed':>8}{'(hid)':>6}{'silent':>8}{'places':>8}"
    f"{'exact':>7}{'answered':>10}{'count off':>11}"
)


def told(read: PileReading, truth: frozenset[Card]) -> frozenset[Card]:
    """What a person says the doubtful places are: the first name that lies there and is not counted yet."""
    known = set(read.sure)
    for place in read.doubtful:
        card = next((name for name in place.might_be if name in truth and name not in known), None)
        known |= {card} if card is not None else set()
    return frozenset(known - read.sure)


# Drawn piles


def drawn(pack: CardPack, cards: Sequence[Card], how: str, count: int, seed: int) -> PictureOfPile:
    """The cards in `count` pictures: parts of the pile, the later ones with a card or two of the part before."""
    rng = np.random.default_rng([seed, 0x3C])
    factory = SceneFactory([pack], (), SIZE_WH, difficulty=float(rng.uniform(0.15, 0.6)))
    each = -(-len(cards) // count)
    pictures, readable = [], frozenset[Card]()
    for number in range(count):
        begin = max(0, number * each - (int(rng.integers(0, 3)) if number else 0))
        scene = factory.laid(seed * 10 + number, cards[begin : (number + 1) * each], pack, LAYS[how], how)
        pictures.append(scene.picture)
        readable |= scene.cards
    return PictureOfPile(f"{how} {seed}", frozenset(cards), tuple(pictures), readable)


def drawn_piles(packs: Sequence[CardPack], piles: int, seed: int) -> Iterator[PictureOfPile]:
    """Fans and spreads of 12 to 28 cards, whole tricks, in one to three pictures."""
    for number in range(piles):
        pack = packs[number % len(packs)]
        rng = np.random.default_rng([seed + number, 0xF1])
        count = int(rng.choice([12, 16, 20, 24, 28]))
        known = [card for card in pack_of(52).cards if card in pack.faces]
        cards = [known[int(k)] for k in rng.permutation(len(known))[: min(count, len(known))]]
        pictures = int(rng.choice([1, 2, 2, 3])) if count > 12 else 1
        yield drawn(pack, cards, "fan" if number % 2 else "spread", pictures, seed + number)


def photographs(use: str, scene: str) -> Iterator[tuple[str, PictureOfPile]]:
    """The fans or spreads with English indices among the photographs marked so, each with its source."""
    for photo in load_photos():
        if (photo.use, photo.scene, photo.index) == (use, scene, "en"):
            yield photo.source, PictureOfPile(photo.path.name, photo.cards, (load_picture(photo.path),), photo.cards)


# Disputes


@dataclass
class Disputes:
    """Hands with one card moved to the other pile: what it takes to find it, and what else is said."""

    hands: int = 0
    at_once: int = 0
    by_answers: int = 0
    by_number: int = 0
    alone: int = 0
    false_extra: int = 0
    places: int = 0
    unseen: int = 0

    def add(self, hand: HandRecord, variant: Variant, moved: Card, pile: PictureOfPile, read: PileReading) -> None:
        """One dispute about the pile of the side that has a card too many."""
        side = next(s for s in variant.sides if moved not in cards_of(hand, s))
        extra = {one.card for one in check_muck(hand, variant, [Pile(side, read.sure)]).piles[0].of("extra")}
        answered = read.sure | told(read, pile.cards)
        missing = {one.card for one in check_muck(hand, variant, [Pile(side, answered)]).piles[0].of("missing")}
        answered |= missing & pile.cards
        self.hands += 1
        self.at_once += moved in extra
        self.by_answers += moved in answered - extra
        self.by_number += moved not in answered
        self.false_extra += len(extra - {moved})
        self.places += len(read.doubtful)
        self.unseen += len(missing)
        after = check_muck(hand, variant, [Pile(side, answered | {moved})]).piles[0]
        self.alone += [one.card for one in after.differences] == [moved]

    def row(self, name: str) -> str:
        """One line."""
        return (
            f"{name:<22}{self.hands:>6}{self.at_once:>9}{self.by_answers:>12}{self.by_number:>11}{self.alone:>18}"
            f"{self.false_extra:>13}{self.places / max(1, self.hands):>14.1f}{self.unseen / max(1, self.hands):>14.1f}"
        )


DISPUTES = (
    f"{'':<22}{'hands':>6}{'at once':>9}{'by answers':>12}{'by number':>11}{'and nothing else':>18}{'false extra':>13}"
    f"{'places asked':>14}{'cards asked':>14}"
)


def cards_of(hand: HandRecord, side: str) -> frozenset[Card]:
    """The cards a side won."""
    return frozenset(card for trick in hand.tricks if trick.side == side for card in trick.cards)


def disputes(reader: CardReader, variant: Variant, hands: int, seed: int) -> Disputes:
    """Plays hands, moves one card that counts to the other pile, draws that pile and reads it."""
    tally = Disputes()
    fonts = system_fonts()
    for number in range(hands):
        rng = np.random.default_rng([seed + number, 0xD1])
        hand = played(variant, seed + number)
        side, other = (variant.sides[int(k)] for k in rng.permutation(2))
        worth = sorted(card for card in cards_of(hand, other) if game_count([card], variant))
        if not worth or not cards_of(hand, side):
            continue
        moved = worth[int(rng.integers(len(worth)))]
        cards = [*sorted(cards_of(hand, side)), moved]
        cards = [cards[int(k)] for k in rng.permutation(len(cards))]
        pack = draw_pack(FIRST_PACK + 5000 + seed + number, fonts)
        pile = drawn(pack, cards, "fan" if number % 2 else "spread", 1 + (len(cards) > 13), seed + number)
        tally.add(hand, variant, moved, pile, read_pile(reader, pile.pictures))
    return tally


def played(variant: Variant, seed: int) -> HandRecord:
    """A whole hand as its record stands."""
    hand = play_hand(FIRST_PACK + seed, FOUR_HANDED[seed % 4], variant.cards_each)
    events: list[Event] = [start_of_match("muck", variant), GameStart(hand.pitcher)]
    dealer = replay(events).dealer
    assert dealer is not None
    state = replay([*events, Deal(dealer), *(Trick(leader, cards) for leader, cards in hand.tricks)])
    return state.hands[-1]


# The tables


def measure(reader: CardReader, piles: Iterable[PictureOfPile], several: bool, errors: bool) -> Tally:
    """Reads each pile."""
    tally = Tally()
    for pile in piles:
        read = read_pile(reader, pile.pictures, read_several if several else CardReader.read)
        tally.add(pile, read)
        if errors and pile.cards != read.sure:
            lost = sorted(pile.cards - read.sure - told(read, pile.cards))
            print(f"  {pile.name}: missed {names(lost)}; silent {names(sorted(read.sure - pile.cards))}")
    return tally


def names(cards: Sequence[Card]) -> str:
    """`10H AS`, or `-`."""
    return " ".join(map(str, cards)) or "-"


def show_photographs(reader: CardReader, several: bool, errors: bool) -> None:
    """A row a source."""
    for use in ("tune", "eval"):
        print(f"\nPhotographs marked {use}, index en, one picture a pile\n{HEADER}")
        for scene in ("fan", "spread"):
            found = list(photographs(use, scene))
            for source in sorted({name for name, _ in found}):
                tally = measure(reader, (pile for name, pile in found if name == source), several, errors)
                print(tally.row(f"{scene} {source}"), flush=True)


def show_drawn(reader: CardReader, piles: int, seed: int, several: bool, errors: bool) -> None:
    """A row a kind of pack."""
    fonts = system_fonts()
    print(f"\nDrawn piles of 12 to 28 cards, 1 to 3 pictures of {SIZE_WH[0]} x {SIZE_WH[1]}\n{HEADER}")
    art = art_packs(HELD_OUT)
    for name, packs in (("packs drawn", None), ("packaged, held out", art)):
        if packs is not None and not packs:
            print(f"{name:<22}left out: make art renders the packaged packs")
            continue
        for how in ("fan", "spread"):
            chosen = packs or [draw_pack(FIRST_PACK + seed + k, fonts) for k in range(min(piles, 12))]
            some = (p for p in drawn_piles(chosen, 2 * piles, FIRST_PACK + seed) if p.name.startswith(how))
            print(measure(reader, some, several, errors).row(f"{how}, {name}"), flush=True)


def main() -> int:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--piles", type=int, default=20, help="drawn piles of each kind")
    parser.add_argument("--hands", type=int, default=20, help="disputes of each variant")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tta", action="store_true", help="several looks, as don muck --tta")
    parser.add_argument("--errors", action="store_true", help="name what was missed and wrong")
    args = parser.parse_args()
    reader = CardReader.load()
    show_photographs(reader, args.tta, args.errors)
    if args.piles:
        show_drawn(reader, args.piles, args.seed, args.tta, args.errors)
    if not args.hands:
        return 0
    print(f"\nDisputes: one card that counts lies in the other pile\n{DISPUTES}")
    for name in ("phat", "nine_card_lancashire"):
        print(disputes(reader, load_variant(name), args.hands, args.seed).row(name), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
