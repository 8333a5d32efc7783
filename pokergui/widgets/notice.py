"""A panel that tells in place what happened, what was kept, and what to do."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPainterPath
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from pokergui.theme import look
from pokergui.theme.fonts import BODY
from pokergui.viewmodel import Notice
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.painting import arc, plain_tip, rounded

_ARC_TURN_MS = 1100


class NoticePanel(Painted, QWidget):
    """Shows a ``Notice``; hidden while there is none.

    Signals:
        pressed: key of a button ("Copy details" is done here and not reported).

    Args:
        parent: the widget it lies on.
        stacked: buttons stand under the words instead of beside them, for narrow places.
    """

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None, *, stacked: bool = False) -> None:
        super().__init__(parent)
        self._notice: Notice | None = None
        # Names of strangers stand in notices.
        self._title = label("", self, BODY, 600, plain=True, wraps=stacked)
        self._text = label("", self, tone="second", plain=True, wraps=True)
        self._buttons = row(gap=8)
        words = column(self._title, self._text, gap=2)
        lay, gap = (column, 10) if stacked else (row, 16)
        self._row: QBoxLayout = lay((words, 1), self._buttons, on=self, gap=gap)
        self._stacked = stacked
        self._arc = QTimer(self)
        self._arc.setInterval(33)
        self._arc.timeout.connect(self.update)
        self._since = QElapsedTimer()
        self.setVisible(False)

    def set_notice(self, notice: Notice | None) -> None:
        """Show a notice or, with None, nothing."""
        previous, self._notice = self._notice, notice
        self.setVisible(notice is not None)
        running = notice is not None and notice.kind == "running"
        if running and not self._arc.isActive():
            self._since.start()
            self._arc.start()
        elif not running:
            self._arc.stop()
        if notice is None:
            return
        self._title.setText(notice.title)
        self._text.setText(notice.text)
        self._text.setVisible(bool(notice.text))
        self.setAccessibleName(notice.title)
        self.setAccessibleDescription(notice.text)
        self._row.setContentsMargins(48 if running else 18, 10, 12, 10)
        offered = (notice.buttons, bool(notice.details))
        if previous is None or offered != (previous.buttons, bool(previous.details)):
            self._make_buttons(notice)
        self.update()

    @property
    def running(self) -> bool:
        """Whether the notice only says that something is at work."""
        return self._notice is not None and self._notice.kind == "running"

    @property
    def takes_enter(self) -> bool:
        """Whether Enter presses the first button."""
        return self._notice is not None and self._notice.enter

    def press_first(self) -> None:
        """What Enter does."""
        self.pressed.emit(self.buttons()[0].property("key"))

    def height_for(self, width: int) -> int:
        """Height that the words need at a width."""
        self._row.activate()
        wrapped = self._row.hasHeightForWidth()
        return self._row.heightForWidth(width) if wrapped else self._row.sizeHint().height()

    def buttons(self) -> list[QPushButton]:
        """The buttons in their order."""
        items = (self._buttons.itemAt(i) for i in range(self._buttons.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if isinstance(widget, QPushButton)]

    def _make_buttons(self, notice: Notice) -> None:
        while (item := self._buttons.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for entry in notice.buttons:
            button = self._add_button(entry.text, entry.text)
            button.setProperty("key", entry.key)
            button.clicked.connect(self._button_pressed)
        if notice.details:
            copy = self._add_button(self.tr("Copy details"), notice.details)
            copy.clicked.connect(self._copy)
        if self._stacked:
            self._buttons.addStretch(1)

    def _add_button(self, words: str, tip: str) -> QPushButton:
        button = QPushButton(words, self)
        button.setToolTip(plain_tip(tip))
        button.setVisible(True)  # at once, so that the words know their room
        self._buttons.addWidget(button)
        return button

    def _button_pressed(self) -> None:
        self.pressed.emit(self.sender().property("key"))

    def _copy(self) -> None:
        if self._notice is not None:
            QGuiApplication.clipboard().setText(self._notice.details)

    def paint(self, painter: QPainter) -> None:
        """Panel, coloured bar, and the arc or the progress of what runs."""
        notice, t = self._notice, look.tokens()
        if notice is None:
            return
        box = QRectF(self.rect())
        rounded(painter, box, t.bg2, t.line)
        clip = QPainterPath()
        clip.addRoundedRect(box, 6, 6)
        painter.setClipPath(clip)
        bar = {"error": t.neg, "warning": t.unc, "plain": t.line2, "running": t.bg2}[notice.kind]
        painter.fillRect(QRectF(0, 0, 3, box.height()), QColor(bar))
        if notice.kind == "running":
            turn = (self._since.elapsed() % _ARC_TURN_MS) / _ARC_TURN_MS
            arc(painter, QPointF(26, box.center().y()), 8.5, turn)
        if notice.progress is not None:
            foot = QRectF(0, box.height() - 3, box.width(), 3)
            painter.fillRect(foot, QColor(t.bg4))
            share = min(1.0, max(0.0, notice.progress))
            painter.fillRect(QRectF(0, foot.y(), foot.width() * share, 3), QColor(t.acc))
