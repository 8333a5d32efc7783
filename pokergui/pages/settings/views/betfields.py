"""Own bet presets in the settings: one list before the flop, one after it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from pokergui.language import tr_settings as tr
from pokergui.theme.fonts import BODY, font
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.laying import Part, column, label, restyle, row
from pokergui.widgets.spoken import set_description, set_name, set_tip

_FIELD, _HEIGHT = 300, 32
_LONGEST = 80


class BetFields(QWidget):
    """Two fields with sizes, errors below each, and a reset button.

    Signals:
        changed: both lists as typed.
    """

    changed = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._usual = ("", "")
        names = (tr("Bet presets before the flop"), tr("Bet presets after the flop"))
        self.fields = [QLineEdit(self) for _ in names]
        self.errors = [label("", self, tone="error") for _ in names]
        self.reset = QPushButton(tr("Reset"), self)
        set_tip(self.reset, tr("Restore the default presets"))
        self.reset.clicked.connect(self._reset)
        hint = tr("Keys 1 to 5 while the advisor is closed: 33%, 2.5x, 3bb, pot, all-in, chips.")
        parts: list[Part] = []
        for name, field, error in zip(names, self.fields, self.errors, strict=True):
            self._prepare(name, field)
            error.setAlignment(Qt.AlignmentFlag.AlignRight)
            parts += [row(label(name, self, BODY), None, field), error]
        column(*parts, row(label(hint, self, tone="caption"), None, self.reset), on=self, gap=6)

    def _prepare(self, name: str, field: QLineEdit) -> None:
        field.setObjectName("field")
        field.setFont(font(BODY, 500))
        field.setFixedSize(_FIELD, _HEIGHT)
        field.setMaxLength(_LONGEST)
        set_name(field, name)
        set_tip(field, tr("At most five sizes, separated by commas"))
        field.textEdited.connect(self._edited)

    def set_scene(self, scene: SettingsScene) -> None:
        """Show settings; emits nothing, and leaves what is being typed alone."""
        self._usual = scene.bets_usual
        texts = (scene.bets_before, scene.bets_after)
        both = zip(self.fields, self.errors, texts, scene.bets_errors, strict=True)
        for field, words, text, error in both:
            if field.text() != text:
                field.setText(text)
            set_description(field, error)
            restyle(field, "wrong", bool(error))
            words.setText(error)
            words.setVisible(bool(error))
        self.reset.setEnabled(texts != self._usual)

    def _edited(self) -> None:
        self.changed.emit(self.fields[0].text(), self.fields[1].text())

    def _reset(self) -> None:
        self.changed.emit(*self._usual)
