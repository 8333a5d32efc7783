"""The tab "Regret matching": a matrix, the lecture's columns, triangles and the path."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import clauses, enumerated, full_stop, labelled, sentences
from pokergui.pages.lab.viewmodel import MatrixScene, PayoffScene
from pokergui.pages.lab.views.step_words import LabLegend, SimplexView, StepWords
from pokergui.pages.lab.views.tab import StepTab, paint_number
from pokergui.pages.lab.views.table import LabTableView, align_names
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, FIGURE, SMALL, font, metrics
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.painting import CENTRE, text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import STEPS, Role, set_description, set_name, set_role, set_tip

_HEAD = 22
_MOST_WIDE, _MOST_HIGH, _LEAST_HIGH = 66, 52, 34


class _Editor(QLineEdit):
    """The field over a cell.

    Signals:
        given_up: the user cancels the edit.
    """

    given_up = Signal()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel on Escape; do not pass Enter on to the matrix."""
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                event.accept()


class PayoffGrid(Painted, QWidget):
    """Shows a ``PayoffScene``.

    Signals:
        edited: row, column and text of an edited cell.
    """

    edited = Signal(int, int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = PayoffScene((), (), ())
        self._cursor = (0, 0)
        self._most_high = _MOST_HIGH
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Payoffs to A"))
        set_role(self, Role.Graphic)
        set_tip(self, tr("Click a cell, or press Enter on it, and type 3, -0.5 or 2/15"))
        self.editor = _Editor(self)
        self.editor.setObjectName("field")
        self.editor.setAlignment(CENTRE)
        self.editor.setFont(font(ACTION, 600))
        self.editor.setMaxLength(20)
        set_name(self.editor, tr("Payoff"))
        self.editor.hide()
        self.editor.editingFinished.connect(self._commit)
        self.editor.given_up.connect(self._leave)

    @property
    def scene(self) -> PayoffScene:
        return self._scene

    def set_compact(self, compact: bool) -> None:
        self._most_high = 36 if compact else _MOST_HIGH
        self.updateGeometry()
        self.update()

    def set_scene(self, scene: PayoffScene) -> None:
        """Show a matrix; a cell that is being edited stays open."""
        if scene == self._scene:
            return
        if scene.cells != self._scene.cells:
            self._leave()
        self._scene = scene
        rows, columns = len(scene.row_names), len(scene.column_names)
        self._cursor = min(self._cursor[0], rows - 1), min(self._cursor[1], columns - 1)
        self._describe()
        self.updateGeometry()
        self.update()

    def _describe(self) -> None:
        scene, (row, column) = self._scene, self._cursor
        lines = [
            labelled(name, enumerated(cell.text for cell in cells))
            for name, cells in zip(scene.row_names, scene.cells, strict=True)
        ]
        here = (
            f"{scene.row_names[row]} {scene.column_names[column]} {scene.cells[row][column].text}"
        )
        set_description(self, sentences((here, clauses(lines))))

    def _high(self) -> int:
        rows = max(1, len(self._scene.row_names))
        return max(_LEAST_HIGH, min(self._most_high, 3 * self._most_high // rows + 2))

    @guarded_or(QSize(240, 180))
    def sizeHint(self) -> QSize:
        return QSize(240, _HEAD + self._high() * max(1, len(self._scene.row_names)) + 1)

    @guarded_or(QSize(200, 180))
    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def _names_width(self) -> int:
        measure = metrics(SMALL)
        widest = max((measure.horizontalAdvance(x) for x in self._scene.row_names), default=40.0)
        return round(min(widest, 0.35 * self.width())) + 8

    def cell_rect(self, row: int, column: int) -> QRect:
        """Return the rectangle of a cell."""
        left, columns = self._names_width(), max(1, len(self._scene.column_names))
        wide = min(_MOST_WIDE, (self.width() - left - 1) // columns)
        high = self._high()
        return QRect(left + column * wide, _HEAD + row * high, wide, high)

    def paint(self, painter: QPainter) -> None:
        t, scene = look.tokens(), self._scene
        left = self._names_width()
        for i, name in enumerate(scene.row_names):
            cell = self.cell_rect(i, 0)
            text(painter, QRectF(0, cell.y(), left - 8, cell.height()), name, font(SMALL), t.t2)
        for j, name in enumerate(scene.column_names):
            cell = self.cell_rect(0, j)
            place = QRectF(cell.x() + 2, 0, cell.width() - 4, _HEAD)
            text(painter, place, name, font(SMALL), t.t2, CENTRE)
        for i, entry in enumerate(scene.cells):
            for j, number in enumerate(entry):
                box = QRectF(self.cell_rect(i, j)).adjusted(0.5, 0.5, 0.5, 0.5)
                painter.setPen(QPen(QColor(t.line2), 1))
                painter.setBrush(QColor(t.bg2))
                painter.drawRect(box)
                size = FIGURE if "/" not in number.text and len(number.text) <= 4 else SMALL
                colour = t.t1 if number.tone == "quiet" else ""
                weight = 600
                paint_number(
                    painter, box, number, size=size, weight=weight, colour=colour, align=CENTRE
                )
        if scene.cells:
            box = QRectF(self.cell_rect(*self._cursor)).adjusted(0.5, 0.5, 0.5, 0.5)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(t.acc), 2 if self.hasFocus() else 1))
            painter.drawRect(box)

    def _move(self, row: int, column: int) -> None:
        rows, columns = len(self._scene.row_names), len(self._scene.column_names)
        self._cursor = max(0, min(rows - 1, row)), max(0, min(columns - 1, column))
        self._describe()
        self.update()

    def _edit(self, words: str | None = None) -> None:
        """Open the field over the current cell."""
        row, column = self._cursor
        self.editor.setGeometry(self.cell_rect(row, column).adjusted(0, 0, 1, 1))
        self.editor.setText(self._scene.cells[row][column].text if words is None else words)
        self.editor.show()
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        if words is None:
            self.editor.selectAll()

    def _commit(self) -> None:
        if self.editor.isHidden():
            return
        words, (row, column) = self.editor.text(), self._cursor
        self._leave()
        if words != self._scene.cells[row][column].text:
            self.edited.emit(row, column, words)

    def _leave(self) -> None:
        if not self.editor.isHidden():
            had_focus = self.editor.hasFocus()
            self.editor.hide()
            if had_focus:
                self.setFocus(Qt.FocusReason.OtherFocusReason)

    @staticmethod
    def _is_number(words: str) -> bool:
        return bool(words) and words in "0123456789-+."

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        """Take arrow keys while the matrix has the focus, before the page's shortcuts."""
        mine = isinstance(event, QKeyEvent) and (
            Qt.Key(event.key()) in STEPS or self._is_number(event.text())
        )
        if mine and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with the arrows; edit with Enter or a number."""
        key, words = Qt.Key(event.key()), event.text()
        if not self._scene.cells:
            event.ignore()
        elif key in STEPS:
            down, right = STEPS[key]
            self._move(self._cursor[0] + down, self._cursor[1] + right)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self._edit()
        elif self._is_number(words):
            self._edit(words)
        else:
            super().keyPressEvent(event)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Edit the clicked cell."""
        for i in range(len(self._scene.row_names)):
            for j in range(len(self._scene.column_names)):
                if self.cell_rect(i, j).contains(event.position().toPoint()):
                    self._commit()
                    self._move(i, j)
                    self._edit()


_SIDE = 256
_ROW, _COMPACT_ROW, _LOW_ROW = 46, 34, 30


class MatrixTab(StepTab):
    """Shows a ``MatrixScene``."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._compact = False
        self.games = CaptionCombo(tr("Key G"), self, brief=True)
        self._rule_words = (
            tr("Lecture: add gains only"),
            tr("Textbook: add all regrets"),
            tr("Both"),
        )
        rules = zip(("lecture", "textbook", "both"), self._rule_words, strict=True)
        self.rule = Segmented(tr("Rule"), tuple(rules), self, ("L", "T", "B"))
        self.steps.add_choice(tr("Rule"), self.rule)
        self.steps.add_last(self.numbers)
        self.payoffs = PayoffGrid(self)
        self.problem = label("", self, tone="error", wraps=True)
        self.words = StepWords(self)
        self.tables = (LabTableView(self), LabTableView(self))
        self.simplices = (SimplexView(self), SimplexView(self))
        self.chart = ChartView(self)
        self.legend = LabLegend(self)
        self._lay_out()
        self.games.typing_asked.connect(self.payoffs.setFocus)
        self.games.setVisible(False)  # until there are any
        self.add_keys("LTB", self.rule, tr("the lecture's rule, the textbook's, both"))
        self.tell_key("Up Down", tr("another cell, in the matrix"), self.payoffs)
        self.tell_key("Return", tr("edit the cell"), self.payoffs)
        self.add_key("J", self.chart.take_keys, tr("read the chart with arrows"))

    def _lay_out(self) -> None:
        heading = label(tr("1  Payoff to A"), self, BODY, 600)
        hint = label(tr("click a cell to edit"), self, tone="caption")
        self._side = QWidget(self)
        parts = (row(heading, None, hint), self.payoffs, self.problem, 6, self.words, None)
        column(*parts, on=self._side, gap=6)
        top = row(self._side, (column(*self.tables, None, gap=12), 1), gap=16)
        bottom = row(*((view, 3) for view in self.simplices), (self.chart, 5), gap=12)
        self._body = column(top, (bottom, 1), self.legend, gap=12)
        self.lay_out(self.steps, self._body)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        self.steps.set_compact(compact)
        self.payoffs.set_compact(compact)
        short = (tr("Lecture"), tr("Textbook"), tr("Both"))
        self.rule.set_words(short if compact else self._rule_words)
        self.words.set_compact(compact)
        self._side.setFixedWidth(222 if compact else _SIDE)
        pad = 12 if compact else 16
        self._body.setContentsMargins(pad, 12, pad, 4)
        self._set_rows()

    def _set_rows(self) -> None:
        """Use lower rows if there are many."""
        for table in self.tables:
            many = len(table.rows) > 4
            low, high = (_LOW_ROW, _COMPACT_ROW) if self._compact else (_COMPACT_ROW, _ROW)
            table.set_row_height(low if many else high)

    def set_scene(self, scene: MatrixScene) -> None:
        self.games.set_scene(scene.games)
        self.steps.set_scene(scene.steps)
        self.rule.set_value(scene.rule)
        self.numbers.set_value(scene.fractions)
        self.payoffs.set_scene(scene.payoffs)
        wrong = scene.payoffs.problem
        self.problem.setText(full_stop(wrong[:1].upper() + wrong[1:]))
        self.problem.setVisible(bool(wrong))
        self.words.set_scene(scene)
        for view, table in zip(self.tables, scene.tables, strict=True):
            view.set_table(table)
        align_names(self.tables)
        self._set_rows()
        for i, simplex in enumerate(self.simplices):
            simplex.setVisible(bool(scene.simplices))
            if scene.simplices:
                simplex.set_scene(scene.simplices[i])
        self.chart.set_chart(scene.chart)
        self.legend.set_scene(scene)
        for part in (self.games, self.body):
            part.setVisible(True)

    def tab_order(self) -> list[QWidget]:
        chosen = (*self.rule.buttons(), *self.numbers.buttons())
        return [*self.steps.tab_order(), *chosen, self.payoffs, self.chart]
