"""Every colour, size and font of the app in one place, as plain data without Kivy.

Colours are RGB triples from 0 to 255. The sides differ by colour and by the mark on their peg heads.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

Colour = tuple[int, int, int]

FONT_FOLDER = Path(str(files("mobile") / "assets" / "fonts"))
FONT = str(FONT_FOLDER / "DejaVuSansCondensed.ttf")
FONT_BOLD = str(FONT_FOLDER / "DejaVuSansCondensed-Bold.ttf")

SUIT_GLYPHS: Mapping[str, str] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SIDE_MARKS: tuple[str, str, str] = ("●", "◉", "⊕")
"""The marks of the sides, as on their peg heads: plain, with a ring, with a cross."""

TOUCH_TARGET_DP = 48.0
_MOST_DP = 1080
"""The shorter edge of the largest window that is laid out for."""
GAP_DP = 8.0
DOUBLE_TAP_S = 0.35
"""A second touch so soon and so near (`DOUBLE_TAP_DP`) is a double click or a trembling finger, not a wish."""
DOUBLE_TAP_DP = 24.0
RADIUS_DP = 12.0
PEG_STEP_S = 0.07
"""How long a peg takes from hole to hole; long runs go faster (see `PEG_WALK_MOST_S`)."""
PEG_WALK_MOST_S = 1.6
PEG_LIFT_S = 0.3
"""How long the back peg takes to come to the front one, before it goes on from there."""

# Type in sp at the smallest screen (360 x 740 dp); `type_scale` makes it larger on larger ones.
SP_LEAST = 11.0
"""Names are rather cut than smaller."""
SP_SMALL = 13.0
SP_BODY = 15.0
SP_TITLE = 18.0
SP_SCORE = 46.0

DISABLED_INK = 0.7
DISABLED_GROUND = 0.4
"""How much of its colour the words, and the ground, of something keep that can't be tapped now."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one look."""

    name: str
    background: Colour
    panel: Colour
    raised: Colour
    pressed: Colour
    line: Colour
    text: Colour
    muted: Colour
    accent: Colour
    on_accent: Colour
    sure: Colour
    doubtful: Colour
    impossible: Colour
    missing: Colour
    sides: tuple[Colour, Colour, Colour]
    """The third is for three players, each alone (Blind Don)."""
    on_sides: tuple[Colour, Colour, Colour]
    suits: tuple[Colour, Colour, Colour, Colour]
    card: Colour
    card_dimmed: Colour
    card_edge: Colour
    wood_light: Colour = (178, 118, 66)
    wood_dark: Colour = (92, 52, 26)
    wood_edge: Colour = (58, 32, 16)
    hole: Colour = (24, 13, 8)
    brass: Colour = (214, 178, 104)
    inlay: Colour = (243, 226, 190)

    def suit(self, letter: str) -> Colour:
        """The ink of a suit, named by its letter."""
        return self.suits["CDHS".index(letter)]


# Clubs, diamonds, hearts, spades
_TWO_COLOURS = ((26, 26, 30), (196, 26, 38), (196, 26, 38), (26, 26, 30))
_FOUR_COLOURS = ((0, 110, 70), (0, 92, 184), (200, 40, 30), (26, 26, 30))

DARK = Palette(
    name="dark",
    background=(18, 15, 13),
    panel=(34, 28, 24),
    raised=(58, 48, 41),
    pressed=(84, 70, 59),
    line=(88, 74, 62),
    text=(247, 240, 228),
    muted=(196, 181, 160),
    accent=(240, 190, 84),
    on_accent=(32, 22, 6),
    sure=(124, 196, 128),
    doubtful=(250, 196, 66),
    impossible=(255, 122, 104),
    missing=(178, 166, 152),
    sides=((236, 84, 76), (70, 158, 240), (74, 186, 116)),
    on_sides=((36, 4, 4), (8, 20, 36), (6, 30, 14)),
    suits=_TWO_COLOURS,
    card=(252, 249, 242),
    card_dimmed=(116, 108, 100),
    card_edge=(150, 140, 126),
)

LIGHT = replace(
    DARK,
    name="light",
    background=(244, 238, 228),
    panel=(255, 252, 246),
    raised=(231, 221, 205),
    pressed=(212, 198, 176),
    line=(196, 180, 156),
    text=(34, 26, 18),
    muted=(92, 77, 60),
    accent=(138, 78, 6),
    on_accent=(255, 250, 240),
    sure=(28, 104, 44),
    doubtful=(136, 80, 0),
    impossible=(176, 28, 18),
    missing=(98, 87, 74),
    sides=((188, 34, 34), (20, 96, 182), (22, 118, 62)),
    on_sides=((255, 255, 255), (255, 255, 255), (255, 255, 255)),
    card_dimmed=(146, 136, 124),
    card_edge=(120, 108, 92),
)

# Orange, blue and a grey stay apart under every common colour blindness; suits take four colours.
DARK_SAFE = replace(
    DARK,
    name="dark-safe",
    sides=((240, 150, 20), (86, 180, 233), (238, 236, 240)),
    on_sides=((30, 18, 0), (4, 22, 36), (24, 22, 26)),
    suits=_FOUR_COLOURS,
)
LIGHT_SAFE = replace(
    LIGHT,
    name="light-safe",
    sides=((164, 78, 0), (0, 104, 170), (64, 62, 70)),
    on_sides=((255, 255, 255), (255, 255, 255), (255, 255, 255)),
    suits=_FOUR_COLOURS,
)

PALETTES: Mapping[str, Palette] = {palette.name: palette for palette in (DARK, LIGHT, DARK_SAFE, LIGHT_SAFE)}


def unit_rgb(colour: Colour, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """The colour as Kivy takes it: four numbers from 0 to 1."""
    red, green, blue = colour
    return red / 255, green / 255, blue / 255, alpha


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """The colour that lies ``share`` (0 to 1) of the way from the first to the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def least_density(width_px: float, height_px: float) -> float:
    """How many pixels a dp has at least in such a window, whatever the system says; in quarters, and 1 or more.

    A desktop often says 1 on a screen of any resolution: a window of 3840 x 2160 looks like one of 1920 x 1080.
    """
    return max(1.0, int(min(width_px, height_px) / _MOST_DP * 4) / 4)


def type_scale(width_dp: float, height_dp: float) -> float:
    """How much larger type is than on the smallest screen: a tablet amid a table is read from all sides."""
    short, long = sorted((width_dp, height_dp))
    return max(0.85, min(short / 360, long / 740, 2.4))
