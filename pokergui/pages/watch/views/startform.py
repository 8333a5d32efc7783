"""The choices before a match starts: the stopping rule and variance reduction."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.viewmodel.watch import SIDES, StartForm
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.valuefield import ValueField

_FIELD = (112, 34)


class StartFormView(QWidget):
    """A view that shows a ``StartForm``; hidden while there is none.

    Signals:
        typed: the two hypotheses of a test as typed.
        seat_chosen: side ("a" to "f") and key of an engine.
    """

    typed = Signal(str, str)
    seat_chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stop = CaptionCombo(tr("Key O"), self, brief=True)
        self.luck = CaptionCombo(tr("Key K"), self, brief=True)
        self.null, self.alternative = ValueField(self, self.stop), ValueField(self)
        for field in (self.null, self.alternative):
            field.setFixedSize(*_FIELD)
            field.textEdited.connect(self._typed)
        self._names = [label("", self, tone="second") for _ in range(2)]
        null, more = self._names
        fields = row(None, null, self.null, more, self.alternative, None, gap=8)
        choices = row(None, self.stop, self.luck, None, gap=8)
        self.fill = CaptionCombo(tr("Key F"), self, brief=True)
        self.shuffle = IconButton("", tr("Random engines"), "N", self)
        self.seats = [CaptionCombo(parent=self, brief=True) for _ in SIDES]
        for side, seat in zip(SIDES, self.seats, strict=True):
            seat.chosen.connect(partial(self.seat_chosen.emit, side))
        self._table = QWidget(self)
        self._pairs = []
        for at in range(0, len(SIDES), 2):
            pair = QWidget(self._table)
            row((self.seats[at], 1), (self.seats[at + 1], 1), on=pair, gap=8)
            policy = self.seats[at + 1].sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # so that both columns keep the same width
            self.seats[at + 1].setSizePolicy(policy)
            self._pairs.append(pair)
        above = row(None, self.fill, self.shuffle, None, gap=8)
        column(above, *self._pairs, on=self._table, gap=8)
        column(self._table, choices, fields, on=self, gap=8)
        self.setVisible(False)

    def controls(self) -> list[QWidget]:
        """Return the controls from left to right."""
        table = [self.fill, self.shuffle, *self.seats]
        return [*table, self.stop, self.luck, self.null, self.alternative]

    def _typed(self, text: str) -> None:
        del text
        self.typed.emit(self.null.text(), self.alternative.text())

    def set_scene(self, scene: StartForm | None) -> None:
        """Show choices, or hide the form."""
        self.setVisible(scene is not None)
        if scene is not None:
            self.stop.set_scene(scene.stop)
            self.luck.set_scene(scene.luck)
            self.null.set_scene(scene.null, scene.names[0])
            self.alternative.set_scene(scene.alternative, scene.names[1])
            for words, name in zip(self._names, scene.names, strict=True):
                words.setText(name)
                words.setVisible(scene.null is not None)
            self._show_seats(scene)
        self.adjustSize()

    def _show_seats(self, scene: StartForm) -> None:
        """Show a menu for each seat of a table for more than two."""
        self._table.setVisible(scene.fill is not None)
        if scene.fill is not None:
            self.fill.set_scene(scene.fill)
        for at, seat in enumerate(self.seats):
            seat.setVisible(at < len(scene.seats))
            self._pairs[at // 2].setVisible(at - at % 2 < len(scene.seats))
            if at < len(scene.seats):
                seat.set_scene(scene.seats[at])
        for part in (*self._pairs, self._table):  # so that the form knows its height at once
            part.updateGeometry()
            layout = part.layout()
            if layout is not None:
                layout.activate()
