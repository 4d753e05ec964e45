"""`don`: reads the arguments, runs one command, turns every error into one sentence and an exit status."""

from __future__ import annotations

import argparse
import importlib
import io
import keyword
import os
import sys
import traceback
from types import ModuleType

from don import status
from scorer.errors import DonError

COMMANDS = (
    "demo",
    "read",
    "score",
    "watch",
    "enter",
    "app",
    "evaluate",
    "scenes",
    "variants",
    "replay",
    "muck",
    "revoke",
    "correct",
    "undo",
    "redo",
    "log",
    "backup",
    "export",
    "import",
    "history",
    "league",
)
EPILOG = """exit status:
  0 done, 2 bad input or usage, 3 a person is needed (--no-input lists the questions), 130 stopped

examples:
  don demo --no-window              read and score the bundled hand
  don read table.jpg --draw         name the cards in a photograph
  don score --variant nine_card_lancashire --pitcher N tricks/
  don watch --pitcher N table.mp4   follow a table: cards fall, tricks are scored
  don enter --pitcher N             enter a match by hand, any variant
  don app --source tricks/          the table on the screen
  don replay match.don --why        a written match, every point with its reason
  don history stats --player Ann    won and lost, averages, fives and nines lost
  don export --all --out all.json   every match, for don import on another machine"""


def _command(name: str) -> ModuleType:
    # A module can't have the name of a Python keyword.
    return importlib.import_module(f"don.commands.{name}{'_' if keyword.iskeyword(name) else ''}")


def build_parser() -> argparse.ArgumentParser:
    """The parser with every command; a command's heavy imports wait until it runs."""
    parser = argparse.ArgumentParser(
        prog="don",
        description="The scoring companion for Don: reads the cards of each trick, scores them, moves the pegs.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = _command(name)
        help_text = module.HELP
        sub = commands.add_parser(
            name,
            help=help_text,
            description=(module.__doc__ or help_text).strip(),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(sub)
        sub.set_defaults(run=module.run)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Runs the command line and returns its exit status (see `don.status`)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a sign that the terminal doesn't have is no reason to stop
            stream.reconfigure(errors="replace")
    args = build_parser().parse_args(argv)
    try:
        result: int = args.run(args)
        sys.stdout.flush()
        return result
    except KeyboardInterrupt as stop:
        _say(str(stop) or "stopped; everything confirmed so far is kept")
        return status.STOPPED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return status.DONE
    except status.PersonNeededError as error:
        _say("a person is needed for:")
        for question in error.questions:
            print(f"  {question}", file=sys.stderr)
        return status.PERSON_NEEDED
    except Exception as error:
        return _explain(error)


def _explain(error: Exception) -> int:
    """One sentence for an error: documented ones carry a `code`; what nobody expected asks for a report."""
    if isinstance(error, DonError):
        _say(str(error))
    elif isinstance(error, OSError):
        _say(f"{error.filename or 'a file or the output'} cannot be used: {error.strerror or error}.")
    else:
        _say(
            f"something unexpected went wrong ({type(error).__name__}: {error}); please report it with DON_DEBUG=1 set."
        )
    if os.environ.get("DON_DEBUG"):
        traceback.print_exc()
    return status.BAD_INPUT


def _say(sentence: str) -> None:
    sys.stdout.flush()
    print(f"don: {sentence}", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
