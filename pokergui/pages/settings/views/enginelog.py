"""The end of an engine's log: messages to it, its messages, and problems."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_settings as tr
from pokergui.pages.settings.viewmodel.engines import LogRow, LogScene
from pokergui.pages.settings.views.engineform import panel
from pokergui.theme.fonts import BODY, CAPTION
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.painting import CENTRE
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_ROW = 20
_SIGNS = {"in": "→", "out": "←", "stderr": "!", "error": "✕", "event": "·", "day": ""}
_INKS = {"in": "t2", "out": "t1", "stderr": "t2", "error": "neg", "event": "t3", "day": "t3"}
_TIME, _CAPTION = 62, Face(CAPTION, 400, "t3")


def said(row: LogRow) -> str:
    """Describe a line."""
    return " ".join(filter(None, (row.time, _SIGNS[row.sign], row.words)))


class LogLines(RowTable[LogRow]):
    """Lines of a log, the newest at the bottom; a view that is there follows new ones."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False, ground="bg2")
        set_name(self, tr("Log"))
        self.set_row_height(_ROW)
        self.set_columns([Column("", said, paint=self._paint, width=1, stretch=1)])

    def ground(
        self, painter: QPainter, box: QRectF, row: LogRow, selected: bool, hovered: bool
    ) -> None:
        """Paint no lines between rows."""

    def set_rows(self, rows: object) -> None:
        """Show lines; a view at the newest line follows new ones."""
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum()
        super().set_rows(rows)  # type: ignore[arg-type]
        if follows:
            self.scrollToBottom()

    def _paint(self, painter: QPainter, box: QRectF, row: LogRow) -> None:
        """Paint time, sign and text."""
        left = box.x() + 14
        _CAPTION.write(painter, QRectF(left, box.y(), _TIME, box.height()), row.time)
        ink = {"out": "acc", "stderr": "unc"}.get(row.sign, _INKS[row.sign])
        sign = QRectF(left + _TIME - 8, box.y(), 14, box.height())
        Face(CAPTION, 500, ink).write(painter, sign, _SIGNS[row.sign], CENTRE)
        words = box.adjusted(14 + _TIME + 14, 0, -10, 0)
        if row.sign == "day":
            words.setLeft(left)
        Face(CAPTION, 400, _INKS[row.sign]).write(painter, words, row.words)


class LogPanel(QWidget):
    """A panel that shows a ``LogScene``.

    Attributes:
        which: the choice of all lines or only the errors.
        lines: the shown lines.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._only_errors = False
        which = [(False, tr("All")), (True, tr("Errors"))]
        self.which = Segmented(tr("Log"), which, self, ("E", "E"), dense=True)
        self.lines = LogLines(self)
        self._none = label("", self, tone="caption", wraps=True)
        self._none.setContentsMargins(16, 12, 16, 12)
        head = row(label(tr("Log"), self, BODY, 600), None, self.which)
        flush = (0, 4, 0, 4)
        self._rest = QWidget(self)
        parts = (self._none, (self._rest, 1), (self.lines, 1))
        column(panel(self, head, *parts, margins=flush), on=self)
        self.set_scene(LogScene())

    def set_scene(self, scene: LogScene) -> None:
        """Show the end of a log."""
        self._only_errors = scene.only_errors
        self.lines.set_rows(scene.rows)
        self._none.setText(scene.note)
        self._none.setVisible(bool(scene.note))
        self._rest.setVisible(bool(scene.note))
        self.lines.setVisible(not scene.note)
        errors = tr("Errors {count}").format(count=f"{scene.errors:,}")
        self.which.set_words((tr("All"), errors))
        self.which.set_value(scene.only_errors)

    def toggle(self) -> None:
        """Show all lines, or only the errors: the key's action."""
        self.which.chosen.emit(not self._only_errors)
