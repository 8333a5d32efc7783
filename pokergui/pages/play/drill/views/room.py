"""The drills view: choices, line, table or finished series, verdict, decisions, and its keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from pokergui.language import tr_play as tr
from pokergui.pages.play.drill.viewmodel.drill import DrillScene
from pokergui.pages.play.drill.views.reading import ReadingView
from pokergui.pages.play.drill.views.spottable import SpotTable
from pokergui.pages.play.drill.views.strips import SeriesPanel, VerdictStrip
from pokergui.pages.play.views.actionbar import ActionBar
from pokergui.pages.play.views.decisionkeys import add_decision_keys
from pokergui.theme.fonts import BODY
from pokergui.viewmodel import ActionBarScene, ActionSlot, LineScene, Notice, Sizing
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.felt.widget import PokerTable
from pokergui.widgets.guard import Fitted
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, label, tab_through
from pokergui.widgets.line import LineStrip
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.panels.toolbar import ToolBar

_NO_BAR = ActionBarScene((ActionSlot("fold", ""), ActionSlot("call", ""), ActionSlot("raise", "")))


class DrillRoom(Fitted, KeyedPage):
    """The view that shows a ``DrillScene``; holds copies and reports intents.

    Signals:
        opened: the view was shown.
        left: the user returns to Play's table.
    """

    opened = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arrange()
        self._wire()
        self._make_keys()

    def _arrange(self) -> None:
        self.top = ToolBar(self)
        self.game_box = CaptionCombo(tr("Key G"), self.top)
        self.depth_box = CaptionCombo(tr("Key D"), self.top)
        self.spots_box = CaptionCombo(tr("Key O"), self.top, brief=True)
        self.length_box = CaptionCombo(tr("Key L"), self.top, brief=True)
        self.judge_box = CaptionCombo(tr("Key E"), self.top, brief=True)
        self.dice = IconButton("cards", tr("Dice"), "W", self.top, show_key=False)
        self.at_end = IconButton(
            "last",
            tr("Verdicts at the end"),
            "V",
            self.top,
            show_key=False,
            label=tr("At the end"),
        )
        self.back = IconButton("close", tr("Leave"), "Esc", self.top)
        for toggle in (self.dice, self.at_end):
            toggle.setCheckable(True)
        parts = (
            self.game_box,
            self.depth_box,
            self.spots_box,
            self.length_box,
            self.judge_box,
            self.dice,
            self.at_end,
        )
        self.top.fill(*parts, None, self.back, short=(self.dice, self.at_end, self.back))
        self.line = LineStrip(self)
        self.table = PokerTable(self)
        self.notice = NoticePanel(self)
        self.rows = SpotTable(self)
        self._summary = label("", self, BODY, 600, wraps=True)
        self._problem = label("", self, tone="second", wraps=True)
        self._problem.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.reading = ReadingView(self)
        self._end, self._middle = QWidget(self), QStackedWidget(self)
        column(self._summary, (self.rows, 1), on=self._end, gap=10, margins=(16, 14, 16, 8))
        for part in (self.table, self._end, self._problem, self.reading):
            self._middle.addWidget(part)
        self.verdict = VerdictStrip(self)
        self.bar = ActionBar(self)
        self.series = SeriesPanel(self.bar)
        middle = (self._middle, 1)
        column(self.top, self.line, self.notice, middle, self.verdict, self.bar, on=self, gap=0)
        tab_through(
            *(
                self.game_box,
                self.depth_box,
                self.spots_box,
                self.length_box,
                self.judge_box,
                self.dice,
                self.at_end,
                self.back,
            ),
            *self.bar.tab_order(),
            *(self.rows, self.verdict.study, self.verdict.again, self.verdict.next),
            *self.reading.tab_order(),
        )

    def _wire(self) -> None:
        self.back.clicked.connect(self.left)
        self.shown.connect(self._shown)

    def _shown(self, seen: bool) -> None:
        if seen:
            self.opened.emit()

    def _make_keys(self) -> None:
        add_decision_keys(self, self.bar)
        self.begin_keys(tr("Series"))
        reading, verdict = self.reading, self.verdict
        for name, buttons, words in (
            (
                "Space",
                (verdict.next, *reading.leads),
                tr("submit the range; next spot or series"),
            ),
            ("A", (verdict.again, reading.verdict.again), tr("the same spot again")),
            ("S", (verdict.study, reading.verdict.study), tr("open the spot in Study")),
        ):
            self.add_key(name, partial(_press_first, buttons), words)
        self.add_key("I", reading.every.press, tr("put every hand into the range"))
        self.add_key("N", reading.none.press, tr("take every hand out of the range"))
        self.begin_keys(tr("Choices"))
        self.add_key("G", self.game_box.open, tr("choose the game"))
        self.add_key("D", self.depth_box.open, tr("choose the depth"))
        self.add_key("O", self.spots_box.open, tr("choose the spots"))
        self.add_key("L", self.length_box.open, tr("choose how far a spot is played on"))
        self.add_key("E", self.judge_box.open, tr("choose the judge"))
        self.add_key("W", self.dice.press, tr("roll dice for mixed strategies"))
        self.add_key("V", self.at_end.press, tr("verdicts at once or at the end"))
        for name in ("P", "Escape"):
            self.add_key(name, self.left, tr("back to the table"))

    def begin(self) -> None:
        """Come to the front and take the keys."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_compact(self, compact: bool) -> None:
        """Arrange for a small window."""
        shared = (self.top, self.line, self.table)
        parts = (*shared, self.verdict, self.bar, self.series, self.reading)
        for part in parts:
            part.set_compact(compact)
        self.fit()

    def fit(self) -> None:
        """Lay the series out in the bar, left of the decisions."""
        left = self.bar.presets[0].x() if self.bar.presets[0].x() > 0 else 16
        right = self.bar.action_buttons[0].x() - 16
        self.series.setGeometry(left, 0, max(0, right - left), self.bar.height())
        self.series.raise_()

    def set_scene(self, scene: DrillScene) -> None:
        """Show the view."""
        for box, choices in (
            (self.game_box, scene.game),
            (self.depth_box, scene.depth),
            (self.spots_box, scene.spots),
            (self.length_box, scene.length),
            (self.judge_box, scene.judge),
        ):
            box.setVisible(choices is not None)
            if choices is not None:
                box.set_scene(choices)
        self.dice.setChecked(scene.dice)
        self.at_end.setChecked(scene.at_end)
        self.line.set_scene(scene.line or LineScene())
        self.bar.set_scene(scene.bar or _NO_BAR)
        self.bar.setVisible(not (scene.over or scene.reading))
        for part in (self.line, self.verdict):
            part.setVisible(not scene.reading)
        for choice in (self.length_box, self.dice, self.at_end):
            choice.setVisible(not scene.reading)
        sizing = None if scene.bar is None else scene.bar.sizing
        chooses = isinstance(sizing, Sizing) and sizing.enabled
        self.series.setVisible(scene.series is not None and not chooses)
        self.series.set_scene(scene.series)
        self.verdict.set_scene(
            scene.verdict,
            can_next=scene.can_next,
            can_study=scene.can_study,
            over=bool(scene.over or scene.problem),
        )
        self.rows.set_rows(scene.rows)
        self._summary.setText(scene.over)
        self._problem.setText(scene.problem)
        shown = self._problem if scene.problem else self._end if scene.over else self.table
        self._middle.setCurrentWidget(self.reading if scene.reading else shown)
        self.top.fit()
        self.fit()

    def set_notice(self, notice: Notice | None) -> None:
        """Show a notice of work or of a problem, or none."""
        self.notice.set_notice(notice)


def _press_first(buttons: Sequence[IconButton]) -> None:
    """Press the first button that is available."""
    for button in buttons:
        if button.isVisible() and button.isEnabled():
            button.press()
            return
