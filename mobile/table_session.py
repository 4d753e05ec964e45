"""The one object that joins log, referee and reader: everything a screen or a command can do to a match.

There is no Kivy in it and no clock. A change that was acknowledged is in the log when its method returns; one
that was refused has changed nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from mobile.kept_pictures import keep_trick
from mobile.match_book import MatchBook, SessionError
from mobile.trick_draft import Draft, DraftFile
from mobile.trick_entry import Picture, Reader, TrickUnderEntry, possible_cards, weighed_anew
from models.hand_facts import HandFacts, facts_of
from models.reading import Reading
from models.table_view import TableView
from models.trick_reader import TrickProposal, empty_proposal, propose_trick
from models.trick_winner import seated_by_winner, winner_is_enough, winning_card
from scorer.cards import Card
from scorer.events import Deal, Event, GameStart
from scorer.hand import HandRecord, HandState, TrickRecord
from scorer.log_pictures import rule_of
from scorer.match import MatchState, Phase
from scorer.matchlog import MatchLog
from scorer.referee import Refusal, apply
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


class TableSession:
    """One match at one table. Make it with `start` or `resume`."""

    def __init__(
        self,
        book: MatchBook,
        reader: Reader | None = None,
        view: TableView | None = None,
        drafts: DraftFile | None = None,
    ) -> None:
        """``drafts``: where the trick under entry is kept, and where it is taken from if it was left in mid-entry."""
        self._book = book
        self._reader = reader
        self._view = view or TableView()
        self._drafts = drafts
        self._under_entry: TrickUnderEntry | None = None
        self._seated_by_winner: TrickProposal | None = None
        self._entered: dict[tuple[int, int], TrickProposal] = {}
        self._restore_draft()

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
        drafts: DraftFile | None = None,
    ) -> "TableSession":
        """Begin a match and deal its first hand; `LogError` or `SessionError` with one sentence if that can't be."""
        check_table(variant)
        if pitcher not in variant.seats:
            raise SessionError("UNKNOWN_SEAT", seat=pitcher)
        session = cls(MatchBook.start(log, variant, at, names, place, match_id), reader, view, drafts)
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
    def book(self) -> MatchBook:
        """The record of the match: what is entered through it, a correction for instance, the session follows."""
        return self._book

    @property
    def match_id(self) -> str:
        """The name of the match in the log."""
        return self._book.match_id

    @property
    def state(self) -> MatchState:
        """The match as its log says it."""
        return self._book.state

    @property
    def proposal(self) -> TrickProposal | None:
        """The trick that is being entered; None when none is."""
        return self._under_entry.proposal if self._under_entry is not None else None

    @property
    def facts(self) -> HandFacts:
        """What is known of the trick that comes next; between hands, of the first of the hand that is dealt next.

        `SessionError` where no hand can be dealt.
        """
        if self.state.hand is not None:
            return empty_proposal(self.state, self._entered_in_hand()).facts
        dealer = self.state.dealer
        dealt = apply(self.state, Deal(dealer)) if dealer is not None else Refusal("NO_PITCHER")
        if isinstance(dealt, Refusal):
            raise SessionError(dealt.code, **dealt.params)
        return facts_of(dealt)

    @property
    def winning_card(self) -> Card | None:
        """The card that won the trick under entry whoever played which, where its seat is all that scores."""
        proposal = self.proposal
        if proposal is None or not winner_is_enough(self.state):
            return None
        return winning_card(proposal)

    @property
    def can_read(self) -> bool:
        """Whether pictures can be read: there is a reader and a hand in play."""
        return self._reader is not None and self.state.hand is not None

    @property
    def keeps_pictures(self) -> bool:
        """Whether the match keeps a picture of each trick that was read from one (`scorer.log_pictures.set_rule`)."""
        return rule_of(self._book.log, self.match_id) is not None

    @property
    def can_swap(self) -> bool:
        """Whether seats may change their cards: where a picture told whose they are."""
        return self.proposal is not None and any(entry.box_xyxy is not None for entry in self.proposal.cards)

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

    # Entering a trick: nothing of this is logged before `confirm`

    def look(self, picture: Picture) -> Reading:
        """Only read the picture; it changes nothing, so that a worker thread may do it."""
        if self._reader is None:
            raise SessionError("NO_READER")
        return self._reader.read(picture)

    def propose(self, reading: Reading, picture: Picture | None = None) -> TrickProposal:
        """Propose a trick from what was read of ``picture``; it takes the place of an earlier proposal."""
        self._need_hand()
        return self._enter(propose_trick(reading, self.state, self._view, self._entered_in_hand()), picture)

    def read(self, picture: Picture) -> TrickProposal:
        """Read the picture and propose its trick."""
        self._need_hand()
        return self.propose(self.look(picture), picture)

    def enter_by_hand(self) -> TrickProposal:
        """Propose a trick with no card yet, to be filled with `choose`."""
        self._need_hand()
        return self._enter(empty_proposal(self.state, self._entered_in_hand()))

    def adopt(self, proposal: TrickProposal, picture: Picture | None = None) -> TrickProposal:
        """Take a watcher's proposal, read from ``picture``, as the trick under entry, weighed by the hand as it is now.

        Where somebody else leads by now, who played which card is open.
        """
        facts = self.facts
        self._need_hand()
        return self._enter(weighed_anew(proposal, facts), picture)

    def _enter(self, proposal: TrickProposal, picture: Picture | None = None) -> TrickProposal:
        self._put_under_entry(TrickUnderEntry(proposal, self._book.entries, picture))
        return proposal

    def _settled(self, proposal: TrickProposal) -> TrickProposal:
        """The trick under entry with something settled by a person."""
        assert self._under_entry is not None, "only a trick under entry is settled"
        self._put_under_entry(replace(self._under_entry, proposal=proposal))
        return proposal

    def _put_under_entry(self, entry: TrickUnderEntry | None) -> None:
        """Every change of the trick under entry goes through here: it is kept in the drafts as well."""
        self._under_entry = entry
        if self._drafts is not None:
            draft = None
            if entry is not None:
                draft = Draft.of(entry.proposal, entry.entries, entry.proposal is self._seated_by_winner)
            self._drafts.keep(self.match_id, draft)

    def _restore_draft(self) -> None:
        """Take up the trick that was left in mid-entry, if the record has not moved on since."""
        if self._drafts is None or self.state.hand is None:
            return
        draft = self._drafts.of(self.match_id, self._book.entries)
        proposal = draft.proposal(self.facts) if draft is not None else None
        if draft is not None and proposal is not None:
            self._under_entry = TrickUnderEntry(proposal, draft.entries)
            self._seated_by_winner = proposal if draft.by_winner else None

    def choose(self, seat: Seat, card: Card) -> TrickProposal:
        """Say which card ``seat`` played."""
        return self._settled(self._need_proposal().with_card(seat, card))

    def swap(self, first: Seat, second: Seat) -> TrickProposal:
        """Let two seats change their cards."""
        return self._settled(self._need_proposal().swapped(first, second))

    def accept_seats(self) -> TrickProposal:
        """Say that the cards lie at the right seats, where the picture left it open."""
        return self._settled(self._need_proposal().seats_accepted())

    def seat_as(self, seat_of: Mapping[Card, Seat]) -> TrickProposal:
        """Say who played each card of the proposal; `ValueError` unless each card gets a seat of its own."""
        return self._settled(self._need_proposal().seated(seat_of))

    def seat_winner(self, seat: Seat) -> TrickProposal:
        """Say only who played the `winning_card`; the others' seats stay as their cards lie."""
        card = self.winning_card
        if card is None:
            raise SessionError("WINNER_OPEN")
        self._seated_by_winner = seated_by_winner(self._need_proposal(), card, seat)
        return self._settled(self._seated_by_winner)

    def ignore_surplus(self) -> TrickProposal:
        """Say that cards seen beyond one for each seat are no part of the trick."""
        return self._settled(self._need_proposal().without_surplus())

    def discard(self) -> None:
        """Forget the proposed trick."""
        self._put_under_entry(None)

    def possible_cards(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that ``seat`` can have played, the likely ones first: not gone, and not surely another's here."""
        return possible_cards(self._need_hand(), self._need_proposal(), seat)

    # What changes the match

    def confirm(self, at: datetime) -> Confirmed | Refusal:
        """Log the proposed trick, then keep its picture if the match keeps some, and say what fell.

        Refused, the proposal stays as it is.

        One that was made before something else was entered is not what the people looked at: it is refused and gone.
        """
        entry = self._under_entry
        if entry is None:
            return Refusal("NO_PROPOSAL")
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

    def _entered_in_hand(self) -> dict[int, TrickProposal]:
        """How the tricks of the hand in play were entered here, by number; it is kept in memory only."""
        number = self._need_hand().number
        return {trick: proposal for (hand, trick), proposal in self._entered.items() if hand == number}

    def _hand_begun(self) -> bool:
        hand = self.state.hand
        return hand is not None and bool(hand.tricks or hand.current)

    def _hand_has_next_lead(self) -> bool:
        hand = self.state.hand
        entered = self.proposal is not None and any(entry.card is not None for entry in self.proposal.cards)
        return entered or (hand is not None and bool(hand.current))

    def _need_hand(self) -> HandState:
        if self.state.hand is None:
            raise SessionError("NO_HAND")
        return self.state.hand

    def _need_proposal(self) -> TrickProposal:
        if self.proposal is None:
            raise SessionError("NO_PROPOSAL")
        return self.proposal


def check_table(variant: Variant) -> None:
    """`SessionError` for a variant that is not for four round a table: its tricks can't be shown or read yet."""
    if len(variant.seats) != 4:
        raise SessionError("TABLE_OF_FOUR", title=variant.title)
