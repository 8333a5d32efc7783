"""Vector icons as strokes on a 24 x 24 box."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from pokergui.theme.colours import outline

_STROKES = {
    "play": "R5.5 3 13 18 2 M12 8.6 L14.6 12 12 15.4 9.4 12 12 8.6",
    "watch": "M2.5 12 C6.5 3.8 17.5 3.8 21.5 12 17.5 20.2 6.5 20.2 2.5 12 O12 12 3 3",
    "study": (
        "R3.5 3.5 17 17 1.5 M9.2 3.5 L9.2 20.5 M3.5 9.2 L20.5 9.2 M14.8 3.5 L14.8 20.5 M3.5 "
        "14.8 L20.5 14.8"
    ),
    "history": "M4.2 8.5 A3.5 3.5 17 17 156 -316 M3.6 4 L3.9 8.8 8.6 8.4 M12 7.5 L12 12.4 15.5 14",
    "preflop": "M4 20 L4 4 20 4 20 9.3 4 9.3 M4 14.7 L14.7 14.7 14.7 4 M9.3 4 L9.3 20 4 20",
    "settings": (
        "M3 7 L12.5 7 M17.5 7 L21 7 O15 7 2.5 2.5 M3 17 L6.5 17 M11.5 17 L21 17 O9 17 2.5 2.5 "
        "M3 12 L21 12"
    ),
    "engine": "R4 8 16 12 1.5 M12 8 L12 4.5 O9 13 0.6 0.6 O15 13 0.6 0.6 M9.5 17 L14.5 17",
    "person": "O12 8 3.8 3.8 M4.5 20 C4.8 15.8 8 14.6 12 14.6 16 14.6 19.2 15.8 19.5 20",
    "chevron": "M7 9.5 L12 14.5 17 9.5",
    "next": "M9.5 7 L14.5 12 9.5 17",
    "undo": "M9 4.5 L4.5 9 9 13.5 M4.8 9 L14.5 9 A9.5 9 10 10 90 -180 L11 19",
    "advisor": "M9 16.5 C9 14 6 13 6 9 6 1 18 1 18 9 18 13 15 14 15 16.5 Z M10 20 L14 20",
    "close": "M6 6 L18 18 M18 6 L6 18",
    "pause": "M9 5.5 L9 18.5 M15 5.5 L15 18.5",
    "start": "M7.5 5 L18.5 12 7.5 19 Z",
    "step": "M6 5 L15.5 12 6 19 Z M19 5 L19 19",
    "stop": "R6 6 12 12 1.5",
    "download": "M12 4 L12 15 M7.5 10.8 L12 15.3 16.5 10.8 M4.5 19.5 L19.5 19.5",
    "upload": "M12 15.3 L12 4.3 M7.5 8.8 L12 4.3 16.5 8.8 M4.5 19.5 L19.5 19.5",
    "search": "O10.5 10.5 6.5 6.5 M15.4 15.4 L20.5 20.5",
    "more": "O5.5 12 1 1 O12 12 1 1 O18.5 12 1 1",
    "first": "M18 6 L9.5 12 18 18 Z M5.5 6 L5.5 18",
    "back": "M16 6 L7.5 12 16 18 Z",
    "forward": "M8 6 L16.5 12 8 18 Z",
    "last": "M6 6 L14.5 12 6 18 Z M18.5 6 L18.5 18",
    "cards": (
        "R4 5 9.5 14 1.5 M16 5.4 L18.6 5.9 C19.6 6.1 20.2 7 20 8 L18.2 17.4 C18 18.4 17.2 19 "
        "16.2 18.8"
    ),
    "train": "M4 3.5 L4 20 20.5 20 M7 4.5 C8.2 12.5 11 15.8 20 16.8",
    "lab": (
        "M8.5 3.5 L15.5 3.5 M10 3.5 L10 9.5 4.8 18.4 C4 19.8 4.6 20.5 6 20.5 L18 20.5 C19.4 "
        "20.5 20 19.8 19.2 18.4 L14 9.5 14 3.5 M7.6 14.5 L16.4 14.5"
    ),
    "report": (
        "M3.5 6 L14 6 M17.5 6 L20.5 6 M3.5 12 L9 12 M12.5 12 L20.5 12 M3.5 18 L17 18 M20.5 18 "
        "L20.5 18"
    ),
    "tree": (
        "R2.5 9 6 6 1.2 R15.5 3 6 6 1.2 R15.5 15 6 6 1.2 M8.5 12 L12 12 M15.5 6 L12 6 12 18 15.5 18"
    ),
    "drill": ("O12 12 8 8 O12 12 3 3 M12 1.5 L12 6 M12 18 L12 22.5 M1.5 12 L6 12 M18 12 L22.5 12"),
    "add": "M12 5 L12 19 M5 12 L19 12",
    "save": (
        "M4.5 6 L4.5 18 Q4.5 19.5 6 19.5 L18 19.5 Q19.5 19.5 19.5 18 L19.5 8 16 4.5 6 4.5 "
        "Q4.5 4.5 4.5 6 M8.5 4.5 L8.5 8.5 14.5 8.5 14.5 4.5 R8 13 8 6.5 0"
    ),
    "remove": (
        "M4.5 6.5 L19.5 6.5 M9 6.5 L9 4 15 4 15 6.5 M6.5 6.5 L7.3 20 16.7 20 17.5 6.5 M10.3 "
        "10.5 L10.3 16 M13.7 10.5 L13.7 16"
    ),
    "check": "M5.5 12.5 L10 17 18.5 7.5",
    "learned": (
        "M8 21.5 L8 18 C3.2 15.2 3 8.4 6.9 4.8 10.8 1.2 19 2.1 19.5 9.3 L21.4 12.9 19.5 14 "
        "19.5 17.7 15.5 18 15.5 21.5 M8.5 13 L8.5 10.5 M12 13 L12 6.5 M15.5 13 L15.5 9"
    ),
    "lock": "R5 10.5 14 10 1.5 M8 10.5 L8 8 A8 3.5 8 8 180 -180 L16 10.5",
    "edit": "M4.5 19.5 L5.5 15 16 4.5 19.5 8 9 18.5 Z M13.5 7 L17 10.5",
    "copy": "R9 9 11 11 1.8 M15.2 5.8 L15.2 4 4 4 4 15.2 5.8 15.2",
    "chips": (
        "O12 7.3 6.8 3 M5.2 7.3 L5.2 16.7 C5.2 20.7 18.8 20.7 18.8 16.7 L18.8 7.3"
        " M5.2 12 C5.2 16 18.8 16 18.8 12"
    ),
    "keys": "R2.5 6 19 12 2 O7 10.3 0.5 0.5 O12 10.3 0.5 0.5 O17 10.3 0.5 0.5 R8 14 8 0.6 0.3",
}


@cache
def icon_path(name: str) -> QPainterPath:
    """Return the strokes of an icon on a 24 x 24 box.

    Raises:
        KeyError: if there is no icon of that name.
    """
    return outline(_STROKES[name])


def paint_icon(
    painter: QPainter, name: str, box: QRectF, colour: str | QColor, width: float = 1.6
) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    place = QTransform.fromTranslate(box.x(), box.y()).scale(box.width() / 24, box.height() / 24)
    painter.drawPath(place.map(icon_path(name)))
    painter.restore()
