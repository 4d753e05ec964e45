"""What the sense of the game is worth: whole hands drawn, read and proposed trick by trick. `make bench-sense`.

Each hand has a pack drawn for it and never trained on; every trick is one picture at the given difficulty. Printed: how
many tricks are ready without a question and right, how many are ready and wrong, and how often the first suggestion for
an open card is the truth, beside the first name as read.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

from datasets.fonts import system_fonts
from datasets.hands import play_hand
from datasets.procedural import draw_pack
from datasets.scenes import IndexLabel, SceneFactory
from models.proposed_card import ProposedCard
from models.reader import CardReader
from models.reading import BoxXyxy, Reading
from models.table_view import TableView
from models.trick_reader import TrickProposal, propose_trick
from scorer.cards import Card
from scorer.events import Deal, Event, GameStart, Trick, start_of_match
from scorer.match import MatchState
from scorer.referee import replay
from scorer.seats import FOUR_HANDED, Seat
from scorer.variant import load_variant

FIRST_PACK = 5_000_000
"""Packs from this seed on are drawn for no training."""
SIZE_WH = (960, 720)


@dataclass(frozen=True, slots=True)
class DrawnTrick:
    """One trick of a hand: the state before it, the trick as it was played, its labels, and what was read."""

    state: MatchState
    truth: Trick
    labels: tuple[IndexLabel, ...]
    reading: Reading


@dataclass
class Tally:
    """Counts over many tricks; an open card is one that is not settled and was seen."""

    tricks: int = 0
    ready_right: int = 0
    ready_wrong: int = 0
    taken_right: int = 0
    seats_open: int = 0
    missing: int = 0
    surplus: int = 0
    sure_wrong: int = 0
    open_cards: int = 0
    open_first_right: int = 0
    open_among: int = 0
    open_read_right: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, drawn: DrawnTrick, proposal: TrickProposal) -> None:
        """Counts one trick."""
        self.tricks += 1
        self.seats_open += proposal.seats_open
        self.surplus += bool(proposal.surplus)
        if proposal.ready:
            right = proposal.event() == drawn.truth
            self.ready_right += right
            self.ready_wrong += not right
        taken = [c.card if c.settled or not c.suggestions else c.suggestions[0] for c in proposal.cards]
        self.taken_right += proposal.leader == drawn.truth.leader and tuple(taken) == drawn.truth.cards
        for entry in proposal.cards:
            places = [s for s in drawn.reading.sightings if s.card == entry.card and inside(s.box_xyxy, entry.box_xyxy)]
            if places:
                self._add_card(entry, nearest_card(places[0].indices[0].box_xyxy, drawn.labels))
            else:
                self.missing += 1

    def _add_card(self, entry: ProposedCard, truth: Card | None) -> None:
        if entry.settled:
            self.sure_wrong += entry.card != truth
            return
        self.open_cards += 1
        self.open_read_right += entry.card == truth
        self.open_first_right += entry.suggestions[:1] == (truth,)
        self.open_among += truth in entry.suggestions
        if entry.suggestions[:1] != (truth,):
            self.wrong.append(f"{truth} read {entry.card} {entry.reason} [{' '.join(map(str, entry.suggestions))}]")

    def table(self) -> str:
        """The figures as printed."""
        rows = (
            ("tricks", f"{self.tricks}"),
            ("ready without a question, and right", share(self.ready_right, self.tricks)),
            ("ready, and wrong", share(self.ready_wrong, self.tricks)),
            ("right where each first offer is taken", share(self.taken_right, self.tricks)),
            ("with seats open", share(self.seats_open, self.tricks)),
            ("with cards beyond one a seat", share(self.surplus, self.tricks)),
            ("cards not seen", share(self.missing, 4 * self.tricks)),
            ("sure and wrong", share(self.sure_wrong, 4 * self.tricks)),
            ("open cards", share(self.open_cards, 4 * self.tricks)),
            ("  right as read", share(self.open_read_right, self.open_cards)),
            ("  first suggestion right", share(self.open_first_right, self.open_cards)),
            ("  among the suggestions", share(self.open_among, self.open_cards)),
        )
        return "\n".join(f"{name:<38}{value:>18}" for name, value in rows)


def share(part: int, whole: int) -> str:
    """`12 of 34  0.353`."""
    return f"{part} of {whole}  {part / whole if whole else 0:.3f}"


def inside(box: BoxXyxy, whole: BoxXyxy | None) -> bool:
    """Whether a box lies in another one."""
    return whole is not None and all(box[k] >= whole[k] and box[k + 2] <= whole[k + 2] for k in (0, 1))


def nearest_card(box: BoxXyxy, labels: tuple[IndexLabel, ...]) -> Card | None:
    """The card whose labelled index lies nearest to the middle of a box; None without labels."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2

    def away(label: IndexLabel) -> float:
        x0, y0, x1, y1 = label.box_xyxy
        return ((x0 + x1) / 2 - x) ** 2 + ((y0 + y1) / 2 - y) ** 2

    return min(labels, key=away).card if labels else None


def drawn_tricks(reader: CardReader, hands: int, difficulty: float, seed: int) -> Iterator[DrawnTrick]:
    """Whole hands of Nine-card Don, a pack each, every trick drawn and read."""
    fonts = system_fonts()
    for number in range(hands):
        pack = draw_pack(FIRST_PACK + seed + number, fonts)
        factory = SceneFactory([pack], (), SIZE_WH, difficulty)
        played = play_hand(FIRST_PACK + seed + number, FOUR_HANDED[number % 4])
        events: list[Event] = [start_of_match("sense", load_variant("nine_card_lancashire")), GameStart(played.pitcher)]
        state = replay(events)
        assert state.dealer is not None
        events.append(Deal(state.dealer))
        for place, (leader, cards) in enumerate(played.tricks):
            state = replay(events)
            if state.hand is None:
                break
            first = (FOUR_HANDED.index(leader) - FOUR_HANDED.index(Seat.S)) % 4
            scene = factory.trick((seed + number) * 100 + place, cards, pack, first)
            truth = Trick(leader, cards)
            yield DrawnTrick(state, truth, (*scene.labels, *scene.covered), reader.read(scene.picture))
            events.append(truth)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=23, help="hands of nine tricks (default 23: 207 tricks)")
    parser.add_argument("--difficulty", type=float, default=0.9)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--errors", action="store_true", help="list the open cards whose first suggestion is wrong")
    args = parser.parse_args()
    tally = Tally()
    for drawn in drawn_tricks(CardReader.load(), args.hands, args.difficulty, args.seed):
        tally.add(drawn, propose_trick(drawn.reading, drawn.state, TableView()))
    print(tally.table())
    if args.errors:
        print("\n".join(tally.wrong))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
