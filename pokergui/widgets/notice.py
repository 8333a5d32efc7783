"""A panel that tells in place what happened, what was kept, and what to do."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPainterPath
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel import Notice
from pokergui.widgets.guard import Painted
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
        self._title = QLabel(self)
        self._title.setFont(font(BODY, 600))
        self._text = QLabel(self)
        self._text.setFont(font(SMALL))
        self._text.setProperty("tone", "second")
        self._text.setWordWrap(True)
        for label in (self._title, self._text):
            label.setTextFormat(Qt.TextFormat.PlainText)  # names of strangers stand in notices
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._title)
        words.addWidget(self._text)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self._row: QBoxLayout = QVBoxLayout(self) if stacked else QHBoxLayout(self)
        self._row.setSpacing(10 if stacked else 16)
        self._row.addLayout(words, 1)
        self._row.addLayout(self._buttons)
        self._stacked = stacked
        self._title.setWordWrap(stacked)
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
        if (
            previous is None
            or previous.buttons != notice.buttons
            or bool(previous.details) != bool(notice.details)
        ):
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
            button = QPushButton(entry.text, self)
            button.setProperty("key", entry.key)
            button.setToolTip(plain_tip(entry.text))
            button.clicked.connect(self._button_pressed)
            button.setVisible(True)  # at once, so that the words know their room
            self._buttons.addWidget(button)
        if notice.details:
            copy = QPushButton(self.tr("Copy details"), self)
            copy.setToolTip(plain_tip(notice.details))
            copy.clicked.connect(self._copy)
            copy.setVisible(True)
            self._buttons.addWidget(copy)
        if self._stacked:
            self._buttons.addStretch(1)

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
