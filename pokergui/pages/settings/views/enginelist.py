"""The list of engines in groups, each with its description and its strength or state."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_settings as tr
from pokergui.language.joins import phrases
from pokergui.pages.settings.viewmodel.engines import EngineListScene, EngineRow
from pokergui.pages.settings.views.moods import mood_token
from pokergui.theme.fonts import BODY, CAPTION
from pokergui.widgets.field import Note
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.painting import RIGHT, focus_ring
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_ROW, _HEADING = 52, 34
_HEAD, _FOOT = 44, 48
_TITLE, _DETAIL, _GROUP = Face(BODY, 600), Face(ink="t2"), Face(CAPTION, 500, "t3")


def said(row: EngineRow) -> str:
    """Describe an engine."""
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
        """Keep the selected engine in sight in another size."""
        super().fit()
        self.scrollTo(self.currentIndex())

    def in_front(self, row: EngineRow) -> bool:
        """Return whether a row is shown beside the list."""
        return row.front

    def height_of(self, row: EngineRow) -> int:
        """Return the height of a row, which is higher with a heading."""
        return _ROW + _HEADING if row.heading else _ROW

    def tip_of(self, row: EngineRow, column: int) -> str:
        """Describe an engine and the meaning of its figure."""
        del column
        return "\n".join(filter(None, (said(row), row.tip)))

    def ground(
        self, painter: QPainter, box: QRectF, row: EngineRow, selected: bool, hovered: bool
    ) -> None:
        """Paint a wash and a bar under the engine alone."""
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
        state = Face(ink=mood_token(row.mood))
        used = state.write(painter, line, row.state, RIGHT)
        _TITLE.write(painter, line.adjusted(0, 0, -used - 8, 0), row.title)
        _DETAIL.write(painter, line.translated(0, 19), row.detail)
        if self.hasFocus() and row is self.at_hand:
            focus_ring(painter, below.adjusted(1, 1, -1, -2), 4)


def _below(box: QRectF, row: EngineRow) -> QRectF:
    """Return the part of a row that is under its heading."""
    return box.adjusted(0, _HEADING if row.heading else 0, 0, 0)


class EngineSide(QWidget):
    """The list with its heading and the text under it.

    Attributes:
        list: the engines.
        add: the button that begins another one.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.list = EngineList(self)
        self.add = IconButton("add", tr("Add"), "N", self)
        set_tip(self.add, tr("Add a program or a Python file as an engine (N)"))
        self._count = label("", self, BODY, tone="caption")
        self._unit = Note(2, self)
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
        """Show the list."""
        self.list.set_scene(scene)
        self._count.setText(f"{len(scene.rows):,}")
        self._unit.set_words(scene.foot)
        self._foot.setVisible(bool(scene.foot))
