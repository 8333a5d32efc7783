"""The search view: choices above candidates, tree, belief and figures."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.searching.viewmodel import SearchScene
from pokergui.pages.study.searching.views.belief import Aside, CandidateTable, PlayerLegend
from pokergui.pages.study.searching.views.form import ChoiceBar, NumberBar
from pokergui.pages.study.searching.views.tree import TreeArea
from pokergui.theme.fonts import BODY
from pokergui.viewmodel import Notice
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.laying import column, label, row, tab_through
from pokergui.widgets.notice import NoticePanel, scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import CENTRE, RIGHT
from pokergui.widgets.panels import RoomStrip
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_tip

_ASIDE = 348
_MOST_ROWS = 28 * 6
"""Height of the candidates in a small window: heading and five rows."""
_TREE, _BELIEF = "tree", "belief"


class SearchRoom(KeyedPage):
    """Shows a ``SearchScene``; it holds a copy and reports intents.

    Signals:
        opened: the view is entered; closed: it is left.
        left: back to Study.

    Attributes:
        button: opens and closes the view; its place is on the page.
    """

    opened = Signal()
    closed = Signal()
    left = Signal()

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
        self._compact, self._tab = False, _TREE
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
        self.back.clicked.connect(self.left)
        self.tabs.chosen.connect(self._show_tab)
        self._make_keys()
        self.set_compact(False)
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
        self.add_key("Escape", self.left, tr("leave this view"))

    def set_compact(self, compact: bool) -> None:
        """Put tree and belief behind tabs if the window is small."""
        self._compact = compact
        pad = 12 if compact else 16
        self._strip.set_padding(pad)
        self._main.setContentsMargins(pad, 10 if compact else 12, pad, pad)
        if compact:
            self._places.addWidget(self._aside_area)
        else:
            self._side_column.addWidget(self._aside_area, 1)
            self._aside_area.show()
        self._side.setVisible(not compact)
        self.tabs.setVisible(compact)
        self._tree_title.setVisible(not compact)
        self._fit_rows()
        self._show_tab(self._tab)

    def _fit_rows(self) -> None:
        high = self.candidates.height()
        self._rows.setFixedHeight(min(high, _MOST_ROWS) if self._compact else high)

    def _show_tab(self, tab: str) -> None:
        """Select tree or belief; in a wide window both are visible anyway."""
        self._tab = tab
        belief = self._compact and tab == _BELIEF
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
        """Change a switch from its present value."""
        self.numbers.chosen.emit(name, not getattr(self._scene.form, name))

    def _begin(self, tab: str) -> None:
        self._show_tab(tab)
        part = self.tree.canvas if tab == _TREE else self.aside.grid
        part.setFocus(Qt.FocusReason.ShortcutFocusReason)
