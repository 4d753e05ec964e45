"""A second scorer of one Nine-card hand, from the rule text and on plain strings: it shares nothing with the engine."""

from dataclasses import dataclass, field

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SEATS = "NESW"


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


def pegs(card: str, trump: str) -> int:
    """RULES.md 2.8, Nine-card column, read line by line."""
    if suit(card) == trump:
        if rank(card) == "A":
            return 4
        if rank(card) == "K":
            return 3
        if rank(card) == "Q":
            return 2
        if rank(card) == "J":
            return 1
        if rank(card) == "9":
            return 9
        if rank(card) == "5":
            return 10
        return 0
    return 5 if rank(card) == "5" else 0


def counts(card: str) -> int:
    """RULES.md 2.8, last column."""
    return {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}.get(rank(card), 0)


def side(seat: str) -> str:
    return "NS" if seat in "NS" else "EW"


def taker(leader: str, cards: list[str], trump: str) -> str:
    """RULES.md 2.2: look for the highest trump; if there is none, for the highest of the suit led."""
    for wanted in (trump, suit(cards[0])):
        for value in reversed(ORDER):
            if value + wanted in cards:
                return SEATS[(SEATS.index(leader) + cards.index(value + wanted)) % 4]
    raise AssertionError("the card led is always of the suit led")


@dataclass
class Told:
    """What the slow oracle says about a hand."""

    score: dict[str, int]
    winners: list[str] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    game: dict[str, int] | None = None
    bonus: list[tuple[str, str, int]] = field(default_factory=list)
    out: str | None = None


def tell(tricks: list[tuple[str, list[str]]], start: dict[str, int], target: int, scheme: str, low_to: str) -> Told:
    """Score nine tricks, each a leader and four cards, stopping when a side is out (RULES.md 2.5, 3.1)."""
    told = Told(dict(start))
    trump = suit(tricks[0][1][0])
    for leader, cards in tricks:
        seat = taker(leader, cards, trump)
        worth = sum(pegs(card, trump) for card in cards)
        told.winners.append(seat)
        told.points.append(worth)
        told.score[side(seat)] += worth
        if told.score[side(seat)] >= target:
            told.out = side(seat)
            return told
    told.game = {"NS": 0, "EW": 0}
    for seat, (_, cards) in zip(told.winners, tricks, strict=True):
        told.game[side(seat)] += sum(counts(card) for card in cards)
    for part, points in bonus_points(scheme):
        lucky = earner(part, tricks, told, trump, low_to)
        if lucky is None:
            continue
        told.bonus.append((part, lucky, points))
        told.score[lucky] += points
        if told.score[lucky] >= target:
            told.out = lucky
            break
    return told


def bonus_points(scheme: str) -> list[tuple[str, int]]:
    if scheme == "8":
        return [("game", 8)]
    if scheme == "6+1+1":
        return [("high", 1), ("jack", 1), ("game", 6)]
    return [("high", 1), ("low", 1), ("jack", 1), ("game", 5)]


def earner(part: str, tricks: list[tuple[str, list[str]]], told: Told, trump: str, low_to: str) -> str | None:
    if part == "game":
        assert told.game is not None
        difference = told.game["NS"] - told.game["EW"]
        return None if difference == 0 else "NS" if difference > 0 else "EW"
    if part == "jack":
        return holder("J" + trump, tricks, told, "won")
    values = ORDER if part == "low" else list(reversed(ORDER))
    for value in values:
        found = holder(value + trump, tricks, told, low_to if part == "low" else "won")
        if found is not None:
            return found
    return None


def holder(card: str, tricks: list[tuple[str, list[str]]], told: Told, how: str) -> str | None:
    """The side that won the card, or to which it was dealt; None if nobody played it."""
    for (leader, cards), winner in zip(tricks, told.winners, strict=True):
        if card in cards:
            if how == "won":
                return side(winner)
            return side(SEATS[(SEATS.index(leader) + cards.index(card)) % 4])
    return None
