"""The commands' one clock."""

from datetime import UTC, datetime


def now() -> datetime:
    """The time for the log."""
    return datetime.now(UTC)
