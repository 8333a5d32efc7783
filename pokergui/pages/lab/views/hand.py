"""One hand and the unseen ones it is evidence for, with the weight of each."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_lab as tr
from pokergui.pages.lab.viewmodel.evaluation import HandScene
from pokergui.pages.lab.views.table import LabTableView, align_names
from pokergui.theme.fonts import BODY
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.spoken import set_tip

_SIDE, _COMPACT_SIDE = 280, 236
_PARTS = 4
_NAMES = 0.36
_FEW = 6


class HandPart(QWidget):
    """Shows a ``HandScene``.

    Signals:
        chosen: a part of the hand and its new value.

    Attributes:
        parts: choices of betting, the player's cards, the rival's, and the board.
        draw: draws a hand.
        table: the hands it is evidence for.
    """

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._side = QWidget(self)
        self.heading = label(tr("One hand"), self._side, BODY, 600)
        self.parts = tuple(
            CaptionCombo(tr("Key H") if at == 0 else "", self._side, brief=True)
            for at in range(_PARTS)
        )
        for at, box in enumerate(self.parts):
            box.setVisible(False)
            box.chosen.connect(partial(self._choose, at))
        self.words = label("", self._side, tone="second", shrinks=True)
        self.draw = IconButton("cards", tr("Draw a hand"), "D", self._side)
        betting, own, rival, board = self.parts
        held = row(own, rival, board, gap=8)
        column(self.heading, betting, held, self.words, self.draw, None, on=self._side, gap=8)
        self.table = LabTableView(self, names=_NAMES)
        row(self._side, (column(self.table, None), 1), on=self, gap=16)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Use narrower choices and lower rows."""
        self._side.setFixedWidth(_COMPACT_SIDE if compact else _SIDE)
        self.draw.set_compact(compact)
        self._compact = compact
        self._set_rows()

    def _set_rows(self) -> None:
        """Use lower rows if there are many."""
        few = len(self.table.rows) <= _FEW
        self.table.set_row_height(38 if few and not self._compact else 30)

    def set_scene(self, scene: HandScene) -> None:
        """Show a hand."""
        shown = dict(scene.parts)
        for at, box in enumerate(self.parts):
            choices = shown.get(str(at))
            box.setVisible(choices is not None)
            if choices is not None:
                box.set_scene(choices)
        self.words.setText(scene.words)
        set_tip(self.words, scene.words)
        self.draw.setEnabled(bool(scene.parts))
        self.table.set_table(scene.unseen)
        align_names((self.table,))
        self._set_rows()

    def _choose(self, at: int, key: str) -> None:
        self.chosen.emit(str(at), key)

    def tab_order(self) -> list[QWidget]:
        """Return the controls from top to bottom."""
        return [*self.parts, self.draw]
