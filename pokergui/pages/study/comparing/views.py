"""The grid of Study, alone or beside a second one, and the line of changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.comparing.viewmodel import (
    Beside,
    DifferenceList,
    DifferenceRow,
    VersusScene,
)
from pokergui.pages.study.reading.viewmodel import Which
from pokergui.pages.study.reading.views.detail import ActionEntry
from pokergui.theme import look
from pokergui.theme.colours import action_colour, paint_swatch
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel.grid import GridAction, GridScene
from pokergui.viewmodel.strips import Figure
from pokergui.widgets.buttons import IconButton, QuietButton
from pokergui.widgets.combo import DropDown, Entry
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.guard import Fitted, Painted, guarded
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.painting import LEFT, RIGHT, advance, text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.tables.columns import Column
from pokergui.widgets.tables.table import RowTable

_CAPTION, _GAP = 24, 12
_SWATCH = 13.0


class GridCaption(Painted, QWidget):
    """The title of a grid, and the current cell's frequencies in it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = ""
        self._scene, self._index = GridScene(0, 0, ()), -1
        self.left = self.right = 0

    def set_cell(self, scene: GridScene, index: int) -> None:
        self._scene, self._index = scene, index if index < len(scene.cells) else -1
        set_name(self, " ".join(filter(None, (self.title, self.words()))))
        self.update()

    def words(self) -> str:
        if self._index < 0:
            return ""
        cell, actions = self._scene.cells[self._index], self._scene.actions
        pairs = zip(actions, cell.shares, strict=bool(cell.shares))
        return phrases([cell.label, *(f"{act.title} {100 * share:.0f}%" for act, share in pairs)])

    def paint(self, painter: QPainter) -> None:
        """Paint the title, and the cell's figures at the right; the rarest are left out first."""
        t = look.tokens()
        row = QRectF(self.left, 0, self.right - self.left, _CAPTION - 4)
        room = row if self._index < 0 else row.adjusted(0, 0, -row.width() / 3, 0)
        used = text(painter, room, self.title, font(BODY, 600), t.t1) + 16
        if self._index < 0:
            return
        cell = self._scene.cells[self._index]
        actions, shares = self._scene.actions, cell.shares
        figures = [f"{100 * share:.0f}" for share in shares]
        needs = [_SWATCH + 5 + advance(figure, SMALL, 500) + 10 for figure in figures]
        label = advance(cell.label, SMALL, 600) + 10
        shown = list(range(len(shares)))
        while shown and sum(needs[i] for i in shown) > row.width() - used - label:
            shown.remove(min(shown, key=lambda i: shares[i]))
        x = row.right() - sum(needs[i] for i in shown) - label + 10
        text(painter, QRectF(x, 0, label, row.height()), cell.label, font(SMALL, 600), t.t1)
        x += label
        for i in shown:
            swatch = QRectF(x, row.center().y() - _SWATCH / 2, _SWATCH, _SWATCH)
            paint_swatch(painter, swatch, actions[i].tone, actions[i].rank)
            place = QRectF(x + _SWATCH + 5, 0, needs[i], row.height())
            text(painter, place, figures[i], font(SMALL, 500), t.t1)
            x += needs[i]


class GridPair(Fitted, QWidget):
    """One grid, or two of the same size with captions, which share hover and pin."""

    hovered = Signal(int)
    pinned = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.main, self.other = RangeGrid(self), RangeGrid(self)
        self.captions = [GridCaption(self), GridCaption(self)]
        self._beside: Beside | None = None
        self._at = -1
        for grid in (self.main, self.other):
            grid.hovered.connect(self._hovered)
            grid.pinned.connect(self._pinned)
        self.fit()

    @property
    def both(self) -> bool:
        return self._beside is not None

    def set_grids(self, shown: GridScene, beside: Beside | None) -> None:
        self._beside = beside
        self.main.set_scene(shown)
        if beside is not None:
            self.other.set_scene(beside.grid)
            set_name(self.other, tr("Range: {name}").format(name=beside.names[1]))
            names = beside.names[::-1] if beside.left else beside.names
            for caption, name in zip(self.captions, names, strict=True):
                caption.title = name
        self.fit()
        self._tell()

    def _grids(self) -> tuple[RangeGrid, RangeGrid]:
        left = self._beside is not None and self._beside.left
        return (self.other, self.main) if left else (self.main, self.other)

    def set_pin(self, index: int) -> None:
        for grid in (self.main, self.other):
            grid.set_pin(index)
        self._tell()

    def _hovered(self, index: int) -> None:
        self._at = index
        for grid in (self.main, self.other):
            if grid is not self.sender():
                grid.set_hover(index)
        self._tell()
        self.hovered.emit(index)

    def _pinned(self, index: int) -> None:
        self.set_pin(index)
        self.pinned.emit(index)

    def _tell(self) -> None:
        index = self._at if self._at >= 0 else self.main.pin
        for caption, grid in zip(self.captions, self._grids(), strict=True):
            caption.set_cell(grid.scene, index)

    def _rooms(self, width: int, height: int) -> tuple[QRect, QRect]:
        """Return the rectangles of both grids: side by side or stacked, whichever is larger."""
        half = (width - _GAP) // 2
        beside = QRect(0, _CAPTION, half, height - _CAPTION)
        tall = (height - 2 * _CAPTION - _GAP) // 2
        over = QRect(0, _CAPTION, width, tall)
        if min(over.width(), over.height()) > min(beside.width(), beside.height()):
            return over, over.translated(0, tall + _GAP + _CAPTION)
        return beside, beside.translated(half + _GAP, 0)

    def used_height(self, width: int, height: int) -> int:
        if not self.both:
            return self.main.used_height(width, height)
        _, last = self._rooms(width, height)
        return last.y() + self.main.used_height(last.width(), last.height())

    def fit(self) -> None:
        if self.both:
            rooms = self._rooms(self.width(), self.height())
            for caption, grid, room in zip(self.captions, self._grids(), rooms, strict=True):
                grid.setGeometry(room)
                area = grid.places().area
                caption.setGeometry(room.x(), room.y() - _CAPTION, room.width(), _CAPTION)
                caption.left, caption.right = area.left(), area.right()
        else:
            self.main.setGeometry(self.rect())
        for widget in (self.other, *self.captions):
            widget.setVisible(self.both)


def changed_entries(
    changes: Sequence[Figure], actions: Sequence[GridAction]
) -> tuple[ActionEntry, ...]:
    """Return changes over the whole range: "Bet 50" "31% to 12%", with the marks of actions."""
    known = {action.title: action for action in actions}
    acts = [known.get(change.label) for change in changes]
    return tuple(
        ActionEntry(act, change.label, act.short if act is not None else "", *told)
        for act, change in zip(acts, changes, strict=True)
        for told in [(change.value, change.rest)]
    )


ROW = 46
_HEAD = 22
_PAD = 16.0
_COST, _REACH = 58.0, 50.0


def _columns(width: float) -> tuple[QRectF, QRectF, QRectF, QRectF]:
    left, right = _PAD, width - _PAD
    cost = QRectF(right - _COST, 0, _COST, ROW)
    reach = QRectF(cost.x() - _REACH - 4, 0, _REACH, ROW)
    free = reach.x() - left
    hand = QRectF(left, 0, round(free * 0.56), ROW)
    bars = QRectF(hand.right() + 8, 0, reach.x() - 4 - hand.right() - 8, ROW)
    return hand, bars, reach, cost


def _paint_strategy(
    painter: QPainter, box: QRectF, actions: tuple[GridAction, ...], shares: tuple[float, ...]
) -> None:
    t = look.tokens()
    painter.fillRect(box, QColor(t.bg4))
    x = box.x()
    for action, share in zip(actions, shares, strict=True):
        part = QRectF(x, box.y(), box.width() * share, box.height())
        if part.width() >= 0.25:
            painter.fillRect(part, QColor(action_colour(action.tone, action.rank)))
        x = part.right()


def paint_row(painter: QPainter, box: QRectF, row: DifferenceRow) -> None:
    t = look.tokens()
    hand, bars, reach, cost = (part.translated(box.topLeft()) for part in _columns(box.width()))
    upper, lower, line = 5, 24, 17
    y = upper if row.note else (ROW - line) / 2
    title = QRectF(hand.x(), hand.y() + y, hand.width(), line)
    used = text(painter, title, row.title, font(SMALL, 600), t.t1) + 8
    text(painter, title.adjusted(used, 0, 0, 0), row.player, font(SMALL), t.t2)
    note = QRectF(hand.x(), hand.y() + lower, bars.right() - hand.x(), line)
    text(painter, note, row.note, font(CAPTION), t.t2)
    high = 7 if row.note else 11
    top = QRectF(bars.x(), bars.y() + (6 if row.note else 10), bars.width(), high)
    _paint_strategy(painter, top, row.actions, row.first)
    _paint_strategy(painter, top.translated(0, high + 2), row.actions, row.second)
    for words, at, colour in ((row.reach, upper, t.t1), (row.change, lower, t.t2)):
        place = QRectF(reach.x(), reach.y() + at, reach.width(), line)
        text(painter, place, words, font(SMALL), colour, RIGHT)
    place = QRectF(cost.x(), cost.y() + upper, cost.width(), line)
    text(painter, place, row.cost, font(SMALL, 600), t.t1, RIGHT)
    well = QRectF(cost.x() + 8, cost.y() + lower + 6, cost.width() - 8, 5)
    painter.fillRect(well, QColor(t.bg4))
    filled = max(1.0, well.width() * abs(row.part))
    colour = t.acc if row.part >= 0 else t.pos
    painter.fillRect(QRectF(well.right() - filled, well.y(), filled, 5), QColor(colour))


class _Heads(Painted, QWidget):
    """The names of the columns; the last is the unit of costs, empty if there are none."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._unit = ""
        self.setFixedHeight(_HEAD)

    def set_unit(self, unit: str) -> None:
        self._unit = unit
        self.update()

    def paint(self, painter: QPainter) -> None:
        words = (tr("Hand"), tr("Both"), tr("Reach, diff"), self._unit)
        for box, told, align in zip(
            _columns(self.width()), words, (LEFT, LEFT, RIGHT, RIGHT), strict=True
        ):
            wider = 20 if align == RIGHT else 0
            head = QRectF(box.x() - wider, 0, box.width() + wider, _HEAD)
            text(painter, head, told, font(CAPTION), look.tokens().t3, align)


class DifferencesView(RowTable[DifferenceRow]):
    """The rows of the list."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False, opens_by_click=True, ground="bg2")
        set_name(self, tr("Largest deviations"))
        self.set_row_height(ROW)
        self.set_columns([Column("", lambda row: row.spoken, paint=paint_row)])

    def ground(
        self, painter: QPainter, box: QRectF, row: DifferenceRow, selected: bool, hovered: bool
    ) -> None:
        t = look.tokens()
        if selected or hovered:
            painter.fillRect(box, QColor(t.accbg if selected else t.bg3))
        line = QRectF(box.x() + _PAD, box.bottom() - 1, box.width() - 2 * _PAD, 1)
        painter.fillRect(line, QColor(t.line))

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.open(self.currentIndex())
        else:
            super().keyPressEvent(event)


class DifferencesPanel(QWidget):
    """Shows a ``DifferenceList``."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = label("", self, BODY, 600)
        self._note = label("", self, tone="second", wraps=True)
        self.close_button = QuietButton("close", tr("Close the list"), "I", self, 28)
        self._heads = _Heads(self)
        self.view = DifferencesView(self)
        head = row((self._title, 1), self.close_button, margins=(16, 6, 10, 0))
        notes = row(self._note, margins=(16, 0, 16, 4))
        column(head, notes, self._heads, (self.view, 1), on=self, gap=2)

    def set_list(self, differences: DifferenceList) -> None:
        """Show a list; the last one stays while it is computed."""
        whole = tr("Largest deviations, whole game")
        self._title.setText(whole if differences.whole else tr("Largest deviations, here"))
        words = tr("Comparing…") if differences.waiting else differences.note
        self._note.setText(words)
        self._note.setVisible(bool(words))
        self._heads.set_unit(differences.unit)
        self._heads.setVisible(bool(differences.rows))
        if not differences.waiting:
            self.view.set_rows(differences.rows)

    def focus(self) -> None:
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)


_LONGEST, _SHORTEST = 132, 36
"""Most and fewest pixels of a strategy's name in the switch."""
_SEGMENT = 27
"""Pixels of a segment besides its label."""
_LISTED, _LOW = 124, 28
"""Most pixels of the drop-down list, and its height in a row with others."""


class VersusBar(Fitted, QWidget):
    """Shows a ``VersusScene`` except its grids and list, in a row alone or with others."""

    list_toggled = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._scene: VersusScene | None = None
        self._names: tuple[str, str] | None = None
        self.told = ""
        self._short = False
        self.switch = Segmented(tr("Compared"), (), self, dense=True)
        self.switch.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.pick = DropDown(tr("Compared"), self, "C")
        self.pick.setMaximumWidth(_LISTED)
        self.measure = DropDown(tr("Difference of"), self)
        self._told = label("", self, tone="second", shrinks=True)
        self.list = IconButton("", tr("List"), "I", self)
        self.list.set_compact(True)
        self._least = self.list.sizeHint().width()
        self.list.setCheckable(True)
        self.list.clicked.connect(self._list_pressed)
        self._row = row(
            self.switch, self.pick, self.measure, (self._told, 1), self.list, on=self, gap=8
        )
        self.hide()

    @property
    def first_shown(self) -> bool:
        return self._scene is None or self._scene.which in ("first", "both")

    def set_scene(self, scene: VersusScene | None) -> None:
        self._scene = scene
        self.setVisible(scene is not None)
        if scene is None:
            return
        titles = (*scene.names, tr("Both"), tr("Difference"))
        if scene.names != self._names:
            self._names = scene.names
            self.switch.set_entries(list(zip(get_args(Which), titles, strict=True)), ("C",) * 4)
        self.switch.set_value(scene.which)
        self.pick.set_entries(list(map(Entry, get_args(Which), titles)), scene.which)
        differs = scene.which == "difference" and bool(scene.measures)
        self.measure.setVisible(differs)
        measures = [Entry(each.key, each.title) for each in scene.measures]
        self.measure.set_entries(measures, scene.measure)
        self.list.setChecked(scene.differences is not None)
        words = tr("{first} minus {second}") if differs else ""
        self.told = words.format(first=scene.names[0], second=scene.names[1])
        set_tip(self._told, self.told)
        self.fit()

    def set_short(self, short: bool) -> None:
        """Use the low form for a row with others, with a drop-down list instead of the switch."""
        self._short = short
        self.fit()

    @property
    def _measured(self) -> int:
        hidden = self.measure.isHidden()
        return 0 if hidden else self.measure.sizeHint().width() + self._row.spacing()

    def need(self) -> int:
        parts = min(_LISTED, self.pick.sizeHint().width()) + self._least
        return parts + 2 * self._row.spacing() + self._measured

    def fit(self) -> None:
        """Fit the width: first the list button loses its key and label, then names shrink."""
        if self._names is None:
            return
        self.switch.setVisible(not self._short)
        self.pick.setVisible(self._short)
        self._told.setVisible(not self._short)
        self.list.setFixedHeight(_LOW if self._short else self.list.sizeHint().height())
        if self._short:
            self._name_list(tr("List"), keyless=True)
            return
        measure, ends = metrics(BODY, 500), (tr("Both"), tr("Difference"))
        taken = sum(measure.horizontalAdvance(word) + _SEGMENT for word in ends) + self._measured
        taken += 2 * self._row.spacing() + 2 * _SEGMENT
        needs = [min(_LONGEST, measure.horizontalAdvance(name)) for name in self._names]
        wide = tr("Deviations")
        for words, keyless in ((wide, False), (wide, True), (tr("List"), True)):
            self._name_list(words, keyless=keyless)
            free = self.width() - taken - self.list.sizeHint().width()
            if sum(needs) <= free:
                break
        # What the shorter name leaves goes to the longer one.
        most = max(_SHORTEST, int(free) - min(needs), int(free / 2))
        elide = Qt.TextElideMode.ElideRight
        names = [measure.elidedText(name, elide, min(_LONGEST, most)) for name in self._names]
        self.switch.set_words([*names, *ends])
        taken = self.switch.sizeHint().width() + self.list.sizeHint().width()
        taken += 2 * self._row.spacing() + self._measured
        whole = metrics(SMALL).horizontalAdvance(self.told) <= self.width() - taken
        self._told.setText(self.told if whole else "")

    def _name_list(self, words: str, *, keyless: bool) -> None:
        self.list.set_words("", words)
        self.list.set_compact(keyless)
        set_name(self.list, tr("Deviations"))
        set_tip(self.list, tr("Largest deviations (I)"))

    def controls(self) -> list[QWidget]:
        return [self.pick, self.measure, self.list]

    def _list_pressed(self) -> None:
        shown = self._scene is not None and self._scene.differences is not None
        self.list.setChecked(shown)
        self.press_list()

    def press_list(self) -> None:
        if self._scene is not None:
            self.list_toggled.emit(self._scene.differences is None)
