"""The weights that belong to this reader: found, read once, checked against `weights.toml`, handed on as bytes.

`weights.toml` lists each file with its SHA-256 and input size. The folder is the packaged one, or the one that the
environment variable `DON_WEIGHTS` names.
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from models.errors import WeightsError

VARIABLE = "DON_WEIGHTS"
LIST = "weights.toml"


@dataclass(frozen=True)
class Weights:
    """The two networks as ONNX bytes, their input sides in pixels, and the calibration as read from JSON."""

    locator: bytes
    locator_side: int
    identifier: bytes
    identifier_side: int
    calibration: Mapping[str, Any]
    hashes: Mapping[str, str]


def weights_folder(folder: Path | None = None) -> Traversable:
    """`folder` if given, else `DON_WEIGHTS`, else the packaged weights."""
    if folder is not None:
        return folder
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE])
    return files("models") / "weights"


def _read(folder: Traversable, name: str) -> bytes:
    file = folder / name
    try:
        return file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise WeightsError("weights_missing", path=file) from None
    except OSError as error:
        raise WeightsError("weights_unreadable", path=file, detail=error.strerror or error) from None


def _listed(folder: Traversable) -> dict[str, dict[str, Any]]:
    text = _read(folder, LIST)
    try:
        listed = tomllib.loads(text.decode("utf-8"))
        wanted = {name: listed[name] for name in ("locator", "identifier", "calibration")}
        for entry in wanted.values():
            str(entry["file"]), str(entry["sha256"])
        int(wanted["locator"]["side"]), int(wanted["identifier"]["side"])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise WeightsError("weights_list_broken", path=folder / LIST, detail=error) from None
    return wanted


def load_weights(folder: Path | None = None) -> Weights:
    """Reads and checks all weight files. Raises `WeightsError` (`weights_missing`, `weights_unreadable`,
    `weights_list_broken`, `weights_wrong_hash`)."""
    place = weights_folder(folder)
    listed = _listed(place)
    contents: dict[str, bytes] = {}
    for name, entry in listed.items():
        contents[name] = _read(place, str(entry["file"]))
        if hashlib.sha256(contents[name]).hexdigest() != entry["sha256"]:
            raise WeightsError("weights_wrong_hash", path=place / str(entry["file"]))
    try:
        calibration = json.loads(contents["calibration"])
    except ValueError as error:
        raise WeightsError("weights_list_broken", path=place / "calibration.json", detail=error) from None
    return Weights(
        locator=contents["locator"],
        locator_side=int(listed["locator"]["side"]),
        identifier=contents["identifier"],
        identifier_side=int(listed["identifier"]["side"]),
        calibration=calibration,
        hashes={name: str(entry["sha256"]) for name, entry in listed.items()},
    )
