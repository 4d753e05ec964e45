"""What several phones have, merged into one log: nothing twice, nothing lost, nothing changed."""

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from scorer_table import NINE_TRICKS, dealt, play, trick
from sent_matches import FOUR, ID, NOON, OTHER_ID, all_rows, any_record, begun, sent, tellings

from scorer.events import Correct, Event, Note, Redo, Undo
from scorer.exchange import ExchangeError, SentMatch, SentPicture, WrongMatchError, json_lines, read_matches
from scorer.log_file import LogError
from scorer.log_merge import Outcome, apart_sentence, merge, merged_sentence, sent_match
from scorer.log_pictures import picture_of, pictures, rule_of, set_rule
from scorer.match import MatchState
from scorer.matchlog import MatchLog
from scorer.record import RecordError
from scorer.referee import Admission, _Applied, admit, admit_all, replay
from scorer.seats import Seat

JPEG = b"\xff\xd8\xff\xe0 a trick \xff\xd9"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[MatchLog]:
    with MatchLog(tmp_path / "don.sqlite3") as log:
        yield log


def carried(matches: list[SentMatch]) -> list[SentMatch]:
    """The matches after their way through a file."""
    return list(read_matches("\n".join(json_lines(matches)).encode(), NOON))


def record(*more: Event, match_id: str = ID) -> list[Event]:
    return begun([*dealt(), *more], match_id, FOUR)


def outcomes(log: MatchLog, *matches: SentMatch) -> list[tuple[str, Outcome, int]]:
    report = merge(log, matches, NOON)
    assert len(report.matches) == len(matches)
    return [(match.name, match.outcome, match.added) for match in report.matches]


# Out and in


@pytest.mark.parametrize("seed", range(18))
def test_a_match_of_any_kind_is_the_same_in_the_other_log(tmp_path: Path, seed: int) -> None:
    there = sent(any_record(seed))
    with MatchLog(tmp_path / "a.sqlite3") as log:
        assert outcomes(log, there) == [(ID, Outcome.NEW, len(there.rows))]
        assert sent_match(log, ID) == there
        sent_on = carried([sent_match(log, ID)])
    assert sent_on == [there]
    with MatchLog(tmp_path / "b.sqlite3") as log:
        merge(log, sent_on, NOON)
        assert log.rows(ID) == there.rows
        before = all_rows(log)
        assert outcomes(log, *sent_on) == [(ID, Outcome.SAME, 0)]
        assert all_rows(log) == before


def test_a_match_that_isn_t_there_or_can_t_be_followed_is_not_sent(log: MatchLog) -> None:
    with pytest.raises(LogError) as error:
        sent_match(log, ID)
    assert error.value.code == "LOG_NO_SUCH_MATCH"
    log.add(ID, sent(record(play("E", "2H"))).rows)
    with pytest.raises(LogError) as error:
        sent_match(log, ID)
    assert error.value.code == "LOG_BROKEN_MATCH" and "entry 4" in str(error.value)


# One match in two logs


def test_the_longer_telling_stays_and_keeps_its_own_times(log: MatchLog) -> None:
    longer = sent(record(trick("N", NINE_TRICKS[0]), Undo(), trick("N", NINE_TRICKS[0])), NOON - timedelta(hours=5))
    shorter = sent(record(trick("N", NINE_TRICKS[0])), NOON - timedelta(hours=4))
    assert outcomes(log, shorter) == [(ID, Outcome.NEW, 4)]
    assert outcomes(log, longer) == [(ID, Outcome.LONGER, 2)]
    assert log.rows(ID) == (*shorter.rows, *longer.rows[4:])
    assert outcomes(log, shorter, longer) == [(ID, Outcome.SHORTER, 0), (ID, Outcome.SAME, 0)]
    assert log.state(ID) == replay(row.event for row in longer.rows)


def test_a_match_told_differently_is_kept_beside_the_other(log: MatchLog) -> None:
    one, other = record(trick("N", NINE_TRICKS[0])), record(trick("N", NINE_TRICKS[1]), Undo())
    merge(log, [sent(one)], NOON)
    (found,) = merge(log, [sent(other)], NOON).matches
    assert (found.name, found.outcome, found.other, found.added) == (f"{ID}~2", Outcome.CONFLICT, ID, 5)
    assert found.difference is not None and found.difference.seq == 4
    assert merged_sentence(found) == (
        "It is told differently here and in the file, so both stay, and what the file tells is called 1b9d6bcd~2: "
        f"entry 4 is a trick, N {NINE_TRICKS[0]} in 1b9d6bcd, and a trick, N {NINE_TRICKS[1]} in the file."
    )
    assert "(don history delete ID), here 1b9d6bcd or 1b9d6bcd~2." in apart_sentence(found)
    assert log.events(ID) == tuple(one) and log.events(f"{ID}~2") == tuple(other)
    third = record(play("N", "AH"))
    assert outcomes(log, sent(third), sent([*other, Redo()])) == [
        (f"{ID}~3", Outcome.CONFLICT, 4),
        (f"{ID}~2", Outcome.LONGER, 1),
    ]


def test_a_file_with_both_tellings_brings_both_and_adds_nothing_twice(log: MatchLog, tmp_path: Path) -> None:
    merge(log, [sent(record(trick("N", cards))) for cards in NINE_TRICKS[:3]], NOON)
    names = [match.match_id for match in log.matches()]
    assert names == [ID, f"{ID}~2", f"{ID}~3"]
    both = carried([sent_match(log, name) for name in names])
    assert [match.copy for match in both] == [1, 2, 3]
    before = all_rows(log)
    assert {outcome for _, outcome, _ in outcomes(log, *reversed(both))} == {Outcome.SAME}
    assert all_rows(log) == before
    with MatchLog(tmp_path / "new.sqlite3") as other:
        merge(other, reversed(both), NOON)
        assert tellings(other) == tellings(log)


@pytest.mark.parametrize("seed", range(12))
def test_two_phones_merged_in_either_order_give_the_same_matches(tmp_path: Path, seed: int) -> None:
    """Each has parts of matches that went on differently, or not at all."""
    rng = random.Random(seed)
    whole = [any_record(seed + number, 2, f"{number}{ID[1:]}") for number in range(3)]
    phones = []
    for _ in range(3):
        told = [one[: rng.randint(1, len(one))] for one in whole if rng.random() < 0.8]
        phones.append([sent([*one, *([Note(f"n{rng.randrange(2)}")] if rng.random() < 0.6 else [])]) for one in told])
    found = []
    for place, order in enumerate(([0, 1, 2], [2, 1, 0], [1, 2, 0, 1])):
        with MatchLog(tmp_path / f"{place}.sqlite3") as log:
            for phone in order:
                merge(log, phones[phone], NOON)
            found.append(tellings(log))
    assert found[0] == found[1] == found[2]


def test_two_matches_that_happen_to_have_one_id_are_two_matches(log: MatchLog) -> None:
    """Ids of earlier versions were times, which two phones can share."""
    old = "20260301-193000"
    merge(log, [sent(record(match_id=old))], NOON)
    others = begun(dealt(), old, {**FOUR, Seat.N: "Zoë"}, "The Rose")
    (found,) = merge(log, [sent(others)], NOON).matches
    assert (found.name, found.outcome) == (f"{old}~2", Outcome.NAMESAKE)
    assert merged_sentence(found) == (
        f"It is another match than {old}, which has the same id (another is the names, the place), "
        f"so it is kept as {old}~2."
    )
    assert outcomes(log, sent(others)) == [(f"{old}~2", Outcome.SAME, 0)]
    (found,) = merge(log, [sent(record(Note("x"), match_id=old)), sent(record(Note("y"), match_id=old))], NOON).matches[
        1:
    ]
    assert found.outcome is Outcome.CONFLICT


def test_a_start_told_differently_under_a_uuid_is_a_conflict(log: MatchLog) -> None:
    merge(log, [sent(record())], NOON)
    (found,) = merge(log, [sent(begun(dealt(), ID, FOUR, "The Rose"))], NOON).matches
    assert found.outcome is Outcome.CONFLICT
    assert "from its start on (another is the place)" in merged_sentence(found)


def test_a_match_whose_own_id_looks_like_a_second_telling(log: MatchLog) -> None:
    merge(log, [sent(record(match_id=f"{ID}~2"))], NOON)
    one, other = record(Note("one")), record(Note("other"))
    assert outcomes(log, sent(one), sent(other)) == [(ID, Outcome.NEW, 4), (f"{ID}~3", Outcome.CONFLICT, 4)]
    assert sent_match(log, f"{ID}~2").copy == 1 and sent_match(log, f"{ID}~3").copy == 3


def test_each_outcome_has_a_sentence(log: MatchLog) -> None:
    told = [record(Note("x")), record(Note("x")), record(), record(Note("x"), Note("y"))]
    report = merge(log, map(sent, told), NOON)
    assert [merged_sentence(match) for match in report.matches] == [
        "New, with 4 entries.",
        "It is here already.",
        "It is here already, with more entries than the file has.",
        "It was here up to a point, and its further entries are added (1).",
    ]
    assert report.count(Outcome.NEW) == 1 and report.count(Outcome.CONFLICT) == 0


# What can't be


def refused(log: MatchLog, matches: Iterator[SentMatch] | list[SentMatch]) -> str:
    before = all_rows(log)
    with pytest.raises(ExchangeError) as error:
        merge(log, matches, NOON)
    assert all_rows(log) == before
    return str(error.value)


def test_one_match_that_can_t_be_followed_keeps_the_whole_file_out(log: MatchLog) -> None:
    merge(log, [sent(record())], NOON)
    broken = sent(record(play("E", "2H"), match_id=OTHER_ID))
    sentence = refused(log, [sent(record(Note("x"))), broken])
    assert sentence == (
        f"The match {OTHER_ID} in the file can't be followed: its entry 4, a card, is refused. "
        "It is North's turn, not East's; enter North's card first."
    )


def test_what_can_t_be_taken_in_is_left_out_where_that_is_said(log: MatchLog) -> None:
    """A match that the referee refuses, one with a time still to come, one there twice: the others come in."""
    good, broken, late = (f"{number:08}{ID[8:]}" for number in range(3))
    told = [sent(record(match_id=good)), sent(record(play("E", "2H"), match_id=broken))]
    told += [sent(record(match_id=late), NOON + timedelta(days=9)), told[0]]
    data = "\n".join(json_lines(told)).encode()
    assert "can't be followed" in refused(log, read_matches(data, NOON))
    left: list[WrongMatchError] = []
    report = merge(log, read_matches(data, NOON, left.append), NOON, leave_out=left.append)
    assert [match.name for match in report.matches] == [good] == [match.match_id for match in log.matches()]
    assert [(error.code, error.params["match"]) for error in left] == [
        ("EXCHANGE_BROKEN", broken),
        ("EXCHANGE_FUTURE", late),
        ("EXCHANGE_TWICE", good),
    ]
    before = all_rows(log)
    with pytest.raises(ExchangeError, match="it breaks off"):
        merge(log, read_matches(data[:-3], NOON, left.append), NOON, leave_out=left.append)
    assert all_rows(log) == before


def test_a_file_that_breaks_off_brings_nothing(log: MatchLog) -> None:
    data = "\n".join(json_lines([sent(record()), sent(record(match_id=OTHER_ID))])).encode()
    assert "it breaks off" in refused(log, read_matches(data[:-3], NOON))


def test_a_match_of_nothing_but_corrections_is_not_followed_for_hours(log: MatchLog) -> None:
    wrong = [Correct(1, 1, 0, play("N", "AH").card)] * 1000
    assert "1000 corrections among 1004 entries" in refused(log, [sent(record(play("N", "AH"), *wrong))])


def test_a_disk_that_fills_up_brings_nothing(log: MatchLog) -> None:
    merge(log, [sent(record())], NOON)
    before, pages = all_rows(log), log.file.value("PRAGMA page_count")
    log.file.execute(f"PRAGMA max_page_count = {pages + 40}")
    long = any_record(1, 2)
    with pytest.raises(LogError) as error:
        merge(log, (sent(begun(long, f"{number:08}{ID[8:]}")) for number in range(300)), NOON)
    assert error.value.code == "LOG_FULL" and all_rows(log) == before
    log.file.execute("PRAGMA max_page_count = 100000")
    assert outcomes(log, sent(record(Note("on")))) == [(ID, Outcome.LONGER, 1)]


@pytest.mark.slow
def test_a_record_from_elsewhere_is_admitted_as_one_that_is_entered() -> None:
    """One by one, with every event the referee gets there; the same match, or the same entry refused."""
    for seed in range(12):
        recorded = any_record(seed)
        state: MatchState | None = None
        for number, event in enumerate(recorded):
            answer = admit(recorded[:number], event, state)
            assert isinstance(answer, Admission)
            state = answer.after
        assert admit_all(recorded) == state == replay(recorded)
    for bad, code in ((Undo(), "NOTHING_TO_UNDO"), (Redo(), "NOTHING_TO_REDO")):
        with pytest.raises(RecordError) as error:
            admit_all([record()[0], bad])
        assert error.value.params["code"] == code and error.value.params["number"] == 2
    with pytest.raises(RecordError, match="Nothing of this match"):
        admit_all([])


def test_what_was_applied_already_may_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = [*any_record(6), Undo(), Redo()]
    expected = admit_all(recorded)
    monkeypatch.setattr(_Applied, "most", 3)
    assert admit_all(recorded) == expected


# Kept pictures


def pictured(match: SentMatch, *seqs: int, size: int = 0) -> SentMatch:
    jpeg = JPEG[:-2] + b"x" * size + JPEG[-2:]
    return replace(match, pictures=tuple(SentPicture(seq, match.rows[seq - 1].at_utc, jpeg) for seq in seqs))


def test_kept_pictures_come_along_when_asked_for(log: MatchLog, tmp_path: Path) -> None:
    match = pictured(sent(record(trick("N", NINE_TRICKS[0]))), 4)
    assert merge(log, [match], NOON).pictures == 0 and rule_of(log, ID) is None
    assert merge(log, [match], NOON, with_pictures=True).pictures == 1
    assert merge(log, [match], NOON, with_pictures=True).pictures == 0
    assert picture_of(log, ID, 4) == JPEG and pictures(log, ID)[0].at_utc == match.rows[3].at_utc
    assert sent_match(log, ID).pictures == ()
    assert carried([sent_match(log, ID, with_pictures=True)]) == [match]


def test_pictures_that_are_here_make_no_room_for_others(log: MatchLog) -> None:
    match = sent(record(trick("N", NINE_TRICKS[0])))
    merge(log, [match], NOON)
    set_rule(log, ID, budget_bytes=1100)
    merge(log, [pictured(match, 4)], NOON, with_pictures=True)
    assert merge(log, [pictured(match, 2, 3, size=600)], NOON, with_pictures=True).pictures == 1
    assert [picture.seq for picture in pictures(log, ID)] == [2, 4]


# Killed


CHILD = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from scorer.exchange import read_matches
from scorer.log_merge import merge
from scorer.matchlog import MatchLog
at = datetime(2027, 1, 31, 12, tzinfo=UTC)

def told(matches):
    for number, match in enumerate(matches):
        yield match
        print(number, flush=True)

with MatchLog(sys.argv[1]) as log:
    merge(log, told(read_matches(Path(sys.argv[2]).read_bytes(), at)), at)
    print("done", flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("after", [0, 20, 80])
def test_an_import_that_is_killed_leaves_the_log_as_before(tmp_path: Path, after: int) -> None:
    path, file = tmp_path / "don.sqlite3", tmp_path / "matches.json"
    with MatchLog(path) as log:
        merge(log, [sent(record())], NOON)
        before = all_rows(log)
    long = any_record(1, 2)
    file.write_text("\n".join(json_lines(sent(begun(long, f"{n:08}{ID[8:]}")) for n in range(120))), encoding="utf-8")
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(path), str(file)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    while int(child.stdout.readline()) < after:
        pass
    child.send_signal(signal.SIGKILL)
    rest = child.stdout.read()
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL and "done" not in rest
    with MatchLog(path) as log:
        assert all_rows(log) == before
        assert log.file.check() is None
        assert merge(log, read_matches(file.read_bytes(), NOON), NOON).count(Outcome.NEW) == 120
