"""The list of engines in groups, each with its description and its strength or state."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_settings as tr
from pokergui.language.joins import phrases
from pokergui.pages.settings.viewmodel import (
    EngineListScene,
    EngineRow,
    LogRow,
    LogScene,
    ReportRow,
    ReportScene,
)
from pokergui.pages.settings.views.engineform import panel
from pokergui.pages.settings.views.sections import INKS, paint_mood
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL
from pokergui.viewmodel import ProgressScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.combo import DropDown, Entry
from pokergui.widgets.field import FieldNote
from pokergui.widgets.laying import column, label, restyle, row, show_words
from pokergui.widgets.painting import CENTRE, RIGHT, focus_ring
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.strips import ProgressLine
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_ROW, _HEADING = 52, 34
_HEAD, _FOOT = 44, 48
_TITLE, _DETAIL, _GROUP = Face(BODY, 600), Face(ink="t2"), Face(CAPTION, 500, "t3")


def said(row: EngineRow) -> str:
    return phrases((row.title, row.detail, row.state))


class EngineList(RowTable[EngineRow]):
    """All engines; the heading of a group is over its first one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False)
        self.ringed = False  # the ring goes round an engine, not round its heading
        set_name(self, tr("Engines"))
        self.set_row_height(_ROW)
        self.set_columns([Column("", said, paint=self._paint, width=1, stretch=1)])

    def set_scene(self, scene: EngineListScene) -> None:
        """Show engines; the selected one is current. Emits nothing."""
        self.set_rows(scene.rows)
        front = next((row.key for row in scene.rows if row.front), None)
        if front is None:
            self.clearSelection()
        else:
            self.select(front)

    def fit(self) -> None:
        super().fit()
        self.scrollTo(self.currentIndex())

    def in_front(self, row: EngineRow) -> bool:
        return row.front

    def height_of(self, row: EngineRow) -> int:
        return _ROW + _HEADING if row.heading else _ROW

    def tip_of(self, row: EngineRow, column: int) -> str:
        del column
        return "\n".join(filter(None, (said(row), row.tip)))

    def ground(
        self, painter: QPainter, box: QRectF, row: EngineRow, selected: bool, hovered: bool
    ) -> None:
        super().ground(painter, _below(box, row), row, selected, hovered)

    def _paint(self, painter: QPainter, box: QRectF, row: EngineRow) -> None:
        """Paint heading; title and state; description."""
        pad = 12.0 if box.width() < 270 else 16.0
        room = box.adjusted(pad, 0, -pad, 0)
        if row.heading:
            over = QRectF(room.x(), room.y(), room.width(), _HEADING)
            _GROUP.write(painter, over.adjusted(0, 6, 0, 0), row.heading)
        below = _below(box, row)
        line = QRectF(room.x(), below.y() + 6, room.width(), 20)
        state = Face(ink=INKS[row.mood])
        used = state.write(painter, line, row.state, RIGHT)
        _TITLE.write(painter, line.adjusted(0, 0, -used - 8, 0), row.title)
        _DETAIL.write(painter, line.translated(0, 19), row.detail)
        if self.hasFocus() and row is self.at_hand:
            focus_ring(painter, below.adjusted(1, 1, -1, -2), 4)


def _below(box: QRectF, row: EngineRow) -> QRectF:
    return box.adjusted(0, _HEADING if row.heading else 0, 0, 0)


class EngineSide(QWidget):
    """The list with its heading and the text under it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.list = EngineList(self)
        self.add = IconButton("add", tr("Add"), "N", self)
        set_tip(self.add, tr("Add a program or a Python file as an engine (N)"))
        self._count = label("", self, BODY, tone="caption")
        self._unit = FieldNote(2, self)
        self._foot = QWidget(self)
        self._foot.setObjectName("sidefoot")
        self._foot.setFixedHeight(_FOOT)
        row(self._unit, on=self._foot, margins=(16, 0, 12, 0))
        title = label(tr("Engines"), self, BODY, 600)
        head = QWidget(self)
        head.setObjectName("sidehead")
        head.setFixedHeight(_HEAD)
        row(title, 6, self._count, None, self.add, on=head, gap=0, margins=(16, 0, 12, 0))
        column(head, (self.list, 1), self._foot, on=self, gap=0)

    def set_scene(self, scene: EngineListScene) -> None:
        self.list.set_scene(scene)
        self._count.setText(f"{len(scene.rows):,}")
        self._unit.set_words(scene.foot)
        self._foot.setVisible(bool(scene.foot))


_LINE = 20
_SIGNS = {"in": "→", "out": "←", "stderr": "!", "error": "✕", "event": "·", "day": ""}
_INKS = {"in": "t2", "out": "t1", "stderr": "t2", "error": "neg", "event": "t3", "day": "t3"}
_TIME, _CAPTION = 62, Face(CAPTION, 400, "t3")


def _line(row: LogRow) -> str:
    return " ".join(filter(None, (row.time, _SIGNS[row.sign], row.words)))


class LogLines(RowTable[LogRow]):
    """Lines of a log, the newest at the bottom; a view that is there follows new ones."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False, ground="bg2")
        set_name(self, tr("Log"))
        self.set_row_height(_LINE)
        self.set_columns([Column("", _line, paint=self._paint, width=1, stretch=1)])

    def ground(
        self, painter: QPainter, box: QRectF, row: LogRow, selected: bool, hovered: bool
    ) -> None:
        """Paint no lines between rows."""

    def set_rows(self, rows: object) -> None:
        """Show lines; a view at the newest line follows new ones."""
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum()
        super().set_rows(rows)  # type: ignore[arg-type]
        if follows:
            self.scrollToBottom()

    def _paint(self, painter: QPainter, box: QRectF, row: LogRow) -> None:
        left = box.x() + 14
        _CAPTION.write(painter, QRectF(left, box.y(), _TIME, box.height()), row.time)
        ink = {"out": "acc", "stderr": "unc"}.get(row.sign, _INKS[row.sign])
        sign = QRectF(left + _TIME - 8, box.y(), 14, box.height())
        Face(CAPTION, 500, ink).write(painter, sign, _SIGNS[row.sign], CENTRE)
        words = box.adjusted(14 + _TIME + 14, 0, -10, 0)
        if row.sign == "day":
            words.setLeft(left)
        Face(CAPTION, 400, _INKS[row.sign]).write(painter, words, row.words)


class LogPanel(QWidget):
    """A panel that shows a ``LogScene``."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._only_errors = False
        which = [(False, tr("All")), (True, tr("Errors"))]
        self.which = Segmented(tr("Log"), which, self, ("E", "E"), dense=True)
        self.lines = LogLines(self)
        self._none = label("", self, tone="caption", wraps=True)
        self._none.setContentsMargins(16, 12, 16, 12)
        head = row(label(tr("Log"), self, BODY, 600), None, self.which)
        flush = (0, 4, 0, 4)
        self._rest = QWidget(self)
        parts = (self._none, (self._rest, 1), (self.lines, 1))
        column(panel(self, head, *parts, margins=flush), on=self)
        self.set_scene(LogScene())

    def set_scene(self, scene: LogScene) -> None:
        self._only_errors = scene.only_errors
        self.lines.set_rows(scene.rows)
        show_words(self._none, scene.note)
        self._rest.setVisible(bool(scene.note))
        self.lines.setVisible(not scene.note)
        errors = tr("Errors {count}").format(count=f"{scene.errors:,}")
        self.which.set_words((tr("All"), errors))
        self.which.set_value(scene.only_errors)

    def toggle(self) -> None:
        self.which.chosen.emit(not self._only_errors)


_FINDING = 40


def _finding(row: ReportRow) -> str:
    return phrases((row.title, row.note, row.value))


class Findings(RowTable[ReportRow]):
    """The findings of a test, line by line."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False, ground="bg2")
        set_name(self, tr("Test report"))
        self.set_row_height(_FINDING)
        self.set_columns([Column("", _finding, paint=self._paint, width=1, stretch=1)])

    def _paint(self, painter: QPainter, box: QRectF, row: ReportRow) -> None:
        paint_mood(painter, QRectF(box.x() + 12, box.center().y() - 8, 16, 16), row.mood)
        right = box.adjusted(0, 0, -14, 0)
        bad = row.mood in ("bad", "remark")
        used = Face(SMALL, 600, INKS[row.mood] if bad else "t1").write(
            painter, right, row.value, RIGHT
        )
        line = QRectF(box.x() + 38, box.y() + 2, right.right() - box.x() - 46 - used, 19)
        Face(BODY, 500).write(painter, line, row.title)
        _DETAIL.write(painter, line.translated(0, 17), row.note)


class ReportPanel(QWidget):
    """A panel that shows a ``ReportScene``."""

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
        show_words(self._when, scene.when)
        self._verdict.setText(scene.title)
        restyle(self._verdict, "tone", "error" if scene.mood == "bad" else "")
        restyle(self._frame, "bar", scene.mood)
        show_words(self._note, scene.note)
        self._progress.set_scene(scene.running or ProgressScene())
        self._moving.setVisible(scene.running is not None)
        games = scene.games
        self.game.setVisible(games is not None)
        if games is not None:
            self.game.set_entries(
                [Entry(one.key, one.title) for one in games.choices], games.current
            )
        self.rows.set_rows(scene.rows)
        self.rows.setFixedHeight(_FINDING * len(scene.rows))
        self.rows.setVisible(bool(scene.rows))
