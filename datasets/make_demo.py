"""Writes the bundled hand: nine pictures of completed tricks and their truth, into `mobile/assets/demo`.

The faces are those of the npm package @heruka_urgyen/react-playing-cards (MIT), laid on drawn surfaces; the same seed
gives the same pictures. `make demo-hand` (needs the art in the cache: `make art`).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from datasets.hands import PlayedHand, play_hand
from datasets.packs import art_packs
from datasets.scenes import SceneFactory
from datasets.view import Picture
from scorer.cards import Card
from scorer.seats import FOUR_HANDED, Seat

PACK = "heruka-2color"
TARGET = Path(__file__).resolve().parents[1] / "mobile" / "assets" / "demo"
SEED = 10
BOTTOM = Seat.S
QUALITY = 88


def write_demo(folder: Path, seed: int = SEED) -> PlayedHand:
    """Draws and writes the nine pictures and `hand.toml`. Raises `ValueError` where the pack is not in the cache."""
    packs = art_packs((PACK,))
    if not packs:
        raise ValueError(f"The pack {PACK} is not in the cache: run make art first.")
    played = play_hand(seed, Seat.N)
    factory = SceneFactory(packs, (), (1280, 960), difficulty=0.45)
    folder.mkdir(parents=True, exist_ok=True)
    for number, (leader, cards) in enumerate(played.tricks, 1):
        first = (FOUR_HANDED.index(leader) - FOUR_HANDED.index(BOTTOM)) % 4
        picture = _whole_trick(factory, seed * 100 + number, list(cards), first)
        (folder / f"trick_{number}.jpg").write_bytes(
            cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        )
    (folder / "hand.toml").write_text(_truth(played, seed), encoding="utf-8")
    return played


def _whole_trick(factory: SceneFactory, seed: int, cards: list[Card], first: int) -> Picture:
    """The first scene from `seed` on in which every card shows an index (no sleeve over one)."""
    while True:
        scene = factory.trick(seed, cards, factory.packs[0], first)
        if scene.cards == frozenset(cards):
            return scene.picture
        seed += 10_000


def _truth(played: PlayedHand, seed: int) -> str:
    lines = [
        "# The bundled hand, written by datasets/make_demo.py. Cards in order of play from the leader.",
        f"# Card faces: {PACK} of npm @heruka_urgyen/react-playing-cards 0.5.0 (MIT, (c) heruka_urgyen).",
        'variant = "nine_card_lancashire"',
        f'pitcher = "{played.pitcher}"',
        f'bottom = "{BOTTOM}"',
        f"seed = {seed}",
        "",
    ]
    for number, (leader, cards) in enumerate(played.tricks, 1):
        names = ", ".join(f'"{card}"' for card in cards)
        lines += ["[[tricks]]", f'picture = "trick_{number}.jpg"', f'leader = "{leader}"', f"cards = [{names}]", ""]
    return "\n".join(lines)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=TARGET)
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    write_demo(args.out, args.seed)
    print(f"nine tricks and hand.toml in {args.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
