"""The form of an aggregate report: the line, the boards, Run and Stop."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.reports.viewmodel import AggregateForm
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.viewmodel.controls import SpotField
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.strips import LineScene
from pokergui.widgets.buttons import IconButton, PaintedButton
from pokergui.widgets.field import Caption, FieldBox, Note, show_fields
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import Pool, column, row
from pokergui.widgets.line import LineStrip
from pokergui.widgets.painting import flowed, focus_ring, rounded, text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name, set_tip

_KINDS = ("all", "sample", "named")


class AggregateFormView(QWidget):
    """Shows an ``AggregateForm``.

    Signals:
        pressed: run, or stop: the button, its key, or Enter in a field.
    """

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form: AggregateForm | None = None
        line = tr("Betting text as in r300c/: f, c, r with the total, / after each round")
        size = tr("How many boards are drawn, 1 to 900")
        seed = tr("The same seed draws the same boards")
        named = tr("Boards as in AhTd7c; without turn or river a board stands for all of them")
        boards, apart = tr("Boards"), tr("separated by spaces")
        self.line, self.size_box, self.seed, self.named = (
            FieldBox(*texts, self)
            for texts in (
                ("line", tr("Line"), tr("up to a decision on a board"), "r300c/", line),
                ("size", boards, "", "95", size),
                ("seed", tr("Seed"), "", "0", seed),
                ("named", boards, apart, "AhTd7c KsQs2d", named),
            )
        )
        names = (tr("All flops"), tr("Sample"), tr("By name"))
        self.kinds = Segmented(boards, list(zip(_KINDS, names, strict=True)), self, dense=True)
        self.note = Note(2, self)
        self.boxes = self.line, self.size_box, self.seed, self.named
        for box in self.boxes:
            box.editor.returnPressed.connect(self.pressed)
        self.button = IconButton("start", tr("Run"), "Ctrl+Enter", self, primary=True)
        self.button.clicked.connect(self.pressed)
        caption = Caption(tr("Which boards"), "", self)
        kinds = column(caption, self.kinds, self.note, None, gap=2)
        self._row = row(
            *((self.line, 3), kinds, (self.size_box, 1), (self.seed, 1), (self.named, 4)),
            column(self.button, None, margins=(0, 16, 0, 0)),
            on=self,
            gap=16,
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_compact(False)
        self.set_form(AggregateForm())

    def tab_order(self) -> list[QWidget]:
        fields = [self.size_box.editor, self.seed.editor, self.named.editor]
        return [self.line.editor, *self.kinds.buttons(), *fields, self.button]

    def set_compact(self, compact: bool) -> None:
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 8, pad, 4)
        self._row.setSpacing(12 if compact else 16)

    def set_form(self, form: AggregateForm) -> None:
        """Show a form with only the fields of the chosen boards."""
        before, self._form = self._form, form
        if before is None or (form.fields, form.boards) != (before.fields, before.boards):
            self._show_fields(form)
        icon, words = "start", tr("Run")
        if form.running:
            icon, words = "stop", tr("Stop")
        elif form.going_on:
            words = tr("Continue")
        if words != self.button.text():
            self.button.set_words(icon, words)
        self.button.setEnabled(form.running or form.runnable)

    def _show_fields(self, form: AggregateForm) -> None:
        show_fields(self.boxes, form.fields)
        boards = next((one for one in form.fields if one.key == "boards"), SpotField("boards", ""))
        self.note.set_words(boards.error or boards.note, wrong=bool(boards.error))
        self.kinds.set_value(form.boards)
        set_description(self.kinds, boards.error or boards.note)
        for box in (self.size_box, self.seed):
            box.setVisible(form.boards == "sample")
        self.named.setVisible(form.boards == "named")


_HIGH, _GAP, _PAD, _SWATCH = 28, 6, 9, 13.0


class ActionChip(PaintedButton):
    """One action that may follow: its swatch and name."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.action = GridAction("", "", "call")

    def set_action(self, action: GridAction) -> None:
        self.action = action
        set_name(self, action.title)
        words = phrases((action.title, action.size))
        set_tip(self, tr("Next action: {action}").format(action=words))
        self.update()

    def need(self) -> int:
        words = metrics(SMALL, 500).horizontalAdvance(self.action.title)
        return round(2 * _PAD + _SWATCH + 6 + words + 2)

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg3 if self.underMouse() else t.bg2, t.line2, 5)
        swatch = QRectF(_PAD, (box.height() - _SWATCH) / 2, _SWATCH, _SWATCH)
        paint_swatch(painter, swatch, self.action.tone, self.action.rank)
        left = _PAD + _SWATCH + 6
        place = QRectF(left, 0, box.width() - left - _PAD + 2, box.height())
        text(painter, place, self.action.title, font(SMALL, 500), t.t1)
        if self.hasFocus():
            focus_ring(painter, box, 5)


class ActionChips(Fitted, QWidget):
    """The actions that may follow, in as many rows as they need.

    Signals:
        chosen: key of an action.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._chips = Pool(lambda: ActionChip(self), lambda chip: self.chosen.emit(chip.action.key))
        self._pad = 16
        set_name(self, tr("Actions that may follow on the line"))

    def chips(self) -> list[ActionChip]:
        return self._chips.shown

    def set_actions(self, actions: tuple[GridAction, ...]) -> None:
        for chip, action in zip(self._chips.show(len(actions)), actions, strict=True):
            chip.set_action(action)
        self.fit()

    def set_padding(self, pad: int) -> None:
        self._pad = pad
        self.fit()

    def fit(self) -> None:
        needs, pitch = [chip.need() for chip in self.chips()], _HIGH + _GAP
        places = flowed(needs, self.width() - 2 * self._pad, _GAP, pitch)
        for chip, need, place in zip(self.chips(), needs, places, strict=True):
            chip.setGeometry(self._pad + round(place.x()), 6 + round(place.y()), need, _HIGH)
        self.setFixedHeight(round(places[-1].y()) + 6 + _HIGH if places else 0)


class LineWayView(QWidget):
    """Shows a line above the actions that may follow."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.crumbs = LineStrip(self)
        self.crumbs.set_clickable(tr("Click a step to return to the decision before it"))
        self.menu = ActionChips(self)
        column(self.crumbs, self.menu, on=self, gap=0)

    def set_compact(self, compact: bool) -> None:
        self.menu.set_padding(12 if compact else 16)

    def set_way(self, way: LineScene, menu: tuple[GridAction, ...]) -> None:
        """Show a line and the actions that may follow; empty parts take no space."""
        self.crumbs.set_scene(way)
        self.crumbs.setVisible(bool(way.crumbs))
        self.menu.set_actions(menu)
        self.menu.setVisible(bool(menu))
