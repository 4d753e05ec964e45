"""Scripts of the window tests of the boards: every kind of board, its taps, the audience page."""

from collections.abc import Generator
from math import dist
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from board_states import LONG_NAMES, after, board_state
from mobile_table import new_session
from window_driver import Script, Wait, table_of, tap, tap_at
from window_looks import words_of

from scorer.cards import Card
from scorer.events import Trick
from scorer.match import MatchState
from scorer.seats import Seat

Steps = Generator[Wait, None, None]

SIZES = ((360, 740), (740, 360), (800, 1280), (1920, 1080))
THREE = {seat: LONG_NAMES[seat] for seat in (Seat.E, Seat.S, Seat.W)}
_DEALS = [((47, 33), (41, 39)), ((20, 60), (40, 40))]
_THREE_DEALS = [((20, 10, 14), (30, 25, 25))]
_LEGS = [((34, 3), (41, 39)), ((10, 34), (30, 50))]
_SMALLEST = 6.0
"""Names of twenty letters on a phone that shows all scores twice are small, but whole."""


def every_board() -> dict[str, MatchState]:
    """A match of every kind of board, with names as long as they may be."""
    sheet = {"board": "score_sheet"}
    return {
        "pegs": board_state("phat", {}, _DEALS, 5, names=LONG_NAMES),
        "legs": board_state("nine_card_cheshire", {}, _LEGS, 2, names=LONG_NAMES),
        "three": board_state("blind_don_three", {}, _THREE_DEALS, 4, names=THREE),
        "sheet": board_state("nine_card_south_wales", sheet, [((9, 8), (41, 39))] * 6, 5, names=LONG_NAMES),
        "three sheet": board_state("blind_don_three", sheet, _THREE_DEALS, 4, names=THREE),
        "figures": board_state("irish_don", {}, [((50, 30), None)], 3, names=LONG_NAMES),
        "live figures": board_state("irish_don", {"show_points": "live"}, [((70, 10), None)], 9, names=LONG_NAMES),
    }


def at_home(folder: Path) -> Any:
    """A companion with a log and no match on the table."""
    companion = table_of(new_session(folder))
    companion.session = None
    return companion


def shown(companion: Any, state: MatchState) -> None:
    """Have the match on the table stand so."""
    companion.session = SimpleNamespace(book=SimpleNamespace(state=state))


def claim_states() -> tuple[MatchState, MatchState]:
    """North and South with 70 in the second deal, and with more than 80 after a trick."""
    before = board_state("irish_don", {}, [((70, 10), None)], 0)
    assert before.leader is not None
    played = ["AC", "5C", "3C", "4C"] if before.leader in (Seat.N, Seat.S) else ["5C", "AC", "3C", "4C"]
    return before, after(before, Trick(before.leader, tuple(Card.parse(word) for word in played)))


def touched(folder: Path) -> tuple[Any, Script]:
    """A peg is tapped, pegs walk and tick, at rest nothing moves; the claim button is dead, then lit."""

    def script(app: Any) -> Steps:
        from mobile.widgets.scoreboard import Scoreboard
        from mobile.widgets.side_strip import SideStrip

        heard: list[Any] = []
        board = Scoreboard(size_hint=(None, None), pos=(10, 300), size=(340, 400))
        strip = SideStrip(index=1, size_hint=(None, None), pos=(10, 100), size=(200, 80))
        board.bind(on_peg=lambda _, side, front: heard.append((side, front)))
        board.bind(on_claim=lambda _, side: heard.append(side), on_step=lambda _: heard.append("step"))
        strip.bind(on_tap=lambda _: heard.append("why"))
        before = board_state("nine_card_lancashire", {}, [((9, 4), (50, 30))], None)
        board.show(before)
        strip.show(before)
        app.shell.add_widget(board)
        app.shell.add_widget(strip)
        yield 0.3
        tap_at(*board.form.peg_centre(1, False))
        x, y = board.form.peg_centre(0)
        tap_at(x + 6, y + 6)
        tap_at(340, 310)  # an empty part of the board's place
        tap(strip)
        assert heard == [("EW", False), ("NS", True), "why"]
        heard.clear()
        lifted, passed = board.form.peg_centre(0, False), board.form.peg_centre(0)
        board.show(board_state("nine_card_lancashire", {}, [((9, 4), (50, 30)), ((12, 0), (30, 50))], None))
        assert board.walking
        assert dist(board.form.peg_centre(0), lifted) < 2, "the back peg is lifted and walks"
        assert dist(board.form.peg_centre(0, False), passed) < 2, "the front peg is the back one now"
        yield lambda: not board.walking
        assert 2 <= heard.count("step") <= 20 and set(heard) == {"step"}
        yield 0.2
        heard.clear()
        first, lit = claim_states()
        board.show(first)
        yield 0.2
        tap(board.claim)
        assert heard == [] and board.claim.text == "80 wins"
        board.show(lit)
        yield 0.1
        tap(board.claim)
        assert heard == ["NS"]

    return at_home(folder), script


def audience(folder: Path) -> tuple[Any, Script]:
    """The audience page follows the match, is whole at every size, and a tap goes back."""
    companion = at_home(folder)

    def script(app: Any) -> Steps:
        from kivy.core.window import Window

        for name, state in every_board().items():
            shown(companion, state)
            page = app.shell.go("audience")
            assert not Window.allow_screensaver
            for size in SIZES:
                Window.size = size
                yield 0.5
                whole(page, (name, size))
                assert len(page.facings) == (4 if min(size) > 560 else 2)
            tap(page._ground)
            yield 0.1
            assert app.shell.page is not page and Window.allow_screensaver
        before, later = (board_state("phat", {}, _DEALS[:count], None) for count in (1, 2))
        shown(companion, before)
        page = app.shell.go("audience")
        yield 0.4
        page.refresh(later)
        assert page.board.walking and page.facings[0].strips[0].score == "75"
        yield lambda: not page.board.walking
        companion.change(light=True)
        app.shell.rebuild()
        yield 0.4
        whole(app.shell.page, "light")

    return companion, script


def every_size(folder: Path) -> tuple[Any, Script]:
    """Each board in places as the table gives them, with text of every size."""
    companion = at_home(folder)

    def script(app: Any) -> Steps:
        from kivy.core.window import Window
        from kivy.uix.floatlayout import FloatLayout

        from mobile.widgets.look import look
        from mobile.widgets.scoreboard import Scoreboard
        from mobile.widgets.side_strip import SideStrip

        for size in SIZES:
            Window.size = size
            for text_size in (1.0, 2.0):
                yield 0.2
                look.scale *= text_size
                for name, state in every_board().items():
                    ground = FloatLayout(size_hint=(None, None), size=size)
                    board = Scoreboard(size_hint=(None, None), size=(size[0] - 16, size[1] * 0.5))
                    board.standing = size[1] > size[0]
                    board.show(state)
                    ground.add_widget(board)
                    for index in range(len(state.sides)):
                        strip = SideStrip(index=index, size_hint=(None, None), size=(max(200, size[0] * 0.3), 80))
                        strip.pos = 0, size[1] * 0.5 + index * 84
                        strip.show(state)
                        ground.add_widget(strip)
                    app.shell.add_widget(ground)
                    yield 0.3
                    whole(ground, (name, size, text_size))
                    assert all(board.collide_point(*text.center) for text in words_of(board)), (name, size)
                    assert getattr(board.form, "lines", 1) > 0
                    app.shell.remove_widget(ground)
                look.scale /= text_size

    return companion, script


def whole(root: Any, place: object) -> None:
    """All text is drawn whole inside its box."""
    for text in words_of(root):
        drawn = " ".join(word.text for line in text._label._cached_lines for word in line.words)
        assert "".join(drawn.split()) == "".join(text.text.split()), (place, text.text, drawn)
        assert text.texture_size[0] <= text.width + 1 and text.texture_size[1] <= text.height + 2, (place, text.text)
        assert text.font_size >= _SMALLEST, (place, text.text, text.font_size)
