"""Sounds and vibration: as the settings allow, silent where there is nothing to play on, always the same bytes."""

import sys
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from datasets import make_sounds
from mobile.feedback import SOUNDS, Feedback
from mobile.phone import vibration
from mobile.settings import Settings

ASSETS = Path(vibration.__file__).parents[1] / "assets" / "sounds"
WAYS: dict[str, Callable[[Feedback], None]] = {
    "peg": Feedback.peg,
    "confirmed": Feedback.confirmed,
    "asked": Feedback.asked,
    "won": Feedback.won,
    "refused": Feedback.refused,
}


@pytest.mark.parametrize("name", SOUNDS)
@pytest.mark.parametrize(("sound", "vibration"), [(True, True), (True, False), (False, True), (False, False)])
def test_what_is_chosen_is_heard_and_felt(name: str, sound: bool, vibration: bool) -> None:
    heard: list[str] = []
    felt: list[Sequence[int]] = []
    WAYS[name](Feedback(lambda: Settings(sound=sound, vibration=vibration), heard.append, felt.append))
    assert heard == ([name] if sound else [])
    assert len(felt) == (vibration and name != "peg"), "a peg only ticks"


def test_the_sounds_are_made_again_as_they_are(tmp_path: Path) -> None:
    make_sounds.write(tmp_path)
    assert {path.name for path in ASSETS.iterdir()} == {path.name for path in tmp_path.iterdir()}
    assert {path.stem for path in ASSETS.glob("*.wav")} == set(SOUNDS)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (ASSETS / path.name).read_bytes()
    assert sum(path.stat().st_size for path in ASSETS.iterdir()) < 60_000


def test_each_sound_is_short_and_does_not_click() -> None:
    for name in SOUNDS:
        samples = make_sounds.samples(name)
        assert len(samples) <= 0.8 * make_sounds.RATE_HZ
        assert 8_000 < abs(samples).max() < 32_767, "to be heard, and never clipped"
        assert abs(samples[0]) < 400 and abs(samples[-1]) < 400


class _Phone:
    """What stands for Android's side: it writes down what is called. The real one is only on a phone."""

    def __init__(self, api: int, has_vibrator: bool = True, broken: bool = False) -> None:
        self.calls: list[tuple[Any, ...]] = []

        def vibrate(*given: Any) -> None:
            if broken:
                raise RuntimeError("JVM exception occurred")
            self.calls.append(given)

        vibrator = types.SimpleNamespace(hasVibrator=lambda: has_vibrator, vibrate=vibrate)
        self.classes: dict[str, Any] = {
            "org.kivy.android.PythonActivity": types.SimpleNamespace(
                mActivity=types.SimpleNamespace(getSystemService=lambda name: vibrator if name == "vibrator" else None)
            ),
            "android.os.Build$VERSION": types.SimpleNamespace(SDK_INT=api),
            "android.os.VibrationEffect": types.SimpleNamespace(
                createWaveform=lambda waits, again: ("effect", waits, again)
            ),
        }

    def put(self, monkeypatch: pytest.MonkeyPatch) -> None:
        jnius = types.ModuleType("jnius")
        jnius.__dict__["autoclass"] = self.classes.__getitem__
        monkeypatch.setitem(sys.modules, "jnius", jnius)
        monkeypatch.setenv("ANDROID_ARGUMENT", "")


def test_a_phone_shakes_by_an_effect_and_an_old_one_by_a_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    new, old = _Phone(34), _Phone(24)
    new.put(monkeypatch)
    vibration.shake((40, 70, 40))
    assert new.calls == [(("effect", [0, 40, 70, 40], -1),)]
    old.put(monkeypatch)
    vibration.shake((40, 70, 40))
    assert old.calls == [([0, 40, 70, 40], -1)]


def test_what_can_not_shake_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    vibration.shake((30,))
    for phone in (_Phone(34, has_vibrator=False), _Phone(34, broken=True)):
        phone.put(monkeypatch)
        vibration.shake((30,))
        vibration.shake(())
        assert phone.calls == []
