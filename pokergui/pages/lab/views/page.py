"""The Lab page: its tabs, and the keys of all of them."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from pokergui.pages.lab.viewmodel.lab import KuhnScene, MatrixScene
from pokergui.pages.lab.viewmodel.schedule import ScheduleScene
from pokergui.pages.lab.views.kuhn import KuhnTab
from pokergui.pages.lab.views.matrix import MatrixTab
from pokergui.pages.lab.views.schedule import ScheduleTab
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.segmented import Segmented


class LabPage(KeyedPage):
    """Everything a person sees while going through the lecture. It holds copies, reports intents.

    Signals:
        game_chosen: key of a matrix.
        kuhn_shown: whether the tab "Kuhn, step by step" is seen.
        schedule_game_chosen: name of a game to draw schedules for.
        schedule_shown: whether the tab "Sampling schedule" is seen.
    """

    game_chosen = Signal(str)
    kuhn_shown = Signal(bool)
    schedule_game_chosen = Signal(str)
    schedule_shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = Segmented(
            self.tr("Part"),
            (
                ("matrix", self.tr("Regret matching")),
                ("kuhn", self.tr("Kuhn, step by step")),
                ("schedule", self.tr("Sampling schedule")),
            ),
            self,
            ("M", "K", "S"),
        )
        self.game_box = CaptionCombo(self.tr("Key G"), self, brief=True)
        self.schedule_game_box = CaptionCombo(self.tr("Key G"), self, brief=True)
        self._bar = QWidget(self)
        self._bar.setObjectName("topbar")
        self._bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._row = QHBoxLayout(self._bar)
        self._row.addWidget(self.tabs)
        self._row.addStretch(1)
        for box in (self.game_box, self.schedule_game_box):
            box.setVisible(False)  # until there is something to choose from
            self._row.addWidget(box)
        self.matrix = MatrixTab(self)
        self.kuhn = KuhnTab(self)
        self.schedule = ScheduleTab(self)
        self._stack = QStackedWidget(self)
        # What a part needs in a large window must not hold up a window that gets small.
        self._stack.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        for tab in (self.matrix, self.kuhn, self.schedule):
            self._stack.addWidget(tab)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(self._stack, 1)
        self._wire()
        self._make_keys()
        self._order_tabs()
        self.show_tab("matrix")
        self.set_compact(False)

    def _wire(self) -> None:
        self.tabs.chosen.connect(self.show_tab)
        self.game_box.chosen.connect(self.game_chosen)
        self.game_box.typing_asked.connect(self.matrix.payoffs.setFocus)
        self.schedule_game_box.chosen.connect(self.schedule_game_chosen)
        self.shown.connect(self._tell_tabs)

    def _make_keys(self) -> None:
        """Keys of the page; they work wherever the focus is while the page is shown."""
        matrix, kuhn, schedule = self.matrix, self.kuhn, self.schedule
        self.begin_keys(self.tr("Parts"))
        self.add_key("M", self._show_matrix, self.tr("regret matching on a matrix"))
        self.add_key("K", self._show_kuhn, self.tr("Kuhn by the lecture's five steps"))
        self.add_key("S", self._show_schedule, self.tr("sampling schedules"))
        self.add_key("G", self._open_games, self.tr("choose the game"))
        self.begin_keys(self.tr("This part"))
        for name, handler in (("Right", self._forward), ("Left", self._back)):
            self.add_key(name, handler, "", repeat=True)
        self.add_key("Home", self._first, "")
        self.add_key("End", self._run, "")
        self.add_key("X", self._numbers, "")
        for tab in (matrix, kuhn):
            self.tell_key("Right Left", self.tr("a step on, back"), tab)
            self.tell_key("Home End", self.tr("to the start, to the end"), tab)
            self.tell_key("X", self.tr("fractions or decimals"), tab)
        for key in ("L", "T", "B", "U", "A", "O"):
            self.add_key(key, self._choose, "").setProperty("letter", key)
        self.tell_key("L T B", self.tr("the lecture's rule, the textbook's, both"), matrix)
        self.tell_key("Up Down", self.tr("another cell, in the matrix"), matrix)
        self.tell_key("Return", self.tr("edit the cell"), matrix)
        self.tell_key("L U", self.tr("the profile to start from"), kuhn)
        self.tell_key("T A", self.tr("update together, or in turn"), kuhn)
        self.tell_key("Up Down", self.tr("the row whose arithmetic is shown"), kuhn)
        self.add_key("P", schedule.preset.open, "")
        self.add_key("F", self._edit_schedule, "")
        for key in ("+", "="):
            self.add_key(key, self._more, "", repeat=True)
        self.add_key("-", self._less, "", repeat=True)
        self.tell_key("P", self.tr("choose a schedule"), schedule)
        self.tell_key("F", self.tr("type a schedule"), schedule)
        self.tell_key("Left Right", self.tr("another decision or round"), schedule)
        self.tell_key("+ = -", self.tr("more, fewer actions there"), schedule)
        self.tell_key("O B", self.tr("count own decisions, or both players'"), schedule)
        self.tell_key("T", self.tr("take the schedule to Train"), schedule)

    def _order_tabs(self) -> None:
        matrix, kuhn = self.matrix, self.kuhn
        order = [
            *self.tabs.buttons(),
            self.game_box,
            self.schedule_game_box,
            *matrix.steps.tab_order(),
            *matrix.rule.buttons(),
            *matrix.numbers.buttons(),
            matrix.payoffs,
            *kuhn.steps.tab_order(),
            *kuhn.start.buttons(),
            *kuhn.order.buttons(),
            *kuhn.numbers.buttons(),
            *kuhn.tables,
            *self.schedule.tab_order(),
        ]
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)

    @property
    def tab(self) -> MatrixTab | KuhnTab | ScheduleTab:
        """The part in front."""
        tabs: tuple[MatrixTab | KuhnTab | ScheduleTab, ...]
        tabs = (self.matrix, self.kuhn, self.schedule)
        return tabs[self._stack.currentIndex()]

    def show_tab(self, name: str) -> None:
        """Bring a part to the front."""
        self.tabs.set_value(name)
        tabs = {"matrix": self.matrix, "kuhn": self.kuhn, "schedule": self.schedule}
        self._stack.setCurrentWidget(tabs[name])
        self._show_games()
        self._tell_tabs(self.isVisible())

    def _show_games(self) -> None:
        """Each part has games of its own, or none."""
        for box, tab in ((self.game_box, self.matrix), (self.schedule_game_box, self.schedule)):
            box.setVisible(self.tab is tab and box.count() > 0)

    def _tell_tabs(self, shown: bool) -> None:
        self.kuhn_shown.emit(shown and self.tab is self.kuhn)
        self.schedule_shown.emit(shown and self.tab is self.schedule)

    def _show_matrix(self) -> None:
        self.show_tab("matrix")

    def _show_kuhn(self) -> None:
        self.show_tab("kuhn")

    def _show_schedule(self) -> None:
        self.show_tab("schedule")

    def _open_games(self) -> None:
        self.game_box.open()
        self.schedule_game_box.open()

    def _edit_schedule(self) -> None:
        if self.tab is self.schedule:
            self.schedule.edit_text()

    def _more(self) -> None:
        if self.tab is self.schedule:
            self.schedule.turn(1)

    def _less(self) -> None:
        if self.tab is self.schedule:
            self.schedule.turn(-1)

    def _forward(self) -> None:
        if isinstance(self.tab, ScheduleTab):
            self.tab.move_dial(1)
        else:
            self.tab.steps.forward.press()

    def _back(self) -> None:
        if isinstance(self.tab, ScheduleTab):
            self.tab.move_dial(-1)
        else:
            self.tab.steps.back.press()

    def _first(self) -> None:
        if not isinstance(self.tab, ScheduleTab):
            self.tab.steps.first.press()

    def _run(self) -> None:
        if not isinstance(self.tab, ScheduleTab):
            self.tab.steps.run.press()

    def _numbers(self) -> None:
        """From fractions to decimals and back."""
        if not isinstance(self.tab, ScheduleTab):
            fractions, decimals = self.tab.numbers.buttons()
            (decimals if fractions.isChecked() else fractions).click()

    def _choose(self) -> None:
        """Press what has the key in the part in front."""
        key = self.sender().property("letter")
        matrix, kuhn, schedule = self.matrix, self.kuhn, self.schedule
        letters = {
            matrix: dict(zip("LTB", matrix.rule.buttons(), strict=True)),
            kuhn: dict(zip("LUTA", (*kuhn.start.buttons(), *kuhn.order.buttons()), strict=True)),
            schedule: dict(zip("OBT", (*schedule.count.buttons(), schedule.train), strict=True)),
        }
        if key in letters[self.tab]:
            letters[self.tab][key].click()

    def set_compact(self, compact: bool) -> None:
        """Arrange for a small window."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 0, pad, 0)
        self._bar.setFixedHeight(48 if compact else 52)
        self.matrix.set_compact(compact)
        self.kuhn.set_compact(compact)
        self.schedule.set_compact(compact)

    def set_matrix(self, scene: MatrixScene) -> None:
        """Show a step of regret matching."""
        self.game_box.set_scene(scene.games)
        self._show_games()
        self.matrix.set_scene(scene)

    def set_kuhn(self, scene: KuhnScene) -> None:
        """Show an iteration of CFR."""
        self.kuhn.set_scene(scene)

    def set_schedule(self, scene: ScheduleScene) -> None:
        """Show a sampling schedule."""
        self.schedule_game_box.set_scene(scene.games)
        self._show_games()
        self.schedule.set_scene(scene)
