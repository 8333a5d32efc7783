"""Field for a custom value beside a choice."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from pokergui.language.joins import labelled
from pokergui.theme.fonts import BODY, font
from pokergui.viewmodel import FieldScene
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.laying import restyle
from pokergui.widgets.spoken import set_description, set_name, set_tip

_LEAVING = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ValueField(QLineEdit):
    """A field that shows a ``FieldScene``; hidden while there is none.

    Args:
        parent: the parent widget.
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
        """Show the user's own value; ``name`` is of the choice that it belongs to."""
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
        """Take the cursor: the user chose to type."""
        if self.wanted:
            self._fresh = True
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.selectAll()

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        """Take Enter and Escape, which leave the field, from the page."""
        mine = self._box is not None and isinstance(event, QKeyEvent) and event.key() in _LEAVING
        if mine and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return to the list; Escape undoes the choice of a custom value."""
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
        """Accept the typed text."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self._fresh = False
