"""The right side of the page: heading, the list of runs, what becomes of the run in front."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from pokergui.pages.train.viewmodel.train import RunListScene
from pokergui.pages.train.views.runs import RunList
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.widgets.laying import column, row
from pokergui.widgets.painting import plain_tip

_MOST_FOOT = 132


def _label(size: int, weight: int, tone: str, parent: QWidget) -> QLabel:
    """Words that are never read as HTML."""
    label = QLabel(parent)
    label.setFont(font(size, weight))
    label.setTextFormat(Qt.TextFormat.PlainText)
    if tone:
        label.setProperty("tone", tone)
    return label


class RunSide(QWidget):
    """Shows a ``RunListScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = _label(BODY, 600, "", self)
        self.title.setText(self.tr("Runs"))
        self.shown = _label(CAPTION, 400, "second", self)
        self.list = RunList(self)
        self.none = _label(SMALL, 400, "second", self)
        self.none.setText(self.tr("No runs yet."))
        self.none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.none.setContentsMargins(16, 12, 16, 0)
        self.foot_title = _label(BODY, 600, "", self)
        self.foot = _label(SMALL, 400, "second", self)
        self.foot.setWordWrap(True)
        self.foot.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.foot.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._head = QWidget(self)
        self._head.setObjectName("sidehead")
        row(self.title, None, self.shown, on=self._head).setContentsMargins(16, 0, 16, 0)
        self._head.setFixedHeight(44)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.none)
        self._stack.setCurrentWidget(self.none)
        self._panel = QWidget(self)
        self._panel.setObjectName("sidefoot")
        words = QVBoxLayout(self._panel)
        words.setContentsMargins(16, 14, 16, 16)
        words.setSpacing(4)
        words.addWidget(self.foot_title)
        words.addWidget(self.foot, 1)
        self._panel.setMaximumHeight(_MOST_FOOT)
        self._panel.setVisible(False)
        column(self._head, (self._stack, 1), self._panel, on=self, gap=0).setContentsMargins(
            1, 0, 0, 0
        )

    def set_scene(self, scene: RunListScene) -> None:
        """Show the runs."""
        self.list.set_scene(scene)
        self._stack.setCurrentWidget(self.list if scene.rows else self.none)
        self.shown.setText(scene.shown)
        self.foot_title.setText(scene.foot_title)
        self.foot.setText(scene.foot)
        self.foot.setToolTip(plain_tip(scene.foot))
        self._panel.setVisible(bool(scene.foot))
