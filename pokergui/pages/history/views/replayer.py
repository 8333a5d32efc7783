"""One hand again on the same table: line, table, controls, decisions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from pokergui.pages.history.viewmodel.history import DecisionsScene, ReplayScene
from pokergui.pages.history.views.decisions import DecisionList
from pokergui.pages.history.views.timeline import DotLine
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel import LineScene, TableFrame
from pokergui.widgets.buttons import QuietButton
from pokergui.widgets.felt.widget import PokerTable
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.line import LineStrip
from pokergui.widgets.painting import plain_tip


class Replayer(QWidget):
    """Shows a ``ReplayScene`` with its table frames, line and decisions.

    Signals:
        first_pressed, back_pressed, run_pressed, forward_pressed, last_pressed: a button.
        dot_chosen, crumb_chosen, decision_chosen: index of what was clicked.
        cards_pressed: open or close the cards that were not shown.
        play_pressed, study_pressed, solve_pressed: hand the decision in view on.
        decision_studied: index of the decision to open in Study.
        settled: the table is at rest.
    """

    first_pressed = Signal()
    back_pressed = Signal()
    run_pressed = Signal()
    forward_pressed = Signal()
    last_pressed = Signal()
    dot_chosen = Signal(int)
    crumb_chosen = Signal(int)
    decision_chosen = Signal(int)
    cards_pressed = Signal()
    play_pressed = Signal()
    study_pressed = Signal()
    solve_pressed = Signal()
    decision_studied = Signal(int)
    settled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.line = LineStrip(self)
        self.line.set_clickable(self.tr("Go to this moment of the hand"))
        self.table = PokerTable(self, open_hands=True, answers=False)
        self.dots = DotLine(self)
        self.decisions = DecisionList(self)
        self._buttons = {
            "first": QuietButton("first", self.tr("To the deal"), self.tr("Home"), self, 30),
            "back": QuietButton("back", self.tr("One event back"), self.tr("Left"), self, 30),
            "run": QuietButton("start", self.tr("Play the hand"), self.tr("Space"), self, 30),
            "forward": QuietButton("forward", self.tr("One event on"), self.tr("Right"), self, 30),
            "last": QuietButton("last", self.tr("To the end"), self.tr("End"), self, 30),
            "cards": QuietButton("cards", self.tr("Show all cards"), self.tr("C"), self, 30),
        }
        self._buttons["cards"].setCheckable(True)
        self.play_button = IconButton("", self.tr("Play on"), self.tr("P"), self)
        self.solve_button = IconButton("check", self.tr("Solve"), self.tr("V"), self)
        self.study_button = IconButton("", self.tr("Study"), self.tr("S"), self, primary=True)
        self._message = QLabel(self)
        self._message.setFont(font(BODY))
        self._message.setProperty("tone", "second")
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setWordWrap(True)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._words = QPlainTextEdit(self)
        self._words.setReadOnly(True)
        self._words.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self._words.setFont(font(SMALL))
        self._words.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._words.setAccessibleName(self.tr("The hand as text"))
        self._said = QWidget(self)
        self._stage = QStackedWidget(self)
        self._arrange()
        self._wire()

    def _arrange(self) -> None:
        said = QVBoxLayout(self._said)
        said.setContentsMargins(24, 16, 24, 8)
        said.setSpacing(10)
        said.addWidget(self._message, 1)
        said.addWidget(self._words, 8)
        self._stage.addWidget(self._said)
        self._stage.addWidget(self.table)
        policy = QSizePolicy.Policy
        self._stage.setSizePolicy(policy.Expanding, policy.Expanding)
        self._controls = QHBoxLayout()
        self._controls.setSpacing(2)
        for name in ("first", "back", "run", "forward", "last"):
            self._controls.addWidget(self._buttons[name])
        self._controls.addStretch(1)
        self._controls.addWidget(self._buttons["cards"])
        self._controls.addSpacing(4)
        self._controls.addWidget(self.play_button)
        self._controls.addSpacing(6)
        self._controls.addWidget(self.solve_button)
        self._controls.addSpacing(6)
        self._controls.addWidget(self.study_button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.line)
        self._column.addWidget(self._stage, 5)
        self._column.addWidget(self.dots)
        self._column.addLayout(self._controls)
        self._column.addWidget(self.decisions, 4)
        self.set_compact(False)

    def _wire(self) -> None:
        pressed = {
            "first": self.first_pressed,
            "back": self.back_pressed,
            "run": self.run_pressed,
            "forward": self.forward_pressed,
            "last": self.last_pressed,
            "cards": self.cards_pressed,
        }
        for name, signal in pressed.items():
            self._buttons[name].clicked.connect(signal)
        self.play_button.clicked.connect(self.play_pressed)
        self.study_button.clicked.connect(self.study_pressed)
        self.solve_button.clicked.connect(self.solve_pressed)
        self.dots.chosen.connect(self.dot_chosen)
        self.line.chosen.connect(self.crumb_chosen)
        self.decisions.chosen.connect(self.decision_chosen)
        self.decisions.study_pressed.connect(self.decision_studied)
        self.table.settled.connect(self.settled)

    def tab_order(self) -> list[QWidget]:
        """Everything that takes the focus."""
        ways_on = (self.play_button, self.solve_button, self.study_button)
        return [*self._buttons.values(), *ways_on, self.decisions]

    def button(self, name: str) -> QuietButton:
        """One of first, back, run, forward, last, cards."""
        return self._buttons[name]

    def set_compact(self, compact: bool) -> None:
        """Lower rows, no keys on buttons."""
        self.line.set_compact(True)  # half a page is always narrow
        self.table.set_compact(compact)
        self.decisions.set_compact(compact)
        for button in (self.play_button, self.solve_button, self.study_button):
            button.set_compact(compact)
        self.solve_button.set_wordless(compact)
        pad, height = (8, 2) if compact else (12, 6)
        self._controls.setContentsMargins(pad, height, pad, height)
        self._stage.setMinimumHeight(300 if compact else 340)
        self.decisions.setMinimumHeight(110)

    def play_table(self, frames: Sequence[TableFrame]) -> None:
        """Play frames; a single one is shown at once."""
        if len(frames) == 1:
            self.table.show_scene(frames[0].scene)
        else:
            self.table.play(frames)

    def set_line(self, scene: LineScene) -> None:
        """Show the hand as crumbs."""
        self.line.set_scene(scene)

    def set_decisions(self, scene: DecisionsScene) -> None:
        """Show the decisions."""
        self.decisions.set_scene(scene)

    def set_scene(self, scene: ReplayScene) -> None:
        """Show where the replayer stands."""
        there = bool(scene.dots)
        self._stage.setCurrentWidget(self.table if there else self._said)
        self._message.setText(scene.message)
        if scene.text != self._words.toPlainText():
            self._words.setPlainText(scene.text)
        self._words.setVisible(bool(scene.text))
        self.decisions.setVisible(not scene.text)
        self.dots.set_scene(scene)
        before, after = scene.position > 0, scene.position < len(scene.dots) - 1
        for name, on in (
            ("first", before),
            ("back", before),
            ("run", there),
            ("forward", after),
            ("last", after),
            ("cards", scene.can_show_all),
        ):
            self._buttons[name].setEnabled(on)
        icon, words = ("pause", self.tr("Pause")) if scene.playing else ("start", "")
        self._buttons["run"].show_as(icon, words or self.tr("Play the hand"), self.tr("Space"))
        self._buttons["cards"].setChecked(scene.show_all)
        self.play_button.setEnabled(scene.can_play)
        self.study_button.setEnabled(scene.can_study)
        self.solve_button.setEnabled(scene.can_solve)
        for button, tip in (
            (self.play_button, scene.play_tip),
            (self.study_button, scene.study_tip),
            (self.solve_button, scene.solve_tip),
        ):
            button.setToolTip(plain_tip(f"{tip} ({button.key})") if tip else "")
            button.setAccessibleDescription(tip)

    def press(self, name: str) -> None:
        """What a key of the replayer does."""
        self._buttons[name].press()
