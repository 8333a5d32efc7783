"""The other player's possible hands, and the figures of the search."""

from __future__ import annotations

from PySide6.QtWidgets import QBoxLayout, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.searching.viewmodel.search import BeliefScene, SearchScene
from pokergui.theme.fonts import BODY
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.figurerows import FigureRows
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.paint import FRAME
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.spoken import set_name

_FEW, _FEW_HIGH = 9, 68
"""Cells of a small game's grid, and the maximum height of a row of them."""
_LEAST_HIGH, _MOST_HIGH = 204, 330
"""The heights of a large grid."""
_ALL = 1000
"""Stretch that gives the hands all space before any is left free."""
_FIGURES = 9
_EMPTY = GridScene(0, 0, (), shaded=True)


class BeliefPanel(QWidget):
    """Shows a ``BeliefScene``.

    Attributes:
        grid: the hands.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = label("", self, BODY, 600)
        self._note = label("", self, tone="second")
        self.grid = RangeGrid(self)
        self.grid.pinned.connect(lambda _: self.grid.set_pin(-1))
        set_name(self.grid, tr("Belief"))
        self._caption = label("", self, tone="second", wraps=True)
        head = row(self._title, self._note, None, gap=8)
        column(head, (self.grid, _ALL), self._caption, None, on=self, gap=8)

    def set_belief(self, scene: BeliefScene) -> None:
        """Show a belief; a few cells are no higher than needed."""
        self._title.setText(scene.title)
        self._note.setText(scene.note)
        self._caption.setText(scene.caption)
        grid = scene.grid or _EMPTY
        few = 0 < len(grid.cells) <= _FEW
        self.grid.setMaximumHeight(_FEW_HIGH * grid.rows + 2 * FRAME if few else _MOST_HIGH)
        self.grid.setMinimumHeight(min(self.grid.maximumHeight(), _LEAST_HIGH))
        self.grid.set_scene(grid)


class Aside(QWidget):
    """Belief and figures, stacked or, in a small window, side by side.

    Attributes:
        belief: the panel of the belief.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.belief = BeliefPanel(self)
        self._own = label("", self, BODY, 600)
        self.figures = FigureRows(tr("Figures of the search"), self, _FIGURES)
        self._verdict = label("", self, wraps=True)
        told = QWidget(self)
        column(self._own, self.figures, 8, self._verdict, None, on=told, gap=6)
        self._box = column(self.belief, told, on=self, gap=20)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Stack the parts, or put them side by side."""
        way = QBoxLayout.Direction.LeftToRight if compact else QBoxLayout.Direction.TopToBottom
        self._box.setDirection(way)
        self._box.setStretch(0, int(compact))
        self._box.setStretch(1, 1)
        pad = 12 if compact else 16
        self._box.setContentsMargins(pad, pad, pad, pad)

    def set_scene(self, scene: SearchScene) -> None:
        """Show a search."""
        self.belief.set_belief(scene.belief)
        self._own.setText(tr("{hand} in this search").format(hand=scene.own))
        self.figures.set_figures(scene.figures)
        self._verdict.setText(scene.verdict)
