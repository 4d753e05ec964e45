"""What the proof of the watcher watches: which hands, with which mishaps, at which difficulty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from datasets.games import Difficulty, Film, empty_table, film
from datasets.packs import CardPack, pack_from_folder

BUNDLED = Path(__file__).resolve().parents[1] / "mobile" / "assets" / "cards"


@cache
def bundled_pack() -> CardPack:
    """The card faces that ship with the app."""
    return pack_from_folder(BUNDLED, "bundled", "MIT")


@dataclass(frozen=True, slots=True)
class Task:
    """One film to watch.

    `kind`: `hand` (number `number` of the seed `base`), `empty` (a piece of an empty table, `seconds` long) or `memory`
    (the beginning of a hand again and again for `seconds`). `waits`: give the watcher only the frames that its
    `interval_s` asks for, as a camera would.
    """

    kind: str
    number: int
    base: int
    difficulty: Difficulty
    fps: float
    variant: str = "nine_card_lancashire"
    mishaps: tuple[str, ...] = ()
    seconds: float = 0.0
    bundled: bool = False
    waits: bool = False

    @property
    def seed(self) -> int:
        """The seed of the film."""
        return self.base * 1000 + self.number

    @property
    def name(self) -> str:
        """For files: `hand-7003-hard-10fps`."""
        return f"{self.kind}-{self.seed}-{self.difficulty}-{self.fps:g}fps"

    def film(self) -> Film:
        """What is to be watched."""
        if self.kind == "empty":
            return empty_table(self.seed, self.seconds, self.difficulty, drawn_only=self.bundled)
        each = 13 if self.variant == "phat" else 9
        packs = (bundled_pack(),) if self.bundled else None
        return film(self.seed, self.difficulty, self.mishaps, cards_each=each, packs=packs)


def tasks_of_hands(
    base: int, hands: int, fps: float, mishaps: Sequence[str], bundled: bool = False, waits: bool = False
) -> Iterator[Task]:
    """The hands of the proof: easy, normal, hard in turn, every tenth one Phat, two mishaps each.

    Each mishap comes to each difficulty equally often, each round of them with other partners; each difficulty begins
    at another one, so that few hands meet many.
    """
    difficulties: tuple[Difficulty, ...] = ("easy", "normal", "hard")
    count = len(mishaps)
    for number in range(hands):
        level, turn = number % 3, number // 3
        chosen: tuple[str, ...] = ()
        if count > 1:
            first = (turn + level * (count // 3)) % count
            chosen = (mishaps[first], mishaps[(first + 1 + turn // count % (count - 1)) % count])
        variant = "phat" if number % 10 == 9 else "nine_card_lancashire"
        yield Task("hand", number, base, difficulties[level], fps, variant, chosen, 0.0, bundled, waits)


def tasks_of_empty_table(
    base: int, seconds: float, fps: float, bundled: bool = False, waits: bool = False
) -> Iterator[Task]:
    """The empty table in pieces of a minute at most, the difficulties in turn."""
    difficulties: tuple[Difficulty, ...] = ("easy", "normal", "hard")
    number, left = 0, seconds
    while left > 0:
        piece, level = min(60.0, left), difficulties[number % 3]
        yield Task("empty", number, base, level, fps, seconds=piece, bundled=bundled, waits=waits)
        number, left = number + 1, left - 60.0


def task_for_memory(base: int, seconds: float, fps: float, bundled: bool = False) -> Task:
    """A hand at normal difficulty whose beginning is watched again and again."""
    return Task("memory", 0, base, "normal", fps, seconds=seconds, bundled=bundled)
