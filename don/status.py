"""Exit statuses of every command, and the errors that lead to them. No other status is used."""

from __future__ import annotations

from scorer.errors import DonError

DONE = 0
BAD_INPUT = 2
PERSON_NEEDED = 3
STOPPED = 130


class UsageError(DonError):
    """Input the command cannot use; made with the one sentence the user reads."""

    def __init__(self, text: str) -> None:
        super().__init__("USAGE", text=text)

    def sentence(self) -> str:
        """The sentence it was made with."""
        return str(self.params["text"])


class PersonNeededError(Exception):
    """Open questions and nobody to ask; `questions` are sentences."""

    def __init__(self, questions: list[str]) -> None:
        super().__init__(f"{len(questions)} questions are open")
        self.questions = questions
