"""Icons as strokes on a box of 24 x 24, drawn by the program itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform


def _play(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(5.5, 3, 13, 18), 2, 2)
    path.moveTo(12, 8.6)
    for x, y in ((14.6, 12.0), (12.0, 15.4), (9.4, 12.0), (12.0, 8.6)):
        path.lineTo(x, y)


def _settings(path: QPainterPath) -> None:
    for y, knob in ((7.0, 15.0), (17.0, 9.0)):
        path.moveTo(3, y)
        path.lineTo(knob - 2.5, y)
        path.moveTo(knob + 2.5, y)
        path.lineTo(21, y)
        path.addEllipse(QPointF(knob, y), 2.5, 2.5)
    path.moveTo(3, 12)
    path.lineTo(21, 12)


def _engine(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(4, 8, 16, 12), 1.5, 1.5)
    path.moveTo(12, 8)
    path.lineTo(12, 4.5)
    path.addEllipse(QPointF(9, 13), 0.6, 0.6)
    path.addEllipse(QPointF(15, 13), 0.6, 0.6)
    path.moveTo(9.5, 17)
    path.lineTo(14.5, 17)


def _person(path: QPainterPath) -> None:
    path.addEllipse(QPointF(12, 8), 3.8, 3.8)
    path.moveTo(4.5, 20)
    path.cubicTo(QPointF(4.8, 15.8), QPointF(8, 14.6), QPointF(12, 14.6))
    path.cubicTo(QPointF(16, 14.6), QPointF(19.2, 15.8), QPointF(19.5, 20))


def _chevron(path: QPainterPath) -> None:
    path.moveTo(7, 9.5)
    path.lineTo(12, 14.5)
    path.lineTo(17, 9.5)


def _next(path: QPainterPath) -> None:
    path.moveTo(9.5, 7)
    path.lineTo(14.5, 12)
    path.lineTo(9.5, 17)


def _watch(path: QPainterPath) -> None:
    path.moveTo(2.5, 12)
    path.cubicTo(QPointF(6.5, 3.8), QPointF(17.5, 3.8), QPointF(21.5, 12))
    path.cubicTo(QPointF(17.5, 20.2), QPointF(6.5, 20.2), QPointF(2.5, 12))
    path.addEllipse(QPointF(12, 12), 3, 3)


def _study(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(3.5, 3.5, 17, 17), 1.5, 1.5)
    for at in (9.2, 14.8):
        path.moveTo(at, 3.5)
        path.lineTo(at, 20.5)
        path.moveTo(3.5, at)
        path.lineTo(20.5, at)


def _history(path: QPainterPath) -> None:
    path.moveTo(4.2, 8.5)
    path.arcTo(QRectF(3.5, 3.5, 17, 17), 156, -316)
    path.moveTo(3.6, 4)
    path.lineTo(3.9, 8.8)
    path.lineTo(8.6, 8.4)
    path.moveTo(12, 7.5)
    path.lineTo(12, 12.4)
    path.lineTo(15.5, 14)


def _pause(path: QPainterPath) -> None:
    for x in (9.0, 15.0):
        path.moveTo(x, 5.5)
        path.lineTo(x, 18.5)


def _start(path: QPainterPath) -> None:
    path.moveTo(7.5, 5)
    path.lineTo(18.5, 12)
    path.lineTo(7.5, 19)
    path.closeSubpath()


def _step(path: QPainterPath) -> None:
    path.moveTo(6, 5)
    path.lineTo(15.5, 12)
    path.lineTo(6, 19)
    path.closeSubpath()
    path.moveTo(19, 5)
    path.lineTo(19, 19)


def _stop(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(6, 6, 12, 12), 1.5, 1.5)


def _download(path: QPainterPath) -> None:
    path.moveTo(12, 4)
    path.lineTo(12, 15)
    path.moveTo(7.5, 10.8)
    path.lineTo(12, 15.3)
    path.lineTo(16.5, 10.8)
    path.moveTo(4.5, 19.5)
    path.lineTo(19.5, 19.5)


def _undo(path: QPainterPath) -> None:
    path.moveTo(9, 4.5)
    path.lineTo(4.5, 9)
    path.lineTo(9, 13.5)
    path.moveTo(4.8, 9)
    path.lineTo(14.5, 9)
    path.arcTo(QRectF(9.5, 9, 10, 10), 90, -180)
    path.lineTo(11, 19)


def _advisor(path: QPainterPath) -> None:
    path.moveTo(9, 16.5)
    path.cubicTo(QPointF(9, 14), QPointF(6, 13), QPointF(6, 9))
    path.cubicTo(QPointF(6, 1), QPointF(18, 1), QPointF(18, 9))
    path.cubicTo(QPointF(18, 13), QPointF(15, 14), QPointF(15, 16.5))
    path.closeSubpath()
    path.moveTo(10, 20)
    path.lineTo(14, 20)


def _close(path: QPainterPath) -> None:
    path.moveTo(6, 6)
    path.lineTo(18, 18)
    path.moveTo(18, 6)
    path.lineTo(6, 18)


def _search(path: QPainterPath) -> None:
    path.addEllipse(QPointF(10.5, 10.5), 6.5, 6.5)
    path.moveTo(15.4, 15.4)
    path.lineTo(20.5, 20.5)


def _upload(path: QPainterPath) -> None:
    path.moveTo(12, 15.3)
    path.lineTo(12, 4.3)
    path.moveTo(7.5, 8.8)
    path.lineTo(12, 4.3)
    path.lineTo(16.5, 8.8)
    path.moveTo(4.5, 19.5)
    path.lineTo(19.5, 19.5)


def _more(path: QPainterPath) -> None:
    for x in (5.5, 12.0, 18.5):
        path.addEllipse(QPointF(x, 12), 1.0, 1.0)


def _triangle(path: QPainterPath, left: float, tip: float) -> None:
    path.moveTo(left, 6)
    path.lineTo(tip, 12)
    path.lineTo(left, 18)
    path.closeSubpath()


def _back(path: QPainterPath) -> None:
    _triangle(path, 16, 7.5)


def _forward(path: QPainterPath) -> None:
    _triangle(path, 8, 16.5)


def _first(path: QPainterPath) -> None:
    _triangle(path, 18, 9.5)
    path.moveTo(5.5, 6)
    path.lineTo(5.5, 18)


def _last(path: QPainterPath) -> None:
    _triangle(path, 6, 14.5)
    path.moveTo(18.5, 6)
    path.lineTo(18.5, 18)


def _cards(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(4, 5, 9.5, 14), 1.5, 1.5)
    path.moveTo(16, 5.4)
    path.lineTo(18.6, 5.9)
    path.cubicTo(QPointF(19.6, 6.1), QPointF(20.2, 7), QPointF(20, 8))
    path.lineTo(18.2, 17.4)
    path.cubicTo(QPointF(18, 18.4), QPointF(17.2, 19), QPointF(16.2, 18.8))


def _train(path: QPainterPath) -> None:
    path.moveTo(4, 3.5)
    path.lineTo(4, 20)
    path.lineTo(20.5, 20)
    path.moveTo(7, 4.5)
    path.cubicTo(QPointF(8.2, 12.5), QPointF(11, 15.8), QPointF(20, 16.8))


def _report(path: QPainterPath) -> None:
    for y, cut in ((6.0, 14.0), (12.0, 9.0), (18.0, 17.0)):
        path.moveTo(3.5, y)
        path.lineTo(cut, y)
        path.moveTo(cut + 3.5, y)
        path.lineTo(20.5, y)


def _add(path: QPainterPath) -> None:
    path.moveTo(12, 5)
    path.lineTo(12, 19)
    path.moveTo(5, 12)
    path.lineTo(19, 12)


def _save(path: QPainterPath) -> None:
    path.moveTo(4.5, 6)
    path.lineTo(4.5, 18)
    path.quadTo(QPointF(4.5, 19.5), QPointF(6, 19.5))
    path.lineTo(18, 19.5)
    path.quadTo(QPointF(19.5, 19.5), QPointF(19.5, 18))
    path.lineTo(19.5, 8)
    path.lineTo(16, 4.5)
    path.lineTo(6, 4.5)
    path.quadTo(QPointF(4.5, 4.5), QPointF(4.5, 6))
    path.moveTo(8.5, 4.5)
    path.lineTo(8.5, 8.5)
    path.lineTo(14.5, 8.5)
    path.lineTo(14.5, 4.5)
    path.addRect(QRectF(8, 13, 8, 6.5))


def _remove(path: QPainterPath) -> None:
    path.moveTo(4.5, 6.5)
    path.lineTo(19.5, 6.5)
    path.moveTo(9, 6.5)
    path.lineTo(9, 4)
    path.lineTo(15, 4)
    path.lineTo(15, 6.5)
    path.moveTo(6.5, 6.5)
    path.lineTo(7.3, 20)
    path.lineTo(16.7, 20)
    path.lineTo(17.5, 6.5)
    for x in (10.3, 13.7):
        path.moveTo(x, 10.5)
        path.lineTo(x, 16)


def _check(path: QPainterPath) -> None:
    path.moveTo(5.5, 12.5)
    path.lineTo(10, 17)
    path.lineTo(18.5, 7.5)


def _lab(path: QPainterPath) -> None:
    path.moveTo(8.5, 3.5)
    path.lineTo(15.5, 3.5)
    path.moveTo(10, 3.5)
    path.lineTo(10, 9.5)
    path.lineTo(4.8, 18.4)
    path.cubicTo(QPointF(4, 19.8), QPointF(4.6, 20.5), QPointF(6, 20.5))
    path.lineTo(18, 20.5)
    path.cubicTo(QPointF(19.4, 20.5), QPointF(20, 19.8), QPointF(19.2, 18.4))
    path.lineTo(14, 9.5)
    path.lineTo(14, 3.5)
    path.moveTo(7.6, 14.5)
    path.lineTo(16.4, 14.5)


def _lock(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(5, 10.5, 14, 10), 1.5, 1.5)
    path.moveTo(8, 10.5)
    path.lineTo(8, 8)
    path.arcTo(QRectF(8, 3.5, 8, 8), 180, -180)
    path.lineTo(16, 10.5)


def _learned(path: QPainterPath) -> None:
    """A head, and bars in it."""
    path.moveTo(8, 21.5)
    path.lineTo(8, 18)
    path.cubicTo(3.2, 15.2, 3, 8.4, 6.9, 4.8)
    path.cubicTo(10.8, 1.2, 19, 2.1, 19.5, 9.3)
    path.lineTo(21.4, 12.9)
    path.lineTo(19.5, 14)
    path.lineTo(19.5, 17.7)
    path.lineTo(15.5, 18)
    path.lineTo(15.5, 21.5)
    for x, top in ((8.5, 10.5), (12, 6.5), (15.5, 9)):
        path.moveTo(x, 13)
        path.lineTo(x, top)


def _edit(path: QPainterPath) -> None:
    path.moveTo(4.5, 19.5)
    path.lineTo(5.5, 15)
    path.lineTo(16, 4.5)
    path.lineTo(19.5, 8)
    path.lineTo(9, 18.5)
    path.closeSubpath()
    path.moveTo(13.5, 7)
    path.lineTo(17, 10.5)


def _copy(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(9, 9, 11, 11), 1.8, 1.8)
    path.moveTo(15.2, 5.8)
    path.lineTo(15.2, 4)
    path.lineTo(4, 4)
    path.lineTo(4, 15.2)
    path.lineTo(5.8, 15.2)


def _keys(path: QPainterPath) -> None:
    path.addRoundedRect(QRectF(2.5, 6, 19, 12), 2, 2)
    for x in (7, 12, 17):
        path.addEllipse(QPointF(x, 10.3), 0.5, 0.5)
    path.addRoundedRect(QRectF(8, 14, 8, 0.6), 0.3, 0.3)


_DRAW: dict[str, Callable[[QPainterPath], None]] = {
    "play": _play,
    "watch": _watch,
    "study": _study,
    "history": _history,
    "settings": _settings,
    "engine": _engine,
    "person": _person,
    "chevron": _chevron,
    "next": _next,
    "undo": _undo,
    "advisor": _advisor,
    "close": _close,
    "pause": _pause,
    "start": _start,
    "step": _step,
    "stop": _stop,
    "download": _download,
    "upload": _upload,
    "search": _search,
    "more": _more,
    "first": _first,
    "back": _back,
    "forward": _forward,
    "last": _last,
    "cards": _cards,
    "train": _train,
    "lab": _lab,
    "report": _report,
    "add": _add,
    "save": _save,
    "remove": _remove,
    "check": _check,
    "learned": _learned,
    "lock": _lock,
    "edit": _edit,
    "copy": _copy,
    "keys": _keys,
}


@cache
def icon_path(name: str) -> QPainterPath:
    """The strokes of an icon on a 24 x 24 box.

    Raises:
        KeyError: if there is no icon of that name.
    """
    path = QPainterPath()
    _DRAW[name](path)
    return path


def paint_icon(
    painter: QPainter, name: str, box: QRectF, colour: str | QColor, width: float = 1.6
) -> None:
    """Stroke an icon into ``box`` with lines of ``width`` pixels."""
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
