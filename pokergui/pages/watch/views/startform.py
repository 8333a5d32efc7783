"""What is chosen before a match starts: when it stops, and what takes luck out."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from pokergui.pages.watch.viewmodel.watch import StartForm
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.valuefield import ValueField

_FIELD = (112, 34)


class StartFormView(QWidget):
    """Shows a ``StartForm``; hidden while there is none.

    Signals:
        typed: the two results of a test as they are typed.
    """

    typed = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stop = CaptionCombo(self.tr("Key O"), self, brief=True)
        self.luck = CaptionCombo(self.tr("Key K"), self, brief=True)
        self.null, self.alternative = ValueField(self, self.stop), ValueField(self)
        for field in (self.null, self.alternative):
            field.setFixedSize(*_FIELD)
            field.textEdited.connect(self._typed)
        self._names = [label("", self, tone="second") for _ in range(2)]
        null, more = self._names
        fields = row(None, null, self.null, more, self.alternative, None, gap=8)
        choices = row(None, self.stop, self.luck, None, gap=8)
        column(choices, fields, on=self, gap=8)
        self.setVisible(False)

    def controls(self) -> list[QWidget]:
        """From left to right."""
        return [self.stop, self.luck, self.null, self.alternative]

    def _typed(self, text: str) -> None:
        del text
        self.typed.emit(self.null.text(), self.alternative.text())

    def set_scene(self, scene: StartForm | None) -> None:
        """Show choices, or nothing."""
        self.setVisible(scene is not None)
        if scene is not None:
            self.stop.set_scene(scene.stop)
            self.luck.set_scene(scene.luck)
            self.null.set_scene(scene.null, scene.names[0])
            self.alternative.set_scene(scene.alternative, scene.names[1])
            for words, name in zip(self._names, scene.names, strict=True):
                words.setText(name)
                words.setVisible(scene.null is not None)
        self.adjustSize()
