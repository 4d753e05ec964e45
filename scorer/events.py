"""The alphabet of the log: what can happen in a match, each a frozen class (RULES.md 4.1).

An event says what happened, never what it scored, and never when: time stands in the log's row. Its JSON form
is in `scorer.event_json`, its place in the text of a match in `scorer.notation`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from scorer import __version__
from scorer.cards import Card, Suit
from scorer.frozenmap import FrozenMap
from scorer.seats import Seat, Side
from scorer.variant import Variant

Hands = FrozenMap[Seat, tuple[Card, ...]]
Counts = FrozenMap[Side, int]


@dataclass(frozen=True, slots=True)
class SeatLayout:
    """What is known of one player's cards in Blind Don: stacks of (bottom, top), None for a card unseen, and the hand.

    The private hand is None while nobody but its player knows it.
    """

    stacks: tuple[tuple[Card | None, Card | None], ...]
    hand: tuple[Card, ...] | None = None


Layout = FrozenMap[Seat, SeatLayout]


# The match, its games and their beginning


@dataclass(frozen=True, slots=True)
class MatchStart:
    """Who plays what, under which rules: the whole resolved variant, so that the log needs no file beside it."""

    kind: ClassVar[str] = "match_start"
    match_id: str
    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    names: FrozenMap[Seat, str]
    board: str
    engine_version: str
    variant: Variant
    place: str = ""
    """Where it is played, for the match history; empty where nobody said."""


@dataclass(frozen=True, slots=True)
class GameStart:
    """A game or leg begins: who pitches first and who deals, where the table says so.

    No pitcher: the one the rotation gives, else a cut will tell. No dealer: the player the variant says. A game
    taken over from another board names its scores, the hands played and, in Phat, what is carried over.
    """

    kind: ClassVar[str] = "game_start"
    pitcher: Seat | None = None
    dealer: Seat | None = None
    start_scores: Counts | None = None
    hands_played: int = 0
    carry: int = 0


@dataclass(frozen=True, slots=True)
class Cut:
    """Cards cut for the first pitch, by player; in Irish Don, who was found to hold the marker card."""

    kind: ClassVar[str] = "cut"
    cards: FrozenMap[Seat, Card]


@dataclass(frozen=True, slots=True)
class Choose:
    """The winner of the cut names the pitcher."""

    kind: ClassVar[str] = "choose"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Concede:
    """``side`` gives up the game, the other side consenting; the other side wins it."""

    kind: ClassVar[str] = "concede"
    side: Side


@dataclass(frozen=True, slots=True)
class Claim:
    """``side`` stops play and claims the game (Irish Don, second deal)."""

    kind: ClassVar[str] = "claim"
    side: Side


# The hand


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand is dealt. Hands and layout are never needed, and checked as far as they are known."""

    kind: ClassVar[str] = "deal"
    dealer: Seat
    hands: Hands | None = None
    layout: Layout | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """The pitcher calls trumps (Blind Don of Stalybridge and of three players)."""

    kind: ClassVar[str] = "call"
    suit: Suit


@dataclass(frozen=True, slots=True)
class Play:
    """One card is played to the trick."""

    kind: ClassVar[str] = "play"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A whole trick in one step: the cards in the order in which they were played, from the leader."""

    kind: ClassVar[str] = "trick"
    leader: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """A face-down card of a stack (counted from 1) is turned up (Blind Don)."""

    kind: ClassVar[str] = "reveal"
    seat: Seat
    stack: int
    card: Card


@dataclass(frozen=True, slots=True)
class Count:
    """Only the totals of a hand: points pegged in tricks by side, and what is needed to finish the hand.

    ``bonus`` says which side had what the totals don't show: ``high``, ``low``, ``jack``, and ``tens`` for the
    side with three or four tens. ``last_scoring_side`` took the last trick with points, ``first_out`` was the
    first to reach the target where both did.
    """

    kind: ClassVar[str] = "count"
    points: Counts
    game_count: Counts | None = None
    bonus: FrozenMap[str, Side] = field(default_factory=FrozenMap)
    last_scoring_side: Side | None = None
    first_out: Side | None = None


@dataclass(frozen=True, slots=True)
class Misdeal:
    """The deal doesn't count and is made again by the same dealer."""

    kind: ClassVar[str] = "misdeal"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Void:
    """The hand is abandoned without points; the same player pitches again."""

    kind: ClassVar[str] = "void"
    reason: str = ""


# Irregularities


@dataclass(frozen=True, slots=True)
class Penalty:
    """``side`` is penalised and the other side pegs the points."""

    kind: ClassVar[str] = "penalty"
    side: Side
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Revoke:
    """``seat`` is called for not having followed suit in ``trick`` of the hand in play, or of the last one."""

    kind: ClassVar[str] = "revoke"
    seat: Seat
    trick: int


@dataclass(frozen=True, slots=True)
class PegCorrection:
    """Points forgotten (above 0) or pegged too many (below 0), where no cards were entered; ``by`` asked for it."""

    kind: ClassVar[str] = "peg_correction"
    side: Side
    points: int
    by: Side | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """An irregularity or a remark. It is kept; only ``out_of_turn`` (with its seat) can cost points, by option."""

    kind: ClassVar[str] = "note"
    code: str
    params: FrozenMap[str, str | int] = field(default_factory=FrozenMap)


# What speaks of the record


@dataclass(frozen=True, slots=True)
class Correct:
    """A card was entered wrongly: trick and hand count from 1, position from 0; no hand means the current one.

    ``drop`` names entries of the record (from 1) that can't stand any longer and no longer count.
    """

    kind: ClassVar[str] = "correct"
    hand: int | None
    trick: int
    position: int
    card: Card
    drop: tuple[int, ...] = ()
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CorrectRun:
    """The tricks of a hand from ``first_trick`` to its end were entered wrongly; only the last may be unfinished."""

    kind: ClassVar[str] = "correct_run"
    hand: int | None
    first_trick: int
    tricks: tuple[Trick, ...]
    drop: tuple[int, ...] = ()
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Recount:
    """The piles of a finished hand were counted again and this is agreed to be the count for game, the muck."""

    kind: ClassVar[str] = "recount"
    hand: int | None
    game_count: Counts
    drop: tuple[int, ...] = ()
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AgreedCount:
    """What `scorer.record` makes of a recount: in the hand, before its last card. It is never written to a log."""

    kind: ClassVar[str] = "recount"
    hand: int
    game_count: Counts


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last event that still stands."""

    kind: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True)
class Redo:
    """Restore what the last undo took back."""

    kind: ClassVar[str] = "redo"


Correction = Correct | CorrectRun | Recount
Event = (
    MatchStart
    | GameStart
    | Cut
    | Choose
    | Concede
    | Claim
    | Deal
    | Call
    | Play
    | Trick
    | Reveal
    | Count
    | Misdeal
    | Void
    | Penalty
    | Revoke
    | PegCorrection
    | Note
    | Correction
    | AgreedCount
    | Undo
    | Redo
)

EVENT_KINDS: Mapping[str, type[Event]] = {
    cls.kind: cls
    for cls in (
        *(MatchStart, GameStart, Cut, Choose, Concede, Claim, Deal, Call, Play, Trick, Reveal, Count, Misdeal, Void),
        *(Penalty, Revoke, PegCorrection, Note, Correct, CorrectRun, Recount, Undo, Redo),
    )
}


def start_of_match(
    match_id: str,
    variant: Variant,
    names: Mapping[Seat, str] | None = None,
    board: str | None = None,
    place: str = "",
) -> MatchStart:
    """The first event of a match under ``variant``, on its own board unless another is named."""
    chosen = board or variant.board
    names = FrozenMap(names or {})
    return MatchStart(match_id, variant.seats, variant.sides, names, chosen, __version__, variant, place)
