"""Corrections on the terminal: what they change is shown, what is open is asked, then one entry is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from don.clock import now
from don.show import WORDS, bold, name_of
from don.status import PersonNeededError, UsageError
from don.terminal import Answer, confirmed
from mobile.corrections import Plan, unasked
from mobile.match_book import MatchBook
from mobile.texts import say
from scorer.change_words import change_sentences
from scorer.disputes import Change
from scorer.events import MatchStart, Recount
from scorer.history import day_of
from scorer.history_words import listed
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.names import plain_name, same_name, shown_name
from scorer.notation_write import written
from scorer.referee import Refusal
from scorer.seats import Seat, Side
from scorer.texts import side_words

ENTER = "Is this correction to be entered?"
ENTER_COUNT = "Is this count to be entered?"
DROP = "Are the entries listed to count no longer?"


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was agreed to beforehand: the correction itself, entries that no longer count, and who speaks for a side.

    ``ask_why``: a person who says yes is also asked who says so and why, where that is not told.
    """

    enter: bool = False
    drop: bool = False
    sides: Mapping[Side, str] = field(default_factory=dict)
    ask_why: bool = False


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


def show_heading(book: MatchBook, what: str) -> None:
    """Which match it is, and who sits where: `Ann (North) and South against Bob (East) and West, The Crown, ...`."""
    state = book.state
    print(bold(state.variant.title), f"  match {book.match_id}{what}")
    began = next((match.began_at_utc for match in book.log.matches() if match.match_id == book.match_id), "")
    day = day_of(began)
    sides = [listed([_seated(state, seat) for seat in state.seats if seat in side]) for side in state.sides]
    start = book.events[0]
    place = shown_name(start.place) if isinstance(start, MatchStart) else ""
    about = [" against ".join(sides), place, f"{day:%Y-%m-%d}" if day else ""]
    print(f"   {', '.join(part for part in about if part)}")


def _seated(state: MatchState, seat: Seat) -> str:
    name, word = name_of(state, seat), WORDS[seat]
    return word if name == word else f"{name} ({word})"


def show_change(change: Change) -> None:
    """Each difference, before → after."""
    for sentence in change_sentences(change):
        print(f"   {sentence}")


def show_plan(plan: Plan) -> None:
    """What the correction changes, and what else it needs."""
    show_change(plan.change)
    if isinstance(plan.event, Recount) and not (plan.change.games or plan.change.nothing):
        print("   No points change.")
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
    counted = isinstance(plan.event, Recount)
    enter = ENTER_COUNT if counted else ENTER
    confirms = [*([DROP] if plan.dropped and not agreed.drop else []), *([] if agreed.enter else [enter])]
    asked = agreement_questions(plan.agreement, agreed.sides)
    if answer is None and (asked or confirms):
        raise PersonNeededError([*asked, *confirms])
    sides = ask_sides(plan.agreement, agreed.sides, answer)
    for question in confirms:
        assert answer is not None, "only who may be asked is asked"
        if not confirmed(question, yes=False, answer=answer):
            print(f"   Nothing was {'entered' if counted else 'corrected'}.")
            return None
    if answer is not None and agreed.ask_why:
        plan = _with_who_and_why(plan, answer)
    change = book.carry_out(plan, now(), sides)
    if isinstance(change, Refusal):
        raise UsageError(say(change.code, change.params))
    return change


def agreement_questions(sides: Sequence[Side], agreed: Mapping[Side, str]) -> list[str]:
    """What has to be asked of each side for which nobody speaks yet."""
    return [f"The game is over: who agrees to this for {side_words(side)}?" for side in sides if side not in agreed]


def ask_sides(sides: Sequence[Side], agreed: Mapping[Side, str], answer: Answer | None) -> dict[Side, str]:
    """Who speaks for each side: those who are known, and those who then answered. `answer` is None: nobody is asked."""
    missing = [side for side in sides if side not in agreed]
    found = dict(agreed)
    for side, question in zip(missing, agreement_questions(sides, agreed), strict=True):
        assert answer is not None, "only who may be asked is asked"
        found[side] = answer(f"{question} ", question)
    return found


def check_agreement(sides: Sequence[Side], agreed: Mapping[Side, str], answer: Answer | None) -> None:
    """As `ask_sides`, where nothing is entered that would name them. Raises `UsageError` where a side has nobody."""
    missing = unasked(sides, ask_sides(sides, agreed, answer))
    if missing is not None:
        raise UsageError(say(missing.code, missing.params))


def _with_who_and_why(plan: Plan, answer: Answer) -> Plan:
    """The plan with who says so (after a game the sides do) and why. No answer is one: the yes is said already."""
    by, why = plan.event.by, plan.event.reason
    with suppress(PersonNeededError):
        if not by and not plan.agreement:
            by = answer("Who says so [Enter: not noted]? ", "Who says so?")
        if not why:
            why = answer("Why [Enter: not noted]? ", "Why?")
    return replace(plan, event=replace(plan.event, by=by, reason=why))


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
        called = {state.side_of(seat) for seat in _called(name, state)}
        if len(called) == 1:
            sides[called.pop()] = name
    return ", ".join(names), sides


def seat_of_text(text: str, state: MatchState) -> Seat:
    """The seat that a text names: its letter, its word, or the name of who sits there. Raises `UsageError`."""
    word = same_name(text)
    for seat in state.seats:
        if word in (same_name(seat.value), same_name(WORDS[seat])):
            return seat
    called = _called(text, state)
    if len(called) > 1:
        raise UsageError(f"{len(called)} players are called {text.strip()}: name the seat, {', '.join(called)}.")
    if not called:
        seats = ", ".join(state.seats)
        raise UsageError(f"There is no seat {text}, and nobody in this match is called that: seats are {seats}.")
    return called[0]


def _called(name: str, state: MatchState) -> list[Seat]:
    """Where players of this name sit; where nobody has it, those who have it with accents."""
    called = {seat: state.names[seat] for seat in state.seats if same_name(state.names.get(seat, ""))}
    same = [seat for seat, found in called.items() if same_name(found) == same_name(name)]
    return same or [seat for seat, found in called.items() if plain_name(found) == plain_name(name)]


def side_of_text(text: str, sides: tuple[Side, ...]) -> Side:
    """The side that a text names: its letters in any order, or one of its seats. Raises `UsageError`."""
    letters = set(text.strip().upper())
    found = [side for side in sides if letters and letters <= set(side)]
    if not found:
        raise UsageError(f"There is no side {text}: sides are {', '.join(sides)}.")
    return found[0]
