"""The view of a range to be named: table or judge's range, grid to paint on, and score."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QWidget

from pokergui.language import tr_play as tr
from pokergui.pages.play.drill.viewmodel.reading import ReadingScene
from pokergui.pages.play.drill.views.strips import SeriesPanel, VerdictStrip
from pokergui.theme.fonts import BODY
from pokergui.widgets.felt.widget import PokerTable
from pokergui.widgets.field import PASTED
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.preview import RangePreview
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, dress, label, row
from pokergui.widgets.line import LineStrip
from pokergui.widgets.spoken import set_name

_LOW, _HIGH = 84, 108
"""Height of the bottom bar in a small and in a large window."""
_MOST_CELL = 60


class ReadingView(QWidget):
    """A view that shows a ``ReadingScene``.

    Signals:
        pasted: text of the range to take.

    Attributes:
        table: the spot.
        paint: the grid of the painted range.
        commit: the button that names it.
        every, none: the buttons that put every hand in and take every hand out.
        verdict: the score and the actions that follow.
    """

    pasted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line, self.table = LineStrip(self), PokerTable(self)
        self._judged, self._yours = QWidget(self), QWidget(self)
        self._judge = label("", self._judged, BODY, 600)
        self._grid = RangeGrid(self._judged)
        set_name(self._grid, tr("The judge's range"))
        column(self._judge, (self._grid, 1), on=self._judged, gap=8, margins=(16, 10, 8, 8))
        self._head = label(tr("Your read"), self._yours, BODY, 600)
        self._note = label("", self._yours, tone="second")
        self.paint = RangePreview(tr("Your opponent's range"), self._yours, _MOST_CELL)
        heading = row(self._head, None, self._note)
        column(heading, (self.paint, 1), on=self._yours, gap=8, margins=(8, 10, 16, 8))
        self._problem = label("", self, tone="second", wraps=True)
        self._problem.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._left = QStackedWidget(self)
        for part in (self.table, self._judged, self._problem):
            self._left.addWidget(part)
        self.verdict = VerdictStrip(self)
        self._foot = QWidget(self)
        dress(self._foot, "actionbar")
        self.series = SeriesPanel(self._foot)
        self.every = IconButton("", tr("All"), "I", self._foot)
        self.none = IconButton("", tr("None"), "N", self._foot)
        words = tr("Submit range")
        self.commit = IconButton("", words, tr("Space"), self._foot, primary=True)
        foot = ((self.series, 1), self.every, self.none, self.commit)
        row(*foot, on=self._foot, gap=8, margins=(16, 0, 16, 0))
        middle = row((self._left, 1), (self._yours, 1), gap=0)
        column(self.line, (middle, 1), self.verdict, self._foot, on=self, gap=0)
        self.paint.paste_pressed.connect(self._paste)
        self.set_compact(False)

    @property
    def leads(self) -> tuple[IconButton, ...]:
        """The buttons that Space presses: the first available one."""
        return self.commit, self.verdict.next

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        verdict = self.verdict
        buttons = (self.every, self.none, self.commit, verdict.study, verdict.again, verdict.next)
        return [self.paint, self._grid, *buttons]

    def _paste(self) -> None:
        self.pasted.emit(QGuiApplication.clipboard().text()[:PASTED])

    def set_copied(self, text: str) -> None:
        """Put the range on the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def set_compact(self, compact: bool) -> None:
        """Arrange for a small window."""
        for part in (self.line, self.table, self.verdict, self.series):
            part.set_compact(compact)
        self._foot.setFixedHeight(_LOW if compact else _HIGH)

    def set_scene(self, scene: ReadingScene) -> None:
        """Show a spot, both ranges, or how the series ended."""
        self.line.set_scene(scene.line)
        self._yours.setVisible(scene.yours is not None)
        self.paint.set_scene(scene.yours)
        self._note.setText(scene.note)
        self._judge.setText(scene.judge)
        if scene.judged is not None:
            self._grid.set_scene(scene.judged)
        self._problem.setText(scene.problem)
        left = self._judged if scene.judged is not None else self.table
        self._left.setCurrentWidget(self._problem if scene.problem else left)
        told = scene.verdict is not None
        self.verdict.set_scene(
            scene.verdict, can_next=scene.can_next, can_study=told, over=scene.over
        )
        self.series.set_scene(scene.series)
        for button in (self.every, self.none, self.commit):
            button.setVisible(scene.yours is not None and not told)
        self.commit.setEnabled(scene.can_commit)
