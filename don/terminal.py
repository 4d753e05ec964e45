"""One answer from the terminal, and yes or no."""

from __future__ import annotations

import sys
from collections.abc import Callable

from don.status import PersonNeededError

Answer = Callable[[str, str], str]
"""Shows a prompt and gives the answer; the second text says what is open where nobody answers (`PersonNeededError`)."""


def from_terminal(prompt: str, pending: str) -> str:
    """One answer from the terminal. Raises `PersonNeededError` at the end of the input."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise PersonNeededError([pending])
    if not sys.stdin.isatty():
        print()
    return line.strip()


def confirmed(question: str, *, yes: bool, no_input: bool = False, answer: Answer = from_terminal) -> bool:
    """Whether a person agrees: ``yes`` says so beforehand; with ``no_input`` nobody is asked (`PersonNeededError`).

    ``answer`` asks it.
    """
    if yes:
        return True
    if no_input:
        raise PersonNeededError([question])
    while True:
        said = answer(f"{question} [y/N] ", question).lower()
        if said in ("y", "yes"):
            return True
        if said in ("", "n", "no"):
            return False
        print("  Write y or n.")
