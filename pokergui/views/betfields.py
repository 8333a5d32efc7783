"""Own bet presets in the settings: one list before the flop, one after it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel import SettingsScene

_FIELD = 300
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
        self.reset = QPushButton(self.tr("Reset presets"), self)
        self.reset.setToolTip(self.tr("Back to the sizes that the program comes with"))
        hint = QLabel(
            self.tr("Keys 1 to 5 while the advisor is shut: 33%, 2.5x, 3bb, pot, all-in or chips."),
            self,
        )
        hint.setFont(font(SMALL))
        hint.setProperty("tone", "caption")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(0, 1)
        for row, (name, field, error) in enumerate(
            zip(names, self.fields, self.errors, strict=True)
        ):
            label = QLabel(name, self)
            label.setFont(font(BODY))
            grid.addWidget(label, 2 * row, 0)
            field.setFixedWidth(_FIELD)
            field.setMaxLength(_LONGEST)
            field.setAccessibleName(name)
            field.setToolTip(self.tr("At most five sizes, parted by commas"))
            field.textEdited.connect(self._edited)
            grid.addWidget(field, 2 * row, 1)
            error.setFont(font(SMALL))
            error.setProperty("tone", "error")
            keeps = error.sizePolicy()
            keeps.setRetainSizeWhenHidden(True)
            error.setSizePolicy(keeps)
            grid.addWidget(error, 2 * row + 1, 1)
        self.reset.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.reset.clicked.connect(self._reset)
        grid.addWidget(hint, 1, 0)
        grid.addWidget(self.reset, 3, 0)

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
            label.setText(error)
            label.setVisible(bool(error))
        self.reset.setEnabled(texts != self._usual)

    def _edited(self) -> None:
        self.changed.emit(self.fields[0].text(), self.fields[1].text())

    def _reset(self) -> None:
        self.changed.emit(*self._usual)
