"""The middle of Study: sides, the grid or the whole game, its actions, and notes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from PySide6.QtCore import QMargins, Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.comparing.views import GridPair, VersusBar, changed_entries
from pokergui.pages.study.reading.viewmodel import StudySide
from pokergui.pages.study.reading.views.bars import (
    ABOUT_ACTIONS,
    ActionsBar,
    HandFilterBar,
    HeightsButton,
    ViewBar,
)
from pokergui.pages.study.reading.views.detail import Legend, Thinking
from pokergui.pages.study.reading.views.totals import TotalCards
from pokergui.pages.study.solving.views.solution import BrushBar, GivenView, as_brush
from pokergui.pages.study.viewmodel import StudyScene
from pokergui.pages.study.whole.views.sheet import SheetView
from pokergui.viewmodel import LineScene, Notice
from pokergui.viewmodel.strips import Figure
from pokergui.widgets.field import FieldNote
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import Parts, column, is_compact, label, row, show_words, when_compact
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.segmented import Segmented

BOTH = "both"
"""Key of both sides together."""
_NO_LIMIT = 16_777_215
"""Qt's maximum size: no limit."""


def _height(widget: QWidget, width: int) -> int:
    if isinstance(widget, TotalCards | BrushBar | Legend):
        return widget.height()
    return (
        widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
    )


class Centre(Fitted, QWidget):
    """Shows the middle part of a ``StudyScene`` and the page's notice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sides: tuple[StudySide, ...] = ()
        self.pair = GridPair(self)
        self.grid = self.pair.main
        self.sheet = SheetView(self)
        self.given = GivenView(self)
        self.totals = TotalCards(self)
        self.filtered = FieldNote(1, self)
        self.changes = Legend(self)
        self.brushes = BrushBar(self)
        self.filters = HandFilterBar(self)
        self._changed: tuple[Figure, ...] = ()
        self._parts = Parts()
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
        self.side = Segmented(tr("Range of"), (), self, dense=True)
        self._empty = QWidget(self)
        self._stack = QStackedWidget(self)
        for widget in (self._empty, self.pair, self.sheet, self.given):
            self._stack.addWidget(widget)
        self._note = label("", self, tone="second", wraps=True)
        self._warning = label("", self, tone="uncertain", wraps=True)
        self._arrange()
        self.set_scene(StudyScene(LineScene()))  # parts with nothing to show take no space

    def _arrange(self) -> None:
        views = self.views, self.about, self.thinking, None, self.heights
        heads = (self.sheet.head, 1000), (self.given.head, 1000)
        self._heading = row(self.scope, *heads, *views, self.side, gap=4)
        self._second = row(None, gap=4)
        self._column = column(
            *(self._heading, self._second, self.compare, self.notice, (self._stack, 1000)),
            *(self.changes, self.brushes, self.filtered, self.totals, self.filters),
            *(self._warning, self._note, None),
            on=self,
        )
        margins = QMargins(12, 8, 12, 8), QMargins(16, 10, 16, 12)
        when_compact(self, self._column.setContentsMargins, *margins)
        when_compact(self, self._column.setSpacing, 6, 10)

    def set_scene(self, scene: StudyScene) -> None:
        show, view = self._parts.show, scene.view
        acts = scene.sheet is None and scene.given is None
        show(self._set_sides, scene.sides)
        self.side.setVisible(acts and bool(scene.sides))
        self.scope.setVisible(scene.sheet_available)
        self.scope.set_value(scene.sheet is not None)
        show(self.thinking.set_thinking, scene.thinking)
        shown: QWidget = self._empty
        if scene.sheet is not None:
            show(self.sheet.set_scene, scene.sheet)
            shown = self.sheet
        elif scene.given is not None:
            show(self.given.set_scene, scene.given)
            shown = self.given
        elif scene.grid is not None:
            show(self.pair.set_grids, scene.grid, scene.beside)
            self.pair.set_pin(scene.pinned)
            shown = self.pair
        self._stack.setCurrentWidget(shown)
        self.sheet.head.setVisible(shown is self.sheet)
        self.given.head.setVisible(shown is self.given)
        self.views.setVisible(acts and view is not None)
        self.heights.setVisible(acts and view is not None and view.has_heights)
        self.about.setVisible(acts and view is not None and view.kind in ABOUT_ACTIONS)
        if view is not None and acts:
            show(self.views.set_scene, view)
            show(self.about.set_scene, view)
            show(self.heights.set_heights, view.heights)
        painting = self._show_solution(scene)
        totals = bool(scene.totals) and acts and not painting
        self.totals.setVisible(totals)
        if scene.totals and acts:
            show(self.totals.set_totals, scene.totals)
        narrow, words = scene.filter, ""
        if narrow is not None:
            show(self.filters.set_scene, narrow)
            told = tr("Filter: {filter} ({count})")
            words = told.format(filter=narrow.name, count=narrow.count) if narrow.count else ""
        self.filters.setVisible(narrow is not None and acts)
        self.filtered.set_words(words)
        self.filtered.setVisible(totals and bool(words))
        show(self.totals.set_range, words)
        # The note is beside the legend; the whole game takes the space of both.
        compared = scene.versus.status if scene.versus is not None else ""
        show_words(self._note, scene.note if scene.sheet is not None else "")
        show_words(self._warning, " ".join(filter(None, (scene.warning, compared))))
        self.fit()

    def _show_solution(self, scene: StudyScene) -> bool:
        """Show the comparison and the brushes of locks; return whether locks are painted."""
        solution, versus, show = scene.solution, scene.versus, self._parts.show
        here = scene.grid is not None and scene.sheet is None and scene.given is None
        self.compare.set_scene(versus if here else None)
        self._changed = versus.changes if versus is not None and here else ()
        self.changes.setVisible(bool(self._changed))
        grids = (scene.grid, None if scene.beside is None else scene.beside.grid)
        actions = tuple(action for grid in grids if grid for action in grid.actions)
        show(self.changes.set_entries, changed_entries(self._changed, actions))
        brushes = solution.brushes if solution is not None and solution.painting else ()
        shown = bool(brushes) and scene.grid is not None and self.compare.first_shown
        self.brushes.setVisible(shown)
        if shown:
            self.brushes.set_brushes(brushes)  # buttons that were pressed show the choice again
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
        others = [part for part in parts if part.isVisibleTo(self)]
        gap = self._heading.spacing()
        small = is_compact(self)
        about = self.about.minimumSizeHint() if small else self.about.sizeHint()
        beside = about.width() + gap if self.about.isVisibleTo(self) else 0
        named = [(False, False, beside), (True, False, beside), (False, False, 0), (True, False, 0)]
        lists = [(False, True, beside), (True, True, beside), (False, True, 0), (True, True, 0)]
        # In a small window the comparison saves its own row, if it fits in this one.
        joins = small and not self.compare.isHidden()
        compared = (self.compare.need() + gap, 0) if joins else (0,)
        tries = lists if small else [*named, *lists]
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
            entries = [*names, *((key, tr("Both")) for key in self._both)]
            self.side.set_entries(entries, ("S",) * len(entries))
        shown = [side.key for side in sides if side.shown]
        if shown:
            self.side.set_value(BOTH if len(shown) > 1 else shown[0])

    @property
    def _both(self) -> tuple[str, ...]:
        return (BOTH,) if len(self._sides) == 2 else ()

    def focus(self, reason: Qt.FocusReason = Qt.FocusReason.ShortcutFocusReason) -> None:
        if self.sheet.isVisible():
            self.sheet.focus(reason)
        elif self.given.isVisible():
            self.given.grid.setFocus(reason)
        else:
            self.grid.setFocus(reason)
