"""How the window looks at every size; a script of `window_scripts`."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

from mobile_table import AT, Frames, PreparedReader, enter, legal_hand, reading
from mobile_table import sighting as seen
from window_driver import Script, Wait, table_of, tap

from mobile.table_session import TableSession
from mobile.texts import say
from scorer.matchlog import MatchLog
from scorer.seats import FOUR_HANDED, Seat
from scorer.variant import load_variant

Steps = Generator[Wait, None, None]


LEAST_TYPE = 10.0
LEAST_OF_LONG = 6.5
"""Long names in narrow places, on the smallest phone."""


def words_of(widget: Any) -> Iterator[Any]:
    """The texts that can be seen."""
    from mobile.widgets.basics import FitLabel

    if isinstance(widget, FitLabel) and widget.text and widget.opacity:
        yield widget
    for child in widget.children if widget.opacity else ():
        yield from words_of(child)


def readable(folder: Path) -> tuple[Any, Script]:
    """At every size and in every stage all text is drawn whole, inside its box, in a size that can be read."""
    return _readable(folder, {}, 1.0, LEAST_TYPE)


def readable_long(folder: Path) -> tuple[Any, Script]:
    """As `readable` with names of 20 letters and the largest text."""
    names = ("Bartholomew Jenkinson", "Wilhelmina Ashworths", "Maximilian Thorneyc.", "Gwendoline Llewellyn")
    return _readable(folder, dict(zip(FOUR_HANDED, names, strict=True)), 2.0, LEAST_OF_LONG)


def _readable(folder: Path, names: dict[Seat, str], text_size: float, least: float) -> tuple[Any, Script]:
    tricks = legal_hand(2, Seat.N)
    pile = reading([seen(card, (500.0 + 5 * place, 500)) for place, card in enumerate(tricks[1][1])])
    reader = PreparedReader([reading([]), pile])
    log = MatchLog(folder / "matches.sqlite3")
    variant = load_variant("nine_card_lancashire", {"show_tricks": "always"})
    session = TableSession.start(log, variant, Seat.N, names, AT, reader=reader)

    def check(screen: Any, size: tuple[int, int], stage: str) -> None:
        for text in words_of(screen):
            drawn = " ".join(word.text for line in text._label._cached_lines for word in line.words)
            place = (size, stage, text.text, text.font_size)
            assert "".join(drawn.split()) == "".join(text.text.split()), (place, drawn)
            assert text.texture_size[0] <= text.width + 1 and text.texture_size[1] <= text.height + 2, place
            assert text.font_size >= least, place

    def script(app: Any) -> Steps:
        from kivy.core.window import Window

        app.companion.change(text_size=text_size)
        app.shell.rebuild()
        screen, ids = app.shell.page.table, app.shell.page.table.ids

        def stage(name: str) -> Steps:
            for size in ((360, 740), (820, 1180), (1280, 800), (740, 360)):
                Window.size = size
                yield 0.25
                check(screen, size, name)

        yield from stage("start")
        tap(ids.read)
        yield 0.0
        yield lambda: not screen.is_reading
        assert "No card was seen" in screen.status
        yield from stage("nothing seen")
        ids.area.faces[Seat.N].dispatch("on_tap")
        screen.entry._chosen(None, tricks[0][1][0])
        yield from stage("picker")
        for card in tricks[0][1][1:]:
            screen.entry._chosen(None, card)
        screen.confirm()
        screen.pictures.next()
        yield 0.0
        yield lambda: not screen.is_reading
        assert session.proposal is not None and session.proposal.seats_open
        assert session.winning_card is not None
        yield from stage("who won")
        screen.entry.open(Seat.N)
        yield from stage("picker with swaps")
        screen.entry.close()
        screen.by_hand()
        for trick in tricks[1:]:
            enter(session, trick)
        screen.answered(None)
        yield from stage("hand over")
        screen.older()
        yield from stage("a past trick")
        screen.leaf_to_now()
        screen.say("\n".join(f"{name}: a line of its own." for name in ("North", "East", "South", "West")), "text")
        yield from stage("four lines")
        for code in ("RECORD_MOVED_ON", "SOURCE_NO_CAMERA", "READING_FAILED"):
            screen.say(say(code, {"source": "a-long-name/of-a-folder", "detail": "ValueError"}), "impossible")
            yield from stage(code)

    return table_of(session, Frames(2)), script
