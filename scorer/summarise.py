"""Makes the summary of a match (`scorer.match_summary`) from its entries and the state they come to."""

from collections.abc import Sequence

from scorer.cards import Card, Rank
from scorer.events import Correct, CorrectRun, Recount
from scorer.hand import HandRecord, TrickRecord
from scorer.match import MatchState, PenaltyRecord
from scorer.match_summary import GameSummary, HandSummary, MatchSummary, SeatFigures, SideFigures
from scorer.matchlog import LogRow
from scorer.referee import replay
from scorer.seats import Seat, Side, side_of
from scorer.trick import card_points

Numbers = tuple[int, ...]

_CALLS = ("revoke", "out_of_turn")


def summarise(match_id: str, rows: Sequence[LogRow]) -> MatchSummary:
    """The summary of the match with these entries, which is called ``match_id`` in its log.

    `RecordError` where the referee can't follow them.
    """
    state = replay(row.event for row in rows)
    variant = state.variant
    hands = tuple(_hand(state, hand) for hand in state.hands)
    single = variant.match == "single"
    winners = state.winners if single else tuple(side for side in state.sides if side == state.match_winner)
    return MatchSummary(
        match_id=match_id,
        began_at=rows[0].at_utc,
        last_at=rows[-1].at_utc,
        entries=len(rows),
        place=state.setup.place,
        variant=variant.id,
        title=variant.title,
        unit="leg" if variant.match == "best_of_3_legs" else "game",
        single=single,
        seats=tuple(seat.value for seat in state.seats),
        names=tuple(state.names.get(seat, "") for seat in state.seats),
        sides=state.sides,
        finished=state.match_over,
        winners=winners if state.match_over else (),
        scores=tuple(state.scores[side] for side in state.sides),
        games_won=tuple(state.games_won[side] for side in state.sides),
        games=tuple(
            GameSummary(tuple(game.scores[side] for side in state.sides), game.winners, game.won_at.stage)
            for game in state.games
        ),
        hands=hands,
        hands_counted=sum(hand.counted for hand in hands),
        hands_with_cards=sum(hand.with_cards for hand in hands),
        corrections=sum(isinstance(row.event, Correct | CorrectRun | Recount) for row in rows),
        by_side=tuple(_side(state, hands, side) for side in state.sides),
        by_seat=tuple(_seat(state, hands, seat) for seat in state.seats),
    )


# Hands


def _hand(state: MatchState, hand: HandRecord) -> HandSummary:
    sides, void = state.sides, hand.ended == "void"
    in_tricks, bonus = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0)
    for trick in () if void else hand.tricks:
        in_tricks[trick.side] += trick.points
    for peg in hand.pegs:
        if peg.reason.code == "counted":
            in_tricks[peg.side] += peg.points
    for _, side, points in hand.bonus_parts:
        bonus[side] += points
    game = state.game_of(hand.number)
    moved = _moved([record for record in state.penalties if (record.hand, record.game) == (hand.number, game)], sides)
    counts = hand.game_count if "game" in state.variant.bonus else None
    return HandSummary(
        game=game,
        pitcher=hand.pitcher.value,
        trump=hand.trump.value if hand.trump else "",
        ended=hand.ended,
        tricks=len(hand.tricks),
        in_tricks=tuple(in_tricks.values()),
        bonus=tuple(bonus.values()),
        moved=moved,
        counts=None if counts is None else tuple(counts[side] for side in sides),
        carry_before=hand.carry_before,
        carry_after=hand.carry_after,
    )


def _moved(records: Sequence[PenaltyRecord], sides: Sequence[Side]) -> Numbers:
    return tuple(sum(peg.points for record in records for peg in record.pegs if peg.side == side) for side in sides)


# Figures


def _side(state: MatchState, hands: Sequence[HandSummary], side: Side) -> SideFigures:
    place = state.sides.index(side)
    points = [hand.points[place] for hand in hands]
    counts = [(hand.counts[place], sum(hand.counts)) for hand in hands if hand.counts is not None]
    counting = [number for number, hand in enumerate(hands) if hand.counted]
    best = max(counting, key=lambda number: points[number], default=None)
    won = sum(part == "game" and winner == side for hand in state.hands for part, winner, _ in hand.bonus_parts)
    penalties = [record for record in state.penalties if record.code == "penalty" and record.against == side]
    return SideFigures(
        points=sum(points[number] for number in counting),
        bonus=sum(hand.bonus[place] for hand in hands),
        count_hands=len(counts),
        counted=sum(own for own, _ in counts),
        counted_all=sum(together for _, together in counts),
        counts_won=won,
        best=0 if best is None else points[best],
        best_hand=0 if best is None else best + 1,
        penalties=len(penalties),
    )


def _seat(state: MatchState, hands: Sequence[HandSummary], seat: Seat) -> SeatFigures:
    place = state.sides.index(side_of(seat, state.sides))
    pitched = [hand for hand in hands if hand.counted and hand.pitcher == seat.value]
    own = sum(hand.points[place] for hand in pitched)
    cards = [record for record, hand in zip(state.hands, hands, strict=True) if hand.with_cards]
    fives, nines = (_rank(state, cards, seat, rank) for rank in (Rank.FIVE, Rank.NINE))
    return SeatFigures(
        len(pitched),
        own,
        sum(sum(hand.points) for hand in pitched) - own,
        sum(trick.winner is seat for hand in cards for trick in hand.tricks),
        *fives,
        *nines,
        sum(record.code in _CALLS and record.seat is seat for record in state.penalties),
    )


def _rank(state: MatchState, hands: Sequence[HandRecord], seat: Seat, rank: Rank) -> tuple[int, int, int]:
    """Scoring cards of a rank: played by ``seat``, of them lost to another side, and taken from another side."""
    side = side_of(seat, state.sides)
    played = lost = taken = 0
    for hand in hands:
        for trick in hand.tricks:
            for player in _players_of(state, hand, trick, rank):
                if player is seat:
                    played += 1
                    lost += trick.side != side
                elif trick.winner is seat and player.value not in side:
                    taken += 1
    return played, lost, taken


def _players_of(state: MatchState, hand: HandRecord, trick: TrickRecord, rank: Rank) -> list[Seat]:
    """Who played the scoring cards of a rank to a trick."""

    def scores(card: Card) -> bool:
        return hand.trump is not None and card_points(card, hand.trump, state.variant) > 0

    pairs = zip(trick.seats, trick.cards, strict=True)
    return [seat for seat, card in pairs if card.rank is rank and scores(card)]
