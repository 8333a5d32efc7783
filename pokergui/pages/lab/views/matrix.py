"""The tab "Regret matching": a matrix, the lecture's columns, triangles and the path."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import full_stop
from pokergui.pages.lab.viewmodel.lab import MatrixScene
from pokergui.pages.lab.views.payoffs import PayoffGrid
from pokergui.pages.lab.views.simplex import SimplexView
from pokergui.pages.lab.views.step_words import LabLegend, StepWords
from pokergui.pages.lab.views.steps import StepTab
from pokergui.pages.lab.views.table import LabTableView, align_names
from pokergui.theme.fonts import BODY
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.segmented import Segmented

_SIDE = 256
_ROW, _COMPACT_ROW, _LOW_ROW = 46, 34, 30


class MatrixTab(StepTab):
    """Shows a ``MatrixScene``.

    Attributes:
        games: the list of matrices, in the bar of the page.
        rule: lecture, textbook or both.
        numbers: whether fractions are wanted.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._compact = False
        self.games = CaptionCombo(tr("Key G"), self, brief=True)
        self._rule_words = (
            tr("Lecture: add gains only"),
            tr("Textbook: add all regrets"),
            tr("Both"),
        )
        rules = zip(("lecture", "textbook", "both"), self._rule_words, strict=True)
        self.rule = Segmented(tr("Rule"), tuple(rules), self, ("L", "T", "B"))
        self.steps.add_choice(tr("Rule"), self.rule)
        self.steps.add_last(self.numbers)
        self.payoffs = PayoffGrid(self)
        self.problem = label("", self, tone="error", wraps=True)
        self.words = StepWords(self)
        self.tables = (LabTableView(self), LabTableView(self))
        self.simplices = (SimplexView(self), SimplexView(self))
        self.chart = ChartView(self)
        self.legend = LabLegend(self)
        self._lay_out()
        self.games.typing_asked.connect(self.payoffs.setFocus)
        self.games.setVisible(False)  # until there are any
        self.add_keys("LTB", self.rule, tr("the lecture's rule, the textbook's, both"))
        self.tell_key("Up Down", tr("another cell, in the matrix"), self.payoffs)
        self.tell_key("Return", tr("edit the cell"), self.payoffs)
        self.add_key("J", self.chart.take_keys, tr("read the chart with arrows"))

    def _lay_out(self) -> None:
        heading = label(tr("1  Payoff to A"), self, BODY, 600)
        hint = label(tr("click a cell to edit"), self, tone="caption")
        self._side = QWidget(self)
        parts = (row(heading, None, hint), self.payoffs, self.problem, 6, self.words, None)
        column(*parts, on=self._side, gap=6)
        top = row(self._side, (column(*self.tables, None, gap=12), 1), gap=16)
        bottom = row(*((view, 3) for view in self.simplices), (self.chart, 5), gap=12)
        self._body = column(top, (bottom, 1), self.legend, gap=12)
        self.lay_out(self.steps, self._body)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Use lower rows and smaller cells."""
        self._compact = compact
        self.steps.set_compact(compact)
        self.payoffs.set_compact(compact)
        short = (tr("Lecture"), tr("Textbook"), tr("Both"))
        self.rule.set_words(short if compact else self._rule_words)
        self.words.set_compact(compact)
        self._side.setFixedWidth(222 if compact else _SIDE)
        pad = 12 if compact else 16
        self._body.setContentsMargins(pad, 12, pad, 4)
        self._set_rows()

    def _set_rows(self) -> None:
        """Use lower rows if there are many."""
        for table in self.tables:
            many = len(table.rows) > 4
            low, high = (_LOW_ROW, _COMPACT_ROW) if self._compact else (_COMPACT_ROW, _ROW)
            table.set_row_height(low if many else high)

    def set_scene(self, scene: MatrixScene) -> None:
        """Show a step."""
        self.games.set_scene(scene.games)
        self.steps.set_scene(scene.steps)
        self.rule.set_value(scene.rule)
        self.numbers.set_value(scene.fractions)
        self.payoffs.set_scene(scene.payoffs)
        wrong = scene.payoffs.problem
        self.problem.setText(full_stop(wrong[:1].upper() + wrong[1:]))
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
        self.chart.set_chart(scene.chart)
        self.legend.set_scene(scene)
        for part in (self.games, self.body):
            part.setVisible(True)

    def tab_order(self) -> list[QWidget]:
        """Return the controls from left to right."""
        chosen = (*self.rule.buttons(), *self.numbers.buttons())
        return [*self.steps.tab_order(), *chosen, self.payoffs, self.chart]
