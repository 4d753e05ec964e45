"""Makes torchvision importable beside a torch build whose compiled operators it lacks (RECOGNITION.md 1).

ultralytics needs only `torchvision.ops.nms`; where the two builds match, this does nothing.
"""

from __future__ import annotations

import torch


def prepare() -> None:
    """Call before ultralytics is imported."""
    try:
        import torchvision
    except RuntimeError:
        _declare()
    else:
        return
    import torchvision
    from ultralytics.utils.nms import TorchNMS

    torchvision.ops.nms = TorchNMS.nms


def _declare() -> None:
    library = torch.library.Library("torchvision", "DEF")
    library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    library.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    globals()["_library"] = library
