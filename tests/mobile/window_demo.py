"""The bundled hand in the window with the real reader; a script of `window_scripts`."""

import tomllib
from collections.abc import Generator
from importlib.resources import files
from pathlib import Path
from typing import Any

from mobile_table import AT, cards, order_from
from window_driver import Script, Wait, table_of, tap

from mobile.camera import open_source
from mobile.table_session import TableSession
from models.reader import CardReader
from models.table_view import TableView
from scorer.match import Phase
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

Steps = Generator[Wait, None, None]


def demo_hand(folder: Path) -> tuple[Any, Script]:
    """The bundled hand from its nine pictures, by the real reader; a person names what it isn't sure of."""
    demo = Path(str(files("mobile") / "assets" / "demo"))
    hand = tomllib.loads((demo / "hand.toml").read_text("utf-8"))
    log = MatchLog(folder / "matches.sqlite3")
    view = TableView(Seat(hand["bottom"]))
    variant, pitcher = load_variant(hand["variant"]), Seat(hand["pitcher"])
    session = TableSession.start(log, variant, pitcher, None, AT, reader=CardReader.load(), view=view)

    def script(app: Any) -> Steps:
        screen, ids = app.shell.page.table, app.shell.page.table.ids
        for number, trick in enumerate(hand["tricks"], start=1):
            truth = dict(zip(order_from(Seat(trick["leader"])), cards(" ".join(trick["cards"])), strict=True))
            tap(ids.read if number % 2 else ids.primary)
            yield 0.0
            yield lambda: not screen.is_reading
            assert session.proposal is not None, screen.status
            assert trick["picture"] in screen.status
            for entry in session.proposal.cards:
                if entry.settled:
                    assert entry.card == truth[entry.seat], (trick["picture"], entry)
                    assert ids.area.faces[entry.seat].rank == truth[entry.seat].rank.value
                    continue
                tap(ids.area.faces[entry.seat])
                yield 0.05
                tap(screen.picker.cells[truth[entry.seat]])
                yield 0.05
            assert session.proposal.ready and not ids.primary.disabled, screen.status
            tap(ids.primary)
            yield 0.05
            assert session.state.last_trick is not None and session.state.last_trick.number == number
            assert session.state.last_trick.cards == cards(" ".join(trick["cards"]))
        assert session.state.phase is Phase.BETWEEN_HANDS
        assert (ids.side0.score, ids.side1.score) == ("23", "29")
        assert "North" in ids.side0.name and "68" in ids.side0.to_go and "62" in ids.side1.to_go

    return table_of(session, open_source(str(demo))), script
