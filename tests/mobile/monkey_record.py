"""What the monkey was promised: every entry it has seen in the log, and the trick under entry.

It stands in a file that is written through to the disk before and after each step, so that it holds when the process
is killed. No Kivy.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mobile.table_session import TableSession
from scorer.events import Event
from scorer.matchlog import MatchLog
from scorer.referee import replay

FILE = "promised.json"


@dataclass
class Promised:
    """``marks``: for each match a sum over its first entry, over the first two, and so on.

    ``busy``: a step is under way, so that more than this may have happened. ``removed``: matches whose removal was
    begun. ``restored``: the whole log is being put back to a copy, as was asked for.
    """

    marks: dict[str, list[int]] = field(default_factory=dict)
    steps: int = 0
    lives: int = 0
    busy: bool = False
    removed: list[str] = field(default_factory=list)
    restored: bool = False
    draft: dict[str, Any] | None = None

    @classmethod
    def load(cls, folder: Path) -> Promised:
        """What was promised in this folder; nothing yet in a new one."""
        path = folder / FILE
        return cls(**json.loads(path.read_text())) if path.exists() else cls()

    def keep(self, folder: Path) -> None:
        """Write it through to the disk, whole or not at all."""
        new = folder / f"{FILE}.new"
        with new.open("w") as file:
            json.dump(asdict(self), file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(folder / FILE)

    def check(self, log: MatchLog, thorough: bool) -> None:
        """Every entry that was seen is there unchanged; ``thorough``: all are read anew and replayed."""
        there = {match.match_id: match.events for match in log.matches()}
        if self.restored:
            self.marks, self.restored, thorough = {}, False, True
        lost = set(self.marks) - set(there) - set(self.removed)
        assert not lost, f"matches are gone: {lost}"
        for match_id in [name for name in self.marks if name not in there]:
            del self.marks[match_id]
        for match_id, count in there.items():
            known = self.marks.get(match_id, [])
            if not thorough and count == len(known):
                continue
            assert count >= len(known), f"{match_id}: {len(known)} entries were seen, {count} are there"
            events = [row.event for row in log.rows(match_id)]
            marks = sums(events)
            assert len(marks) == count and marks[: len(known)] == known, f"{match_id}: an entry has changed"
            assert replay(events) == log.state(match_id), f"{match_id}: the state is not what its entries come to"
            self.marks[match_id] = marks
        self.removed = [name for name in self.removed if name in there]

    def promise(self, session: TableSession | None) -> None:
        """Remember the trick under entry, as far as the draft promises to bring it back."""
        self.draft = draft_of(session)

    def check_draft(self, session: TableSession) -> None:
        """The trick under entry is there again after the end of the process."""
        assert self.draft is not None
        if session.book.entries == self.draft["entries"] and not self.busy:
            assert draft_of(session) == self.draft, f"promised {self.draft}, there is {draft_of(session)}"


def sums(events: Iterable[Event]) -> list[int]:
    """A sum over the first event, over the first two, and so on."""
    made, last = [], 0
    for event in events:
        last = zlib.crc32(repr(event).encode(), last)
        made.append(last)
    return made


def draft_of(session: TableSession | None) -> dict[str, Any] | None:
    """The trick under entry in plain values; None where there is none, or the record has moved on since."""
    entry = session._under_entry if session is not None else None
    if session is None or entry is None or entry.entries != session.book.entries or session.state.hand is None:
        return None
    cards = {card.seat.value: str(card.card) if card.card else "" for card in entry.proposal.cards}
    named = {"cards": cards, "seats_open": entry.proposal.seats_open}
    return {"match": session.match_id, "entries": entry.entries, **named}
