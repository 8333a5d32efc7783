"""The field for a size, a line of betting or a board, below the list of actions."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.viewmodel.typed import TypedScene
from pokergui.viewmodel.fields import SpotField
from pokergui.widgets.field import FieldBox
from pokergui.widgets.guard import guarded
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, row


class TypedBox(QFrame):
    """Shows a ``TypedScene``. Enter goes to the node, Escape leaves the field.

    Signals:
        edited: the text of the field, as it is typed.
        entered: go to the place.
        solve_pressed: solve the spot again with this size.
        left: the user leaves the field.
    """

    edited = Signal(str)
    entered = Signal()
    solve_pressed = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ruled")
        self._box = FieldBox(
            "typed",
            tr("Other size, line or board"),
            tr("Z"),
            tr("600, 75%, r300c/, AhTd7c"),
            tr("A size, betting from the first action, or cards; Enter goes there"),
            self,
        )
        self.editor = self._box.editor
        self.solve = IconButton("", tr("Solve with this size"), "", self)
        self.solve.hide()
        column(self._box, row(self.solve, None), on=self, gap=6, margins=(16, 8, 16, 8))
        self.editor.edited.connect(self.edited)
        self.editor.returnPressed.connect(self._enter)
        self.solve.clicked.connect(self.solve_pressed)

    def begin(self) -> None:
        """Take the focus and select the text."""
        self.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.editor.selectAll()

    def set_scene(self, scene: TypedScene) -> None:
        """Show the meaning of the text."""
        self._box.set_field(SpotField("typed", scene.text, scene.note, scene.error))
        self.solve.setVisible(scene.solvable)

    def _enter(self) -> None:
        if self.solve.isVisibleTo(self):
            self.solve_pressed.emit()
            return
        written = bool(self.editor.text())
        self.entered.emit()
        if written and not self.editor.text():  # it led somewhere: the page gets the keys again
            self.left.emit()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the field on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
