"""The grid of Study, alone or beside a second one, and the line of changes."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSizeF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.comparing.viewmodel.versus import Beside
from pokergui.theme import look
from pokergui.theme.actions import paint_swatch
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel.grid import GridAction, GridScene
from pokergui.viewmodel.strips import Figure
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.guard import Fitted, Painted
from pokergui.widgets.painting import advance, flowed, text
from pokergui.widgets.spoken import set_name, set_tip

_CAPTION, _GAP = 24, 12
_SWATCH = 13.0
_ROW, _BETWEEN = 22, 18


class GridCaption(Painted, QWidget):
    """The title of a grid, and the current cell's frequencies in it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = ""
        self._scene = GridScene(0, 0, ())
        self._index = -1
        self.left = 0
        self.right = 0

    def set_cell(self, scene: GridScene, index: int) -> None:
        """Show a cell's figures; -1 for none."""
        self._scene, self._index = scene, index if index < len(scene.cells) else -1
        set_name(self, " ".join(filter(None, (self.title, self.words()))))
        self.update()

    def words(self) -> str:
        """Return the current cell as text; empty for none."""
        if self._index < 0:
            return ""
        cell = self._scene.cells[self._index]
        pairs = zip(self._scene.actions, cell.shares, strict=bool(cell.shares))
        parts = [f"{action.title} {100 * share:.0f}%" for action, share in pairs]
        return phrases([cell.label, *parts])

    def paint(self, painter: QPainter) -> None:
        """Paint the title, and the cell's figures at the right; the rarest are left out first."""
        t = look.tokens()
        row = QRectF(self.left, 0, self.right - self.left, _CAPTION - 4)
        room = row if self._index < 0 else row.adjusted(0, 0, -row.width() / 3, 0)
        used = text(painter, room, self.title, font(BODY, 600), t.t1) + 16
        if self._index < 0:
            return
        cell = self._scene.cells[self._index]
        pairs = list(zip(self._scene.actions, cell.shares, strict=bool(cell.shares)))
        figures = [f"{100 * share:.0f}" for _, share in pairs]
        needs = [_SWATCH + 5 + advance(figure, SMALL, 500) + 10 for figure in figures]
        label = advance(cell.label, SMALL, 600) + 10
        shown = list(range(len(pairs)))
        while shown and sum(needs[i] for i in shown) > row.width() - used - label:
            shown.remove(min(shown, key=lambda i: pairs[i][1]))
        x = row.right() - sum(needs[i] for i in shown) - label + 10
        text(painter, QRectF(x, 0, label, row.height()), cell.label, font(SMALL, 600), t.t1)
        x += label
        for i in shown:
            action = pairs[i][0]
            swatch = QRectF(x, row.center().y() - _SWATCH / 2, _SWATCH, _SWATCH)
            paint_swatch(painter, swatch, action.tone, action.rank)
            place = QRectF(x + _SWATCH + 5, 0, needs[i], row.height())
            text(painter, place, figures[i], font(SMALL, 500), t.t1)
            x += needs[i]


class GridPair(Fitted, QWidget):
    """One grid, or two of the same size with captions, which share hover and pin.

    Signals:
        hovered, pinned: as for ``RangeGrid``, from either grid.
    """

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
        """True if two grids are shown."""
        return self._beside is not None

    def set_grids(self, shown: GridScene, beside: Beside | None) -> None:
        """Show one grid, or two."""
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
        """Return the grids from left to right, or top to bottom."""
        if self._beside is not None and self._beside.left:
            return self.other, self.main
        return self.main, self.other

    def shown(self) -> tuple[tuple[str, GridScene], ...]:
        """Return the visible grids with their captions, from the left."""
        if self._beside is None:
            return (("", self.main.scene),)
        return tuple(
            (caption.title, grid.scene)
            for caption, grid in zip(self.captions, self._grids(), strict=True)
        )

    def set_pin(self, index: int) -> None:
        """Frame the pinned cell in both."""
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
        """Return the part of a height that is used."""
        if not self.both:
            return self.main.used_height(width, height)
        _, last = self._rooms(width, height)
        return last.y() + self.main.used_height(last.width(), last.height())

    def fit(self) -> None:
        """Divide the space."""
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


class ChangesLine(Fitted, Painted, QWidget):
    """Changes over the whole range: "Bet 50" "31% to 12%", in as many rows as needed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._changes: tuple[Figure, ...] = ()
        self._actions: tuple[GridAction, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_changes(self, changes: tuple[Figure, ...], actions: tuple[GridAction, ...]) -> None:
        """Show changes; those named after an action have its mark."""
        self._changes, self._actions = changes, actions
        words = phrases(each.spoken for each in changes)
        set_name(self, words)
        set_tip(self, words)
        self.fit()
        self.update()

    def _titles(self) -> list[tuple[GridAction | None, str]]:
        """Return each change's action, if any, and its name, shortened when space is short."""
        known = {action.title: action for action in self._actions}
        full = [(known.get(change.label), change.label) for change in self._changes]
        if sum(self._needs(full)) + _BETWEEN * (len(full) - 1) <= self.width():
            return full
        return [(a, a.short if a is not None and a.short else words) for a, words in full]

    def _needs(self, titles: list[tuple[GridAction | None, str]]) -> list[float]:
        return [
            (_SWATCH + 6 if action is not None else 0)
            + advance(words)
            + 6
            + advance(change.value, SMALL, 600)
            + (6 + advance(change.rest) if change.rest else 0)
            + 1
            for (action, words), change in zip(titles, self._changes, strict=True)
        ]

    def _places(self) -> list[QRectF]:
        needs = self._needs(self._titles())
        corners = flowed(needs, self.width(), _BETWEEN, _ROW)
        return [QRectF(at, QSizeF(need, _ROW)) for at, need in zip(corners, needs, strict=True)]

    def fit(self) -> None:
        """Set the height of the rows at this width."""
        places = self._places()
        self.setFixedHeight(round(places[-1].bottom()) if places else 0)

    def paint(self, painter: QPainter) -> None:
        """Paint the mark, the name, and the values before and after."""
        t = look.tokens()
        rows = zip(self._changes, self._titles(), self._places(), strict=True)
        for change, (action, words), box in rows:
            if action is not None:
                swatch = QRectF(box.x(), box.center().y() - _SWATCH / 2, _SWATCH, _SWATCH)
                paint_swatch(painter, swatch, action.tone, action.rank)
                box.adjust(_SWATCH + 6, 0, 0, 0)
            used = text(painter, box, words, font(SMALL), t.t2) + 6
            box.adjust(used, 0, 0, 0)
            used = text(painter, box, change.value, font(SMALL, 600), t.t1) + 6
            text(painter, box.adjusted(used, 0, 0, 0), change.rest, font(SMALL), t.t2)
