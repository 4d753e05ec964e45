"""Risk against coverage as an SVG picture, written as plain text: one line a part, the two thresholds marked on it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape

from models.calibration import Calibration
from models.evaluation.risk_coverage import Outcomes, area, curve

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 46, 56
COLOURS = ("#0072b2", "#d55e00", "#009e73")
"""Told apart by colour-blind eyes too; the lines also differ in their dashes."""
DASHES = ("", "7 4", "2 3")


def risk_svg(seen: Mapping[str, Outcomes], calibration: Calibration) -> str:
    """The plot: coverage 0..1 to the right, risk upwards from 0 to the largest one that the report threshold lets
    through (rounded up; what lies above is cut off)."""
    top = _highest(seen, calibration)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<clipPath id="plot"><rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" '
        f'height="{HEIGHT - TOP - BOTTOM}"/></clipPath>',
        *_axes(top),
    ]
    for number, (name, part) in enumerate(seen.items()):
        parts += _line(name, part, number, top, calibration)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _highest(seen: Mapping[str, Outcomes], calibration: Calibration) -> float:
    """A round figure above the risk of every part at the report threshold, at least one in a hundred."""
    risks = [0.005]
    for part in seen.values():
        kept, wrong = part.kept(calibration.report)
        risks.append(wrong / max(1, kept))
    wanted = 2 * max(risks)
    step: float = 10.0 ** math.floor(math.log10(wanted))
    return math.ceil(wanted / step - 1e-9) * step


def _place(coverage: float, risk: float, top: float) -> tuple[float, float]:
    x = LEFT + coverage * (WIDTH - LEFT - RIGHT)
    return x, HEIGHT - BOTTOM - risk / top * (HEIGHT - TOP - BOTTOM)


def _axes(top: float) -> list[str]:
    parts = []
    for k in range(6):
        share = k / 5
        x, y = _place(share, top * share, top)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{share:.1f}</text>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{100 * top * share:.2g} %</text>')
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


def _line(name: str, seen: Outcomes, number: int, top: float, calibration: Calibration) -> list[str]:
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    coverage, risk = curve(seen)
    points = [_place(float(c), float(r), top) for c, r in zip(coverage, risk, strict=True)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    style = f'stroke="{colour}" stroke-width="2" fill="none"' + (f' stroke-dasharray="{dash}"' if dash else "")
    parts = [f'<polyline clip-path="url(#plot)" points="{path}" {style}/>']
    for threshold, sign in ((calibration.sure, "sure"), (calibration.report, "reported")):
        kept, wrong = seen.kept(threshold)
        x, y = _place(kept / max(1, len(seen.confidence)), wrong / max(1, kept), top)
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
