"""The shipped font family and its sizes."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

FALLBACKS = ["Inter", "Noto Sans CJK SC", "sans-serif"]
CAPTION, SMALL, BODY, ACTION, FIGURE, POT = 11, 12, 13, 15, 18, 20

_FILES = (
    *(f"Inter-{style}.otf" for style in ("Regular", "Medium", "SemiBold", "Bold")),
    "NotoSansCJKsc-Regular-subset.otf",
)
_WEIGHTS = {
    400: QFont.Weight.Normal,
    500: QFont.Weight.Medium,
    600: QFont.Weight.DemiBold,
    700: QFont.Weight.Bold,
}


@cache
def load_fonts() -> None:
    """Register the shipped fonts with Qt, so that a machine without system fonts shows text."""
    for name in _FILES:
        data = (files("assets") / "fonts" / name).read_bytes()
        QFontDatabase.addApplicationFontFromData(QByteArray(data))


@cache
def font(size: int, weight: int = 400) -> QFont:
    """Return the family at ``size`` pixels with tabular figures; weight 400, 500, 600 or 700."""
    result = QFont(FALLBACKS)
    result.setPixelSize(size)
    result.setWeight(_WEIGHTS[weight])
    result.setFeature(QFont.Tag("tnum"), 1)
    # Fractional advances: the same text has the same width at every scale factor.
    result.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return result


@cache
def metrics(size: int, weight: int = 400) -> QFontMetricsF:
    return QFontMetricsF(font(size, weight))
