"""The tab "Regret matching": a matrix, the lecture's columns, triangles and the way there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from pokergui.pages.lab.viewmodel.lab import MatrixScene
from pokergui.pages.lab.views.chart import IterationChartView
from pokergui.pages.lab.views.payoffs import PayoffGrid
from pokergui.pages.lab.views.simplex import SimplexView
from pokergui.pages.lab.views.steps import StepBar
from pokergui.pages.lab.views.table import LabTableView, align_names
from pokergui.pages.lab.views.words import LabLegend, StepWords
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.widgets.scroll import scroll_area
from pokergui.widgets.segmented import Segmented

_SIDE = 256
_ROW, _COMPACT_ROW, _LOW_ROW = 46, 34, 30


class MatrixTab(QWidget):
    """Shows a ``MatrixScene``.

    Signals:
        rule_chosen: lecture, textbook or both.
        fractions_chosen: whether fractions are wanted.
    """

    rule_chosen = Signal(object)
    fractions_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compact = False
        self._rows = 3
        self.steps = StepBar(self)
        self._rule_words = (
            self.tr("Lecture: add gains only"),
            self.tr("Textbook: add all regrets"),
            self.tr("Both"),
        )
        rules = zip(("lecture", "textbook", "both"), self._rule_words, strict=True)
        self.rule = Segmented(self.tr("Rule"), tuple(rules), self, ("L", "T", "B"))
        self.numbers = Segmented(
            self.tr("Numbers"), ((True, "1/3"), (False, "0.333")), self, ("X", "X")
        )
        self.steps.add_choice(self.tr("Rule"), self.rule)
        self.steps.add_last(self.numbers)
        self.payoffs = PayoffGrid(self)
        self.problem = QLabel(self)
        self.problem.setProperty("tone", "error")
        self.problem.setWordWrap(True)
        self.problem.setFont(font(SMALL))
        self.words = StepWords(self)
        self.tables = (LabTableView(self), LabTableView(self))
        self.simplices = (SimplexView(self), SimplexView(self))
        self.chart = IterationChartView(self)
        self.legend = LabLegend(self)
        self._lay_out()
        self.rule.chosen.connect(self.rule_chosen)
        self.numbers.chosen.connect(self.fractions_chosen)
        for part in (*self.simplices, self.words, self.payoffs, *self.tables, self.chart):
            part.setVisible(False)  # until there is something to show

    def _lay_out(self) -> None:
        heading = QLabel(self.tr("1  Payoff to A"), self)
        heading.setFont(font(BODY, 600))
        self.hint = QLabel(self.tr("click a cell to edit"), self)
        self.hint.setFont(font(SMALL))
        self.hint.setProperty("tone", "caption")
        head = QHBoxLayout()
        head.addWidget(heading)
        head.addStretch(1)
        head.addWidget(self.hint)
        self._side = QWidget(self)
        side = QVBoxLayout(self._side)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(6)
        side.addLayout(head)
        side.addWidget(self.payoffs)
        side.addWidget(self.problem)
        side.addSpacing(6)
        side.addWidget(self.words)
        side.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(12)
        for table in self.tables:
            right.addWidget(table)
        right.addStretch(1)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(self._side)
        top.addLayout(right, 1)
        self._bottom = QHBoxLayout()
        self._bottom.setSpacing(12)
        for view in self.simplices:
            self._bottom.addWidget(view, 3)
        self._bottom.addWidget(self.chart, 5)
        self._inner = QWidget(self)
        self._inner.setObjectName("page")
        inner = QVBoxLayout(self._inner)
        self._margins = inner
        inner.setSpacing(12)
        inner.addLayout(top)
        inner.addLayout(self._bottom, 1)
        inner.addWidget(self.legend)
        self._area = scroll_area(self._inner, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.steps)
        column.addWidget(self._area, 1)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Lower rows, smaller cells."""
        self._compact = compact
        self.steps.set_compact(compact)
        self.payoffs.set_compact(compact)
        short = (self.tr("Lecture"), self.tr("Textbook"), self.tr("Both"))
        self.rule.set_words(short if compact else self._rule_words)
        self.words.set_compact(compact)
        self._side.setFixedWidth(222 if compact else _SIDE)
        pad = 12 if compact else 16
        self._margins.setContentsMargins(pad, 12, pad, 4)
        self._set_rows()

    def _set_rows(self) -> None:
        """Rows are lower where there are many."""
        for table in self.tables:
            many = len(table.table.rows) > 4
            low, high = (_LOW_ROW, _COMPACT_ROW) if self._compact else (_COMPACT_ROW, _ROW)
            table.set_row_height(low if many else high)

    def set_scene(self, scene: MatrixScene) -> None:
        """Show a step."""
        self.steps.set_scene(scene.steps)
        self.rule.set_value(scene.rule)
        self.numbers.set_value(scene.fractions)
        self.payoffs.set_scene(scene.payoffs)
        wrong = scene.payoffs.problem
        self.problem.setText(wrong and wrong[:1].upper() + wrong[1:] + ".")
        self.problem.setVisible(bool(wrong))
        self.words.set_scene(scene)
        for view, table in zip(self.tables, scene.tables, strict=True):
            view.set_table(table)
        align_names(self.tables)
        self._set_rows()
        for i, simplex in enumerate(self.simplices):
            simplex.setVisible(bool(scene.simplices))
            if scene.simplices:
                simplex.set_scene(scene.simplices[i])
        self.chart.set_scene(scene.chart)
        self.legend.set_scene(scene)
        for part in (self.words, self.payoffs, *self.tables, self.chart):
            part.setVisible(True)
