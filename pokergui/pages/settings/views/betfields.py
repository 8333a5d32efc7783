"""Own bet presets in the settings: one list before the flop, one after it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel import SettingsScene

_FIELD, _HEIGHT = 300, 32
_LONGEST = 80


class BetFields(QWidget):
    """Two fields with sizes, what is wrong with them under each, and a way back.

    Signals:
        changed: both lists as typed.
    """

    changed = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._usual = ("", "")
        names = (self.tr("Bet presets before the flop"), self.tr("Bet presets after the flop"))
        self.fields = [QLineEdit(self) for _ in names]
        self.errors = [QLabel(self) for _ in names]
        self.reset = QPushButton(self.tr("Reset"), self)
        self.reset.setToolTip(self.tr("Back to the presets that the program comes with"))
        self.reset.clicked.connect(self._reset)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        for name, field, error in zip(names, self.fields, self.errors, strict=True):
            self._add(name, field, error)
        self._row(self._words(self._hint(), SMALL, "caption"), self.reset)

    def _hint(self) -> str:
        return self.tr("Keys 1 to 5 while the advisor is shut: 33%, 2.5x, 3bb, pot, all-in, chips.")

    def _words(self, text: str, size: int, tone: str) -> QLabel:
        label = QLabel(text, self)
        label.setFont(font(size))
        label.setProperty("tone", tone)
        return label

    def _row(self, left: QWidget, right: QWidget) -> None:
        row = QHBoxLayout()
        row.addWidget(left)
        row.addStretch(1)
        row.addWidget(right)
        self._column.addLayout(row)

    def _add(self, name: str, field: QLineEdit, error: QLabel) -> None:
        field.setObjectName("field")
        field.setFont(font(BODY, 500))
        field.setFixedSize(_FIELD, _HEIGHT)
        field.setMaxLength(_LONGEST)
        field.setAccessibleName(name)
        field.setToolTip(self.tr("At most five sizes, separated by commas"))
        field.textEdited.connect(self._edited)
        self._row(self._words(name, BODY, ""), field)
        error.setFont(font(SMALL))
        error.setProperty("tone", "error")
        error.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._column.addWidget(error)

    def set_scene(self, scene: SettingsScene) -> None:
        """Show settings; emits nothing, and what is being typed is not touched."""
        self._usual = scene.bets_usual
        texts = (scene.bets_before, scene.bets_after)
        for field, label, text, error in zip(
            self.fields, self.errors, texts, scene.bets_errors, strict=True
        ):
            if field.text() != text:
                field.setText(text)
            field.setAccessibleDescription(error)
            if field.property("wrong") != bool(error):
                field.setProperty("wrong", bool(error))
                field.style().unpolish(field)
                field.style().polish(field)
            label.setText(error)
            label.setVisible(bool(error))
        self.reset.setEnabled(texts != self._usual)

    def _edited(self) -> None:
        self.changed.emit(self.fields[0].text(), self.fields[1].text())

    def _reset(self) -> None:
        self.changed.emit(*self._usual)
