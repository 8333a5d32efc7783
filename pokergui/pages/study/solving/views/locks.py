"""The bar of brushes below the grid while locks are painted."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.views.totals import even_rows
from pokergui.pages.study.solving.viewmodel import TYPED, ExploitScene, LockBrush
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font, metrics
from pokergui.widgets.buttons import IconButton, PaintedButton, QuietButton
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.dropdown import DropDown, Entry
from pokergui.widgets.field import LineField, Note, mark
from pokergui.widgets.grid.brush import Brush, paint_brush
from pokergui.widgets.guard import Fitted, guarded
from pokergui.widgets.laying import Pool, column, label, row
from pokergui.widgets.painting import focus_ring, key_cap, key_cap_width, rounded, text
from pokergui.widgets.sizing import SizeSlider
from pokergui.widgets.spoken import say, set_description, set_name, set_tip
from pokergui.widgets.strips import FigureRows

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
    """Shows brushes in as few rows as their text needs, and a hint.

    Signals:
        chosen: key of a brush.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._buttons = Pool(lambda: BrushButton(self), self._pressed)
        self._compact = False
        self.done = IconButton("check", tr("Done"), "K", self)
        self._hint = label("", self, tone="second")
        set_name(self, tr("Brushes for locks"))

    def buttons(self) -> list[BrushButton]:
        return self._buttons.shown

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        self._hint.setVisible(not compact)
        self.done.set_wordless(compact)
        self.fit()

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
        buttons, done = self.buttons(), self.done.sizeHint().width()
        width = self.width() - (done + _GAP if self._compact else 0)
        full = [button.need(False, True) for button in buttons]
        capped = not self._compact and sum(full) + _GAP * (len(full) - 1) <= width
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
        if self._compact:
            self.done.setGeometry(self.width() - done, 0, done, _HIGH)
        else:
            self.done.setGeometry(self.width() - done, foot, done, _FOOT)
        self._hint.setGeometry(0, foot, self.width() - done - _GAP, _FOOT)
        self.setFixedHeight(foot - _ROW_GAP if self._compact else foot + _FOOT)


def brush_key(index: int, brush: LockBrush) -> str:
    if brush.action is None:
        return "0"
    return str(index + 1) if index < 9 else ""


_FIGURES, _PLOT, _SLIDER = 3, 72, 36


class ExploitPanel(QWidget):
    """Shows an ``ExploitScene``.

    Signals:
        field_left: the user leaves the field.
    """

    field_left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        heading = label(tr("Exploit a rival"), self, BODY, 600)
        self.back = QuietButton("close", tr("Back to the solution"), "Shift+E", self, 28)
        self.rival = DropDown(tr("The rival"), self)
        self.player = DropDown(tr("How the rival plays"), self)
        self.field = LineField(tr("Frequencies in percent"), "", self)
        self._wrong = Note(2, self)
        self.main = IconButton("start", tr("Find the exploit"), "", self, show_key=False)
        self.main.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._state = label("", self, tone="second")
        self.chart = ChartView(self, panel=False, headed=False, plot_height=_PLOT)
        self.slider = SizeSlider(self)
        self.slider.setFixedHeight(_SLIDER)
        set_name(self.slider, tr("From the solution to the best response"))
        set_tip(self.slider, tr("Safer or bolder (arrows)"))
        self.figures = FigureRows(tr("Figures of the point"), self, _FIGURES)
        words = tr("What hands give away")
        self.gives = IconButton("", words, "Shift+G", self, show_key=False)
        self.gives.setCheckable(True)
        for part in (self.gives, self.rival, self.player):
            part.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._who = row((self.rival, 1), (self.player, 1), gap=6)
        self._how = row((self.field, 1), self.main, gap=6)
        column(
            *(row(heading, None, self.back, gap=0), self._who, 6, self._how),
            *(self._wrong, 4, self._state, 4, self.chart),
            *(self.slider, 2, self.figures, 6, self.gives),
            on=self,
            gap=0,
            margins=(16, 8, 16, 12),
        )
        self.field.returnPressed.connect(self._enter)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        way = QBoxLayout.Direction.LeftToRight if compact else QBoxLayout.Direction.TopToBottom
        for choices in (self._who, self._how):
            choices.setDirection(way)

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
