"""Who pitches and who deals: the cut, the rotation, the next game of a match, jacks out (RULES.md 3.1 to 3.5, 6).

Pure functions on frozen values. In a cut only ranks count, never suits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.cards import Card, Rank, pack_of
from scorer.errors import DonError
from scorer.refusal import Refusal, no
from scorer.seats import Seat, Side, next_in, side_of
from scorer.variant import Variant

# The cut


@dataclass(frozen=True, slots=True)
class CutResult:
    """What a cut decides (RULES.md 3.1, 3.3 to 3.5).

    ``again``: who has to cut once more because their deciding cards are equal; empty when the cut is decided.
    ``winner``: who has the deciding card. ``pitcher``: set when the cut itself names him; otherwise ``choice`` has
    the players who are normally named, those of the winning side.
    """

    again: tuple[Seat, ...] = ()
    winner: Seat | None = None
    pitcher: Seat | None = None
    choice: tuple[Seat, ...] = ()


def cut_refusal(variant: Variant, cutters: tuple[Seat, ...], cards: Mapping[Seat, Card]) -> Refusal | None:
    """Why these cards can't be a cut for the first pitch; None if they can (RULES.md 3.1, 3.3 to 3.5).

    ``cutters``: who has to cut now; empty at first: one player of each side, or everybody, as the variant says.
    In Irish Don the cards are those seen in the players' hands, and one of them has to be the marker card.
    """
    if variant.cut == "random":
        return no("NO_CUT")
    return _wrong_cutters(variant, cutters, cards) or _wrong_cards(variant, cards)


def _wrong_cutters(variant: Variant, cutters: tuple[Seat, ...], cards: Mapping[Seat, Card]) -> Refusal | None:
    by_side = variant.cut == "high_by_side" and not cutters
    known = all(seat in variant.seats for seat in cards)
    if variant.cut == "marker_card":
        good = known
    elif by_side:
        good = known and sorted(side_of(seat, variant.sides) for seat in cards) == sorted(variant.sides)
    else:
        good = set(cards) == set(cutters or variant.seats)
    return None if good else no("WRONG_CUTTERS", seats=None if by_side else cutters or variant.seats)


def _wrong_cards(variant: Variant, cards: Mapping[Seat, Card]) -> Refusal | None:
    pack = pack_of(variant.pack)
    for card in cards.values():
        if card not in pack:
            return no("NOT_IN_PACK", card=card, pack=variant.pack)
    twice = _first_twice(tuple(cards.values()))
    if twice:
        return no("DUPLICATE_CARD", card=twice, trick=None, reason="cut")
    if variant.cut == "marker_card":
        marker = Card.parse(variant.marker_card)
        return None if marker in cards.values() else no("NO_MARKER", card=marker)
    return None


def _first_twice(cards: Sequence[Card]) -> Card | None:
    """The first card that was there before."""
    return next((card for place, card in enumerate(cards) if card in cards[:place]), None)


def cut_result(variant: Variant, cards: Mapping[Seat, Card]) -> CutResult:
    """What the cut decides; the cards are those `cut_refusal` lets pass (RULES.md 3.1, 3.3 to 3.5).

    The highest card wins, in Phat the lowest; the ace counts as ``cut_ace`` says; equal deciding cards are cut again
    by those who hold them. In Irish Don the holder of the marker card pitches.
    """
    if variant.cut == "marker_card":
        marker = Card.parse(variant.marker_card)
        best = [seat for seat, card in cards.items() if card == marker]
    else:
        heights = {seat: _height(variant, card) for seat, card in cards.items()}
        deciding = (min if variant.cut == "low_of_all" else max)(heights.values())
        best = [seat for seat in variant.seats if heights.get(seat) == deciding]
    if len(best) > 1:
        return CutResult(again=tuple(best))
    winner = best[0]
    if variant.cut == "high_by_side" and variant.cut_choice != "cutter_pitches":
        side = side_of(winner, variant.sides)
        return CutResult(winner=winner, choice=tuple(seat for seat in variant.seats if seat.value in side))
    return CutResult(winner=winner, pitcher=winner)


def _height(variant: Variant, card: Card) -> int:
    """The height of a card in the cut; a low ace lies below the two (option ``cut_ace``, RULES.md 3.5)."""
    return 0 if card.rank is Rank.ACE and variant.cut_ace == "low" else card.rank.height + 1


def may_choose(variant: Variant, winner: Seat, seat: Seat) -> bool:
    """Whether the winner of the cut may name this player as pitcher (option ``cut_choice``, RULES.md 3.1)."""
    if variant.cut_choice == "winner_names":
        return seat in variant.seats
    if variant.cut_choice == "own_side":
        return seat in variant.seats and not _opponents(variant, winner, seat)
    return seat == winner


def choice_is_unusual(variant: Variant, winner: Seat, seat: Seat) -> bool:
    """Whether the table should be asked to confirm: an opponent is named, which no source excludes (RULES.md 3.1)."""
    return may_choose(variant, winner, seat) and _opponents(variant, winner, seat)


def _opponents(variant: Variant, one: Seat, other: Seat) -> bool:
    return side_of(one, variant.sides) != side_of(other, variant.sides)


# Rotation of deal and pitch


def next_pitcher(seats: tuple[Seat, ...], pitcher: Seat, hands: int = 1) -> Seat:
    """Who pitches so many hands later: the pitch moves one place clockwise each (RULES.md 3.1, 3.3 to 3.5)."""
    return next_in(seats, pitcher, hands)


def dealer_for(pitcher: Seat, variant: Variant) -> Seat:
    """Who deals when ``pitcher`` pitches: the player at his right, or himself (option ``dealer_rule``, RULES.md 6)."""
    return pitcher if variant.dealer_rule == "pitcher_deals" else next_in(variant.seats, pitcher, -1)


# The games and legs of a match


def games_to_win(variant: Variant) -> int:
    """How many games or legs win the match (option ``match``, RULES.md 6)."""
    fixed = {"single": 1, "best_of_3": 2, "best_of_3_legs": 2}
    return fixed.get(variant.match) or int(variant.match.removeprefix("first_to_"))


def first_pitcher_of_next_game(
    variant: Variant, games_won: Mapping[Side, int], last_pitcher: Seat, *, drawn: bool = False
) -> Seat | None:
    """Who pitches first in the next game of a match; None where a cut or the marker card decides it.

    ``last_pitcher`` pitched the last hand of the game before; ``drawn`` says that nobody won that game. The pitch
    goes on to the left. It is decided anew in each leg of South Wales (RULES.md 3.2) and, in Irish Don, at one game
    all (RULES.md 3.4); a drawn decider is replayed with the next pitcher. A single game has no next one.
    """
    if variant.match in ("single", "best_of_3_legs"):
        return None
    one_all = all(games_won.get(side, 0) == 1 for side in variant.sides)
    if variant.family == "irish" and variant.match == "best_of_3" and one_all and not drawn:
        return None
    return next_pitcher(variant.seats, last_pitcher)


def next_cutters(variant: Variant, last: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who cuts for the next game or leg; empty: whoever cuts at first (RULES.md 3.2).

    In a match of legs it is the two who did not cut last time, each cutter's partner in his place.
    """
    if variant.match != "best_of_3_legs":
        return ()
    return tuple(next_in(variant.seats, seat, len(variant.seats) // 2) for seat in last)


# Before the seats are taken: jacks out, and the cut for partners

FEWEST_STAKES, MOST_STAKES = 5, 7
JACKS = 4
PARTNERS = 4


class PitchError(DonError):
    """Jacks out or a cut for partners that can't be done as entered."""


@dataclass(frozen=True, slots=True)
class JacksOut:
    """Jacks out as it stands after some cards, to be shown card by card (RULES.md 3.2).

    >>> JacksOut.begin(("Ann", "Bob", "Col", "Dee", "Eve")).deal(Card.parse("JH")).next_stake
    'Bob'
    """

    stakes: tuple[str, ...]
    dealt: tuple[tuple[str, Card], ...] = ()
    """Each card so far with the stake it was dealt to."""

    @staticmethod
    def begin(stakes: Sequence[str]) -> "JacksOut":
        """Before the first card; `PitchError` unless five to seven different people have put down a stake."""
        if not FEWEST_STAKES <= len(stakes) <= MOST_STAKES:
            raise PitchError("JACKS_OUT_STAKES", count=len(stakes), fewest=FEWEST_STAKES, most=MOST_STAKES)
        for place, stake in enumerate(stakes):
            if stake in stakes[:place]:
                raise PitchError("JACKS_OUT_SAME_NAME", name=stake)
        return JacksOut(tuple(stakes))

    @property
    def players(self) -> tuple[str, ...]:
        """Who has got a jack, in that order."""
        return tuple(stake for stake, card in self.dealt if card.rank is Rank.JACK)

    @property
    def done(self) -> bool:
        """Whether all four jacks are out."""
        return len(self.players) == JACKS

    @property
    def next_stake(self) -> str | None:
        """Who gets the next card: the next in turn who has no jack; None when all four jacks are out."""
        if self.done:
            return None
        begin = self.stakes.index(self.dealt[-1][0]) + 1 if self.dealt else 0
        in_turn = self.stakes[begin:] + self.stakes[:begin]
        players = self.players
        return next(stake for stake in in_turn if stake not in players)

    def deal(self, card: Card) -> "JacksOut":
        """The next card is turned up; `PitchError` if it was there before or no card is wanted any more."""
        stake = self.next_stake
        if stake is None:
            raise PitchError("JACKS_OUT_DONE", players=self.players)
        if any(card == earlier for _, earlier in self.dealt):
            raise PitchError("CARD_TWICE", card=card)
        return JacksOut(self.stakes, (*self.dealt, (stake, card)))


def jacks_out(stakes: Sequence[str], cards: Sequence[Card]) -> tuple[str, ...]:
    """Who plays: the four who get the jacks, in that order (RULES.md 3.2). Cards after the fourth jack stay undealt.

    `PitchError` for fewer than five or more than seven stakes, a card twice, and cards that run out too early.
    """
    state = JacksOut.begin(stakes)
    for card in cards:
        if state.done:
            break
        state = state.deal(card)
    if not state.done:
        raise PitchError("JACKS_OUT_TOO_FEW_CARDS", count=len(cards), jacks=len(state.players))
    return state.players


@dataclass(frozen=True, slots=True)
class PartnersCut:
    """What a cut for partners decides: the pairs, the higher first, or who has to cut again."""

    again: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], tuple[str, str]] | None = None


def partners_by_cut(cards: Mapping[str, Card], *again: Mapping[str, Card]) -> PartnersCut:
    """Who plays with whom: the two with the highest cards play together, ace high (RULES.md 3.2, house default).

    Where equal cards leave that open, those who hold them cut again; ``again`` has these further cuts in order.
    `PitchError` unless four cut at first and then just those who have to, each with another card.
    """
    if len(cards) != PARTNERS:
        raise PitchError("PARTNERS_NEED_FOUR", count=len(cards))
    ranks: dict[str, tuple[Rank, ...]] = dict.fromkeys(cards, ())
    cutters = tuple(cards)
    for cut in (cards, *again):
        if set(cut) != set(cutters):
            raise PitchError("PARTNERS_WRONG_CUTTERS", names=cutters or None)
        twice = _first_twice(tuple(cut.values()))
        if twice:
            raise PitchError("CARD_TWICE", card=twice)
        ranks |= {name: (*ranks[name], card.rank) for name, card in cut.items()}
        first, second, third, fourth = sorted(ranks, key=lambda name: ranks[name], reverse=True)
        open_still = ranks[second] == ranks[third]
        cutters = tuple(name for name in cards if ranks[name] == ranks[second]) if open_still else ()
    return PartnersCut(again=cutters) if cutters else PartnersCut(pairs=((first, second), (third, fourth)))
