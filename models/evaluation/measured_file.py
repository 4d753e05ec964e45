"""Everything that `don evaluate` measured, as one JSON file; a later run can be compared with it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from models.calibration import Calibration
from models.evaluation.causes import WHY, Cause
from models.evaluation.metrics import Candidate, PictureResult, by_source, tally
from models.evaluation.risk_coverage import area, calibration_error, curve, outcomes, parts, reliability
from scorer.cards import Card
from scorer.errors import DonError

SENTENCES = {
    "measured_unreadable": "{path} cannot be read ({detail}): name a file that don evaluate --json wrote.",
    "measured_broken": "{path} is not what don evaluate --json writes ({detail}): measure again.",
}
FORM = 1
"""Number of the file's form; another one is refused."""


class MeasuredFileError(DonError):
    """A file of measurements that cannot be used; `code` is a key of `SENTENCES`."""

    def sentence(self) -> str:
        """The sentence of `SENTENCES`, filled in."""
        return SENTENCES[self.code].format(**self.params)


def measured_json(
    results: Sequence[PictureResult],
    calibration: Calibration,
    about: Mapping[str, object],
    causes: Sequence[Cause] | None = None,
) -> dict[str, object]:
    """The JSON form: `about` (weights, engine, looks ...), thresholds, figures, risk and coverage, causes, pictures."""
    real = [r for r in results if r.use != "synthetic"]
    scenes = [r for r in results if r.use == "synthetic"]
    data: dict[str, object] = {
        "form": FORM,
        **about,
        "thresholds": {"report": calibration.report, "sure": calibration.sure},
        "real": {index: _figures([r for r in real if r.index == index]) for index in sorted({r.index for r in real})},
        "synthetic": _figures(scenes),
        "risk_coverage": {name: _risk(rows) for name, rows in parts(results).items()},
        "pictures": [_picture(r) for r in results],
    }
    if causes is not None:
        data["causes"] = [_cause(c) for c in causes]
    return data


def _figures(results: Sequence[PictureResult]) -> dict[str, object]:
    """Counts and shares: pooled, per source, per scene."""
    scenes = sorted({r.scene for r in results})
    return {
        "pooled": _tally(results),
        "sources": {name: _tally(rows) for name, rows in by_source(results).items()},
        "scenes": {scene: _tally([r for r in results if r.scene == scene]) for scene in scenes},
    }


def _tally(results: Sequence[PictureResult]) -> dict[str, float]:
    t = tally(results)
    shares = {"recall": t.recall, "precision": t.precision, "exact_share": t.exact_share}
    shares |= {"sure_share": t.sure_share, "sure_of_right": t.sure_of_right}
    return asdict(t) | {name: round(value, 5) for name, value in shares.items()}


def _risk(results: Sequence[PictureResult]) -> dict[str, object]:
    seen = outcomes(results)
    coverage, risk = curve(seen)
    return {
        "aurc": round(area(seen), 6),
        "calibration_error": round(calibration_error(seen), 5),
        "coverage": [round(float(v), 5) for v in coverage],
        "risk": [round(float(v), 5) for v in risk],
        "reliability": [asdict(b) for b in reliability(seen)],
    }


def _picture(r: PictureResult) -> dict[str, object]:
    return {
        "name": r.name,
        "source": r.source,
        "scene": r.scene,
        "index": r.index,
        "use": r.use,
        "tags": sorted(r.tags),
        "truth": _names(r.truth),
        "reported": _names(r.reported),
        "sure": _names(r.sure),
        "candidates": {str(c.card): round(c.confidence, 5) for c in r.candidates},
        "elapsed_ms": round(r.elapsed_ms, 1),
    }


def _cause(c: Cause) -> dict[str, object]:
    look = asdict(c.look) | {"flags": list(c.look.flags)} if c.look else None
    return {
        "picture": c.picture.name,
        "missed": str(c.missed) if c.missed else None,
        "wrong": str(c.wrong) if c.wrong else None,
        "stage": c.stage,
        "cause": WHY[c.why][1],
        "confidence": c.confidence,
        "look": look,
        "tags": sorted(c.picture.tags),
    }


def _names(cards: frozenset[Card]) -> list[str]:
    return sorted(map(str, cards))


def write_measured(path: Path, data: Mapping[str, object]) -> None:
    """Writes the file whole or not at all. Raises `OSError`."""
    partial = path.with_name(path.name + ".partial")
    partial.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    partial.replace(path)


def read_measured(path: Path) -> list[PictureResult]:
    """The results of the pictures in a file that `write_measured` wrote. Raises `MeasuredFileError`."""
    try:
        data = json.loads(path.read_text("utf-8"))
        if data["form"] != FORM:
            raise ValueError(f"form {data['form']}")
        return [_result(row) for row in data["pictures"]]
    except OSError as error:
        raise MeasuredFileError("measured_unreadable", path=path, detail=error.strerror) from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise MeasuredFileError("measured_broken", path=path, detail=error) from None


def _result(row: Mapping[str, Any]) -> PictureResult:
    truth, reported, sure = (frozenset(map(Card.parse, row[name])) for name in ("truth", "reported", "sure"))
    return PictureResult(
        source=str(row["source"]),
        truth=truth,
        reported=reported,
        sure=sure,
        elapsed_ms=float(row["elapsed_ms"]),
        name=str(row["name"]),
        scene=str(row["scene"]),
        index=str(row["index"]),
        use=str(row["use"]),
        tags=frozenset(map(str, row["tags"])),
        candidates=tuple(Candidate(Card.parse(card), float(p)) for card, p in row["candidates"].items()),
    )
