"""The result of a match so far: curve, estimates, sentence, statistics; tabs if room is short."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.viewmodel import StandingScene
from pokergui.pages.watch.views.tables import MethodTable, StatTable
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, SMALL, font, metrics
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import column
from pokergui.widgets.painting import text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name, set_tip


class Verdict(Painted, QWidget):
    """One sentence in bold and a note, on one line or two."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._note = "", ""
        self.setFixedHeight(42)

    def set_words(self, words: str, note: str) -> None:
        if (words, note) != (self._words, self._note):
            self._words, self._note = words, note
            set_name(self, words)
            set_description(self, note)
            set_tip(self, f"{words}\n{note}" if note else words)
            self.update()

    def paint(self, painter: QPainter) -> None:
        t, width = look.tokens(), self.width() - 4.0
        big, small = metrics(ACTION, 600), metrics(SMALL)
        size = ACTION if big.horizontalAdvance(self._words) <= width else BODY
        used = metrics(size, 600).horizontalAdvance(self._words)
        if used + 12 + small.horizontalAdvance(self._note) <= width:
            row = QRectF(2, 0, width, self.height())
            text(painter, row, self._words, font(size, 600), t.t1)
            row.setLeft(2 + used + 12)
            text(painter, row, self._note, font(SMALL), t.t2)
            return
        text(painter, QRectF(2, 2, width, 20), self._words, font(size, 600), t.t1)
        text(painter, QRectF(2, 22, width, 18), self._note, font(SMALL), t.t2)


_TABS = ("curve", "figures", "stats")
_MOST_ROWS = 3
"""Maximum number of engines whose figures and statistics share a tab in a small window."""


class StandingPanel(Painted, QWidget):
    """A panel that shows a ``StandingScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compact = False
        self._tab = _TABS[0]
        names = (tr("Curve"), tr("Figures"), tr("Statistics"))
        tabs = list(zip(_TABS, names, strict=True))
        self.tabs = Segmented(tr("Result"), tabs, self, keys=("V", "V", "V"))
        self._many = False
        self.tabs.set_value(self._tab)
        self.tabs.chosen.connect(self._show_tab)
        self.chart = ChartView(self)
        self.methods = MethodTable(self)
        self.verdict = Verdict(self)
        self.stats = StatTable(self)
        self.tabs.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._foot = QWidget(self)
        parts = (self.tabs, (self.chart, 1), self.methods, self.verdict, self.stats, self._foot)
        self._column = column(*parts, on=self)
        self.set_compact(False)

    def tab_order(self) -> list[QWidget]:
        return [*self.tabs.buttons(), self.chart]

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        pad = 12 if compact else 16
        self._column.setContentsMargins(pad, 12, pad, 12)
        self._column.setSpacing(10 if compact else 12)
        self._arrange()

    def next_tab(self) -> None:
        tabs = _TABS if self._many else _TABS[:2]
        if self._compact:
            self._show_tab(tabs[(tabs.index(self._tab) + 1) % len(tabs)])

    def _show_tab(self, tab: object) -> None:
        self._tab = str(tab)
        self.tabs.set_value(self._tab)
        self._arrange()

    def _arrange(self) -> None:
        curve = not self._compact or self._tab == _TABS[0]
        figures = not self._compact or self._tab == _TABS[1]
        stats = self._tab == _TABS[2] if self._compact and self._many else figures
        self.tabs.set_shown(_TABS[2], self._many)
        self.tabs.setVisible(self._compact)
        self.chart.setVisible(curve)
        self.methods.setVisible(figures)
        self.stats.setVisible(stats)
        # Keeps the figures at the top if they are alone.
        self._foot.setVisible(not curve)
        self._column.setStretchFactor(self._foot, 0 if curve else 1)
        self.update()

    def set_scene(self, scene: StandingScene) -> None:
        """Show the result; the statistics of many engines have a tab of their own."""
        many = len(scene.stats) > _MOST_ROWS
        if many != self._many:
            self._many = many
            self._tab = self._tab if many or self._tab != _TABS[2] else _TABS[1]
            self._show_tab(self._tab)
        self.chart.set_chart(scene.chart)
        self.methods.set_scene(scene)
        self.verdict.set_words(scene.verdict, scene.verdict_note)
        self.stats.set_scene(scene)

    def paint(self, painter: QPainter) -> None:
        painter.fillRect(QRectF(0, 0, 1, self.height()), QColor(look.tokens().line))
