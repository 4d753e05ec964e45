"""Lines of the notation as events (docs/notation.md)."""

from collections.abc import Callable, Iterator, Mapping

from scorer.cards import Card
from scorer.events import (
    Call,
    Choose,
    Claim,
    Concede,
    Correct,
    CorrectRun,
    Count,
    Cut,
    Deal,
    Event,
    GameStart,
    Misdeal,
    Note,
    PegCorrection,
    Penalty,
    Recount,
    Redo,
    Reveal,
    Revoke,
    SeatLayout,
    Trick,
    Undo,
    Void,
)
from scorer.frozenmap import FrozenMap
from scorer.notation_words import ExpectedError, Words, card_in
from scorer.notation_write import UNSEEN
from scorer.seats import Seat


def _read_game(words: Words, under: list[Words]) -> Event:
    pitcher = words.seat() if words.skip("pitcher") else None
    dealer = words.seat() if words.skip("dealer") else None
    scores = words.counts(none_too=True) if words.skip("scores") else None
    hands = words.number() if words.skip("hands") else 0
    return GameStart(pitcher, dealer, scores, hands, words.number() if words.skip("carry") else 0)


def _read_cut(words: Words, under: list[Words]) -> Event:
    cards = {}
    while words.is_seat():
        seat = words.seat()
        cards[seat] = words.card()
    return Cut(FrozenMap(cards))


def _read_deal(words: Words, under: list[Words]) -> Event:
    dealer = words.seat()
    hands: dict[Seat, tuple[Card, ...]] = {}
    stacks: dict[Seat, tuple[tuple[Card | None, Card | None], ...]] = {}
    private: dict[Seat, tuple[Card, ...]] = {}
    for line in under:
        word = line.take("")
        seat = line.seat()
        if word == "holds":
            hands[seat] = line.cards()
        elif word == "stacks":
            stacks[seat] = tuple(_read_stacks(line))
        else:
            private[seat] = line.cards()
        line.end()
    if private.keys() - stacks.keys():
        raise ExpectedError("stacks_first")
    layout = FrozenMap({seat: SeatLayout(known, private.get(seat)) for seat, known in stacks.items()})
    return Deal(dealer, FrozenMap(hands) if hands else None, layout if stacks else None)


def _read_stacks(line: Words) -> Iterator[tuple[Card | None, Card | None]]:
    while line.left:
        parts = line.take("").split("/")
        found = [None if part == UNSEEN else card_in(part) for part in parts]
        if len(parts) != 2 or any(card is None and part != UNSEEN for card, part in zip(found, parts, strict=True)):
            raise ExpectedError("stack")
        yield found[0], found[1]


def _read_count(words: Words, under: list[Words]) -> Event:
    points = words.counts()
    game = words.counts(none_too=True) if words.skip("game") else None
    bonus = {}
    while words.peek() in ("high", "low", "jack", "tens"):
        part = words.take("").lower()
        bonus[part] = words.side()
    last = words.side() if words.skip("last") else None
    return Count(points, game, FrozenMap(bonus), last, words.side() if words.skip("first") else None)


def _read_note(words: Words, under: list[Words]) -> Event:
    code = words.word_or_text()
    params: dict[str, str | int] = {}
    while words.left:
        key = words.word_or_text()
        words.need("=")
        params[key] = words.number() if words.is_number() else words.word_or_text()
    return Note(code, FrozenMap(params))


def _read_peg(words: Words, under: list[Words]) -> Event:
    side, points = words.side(), words.number()
    by = words.side() if words.skip("by") else None
    return PegCorrection(side, points, by, words.maybe_text())


def _read_ending(words: Words) -> tuple[tuple[int, ...], str, str]:
    drop = []
    if words.skip("drop"):
        while words.is_number():
            drop.append(words.number())
    by = words.text() if words.skip("by") else ""
    return tuple(drop), by, words.text() if words.skip("because") else ""


def _read_hand(words: Words) -> int | None:
    return words.number() if words.skip("hand") else None


def _read_correct(words: Words, under: list[Words]) -> Event:
    hand = _read_hand(words)
    words.need("trick")
    trick = words.number()
    words.need("place")
    place = words.number()
    return Correct(hand, trick, place - 1, words.card(), *_read_ending(words))


def _read_run(words: Words, under: list[Words]) -> Event:
    hand = _read_hand(words)
    words.need("trick")
    first = words.number()
    ending = _read_ending(words)
    tricks = []
    for line in under:
        line.need("to")
        tricks.append(Trick(line.seat(), line.cards()))
        line.end()
    return CorrectRun(hand, first, tuple(tricks), *ending)


def _read_revoke(words: Words, under: list[Words]) -> Event:
    seat = words.seat()
    words.need("trick")
    return Revoke(seat, words.number())


READERS: Mapping[str, Callable[[Words, list[Words]], Event]] = {
    "game": _read_game,
    "pitcher": lambda words, under: GameStart(words.seat()),
    "cut": _read_cut,
    "choose": lambda words, under: Choose(words.seat()),
    "claim": lambda words, under: Claim(words.side()),
    "concede": lambda words, under: Concede(words.side()),
    "deal": _read_deal,
    "call": lambda words, under: Call(words.suit()),
    "reveal": lambda words, under: Reveal(words.seat(), words.number(), words.card()),
    "count": _read_count,
    "misdeal": lambda words, under: Misdeal(words.maybe_text()),
    "void": lambda words, under: Void(words.maybe_text()),
    "penalty": lambda words, under: Penalty(words.side(), words.number(), words.maybe_text()),
    "revoke": _read_revoke,
    "peg": _read_peg,
    "note": _read_note,
    "correct": _read_correct,
    "correct_run": _read_run,
    "recount": lambda words, under: Recount(_read_hand(words), words.counts(), *_read_ending(words)),
    "undo": lambda words, under: Undo(),
    "redo": lambda words, under: Redo(),
}
"""By the first word of the line; tricks and single cards are read by `scorer.notation`, which knows the table."""

UNDER: Mapping[str, tuple[str, ...]] = {"deal": ("holds", "stacks", "hand"), "correct_run": ("to",)}
"""The first words of lines that belong to the line before them."""
