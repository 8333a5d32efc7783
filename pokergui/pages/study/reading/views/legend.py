"""The legend of the grid's colours."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import enumerated, labelled, phrases
from pokergui.pages.study.reading.viewmodel import RangeScene
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.viewmodel.grid import GridAction, GridScale
from pokergui.widgets.grid.paint import paint_strip
from pokergui.widgets.guard import Fitted, Painted
from pokergui.widgets.painting import advance, flowed, key_cap, key_cap_width, paragraph, text
from pokergui.widgets.panels import TurningArc
from pokergui.widgets.spoken import set_name, set_tip

_SWATCH = 14.0
_SCALE = 56.0
"""Height of a scale with its caption."""


class Legend(Fitted, Painted, QWidget):
    """Swatches with titles, or a scale, in as many rows as they need, and a line below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions: tuple[GridAction, ...] = ()
        self._scale: GridScale | None = None
        self.note = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_actions(self, actions: tuple[GridAction, ...]) -> None:
        if actions != self._actions:
            self._actions = actions
            self._name()

    def set_scale(self, scale: GridScale | None) -> None:
        if scale != self._scale:
            self._scale = scale
            self._name()

    def _name(self) -> None:
        words, scale = [action.title for action in self._actions], self._scale
        if scale is not None:
            ends = tr("{low} to {high}").format(low=scale.low, high=scale.high)
            words = [scale.caption, ends, *words]
        set_name(self, phrases(words))
        self.fit()

    def set_note(self, note: str) -> None:
        if note != self.note:
            self.note = note
            self.fit()

    def _places(self, width: int) -> tuple[list[QRectF], float]:
        needs = [_SWATCH + 6 + advance(action.title) + 1 for action in self._actions]
        top = _SCALE if self._scale is not None else 0.0
        corners = flowed(needs, width, 16, 22)
        pairs = zip(corners, needs, strict=True)
        places = [QRectF(at.x(), top + at.y(), need, 20) for at, need in pairs]
        return places, places[-1].y() + 24 if places else top

    def _note_height(self, width: int) -> float:
        if not self.note:
            return 0.0
        wraps, room = Qt.TextFlag.TextWordWrap, QRectF(0, 0, width, 200)
        return float(metrics(CAPTION).boundingRect(room, wraps, self.note).height() + 2)

    def fit(self) -> None:
        width = max(1, self.width())
        self.setFixedHeight(round(self._places(width)[1] + self._note_height(width)))
        self.update()

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        if self._scale is not None:
            caption = QRectF(0, 0, self.width(), 18)
            text(painter, caption, self._scale.caption, font(SMALL), t.t2)
            paint_strip(painter, QRectF(0, 20, self.width(), 28), self._scale)
        places, foot = self._places(self.width())
        for action, box in zip(self._actions, places, strict=True):
            swatch = QRectF(box.x(), box.y() + 3, _SWATCH, _SWATCH)
            paint_swatch(painter, swatch, action.tone, action.rank)
            text(painter, box.adjusted(_SWATCH + 6, 0, 1, 0), action.title, font(SMALL), t.t2)
        room = QRectF(0, foot, self.width(), self.height() - foot + 2)
        paragraph(painter, room, self.note, font(CAPTION), t.t3)


ROW = 21
_BETWEEN, _GAP = 4, 12


@dataclass(frozen=True, slots=True)
class Hint:
    """Keys and their effects, in the same order."""

    keys: tuple[str, ...]
    words: str

    @property
    def spoken(self) -> str:
        return labelled(enumerated(self.keys), self.words)


def hints(scene: RangeScene, *, painting: bool, compared: bool) -> tuple[Hint, ...]:
    if scene.grid is None or not scene.grid.cells:
        return ()
    done = tr("paint a cell, finish") if painting else tr("pin a cell, unpin it")
    pair, following = len(scene.sides) == 2, tr("the next player’s range")
    heights = scene.view is not None and scene.view.has_heights
    texts = (
        (True, ("R", tr("arrows")), tr("move over the cells")),
        (True, ("Enter", "Esc"), done),
        (True, ("1 – 9", tr("Backspace")), tr("take an action, undo it")),
        (True, ("S",), tr("the other player’s range, or both") if pair else following),
        (heights, ("M", "N"), tr("what cells show, how high they are")),
        (scene.view is not None and not heights, ("M",), tr("what cells show")),
        (compared, ("C", "I"), tr("the other strategy, what differs")),
        (scene.sheet_available, ("W",), tr("the whole game on one sheet")),
        (scene.filter is not None, ("/", "Ctrl+C"), tr("choose hands, copy the range")),
    )
    return tuple(Hint(keys, words) for shown, keys, words in texts if shown)


def paint_hints(painter: QPainter, shown: tuple[Hint, ...], box: QRectF) -> None:
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


class Thinking(Painted, QWidget):
    """The arc for "at work"; it appears after 0.3 s, so that quick answers do not flicker."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(14, 24)
        self.thinking = False
        self._arc = TurningArc(self, self.update)

    def set_thinking(self, on: bool) -> None:
        self.thinking = on
        self._arc.set_on(on)
        words = tr("The engine is thinking") if on else ""
        set_name(self, words)
        set_tip(self, words)

    def paint(self, painter: QPainter) -> None:
        self._arc.paint(painter, QPointF(7, 12), 6)
