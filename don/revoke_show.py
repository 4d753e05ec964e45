"""What `don revoke` prints: the tricks side by side, the answer, and what a call would change."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from don.show import bold, name_of, reason
from mobile.texts import say
from scorer.change_words import change_sentences
from scorer.refusal import Refusal
from scorer.revoke_question import Proof, ShownTrick, revoke_sentences

if TYPE_CHECKING:
    from mobile.disputes import RevokeQuestion
    from scorer.cards import Card
    from scorer.match import MatchState
    from scorer.seats import Seat

WIDTH = 38


def show_answer(state: MatchState, question: RevokeQuestion) -> None:
    """The answer, with the two tricks of each proof side by side and the penalty, before → after."""
    answer = question.answer
    sentences = revoke_sentences(answer, name_of(state, answer.seat))
    if not answer.proofs:
        print(bold(sentences[0]))
        for sentence in sentences[1:]:
            reason(sentence)
        return
    for proof, sentence in zip(answer.proofs, sentences, strict=True):
        print(bold(sentence))
        _show_tricks(state, answer.seat, proof)
        _show_cost(question, proof)


def _show_tricks(state: MatchState, seat: Seat, proof: Proof) -> None:
    left = _lines(state, seat, proof.trick, proof.played, "did not follow suit")
    if proof.later is None:
        right = [f"Face up for {name_of(state, seat)} then", f" > {proof.shown}"]
    else:
        right = _lines(state, seat, proof.later, proof.shown, "the proof")
    print()
    for one, other in zip_longest(left, right, fillvalue=""):
        print(f"   {one:<{WIDTH}}{other}".rstrip())
    print()


def _lines(state: MatchState, seat: Seat, trick: ShownTrick, card: Card, note: str) -> list[str]:
    """A trick, a line a player; the card in question is marked."""
    unfinished = "" if trick.whole else ", not finished"
    lines = [f"Trick {trick.number}: {trick.led.name.lower()} led{unfinished}"]
    for who, played in zip(trick.seats, trick.cards, strict=True):
        mark = who is seat and played == card
        line = f" {'>' if mark else ' '} {name_of(state, who):<8}{played!s:>4}"
        lines.append(f"{line}  {note}" if mark else line)
    return lines


def _show_cost(question: RevokeQuestion, proof: Proof) -> None:
    cost = question.cost(proof.trick.number)
    if isinstance(cost, Refusal):
        reason(say(cost.code, cost.params))
        return
    print("   If it is called:")
    for sentence in change_sentences(cost):
        reason(sentence)
