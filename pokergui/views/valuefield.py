"""A field for a value of one's own, beside a choice that offers one."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from pokergui.theme.fonts import BODY, font
from pokergui.viewmodel import FieldScene
from pokergui.views.painting import plain_tip


class ValueField(QLineEdit):
    """Shows a ``FieldScene``; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("field")
        self.setFont(font(BODY, 500))
        self.setMaxLength(40)
        self.wanted = False
        self.setVisible(False)

    def set_scene(self, scene: FieldScene | None, name: str) -> None:
        """Show a value of one's own; ``name`` is of the choice that it belongs to."""
        self.wanted = scene is not None
        self.setVisible(self.wanted)
        if scene is None:
            return
        if self.text() != scene.text:
            self.setText(scene.text)
        self.setPlaceholderText(scene.hint)
        self.setAccessibleName(name)
        self.setAccessibleDescription(scene.error or scene.hint)
        self.setToolTip(plain_tip(": ".join(filter(None, (name, scene.error or scene.hint)))))
        wrong = bool(scene.error)
        if self.property("wrong") != wrong:
            self.setProperty("wrong", wrong)
            self.style().polish(self)
