"""Files made of one match to be shared: the board as a picture, the score sheet, its text forms. No Kivy."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from mobile.log_care import export_all
from mobile.theme import DARK, Palette
from scorer.log_merge import sent_match
from scorer.match_csv import csv_lines
from scorer.matchlog import MatchLog
from scorer.notation import write
from scorer.played import day_words
from scorer.scoresheet import score_sheet
from scorer.scoresheet_text import sheet_text
from scorer.whole_file import write_whole

FOLDER = "shared"
"""In the app's own folder: where files lie while they are shared."""


class Form(NamedTuple):
    """A kind of file: the ending of its name, and what it is to other programs."""

    ending: str
    mime: str


FORMS = {
    "board": Form(".png", "image/png"),
    "sheet": Form(".txt", "text/plain"),
    "sheet_pdf": Form(".pdf", "application/pdf"),
    "hands": Form(".csv", "text/csv"),
    "notation": Form(".don", "text/plain"),
    "match": Form(".json", "application/json"),
}


def forms() -> tuple[str, ...]:
    """The forms that can be made here; a PDF only where the library for it is installed."""
    return tuple(form for form in FORMS if form != "sheet_pdf" or find_spec("fpdf") is not None)


def make_file(log: MatchLog, match_id: str, form: str, folder: Path, palette: Palette = DARK) -> Path:
    """Write a match in this form into ``folder``, which has nothing else then. Raises `LogError`, `OSError`."""
    emptied(folder)
    rows = log.rows(match_id)
    path = folder / f"{file_stem(day_words(rows[0].at_utc), match_id)}{FORMS[form].ending}"
    if form == "match":
        export_all(log, path, matches=(match_id,))
        return path
    write_whole(path, [_DATA[form](log, match_id, palette)])
    return path


def emptied(folder: Path) -> Path:
    """The folder without the files that were shared before, made if it is not there. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.is_file():
            path.unlink(missing_ok=True)  # it may go by itself: work that was stopped takes it back
    return folder


def file_stem(day: str, match_id: str) -> str:
    """The name of a match's file without its ending: its day and its id, of signs that every file system takes."""
    plain = "".join(sign if (sign.isalnum() and sign.isascii()) or sign in "-_~" else "_" for sign in match_id)
    return f"don-{day}-{plain[:80]}"


def _board(log: MatchLog, match_id: str, palette: Palette) -> bytes:
    import cv2

    from mobile.board_picture import draw_board  # OpenCV and the fonts are not needed for a list of matches

    done, data = cv2.imencode(".png", draw_board(log.state(match_id), palette=palette))
    assert done, "OpenCV writes PNG"
    return data.tobytes()


def _sheet(log: MatchLog, match_id: str, _palette: Palette) -> bytes:
    return sheet_text(score_sheet(log.rows(match_id), match_id)).encode()


def _pdf(log: MatchLog, match_id: str, _palette: Palette) -> bytes:
    from mobile.scoresheet_pdf import pdf_of

    return pdf_of(log.rows(match_id), match_id)


def _hands(log: MatchLog, match_id: str, _palette: Palette) -> bytes:
    # A spreadsheet takes a text for one in UTF-8 only where this mark begins it.
    return ("\ufeff" + "".join(csv_lines([sent_match(log, match_id)], "hands"))).encode()


def _notation(log: MatchLog, match_id: str, _palette: Palette) -> bytes:
    rows = log.rows(match_id)
    return write([row.event for row in rows], {"Date": day_words(rows[0].at_utc)}).encode()


_DATA: dict[str, Callable[[MatchLog, str, Palette], bytes]] = {
    "board": _board,
    "sheet": _sheet,
    "sheet_pdf": _pdf,
    "hands": _hands,
    "notation": _notation,
}
