"""Writes the measured tables into `models/weights/MODEL_CARD.md`, between its marks: `make model-card`.

Only what this run measured is written, with the date and the hashes of the weights it measured.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from pathlib import Path

from tqdm import tqdm

from datasets.photos import Photo, load_photos
from models.evaluation.metrics import PictureResult
from models.evaluation.report import read_photos, regroup, table
from models.reader import CardReader

CARD = Path(__file__).resolve().parents[1] / "weights" / "MODEL_CARD.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def measured(rows: list[tuple[Photo, PictureResult]], hashes: dict[str, str], day: str) -> str:
    """The tables as Markdown."""
    english = [(p, r) for p, r in rows if p.index == "en"]
    parts = [
        f"Measured on {day} with `make model-card`; weights " + ", ".join(f"{k} `{v[:12]}`" for k, v in hashes.items())
    ]
    for title, chosen, by in (
        ("Index `en`, all photographs, per source", english, "source"),
        (
            "Index `en`, photographs marked `eval` only (no weight or threshold was fitted on them)",
            _marked(english, "eval"),
            "source",
        ),
        ("Index `en`, per scene", english, "scene"),
        ("Index `en`, per tag", english, "tag"),
        (
            "Other letters (B D V R 1): the reader should abstain",
            [(p, r) for p, r in rows if p.index != "en"],
            "source",
        ),
    ):
        if chosen:
            parts += [f"### {title}", "```text\n" + table(regroup(chosen, by), pooled=by != "tag") + "\n```"]
    return "\n\n".join(parts)


def _marked(rows: list[tuple[Photo, PictureResult]], use: str) -> list[tuple[Photo, PictureResult]]:
    return [(p, r) for p, r in rows if p.use == use]


def insert(text: str, tables: str) -> str:
    """The card with the part between its marks replaced. Raises `ValueError` where the marks are missing."""
    if BEGIN not in text or END not in text:
        raise ValueError(f"the card lacks the marks {BEGIN} and {END}")
    head, rest = text.split(BEGIN, 1)
    return head + BEGIN + "\n\n" + tables + "\n\n" + END + rest.split(END, 1)[1]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--card", type=Path, default=CARD)
    args = parser.parse_args()
    reader = CardReader.load()
    photos = load_photos()
    results = read_photos(reader, tqdm(photos, "reading", disable=not sys.stderr.isatty()))
    tables = measured(list(zip(photos, results, strict=True)), dict(reader.hashes), datetime.date.today().isoformat())
    args.card.write_text(insert(args.card.read_text("utf-8"), tables), encoding="utf-8")
    print(tables)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
