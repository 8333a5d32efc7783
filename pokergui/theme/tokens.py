"""Colour tokens of both themes, action colours and deck colours, as text; no Qt.

Every text token has a contrast of 4.5:1 or more on every surface on which it may be used.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tokens:
    """One theme. Surfaces bg0..bg4, lines, text t1..t3, accent, signs, felt, series."""

    name: str
    bg0: str  # rail, wells behind bars
    bg1: str  # page, top bar, fields
    bg2: str  # panels, action bar, combo box
    bg3: str  # control at rest
    bg4: str  # hover, selected segment, slider groove
    line: str  # hairline between areas
    line2: str  # border of a control
    t1: str
    t2: str
    t3: str
    acc: str
    accf: str  # primary fill under white text
    accbg: str  # selection wash
    accf_hover: str
    accf_pressed: str
    button: str  # a button at rest
    rail_selected: str
    pos: str
    neg: str
    unc: str
    felt1: str
    felt2: str
    feltline: str
    feltt: str
    feltt2: str
    cell: str  # empty part of a grid cell
    grid: str  # gap between cells
    rim: str
    rimline: str
    knob: str
    raw: str  # raw results are always grey
    ser_a: str  # first series of a chart, first engine of a match
    ser_b: str
    ser_c: str
    ser_d: str  # further runs of a chart; every pair also differs for colour-blind eyes
    ser_e: str
    ser_f: str
    ser_g: str
    ser_h: str
    ser_i: str
    ser_j: str
    suits: tuple[str, str, str, str]  # c d h s as glyphs in text

    @property
    def series(self) -> tuple[str, ...]:
        return tuple(getattr(self, f"ser_{mark}") for mark in "abcdefghij")


_COLOURS = """
bg0           #0E1216 #E9ECF0
bg1           #13181D #F5F6F8
bg2           #1A1F26 #FFFFFF
bg3           #242B34 #EEF1F4
bg4           #2E3742 #E1E6EC
line          #29303A #DCE1E7
line2         #3B4552 #BFC8D2
t1            #E8ECF1 #171B21
t2            #A9B3C0 #4A5462
t3            #97A2B0 #5C6675
acc           #7FA6FF #2B59C8
accf          #3A66D8 #2F5FD0
accbg         #1D2A44 #E3EBFC
accf_hover    #4370DC #4370DC
accf_pressed  #2F57BE #2F57BE
button        #242B34 #FFFFFF
rail_selected #242B34 #FFFFFF
pos           #5FC9A6 #0B6C54
neg           #FF8A80 #B52F26
unc           #E5B85C #7C5500
felt1         #236253 #2A7261
felt2         #163F37 #1F594B
feltline      #3C7D6C #5BA08E
feltt         #E9F1EE #FFFFFF
feltt2        #C0DBD1 #DDEFE9
cell          #10151A #E9ECF0
grid          #222932 #E4E8ED
rim           #0B0E11 #3A424D
rimline       #262D36 #5A6573
knob          #E8ECF1 #171B21
raw           #97A2B0 #5C6675
ser_a         #7FA6FF #2B59C8
ser_b         #F0A35E #9A4A0A
ser_c         #5FC9A6 #0B6C54
ser_d         #F2647F #870DF2
ser_e         #E6CBEC #B01046
ser_f         #CFE35A #14171C
ser_g         #FA071A #5C1959
ser_h         #9837FF #C51096
ser_i         #A43FA8 #BE7993
ser_j         #02911D #2C97D1
"""
"""Each token with its colour in the dark theme and in the light one."""


def _theme(column: int, name: str, suits: tuple[str, str, str, str]) -> Tokens:
    rows = (line.split() for line in _COLOURS.split("\n") if line)
    return Tokens(name=name, suits=suits, **{row[0]: row[column] for row in rows})


DARK = _theme(1, "dark", ("#62CE88", "#82B2FF", "#FF7E83", "#D3DAE3"))
LIGHT = _theme(2, "light", ("#1E7F3C", "#1F62C9", "#C8262F", "#171B21"))

# The same in both themes; order, place and glyph are their second cue.
ACTIONS = {
    "fold": "#73839C",
    "call": "#2FAE92",
    "small": "#F8DA8E",
    "middle": "#EE9A4D",
    "large": "#D4552F",
    "allin": "#B06CC0",
}
# Further apart for red-green or blue-yellow colour blindness.
PALETTES: dict[str, dict[str, str]] = {
    "standard": ACTIONS,
    "alternate": {
        "fold": "#758399",
        "call": "#4C9FE0",
        "small": "#F7E6A1",
        "middle": "#E6B43C",
        "large": "#BF7A1E",
        "allin": "#C9CED6",
    },
}

INK = "#1B2027"
CARD_FACE = "#FBFAF7"
CARD_EDGE = "#D9D5CA"
CARD_BACK = "#2A4A86"
CARD_LATTICE = "#5C7EC0"
CARD_BACK_LINE = "#A9C0EE"
CARD_BORDER = "#F4F2EC"

# Suit colours c d h s on the card face, by deck.
DECKS: dict[str, tuple[str, str, str, str]] = {
    "four": ("#1E7F3C", "#1F62C9", "#C8262F", INK),
    "two": (INK, "#C8262F", "#C8262F", INK),
    "solid": ("#227A42", "#2760BE", "#B92F38", "#303843"),
}

# Denomination -> coin, edge mark.
CHIPS: dict[int, tuple[str, str]] = {
    1: ("#E9E6DD", "#6F7885"),
    25: ("#3F9B6C", "#DFF3E8"),
    100: ("#2B323C", "#C9D0D9"),
    500: ("#7A4FB5", "#E6DAF6"),
    1000: ("#D99A2B", "#FBF0D7"),
}


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(top: str, share: float, bottom: str) -> str:
    """Return ``share`` (0 to 1) of ``top`` over ``bottom``: linear in 8-bit sRGB, as in CSS."""
    pairs = zip(_channels(top), _channels(bottom), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02X}" for a, b in pairs)


def _linear(colour: str) -> list[float]:
    return [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in _channels(colour))
    ]


def _luminance(colour: str) -> float:
    linear = _linear(colour)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(text: str, surface: str) -> float:
    """Return the contrast ratio 1 to 21 of two colours. Source: WCAG 2.1, relative luminance."""
    light, dark = sorted((_luminance(text), _luminance(surface)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# Linear sRGB to XYZ, each row divided by the white point D65. Source: IEC 61966-2-1.
_TO_XYZ = (
    (0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505),
    (0.2126, 0.7152, 0.0722),
    (0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089),
)
_FROM_XYZ = (
    (3.2406 * 0.9505, -1.5372, -0.4986 * 1.089),
    (-0.9689 * 0.9505, 1.8758, 0.0415 * 1.089),
    (0.0557 * 0.9505, -0.2040, 1.0570 * 1.089),
)
_CUT = 6 / 29


def lab(colour: str) -> tuple[float, float, float]:
    """Return CIE L*a*b* of a colour under D65. Source: CIE 15, 1976."""
    light = _linear(colour)
    x, y, z = (
        v ** (1 / 3) if v > _CUT**3 else v / (3 * _CUT**2) + 4 / 29
        for v in (sum(a * b for a, b in zip(row, light, strict=True)) for row in _TO_XYZ)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def from_lab(values: tuple[float, float, float]) -> str:
    y = (values[0] + 16) / 116
    scaled = (y + values[1] / 500, y, y - values[2] / 200)
    xyz = [v**3 if v > _CUT else 3 * _CUT**2 * (v - 4 / 29) for v in scaled]
    channels = []
    for row in _FROM_XYZ:
        c = min(1.0, max(0.0, sum(a * b for a, b in zip(row, xyz, strict=True))))
        channels.append(12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * c):02X}" for c in channels)


def interpolate(first: str, second: str, share: float) -> str:
    """Return the colour ``share`` (0 to 1) of the way from ``first`` to ``second`` in CIE Lab."""
    pairs = zip(lab(first), lab(second), strict=True)
    x, y, z = ((1 - share) * a + share * b for a, b in pairs)
    return from_lab((x, y, z))
