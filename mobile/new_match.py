"""A match that is being prepared: rules, players and seats, the place, who pitches. No Kivy; nothing is written.

It is held by the companion, so that turning the phone or drawing the pages anew loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mobile.cut_entry import CutEntry
from mobile.foursomes import LastTable
from mobile.jacks_entry import JacksEntry
from mobile.players import SessionError, check_place, check_players
from mobile.rules_choice import RulesChoice
from mobile.texts import label
from scorer.events import Event
from scorer.names import same_name, shown_name
from scorer.seats import Seat
from scorer.variant import Variant

if TYPE_CHECKING:
    from mobile.companion import Companion


class NewMatch:
    """What is chosen so far. ``chosen`` says whether somebody has chosen the variant; ``picked`` is a seat to swap."""

    def __init__(
        self,
        rules: RulesChoice,
        names: Mapping[Seat, str] | None = None,
        place: str = "",
        rotated: Seat | None = None,
    ) -> None:
        self.rules = rules
        self.names: dict[Seat, str] = dict(names or {})
        self.place = place
        self.rotated = rotated
        """Who pitches if the pitch goes on from the match before; None where there was none."""
        self.pitcher: Seat | None = None
        self.cut: CutEntry | None = None
        self.jacks: JacksEntry | None = None
        self.picked: Seat | None = None

    @staticmethod
    def again(last: LastTable, rules: RulesChoice) -> NewMatch:
        """The same players at the same seats under the same rules; the pitch goes on where a rule says so."""
        new = NewMatch(rules, last.start.names, last.start.place, last.next_pitcher)
        if last.pitch_goes_on:
            new.pitcher = last.next_pitcher
        return new

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.rules.variant

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the variant, clockwise."""
        return self.variant.seats

    @property
    def opening(self) -> tuple[Event, ...]:
        """The cut that named the pitcher; empty where the table just says who pitches."""
        cut = self.cut
        return cut.events if cut is not None and cut.pitcher is not None and cut.pitcher is self.pitcher else ()

    def player(self, seat: Seat) -> str:
        """The player's name, or that of the seat."""
        return shown_name(self.names.get(seat, "")) or label(seat.value)

    def names_in_play(self) -> dict[Seat, str]:
        """The names given to the seats of this variant, as they are kept."""
        shown = {seat: shown_name(self.names.get(seat, "")) for seat in self.seats}
        return {seat: name for seat, name in shown.items() if name}

    def choose_rules(self, rules: RulesChoice) -> None:
        """Play by these rules; names stay, also those of seats that this variant doesn't have."""
        self.rules = rules
        self.cut = None
        if self.pitcher not in self.seats:
            self.pitcher = None
        if self.rotated not in self.seats:
            self.rotated = None

    # Players

    def call(self, seat: Seat, name: str) -> None:
        """A player's name as it is typed; it is looked at by `check`."""
        if self.names.get(seat, "") != name:
            self.names[seat] = name
            self.cut = self.cut if self.cut is not None and self.cut.pitcher is None and self.cut.cards else None

    def seat_suggested(self, name: str) -> Seat | None:
        """Sit a remembered player down at the first empty seat; None where there is none or he sits already."""
        taken = {same_name(self.names.get(seat, "")) for seat in self.seats}
        empty = next((seat for seat in self.seats if not same_name(self.names.get(seat, ""))), None)
        if empty is None or same_name(name) in taken:
            return None
        self.call(empty, name)
        return empty

    def tap(self, seat: Seat) -> bool:
        """Pick a seat; with one picked already, the two change places. Whether they did."""
        if self.picked is None or self.picked is seat:
            self.picked = None if self.picked is seat else seat
            return False
        self.swap(self.picked, seat)
        self.picked = None
        return True

    def swap(self, one: Seat, other: Seat) -> None:
        """Two players change places; who was to pitch still is, wherever he sits."""
        first, second = self.names.get(one, ""), self.names.get(other, "")
        self.names[one], self.names[other] = second, first
        moved = {one: other, other: one}
        self.cut = None
        self.pitcher = moved.get(self.pitcher, self.pitcher) if self.pitcher else None
        self.rotated = moved.get(self.rotated, self.rotated) if self.rotated else None

    def take_jacks(self) -> None:
        """The four whom jacks out and the cut for partners have found take the seats. Raises `SessionError`."""
        pairs = self.jacks.pairs if self.jacks is not None else None
        if pairs is None:
            raise SessionError("JACKS_NOT_DONE")
        (north, south), (east, west) = pairs
        self.names |= {Seat.N: north, Seat.S: south, Seat.E: east, Seat.W: west}
        self.pitcher = self.rotated = self.cut = None

    def check_players(self) -> None:
        """One sentence where names can't stay as they are. Raises `SessionError`."""
        check_players(self.names_in_play().values())
        check_place(self.place)

    # Who pitches

    def pitches(self, seat: Seat) -> None:
        """This player pitches; no cut is needed for it."""
        self.pitcher = seat

    def begin_cut(self) -> CutEntry:
        """The cut: the one that is half entered, or a new one."""
        names = self.names_in_play()
        if self.cut is None or dict(self.cut.state.names) != names or self.cut.variant != self.variant:
            self.cut = CutEntry.before(self.variant, names)
        return self.cut

    def new_cut(self) -> CutEntry:
        """Forget what was cut and begin anew."""
        self.cut, self.pitcher = None, None
        return self.begin_cut()

    def settle_cut(self) -> None:
        """Whom the cut has named pitches."""
        if self.cut is not None and self.cut.pitcher is not None:
            self.pitcher = self.cut.pitcher

    # Start

    def start(self, companion: Companion) -> None:
        """Begin the match. Raises `LogError`, `SessionError` with one sentence where it can't begin yet."""
        self.check_players()
        if self.pitcher is None:
            raise SessionError("WHO_PITCHES_FIRST")
        place = shown_name(self.place)
        companion.start(self.variant, self.pitcher, self.names_in_play(), place, self.opening)
        companion.new_match = None
