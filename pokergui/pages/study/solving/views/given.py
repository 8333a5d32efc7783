"""Widgets for what a rival's hands give away: the grid in the middle, and lists beside it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.solving.viewmodel import GivenRow, GivenScene
from pokergui.theme.fonts import BODY
from pokergui.viewmodel.controls import SpotField
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.buttons import QuietButton
from pokergui.widgets.field import PASTED, Caption, FieldNote, TextField, mark
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.preview import RangePreview
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.painting import RIGHT
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import Column, Face, card_column
from pokergui.widgets.tables.table import RowTable

_ROW, _COMBOS, _FEW_COMBOS = 28, 6, 4
"""Height of a row, and numbers of combos visible without scrolling, large and small window."""
_BOLD, _SECOND = Face(weight=600), Face(ink="t2")


class GivenView(QWidget):
    """Shows the grid of a ``GivenScene``, instead of the strategies."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.head = QWidget(self)
        self._title = label("", self.head, BODY, 600)
        words = tr("Back to the strategies")
        self.back = QuietButton("close", words, "Shift+G", self.head, 28)
        self.grid = RangeGrid(self)
        set_name(self.grid, tr("What the rival gives away"))
        row((self._title, 1), self.back, on=self.head, gap=8)
        column((self.grid, 1), on=self, gap=0)

    def set_scene(self, scene: GivenScene) -> None:
        self._title.setText(scene.title)
        self.grid.set_scene(scene.grid)

    def used_height(self, width: int, height: int) -> int:
        return self.grid.used_height(width, height)


class GivenTable(RowTable[GivenRow]):
    """Hands, or combos, and what they give away."""

    def __init__(self, parent: QWidget, first: Column[GivenRow], name: str) -> None:
        super().__init__(parent, opens_by_click=True, ground="bg2")
        set_name(self, name)
        self.set_row_height(_ROW)
        by_itself = tr("EV lost by the profile while the other player plays the solution")
        self.set_columns(
            [
                first,
                Column(tr("Share"), lambda row: row.share, _SECOND, RIGHT, stretch=1),
                Column(tr("Loss if held"), lambda row: row.alone, _SECOND, RIGHT, tip=by_itself),
                Column(tr("Given away"), lambda row: row.given, _BOLD, RIGHT),
            ]
        )

    def tip_of(self, row: GivenRow, column: int) -> str:
        del column
        return row.spoken


class GivenPanel(QWidget):
    """Shows the lists of a ``GivenScene``: the worst hands first, and the combos of one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._scene: GivenScene | None = None
        self._hovered = self._pinned = -1
        self._title = label("", self, BODY, 600)
        self._note = label("", self, tone="second", wraps=True)
        hand = Column[GivenRow](tr("Hand"), lambda row: row.title, _BOLD)
        name = tr("Hands by EV given away over the range, the most first")
        self.hands = GivenTable(self, hand, name)
        self._cell = label("", self, BODY, 600)
        combo: Column[GivenRow] = card_column(tr("Combo"), lambda row: row.cards)
        self.combos = GivenTable(self, combo, tr("Combos of the hand"))
        told = column(self._title, self._note, gap=2, margins=(16, 10, 16, 6))
        cell = row(self._cell, margins=(16, 8, 16, 4))
        column(told, (self.hands, 1), cell, self.combos, on=self, gap=0)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        self.combos.setFixedHeight(_ROW * ((_FEW_COMBOS if compact else _COMBOS) + 1))

    def controls(self) -> list[QWidget]:
        return [self.hands, self.combos]

    def set_scene(self, scene: GivenScene) -> None:
        self._scene = scene
        self._title.setText(tr("Given away, {unit}").format(unit=scene.unit))
        self._note.setText(scene.note)
        self.hands.set_rows(scene.rows)
        self._show_cell()

    def hover(self, index: int) -> None:
        self._hovered = index
        self._show_cell()

    def pin(self, index: int) -> None:
        """Pin a cell, so that its combos stay visible; -1 unpins it."""
        self._pinned = index
        self._show_cell()

    def _show_cell(self) -> None:
        scene = self._scene
        if scene is None:
            return
        at = self._hovered if self._hovered >= 0 else self._pinned
        known = 0 <= at < len(scene.combos)
        rows = scene.combos[at] if known else ()
        told = tr("Point at a cell or choose a hand to see its combos")
        if known:
            words = tr("{hand}, {count} combos") if rows else tr("{hand}, never here")
            told = words.format(hand=scene.grid.cells[at].label, count=len(rows))
            self.hands.select(at)
        self._cell.setText(told)
        self.combos.set_rows(rows)


_HEAD, _GAP, _NOTE = 18, 8, 34
_TEXT = 58
"""Height of the text if the grid is below it."""
_TEXT_WIDTH = 130
_LEAST = 156
_TALL = 236
"""Least height of a grid below a text of full width."""


class RangePanel(Fitted, QWidget):
    """Shows a range's ``SpotField`` and its grid, arranged so that the grid is largest."""

    pasted = Signal(str, str)

    def __init__(self, key: str, name: str, rest: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.key, self._name = key, name
        self._help = tr("AA, TT+, JJ-88, AKs, K9o+, A5s-A2s, AsQd or random, each with :weight")
        self._head = Caption(name, rest, self)
        self.editor = TextField(name, tr("QQ+, AKs, A5s-A2s:0.5 or random"), self)
        self.note = FieldNote(2, self)
        self.preview = RangePreview(tr("{name} as a grid").format(name=name), self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(_LEAST)
        self.preview.copy_pressed.connect(self._copy)
        self.preview.paste_pressed.connect(self._paste)
        self.set_field(SpotField(key, ""), None)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.editor.toPlainText())

    def _paste(self) -> None:
        self.pasted.emit(self.key, QGuiApplication.clipboard().text()[:PASTED])

    def set_field(self, field: SpotField, grid: GridScene | None) -> None:
        self.editor.show_text(field.text)
        self.note.set_words(field.error or field.note, wrong=bool(field.error))
        mark(self.editor, field, self._name, self._help)
        self.preview.set_scene(grid)

    def fit(self) -> None:
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
