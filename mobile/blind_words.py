"""What the table of Blind Don says, in a few words. No Kivy."""

from __future__ import annotations

from mobile.blind_session import BlindSession
from mobile.texts import label
from mobile.theme import SUIT_GLYPHS
from mobile.wording import card_glyphs, short_player
from scorer.cards import Card
from scorer.match import MatchState
from scorer.seats import Seat

UNSEEN = "?"


def context_line(state: MatchState) -> str:
    """Which pitch of how many, which trick, what is trumps."""
    number, pitches, hand = state.deal_number, state.variant.pitches, state.hand
    more = pitches is None or number > pitches
    words = [label("blind_pitch" if more else "pitch_of", pitch=number, pitches=pitches)]
    if hand is None:
        return words[0]
    trick = min(len(hand.tricks) + 1, state.variant.tricks)
    words.append(label("trick_n", trick=trick, tricks=state.variant.tricks))
    if hand.trump is not None:
        words.append(label("trumps", glyph=SUIT_GLYPHS[hand.trump.value]))
    return " · ".join(words)


def question_line(session: BlindSession) -> str:
    """What is to be told next, in one line."""
    state, asked = session.state, session.asked
    name = short_player(state, asked.seat) if asked.seat is not None else ""
    match asked.kind:
        case "over":
            return result_line(state)
        case "next_game":
            return label("blind_game_over")
        case "pitcher":
            return label("who_pitches")
        case "choose":
            return label("blind_who_is_named", name=name)
        case "deal":
            assert state.pitcher is not None, "whoever deals, somebody pitches"
            return label("deals_next", dealer=name, pitcher=short_player(state, state.pitcher))
        case "call":
            return label("blind_calls", name=name)
        case "stack":
            return label("blind_face_up", name=name, stack=asked.stack, stacks=state.variant.stacks_each)
        case "reveal":
            return _turned_up(session, name)
    return _whose_turn(session, name)


def _turned_up(session: BlindSession, name: str) -> str:
    asked = session.asked
    assert asked.seat is not None, "a stack is somebody's"
    cover = session.stack_of(asked.seat, asked.stack).top
    if cover is None:
        return label("blind_turns_up", name=name, stack=asked.stack)
    return label("blind_under", name=name, card=card_glyphs(cover))


def _whose_turn(session: BlindSession, name: str) -> str:
    state = session.state
    assert state.hand is not None, "cards are played in a hand"
    if state.hand.current:
        return label("blind_plays", name=name)
    pitches = not state.hand.tricks and state.variant.trumps == "pitch"
    return label("blind_pitches" if pitches else "blind_leads", name=name)


def result_line(state: MatchState) -> str:
    """Who has won the match."""
    if not state.winners:
        return label("blind_drawn")
    names = label("and").join(short_player(state, Seat(side)) for side in state.winners)
    return label("blind_won" if len(state.winners) == 1 else "blind_shared", names=names)


def primary_words(session: BlindSession) -> str:
    """What the large button does now; empty where a tap on the table is all that is asked for."""
    state, asked = session.state, session.asked
    match asked.kind:
        case "over":
            return label("rematch")
        case "next_game":
            return label("next_game")
        case "deal":
            return label("deal_next" if state.hands else "deal_first")
        case "call":
            return label("blind_call")
        case "stack" | "reveal":
            return label("blind_choose_card")
        case "pitcher" | "choose":
            return label("blind_name_pitcher")
    return ""


def welcome(state: MatchState) -> str:
    """What to do, before anything has fallen."""
    return label("blind_welcome_hand" if state.variant.hand_each else "blind_welcome")


def badge_of(session: BlindSession, seat: Seat) -> str:
    """What is to be said of a player: in turn, the last trick won, pitches."""
    state, last = session.state, session.last_trick
    if state.hand is None:
        return label("blind_pitches_next") if seat is state.pitcher and not state.match_over else ""
    if session.asked.kind == "cards" and seat is state.turn:
        return label("blind_in_turn")
    if not state.hand.current and last is not None and state.hand.tricks and last.winner is seat:
        return label("won_badge")
    return label("blind_pitcher") if seat is state.hand.pitcher else ""


def played_by(session: BlindSession, seat: Seat) -> Card | None:
    """The card of the player in the trick that is played, or in the last one while it may be shown."""
    state = session.state
    if state.hand is not None and state.hand.current:
        return next((card for who, card in state.hand.current if who is seat), None)
    trick = session.last_trick
    return trick.card_of(seat) if trick is not None and state.hand is not None else None


def hand_words(session: BlindSession, seat: Seat) -> tuple[str, ...]:
    """What a player has beside his stacks: cards in hand, cards that lie face down; nothing where he has none."""
    cards, variant = session.cards_of(seat), session.state.variant
    words = []
    if variant.hand_each:
        words.append(label("blind_in_hand_most" if cards.unplaced else "blind_in_hand", cards=cards.hand_left))
    if variant.cards_each - 2 * variant.stacks_each - variant.hand_each:
        words.append(label("blind_face_down", cards=cards.blind_left))
    return tuple(words)


def row_so_far(session: BlindSession) -> str:
    """The cards told so far of the row that is asked about, ``?`` for one not seen."""
    return "  ".join(UNSEEN if card is None else card_glyphs(card) for card in session.told_of_row)


def offered_lines(session: BlindSession) -> list[str]:
    """The certain cards of a picture, a line for each player."""
    lines = []
    for seat in session.state.seats:
        cards = [card_glyphs(told.card) for told in session.offered if told.seat is seat]
        if cards:
            lines.append(f"{short_player(session.state, seat)}:  {'  '.join(cards)}")
    return lines


def trick_so_far(state: MatchState) -> str:
    """The cards of the trick in play with their players."""
    played = state.hand.current if state.hand is not None else ()
    return "   ".join(f"{short_player(state, seat)}\u00a0{card_glyphs(card)}" for seat, card in played)
