"""The legend of the grid's colours."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.theme import look
from pokergui.theme.actions import paint_swatch
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.viewmodel.grid import GridAction, GridScale
from pokergui.widgets.grid.tint import paint_strip
from pokergui.widgets.guard import Fitted, Painted
from pokergui.widgets.painting import advance, flowed, paragraph, text
from pokergui.widgets.spoken import set_name

_SWATCH = 14.0
_SCALE = 56.0
"""Height of a scale with its caption."""


class Legend(Fitted, Painted, QWidget):
    """Swatches with titles, or a scale, in as many rows as they need, and a line below.

    Attributes:
        note: the line under the swatches.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions: tuple[GridAction, ...] = ()
        self._scale: GridScale | None = None
        self.note = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_actions(self, actions: tuple[GridAction, ...]) -> None:
        """Show actions."""
        if actions != self._actions:
            self._actions = actions
            self._name()

    def set_scale(self, scale: GridScale | None) -> None:
        """Show the meaning of the cells' colours, above the swatches."""
        if scale != self._scale:
            self._scale = scale
            self._name()

    def _name(self) -> None:
        words = [action.title for action in self._actions]
        if self._scale is not None:
            ends = tr("{low} to {high}").format(low=self._scale.low, high=self._scale.high)
            words = [self._scale.caption, ends, *words]
        set_name(self, phrases(words))
        self.fit()

    def set_note(self, note: str) -> None:
        """Show a line under the swatches."""
        if note != self.note:
            self.note = note
            self.fit()

    def _places(self, width: int) -> tuple[list[QRectF], float]:
        needs = [_SWATCH + 6 + advance(action.title) + 1 for action in self._actions]
        top = _SCALE if self._scale is not None else 0.0
        corners = flowed(needs, width, 16, 22)
        places = [
            QRectF(at.x(), top + at.y(), need, 20) for at, need in zip(corners, needs, strict=True)
        ]
        return places, places[-1].y() + 24 if places else top

    def _note_height(self, width: int) -> float:
        if not self.note:
            return 0.0
        room = QRectF(0, 0, width, 200)
        bounds = metrics(CAPTION).boundingRect(room, Qt.TextFlag.TextWordWrap, self.note)
        return float(bounds.height() + 2)

    def fit(self) -> None:
        """Set the height of the rows at this width."""
        width = max(1, self.width())
        self.setFixedHeight(round(self._places(width)[1] + self._note_height(width)))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint swatches and titles, and the line at the bottom."""
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
