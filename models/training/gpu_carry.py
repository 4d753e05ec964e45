"""Packs what `gpu.sh` needs on a machine without a network into `build/gpu`: `make gpu-carry`.

Card faces, scans and surfaces as WebP (named .png: OpenCV goes by the content), the fonts in use, the weights in
`models/weights` as checkpoints, wheels. Together with the repository's own files it must stay within 64 MiB.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import cv2
import numpy as np
import torch
from tqdm import tqdm

from datasets import art, procedural
from datasets.crops import CropFactory
from datasets.fonts import system_fonts
from datasets.scenes import SceneFactory
from models.training import train_identifier
from models.training.crop_shards import SCANS
from models.training.locator_network import locator_network, start_from
from models.training.networks import identifier_network, load_warm
from models.training.seal import WEIGHTS

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "build" / "gpu"
LIMIT = 64 * 2**20
FACE_HEIGHT, SURFACE_LONGEST = 560, 1100
QUALITY = 75
LARGEST_FONT = 500_000
WHEELS = ("ultralytics", "tqdm")
SURFACES = ("mate-backgrounds", "gnome-backgrounds")
"""The folders that `datasets.art` knows; both get some, for an empty one would not be carried."""


def shrink(source: Path, target: Path, height: int | None, longest: int | None) -> None:
    """One picture as WebP, at most that high or that long."""
    picture = cv2.imdecode(np.fromfile(source, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        return
    scale = min(1.0, (height or 10**9) / picture.shape[0], (longest or 10**9) / max(picture.shape[:2]))
    if scale < 1:
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    target.parent.mkdir(parents=True, exist_ok=True)
    cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1].tofile(target)


def carry_pictures(target: Path) -> None:
    """Faces of the packaged packs and of the scans, photographs of surfaces."""
    faces = [(p, target / "cache" / "faces" / p.parent.name / p.name) for p in (art.CACHE / "faces").glob("*/*.png")]
    if SCANS.is_dir():
        scans = [p for p in SCANS.glob("scan-*/*") if p.suffix in (".png", ".jpg")]
        faces += [(p, target / "shared" / "packs" / p.parent.name / f"{p.stem}.png") for p in scans]
    for source, place in tqdm(faces, "card faces"):
        if not place.exists():
            shrink(source, place, FACE_HEIGHT, None)
    for number, source in enumerate(tqdm(art.cached_backgrounds(), "surfaces")):
        place = target / "cache" / "packages" / SURFACES[number % 2] / f"{number:02d}.png"
        if not place.exists():
            shrink(source, place, None, SURFACE_LONGEST)


def carry_fonts(target: Path) -> int:
    """The fonts that drawn packs use, packed; returns how many."""
    fonts = [path for path in system_fonts() if path.stat().st_size <= LARGEST_FONT]
    with zipfile.ZipFile(target / "fonts.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in fonts:
            packed.write(path, path.name)
    return len(fonts)


def carry_start(target: Path, start: Path) -> None:
    """The weights to start from as checkpoints, ready to train on: no onnx package is needed to read them there.

    Raises `ValueError`.
    """
    (target / "start").mkdir(exist_ok=True)
    fonts = system_fonts()
    packs = [procedural.draw_pack(6_600_000 + k, fonts) for k in range(4)]
    scenes, crops = SceneFactory(packs, (), (640, 480)), CropFactory(packs)
    shown = np.stack([scenes.scene(seed).picture[:, :, ::-1] for seed in range(12)])
    rng = np.random.default_rng(0)
    cut = np.stack([crops.sample(rng).picture for _ in range(1024)])
    locator, identifier = locator_network(), identifier_network()
    start_from(locator, start / "locator.onnx", train_identifier.to_tensor(torch.from_numpy(shown)))
    load_warm(identifier, start / "identifier.onnx", train_identifier.to_tensor(torch.from_numpy(cut)))
    for name in ("locator.onnx", "identifier.onnx"):
        shutil.copyfile(start / name, target / "start" / name)
    torch.save({"state_dict": locator.state_dict()}, target / "start" / "locator.pt")
    torch.save({"network": identifier.state_dict()}, target / "start" / "identifier.pt")


def carry_wheels(target: Path) -> None:
    """Wheels of this environment's versions; those there already stay."""
    folder = target / "wheels"
    folder.mkdir(exist_ok=True)
    wanted = {name: f"{name}-{importlib.metadata.version(name)}" for name in WHEELS}
    for path in folder.glob("*.whl"):
        if not any(path.name.startswith(start + "-") for start in wanted.values()):
            path.unlink()
    for name, start in wanted.items():
        if not list(folder.glob(f"{start}-*.whl")):
            pin = f"{name}=={importlib.metadata.version(name)}"
            command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
            subprocess.run([*command, "-d", str(folder), pin], check=True)


def size_of_repository() -> int:
    """Bytes of the tracked and the untracked, not ignored files."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    paths = [ROOT / name for name in listing.decode().split("\0") if name]
    return sum(path.stat().st_size for path in paths if path.is_file())


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--start", type=Path, default=WEIGHTS, help="folder of the ONNX files to start from")
    parser.add_argument("--again", action="store_true", help="pack everything anew")
    args = parser.parse_args()
    if args.again:
        shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True, exist_ok=True)
    try:
        carry_start(TARGET, args.start)
        carry_wheels(TARGET)
    except (ValueError, OSError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 2
    carry_pictures(TARGET)
    fonts = carry_fonts(TARGET)
    carried, repository = sum(p.stat().st_size for p in TARGET.rglob("*") if p.is_file()), size_of_repository()
    packs = len(list((TARGET / "cache" / "faces").iterdir())) if (TARGET / "cache" / "faces").is_dir() else 0
    print(f"{packs} packs, {fonts} fonts; {carried / 2**20:.1f} MiB and the repository's {repository / 2**20:.1f} MiB")
    if packs == 0:
        print("There is no card art in datasets/cache: make art fetches it.", file=sys.stderr)
        return 2
    if carried + repository > LIMIT:
        print(f"Together that is more than {LIMIT / 2**20:.0f} MiB: it cannot be carried.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
