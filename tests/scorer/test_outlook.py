"""What is still to be won, said in sentences: each thing that can be said, in a hand made for it."""

from dataclasses import replace

from scorer_table import NINE_TRICKS, accept, cards, dealt, opening, play, trick

from scorer.cards import Card, Suit
from scorer.events import (
    AgreedCount,
    Call,
    Concede,
    Count,
    Deal,
    Event,
    GameStart,
    Recount,
    Reveal,
    SeatLayout,
    start_of_match,
)
from scorer.frozenmap import FrozenMap
from scorer.match import MatchState, Phase
from scorer.outlook import outlook
from scorer.outlook_words import outlook_sentences
from scorer.record import effective
from scorer.referee import apply, replay
from scorer.refusal import Refusal
from scorer.seats import Seat
from scorer.variant import load_variant


def said(record: list[Event]) -> tuple[str, ...]:
    return outlook_sentences(outlook(replay(record)))


def test_nine_cards_each_leave_sixteen_that_may_be_missing() -> None:
    record = dealt(scores={"NS": 60})
    assert said(record) == (
        "Points still to be won in the tricks of this hand: at most 44, fewer if scoring cards lie undealt.",
        "North and South have 0 of the count for game and are sure of it with 41 more.",
        "East and West have 0 of the count for game and are sure of it with 41 more.",
        "North and South need 31 more to reach 91, and can get them in this hand.",
        "East and West need 91 more to reach 91, and can get at most 52 in this hand.",
    )
    for text in NINE_TRICKS[:5]:
        accept(record, trick("N", text))
    accept(record, play("N", "9H"))
    seen = outlook(replay(record))
    assert seen.points is not None and seen.points.on_table == cards("9H")
    # 15 cards of 31 are still to come, and 16 lie undealt: the five of hearts may be among those.
    assert (seen.points.left.least, seen.points.left.most) == (9, 19)
    assert said(record) == (
        "Points still to be won in the tricks of this hand: at most 19 and at least 9, "
        "for scoring cards may lie undealt.",
        "Scoring cards not yet won, with their points: the five of hearts (10), the nine of hearts (9).",
        "The count for game is decided for North and South, 50 against 0 with at most 30 to come; it is worth 8.",
        "North and South need 6 more to reach 91, and can get them in this hand.",
        "East and West need 91 more to reach 91, and can get at most 19 in this hand.",
    )


def test_between_hands_each_side_needs_so_many() -> None:
    record = dealt("nine_card_cheshire", {"bonus_scheme": "5+1+1+1"})
    for text in NINE_TRICKS:
        accept(record, trick("N", text))
    assert said(record) == ("North and South need 69 more to reach 121.", "East and West need 121 more to reach 121.")


REST = ("3H 2H 9D 9S", "9H 9C 8D 8S", "7H 6C 5D 5S", "6H 7C 6D 6S", "5H 8C 7D 7S", "4H 5C 4D 4S", "8H 4C 3D 3S")
"""Seven tricks that East leads and wins, after which nothing counts for the muck; the last one has no points."""

TENS_TWO_EACH = (
    "N AH AC AS AD",
    "N 10H 10C JC JS",
    "N JH JD 2C 2D",
    "N 2S KH QH KD",
    "E KC KS QC QS",
    "E 10S 10D QD 3C",
)
TENS_THREE_TO_ONE = (
    *("N AH AC AS AD", "N KH KC KS KD", "N QH 10H 2C 2D"),
    *("N 2S JH QC QD", "E QS 10S JC JD", "E JS 10C 10D 3C"),
)
"""Six tricks that count 40 for each side."""


def level(first: tuple[str, ...], tricks: int = 13) -> list[Event]:
    whole = [trick(text[0], text[2:]) for text in first] + [trick("E", text) for text in REST]
    return [*whole[:tricks]]


def test_a_level_muck_is_carried_over() -> None:
    record = dealt("phat", carry=8)
    assert said(record)[1] == "The muck is worth 16 in this deal, 8 of them carried over."
    assert said(record)[2] == "North and South have 0 of the muck and need 41 more to win it."
    accept(record, *level(TENS_TWO_EACH, 4))
    assert said(record)[3:5] == (
        "North and South have 40 of the muck and need 1 more to win it.",
        "East and West have 8 of the muck and can't win it any more.",
    )
    state = accept(record, *level(TENS_TWO_EACH)[4:6])
    count = outlook(state).count
    assert count is not None and count.level and count.tie_possible and count.decided is None
    assert said(record)[3] == "The muck is level at 40 and nothing more counts, so the 16 are carried over."
    # Nobody can get the muck now: 80 less the five that each side has pegged are left, all in the tricks.
    assert outlook(state).of("NS").at_most == 70
    assert accept(record, *level(TENS_TWO_EACH)[6:]).carry == 16
    assert said(record)[0] == "For the muck 16 are carried over to the next deal."


def test_on_a_level_muck_the_tens_may_decide() -> None:
    options: dict[str, object] = {"bonus_tie": "tens_then_carry"}
    record = dealt("phat", options)
    seen = outlook(accept(record, *level(TENS_THREE_TO_ONE, 6)))
    assert seen.count is not None and seen.count.tens == {"NS": 1, "EW": 3}
    assert (seen.count.level, seen.count.decided) == (True, "EW")
    assert said(record)[2] == (
        "The muck is decided for East and West, for it can't be more than level, they have 40 and three or four of "
        "the tens; it is worth 8."
    )
    assert seen.of("EW").at_most - seen.of("NS").at_most == 8
    assert accept(record, *level(TENS_THREE_TO_ONE)[6:]).hands[0].bonus_parts == (("game", "EW", 8),)
    two_each = dealt("phat", options)
    seen = outlook(accept(two_each, *level(TENS_TWO_EACH, 6)))
    assert seen.count is not None and seen.count.decided is None and seen.of("EW").at_most == 70


def test_a_level_count_gives_nobody_the_bonus() -> None:
    record = dealt("nine_card_lancashire")
    state = accept(record, *level(TENS_TWO_EACH, 6))
    assert said(record)[2] == "The count for game is level at 40 and nothing more counts, so nobody gets the 8."
    points = outlook(state).points
    assert points is not None and outlook(state).of("NS").at_most == points.left.most == 34


def test_the_first_to_eighty_has_an_irish_game_whatever_is_played() -> None:
    record = dealt("irish_don", scores={"NS": 75, "EW": 5}, hands_played=1)
    assert said(record) == (
        "Points still to be won in the tricks of this hand: 80.",
        "North and South need 5 more to reach 80, and can get them in this hand.",
        "East and West need 75 more to reach 80, and can get them in this hand.",
    )
    accept(record, *level(TENS_TWO_EACH, 3))
    assert said(record)[-1] == "Whatever is still played, the game is won by North and South."
    drawn = dealt("irish_don", {"tie_rule": "draw"}, scores={"NS": 75, "EW": 5}, hands_played=1)
    seen = outlook(accept(drawn, *level(TENS_TWO_EACH, 11)))
    assert (seen.decided, seen.drawn, seen.needed, seen.hands_left) == (None, False, 81, 0)
    seen = outlook(accept(drawn, *level(TENS_TWO_EACH)[11:12]))
    assert (seen.decided, seen.drawn) == (None, True)
    assert said(drawn) == (
        "Points still to be won in the tricks of this hand: 0.",
        "Nobody can win this game any more, so it ends in a draw.",
    )
    for score, nobody in ((71, False), (70, True)):
        # Five points are left, and with all of them North and South come to 81 or just not.
        short = dealt("irish_don", {"tie_rule": "draw"}, scores={"NS": score, "EW": 5}, hands_played=1)
        assert outlook(accept(short, *level(TENS_TWO_EACH, 11))).drawn == nobody
    over = accept(drawn, *level(TENS_TWO_EACH)[12:])
    assert over.phase is Phase.GAME_OVER and over.winners == () and said(drawn) == ()
    assert outlook(over).drawn and outlook(over).hands_left == 0


def test_blind_don_goes_by_the_lead_and_the_pitches_to_come() -> None:
    record = dealt("blind_don_burnley", scores={"N": 20, "S": 10}, hands_played=2)
    assert said(record)[1:] == (
        "North has 0 of the count for game and is sure of it with 41 more.",
        "South has 0 of the count for game and is sure of it with 41 more.",
        "North leads by 10; further pitches: 1.",
    )
    assert said(opening("blind_don_three", pitcher="E"))[0] == "It is level at 0; further pitches: 3."
    # In the last pitch 44 points and a bonus of 8 are left: 52 behind may still draw, 53 may not.
    for lead, decided in ((52, None), (53, "S")):
        state = replay(dealt("blind_don_burnley", scores={"S": lead}, hands_played=3))
        assert outlook(state).decided == decided
    assert said(dealt("blind_don_burnley", scores={"S": 53}, hands_played=3))[-1] == (
        "Whatever is still played, the game is won by South."
    )


def test_ahead_of_one_is_not_ahead_of_all() -> None:
    record = dealt("blind_don_three", pitcher="E", scores={"E": 100, "S": 95}, hands_played=2)
    assert outlook(replay(record)).decided is None
    assert said(record)[-1] == "East leads by 5; further pitches: 0."


def test_a_count_the_table_agreed_on_settles_it() -> None:
    """The record puts the agreed count before the last card of the hand."""
    record = dealt()
    for text in (*NINE_TRICKS[1:], NINE_TRICKS[0]):
        accept(record, trick("N", text))
    accept(record, Recount(None, FrozenMap({"NS": 40, "EW": 40})))
    plain = list(effective(record))
    place = next(number for number, event in enumerate(plain) if isinstance(event, AgreedCount))
    state: MatchState | Refusal | None = None
    for event in plain[: place + 1]:
        assert not isinstance(state, Refusal)
        state = apply(state, event)
    assert isinstance(state, MatchState)
    count = outlook(state).count
    assert count is not None and count.counted == {"NS": 40, "EW": 40}
    assert count.level and count.left.most == 0 and count.decided is None


def test_a_round_of_extra_pitches_is_counted_to_its_end() -> None:
    record = dealt("blind_don_burnley", {"equal_totals": "extra_pitches"}, hands_played=3)
    same = Count(FrozenMap({"N": 22, "S": 22}), FrozenMap({"N": 40, "S": 40}))
    left = [outlook(replay(record)).hands_left]
    for seat in (Seat.N, Seat.S):
        left.append(outlook(accept(record, same)).hands_left)
        left.append(outlook(accept(record, Deal(seat))).hands_left)
    assert left == [0, 2, 1, 1, 0]


def test_a_target_for_single_players_is_said_in_the_singular() -> None:
    burnley = load_variant("blind_don_burnley")
    record: list[Event] = [start_of_match("m1", replace(burnley, target=61)), GameStart(Seat.N)]
    assert said(record)[0] == "North needs 61 more to reach 61."
    accept(record, Deal(Seat.S))
    assert said(record)[-1] == "South needs 61 more to reach 61, and can get at most 52 in this hand."


def test_cards_lying_face_up_are_dealt_for_certain() -> None:
    """Stalybridge: once trumps are called, everybody sees the top cards; what lies under them nobody knows."""
    tops = {Seat.N: cards("AH KH QH JH 10H 9H 8H"), Seat.S: cards("5C 5D 5S 2C 3C 4C 6C")}
    layout = FrozenMap({seat: SeatLayout(tuple((None, card) for card in up)) for seat, up in tops.items()})
    record = dealt("blind_don_stalybridge")[:-1]
    state = accept(record, Deal(Seat.S, None, layout))
    points = outlook(state).points
    assert points is not None and (points.left.least, points.left.most, points.cards) == (0, 44, ())
    state = accept(record, Call(Suit.HEARTS))
    points = outlook(state).points
    # On the table lie 4 + 3 + 2 + 1 + 9 in hearts and the plain fives; the five of hearts may be undealt.
    assert points is not None and (points.left.least, points.left.most) == (34, 44)
    assert said(record)[0] == (
        "Points still to be won in the tricks of this hand: at most 44 and at least 34, "
        "for scoring cards may lie undealt."
    )
    accept(record, play("N", "AH"), play("S", "5C"))
    points = outlook(accept(record, Reveal(Seat.N, 1, Card.parse("5H")))).points
    assert points is not None and points.pegged == {"N": 9, "S": 0} and points.left.exact and points.left.most == 35


def test_nothing_is_left_to_say_after_the_game() -> None:
    record = dealt()
    state = accept(record, Concede("NS"))
    assert said(record) == () and outlook(state).decided == "EW" and not outlook(state).drawn
