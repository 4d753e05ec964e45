"""Matches as JSON: what is written is read, and what was not written so is refused in one sentence."""

import copy
import json
import os
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from scorer_table import NINE_TRICKS, dealt, play, trick
from sent_matches import FOUR, ID, NOON, OTHER_ID, all_rows, any_record, begun, sent

from scorer import exchange, json_stream
from scorer.errors import DonError
from scorer.events import Correct, MatchStart, Note, Undo, start_of_match
from scorer.exchange import ExchangeError, SameAs, SentMatch, SentPicture, json_lines, legible, read_matches
from scorer.log_merge import merge
from scorer.matchlog import MatchLog, utc_text
from scorer.variant import Variant, load_variant, options_of, variant_names

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "exchange.md").read_text(encoding="utf-8")
JPEG = b"\xff\xd8\xff\xe0 a trick \xff\xd9"


def written(*matches: SentMatch) -> bytes:
    return "\n".join(json_lines(matches)).encode()


def full_match() -> SentMatch:
    """A match with everything that a match can have."""
    record = begun([*dealt(), trick("N", NINE_TRICKS[0]), play("N", "KC"), Undo()], ID, FOUR, "The Rose")
    match = sent([*record, Correct(1, 1, 1, play("E", "AC").card, by="Ann", reason='said "oops"')], copy=2)
    said = SameAs(OTHER_ID, 1, utc_text(NOON), "Siân")
    return replace(match, same_as=said, pictures=(SentPicture(4, utc_text(NOON), JPEG),))


SMALL = (full_match(), sent(begun([*dealt("blind_don_burnley"), Note("x")], OTHER_ID)))
TEXT = written(*SMALL).decode()


# What is written is read


@pytest.mark.parametrize(
    "matches", [(), SMALL[:1], SMALL, (sent(any_record(3)),)], ids=["none", "one", "two", "played"]
)
def test_what_is_written_is_read(matches: tuple[SentMatch, ...]) -> None:
    assert tuple(read_matches(written(*matches), NOON)) == matches


def test_the_order_of_names_and_the_spaces_are_free() -> None:
    data = json.loads(TEXT)
    turned = json.dumps(dict(reversed(data.items())), indent=3).encode("utf-8-sig")
    assert tuple(read_matches(turned, NOON)) == SMALL


def test_each_match_is_a_line_and_text_stays_text() -> None:
    assert len(TEXT.splitlines()) == 2 + len(SMALL) and "Siân" in TEXT
    assert TEXT.startswith('{"format": "don-matches", "version": 1, "matches": [')


def test_the_example_of_the_document_is_read() -> None:
    example = DOCUMENT.split("```json\n")[1].split("```")[0]
    (match,) = read_matches(example.encode(), NOON)
    with TemporaryDirectory() as folder, MatchLog(Path(folder) / "don.sqlite3") as log:
        merge(log, [match], NOON, with_pictures=True)
    for code in ("entry", "engine", "same_as", "copy", "pictures"):
        assert f"`{code}`" in DOCUMENT


@pytest.mark.parametrize("name", variant_names())
def test_matches_by_the_rules_of_every_variant_and_option_are_read(name: str) -> None:
    choices = [{}, *({option.name: value} for option in options_of(name) for value in option.allowed)]
    for chosen in choices:
        chosen = {key: re.sub(r"(?<=[:_])n$", "12", str(value)) for key, value in chosen.items()}
        if chosen.get("marker_card") or "pack" in chosen:
            chosen = {"marker_card": "4D", **chosen}
        match = sent([start_of_match(ID, load_variant(name, chosen))])
        assert tuple(read_matches(written(match), NOON)) == (match,), chosen


# What is not


def refusal(data: bytes) -> ExchangeError:
    with pytest.raises(ExchangeError) as error:
        list(read_matches(data, NOON))
    checked(error.value)
    return error.value


def checked(error: DonError) -> None:
    """One sentence that a person can read."""
    sentence = str(error)
    assert sentence.endswith((".", "…")) and sentence[0].isupper() and sentence.isprintable(), sentence
    assert len(sentence) < 700, sentence


def test_a_database_is_refused_with_what_to_do() -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "don.sqlite3"
        MatchLog(path).close()
        error = refusal(path.read_bytes())
    assert error.code == "EXCHANGE_DATABASE" and "don export --all" in str(error)


def test_a_file_is_not_larger_than_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "MOST_BYTES", 2_000_000)
    assert refusal(b" " * 2_000_001).params == {"most": 2}


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b"", "it breaks off or has no { where one belongs (at character 0)"),
        (b"\xff\xfe{}", "it is no text in UTF-8"),
        (b"[]", "has no {"),
        (b'{"matches": [' + b"[" * 200_000, "it is nested too deeply"),
        (b'{"version": nope}', "it can't be read from line 1, character 13 on"),
        (b'{"matches": [] "version": 1}', "has no }"),
        (b'{"matches": {}}', "has no ["),
        (b'{"matches": []} {}', "there is more after its end (at character 16)"),
        (b'{"matches": [], "matches": []}', "a name is wrong or there twice"),
        (b'{"version": 1, "version": 1}', "a name is wrong or there twice"),
        (b"{1: 2}", "a name is wrong or there twice"),
        (b'{"version": {"a": 1, "a": 2}}', "an object has the same name twice"),
        (b'{"version": 1.5}', "1.5 is no whole number"),
        (b'{"version": NaN}', "NaN is no whole number"),
        (b'{"version": -Infinity}', "-Infinity is no whole number"),
        (b'{"version": 1e400}', "1e400 is no whole number"),
        (b'{"version": 1234567890}', "a number has more than 9 digits"),
        (b'{"version": "\\ud800"}', "a text has half a character in it"),
    ],
)
def test_what_is_no_json_of_ours_is_refused(data: bytes, detail: str) -> None:
    error = refusal(data)
    assert error.code == "EXCHANGE_NOT_JSON" and detail in str(error)


def test_half_a_character_is_found_wherever_it_stands() -> None:
    assert "half a character" in str(refusal(TEXT.replace("The Rose", "The \\uD83C Rose").encode()))
    whole = TEXT.replace("The Rose", "The \\uD83C\\udf39 Rose")
    start = next(read_matches(whole.encode(), NOON)).rows[0].event
    assert isinstance(start, MatchStart) and start.place == "The 🌹 Rose"
    assert json_stream.JsonStream("{}", "matches").found is False


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ({}, "EXCHANGE_NOT_MATCHES"),
        ({"format": "don-matches", "version": 1}, "EXCHANGE_NOT_MATCHES"),
        ({"format": "holidays", "version": 1, "matches": []}, "EXCHANGE_NOT_MATCHES"),
        ({"format": "don-matches", "version": 2, "matches": []}, "EXCHANGE_TOO_NEW"),
        ({"format": "don-matches", "version": True, "matches": []}, "EXCHANGE_TOO_NEW"),
        ({"format": "don-matches", "matches": []}, "EXCHANGE_TOO_NEW"),
        ({"format": "don-matches", "version": 1, "matches": [], "extra": 1}, "EXCHANGE_HEAD_NAME"),
    ],
)
def test_a_file_says_what_it_is(head: dict[str, object], code: str) -> None:
    assert refusal(json.dumps(head).encode()).code == code


Change = Callable[[dict[str, Any]], object]
WRONG: list[tuple[Change, str]] = [
    (lambda match: match.pop("match_id"), "match_id is missing in the match"),
    (lambda match: match.update({"more\x07": 1}), "more? doesn't belong in the match"),
    (lambda match: match.update(match_id=7), "look at match_id"),
    (lambda match: match.update(match_id=""), "look at match_id"),
    (lambda match: match.update(match_id="x" * 201), "look at match_id"),
    (lambda match: match.update(match_id="a\nb"), "look at match_id"),
    (lambda match: match.update(match_id=OTHER_ID), "begin with the start of a match of this id"),
    (lambda match: match["events"].pop(0), "begin with the start of a match of this id"),
    (lambda match: match.update(copy=0), "look at copy"),
    (lambda match: match.update(copy=True), "look at copy"),
    (lambda match: match.update(events={}), "at least one entry and at most 10000"),
    (lambda match: match.update(events=[]), "at least one entry and at most 10000"),
    (lambda match: match.update(events=match["events"][-1:] * 10_001), "at least one entry and at most 10000"),
    (lambda match: match["events"].insert(1, 5), "look at entry 2"),
    (lambda match: match["events"][1].pop("at"), "at is missing in entry 2"),
    (lambda match: match["events"][1].update(at="2027-01-30"), "look at entry 2, at"),
    (lambda match: match["events"][1].update(at="2027-01-30T24:61:00Z"), "look at entry 2, at"),
    (lambda match: match["events"][1].update(at="1969-12-31T23:59:59Z"), "look at entry 2, at"),
    (lambda match: match["events"][1].update(at="2027-02-01T12:00:01Z"), "a time that is still to come (entry 2, at"),
    (lambda match: match["events"][1].update(engine="x" * 41), "look at entry 2, engine"),
    (lambda match: match["events"][1].update(event=[]), "look at entry 2, event"),
    (lambda match: match["events"][1].update(event={"event": "riffle\x07" * 90}), "riffle?riffle?"),
    (lambda match: match["events"][0]["event"]["variant"].update(cut="by lot"), "doesn't know (look at cut)"),
    (lambda match: match.update(same_as=[]), "look at same_as"),
    (lambda match: match["same_as"].update(by=1), "look at same_as, by"),
    (lambda match: match.update(pictures={}), "look at pictures"),
    (lambda match: match["pictures"][0].update(entry=99), "look at picture 1, entry"),
    (lambda match: match["pictures"].append(match["pictures"][0]), "look at picture 2, entry"),
    (lambda match: match["pictures"][0].update(jpeg="%"), "Picture 1 of the match"),
    (lambda match: match["pictures"][0].update(jpeg="é"), "Picture 1 of the match"),
    (lambda match: match["pictures"][0].update(jpeg=b64encode(b"GIF89a").decode()), "Picture 1 of the match"),
]


@pytest.mark.parametrize(("change", "told"), WRONG)
def test_a_match_with_a_wrong_field_is_named_with_it(change: Change, told: str) -> None:
    data = json.loads(TEXT)
    change(data["matches"][0])
    assert told in str(refusal(json.dumps(data).encode()))


def test_one_telling_of_a_match_stands_in_a_file_once() -> None:
    assert refusal(written(SMALL[0], SMALL[0])).code == "EXCHANGE_TWICE"
    assert len(list(read_matches(written(SMALL[0], replace(SMALL[0], copy=3)), NOON))) == 2


def test_times_are_read_as_the_log_writes_them() -> None:
    text = TEXT.replace(SMALL[0].rows[1].at_utc, "2027-01-31T09:00:01Z")
    assert next(read_matches(text.encode(), NOON)).rows[1].at_utc == "2027-01-31T09:00:01.000Z"


def test_text_from_elsewhere_is_shown_without_control_characters() -> None:
    assert legible("a\x1b[2Jb") == "a?[2Jb" and legible("x" * 9, 5) == "xxxx…"


# Rules that no program of ours can play by

RULES: list[tuple[dict[str, Any], str]] = [
    ({"trumps": "none"}, "cards_each"),
    ({"seats": ["N", "E"], "sides": ["N", "E"]}, "cards_each"),
    ({"tricks": 500}, "cards_each"),
    ({"pack": 36}, "pack"),
    ({"match": "first_to_0"}, "match"),
    ({"revoke_penalty": "fixed:1000"}, "revoke_penalty"),
    ({"cut": "marker_card"}, "marker_card"),
    ({"pack": 48, "marker_card": "2D"}, "marker_card"),
    ({"target": 10_000}, "target"),
    ({"target": 0}, "target"),
    ({"bonus": {"game": 10_000}}, "trump_values"),
    ({"title": "x" * 300}, "title"),
    ({"title": "\x1b[2J"}, "title"),
    ({"options": {"target": [1]}}, "options"),
    ({"options": {"target": True}}, "options"),
    ({"sources": {"target": [["000"]]}}, "sources"),
]


@pytest.mark.parametrize(("changes", "field"), RULES)
def test_rules_that_can_t_be_played_are_refused(changes: dict[str, Any], field: str) -> None:
    data = json.loads(TEXT)
    data["matches"][0]["events"][0]["event"]["variant"].update(changes)
    error = refusal(json.dumps(data).encode())
    assert (error.code, error.params["field"]) == ("EXCHANGE_UNKNOWN_RULES", field)


def test_house_rules_are_rules_that_can_be_played() -> None:
    rules = load_variant("nine_card_lancashire").to_json()
    numbers = {"target": 100, "trump_values": {"9": 18, "5": 10}, "pegged_in_pack": 43, "bonus": {"game": 6, "jack": 1}}
    house = Variant.from_json({**rules, **numbers, "id": "the_rose", "title": "The Rose"})
    match = sent([start_of_match(ID, house)])
    assert tuple(read_matches(written(match), NOON)) == (match,)


# At least 300 generated files: never a traceback, never a changed log


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchLog]:
    """A log that has a beginning of one of the matches."""
    with MatchLog(tmp_path_factory.mktemp("exchange") / "don.sqlite3") as log:
        merge(log, [sent(begun(dealt(), ID, FOUR, "The Rose"))], NOON)
        yield log


def tried(log: MatchLog, data: bytes) -> bool:
    """Take the file in; whether it was refused. What is not refused is taken out again."""
    before = all_rows(log)
    try:
        merge(log, read_matches(data, NOON), NOON, with_pictures=True)
    except DonError as error:
        checked(error)
        assert all_rows(log) == before
        return True
    for match in log.matches()[1:]:
        log.remove(match.match_id)
    if len(log.rows(ID)) > 3:
        log.remove(ID)
        merge(log, [sent(begun(dealt(), ID, FOUR, "The Rose"))], NOON)
    return False


generated = settings(
    max_examples=int(os.environ.get("DON_EXAMPLES", "120")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@given(st.integers(0, len(TEXT.encode()) - 3))
@generated
def test_a_file_cut_short_anywhere_is_refused(log: MatchLog, length: int) -> None:
    assert tried(log, TEXT.encode()[:length])


@given(st.integers(0, len(TEXT.encode()) * 8 - 1))
@generated
def test_a_file_with_a_flipped_bit_is_refused_or_still_a_match(log: MatchLog, bit: int) -> None:
    data = bytearray(TEXT.encode())
    data[bit // 8] ^= 1 << bit % 8
    tried(log, bytes(data))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["N", "NS", "AH"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value, but the value as a whole."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in entries:
        yield (*path, key)
        yield from places(item, (*path, key))


DATA = json.loads(TEXT)
PLACES = list(places(DATA))


@pytest.mark.slow
@given(st.sampled_from(PLACES), st.none() | st.tuples(ANYTHING))
@settings(generated, max_examples=2 * generated.max_examples)
def test_a_file_with_anything_anywhere_is_refused_or_still_a_match(
    log: MatchLog, place: tuple[Any, ...], new: tuple[Any] | None
) -> None:
    """A value is replaced, or left out."""
    data = copy.deepcopy(DATA)
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    if new is None:
        del inner[place[-1]]
    else:
        inner[place[-1]] = new[0]
    tried(log, json.dumps(data).encode("utf-8", "surrogatepass"))


@given(ANYTHING | st.dictionaries(st.sampled_from(["format", "version", "matches", "x"]), ANYTHING))
@generated
def test_json_of_something_else_is_refused(log: MatchLog, value: Any) -> None:
    assume(not (isinstance(value, dict) and value.get("format") == "don-matches"))
    assert tried(log, json.dumps(value).encode("utf-8", "surrogatepass"))


@given(st.binary(max_size=200))
@generated
def test_anything_else_is_refused(log: MatchLog, data: bytes) -> None:
    assert tried(log, data)


# No time runs backwards in the tests above


def test_a_clock_that_is_a_day_ahead_is_let_pass() -> None:
    match = sent(dealt(), NOON + timedelta(hours=23))
    assert tuple(read_matches(written(match), NOON)) == (match,)
