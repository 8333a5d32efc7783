"""The panel of a solved spot, or one being solved: its progress, values and actions."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import labelled
from pokergui.pages.study.solving.viewmodel import SolutionScene
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel.controls import SpotField
from pokergui.widgets.buttons import IconButton, QuietButton
from pokergui.widgets.field import LineField, Note, mark
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.painting import rounded, text
from pokergui.widgets.panels.textpanel import TurningArc
from pokergui.widgets.spoken import say, set_description, set_name, set_tip
from pokergui.widgets.strips import FigureRows

_FIGURES, _PLAYERS = 5, 2
_TARGET = 76


class StateLine(Painted, QWidget):
    """The state, the arc while work is in progress, and a thin bar towards the target."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = ""
        self.share: float | None = None
        self._counts = False
        self._arc = TurningArc(self, self.update, delay_ms=0)
        self.setFixedHeight(28)

    def set_state(self, scene: SolutionScene) -> None:
        """Show a state; the bar is grey if the target was missed or locks changed since."""
        words, share, running = scene.state, scene.share, scene.running
        self._words, self.share = words, share
        self._counts = running or (share == 1.0 and not scene.unsolved)
        self._arc.set_on(running)
        percent = f" {100 * share:.0f}%" if share is not None and running else ""
        set_name(self, words + percent)
        self.update()

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        row = QRectF(0, 0, self.width(), 20)
        if self._arc.seen:
            self._arc.paint(painter, QPointF(7, 10), 5.5)
            row.adjust(20, 0, 0, 0)
        text(painter, row, self._words, font(SMALL, 500), t.t1)
        groove = QRectF(0, 24, self.width(), 3)
        rounded(painter, groove, t.bg4, radius=1.5)
        if self.share:
            groove.setWidth(max(3.0, groove.width() * min(1.0, self.share)))
            rounded(painter, groove, t.acc if self._counts else t.raw, radius=1.5)


class SolutionPanel(QWidget):
    """Shows a ``SolutionScene``.

    Signals:
        asked: ``stop``, ``go_on``, ``solve_again``, ``clear`` the locks, solve ``unlocked``,
            ``exploit`` a rival, ``edit`` or ``close`` the spot.
        painting_toggled: whether locks are to be painted.
        target_left: the user leaves the field of the target.
    """

    asked = Signal(str)
    painting_toggled = Signal(bool)
    target_left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = SolutionScene("")
        self._heading = label(tr("Solution"), self, BODY, 600)
        self._title = label("", self, tone="second", wraps=True)
        self.edit = QuietButton("edit", tr("Edit the spot"), "F", self, 28)
        self.close_button = QuietButton("close", tr("Close the spot"), "Q", self, 28)
        self.state = StateLine(self)
        self.figures = FigureRows(tr("Figures"), self, _FIGURES)
        heads = (tr("EV"), tr("Equity"))
        self.value = FigureRows(tr("EV and equity"), self, _PLAYERS, heads)
        self.main = IconButton("stop", tr("Stop"), "X", self)
        self.target = LineField(tr("Target, percent of the pot"), "", self)
        self.target.setMaximumWidth(_TARGET)
        self._wrong = Note(2, self)
        self._wrong.hide()
        self.lock = IconButton("lock", tr("Lock…"), "K", self)
        self.lock.setCheckable(True)
        self._locks = label("", self, tone="second")
        self.clear = IconButton("remove", tr("Clear all locks"), "Shift+K", self, show_words=False)
        self.unlocked = IconButton("", tr("Solve without locks"), "Shift+A", self)
        set_tip(self.unlocked, tr("Solve the spot without its locks and compare (Shift+A)"))
        self.unlocked.hide()
        self.exploit = IconButton("person", tr("Exploit…"), "Shift+E", self)
        set_tip(self.exploit, tr("Exploit a rival who deviates from this solution (Shift+E)"))
        self._place()
        self.main.clicked.connect(self._press_main)
        self.target.returnPressed.connect(self._target_entered)
        self.lock.clicked.connect(self._lock_pressed)
        for name, button in (
            *(("clear", self.clear), ("unlocked", self.unlocked), ("exploit", self.exploit)),
            *(("edit", self.edit), ("close", self.close_button)),
        ):
            button.clicked.connect(partial(self.press, name))

    def _place(self) -> None:
        for button in (self.main, self.lock, self.unlocked, self.exploit):
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        head = row(self._heading, None, self.edit, self.close_button, gap=0)
        run = row((self.main, 1), self.target, gap=8)
        locks = row(self.lock, self.clear, gap=8)
        column(
            *(head, self._title, self.state, 8, self.figures, 2, self.value, 10),
            *(run, self._wrong, 8, locks, 4, self._locks, 4, self.unlocked, 4, self.exploit),
            on=self,
            gap=0,
            margins=(16, 8, 16, 12),
        )

    def set_scene(self, scene: SolutionScene) -> None:
        """Show a solution; announce it when it is done, or was stopped."""
        ended = self._scene.running and not scene.running
        self._scene = scene
        if ended and self.isVisible():
            say(self, scene.state)
        self._title.setText(scene.title)
        set_tip(self._title, scene.title)
        self.state.set_state(scene)
        self.figures.set_figures(scene.figures)
        self.value.set_figures(scene.value)
        if scene.unsolved:
            self.main.set_words("start", tr("Solve again"), "A")
        elif scene.running:
            words = tr("Stopping…") if scene.stopping else tr("Stop")
            self.main.set_words("stop", words, "X")
        else:
            self.main.set_words("start", tr("Continue"), "X")
        self.main.setEnabled(not scene.stopping or scene.unsolved)
        self.main.set_primary(scene.unsolved)
        self.lock.setChecked(scene.painting)
        self.lock.set_words("lock", tr("Done") if scene.painting else tr("Lock…"))
        self._locks.setText(scene.locks or tr("Nothing is locked"))
        self.clear.setEnabled(bool(scene.locks))
        self.unlocked.setVisible(scene.unlocked)
        self._show_target(scene.target)
        set_name(self, labelled(self._heading.text(), scene.title))
        set_description(self, scene.state)

    def _show_target(self, field: SpotField | None) -> None:
        """Show the typed text; without it the field shows the next target."""
        self.target.setVisible(field is not None)
        self._wrong.setVisible(field is not None and bool(field.error))
        if field is not None:
            self.target.show_text(field.text)
            self.target.setPlaceholderText(field.note)
            self._wrong.set_words(field.error, wrong=True)
            words = tr("Target accuracy in percent of the pot; Enter starts (Shift+X)")
            mark(self.target, field, self.target.accessibleName(), words)

    def begin_target(self) -> None:
        if self.target.isVisible():
            self.target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.target.selectAll()

    def _target_entered(self) -> None:
        self.press("solve_again" if self._scene.unsolved else "go_on")
        if not self.target.text():  # it is being done: the page gets the keys again
            self.target_left.emit()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.target.hasFocus():
            self.target.edited.emit("")
            self.target_left.emit()
        else:
            super().keyPressEvent(event)

    def controls(self) -> list[QWidget]:
        first = [self.edit, self.close_button, self.main, self.target]
        return [*first, self.lock, self.clear, self.unlocked, self.exploit]

    def press(self, name: str, _checked: bool = False) -> None:
        """Respond to a button or key while it is offered."""
        scene = self._scene
        offered = {
            "go_on": not scene.unsolved,
            "solve_again": scene.unsolved,
            "clear": bool(scene.locks),
            "unlocked": scene.unlocked,
        }
        if offered.get(name, True):
            self.asked.emit(name)

    def press_run(self) -> None:
        """Respond to the key of solving: stop or continue."""
        self.press("stop" if self._scene.running else "go_on")

    def _press_main(self) -> None:
        if self._scene.unsolved:
            self.press("solve_again")
        else:
            self.press_run()

    def press_lock(self) -> None:
        self.painting_toggled.emit(not self._scene.painting)

    def _lock_pressed(self) -> None:
        self.lock.setChecked(self._scene.painting)  # the next scene sets the state
        self.press_lock()


class ConfirmRow(Painted, QWidget):
    """Asks whether to remove a spot.

    Signals:
        answered: whether it is to be removed.
    """

    answered = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        words = label(tr("Remove this spot and its solution?"), self, BODY, 600)
        words.setMinimumWidth(1)
        self.remove = QPushButton(tr("Remove"), self)
        set_tip(self.remove, tr("Remove for good (Enter)"))
        self.stay = QPushButton(tr("Keep"), self)
        set_tip(self.stay, tr("Keep it (Escape)"))
        buttons = row(self.remove, self.stay, None, gap=8)
        column(words, buttons, on=self, gap=6, margins=(16, 8, 16, 10))
        self.remove.clicked.connect(lambda: self.answered.emit(True))
        self.stay.clicked.connect(lambda: self.answered.emit(False))

    def take_focus(self) -> None:
        self.remove.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the focused button on Enter; keep the spot on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.answered.emit(False)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit(self.remove.hasFocus())
        else:
            super().keyPressEvent(event)

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        painter.fillRect(self.rect(), QColor(t.bg2))
        painter.fillRect(0, 0, 3, self.height(), QColor(t.neg))
