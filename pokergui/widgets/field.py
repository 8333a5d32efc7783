"""A form field: name, text, and below it the parsed meaning or the error."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCursor, QTextLayout, QTextOption
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSizePolicy, QWidget

from pokergui.language.joins import labelled
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.viewmodel.fields import SpotField
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.laying import column, restyle
from pokergui.widgets.painting import text
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


class Note(Painted, QWidget):
    """A note or an error in a place of fixed height; the tooltip has the part that does not fit.

    Attributes:
        lines: number of lines for which there is room.

    Args:
        lines: the same.
        parent: the parent widget.
    """

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = lines
        self.words = ""
        self.wrong = False
        self.set_lines(lines)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_lines(self, lines: int) -> None:
        """Make room for a number of lines."""
        self.lines = lines
        self.setFixedHeight(_LINE * lines)
        self.update()

    def set_words(self, words: str, *, wrong: bool = False) -> None:
        """Show text, as an error or as a note."""
        if (words, wrong) != (self.words, self.wrong):
            self.words, self.wrong = words, wrong
            set_tip(self, words)
            self.update()

    @guarded_or(QSize(60, _LINE))
    def sizeHint(self) -> QSize:
        """Return a size as wide as the field above it."""
        return QSize(60, _LINE * self.lines)

    def paint(self, painter: QPainter) -> None:
        """Paint the text line by line."""
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
        """Show another name."""
        self._name, self._rest = name, rest
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint both on one line."""
        t, box = look.tokens(), self.rect().toRectF()
        used = text(painter, box, self._name, font(SMALL, 500), t.t1)
        text(painter, box.adjusted(used + 8, 0, 0, 0), self._rest, font(CAPTION), t.t3)


class LineField(QLineEdit):
    """A text field of one line.

    Signals:
        edited: its text, as the user types.
    """

    edited = Signal(str)

    def __init__(self, name: str, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("field")
        self.setFont(font(BODY, 500))
        self.setFixedHeight(30)
        self.setMaxLength(_LONGEST)
        set_name(self, name)
        self.setPlaceholderText(hint)
        self.textEdited.connect(self.edited)

    def show_text(self, words: str) -> None:
        """Put a text into the field; emits nothing."""
        if self.text() != words:
            self.setText(words)
            self.setCursorPosition(0)


class TextField(QPlainTextEdit):
    """A text field that wraps.

    Signals:
        edited: its text, as the user types.
    """

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
        """Put a text into the field; emits nothing."""
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
    """Show by border, tooltip and description whether a field's text is valid."""
    set_description(editor, field.error or field.note or help_text)
    set_tip(editor, "\n".join(filter(None, (labelled(name, help_text), field.error))))
    restyle(editor, "wrong", bool(field.error))


class FieldBox(QWidget):
    """Name, field, note of one ``SpotField``.

    Signals:
        edited: key and text.

    Args:
        key: of the field.
        name: the name over it.
        rest: the unit beside the name.
        hint: text in the empty field.
        help_text: text of the tooltip.
        parent: the parent widget.
        lines: room for the note.
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
        self.note = Note(lines, self)
        self._caption = Caption(name, rest, self)
        column(self._caption, self.editor, self.note, None, on=self, gap=2)
        self.editor.edited.connect(self._edited)
        self.set_field(SpotField(key, ""))

    def _edited(self, words: str) -> None:
        self.edited.emit(self.key, words)

    def set_name(self, name: str, rest: str) -> None:
        """Show another name over the field."""
        self._name = labelled(rest, name) if rest else name
        self._caption.set_words(name, rest)
        set_name(self.editor, self._name)

    def set_field(self, field: SpotField) -> None:
        """Show a field."""
        self.editor.show_text(field.text)
        self.note.set_words(field.error or field.note, wrong=bool(field.error))
        mark(self.editor, field, self._name, self._help)
