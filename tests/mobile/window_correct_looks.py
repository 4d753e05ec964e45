"""How the pages of correct, why and disputes look: all text whole and readable, every target a fingertip."""

from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from window_correct import played
from window_driver import Script, Wait, table_of
from window_looks import LEAST_OF_LONG, words_of

from mobile.theme import TOUCH_TARGET_DP
from scorer.seats import Seat

Steps = Generator[Wait, None, None]
SIZES = ((360, 740), (740, 360), (1280, 800))
SETTLE_S = 0.25


def targets_of(widget: Any) -> Iterator[Any]:
    """What can be tapped."""
    from mobile.widgets.basics import Tappable

    if isinstance(widget, Tappable) and widget.opacity:
        yield widget
    for child in widget.children if widget.opacity else ():
        yield from targets_of(child)


def check(shell: Any, stage: str) -> None:
    """All words whole inside their boxes, every target large enough."""
    top = shell.sheet or shell.page
    for text in words_of(top):
        drawn = "".join("".join(word.text for word in line.words) for line in text._label._cached_lines)
        place = (stage, shell.size, text.text, text.font_size)
        assert "".join(drawn.split()) == "".join(text.text.split()), (place, drawn)
        assert text.texture_size[0] <= text.width + 2 and text.texture_size[1] <= text.height + 2, place
        assert text.font_size >= LEAST_OF_LONG, place
    for target in targets_of(top):
        assert min(target.size) >= TOUCH_TARGET_DP - 1, (stage, shell.size, target, target.size)


def _open_page(shell: Any, name: str) -> None:
    shell.go(name)
    if name == "tricks":
        shell.page.show(2)
    elif name == "revoke":
        shell.page._step(-1)
        shell.page.ask(Seat.E)


def _open_kind(shell: Any, kind: str) -> None:
    shell.go("irregular").choose(kind)


def _open_pile(shell: Any, what: str, side: str) -> None:
    shell.go("muck").rows[what, side].dispatch("on_tap")


def readable(folder: Path) -> tuple[Any, Script]:
    """Every page and sheet at every size, in usual and in the largest text, with a name of 20 letters."""
    session = played(folder, 2, 3)
    companion = table_of(session)
    companion.session = None

    def script(app: Any) -> Steps:
        from mobile.screens.correct_sheet import open_correction
        from mobile.screens.why_sheet import open_why
        from mobile.why import WhyBonus, WhyScore, WhyTrick

        companion.session = session
        shell = app.shell
        stages: dict[str, Any] = {name: partial(_open_page, shell, name) for name in ("tricks", "dispute", "muck")}
        stages |= {name: partial(_open_page, shell, name) for name in ("revoke", "irregular")}
        stages |= {kind: partial(_open_kind, shell, kind) for kind in ("penalty", "peg", "totals", "note")}
        stages |= {
            "grid": partial(_open_pile, shell, "fill", "NS"),
            "number": partial(_open_pile, shell, "number", "EW"),
        }
        for subject in (WhyTrick(2, 2), WhyTrick(3, 1), WhyScore("NS"), WhyBonus(1)):
            stages[str(subject)] = lambda subject=subject: open_why(shell.page, subject)
        stages["pick"] = lambda: open_correction(shell.page, 2, 2, Seat.E)

        def at_every_size(stage: str) -> Steps:
            from kivy.core.window import Window

            for size in SIZES:
                Window.size = size
                yield SETTLE_S
                check(shell, stage)

        for text_size in (1.0, 2.0):
            companion.change(text_size=text_size)
            shell.rebuild()
            for stage, open_it in stages.items():
                open_it()
                yield from at_every_size(stage)
                if stage == "pick":
                    free = [card for card, cell in shell.sheet.cells.items() if not cell.dimmed]
                    shell.sheet.dispatch("on_choose", free[3])
                    yield from at_every_size("change")
                shell.close_sheet()
                while len(shell.pages) > 1:
                    shell.back()

    return companion, script
