"""Screenshots of every page and main state of the app, with an index page: `make screenshots`.

Each size and look runs in a process of its own, in a window of its own Xvfb, on real sessions in a temporary folder.
A shot that fails is in the index with its error, and the command ends with status 1.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from benchmarks.own_screen import own_screen

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SIZES = ("360x740", "800x1280", "1920x1080")
LOOKS = ("dark", "light")
THUMB_PX = 220


@dataclass(frozen=True)
class Taken:
    """What came of a shot: its file in the folder, and the error where it failed (the file may show how far it got)."""

    area: str
    name: str
    size: str
    look: str
    file: str
    error: str


def file_name(name: str, size: str, look: str) -> str:
    """The file of a shot."""
    return f"{re.sub('[^a-z0-9]+', '-', name.lower()).strip('-')}_{size}_{look}.png"


def take(environ: dict[str, str], out: Path, size: str, look: str, only: str) -> list[Taken]:
    """All shots in one size and look, in a process of its own."""
    report = out / f"report_{size}_{look}.json"
    report.unlink(missing_ok=True)
    command = [sys.executable, str(HERE / "gallery_stage.py"), str(out), size, look, only]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    rows = json.loads(report.read_text("utf-8")) if report.exists() else []
    report.unlink(missing_ok=True)
    taken = [Taken(**row) for row in rows]
    if done.returncode:
        words = done.stderr.strip().splitlines()[-12:] or [f"ended with status {done.returncode}"]
        taken.append(Taken("The command", "window", size, look, "", "\n".join(words)))
    return taken


def write_index(out: Path, taken: Sequence[Taken]) -> None:
    """A page with a row for each shot and a column for each size and look."""
    import cv2

    thumbs = out / "thumbs"
    thumbs.mkdir(exist_ok=True)
    for one in taken:
        picture = cv2.imread(str(out / one.file)) if one.file else None
        if picture is not None:
            height = round(picture.shape[0] * THUMB_PX / picture.shape[1])
            small = cv2.resize(picture, (THUMB_PX, height), interpolation=cv2.INTER_AREA)
            cv2.imwrite(str(thumbs / one.file.replace(".png", ".jpg")), small, [cv2.IMWRITE_JPEG_QUALITY, 88])
    wrong = [one for one in taken if one.error]
    page = ["<!doctype html><meta charset=utf-8><title>Don: every page</title>", _STYLE, "<h1>Don: every page</h1>"]
    page.append(f"<p>{len(taken)} pictures, {len(wrong)} of them failed.</p>")
    page += [f"<p class=bad>{html.escape(_place(one))}<pre>{html.escape(one.error)}</pre>" for one in wrong]
    for area, in_area in groupby(taken, key=lambda one: one.area):
        page.append(f"<h2>{html.escape(area)}</h2>")
        for name, shots in groupby(in_area, key=lambda one: one.name):
            page.append(f"<h3>{html.escape(name)}</h3><div>")
            page += [_figure(one) for one in shots]
            page.append("</div>")
    (out / "index.html").write_text("\n".join(page), encoding="utf-8")


def write_small(folder: Path, out: Path, taken: Sequence[Taken]) -> None:
    """Copies with a palette, for a page that shows them: ``README: table`` becomes ``table.png``."""
    from PIL import Image

    folder.mkdir(parents=True, exist_ok=True)
    for one in taken:
        if not one.error:
            with Image.open(out / one.file) as picture:
                small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
            small.save(folder / f"{one.name.rpartition(': ')[2]}.png", optimize=True)


_STYLE = """<style>body{font-family:sans-serif;background:#ddd;margin:1em}div{display:flex;flex-wrap:wrap;gap:.6em;
align-items:flex-start}figure{margin:0}figcaption{font-size:80%}.bad{color:#a00;font-weight:bold}h3{margin:.8em 0 .2em}
img{border:1px solid #888}</style>"""


def _place(one: Taken) -> str:
    return f"{one.name} ({one.size}, {one.look})"


def _figure(one: Taken) -> str:
    mark = " class=bad" if one.error else ""
    words = html.escape(f"{one.size} {one.look}{' FAILED' if one.error else ''}")
    picture = f"<a href='{one.file}'><img width={THUMB_PX} src='thumbs/{one.file.replace('.png', '.jpg')}'></a>"
    return f"<figure>{picture if one.file else ''}<figcaption{mark}>{words}</figcaption></figure>"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--only", default="", help="only shots with this in their name")
    parser.add_argument("--size", action="append", help=f"instead of {', '.join(SIZES)}")
    parser.add_argument("--look", action="append", choices=LOOKS)
    parser.add_argument("--small", type=Path, help="a folder for small copies, named by what follows the colon")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    wanted = [(size, look) for size in args.size or SIZES for look in args.look or LOOKS]
    with own_screen("3900x2200") as environ, ThreadPoolExecutor(args.jobs) as pool:
        environ["PYTHONPATH"] = os.pathsep.join([str(HERE), str(ROOT)])
        groups = pool.map(lambda one: take(environ, args.out, one[0], one[1], args.only), wanted)
        taken = [one for group in groups for one in group]
    order = {name: place for place, name in enumerate(dict.fromkeys(one.name for one in taken))}
    taken.sort(key=lambda one: order[one.name])
    write_index(args.out, taken)
    if args.small:
        write_small(args.small, args.out, taken)
    (args.out / "shots.json").write_text(json.dumps([asdict(one) for one in taken], indent=1), encoding="utf-8")
    wrong = [one for one in taken if one.error]
    print(f"{len(taken)} pictures in {args.out / 'index.html'}, {len(wrong)} failed")
    for one in wrong:
        print(f"  {_place(one)}: {one.error.splitlines()[-1]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
