"""The middle of Study: sides, the grid or the whole game, its actions, and notes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.comparing.views import ChangesLine, GridPair, VersusBar
from pokergui.pages.study.reading.viewmodel import StudySide
from pokergui.pages.study.reading.views.filters import FilterBar
from pokergui.pages.study.reading.views.legend import Thinking
from pokergui.pages.study.reading.views.totals import Totals
from pokergui.pages.study.reading.views.viewbar import ActionsBar, HeightsButton, ViewBar
from pokergui.pages.study.solving.views.given import GivenView
from pokergui.pages.study.solving.views.solution import BrushBar, as_brush
from pokergui.pages.study.viewmodel import StudyScene
from pokergui.pages.study.whole.views.sheet import SheetView
from pokergui.viewmodel import LineScene, Notice
from pokergui.viewmodel.grid import ViewScene
from pokergui.viewmodel.strips import Figure
from pokergui.widgets.field import FieldNote
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import column, dropped, label, row
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.segmented import Segmented

BOTH = "both"
"""Key of both sides together."""
_NO_LIMIT = 16_777_215
"""Qt's maximum size: no limit."""


def _height(widget: QWidget, width: int) -> int:
    if isinstance(widget, Totals | BrushBar | ChangesLine):
        return widget.height()
    return (
        widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
    )


class Centre(Fitted, QWidget):
    """Shows the middle part of a ``StudyScene`` and the page's notice."""

    side_chosen = Signal(str)
    sheet_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sides: tuple[StudySide, ...] = ()
        self.pair = GridPair(self)
        self.grid = self.pair.main
        self.sheet = SheetView(self)
        self.given = GivenView(self)
        self.totals = Totals(self)
        self.filtered = FieldNote(1, self)
        self.changes = ChangesLine(self)
        self.brushes = BrushBar(self)
        self.filters = FilterBar(self)
        self._compact = False
        self._changed: tuple[Figure, ...] = ()
        self.notice = NoticePanel(self, stacked=True)
        self.thinking = Thinking(self)
        self.scope = Segmented(
            tr("Shown"),
            [(False, tr("This spot")), (True, tr("Whole game"))],
            self,
            ("W", "W"),
            dense=True,
        )
        self.compare = VersusBar(self)
        self.views, self.about = ViewBar(self), ActionsBar(self)
        self.heights = HeightsButton(self)
        self.side: Segmented | None = None
        self._empty = QWidget(self)
        self._stack = QStackedWidget(self)
        for widget in (self._empty, self.pair, self.sheet, self.given):
            self._stack.addWidget(widget)
        self._note = label("", self, tone="second", wraps=True)
        self._warning = label("", self, tone="uncertain", wraps=True)
        self._arrange()
        self.scope.chosen.connect(self.sheet_toggled.emit)
        self.set_scene(StudyScene(LineScene()))  # parts with nothing to show take no space

    def _arrange(self) -> None:
        views = self.views, self.about, self.thinking, None, self.heights
        heads = (self.sheet.head, 1000), (self.given.head, 1000)
        self._heading = row(self.scope, *heads, *views, gap=4)
        self._second = row(None, gap=4)
        self._column = column(
            *(self._heading, self._second, self.compare, self.notice, (self._stack, 1000)),
            *(self.changes, self.brushes, self.filtered, self.totals, self.filters),
            *(self._warning, self._note, None),
            on=self,
        )
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        pad, gap = (12, 6) if compact else (16, 10)
        self._column.setContentsMargins(pad, 8 if compact else 10, pad, 8 if compact else 12)
        self._column.setSpacing(gap)
        self._compact = compact
        self.fit()

    def set_scene(self, scene: StudyScene) -> None:
        self._set_sides(scene.sides)
        self.scope.setVisible(scene.sheet_available)
        self.scope.set_value(scene.sheet is not None)
        self.thinking.set_thinking(scene.thinking)
        if scene.sheet is not None:
            self.sheet.set_scene(scene.sheet)
            self._stack.setCurrentWidget(self.sheet)
        elif scene.given is not None:
            self.given.set_scene(scene.given)
            self._stack.setCurrentWidget(self.given)
        elif scene.grid is not None:
            self.pair.set_grids(scene.grid, scene.beside)
            self.pair.set_pin(scene.pinned)
            self._stack.setCurrentWidget(self.pair)
        else:
            self._stack.setCurrentWidget(self._empty)
        acts = scene.sheet is None and scene.given is None
        self.sheet.head.setVisible(scene.sheet is not None)
        self.given.head.setVisible(scene.given is not None)
        if self.side is not None:
            self.side.setVisible(acts)
        self._show_view(scene.view if acts else None)
        painting = self._show_solution(scene)
        totals = scene.totals if acts else ()
        self.totals.setVisible(bool(totals) and not painting)
        if totals:
            self.totals.set_totals(totals)
        self._show_filter(scene, shown=bool(totals) and not painting)
        self.filters.setVisible(scene.filter is not None and acts)
        if scene.filter is not None:
            self.filters.set_scene(scene.filter)
        # The note is beside the legend; the whole game takes the space of both.
        note = scene.note if scene.sheet is not None else ""
        compared = scene.versus.status if scene.versus is not None else ""
        warning = " ".join(filter(None, (scene.warning, compared)))
        for told, words in ((self._note, note), (self._warning, warning)):
            told.setText(words)
            told.setVisible(bool(words))
        self.fit()

    def _show_filter(self, scene: StudyScene, *, shown: bool) -> None:
        words = ""
        if scene.narrowed and scene.filter is not None:
            told = tr("Filter: {filter} ({count})")
            words = told.format(filter=scene.filter.name, count=scene.filter.count)
        self.filtered.set_words(words)
        self.filtered.setVisible(shown and bool(words))
        self.totals.set_range(words)

    def _show_view(self, view: ViewScene | None) -> None:
        self.views.setVisible(view is not None)
        self.heights.setVisible(view is not None and view.has_heights)
        if view is None:
            self.about.hide()
            return
        self.views.set_scene(view)
        self.about.set_scene(view)
        self.heights.set_heights(view.heights)

    def _show_solution(self, scene: StudyScene) -> bool:
        solution, versus = scene.solution, scene.versus
        here = scene.grid is not None and scene.sheet is None and scene.given is None
        self.compare.set_scene(versus if here else None)
        changes = versus.changes if versus is not None and here else ()
        self._changed = changes
        self.changes.setVisible(bool(changes))
        grids = (scene.grid, None if scene.beside is None else scene.beside.grid)
        self.changes.set_changes(
            changes, tuple(action for grid in grids if grid is not None for action in grid.actions)
        )
        brushes = solution.brushes if solution is not None and solution.painting else ()
        shown = bool(brushes) and scene.grid is not None and self.compare.first_shown
        self.brushes.setVisible(shown)
        if shown:
            self.brushes.set_brushes(brushes)
        chosen = [as_brush(b, tr("Free")) for b in brushes if b.chosen and shown]
        self.grid.set_brush(chosen[0] if chosen else None)
        return shown

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)
        self.fit()

    def _fit_heading(self) -> None:
        """Replace the names of views by a drop-down list when space is short."""
        margins = self._column.contentsMargins()
        width = self.width() - margins.left() - margins.right()
        parts = (self.scope, self.thinking, self.heights, self.side)
        others = [part for part in parts if part is not None and part.isVisibleTo(self)]
        gap = self._heading.spacing()
        about = self.about.minimumSizeHint() if self._compact else self.about.sizeHint()
        beside = about.width() + gap if self.about.isVisibleTo(self) else 0
        named = [(False, False, beside), (True, False, beside), (False, False, 0), (True, False, 0)]
        lists = [(False, True, beside), (True, True, beside), (False, True, 0), (True, True, 0)]
        # In a small window the comparison saves its own row, if it fits in this one.
        joins = self._compact and not self.compare.isHidden()
        compared = (self.compare.need() + gap, 0) if joins else (0,)
        tries = lists if self._compact else [*named, *lists]
        for more, (short, listed, after) in product(compared, tries):
            self._name_sides(short=short)
            room = width - self._needed(others) - more
            if (0 if self.views.isHidden() else self.views.need(listed=listed)) + after <= room:
                break
        beneath = not self.views.isHidden() and self.views.need(listed=True) > room
        self._put(self.views, beneath=beneath)
        if beneath:
            self._name_sides(short=False)
            self._name_sides(short=self._needed(others) > width)
            room = width
        self.views.set_room(0 if listed and not beneath else room - after)
        self._put(self.about, beneath=beneath or after < beside)
        self._join(more > 0)

    def _put(self, part: QWidget, *, beneath: bool) -> None:
        rows = (self._second, self._heading)
        row, other = rows if beneath else reversed(rows)
        if row.indexOf(part) < 0:
            other.removeWidget(part)
            before = self.scope if part is self.views else self.views
            row.insertWidget(row.indexOf(before) + 1, part)

    def _join(self, joined: bool) -> None:
        if joined != (self._heading.indexOf(self.compare) >= 0):
            if joined:
                self._column.removeWidget(self.compare)
                at = self._heading.indexOf(self.thinking)
                self._heading.insertWidget(at, self.compare)
            else:
                self._heading.removeWidget(self.compare)
                self._column.insertWidget(2, self.compare)
        self.compare.set_short(joined)

    def _needed(self, parts: Sequence[QWidget]) -> int:
        widths = [max(part.sizeHint().width(), part.minimumWidth()) for part in parts]
        return sum(widths) + len(widths) * self._heading.spacing()

    def _name_sides(self, *, short: bool) -> None:
        if self.side is not None:
            names = [(short and side.short) or side.name for side in self._sides]
            self.side.set_words([*names, *(tr("Both") for _ in self._both)])

    def fit(self) -> None:
        """Give the grid the height it uses, so that the parts below it follow closely."""
        self._fit_heading()
        most, shown = _NO_LIMIT, self._stack.currentWidget()
        if isinstance(shown, GridPair | GivenView):
            margins = self._column.contentsMargins()
            width = self.width() - margins.left() - margins.right()
            joined = self._heading.indexOf(self.compare) >= 0
            under = (
                *(() if joined else (self.compare,)),
                self.notice,
                self.changes,
                self.brushes,
                self.filtered,
                self.totals,
                self.filters,
                self._warning,
            )
            others = [widget for widget in under if widget.isVisibleTo(self)]
            for widget in others:
                widget.resize(width, widget.height())  # a part just shown learns its rows
            taken_up = self.totals.isVisibleTo(self) and self.totals.take_changes(self._changed)
            self.changes.setVisible(bool(self._changed) and not taken_up)
            others = [widget for widget in under if widget.isVisibleTo(self)]
            taken = sum(_height(widget, width) + self._column.spacing() for widget in others)
            taken += self._heading.sizeHint().height() + self._column.spacing()
            beneath = [part for part in (self.views, self.about) if self._second.indexOf(part) >= 0]
            if any(part.isVisibleTo(self) for part in beneath):
                taken += self._second.sizeHint().height() + self._column.spacing()
            free = self.height() - margins.top() - margins.bottom() - taken
            most = shown.used_height(width, max(1, free))
        self._stack.setMaximumHeight(most)

    def _set_sides(self, sides: tuple[StudySide, ...]) -> None:
        before = [(side.key, side.name) for side in self._sides]
        self._sides = sides
        names = [(side.key, side.name) for side in sides]
        if names != before:
            if self.side is not None:
                dropped(self.side)
            self.side = None
            if sides:
                entries = [*names, *((key, tr("Both")) for key in self._both)]
                keys = ("S",) * len(entries)
                self.side = Segmented(tr("Range of"), entries, self, keys, dense=True)
                self.side.chosen.connect(self.side_chosen.emit)
                self._heading.addWidget(self.side)
        if self.side is not None and self._shown_side:
            self.side.set_value(self._shown_side)

    @property
    def _both(self) -> tuple[str, ...]:
        return (BOTH,) if len(self._sides) == 2 else ()

    @property
    def _shown_side(self) -> str:
        shown = [side.key for side in self._sides if side.shown]
        return BOTH if len(shown) > 1 else "".join(shown)

    def switch_side(self) -> None:
        if self.side is not None and self.side.isVisible():
            keys = [*(side.key for side in self._sides), *self._both]
            at = keys.index(self._shown_side) if self._shown_side else -1
            self.side_chosen.emit(keys[(at + 1) % len(keys)])

    def switch_scope(self) -> None:
        if self.scope.isVisible():
            self.sheet_toggled.emit(self._stack.currentWidget() is not self.sheet)

    def focus(self, reason: Qt.FocusReason = Qt.FocusReason.ShortcutFocusReason) -> None:
        if self.sheet.isVisible():
            self.sheet.focus(reason)
        elif self.given.isVisible():
            self.given.grid.setFocus(reason)
        else:
            self.grid.setFocus(reason)
