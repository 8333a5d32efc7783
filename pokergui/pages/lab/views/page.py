"""The Lab page: its tabs, and the keys of all of them."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from pokergui.language import tr_lab as tr
from pokergui.pages.lab.views.evaluation import EvaluationTab
from pokergui.pages.lab.views.kuhn import KuhnTab
from pokergui.pages.lab.views.matrix import MatrixTab
from pokergui.pages.lab.views.schedule import ScheduleTab
from pokergui.widgets.laying import column, row, tab_through
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.segmented import Segmented


class LabPage(KeyedPage):
    """The page of the lecture; it holds copies and reports intents."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = Segmented(
            tr("Part"),
            (
                ("matrix", tr("Regret matching")),
                ("kuhn", tr("Kuhn, step by step")),
                ("schedule", tr("Sampling schedule")),
                ("evaluation", tr("Evaluation")),
            ),
            self,
            ("M", "K", "S", "E"),
        )
        self._bar = ToolBar(self)
        self.matrix, self.kuhn, self.schedule = MatrixTab(self), KuhnTab(self), ScheduleTab(self)
        self.evaluation = EvaluationTab(self)
        self._parts: dict[str, MatrixTab | KuhnTab | ScheduleTab | EvaluationTab] = {
            "matrix": self.matrix,
            "kuhn": self.kuhn,
            "schedule": self.schedule,
            "evaluation": self.evaluation,
        }
        # Each tab has games of its own, or none.
        owners = (self.matrix, self.schedule, self.evaluation)
        self._games = {part: QWidget(self._bar) for part in owners}
        for owner, holder in self._games.items():
            row(owner.controls.box("game"), on=holder)
        self._bar.fill(self.tabs, None, *self._games.values())
        self._stack = QStackedWidget(self)
        # A tab's minimum size in a large window must not keep the window from shrinking.
        self._stack.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        for part in self._parts.values():
            self._stack.addWidget(part)
        column(self._bar, (self._stack, 1), on=self, gap=0)
        self.tabs.chosen.connect(self.show_tab)
        self._make_keys()
        inside = (one for part in self._parts.values() for one in part.tab_order())
        games = (owner.controls.box("game") for owner in self._games)
        tab_through(*self.tabs.buttons(), *games, *inside)
        self.show_tab("matrix")

    def _make_keys(self) -> None:
        matrix, kuhn, schedule, evaluation = self.tabs.buttons()
        self.begin_keys(tr("Parts"))
        self.add_key("M", matrix.click, tr("regret matching on a matrix"))
        self.add_key("K", kuhn.click, tr("Kuhn by the lecture's five steps"))
        self.add_key("S", schedule.click, tr("sampling schedules"))
        self.add_key("E", evaluation.click, tr("off-policy evaluation of another strategy"))
        self.add_key("G", self._open_games, tr("choose the game"))

    @property
    def tab(self) -> QWidget | None:
        return self._stack.currentWidget()

    def show_tab(self, name: str) -> None:
        self.tabs.set_value(name)
        self._stack.setCurrentWidget(self._parts[name])
        for owner, holder in self._games.items():
            holder.setVisible(owner is self.tab)

    def _open_games(self) -> None:
        for owner in self._games:
            owner.controls.box("game").open()
