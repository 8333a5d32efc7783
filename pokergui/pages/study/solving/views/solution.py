"""The panels of a solved spot: solution and locks, the exploit of a rival, what hands give away."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import labelled
from pokergui.pages.study.reading.views.totals import even_rows
from pokergui.pages.study.solving.viewmodel import (
    TYPED,
    ExploitScene,
    GivenRow,
    GivenScene,
    LockBrush,
    SolutionScene,
)
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font, metrics
from pokergui.viewmodel.controls import SpotField
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.buttons import IconButton, PaintedButton, QuietButton
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.combo import DropDown, Entry
from pokergui.widgets.field import PASTED, Caption, FieldNote, LineField, TextField, mark
from pokergui.widgets.grid.brush import Brush, paint_brush
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.preview import RangePreview
from pokergui.widgets.guard import Fitted, Painted, guarded
from pokergui.widgets.laying import Pool, column, is_compact, label, row, when_compact
from pokergui.widgets.painting import RIGHT, focus_ring, key_cap, key_cap_width, rounded, text
from pokergui.widgets.panels import TurningArc
from pokergui.widgets.sizing import SizeSlider
from pokergui.widgets.spoken import say, set_description, set_name, set_tip
from pokergui.widgets.strips import FigureRows
from pokergui.widgets.tables.columns import Column, Face, card_column
from pokergui.widgets.tables.table import RowTable

_ROW, _COMBOS, _FEW_COMBOS = 28, 6, 4
"""Height of a row, and numbers of combos visible without scrolling, large and small window."""
_BOLD, _SECOND = Face(weight=600), Face(ink="t2")


class GivenView(QWidget):
    """Shows the grid of a ``GivenScene``, instead of the strategies."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.head = QWidget(self)
        self._title = label("", self.head, BODY, 600)
        words = tr("Back to the strategies")
        self.back = QuietButton("close", words, "Shift+G", self.head, 28)
        self.grid = RangeGrid(self)
        set_name(self.grid, tr("What the rival gives away"))
        row((self._title, 1), self.back, on=self.head, gap=8)
        column((self.grid, 1), on=self, gap=0)

    def set_scene(self, scene: GivenScene) -> None:
        self._title.setText(scene.title)
        self.grid.set_scene(scene.grid)

    def used_height(self, width: int, height: int) -> int:
        return self.grid.used_height(width, height)


class GivenTable(RowTable[GivenRow]):
    """Hands, or combos, and what they give away."""

    def __init__(self, parent: QWidget, first: Column[GivenRow], name: str) -> None:
        super().__init__(parent, opens_by_click=True, ground="bg2")
        set_name(self, name)
        self.set_row_height(_ROW)
        by_itself = tr("EV lost by the profile while the other player plays the solution")
        self.set_columns(
            [
                first,
                Column(tr("Share"), lambda row: row.share, _SECOND, RIGHT, stretch=1),
                Column(tr("Loss if held"), lambda row: row.alone, _SECOND, RIGHT, tip=by_itself),
                Column(tr("Given away"), lambda row: row.given, _BOLD, RIGHT),
            ]
        )

    def tip_of(self, row: GivenRow, column: int) -> str:
        del column
        return row.spoken


class GivenPanel(QWidget):
    """Shows the lists of a ``GivenScene``: the worst hands first, and the combos of one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._scene: GivenScene | None = None
        self._hovered = self._pinned = -1
        self._title = label("", self, BODY, 600)
        self._note = label("", self, tone="second", wraps=True)
        hand = Column[GivenRow](tr("Hand"), lambda row: row.title, _BOLD)
        name = tr("Hands by EV given away over the range, the most first")
        self.hands = GivenTable(self, hand, name)
        self._cell = label("", self, BODY, 600)
        combo: Column[GivenRow] = card_column(tr("Combo"), lambda row: row.cards)
        self.combos = GivenTable(self, combo, tr("Combos of the hand"))
        told = column(self._title, self._note, gap=2, margins=(16, 10, 16, 6))
        cell = row(self._cell, margins=(16, 8, 16, 4))
        column(told, (self.hands, 1), cell, self.combos, on=self, gap=0)
        heights = _ROW * (_FEW_COMBOS + 1), _ROW * (_COMBOS + 1)
        when_compact(self, self.combos.setFixedHeight, *heights)

    def controls(self) -> list[QWidget]:
        return [self.hands, self.combos]

    def set_scene(self, scene: GivenScene) -> None:
        self._scene = scene
        self._title.setText(tr("Given away, {unit}").format(unit=scene.unit))
        self._note.setText(scene.note)
        self.hands.set_rows(scene.rows)
        self._show_cell()

    def hover(self, index: int) -> None:
        self._hovered = index
        self._show_cell()

    def pin(self, index: int) -> None:
        """Pin a cell, so that its combos stay visible; -1 unpins it."""
        self._pinned = index
        self._show_cell()

    def _show_cell(self) -> None:
        scene = self._scene
        if scene is None:
            return
        at = self._hovered if self._hovered >= 0 else self._pinned
        known = 0 <= at < len(scene.combos)
        rows = scene.combos[at] if known else ()
        told = tr("Point at a cell or choose a hand to see its combos")
        if known:
            words = tr("{hand}, {count} combos") if rows else tr("{hand}, never here")
            told = words.format(hand=scene.grid.cells[at].label, count=len(rows))
            self.hands.select(at)
        self._cell.setText(told)
        self.combos.set_rows(rows)


_HEAD, _APART, _NOTE = 18, 8, 34
_TEXT, _SHORT_TEXT = 58, 44
"""Height of the text if the grid is below it: three lines, two in a low panel."""
_LOW = 240
"""Height below which a panel is low: its note has one line, too, if the grid is below it."""
_TEXT_WIDTH = 130
_TALL = 236
"""Least height of a grid below a text of full width."""


class RangePanel(Fitted, QWidget):
    """Shows a range's ``SpotField`` and its grid, arranged so that the grid is largest."""

    pasted = Signal(str, str)

    def __init__(self, key: str, name: str, rest: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.key, self._name = key, name
        self._help = tr("AA, TT+, JJ-88, AKs, K9o+, A5s-A2s, AsQd or random, each with :weight")
        self._head = Caption(name, rest, self)
        self.editor = TextField(name, tr("QQ+, AKs, A5s-A2s:0.5 or random"), self)
        self.note = FieldNote(2, self)
        self.preview = RangePreview(tr("{name} as a grid").format(name=name), self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.preview.copy_pressed.connect(self._copy)
        self.preview.paste_pressed.connect(self._paste)
        self.set_field(SpotField(key, ""), None)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.editor.toPlainText())

    def _paste(self) -> None:
        self.pasted.emit(self.key, QGuiApplication.clipboard().text()[:PASTED])

    def set_rest(self, rest: str) -> None:
        self._head.set_words(self._name, rest)

    def set_field(self, field: SpotField, grid: GridScene | None) -> None:
        self.editor.show_text(field.text)
        self.note.set_words(field.error or field.note, wrong=bool(field.error))
        mark(self.editor, field, self._name, self._help)
        self.preview.set_scene(grid)

    def fit(self) -> None:
        width, height = self.width(), self.height()
        self._head.setGeometry(0, 0, width, 16)
        room = height - _HEAD
        low = height < _LOW
        words, below = (_SHORT_TEXT, 21) if low else (_TEXT, _NOTE + _APART)
        under = min(width, room - words - below)
        beside = min(room, width - max(_TEXT_WIDTH, width // 2 - _APART) - _APART)
        if under < _TALL and beside > under:
            side = max(1, beside)
            left, rest = side + _APART, max(1, width - side - _APART)
            self.note.set_lines(2)
            foot = self.note.height()
            self.preview.setGeometry(0, _HEAD, side, side)
            self.editor.setGeometry(left, _HEAD, rest, side - foot - 2)
            self.note.setGeometry(left, _HEAD + side - foot, rest, foot)
            return
        self.editor.setGeometry(0, _HEAD, width, words)
        self.note.set_lines(1 if low else 2)
        self.note.setGeometry(0, _HEAD + words + 2, width, self.note.height())
        top = _HEAD + words + below
        self.preview.setGeometry(0, top, width, height - top)


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
        self._wrong = FieldNote(2, self)
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
        words = tr("Run-outs, blockers")
        self.cards = IconButton("report", words, "Shift+R", self, show_key=False)
        set_tip(self.cards, tr("What each card changes at this decision (Shift+R)"))
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
        for button in (self.main, self.lock, self.unlocked, self.exploit, self.cards):
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        head = row(self._heading, None, self.edit, self.close_button, gap=0)
        run = row((self.main, 1), self.target, gap=8)
        locks = row(self.lock, self.clear, gap=8)
        more = row((self.exploit, 1), (self.cards, 1), gap=8)
        ways = QBoxLayout.Direction
        when_compact(self, more.setDirection, ways.LeftToRight, ways.TopToBottom)
        column(
            *(head, self._title, self.state, 8, self.figures, 2, self.value, 10),
            *(run, self._wrong, 8, locks, 4, self._locks, 4, self.unlocked, 4, more),
            on=self,
            gap=0,
            margins=(16, 8, 16, 12),
        )

    def set_scene(self, scene: SolutionScene) -> None:
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
            words = tr("Start anew") if scene.warning else tr("Continue")
            self.main.set_words("start", words, "X")
        self.main.setEnabled(not scene.stopping or scene.unsolved)
        self.main.set_primary(scene.unsolved)
        self.lock.setChecked(scene.painting)
        self.lock.set_words("lock", tr("Done") if scene.painting else tr("Lock…"))
        self._locks.setText(scene.locks or tr("Nothing is locked"))
        self.clear.setEnabled(bool(scene.locks))
        self.cards.setEnabled(bool(scene.figures))
        for part in (self.lock, self._locks, self.clear, self.exploit, self.cards):
            part.setVisible(not scene.three_way)
        self.unlocked.setVisible(scene.unlocked)
        self._show_target(scene.target, scene.warning)
        set_name(self, labelled(self._heading.text(), scene.title))
        set_description(self, scene.state)

    def _show_target(self, field: SpotField | None, warning: str) -> None:
        self.target.setVisible(field is not None)
        self._wrong.setVisible(field is not None and bool(field.error or warning))
        if field is not None:
            self.target.show_text(field.text)
            self.target.setPlaceholderText(field.note)
            self._wrong.set_lines(2 if field.error else 1)
            self._wrong.set_words(field.error or warning, wrong=bool(field.error))
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
        return [*first, self.lock, self.clear, self.unlocked, self.exploit, self.cards]

    def press(self, name: str) -> None:
        """Respond to a button or key while it is offered."""
        scene = self._scene
        offered = {
            "go_on": not scene.unsolved,
            "solve_again": scene.unsolved,
            "clear": bool(scene.locks),
            "exploit": not scene.three_way,
            "unlocked": scene.unlocked,
        }
        if offered.get(name, True):
            self.asked.emit(name)

    def press_run(self) -> None:
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


_SWATCH = 14.0
_PAD = 8
_HIGH, _GAP, _FOOT = 30, 6, 26
_ROW_GAP = 4


class BrushButton(PaintedButton):
    """One brush: swatch, name, key."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.lock_brush = LockBrush("", None)
        self.brush = Brush("")
        self.key = ""
        self.short = False
        self.capped = False
        self.setCheckable(True)

    def set_brush(self, lock: LockBrush, key: str) -> None:
        self.lock_brush, self.key = lock, key
        self.brush = as_brush(lock, tr("Free"))
        self.setChecked(lock.chosen)
        set_name(self, tr("Brush: {name}").format(name=self.brush.title))
        words = (
            tr("Lock the painted hands: {action}").format(action=self.brush.title)
            if lock.action is not None
            else tr("Free the painted hands")
        )
        set_tip(self, f"{words} ({key})" if key else words)
        self.update()

    def _words(self, short: bool) -> str:
        action = self.lock_brush.action
        return action.short if short and action is not None and action.short else self.brush.title

    def need(self, short: bool, capped: bool) -> float:
        words = metrics(SMALL, 500).horizontalAdvance(self._words(short))
        cap = key_cap_width(self.key) + 8 if self.key and capped else 0.0
        return 2 * _PAD + _SWATCH + 6 + words + cap + 2

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        chosen, hover = self.isChecked(), self.underMouse()
        fill = t.accbg if chosen else t.bg4 if hover else t.button
        rounded(painter, box, fill, t.acc if chosen else t.line2)
        middle = box.center().y()
        swatch = QRectF(_PAD, middle - _SWATCH / 2, _SWATCH, _SWATCH)
        paint_brush(painter, swatch, self.brush, t.t2)
        rest = QRectF(_PAD + _SWATCH + 6, 0, box.width() - 2 * _PAD - _SWATCH - 5, box.height())
        text(painter, rest, self._words(self.short), font(SMALL, 500), t.t1)
        if self.key and self.capped:
            key_cap(painter, QPointF(box.right() - _PAD, middle - 9), self.key, t.t2, t.line2)
        if self.hasFocus():
            focus_ring(painter, box, 6)


def as_brush(lock: LockBrush, free: str) -> Brush:
    if lock.action is None:
        return Brush(free)
    return Brush(lock.action.title, lock.action.tone, lock.action.rank)


class BrushBar(Fitted, QWidget):
    """Shows brushes in as few rows as their text needs, and a hint."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._buttons = Pool(lambda: BrushButton(self), self._pressed)
        self.done = IconButton("check", tr("Done"), "K", self)
        self._hint = label("", self, tone="second")
        set_name(self, tr("Brushes for locks"))
        when_compact(self, self._hint.setVisible, False, True)
        for shorten in (self.done.set_wordless, self.done.set_compact):
            when_compact(self, shorten, True, False)

    def buttons(self) -> list[BrushButton]:
        return self._buttons.shown

    def set_brushes(self, brushes: tuple[LockBrush, ...]) -> None:
        shown = self._buttons.show(len(brushes))
        for i, (button, brush) in enumerate(zip(shown, brushes, strict=True)):
            button.set_brush(brush, brush_key(i, brush))
            if brush.chosen:
                self._tell(brush)
        self.fit()

    def _tell(self, brush: LockBrush) -> None:
        words = tr("Drag over locked hands to free them.")
        if brush.action is not None:
            words = tr("Drag over hands to lock them: {action}.").format(
                action=brush.action.title.lower()
            )
        words += " " + tr("Right click: combo by combo (Shift+Enter).")
        self._hint.setText(words)
        set_description(self, words)

    def press(self, key: str) -> None:
        for button in self.buttons():
            if button.key == key:
                button.click()

    def _pressed(self, button: BrushButton) -> None:
        button.setChecked(button.lock_brush.chosen)  # the next scene sets the value
        self.chosen.emit(button.lock_brush.key)

    def fit(self) -> None:
        buttons, done, small = self.buttons(), self.done.sizeHint().width(), is_compact(self)
        width = self.width() - (done + _GAP if small else 0)
        full = [button.need(False, True) for button in buttons]
        capped = not small and sum(full) + _GAP * (len(full) - 1) <= width
        plain = [button.need(False, False) for button in buttons]
        least = [button.need(True, False) for button in buttons]
        rows, short, widths = even_rows(full if capped else plain, least, width, _GAP)
        columns, pitch = max(1, len(widths)), _HIGH + _ROW_GAP
        for i, button in enumerate(buttons):
            row, column = divmod(i, columns)
            left = round(sum(widths[:column]) + column * _GAP)
            right = round(sum(widths[: column + 1]) + column * _GAP)
            button.short, button.capped = short, capped
            button.setGeometry(QRect(left, row * pitch, right - left, _HIGH))
            button.update()
        foot = max(1, rows) * pitch
        if small:
            self.done.setGeometry(self.width() - done, 0, done, _HIGH)
        else:
            self.done.setGeometry(self.width() - done, foot, done, _FOOT)
        self._hint.setGeometry(0, foot, self.width() - done - _GAP, _FOOT)
        self.setFixedHeight(foot - _ROW_GAP if small else foot + _FOOT)


def brush_key(index: int, brush: LockBrush) -> str:
    if brush.action is None:
        return "0"
    return str(index + 1) if index < 9 else ""


_POINT_FIGURES, _PLOT, _SLIDER = 3, 72, 36


class ExploitPanel(QWidget):
    """Shows an ``ExploitScene``."""

    field_left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        heading = label(tr("Exploit a rival"), self, BODY, 600)
        self.back = QuietButton("close", tr("Back to the solution"), "Shift+E", self, 28)
        self.rival = DropDown(tr("The rival"), self)
        self.player = DropDown(tr("How the rival plays"), self)
        self.field = LineField(tr("Frequencies in percent"), "", self)
        self._wrong = FieldNote(2, self)
        self.main = IconButton("start", tr("Find the exploit"), "", self, show_key=False)
        self.main.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._state = label("", self, tone="second")
        self.chart = ChartView(self, panel=False, headed=False, plot_height=_PLOT)
        self.slider = SizeSlider(self)
        self.slider.setFixedHeight(_SLIDER)
        set_name(self.slider, tr("From the solution to the best response"))
        set_tip(self.slider, tr("Safer or bolder (arrows)"))
        self.figures = FigureRows(tr("Figures of the point"), self, _POINT_FIGURES)
        words = tr("What hands give away")
        self.gives = IconButton("", words, "Shift+G", self, show_key=False)
        self.gives.setCheckable(True)
        for part in (self.gives, self.rival, self.player):
            part.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        who = row((self.rival, 1), (self.player, 1), gap=6)
        how = row((self.field, 1), self.main, gap=6)
        column(
            *(row(heading, None, self.back, gap=0), who, 6, how),
            *(self._wrong, 4, self._state, 4, self.chart),
            *(self.slider, 2, self.figures, 6, self.gives),
            on=self,
            gap=0,
            margins=(16, 8, 16, 12),
        )
        self.field.returnPressed.connect(self._enter)
        ways = QBoxLayout.Direction
        for choices in (who, how):
            when_compact(self, choices.setDirection, ways.LeftToRight, ways.TopToBottom)

    def controls(self) -> list[QWidget]:
        first = [self.back, self.rival, self.player, self.field]
        return [*first, self.main, self.chart, self.slider, self.gives]

    def begin(self) -> None:
        first = self.field if self.field.isVisibleTo(self) else self.player
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_scene(self, scene: ExploitScene) -> None:
        if self._running and not scene.running and self.isVisible():
            say(self, scene.state)
        self._running = scene.running
        entries = [Entry(str(at), name) for at, name in enumerate(scene.rivals)]
        self.rival.set_entries(entries, scene.rival)
        players = [Entry(TYPED, tr("Typed frequencies"))]
        players += [Entry(name, name) for name in scene.players]
        self.player.set_entries(players, scene.player)
        typed = scene.player == TYPED
        self.field.setVisible(typed)
        self._wrong.setVisible(typed and bool(scene.field.error))
        self._wrong.set_words(scene.field.error, wrong=True)
        self.field.show_text(scene.field.text)
        self.field.setPlaceholderText(scene.field.note)
        words = tr("check, bet, fold, call or raise; a street or bet size may come first")
        mark(self.field, scene.field, self.field.accessibleName(), words)
        if scene.running:
            self.main.set_words("stop", tr("Stop"))
        else:
            self.main.set_words("start", tr("Find the exploit"))
        self.main.setEnabled(scene.ready or scene.running)
        self._state.setText(scene.state)
        self.chart.set_chart(scene.chart)
        shown = bool(scene.figures)
        for part in (self.chart, self.slider, self.figures, self.gives):
            part.setVisible(shown)
        self.slider.set_sizing(scene.slider)
        self.figures.set_figures(scene.figures)
        self.gives.setChecked(scene.given is not None)

    def _enter(self) -> None:
        if self.main.isEnabled() and not self._running:
            self.main.click()
            self.field_left.emit()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.field.hasFocus():
            self.field_left.emit()
        else:
            super().keyPressEvent(event)
