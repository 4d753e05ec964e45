"""The pictures of the tour, drawn by the app's own widgets from real play of the bundled hand. They can't be tapped."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scatter import Scatter
from kivy.uix.stencilview import StencilView

from mobile.demo_hand import demo_hand
from mobile.screens.arrangement import Box, card_places
from mobile.texts import label
from mobile.tour import a_correction, answers, stands_after, trick_of
from mobile.widgets.basics import FitLabel
from mobile.widgets.card_face import CardFace
from mobile.widgets.card_picker import CardPicker
from mobile.widgets.look import look
from mobile.widgets.page_parts import Row
from mobile.widgets.scoreboard import Scoreboard
from mobile.wording import called, card_glyphs, short_player, side_name
from scorer.cards import pack_of
from scorer.seats import FOUR_HANDED, Seat

_WALK_AFTER_S = 0.7
_DOUBTFUL = Seat.S


class Still(FloatLayout):
    """A picture: what lies in it is laid out by `lay_out`, and takes no touches."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(size=self.lay_out, pos=self.lay_out)

    @property
    def room(self) -> Box:
        """Where the picture lies, in pixels."""
        return Box(self.x, self.y, max(1.0, self.width), max(1.0, self.height))

    def lay_out(self, *_: object) -> None:
        """Put everything in its place."""

    def shown(self) -> None:
        """The picture has come to be seen."""

    def on_touch_down(self, touch: Any) -> bool:
        """A swipe begins anywhere."""
        return False

    def put(self, widget: Any, x: float, y: float, width: float, height: float) -> None:
        """Place a widget by shares of the picture."""
        widget.size_hint = (None, None)
        widget.pos = (self.x + x * self.width, self.y + y * self.height)
        widget.size = (max(1, width * self.width), max(1, height * self.height))


class BoardPicture(Still):
    """The board, with pegs that walk when it is seen."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.board = Scoreboard()
        self.board.show(stands_after(5), walk=False)
        self.add_widget(self.board)

    def shown(self) -> None:
        """Let the pegs walk."""
        self.board.show(stands_after(5), walk=False)
        Clock.schedule_once(lambda _: self.board.show(stands_after(9)), _WALK_AFTER_S)

    def lay_out(self, *_: object) -> None:
        """A standing board in a high picture, a lying one in a wide."""
        self.board.standing = self.height > self.width
        self.put(self.board, 0, 0, 1, 1)


class TrickPicture(Still):
    """A trick as it was read, one card of it doubtful."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        trick, state = trick_of(3), stands_after(2)
        self.faces: dict[Seat, CardFace] = {}
        for seat in FOUR_HANDED:
            face = CardFace(size_hint=(None, None))
            state_of_card = "doubtful" if seat is _DOUBTFUL else "sure"
            face.show_state(trick.card_of(seat), state_of_card, called(state, seat))
            self.faces[seat] = face
            self.add_widget(face)

    def lay_out(self, *_: object) -> None:
        """As the players sit."""
        top, right, bottom, left = card_places(self.room, dp(1), look.scale)
        for seat, place in zip(FOUR_HANDED, (top, right, bottom, left), strict=True):
            self.faces[seat].pos, self.faces[seat].size = (place.x, place.y), (place.width, place.height)


class Glass(StencilView):
    """Something larger seen through a glass that makes it smaller: whole, and nothing beside it."""

    def __init__(self, seen: Any, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.lens = Scatter(do_rotation=False, do_translation=False, do_scale=False, size_hint=(None, None))
        self.lens.add_widget(seen)
        self.add_widget(self.lens)

    def fit(self, width: float, height: float, room: Box) -> None:
        """Show so much of what is seen, from its lower left corner on, in the middle of the room; never larger."""
        self.lens.size = (width, height)
        self.lens.scale = min(1.0, room.width / width, room.height / height)
        self.size = (width * self.lens.scale, height * self.lens.scale)
        self.pos = (room.x + (room.width - self.width) / 2, room.y + (room.height - self.height) / 2)
        self.lens.pos = self.pos


class PickerPicture(Still):
    """The picker, some cards gone."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        state = stands_after(5)
        gone = {card for trick in demo_hand().tricks[:5] for card in trick.event.cards}
        self.picker = CardPicker(size_hint=(None, None))
        possible = [card for card in pack_of(state.variant.pack).cards if card not in gone]
        self.picker.open_for(label("who_card", name=short_player(state, Seat.E)), possible, (), state.variant.pack)
        self.glass = Glass(self.picker)
        self.add_widget(self.glass)

    def lay_out(self, *_: object) -> None:
        """As on a page of the same shape, made so much smaller that all of it is seen."""
        high, wide = max(self.width, dp(340)), max(self.width, dp(740))
        self.picker.size = (high, high * 1.7) if self.height > self.width else (wide, wide * 0.5)
        self.glass.fit(self.picker.width, self.picker.sheet_height, self.room)


class CorrectionPicture(Still):
    """A card before and after it was put right, and what that does to the scores."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        one = a_correction()
        self.misread, self.true = CardFace(), CardFace()
        self.misread.show_state(one.wrong, "impossible", called(one.after, Seat.N))
        self.true.show_state(one.right, "chosen", called(one.after, Seat.N))
        self.arrow = FitLabel(text="→", bold=True, color=look.rgba("accent"), largest=sp(60) * look.scale)
        lines = [
            label("tour_was", side=side_name(one.after, side), before=one.before.scores[side], after=total)
            for side, total in one.after.scores.items()
            if total != one.before.scores[side]
        ]
        self.scores = FitLabel(text="\n".join(lines), bold=True, lines=True, largest=sp(19) * look.scale)
        for widget in (self.misread, self.arrow, self.true, self.scores):
            self.add_widget(widget)

    def lay_out(self, *_: object) -> None:
        """The cards above, the scores below."""
        self.put(self.misread, 0.06, 0.28, 0.36, 0.70)
        self.put(self.arrow, 0.44, 0.45, 0.12, 0.30)
        self.put(self.true, 0.58, 0.28, 0.36, 0.70)
        self.put(self.scores, 0.02, 0.0, 0.96, 0.25)


class WhyPicture(Still):
    """What the answer to "why?" looks like."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        trick, state = trick_of(1), stands_after(1)
        won, pegged = answers()
        cards = " ".join(card_glyphs(card) for card in trick.cards)
        head = label("pegged", points=trick.points, side=side_name(state, trick.side))
        self.rows = BoxLayout(orientation="vertical", spacing=dp(8), size_hint=(None, None))
        title = label("last_trick", name=short_player(state, trick.winner))
        self.rows.add_widget(Row(title=title, detail=f"{cards}\n{won}", arrow=False))
        self.rows.add_widget(Row(title=head, detail=pegged, arrow=False))
        self.rows.bind(minimum_height=self.lay_out)
        self.glass = Glass(self.rows)
        self.add_widget(self.glass)

    def lay_out(self, *_: object) -> None:
        """As large as on a page where there is room."""
        self.rows.size = (max(dp(300) * look.scale, self.width), max(1.0, self.rows.minimum_height))
        self.glass.fit(self.rows.width, self.rows.height, self.room)


def picture_of(card: str) -> Still:
    """The picture of a card of the tour, by its name (`mobile.tour.CARDS`)."""
    kinds = {
        "board": BoardPicture,
        "read": TrickPicture,
        "hand": PickerPicture,
        "correct": CorrectionPicture,
        "why": WhyPicture,
        "start": BoardPicture,
    }
    return kinds[card]()
