"""The choices before a match starts: the stopping rule and variance reduction."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.viewmodel.watch import SIDES, StartForm
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.laying import column, label, row


def _rows() -> tuple[Control, ...]:
    return (
        Control("fill", "box", "F", tr("one engine in every seat")),
        Control("shuffle", "button", "N", tr("random engines"), tr("Random engines")),
        *(Control(f"seat_{side}", "box") for side in SIDES),
        Control("stop", "box", "O", tr("choose when it stops")),
        Control("luck", "box", "K", tr("choose the variance reduction")),
        Control("null", "typed", box="stop", width=112),
        Control("alternative", "typed", width=112),
    )


class StartFormView(QWidget):
    """A view that shows a ``StartForm``; hidden while there is none.

    Signals:
        changed: name of a control and its value, as in ``Controls``.
    """

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = Controls(_rows(), self, self.changed.emit)
        part, self.seats = self.controls.parts, [self.controls.box(f"seat_{s}") for s in SIDES]
        self._names = null, more = [label("", self, tone="second") for _ in range(2)]
        fields = row(None, null, part["null"], more, part["alternative"], None, gap=8)
        choices = row(None, part["stop"], part["luck"], None, gap=8)
        self._table = QWidget(self)
        self._pairs = []
        for at in range(0, len(SIDES), 2):
            pair = QWidget(self._table)
            row((self.seats[at], 1), (self.seats[at + 1], 1), on=pair, gap=8)
            policy = self.seats[at + 1].sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # so that both columns keep the same width
            self.seats[at + 1].setSizePolicy(policy)
            self._pairs.append(pair)
        above = row(None, part["fill"], part["shuffle"], None, gap=8)
        column(above, *self._pairs, on=self._table, gap=8)
        column(self._table, choices, fields, on=self, gap=8)
        self.setVisible(False)

    def set_scene(self, scene: StartForm | None) -> None:
        """Show choices, or hide the form."""
        self.setVisible(scene is not None)
        if scene is not None:
            self.controls.show(scene)
            for field, words, name in zip(
                ("null", "alternative"), self._names, scene.names, strict=True
            ):
                self.controls.field(field).set_scene(getattr(scene, field), name)
                words.setText(name)
                words.setVisible(scene.null is not None)
            self._show_seats(scene)
        self.adjustSize()

    def _show_seats(self, scene: StartForm) -> None:
        """Show a menu for each seat of a table for more than two."""
        self._table.setVisible(scene.fill is not None)
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
