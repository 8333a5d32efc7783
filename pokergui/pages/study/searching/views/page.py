"""The search view: choices and numbers above candidates, tree, belief and figures."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QMargins, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QSizePolicy, QStackedWidget, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import enumerated
from pokergui.pages.study.searching.viewmodel import Candidate, Candidates, SearchForm, SearchScene
from pokergui.pages.study.searching.views.tree import TreeArea, player_colour
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel import Notice, ProgressScene
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.field import FieldNote, LineField, mark
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.paint import FRAME
from pokergui.widgets.guard import Painted, guarded_or
from pokergui.widgets.laying import (
    column,
    dress,
    is_compact,
    label,
    padded,
    row,
    tab_through,
    when_compact,
)
from pokergui.widgets.notice import NoticePanel, scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import CENTRE, RIGHT, advance, rounded, text, well
from pokergui.widgets.panels import RoomStrip, ToolBar
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.strips import FigureRows, ProgressLine, interval_mark
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.panel import PanelTable

_FEW, _FEW_HIGH = 9, 68
"""Cells of a small game's grid, and the maximum height of a row of them."""
_LEAST_HIGH, _MOST_HIGH = 204, 330
"""The heights of a large grid."""
_ALL = 1000
"""Stretch that gives the hands all space before any is left free."""
_FIGURES = 9
_EMPTY = GridScene(0, 0, (), shaded=True)


class Aside(QWidget):
    """Belief and figures, stacked or, in a small window, side by side."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        belief, told = QWidget(self), QWidget(self)
        self._title = label("", belief, BODY, 600)
        self._note = label("", belief, tone="second")
        self.grid = RangeGrid(belief)
        self.grid.pinned.connect(lambda _: self.grid.set_pin(-1))
        set_name(self.grid, tr("Belief"))
        self._caption = label("", belief, tone="second", wraps=True)
        head = row(self._title, self._note, None, gap=8)
        column(head, (self.grid, _ALL), self._caption, None, on=belief, gap=8)
        self._own = label("", told, BODY, 600)
        self.figures = FigureRows(tr("Figures of the search"), told, _FIGURES)
        self._verdict = label("", told, wraps=True)
        column(self._own, self.figures, 8, self._verdict, None, on=told, gap=6)
        box = column(belief, (told, 1), on=self, gap=20)
        ways = QBoxLayout.Direction
        when_compact(self, box.setDirection, ways.LeftToRight, ways.TopToBottom)
        when_compact(self, partial(box.setStretch, 0), 1, 0)
        when_compact(
            self, box.setContentsMargins, QMargins(12, 12, 12, 12), QMargins(16, 16, 16, 16)
        )

    def set_scene(self, scene: SearchScene) -> None:
        """Show a search; a few cells are no higher than needed."""
        belief = scene.belief
        self._title.setText(belief.title)
        self._note.setText(belief.note)
        self._caption.setText(belief.caption)
        grid = belief.grid or _EMPTY
        few = 0 < len(grid.cells) <= _FEW
        self.grid.setMaximumHeight(_FEW_HIGH * grid.rows + 2 * FRAME if few else _MOST_HIGH)
        self.grid.setMinimumHeight(min(self.grid.maximumHeight(), _LEAST_HIGH))
        self.grid.set_scene(grid)
        self._own.setText(tr("{hand} in this search").format(hand=scene.own))
        self.figures.set_figures(scene.figures)
        self._verdict.setText(scene.verdict)


_SWATCH, _BAR = 14, 7
_FIGURE, _BOLD, _OUT = Face(), Face(weight=600), Face(ink="t3")
_NAME, _NAME_OUT = Face(BODY, 600), Face(BODY, ink="t3")
_FADED = 0.5


def _figure(row: Candidate) -> Face:
    return _OUT if row.out else _FIGURE


def _bold(row: Candidate) -> Face:
    return _OUT if row.out else _BOLD


class CandidateTable(PanelTable[Candidate]):
    """Shows ``Candidates``; it has room for a whole menu from the beginning."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, least_rows=2)
        set_name(self, tr("Candidates"))
        self._columned: tuple[str, bool] | None = None
        self.set_row_height(28)
        self.set_candidates(Candidates())

    def washed(self, row: Candidate) -> bool:
        return row.best

    def tip_of(self, row: Candidate, column: int) -> str:
        del column
        return row.spoken

    def set_candidates(self, scene: Candidates) -> None:
        columned = scene.scale, any(row.prior for row in scene.rows)
        if columned != self._columned:
            self._columned = columned
            self.set_columns(self._columns(*columned))
        self.set_rows(scene.rows)

    def _columns(self, scale: str, led: bool) -> list[Column[Candidate]]:
        told = tr("95% intervals as if simulations were independent: a rule of thumb")
        name = Column[Candidate](
            tr("Action"),
            lambda row: row.action.title,
            lambda row: _NAME_OUT if row.out else _NAME,
            paint=_paint_name,
            need=lambda row: _NAME.advance(row.action.title) + _SWATCH + 7,
            least=90,
        )
        bar = Column[Candidate]("", lambda row: "", paint=_paint_bar, width=96, spare=2)
        marks = Column[Candidate](
            scale,
            lambda row: "",
            paint=_paint_mark,
            need=lambda row: 0.0,
            least=120,
            stretch=1,
            spare=1,
            tip=told,
        )
        prior = Column[Candidate](
            tr("Prior"),
            lambda row: row.prior,
            _figure,
            RIGHT,
            least=60,
            tip=tr("How often the networks play it without a search"),
        )
        return [
            name,
            Column(tr("Visits"), lambda row: row.visits, _bold, RIGHT, least=60),
            bar,
            Column(tr("Value"), lambda row: row.value, _bold, RIGHT, least=60),
            Column("95%", lambda row: row.error, _figure, least=60, edge=4, tip=told),
            marks,
            *[prior] * led,
            Column(tr("Plays it"), lambda row: row.share, _bold, RIGHT, least=60),
            Column(tr("Dropped"), lambda row: row.fate, _figure, RIGHT, least=84),
        ]


def _paint_name(painter: QPainter, room: QRectF, row: Candidate) -> None:
    y = round(room.center().y() - _SWATCH / 2)
    painter.setOpacity(_FADED if row.out else 1.0)
    square = QRectF(round(room.x()), y, _SWATCH, _SWATCH)
    paint_swatch(painter, square, row.action.tone, row.action.rank)
    painter.setOpacity(1.0)
    face = _NAME_OUT if row.out else _NAME
    face.write(painter, room.adjusted(_SWATCH + 7, 0, 0, 0), row.action.title)


def _paint_bar(painter: QPainter, room: QRectF, row: Candidate) -> None:
    t = look.tokens()
    box = QRectF(room.x(), round(room.center().y() - _BAR / 2), room.width(), _BAR)
    well(painter, box, row.part, t.bg4, t.raw if row.out else t.acc)


def _paint_mark(painter: QPainter, room: QRectF, row: Candidate) -> None:
    if row.interval is not None:
        t = look.tokens()
        interval_mark(painter, room, *row.interval, t.raw if row.out else t.acc, zero=False)


_MARK, _GAP = 9, 16


class PlayerLegend(Painted, QWidget):
    """The marks of the searching player and the other, with their names."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._players = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_players(self, players: tuple[str, str]) -> None:
        if players != self._players:
            self._players = players
            set_name(self, enumerated(players))
            self.updateGeometry()
            self.update()

    @guarded_or(QSize(120, 20))
    def sizeHint(self) -> QSize:
        width = sum(_MARK + advance(name) + _GAP for name in self._players)
        return QSize(round(width), 20)

    def paint(self, painter: QPainter) -> None:
        x, t = 0.0, look.tokens()
        for own, name in zip((True, False), self._players, strict=True):
            bar = QRectF(x, self.height() / 2 - 6, 3, 12)
            rounded(painter, bar, player_colour(own), radius=1.5)
            place = QRectF(x + _MARK, 0, advance(name) + 1, self.height())
            text(painter, place, name, font(SMALL), t.t2)
            x += _MARK + advance(name) + _GAP


_NUMBERS = 42
_NARROW = 190
"""Width of a note in the smallest window, in pixels."""


def _rows() -> tuple[Control, ...]:
    return (
        Control("method", "box", "M", tr("choose the search")),
        Control("hand", "box", "H", tr("choose the player’s hand")),
        Control("belief", "box", "B", tr("choose the belief")),
        Control("final", "box", "F", tr("choose the final move")),
    )


class ChoiceBar(ToolBar):
    """The lists of choices, and the button that starts, stops and continues the search."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.controls = Controls(_rows(), self)
        self.button = IconButton("search", tr("Search"), "Ctrl+Enter", self, primary=True)
        self.fill(*self.controls.parts.values(), None, self.button)

    def set_form(self, form: SearchForm) -> None:
        self.controls.show(form)
        icon, words = {
            "idle": ("search", tr("Search")),
            "running": ("stop", tr("Stop")),
            "stopped": ("start", tr("Continue")),
            "ended": ("search", tr("Search again")),
        }[form.phase]
        if words != self.button.text():
            self.button.set_words(icon, words)
        self.button.setEnabled(form.runnable or form.phase == "running")


class NumberBar(QWidget):
    """The limits of the search, and its progress."""

    chosen = Signal(str, object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        dress(self, "strip")
        self.setFixedHeight(_NUMBERS)
        self._words = {
            "simulations": (tr("Simulations"), tr("The maximum for a search")),
            "threshold": (tr("Threshold"), tr("Simulations before the first test")),
            "level": (tr("Level"), tr("Confidence required to drop an action")),
            "seed": (tr("Seed"), tr("The same seed searches the same tree")),
        }
        self.fields: dict[str, LineField] = {}
        self._labels: dict[str, QLabel] = {}
        for (key, (name, _)), width in zip(self._words.items(), (98, 60, 52, 52), strict=True):
            field = self.fields[key] = LineField(name, "", self)
            field.setFixedWidth(width)
            field.edited.connect(partial(self.chosen.emit, key))
            self._labels[key] = label(name, self, tone="second")
        ways, stop = ((False, tr("Fixed")), (True, tr("Adaptive"))), tr("Number of simulations")
        self.stop = Segmented(stop, ways, self, ("A", "A"), dense=True)
        paces = ((False, tr("At once")), (True, tr("Slowly")))
        self.pace = Segmented(tr("Pace"), paces, self, ("S", "S"), dense=True)
        self.stop.chosen.connect(partial(self.chosen.emit, "adaptive"))
        self.pace.chosen.connect(partial(self.chosen.emit, "slow"))
        self._wrong = FieldNote(2, self)
        self.progress = ProgressLine(self)
        first, *others = zip(self._labels.values(), self.fields.values(), strict=True)
        rest = [part for pair in others for part in pair]
        told = self.pace, (self._wrong, 1), (self.progress, 1)
        line = row(*first, self.stop, *rest, *told, on=self, gap=8)
        padded(self, line)
        when_compact(self, line.setSpacing, 6, 8)
        for switch in (self.stop, self.pace):  # tooltips name what does not fit
            when_compact(self, switch.set_tight, True, False)

    def controls(self) -> list[QWidget]:
        simulations, *others = self.fields.values()
        return [simulations, *self.stop.buttons(), *others, *self.pace.buttons()]

    def set_form(self, form: SearchForm, progress: ProgressScene) -> None:
        for shown in form.fields:
            self.fields[shown.key].show_text(shown.text)
            mark(self.fields[shown.key], shown, *self._words[shown.key])
        for key in ("threshold", "level"):
            self._labels[key].setVisible(form.adaptive)
            self.fields[key].setVisible(form.adaptive)
        self.stop.set_value(form.adaptive)
        self.pace.set_value(form.slow)
        words = next((shown.error for shown in form.fields if shown.error), "")
        self._wrong.set_lines(1 if advance(words) <= _NARROW else 2)
        self._wrong.set_words(words, wrong=True)
        self._wrong.setVisible(bool(words))
        self.progress.setVisible(not words)
        self.progress.set_scene(progress)


_ASIDE = 348
_MOST_ROWS = 28 * 6
"""Height of the candidates in a small window: heading and five rows."""
_TREE, _BELIEF = "tree", "belief"


class SearchRoom(KeyedPage):
    """Shows a ``SearchScene``; it holds a copy and reports intents."""

    opened = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = SearchScene()
        self.button = IconButton("tree", "", "Shift+S", self, show_key=False, label=tr("Search"))
        self.button.setCheckable(True)
        self.offer("")
        self._strip = RoomStrip(tr("Search tree"), self)
        self.back = self._strip.back
        self.choices, self.numbers = ChoiceBar(self), NumberBar(self)
        self.notice = NoticePanel(self)
        self.candidates = CandidateTable(self)
        self.tree, self.aside = TreeArea(self), Aside(self)
        self._empty = label("", self, BODY, tone="second", wraps=True)
        self._empty.setAlignment(CENTRE)
        self._tab = _TREE
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._make_body())
        self._stack.addWidget(self._empty)
        parts = self._strip, self.choices, self.numbers, self.notice, (self._stack, 1)
        column(*parts, on=self, gap=0)
        tab_through(
            self.back,
            *self.choices.controls.tab_order(),
            self.choices.button,
            *self.numbers.controls(),
            *self.tabs.buttons(),
            *self.depths.buttons(),
            self.tree.canvas,
            self.aside.grid,
        )
        self.tabs.chosen.connect(self._show_tab)
        self._make_keys()
        when_compact(self, self._strip.set_padding, 12, 16)
        margins = QMargins(12, 10, 12, 12), QMargins(16, 12, 16, 16)
        when_compact(self, self._main.setContentsMargins, *margins)
        when_compact(self, self._side.setVisible, False, True)
        when_compact(self, self.tabs.setVisible, True, False)
        when_compact(self, self._tree_title.setVisible, False, True)
        when_compact(self, self._place_aside, True, False)
        self.set_scene(SearchScene())

    def _make_body(self) -> QWidget:
        body = QWidget(self)
        self._about = label("", body, tone="second", shrinks=True)
        self._about.setAlignment(RIGHT)
        self._top = QWidget(body)
        title = label(tr("Candidates"), self._top, BODY, 600)
        self._rows = scroll_area(self.candidates, self._top)
        head = row(title, (self._about, 1), gap=12)
        column(head, self._rows, 4, on=self._top, gap=8)
        framed = QFrame(body)
        framed.setObjectName("panel")
        column(self.tree, on=framed, margins=(1, 1, 1, 1))
        self._places = QStackedWidget(body)
        self._places.addWidget(framed)
        self._main = column(self._top, self._make_tree_head(body), (self._places, 1), gap=8)
        self._side = QFrame(body)
        self._side.setObjectName("rightcolumn")
        self._side.setFixedWidth(_ASIDE)
        self._aside_area = scroll_area(self.aside, self._side)
        self._side_column = column((self._aside_area, 1), on=self._side)
        row((self._main, 1), self._side, on=body, gap=0)
        return body

    def _make_tree_head(self, body: QWidget) -> QWidget:
        head = QWidget(body)
        self._tree_title = label(tr("Tree"), head, BODY, 600)
        names = ((_TREE, tr("Tree")), (_BELIEF, tr("Belief")))
        self.tabs = Segmented(tr("Shown"), names, head, ("J", "R"), dense=True)
        self.legend = PlayerLegend(head)
        both = ((False, tr("To depth 3")), (True, tr("All")))
        self.depths = Segmented(tr("Depth"), both, head, ("D", "D"), dense=True)
        self._tree_note = label("", head, tone="second", shrinks=True)
        self._tree_note.setAlignment(RIGHT)
        parts = self._tree_title, self.tabs, self.legend, (self._tree_note, 1), self.depths
        row(*parts, on=head, gap=12)
        return head

    def _make_keys(self) -> None:
        self.begin_keys(tr("Search"))
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            self.add_key(key, self.choices.button.press, tr("search, stop, continue"))
        self.choices.controls.add_keys(self)
        self.add_key("A", partial(self._turn, "adaptive"), tr("stop adaptively, or at the end"))
        self.add_key("S", partial(self._turn, "slow"), tr("slowly, or at once"))
        self.add_key("D", partial(self._turn, "whole"), tr("the tree to depth 3, or all"))
        self.add_key("J", partial(self._begin, _TREE), tr("go to the tree"))
        self.add_key("R", partial(self._begin, _BELIEF), tr("go to the belief"))
        self.tell_key("Left Right Up Down", tr("another line of the tree"), self.tree.canvas)
        self.tell_key("Return", tr("go to its decision"), self.tree.canvas)
        self.add_key("Escape", self.back.click, tr("leave this view"))

    def _place_aside(self, compact: bool) -> None:
        """Put tree and belief behind tabs if the window is small."""
        if compact:
            self._places.addWidget(self._aside_area)
        else:
            self._side_column.addWidget(self._aside_area, 1)
            self._aside_area.show()
        self._fit_rows()
        self._show_tab(self._tab)

    def _fit_rows(self) -> None:
        high = self.candidates.height()
        self._rows.setFixedHeight(min(high, _MOST_ROWS) if is_compact(self) else high)

    def _show_tab(self, tab: str) -> None:
        """Select tree or belief; in a wide window both are visible anyway."""
        self._tab = tab
        belief = is_compact(self) and tab == _BELIEF
        self.tabs.set_value(tab)
        self._places.setCurrentIndex(1 if belief else 0)
        for part in (self.depths, self.legend, self._top):
            part.setVisible(not belief)
        self._tree_note.setText("" if belief else self._scene.tree.note)

    def offer(self, reason: str) -> None:
        self.button.setEnabled(not reason)
        self.button.set_words("tree", tr("The tree of a search from this decision"))
        if reason:
            set_tip(self.button, reason)

    def begin(self) -> None:
        self.opened.emit()
        self.tree.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_scene(self, scene: SearchScene) -> None:
        self._scene = scene
        self._strip.set_source(scene.source)
        self.choices.set_form(scene.form)
        self.numbers.set_form(scene.form, scene.progress)
        self.depths.set_value(scene.form.whole)
        self._empty.setText(scene.empty)
        self._stack.setCurrentIndex(1 if scene.empty else 0)
        self.candidates.set_candidates(scene.candidates)
        self._fit_rows()
        self._show_tab(self._tab)
        self._about.setText(scene.candidates.note)
        self.legend.set_players(scene.tree.players)
        self.tree.canvas.set_scene(scene.tree)
        self.aside.set_scene(scene)

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)

    def _turn(self, name: str) -> None:
        self.numbers.chosen.emit(name, not getattr(self._scene.form, name))

    def _begin(self, tab: str) -> None:
        self._show_tab(tab)
        part = self.tree.canvas if tab == _TREE else self.aside.grid
        part.setFocus(Qt.FocusReason.ShortcutFocusReason)
