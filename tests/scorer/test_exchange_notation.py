"""A match in notation taken in as one from another log."""

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from uuid import UUID

import pytest
from sent_matches import ID, NOON, any_record

from scorer import exchange_notation
from scorer.errors import DonError
from scorer.events import MatchStart
from scorer.exchange import ExchangeError
from scorer.exchange_notation import match_from_notation
from scorer.log_merge import Outcome, merge
from scorer.matchlog import MatchLog
from scorer.notation import NotationError, read, write

LEAST = '[Variant "nine_card_lancashire"]\n\npitcher N\nAH 5C 5S 5D\nKH AC AS AD\n'
DAY = date(2027, 1, 30)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(9))
def test_a_match_written_here_keeps_its_id_and_its_day(seed: int) -> None:
    record = any_record(seed)
    match = match_from_notation(write(record, {"Date": "2027-01-30"}).encode(), None, NOON)
    assert [row.event for row in match.rows] == record and match.match_id == ID
    assert {row.at_utc for row in match.rows} == {"2027-01-30T12:00:00.000Z"}


def test_the_same_text_is_the_same_match(tmp_path: Path) -> None:
    texts = [LEAST, LEAST.replace("\n", "\r\n"), "\ufeff" + LEAST + "\n\n"]
    with MatchLog(tmp_path / "don.sqlite3") as log:
        found = [merge(log, [match_from_notation(text.encode(), DAY, NOON)], NOON).matches[0] for text in texts]
        assert [match.outcome for match in found] == [Outcome.NEW, Outcome.SAME, Outcome.SAME]
        assert UUID(found[0].name).version == 5
        other = match_from_notation(LEAST.replace("KH", "QH").encode(), DAY, NOON)
        assert merge(log, [other], NOON).matches[0].outcome is Outcome.NEW
    start = read(LEAST).events[0]
    assert isinstance(start, MatchStart)
    assert found[0].start == replace(start, match_id=found[0].name)


def test_a_day_that_is_given_goes_before_that_of_the_text() -> None:
    text = f'[Date "1985-03-01"]\n{LEAST}'.encode()
    assert match_from_notation(text, None, NOON).rows[0].at_utc == "1985-03-01T12:00:00.000Z"
    assert match_from_notation(text, DAY, NOON).rows[0].at_utc == "2027-01-30T12:00:00.000Z"


@pytest.mark.parametrize(
    ("data", "day", "code"),
    [
        (LEAST.encode(), None, "EXCHANGE_NO_DATE"),
        (f'[Date "last Friday"]\n{LEAST}'.encode(), None, "EXCHANGE_NO_DATE"),
        (LEAST.encode(), date(2027, 2, 3), "EXCHANGE_FUTURE_DAY"),
        (b"Score sheet: Phat\n=====\n", DAY, "EXCHANGE_FOR_READING"),
        (b"\xef\xbb\xbfmatch_id,copy,date,place\r\n", DAY, "EXCHANGE_FOR_READING"),
        (b"%PDF-1.3\n", DAY, "EXCHANGE_FOR_READING"),
        (b"\xff\xfe" + LEAST.encode(), DAY, "EXCHANGE_NOT_TEXT"),
        (LEAST.replace("KH", "AH").encode(), DAY, "NOTATION_REFUSED"),
        (b"", DAY, "NOTATION_NO_VARIANT"),
        (b'[Variant "phat"]\n[Rule cut "by lot"]\n', DAY, "NOTATION_RULE_UNKNOWN"),
    ],
)
def test_what_can_t_be_taken_in_is_refused_in_one_sentence(data: bytes, day: date | None, code: str) -> None:
    with pytest.raises(DonError) as error:
        match_from_notation(data, day, NOON)
    assert error.value.code == code and isinstance(error.value, ExchangeError | NotationError)
    assert str(error.value).endswith(".") and "{" not in str(error.value)


def test_a_text_is_not_longer_than_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange_notation, "MOST_SIGNS", 10)
    with pytest.raises(ExchangeError) as error:
        match_from_notation(LEAST.encode(), DAY, datetime(2027, 1, 31, tzinfo=UTC))
    assert error.value.code == "EXCHANGE_TOO_LARGE"


def test_a_text_of_nothing_but_corrections_is_not_followed_for_hours() -> None:
    with pytest.raises(ExchangeError, match="has 1200 corrections among 1206 entries"):
        match_from_notation((LEAST + "undo\nredo\n" * 600).encode(), DAY, NOON)
