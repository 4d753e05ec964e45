"""Writes `weights.toml`: file names, SHA-256, input sides and where the weights come from."""

from __future__ import annotations

import argparse
import hashlib
import json
import tomllib
from pathlib import Path

WEIGHTS = Path(__file__).resolve().parents[1] / "weights"
SIDES = {"locator": 640, "identifier": 64}
FILES = {"locator": "locator.onnx", "identifier": "identifier.onnx", "calibration": "calibration.json"}


def read_notes(folder: Path) -> dict[str, str]:
    """The notes of the `weights.toml` that is there (`NAME.KEY` to text), to be kept when it is written anew."""
    path = folder / "weights.toml"
    listed = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return {
        f"{name}.{key}": value
        for name, entry in listed.items()
        for key, value in entry.items()
        if isinstance(value, str) and key not in ("file", "sha256")
    }


def seal(folder: Path, notes: dict[str, str]) -> None:
    """Hashes the three files in `folder` and writes `weights.toml` beside them."""
    lines = ["# Written by models/training/seal.py; the reader refuses a file whose hash differs.", ""]
    for name, file in FILES.items():
        data = (folder / file).read_bytes()
        lines += [f"[{name}]", f'file = "{file}"', f'sha256 = "{hashlib.sha256(data).hexdigest()}"']
        lines += [f"bytes = {len(data)}"]
        if name in SIDES:
            lines.append(f"side = {SIDES[name]}")
        own = {key.partition(".")[2]: value for key, value in notes.items() if key.startswith(name + ".")}
        lines += [f"{key} = {json.dumps(value)}" for key, value in own.items()]
        lines.append("")
    (folder / "weights.toml").write_text("\n".join(lines), encoding="utf-8")


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=WEIGHTS)
    parser.add_argument("--note", action="append", default=[], metavar="NAME.KEY=TEXT")
    args = parser.parse_args()
    seal(args.folder, read_notes(args.folder) | dict(note.split("=", 1) for note in args.note))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
