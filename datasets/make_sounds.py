"""Makes the sounds of the app: `make sounds` writes them into ``mobile/assets/sounds``, always the same bytes.

Each is a few decaying tones, like wood or a small bell, 16 bit mono. They are ours, given away under CC0.
"""

from __future__ import annotations

import sys
import wave
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

RATE_HZ = 16_000
FOLDER = Path(__file__).resolve().parents[1] / "mobile" / "assets" / "sounds"
LICENCE = """The sounds of this folder were made by datasets/make_sounds.py of this project (`make sounds`).
They are given to the public domain: CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/
"""

Wave = NDArray[np.float64]
Tone = tuple[float, float, float, float]
"""When it begins (s), its pitch (Hz), how soon it decays (1/s), how loud it is (0 to 1)."""


TONES: dict[str, tuple[float, Sequence[Tone]]] = {
    "peg": (0.05, [(0.0, 900.0, 110.0, 0.5), (0.0, 2484.0, 160.0, 0.25), (0.0, 4860.0, 240.0, 0.12)]),
    "confirmed": (0.26, [(0.0, 587.3, 16.0, 0.34), (0.07, 880.0, 15.0, 0.34), (0.07, 1760.0, 22.0, 0.08)]),
    "asked": (0.34, [(0.0, 659.3, 14.0, 0.34), (0.13, 987.8, 13.0, 0.32), (0.13, 1318.5, 18.0, 0.08)]),
    "refused": (0.24, [(0.0, 261.6, 20.0, 0.42), (0.09, 207.7, 16.0, 0.42), (0.09, 415.3, 26.0, 0.12)]),
    "won": (
        0.72,
        [
            (0.0, 523.3, 9.0, 0.26),
            (0.11, 659.3, 8.0, 0.26),
            (0.22, 784.0, 7.0, 0.26),
            (0.33, 1046.5, 6.0, 0.30),
            (0.33, 2093.0, 9.0, 0.07),
        ],
    ),
}


def samples(name: str) -> NDArray[np.int16]:
    """The sound as samples at `RATE_HZ`."""
    length_s, tones = TONES[name]
    times = np.arange(round(length_s * RATE_HZ)) / RATE_HZ
    whole: Wave = np.zeros_like(times)
    for begin_s, pitch_hz, decay, loud in tones:
        since = times - begin_s
        rise = np.clip(since / 0.002, 0.0, 1.0)  # no click at its beginning
        whole += np.where(since >= 0, loud * rise * np.exp(-decay * since) * np.sin(2 * np.pi * pitch_hz * since), 0.0)
    whole *= np.clip((length_s - times) / 0.02, 0.0, 1.0)  # nor at its end
    return np.asarray(np.round(np.clip(whole, -1.0, 1.0) * 32_000), dtype=np.int16)


def write(folder: Path) -> None:
    """Write all sounds and their licence. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in TONES:
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE_HZ)
            file.writeframes(samples(name).astype("<i2").tobytes())
    (folder / "LICENSE-sounds.txt").write_text(LICENCE, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
