"""The statistics of each player, game by game: shares with their denominators under them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QWidget

from pokergui.language import tr_history as tr
from pokergui.language.joins import phrases
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.viewmodel import StatisticsGroup, StatisticsRow, StatisticsScene
from pokergui.widgets.guard import Painted, guarded_or
from pokergui.widgets.laying import column, label, row, when_compact
from pokergui.widgets.painting import RIGHT
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.tables.columns import EDGE, INNER, Column, Face
from pokergui.widgets.tables.table import HEADING, RowTable

_TITLE, _ROW, _GAME, _FOOT = 36, 38, 26, 4
_INDENT = 14.0
_PLAIN, _BOLD, _PARTS = Face(), Face(weight=600), Face(CAPTION, ink="t3")
_RESULT = Face(ink="t2")
Line = StatisticsGroup | StatisticsRow


def _name(line: Line) -> str:
    return line.name if isinstance(line, StatisticsRow) else phrases((line.title, line.result))


def _cell(at: int, line: Line) -> str:
    if isinstance(line, StatisticsGroup):
        return ""
    return f"{line.cells[at].value} ({line.cells[at].parts})"


class _Lines(RowTable[Line]):
    """A line for each game, and one for each of its players."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_name(self, tr("Statistics"))
        self.set_row_height(_ROW)
        self.verticalHeader().setMinimumSectionSize(_GAME)

    def set_scene(self, scene: StatisticsScene) -> None:
        """Show statistics; the line of a game spans all columns."""
        name = Column[Line]("", _name, paint=_paint_name, need=_name_width, least=84, part=0.4)
        figure = Column[Line]("", _name, align=RIGHT, stretch=1, least=45, edge=3)
        figures = [
            replace(
                figure,
                title=title,
                tip=tip,
                text=partial(_cell, at),
                paint=partial(_paint_cell, at),
                need=partial(_cell_width, at),
            )
            for at, (title, tip) in enumerate(zip(scene.columns, scene.tips, strict=True))
        ]
        if figures:
            figures[-1] = replace(figures[-1], edge=EDGE, least=54)
        self.clearSpans()
        self.set_columns([name, *figures])
        lines: list[Line] = []
        for group in scene.groups:
            lines += [group, *group.rows]
        self.set_rows(lines)
        for at, line in enumerate(lines):
            if isinstance(line, StatisticsGroup) and figures:
                self.setSpan(at, 0, 1, len(figures) + 1)

    def key_of(self, row: Line) -> str:
        return _name(row)

    def tip_of(self, row: Line, column: int) -> str:
        own = row.tip if isinstance(row, StatisticsRow) else ""
        return self.columns[column].tip or own or _name(row)

    def height_of(self, row: Line) -> int:
        return _GAME if isinstance(row, StatisticsGroup) else _ROW

    def ground(
        self, painter: QPainter, box: QRectF, row: Line, selected: bool, hovered: bool
    ) -> None:
        if selected or isinstance(row, StatisticsGroup):
            t = look.tokens()
            painter.fillRect(box, QColor(t.accbg if selected else t.bg2))


class _Note(Painted, QWidget):
    """The description of what is counted, as far as there is room."""

    words = ""

    def paint(self, painter: QPainter) -> None:
        _RESULT.write(painter, QRectF(self.rect()), self.words)


class StatisticsTable(QFrame):
    """Shows a ``StatisticsScene``; ``source_toggled`` has a source that should count or not."""

    source_toggled = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ruled")
        self._scene = StatisticsScene()
        self._most = 240
        self._switches: list[QToolButton] = []
        self.lines = _Lines(self)
        self.setFocusProxy(self.lines)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._note = _Note(self)
        title, head = label(tr("Statistics"), self, BODY, 600), QWidget(self)
        parts = (title, 4, (self._note, 1))
        self._head = row(*parts, on=head, gap=4, margins=(12, 0, 12, 0))
        head.setFixedHeight(_TITLE)
        column(head, (self.lines, 1), on=self, gap=0)
        when_compact(self, self._set_least, 1, 2)

    def _set_least(self, rows: int) -> None:
        self._least = rows
        self.updateGeometry()

    def set_most(self, height: int) -> None:
        """Set the largest height in pixels; the table takes no more than its lines need."""
        if height != self._most:
            self._most = height
            self.updateGeometry()

    def set_scene(self, scene: StatisticsScene) -> None:
        self._scene = scene
        self._note.words = scene.note
        set_name(self._note, scene.note)
        set_tip(self._note, scene.note)
        self.lines.set_scene(scene)
        self._show_switches()
        self.updateGeometry()

    def switches(self) -> list[QToolButton]:
        return self._switches

    def _show_switches(self) -> None:
        for switch in self._scene.switches[len(self._switches) :]:
            button = QToolButton(self)
            button.setCheckable(True)
            button.setFont(font(SMALL, 500))
            button.setProperty("segment", True)
            button.setProperty("dense", True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(self.source_toggled.emit, switch.key))
            self._head.addWidget(button)
            self._switches.append(button)
        for button, switch in zip(self._switches, self._scene.switches, strict=False):
            button.setText(switch.title)
            button.setChecked(switch.on)
            button.setEnabled(switch.enabled)
            set_tip(button, switch.tip)
            set_name(button, switch.tip)
        for index, button in enumerate(self._switches):
            button.setVisible(index < len(self._scene.switches))

    @guarded_or(QSize(400, 90))
    def sizeHint(self) -> QSize:
        """Return the height of all lines up to the limit, at least of a game and two players."""
        fixed = _TITLE + HEADING + _FOOT
        least = fixed + _GAME + self._least * _ROW
        lines = sum(map(self.lines.height_of, self.lines.rows))
        return QSize(400, max(least, min(fixed + lines, self._most)))

    @guarded_or(QSize(320, 90))
    def minimumSizeHint(self) -> QSize:
        return QSize(320, self.sizeHint().height())


def _name_width(line: Line) -> float:
    if not isinstance(line, StatisticsRow):
        return 0.0
    return _BOLD.advance(line.name) + _INDENT * line.inner


def _cell_width(at: int, line: Line) -> float:
    if isinstance(line, StatisticsGroup):
        return 0.0
    return max(_BOLD.advance(line.cells[at].value), _PARTS.advance(line.cells[at].parts))


def _paint_name(painter: QPainter, room: QRectF, line: Line) -> None:
    if isinstance(line, StatisticsRow):
        face = _BOLD if line.person else _RESULT if line.inner else _PLAIN
        face.write(painter, room.adjusted(_INDENT * line.inner, 2, 0, -2), line.name)
        return
    whole = room.adjusted(0, 0, INNER - EDGE, 0)
    used = _RESULT.write(painter, whole, line.result, RIGHT)
    _BOLD.write(painter, whole.adjusted(0, 0, -used - 12, 0), line.title)


def _paint_cell(at: int, painter: QPainter, room: QRectF, line: Line) -> None:
    """Paint a share and its fraction; if room is short, only the denominator."""
    if isinstance(line, StatisticsGroup):
        return
    cell = line.cells[at]
    place = QRectF(room.x(), room.y() + 2, room.width(), 17)
    _BOLD.write(painter, place, cell.value, RIGHT)
    shorter = _PARTS.advance(cell.parts) > room.width()
    words = cell.parts.split("/")[-1] if shorter else cell.parts
    _PARTS.write(painter, place.translated(0, 16), words, RIGHT)
