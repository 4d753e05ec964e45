"""How well a locator finds indices in scenes from packs it was not trained on, decoded as the reader decodes it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from models.boxes import overlaps
from models.locator import best_of_each, decode, letterbox
from models.training.locator_network import DetectionModel, raw_maps
from models.training.locator_scenes import read_boxes

SIDE = 640
FROM = 0.02
"""Score from which places count in the average precision."""
OVERLAP = 0.5


def hits(boxes: NDArray[np.float64], truth: NDArray[np.float64]) -> NDArray[np.bool_]:
    """For each box, best first, whether it is the first on a label `(n,)`."""
    on = overlaps(boxes, truth)
    found = np.zeros(len(boxes), bool)
    for row in range(len(boxes)):
        best = int(on[row].argmax()) if len(truth) else -1
        if best >= 0 and on[row, best] >= OVERLAP:
            found[row] = True
            on[:, best] = 0
    return found


def average_precision(scores: NDArray[np.float64], found: NDArray[np.bool_], labels: int) -> float:
    """Area under precision over recall, precision taken as the best at that recall or more; 0 without labels."""
    order = np.argsort(-scores)
    right = np.cumsum(found[order])
    precision = right / np.arange(1, len(order) + 1)
    best = np.maximum.accumulate(precision[::-1])[::-1]
    return float((best * found[order]).sum() / max(1, labels))


class LocatorJudge:
    """The first `count` scenes of a folder's `val` part, read once."""

    def __init__(self, folder: Path, count: int, device: torch.device) -> None:
        self.device = device
        self.scenes = []
        for path in sorted((folder / "images" / "val").glob("*.jpg"))[:count]:
            picture = np.asarray(cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR), np.uint8)
            boxed = letterbox(picture, SIDE)
            boxes = read_boxes(folder / "labels" / "val" / f"{path.stem}.txt", picture.shape[1], picture.shape[0])
            self.scenes.append((boxed.framed, boxes * boxed.scale + np.tile(boxed.pad_xy, 2)))

    def __call__(self, network: DetectionModel) -> dict[str, float]:
        """`ap50`, and at a score of 0.25 `recall` and `precision`, all 0..1."""
        network.eval()
        scores, found, labels = [np.zeros(0)], [np.zeros(0, bool)], 0
        for framed, truth in self.scenes:
            blob = torch.from_numpy(cv2.dnn.blobFromImage(framed, 1 / 255, swapRB=True)).to(self.device)
            with torch.no_grad():
                maps = tuple(one.float().cpu().numpy() for one in raw_maps(network, blob))
            boxes, confidence = decode(maps, framed.shape[0], FROM)
            order = best_of_each(boxes, confidence, FROM, 0.5)
            scores.append(confidence[order].astype(float))
            found.append(hits(boxes[order].astype(float), truth))
            labels += len(truth)
        every, right = np.concatenate(scores), np.concatenate(found)
        clear = every >= 0.25
        return {
            "ap50": average_precision(every, right, labels),
            "recall": float(right[clear].sum() / max(1, labels)),
            "precision": float(right[clear].sum() / max(1, clear.sum())),
        }
