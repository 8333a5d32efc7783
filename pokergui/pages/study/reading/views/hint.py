"""Hints while there is no current cell: how to point, pin and navigate with keys."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from pokergui.language import tr_study as tr
from pokergui.language.joins import enumerated, labelled
from pokergui.pages.study.reading.viewmodel.reading import RangeScene
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font
from pokergui.widgets.painting import key_cap, key_cap_width, text

ROW = 21
_BETWEEN, _GAP = 4, 12


@dataclass(frozen=True, slots=True)
class Hint:
    """Keys and their effects, in the same order."""

    keys: tuple[str, ...]
    words: str

    @property
    def spoken(self) -> str:
        """The hint in words."""
        return labelled(enumerated(self.keys), self.words)


def hints(scene: RangeScene, *, painting: bool, compared: bool) -> tuple[Hint, ...]:
    """Return the hints for a picture; none if it has no cells."""
    if scene.grid is None or not scene.grid.cells:
        return ()
    done = tr("paint a cell, finish") if painting else tr("pin a cell, unpin it")
    pair, following = len(scene.sides) == 2, tr("the next player’s range")
    texts = [
        Hint(("R", tr("arrows")), tr("move over the cells")),
        Hint(("Enter", "Esc"), done),
        Hint(("1 – 9", tr("Backspace")), tr("take an action, undo it")),
        Hint(("S",), tr("the other player’s range, or both") if pair else following),
    ]
    if scene.view is not None and scene.view.has_heights:
        texts.append(Hint(("M", "N"), tr("what cells show, how high they are")))
    elif scene.view is not None:
        texts.append(Hint(("M",), tr("what cells show")))
    if compared:
        texts.append(Hint(("C", "I"), tr("the other strategy, what differs")))
    if scene.sheet_available:
        texts.append(Hint(("W",), tr("the whole game on one sheet")))
    if scene.filter is not None:
        texts.append(Hint(("/", "Ctrl+C"), tr("choose hands, copy the range")))
    return tuple(texts)


def paint_hints(painter: QPainter, shown: tuple[Hint, ...], box: QRectF) -> None:
    """Paint key caps, and their effects beside them."""
    t = look.tokens()
    column = max(map(_width, shown), default=0.0) + _GAP
    for i, hint in enumerate(shown):
        x, y = box.x(), box.y() + i * ROW
        for key in hint.keys:
            x += key_cap_width(key)
            key_cap(painter, QPointF(x, y + 1), key, t.t2, t.line2)
            x += _BETWEEN
        place = QRectF(box.x() + column, y, box.width() - column, ROW)
        text(painter, place, hint.words, font(SMALL), t.t2)


def _width(hint: Hint) -> float:
    return sum(key_cap_width(key) + _BETWEEN for key in hint.keys)
