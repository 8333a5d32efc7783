"""The Lab page: its tabs, and the keys of all of them."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from pokergui.viewmodel.lab import KuhnScene, MatrixScene
from pokergui.views.combo import CaptionCombo
from pokergui.views.lab.kuhn import KuhnTab
from pokergui.views.lab.matrix import MatrixTab
from pokergui.views.page import KeyedPage
from pokergui.views.segmented import Segmented


class LabPage(KeyedPage):
    """Everything a person sees while going through the lecture. It holds copies, reports intents.

    Signals:
        game_chosen: key of a matrix.
        kuhn_shown: whether the tab "Kuhn, step by step" is seen.
    """

    game_chosen = Signal(str)
    kuhn_shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = Segmented(
            self.tr("Part"),
            (
                ("matrix", self.tr("Regret matching")),
                ("kuhn", self.tr("Kuhn, step by step")),
            ),
            self,
            ("M", "K"),
        )
        self.game_box = CaptionCombo(self.tr("Key G"), self, brief=True)
        self.game_box.setVisible(False)  # until there is something to choose from
        self._bar = QWidget(self)
        self._bar.setObjectName("topbar")
        self._bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._row = QHBoxLayout(self._bar)
        self._row.addWidget(self.tabs)
        self._row.addStretch(1)
        self._row.addWidget(self.game_box)
        self.matrix = MatrixTab(self)
        self.kuhn = KuhnTab(self)
        self._stack = QStackedWidget(self)
        # What a part needs in a large window must not hold up a window that gets small.
        self._stack.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._stack.addWidget(self.matrix)
        self._stack.addWidget(self.kuhn)
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
        self.shown.connect(self._tell_kuhn)

    def _make_keys(self) -> None:
        """Keys of the page; they work wherever the focus is while the page is shown."""
        self.add_key("M", self._show_matrix)
        self.add_key("K", self._show_kuhn)
        self.add_key("G", self.game_box.open)
        self.add_key("Right", self._forward, repeat=True)
        self.add_key("Left", self._back, repeat=True)
        self.add_key("Home", self._first)
        self.add_key("End", self._run)
        self.add_key("X", self._numbers)
        for key in ("L", "T", "B", "U", "A"):
            self.add_key(key, self._choose).setProperty("letter", key)

    def _order_tabs(self) -> None:
        matrix, kuhn = self.matrix, self.kuhn
        order = [
            *self.tabs.buttons(),
            self.game_box,
            *matrix.steps.tab_order(),
            *matrix.rule.buttons(),
            *matrix.numbers.buttons(),
            matrix.payoffs,
            *kuhn.steps.tab_order(),
            *kuhn.start.buttons(),
            *kuhn.order.buttons(),
            *kuhn.numbers.buttons(),
            *kuhn.tables,
        ]
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)

    @property
    def tab(self) -> MatrixTab | KuhnTab:
        """The part in front."""
        return self.kuhn if self._stack.currentWidget() is self.kuhn else self.matrix

    def show_tab(self, name: str) -> None:
        """Bring a part to the front."""
        self.tabs.set_value(name)
        self._stack.setCurrentWidget(self.kuhn if name == "kuhn" else self.matrix)
        self.game_box.setVisible(name == "matrix" and self.game_box.count() > 0)
        self.kuhn_shown.emit(name == "kuhn" and self.isVisible())

    def _tell_kuhn(self, shown: bool) -> None:
        self.kuhn_shown.emit(shown and self.tab is self.kuhn)

    def _show_matrix(self) -> None:
        self.show_tab("matrix")

    def _show_kuhn(self) -> None:
        self.show_tab("kuhn")

    def _forward(self) -> None:
        self.tab.steps.forward.press()

    def _back(self) -> None:
        self.tab.steps.back.press()

    def _first(self) -> None:
        self.tab.steps.first.press()

    def _run(self) -> None:
        self.tab.steps.run.press()

    def _numbers(self) -> None:
        """From fractions to decimals and back."""
        fractions, decimals = self.tab.numbers.buttons()
        (decimals if fractions.isChecked() else fractions).click()

    def _choose(self) -> None:
        """Press the segment of the part in front that has the key."""
        key = self.sender().property("letter")
        matrix, kuhn = self.matrix, self.kuhn
        segments = (
            dict(zip("LTB", matrix.rule.buttons(), strict=True))
            if self.tab is matrix
            else dict(zip("LUTA", (*kuhn.start.buttons(), *kuhn.order.buttons()), strict=True))
        )
        if key in segments:
            segments[key].click()

    def set_compact(self, compact: bool) -> None:
        """Arrange for a small window."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 0, pad, 0)
        self._bar.setFixedHeight(48 if compact else 52)
        self.matrix.set_compact(compact)
        self.kuhn.set_compact(compact)

    def set_matrix(self, scene: MatrixScene) -> None:
        """Show a step of regret matching."""
        self.game_box.set_scene(scene.games)
        self.game_box.setVisible(self.tab is self.matrix)
        self.matrix.set_scene(scene)

    def set_kuhn(self, scene: KuhnScene) -> None:
        """Show an iteration of CFR."""
        self.kuhn.set_scene(scene)
