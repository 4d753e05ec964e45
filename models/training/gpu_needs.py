"""Says in one line what a GPU machine lacks, before anything begins; stands in for torchvision where there is none.

ultralytics asks for torchvision's version when it is imported; the network and its loss use nothing of it.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sys
from pathlib import Path

NEEDED = {"torch": "torch", "numpy": "numpy", "cv2": "opencv-python-headless", "PIL": "pillow", "yaml": "pyyaml"}


def missing() -> list[str]:
    """Names, as pip knows them, of the packages that are not there."""
    return [package for module, package in NEEDED.items() if importlib.util.find_spec(module) is None]


def stand_in_for_torchvision(site: Path) -> bool:
    """Puts an empty torchvision into `site` where none is installed; True when it did."""
    try:
        importlib.metadata.version("torchvision")
    except importlib.metadata.PackageNotFoundError:
        version = f"0.{int(importlib.metadata.version('torch').split('.')[1]) + 15}.0"
        (site / "torchvision").mkdir()
        (site / "torchvision" / "__init__.py").write_text(f'__version__ = "{version}"\n', encoding="utf-8")
        info = site / f"torchvision-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: torchvision\nVersion: {version}\n", "utf-8")
        return True
    return False


def main() -> int:
    """`gpu_needs.py SITE DEVICE`."""
    site, device = Path(sys.argv[1]), sys.argv[2]
    if lacking := missing():
        print(f"This machine's Python lacks {', '.join(lacking)}: carry wheels of them in build/gpu/wheels.")
        return 2
    if stand_in_for_torchvision(site):
        print("no torchvision here: an empty one stands in")
    import torch

    if device != "cpu" and not torch.cuda.is_available():
        print(f"torch {torch.__version__} sees no GPU here: DEVICE=cpu trains without, slowly.")
        return 2
    name = "the CPU" if device == "cpu" else torch.cuda.get_device_name(int(device))
    print(f"Python {sys.version.split()[0]}, torch {torch.__version__}, {name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
