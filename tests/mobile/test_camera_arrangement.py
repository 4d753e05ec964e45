"""Everything of the camera page has a place of its own at every size of window and text."""

from __future__ import annotations

from itertools import combinations

import pytest

from mobile.screens.arrangement import Box
from mobile.screens.camera_arrangement import arrange_camera, face_places

SIZES = [(360, 684), (740, 360), (800, 1224), (1920, 1000), (3840, 2000), (412, 860)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", [1.0, 2.0])
@pytest.mark.parametrize("aspect", [None, 5.2])
def test_nothing_overlaps_or_is_cut_and_buttons_are_a_fingertip_high(
    size: tuple[int, int], text: float, aspect: float | None
) -> None:
    width, height = size
    scale = text * max(0.85, min(min(size) / 360, max(size) / 740, 2.4))
    places = arrange_camera(width, height, aspect, 1.0, scale)
    boxes = {name: box for name, box in places.boxes().items() if box.height > 0}
    for name, box in boxes.items():
        assert box.x >= 0 and box.y >= 0 and box.right <= width + 0.01 and box.top <= height + 0.01, name
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        apart = a.right <= b.x + 0.01 or b.right <= a.x + 0.01 or a.top <= b.y + 0.01 or b.top <= a.y + 0.01
        assert apart, f"{one} lies over {other}"
    assert min(places.primary.height, places.secondary.height) >= 48
    assert places.camera.height >= 0.2 * height and places.camera.width >= 0.4 * width
    faces = face_places(places.cards, 4, 8.0)
    assert all(face.width >= 48 and face.height >= 64 for face in faces)
    assert faces[0].x >= places.cards.x - 0.01 and faces[-1].right <= places.cards.right + 0.01


def test_cards_stand_in_the_middle_of_their_row() -> None:
    places = face_places(Box(0, 0, 1000, 100), 4, 10.0)
    assert round(places[0].x) == round(1000 - places[-1].right)
