"""The score sheet of a match as a PDF to print and sign: A4, in black on white, with the board's picture.

fpdf2 is an extra: the app on the phone has none of this. The same match gives the same file, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from PIL import Image

from mobile import theme
from mobile.board_picture import draw_board
from mobile.texts import AppError, label
from scorer.board import BOARD_NAMES
from scorer.matchlog import LogRow
from scorer.scoresheet import ScoreSheet, SheetGame, score_sheet
from scorer.scoresheet_text import column_heads, number_columns, row_cells
from scorer.texts import phrase

if TYPE_CHECKING:
    from fpdf import FPDF

BOARD_SIZE = (1600, 900)
FAMILY = "DejaVu"
MARGIN_MM = 15.0
BODY_PT, TABLE_PT, TITLE_PT, SMALL_PT = 9.5, 8.0, 15.0, 7.5
LINE_MM = 4.6
SIGNATURE_MM = 14.0
BOARD_MM, BOARD_WIDE_MM = 110.0, 80.0
"""How wide the board is on a page that stands and on one that lies on its side."""
WIDE_SHEET = 13
"""A table with more columns than this needs the page laid on its side."""


def pdf_of(rows: Sequence[LogRow], name: str = "", lang: str = "en") -> bytes:
    """The PDF of a match's sheet from its entries; ``name`` is what its log calls it.

    `AppError` (``PDF_MISSING``) without fpdf2, `RecordError` for a match that can't be followed.
    """
    return pdf_of_all([(rows, name)], lang)


def pdf_of_all(matches: Iterable[tuple[Sequence[LogRow], str]], lang: str = "en") -> bytes:
    """One PDF with the sheets of several matches, each on pages of its own: their entries, and what they are called.

    Raises as `pdf_of`.
    """
    pdf = _blank(lang)
    titles = set()
    for rows, name in matches:
        sheet = score_sheet(rows, name, lang)
        titles.add(_shown(pdf, sheet.title))
        with suppress(ValueError):
            pdf.set_creation_date(datetime.fromisoformat(rows[-1].at_utc))
        _sheet(pdf, sheet, lang)
    if len(titles) == 1:
        pdf.set_title(*titles)
    return bytes(pdf.output())


def _sheet(pdf: FPDF, sheet: ScoreSheet, lang: str) -> None:
    """The sheet of one match, from a new page on."""
    columns = len(column_heads(sheet, lang))
    pdf.add_page(orientation="landscape" if columns > WIDE_SHEET else "portrait")
    _head(pdf, sheet)
    for game in sheet.games:
        _game(pdf, sheet, game, lang)
    if sheet.remarks:
        _heading(pdf, phrase("label_remarks", {}, lang, "sheet"))
        for remark in sheet.remarks:
            _line(pdf, f"•  {remark}")
    _end(pdf, sheet)


def _blank(lang: str) -> FPDF:
    """A document without pages, with the app's own fonts and the number of the page below."""
    try:
        from fpdf import FPDF
    except ImportError:
        raise AppError("PDF_MISSING") from None

    class Paged(FPDF):
        def footer(self) -> None:
            self.set_y(-MARGIN_MM + 3)
            self.set_font(FAMILY, size=SMALL_PT)
            self.cell(0, LINE_MM, label("pdf_page", lang, page=self.page_no(), pages="{nb}"), align="C")

    pdf = Paged(format="A4")
    pdf.add_font(FAMILY, "", theme.FONT)
    pdf.add_font(FAMILY, "B", theme.FONT_BOLD)
    pdf.set_font(FAMILY, size=BODY_PT)
    pdf.set_margins(MARGIN_MM, MARGIN_MM)
    pdf.set_auto_page_break(True, MARGIN_MM + 3)
    return pdf


def _shown(pdf: FPDF, text: str) -> str:
    """The text with a question mark for each sign that the font hasn't got, so that nothing is lost unseen."""
    from fpdf.fonts import TTFFont

    font = pdf.fonts[FAMILY.lower()]
    assert isinstance(font, TTFFont), "the app brings its own font"
    return "".join(sign if sign == "\n" or ord(sign) in font.cmap else "?" for sign in text)


def _fitted(pdf: FPDF, text: str, width: float) -> str:
    """The text, cut short where it is wider than so many millimetres in the present font."""
    if pdf.get_string_width(text) <= width:
        return text
    while text and pdf.get_string_width(f"{text}…") > width:
        text = text[:-1]
    return f"{text}…"


def _line(pdf: FPDF, text: str, *, bold: bool = False, size: float = BODY_PT) -> None:
    pdf.set_font(FAMILY, "B" if bold else "", size)
    pdf.multi_cell(0, LINE_MM * size / BODY_PT, _shown(pdf, text), align="L", new_x="LMARGIN", new_y="NEXT")


def _heading(pdf: FPDF, text: str) -> None:
    pdf.ln(LINE_MM / 2)
    _line(pdf, text, bold=True, size=BODY_PT + 1)


def _head(pdf: FPDF, sheet: ScoreSheet) -> None:
    """The title, and who played what where."""
    _line(pdf, sheet.title, bold=True, size=TITLE_PT)
    pdf.ln(1.5)
    pdf.set_font(FAMILY, size=BODY_PT)
    margin = max(pdf.get_string_width(_shown(pdf, name)) for name, _ in sheet.facts) + 5
    for name, text in sheet.facts:
        pdf.set_font(FAMILY, "B", BODY_PT)
        pdf.cell(margin, LINE_MM, _shown(pdf, name))
        pdf.set_font(FAMILY, "", BODY_PT)
        pdf.multi_cell(0, LINE_MM, _shown(pdf, text), align="L", new_x="LMARGIN", new_y="NEXT")


def _game(pdf: FPDF, sheet: ScoreSheet, game: SheetGame, lang: str) -> None:
    """The table of a game; its heads stand on every page it goes over."""
    _heading(pdf, " ".join(part for part in (game.name, game.taken_over) if part))
    heads = ["\n".join(head.rsplit(" ", 1)) for head in column_heads(sheet, lang)]
    lines = [heads, *(row_cells(sheet, hand) for hand in game.hands)]
    cells = [[_shown(pdf, cell) for cell in line] for line in lines]
    pdf.set_font(FAMILY, size=TABLE_PT)
    for line in cells[1:]:
        line[1] = _fitted(pdf, line[1], pdf.epw / 5)
    numbers = number_columns(sheet)
    aligned = tuple("RIGHT" if place in numbers else "LEFT" for place in range(len(heads)))
    with pdf.table(
        cells,
        col_widths=_widths(pdf, cells),
        text_align=aligned,
        line_height=LINE_MM,
        padding=(0.3, 1.2),
        borders_layout="HORIZONTAL_LINES",
    ):
        pass
    if game.outcome:
        pdf.ln(1)
        _line(pdf, game.outcome)


def _widths(pdf: FPDF, cells: Sequence[Sequence[str]]) -> tuple[float, ...]:
    """How wide each column needs to be; what is longer than a fifth of the page is broken into lines."""
    pdf.set_font(FAMILY, "B", TABLE_PT)
    longest = [
        max(pdf.get_string_width(line) for cell in column for line in cell.split("\n"))
        for column in zip(*cells, strict=True)
    ]
    pdf.set_font(FAMILY, "", TABLE_PT)
    return tuple(min(width, pdf.epw / 5) + 3 for width in longest)


def _end(pdf: FPDF, sheet: ScoreSheet) -> None:
    """The board, the result and the lines to sign on, which stay together on one page.

    On a page that lies on its side the lines stand to the left of the board, else below it.
    """
    beside = pdf.epw > pdf.eph
    has_board = sheet.state.board in BOARD_NAMES
    width = BOARD_WIDE_MM if beside else BOARD_MM
    board = width * BOARD_SIZE[1] / BOARD_SIZE[0] if has_board else 0.0
    signed = SIGNATURE_MM * len(sheet.signatures)
    if pdf.get_y() + 3 * LINE_MM + (max(board, signed) if beside else board + signed) > pdf.page_break_trigger:
        pdf.add_page(same=True)
    _heading(pdf, sheet.result)
    line_end = pdf.l_margin + pdf.epw
    if has_board:
        left = line_end - width if beside else pdf.l_margin + (pdf.epw - width) / 2
        picture = draw_board(sheet.state, BOARD_SIZE, theme.LIGHT_SAFE)
        pdf.image(Image.fromarray(picture[..., ::-1]), x=left, y=pdf.get_y() + 2, w=width)
        if beside:
            line_end = left - MARGIN_MM
        else:
            pdf.set_y(pdf.get_y() + 2 + board)
    for name in sheet.signatures:
        pdf.ln(SIGNATURE_MM - LINE_MM)
        pdf.set_font(FAMILY, size=BODY_PT)
        shown = _fitted(pdf, _shown(pdf, name), (line_end - pdf.l_margin) * 0.6)
        pdf.cell(pdf.get_string_width(shown) + 4, LINE_MM, shown)
        pdf.line(pdf.get_x(), pdf.get_y() + LINE_MM, line_end, pdf.get_y() + LINE_MM)
        pdf.ln(LINE_MM)
