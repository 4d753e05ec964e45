"""The one form of an error that a user may meet: a documented code with its parameters, and one sentence for it."""

from scorer.texts import say


class DonError(Exception):
    """Something that can't be done. `code` and `params` say what; `str` gives the sentence a player reads.

    Rooms with sentences of their own override `sentence`.
    """

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def sentence(self) -> str:
        """What is wrong and what to do, in one sentence."""
        return say(self.code, self.params)

    def __str__(self) -> str:
        return self.sentence()
