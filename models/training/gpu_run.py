"""The hour plan of a training on one GPU, in seconds: drawing and both trainings at once (`gpu.sh` starts it).

Drawing runs on all cores from the start. The locator trains from the first scenes on; then it cuts crops out of new
scenes for the identifier, which trains to the end. Both put their best weights into the folder for results whenever
they improve, first of all those they start from: whoever is killed leaves something usable. No torch in here.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

SCENES_UNTIL, LOCATOR_UNTIL, MINE_FROM, DRAW_UNTIL, TRAIN_UNTIL = 0.48, 0.6, 0.66, 0.84, 0.93
"""Shares of the whole time: the last scene, the locator's end, mining also where it has not ended, the last crops, the
identifier's end."""
LAST_SAVE, LAST_WORD = 18.0, 4.0
"""Seconds before the end at which the identifier ends at the latest, and at which whatever still runs is stopped."""
NAMES = ("locator", "identifier")


@dataclass(frozen=True)
class Size:
    """How large everything is: drawing processes, pictures to begin with, pixels, pictures of a batch."""

    workers: int = 14
    first_scenes: int = 400
    first_shards: int = 3
    held_out: tuple[int, int] = (120, 4000)
    shard_size: int = 5000
    mined_scenes: int = 60
    side: int = 640
    locator: tuple[str, ...] = ("--batch", "64", "--lr", "1e-3", "--refresh", "10")
    identifier: tuple[str, ...] = ("--batch", "1024", "--lr", "2e-3", "--keep", "400", "--refresh", "1000000")
    save_every: float = 25.0


SIZES = {
    "full": Size(),
    "tiny": Size(
        workers=2,
        first_scenes=8,
        first_shards=1,
        held_out=(4, 100),
        shard_size=200,
        mined_scenes=3,
        side=128,
        locator=("--batch", "4", "--judge", "4", "--refresh", "5", "--threads", "1", "--no-before"),
        identifier=("--batch", "160", "--refresh", "1600", "--threads", "1", "--no-before"),
        save_every=8.0,
    ),
}


class GpuRun:
    """One call: its processes, folders and moments; `began` and `seconds` bound it."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args, self.size = args, SIZES[args.size]
        self.data: Path = args.work / "data"
        self.runs: Path = args.work / "run"
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def at(self, share: float) -> float:
        """The moment (Unix time) at that share of the time."""
        return float(self.args.began + min(share * self.args.seconds, self.args.seconds - LAST_SAVE))

    def say(self, text: str) -> None:
        """A line with the seconds passed."""
        print(f"[{time.time() - self.args.began:5.0f} s] {text}", flush=True)

    def start(self, name: str, module: str, words: Iterable[object]) -> None:
        """Starts a module as a process."""
        command = [sys.executable, "-m", f"models.training.{module}", *(str(w) for w in words)]
        self.say(f"{name} begins")
        self.processes[name] = subprocess.Popen(command)

    def draw(self) -> None:
        """Starts the drawing."""
        words = ["--folder", self.data, "--workers", self.size.workers, "--scenes-until", self.at(SCENES_UNTIL)]
        words += ["--shard-size", self.size.shard_size, "--mined-scenes", self.size.mined_scenes]
        self.start("drawing", "gpu_draw", [*words, "--held-out", *self.size.held_out])

    def wait(self, ready: Callable[[], bool], share: float) -> bool:
        """Waits until `ready`, at most up to that share of the time; says whether it is."""
        while not (there := ready()) and time.time() < self.at(share) and self.drawing():
            time.sleep(0.2)
        return there

    def drawing(self) -> bool:
        """Whether the drawing still runs."""
        drawing = self.processes.get("drawing")
        return drawing is not None and drawing.poll() is None

    def common(self, name: str, until: float) -> list[object]:
        """What both trainings are told."""
        return [
            *("--run", self.runs / name, "--publish", self.args.out, "--device", self.args.device),
            *("--until", self.at(until), "--save-every", self.size.save_every),
            *("--start", self.args.start / f"{name}.pt"),
        ]

    def scenes_there(self) -> bool:
        """Enough scenes to begin with, and those that judge."""
        counts = [len(list((self.data / "scenes" / "images" / kind).glob("*.jpg"))) for kind in ("train", "val")]
        return counts[0] >= self.size.first_scenes and counts[1] >= self.size.held_out[0]

    def crops_there(self) -> bool:
        """Enough crops to begin with, and those that judge."""
        crops = self.data / "crops"
        return len(list(crops.glob("shard_????.npz"))) >= self.size.first_shards and self.judging_crops_there()

    def judging_crops_there(self) -> bool:
        """The crops of packs never trained on."""
        return (self.data / "crops" / "held_out_0000.npz").exists()

    def run(self) -> int:
        """The whole plan; 0 when both networks have weights in the folder for results that were trained here."""
        for path in self.args.start.iterdir():
            shutil.copyfile(path, self.args.out / path.name)
        self.draw()
        waiting = {"locator": self.scenes_there, "identifier": self.crops_there}
        until = {"locator": LOCATOR_UNTIL, "identifier": TRAIN_UNTIL}
        extra: dict[str, list[object]] = {
            "locator": ["--scenes", self.data / "scenes", "--side", self.size.side, *self.size.locator],
            "identifier": ["--shards", self.data / "crops", "--mined", self.data / "mined", *self.size.identifier],
        }
        while waiting and self.wait(lambda: any(there() for there in waiting.values()), LOCATOR_UNTIL):
            for name in [name for name, there in waiting.items() if there()]:
                del waiting[name]
                self.start(name, f"train_{name}", self.common(name, until[name]) + extra[name])
        self.mine()
        while time.time() < self.at(DRAW_UNTIL) and self.drawing():
            time.sleep(0.2)
        self.end("drawing", time.time())
        for name in NAMES:
            self.end(name, self.args.began + self.args.seconds - LAST_WORD)
        return self.report()

    def mine(self) -> None:
        """Once the locator has ended, lets the drawing use it."""
        locator = self.processes.get("locator")
        if locator is None:
            return
        while locator.poll() is None and time.time() < self.at(MINE_FROM):
            time.sleep(0.2)
        if (self.args.out / "locator.onnx").exists():
            self.say("the locator cuts crops out of new scenes")
            partial = shutil.copyfile(self.args.out / "locator.onnx", self.data / "locator.partial")
            partial.rename(self.data / "locator.onnx")

    def end(self, name: str, moment: float) -> None:
        """Waits for a process up to that moment (Unix time), then ends it, gently first."""
        process = self.processes.get(name)
        if process is None:
            return
        for send in (None, signal.SIGTERM, signal.SIGKILL):
            if send is not None:
                process.send_signal(send)
            try:
                process.wait(max(0.0, moment - time.time()) if send is None else 3)
                break
            except subprocess.TimeoutExpired:
                continue
        del self.processes[name]
        self.say(f"{name} ended with {process.returncode}")

    def report(self) -> int:
        """Writes `report.json` with what was drawn and how both trainings went, and says it."""
        made = {
            "scenes": len(list((self.data / "scenes" / "images" / "train").glob("*.jpg"))),
            "crop_shards": len(list((self.data / "crops").glob("shard_????.npz"))),
            "mined_shards": len(list((self.data / "mined").glob("mined_????.npz"))),
        }
        rows: dict[str, list[dict[str, float]]] = {name: self.rows(name) for name in NAMES}
        report = {"seconds": round(time.time() - self.args.began), "drawn": made, **rows}
        (self.args.out / "report.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
        self.say(f"drawn: {made}")
        for name, lines in rows.items():
            self.say(f"{name}: from {lines[0]} to {lines[-1]}" if lines else f"{name}: never trained, see above")
        return 0 if all(lines and lines[-1]["seen"] > 0 for lines in rows.values()) else 1

    def rows(self, name: str) -> list[dict[str, float]]:
        """The saves of a training, in order."""
        log = self.runs / name / "log.jsonl"
        return [json.loads(line) for line in log.read_text("utf-8").splitlines()] if log.exists() else []


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder for everything on the way")
    parser.add_argument("--out", type=Path, required=True, help="folder for results")
    parser.add_argument("--start", type=Path, required=True, help="folder with locator.pt and identifier.pt")
    parser.add_argument("--began", type=float, default=time.time(), help="Unix time the call began")
    parser.add_argument("--seconds", type=float, default=520, help="seconds from there to the end")
    parser.add_argument("--device", default="0", help="number of the GPU, or cpu")
    parser.add_argument("--size", choices=SIZES, default="full")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    run = GpuRun(args)
    try:
        return run.run()
    finally:
        for name in list(run.processes):
            run.end(name, 0)


if __name__ == "__main__":
    raise SystemExit(main())
