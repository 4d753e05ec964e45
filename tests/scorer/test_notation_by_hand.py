"""The notation as people write it, well or badly, and as docs/notation.md tells it."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import FORMS, disturbed_match
from scorer_table import NINE_TRICKS, trick
from test_notation import LANCASHIRE, LINES, comes_back, forms, seeds

from scorer.cards import Suit
from scorer.events import (
    Call,
    Deal,
    Event,
    GameStart,
    Play,
    Trick,
)
from scorer.irregularities import revokes_found
from scorer.notation import NotationError, read, write
from scorer.notation_read import READERS
from scorer.notation_words import Words
from scorer.notation_write import written
from scorer.seats import Seat
from scorer.texts import codes, say
from scorer.variant import load_variant

# Written by hand


BY_HAND = LANCASHIRE + "pitcher N\n" + "\n".join(NINE_TRICKS)


def test_only_variant_pitcher_and_tricks_are_needed() -> None:
    tricks = [trick("N", row) for row in NINE_TRICKS]
    assert read(BY_HAND).events[1:] == (GameStart(Seat.N), Deal(Seat.W), *tricks)


@pytest.mark.parametrize(
    "text",
    [
        LANCASHIRE.lower() + "game pitcher n\ndeal w\n1. n: ah, 5c, 5s, 5d",
        LANCASHIRE + "; for the record\r\n\r\n  pitcher   N \r\n\r\nAH 5C {a pint\nwas spilt} 5S 5D ; oh -> dear",
        LANCASHIRE + "PITCHER N\n1.N AH 5C 5S 5D->n 19 NS 19 EW 0\n= ns 19 ew 0",
        LANCASHIRE + "pitcher N\nplay AH 5C\nplay S 5S\nplay 5D",
    ],
)
def test_case_spaces_remarks_and_shorter_forms_are_read(text: str) -> None:
    state = read(text).state
    assert state.scores == {"NS": 19, "EW": 0}
    assert state.hand is not None and state.hand.dealer is Seat.W


def test_the_ten_may_be_a_t_and_suits_may_be_words() -> None:
    text = '[Variant "blind_don_stalybridge"]\npitcher N\ncall Hearts\nTH JC'
    assert read(text).events[2:] == (Deal(Seat.S), Call(Suit.HEARTS), trick("N", "10H JC"))


def test_every_word_for_the_outcome_is_checked_and_true_ones_pass() -> None:
    end = "= NS 52 EW 0 count NS 63 EW 0 high 1 to NS low 1 to NS jack 1 to NS game 5 to NS not over"
    text = BY_HAND.replace("]\n", ']\n[Options "bonus_scheme=5+1+1+1"]\n', 1)
    state = read(text).state
    count = state.hands[0].game_count
    assert count is not None
    end = end.replace("NS 52", f"NS {state.scores['NS']}").replace("NS 63", f"NS {count['NS']}")
    read(f"{text}\n{end}")
    for word in re.findall(r"\d+|to NS|not over", end):
        wrong = {"to NS": "to EW", "not over": "NS wins"}.get(word, "77")
        for place in re.finditer(rf"{word}\b", end):
            with pytest.raises(NotationError) as error:
                read(f"{text}\n{end[: place.start()]}{wrong}{end[place.end() :]}")
            assert error.value.code == "NOTATION_WRONG_CHECK" and error.value.params["line"] == 13


# What is refused


PHAT = '[Variant "phat"]\npitcher N\n'
WRONG = [
    ("", "Line 1: the variant is missing"),
    ("pitcher N", "Line 1: the variant is missing"),
    ('[Variant "whist"]', "no variant called whist"),
    ('[Variant "phat"]\n[Variant "phat"]', "Line 2: the tag Variant stands there twice"),
    ('[Variant "phat"]\n[Rule target 1]\n[Rule target 2]', "Line 3: the rule target stands there twice"),
    ('[Variant "phat"', "Line 1: a tag is written like"),
    ('[Variant "\\q"]', "Line 1: the text of the tag Variant can't be read"),
    ('[Variant "phat"]\n[Rule target {]', "Line 2: the rule target has a value that can't be read"),
    ('[Variant "phat"]\n[Rule tricks "x"]', "can't be used"),
    ('[Variant "phat"]\n[Rule beer 1]', "beer"),
    ('[Variant "phat"]\n[Rule cut "by lot"]', "the rule cut has a value that this program can't play by"),
    ('[Variant "phat"]\n[Options "target"]', "the option target has no value; write it like target=121"),
    ('[Variant "phat"]\n[Options "target=5"]', "The option target can't be 5"),
    ('[Don "2"]\n[Variant "phat"]', "form 1"),
    ('[Variant "phat"]\n[Board "oval"]', "no board called oval"),
    ('[Variant "blind_don_burnley"]\n[E "Jo"]', "sit at N, S"),
    (PHAT + "{ open", "The remark that begins with { in line 3 never ends"),
    (PHAT + "N AH 5C 5S", "Line 3 can't be so: a trick has 4 cards, not 3"),
    (PHAT + "E AH 5C 5S 5D", "Line 3 can't be so: North pitches this hand"),
    (PHAT + "N AH 5C 5S 5D\nN AH 6C 6S 6D", "Line 4 can't be so: the ace of hearts is in trick 1 already"),
    (PHAT + "N AH 5C 5S 5D 6D", "Line 3 can't be so"),
    (PHAT + "N AH 5C XS 5D", "Line 3, N AH 5C XS 5D"),
    (PHAT + 'N AH" 5C 5S 5D', "Line 3"),
    (PHAT + "N", "a card such as 10H"),
    (PHAT + "2. N AH 5C 5S 5D", "Line 3 is numbered trick 2, and the next trick of this hand is trick 1"),
    (PHAT + "1. call H", "a trick, a known word, or a remark"),
    (PHAT + "N AH 5C 5S 5D -> E 19", "Line 3 says E 19, and what stands before it gives N 19"),
    (PHAT + "N AH 5C 5S 5D -> N 19 NS 23 EW 0", "Line 3 says NS 23 EW 0, and what stands before it gives NS 19 EW 0"),
    (PHAT + "play N AH -> N 4", "an outcome only after a finished trick"),
    (PHAT + "= NS 3 EW 0", "Line 3 says NS 3 EW 0"),
    (PHAT + "= NS 0 EW 0 count NS 3 EW 0", "count nothing"),
    (PHAT + "= NS 0 EW 0 jack 1 to NS", "jack to nobody"),
    (PHAT + "= NS 0 EW 0 carry 8", "carry 0"),
    (PHAT + "= NS 0 EW 0 NS wins", "not over"),
    (PHAT + "=", "a side and a number"),
    (PHAT + "shuffle", "a known word"),
    (PHAT + "[Variant phat]", "a known word"),
    (PHAT + "choose X", "a player, N, E, S or W"),
    (PHAT + "choose", "a player, N, E, S or W"),
    (PHAT + "undo it", "the end of the line is expected"),
    (PHAT + "call mud", "a suit, C, D, H or S"),
    (PHAT + "call", "a suit, C, D, H or S"),
    (PHAT + "concede", "a side, such as NS or N"),
    (PHAT + "penalty NS ten", "a whole number"),
    (PHAT + "penalty NS 10 talked", "the end of the line is expected"),
    (PHAT + "correct hand 1 trick 1 place 1 5D because misread", "text between quotation marks"),
    (PHAT + "correct hand 1 trick 1 place 1 5D because", "text between quotation marks"),
    (PHAT + 'misdeal "\\q"', "text between quotation marks"),
    (PHAT + "correct hand 1 place 1 5D", '"trick" is expected'),
    (PHAT + "correct trick 1 place 1 5D", "Line 3 can't be so"),
    (PHAT + "correct trick 1 place 1 five", "a card such as 10H"),
    (PHAT + "redo", "Line 3 can't be so: there is nothing to bring back"),
    ('[Variant "phat"]\nundo', "Line 2 can't be so"),
    ('[Variant "phat"]\nAH 5C 5S 5D', "the player who leads, before the cards"),
    ('[Variant "phat"]\nplay X AH', "a card such as 10H"),
    ('[Variant "blind_don_three"]\nplay N AH', "Line 2 can't be so"),
    ('[Variant "blind_don_three"]\npitcher E\nplay N AH', "Line 3 can't be so"),
    ('[Variant "blind_don_burnley"]\npitcher N\ndeal S\n hand N 5C', "the stacks of a player before his hand"),
    ('[Variant "blind_don_burnley"]\npitcher N\ndeal S\n stacks N 5C', "a stack such as 5C/KH or ?/KH"),
    ('[Variant "blind_don_burnley"]\npitcher N\ndeal S\n stacks N 5C/x', "a stack such as 5C/KH or ?/KH"),
]


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_a_wrong_text_is_told_with_its_line_in_one_sentence(text: str, told: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text)
    sentence = str(error.value)
    assert told.lower() in sentence.lower()
    assert sentence.endswith(".") and "\n" not in sentence


WORDS = st.sampled_from(
    re.findall(
        r"\S+",
        '[Variant "phat"] pitcher game N E S W AH 10H 5C -> = NS EW 3 0 -1 deal holds stacks hand ?/5C call H play cut '
        "choose claim reveal count last first misdeal void penalty revoke trick peg by note x=1 correct place drop "
        'correct_run to recount undo redo " { } ; [ ] \\ 1. 2. because "x" \x00 99999999999999999999',
    )
)


@pytest.mark.slow
@given(st.booleans(), st.one_of(st.text(), st.lists(st.one_of(WORDS, st.just("\n")), max_size=40).map(" ".join)))
@settings(max_examples=200, deadline=None)
def test_no_text_makes_anything_but_a_match_or_one_sentence(begun: bool, text: str) -> None:
    read_or_refused(PHAT + text if begun else text)


@pytest.mark.slow
@given(seeds, forms)
@settings(max_examples=60, deadline=None)
def test_a_text_with_slips_is_a_match_or_refused_in_one_sentence(seed: int, form: int) -> None:
    rng = random.Random(seed)
    text = write(disturbed_match(rng, 2, form).record)
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(text))
        end = start + rng.choice([0, 1, 1, 4, 30])
        text = text[:start] + rng.choice(["", "N", "5", " ", "\n", '"', "{", "=", "->", text[:40]]) + text[end:]
    read_or_refused(text)


def read_or_refused(text: str) -> None:
    try:
        transcript = read(text)
    except NotationError as error:
        assert str(error).endswith(".") and error.code in CODES
    else:
        comes_back(transcript.events)


CODES = {code for code in codes() if code.startswith("NOTATION_")}


def test_each_sentence_names_its_line_and_each_is_met() -> None:
    met = set()
    for text, _ in WRONG:
        with pytest.raises(NotationError) as error:
            read(text)
        met.add(error.value.code)
        assert f"line {error.value.params['line']}" in str(error.value).lower()
    assert met == CODES


@pytest.mark.parametrize(("event", "lines"), LINES, ids=lambda value: type(value).__name__)
def test_each_line_alone_gives_its_event(event: Event, lines: list[str]) -> None:
    words = Words(lines[0])
    if words.peek() in READERS:
        read_back = READERS[words.take("")](words, [Words(line) for line in lines[1:]])
        assert read_back == event and not words.left
    else:
        assert isinstance(event, Play | Trick)


# The document

DOCUMENT = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```don\n(.*?)```", DOCUMENT, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_document_are_matches_and_come_back(example: str) -> None:
    transcript = read(example)
    comes_back(transcript.events, dict(transcript.tags))
    state = transcript.state
    assert not any(revokes_found(hand.tricks) for hand in (*state.hands, *((state.hand,) if state.hand else ())))


def test_the_document_has_an_example_of_each_family_and_of_each_line() -> None:
    families = {read(example).state.variant.family for example in EXAMPLES}
    assert families == {load_variant(name).family for name, _ in FORMS}
    first_words = {written(event)[0].split()[0] for event, _ in LINES} - {"S"}
    for word in (*first_words, "holds", "stacks", "hand", "to"):
        assert re.search(rf"`{word}\b", DOCUMENT), word


def test_the_document_s_sentence_is_the_one_that_is_said() -> None:
    told = {"line": 12, "told": "NS 23 EW 0", "found": "NS 21 EW 0"}
    assert f"> {say('NOTATION_WRONG_CHECK', told)}" in DOCUMENT


def test_an_arrow_with_nothing_beside_it_says_nothing() -> None:
    text = (Path(__file__).parent / "golden" / "blind_don_burnley_1.don").read_text("utf-8")
    lines = text.split("\n")
    bare = "\n".join([*lines[:8], "->", *lines[8:]])
    assert read(bare).events == read(text).events
