"""How the things of a film look where they are: cards with their gloss, props, glasses, the players' hands."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.clutter import Lying, lay_thing, stand_glass
from datasets.film_hands import Arm, Sprite, covered_by, draw_hand, lay_sprite
from datasets.film_stage import Stage
from datasets.film_tracks import Glass, Grip, Hand, Pose, Thing
from datasets.layouts import SIDES
from datasets.packs import CardPack
from datasets.painting import Painter, Sheet
from datasets.props import Prop
from datasets.view import Matrix, Picture, View, laid, outline, project
from scorer.cards import Card

FINER = 1.25
"""Pixels of a kept card against those it has in the middle of the picture, along a side."""


@dataclass
class Cast:
    """Knows how each thing of one film looks; `arms` are the players' (by place), `seed` fixes the cards' gloss."""

    stage: Stage
    pack: CardPack
    arms: tuple[Arm, Arm, Arm, Arm]
    seed: int
    _sheets: dict[tuple[Card, bool], Sheet] = field(default_factory=dict, init=False)
    _sprites: dict[tuple[int, Grip], Sprite] = field(default_factory=dict, init=False)

    def lay(self, painter: Painter, view: View, number: int, thing: Thing, pose: Pose) -> None:
        """Paints a thing where it is; `number` becomes the owner of its pixels."""
        if isinstance(thing, Card):
            painter.lay(*self._card(view, thing, pose), number)
        elif isinstance(thing, Hand):
            sprite, onto = self._hand(view, thing, pose)
            lay_sprite(painter.canvas, sprite, onto)
        elif isinstance(thing, Prop):
            lay_thing(painter, view, Lying(thing, pose.x, pose.y, pose.turn), number)
        else:
            stand_glass(painter, view, pose.x, pose.y, number, np.random.default_rng(thing.seed))

    def hidden_by(self, view: View, hand: Hand, pose: Pose) -> NDArray[np.bool_]:
        """Which pixels `(H, W)` of the picture a hand hides."""
        return covered_by(*self._hand(view, hand, pose), view.size_wh)

    def corners(self, view: View, thing: Thing, pose: Pose) -> NDArray[np.float64]:
        """Points `(n, 2)` of the picture about a thing and its shadow."""
        if isinstance(thing, Hand):
            sprite, onto = self._hand(view, thing, pose)
            height, width = sprite.picture.shape[:2]
            return np.asarray((onto @ outline(width, height)).T, np.float64)
        if isinstance(thing, Card):
            sheet, onto = self._card(view, thing, pose)
            seen = project(onto, outline(*sheet.picture.shape[1::-1])).T
            throw = 6 + 3 * sheet.lift * view.scale_at(pose.x, pose.y)
            return np.vstack([seen - throw, seen + throw])
        size = 3.5 if isinstance(thing, Glass) else 1.8 * thing.width
        ways = [(x, y) for x in (-size, size) for y in (-size, size)]
        return np.array([view.pixel(pose.x + x, pose.y + y) for x, y in ways])

    def face_map(self, view: View, pose: Pose) -> Matrix:
        """Pixels of a face that lies flat to the picture's `(3, 3)`."""
        return np.asarray(view.to_picture @ laid(self.pack.size, 1.0, pose.x, pose.y, pose.turn), np.float64)

    def _card(self, view: View, card: Card, pose: Pose) -> tuple[Sheet, Matrix]:
        """A card's sheet and the map from its pixels to the picture; a lifted one is seen larger and farther up."""
        down = pose.flip > 0.5
        face = self.pack.back if down else self.pack.faces[card]
        height, width = face.shape[:2]
        on_table = laid((width, height), 1.0, pose.x, pose.y, pose.turn)
        across = max(0.06, abs(math.cos(math.pi * pose.flip)))
        middle = np.array([[across, 0, width / 2 * (1 - across)], [0, 1, 0], [0, 0, 1.0]])
        onto = view.to_picture @ on_table @ middle
        if pose.lift > 0.001:
            x, y = view.pixel(pose.x, pose.y)
            up = pose.lift * view.scale_at(pose.x, pose.y)
            larger = 1 + 0.1 * pose.lift
            raise_it = np.array(
                [[larger, 0, x * (1 - larger)], [0, larger, y * (1 - larger) - math.sin(view.tilt) * up], [0, 0, 1.0]]
            )
            onto = raise_it @ onto
        sheet = self._sheet(card, face, down)
        scale = np.diag([width / sheet.picture.shape[1], height / sheet.picture.shape[0], 1.0])
        return (replace(sheet, lift=sheet.lift + 0.2 * pose.lift) if pose.lift else sheet), onto @ scale

    def _sheet(self, card: Card, face: Picture, down: bool) -> Sheet:
        """A card's face or back as it looks all through the film, little larger than it is seen."""
        key = (card, down)
        if key not in self._sheets:
            share = min(1.0, FINER * self.stage.view.scale_at(0, 0) / face.shape[1])
            small = cv2.resize(face, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
            rng = np.random.default_rng([self.seed, card.suit.height, card.rank.height, 0xCA])
            stock = np.random.default_rng([self.seed, 0x57])
            corner, inset = float(stock.uniform(0.045, 0.08)), float(stock.uniform(0.01, 0.02))
            inset = min(inset, 0.5 * min(box[0] for box in self.pack.indices.values()) / self.pack.size[0])
            severity = self.stage.level.severity
            self._sheets[key] = Sheet(
                np.asarray(small, np.uint8),
                corner=corner,
                inset=inset,
                lift=float(rng.uniform(0.004, 0.02)),
                gain=float(rng.uniform(0.93, 1.0)),
                sheen=float(rng.beta(1, 3)) * 0.3 * severity,
            )
        return self._sheets[key]

    def _hand(self, view: View, hand: Hand, pose: Pose) -> tuple[Sprite, Matrix]:
        """A hand's sprite and the map that puts it where it is."""
        sprite = self._sprites.get((hand.place, hand.grip))
        scale = view.scale_at(pose.x, pose.y)
        if sprite is None:
            dx, dy = SIDES[hand.place]
            sharp = self.stage.view.scale_at(0, 0)
            sprite = draw_hand(self.arms[hand.place], hand.grip, sharp, self.stage.lamp, math.atan2(dy, dx))
            self._sprites[hand.place, hand.grip] = sprite
        tip = view.pixel(pose.x, pose.y)
        arm = view.pixel(pose.x + 0.3 * math.cos(pose.turn), pose.y + 0.3 * math.sin(pose.turn))
        along = (arm[0] - tip[0], arm[1] - tip[1])
        length = math.hypot(*along)
        return sprite, sprite.onto(tip, (along[0] / length, along[1] / length), scale)
