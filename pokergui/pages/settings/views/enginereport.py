"""The report of an engine's test: the verdict, and the findings with their counts."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_settings as tr
from pokergui.language.joins import phrases
from pokergui.pages.settings.viewmodel.engines import ReportRow, ReportScene
from pokergui.pages.settings.views.engineform import panel
from pokergui.pages.settings.views.moods import mood_token, paint_mood
from pokergui.theme.fonts import ACTION, BODY, SMALL
from pokergui.viewmodel import ProgressScene
from pokergui.widgets.dropdown import DropDown, Entry
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, label, restyle, row
from pokergui.widgets.painting import RIGHT
from pokergui.widgets.progress import ProgressLine
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_ROW = 40
_TITLE, _NOTE = Face(BODY, 500), Face(SMALL, 400, "t2")


def said(row: ReportRow) -> str:
    """Describe a finding."""
    return phrases((row.title, row.note, row.value))


class Findings(RowTable[ReportRow]):
    """The findings of a test, line by line."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False, ground="bg2")
        set_name(self, tr("Test report"))
        self.set_row_height(_ROW)
        self.set_columns([Column("", said, paint=self._paint, width=1, stretch=1)])

    def _paint(self, painter: QPainter, box: QRectF, row: ReportRow) -> None:
        """Paint sign, title above note, and the figure."""
        paint_mood(painter, QRectF(box.x() + 12, box.center().y() - 8, 16, 16), row.mood)
        right = box.adjusted(0, 0, -14, 0)
        bad = row.mood in ("bad", "remark")
        used = Face(SMALL, 600, mood_token(row.mood) if bad else "t1").write(
            painter, right, row.value, RIGHT
        )
        line = QRectF(box.x() + 38, box.y() + 2, right.right() - box.x() - 46 - used, 19)
        _TITLE.write(painter, line, row.title)
        _NOTE.write(painter, line.translated(0, 17), row.note)


class ReportPanel(QWidget):
    """A panel that shows a ``ReportScene``.

    Attributes:
        stop: the button that stops a test.
        game: the choice of the game of the next test.
        rows: the findings.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.stop = IconButton("stop", tr("Stop"), "X", self)
        set_tip(self.stop, tr("Stop the test and discard its results (X)"))
        self._when = label("", self, tone="caption", wraps=True)
        self._verdict = label("", self, ACTION, 600, wraps=True)
        self._note = label("", self, tone="second", wraps=True)
        self._progress = ProgressLine(self)
        self._progress.setFixedHeight(24)
        self._moving = QWidget(self)
        row((self._progress, 1), self.stop, on=self._moving, gap=12)
        self.rows = Findings(self)
        self.game = DropDown(tr("Game of the test"), self, "G")
        head = row(label(tr("Test report"), self, BODY, 600), None, self.game, gap=12)
        told = (self._verdict, self._when, self._note, self._moving)
        words = column(*told, gap=4, margins=(16, 10, 16, 6))
        flush = (0, 0, 0, 0)
        self._frame = panel(self, head, words, self.rows, None, margins=flush)
        column(self._frame, on=self)
        self.set_scene(ReportScene())

    def set_scene(self, scene: ReportScene) -> None:
        """Show a report, or the progress of the test."""
        self._when.setText(scene.when)
        self._when.setVisible(bool(scene.when))
        self._verdict.setText(scene.title)
        restyle(self._verdict, "tone", "error" if scene.mood == "bad" else "")
        restyle(self._frame, "bar", scene.mood)
        self._note.setText(scene.note)
        self._note.setVisible(bool(scene.note))
        self._progress.set_scene(scene.running or ProgressScene())
        self._moving.setVisible(scene.running is not None)
        games = scene.games
        self.game.setVisible(games is not None)
        if games is not None:
            self.game.set_entries(
                [Entry(one.key, one.title) for one in games.choices], games.current
            )
        self.rows.set_rows(scene.rows)
        self.rows.setFixedHeight(_ROW * len(scene.rows))
        self.rows.setVisible(bool(scene.rows))
