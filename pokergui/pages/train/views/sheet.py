"""All numbers of a method in a sheet over the page, in groups side by side."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from pokergui.language import tr_train as tr
from pokergui.language.joins import full_sentences, labelled
from pokergui.pages.train.viewmodel import OWN, ParameterField, ParameterGroup, ParameterSheet
from pokergui.theme.fonts import BODY, SMALL
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.field import Caption, LineField, Note
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.laying import label, restyle, row, tab_through
from pokergui.widgets.spoken import set_description, set_name, set_tip

_PAD, _GAP = 16, 16
_COLUMN, _NARROW = 184, 132
"""Widths of a column: the usual, and the least."""
_HEAD, _TITLE, _FIELD, _FOOT = 44, 26, 70, 48
_BETWEEN = 6
"""Space above the heading of a group that is under another."""
_ROWS = 5
"""Maximum number of fields of a group in one column; larger groups take two."""
_STACKED = 4
"""Maximum number of fields of groups that share a column."""


class ParameterBox(QWidget):
    """Name, field, and a note of one ``ParameterField``; ``edited`` gets name and text."""

    def __init__(self, parent: QWidget, edited: Callable[[str, str], None]) -> None:
        super().__init__(parent)
        self.key = ""
        self._caption = Caption("", "", self)
        self.editor = LineField("", "", self)
        self.editor.setMaxLength(40)
        self.note = Note(1, self)
        self.editor.edited.connect(lambda words: edited(f"{OWN}{self.key}", words))

    def set_field(self, field: ParameterField) -> None:
        """Show a parameter; a mark shows that it is not the default."""
        self.key = field.key
        self._caption.set_words(field.name, "●" if field.changed else "")
        self.editor.show_text(field.text)
        self.editor.setEnabled(field.on)
        set_name(self.editor, field.name)
        set_description(self.editor, field.error or full_sentences((field.about, field.note)))
        tip = "\n".join(filter(None, (labelled(field.name, field.about), field.error)))
        for part in (self.editor, self._caption):
            set_tip(part, tip)
        self.note.set_words(field.error or field.note, wrong=bool(field.error))
        restyle(self.editor, "wrong", bool(field.error))

    def place(self, box: QRect) -> None:
        self.setGeometry(box)
        self._caption.setGeometry(0, 0, box.width(), 16)
        self.editor.setGeometry(0, 17, box.width(), 30)
        self.note.setGeometry(0, 48, box.width(), 15)


class ParameterPanel(QFrame):
    """A panel that shows a ``ParameterSheet`` while it is open.

    Signals:
        changed: name of a number and its text.
        closed: it was closed.
    """

    changed = Signal(str, object)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("sheet")
        self._scene: ParameterSheet | None = None
        self._anchor = QPoint()
        self.setVisible(False)
        self._title = label("", self, BODY, 600)
        self._error = label("", self, tone="error")
        self.boxes: list[ParameterBox] = []
        self._headings: list[QLabel] = []
        self.defaults = IconButton("undo", tr("Defaults"), "", self)
        self.done = IconButton("check", tr("Done"), tr("Esc"), self)
        self.done.clicked.connect(self.close_sheet)
        self._foot = QWidget(self)
        row(self.defaults, (self._error, 1), self.done, on=self._foot, gap=8)

    def set_scene(self, scene: ParameterSheet | None) -> None:
        """Show other numbers; None closes the sheet."""
        self._scene = scene
        if scene is None:
            self.close_sheet()
            return
        self._title.setText(scene.title)
        set_name(self, scene.title)
        self._error.setText(scene.error)
        set_tip(self._error, scene.error)
        self.defaults.setEnabled(bool(scene.changed))
        fields = [field for group in scene.groups for field in group.fields]
        while len(self.boxes) < len(fields):
            self.boxes.append(ParameterBox(self, self.changed.emit))
        while len(self._headings) < len(scene.groups):
            self._headings.append(label("", self, SMALL, 600, tone="second"))
        for i, box in enumerate(self.boxes):
            box.setVisible(i < len(fields))
            if i < len(fields):
                box.set_field(fields[i])
        for i, heading in enumerate(self._headings):
            heading.setVisible(i < len(scene.groups))
            heading.setText(scene.groups[i].title if i < len(scene.groups) else "")
        editors = (box.editor for box in self.boxes[: len(fields)])
        tab_through(*editors, self.defaults, self.done)
        if self.isVisible():
            self._place()

    def open_at(self, anchor: QPoint) -> None:
        """Open under a button; the first field takes the focus."""
        if self._scene is None:
            return
        self._anchor = anchor
        self._place()
        self.setVisible(True)
        self.raise_()
        first = next((box for box in self.boxes if box.editor.isEnabled()), None)
        if first is not None:
            first.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
            first.editor.selectAll()

    def close_sheet(self) -> None:
        """Close the sheet; what was typed stays."""
        if self.isVisible():
            self.setVisible(False)
            self.closed.emit()

    def refit(self, anchor: QPoint) -> None:
        self._anchor = anchor
        if self.isVisible():
            self._place()

    def _columns(self, groups: tuple[ParameterGroup, ...]) -> list[list[tuple[int, int, int]]]:
        """Return the content of each column: group, its first field, and one past its last."""
        columns: list[list[tuple[int, int, int]]] = []
        held = _STACKED
        for i, group in enumerate(groups):
            count = len(group.fields)
            if count > _ROWS:
                half = (count + 1) // 2
                columns += [[(i, 0, half)], [(i, half, count)]]
                held = _STACKED
            elif held + count <= _STACKED:
                columns[-1].append((i, 0, count))
                held += count
            else:
                columns.append([(i, 0, count)])
                held = count
        return columns

    def _place(self) -> None:
        """Lay out columns as wide as the page has room for, all within it."""
        scene = self._scene
        page = self.parentWidget()
        if scene is None or page is None:
            return
        columns = self._columns(scene.groups)
        gaps = (len(columns) - 1) * _GAP + 2 * _PAD
        free = (page.width() - 24 - gaps) // max(1, len(columns))
        wide = max(_NARROW, min(_COLUMN, free))
        starts = [sum(len(group.fields) for group in scene.groups[:i]) for i in range(99)]
        foot = 0
        for number, column in enumerate(columns):
            x, y = _PAD + number * (wide + _GAP), _HEAD
            for group, first, last in column:
                y += _BETWEEN if y > _HEAD else 0
                if first == 0:
                    self._headings[group].setGeometry(x, y, wide, 18)
                y += _TITLE
                for field in range(first, last):
                    self.boxes[starts[group] + field].place(QRect(x, y, wide, _FIELD - 6))
                    y += _FIELD
            foot = max(foot, y)
        width = len(columns) * wide + gaps
        self._title.setGeometry(_PAD, 10, width - 2 * _PAD, 24)
        self._foot.setGeometry(_PAD, foot + 2, width - 2 * _PAD, 36)
        height = foot + _FOOT
        left = max(12, min(self._anchor.x(), page.width() - width - 12))
        top = max(12, min(self._anchor.y(), page.height() - height - 12))
        self.setGeometry(left, top, width, height)

    @guarded_or(False)
    def focusNextPrevChild(self, forward: bool) -> bool:
        chain: list[QWidget] = [box.editor for box in self.boxes if not box.isHidden()]
        chain = [part for part in (*chain, self.defaults, self.done) if part.isEnabled()]
        here = [i for i, part in enumerate(chain) if part.hasFocus()]
        step = 1 if forward else -1
        chain[(here[0] + step) % len(chain) if here else 0].setFocus(
            Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        )
        return True

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close_sheet()
        else:
            super().keyPressEvent(event)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
