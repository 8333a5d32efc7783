"""The list of all runs, with the selected one, those on the chart, and progress."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QStackedLayout, QWidget

from pokergui.language import tr_train as tr
from pokergui.language.joins import phrases
from pokergui.pages.train.viewmodel import RunListScene, RunRow
from pokergui.pages.train.views.panel import series_colour
from pokergui.pages.train.views.topbar import paint_share, phase_colour
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.theme.icons import paint_icon
from pokergui.theme.tokens import contrast
from pokergui.widgets.guard import guarded_or
from pokergui.widgets.laying import column, dress, label, row
from pokergui.widgets.painting import RIGHT, rounded, text
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_ROW, _BAR_ROW = 58, 68
_CHECK = 16.0
_SECOND = Face(ink="t2")


def said(row: RunRow) -> str:
    return phrases((row.title, row.detail, row.state, row.time))


def _pad(box: QRectF) -> float:
    return 12.0 if box.width() < 270 else 16.0


def _check_box(box: QRectF) -> QRectF:
    return QRectF(box.x() + _pad(box), box.y() + 11, _CHECK, _CHECK)


class RunList(RowTable[RunRow]):
    """All runs of a ``RunListScene``; a checked one is on the chart.

    Signals:
        toggled: key of a run, and True if it is to be on the chart.
    """

    toggled = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, headed=False)
        self._full = False
        set_name(self, tr("Runs"))
        set_tip(self, tr("Up and Down choose a run; C puts it on the chart or takes it off"))
        self.set_row_height(_ROW)
        self.set_columns(
            [
                Column(
                    "",
                    said,
                    paint=self._paint,
                    width=1,
                    stretch=1,
                    checked=lambda row: row.series >= 0,
                )
            ]
        )

    def set_scene(self, scene: RunListScene) -> None:
        """Show the runs; the selected one is current. Emits nothing."""
        self._full = scene.full
        self.set_rows(scene.rows)
        self.viewport().update()
        front = next((row.key for row in scene.rows if row.front), None)
        if front is None:
            self.clearSelection()
        else:
            self.select(front)

    def in_front(self, row: RunRow) -> bool:
        return row.front

    def height_of(self, row: RunRow) -> int:
        return _ROW if row.share is None else _BAR_ROW

    def tip_of(self, row: RunRow, column: int) -> str:
        full = self._full and row.series < 0
        tip = tr("The chart is full; take a run off first.") if full else ""
        return "\n".join(filter(None, (said(row), tip)))

    def toggle_front(self) -> None:
        for entry in self.rows:
            if entry.front:
                self._toggle(entry)

    def _toggle(self, row: RunRow) -> None:
        if row.series >= 0 or not self._full:
            self.toggled.emit(row.key, row.series < 0)

    def _check_at(self, point: QPointF) -> RunRow | None:
        index = self.indexAt(point.toPoint())
        room = _check_box(QRectF(self.visualRect(index))).adjusted(-10, -9, 5, 12)
        return self.rows[index.row()] if index.isValid() and room.contains(point) else None

    @guarded_or(False)
    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            row = self._check_at(event.position())
            if row is not None:
                if event.type() == QEvent.Type.MouseButtonRelease:
                    self._toggle(row)
                return True
        return super().viewportEvent(event)

    def _paint(self, painter: QPainter, box: QRectF, row: RunRow) -> None:
        self._paint_check(painter, _check_box(box), row)
        t = look.tokens()
        left, right = box.x() + _pad(box) + _CHECK + 8, box.right() - _pad(box)
        line = QRectF(left, box.y() + 9, right - left, 20)
        plain = t.acc if row.phase in ("running", "starting") else t.t2
        used = text(painter, line, row.state, font(SMALL), phase_colour(row.phase, plain), RIGHT)
        Face(BODY, 600).write(painter, line.adjusted(0, 0, -used - 8, 0), row.title)
        line.translate(0, 19)
        used = _SECOND.write(painter, line, row.time, RIGHT)
        _SECOND.write(painter, line.adjusted(0, 0, -used - 8, 0), row.detail)
        if row.share is not None:
            groove = QRectF(left, box.bottom() - 16, right - left, 4)
            colour = series_colour(row.series) if row.series >= 0 else t.acc
            paint_share(painter, groove, row.share, phase_colour(row.phase, colour))

    def _paint_check(self, painter: QPainter, box: QRectF, row: RunRow) -> None:
        t = look.tokens()
        if row.series < 0:
            rounded(painter, box, t.bg1, t.line if self._full else t.line2, radius=3)
            return
        colour = series_colour(row.series)
        rounded(painter, box, colour, radius=3)
        ink = max(("#0E1217", "#FFFFFF"), key=lambda tone: contrast(tone, colour))
        paint_icon(painter, "check", box.adjusted(2, 2, -2, -2), ink, 2.0)


_MOST_FOOT = 132


class RunSide(QWidget):
    """A widget that shows a ``RunListScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "side")
        title = label(tr("Runs"), self, BODY, 600)
        self.shown = label("", self, CAPTION, tone="second")
        self.list = RunList(self)
        self.none = label(tr("No runs yet."), self, tone="second")
        self.none.setAlignment(Qt.AlignmentFlag.AlignTop)
        none = QWidget(self)  # the style sheet sets a label's own margins
        row(self.none, on=none, margins=(16, 12, 16, 0))
        self.foot_title = label("", self, BODY, 600)
        self.foot = label("", self, tone="second", wraps=True, shrinks=True)
        self.foot.setAlignment(Qt.AlignmentFlag.AlignTop)
        head = QWidget(self)
        head.setObjectName("sidehead")
        row(title, None, self.shown, on=head, margins=(16, 0, 16, 0))
        head.setFixedHeight(44)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.list)
        self._stack.addWidget(none)
        self._stack.setCurrentWidget(none)
        self._panel = QWidget(self)
        self._panel.setObjectName("sidefoot")
        words = (self.foot_title, (self.foot, 1))
        column(*words, on=self._panel, gap=4, margins=(16, 14, 16, 16))
        self._panel.setMaximumHeight(_MOST_FOOT)
        self._panel.setVisible(False)
        column(head, (self._stack, 1), self._panel, on=self, gap=0, margins=(1, 0, 0, 0))

    def set_scene(self, scene: RunListScene) -> None:
        self.list.set_scene(scene)
        self._stack.setCurrentIndex(0 if scene.rows else 1)
        self.shown.setText(scene.shown)
        self.foot_title.setText(scene.foot_title)
        self.foot.setText(scene.foot)
        set_tip(self.foot, scene.foot)
        self._panel.setVisible(bool(scene.foot))
