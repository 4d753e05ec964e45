"""From a card to the board: what a trick, the end of a hand and totals entered by hand add up to (RULES.md 4.1).

The functions here take for granted that the event is legal: the referee has said so.
"""

from collections.abc import Iterable
from dataclasses import replace

from scorer import endings
from scorer import hand as hand_rules
from scorer.cards import Card
from scorer.changed import changed
from scorer.events import AgreedCount, Call, Claim, Concede, Count, Reveal
from scorer.hand import HandState
from scorer.layout import turned_up
from scorer.match import MatchState, Phase, WonAt
from scorer.pegging import add_pegs, add_points, called, transfer_pegs
from scorer.seats import Seat, Side
from scorer.trick import Peg, Reason

# Cards


def call_trumps(state: MatchState, event: Call) -> MatchState:
    """Trumps are called before the first card."""
    assert state.hand is not None
    return replace(state, hand=replace(state.hand, trump=event.suit))


def reveal(state: MatchState, event: Reveal) -> MatchState:
    """A card of a stack was turned up."""
    hand = state.hand
    assert hand is not None and hand.table is not None
    cards = turned_up(hand.table[event.seat], event.stack, event.card, before_play=not hand.begun)
    assert cards is not None, "the referee has looked whether a card can be there"
    return replace(state, hand=replace(hand, table=hand.table.put(event.seat, cards)))


def play_card(state: MatchState, seat: Seat, card: Card) -> MatchState:
    """Add a card; the last one of a trick resolves it, the last trick ends the hand (RULES.md 4.1)."""
    assert state.hand is not None, "cards are only played while a hand is in play"
    hand = hand_rules.add_card(state.hand, seat, card)
    if len(hand.current) < len(state.seats):
        return changed(state, hand=hand)
    return _trick_finished(state, hand)


def play_trick(state: MatchState, played: tuple[tuple[Seat, Card], ...]) -> MatchState:
    """The cards of a whole trick in one step, in the order in which they were played."""
    assert state.hand is not None, "cards are only played while a hand is in play"
    return _trick_finished(state, hand_rules.add_trick(state.hand, played))


def _trick_finished(state: MatchState, hand: HandState) -> MatchState:
    hand, trick = hand_rules.finish_trick(hand, state.scores, state.variant, _goes_to_pitcher(state, hand))
    state = changed(add_points(state, trick.side, trick.points), hand=hand)
    if hand.forfeits:
        state = _forfeited(state, hand)
    return resolved(state)


def resolved(state: MatchState) -> MatchState:
    """After a trick: whether somebody is out, and whether it was the last one."""
    hand = state.hand
    assert hand is not None
    # Only one side can be out here: points moved for a revoke are taken from the other.
    winner = endings.first_out(state, state.sides)
    if winner is not None:
        won = endings.game_over(state, (winner,), WonAt("trick", hand.number, trick=len(hand.tricks)))
        return replace(won, undecided=state)
    if len(hand.tricks) < state.variant.tricks:
        return state
    return end_hand(state)


def _goes_to_pitcher(state: MatchState, hand: HandState) -> bool:
    """Option of the Russian page: the holder of the marker card takes the first trick of a game (RULES.md 3.4)."""
    on = state.variant.first_trick_to_pitcher == "on"
    return on and not hand.tricks and state.game.hands_played == 0 and state.game.by_marker


def _forfeited(state: MatchState, hand: HandState) -> MatchState:
    """Points of the trick just finished that go to the other side for a play out of turn."""
    trick = hand.tricks[-1]
    for number, seat in hand.forfeits:
        if number == trick.number:
            pegs = transfer_pegs(state, hand, trick, state.side_of(seat))
            state = called(state, hand, pegs, "out_of_turn", seat, number)
    return state


def end_hand(state: MatchState) -> MatchState:
    """Count for game and score the bonus, part by part with a test of the target after each (RULES.md 3.1)."""
    hand = state.hand
    assert hand is not None
    counts = hand.recount or hand_rules.counts_for_game(hand, state.variant)
    record = replace(hand_rules.closed(hand, "played", state.scores), game_count=counts)
    return finish(state, record, hand_rules.bonus_pegs(hand, counts, state.variant))


def finish(state: MatchState, record: hand_rules.HandRecord, bonus: Iterable[tuple[str, Peg]]) -> MatchState:
    """Score these bonus parts in order until somebody is out, put the hand away and see how the game stands."""
    parts = list(record.bonus_parts)
    pegs = list(record.pegs)
    won_at = None
    for part, peg in bonus:
        state = add_points(state, peg.side, peg.points)
        parts.append((part, peg.side, peg.points))
        pegs.append(peg)
        if endings.is_out(state, peg.side):
            won_at = WonAt("bonus", record.number, part=part)
            break
    carry = _carry_after(state, record, parts) if won_at is None else 0
    record = replace(record, bonus_parts=tuple(parts), pegs=tuple(pegs), scores_after=state.scores, carry_after=carry)
    game = replace(state.game, hands_played=state.game.hands_played + 1)
    state = replace(state, hand=None, hands=(*state.hands, record), carry=carry, game=game)
    undecided = replace(state, phase=Phase.BETWEEN_HANDS)
    state = endings.game_over(state, (pegs[-1].side,), won_at) if won_at else endings.after_hand(state)
    over = state.phase is Phase.GAME_OVER and record.ended == "played"
    return replace(state, undecided=undecided) if over else state


def _carry_after(state: MatchState, record: hand_rules.HandRecord, parts: list[tuple[str, Side, int]]) -> int:
    """What the muck carries over: nothing once it was won, eight more after each tie (RULES.md 3.5)."""
    if state.variant.bonus_tie == "none" or any(part == "game" for part, _, _ in parts):
        return 0
    return record.carry_before + state.variant.bonus["game"]


# Totals only


def count_hand(state: MatchState, event: Count) -> MatchState:
    """The totals of a hand in place of its cards: points first, then the bonus if nobody is out (RULES.md 4.1)."""
    hand = state.hand
    assert hand is not None
    pegged = hand_rules.pegged_in_tricks(hand, state.variant)
    pegs = [
        Peg(side, event.points[side] - pegged[side], Reason("counted", None, None, "4.1"))
        for side in state.sides
        if event.points[side] > pegged[side]
    ]
    state = add_pegs(state, pegs)
    record = replace(
        hand_rules.closed(hand, "counted", state.scores),
        pegs=tuple(pegs),
        game_count=event.game_count,
        count=event,
    )
    out = tuple(side for side in state.sides if endings.is_out(state, side))
    if not out:
        return finish(state, record, _counted_bonus(state, hand, event))
    winner = event.first_out if event.first_out in out else out[0]
    game = replace(state.game, hands_played=state.game.hands_played + 1)
    record = replace(record, game_count=None)
    state = replace(state, hand=None, hands=(*state.hands, record), game=game)
    return endings.game_over(state, (winner,), WonAt("count", hand.number))


def _counted_bonus(state: MatchState, hand: HandState, event: Count) -> list[tuple[str, Peg]]:
    """The bonus parts as the table tells them; the count for game decides the main one."""
    variant = state.variant
    earned = []
    for part, points in variant.bonus.items():
        peg = None
        if part != "game":
            side = event.bonus.get(part)
            peg = Peg(side, points, Reason(f"bonus_{part}_told", None, None, "3.1")) if side else None
        else:
            assert event.game_count is not None, "the referee asks for the count where it decides the bonus"
            peg = hand_rules.game_peg(event.game_count, points, hand.carry_before, variant, event.bonus.get("tens"))
        if peg is not None:
            earned.append((part, peg))
    return earned


def recount(state: MatchState, event: AgreedCount) -> MatchState:
    """The count for game that the table agreed on stands in place of what the cards give."""
    assert state.hand is not None
    return replace(state, hand=replace(state.hand, recount=event.game_count))


# Ends by word


def claim(state: MatchState, event: Claim) -> MatchState:
    """The claim is good: the game is won (RULES.md 3.4)."""
    assert state.hand is not None
    return endings.game_over(state, (event.side,), WonAt("claim", state.hand.number), "claimed")


def concede(state: MatchState, event: Concede) -> MatchState:
    """The other side wins the game; of two others, the better one."""
    number = state.hand.number if state.hand else len(state.hands)
    others = state.others(event.side)
    best = max(state.scores[side] for side in others)
    winners = tuple(side for side in others if state.scores[side] == best)
    return endings.game_over(state, winners, WonAt("concession", number), "conceded")


def misdeal(state: MatchState) -> MatchState:
    """The deal doesn't count; the same dealer deals again."""
    return replace(state, phase=Phase.BEFORE_DEAL, hand=None)
