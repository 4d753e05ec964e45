"""Did somebody revoke? Who, in which hand; the two tricks that prove it side by side; what it costs; the call."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from mobile.agreement import past_is_open
from mobile.change_view import view_of_change
from mobile.disputes import RevokeQuestion
from mobile.match_book import MatchBook
from mobile.screens.change_sheet import open_change
from mobile.screens.correct_sheet import ask_to_look
from mobile.screens.match_page import MatchPage
from mobile.screens.shell import Shell
from mobile.screens.why_sheet import CardRow
from mobile.texts import label, say
from mobile.theme import SUIT_GLYPHS
from mobile.widgets.card_face import CardFace
from mobile.widgets.page_parts import ChoiceRow, Heading, Row, Words
from mobile.widgets.steppers import StepBar
from mobile.wording import called, player_name
from scorer.disputes import Change
from scorer.errors import DonError
from scorer.refusal import Refusal
from scorer.revoke_question import Proof, ShownTrick, revoke_sentences
from scorer.seats import Seat


class Asked:
    """Who is asked about, and in which hand (from 1; 0: the one in play or the last). It outlives the widgets."""

    def __init__(self) -> None:
        self.seat: Seat | None = None
        self.hand = 0


class RevokePage(MatchPage):
    """The question about one player of a match; ``asked`` keeps what was chosen when the page is drawn anew."""

    def __init__(self, shell: Shell, match_id: str | None = None, asked: Asked | None = None, **kwargs: Any) -> None:
        super().__init__(shell, match_id, title=label("revoke_page"), **kwargs)
        self.asked = asked or Asked()
        shell.keep(asked=self.asked)
        self.bar: StepBar = StepBar(self._step)
        self.ids.body.add_widget(self.bar)
        self.ids.body.add_widget(self.list)
        self.calls: dict[int, Row] = {}

    def rows_of(self, book: MatchBook) -> Iterator[Any]:
        """The question, and its answer as the record stands now."""
        hands = [hand.number for hand in book.state.all_hands if hand.begun]
        if not hands:
            self.bar.hide()
            yield Words(text=label("dispute_no_last"))
            return
        self.asked.hand = self.asked.hand if self.asked.hand in hands else hands[-1]
        place = hands.index(self.asked.hand)
        self._hands = hands
        self.bar.show(label("hand_n", hand=self.asked.hand), place > 0, place + 1 < len(hands))
        yield from self._question_rows(book)

    def _step(self, step: int) -> None:
        self.asked.hand = self._hands[self._hands.index(self.asked.hand) + step]
        self.entered()

    def ask(self, seat: Seat) -> None:
        """Ask about this player."""
        self.asked.seat = seat
        self.entered()

    def _question_rows(self, book: MatchBook) -> Iterator[Any]:
        state = book.state
        names = [player_name(state, seat) for seat in state.seats]
        chosen = state.seats.index(self.asked.seat) if self.asked.seat is not None else -1
        choice = ChoiceRow(
            names,
            chosen,
            lambda index: self.ask(state.seats[index]),
            title=label("revoke_who"),
            stacked=max(map(len, names)) > 8,
        )
        yield choice
        if state.hand is not None and self.asked.hand == state.hand.number and not past_is_open(state):
            yield Words(text=label("revoke_covered"), tone="muted")
            look = partial(ask_to_look, self, book, lambda: None)
            yield Row(look, title=label("show_past"), detail=label("show_past_detail"), mark="◉")
        elif self.asked.seat is not None:
            yield from self._answer(book, self.asked.seat)

    def _answer(self, book: MatchBook, seat: Seat) -> Iterator[Any]:
        try:
            question = RevokeQuestion(book, seat, None, self.asked.hand)
        except DonError as error:
            yield Words(text=str(error), tone="impossible")
            return
        name = player_name(book.state, seat)
        yield Heading(text=label("revoke_answer"))
        sentences = revoke_sentences(question.answer, name)
        proofs = question.answer.proofs
        if not proofs:
            yield Words(text=sentences[0], bold=True)
            yield from (Words(text=sentence) for sentence in sentences[1:])
            return
        for proof, sentence in zip(proofs, sentences, strict=True):
            yield Words(text=sentence, bold=True)
            yield from self._proof_rows(book, question, proof)

    def _proof_rows(self, book: MatchBook, question: RevokeQuestion, proof: Proof) -> Iterator[Any]:
        led = label("revoke_led", trick=proof.trick.number, suit=SUIT_GLYPHS[proof.trick.led.value])
        yield Heading(text=led)
        yield self._cards(book, proof.trick, question.answer.seat)
        if proof.later is not None:
            yield Heading(text=label("revoke_proof", trick=proof.later.number))
            yield self._cards(book, proof.later, question.answer.seat)
        number = proof.trick.number
        cost = question.cost(number)
        row = Row(title=label("revoke_call", trick=number), detail=label("revoke_call_detail"), mark="↯")
        if isinstance(cost, Refusal):
            row.disabled, row.detail = True, say(cost.code, cost.params)
        else:
            row.bind(on_tap=lambda *_: self._call(book, question, number, cost))
        self.calls[number] = row
        yield row

    def _cards(self, book: MatchBook, trick: ShownTrick, seat: Seat) -> CardRow:
        row = CardRow()
        for who, card in zip(trick.seats, trick.cards, strict=True):
            face, here = CardFace(), who is seat
            badge = label("revoke_mark") if here else ""
            face.show(card, called(book.state, who), badge, "doubtful", here)
            row.add_face(face)
        return row

    def _call(self, book: MatchBook, question: RevokeQuestion, trick: int, cost: Change) -> None:
        def enter(_agreed: object) -> object:
            return question.call(trick, self.companion.clock())

        open_change(self, view_of_change(label("revoke_cost_title"), cost), book.state, enter)
