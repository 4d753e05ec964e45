"""From raw scores to a probability that means something, and to "sure", "doubtful" or not reported.

A logistic function of a few features, fitted by `models.training.calibrate` on held-out real pictures marked `tune`
and stored in `weights/calibration.json` together with the two thresholds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from models.errors import WeightsError
from models.merge import CardGroup, long_side

FEATURES = ("bias", "named", "margin", "located", "corners", "small", "contested")


def _logit(p: float) -> float:
    p = min(max(p, 1e-4), 1 - 1e-4)
    return math.log(p / (1 - p))


def features(group: CardGroup) -> tuple[float, ...]:
    """What the confidence of a card is computed from, in the order of `FEATURES`.

    `named`: log-odds of the best index's probability; `margin`: its log-odds against the runner-up; `located`: log-odds
    of the locator's best score; `corners`: 1 where two or more corners agree; `small`: how far (in octaves) the index
    is shorter than 32 px; `contested`: 1 where another corner, or a name struck, suggests another card.
    """
    best = group.named[0]
    second = best.cards[1][1] if len(best.cards) > 1 else 0.0
    size = max(long_side(i.box_xyxy) for i in group.named)
    return (
        1.0,
        _logit(best.cards[0][1]),
        _logit(best.cards[0][1] / max(best.cards[0][1] + second, 1e-9)),
        _logit(max(i.located for i in group.named)),
        1.0 if len(group.named) > 1 else 0.0,
        max(0.0, 5 - math.log2(size)),
        1.0 if group.claimed or best.struck else 0.0,
    )


@dataclass(frozen=True)
class Calibration:
    """Weights of `FEATURES`, and the confidences from which a card is reported and is sure."""

    weights: tuple[float, ...]
    report: float
    sure: float
    ceiling: float = 1.0
    """No confidence is higher: what the number of examples it was fitted on can bear out."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Calibration:
        """Reads `calibration.json`. Raises `WeightsError("weights_list_broken")`."""
        try:
            weights = tuple(float(data["weights"][name]) for name in FEATURES)
            return cls(weights, float(data["report"]), float(data["sure"]), float(data.get("ceiling", 1.0)))
        except (KeyError, TypeError, ValueError) as error:
            raise WeightsError("weights_list_broken", path="calibration.json", detail=error) from None

    def confidence(self, group: CardGroup) -> float:
        """Probability that the group's card lies in the picture."""
        total = sum(w * f for w, f in zip(self.weights, features(group), strict=True))
        return min(self.ceiling, 1 / (1 + math.exp(-max(-30.0, min(30.0, total)))))
