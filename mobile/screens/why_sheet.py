"""The sheet that answers "why?": cards, sentences with rule and source, the kept picture; lines that lead on."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import partial
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from mobile.match_book import MatchBook
from mobile.screens.correct_sheet import ask_to_look, open_correction, open_whole_trick
from mobile.screens.page import Page
from mobile.texts import label, say
from mobile.why import ShownCard, Subject, WhyAnswer, WhyPart, answer
from mobile.widgets.card_face import CardFace
from mobile.widgets.look import load_kv
from mobile.widgets.page_parts import Heading, Row, Sheet, Words
from mobile.wording import called
from scorer.errors import DonError
from scorer.log_pictures import picture_of_trick
from scorer.refusal import Refusal


class CardRow(BoxLayout):
    """The cards of a trick as they were played, the winner's marked; ``faces`` has them in this order."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.faces: list[CardFace] = []

    def add_face(self, face: CardFace) -> None:
        """One more card at the right."""
        self.faces.append(face)
        self.add_widget(face)


class KeptPicture(Widget):
    """A kept picture, as wide as the sheet, in its own shape."""

    texture = ObjectProperty(None, allownone=True)


def open_why(page: Page, subject: Subject, book: MatchBook | None = None) -> Sheet | None:
    """Show why a score, a peg, a trick or a bonus is as it is; ``book``: the match, else the one on the table."""
    book = book or page.companion.book
    if book is None:
        return None
    told = answer(book, subject)
    if isinstance(told, Refusal):
        page.shell.tell(say(told.code, told.params), "impossible")
        return None
    sheet = Sheet(told.title, _rows(page, book, told), page.shell.close_sheet, _buttons(page, book, told, subject))
    page.shell.open_sheet(sheet)
    return sheet


def _rows(page: Page, book: MatchBook, told: WhyAnswer) -> Iterator[Any]:
    for part in told.parts:
        yield from _part_rows(page, book, told, part)
    if told.trick is not None:
        yield from _picture_rows(book, *told.trick)


def _part_rows(page: Page, book: MatchBook, told: WhyAnswer, part: WhyPart) -> Iterator[Any]:
    if part.heading:
        yield Heading(text=part.heading)
    if part.cards:
        yield card_row(page, book, part.cards, told.trick)
        if told.trick is not None:
            yield Words(text=label("why_correct_hint"), tone="muted")
    for sentence in part.sentences:
        yield Words(text=sentence)
    for line in part.lines:
        action = partial(open_why, page, line.about, book) if line.about is not None else None
        row = Row(action, title=f"{line.value}   {line.title}", detail=line.detail, arrow=action is not None)
        yield row


def card_row(page: Page, book: MatchBook, cards: tuple[ShownCard, ...], place: tuple[int, int] | None) -> CardRow:
    """Cards side by side; with their place (hand, trick) a tap on one corrects it."""
    row = CardRow()
    for shown in cards:
        face = CardFace()
        badge = label("won_badge") if shown.won else ""
        face.show(shown.card, called(book.state, shown.seat), badge, "accent", shown.won)
        if place is not None:
            face.bind(on_tap=lambda *_, seat=shown.seat: open_correction(page, *place, seat, book))
        row.add_face(face)
    return row


def _picture_rows(book: MatchBook, hand: int, trick: int) -> Iterator[Any]:
    """The picture that was kept of a trick, if there is one and it can be shown."""
    try:
        jpeg = picture_of_trick(book.log, book.match_id, hand, trick)
        texture = CoreImage(io.BytesIO(jpeg), ext="jpg").texture if jpeg is not None else None
    except Exception as error:  # what Kivy's image providers raise is not documented
        yield Words(text=str(error) if isinstance(error, DonError) else label("why_not_picture"), tone="doubtful")
        return
    if texture is not None:
        yield Heading(text=label("why_picture"))
        yield KeptPicture(texture=texture)


def _buttons(page: Page, book: MatchBook, told: WhyAnswer, subject: Subject) -> list[Any]:
    buttons: list[Any] = []
    if told.trick is not None:
        buttons.append((label("again_whole"), False, partial(open_whole_trick, page, *told.trick, book)))
    if told.covered:
        again = partial(open_why, page, subject, book)
        buttons.append((label("show_past"), True, partial(ask_to_look, page, book, again)))
    return buttons


load_kv("mobile.screens", "why_sheet.kv")
