"""When a match was played, for people: by the clock of a place, and without a time where only the day is known."""

from datetime import UTC, date, datetime, tzinfo

from scorer.names import shown_name

_NOON = "T12:00:00.000Z"


def noon_of(day: date) -> datetime:
    """The time of a match of which only the day is known: noon to the millisecond (UTC), as no clock ever gives it."""
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def day_words(at_utc: str, zone: tzinfo | None = None) -> str:
    """The day of a time of the log by the clock of ``zone`` (None: this computer's), as ``2027-01-30``.

    A time that is none stays as it stands there.
    """
    return _words(at_utc, zone, "%Y-%m-%d")


def time_words(at_utc: str, zone: tzinfo | None = None) -> str:
    """As `day_words` with the time of day, ``2027-01-30 20:03``; where only the day is known, the day alone."""
    return _words(at_utc, zone, "%Y-%m-%d %H:%M")


def _words(at_utc: str, zone: tzinfo | None, form: str) -> str:
    try:
        time = datetime.fromisoformat(at_utc)
        if at_utc.endswith(_NOON):
            return f"{time:%Y-%m-%d}"
        return format(time.astimezone(zone), form)
    except (ValueError, OverflowError):
        return shown_name(at_utc)
