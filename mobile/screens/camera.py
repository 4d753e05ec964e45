"""The camera at the table: tricks are followed as they fall, proposed, and confirmed by one tap or by themselves."""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.metrics import dp

from mobile.camera.desk import WHOLE, Shares
from mobile.camera.marks import marks_of_reading
from mobile.camera.view import LiveView
from mobile.camera_words import Step
from mobile.card_looker import CardLooker, CardsSeen
from mobile.card_offer import offer_for
from mobile.match_book import SessionError
from mobile.phone.permission import can_open_settings, open_settings
from mobile.screens.camera_live import CameraLivePage
from mobile.screens.camera_setup import CameraSetup
from mobile.screens.shell import Shell
from mobile.table_session import Confirmed, TableSession
from mobile.table_watch import Happened, TableWatch, TableWatcher
from mobile.texts import label, say
from mobile.watched_play import GoOn, WatchedPlay
from mobile.widgets.basics import TableButton, repeats
from mobile.widgets.camera_table import CameraTable
from mobile.widgets.card_picker import CardPicker
from mobile.wording import hand_line, trick_lines
from models.hand_facts import HandFacts
from models.table_view import TableView
from scorer.cards import Card
from scorer.match import Phase
from scorer.referee import Refusal
from scorer.seats import Seat

_LOW_DP = 480
_LOW_ASPECT = 0.85
_OVER_PICTURE = {"size_hint": (0.6, None), "height": dp(52), "pos_hint": {"center_x": 0.5, "y": 0.03}}


class CameraPage(CameraLivePage):
    """The match on the table, watched. Everything can be done by hand as well: back to the table at any time."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell, **kwargs)
        session = self.companion.session
        assert session is not None, "there is a match to watch"
        self.session: TableSession = session
        self.play = self._new_play()
        self.watch: TableWatch | None = None
        self.looker: CardLooker | None = None
        self.table = CameraTable(session, self.camera)
        self.ids.body.add_widget(self.table)
        self.picker = CardPicker(size_hint=(1, 1))
        self.picking: Seat | None = None
        self.setup = CameraSetup(self)
        self.done_framing = TableButton(text=label("done"), strong=True, **_OVER_PICTURE)
        self.to_settings = TableButton(text=label("system_settings"), **_OVER_PICTURE)
        self._seen: CardsSeen | None = None
        self._looking = False
        self._blind = False
        self._touched: Any = None
        self._told = ""
        self._bind()
        self.camera.bound(self.desk.area)
        self.refresh(walk=False)

    def _make_room(self, *_: object) -> None:
        """A phone that lies on its side has no room for a head; the way back is the button by hand."""
        self.headed = not (self.width * _LOW_ASPECT > self.height and self.height < dp(_LOW_DP))

    def _bind(self) -> None:
        self.bind(size=self._make_room)
        self.table.bind(
            on_card=self.card_tapped,
            on_step=self.step_tapped,
            on_read=self.read_now,
            on_by_hand=self.by_hand,
            on_dismiss=self.dismiss,
            on_undo=self.undo,
            on_setup=lambda *_: self.setup.open(),
        )
        self.picker.bind(on_choose=self._card_chosen, on_swap=self._swap_chosen, on_close=self.shell.close_sheet)
        self.camera.bind(on_area=lambda _camera, area: self.bound_area(area))
        self.done_framing.bind(on_tap=self._framed)
        self.to_settings.bind(on_tap=lambda *_: open_settings())

    def on_touch_down(self, touch: Any) -> bool:
        """Two touches of one place in quick succession are one: what the first did must not be followed unseen."""
        before, self._touched = self._touched, touch
        if before is not None and repeats(touch, before):
            return True
        return bool(super().on_touch_down(touch))

    # The camera

    def began(self, view: LiveView) -> None:
        """Watch, or wait to be asked where heat is to be saved."""
        self.play = self._new_play()
        self.session.look_from(TableView(self.desk.bottom))
        reader = self.companion.reader
        if reader is None:
            self.table.say(label("NO_READER"), "doubtful")
        elif self.session.state.phase is Phase.GAME_OVER:
            pass
        elif self.desk.save_heat:
            self.looker = CardLooker(view, reader.read, on_request=True)
        else:
            self._watch_on(view)
        self.refresh(walk=False)

    def ended(self) -> None:
        """No thread is left behind."""
        for thread in (self.watch, self.looker):
            if thread is not None:
                thread.close()
        self.watch = self.looker = None

    def ticked(self) -> None:
        """The newest marks; a picture that was asked for; what went wrong."""
        self._show_way_out()
        blind = self.denied or (self.view is not None and bool(self.view.problem))
        if blind != self._blind:
            self._blind = blind
            self.refresh()
        if self.watch is not None:
            if self.watch.marks != self.camera.marks:
                self.camera.mark(self.watch.marks)
            self._follow_reading(self.watch.reading)
            self._tell(self.watch.problem)
        if self.looker is not None:
            self._look_on(self.looker)

    def _look_on(self, looker: CardLooker) -> None:
        """What came of a picture that was asked for."""
        if looker.seen is not None and looker.seen is not self._seen:
            self._take_reading(looker.seen)
            self._looking = looker.looking
        self._follow_reading(looker.looking)
        self._tell(looker.problem)

    def _follow_reading(self, looking: bool) -> None:
        """Show that a reading which was asked for goes on, and that it is over."""
        if looking != self._looking:
            self._looking = looking
            self.refresh()

    def _watch_on(self, view: LiveView) -> None:
        try:
            facts = self.session.facts
        except SessionError as error:
            self._tell(str(error))
            return
        reader, desk = self.companion.reader, self.desk
        assert reader is not None, "who watches has a reader"

        def make(known: HandFacts, image_wh: tuple[int, int]) -> TableWatcher:
            from models.watcher import Watcher  # its networks are not needed before

            return Watcher(reader.loaded, known, desk.view(image_wh))

        def deliver(happened: Happened) -> None:
            self.shell.later(self._happened, watch, happened)

        watch = TableWatch(view, make, facts, deliver, lambda: reader.loaded)
        self.watch = watch
        if self.play.waits:
            watch.hold()

    def _restart(self) -> None:
        """Watch anew, in another way; the camera stays open."""
        if self.view is not None:
            self.ended()
            self.began(self.view)

    # What happens on the table

    def _happened(self, watch: TableWatch, happened: Happened) -> None:
        """On the screen's thread: something happened on the table."""
        if watch is not self.watch:
            return
        self._guarded(lambda: self._follow(self.play.take(happened)))
        kind, proposal = happened.event.kind, self.session.proposal
        if kind == "closed" and self.play.by_itself is not None:
            self._celebrate(self.play.by_itself)
        elif kind in ("complete", "closed") and proposal is not None and (kind == "closed" or not proposal.ready):
            self.shell.feedback.asked()
        self.refresh()

    def _follow(self, go_on: GoOn | None) -> None:
        if go_on is not None and self.watch is not None:
            self.watch.go_on(go_on.facts, go_on.asked)

    def _take_reading(self, seen: CardsSeen) -> None:
        """What was read on request becomes the proposed trick."""
        self._seen = seen
        self.camera.mark(marks_of_reading(seen.reading, self._can_come))
        if self.session.state.phase is not Phase.GAME_OVER:
            self._guarded(lambda: self.play.read(seen.reading, seen.picture))
        self.refresh()

    def _can_come(self, card: Card) -> bool:
        try:
            return self.session.facts.can_come(card)
        except SessionError:
            return True

    # What is tapped

    def step_tapped(self, _table: object, step: Step) -> None:
        """The large button."""
        if step == "confirm":
            self.confirm()
        elif step == "read":
            self.read_now()
        elif step in ("hand", "table"):
            self.by_hand()
        elif step in ("surplus", "seats"):
            self.play.touched()
            self._guarded(self.session.ignore_surplus if step == "surplus" else self.session.accept_seats)
            self.refresh()

    def confirm(self) -> None:
        """Let the trick stand."""
        answer = self.play.confirm()
        if isinstance(answer, Refusal):
            self._refused(answer)
            return
        self._celebrate(answer)
        if self.looker is not None:
            self.camera.mark(())
        self._guarded(lambda: self._follow(self.play.go_on()))
        self.refresh()
        lines = trick_lines(self.session.state, answer.trick, answer.ended)
        words = "\n".join([*lines, *filter(None, [answer.not_kept])])
        if self.session.proposal is not None:
            self.shell.tell(words)
        elif self.session.state.phase is not Phase.GAME_OVER:
            self.table.say(words, "text")

    def read_now(self, *_: object) -> None:
        """Have the newest frame read."""
        if self.looker is not None:
            self.looker.look_now()
        elif self.watch is not None:
            self.watch.read_now()
        self.refresh()

    def dismiss(self, *_: object) -> None:
        """That is no trick."""
        self.play.dismiss()
        self._guarded(lambda: self._follow(self.play.go_on()))
        self.refresh()

    def undo(self, *_: object) -> None:
        """Take the last entry back; a trick is then put right before the camera looks on."""
        refusal = self.play.take_back()
        if refusal is not None:
            self._refused(refusal)
            return
        if self.watch is not None and self.play.waits:
            self.watch.hold()
        elif self.watch is not None:
            self._guarded(lambda: self._follow(GoOn(self.session.facts, True)))
        self.refresh()

    def card_tapped(self, _table: object, seat: Seat) -> None:
        """Say who won, or change a card."""
        if self.session.proposal is None:
            if self.session.state.hand is None:
                return
            self._fill_by_hand()
        if self.table.step_now == "winner":
            self.play.touched()
            self._guarded(partial(self.session.seat_winner, seat))
            self.refresh()
        else:
            self.open_picker(seat)

    def by_hand(self, *_: object) -> None:
        """To the table, with what is seen of the trick."""
        if self.session.proposal is None and self.session.state.hand is not None and self.play.growing:
            self._fill_by_hand()
        self.shell.back()

    def _fill_by_hand(self) -> None:
        marks = self.watch.marks if self.watch is not None else ()
        self._guarded(lambda: self.play.fill_by_hand({mark.card for mark in marks if mark.state == "sure"}))
        self.refresh()

    def open_picker(self, seat: Seat) -> None:
        """Offer the cards that the player at ``seat`` can have played, the likely ones first."""
        self.picking = seat
        self.picker.open_for(**offer_for(self.session, seat)._asdict())
        self.shell.open_sheet(self.picker)

    def _card_chosen(self, _picker: object, card: Card) -> None:
        self._picked(lambda seat: self.session.choose(seat, card))

    def _swap_chosen(self, _picker: object, other: Seat) -> None:
        self._picked(lambda seat: self.session.swap(seat, other))

    def _picked(self, change: Callable[[Seat], object]) -> None:
        seat, self.picking = self.picking, None
        self.shell.close_sheet()
        if seat is not None and self.session.proposal is not None:
            self.play.touched()
            self._guarded(lambda: change(seat))
        self.refresh()

    # How the camera stands

    def turn_to(self, seat: Seat) -> None:
        """``seat`` sits at the picture's lower edge."""
        self.desk.bottom = seat
        self._restart()

    def save_heat(self, on: bool) -> None:
        """Read only when asked, or watch."""
        self.desk.save_heat = on
        self.camera.mark(())
        self._restart()

    def confirm_by_itself(self, on: bool) -> None:
        """Whether a trick of which all is sure stands by itself."""
        self.companion.change(auto_confirm=on)

    def frame_area(self) -> None:
        """Let the corners of the trick area be dragged."""
        self.camera.framing = True
        if self.desk.area == WHOLE:
            self.bound_area((0.1, 0.1, 0.9, 0.9))
        if self.done_framing.parent is None:
            self.camera.add_widget(self.done_framing)

    def bound_area(self, area: Shares) -> None:
        """Tricks are played here."""
        whole = area == WHOLE
        self.camera.bound(self.desk.bound(*area))
        if whole:
            self._restart()

    def _framed(self, *_: object) -> None:
        self.camera.framing = False
        self.camera.remove_widget(self.done_framing)
        self._restart()

    # Showing

    def refresh(self, walk: bool = True) -> None:
        """Show everything as the session and the play have it."""
        self.title = hand_line(self.session.state)
        looker, watch = self.looker, self.watch
        reading = (looker is not None and looker.looking) or (watch is not None and watch.reading)
        marks = self.watch.marks if self.watch is not None else ()
        self.table.blind = self._blind
        self.table.show(self.play, reading, self.desk.save_heat, marks, walk)
        self._told = ""

    def _show_way_out(self) -> None:
        """Without leave to use the camera: the system's page where it can be given."""
        wanted = self.denied and can_open_settings()
        if wanted and self.to_settings.parent is None:
            self.camera.add_widget(self.to_settings)
        elif not wanted and self.to_settings.parent is not None:
            self.camera.remove_widget(self.to_settings)

    def _celebrate(self, confirmed: Confirmed) -> None:
        if confirmed.winner is not None:
            self.shell.feedback.won()
        else:
            self.shell.feedback.confirmed()

    def _refused(self, refusal: Refusal) -> None:
        self.shell.feedback.refused()
        self.refresh()
        self.table.say(say(refusal.code, refusal.params), "impossible")

    def _guarded(self, action: Callable[[], object]) -> None:
        """Do something that the session may refuse; its sentence is shown."""
        try:
            action()
        except (SessionError, ValueError) as error:
            if self.session.state.phase is not Phase.GAME_OVER:
                self.shell.tell(str(error), "impossible")

    def _tell(self, sentence: str) -> None:
        if sentence and sentence != self._told:
            self._told = sentence
            self.table.say(sentence, "impossible")

    def _new_play(self) -> WatchedPlay:
        return WatchedPlay(self.session, self.companion.clock, lambda: self.companion.settings.auto_confirm)
