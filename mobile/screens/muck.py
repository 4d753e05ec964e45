"""The piles of a hand counted again, by camera, card by card, or only the number; beside the record; what changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from mobile.corrections import Plan
from mobile.disputes import MuckDispute, muck_problem
from mobile.match_book import MatchBook
from mobile.naming import with_names
from mobile.screens.correct_sheet import show_plan
from mobile.screens.match_page import MatchPage
from mobile.screens.muck_cards import open_grid, open_place, open_unseen
from mobile.screens.shell import Shell
from mobile.screens.why_sheet import open_why
from mobile.texts import label, say
from mobile.why import WhyTrick
from mobile.widgets.basics import IconButton, TableButton
from mobile.widgets.look import load_kv
from mobile.widgets.page_parts import Heading, Row, Sheet, Words
from mobile.widgets.steppers import NumberBar, StepBar
from mobile.wording import card_glyphs, says_muck, side_name
from scorer.errors import DonError
from scorer.muck_check import COUNTED, MuckCheck
from scorer.muck_mends import Mend
from scorer.refusal import Refusal
from scorer.seats import Side


class PileButtons(BoxLayout):
    """The ways in which a pile can be told, side by side."""


class Foot(BoxLayout):
    """The button at the foot of a page."""


class KeptDispute:
    """The dispute of a page; it outlives the widgets."""

    def __init__(self) -> None:
        self.dispute: MuckDispute | None = None


class MuckPage(MatchPage):
    """One dispute about the piles of a hand; ``kept`` has what was seen when the page is drawn anew."""

    def __init__(
        self, shell: Shell, match_id: str | None = None, kept: KeptDispute | None = None, **kwargs: Any
    ) -> None:
        super().__init__(shell, match_id, **kwargs)
        self.kept = kept or KeptDispute()
        shell.keep(kept=self.kept)
        self.bar: StepBar = StepBar(self._step)
        self.show_button = TableButton(text=label("see_change"), strong=True)
        self.show_button.bind(on_tap=self._show_tapped)
        self.ids.body.add_widget(self.bar)
        self.ids.body.add_widget(self.list)
        foot = Foot()
        foot.add_widget(self.show_button)
        self.ids.body.add_widget(foot)
        self._plan: Plan | None = None
        self.rows: dict[tuple[str, Side], Any] = {}

    @property
    def dispute(self) -> MuckDispute | None:
        """What is known of the piles; None before the page was shown."""
        return self.kept.dispute

    def entered(self) -> None:
        """The piles as far as they are known, and what they say beside the record as it stands now."""
        place = self.list.place() if self.list.rows else None
        self._plan = None
        self.rows = {}
        super().entered()
        if place is not None:
            self.list.restore(place)
        self.show_button.disabled = self._plan is None

    def rows_of(self, book: MatchBook) -> Iterator[Any]:
        """What is known of each pile, and what it comes to."""
        self.title = label("muck_page" if says_muck(book.state.variant) else "count_page")
        problem = muck_problem(book.state)
        if problem:
            self.bar.hide()
            yield Words(text=problem)
            return
        hands = self._hands(book)
        dispute = self.dispute
        if dispute is None or dispute.number not in hands:
            dispute = MuckDispute(book)
            self.kept.dispute = dispute
        number = dispute.number
        self.bar.show(label("hand_n", hand=number), number > hands[0], number < hands[-1])
        yield Words(text=label("muck_start"), tone="muted")
        for side in dispute.sides:
            yield from self._pile_rows(book, dispute, side)
        yield from self._result_rows(book, dispute)

    @staticmethod
    def _hands(book: MatchBook) -> list[int]:
        return [hand.number for hand in book.state.hands if hand.ended in COUNTED]

    def _step(self, step: int) -> None:
        """On to the counted hand before or after; each has piles of its own."""
        book, dispute = self.book, self.dispute
        if book is None or dispute is None:
            return
        hands = self._hands(book)
        self.kept.dispute = MuckDispute(book, hands[hands.index(dispute.number) + step])
        self.entered()

    # One pile

    def _pile_rows(self, book: MatchBook, dispute: MuckDispute, side: Side) -> Iterator[Any]:
        state = book.state
        name = side_name(state, side)
        recorded = dispute.recorded(side)
        standing = dispute.standing
        by_record = label("pile_by_record", cards=len(recorded), value=standing[side] if standing else 0)
        seen = label("pile_nothing")
        taken = dispute.pictures_taken(side)
        looked = dispute.size(side) or taken
        if looked:
            seen = label("pile_counted", cards=dispute.size(side), value=dispute.value(side))
            seen += f" · {label('pile_pictures', count=taken)}" if taken else ""
        yield Heading(text=label("pile_of", side=name))
        yield Words(text=f"{by_record}\n{seen}")
        yield self._buttons(dispute, side, bool(looked), bool(recorded))
        yield from self._question_rows(dispute, side)

    def _buttons(self, dispute: MuckDispute, side: Side, looked: bool, recorded: bool) -> PileButtons:
        """The ways in which a pile can be told."""
        row = PileButtons()

        def add(what: str, action: Callable[[], object], icon: str, text: str) -> None:
            button = IconButton(icon=icon, text=text)
            button.bind(on_tap=lambda *_: action())
            self.rows[what, side] = button
            row.add_widget(button)

        if self.companion.reader is not None:
            taken = dispute.pictures_taken(side)
            add("camera", partial(self._by_camera, side), "◎", label("pile_camera_more" if taken else "pile_camera"))
        add("hand", partial(open_grid, self, dispute, side), "✎", label("pile_by_hand"))
        if looked:
            add("forget", partial(self._forget, side), "✗", label("pile_forget"))
            return row
        if recorded:
            add("fill", partial(self._fill, side), "≡", label("pile_from_record"))
        if len(dispute.sides) == 2:
            add("number", partial(self._by_number, side), "#", label("pile_number"))
        return row

    def _question_rows(self, dispute: MuckDispute, side: Side) -> Iterator[Any]:
        """What the pictures leave open."""
        for place in dispute.open_places(side):
            code = "pile_place_twice" if place.twice else "pile_place"
            others = " ".join(card_glyphs(card) for card in place.might_be)
            row = Row(
                partial(open_place, self, dispute, side, place),
                title=label(code, card=card_glyphs(place.card)),
                detail=label("pile_place_detail", cards=others),
                mark="?",
                tone="doubtful",
            )
            yield row
        unseen = dispute.not_seen(side)
        if unseen:
            row = Row(
                partial(open_unseen, self, dispute, side),
                title=label("pile_unseen", cards=" ".join(card_glyphs(one.card) for one in unseen)),
                detail=label("pile_unseen_detail"),
                mark="?",
                tone="doubtful",
            )
            self.rows["unseen", side] = row
            yield row

    def _by_camera(self, side: Side) -> None:
        dispute, book = self.dispute, self.book
        if dispute is None or book is None:
            return
        title = label("pile_of", side=side_name(book.state, side))
        self.shell.go("camera_cards", title=title, done=lambda reading, _picture: self._pictured(side, reading))

    def _pictured(self, side: Side, reading: Any) -> None:
        if self.dispute is not None:
            self.dispute.add_picture(side, reading)
            self.shell.page.entered()

    def _fill(self, side: Side) -> None:
        assert self.dispute is not None, "only a dispute has rows"
        self.dispute.name(side, self.dispute.recorded(side))
        open_grid(self, self.dispute, side)

    def _forget(self, side: Side) -> None:
        assert self.dispute is not None, "only a dispute has rows"
        self.dispute.forget(side)
        self.entered()

    def _by_number(self, side: Side) -> None:
        """Only the number that a side counted: a sheet with it, then before → after."""
        dispute, book = self.dispute, self.book
        assert dispute is not None and book is not None, "only a dispute has rows"
        standing = dispute.standing
        told = [standing[side] if standing else 0]

        def change(value: int) -> None:
            told[0] = value

        def show() -> None:
            self.shell.close_sheet()
            try:
                plan = dispute.plan_count(side, told[0])
            except DonError as error:
                self.shell.tell(str(error), "impossible")
                return
            if isinstance(plan, Plan):
                show_plan(self, book, plan, label("recount_title"), partial(self._by_number, side))
            elif isinstance(plan, Refusal):
                self.shell.tell(say(plan.code, plan.params), "impossible")
            else:
                self.shell.tell(label("number_same"), "text")

        code = "number_title_muck" if says_muck(book.state.variant) else "number_title"
        title = label(code, side=side_name(book.state, side))
        most = book.state.variant.counted_in_pack
        rows = [NumberBar(change, told[0], 0, most)]
        buttons = [(label("cancel"), False, self.shell.close_sheet), (label("see_change"), True, show)]
        self.shell.open_sheet(Sheet(title, rows, self.shell.close_sheet, buttons))

    # Beside the record

    def _result_rows(self, book: MatchBook, dispute: MuckDispute) -> Iterator[Any]:
        if not any(dispute.size(side) for side in dispute.sides):
            return
        check = dispute.check()
        words, state = dispute.words(check), book.state
        yield Heading(text=label("muck_result"))
        sentences = (words.record(), *words.differences(), *words.impossible())
        yield Words(text="\n".join(with_names(state, sentence) for sentence in sentences))
        for mend in dispute.mends(check):
            yield Row(
                partial(self._mend, book, mend),
                title=label("muck_mend"),
                detail=with_names(state, words.mend(mend)),
                mark="✎",
            )
        for trick in dispute.disputed_tricks(check):
            look = partial(open_why, self, WhyTrick(check.hand, trick), book)
            yield Row(look, title=label("muck_look", trick=trick), detail=label("muck_look_detail"), mark="★")
        yield Words(text=with_names(state, words.result()), bold=True)
        yield from self._plan_rows(dispute, check)

    def _plan_rows(self, dispute: MuckDispute, check: MuckCheck) -> Iterator[Any]:
        """The recount that the piles come to is at hand for the button; or why it can't be entered."""
        plan = dispute.plan(check)
        if isinstance(plan, Refusal):
            yield Words(text=say(plan.code, plan.params), tone="impossible")
        else:
            self._plan = plan

    def _mend(self, book: MatchBook, mend: Mend) -> None:
        if mend.other_trick is None:
            plan = book.plan_card(mend.hand, mend.trick, mend.seat, mend.card)
        else:
            plan = book.plan_swap(mend.hand, mend.recorded, mend.card)
        if isinstance(plan, Refusal):
            self.shell.tell(say(plan.code, plan.params), "impossible")
        else:
            show_plan(self, book, plan, label("mend_title"))

    def _show_tapped(self, *_: object) -> None:
        book = self.book
        if book is not None and self._plan is not None:
            show_plan(self, book, self._plan, label("recount_title"))


load_kv("mobile.screens", "muck.kv")
