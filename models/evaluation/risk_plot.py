"""Risk against coverage as an SVG picture, written as plain text: one line a part, the two thresholds marked on it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from models.calibration import Calibration
from models.evaluation.risk_coverage import Outcomes, area, curve

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 46, 56
COLOURS = ("#0072b2", "#d55e00", "#009e73")
"""Told apart by colour-blind eyes too; the lines also differ in their dashes."""
DASHES = ("", "7 4", "2 3")


@dataclass(frozen=True, slots=True)
class _Frame:
    """What the plot shows: coverage from `start` to 1, risk from 0 to `top`."""

    start: float
    top: float

    def place(self, coverage: float, risk: float) -> tuple[float, float]:
        """Where a point lies in the picture."""
        x = LEFT + (coverage - self.start) / (1 - self.start) * (WIDTH - LEFT - RIGHT)
        return x, HEIGHT - BOTTOM - risk / self.top * (HEIGHT - TOP - BOTTOM)


def risk_svg(seen: Mapping[str, Outcomes], calibration: Calibration) -> str:
    """The plot: coverage to the right, from the surest cards on; risk upwards, from 0 to twice the largest one that the
    report threshold lets through (what lies above is cut off)."""
    frame = _Frame(_start(seen), _top(seen, calibration))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<clipPath id="plot"><rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" '
        f'height="{HEIGHT - TOP - BOTTOM}"/></clipPath>',
        *_axes(frame),
    ]
    for number, (name, part) in enumerate(seen.items()):
        parts += _line(name, part, number, frame, calibration)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _start(seen: Mapping[str, Outcomes]) -> float:
    """A tenth below the coverage of the surest cards, which share one confidence."""
    firsts = [float(coverage[0]) for coverage, _ in map(curve, seen.values()) if len(coverage)]
    return min(0.9, max(0.0, math.floor(10 * min(firsts, default=0.0) - 0.5) / 10))


def _top(seen: Mapping[str, Outcomes], calibration: Calibration) -> float:
    """A round figure at least twice the risk of every part at the report threshold, and one in a hundred."""
    risks = [0.005]
    for part in seen.values():
        kept, wrong = part.kept(calibration.report)
        risks.append(wrong / max(1, kept))
    wanted = 2 * max(risks)
    step: float = 10.0 ** math.floor(math.log10(wanted))
    return math.ceil(wanted / step - 1e-9) * step


def _axes(frame: _Frame) -> list[str]:
    parts = []
    for k in range(6):
        share = k / 5
        coverage, risk = frame.start + (1 - frame.start) * share, frame.top * share
        x, y = frame.place(coverage, risk)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{coverage:.2f}</text>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{100 * risk:.2g} %</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(
        f'<text x="{middle}" y="{HEIGHT - 18}" text-anchor="middle">'
        "coverage: share of the suggested cards that is kept, the surest first</text>"
    )
    parts.append(
        f'<text transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">'
        "risk: share of wrong cards</text>"
    )
    return parts


def _line(name: str, seen: Outcomes, number: int, frame: _Frame, calibration: Calibration) -> list[str]:
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    coverage, risk = curve(seen)
    points = [frame.place(float(c), float(r)) for c, r in zip(coverage, risk, strict=True)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    style = f'stroke="{colour}" stroke-width="2" fill="none"' + (f' stroke-dasharray="{dash}"' if dash else "")
    parts = [f'<polyline clip-path="url(#plot)" points="{path}" {style}/>']
    for threshold, sign in ((calibration.sure, "sure"), (calibration.report, "reported")):
        kept, wrong = seen.kept(threshold)
        x, y = frame.place(kept / max(1, len(seen.confidence)), wrong / max(1, kept))
        filled = colour if sign == "sure" else "white"
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{filled}" stroke="{colour}" stroke-width="2">'
            f"<title>{escape(name)}: {sign} from {threshold:g}</title></circle>"
        )
    y = TOP + 20 + 20 * number
    text = escape(f"{name} (AURC {area(seen):.5f})")
    parts.append(f'<path d="M{LEFT + 12} {y - 4}h30" {style}/><text x="{LEFT + 50}" y="{y}">{text}</text>')
    if number == 0:
        key = f"filled: sure from {calibration.sure:g}; open: reported from {calibration.report:g}"
        parts.append(f'<text x="{LEFT}" y="24">{key}</text>')
    return parts
