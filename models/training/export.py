"""Writes both networks as ONNX, checks them against torch, calibrates, seals: `make export`.

Everything is made in a folder aside and moved to its place together at the end; when the check refuses, nothing
changes. Without `--locator` and `--identifier` the weights of the last `make train` are taken.
"""

from __future__ import annotations

import argparse
import datetime
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from models.training import train_identifier, train_locator
from models.training.export_check import ExportError, Networks, check, pictures
from models.training.seal import FILES, WEIGHTS, read_notes, seal

RUN = Path("runs/train")
LIST = "weights.toml"


def about(weights: Path, name: str) -> dict[str, str]:
    """The notes for `weights.toml`: how the run beside these weights came about (its `about.json`), and the day."""
    notes = {f"{name}.date": datetime.date.today().isoformat(), f"{name}.command": "unknown", f"{name}.data": "unknown"}
    path = weights.with_name("about.json")
    if path.is_file():
        row = json.loads(path.read_text("utf-8"))
        counts = ", ".join(f"{row[key]} {key}" for key in ("scenes", "shards", "mined") if row.get(key))
        notes[f"{name}.command"] = str(row["command"])
        notes[f"{name}.data"] = f"{row['seen']} pictures seen, of {counts}; {row['minutes']} minutes"
    return notes


def export_all(args: argparse.Namespace, staging: Path) -> dict[str, str]:
    """Writes and checks both networks in `staging`; returns their notes. Raises `ExportError`, `ValueError`."""
    locator, identifier = train_locator.trained(args.locator), train_identifier.trained(args.identifier)
    train_locator.export(args.locator, staging / FILES["locator"])
    train_identifier.export(args.identifier, staging / FILES["identifier"])
    locator_onnx, identifier_onnx = ((staging / FILES[name]).read_bytes() for name in ("locator", "identifier"))
    looked_at = list(pictures(args.pictures))
    for result, control in check(Networks(locator, identifier, locator_onnx, identifier_onnx), looked_at):
        print(
            f"{result.engine}: {result.places} places on {len(looked_at)} pictures differ from torch by at most "
            f"{result.locator:.1e}, {result.crops} crops by {result.identifier:.1e}; "
            f"with red and blue swapped by {control.locator:.2f} and {control.identifier:.2f}"
        )
    return about(args.locator, "locator") | about(args.identifier, "identifier")


def calibrate(staging: Path, scenes: int) -> None:
    """Fits the calibration for the networks in `staging`. Raises `ExportError`."""
    command = [sys.executable, "-m", "models.training.calibrate", "--folder", str(staging), "--scenes", str(scenes)]
    if subprocess.run(command).returncode != 0:
        raise ExportError("The calibration failed, see above: nothing was exported.")


def calibration_notes(scenes: int) -> dict[str, str]:
    """The notes for `weights.toml` about the calibration."""
    return {
        "calibration.engine": "opencv",
        "calibration.command": f"python -m models.training.calibrate --scenes {scenes}",
        "calibration.date": datetime.date.today().isoformat(),
    }


def move(staging: Path, target: Path) -> None:
    """Puts all files in their place, the list with the hashes last; puts the old ones back when one fails."""
    target.mkdir(parents=True, exist_ok=True)
    names = [*FILES.values(), LIST]
    backup = staging / "before"
    backup.mkdir()
    for name in names:
        if (target / name).is_file():
            shutil.copy2(target / name, backup / name)
    try:
        for name in names:
            (staging / name).replace(target / name)
    except OSError:
        for path in backup.iterdir():
            shutil.copy2(path, target / path.name)
        raise


def options(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, default=RUN, help="folder of the training (default: runs/train)")
    parser.add_argument("--locator", type=Path, help="weights, .pt or .onnx (default: RUN/locator/best.pt)")
    parser.add_argument("--identifier", type=Path, help="weights, .pt or .onnx (default: RUN/identifier/best.pt)")
    parser.add_argument("--to", type=Path, default=WEIGHTS, help="folder to write to (default: models/weights)")
    parser.add_argument("--pictures", type=int, default=20, help="pictures to check on")
    parser.add_argument("--scenes", type=int, default=160, help="drawn scenes to calibrate on")
    args = parser.parse_args(words)
    args.locator = args.locator or args.run / "locator" / "best.pt"
    args.identifier = args.identifier or args.run / "identifier" / "best.pt"
    return args


def run(args: argparse.Namespace) -> None:
    """The whole export. Raises `ExportError`, `ValueError`, `OSError`."""
    for path in (args.locator, args.identifier):
        if not path.is_file():
            raise ExportError(f"There are no weights in {path}: run make train, or name a file.")
    args.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".export-", dir=args.to) as folder:
        staging = Path(folder)
        notes = export_all(args, staging)
        calibrate(staging, args.scenes)
        old = read_notes(args.to) | read_notes(staging)
        seal(staging, old | notes | calibration_notes(args.scenes))
        move(staging, args.to)
    print(f"{args.to} holds the new weights; make evaluate measures them")


def main() -> int:
    """The command line."""
    try:
        run(options())
    except (ExportError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
