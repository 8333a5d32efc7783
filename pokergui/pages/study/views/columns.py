"""The columns of Study: line and board, the middle, sides and combos; or two with tabs."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QBoxLayout, QFrame, QStackedWidget, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.comparing.views import DifferencesPanel
from pokergui.pages.study.reading.views.detail import CellPanel, Legend, SideList, hints
from pokergui.pages.study.reading.views.lines import LineList, TypedBox
from pokergui.pages.study.reading.views.totals import PLOT, HandClassPanel, equity_chart
from pokergui.pages.study.solving.viewmodel import ExploitScene
from pokergui.pages.study.solving.views.solution import ExploitPanel, GivenPanel, SolutionPanel
from pokergui.pages.study.viewmodel import StudyScene
from pokergui.theme.fonts import BODY, CAPTION
from pokergui.viewmodel import LineScene
from pokergui.viewmodel.chart import Line
from pokergui.viewmodel.grid import CellDetail, GridScene, Heights
from pokergui.widgets.board import BoardPanel
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import (
    Margins,
    Part,
    Parts,
    column,
    is_compact,
    label,
    row,
    show_words,
    when_compact,
)
from pokergui.widgets.notice import scroll_area
from pokergui.widgets.segmented import Segmented

TAB_KEYS = {"H": "hand", "J": "range", "L": "line", "O": "board", "U": "solution"}
_LEFT, _WIDE_LEFT = 224, 248
_RIGHT, _WIDE_RIGHT, _ROOMY = 348, 400, 1260
_INSPECTOR = (420, 560)
_LEAST_DETAIL = 190
"""Height of the combos of a suited cell."""
_ANY_HEIGHT = 16_777_215
_FOOT = (16, 10, 16, 10)
"""Pixels around the note and the legend."""


def _framed(
    name: str, parent: QWidget, *parts: Part, gap: int = 0, margins: Margins = (0, 0, 0, 0)
) -> QFrame:
    frame = QFrame(parent)
    frame.setObjectName(name)
    column(*parts, on=frame, gap=gap, margins=margins)
    return frame


class StudyColumns(Fitted, QWidget):
    """Places the parts of the page next to the middle.

    Wide: line, board and solution at the left; sides, combos and the range at the right. Compact:
    all of them behind tabs at the right. The whole game, and two grids side by side, get the space
    of the combos; the list of differences is above them, or instead of the tabs. If the right
    column is too low, the range scrolls.
    """

    def __init__(self, centre: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._tab = "hand"
        self._scene = StudyScene(LineScene())
        self._shown = Parts()
        self.rows = LineList(self)
        self.typed = TypedBox(self)
        self.board = BoardPanel(self)
        self.solution = SolutionPanel(self)
        self.exploit = ExploitPanel(self)
        self.exploit.hide()
        self.sides = SideList(self)
        self.detail = CellPanel(self)
        self.curve = ChartView(self, panel=False, plot_height=PLOT)
        self.classes = HandClassPanel(self)
        self.differences = DifferencesPanel(self)
        self.given = GivenPanel(self)
        self.legend = Legend(self)
        self.note = label("", self, tone="second", wraps=True)
        self._line_part = self._make_line()
        combos, self._range = QWidget(self), QWidget(self)
        column(self.detail, None, on=combos)
        column(self.curve, self.classes, None, on=self._range, gap=0)
        self._hand_part = _framed("ruled", self, scroll_area(combos, self))
        self._range_part = _framed("ruled", self, scroll_area(self._range, self))
        self._board_part = _framed("ruled", self, self.board, None)
        self._solution_part = _framed("ruled", self, self.solution, self.exploit, None)
        self._foot = _framed("ruled", self, self.note, self.legend, gap=8, margins=_FOOT)
        self._tabs = self._make_tabs()
        self._stack = QStackedWidget(self)
        lists = (self.differences, 2), (self.given, 2)
        over, under = (self._tab_row, 8, self.sides, 8, *lists), (self._stack, 1)
        self._left = _framed("leftcolumn", self)
        self._right = _framed("rightcolumn", self, *over, under, self._foot)
        row(self._left, (centre, 1), self._right, on=self, gap=0)
        when_compact(self, self._place, True, False)

    def set_detail(self, detail: CellDetail | None) -> None:
        self.detail.set_detail(detail)
        mark = detail.mark if detail is not None else None
        dots = (mark,) if mark is not None else ()
        self.curve.set_chart(replace(self.curve.chart, dots=dots))

    def _make_line(self) -> QWidget:
        part = QWidget(self)
        title = label(tr("Line"), part, BODY, 600)
        self.frequency = label("", part, CAPTION, tone="caption")
        head = row(title, None, self.frequency, margins=(16, 12, 16, 4))
        column(head, (self.rows, 1), self.typed, on=part, gap=0)
        return part

    def _make_tabs(self) -> Segmented:
        self._tab_row = QWidget(self)
        names = {"hand": tr("Hand"), "range": tr("Range"), "line": tr("Line")}
        names |= {"board": tr("Board"), "solution": tr("Solution")}
        tabs = Segmented(
            tr("Inspector"), list(names.items()), self._tab_row, tuple(TAB_KEYS), dense=True
        )
        tabs.set_value(self._tab)
        tabs.chosen.connect(self.show_tab)
        row(tabs, None, on=self._tab_row, margins=(16, 8, 16, 0))
        return tabs

    @property
    def _compact(self) -> bool:
        return is_compact(self)

    def _place(self, compact: bool) -> None:
        if compact:
            for part in self._parts().values():
                self._stack.addWidget(part)
        else:
            left, right = self._left.layout(), self._right.layout()
            assert isinstance(left, QBoxLayout)
            assert isinstance(right, QBoxLayout)
            left.addWidget(self._line_part, 1)
            left.addWidget(self._board_part)
            left.addWidget(self._solution_part)
            self._stack.addWidget(self._hand_part)
            right.insertWidget(7, self._range_part)
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
        offered = self._offered()
        if self._compact and offered.get(name, True):
            self._tab = name
            self._show_parts()
            if self._listed:
                self.differences.close_button.click()

    def begin_target(self) -> None:
        self.show_tab("solution")
        self.solution.begin_target()

    def _show_exploit(self, scene: ExploitScene | None) -> None:
        opened = scene is not None and self.exploit.isHidden()
        self.solution.setVisible(scene is None)
        self.exploit.setVisible(scene is not None)
        if scene is not None:
            self._shown.show(self.exploit.set_scene, scene)
        if opened:
            self.show_tab("solution")
            self.exploit.begin()

    def _offered(self) -> dict[str, bool]:
        scene = self._scene
        return {
            "range": scene.grid is not None and not scene.grid.absent,
            "board": scene.board is not None,
            "solution": scene.solution is not None,
        }

    @property
    def _listed(self) -> bool:
        scene = self._scene
        versus = scene.versus if scene.sheet is None and scene.given is None else None
        return versus is not None and versus.differences is not None

    @property
    def _grid(self) -> GridScene | None:
        given = self._scene.given
        return given.grid if given is not None else self._scene.grid

    def set_scene(self, scene: StudyScene) -> None:
        before, self._scene, show = self._scene, scene, self._shown.show
        solution, versus, narrowed = scene.solution, scene.versus, scene.narrowed
        show(self.rows.set_lines, scene.rows)
        if scene.board is not None:
            show(self.board.set_scene, scene.board)
        whole = tr("frequency, whole range")
        show(self.frequency.setText, whole if narrowed else tr("frequency"))
        show(self.sides.set_sides, scene.sides, narrowed)
        if scene.given is not None:
            show(self.given.set_scene, scene.given)
        show(self.legend.set_note, self._about_cells(scene))
        show(show_words, self.note, scene.note)
        painting = solution is not None and solution.painting
        self.detail.set_hints(hints(scene, painting=painting, compared=versus is not None))
        show(self._show_curve, scene.curve, narrowed)
        show(self.classes.set_scene, scene.hands)
        if solution is not None:
            show(self.solution.set_scene, solution)
            self._show_exploit(solution.exploit)
        if versus is not None and versus.differences is not None:
            show(self.differences.set_list, versus.differences)
        self._tab = self._next_tab(before, scene)
        self._show_parts()

    def _show_curve(self, lines: tuple[Line, ...], narrowed: bool) -> None:
        self.curve.set_chart(equity_chart(lines, self.curve.chart.dots, whole=narrowed))

    def _next_tab(self, before: StudyScene, scene: StudyScene) -> str:
        """Return the tab that a small window shows after a change: that of the part asked for."""
        if (scene.solution is None) != (before.solution is None):
            return "solution" if scene.solution is not None else "hand"
        missing, was_missing = (
            one.board is not None and one.board.missing for one in (scene, before)
        )
        if missing and not was_missing:  # nothing else can be done before
            return "board"
        complete = was_missing and not missing and self._tab == "board"
        given = scene.given is not None and before.given is None
        return "hand" if complete or given else self._tab

    def _about_cells(self, scene: StudyScene) -> str:
        heights: Heights = "reach"
        if scene.view is not None and scene.given is None:
            heights = scene.view.heights if scene.view.has_heights else "full"
        words = {
            "reach": tr("Height: reach of a hand."),
            "full": "",
            "normalised": tr("Height: reach of a hand, relative to the most frequent."),
        }[heights]
        scaled = self._grid is not None and self._grid.scale is not None
        acts = scene.grid is not None and scene.grid.actions and not scaled
        return " ".join(filter(None, (words, tr("Width: frequency.") if acts else "")))

    def _show_parts(self) -> None:
        offered, scene, compact = self._offered(), self._scene, self._compact
        given, listed = scene.given is not None, self._listed
        grid = self._grid
        scale = grid.scale if grid is not None else None
        if self._tab in ("board", "range") and not offered[self._tab]:
            self._tab = "hand"
        self._tabs.set_value(self._tab)
        for name, on in offered.items():
            self._tabs.set_enabled(name, on)
        self._tabs.set_shown("solution", offered["solution"])
        if compact:
            self._stack.setCurrentWidget(self._parts()[self._tab])
        else:
            self._range_part.setVisible(offered["range"] and not (listed or given))
            self._board_part.setVisible(offered["board"])
            self._solution_part.setVisible(offered["solution"])
        self.differences.setVisible(listed)
        lists = given and (not compact or self._tab == "hand")
        self.given.setVisible(lists)
        self.sides.setVisible(not given)
        self._stack.setVisible(not lists and not (listed and compact))
        self._tab_row.setVisible(compact and not listed)
        foot = self._tab == "hand" or not compact or scale is not None
        room = not listed or (scale is not None and not compact)
        told = lists or not given  # its lists have a legend of their own
        has_foot = offered["range"] or bool(scene.note)
        self._foot.setVisible(has_foot and foot and room and told)
        # In a small window the cards below the grid are the legend; a scale has no other.
        told = scale is not None or (compact and bool(scene.totals))
        actions = () if told or grid is None else grid.actions
        self._shown.show(self.legend.set_actions, actions, scale)
        whole, beside = scene.sheet is not None, scene.beside is not None
        self._left.setVisible(not compact and not whole)
        self._right.setVisible(not whole and not (beside and not listed and not given))
        self.fit()

    def fit(self) -> None:
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
        """Keep at least four rows of combos, so that the range does not move."""
        if self._compact:
            self._range_part.setMinimumHeight(0)
            self._range_part.setMaximumHeight(_ANY_HEIGHT)
            return
        free = self.height() - self.sides.height() - 16
        if self._foot.isVisibleTo(self._right):
            foot = self._foot.heightForWidth(self._right.width())
            free -= max(foot, self._foot.sizeHint().height())
        need = self._range.sizeHint().height() + 1
        self._range_part.setFixedHeight(max(0, min(need, free - _LEAST_DETAIL)))
