"""Corrections on the terminal: what they change is shown, what is open is asked, then one entry is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from don.ask import Answer
from don.clock import now
from don.show import bold
from don.status import PersonNeededError, UsageError
from mobile.corrections import Plan
from mobile.match_book import MatchBook, Step
from mobile.texts import say
from scorer.change_words import change_sentences
from scorer.disputes import Change
from scorer.matchlog import MatchLog
from scorer.notation_write import written
from scorer.referee import Refusal
from scorer.seats import Side
from scorer.texts import side_words

ENTER = "Is this correction to be entered?"
DROP = "Are the entries listed to count no longer?"


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was agreed to beforehand: the correction itself, entries that no longer count, and who speaks for a side."""

    enter: bool = False
    drop: bool = False
    sides: Mapping[Side, str] = field(default_factory=dict)


def opened_book(log: MatchLog, given: str | None) -> MatchBook:
    """The match that `--match` names, else the one written to last, also when it is over: its last entry may be wrong.

    Raises `LogError`, `UsageError`.
    """
    if given is not None:
        return MatchBook(log, log.find(given))
    last = log.match_written_last()
    if last is None:
        raise UsageError(f"There is no match in {log.path} yet.")
    return MatchBook(log, last)


def show_change(change: Change) -> None:
    """Each difference, before → after."""
    for sentence in change_sentences(change):
        print(f"   {sentence}")


def show_step(book: MatchBook, what: str, step: Step | Refusal) -> None:
    """What was taken or brought back, and what that changed. Raises `UsageError` for a refusal."""
    if isinstance(step, Refusal):
        raise UsageError(say(step.code, step.params))
    lines = [written(event)[0] for event in step.events]
    print(bold(book.state.variant.title), f"  match {book.match_id}")
    print(f"   {what}: {lines[0]}{f' to {lines[-1]}' if len(lines) > 1 else ''}.")
    show_change(step.change)


def show_plan(plan: Plan) -> None:
    """What the correction changes, and what else it needs."""
    show_change(plan.change)
    if plan.seats_move:
        print("   Others lead these tricks then; their cards stay in the order in which they were played.")
    if plan.dropped:
        print("   These later entries could not have happened then, and would no longer count:")
        for number, event in plan.dropped:
            print(f"     entry {number}: {written(event)[0]}")


def settle_plan(book: MatchBook, plan: Plan, answer: Answer | None, agreed: Agreed | None = None) -> Change | None:
    """Asks what was not agreed to beforehand, enters the plan, and gives what it changed; None where somebody said no.

    `answer` is None where nobody is to be asked: then `PersonNeededError` lists what is open. `UsageError` where
    the log refuses.
    """
    agreed = agreed or Agreed()
    sides = dict(agreed.sides)
    missing = [side for side in plan.agreement if side not in sides]
    asked = [f"The game is over: who agrees to this for {side_words(side)}?" for side in missing]
    confirms = [*([DROP] if plan.dropped and not agreed.drop else []), *([] if agreed.enter else [ENTER])]
    if answer is None and (asked or confirms):
        raise PersonNeededError([*asked, *confirms])
    for side, question in zip(missing, asked, strict=True):
        assert answer is not None, "only who may be asked is asked"
        sides[side] = answer(f"{question} ", question)
    for question in confirms:
        assert answer is not None, "only who may be asked is asked"
        if answer(f"{question} [y/N] ", question).lower() not in ("y", "yes"):
            print("   Nothing was corrected.")
            return None
    change = book.carry_out(plan, now(), sides)
    if isinstance(change, Refusal):
        raise UsageError(say(change.code, change.params))
    return change


def said_by(texts: list[str], book: MatchBook) -> tuple[str, dict[Side, str]]:
    """`--by` texts: who asks for the correction, and who speaks for which side. Raises `UsageError`.

    A side is named (`NS=Ann`, or by one of its seats), or follows from the name of a player.
    """
    state = book.state
    names, sides = [], {}
    for text in texts:
        side_text, equals, name = (part.strip() for part in text.rpartition("="))
        if not name:
            raise UsageError(f"--by {text} names nobody: write a name, or SIDE=NAME, for instance NS=Ann.")
        names.append(name)
        if equals:
            sides[side_of_text(side_text, state.sides)] = name
            continue
        for seat in state.seats:
            if state.names.get(seat, "").casefold() == name.casefold():
                sides[state.side_of(seat)] = name
    return ", ".join(names), sides


def side_of_text(text: str, sides: tuple[Side, ...]) -> Side:
    """The side that a text names: its letters in any order, or one of its seats. Raises `UsageError`."""
    letters = set(text.strip().upper())
    found = [side for side in sides if letters and letters <= set(side)]
    if not found:
        raise UsageError(f"There is no side {text}: sides are {', '.join(sides)}.")
    return found[0]
