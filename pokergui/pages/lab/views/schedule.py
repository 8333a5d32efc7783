"""The tab "Sampling schedule": k of N against depth, the patent's claims, cost and convergence."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from pokergui.language import tr_lab as tr
from pokergui.pages.lab.viewmodel.schedule import ScheduleScene
from pokergui.pages.lab.views.bars import ScheduleBars
from pokergui.pages.lab.views.claims import ClaimsView
from pokergui.pages.lab.views.dials import DialRow
from pokergui.pages.lab.views.tab import LabTab, StripBar
from pokergui.pages.lab.views.table import LabTableView
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, label, restyle, row, tab_through
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_tip
from pokergui.widgets.valuefield import ValueField

_FIELD = 190


class ScheduleTab(LabTab):
    """Shows a ``ScheduleScene``.

    Attributes:
        games: the list of games, in the bar of the page.
        preset: listed schedules.
        field: the schedule as text.
        count: the decisions that count: own or both.
        dials: the schedule's numbers, turned by their buttons and by keys.
        bars: the actions walked; bars can be redrawn, and choose the dial that keys turn.
        train: trains with the schedule.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._dial = self._num_dials = 0
        self.games = CaptionCombo(tr("Key G"), self, brief=True)
        self.games.setVisible(False)
        self.dials = DialRow(self)
        self.count = Segmented(
            tr("Depth counts"),
            (("own", tr("Own decisions")), ("both", tr("Both players’"))),
            self,
            ("O", "B"),
            dense=True,
        )
        self.bars = ScheduleBars(self)
        self._make_strip()
        self.claims = ClaimsView(self)
        self.costs = LabTableView(self)
        self.findings = (label("", self, shrinks=True), label("", self, shrinks=True))
        self.note = label("", self, tone="caption", shrinks=True)
        self.chart = ChartView(self)
        told = column(self.costs, *self.findings, self.note, None, gap=6)
        self._body = column(
            row((self.dials, 1), self.count, gap=12),
            (row((self.bars, 4), (self.claims, 3), gap=12), 3),
            (row((told, 4), (self.chart, 3), gap=12), 2),
            gap=10,
        )
        self.lay_out(self._strip, self._body)
        self.set_compact(False)
        self.bars.turned.connect(self._turn)
        self._make_keys()

    def _make_strip(self) -> None:
        self._strip = StripBar(self)
        self.preset = CaptionCombo(tr("Key P"), self._strip, brief=True)
        self.preset.setVisible(False)
        self.field = ValueField(self._strip, self.preset)
        self.field.setFixedSize(_FIELD, 36)
        self.meaning = label("", self._strip, wraps=True, shrinks=True)
        self.train = IconButton("train", tr("Train it"), "T", self._strip, primary=True)
        self.train.setEnabled(False)
        self._strip.fill(self.preset, self.field, 4, (self.meaning, 1), self.train)
        self.field.returnPressed.connect(self.bars.setFocus)  # so that keys draw again

    def _make_keys(self) -> None:
        self.add_key("P", self.preset.open, tr("choose a schedule"))
        self.add_key("F", self._edit_text, tr("type a schedule"))
        beside = tr("another decision or round")
        more = tr("more, fewer actions there")
        for key, step in (("Left", -1), ("Right", 1)):
            self.add_key(key, partial(self._move, step), beside, repeat=True)
        for key, step in (("+", 1), ("=", 1), ("-", -1)):
            self.add_key(key, partial(self._turn, step), more, repeat=True)
        self.add_keys("OB", self.count, tr("count own decisions, or both players'"))
        self.add_key("T", self.train.press, tr("use the schedule in Train"))
        self.add_key("J", self.chart.take_keys, tr("read the chart with arrows"))

    def set_compact(self, compact: bool) -> None:
        """Use lower rows and less padding."""
        pad = 12 if compact else 16
        self._strip.set_compact(compact)
        self._body.setContentsMargins(pad, 8, pad, 12)
        self.train.set_compact(compact)
        self.costs.set_row_height(30 if compact else 44)

    def set_scene(self, scene: ScheduleScene) -> None:
        """Show a schedule."""
        for box, entries in ((self.games, scene.games), (self.preset, scene.presets)):
            box.set_scene(entries)
            box.setVisible(True)
        self.field.set_scene(scene.field, tr("Schedule as text (F)"))
        wrong = scene.field.error
        self.meaning.setText(wrong or scene.field.hint)
        set_tip(self.meaning, wrong or scene.field.hint)
        restyle(self.meaning, "tone", "error" if wrong else "second")
        self.train.setEnabled(scene.can_train)
        self._dial, self._num_dials = scene.dial, len(scene.dials)
        before = len(self.dials.dials)
        self.dials.set_dials(scene.dials, scene.dial)
        if len(self.dials.dials) > before:
            tab_through(*self.tab_order())
        self.dials.setEnabled(not wrong)
        self.count.set_value(scene.count)
        self.bars.set_players(scene.players, scene.dial if len(scene.dials) > 1 else -1)
        self.claims.set_claims(scene.claims, scene.left_out)
        self.costs.set_table(scene.costs)
        lines = (*self.findings, self.note)
        for line, words in zip(lines, (*scene.findings, scene.note), strict=True):
            line.setText(words)
            set_tip(line, words)
        self.chart.set_chart(scene.chart)
        self.body.setVisible(True)

    def _move(self, step: int) -> None:
        """Choose the dial next to the current one."""
        if self._num_dials:
            self.bars.picked.emit(max(0, min(self._num_dials - 1, self._dial + step)))

    def _turn(self, step: int) -> None:
        """Turn the current dial up or down."""
        self.dials.turned.emit(self._dial, step)

    def _edit_text(self) -> None:
        self.field.setFocus()
        self.field.selectAll()

    def tab_order(self) -> list[QWidget]:
        """Return the controls from left to right."""
        choices = [*self.dials.buttons(), *self.count.buttons()]
        return [self.preset, self.field, self.train, *choices, self.bars, self.chart]
