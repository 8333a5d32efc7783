"""One player's range in the form: its text, its number of hands, and the small grid."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.viewmodel.fields import SpotField
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.field import PASTED, Caption, Note, TextField, mark
from pokergui.widgets.grid.preview import RangePreview
from pokergui.widgets.guard import Fitted

_HEAD, _GAP, _NOTE = 18, 8, 34
_TEXT = 58
"""Height of the text if the grid is below it."""
_TEXT_WIDTH = 130
_LEAST = 156
_TALL = 236
"""Least height of a grid below a text of full width."""


class RangePanel(Fitted, QWidget):
    """Shows a range's ``SpotField`` and its grid, arranged so that the grid is largest.

    Signals:
        edited: key and text.
        painted: key, index of a cell, whether it is to be included.
        weighed: key, index of a cell, change of its weight.
        pasted: key and a text for the whole range.
    """

    edited = Signal(str, str)
    painted = Signal(str, int, bool)
    weighed = Signal(str, int, float)
    pasted = Signal(str, str)

    def __init__(self, key: str, name: str, rest: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.key, self._name = key, name
        self._help = tr("AA, TT+, JJ-88, AKs, K9o+, A5s-A2s, AsQd or random, each with :weight")
        self._head = Caption(name, rest, self)
        self.editor = TextField(name, tr("QQ+, AKs, A5s-A2s:0.5 or random"), self)
        self.note = Note(2, self)
        self.preview = RangePreview(tr("{name} as a grid").format(name=name), self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(_LEAST)
        self.editor.edited.connect(self._edited)
        self.preview.painted.connect(self._painted)
        self.preview.weighed.connect(self._weighed)
        self.preview.copy_pressed.connect(self._copy)
        self.preview.paste_pressed.connect(self._paste)
        self.set_field(SpotField(key, ""), None)

    def _edited(self, words: str) -> None:
        self.edited.emit(self.key, words)

    def _painted(self, cell: int, on: bool) -> None:
        self.painted.emit(self.key, cell, on)

    def _weighed(self, cell: int, step: float) -> None:
        self.weighed.emit(self.key, cell, step)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.editor.toPlainText())

    def _paste(self) -> None:
        self.pasted.emit(self.key, QGuiApplication.clipboard().text()[:PASTED])

    def set_field(self, field: SpotField, grid: GridScene | None) -> None:
        """Show a range."""
        self.editor.show_text(field.text)
        self.note.set_words(field.error or field.note, wrong=bool(field.error))
        mark(self.editor, field, self._name, self._help)
        self.preview.set_scene(grid)

    def fit(self) -> None:
        """Place the grid below the text, or beside it."""
        width, height = self.width(), self.height()
        self._head.setGeometry(0, 0, width, 16)
        room = height - _HEAD
        under = min(width, room - _TEXT - _NOTE - _GAP)
        beside = min(room, width - max(_TEXT_WIDTH, width // 2 - _GAP) - _GAP)
        if under < _TALL and beside > under:
            side = max(1, beside)
            left, words = side + _GAP, max(1, width - side - _GAP)
            foot = self.note.height()
            self.preview.setGeometry(0, _HEAD, side, side)
            self.editor.setGeometry(left, _HEAD, words, side - foot - 2)
            self.note.setGeometry(left, _HEAD + side - foot, words, foot)
            return
        self.editor.setGeometry(0, _HEAD, width, _TEXT)
        self.note.setGeometry(0, _HEAD + _TEXT + 2, width, self.note.height())
        top = _HEAD + _TEXT + _NOTE + _GAP
        self.preview.setGeometry(0, top, width, height - top)
