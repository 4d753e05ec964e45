"""Which trick lies on the screen's table: the last one, or an earlier one that people leaf back to. No Kivy.

A board is a scorer and no memory aid: during a hand what may be looked at follows `mobile.agreement`.
"""

from __future__ import annotations

from mobile.agreement import past_is_open
from mobile.table_session import TableSession
from scorer.hand import HandRecord, HandState, TrickRecord
from scorer.match import Phase


class Leafing:
    """How far people have leafed back in the tricks of the hand in play, or of the one that is just over.

    0 is the table as it lies; 1 the trick before it, and so on. After a hand 0 is its summary.
    """

    def __init__(self, session: TableSession) -> None:
        self._session = session
        self._at = self._place
        self._back = 0

    @property
    def hand(self) -> HandState | HandRecord | None:
        """The hand whose tricks can be leafed through."""
        state = self._session.state
        return None if state.phase is Phase.BEFORE_DEAL else state.hand or self._session.last_hand

    @property
    def back(self) -> int:
        """How far back the table shown is; 0 again once something is entered."""
        if self._at != self._place:
            self._at, self._back = self._place, 0
        return min(self._back, self._most)

    @property
    def trick(self) -> TrickRecord | None:
        """The trick that is shown: the earlier one leafed to, else the last as far as it may be shown."""
        hand = self.hand
        if self.back and hand is not None:
            return hand.tricks[-(self.back + self._first)] if self.allowed else None
        return self._session.last_trick if self._session.state.hand is not None else None

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier trick."""
        return self._session.proposal is None and self.back < self._most

    @property
    def allowed(self) -> bool:
        """Whether earlier tricks may be looked at now; if not, all players have to agree first."""
        return past_is_open(self._session.state)

    def older(self) -> None:
        """One trick back."""
        self._back = min(self.back + 1, self._most)

    def newer(self) -> None:
        """One trick on."""
        self._back = max(0, self.back - 1)

    @property
    def _first(self) -> int:
        """1 where the last trick itself is shown without a step back."""
        return 1 if self._shows_last else 0

    @property
    def _shows_last(self) -> bool:
        return self._session.state.hand is not None and self._session.last_trick is not None

    @property
    def _most(self) -> int:
        hand = self.hand
        if hand is None:
            return 0
        return max(0, len(hand.tricks) - self._first)

    @property
    def _place(self) -> tuple[int, int, bool]:
        return len(self._session.state.hands), self._session.book.entries, self._session.proposal is not None
