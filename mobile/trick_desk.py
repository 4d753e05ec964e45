"""The trick under entry at one table: read, filled by hand, put right, before anything of it is logged. No Kivy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mobile.match_book import MatchBook, SessionError
from mobile.trick_draft import Draft, DraftFile
from mobile.trick_entry import Picture, Reader, TrickUnderEntry, possible_cards, same_trick_asked, weighed_anew
from models.hand_facts import HandFacts, facts_of
from models.reading import Reading
from models.table_view import TableView
from models.trick_reader import TrickProposal, empty_proposal, propose_trick
from models.trick_winner import seated_by_winner, winner_is_enough, winning_card
from scorer.cards import Card
from scorer.events import Deal
from scorer.hand import HandState
from scorer.log_pictures import rule_of
from scorer.match import MatchState, Phase
from scorer.referee import Refusal, apply
from scorer.seats import Seat


class TrickDesk:
    """What a table session knows of the trick that comes next; `mobile.table_session` enters it.

    ``drafts``: where the trick under entry is kept, and where it is taken from if it was left in mid-entry.
    """

    def __init__(
        self,
        book: MatchBook,
        reader: Reader | None = None,
        view: TableView | None = None,
        drafts: DraftFile | None = None,
    ) -> None:
        self._book = book
        self._reader = reader
        self._view = view or TableView()
        self._drafts = drafts
        self._under_entry: TrickUnderEntry | None = None
        self._seated_by_winner: TrickProposal | None = None
        self._entered: dict[tuple[int, int], TrickProposal] = {}
        self._restore_draft()

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
    def outcome(self) -> MatchState | None:
        """The match as it will stand once the trick under entry is confirmed; None while something of it is open."""
        proposal = self.proposal
        if proposal is None or not proposal.ready:
            return None
        answer = self._book.log.would_record(self.match_id, [proposal.event()])
        return None if isinstance(answer, Refusal) else answer[-1].after

    @property
    def stands_by_itself(self) -> bool:
        """Whether a trick of which a person named every card may stand without being looked at once more.

        So it is where it lies open on the table afterwards and can be taken back alone: not where the hand or the
        game ends with it, or where past tricks are covered at once.
        """
        proposal, outcome = self.proposal, self.outcome
        if proposal is None or outcome is None or self.state.variant.show_tricks == "after_hand":
            return False
        return outcome.phase is Phase.PLAYING and all(entry.state == "chosen" for entry in proposal.cards)

    # Entering

    def look_from(self, view: TableView) -> None:
        """The camera looks at the table in this way from now on."""
        self._view = view

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

    def follow(self) -> None:
        """Take the trick under entry along where what was entered since then doesn't touch it: a note, for instance."""
        entry = self._under_entry
        if entry is None or entry.entries == self._book.entries or self.state.hand is None:
            return
        if same_trick_asked(entry.proposal.facts, self.facts):
            self._put_under_entry(replace(entry, entries=self._book.entries))

    def propose_again(self) -> None:
        """Weigh the trick under entry by the record as people have just changed it, where it is still the next trick.

        Cards that were named stay; what the change leaves open, who leads for instance, is asked.
        """
        entry = self._under_entry
        if entry is None or entry.entries == self._book.entries or self.state.hand is None:
            return
        before, now = entry.proposal.facts.hand, self.state.hand
        if before is not None and (before.number, len(before.tricks)) == (now.number, len(now.tricks)):
            self.adopt(entry.proposal, entry.picture)

    def _entered_in_hand(self) -> dict[int, TrickProposal]:
        """How the tricks of the hand in play were entered here, by number; it is kept in memory only."""
        number = self._need_hand().number
        return {trick: proposal for (hand, trick), proposal in self._entered.items() if hand == number}

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
