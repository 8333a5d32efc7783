"""A form field: name, text, and below it the parsed meaning or the error."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QMimeData, QPointF, QRectF, QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QTextCursor,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSizePolicy, QWidget

from pokergui.language import tr
from pokergui.language.joins import labelled
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import FieldScene
from pokergui.viewmodel.controls import SpotField
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.guard import Painted, Sized, TakesKeys, guarded, guarded_or
from pokergui.widgets.laying import column, restyle
from pokergui.widgets.painting import key_cap, text
from pokergui.widgets.spoken import set_description, set_name, set_tip

_LINE = 15
_LONGEST = 20_000
"""Most letters of a field: every combo of a range with its weight fits."""
PASTED = 100_001
"""Most letters taken from a pasted text: one more than a range may have."""


def wrapped(words: str, face: QFont, width: float, most: int) -> list[str]:
    """Return text in lines no wider than ``width``; the last of ``most`` lines is elided."""
    layout = QTextLayout(words, face)
    layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
    lines: list[str] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, width))
        start = line.textStart()
        if len(lines) == most - 1:
            elide = Qt.TextElideMode.ElideRight
            lines.append(QFontMetricsF(face).elidedText(words[start:].strip(), elide, width))
            break
        lines.append(words[start : start + line.textLength()].strip())
    layout.endLayout()
    return lines


class FieldNote(Painted, QWidget):
    """A note or an error in a place of fixed height; the tooltip has the part that does not fit."""

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = lines
        self.words = ""
        self.wrong = False
        self.set_lines(lines)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_lines(self, lines: int) -> None:
        self.lines = lines
        self.setFixedHeight(_LINE * lines)
        self.update()

    def set_words(self, words: str, *, wrong: bool = False) -> None:
        if (words, wrong) != (self.words, self.wrong):
            self.words, self.wrong = words, wrong
            set_tip(self, words)
            self.update()

    @guarded_or(QSize(60, _LINE))
    def sizeHint(self) -> QSize:
        return QSize(60, _LINE * self.lines)

    def paint(self, painter: QPainter) -> None:
        t, face = look.tokens(), font(SMALL)
        box = self.rect().toRectF()
        box.setHeight(_LINE)
        for words in wrapped(self.words, face, box.width(), self.lines) if self.words else ():
            text(painter, box, words, face, t.neg if self.wrong else t.t2)
            box.translate(0, _LINE)


class Caption(Painted, QWidget):
    """The name over a field and, at its right, a word on its contents."""

    def __init__(self, name: str, rest: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._rest = name, rest
        self.setFixedHeight(16)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_words(self, name: str, rest: str) -> None:
        self._name, self._rest = name, rest
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), self.rect().toRectF()
        used = text(painter, box, self._name, font(SMALL, 500), t.t1)
        text(painter, box.adjusted(used + 8, 0, 0, 0), self._rest, font(CAPTION), t.t3)


class LineField(QLineEdit):
    """A text field of one line."""

    def __init__(self, name: str, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("field")
        self.setFont(font(BODY, 500))
        self.setFixedHeight(30)
        self.setMaxLength(_LONGEST)
        set_name(self, name)
        self.setPlaceholderText(hint)

    @property
    def edited(self) -> SignalInstance:
        return self.textEdited

    def show_text(self, words: str) -> None:
        if self.text() != words:
            self.setText(words)
            self.setCursorPosition(0)


class TextField(QPlainTextEdit):
    """A text field that wraps."""

    edited = Signal(str)

    def __init__(self, name: str, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._quiet = False
        self.setObjectName("field")
        self.setFont(font(BODY, 500))
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        set_name(self, name)
        self.setPlaceholderText(hint)
        self.textChanged.connect(self._changed)

    @guarded
    def insertFromMimeData(self, source: QMimeData) -> None:
        """Limit pasted text to what can be laid out quickly; the form reports the excess."""
        self.insertPlainText(source.text()[:PASTED])

    def _changed(self) -> None:
        if not self._quiet:
            self.edited.emit(self.toPlainText())

    def show_text(self, words: str) -> None:
        if self.toPlainText() != words:
            self._quiet = True
            try:
                cursor = self.textCursor()
                cursor.select(QTextCursor.SelectionType.Document)
                cursor.insertText(words)  # as one step that can be undone
                self.moveCursor(QTextCursor.MoveOperation.Start)
            finally:
                self._quiet = False


def mark(editor: QWidget, field: SpotField, name: str, help_text: str) -> None:
    set_description(editor, field.error or field.note or help_text)
    set_tip(editor, "\n".join(filter(None, (labelled(name, help_text), field.error))))
    restyle(editor, "wrong", bool(field.error))


class FieldBox(QWidget):
    """Name, field, note of one ``SpotField``.

    Signals:
        edited: key and text.
    """

    edited = Signal(str, str)

    def __init__(
        self,
        key: str,
        name: str,
        rest: str,
        hint: str,
        help_text: str,
        parent: QWidget,
        *,
        lines: int = 2,
    ) -> None:
        super().__init__(parent)
        self.key, self._name, self._help = key, name, help_text
        self.editor = LineField(name, hint, self)
        self.note = FieldNote(lines, self)
        self.caption = Caption(name, rest, self)
        column(self.caption, self.editor, self.note, None, on=self, gap=2)
        self.editor.edited.connect(self._edited)
        self.set_field(SpotField(key, ""))

    def _edited(self, words: str) -> None:
        self.edited.emit(self.key, words)

    def set_name(self, name: str, rest: str) -> None:
        self._name = labelled(rest, name) if rest else name
        self.caption.set_words(name, rest)
        set_name(self.editor, self._name)

    def set_field(self, field: SpotField) -> None:
        self.editor.show_text(field.text)
        self.note.set_words(field.error or field.note, wrong=bool(field.error))
        mark(self.editor, field, self._name, self._help)


def show_fields(boxes: Iterable[FieldBox], fields: Iterable[SpotField]) -> None:
    """Show each field in the box of its key; boxes without one are emptied."""
    known = {field.key: field for field in fields}
    for box in boxes:
        box.set_field(known.get(box.key, SpotField(box.key, "")))


_LEAVING = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ValueField(TakesKeys, QLineEdit):
    """A field that shows a ``FieldScene``; hidden while there is none.

    Args:
        box: the list that it belongs to. The entry with a typed value brings the cursor here; Enter
            goes back to the list unless its listener continues; Escape goes back to the list and to
            the entry chosen before.
    """

    def __init__(self, parent: QWidget | None = None, box: CaptionCombo | None = None) -> None:
        self._box = box  # before Qt's constructor, which already sends events
        self._fresh = False
        super().__init__(parent)
        self.setObjectName("field")
        self.setFont(font(BODY, 500))
        self.setMaxLength(40)
        self.wanted = False
        self.setVisible(False)
        if box is not None:
            box.typing_asked.connect(self._begin)

    def set_scene(self, scene: FieldScene | None, name: str) -> None:
        self.wanted = scene is not None
        self.setVisible(self.wanted)
        if scene is None:
            return
        if self.text() != scene.text:
            self.setText(scene.text)
        self.setPlaceholderText(scene.hint)
        set_name(self, name)
        set_description(self, scene.error or scene.hint)
        set_tip(self, labelled(name, scene.error or scene.hint))
        restyle(self, "wrong", bool(scene.error))

    def _begin(self) -> None:
        if self.wanted:
            self._fresh = True
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.selectAll()

    def takes(self, event: QKeyEvent) -> bool:
        return self._box is not None and event.key() in _LEAVING

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        box = self._box
        if box is None or event.key() not in _LEAVING:
            super().keyPressEvent(event)
            return
        undone = self._fresh and event.key() == Qt.Key.Key_Escape
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
            event.accept()
        if self.hasFocus():
            box.setFocus(Qt.FocusReason.OtherFocusReason)
        if undone:
            box.choose_before()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self._fresh = False


_TYPING_MS = 180


class SearchField(Sized, QLineEdit):
    """Words to look for; Escape clears them.

    Signals:
        searched: the text, a moment after the last keystroke.
        left: Enter or a second Escape: the user wants to go to the list.
    """

    wanted = QSize(256, 36)  # room for two cards and a name
    least = QSize(110, 36)  # for a card and the icon
    searched = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search")
        self.setPlaceholderText(tr("Search cards, names, notes"))
        set_name(self, tr("Search"))
        words = tr(
            "Words that all occur in names, notes or the cards seen, such as Kh; or 99+, BTN,"
            " 3-bet, river, #tag (/)"
        )
        set_tip(self, words)
        self.setMaxLength(80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(256)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(self._search)
        self.textEdited.connect(self._typing.start)

    def show_text(self, words: str) -> None:
        """Show the text searched for, unless the user is typing; emits nothing."""
        if words != self.text() and not self._typing.isActive():
            self.setText(words)

    def _search(self) -> None:
        self._typing.stop()
        self.searched.emit(self.text().strip())

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.text():
                self.clear()
                self._search()
            else:
                self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self._search()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        t = look.tokens()
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_icon(painter, "search", QRectF(10, self.height() / 2 - 8, 16, 16), t.t2)
            if not self.hasFocus() and not self.text():
                corner = QPointF(self.width() - 10, self.height() / 2 - 9)
                key_cap(painter, corner, "/", t.t3, t.line2)
        finally:
            painter.end()
