"""The strip of stacks: a field for each seat, clockwise from the user."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.pages.play.viewmodel.stacks import StacksScene
from pokergui.widgets.field import FieldBox, Note
from pokergui.widgets.guard import guarded_or
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, dress, row

MOST = 6
_WIDEST = 160
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LEAVING = (*_ENTER, Qt.Key.Key_Escape)


class StacksStrip(QWidget):
    """A strip that shows a ``StacksScene``; Enter plays with what is typed, Escape closes.

    Signals:
        edited: place of a seat clockwise from the user, as text, and what is typed there.
        entered: the user wants to play with these stacks.
        left: the user cancels.
    """

    edited = Signal(str, str)
    entered = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "topbar")
        hint = tr("stack")
        words = tr("the stack at the start of every hand")
        self.boxes = [FieldBox(str(n), "", "", hint, words, self, lines=1) for n in range(MOST)]
        for box in self.boxes:
            box.setMaximumWidth(_WIDEST)
            box.edited.connect(self.edited)
            box.editor.installEventFilter(self)
        self.problem = Note(3, self)
        self.equal = IconButton("", tr("All like yours"), "", self)
        self.deal = IconButton("", tr("Deal"), "Enter", self, primary=True)
        self.deal.clicked.connect(self.entered)
        buttons = column(18, row(self.equal, self.deal, gap=8), None, gap=2)
        note = column(18, self.problem, None, gap=2)
        fields = row(*((box, 3) for box in self.boxes), gap=8)
        self._line = row((fields, 3), (note, 2), buttons, on=self, gap=12)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Use a lower strip with smaller padding."""
        pad = 12 if compact else 16
        self._line.setContentsMargins(pad, 6, pad, 2)
        self.setFixedHeight(76)

    def tab_order(self) -> list[QWidget]:
        """Return the controls from left to right."""
        return [*(box.editor for box in self.boxes), self.equal, self.deal]

    def begin(self, place: int = 0) -> None:
        """Move the cursor to a seat's field and select all of its text."""
        editor = self.boxes[place].editor
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        editor.selectAll()

    def set_scene(self, scene: StacksScene) -> None:
        """Show the stacks as they are typed, and what is wrong with them."""
        for place, box in enumerate(self.boxes):
            box.setVisible(place < len(scene.fields))
            if place < len(scene.fields):
                box.set_name(scene.names[place], "")
                box.set_field(scene.fields[place])
                box.note.set_words(scene.fields[place].note)  # errors have more room beside
        self.problem.set_words(scene.problem, wrong=True)
        self.deal.setEnabled(not scene.problem)

    @guarded_or(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take Enter and Escape for the strip while a field has the cursor."""
        del watched
        if not isinstance(event, QKeyEvent) or event.key() not in _LEAVING:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            (self.entered if event.key() in _ENTER else self.left).emit()
            return True
        return False
