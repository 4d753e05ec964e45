"""The day and time of a match as people read them."""

from datetime import date, timedelta, timezone

import pytest

from scorer.matchlog import utc_text
from scorer.played import day_words, noon_of, time_words

EAST, WEST = timezone(timedelta(hours=13)), timezone(timedelta(hours=-5))


@pytest.mark.parametrize(
    ("at_utc", "east", "west"),
    [
        ("2027-01-30T20:03:59.000Z", "2027-01-31 09:03", "2027-01-30 15:03"),
        ("2027-01-31T03:00:00.000Z", "2027-01-31 16:00", "2027-01-30 22:00"),
        (utc_text(noon_of(date(2027, 1, 30))), "2027-01-30", "2027-01-30"),
        ("2027-01-30T12:00:00.001Z", "2027-01-31 01:00", "2027-01-30 07:00"),
        ("9999-12-31T23:00:00.000Z", "9999-12-31T23:00:00.000Z", "9999-12-31 18:00"),
        ("some\x1bday", "some day", "some day"),
    ],
)
def test_times_are_those_of_the_place_and_a_mere_day_has_none(at_utc: str, east: str, west: str) -> None:
    assert (time_words(at_utc, EAST), time_words(at_utc, WEST)) == (east, west)
    if " " in east and at_utc[:1] == "2":
        assert (day_words(at_utc, EAST), day_words(at_utc, WEST)) == (east[:10], west[:10])
    else:
        assert day_words(at_utc, EAST) == east
