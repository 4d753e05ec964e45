"""The slow oracle, one hand: tricks, counts for game, bonus parts and revokes (RULES.md 2, 3, 4.4)."""

from typing import Any

from oracle_cards import for_game, highest, lowest, order_from, rank, suit, taker, worth

Trick = dict[str, Any]
Hand = dict[str, Any]


def side_of(seat: str, rules: dict[str, Any]) -> str:
    return next(str(side) for side, seats in rules["sides"].items() if seat in seats)


def resolve(lead: str, cards: list[str], trump: str, rules: dict[str, Any], to_pitcher: bool = False) -> Trick:
    """A full trick: who played what, who won it and what it pegs."""
    seats = order_from(lead, rules["seats"])
    winner = lead if to_pitcher else seats[taker(cards, trump)]
    points = sum(worth(card, trump, rules["values"]) for card in cards)
    side = side_of(winner, rules)
    return {"lead": lead, "cards": list(cards), "seats": seats, "winner": winner, "side": side, "points": points}


def winner_without(trick: Trick, seat: str, trump: str) -> str:
    """Who would have won the trick without the card of ``seat`` (house default for three players alone).

    Where that card was led, the next player's stands first: no sentence of the rules says so.
    """
    left = [(who, card) for who, card in zip(trick["seats"], trick["cards"], strict=True) if who != seat]
    return str(left[taker([card for _, card in left], trump)][0])


def game_count(tricks: list[Trick], rules: dict[str, Any]) -> dict[str, int]:
    """What each side's tricks count for game or muck, trumps and plain suits alike (RULES.md 2.8)."""
    counts = dict.fromkeys(rules["sides"], 0)
    for trick in tricks:
        counts[trick["side"]] += sum(for_game(card) for card in trick["cards"])
    return counts


def last_scoring_side(tricks: list[Trick]) -> str | None:
    return next((str(trick["side"]) for trick in reversed(tricks) if trick["points"]), None)


def ahead(counts: dict[str, int]) -> str | None:
    """The side with the greatest count; None on a tie for it."""
    best = max(counts.values())
    sides = [side for side in counts if counts[side] == best]
    return sides[0] if len(sides) == 1 else None


def parts_of(scheme: str) -> dict[str, int]:
    """RULES.md 3.1: the bonus parts in the order in which they are counted."""
    schemes = {
        "8": {"game": 8},
        "muck8": {"game": 8},
        "6+1+1": {"high": 1, "jack": 1, "game": 6},
        "5+1+1+1": {"high": 1, "low": 1, "jack": 1, "game": 5},
        "none": {},
    }
    return schemes[scheme]


def part_to(part: str, tricks: list[Trick], trump: str, rules: dict[str, Any]) -> str | None:
    """The side of the highest or lowest trump played, or of the jack; None if there is none."""
    played = [card for trick in tricks for card in trick["cards"]]
    wanted = {"high": highest(played, trump), "low": lowest(played, trump), "jack": "J" + trump}[part]
    for trick in tricks:
        if wanted in trick["cards"]:
            if part == "low" and rules["low_point_to"] == "dealt":
                return side_of(trick["seats"][trick["cards"].index(wanted)], rules)
            return str(trick["side"])
    return None


def tens_to(tricks: list[Trick]) -> str | None:
    """The side with three or four tens."""
    sides = [trick["side"] for trick in tricks for card in trick["cards"] if rank(card) == "10"]
    return next((side for side in sides if sides.count(side) >= 3), None)


def bonus(
    counts: dict[str, int], who: dict[str, str | None], carry: int, rules: dict[str, Any]
) -> tuple[list[tuple[str, str, int]], int]:
    """The parts somebody earns, in order, and what is carried over; ``who`` has high, low, jack and tens."""
    earned = []
    for part, points in parts_of(rules["bonus_scheme"]).items():
        side = who.get(part)
        if part == "game":
            side = ahead(counts)
            if side is None and rules["bonus_tie"] == "tens_then_carry":
                side = who.get("tens")
            if side is None and rules["bonus_tie"] != "none":
                carry += 8
            elif side is not None:
                points, carry = points + carry, 0
        if side is not None:
            earned.append((part, side, points))
    return earned, carry


def bonus_of_tricks(hand: Hand, counts: dict[str, int], rules: dict[str, Any]) -> tuple[list[Any], int]:
    tricks, trump = hand["tricks"], hand["trump"]
    who = {part: part_to(part, tricks, trump, rules) for part in ("high", "low", "jack")}
    return bonus(counts, {**who, "tens": tens_to(tricks)}, hand["carry"], rules)


# Revokes (RULES.md 4.4)


def revokes(hand: Hand, rules: dict[str, Any]) -> list[tuple[str, int, str, int]]:
    """Every revoke that the record proves: player, trick, suit, trick of the proof, in the order of the tricks."""
    if rules["blind"]:
        return blind_revokes(hand, rules)
    found = []
    for number, trick in enumerate(hand["tricks"], start=1):
        led = suit(trick["cards"][0])
        for seat in trick["seats"]:
            if suit(played_by(trick, seat)) == led:
                continue
            for later, other in enumerate(hand["tricks"][number:], start=number + 1):
                if suit(played_by(other, seat)) == led:
                    found.append((seat, number, led, later))
                    break
    return found


def played_by(trick: Trick, seat: str) -> str:
    return str(trick["cards"][trick["seats"].index(seat)])


def blind_revokes(hand: Hand, rules: dict[str, Any]) -> list[tuple[str, int, str, int]]:
    """Only cards known to have been available at the time prove anything (RULES.md 3.3, 4.4).

    ``hand["turned"]`` has for each player a list of [trick before which it lay face up, stack, card].
    """
    found = []
    for number, trick in enumerate(hand["tricks"], start=1):
        led = suit(trick["cards"][0])
        for seat in trick["seats"]:
            own = played_by(trick, seat)
            if suit(own) == led:
                continue
            gone = [played_by(t, seat) for t in hand["tricks"][: number - 1]]
            face_up = [card for since, _, card in hand["turned"][seat] if since <= number and card not in gone]
            if any(suit(card) == led for card in face_up):
                found.append((seat, number, led, number))
                continue
            for later, other in enumerate(hand["tricks"][number:], start=number + 1):
                card = played_by(other, seat)
                if suit(card) == led and from_the_hand(hand, seat, card, later, rules["stacks"]):
                    found.append((seat, number, led, later))
                    break
    return found


def from_the_hand(hand: Hand, seat: str, card: str, number: int, stacks: int) -> bool:
    """Whether a card played to a trick is known to come from the private hand.

    The hand was seen; or every card then face up was, so that this one, not among them, can't be of the table.
    """
    known = hand["private"].get(seat)
    if known is not None:
        return card in known
    gone = [played_by(trick, seat) for trick in hand["tricks"][: number - 1]]
    for stack in range(1, stacks + 1):
        top, bottom = (
            [c for since, n, c in hand["turned"][seat] if n == stack and (since == 1) is up] for up in (True, False)
        )
        if not top or card in (*top, *bottom) or (top[0] in gone and not bottom):
            return False
    return stacks > 0
