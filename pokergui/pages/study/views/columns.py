"""The columns of Study: line and board, the middle, sides and combos; or two of them with tabs."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from pokergui.pages.study.comparing.views.differences import DifferencesPanel
from pokergui.pages.study.reading.views.classes import HandClasses
from pokergui.pages.study.reading.views.combos import ComboTable
from pokergui.pages.study.reading.views.curve import PLOT, equity_chart
from pokergui.pages.study.reading.views.detail import Sides
from pokergui.pages.study.reading.views.hint import hints
from pokergui.pages.study.reading.views.legend import Legend
from pokergui.pages.study.reading.views.lines import LineList
from pokergui.pages.study.reading.views.typed import TypedBox
from pokergui.pages.study.solving.views.solution import SolutionPanel
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.viewmodel.grid import CellDetail, GridAction, GridScale
from pokergui.viewmodel.gridview import Heights
from pokergui.widgets.board import BoardPanel
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.guard import guarded
from pokergui.widgets.scroll import scroll_area
from pokergui.widgets.segmented import Segmented

TAB_KEYS = {"H": "hand", "J": "range", "L": "line", "O": "board", "U": "solution"}
_LEFT, _WIDE_LEFT = 224, 248
_RIGHT, _WIDE_RIGHT, _ROOMY = 348, 400, 1260
_INSPECTOR = (420, 560)
_LEAST_DETAIL = 190
"""Height of the combos of a suited cell."""
_ANY_HEIGHT = 16_777_215


def _scrolled(inner: QWidget, parent: QWidget) -> QScrollArea:
    holder = QWidget(parent)
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(inner)
    column.addStretch(1)
    return scroll_area(holder, parent)


def _column(frame: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(frame)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column


def _ruled(inner: QWidget, parent: QWidget) -> QFrame:
    """A part under a hairline; what is free lies under it."""
    part = QFrame(parent)
    part.setObjectName("ruled")
    _column(part).addWidget(inner, 0, Qt.AlignmentFlag.AlignTop)
    return part


class Columns(QWidget):
    """Places the parts of the page beside the middle.

    Wide: line, board and solution at the left; sides, combos and the range at the right. Compact:
    all of them behind tabs at the right. The whole game, and two grids beside each other, get the
    room of the combos; the list of differences stands over them, or in place of the tabs. Where the
    right column is too low the range scrolls.
    """

    def __init__(self, centre: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._compact = False
        self._tab = "hand"
        self._has_board = self._has_solution = self._has_range = self._missing = False
        self._whole = self._sheet = self._has_foot = self._listed = False
        self._totals = False
        self._actions: tuple[GridAction, ...] = ()
        self._scale: GridScale | None = None
        self.rows = LineList(self)
        self.typed = TypedBox(self)
        self.board = BoardPanel(self)
        self.solution = SolutionPanel(self)
        self.sides = Sides(self)
        self.detail = ComboTable(self)
        self.curve = ChartView(self, panel=False, plot_height=PLOT)
        self.classes = HandClasses(self)
        self.differences = DifferencesPanel(self)
        self.legend = Legend(self)
        self.note = QLabel(self)
        self.note.setFont(font(SMALL))
        self.note.setProperty("tone", "second")
        self.note.setWordWrap(True)
        self._line_part = self._make_line()
        self._hand_part, self._range_part = self._make_hand(), self._make_range()
        self._board_part, self._solution_part = (
            _ruled(self.board, self),
            _ruled(self.solution, self),
        )
        self._left, self._right = QFrame(self), QFrame(self)
        self._left.setObjectName("leftcolumn")
        self._right.setObjectName("rightcolumn")
        self._left_column, self._right_column = _column(self._left), _column(self._right)
        self._tabs = self._make_tabs()
        self._stack = QStackedWidget(self)
        self._right_column.addWidget(self._tab_row)
        self._right_column.addWidget(self.sides)
        self._right_column.addWidget(self._stack, 1)
        self._right_column.addWidget(self._foot)
        self._right_column.insertWidget(2, self.differences, 2)
        body = QHBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self._left)
        body.addWidget(centre, 1)
        body.addWidget(self._right)
        self.set_compact(False)

    def set_detail(self, detail: CellDetail | None) -> None:
        """Show the combos of the cell at hand, and where it lies on the curve, or none."""
        self.detail.set_detail(detail)
        mark = detail.mark if detail is not None else None
        dots = (mark,) if mark is not None else ()
        self.curve.set_chart(replace(self.curve.chart, dots=dots))

    def _make_line(self) -> QWidget:
        part = QWidget(self)
        head = QHBoxLayout()
        head.setContentsMargins(16, 12, 16, 4)
        title, self.frequency = QLabel(self.tr("Line"), part), QLabel(part)
        title.setFont(font(BODY, 600))
        self.frequency.setFont(font(CAPTION))
        self.frequency.setProperty("tone", "caption")
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.frequency)
        column = _column(part)
        column.addLayout(head)
        column.addWidget(self.rows, 1)
        column.addWidget(self.typed)
        return part

    def _make_hand(self) -> QWidget:
        part = QFrame(self)
        part.setObjectName("ruled")
        _column(part).addWidget(_scrolled(self.detail, part))
        self._foot = foot = QFrame(self)
        foot.setObjectName("ruled")
        inner = QVBoxLayout(foot)
        inner.setContentsMargins(16, 10, 16, 10)
        inner.setSpacing(8)
        inner.addWidget(self.note)
        inner.addWidget(self.legend)
        return part

    def _make_range(self) -> QWidget:
        """What there is to say of whole ranges: one part under the other."""
        part = QFrame(self)
        part.setObjectName("ruled")
        self._range = QWidget(part)
        column = _column(self._range)
        column.addWidget(self.curve)
        column.addWidget(self.classes)
        column.addStretch(1)
        _column(part).addWidget(scroll_area(self._range, part))
        return part

    def _make_tabs(self) -> Segmented:
        self._tab_row = QWidget(self)
        names = {"hand": self.tr("Hand"), "range": self.tr("Range"), "line": self.tr("Line")}
        names |= {"board": self.tr("Board"), "solution": self.tr("Solution")}
        tabs = Segmented(
            self.tr("Inspector"), list(names.items()), self._tab_row, tuple(TAB_KEYS), dense=True
        )
        tabs.set_value(self._tab)
        tabs.chosen.connect(self._tab_pressed)
        row = QHBoxLayout(self._tab_row)
        row.setContentsMargins(16, 8, 16, 0)
        row.addWidget(tabs)
        row.addStretch(1)
        return tabs

    def set_compact(self, compact: bool) -> None:
        """Put the parts into columns, or behind tabs."""
        self._compact = compact
        if compact:
            for part in self._parts().values():
                self._stack.addWidget(part)
        else:
            self._left_column.addWidget(self._line_part, 1)
            self._left_column.addWidget(self._board_part)
            self._left_column.addWidget(self._solution_part)
            self._stack.addWidget(self._hand_part)
            self._right_column.insertWidget(4, self._range_part)
            self._line_part.show()
        self._show_parts()

    def _parts(self) -> dict[str, QWidget]:
        return {
            "hand": self._hand_part,
            "range": self._range_part,
            "line": self._line_part,
            "board": self._board_part,
            "solution": self._solution_part,
        }

    def show_tab(self, name: str) -> None:
        """Bring a tab to the front; in a wide window all parts are in sight anyway."""
        offered = self._offered()
        if self._compact and offered.get(name, True):
            self._tab = name
            self._show_parts()
            if self._listed:
                self.differences.closed.emit()

    def begin_target(self) -> None:
        """Let the target of a solution be typed."""
        self.show_tab("solution")
        self.solution.begin_target()

    def _offered(self) -> dict[str, bool]:
        """Tabs that there is not always something behind."""
        return {
            "range": self._has_range,
            "board": self._has_board,
            "solution": self._has_solution,
        }

    def _tab_pressed(self, name: object) -> None:
        self.show_tab(str(name))

    def set_scene(self, scene: StudyScene) -> None:
        """Show line, board, sides and legend."""
        self.rows.set_lines(scene.rows)
        if scene.board is not None:
            self.board.set_scene(scene.board)
        whole = self.tr("frequency, whole range")
        self.frequency.setText(whole if scene.narrowed else self.tr("frequency"))
        self.sides.set_sides(scene.sides, whole=scene.narrowed)
        shown = scene.grid is not None and not scene.grid.absent
        self._actions = scene.grid.actions if scene.grid is not None else ()
        self._totals = bool(scene.totals)
        self._scale = scene.grid.scale if scene.grid is not None else None
        self.legend.set_note(self._about_cells(scene))
        self._has_foot = shown or bool(scene.note)
        self.note.setText(scene.note)
        self.note.setVisible(bool(scene.note))
        solution, compared = scene.solution, scene.versus is not None
        painting = solution is not None and solution.painting
        self.detail.set_hints(hints(scene, painting=painting, compared=compared))
        dots = self.curve.chart.dots
        self.curve.set_chart(equity_chart(scene.curve, dots, whole=scene.narrowed))
        self.classes.set_scene(scene.hands)
        self._has_range = shown
        if solution is not None:
            self.solution.set_scene(solution)
        differences = scene.versus.differences if scene.versus is not None else None
        self._listed = differences is not None and scene.sheet is None
        if differences is not None:
            self.differences.set_list(differences)
        beside = scene.beside is not None and not self._listed
        self._sheet = scene.sheet is not None
        self._whole = self._sheet or beside
        self._has_board = scene.board is not None
        missing = scene.board is not None and scene.board.missing
        if missing and not self._missing:  # nothing else can be done before
            self._tab = "board"
        elif self._missing and not missing and self._tab == "board":
            self._tab = "hand"  # the board is there: what was asked for is in the grid again
        self._missing = missing
        if (solution is not None) != self._has_solution:
            self._has_solution = solution is not None
            # What was asked for a moment ago is what a person wants to see of a small window.
            self._tab = "solution" if self._has_solution else "hand"
        self._show_parts()

    def _about_cells(self, scene: StudyScene) -> str:
        """What the height and the width of a cell's fill say."""
        heights: Heights = "reach"
        if scene.view is not None:
            heights = scene.view.heights if scene.view.has_heights else "full"
        words = {
            "reach": self.tr("Height: how much of a hand gets here."),
            "full": "",
            "normalised": self.tr("Height: how much of a hand gets here, the most being full."),
        }[heights]
        acts = scene.grid is not None and scene.grid.actions and scene.grid.scale is None
        return " ".join(filter(None, (words, self.tr("Width: how often.") if acts else "")))

    def _show_parts(self) -> None:
        offered = self._offered()
        if self._tab in ("board", "range") and not offered[self._tab]:
            self._tab = "hand"
        self._tabs.set_value(self._tab)
        for name, on in offered.items():
            self._tabs.set_enabled(name, on)
        self._tabs.set_shown("solution", self._has_solution)
        if self._compact:
            self._stack.setCurrentWidget(self._parts()[self._tab])
        else:
            self._range_part.setVisible(self._has_range and not self._listed)
            self._board_part.setVisible(self._has_board)
            self._solution_part.setVisible(self._has_solution)
        self.differences.setVisible(self._listed)
        self._stack.setVisible(not (self._listed and self._compact))
        self._tab_row.setVisible(self._compact and not self._listed)
        foot = self._tab == "hand" or not self._compact or self._scale is not None
        room = not self._listed or (self._scale is not None and not self._compact)
        self._foot.setVisible(self._has_foot and foot and room)
        # In a small window the cards under the grid are the legend; a scale has no other.
        told = self._scale is not None or (self._compact and self._totals)
        self.legend.set_actions(() if told else self._actions)
        self.legend.set_scale(self._scale)
        self._left.setVisible(not self._compact and not self._sheet)
        self._right.setVisible(not self._whole)
        self._set_sizes()

    def _set_sizes(self) -> None:
        width = self.width()
        if self._compact:
            least, most = _INSPECTOR
            self._right.setFixedWidth(min(most, max(least, width * 46 // 100)))
        else:
            roomy = width >= _ROOMY
            self._left.setFixedWidth(_WIDE_LEFT if roomy else _LEFT)
            self._right.setFixedWidth(_WIDE_RIGHT if roomy else _RIGHT)
        self._set_heights()

    def _set_heights(self) -> None:
        """The combos keep at least four rows, so that they do not move the range about."""
        if self._compact:
            self._range_part.setMinimumHeight(0)
            self._range_part.setMaximumHeight(_ANY_HEIGHT)
            return
        free = self.height() - self.sides.sizeHint().height()
        if self._foot.isVisibleTo(self._right):
            foot = self._foot.heightForWidth(self._right.width())
            free -= max(foot, self._foot.sizeHint().height())
        need = self._range.sizeHint().height() + 1
        self._range_part.setFixedHeight(max(0, min(need, free - _LEAST_DETAIL)))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The inspector takes its part."""
        super().resizeEvent(event)
        self._set_sizes()
