"""The muck by camera and the kept pictures, with the real reader and the bundled pictures; scripts of window tests."""

import shutil
import tomllib
from collections.abc import Generator
from importlib.resources import files
from pathlib import Path
from typing import Any

from mobile_table import AT, cards, order_from, reading
from mobile_table import sighting as seen
from window_driver import Script, Wait, table_of, tap

from mobile.camera import open_source
from mobile.companion import LateReader
from mobile.table_session import TableSession
from mobile.texts import label
from mobile.wording import card_glyphs
from models.picture import load_picture
from models.reader import CardReader
from models.table_view import TableView
from scorer.cards import Card
from scorer.log_pictures import set_rule
from scorer.matchlog import MatchLog
from scorer.seats import Seat
from scorer.variant import load_variant

Steps = Generator[Wait, None, None]
BLINK = 0.1


def demo_played(folder: Path) -> TableSession:
    """The bundled hand, read from its pictures, which are kept; a person has named what was not sure."""
    demo = Path(str(files("mobile") / "assets" / "demo"))
    hand = tomllib.loads((demo / "hand.toml").read_text("utf-8"))
    log = MatchLog(folder / "matches.sqlite3")
    variant, view = load_variant(hand["variant"]), TableView(Seat(hand["bottom"]))
    session = TableSession.start(log, variant, Seat(hand["pitcher"]), None, AT, reader=CardReader.load(), view=view)
    set_rule(log, session.match_id)
    for trick in hand["tricks"]:
        session.read(load_picture(demo / trick["picture"]))
        played = zip(order_from(Seat(trick["leader"])), cards(" ".join(trick["cards"])), strict=True)
        for seat, card in played:
            assert session.proposal is not None
            if session.proposal.of(seat).card != card or not session.proposal.of(seat).settled:
                session.choose(seat, card)
        session.confirm(AT)
    assert session.state.hands, "the hand is over"
    return session


def settle_place(shell: Any, recorded: set[Card]) -> Steps:
    """Say which card the first open place shows: its row, then the right name, or that it is none of this pile."""
    page = shell.page
    place = page.dispute.open_places("NS")[0]
    row = next(row for row in page.list.rows if getattr(row, "mark", "") == "?")
    page.list.scroll_to(row, animate=False)
    yield BLINK
    tap(row)
    yield BLINK
    left = recorded - set(page.dispute.cards("NS"))
    right = next((card_glyphs(card) for card in place.might_be if card in left), label("pile_place_none"))
    chosen = next(row for row in shell.sheet.ids.list.rows if row.title == right)
    tap(chosen)
    yield BLINK
    assert place not in page.dispute.open_places("NS")


def muck_by_camera(folder: Path) -> tuple[Any, Script]:
    """A pile in several pictures is read by the app's camera page, and lies beside the record; nothing is assumed."""
    session = demo_played(folder)
    demo = Path(str(files("mobile") / "assets" / "demo"))
    won = [trick.number for trick in session.state.hands[0].tricks if trick.side == "NS"]
    pile = folder / "pile"
    pile.mkdir()
    for number in won:
        shutil.copy(demo / f"trick_{number}.jpg", pile)
    companion = table_of(session, open_source(str(pile)))
    companion.reader = LateReader(CardReader.load)

    def script(app: Any) -> Steps:
        shell = app.shell
        page = shell.go("muck")
        yield BLINK
        for count in range(1, len(won) + 1):
            tap(page.rows["camera", "NS"])
            yield lambda: shell.page is not page and bool(shell.page.seen and shell.page.seen.reading.sightings)
            yield 0.3
            tap(shell.page.content.ids.take)
            yield lambda: shell.page is page
            yield BLINK
            assert page.dispute.pictures_taken("NS") == count
        recorded = set(page.dispute.recorded("NS"))
        seen = set(page.dispute.cards("NS"))
        assert seen <= recorded, "no card is seen that does not lie there"
        assert len(seen) >= 3 * len(won)
        asked = {card for place in page.dispute.open_places("NS") for card in place.might_be}
        asked |= {one.card for one in page.dispute.not_seen("NS")}
        assert recorded - seen <= asked, "what is not seen is asked"
        while page.dispute.open_places("NS"):
            yield from settle_place(shell, recorded)
        if ("unseen", "NS") in page.rows:
            page.list.scroll_to(page.rows["unseen", "NS"], animate=False)
            yield BLINK
            tap(page.rows["unseen", "NS"])
            yield BLINK
            for row in shell.sheet.ids.list.rows:
                row.on_tap()
            tap(shell.sheet.buttons[-1])
            yield BLINK
        assert set(page.dispute.cards("NS")) == recorded
        check = page.dispute.check()
        assert check.counts == page.dispute.standing and page.show_button.disabled, "the same count: nothing to enter"

    return companion, script


def kept_picture(folder: Path) -> tuple[Any, Script]:
    """The answer to why a trick was won shows the picture it was read from."""
    session = demo_played(folder)

    def script(app: Any) -> Steps:
        from mobile.screens.why_sheet import KeptPicture, open_why
        from mobile.why import WhyTrick

        shell = app.shell
        for number in (1, 9):
            sheet = open_why(shell.page, WhyTrick(1, number))
            yield BLINK
            assert sheet is not None
            shown = [row for row in sheet.ids.list.rows if isinstance(row, KeptPicture)]
            assert len(shown) == 1 and shown[0].texture is not None and shown[0].height > 50
            shell.close_sheet()

    return table_of(session), script


def doubtful_places(folder: Path) -> tuple[Any, Script]:
    """A doubtful card is named, one chosen from all cards, one none of the pile; what is not seen is looked for."""
    session = demo_played(folder)

    def script(app: Any) -> Steps:
        shell = app.shell
        page = shell.go("muck")
        yield BLINK
        own = page.dispute.recorded("NS")
        others = page.dispute.recorded("EW")
        doubtful = [(own[0], own[0]), (others[0], others[1]), (others[2], others[3])]
        sightings = [seen(card, (100.0 * place, 500)) for place, card in enumerate(own[4:])]
        sightings += [seen(read, (100.0, 90.0), "doubtful", [other]) for read, other in doubtful]
        page.dispute.add_picture("NS", reading(sightings))
        page.entered()
        yield BLINK
        assert len(page.dispute.open_places("NS")) == 3
        yield from settle_place(shell, set(own))
        row = next(row for row in page.list.rows if getattr(row, "mark", "") == "?")
        page.list.scroll_to(row, animate=False)
        yield BLINK
        tap(row)
        yield BLINK
        tap(next(row for row in shell.sheet.ids.list.rows if row.title == label("pile_place_other")))
        yield BLINK
        assert shell.sheet.cells[own[5]].dimmed, "what lies there already is not offered"
        tap(shell.sheet.cells[own[1]])
        yield BLINK
        yield from settle_place(shell, set(own))
        assert set(page.dispute.cards("NS")) == {own[0], own[1], *own[4:]}
        page.list.scroll_to(page.rows["unseen", "NS"], animate=False)
        yield BLINK
        tap(page.rows["unseen", "NS"])
        yield BLINK
        tap(shell.sheet.ids.list.rows[0])
        yield BLINK
        tap(shell.sheet.buttons[-1])
        yield BLINK
        assert len(page.dispute.cards("NS")) == len(own) - 1 and not page.dispute.not_seen("NS")

    return table_of(session), script
