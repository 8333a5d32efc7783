"""The tab "Sampling schedule": k of N against depth, the patent's claims, cost and convergence."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from pokergui.pages.lab.viewmodel.schedule import ScheduleScene
from pokergui.pages.lab.views.bars import ScheduleBars
from pokergui.pages.lab.views.chart import IterationChartView
from pokergui.pages.lab.views.claims import ClaimsView
from pokergui.pages.lab.views.dials import DialRow
from pokergui.pages.lab.views.table import LabTableView
from pokergui.theme.fonts import SMALL, font
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.scroll import scroll_area
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.valuefield import ValueField

_FIELD = 190


class ScheduleTab(QWidget):
    """Shows a ``ScheduleScene``.

    Signals:
        preset_chosen: key of a listed schedule.
        edited: text of the field.
        count_chosen: own or both.
        dial_turned: dial, and 1 or -1.
        dial_chosen: the dial that keys change.
        bar_drawn: dial, number of walked actions, number of actions.
        train_pressed: train with it.
    """

    preset_chosen = Signal(str)
    edited = Signal(str)
    count_chosen = Signal(object)
    dial_turned = Signal(int, int)
    dial_chosen = Signal(int)
    bar_drawn = Signal(int, int, int)
    train_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dial = self._num_dials = 0
        self._make_strip()
        self.dials = DialRow(self)
        self.count = Segmented(
            self.tr("Depth counts"),
            (("own", self.tr("Own decisions")), ("both", self.tr("Both players’"))),
            self,
            ("O", "B"),
            dense=True,
        )
        self.bars = ScheduleBars(self)
        self.claims = ClaimsView(self)
        self.costs = LabTableView(self)
        self.findings = (QLabel(self), QLabel(self))
        self.note = QLabel(self)
        for label in (*self.findings, self.note):
            label.setFont(font(SMALL))
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.note.setProperty("tone", "caption")
        self.chart = IterationChartView(self)
        self._lay_out()
        self.count.chosen.connect(self.count_chosen)
        self.dials.turned.connect(self.dial_turned)
        self.bars.drawn.connect(self.bar_drawn)
        self.bars.picked.connect(self.dial_chosen)
        self.bars.turned.connect(self.turn)
        self._inner.setVisible(False)  # until there is something to show

    def _make_strip(self) -> None:
        self._strip = QWidget(self)
        self._strip.setObjectName("strip")
        self._strip.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.preset = CaptionCombo(self.tr("Key P"), self._strip, brief=True)
        self.preset.setVisible(False)
        self.field = ValueField(self._strip, self.preset)
        self.field.setFixedSize(_FIELD, 36)
        self.meaning = QLabel(self._strip)
        self.meaning.setFont(font(SMALL))
        self.meaning.setTextFormat(Qt.TextFormat.PlainText)
        self.meaning.setWordWrap(True)
        self.meaning.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.train = IconButton("train", self.tr("Train it"), "T", self._strip, primary=True)
        self.train.setEnabled(False)
        self._bar = QHBoxLayout(self._strip)
        self._bar.setSpacing(8)
        self._bar.addWidget(self.preset)
        self._bar.addWidget(self.field)
        self._bar.addSpacing(4)
        self._bar.addWidget(self.meaning, 1)
        self._bar.addWidget(self.train)
        self.preset.chosen.connect(self.preset_chosen)
        self.field.textEdited.connect(self.edited)
        self.field.returnPressed.connect(self._leave_text)
        self.train.clicked.connect(self.train_pressed)

    def _lay_out(self) -> None:
        adjust = QHBoxLayout()
        adjust.setSpacing(12)
        adjust.addWidget(self.dials, 1)
        adjust.addWidget(self.count)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.bars, 4)
        top.addWidget(self.claims, 3)
        told = QVBoxLayout()
        told.setSpacing(6)
        told.addWidget(self.costs)
        for label in (*self.findings, self.note):
            told.addWidget(label)
        told.addStretch(1)
        bottom = QHBoxLayout()
        bottom.setSpacing(12)
        bottom.addLayout(told, 4)
        bottom.addWidget(self.chart, 3)
        self._inner = QWidget(self)
        self._inner.setObjectName("page")
        self._margins = QVBoxLayout(self._inner)
        self._margins.setSpacing(10)
        self._margins.addLayout(adjust)
        self._margins.addLayout(top, 3)
        self._margins.addLayout(bottom, 2)
        area = scroll_area(self._inner, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._strip)
        column.addWidget(area, 1)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Lower rows, less padding."""
        pad = 12 if compact else 16
        self._bar.setContentsMargins(pad, 0, pad, 0)
        self._strip.setFixedHeight(44 if compact else 50)
        self._margins.setContentsMargins(pad, 8, pad, 12)
        self.train.set_compact(compact)
        self.costs.set_row_height(30 if compact else 44)

    def set_scene(self, scene: ScheduleScene) -> None:
        """Show a schedule."""
        self.preset.set_scene(scene.presets)
        self.preset.setVisible(True)
        self.field.set_scene(scene.field, self.tr("Schedule as text (F)"))
        wrong = scene.field.error
        self.meaning.setText(wrong or scene.field.hint)
        self.meaning.setToolTip(wrong or scene.field.hint)
        self.meaning.setProperty("tone", "error" if wrong else "second")
        self.meaning.style().polish(self.meaning)
        self.train.setEnabled(scene.can_train)
        self._dial, self._num_dials = scene.dial, len(scene.dials)
        before = len(self.dials.dials)
        self.dials.set_dials(scene.dials, scene.dial)
        if len(self.dials.dials) > before:
            for first, second in pairwise(self.tab_order()):
                QWidget.setTabOrder(first, second)
        self.dials.setEnabled(not wrong)
        self.count.set_value(scene.count)
        self.bars.set_players(scene.players, scene.dial if len(scene.dials) > 1 else -1)
        self.claims.set_claims(scene.claims)
        self.costs.set_table(scene.costs)
        for label, words in zip(
            (*self.findings, self.note), (*scene.findings, scene.note), strict=True
        ):
            label.setText(words)
            label.setToolTip(words)
        self.chart.set_scene(scene.chart)
        self._inner.setVisible(True)

    def move_dial(self, step: int) -> None:
        """Let keys change the dial beside the present one."""
        if self._num_dials:
            self.dial_chosen.emit(max(0, min(self._num_dials - 1, self._dial + step)))

    def turn(self, step: int) -> None:
        """Turn the chosen dial up or down."""
        self.dial_turned.emit(self._dial, step)

    def edit_text(self) -> None:
        """Type a schedule."""
        self.field.setFocus()
        self.field.selectAll()

    def _leave_text(self) -> None:
        """Let keys draw again."""
        self.bars.setFocus()

    def tab_order(self) -> list[QWidget]:
        """Controls from left to right."""
        choices = [*self.dials.buttons(), *self.count.buttons()]
        return [self.preset, self.field, self.train, *choices, self.bars]
