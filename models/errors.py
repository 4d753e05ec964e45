"""Sentences for what can go wrong with pictures and weights: each says what is wrong and what to do."""

from __future__ import annotations

from scorer.errors import DonError

SENTENCES = {
    "picture_missing": "There is no file {path}: check the name.",
    "picture_is_folder": "{path} is a folder: name a picture file in it.",
    "picture_unreadable": "{path} cannot be opened ({detail}): check that you may read it.",
    "picture_empty": "{path} is empty: take or copy the picture again.",
    "picture_unknown": "{path} is not a picture this program reads: use JPEG, PNG, WebP, BMP or TIFF.",
    "picture_truncated": "{path} is cut short: copy the whole file again.",
    "picture_broken": "{path} cannot be decoded, the file is damaged: take or copy the picture again.",
    "picture_too_large": "{path} has {megapixels} megapixels, the limit for {format} is {limit}: save it smaller.",
    "picture_too_small": "{path} is only {width} x {height} pixels: cards cannot be read in it, take a larger picture.",
    "weights_missing": "The weights are incomplete: {path} is missing. Install again or set DON_WEIGHTS.",
    "weights_unreadable": "The weights file {path} cannot be read ({detail}): install again or set DON_WEIGHTS.",
    "weights_list_broken": "{path} is damaged ({detail}): install again or set DON_WEIGHTS.",
    "weights_wrong_hash": "{path} has not the SHA-256 that weights.toml gives: install again or set DON_WEIGHTS.",
    "weights_not_a_network": "{path} has the right SHA-256 but is no network this engine reads ({detail}).",
    "engine_missing": "The engine {engine} is not installed: leave --engine out or run pip install onnxruntime onnx.",
    "engine_unknown": "There is no engine {engine}: choose opencv or onnxruntime.",
}


class ModelsError(DonError):
    """Something the reading of pictures cannot go on with; `code` is a key of `SENTENCES`."""

    def sentence(self) -> str:
        """The sentence of `SENTENCES`, filled in."""
        return SENTENCES[self.code].format(**self.params)


class PictureError(ModelsError):
    """A file that cannot be used as a picture."""


class WeightsError(ModelsError):
    """Weights or an engine that cannot be used."""
