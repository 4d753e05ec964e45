"""The one object that joins log, referee and reader: everything a screen or a command can do to a match.

There is no Kivy in it and no clock. A change that was acknowledged is in the log when its method returns; one
that was refused has changed nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from mobile.kept_pictures import keep_trick
from mobile.match_book import MatchBook, SessionError, Step
from mobile.trick_desk import TrickDesk
from mobile.trick_draft import DraftFile
from mobile.trick_entry import Reader, weighed_anew
from models.table_view import TableView
from models.trick_reader import TrickProposal
from scorer.events import Claim, Deal, Event, GameStart, Trick
from scorer.hand import HandRecord, TrickRecord
from scorer.match import Phase
from scorer.matchlog import MatchLog
from scorer.referee import Refusal
from scorer.seats import Seat, Side
from scorer.trick import Peg
from scorer.variant import Variant


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A trick that stands: what it pegged, the hand it ended (with its bonus), and who won the game by it."""

    trick: TrickRecord
    pegs: tuple[Peg, ...]
    """All points that fell: those of the trick, then those of the bonus."""
    ended: HandRecord | None
    winner: Side | None
    losers_by_place: bool = False
    """Whether only the winner's seat is known for certain, the others' being taken from the places of their cards."""
    not_kept: str = ""
    """One sentence where its picture was to be kept and can't be; the trick stands all the same."""


class TableSession(TrickDesk):
    """One match at one table. Make it with `start` or `resume`."""

    @classmethod
    def start(
        cls,
        log: MatchLog,
        variant: Variant,
        pitcher: Seat,
        names: Mapping[Seat, str] | None,
        at: datetime,
        match_id: str | None = None,
        reader: Reader | None = None,
        view: TableView | None = None,
        place: str = "",
    ) -> "TableSession":
        """Begin a match and deal its first hand; `LogError` or `SessionError` with one sentence if that can't be."""
        check_table(variant)
        if pitcher not in variant.seats:
            raise SessionError("UNKNOWN_SEAT", seat=pitcher)
        session = cls(MatchBook.start(log, variant, at, names, place, match_id), reader, view)
        refusal = session.name_pitcher(pitcher, at) or session.deal(at)
        if refusal is not None:
            raise SessionError(refusal.code, **refusal.params)
        return session

    @classmethod
    def resume(
        cls,
        log: MatchLog,
        match_id: str,
        reader: Reader | None = None,
        view: TableView | None = None,
        drafts: DraftFile | None = None,
    ) -> "TableSession":
        """Go on with a match of the log, a trick that was left in mid-entry included.

        Raises `LogError` or `SessionError` with one sentence if that can't be.
        """
        book = MatchBook(log, match_id)
        check_table(book.state.variant)
        return cls(book, reader, view, drafts)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to bring back."""
        return self._book.can_redo

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back: the opening of the match and its first deal stay."""
        state = self.state
        if state.phase is Phase.BEFORE_DEAL:
            return bool(state.hands)
        return bool(state.hands) or self._hand_begun() or bool(state.penalties or state.notes)

    @property
    def last_trick(self) -> TrickRecord | None:
        """The last trick as far as the variant lets it be shown (its option ``show_tricks``)."""
        playing = self.state.hand is not None
        shown = self.state.variant.show_tricks
        if playing and shown == "after_hand":
            return None
        if playing and shown == "last_until_next_lead" and self._hand_has_next_lead():
            return None
        return self.state.last_trick

    @property
    def last_hand(self) -> HandRecord | None:
        """The hand that ended last; None while one is in play."""
        return self.state.hands[-1] if self.state.hands and self.state.hand is None else None

    # What changes the match

    def confirm(self, at: datetime) -> Confirmed | Refusal:
        """Log the proposed trick, then keep its picture if the match keeps some, and say what fell.

        Refused, the proposal stays as it is.

        One that was made before something else was entered is not what the people looked at: it is refused and gone.
        """
        entry = self._under_entry
        if entry is None:
            return Refusal("NO_PROPOSAL")
        self.follow()
        entry = self._under_entry or entry
        if entry.entries != self._book.entries:
            self.discard()
            return Refusal("RECORD_MOVED_ON")
        if not entry.proposal.ready:
            return Refusal("NOT_READY")
        proposal, hand = entry.proposal, self._need_hand().number
        refusal = self._record(proposal.event(), at)
        if refusal is not None:
            return refusal
        trick = self.state.last_trick
        assert trick is not None, "a confirmed trick is the last one"
        self._entered[hand, trick.number] = proposal
        by_place = proposal is self._seated_by_winner
        ended = self.last_hand
        pegs = (*trick.pegs, *(ended.pegs if ended else ()))
        not_kept = keep_trick(self._book.log, self.match_id, self._book.entries, entry.picture, proposal, at)
        return Confirmed(trick, pegs, ended, self.state.winner, by_place, not_kept)

    def name_pitcher(self, pitcher: Seat, at: datetime) -> Refusal | None:
        """Start the game with its first pitcher; only needed where a start was cut short."""
        return self._record(GameStart(pitcher), at)

    def next_game(self, at: datetime) -> Refusal | None:
        """Begin the next game or leg of the match; where nobody pitches first by rotation, `name_pitcher` follows."""
        return self._record(GameStart(), at)

    def deal(self, at: datetime) -> Refusal | None:
        """Deal the next hand; who deals and who pitches follows from the hand before."""
        dealer = self.state.dealer
        return Refusal("NO_PITCHER") if dealer is None else self._record(Deal(dealer), at)

    def undo(self, at: datetime) -> Refusal | None:
        """Take back the last entry; a trick not yet confirmed is only forgotten by `discard`."""
        return self._after(self._book.undo(at)) if self.can_undo else Refusal("NOTHING_TO_UNDO")

    def take_back(self, at: datetime) -> Step | Refusal:
        """As `undo`, and say what was taken back. A trick that was named card by card is under entry again."""
        if not self.can_undo:
            return Refusal("NOTHING_TO_UNDO")
        step = self._book.undo(at)
        refusal = self._after(step)
        if isinstance(step, Refusal) or refusal is not None:
            return step
        hand = self.state.hand
        if hand is not None and isinstance(step.events[-1], Trick):
            entered = self.entered_as(hand.number, len(hand.tricks) + 1)
            by_hand = entered is not None and all(entry.reason == "by_hand" for entry in entered.cards)
            if entered is not None and by_hand and entered.event() == step.events[-1]:
                self._enter(weighed_anew(entered, self.facts))
        return step

    def claim(self, side: Side, at: datetime) -> Refusal | None:
        """``side`` stops play and claims the game (Irish Don, second deal)."""
        return self._record(Claim(side), at)

    def redo(self, at: datetime) -> Refusal | None:
        """Bring back what the last undo took."""
        return self._after(self._book.redo(at))

    def _record(self, event: Event, at: datetime) -> Refusal | None:
        """Ask the referee and log the event in one step; a log that can't be written refuses it too."""
        return self._after(self._book.enter([event], at))

    def _after(self, answer: object) -> Refusal | None:
        """Once the record has changed, the trick under entry is gone; a refusal leaves it as it is."""
        if isinstance(answer, Refusal):
            return answer
        self._put_under_entry(None)
        return None

    def entered_as(self, hand: int, trick: int) -> TrickProposal | None:
        """How a trick (both from 1) was entered here, with what the reader thought of besides; None where unknown."""
        return self._entered.get((hand, trick))

    def _hand_begun(self) -> bool:
        hand = self.state.hand
        return hand is not None and bool(hand.tricks or hand.current)


def check_table(variant: Variant) -> None:
    """`SessionError` for a variant that is not for four round a table: its tricks can't be shown or read yet."""
    if len(variant.seats) != 4:
        raise SessionError("TABLE_OF_FOUR", title=variant.title)
