"""The app by itself, without the commands: where a phone starts."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_dir

from mobile.app import EXIT_BAD_INPUT, run_app
from mobile.log_care import LOG_NAME, companion_on
from mobile.match_book import SessionError
from mobile.texts import label
from scorer.matchlog import LogError

if TYPE_CHECKING:
    from models.reader import CardReader


def now() -> datetime:
    """The time for the log; no other part of the app reads a clock."""
    return datetime.now(UTC)


def main() -> int:
    """Open the app on the log in the user's data folder, the one of `don app`; one that is damaged is mended in it."""
    folder = Path(user_data_dir("don", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with companion_on(folder / LOG_NAME, folder, now, _load_reader) as companion:
            return run_app(companion)
    except OSError as error:
        print(label("SOURCE_UNREADABLE", source=folder, detail=error.strerror or error), file=sys.stderr)
    except (LogError, SessionError) as error:
        print(error, file=sys.stderr)
    return EXIT_BAD_INPUT


def _load_reader() -> "CardReader":
    from models.reader import CardReader  # OpenCV's networks are not needed before the first picture

    return CardReader.load()


if __name__ == "__main__":
    sys.exit(main())
