"""The cut for the first pitch as it is entered: the cards, who cuts again, whom the winner names. No Kivy.

The referee decides; here is what is half entered. RULES.md 3.1 to 3.5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mobile.players import SessionError
from mobile.texts import label
from mobile.wording import card_glyphs, player_name
from scorer.cards import Card
from scorer.events import Choose, Cut, Event, GameStart, start_of_match
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState, begin
from scorer.pitch import choice_is_unusual
from scorer.referee import Refusal, apply
from scorer.seats import Seat
from scorer.variant import Variant

Enter = Callable[[Event], MatchState | Refusal]
"""Writes an event of the cut, and gives the match after it."""


@dataclass
class CutEntry:
    """A cut: ``state`` is the match as the cuts so far have left it, ``cards`` are those of the cut that is going on.

    ``seen``: cards that a picture showed and that nobody has yet; they are offered first. ``enter`` logs each step of
    a match that is running; without it nothing is written, and ``events`` are logged when the match begins.
    """

    state: MatchState
    enter: Enter | None = None
    cards: dict[Seat, Card] = field(default_factory=dict)
    seen: tuple[Card, ...] = ()
    events: tuple[Event, ...] = ()

    @staticmethod
    def before(variant: Variant, names: Mapping[Seat, str]) -> CutEntry:
        """The cut of a match that has not begun."""
        return CutEntry(begin(start_of_match("", variant, names)))

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.state.variant

    @property
    def by_marker(self) -> bool:
        """Whether nobody cuts: who holds the marker card pitches (Irish Don)."""
        return self.variant.cut == "marker_card"

    @property
    def drawn(self) -> bool:
        """Whether there is no cut: somebody is drawn by chance."""
        return self.variant.cut == "random"

    @property
    def cutters(self) -> tuple[Seat, ...]:
        """Who may cut now."""
        return self.state.game.cutters if self.state.game.recuts else self.state.seats

    @property
    def wanted(self) -> int:
        """How many cards this cut needs."""
        if self.variant.cut == "high_by_side" and not self.state.game.recuts:
            return len(self.state.sides)
        return len(self.cutters)

    @property
    def complete(self) -> bool:
        """Whether every card of this cut is there."""
        return len(self.cards) == self.wanted

    @property
    def asked(self) -> Seat | None:
        """Who is naturally asked next for a card; None when all are there or it is open who of a side cuts."""
        open_seats = [seat for seat in self.cutters if seat not in self.cards]
        return open_seats[0] if self.wanted == len(self.cutters) and open_seats else None

    @property
    def choice(self) -> tuple[Seat, ...]:
        """Who is normally named by the winner of the cut; nobody while it is not won or nothing is to be named."""
        return self.state.game.choice

    @property
    def pitcher(self) -> Seat | None:
        """Who pitches; None until it is decided."""
        return self.state.pitcher

    @property
    def free(self) -> tuple[Card, ...]:
        """The cards that the picture showed and that nobody has yet."""
        return tuple(card for card in self.seen if card not in self.cards.values())

    def put(self, seat: Seat, card: Card) -> None:
        """A player has cut this card, where one of a side cuts instead of the partner. Raises `SessionError`."""
        if self.state.pitcher is not None or self.choice or seat not in self.cutters:
            return
        if any(card == other for place, other in self.cards.items() if place is not seat):
            raise SessionError("CUT_TWICE", card=card_glyphs(card))
        if self.variant.cut == "high_by_side" and not self.state.game.recuts:
            side = self.state.side_of(seat)
            self.cards = {place: other for place, other in self.cards.items() if self.state.side_of(place) != side}
        self.cards[seat] = card

    def clear(self) -> None:
        """Forget the cards of this cut."""
        self.cards, self.seen = {}, ()

    def decide(self) -> None:
        """The cards are right. Raises `SessionError` where they can't be a cut, or can't be written."""
        if self._entered(Cut(FrozenMap(self.cards))):
            self.clear()

    def hold_marker(self, seat: Seat) -> None:
        """This player holds the marker card. Raises `SessionError`."""
        self._entered(Cut(FrozenMap({seat: Card.parse(self.variant.marker_card)})))

    def choose(self, seat: Seat) -> None:
        """The winner names this player. Raises `SessionError`."""
        self._entered(Choose(seat))

    def name(self, seat: Seat) -> None:
        """This player pitches, by chance or because the table says so. Raises `SessionError`."""
        self._entered(GameStart(seat))

    def _entered(self, event: Event) -> bool:
        answer = apply(self.state, event) if self.enter is None else self.enter(event)
        if isinstance(answer, Refusal):
            raise SessionError(answer.code, **answer.params)
        self.state = answer
        self.events = (*self.events, event)
        return True

    # In words

    def unusual(self, seat: Seat) -> bool:
        """Whether the table should be asked twice: an opponent of the winner is named."""
        winner = self.state.game.cut_winner
        return winner is not None and choice_is_unusual(self.variant, winner, seat)

    def last_cards(self) -> str:
        """The cards of the cut before: ``Ann K♥, Bob 9♣``; empty before the first."""
        cuts = [event for event in self.events if isinstance(event, Cut)]
        if not cuts:
            return ""
        return ", ".join(
            f"{player_name(self.state, seat)} {card_glyphs(card)}" for seat, card in cuts[-1].cards.items()
        )

    def question(self) -> str:
        """What is to be done now, or how it was decided, in one sentence."""
        game = self.state.game
        if self.pitcher is not None:
            return label("cut_pitches", name=player_name(self.state, self.pitcher))
        if self.choice:
            assert game.cut_winner is not None, "somebody has won the cut"
            return label("cut_won", name=player_name(self.state, game.cut_winner))
        if self.by_marker:
            return label("cut_marker", card=card_glyphs(Card.parse(self.variant.marker_card)))
        if game.recuts:
            names = label("and").join(player_name(self.state, seat) for seat in self.cutters)
            return label("cut_again", names=names)
        if self.drawn:
            return label("cut_drawn")
        code = {"high_by_side": "cut_by_side", "low_of_all": "cut_low"}.get(self.variant.cut, "cut_high")
        return label(code)

    def reason(self) -> str:
        """Why it was decided so; empty before, and where nobody has cut."""
        cut = any(isinstance(event, Cut) for event in self.events)
        if not cut or (self.pitcher is None and not self.choice and not self.state.game.recuts):
            return ""
        if self.by_marker:
            return label("cut_reason_marker", card=card_glyphs(Card.parse(self.variant.marker_card)))
        if self.state.game.recuts and self.pitcher is None and not self.choice:
            return label("cut_reason_equal", cards=self.last_cards())
        winner = self.state.game.cut_winner
        assert winner is not None, "a cut that is decided has a winner"
        code = "cut_reason_low" if self.variant.cut == "low_of_all" else "cut_reason_high"
        return label(code, cards=self.last_cards(), name=player_name(self.state, winner))
