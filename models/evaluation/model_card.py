"""Writes the measured tables into `models/weights/MODEL_CARD.md`, between its marks, and the plot of risk against
coverage beside it: `make model-card`.

Only what this run measured is written, with the date and the hashes of the weights it measured.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from datasets.photos import Photo, load_photos
from models.evaluation.causes import Cause, cause_sums, cause_table, find_causes
from models.evaluation.examine import read_photos, read_scenes
from models.evaluation.metrics import PictureResult
from models.evaluation.report import KEY, photo_tables, scene_table
from models.evaluation.risk_coverage import outcomes, parts, risk_tables
from models.evaluation.risk_plot import risk_svg
from models.picture import load_picture
from models.reader import CardReader
from scorer.errors import DonError

CARD = Path(__file__).resolve().parents[1] / "weights" / "MODEL_CARD.md"
PLOT = "risk_coverage.svg"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
SCENES = 200


def measured(
    photographs: Sequence[PictureResult],
    scenes: Sequence[PictureResult],
    causes: Sequence[Cause],
    reader: CardReader,
    day: str,
) -> str:
    """The tables as Markdown."""
    hashes = ", ".join(f"{name} `{value[:12]}`" for name, value in reader.hashes)
    text = [f"Measured on {day} with `make model-card`; weights {hashes}.", KEY]
    tables = [*photo_tables(photographs), scene_table(scenes)]
    if causes:
        tables.append(("Index en: the cause of each mistake", f"{cause_table(causes)}\n\n{cause_sums(causes)}"))
    text += [_section(title, table) for title, table in tables]
    text.append(f"### Risk and coverage\n\n![risk against coverage]({PLOT})")
    text += [_section(title, table) for title, table in risk_tables([*photographs, *scenes], reader.calibration)]
    return "\n\n".join(text)


def _section(title: str, table: str) -> str:
    return f"### {title}\n\n```text\n{table}\n```"


def insert(text: str, tables: str) -> str:
    """The card with the part between its marks replaced. Raises `ValueError` where the marks are missing."""
    if BEGIN not in text or END not in text:
        raise ValueError(f"the card lacks the marks {BEGIN} and {END}")
    head, rest = text.split(BEGIN, 1)
    return head + BEGIN + "\n\n" + tables + "\n\n" + END + rest.split(END, 1)[1]


def write_card(card: Path, photos: Sequence[Photo], scenes: int, day: str) -> str:
    """Measures with the installed weights, writes the card and the plot, returns the tables."""
    text = card.read_text("utf-8")
    insert(text, "")
    reader = CardReader.load()
    quiet = not sys.stderr.isatty()
    seen = read_photos(reader, tqdm(photos, "reading", disable=quiet))
    drawn = read_scenes(reader, tqdm(range(scenes), "scenes", disable=quiet))
    failing = [(p, r) for p, r in zip(photos, seen, strict=True) if p.index == "en" and not r.exact]
    causes = [c for p, r in failing for c in find_causes(reader, load_picture(p.path), r)]
    tables = measured(seen, drawn, causes, reader, day)
    judged = {name: outcomes(rows) for name, rows in parts([*seen, *drawn]).items()}
    card.with_name(PLOT).write_text(risk_svg(judged, reader.calibration), encoding="utf-8")
    card.write_text(insert(text, tables), encoding="utf-8")
    return tables


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--card", type=Path, default=CARD)
    parser.add_argument("--scenes", type=int, default=SCENES, help=f"drawn scenes to read ({SCENES})")
    args = parser.parse_args()
    try:
        print(write_card(args.card, load_photos(), args.scenes, datetime.date.today().isoformat()))
    except (DonError, ValueError) as error:
        print(f"model card: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
