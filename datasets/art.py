"""Card art from the package registries: fetched, rendered to one PNG a card, kept in `datasets/cache`, never committed.

Each `ArtSource` names one package, its licence and how to get at its pictures. `make art` runs this module. A
registry that cannot be reached leaves that pack out with a sentence; training then has one pack less.
"""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from scorer.cards import Card, pack_of

CACHE = Path(__file__).parent / "cache"
FACE_HEIGHT = 560
"""Rendered faces are this many pixels high."""

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
RANK_WORDS = dict(
    zip(RANKS, ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"], strict=True)
)
POKERTH_RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUIT_WORDS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}


@dataclass(frozen=True)
class ArtSource:
    """One packaged pack: where it comes from and how a card's picture is named in it."""

    name: str
    registry: str
    """`npm`, `debian` or `pypi`."""
    package: str
    licence: str
    file_of: Callable[[str, str], str] | None = None
    """Rank and suit letters to a path inside the package; None for a sheet of all cards."""
    sheet: str = ""
    """A sheet of 13 columns (A to K) and rows C D H S."""
    id_of: Callable[[str, str], str] | None = None
    """Rank and suit letters to the element's id, where the sheet is rendered card by card."""
    free: bool = field(default=False)
    """Free of questions for pictures kept in this repository (CC0, MIT, public domain)."""


def _kde_id(rank: str, suit: str) -> str:
    return f"{RANK_WORDS[rank] if rank in 'AJQK' else rank}_{SUIT_WORDS[suit]}".replace("ace_", "1_")


def _aisleriot(name: str, package: str = "gnome-cards-data") -> ArtSource:
    path = f"usr/share/aisleriot/cards/{name}.svgz"
    return ArtSource(f"aisleriot-{name}", "debian", package, "GPL-3.0-or-later", sheet=path)


def _kde(folder: str, file: str) -> ArtSource:
    path = f"usr/share/carddecks/{folder}/{file}.svgz"
    return ArtSource(f"kde-{file}", "debian", "kdegames-card-data-kf5", "GPL-2.0-or-later", sheet=path, id_of=_kde_id)


def _heruka(style: str) -> ArtSource:
    package = "@heruka_urgyen/react-playing-cards@0.5.0"
    return ArtSource(
        f"heruka-{style}",
        "npm",
        package,
        "MIT",
        file_of=lambda r, s: f"package/src/images/{style}/{'T' if r == '10' else r}{s}.svg",
        free=True,
    )


SOURCES: tuple[ArtSource, ...] = (
    *(_heruka(style) for style in ("2color", "4color", "2color-bf", "4color-bf")),
    ArtSource(
        "younestouati",
        "npm",
        "@younestouati/playing-cards-standard-deck@3.0.0",
        "LGPL-3.0",
        file_of=lambda r, s: f"package/cards/{RANKS.index(r) + 1}{s.lower()}.svg",
    ),
    ArtSource(
        "svg-cards",
        "npm",
        "svg-cards@4.0.2",
        "LGPL-2.1",
        file_of=lambda r, s: f"package/png/2x/{SUIT_WORDS[s]}_{RANK_WORDS[r].replace('ace', '1')}.png",
    ),
    *(
        _aisleriot(name)
        for name in [
            "anglo",
            "anglo_bitmap",
            "anglo_modern",
            "anglo_modern_4_color",
            "anglo_poker",
            "gnomangelo",
            "gnomangelo_bitmap",
            "paris",
            "tigullio",
            "neoclassical",
            "neoclassical_4_color",
            "simplistic",
            "plastic",
            "tango",
            "tango_nuevo",
            "ornamental",
            "lattmann",
            "berlin",
            "rheinland",
            "orell",
            "dondorf",
        ]
    ),
    _aisleriot("bonded", "aisleriot"),
    _kde("svg-standard", "standard"),
    _kde("svg-nicu-ornamental", "ornamental"),
    _kde("svg-nicu-white", "white"),
    ArtSource(
        "pokerth",
        "debian",
        "pokerth-data",
        "GFDL-1.2",
        file_of=lambda r, s: (
            f"usr/share/games/pokerth/gfx/cards/default/{'DHSC'.index(s) * 13 + POKERTH_RANKS.index(r)}.png"
        ),
    ),
    ArtSource(
        "arcade",
        "pypi",
        "arcade==3.3.3",
        "CC0-1.0",
        file_of=lambda r, s: f"arcade/resources/assets/images/cards/card{SUIT_WORDS[s].title()}s{r}.png",
        free=True,
    ),
    ArtSource(
        "blackjack-gui",
        "pypi",
        "blackjack-gui==1.8.1",
        "public domain",
        file_of=lambda r, s: f"blackjack_gui/images/{RANK_WORDS[r]}_of_{SUIT_WORDS[s]}s.png",
        free=True,
    ),
)


class ArtError(Exception):
    """A package could not be fetched or rendered; the text says which and why."""


def _run(command: list[str], cwd: Path | None = None) -> None:
    try:
        subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True)
    except FileNotFoundError as error:
        raise ArtError(f"{command[0]} is not installed") from error
    except subprocess.CalledProcessError as error:
        raise ArtError(f"{' '.join(command)} failed: {error.stderr.strip().splitlines()[-1:]}") from error


def _safe_name(package: str) -> str:
    return re.sub(r"[^A-Za-z0-9.]+", "-", package).strip("-")


def fetch(registry: str, package: str, cache: Path = CACHE) -> Path:
    """The folder of one unpacked package, fetched when it is not in the cache yet. Raises `ArtError`."""
    folder = cache / "packages" / _safe_name(package)
    if folder.is_dir():
        return folder
    download = cache / "downloads" / _safe_name(package)
    shutil.rmtree(download, ignore_errors=True)
    download.mkdir(parents=True)
    partial = folder.with_name(folder.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    if registry == "npm":
        _run(["npm", "pack", "--silent", package], cwd=download)
        with tarfile.open(next(download.glob("*.tgz"))) as archive:
            archive.extractall(partial, filter="data")
    elif registry == "debian":
        _run(["apt-get", "download", "-qq", package], cwd=download)
        _run(["dpkg", "-x", str(next(download.glob("*.deb"))), str(partial)])
    else:
        _run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(download), package])
        with zipfile.ZipFile(next(download.glob("*.whl"))) as wheel:
            wheel.extractall(partial, [name for name in wheel.namelist() if "/images/" in name])
    partial.rename(folder)
    shutil.rmtree(download, ignore_errors=True)
    return folder


def _rsvg(source: Path, target: Path, *options: str) -> None:
    _run(["rsvg-convert", *options, "-o", str(target), str(source)])


def _on_white(path: Path) -> np.ndarray:
    picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ArtError(f"{path} is not a picture")
    if picture.ndim == 3 and picture.shape[2] == 4:
        alpha = picture[..., 3:].astype(np.float32) / 255
        picture = (picture[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR) if picture.ndim == 2 else picture


def _trim(face: np.ndarray) -> np.ndarray:
    """Cuts off the empty white margin around a card (its outline, where drawn, stays)."""
    ink = np.argwhere(face.min(axis=2) < 245)
    if len(ink) == 0:
        return face
    (top, left), (bottom, right) = ink.min(axis=0), ink.max(axis=0) + 1
    if (bottom - top) < 0.9 * face.shape[0] or (right - left) < 0.9 * face.shape[1]:
        return face
    return face[top:bottom, left:right]


def _faces(source: ArtSource, folder: Path, scratch: Path) -> dict[Card, np.ndarray]:
    faces: dict[Card, np.ndarray] = {}
    if source.file_of is not None:
        for card in pack_of(52).cards:
            path = folder / source.file_of(str(card)[:-1], str(card)[-1])
            if path.suffix == ".svg":
                png = scratch / f"{card}.png"
                _rsvg(path, png, "-h", str(FACE_HEIGHT))
                path = png
            faces[card] = _on_white(path)
        return faces
    svg = scratch / "sheet.svg"
    svg.write_bytes(gzip.decompress((folder / source.sheet).read_bytes()))
    if source.id_of is not None:
        for card in pack_of(52).cards:
            png = scratch / f"{card}.png"
            _rsvg(svg, png, "-i", source.id_of(str(card)[:-1], str(card)[-1]), "-h", str(FACE_HEIGHT))
            faces[card] = _on_white(png)
        return faces
    png = scratch / "sheet.png"
    _rsvg(svg, png, "-h", str(FACE_HEIGHT * 5))
    sheet = _on_white(png)
    cell_w, cell_h = sheet.shape[1] / 13, sheet.shape[0] / 5
    for row, suit in enumerate("CDHS"):
        for column, rank in enumerate(RANKS):
            top, left = round(row * cell_h), round(column * cell_w)
            faces[Card.parse(rank + suit)] = sheet[top : round((row + 1) * cell_h), left : round((column + 1) * cell_w)]
    return faces


def render(source: ArtSource, cache: Path = CACHE) -> Path:
    """The folder with one pack's 52 PNG faces, rendered when it is not in the cache yet. Raises `ArtError`."""
    target = cache / "faces" / source.name
    if target.is_dir():
        return target
    folder = fetch(source.registry, source.package, cache)
    partial = target.with_name(target.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    (partial / "scratch").mkdir(parents=True)
    for card, face in _faces(source, folder, partial / "scratch").items():
        face = _trim(face)
        width = round(face.shape[1] * FACE_HEIGHT / face.shape[0])
        shrink = cv2.INTER_AREA if face.shape[0] > FACE_HEIGHT else cv2.INTER_CUBIC
        cv2.imwrite(str(partial / f"{card}.png"), cv2.resize(face, (width, FACE_HEIGHT), interpolation=shrink))
    shutil.rmtree(partial / "scratch")
    partial.rename(target)
    return target


def backgrounds(cache: Path = CACHE) -> list[Path]:
    """Photographs of table tops and other surfaces from Debian's background packages. Raises `ArtError`."""
    paths: list[Path] = []
    for package in ("mate-backgrounds", "gnome-backgrounds"):
        folder = fetch("debian", package, cache)
        paths += [p for p in sorted(folder.rglob("*")) if p.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"}]
    return paths


def cached_backgrounds(cache: Path = CACHE) -> list[Path]:
    """The background photographs already in the cache; nothing is fetched."""
    folders = [cache / "packages" / name for name in ("mate-backgrounds", "gnome-backgrounds")]
    return backgrounds(cache) if all(f.is_dir() for f in folders) else []


def main() -> int:
    """Fetches and renders every pack; a pack that cannot be had is named and left out."""
    missing = 0
    for source in tqdm(SOURCES, desc="card art", disable=not sys.stderr.isatty()):
        try:
            render(source)
        except (ArtError, OSError, KeyError) as error:
            missing += 1
            print(f"left out {source.name}: {error}", file=sys.stderr)
    try:
        print(f"{len(SOURCES) - missing} packs and {len(backgrounds())} backgrounds in {CACHE}")
    except ArtError as error:
        print(f"no background photographs: {error}", file=sys.stderr)
    return 0 if missing < len(SOURCES) else 2


if __name__ == "__main__":
    raise SystemExit(main())
