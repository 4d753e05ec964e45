"""What is heard and felt at the table: a tick of a peg, a trick that stands, a question, a game won. No Kivy.

What plays and what shakes is given; what a person has chosen is asked each time, so that a change holds at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mobile.settings import Settings

SOUNDS = ("peg", "confirmed", "asked", "won", "refused")
"""The sounds there are, by the names of their files in ``assets/sounds``."""

_SHAKES_MS = {"confirmed": (30,), "asked": (60,), "won": (80, 90, 80, 90, 160), "refused": (40, 70, 40)}
"""How long each shake lasts in milliseconds: on, off, on, and so on. A peg only ticks."""


class Feedback:
    """Sound and vibration as the settings allow them; where there is no such device, nothing happens.

    ``play`` gets the name of a sound, ``shake`` the milliseconds on, off, on.
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        play: Callable[[str], object],
        shake: Callable[[Sequence[int]], object],
    ) -> None:
        self._settings = settings
        self._play = play
        self._shake = shake

    def peg(self) -> None:
        """A peg has gone one hole on."""
        self._give("peg")

    def confirmed(self) -> None:
        """What was proposed stands."""
        self._give("confirmed")

    def asked(self) -> None:
        """A person is needed: a card is doubtful, a seat open."""
        self._give("asked")

    def won(self) -> None:
        """A game, leg or match is won."""
        self._give("won")

    def refused(self) -> None:
        """What was wished can't be; a sentence says why."""
        self._give("refused")

    def _give(self, name: str) -> None:
        settings = self._settings()
        if settings.sound:
            self._play(name)
        if settings.vibration and name in _SHAKES_MS:
            self._shake(_SHAKES_MS[name])
