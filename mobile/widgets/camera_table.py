"""The table as the camera sees it: its picture, the score, the cards seat by seat, what they come to, what to do."""

from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.floatlayout import FloatLayout

from mobile.camera.marks import Mark
from mobile.camera_words import Step, next_step, step_words, what_is_said
from mobile.screens.arrangement import Box
from mobile.screens.camera_arrangement import arrange_camera, face_places
from mobile.table_session import TableSession
from mobile.texts import label
from mobile.watched_play import Outlook, WatchedPlay
from mobile.widgets import scoreboard  # noqa: F401  (the .kv file names its class)
from mobile.widgets.basics import IconButton
from mobile.widgets.button_row import fill_row
from mobile.widgets.camera_view import CameraView
from mobile.widgets.card_face import STATE_SIGNS, CardFace
from mobile.widgets.look import load_kv, look
from mobile.widgets.scoreboard import Scoreboard
from mobile.widgets.side_strip import SideStrip
from mobile.wording import called
from scorer.cards import Card
from scorer.match import Phase
from scorer.seats import Seat


class CameraTable(FloatLayout):
    """The whole page below its head. Its events say what was tapped: ``on_card(seat)``, ``on_step(step)``, others."""

    __events__ = ("on_card", "on_step", "on_read", "on_by_hand", "on_dismiss", "on_undo", "on_setup")
    status = StringProperty("")
    status_tone = StringProperty("muted")

    def __init__(self, session: TableSession, camera: CameraView, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.session = session
        self.camera = camera
        self.step: Step = "read"
        self.blind = False
        """Whether there is no picture: then all is entered by hand."""
        self.faces: dict[Seat, CardFace] = {}
        self._order: tuple[Seat, ...] = ()
        self.ids.camera.add_widget(camera)
        self.strips = [SideStrip(index=index) for index in range(len(session.state.sides))]
        for strip in self.strips:
            self.ids.sides.add_widget(strip)
        for seat in session.state.seats:
            face = CardFace(size_hint=(None, None))
            face.bind(on_tap=partial(self._card_tapped, seat))
            self.faces[seat] = face
            self.add_widget(face)
        self.ids.primary.bind(on_tap=lambda *_: self.dispatch("on_step", self.step))
        self.read = self._button("▶", "read_now", "on_read")
        self.by_hand = self._button("✎", "by_hand", "on_by_hand")
        self.dismiss = self._button("✗", "no_trick", "on_dismiss")
        self.undo = self._button("↶", "undo", "on_undo")
        self.setup = self._button("⚙", "camera_set_up", "on_setup")
        self.bind(size=self._lay_out, pos=self._lay_out)

    def show(
        self, play: WatchedPlay, reading: bool, save_heat: bool, marks: tuple[Mark, ...], walk: bool = True
    ) -> None:
        """Show how the match and the trick stand."""
        session = self.session
        outlook = play.outlook()
        for strip in self.strips:
            strip.show(session.state)
        self.ids.board.show(session.state, walk)
        self._show_cards(play, outlook, marks)
        said = what_is_said(session, play, outlook, save_heat, self.blind)
        self.status, self.status_tone = said.text, said.tone
        self._show_buttons(reading)
        self.read.disabled = play.waits and not save_heat
        self._lay_out()

    def say(self, sentence: str, tone: str) -> None:
        """A sentence in the place of what is said of the trick, until that changes."""
        self.status, self.status_tone = sentence, tone

    def _show_cards(self, play: WatchedPlay, outlook: Outlook | None, marks: tuple[Mark, ...]) -> None:
        session, proposal = self.session, self.session.proposal
        first = proposal.leader if proposal is not None else play.first_seat
        seats = session.state.seats
        start = seats.index(first) if first is not None else 0
        self._order = (*seats[start:], *seats[:start])
        if proposal is None:
            self._show_growing(play.growing, {mark.card: mark.state for mark in marks}, first is not None)
            return
        for entry in proposal.cards:
            face, names = self.faces[entry.seat], called(session.state, entry.seat)
            won = outlook is not None and outlook.winner is entry.seat
            if won or (self.step_now == "winner" and entry.card == session.winning_card):
                face.show(entry.card, names, f"★ {label('wins_badge')}", "accent", True)
            else:
                face.show_state(entry.card, entry.state, names)

    def _show_growing(self, cards: tuple[Card, ...], states: dict[Card, str], playing: bool) -> None:
        """The cards so far at the players in the order of play; who is next is marked."""
        for number, seat in enumerate(self._order):
            face, names = self.faces[seat], called(self.session.state, seat)
            if number < len(cards):
                state = states.get(cards[number], "sure")
                badge = label("seen_badge") if state == "sure" else label(state)
                face.show(cards[number], names, f"{STATE_SIGNS[state]} {badge}", state, state != "sure")
            elif number == len(cards) and playing:
                badge = label("leads_badge") if number == 0 else f"▶ {label('next_badge')}"
                face.show(None, names, badge, "accent", True)
            else:
                face.show(None, names)

    @property
    def step_now(self) -> Step:
        """What is to be done next."""
        return next_step(self.session, self.blind)

    def _show_buttons(self, reading: bool) -> None:
        session, ids = self.session, self.ids
        self.step = self.step_now
        ids.primary.text = step_words(session, self.step, reading)
        ids.primary.disabled = self.step in ("card", "winner") or (self.step == "read" and reading)
        entering = session.proposal is not None
        wanted = [self.by_hand, self.setup]
        if entering:
            wanted = [self.dismiss, self.read, *wanted]
        elif session.state.phase is not Phase.GAME_OVER or session.can_undo:
            wanted = [self.undo, *wanted]
        self.undo.disabled = not session.can_undo
        fill_row(ids.secondary, wanted)

    def _button(self, icon: str, code: str, event: str) -> IconButton:
        button = IconButton(icon=icon, text=label(code))
        button.bind(on_tap=lambda *_: self.dispatch(event))
        return button

    def _card_tapped(self, seat: Seat, *_: object) -> None:
        self.dispatch("on_card", seat)

    def _lay_out(self, *_: object) -> None:
        aspect = Scoreboard.aspect(self.session.state)
        places = arrange_camera(self.width, self.height, aspect, dp(1), look.scale)
        for name, box in places.boxes().items():
            if name in self.ids:
                self.ids[name].pos, self.ids[name].size = (self.x + box.x, self.y + box.y), (box.width, box.height)
        self.ids.board.opacity = 1 if places.board.height else 0
        cards = Box(self.x + places.cards.x, self.y + places.cards.y, places.cards.width, places.cards.height)
        order = self._order or self.session.state.seats
        for seat, place in zip(order, face_places(cards, len(order), dp(8)), strict=True):
            self.faces[seat].pos, self.faces[seat].size = (place.x, place.y), (place.width, place.height)

    def on_card(self, seat: Seat) -> None:
        """Default: nothing."""

    def on_step(self, step: Step) -> None:
        """Default: nothing."""

    def on_read(self) -> None:
        """Default: nothing."""

    def on_by_hand(self) -> None:
        """Default: nothing."""

    def on_dismiss(self) -> None:
        """Default: nothing."""

    def on_undo(self) -> None:
        """Default: nothing."""

    def on_setup(self) -> None:
        """Default: nothing."""


load_kv("mobile.widgets", "camera_table.kv")
