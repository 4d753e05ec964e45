"""What a person has chosen about the app: a value, and the file that keeps it. No Kivy."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from mobile.texts import label
from mobile.theme import PALETTES, Palette
from scorer.whole_file import write_whole

TEXT_SIZES = (1.0, 1.3, 1.6, 2.0)
"""How much larger than usual text may be chosen to be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All choices; the defaults are those of a new phone."""

    light: bool = False
    colour_safe: bool = False
    """Side colours that stay apart under colour blindness, and suits in four colours."""
    text_size: float = 1.0
    sound: bool = True
    vibration: bool = True
    auto_confirm: bool = False
    """Whether a watched trick of which all is sure confirms itself."""
    keep_pictures: bool = False
    left_hand: bool = False
    language: str = "en"
    tour_seen: bool = False

    @property
    def palette(self) -> Palette:
        """The colours chosen."""
        return PALETTES[("light" if self.light else "dark") + ("-safe" if self.colour_safe else "")]


def load_settings(path: Path) -> tuple[Settings, str]:
    """The settings kept in ``path``, and one sentence where some could not be read: those are as on a new phone.

    A file that is not there is a new phone's.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, ValueError):
        data = None
    if not isinstance(data, dict):
        return Settings(), label("SETTINGS_UNREADABLE", path=path)
    good = {field.name: data[field.name] for field in fields(Settings) if _fits(field.name, data.get(field.name))}
    known = {field.name for field in fields(Settings)} & data.keys()
    return Settings(**good), "" if good.keys() == known else label("SETTINGS_UNREADABLE", path=path)


def save_settings(path: Path, settings: Settings) -> None:
    """Keep the settings, whole or not at all. Raises `OSError`."""
    write_whole(path, [json.dumps(asdict(settings), indent=1).encode()])


def _fits(name: str, value: Any) -> bool:
    default = getattr(Settings(), name)
    if name == "text_size":
        return value in TEXT_SIZES and not isinstance(value, bool)
    return type(value) is type(default)
