"""How the state of a match is said in a few words, for the screen and for the picture of the board."""

from collections import Counter
from collections.abc import Iterable, Sequence

from mobile.texts import label
from mobile.theme import SUIT_GLYPHS
from models.trick_reader import TrickProposal
from scorer.cards import Card, Suit
from scorer.hand import HandRecord, TrickRecord
from scorer.match import MatchState, Phase
from scorer.names import same_name, shown_name
from scorer.seats import Seat, Side
from scorer.trick import Peg
from scorer.variant import Variant

SHORT_LETTERS, LEAST_LETTERS = 12, 9
"""So long is a short name, and the shortest, at most where the others at the table allow it."""
_CALLED = 3
"""Somebody is called by a word of so many letters at least."""


def card_glyphs(card: Card) -> str:
    """The card as rank and suit glyph: ``10♥``."""
    return f"{card.rank.value}{SUIT_GLYPHS[card.suit.value]}"


def player_name(state: MatchState, seat: Seat) -> str:
    """The player's name, or that of the seat."""
    return shown_name(state.names.get(seat, "")) or label(seat.value)


def side_name(state: MatchState, side: Side) -> str:
    """The names of a side's players."""
    return label("and").join(player_name(state, seat) for seat in state.seats if seat.value in side)


def short_names(names: Sequence[str], letters: int) -> tuple[str, ...]:
    """The names as people call each other at one table, where there is no room for more than so many letters.

    A longer one is cut to its first name, with as much of the last one as tells it from the others: ``Maggie O.``;
    one that is still longer is cut where that leaves no doubt.
    """
    whole = [name if len(name) <= letters else _short(place, names) for place, name in enumerate(names)]
    cut = [name if len(name) <= letters else f"{name[: letters - 1].rstrip('. ')}." for name in whole]
    alike = Counter(map(same_name, cut))
    return tuple(short if alike[same_name(short)] == 1 else name for short, name in zip(cut, whole, strict=True))


def _short(place: int, names: Sequence[str]) -> str:
    forms = _forms(names[place])
    others = [_forms(name) for number, name in enumerate(names) if number != place]
    for level, form in enumerate(forms):
        if all(same_name(form) != same_name(other[min(level, len(other) - 1)]) for other in others):
            return form
    return names[place]


def _forms(name: str) -> list[str]:
    """The name from its shortest form to the whole: an initial or a title alone is no name to call somebody by."""
    words = name.split()
    first = next((n for n, word in enumerate(words, 1) if len(word) >= _CALLED and not word.endswith(".")), len(words))
    called = " ".join(words[:first])
    last = words[-1] if len(words) > first else ""
    return [called, *(f"{called} {last[:count]}." for count in range(1, len(last))), name]


def short_player(state: MatchState, seat: Seat, letters: int = SHORT_LETTERS) -> str:
    """The player's name beside his card, where room is scarce (see `short_names`)."""
    names = short_names([player_name(state, one) for one in state.seats], letters)
    return names[state.seats.index(seat)]


def called(state: MatchState, seat: Seat) -> tuple[str, ...]:
    """What a player can be called, from the whole name to the shortest; who shows it takes the first that has room."""
    forms = (player_name(state, seat), short_player(state, seat), short_player(state, seat, LEAST_LETTERS))
    return tuple(dict.fromkeys(forms))


def short_side(state: MatchState, side: Side) -> str:
    """The names of a side's players where room is scarce (see `short_names`)."""
    names = short_names([player_name(state, one) for one in state.seats], SHORT_LETTERS)
    return label("and").join(name for name, seat in zip(names, state.seats, strict=True) if seat.value in side)


def says_muck(variant: Variant) -> bool:
    """Whether the cards won are counted as the muck (Phat), and not for game (Nine-card Don)."""
    return variant.bonus_tie != "none"


def hand_line(state: MatchState) -> str:
    """Which hand and trick: ``Hand 3 · Trick 4 of 9``."""
    if state.hand is None:
        return label("hand_n", hand=max(1, len(state.hands)))
    number = min(len(state.hand.tricks) + 1, state.variant.tricks)
    trick = label("trick_n", trick=number, tricks=state.variant.tricks)
    return f"{label('hand_n', hand=state.hand.number)} · {trick}"


def lead_line(state: MatchState) -> str:
    """Who pitches and who leads; between hands who deals and pitches next; nothing after the game."""
    if state.phase is Phase.GAME_OVER or state.pitcher is None:
        return ""
    pitcher = short_player(state, state.pitcher)
    if state.hand is None:
        assert state.dealer is not None, "who pitches is known, so who deals is too"
        return label("deals_next", dealer=short_player(state, state.dealer), pitcher=pitcher)
    if not state.hand.tricks:
        return label("pitches", name=pitcher)
    leader = label("leads", name=short_player(state, state.hand.leader))
    return f"{label('pitched', name=pitcher)} · {leader}"


def trump_of(state: MatchState) -> Suit | None:
    """Trumps of the hand in play, or of the one that just ended."""
    if state.hand is not None:
        return state.hand.trump
    return state.hands[-1].trump if state.hands else None


def trumps_line(state: MatchState) -> str:
    """What is trumps."""
    trump = trump_of(state)
    return label("trumps", glyph=SUIT_GLYPHS[trump.value]) if trump else label("trumps_none")


def to_go_line(state: MatchState, side: Side) -> str:
    """How many points the side still needs."""
    points = state.to_go(side)
    if points is None:
        return ""
    return label("to_go", points=points) if points else label("out")


def peg_words(peg: Peg) -> str:
    """What one peg was for, in short and never broken over two lines: ``trump 5♥ 10``."""
    code, card = peg.reason.code, peg.reason.card
    if code in ("trump_card", "plain_card") and card is not None:
        words = label(code, card=card_glyphs(card), points=peg.points)
    else:
        words = label("part_points", part=label(code), points=peg.points)
    return words.replace(" ", "\u00a0")


def points_lines(state: MatchState, pegs: Iterable[Peg]) -> list[str]:
    """One line a side: what it pegged and for what."""
    pegs = tuple(pegs)
    lines = []
    for side in state.sides:
        own = [peg for peg in pegs if peg.side == side]
        if own:
            total = label("pegged", points=sum(peg.points for peg in own), side=short_side(state, side))
            lines.append(f"{total}: {', '.join(peg_words(peg) for peg in own)}")
    return lines


def trick_lines(state: MatchState, trick: TrickRecord | None, ended: HandRecord | None = None) -> list[str]:
    """What the last trick, and the hand it ended, were worth."""
    pegs = (*(trick.pegs if trick else ()), *(ended.pegs if ended else ()))
    lines = points_lines(state, pegs)
    if not lines and trick is not None:
        lines = [label("pegged_nothing", trick=trick.number)]
    return lines


def proposal_lines(state: MatchState, proposal: TrickProposal) -> list[str]:
    """What a person has to look at before the trick can be confirmed; nothing if it is ready."""
    lines = [label("seats_open")] if proposal.seats_open else [label("surplus")] if proposal.surplus else []
    missing = [short_player(state, entry.seat) for entry in proposal.cards if entry.reason == "not_seen"]
    if len(missing) == len(proposal.cards):
        lines.append(label("nothing_seen"))
    elif missing:
        lines.append(label("not_seen", name=", ".join(missing)))
    for entry in proposal.cards:
        if not entry.settled and entry.reason != "not_seen":
            card = card_glyphs(entry.card) if entry.card else ""
            reason = "gone_earlier" if entry.mistake == "earlier" else entry.reason
            trick = entry.earlier.trick if entry.earlier else None
            lines.append(label(reason, name=short_player(state, entry.seat), card=card, trick=trick))
    return lines


def others_line(state: MatchState, proposal: TrickProposal, seat: Seat) -> str:
    """What the other players have laid so far, while one card of the trick is chosen."""
    laid = [entry for entry in proposal.cards if entry.card is not None and entry.seat is not seat]
    return "   ".join(f"{short_player(state, e.seat)}\u00a0{card_glyphs(e.card)}" for e in laid if e.card)


def summary_rows(state: MatchState, hand: HandRecord) -> list[tuple[str, tuple[str, ...]]]:
    """The figures of a hand that is over, a row each: what it is, then its figure for each side.

    What penalties and a called revoke gave or took has a row where there is any.
    """
    tricks = _pegged(state, hand)
    rows = [(label("pegged_line"), tuple(str(tricks[side]) for side in state.sides))]
    if hand.game_count is not None and state.variant.bonus:
        count = hand.game_count
        rows.append((label("count_line"), tuple(str(count[side]) for side in state.sides)))
        rows += [
            (
                label("bonus_part", part=label(f"bonus_{part}"))
                if len(state.variant.bonus) > 1
                else label("bonus_line"),
                tuple(f"+{points}" if side == earner else "" for side in state.sides),
            )
            for part, earner, points in hand.bonus_parts
        ] or [(label("bonus_line"), tuple(label("nobody") for _ in state.sides))]
    bonus = {side: sum(points for _, earner, points in hand.bonus_parts if earner == side) for side in state.sides}
    other = [hand.scores_after[side] - hand.scores_before[side] - tricks[side] - bonus[side] for side in state.sides]
    if any(other):
        rows.append((label("sheet_other"), tuple(f"{points:+d}" if points else "" for points in other)))
    rows.append((label("total_line"), tuple(str(hand.scores_after[side]) for side in state.sides)))
    return rows


def _pegged(state: MatchState, hand: HandRecord) -> dict[Side, int]:
    """What each side has from the tricks of a hand, entered one by one or as totals; nothing of a void one."""
    if hand.ended == "void":
        return dict.fromkeys(state.sides, 0)
    pegs = [peg for trick in hand.tricks for peg in trick.pegs]
    pegs += [peg for peg in hand.pegs if peg.reason.code == "counted"]
    return {side: sum(peg.points for peg in pegs if peg.side == side) for side in state.sides}


def headline(state: MatchState) -> str:
    """The one line that says how the match stands when no trick is being played."""
    if state.phase is Phase.GAME_OVER:
        return _end_line(state)
    if state.phase is Phase.BETWEEN_HANDS:
        return label("hand_over", hand=len(state.hands))
    if state.phase is Phase.BEFORE_DEAL:
        return label("who_pitches") if state.pitcher is None else label("deal_first")
    assert state.hand is not None, "a hand is in play"
    leader = short_player(state, state.hand.leader)
    return label("no_trick_yet", name=leader, trick=len(state.hand.tricks) + 1)


def _end_line(state: MatchState) -> str:
    """Who won the game, the leg or the match."""
    if state.winner is None:
        return label("game_drawn")
    if state.won_at and state.won_at.stage == "concession":
        how = "game_over_by_concession"
    elif state.variant.match == "single":
        how = "game_over"
    elif state.match_over:
        how = "match_won"
    else:
        how = "leg_over" if state.variant.match.endswith("legs") else "game_over"
    return label(how, side=short_side(state, state.winner))
