"""The tables of the watcher's proof, from the lines of result files, and which floor fails."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

DIFFICULTIES = ("easy", "normal", "hard")
RIGHT_FLOOR = {"easy": 0.97, "normal": 0.92, "hard": 0.75}
SILENT_FLOOR = {"easy": 0.0, "normal": 0.0, "hard": 1 / 500}
"""The share of tricks that may be silently wrong; a trick never closed, or one closed that never was, is one too."""
MISHAPS_FLOOR = 20
WHOLE_PROOF = 200
"""From so many hands on each mishap must have come `MISHAPS_FLOOR` times."""
GROWTH_MB = 8.0
"""An hour of frames may hold so much more memory at its end than after its first measurement."""
HEAD = (
    f"{'':<20}{'tricks':>7}{'right, %':>20}{'asked':>7}{'silent':>7}{'missed':>7}{'false':>7}"
    f"{'seats right, %':>20}{'open':>6}{'wrong':>6}{'1st offer':>11}"
)

Line = dict[str, Any]
Tricks = Sequence[dict[str, Any]]


def wilson(part: int, whole: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson; 0 to 1 where nothing was counted."""
    if whole == 0:
        return 0.0, 1.0
    p = part / whole
    middle = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return max(0.0, middle - half), min(1.0, middle + half)


def percent(part: int, whole: int) -> str:
    """`98.1 (96.7-99.0)`."""
    if whole == 0:
        return "-"
    low, high = wilson(part, whole)
    return f"{100 * part / whole:.1f} ({100 * low:.1f}-{100 * high:.1f})"


def count(tricks: Tricks, key: str, value: str) -> int:
    """How many tricks have this value."""
    return sum(trick[key] == value for trick in tricks)


def row(name: str, tricks: Tricks, false: int | None) -> str:
    """One line of the table of tricks."""
    total, right, asked = len(tricks), count(tricks, "outcome", "right"), count(tricks, "outcome", "asked")
    silent, missed = count(tricks, "outcome", "silent"), count(tricks, "outcome", "missed")
    offered = sum(trick["outcome"] == "asked" and trick["first_offer"] for trick in tricks)
    seats = [count(tricks, "seats", value) for value in ("right", "open", "wrong")]
    return (
        f"{name:<20}{total:>7}{percent(right, total):>20}{asked:>7}{silent:>7}{missed:>7}"
        f"{'' if false is None else false:>7}{percent(seats[0], total):>20}{seats[1]:>6}{seats[2]:>6}"
        f"{f'{offered} of {asked}':>11}"
    )


def tricks_of(hands: Iterable[Line]) -> list[dict[str, Any]]:
    """All tricks of these hands."""
    return [trick for hand in hands for trick in hand["tricks"]]


def outcome_table(hands: Sequence[Line]) -> str:
    """Per difficulty, per game and per mishap."""
    lines = [HEAD]
    for value in DIFFICULTIES:
        chosen = [hand for hand in hands if hand["difficulty"] == value]
        if not chosen:
            continue
        lines.append(row(value, tricks_of(chosen), sum(hand["false"] for hand in chosen)))
    lines.append(row("all", tricks_of(hands), sum(hand["false"] for hand in hands)))
    for variant in sorted({hand["variant"] for hand in hands}):
        chosen = [hand for hand in hands if hand["variant"] == variant]
        lines.append(row(variant.split("_lan")[0], tricks_of(chosen), sum(hand["false"] for hand in chosen)))
    tricks = tricks_of(hands)
    lines += ["", HEAD, row("no mishap", [trick for trick in tricks if not trick["mishaps"]], None)]
    for mishap in sorted({name for trick in tricks for name in trick["mishaps"]}):
        lines.append(row(mishap, [trick for trick in tricks if mishap in trick["mishaps"]], None))
    over = sum(hand["hand_over"] for hand in hands)
    lines.append(f"\nend of the hand told with its last trick: {over} of {len(hands)}")
    return "\n".join(lines)


def question_table(hands: Sequence[Line]) -> str:
    """What was asked: each reason with the number of tricks it was open in, by difficulty."""
    reasons = sorted({why for trick in tricks_of(hands) for why in trick["why"]})
    if not reasons:
        return "nothing was asked"
    lines = [f"{'asked because':<34}" + "".join(f"{value:>8}" for value in DIFFICULTIES)]
    for why in reasons:
        per = [sum(why in t["why"] for t in tricks_of(h for h in hands if h["difficulty"] == d)) for d in DIFFICULTIES]
        lines.append(f"{why:<34}" + "".join(f"{number:>8}" for number in per))
    return "\n".join(lines)


def latency_table(hands: Sequence[Line]) -> str:
    """From the last card lying still to the proposal, and from the table cleared to the trick closed."""
    lines = [f"{'seconds of table time':<34}{'n':>7}{'p50':>8}{'p90':>8}{'p99':>8}"]
    for value in (*DIFFICULTIES, "all"):
        tricks = tricks_of(hand for hand in hands if value in (hand["difficulty"], "all"))
        if not tricks:
            continue
        for key, name in (("latency_s", "last card to proposal"), ("closed_s", "cleared to closed")):
            times = [trick[key] for trick in tricks if trick[key] is not None]
            cells = "".join(f"{np.percentile(times, q):>8.2f}" for q in (50, 90, 99)) if times else ""
            lines.append(f"{f'{name}, {value}':<34}{len(times):>7}{cells}")
    shown = [count(tricks_of(hands), "shown", value) for value in ("right", "asked", "wrong", "never")]
    lines.append("the first proposal was right {}, with questions {}, wrong {}, never made {} times".format(*shown))
    return "\n".join(lines)


def cost_table(lines: Sequence[Line]) -> str:
    """Share of one core, looks, memory, drawing; nothing of looks followed again."""
    lines = [line for line in lines if "cost" in line]
    if not lines:
        return ""
    fps = float(lines[0]["fps"])

    def total(key: str) -> float:
        return float(sum(line["cost"][key] for line in lines))

    def share(seconds: str, frames: str) -> str:
        covered = total(frames) / fps
        return f"{100 * total(seconds) / covered:.1f} % of one core ({covered:.0f} s)" if covered else "-"

    frames, tricks = total("frames_rest") + total("frames_play"), sum(len(line["tricks"]) for line in lines)
    looks = sum(line["looks"] for line in lines)
    cpu = total("cpu_rest_s") + total("cpu_play_s")
    return "\n".join(
        [
            f"watching at rest        {share('cpu_rest_s', 'frames_rest')}",
            f"watching during play    {share('cpu_play_s', 'frames_play')}",
            f"looks                   {looks}" + (f", {looks / tricks:.1f} a trick" if tricks else ""),
            f"a look and its frames   {1000 * cpu / max(1, looks):.0f} ms; the slowest frame "
            f"{1000 * max(line['cost']['slowest_s'] for line in lines):.0f} ms",
            f"drawing                 {1000 * total('drawing_s') / max(1, frames):.1f} ms a frame",
            f"memory of the process   {max(line['rss_mb'] for line in lines):.0f} MB at most",
        ]
    )


def hand_floors(hands: Sequence[Line]) -> list[str]:
    """A sentence for each floor that these hands miss."""
    failed = []
    for value in DIFFICULTIES:
        chosen = [hand for hand in hands if hand["difficulty"] == value]
        tricks = tricks_of(chosen)
        right, total = count(tricks, "outcome", "right"), len(tricks)
        silent = count(tricks, "outcome", "silent") + count(tricks, "outcome", "missed")
        silent += sum(hand["false_ready"] for hand in chosen)
        if total and right < RIGHT_FLOOR[value] * total:
            failed.append(f"right at {value}: {percent(right, total)}, the floor is {100 * RIGHT_FLOOR[value]:.0f} %.")
        if silent > SILENT_FLOOR[value] * total:
            allowed = "none is allowed" if not SILENT_FLOOR[value] else "1 in 500 is allowed"
            failed.append(f"silently wrong at {value}: {silent} of {total}, {allowed}.")
    if len(hands) >= WHOLE_PROOF:
        mishaps = sorted({name for hand in hands for name in hand["mishaps"]})
        met = {name: sum(name in trick["mishaps"] for trick in tricks_of(hands)) for name in mishaps}
        failed += [f"{name} came {met[name]} times, not 20." for name in mishaps if met[name] < MISHAPS_FLOOR]
    return failed


def hands_report(hands: Sequence[Line]) -> tuple[str, list[str]]:
    """The tables of some hands and the floors they miss."""
    parts = (outcome_table(hands), question_table(hands), latency_table(hands), cost_table(hands))
    return "\n\n".join(parts), hand_floors(hands)


def empty_report(pieces: Sequence[Line]) -> tuple[str, list[str]]:
    """False tricks on the empty table."""
    seconds, false = sum(piece["duration_s"] for piece in pieces), sum(piece["false"] for piece in pieces)
    text = (
        f"{seconds:.0f} s of empty table: {false} false tricks, {sum(p['false_complete'] for p in pieces)} proposed, "
    )
    text += f"{sum(piece['appeared'] for piece in pieces)} cards seen\n{cost_table(pieces)}"
    return text, [f"false tricks on the empty table: {false}, none is allowed."] if false else []


def memory_report(runs: Sequence[Line]) -> tuple[str, list[str]]:
    """Memory over an hour of frames."""
    lines, failed = [], []
    for run in runs:
        held: list[float] = run["memory_mb"]
        lines.append(
            f"{run['duration_s']:.0f} s of frames, {run['looks']} looks; memory at every {run['every_s']:.0f} s:"
        )
        lines.append(" ".join(f"{value:.1f}" for value in held) + " MB")
        if held[-1] - held[0] > GROWTH_MB:
            failed.append(f"memory grew by {held[-1] - held[0]:.1f} MB, {GROWTH_MB:.0f} are allowed.")
    return "\n".join(lines), failed


def error_list(lines: Sequence[Line]) -> str:
    """Each trick that was not right, with what was played, what was proposed and what came between."""
    texts = []
    for line in sorted((one for one in lines if one["kind"] == "hand"), key=lambda one: int(one["number"])):
        wrong = [trick for trick in line["tricks"] if trick["outcome"] != "right"]
        if wrong or line["false"]:
            at = f", false at {line['false_at']}" if line["false"] else ""
            texts.append(f"hand {line['number']}, {line['difficulty']}, pack {line.get('pack', '?')}{at}")
        for trick in wrong:
            said = " ".join([*trick["why"], *trick["mishaps"]])
            texts.append(
                f"  {trick['number']:>2} {trick['outcome']:<7}{trick['truth']:<26} | {trick['proposed']} | {said}"
            )
    return "\n".join(texts)


def broken_report(lines: Sequence[Line]) -> tuple[str, list[str]]:
    """Films that could not be drawn or watched to their end."""
    texts = [f"{line['broken']} {line['number']} (seed {line['seed']}): {line['error']}" for line in lines]
    return "\n".join(texts), [f"{text}." for text in texts]


REPORTS: tuple[tuple[str, str, Callable[[Sequence[Line]], tuple[str, list[str]]]], ...] = (
    ("hand", "hands", hands_report),
    ("empty", "pieces of empty table", empty_report),
    ("memory", "runs for memory", memory_report),
    ("broken", "films that broke", broken_report),
)


def report(lines: Sequence[Line]) -> tuple[str, list[str]]:
    """All tables, apart for each OpenCV and frame rate, and a sentence for each floor missed."""
    parts, failed = [], []
    groups = sorted({(line["opencv"], line["fps"], line["waits"]) for line in lines})
    for opencv, fps, waits in groups:
        group = [line for line in lines if (line["opencv"], line["fps"], line["waits"]) == (opencv, fps, waits)]
        where = f"OpenCV {opencv}, {fps:g} frames a second" + (", only those asked for" if waits else "")
        for kind, name, tables in REPORTS:
            chosen = [line for line in group if line["kind"] == kind]
            if chosen:
                text, missed = tables(chosen)
                parts.append(f"== {where}: {len(chosen)} {name}\n\n{text}")
                failed += [f"{where}: {sentence}" for sentence in missed]
    versions = {line["code"] for line in lines}
    if len(versions) > 1:
        parts.append(f"The lines come from {len(versions)} versions of the code.")
    parts.append("\n".join(["FAILED", *failed]) if failed else "All floors hold.")
    return "\n\n".join(parts), failed
