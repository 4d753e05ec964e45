"""Why: every peg the engine can make has a whole sentence, with card, rule and source (RULES.md 2.2, 2.8, 3, 4.5)."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import FORMS, disturbed_match, random_match
from scorer_table import accept, dealt, trick, whole_hand

import scorer
from scorer.cards import Card, Rank, Suit
from scorer.events import Count, Cut, Deal, Event, Note, PegCorrection, Penalty, Revoke, start_of_match
from scorer.explain import cited, cited_of, why, why_won
from scorer.frozenmap import FrozenMap
from scorer.hand import HandRecord, HandState
from scorer.match import MatchState, PenaltyRecord
from scorer.referee import replay
from scorer.seats import Seat
from scorer.texts import card_words, codes
from scorer.trick import Peg, Reason
from scorer.variant import BONUS_ORDER, load_variant

seeds = st.integers(0, 2**32 - 1)
forms = st.integers(0, len(FORMS) - 1)
FOLDER = Path(scorer.__file__).parent


# The codes of the engine


def reason_codes() -> set[str]:
    """Every code with which the program makes a `Reason`, as its source says it."""
    found: set[str] = set()
    for path in FOLDER.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            for code in arguments(function, "Reason", 0):
                found |= values_of(code, tree, function)
    return found


def arguments(where: ast.AST, name: str, place: int) -> Iterator[ast.expr]:
    """What a function is called with at one place."""
    for call in ast.walk(where):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name:
            yield call.args[place]


def values_of(code: ast.expr, tree: ast.Module, function: ast.FunctionDef) -> set[str]:
    """The values an expression for a code can have, in this function."""
    if isinstance(code, ast.Constant):
        return {str(code.value)}
    if isinstance(code, ast.IfExp):
        return values_of(code.body, tree, function) | values_of(code.orelse, tree, function)
    if isinstance(code, ast.JoinedStr):
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in code.values)
        return {text.format(part) for part in BONUS_ORDER if part != "game"}
    assert isinstance(code, ast.Name), ast.dump(code)
    parameters = [argument.arg for argument in function.args.args]
    if code.id in parameters:
        given = list(arguments(tree, function.name, parameters.index(code.id)))
    else:
        given = [*assigned(function, code.id), *assigned(tree, code.id)]
    found = {value for expression in given for value in values_of(expression, tree, function)}
    assert found, f"nothing is known of {code.id}"
    return found


def assigned(where: ast.FunctionDef | ast.Module, name: str) -> Iterator[ast.expr]:
    """What a name is given in the body of a function or, outside all functions, in a module."""
    nodes = ast.walk(where) if isinstance(where, ast.FunctionDef) else where.body
    for node in nodes:
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == name for to in node.targets):
            yield node.value


def test_no_code_of_the_engine_lacks_a_sentence() -> None:
    found = reason_codes()
    assert {"trump_card", "plain_card", "counted", "walton", "revoke_rest", "bonus_jack_told", "bonus_tens"} <= found
    assert len(found) >= 23
    assert found <= set(codes())


SIDES = st.sampled_from(["NS", "EW", "N", "E"])


@given(st.sampled_from(sorted(reason_codes())), SIDES, st.integers(1, 30), st.booleans(), st.booleans())
def test_each_code_is_said_with_whatever_is_known(code: str, side: str, points: int, known: bool, late: bool) -> None:
    card = Card(Suit.HEARTS, Rank.NINE)
    peg = Peg(side, -points if "lost" in code or "many" in code else points, Reason(code, 3, card, "4.5"))
    others = {"NS": "EW", "EW": "NS", "N": "S", "E": "N"}
    kind = "penalty" if code == "penalty" else "out_of_turn" if late else "revoke"
    penalty = PenaltyRecord(kind, 1, 1, 3, others[side], (peg,), "", Seat.N, 2) if known else None
    for variant in (None, load_variant("phat")):
        check_whole(why(peg, variant=variant, penalty=penalty), str(points))


def check_whole(sentence: str, *parts: str) -> None:
    """A whole sentence, nothing of the program's own words in it."""
    assert re.fullmatch(r"[A-Z0-9][^{}_]*\.", sentence), sentence
    assert "None" not in sentence and "-" not in re.sub(r"[A-Za-z]-[A-Za-z]", "", sentence), sentence
    for part in parts:
        assert part in sentence, (part, sentence)


# Whole games


def pegs_with_records(state: MatchState) -> Iterator[tuple[Peg, HandState | None, PenaltyRecord | None]]:
    """Every peg of a match, with the hand or the penalty it belongs to."""
    for hand in (*state.hands, *((state.hand,) if state.hand else ())):
        for played in hand.tricks:
            yield from ((peg, hand, None) for peg in played.pegs)
        if isinstance(hand, HandRecord):
            yield from ((peg, hand, None) for peg in hand.pegs)
    for record in state.penalties:
        yield from ((peg, None, record) for peg in record.pegs)


@pytest.mark.slow
@given(seeds, forms)
@settings(max_examples=40, deadline=None)
def test_every_peg_of_any_match_is_explained(seed: int, form: int) -> None:
    state = random_match(random.Random(seed), 6, form).state
    explain_all(state)


@given(seeds, forms)
@settings(max_examples=40, deadline=None)
def test_every_peg_is_explained_with_every_irregularity_thrown_in(seed: int, form: int) -> None:
    explain_all(disturbed_match(random.Random(seed), form=form).state)


def explain_all(state: MatchState) -> None:
    for peg, hand, penalty in pegs_with_records(state):
        record = hand if isinstance(hand, HandRecord) else None
        sentence = why(peg, record, variant=state.variant, penalty=penalty)
        check_whole(sentence, str(abs(peg.points)), f"rules {peg.reason.rule}, ")
        if peg.reason.card is not None:
            assert card_words(peg.reason.card) in sentence
    for hand in (*state.hands, *((state.hand,) if state.hand else ())):
        for played in hand.tricks:
            check_whole(why_won(played, hand, variant=state.variant), f"trick {played.number}")


# Sources


def test_a_value_has_its_source_and_a_house_default_says_so() -> None:
    lancashire, geldeston = load_variant("nine_card_lancashire"), load_variant("phat_geldeston")
    state = replay(whole_hand())
    first = state.hands[0].tricks[0].pegs[0]
    assert why(first, variant=lancashire).endswith("(trick 1; rules 2.8, from the encyclopedia article on Phat).")
    assert why(first, variant=geldeston).endswith("(trick 1; rules 2.8, house default, not from a source).")
    assert why(first).endswith("(trick 1; rules 2.8).")
    assert cited_of("3.1", "cards_each", lancashire) == "3.1, from the rules page on Don at pagat.com"
    assert cited("3.3", ("derived",)) == "3.3, worked out from the rules, not said by a source"
    assert cited("3.3", ()) == "3.3"
    assert cited_of("3.3", "no_such_parameter", lancashire) == "3.3"


def test_the_bonus_for_game_names_the_counts() -> None:
    state = replay(whole_hand())
    record = state.hands[0]
    assert why(record.pegs[0], record, variant=state.variant) == (
        "8 for North and South: the greater count for game, 80 against 0 "
        "(after the last trick; rules 3.1, from the rules page on Don at pagat.com)."
    )
    assert why(record.pegs[0]) == "8 for North and South: the greater count for game (after the last trick; rules 3.1)."


def counted(points: dict[str, int], game: dict[str, int], told: dict[str, str] | None = None) -> Count:
    return Count(FrozenMap(points), FrozenMap(game), FrozenMap(told or {}))


def last_bonus(options: dict[str, object], carry: int, game: dict[str, int], told: dict[str, str]) -> str:
    record = dealt("phat", options, carry=carry)
    state = accept(record, counted({"NS": 50, "EW": 30}, game, told))
    hand = state.hands[0]
    return why(hand.pegs[-1], hand)


def test_what_was_carried_over_is_named() -> None:
    assert last_bonus({}, 8, {"NS": 30, "EW": 50}, {}) == (
        "16 for East and West: more than half of the muck, 50 against 30; 8 for this deal and 8 carried over "
        "(after the last trick; rules 3.5)."
    )
    assert last_bonus({}, 0, {"NS": 30, "EW": 50}, {}) == (
        "8 for East and West: more than half of the muck, 50 against 30 (after the last trick; rules 3.5)."
    )
    tens: dict[str, object] = {"bonus_tie": "tens_then_carry"}
    assert last_bonus(tens, 16, {"NS": 40, "EW": 40}, {"tens": "NS"}) == (
        "24 for North and South: the muck is level, 40 against 40, and they won three or four of the tens; "
        "8 for this deal and 16 carried over (after the last trick; rules 3.5)."
    )


def test_totals_and_what_the_table_told_with_them() -> None:
    record = dealt("nine_card_lancashire", {"bonus_scheme": "5+1+1+1"})
    named = {"high": "NS", "low": "EW", "jack": "NS"}
    state = accept(record, counted({"NS": 20, "EW": 14}, {"NS": 30, "EW": 20}, named))
    hand = state.hands[0]
    first, *others = [why(peg, hand, variant=state.variant) for peg in hand.pegs]
    assert first == (
        "20 for North and South: pegged in this hand as the table told it, without the cards "
        "(rules 4.1, house default, not from a source)."
    )
    assert others[1].startswith("1 for North and South: the highest trump that was played, as the table told it")
    assert others[2].startswith("1 for East and West: the lowest trump that was played, as the table told it")
    assert others[3].startswith("1 for North and South: the jack of trumps, as the table told it")


# One player alone


def test_a_player_alone_is_not_spoken_of_as_many() -> None:
    state = random_match(random.Random(5), 1, [name for name, _ in FORMS].index("blind_don_three")).state
    sentences = [why(peg, hand, variant=state.variant) for hand in state.hands for peg in hand.pegs]
    assert sentences
    for peg, hand, _ in pegs_with_records(state):
        sentences.append(why(peg, hand if isinstance(hand, HandRecord) else None, variant=state.variant))
    for sentence in sentences:
        assert " they " not in sentence and " them " not in sentence and " the side " not in sentence, sentence


# Irregularities


SOUTH_REVOKES = [trick("N", "AH 2H 3H 4H"), trick("N", "KC 7C 6D 5C"), trick("N", "QC 9C 3C 10C")]
"""South throws a diamond on clubs in trick 2 and plays a club in trick 3; North and South have pegged 4 and 5."""
HOUSE = "(rules 4.5, house default, not from a source)."
WALTON = "(rules 4.5, from the rules of the Walton-le-Dale Welsh Don League)."


def told(state: MatchState) -> list[str]:
    record = state.penalties[-1]
    return [why(peg, variant=state.variant, penalty=record) for peg in record.pegs]


def revoked(penalty: str, variant: str = "nine_card_lancashire", pitcher: str = "N") -> MatchState:
    record = [*dealt(variant, {"revoke_penalty": penalty}, pitcher), *SOUTH_REVOKES]
    return accept(record, Revoke(Seat.S, 2))


def test_a_revoke_says_who_and_where() -> None:
    assert told(revoked("walton")) == [
        f"4 taken from North and South: pegged in trick 1, and lost because South revoked in trick 2 {WALTON}",
        f"5 taken from North and South: pegged in trick 2, and lost because South revoked in trick 2 {WALTON}",
        f"20 for East and West: South revoked in trick 2, and the pitch was with that side {WALTON}",
    ]
    assert told(revoked("fixed:7")) == [
        f"7 for East and West: what this table pegs because South revoked in trick 2 {HOUSE}"
    ]
    assert told(revoked("transfer_trick")) == [
        f"5 taken from North and South: pegged in trick 2, and lost because South revoked in trick 2 {HOUSE}",
        f"5 for East and West: the points of trick 2, given to them because South revoked in trick 2 {HOUSE}",
    ]


def test_without_its_penalty_a_peg_tells_what_it_can() -> None:
    lost, *_, twenty = revoked("walton").penalties[0].pegs
    assert (
        why(lost)
        == "4 taken from North and South: pegged in trick 1, and lost for a revoke or a play out of turn (rules 4.5)."
    )
    assert why(twenty).startswith("20 for East and West: a revoke or a play out of turn by a side that had the pitch")


def test_the_rest_of_an_irish_deal_goes_to_the_other_side() -> None:
    assert told(revoked("all_points", "irish_don"))[-1] == (
        "62 for East and West: what was still to be won of the deal when it ended, because South revoked in trick 2 "
        f"{HOUSE}"
    )


def test_a_play_out_of_turn_is_not_called_a_revoke() -> None:
    record = [*dealt(options={"out_of_turn_penalty": "as_revoke"}), *SOUTH_REVOKES[:1]]
    state = accept(record, Note("out_of_turn", FrozenMap({"seat": "S"})))
    assert told(state)[0] == (
        "4 taken from North and South: pegged in trick 1, and lost because South played out of turn in trick 2 "
        f"{WALTON}"
    )


def test_a_penalty_says_against_whom_and_what_for() -> None:
    record = [*dealt(), *SOUTH_REVOKES[:1]]
    state = accept(record, Penalty("NS", 3, "for talking"))
    assert told(state) == [f"3 for East and West: a penalty against North and South, for talking {HOUSE}"]
    assert told(accept(record, Penalty("NS", 3))) == [f"3 for East and West: a penalty against North and South {HOUSE}"]
    assert why(state.penalties[0].pegs[0]) == "3 for East and West: a penalty against the other side (rules 4.5)."


def test_a_peg_set_right_says_so() -> None:
    record = dealt()
    house = "(rules 4.3, house default, not from a source)."
    assert told(accept(record, PegCorrection("NS", 5))) == [
        f"5 for North and South: forgotten before, and pegged when it was found out {house}"
    ]
    assert told(accept(record, PegCorrection("NS", -2))) == [
        f"2 taken from North and South: pegged too many before, and set right when it was found out {house}"
    ]


# Tricks


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2C 9C 3C 4C", "East won trick 2: no trump was played, and the nine of clubs is {of_suit}"),
        ("2C 9D 3H 4C", "South won trick 2: the three of hearts is the only trump in it, {beats}"),
        ("2C 5H 3H 4C", "East won trick 2: the five of hearts is the highest trump in it"),
        ("2C AD AS KD", "North won trick 2: no trump was played, and the two of clubs is {of_suit}"),
    ],
)
def test_a_trick_is_won_by_the_highest_trump_or_the_highest_of_the_suit_led(text: str, sentence: str) -> None:
    state = accept(dealt(), trick("N", "AH 2H 4H 6H"), trick("N", text))
    assert state.hand is not None
    words = {"of_suit": "the highest of the suit led, clubs", "beats": "and a trump beats every plain card"}
    assert why_won(state.hand.tricks[1], state.hand, variant=state.variant) == (
        f"{sentence.format(**words)} (rules 2.2, from the rules page on Don at pagat.com)."
    )


def test_by_option_the_first_trick_of_an_irish_game_is_the_pitchers() -> None:
    variant = load_variant("irish_don", {"first_trick_to_pitcher": "on"})
    record: list[Event] = [start_of_match("m1", variant), Cut(FrozenMap({Seat.N: Card.parse("2D")}))]
    state = accept(record, Deal(Seat.W), trick("N", "2H 3H AH 4H"), trick("N", "KC AC 2C 3C"))
    assert state.hand is not None
    assert why_won(state.hand.tricks[0], state.hand, variant=variant) == (
        "North won trick 1: at this table the first trick of the game is the pitcher's, whatever is played "
        "(rules 3.4, from a Russian rules page on Don)."
    )
    assert "highest of the suit led" in why_won(state.hand.tricks[1], state.hand)
