"""The tab "Regret matching": a matrix, the lecture's columns, triangles and the path."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import (
    clauses,
    enumerated,
    first_phrase,
    full_sentences,
    full_stop,
    labelled,
    phrases,
    sentences,
)
from pokergui.pages.lab.viewmodel import (
    Mark,
    MatrixScene,
    PathScene,
    PayoffScene,
    SimplexScene,
    ValueLine,
)
from pokergui.pages.lab.views.tab import (
    LabTableView,
    Layer,
    StepTab,
    align_names,
    mark_colour,
    number_width,
    paint_number,
    paint_value,
)
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, FIGURE, SMALL, font, metrics
from pokergui.theme.tokens import mix
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.controls import Control
from pokergui.widgets.guard import Fitted, Painted, Sized, TakesKeys, guarded, guarded_or
from pokergui.widgets.laying import column, is_compact, label, padded, row, when_compact
from pokergui.widgets.painting import (
    CENTRE,
    LEFT,
    RIGHT,
    advance,
    paragraph,
    polyline,
    rounded,
    stroke,
    text,
)
from pokergui.widgets.spoken import STEPS, Role, set_description, set_name, set_role, set_tip

_HEAD, _NAME, _PAD = 38.0, 20.0, 16.0
_THIRDS = (0.25, 0.5, 0.75)


def crosshair(painter: QPainter, at: QPointF, colour: str) -> None:
    """Paint the sign of the equilibrium: a ring with a cross."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 1.4))
    painter.drawEllipse(at, 4.5, 4.5)
    painter.drawLine(at - QPointF(7, 0), at + QPointF(7, 0))
    painter.drawLine(at - QPointF(0, 7), at + QPointF(0, 7))


class SimplexView(Painted, Sized, QWidget):
    """Shows a ``SimplexScene``."""

    wanted, least = QSize(300, 300), QSize(200, 160)  # readable triangles

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: SimplexScene | None = None
        self._layer = Layer(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_scene(self, scene: SimplexScene) -> None:
        if scene == self._scene:
            return
        before, self._scene = self._scene, scene
        if before is None or replace(before, now=scene.now) != scene:
            self._layer.forget()
        set_name(self, scene.title)
        here = clauses(
            phrases(f"{name} {share:.3f}" for name, share in zip(scene.corners, point, strict=True))
            for _, point in scene.now
        )
        set_description(
            self, tr("now {here}; equilibrium {note}").format(here=here, note=scene.note)
        )
        set_tip(
            self, tr("Each corner is one action; the nearer to it, the more often it is played")
        )
        self.update()

    def _corners(self) -> tuple[QPointF, QPointF, QPointF]:
        room = QRectF(self.rect()).adjusted(_PAD, _HEAD + _NAME, -_PAD, -_NAME - 8)
        side = min(room.width(), room.height() * 2 / sqrt(3))
        high = side * sqrt(3) / 2
        top = room.y() + (room.height() - high) / 2
        middle = room.center().x()
        foot = top + high
        return (
            QPointF(middle, top),
            QPointF(middle - side / 2, foot),
            QPointF(middle + side / 2, foot),
        )

    def place(self, point: tuple[float, float, float]) -> QPointF:
        a, b, c = self._corners()
        return a * point[0] + b * point[1] + c * point[2]

    def paint(self, painter: QPainter) -> None:
        t, scene = look.tokens(), self._scene
        self._layer.draw(painter, self._paint_layer)
        if scene is None:
            return
        for mark, point in scene.now:
            painter.setPen(QPen(QColor(t.bg2), 1.5))
            painter.setBrush(QColor(mark_colour(mark)))
            painter.drawEllipse(self.place(point), 5, 5)
        self._equilibria(painter, scene)

    def _paint_layer(self, painter: QPainter) -> None:
        """Paint the panel, the triangle, the paths from back to front, and their start."""
        t, box, scene = look.tokens(), QRectF(self.rect()), self._scene
        rounded(painter, box, t.bg2, t.line)
        if scene is None:
            return
        head = QRectF(_PAD, 2, box.width() - 2 * _PAD, _HEAD - 2)
        used = text(painter, head, scene.note, font(SMALL), t.t1, RIGHT)
        if scene.note:
            crosshair(painter, QPointF(head.right() - used - 13, head.center().y()), t.t1)
            used += 30
        title, room = scene.title, head.adjusted(0, 0, -used, 0)
        if metrics(BODY, 600).horizontalAdvance(title) > room.width():
            title = first_phrase(title)[0]
        text(painter, room, title, font(BODY, 600), t.t1)
        self._frame(painter, scene)
        for path in scene.paths:
            self._path(painter, path)
        painter.setPen(QPen(QColor(t.t2), 1.4))
        painter.setBrush(QColor(t.bg2))
        painter.drawEllipse(self.place(scene.start), 3.5, 3.5)

    def _frame(self, painter: QPainter, scene: SimplexScene) -> None:
        t = look.tokens()
        corners = self._corners()
        a, b, c = corners
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(mix(t.line2, 0.6, t.bg2)), 1))
        for share in _THIRDS:
            for one, two, three in ((a, b, c), (b, c, a), (c, a, b)):
                start = one * share + two * (1 - share)
                painter.drawLine(start, one * share + three * (1 - share))
        painter.setPen(QPen(QColor(t.t3), 1))
        painter.drawPolygon(QPolygonF(list(corners)))
        top, left, right = scene.corners
        wide = self.width() / 2 - _PAD
        measure = metrics(SMALL)
        place = QRectF(a.x() - wide, a.y() - _NAME - 1, 2 * wide, _NAME)
        text(painter, place, top, font(SMALL), t.t2, CENTRE)
        x = max(_PAD, b.x() - measure.horizontalAdvance(left) / 2)
        text(painter, QRectF(x, b.y() + 3, wide, _NAME), left, font(SMALL), t.t2, LEFT)
        x = min(self.width() - _PAD, c.x() + measure.horizontalAdvance(right) / 2)
        text(painter, QRectF(x - wide, c.y() + 3, wide, _NAME), right, font(SMALL), t.t2, RIGHT)

    def _path(self, painter: QPainter, scene: PathScene) -> None:
        t = look.tokens()
        thin = scene.thin
        colour = mark_colour(scene.mark)
        if thin:
            colour = mix(colour, 0.7, t.bg2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colour), 1.0 if thin else 2.0))
        polyline(painter, [self.place(point) for point in scene.points])

    def _equilibria(self, painter: QPainter, scene: SimplexScene) -> None:
        t = look.tokens()
        places = [self.place(point) for point in scene.equilibria]
        painter.setPen(QPen(QColor(t.t1), 1.4, Qt.PenStyle.DotLine))
        for i, one in enumerate(places):
            for other in places[i + 1 :]:
                painter.drawLine(one, other)
        for at in places:
            crosshair(painter, at, t.t1)


_TITLE = 22
"""Height of the line over the step's words and over the matrix."""
_LINE = 32.0
_FIRST = 36.0
_SPLIT = 0.57
"""The share of the width at which the second of two values on a line begins."""


class StepWords(Fitted, Painted, QWidget):
    """The value of a step, the equilibrium's value, the gaps, and a note on the rule."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: tuple[ValueLine, ...] = ()
        self._note = self._warning = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        set_name(self, tr("This step"))

    def set_scene(self, scene: MatrixScene) -> None:
        shown = (scene.values, scene.note, scene.warning)
        if shown == (self._values, self._note, self._warning):
            return
        self._values, self._note, self._warning = shown
        words = [f"{line.label} {line.number.text}" for line in scene.values]
        set_description(
            self, full_sentences((full_stop(clauses(words)), scene.note, scene.warning))
        )
        set_tip(self, full_sentences((scene.note, scene.warning)))
        self.updateGeometry()
        self.update()

    def _places(self) -> list[QRectF]:
        """Return the places: a line for a value with its decimal, or for two values without one."""
        places: list[QRectF] = []
        y, half, values = float(_TITLE), round(_SPLIT * self.width()), self._values
        while len(places) < len(values):
            i = len(places)
            high = _FIRST if i == 0 else _LINE
            needs = [
                advance(line.label) + 8 + number_width(line.number) for line in values[i : i + 2]
            ]
            bare = not any(line.decimal for line in values[i : i + 2]) and 0 < i < len(values) - 1
            pair = bare and needs[0] + 8 <= half and needs[1] <= self.width() - half
            places.append(QRectF(0, y, half if pair else self.width(), high))
            if pair:
                places.append(QRectF(half, y, self.width() - half, high))
            y += high
        return places

    def _wrapped(self, words: str) -> float:
        room = QRectF(0, 0, self.width(), 1000)
        return metrics(SMALL).boundingRect(room, Qt.TextFlag.TextWordWrap, words).height()

    @guarded_or(QSize(240, 200))
    def sizeHint(self) -> QSize:
        places = self._places()
        high = places[-1].bottom() if places else _TITLE
        for words in (self._note, self._warning):
            high += self._wrapped(words) if words and not is_compact(self) else 0.0
        return QSize(240, round(high) + (0 if is_compact(self) else 10))

    @guarded_or(QSize(200, 120))
    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def paint(self, painter: QPainter) -> None:
        t, wide = look.tokens(), float(self.width())
        text(painter, QRectF(0, 0, wide, 20), tr("This step"), font(BODY, 600), t.t1)
        y = float(_TITLE)
        for i, (place, line) in enumerate(zip(self._places(), self._values, strict=True)):
            self._value(painter, place, line, first=i == 0)
            y = place.bottom()
        if is_compact(self):
            return
        room = QRectF(0, y + 4, wide, max(0.0, self.height() - y - 4))
        paragraph(painter, room, self._note, font(SMALL), t.t2)
        room.setTop(room.top() + self._wrapped(self._note))
        paragraph(painter, room, self._warning, font(SMALL), t.unc)

    @staticmethod
    def _value(painter: QPainter, box: QRectF, line: ValueLine, *, first: bool) -> None:
        t = look.tokens()
        size, weight = (ACTION, 600) if first else (SMALL, 400)
        used = text(painter, box, line.label, font(size, weight), t.t2) + 8
        paint_value(painter, box.adjusted(used, 0, 0, 0), line, size, weight)


class LabLegend(Painted, QWidget):
    """The meaning of the colours and, at the right, the rules' distances from the equilibrium."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[tuple[Mark, str], ...] = ()
        self._gaps = ""
        self.setFixedHeight(26)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Legend"))

    def set_scene(self, scene: MatrixScene) -> None:
        if (scene.legend, scene.gaps) != (self._entries, self._gaps):
            self._entries, self._gaps = scene.legend, scene.gaps
            words = clauses(words for _, words in scene.legend)
            set_description(self, sentences((words, scene.gaps)))
            set_tip(self, scene.gaps)
            self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint from the left; the gaps are the first to be left out."""
        t, x, middle = look.tokens(), 2.0, self.height() / 2
        for mark, words in self._entries:
            if mark == "target":
                crosshair(painter, QPointF(x + 8, middle), t.t1)
            else:
                ends = QPointF(x, middle), QPointF(x + 12, middle)
                stroke(painter, *ends, mark_colour(mark), 2)
            place = QRectF(x + 20, 0, advance(words) + 1, self.height())
            x += text(painter, place, words, font(SMALL), t.t2) + 38
        room = QRectF(x, 0, self.width() - x - 2, self.height())
        if metrics(SMALL).horizontalAdvance(self._gaps) <= room.width():
            text(painter, room, self._gaps, font(SMALL), t.t1, RIGHT)


_MOST_WIDE, _MOST_HIGH, _LEAST_HIGH = 66, 52, 34


class _Editor(QLineEdit):
    """The field over a cell; ``given_up`` as the user cancels the edit."""

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


class PayoffGrid(TakesKeys, Painted, QWidget):
    """Shows a ``PayoffScene``; ``edited`` has row, column and text of a cell."""

    edited = Signal(int, int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = PayoffScene((), (), ())
        self._cursor = (0, 0)
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
        most = 36 if is_compact(self) else _MOST_HIGH
        return max(_LEAST_HIGH, min(most, 3 * most // rows + 2))

    @guarded_or(QSize(240, 180))
    def sizeHint(self) -> QSize:
        return QSize(240, _TITLE + self._high() * max(1, len(self._scene.row_names)) + 1)

    @guarded_or(QSize(200, 180))
    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def _names_width(self) -> int:
        measure = metrics(SMALL)
        widest = max((measure.horizontalAdvance(x) for x in self._scene.row_names), default=40.0)
        return round(min(widest, 0.35 * self.width())) + 8

    def cell_rect(self, row: int, column: int) -> QRect:
        left, columns = self._names_width(), max(1, len(self._scene.column_names))
        wide = min(_MOST_WIDE, (self.width() - left - 1) // columns)
        high = self._high()
        return QRect(left + column * wide, _TITLE + row * high, wide, high)

    def paint(self, painter: QPainter) -> None:
        t, scene = look.tokens(), self._scene
        left = self._names_width()
        for i, name in enumerate(scene.row_names):
            cell = self.cell_rect(i, 0)
            text(painter, QRectF(0, cell.y(), left - 8, cell.height()), name, font(SMALL), t.t2)
        for j, name in enumerate(scene.column_names):
            cell = self.cell_rect(0, j)
            place = QRectF(cell.x() + 2, 0, cell.width() - 4, _TITLE)
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

    def takes(self, event: QKeyEvent) -> bool:
        return Qt.Key(event.key()) in STEPS or self._is_number(event.text())

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
        for i in range(len(self._scene.row_names)):
            for j in range(len(self._scene.column_names)):
                if self.cell_rect(i, j).contains(event.position().toPoint()):
                    self._commit()
                    self._move(i, j)
                    self._edit()


def _rules() -> tuple[tuple[str, str], ...]:
    return (
        ("lecture", tr("Lecture: add gains only")),
        ("textbook", tr("Textbook: add all regrets")),
        ("both", tr("Both")),
    )


def _rows() -> tuple[Control, ...]:
    told = tr("the lecture's rule, the textbook's, both"), tr("Rule")
    rule = Control("rule", "segments", "L T B", *told, values=_rules())
    return Control("game", "box", "G"), rule


class MatrixTab(StepTab):
    """Shows a ``MatrixScene``."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, _rows())
        self.rule = self.controls.segments("rule")
        short = (tr("Lecture"), tr("Textbook"), tr("Both"))
        when_compact(self, self.rule.set_words, short, [words for _, words in _rules()])
        self.steps.add_choice(tr("Rule"), self.rule)
        self.steps.add_last(self.controls.segments("fractions"))
        self.payoffs = PayoffGrid(self)
        self.problem = label("", self, tone="error", wraps=True)
        self.words = StepWords(self)
        self.tables = (LabTableView(self), LabTableView(self))
        self.simplices = (SimplexView(self), SimplexView(self))
        self.chart = ChartView(self)
        self.legend = LabLegend(self)
        self._lay_out()
        self.controls.box("game").typing_asked.connect(self.payoffs.setFocus)
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
        padded(self, self._body, 12, 4)
        when_compact(self, self._side.setFixedWidth, 222, 256)
        for table in self.tables:
            when_compact(self, table.set_heights, (34, 30), (46, 34))

    def set_scene(self, scene: MatrixScene) -> None:
        self.controls.show(scene)
        self.steps.set_scene(scene.steps)
        self.payoffs.set_scene(scene.payoffs)
        wrong = scene.payoffs.problem
        self.problem.setText(full_stop(wrong[:1].upper() + wrong[1:]))
        self.problem.setVisible(bool(wrong))
        self.words.set_scene(scene)
        for view, table in zip(self.tables, scene.tables, strict=True):
            view.set_table(table)
        align_names(self.tables)
        for i, simplex in enumerate(self.simplices):
            simplex.setVisible(bool(scene.simplices))
            if scene.simplices:
                simplex.set_scene(scene.simplices[i])
        self.chart.set_chart(scene.chart)
        self.legend.set_scene(scene)
        self.body.setVisible(True)

    def tab_order(self) -> list[QWidget]:
        _, *chosen = self.controls.tab_order()
        return [*self.steps.tab_order(), *chosen, self.payoffs, self.chart]
