"""The kinds of hands in a range: a bar for each class, divided by its strategy."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.study.reading.viewmodel import HandBar, HandsScene
from pokergui.pages.study.reading.views.detail import DetailTable, spoken
from pokergui.theme import look
from pokergui.theme.colours import action_colour
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel.chart import Axis, Chart, Dot, Line
from pokergui.viewmodel.grid import CellDetail, GridCell, GridScene
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.grid.brush import GridPainter
from pokergui.widgets.guard import Fitted, Painted, guarded
from pokergui.widgets.laying import Pool
from pokergui.widgets.painting import RIGHT, focus_ring, rounded, stroke, text
from pokergui.widgets.spoken import CHOOSES, Role, say, set_description, set_name, set_role, set_tip

_ROW, _PAD, _BAR = 20, 16, 12
_HEAD, _DRAWS, _FOOT = 36, 24, 8
_FILTER = 18
"""Height of the line that names the filter."""


class ClassRow(PaintedButton):
    """One class: title, share, and a bar with a mark at the end of the other side's."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.bar = HandBar("", "", 0.0, "")
        self._scene = HandsScene(())
        self._most, self._title = 1.0, 0.0
        self.setFixedHeight(_ROW)

    def set_bar(self, bar: HandBar, scene: HandsScene, most: float, title: float) -> None:
        """Show a class.

        Args:
            bar: the class.
            scene: all classes.
            most: the share of a bar of full width.
            title: width of the longest title in pixels.
        """
        self.bar, self._scene, self._most, self._title = bar, scene, most, title
        name, other = scene.names
        set_name(self, bar.title)
        words = [phrases((bar.percent, bar.combos))]
        words += [f"{other} {bar.other_percent}"] if bar.other_percent else []
        acts = zip(scene.actions, bar.shares, strict=bool(bar.shares))
        words += [f"{action.title} {share:.0%}" for action, share in acts]
        words += [tr("chosen")] if bar.chosen else []
        set_description(self, phrases(words))
        tip = [labelled(bar.title, f"{name} {words[0]}"), *words[1:]]
        set_tip(self, "\n".join([*tip, tr("Click to show only these hands")]))
        self.update()

    def bar_rect(self) -> QRectF:
        figure = metrics(SMALL).horizontalAdvance("99.9%") + 10
        left = _PAD + self._title + 8 + figure
        middle = self.height() / 2
        return QRectF(left, middle - _BAR / 2, self.width() - _PAD - left, _BAR)

    def paint(self, painter: QPainter) -> None:
        t, box, bar = look.tokens(), QRectF(self.rect()), self.bar
        if bar.chosen or self.underMouse():
            rounded(painter, box.adjusted(8, 0, -8, 0), t.accbg if bar.chosen else t.bg4, radius=4)
        area = self.bar_rect()
        line = QRectF(_PAD, 0, area.left() - 10 - _PAD, box.height())
        used = text(painter, line, bar.percent, font(SMALL, 500), t.t1, RIGHT)
        ink = t.t1 if bar.chosen or bar.share else t.t3
        text(painter, line.adjusted(0, 0, -used - 4, 0), bar.title, font(SMALL), ink)
        self._paint_bar(painter, area, bar)
        if self.hasFocus():
            focus_ring(painter, box.adjusted(8, 0, -8, 0), 4)

    def _paint_bar(self, painter: QPainter, area: QRectF, bar: HandBar) -> None:
        t, scene = look.tokens(), self._scene
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        whole = max(1.0, bar.share / self._most * area.width()) if bar.share else 0.0
        left = area.left()
        for action, share in zip(scene.actions, bar.shares, strict=bool(bar.shares)):
            colour = QColor(action_colour(action.tone, action.rank))
            painter.fillRect(QRectF(left, area.top(), share * whole, area.height()), colour)
            left += share * whole
        if not bar.shares and whole:
            own = t.ser_b if scene.series else t.ser_a
            painter.fillRect(QRectF(left, area.top(), whole, area.height()), QColor(own))
        if bar.other is not None:
            x = round(area.left() + bar.other / self._most * area.width())
            ends = QPointF(x, round(area.top()) - 2), QPointF(x, round(area.bottom()) + 1)
            stroke(painter, *ends, t.ser_a if scene.series else t.ser_b, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)


class HandClasses(Fitted, Painted, QWidget):
    """Shows a ``HandsScene``: made hands, and draws below them.

    Signals:
        chosen: key of the class that was pressed.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = Pool(lambda: ClassRow(self), self._pressed)
        self._scene = HandsScene(())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Hand classes"))
        self.setFixedHeight(0)
        self.hide()

    def rows(self) -> list[ClassRow]:
        return self._rows.shown

    def set_scene(self, scene: HandsScene | None) -> None:
        self.setVisible(scene is not None)
        if scene == self._scene:
            return
        self._scene = scene = scene or HandsScene(())
        bars = (*scene.made, *scene.draws)
        most = max((max(bar.share, bar.other or 0.0) for bar in bars), default=1.0) or 1.0
        title = max((metrics(SMALL).horizontalAdvance(bar.title) for bar in bars), default=0.0)
        for row, bar in zip(self._rows.show(len(bars)), bars, strict=True):
            row.set_bar(bar, scene, most, title)
        self.fit()

    def _tops(self) -> list[int]:
        made = len(self._scene.made)
        count = made + len(self._scene.draws)
        return [self._head + i * _ROW + (_DRAWS if i >= made else 0) for i in range(count)]

    @property
    def _head(self) -> int:
        return _HEAD + (_FILTER if self._scene.filter else 0)

    def fit(self) -> None:
        tops = self._tops()
        for row, top in zip(self.rows(), tops, strict=True):
            row.setGeometry(QRect(0, top, self.width(), _ROW))
        self.setFixedHeight(tops[-1] + _ROW + _FOOT if tops else 0)
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, scene = look.tokens(), self._scene
        if not scene.made:
            return
        stroke(painter, QPointF(0, 0), QPointF(self.width(), 0), t.line)
        line = QRectF(_PAD, 10, self.width() - 2 * _PAD, 20)
        used = text(painter, line, tr("Hand classes"), font(BODY, 600), t.t1) + 12
        if any(bar.other is not None for bar in scene.made):
            words = scene.names[1]
            need = text(painter, line, words, font(CAPTION), t.t2, RIGHT) + 6
            x, y = round(line.right() - need), round(line.center().y())
            other = t.ser_a if scene.series else t.ser_b
            stroke(painter, QPointF(x, y - 6), QPointF(x, y + 6), other, 2)
            line.adjust(0, 0, -need - 12, 0)
        caption = tr("share of the hands shown") if scene.filter else tr("share of the range")
        if used + metrics(CAPTION).horizontalAdvance(caption) <= line.width():
            text(painter, line, caption, font(CAPTION), t.t2, RIGHT)
        place = QRectF(_PAD, 30, self.width() - 2 * _PAD, _FILTER)
        if scene.filter:
            words = tr("filter: {filter}").format(filter=scene.filter)
            text(painter, place, words, font(SMALL), t.t2)
        if scene.draws:
            top = self._head + len(scene.made) * _ROW
            place.setRect(_PAD, top + 4, place.width(), _DRAWS - 4)
            text(painter, place, tr("Draws, made hands included"), font(CAPTION), t.t2)

    def _pressed(self, row: ClassRow) -> None:
        self.chosen.emit(row.bar.key)


class ComboTable(DetailTable):
    """The table of combos; while they are paintable, a click or a stroke locks or frees them.

    Arrows move from combo to combo, Space and Enter paint the current one, Shift with the arrows
    extends the stroke.

    Signals:
        painted: numbers of the combos that a stroke newly reached.
    """

    painted = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.Graphic)
        self.at_hand = 0
        self._strokes = GridPainter(self)
        self._strokes.painted.connect(self._reached)
        self.set_detail(None)

    def set_detail(self, detail: CellDetail | None) -> None:
        before = self.detail
        super().set_detail(detail)
        rows = detail.rows if detail is not None else ()
        if before is None or detail is None or before.title != detail.title:
            self.at_hand = 0
        can = self.paintable
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if can else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor)
        words = tr("Click or drag over combos to lock them (arrow keys and Space)")
        set_tip(self, words if can else "")
        cells = tuple(GridCell("", possible=bool(row.reach)) for row in rows)
        self._strokes.set_scene(GridScene(len(cells), 1, cells))
        if can and self.hasFocus():
            self._describe()

    @property
    def paintable(self) -> bool:
        detail = self.detail
        return detail is not None and detail.paintable and bool(detail.rows)

    def begin(self) -> None:
        if self.paintable and self.isVisible():
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _reached(self, rows: list[int]) -> None:
        detail = self.detail
        if detail is not None and self.paintable:
            combos = [detail.rows[row].combo for row in rows if row < len(detail.rows)]
            self.painted.emit([combo for combo in combos if combo >= 0])

    def _describe(self) -> None:
        detail = self.detail
        if detail is None or self.at_hand >= len(detail.rows):
            return
        words = spoken(detail, detail.rows[self.at_hand])
        if words != self.accessibleDescription():
            set_description(self, words)
            say(self, words)

    def _move(self, row: int) -> None:
        self.at_hand = row
        self._describe()
        self.update()
        box, holder = self.row_box(row).toRect(), self.parentWidget()
        while holder is not None and not isinstance(holder, QScrollArea):
            holder = holder.parentWidget()
        if holder is not None:
            holder.ensureVisible(box.center().x(), box.center().y(), 0, box.height())

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0 and self.paintable:
            self.at_hand = row
            self._strokes.press(row)
            self.update()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._strokes.reach(self.row_at(event.position().y()))

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        self._strokes.release()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with Up and Down, paint with Space and Enter."""
        key, detail = Qt.Key(event.key()), self.detail
        if detail is None or not self.paintable:
            event.ignore()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            before = self.at_hand
            step = 1 if key == Qt.Key.Key_Down else -1
            self._move(min(len(detail.rows) - 1, max(0, before + step)))
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._strokes.dab(before, self.at_hand)
        elif key in CHOOSES:
            self._strokes.dab(self.at_hand)
        else:
            event.ignore()

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._describe()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.set_detail(self.detail)

    def paint(self, painter: QPainter) -> None:
        super().paint(painter)
        if self.hasFocus() and self.paintable:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            focus_ring(painter, self.row_box(self.at_hand).adjusted(0.5, 0.5, -0.5, 0.5), 4)


PLOT = 128
"""Height of the plot in pixels."""


def equity_chart(
    lines: tuple[Line, ...], dots: tuple[Dot, ...] = (), *, whole: bool = False
) -> Chart:
    """Return the chart of distributions; empty while they are unknown.

    Args:
        lines: of both sides.
        dots: the places of the current cell.
        whole: whether only the grid is narrowed; the heading then says so.
    """
    shares = tuple((part / 4, f"{25 * part}%") for part in range(5))
    return Chart(
        tr("Equity distribution, whole range") if whole else tr("Equity distribution"),
        Axis(form="percent", said=tr("at {} of the range"), ends=(0.0, 1.0), ticks=shares),
        Axis(form="percent", ends=(0.0, 1.0), ticks=((0.0, "0"), (0.5, "50"), (1.0, "100"))),
        lines,
        dots=dots,
        empty="…",
    )
