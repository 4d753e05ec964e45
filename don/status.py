"""Exit statuses of every command, and the errors that lead to them. No other status is used."""

from __future__ import annotations

DONE = 0
BAD_INPUT = 2
PERSON_NEEDED = 3
STOPPED = 130


class UsageError(Exception):
    """Input the command cannot use; the text is the one sentence the user reads."""

    code = "USAGE"

    def __init__(self, sentence: str, **params: object) -> None:
        self.params = params
        super().__init__(sentence)


class PersonNeededError(Exception):
    """Open questions and nobody to ask; `questions` are sentences."""

    def __init__(self, questions: list[str]) -> None:
        super().__init__(f"{len(questions)} questions are open")
        self.questions = questions
