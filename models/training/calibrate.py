"""Fits `models/weights/calibration.json` and seals the weights: `make calibrate`.

The data are the photographs marked `tune` (never `eval`) and scenes drawn from packs nothing was trained on. Each
merged group of indices is one example: is its card in the picture? A logistic function of `models.calibration.FEATURES`
is fitted by Newton steps. A card is reported from the threshold at which most photographs are read exactly, and sure
from the lowest that keeps the demanded precision on all these data.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets import art, procedural, textures
from datasets.fonts import system_fonts
from datasets.photos import PhotosError, load_photos
from datasets.scenes import SceneFactory
from models.calibration import FEATURES, Calibration, features
from models.engine import open_engine
from models.identifier import Identifier
from models.locator import Locator
from models.merge import CardGroup
from models.picture import Picture, load_picture
from models.reader import CardReader
from models.training.crop_shards import known_packs
from models.training.seal import WEIGHTS, read_notes, seal
from scorer.cards import Card

REPORT_AT_LEAST = 0.5
"""No card is reported that is likelier wrong than right."""
SURE_PRECISION = 0.999
"""A card is sure while at least this share of the cards above the threshold is right."""
SURE_AT_LEAST = 0.9
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Looked:
    """One picture: its merged groups, the cards that are in it, how much it counts."""

    groups: tuple[CardGroup, ...]
    truth: frozenset[Card]
    weight: float


@dataclass(frozen=True)
class Examples:
    """Features `(n, k)`, whether the card is in the picture `(n,)`, how much the example counts `(n,)`."""

    features: Values
    right: Values
    weight: Values


def bare_reader(folder: Path) -> CardReader:
    """The networks of a folder before they are calibrated and sealed."""
    blank = Calibration((0.0,) * len(FEATURES), 0.0, 1.0)
    return CardReader(
        Locator(open_engine("opencv", (folder / "locator.onnx").read_bytes(), "locator.onnx"), 640),
        Identifier(open_engine("opencv", (folder / "identifier.onnx").read_bytes(), "identifier.onnx"), 64),
        blank,
    )


def _photographs() -> Iterator[tuple[Picture, frozenset[Card]]]:
    photos = [p for p in load_photos() if p.use == "tune" and p.index == "en"]
    for photo in tqdm(photos, "photographs marked tune", disable=not sys.stderr.isatty()):
        yield load_picture(photo.path), photo.cards


def _scenes(count: int) -> Iterator[tuple[Picture, frozenset[Card]]]:
    fonts = system_fonts()
    packs = [*known_packs(True), *(procedural.draw_pack(9_900_000 + k, fonts) for k in range(10))]
    factory = SceneFactory(packs, textures.load_surfaces(art.cached_backgrounds()), (960, 720), fonts=tuple(fonts))
    for seed in tqdm(range(count), "scenes", disable=not sys.stderr.isatty()):
        factory.difficulty = 0.3 + 0.7 * (seed % 10) / 9
        scene = factory.scene(77_000_000 + seed)
        shown = frozenset(label.card for label in scene.labels)
        yield scene.picture, shown


def look_at(reader: CardReader, pictures: Iterator[tuple[Picture, frozenset[Card]]], weight: float) -> list[Looked]:
    """What the networks see in each picture."""
    return [Looked(tuple(reader.groups(picture)), cards, weight) for picture, cards in pictures]


def examples_of(looked: Sequence[Looked]) -> Examples:
    """One example a merged group."""
    pairs = [(group, one) for one in looked for group in one.groups]
    return Examples(
        np.array([features(group) for group, _ in pairs], float).reshape(-1, len(FEATURES)),
        np.array([float(group.card in one.truth) for group, one in pairs]),
        np.array([one.weight for _, one in pairs]),
    )


def fit(examples: Examples, ridge: float = 1.0, steps: int = 40) -> Values:
    """Weights `(k,)` of the logistic function by Newton steps with a little ridge (not on the bias)."""
    x, y, w = examples.features, examples.right, examples.weight
    beta = np.zeros(x.shape[1])
    penalty = np.full(x.shape[1], ridge)
    penalty[0] = 1e-3
    for _ in range(steps):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        gradient = x.T @ (w * (y - p)) - penalty * beta
        hessian = (x * (w * p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        beta += step
        if np.abs(step).max() < 1e-8:
            break
    return np.asarray(beta, np.float64)


def sure_threshold(confidence: Values, examples: Examples) -> float:
    """The lowest confidence from which the demanded share of the examples is right."""
    order = np.argsort(-confidence)
    right, weight, ranked = examples.right[order], examples.weight[order], confidence[order]
    precision = np.cumsum(right * weight) / np.cumsum(weight)
    safe = np.nonzero(precision >= SURE_PRECISION)[0]
    return max(SURE_AT_LEAST, float(ranked[safe[-1]]) if len(safe) else 1.0)


def report_threshold(looked: Sequence[Looked], calibration: Calibration) -> float:
    """The lowest confidence, from `REPORT_AT_LEAST` on, at which most pictures are read exactly.

    A picture is read exactly from its most certain wrong card on, up to its least certain right one.
    """
    spans = []
    for one in looked:
        said = [(group.card, calibration.confidence(group)) for group in one.groups]
        wrong = max((p for card, p in said if card not in one.truth), default=0.0)
        best = dict(sorted(said, key=lambda item: item[1]))
        spans.append(
            (max(wrong, REPORT_AT_LEAST - 1e-4), min((best.get(card, 0.0) for card in one.truth), default=1.0))
        )
    starts = sorted({low for low, _ in spans})
    exact = [sum(low <= start < high for low, high in spans) for start in starts]
    return starts[int(np.argmax(exact))] + 1e-4


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=WEIGHTS)
    parser.add_argument("--scenes", type=int, default=240)
    args = parser.parse_args()
    reader = bare_reader(args.folder)
    try:
        photographs = look_at(reader, _photographs(), 1.0)
    except PhotosError as error:
        print(f"calibrated on scenes alone: {error}", file=sys.stderr)
        photographs = []
    looked = [*photographs, *look_at(reader, _scenes(args.scenes), 0.5)]
    examples = examples_of(looked)
    beta = fit(examples)
    confidence = 1 / (1 + np.exp(-examples.features @ beta))
    report = report_threshold(photographs or looked, Calibration(tuple(float(b) for b in beta), 0.0, 1.0))
    sure = sure_threshold(confidence, examples)
    calibration = {
        "weights": {name: round(float(b), 5) for name, b in zip(FEATURES, beta, strict=True)},
        "report": round(min(report, sure), 4),
        "sure": round(sure, 4),
        "ceiling": math.floor(1000 * (1 - 1 / (len(examples.right) + 2))) / 1000,
        "engine": "opencv",
        "examples": len(examples.right),
    }
    (args.folder / "calibration.json").write_text(json.dumps(calibration, indent=1) + "\n", encoding="utf-8")
    seal(args.folder, read_notes(args.folder))
    print(json.dumps(calibration))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
