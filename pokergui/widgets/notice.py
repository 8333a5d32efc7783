"""Notice panel: an event, what was kept, and what to do."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QMouseEvent, QPainter
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from pokergui.language import tr
from pokergui.theme import look
from pokergui.viewmodel import Notice
from pokergui.widgets.guard import guarded
from pokergui.widgets.laying import column, emptied, row
from pokergui.widgets.panels import TextPanel, TurningArc, paint_panel
from pokergui.widgets.spoken import set_tip


class NoticePanel(TextPanel):
    """A panel that shows a ``Notice``; hidden while there is none.

    ``pressed`` does not report "Copy details", which is done here.

    Args:
        stacked: buttons are under the text instead of beside them, for narrow places.
    """

    def __init__(self, parent: QWidget | None = None, *, stacked: bool = False) -> None:
        super().__init__(parent)
        self._notice: Notice | None = None
        words = column(self.title, self.text, gap=2)
        self._buttons = row(gap=8)
        lay = column if stacked else row
        self._row = lay((words, 1), self._buttons, on=self, gap=10 if stacked else 16)
        self._stacked = stacked
        self.title.setWordWrap(stacked)
        self._arc = TurningArc(self, self.update, delay_ms=0)
        self.setVisible(False)

    def set_notice(self, notice: Notice | None) -> None:
        previous, self._notice = self._notice, notice
        self.setVisible(notice is not None)
        self._arc.set_on(self.running)
        if notice is None:
            return
        self.tell(notice.title, notice.text)
        self._row.setContentsMargins(48 if self.running else 18, 10, 12, 10)
        if (
            previous is None
            or previous.buttons != notice.buttons
            or bool(previous.details) != bool(notice.details)
        ):
            self._make_buttons(notice)
        self.update()

    @property
    def running(self) -> bool:
        return self._notice is not None and self._notice.kind == "running"

    @property
    def takes_enter(self) -> bool:
        return self._notice is not None and self._notice.enter

    def press_first(self) -> None:
        self.pressed.emit(self.buttons()[0].property("key"))

    def height_for(self, width: int) -> int:
        self._row.activate()
        wrapped = self._row.hasHeightForWidth()
        return self._row.heightForWidth(width) if wrapped else self._row.sizeHint().height()

    def buttons(self) -> list[QPushButton]:
        items = (self._buttons.itemAt(i) for i in range(self._buttons.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if isinstance(widget, QPushButton)]

    def _make_buttons(self, notice: Notice) -> None:
        emptied(self._buttons)
        for entry in notice.buttons:
            self._buttons.addWidget(self.key_button(entry.key, entry.text))
        if notice.details:
            copy = QPushButton(tr("Copy details"), self)
            set_tip(copy, notice.details)
            copy.clicked.connect(self._copy)
            copy.setVisible(True)
            self._buttons.addWidget(copy)
        if self._stacked:
            self._buttons.addStretch(1)

    def _copy(self) -> None:
        if self._notice is not None:
            QGuiApplication.clipboard().setText(self._notice.details)

    def paint(self, painter: QPainter) -> None:
        notice, t = self._notice, look.tokens()
        if notice is None:
            return
        box = QRectF(self.rect())
        bars = {"error": t.neg, "warning": t.unc, "plain": t.line2, "running": t.bg2}
        paint_panel(painter, box, t.bg2, bars[notice.kind])
        self._arc.paint(painter, QPointF(26, box.center().y()), 8.5)
        if notice.progress is not None:
            foot = QRectF(0, box.height() - 3, box.width(), 3)
            painter.fillRect(foot, QColor(t.bg4))
            share = min(1.0, max(0.0, notice.progress))
            painter.fillRect(QRectF(0, foot.y(), foot.width() * share, 3), QColor(t.acc))


class Shade(QWidget):
    """Backdrop under an open sheet; a click on it closes the sheet."""

    pressed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setVisible(False)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.pressed.emit()


def scroll_area(inner: QWidget, parent: QWidget) -> QScrollArea:
    area = QScrollArea(parent)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    return area
