"""The view in which an engine reviews the user's decisions."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from pokergui.language import tr_history as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.history.viewmodel import ReviewScene
from pokergui.pages.history.views.reviewtables import (
    DecisionPanel,
    FigureStrip,
    LeakTable,
    MistakeTable,
)
from pokergui.theme import look
from pokergui.theme.fonts import BODY
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import column, dress, label, row, show_words, tab_through, when_compact
from pokergui.widgets.notice import NoticePanel, scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import RIGHT, stroke
from pokergui.widgets.panels import RoomStrip
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.tables.columns import EDGE, Face

_ALL, _LEAK, _SESSIONS, _RESULTS, _HANDS = "all", "leak", "sessions", "results", "hands"
_HEAD = 36


class _Foot(Painted, QWidget):
    """Two phrases under a list."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = ("", "")
        self.setFixedHeight(32)

    def set_words(self, words: tuple[str, str]) -> None:
        self._words = words
        set_name(self, phrases(words))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint a hairline over the second phrase, and the first if both fit."""
        box, second = QRectF(self.rect()), Face(ink="t2")
        stroke(painter, box.topLeft(), box.topRight(), look.tokens().line)
        room = box.adjusted(EDGE, 0, -EDGE, 0)
        used = second.write(painter, room, self._words[1], RIGHT)
        left = room.adjusted(0, 0, -used - 12, 0)
        if second.advance(self._words[0]) <= left.width():
            second.write(painter, left, self._words[0])


class ReviewRoom(KeyedPage):
    """The view that shows a ``ReviewScene``; holds copies and reports intents.

    Signals:
        leak_chosen: key of a kind of decisions; empty for all.
        hands_wanted: True if the EV of every hand at the current decision are to be shown.
    """

    leak_chosen = Signal(str)
    hands_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = ReviewScene()
        self._middle_part = ""  # or the sessions, or all hands
        self.judge = CaptionCombo(tr("Key E"), self, brief=True)
        back = tr("Back to the hands")
        self.spar = IconButton("play", tr("Spar"), "P", self)
        self.strip = RoomStrip(tr("Review"), self, back, (self.judge, self.spar))
        self.notice = NoticePanel(self)
        self.figures = FigureStrip(self)
        self.leaks = LeakTable(self)
        self.leaks_foot, self.mistakes_foot = _Foot(self), _Foot(self)
        self.sessions = ChartView(self, panel=False)
        set_name(self.sessions, tr("Sessions"))
        self.results = ChartView(self, panel=False)
        set_name(self.results, tr("Results"))
        self.hands = RangeGrid(self)
        self._stack = QStackedWidget(self)
        self.mistakes = MistakeTable(self)
        entries = [
            (_ALL, tr("All")),
            (_LEAK, tr("This leak")),
            (_SESSIONS, tr("Sessions")),
            (_RESULTS, tr("Results")),
            (_HANDS, tr("All hands")),
        ]
        keys = ("A", "", "T", "G", "H")
        self.scope = Segmented(tr("Middle pane"), entries, self, keys, dense=True)
        self.decision = DecisionPanel(self)
        self.study = IconButton("study", tr("Study"), "S", self)
        self.replay = IconButton("history", tr("Replay"), tr("Enter"), self)
        self.problem = label("", self, tone="second", wraps=True)
        self.notes = label("", self, tone="second", wraps=True)
        self._middle = label("", self, BODY, 600)
        self._lost = label("", self, tone="second")
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._arrange()
        self._wire()
        self._make_keys()
        self.set_scene(ReviewScene())

    def _arrange(self) -> None:
        leaks, worst, detail = QWidget(self), QWidget(self), QWidget(self)
        heading = label(tr("Leaks"), self, BODY, 600)
        leaks_head = self._head(heading, None, self._lost)
        column(leaks_head, (self.leaks, 1), self.leaks_foot, on=leaks, gap=0)
        self._stack.addWidget(self.mistakes)
        self._stack.addWidget(self.sessions)
        self._stack.addWidget(self.results)
        self._stack.addWidget(self.hands)
        head = self._head(self._middle, None, self.scope)
        column(head, (self._stack, 1), self.mistakes_foot, on=worst, gap=0)
        buttons = QWidget(self)
        dress(buttons, "strip")
        row(self.study, self.replay, None, on=buttons, gap=8, margins=(12, 8, 12, 8))
        column((scroll_area(self.decision, self), 1), buttons, on=detail, gap=0)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        for at, (part, stretch) in enumerate(((leaks, 0), (worst, 1), (detail, 0))):
            self._split.addWidget(part)
            self._split.setStretchFactor(at, stretch)
        words = self._words = column(self.problem, self.notes, gap=6)
        when_compact(self, self._split.setSizes, [190, 440, 330], [240, 652, 388])
        when_compact(self, self.strip.set_padding, 12, 16)
        when_compact(self, lambda side: words.setContentsMargins(side, 0, side, 0), 12, 16)
        self._rest = QWidget(self)
        parts = (self.strip, self.notice, self.figures, (self._split, 1), self._words)
        column(*parts, (self._rest, 1), on=self, gap=0)
        self.judge.setMinimumWidth(150)
        self.judge.setMaximumWidth(260)
        tab_through(
            *(self.judge, self.spar, self.strip.back, self.leaks, self.mistakes, self.sessions),
            *(self.results, self.hands, self.study, self.replay),
        )

    def _head(self, *parts: QWidget | None) -> QWidget:
        head = QWidget(self)
        head.setFixedHeight(_HEAD)
        row(*parts, on=head, gap=6, margins=(12, 0, 12, 0))
        return head

    def _wire(self) -> None:
        self.leaks.moved.connect(self._choose_leak)
        self.leaks.clicked.connect(lambda _: self._press_leak())
        self.scope.chosen.connect(self._choose_scope)
        self.hands.hovered.connect(self._show_cell)
        self.mistakes.opened.connect(lambda _: self.replay.press())

    def _make_keys(self) -> None:
        self.begin_keys(tr("Review"))
        self.add_key("E", self.judge.open, tr("choose the judge"))
        self.add_key("A", lambda: self._choose_scope(_ALL), tr("list all decisions"))
        self.add_key("T", lambda: self._choose_scope(_SESSIONS), tr("error rate by session"))
        words = tr("results hand by hand, and without luck")
        self.add_key("G", lambda: self._choose_scope(_RESULTS), words)
        words = tr("how every holding would have done at the decision")
        self.add_key("H", lambda: self._choose_scope(_HANDS), words)
        self.add_key("P", self.spar.press, tr("play an engine of about your strength"))
        self.add_key("L", self._to_leaks, tr("to the leaks"))
        self.add_key("S", self.study.press, tr("open the decision in Study"))
        self.add_key("Escape", self.strip.back.click, tr("back to the hands"))

    def _to_leaks(self) -> None:
        self.leaks.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _choose_leak(self, key: object) -> None:
        kinds = {one.key for one in self._scene.leaks if one.key}
        if key in kinds and key != self._scene.leak:
            self._show_part("")
            self.leak_chosen.emit(key)

    def _press_leak(self) -> None:
        """List the pressed kind, or all again if it is the listed one."""
        at = self.leaks.at_hand
        if at is not None and at.key:
            self._choose_leak(at.key)

    def _show_cell(self, index: int) -> None:
        """Write the EVs of a cell's hands below the grid, as small cells have no figures."""
        cells, (words, own) = self.hands.scene.cells, self._earned_foot(self._scene)
        if 0 <= index < len(cells) and cells[index].figure:
            words = labelled(cells[index].label, f"{cells[index].figure} · {words}")
        self.mistakes_foot.set_words((words, own))

    def _earned_foot(self, scene: ReviewScene) -> tuple[str, str]:
        if scene.earned is not None:
            return scene.earned.words, scene.earned.own
        return (tr("Asking the judge…") if scene.chosen else "", "")

    def _show_part(self, part: str) -> None:
        """Show a part in the middle; empty for the list."""
        if part != self._middle_part:
            self._middle_part = part
            self.hands_wanted.emit(part == _HANDS)
            self._show_middle(self._scene)

    def _choose_scope(self, value: object) -> None:
        """List all decisions, or those of the current leak; or show sessions, or all hands."""
        self._show_part(str(value) if value in (_SESSIONS, _RESULTS, _HANDS) else "")
        if value == _ALL:
            self.leak_chosen.emit("")
        elif value == _LEAK:
            first = next((one.key for one in self._scene.leaks if one.key), "")
            at = self.leaks.at_hand
            self.leak_chosen.emit(at.key if at is not None and at.key else first)

    def set_scene(self, scene: ReviewScene) -> None:
        self._scene = scene
        self.strip.set_source(scene.source)
        self.judge.setVisible(scene.judge is not None)
        if scene.judge is not None:
            self.judge.set_scene(scene.judge)
        there = bool(scene.figures)
        self._lost.setText(tr("{unit} lost").format(unit=scene.unit))
        self.figures.setVisible(there)
        self.figures.set_figures(scene.figures)
        self._split.setVisible(there)
        self._rest.setVisible(not there)
        self.leaks.set_leaks(scene.leaks, scene.leak)
        self.leaks_foot.set_words(scene.leaks_foot)
        self.mistakes.set_mistakes(scene.mistakes)
        self.mistakes.select(scene.chosen)
        self.sessions.set_chart(scene.sessions)
        self.results.set_chart(scene.results)
        self.hands.set_scene(GridScene(0, 0, ()) if scene.earned is None else scene.earned.grid)
        self._show_middle(scene)
        self.spar.setVisible(bool(scene.spar))
        set_tip(self.spar, f"{scene.spar_tip} (P)")
        self._show_decision(scene)
        begins = scene.running and not there
        self.problem.setText(scene.problem or (tr("Starting the review…") if begins else ""))
        self.problem.setVisible(bool(self.problem.text()))
        self.problem.setAlignment(Qt.AlignmentFlag.AlignTop)
        show_words(self.notes, "\n".join(scene.notes))
        margins = self._words.contentsMargins()
        pad = 8 if self.problem.text() or scene.notes else 0
        self._words.setContentsMargins(margins.left(), pad, margins.right(), pad)

    def _show_middle(self, scene: ReviewScene) -> None:
        """Show the decisions, the sessions, or the EV of every hand."""
        listed = _LEAK if scene.only_leak else _ALL
        self.scope.set_value(self._middle_part or listed)
        parts: dict[str, tuple[QWidget, str, tuple[str, str]]] = {
            "": (self.mistakes, tr("Worst decisions"), scene.mistakes_foot),
            _SESSIONS: (self.sessions, tr("Error rate"), scene.sessions_foot),
            _RESULTS: (self.results, tr("Results"), scene.results_foot),
            _HANDS: (self.hands, tr("All my hands"), self._earned_foot(scene)),
        }
        part, title, foot = parts[self._middle_part]
        self._stack.setCurrentWidget(part)
        self._middle.setText(title)
        self.mistakes_foot.set_words(foot)

    def _show_decision(self, scene: ReviewScene) -> None:
        none = tr("No decision lost more than the judge’s noise floor.")
        waits = tr("Asking the judge…") if scene.chosen else none
        self.decision.set_scene(scene.decision, waits)
        self.study.setEnabled(scene.decision is not None and scene.decision.can_study)
        self.replay.setEnabled(bool(scene.chosen))
