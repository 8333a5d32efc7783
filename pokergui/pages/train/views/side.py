"""The right side of the page: heading, list of runs, and the outcome of the selected run."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedLayout, QWidget

from pokergui.language import tr_train as tr
from pokergui.pages.train.viewmodel.train import RunListScene
from pokergui.pages.train.views.runs import RunList
from pokergui.theme.fonts import BODY, CAPTION
from pokergui.widgets.laying import column, dress, label, row
from pokergui.widgets.spoken import set_tip

_MOST_FOOT = 132


class RunSide(QWidget):
    """A widget that shows a ``RunListScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "side")
        title = label(tr("Runs"), self, BODY, 600)
        self.shown = label("", self, CAPTION, tone="second")
        self.list = RunList(self)
        self.none = label(tr("No runs yet."), self, tone="second")
        self.none.setAlignment(Qt.AlignmentFlag.AlignTop)
        none = QWidget(self)  # the style sheet sets a label's own margins
        row(self.none, on=none, margins=(16, 12, 16, 0))
        self.foot_title = label("", self, BODY, 600)
        self.foot = label("", self, tone="second", wraps=True, shrinks=True)
        self.foot.setAlignment(Qt.AlignmentFlag.AlignTop)
        head = QWidget(self)
        head.setObjectName("sidehead")
        row(title, None, self.shown, on=head, margins=(16, 0, 16, 0))
        head.setFixedHeight(44)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.list)
        self._stack.addWidget(none)
        self._stack.setCurrentWidget(none)
        self._panel = QWidget(self)
        self._panel.setObjectName("sidefoot")
        words = (self.foot_title, (self.foot, 1))
        column(*words, on=self._panel, gap=4, margins=(16, 14, 16, 16))
        self._panel.setMaximumHeight(_MOST_FOOT)
        self._panel.setVisible(False)
        column(head, (self._stack, 1), self._panel, on=self, gap=0, margins=(1, 0, 0, 0))

    def set_scene(self, scene: RunListScene) -> None:
        """Show the runs."""
        self.list.set_scene(scene)
        self._stack.setCurrentIndex(0 if scene.rows else 1)
        self.shown.setText(scene.shown)
        self.foot_title.setText(scene.foot_title)
        self.foot.setText(scene.foot)
        set_tip(self.foot, scene.foot)
        self._panel.setVisible(bool(scene.foot))
