"""What a model has learned about an opponent: a sheet in place of the table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPen, QShortcut
from PySide6.QtWidgets import QApplication, QFileDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from pokergui.pages.play.viewmodel.mind import LearnedScene
from pokergui.pages.play.views.advicerows import FigureRow, Words
from pokergui.pages.play.views.learnedtable import LearnedTable
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL, font
from pokergui.viewmodel import ChoiceList
from pokergui.viewmodel.files import FileKind
from pokergui.widgets.buttons import QuietButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.guard import Painted
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.savefile import patterns

_SUFFIX = ".safetensors"


class EmptyPanel(Painted, QWidget):
    """Why there is nothing to show, and what to do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = Words(BODY, 600, "", self)
        self._text = Words(SMALL, 400, "second", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 12, 14, 12)
        column.setSpacing(4)
        column.addWidget(self._title)
        column.addWidget(self._text)

    def say(self, title: str, words: str) -> None:
        """Show words, or close the panel."""
        self._title.say(title)
        self._text.say(words)
        self.setAccessibleName(title)
        self.setAccessibleDescription(words)
        self.setVisible(bool(title))

    def paint(self, painter: QPainter) -> None:
        """A panel with a quiet bar."""
        t, box = look.tokens(), QRectF(self.rect())
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.fillRect(QRectF(0, 4, 3, box.height() - 8), QColor(t.line2))


class LearnedSheet(QWidget):
    """Shows a ``LearnedScene``.

    Signals:
        opponent_chosen: key of an opponent.
        reset_requested: what was learned is to be forgotten.
        export_requested: path of a file to write it to.
        fit_requested: paths of files with hands, or of an exported model.
        notice_pressed: key of a notice's button.
        closed: the table is to be shown again.
    """

    opponent_chosen = Signal(str)
    reset_requested = Signal()
    export_requested = Signal(str)
    fit_requested = Signal(list)
    notice_pressed = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("What it learned"))
        self._kinds: Sequence[FileKind] = ()
        self._scene = LearnedScene(ChoiceList("", (), ""))
        self._bar = QWidget(self)
        self._bar.setObjectName("topbar")
        self._bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.back = QuietButton("back", self.tr("Back to the table"), "Esc, L", self._bar)
        self._title = QLabel(self.tr("What it learned"), self._bar)
        self._title.setFont(font(ACTION, 600))
        self.opponents = CaptionCombo(self.tr("Key O"), self._bar)
        self.fit_button = IconButton("upload", self.tr("Fit from a file"), "Ctrl+O", self._bar)
        self.export_button = IconButton("download", self.tr("Export"), "Ctrl+E", self._bar)
        self.reset_button = IconButton("remove", self.tr("Reset"), "Del", self._bar)
        self.figures = FigureRow(self)
        self.figures.setMaximumWidth(620)
        self.notice = NoticePanel(self)
        self.empty = EmptyPanel(self)
        self.table = LearnedTable(self)
        self._note = Words(CAPTION, 400, "caption", self)
        self._arrange()
        self._wire()

    def _arrange(self) -> None:
        row = QHBoxLayout(self._bar)
        row.setSpacing(8)
        row.addWidget(self.back)
        row.addWidget(self._title)
        row.addSpacing(8)
        row.addWidget(self.opponents)
        row.addStretch(1)
        for button in (self.fit_button, self.export_button, self.reset_button):
            row.addWidget(button)
        self._head = row
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        inner = QVBoxLayout()
        inner.setSpacing(10)
        for part in (self.notice, self.figures, self.empty):
            inner.addWidget(part)
        inner.addWidget(self.table, 1)
        inner.addWidget(self._note)
        column.addLayout(inner, 1)
        self._inner = inner
        self.set_compact(False)

    def _wire(self) -> None:
        self.back.clicked.connect(self.closed)
        self.opponents.chosen.connect(self.opponent_chosen)
        self.reset_button.clicked.connect(self.reset_requested)
        self.fit_button.clicked.connect(self._ask_fit)
        self.export_button.clicked.connect(self._ask_export)
        self.notice.pressed.connect(self.notice_pressed)
        self.told_keys: list[tuple[str, str]] = []
        for name, handler, words in (
            ("Esc", self.back.press, self.tr("back to the table")),
            ("L", self.back.press, self.tr("back to the table")),
            ("Ctrl+O", self.fit_button.press, self.tr("fit from recorded hands")),
            ("Ctrl+E", self.export_button.press, self.tr("export")),
            ("Del", self.reset_button.press, self.tr("reset")),
            ("O", self.opponents.open, self.tr("choose whose model")),
        ):
            self.told_keys.append((name, words))
            shortcut = QShortcut(QKeySequence(name), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(handler)

    def tab_order(self) -> list[QWidget]:
        """Controls in the order of the Tab key."""
        buttons = (self.fit_button, self.export_button, self.reset_button)
        return [self.back, self.opponents, *buttons, self.table]

    def set_compact(self, compact: bool) -> None:
        """Arrange for a small window."""
        pad = 12 if compact else 16
        self._bar.setFixedHeight(48 if compact else 52)
        self._head.setContentsMargins(pad - 4, 0, pad, 0)
        self._inner.setContentsMargins(pad, pad, pad, pad - 4)
        self.opponents.setMaximumWidth(300 if compact else 460)
        self.table.set_compact(compact)
        for button in (self.fit_button, self.export_button, self.reset_button):
            button.set_compact(compact)

    def set_scene(self, scene: LearnedScene) -> None:
        """Show what was learned; the keyboard stays here when the part that has it goes away."""
        focused = self._has_keyboard()
        before, self._scene = self._scene, scene
        if scene.opponents != before.opponents:
            self.opponents.set_scene(scene.opponents)
        self.figures.set_figures(scene.figures)
        self.figures.setVisible(bool(scene.figures))
        self.notice.set_notice(scene.notice)
        self.empty.say(*scene.empty)
        self.table.set_rows(scene.rows)
        self._note.say(scene.note if scene.rows else "")
        self.fit_button.setEnabled(not scene.busy)
        for button in (self.export_button, self.reset_button):
            button.setEnabled(scene.can_reset and not scene.busy)
        if focused and not self._has_keyboard():
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_keyboard(self) -> bool:
        part = QApplication.focusWidget()
        return part is not None and self.isAncestorOf(part)

    def set_file_kinds(self, kinds: Sequence[FileKind]) -> None:
        """Say in which formats hands are read."""
        self._kinds = kinds

    def _ask_fit(self) -> None:
        words = self.tr("Hands, databases, exported models ({patterns} *.db *.safetensors)")
        kinds = (words.format(patterns=patterns(self._kinds)), self.tr("All files (*)"))
        title = self.tr("Learn from recorded hands")
        paths, _ = QFileDialog.getOpenFileNames(self, title, "", ";;".join(kinds))
        if paths:
            self.fit_requested.emit(list(paths))

    def _ask_export(self) -> None:
        kind = self.tr("What was learned (*.safetensors)")
        title = self.tr("Export what was learned")
        path, _ = QFileDialog.getSaveFileName(self, title, f"learned{_SUFFIX}", kind)
        if path:
            named = path if path.endswith(_SUFFIX) else path + _SUFFIX
            self.export_requested.emit(named)
