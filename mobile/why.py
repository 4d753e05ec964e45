"""The answers to "why?": of a score, a peg, a trick, a bonus: sentences, cards, rule and source, as the game says them.

Nothing is scored here. What the option `show_tricks` covers during a hand stays covered (`mobile.agreement`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from mobile.additions import Addition, additions_of
from mobile.agreement import trick_is_open
from mobile.match_book import MatchBook
from mobile.naming import with_names
from mobile.texts import label
from mobile.wording import card_glyphs, peg_words, says_muck, side_name
from scorer.cards import Card
from scorer.explain import why, why_won
from scorer.hand import HandRecord, HandState, TrickRecord
from scorer.match import MatchState
from scorer.refusal import Refusal
from scorer.seats import Seat, Side
from scorer.why_not import why_no_bonus, why_not


@dataclass(frozen=True, slots=True)
class WhyScore:
    """How the score of a side in this game came together."""

    side: Side


@dataclass(frozen=True, slots=True)
class WhyPeg:
    """Why a peg of a side stands where it does: the front one by the last addition, the back one by that before."""

    side: Side
    front: bool = True


@dataclass(frozen=True, slots=True)
class WhyTrick:
    """Who won a trick and why, and what it pegged; hand (over the match) and trick count from 1."""

    hand: int
    trick: int


@dataclass(frozen=True, slots=True)
class WhyBonus:
    """Who got the bonus of a hand (over the match, from 1), the muck for instance."""

    hand: int


Subject = WhyScore | WhyPeg | WhyTrick | WhyBonus


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card of a trick with its player, and whether it won."""

    seat: Seat
    card: Card
    won: bool


@dataclass(frozen=True, slots=True)
class WhyLine:
    """One addition: how much, what for in a few words, and what may be asked further."""

    title: str
    detail: str
    value: str
    about: Subject | None = None


@dataclass(frozen=True, slots=True)
class WhyPart:
    """A part of an answer: cards as they were played, sentences, lines that lead on."""

    heading: str = ""
    cards: tuple[ShownCard, ...] = ()
    sentences: tuple[str, ...] = ()
    lines: tuple[WhyLine, ...] = ()


@dataclass(frozen=True, slots=True)
class WhyAnswer:
    """An answer. ``trick``: the trick (hand, number) whose kept picture and correction belong to it.

    ``covered``: whether something is left out because the players have not agreed to look back.
    """

    title: str
    parts: tuple[WhyPart, ...]
    trick: tuple[int, int] | None = None
    covered: bool = False


def answer(book: MatchBook, subject: Subject) -> WhyAnswer | Refusal:
    """The answer; a refusal where there is no such trick or hand, or nothing has been scored."""
    state = book.state
    match subject:
        case WhyScore():
            return _score(state, subject.side)
        case WhyPeg():
            return _peg(state, subject)
        case WhyTrick():
            return _trick(state, subject.hand, subject.trick)
        case WhyBonus():
            return _bonus(state, subject.hand)


# A score and a peg


def _score(state: MatchState, side: Side) -> WhyAnswer | Refusal:
    found = additions_of(state, side)
    title = label("why_score_title", side=side_name(state, side), score=state.scores[side])
    if not found:
        return WhyAnswer(title, (WhyPart(sentences=(label("WHY_NOTHING_YET"),)),))
    parts = []
    for hand, group in groupby(reversed(found), key=lambda addition: addition.hand):
        added = list(group)
        points = sum(one.points for one in added)
        lines = tuple(_line(state, one) for one in added)
        parts.append(WhyPart(_hand_heading(hand, points, added[0].after), lines=lines))
    return WhyAnswer(title, tuple(parts), covered=any(_is_covered(state, one) for one in found))


def _hand_heading(hand: int, points: int, after: int) -> str:
    code = "why_hand_heading" if hand else "why_before_heading"
    return label(code, hand=hand, points=f"{points:+d}", score=after)


def _line(state: MatchState, one: Addition) -> WhyLine:
    covered = _is_covered(state, one)
    about: Subject | None = None
    if one.trick is not None and one.kind == "trick":
        about = None if covered else WhyTrick(one.hand, one.trick)
    elif one.kind == "bonus":
        about = WhyBonus(one.hand)
    detail = label("why_covered") if covered else ", ".join(peg_words(peg) for peg in one.pegs)
    if one.kind in ("penalty", "bonus"):
        detail = " ".join(_sentences(state, one))
    return WhyLine(_title(one), detail, f"{one.points:+d}", about)


def _title(one: Addition) -> str:
    if one.kind == "trick":
        return label("why_in_trick", trick=one.trick)
    return label({"bonus": "why_bonus", "penalty": "why_call", "start": "why_start", "count": "why_count"}[one.kind])


def _is_covered(state: MatchState, one: Addition) -> bool:
    return one.kind == "trick" and one.trick is not None and not trick_is_open(state, one.hand, one.trick)


def _sentences(state: MatchState, one: Addition) -> tuple[str, ...]:
    """The game's own sentence for each peg of an addition."""
    record = next((hand for hand in state.hands if hand.number == one.hand), None)
    told = (why(peg, record, variant=state.variant, penalty=one.penalty) for peg in one.pegs)
    return tuple(with_names(state, sentence) for sentence in told)


def _peg(state: MatchState, subject: WhyPeg) -> WhyAnswer | Refusal:
    """The addition that set a peg: the last one that went forward, or the one before it; what was lost since."""
    side, pair = subject.side, state.pegs[subject.side]
    hole = pair.front if subject.front else pair.back
    code = "why_front_title" if subject.front else "why_back_title"
    title = label(code, side=side_name(state, side), hole=hole)
    found = additions_of(state, side)
    forward = [place for place, one in enumerate(found) if one.points > 0]
    if len(forward) < (1 if subject.front else 2):
        return WhyAnswer(title, (WhyPart(sentences=(label("WHY_AT_START"),)),))
    place = forward[-1] if subject.front else forward[-2]
    one, lost = found[place], found[forward[-1] + 1 :]
    parts = [_addition(state, one)]
    if subject.front:
        parts += [_addition(state, later) for later in lost]
    else:
        parts.insert(0, WhyPart(sentences=(label("WHY_BACK_PEG"),)))
    shown = one.kind == "trick" and one.trick is not None and trick_is_open(state, one.hand, one.trick)
    trick = (one.hand, one.trick) if shown and one.trick is not None else None
    return WhyAnswer(title, tuple(parts), trick, covered=_is_covered(state, one))


def _addition(state: MatchState, one: Addition) -> WhyPart:
    """An addition with its sentences, and its cards where it was a trick that may be shown."""
    heading = f"{_hand_heading(one.hand, one.points, one.after)} · {_title(one)}" if one.hand else _title(one)
    if _is_covered(state, one):
        return WhyPart(heading, sentences=(label("why_covered"),))
    hand = _hand_of(state, one.hand)
    cards: tuple[ShownCard, ...] = ()
    if one.kind == "trick" and one.trick is not None and hand is not None:
        cards = shown_cards(hand.tricks[one.trick - 1])
    return WhyPart(heading, cards, _sentences(state, one))


# A trick


def shown_cards(trick: TrickRecord) -> tuple[ShownCard, ...]:
    """The cards of a trick as they were played."""
    return tuple(
        ShownCard(seat, card, seat is trick.winner) for seat, card in zip(trick.seats, trick.cards, strict=True)
    )


def _hand_of(state: MatchState, number: int) -> HandState | None:
    return state.all_hands[number - 1] if 1 <= number <= len(state.all_hands) else None


def _trick(state: MatchState, number: int, trick: int) -> WhyAnswer | Refusal:
    hand = _hand_of(state, number)
    if hand is None or not 1 <= trick <= len(hand.tricks):
        return Refusal("NO_TRICK_TO_EXPLAIN")
    title = label("why_trick_title", hand=number, trick=trick)
    if not trick_is_open(state, number, trick):
        return WhyAnswer(title, (WhyPart(sentences=(label("PAST_TRICKS_COVERED"),)),), covered=True)
    record = hand.tricks[trick - 1]
    won = with_names(state, why_won(record, hand, variant=state.variant))
    parts = [WhyPart("", shown_cards(record), (won,))]
    pegged = tuple(with_names(state, why(peg, variant=state.variant)) for peg in record.pegs)
    head = label("why_pegged", points=record.points, side=side_name(state, record.side))
    parts.append(WhyPart(head if pegged else label("why_pegged_nothing"), sentences=pegged))
    calls = tuple(_calls(state, number, trick))
    if calls:
        parts.append(WhyPart(label("why_calls"), sentences=calls))
    rest = [card for card in record.cards if all(peg.reason.card != card for peg in record.pegs)]
    told = tuple(with_names(state, why_not(state, card, number)) for card in rest)
    if told:
        parts.append(WhyPart(label("why_others"), sentences=told))
    return WhyAnswer(title, tuple(parts), (number, trick))


def _calls(state: MatchState, hand: int, trick: int) -> Iterator[str]:
    """What was moved of a trick's points since."""
    for penalty in state.penalties:
        for peg in penalty.pegs:
            if penalty.hand == hand and peg.reason.trick == trick:
                yield with_names(state, why(peg, variant=state.variant, penalty=penalty))


# The bonus of a hand


def _bonus(state: MatchState, number: int) -> WhyAnswer | Refusal:
    hand = _hand_of(state, number)
    if hand is None:
        return Refusal("NO_TRICK_TO_EXPLAIN")
    title = label("why_bonus_title", hand=number)
    parts = []
    if isinstance(hand, HandRecord) and hand.game_count is not None:
        counts = " · ".join(f"{side_name(state, side)} {hand.game_count[side]}" for side in state.sides)
        head = label("why_muck_counts" if says_muck(state.variant) else "why_game_counts")
        parts.append(WhyPart(head, sentences=(counts, *_counted_cards(state, hand))))
    told = tuple(
        with_names(state, why_no_bonus(state, part, hand=number)) for part in (state.variant.bonus or {"game": 0})
    )
    parts.append(WhyPart(label("why_bonus"), sentences=told))
    return WhyAnswer(title, tuple(parts))


def _counted_cards(state: MatchState, hand: HandRecord) -> Iterator[str]:
    """The cards that count in each side's tricks, where they are recorded and no other count was agreed on."""
    values = state.variant.game_values
    for side in state.sides if hand.recount is None else ():
        cards = [card for trick in hand.tricks if trick.side == side for card in trick.cards if values.get(card.rank)]
        if cards:
            names = " ".join(f"{card_glyphs(card)}\u00a0{values[card.rank]}" for card in sorted(cards))
            yield f"{side_name(state, side)}: {names}"
