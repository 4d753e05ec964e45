"""Jacks out as it is entered: who has put down a stake, the cards as they fall, the cut for partners. No Kivy.

RULES.md 3.2. What is wrong is said by `PitchError` and `SessionError`, one sentence each.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mobile.players import SessionError, check_players
from scorer.cards import Card, pack_of
from scorer.names import shown_name
from scorer.pitch import FEWEST_STAKES, MOST_STAKES, JacksOut, PartnersCut, PitchError, partners_by_cut

Pair = tuple[str, str]


class JacksEntry:
    """The three steps: names, the deal for the jacks, the cut for partners."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.names = [*names, *[""] * FEWEST_STAKES][: max(FEWEST_STAKES, min(len(names), MOST_STAKES))]
        """As they are typed; five to seven."""
        self.deal: JacksOut | None = None
        self.cuts: list[dict[str, Card]] = []
        """The cuts for partners; the last one may be half entered."""
        self.pairs: tuple[Pair, Pair] | None = None
        """Who plays with whom, once it is decided."""

    # The names

    @property
    def can_add(self) -> bool:
        """Whether one more may put down a stake."""
        return len(self.names) < MOST_STAKES

    @property
    def can_drop(self) -> bool:
        """Whether one fewer is enough."""
        return len(self.names) > FEWEST_STAKES

    def add(self) -> None:
        """Room for one more."""
        if self.can_add:
            self.names.append("")

    def drop(self) -> None:
        """Without the last one."""
        if self.can_drop:
            self.names.pop()

    def begin(self) -> None:
        """The names are right; the deal begins. Raises `SessionError`, `PitchError`."""
        names = [shown_name(name) for name in self.names]
        if not all(names):
            raise SessionError("JACKS_NAME_MISSING", number=names.index("") + 1)
        check_players(names)
        self.names = names
        self.deal, self.cuts, self.pairs = JacksOut.begin(names), [], None

    def names_again(self) -> None:
        """Back to the names; the cards dealt are forgotten."""
        self.deal, self.cuts, self.pairs = None, [], None

    # The deal

    @property
    def asked(self) -> str | None:
        """Whose card comes next, in the deal or in the cut; None where no card is wanted."""
        if self.deal is None:
            return None
        if not self.deal.done:
            return self.deal.next_stake
        return next((name for name in self.cutters if name not in self._cut), None)

    @property
    def gone(self) -> tuple[Card, ...]:
        """The cards that can't come now."""
        if self.deal is not None and not self.deal.done:
            return tuple(card for _, card in self.deal.dealt)
        return tuple(self._cut.values())

    def card(self, card: Card) -> None:
        """The next card. Raises `PitchError`."""
        assert self.deal is not None, "the deal has begun"
        if not self.deal.done:
            self.deal = self.deal.deal(card)
            return
        name = self.asked
        if name is None:
            return
        if card in self.gone:
            raise PitchError("CARD_TWICE", card=card)
        if not self.cuts or len(self.cuts[-1]) == len(self._cutters_of(len(self.cuts) - 1)):
            self.cuts.append({})
        self.cuts[-1][name] = card
        if len(self.cuts[-1]) == len(self._cutters_of(len(self.cuts) - 1)):
            self.pairs = partners_by_cut(*self.cuts).pairs

    def take_back(self) -> bool:
        """Take the last card back; False where there is none."""
        if self.cuts:
            self.pairs = None
            self.cuts[-1].popitem()
            if not self.cuts[-1]:
                self.cuts.pop()
            return True
        if self.deal is not None and self.deal.dealt:
            self.deal = JacksOut(self.deal.stakes, self.deal.dealt[:-1])
            return True
        return False

    def shuffled(self, dice: Random) -> None:
        """Let the phone deal or cut to the end. ``dice``: where chance comes from."""
        while self.asked is not None:
            self.card(dice.choice([card for card in pack_of(52).cards if card not in self.gone]))

    # The cut for partners

    @property
    def players(self) -> tuple[str, ...]:
        """Who has a jack, in that order."""
        return self.deal.players if self.deal is not None else ()

    @property
    def out(self) -> tuple[str, ...]:
        """Who sits out, once the jacks are out."""
        return tuple(name for name in self.names if name not in self.players)

    @property
    def cutters(self) -> tuple[str, ...]:
        """Who cuts now: all four, or those whose equal cards leave it open; nobody when it is decided."""
        if self.deal is None or not self.deal.done or self.pairs is not None:
            return ()
        full = bool(self.cuts) and len(self.cuts[-1]) == len(self._cutters_of(len(self.cuts) - 1))
        return self._cutters_of(len(self.cuts) if full or not self.cuts else len(self.cuts) - 1)

    @property
    def again(self) -> bool:
        """Whether equal cards are being cut again."""
        return bool(self.cuts) and len(self.cutters) > 0 and self.cutters != self.players

    @property
    def _cut(self) -> dict[str, Card]:
        """The cut that is going on."""
        if not self.cuts or len(self.cuts[-1]) == len(self._cutters_of(len(self.cuts) - 1)):
            return {}
        return self.cuts[-1]

    @property
    def cut_cards(self) -> dict[str, Card]:
        """The last card that each of the four has cut."""
        return {name: card for cut in self.cuts for name, card in cut.items()}

    def _cutters_of(self, number: int) -> tuple[str, ...]:
        """Who cuts in the cut with this number, from 0."""
        if number == 0:
            return self.players
        decided: PartnersCut = partners_by_cut(*self.cuts[:number])
        return decided.again
