"""The app by itself, without the commands: where a phone starts. It goes on with the running match, or begins one."""

import sys
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_data_dir

from mobile.app import EXIT_BAD_INPUT, run_app
from mobile.match_book import SessionError
from mobile.table_session import TableSession
from mobile.texts import label
from scorer.log_opening import open_log
from scorer.matchlog import LogError
from scorer.seats import Seat
from scorer.variant import load_variant

DEFAULT_VARIANT = "nine_card_lancashire"


def now() -> datetime:
    """The time for the log; no other part of the app reads a clock."""
    return datetime.now(UTC)


def main() -> int:
    """Open the app on the log in the user's data folder, the one of `don app`; everything is entered by hand."""
    folder = Path(user_data_dir("don", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open_log(folder / "matches.db", now()) as log:
            running = log.running_match()
            if running is not None:
                session = TableSession.resume(log, running)
            else:
                session = TableSession.start(log, load_variant(DEFAULT_VARIANT), Seat.N, None, now())
            return run_app(session, None, now)
    except OSError as error:
        print(label("SOURCE_UNREADABLE", source=folder, detail=error.strerror or error), file=sys.stderr)
    except (LogError, SessionError) as error:
        print(error, file=sys.stderr)
    return EXIT_BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
