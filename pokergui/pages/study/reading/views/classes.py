"""The kinds of hands in a range: a bar for each class, divided by its strategy."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.study.reading.viewmodel.filter import HandBar, HandsScene
from pokergui.theme import look
from pokergui.theme.actions import action_colour
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import Fitted, Painted
from pokergui.widgets.laying import Pool
from pokergui.widgets.painting import RIGHT, focus_ring, rounded, stroke, text
from pokergui.widgets.spoken import set_description, set_name, set_tip

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
        if bar.other_percent:
            words.append(f"{other} {bar.other_percent}")
        acts = zip(scene.actions, bar.shares, strict=bool(bar.shares))
        words += [f"{action.title} {share:.0%}" for action, share in acts]
        words += [tr("chosen")] if bar.chosen else []
        set_description(self, phrases(words))
        tip = [labelled(bar.title, f"{name} {words[0]}"), *words[1:]]
        set_tip(self, "\n".join([*tip, tr("Click to show only these hands")]))
        self.update()

    def bar_rect(self) -> QRectF:
        """Return the rectangle of a bar of the largest share."""
        figure = metrics(SMALL).horizontalAdvance("99.9%") + 10
        left = _PAD + self._title + 8 + figure
        middle = self.height() / 2
        return QRectF(left, middle - _BAR / 2, self.width() - _PAD - left, _BAR)

    def paint(self, painter: QPainter) -> None:
        """Paint title and share, the bar in the colours of actions, and the other side's mark."""
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
        """Return the bars in order."""
        return self._rows.shown

    def set_scene(self, scene: HandsScene | None) -> None:
        """Show classes; without any, hide."""
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

    def _tops(self) -> tuple[list[int], int]:
        """Return the tops of the rows, and the total height."""
        made, draws = len(self._scene.made), len(self._scene.draws)
        tops = [self._head + i * _ROW for i in range(made)]
        under = self._head + made * _ROW
        if draws:
            tops += [under + _DRAWS + i * _ROW for i in range(draws)]
            under += _DRAWS + draws * _ROW
        return tops, under + _FOOT

    @property
    def _head(self) -> int:
        return _HEAD + (_FILTER if self._scene.filter else 0)

    def fit(self) -> None:
        """Fit the bars to the width."""
        tops, height = self._tops()
        for row, top in zip(self.rows(), tops, strict=True):
            row.setGeometry(QRect(0, top, self.width(), _ROW))
        self.setFixedHeight(height if tops else 0)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint headings, and the meaning of the marks."""
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
        whole = tr("share of the range")
        caption = tr("share of the hands shown") if scene.filter else whole
        if used + metrics(CAPTION).horizontalAdvance(caption) <= line.width():
            text(painter, line, caption, font(CAPTION), t.t2, RIGHT)
        if scene.filter:
            place = QRectF(_PAD, 30, self.width() - 2 * _PAD, _FILTER)
            words = tr("filter: {filter}").format(filter=scene.filter)
            text(painter, place, words, font(SMALL), t.t2)
        if scene.draws:
            top = self._head + len(scene.made) * _ROW
            place = QRectF(_PAD, top + 4, self.width() - 2 * _PAD, _DRAWS - 4)
            words = tr("Draws, made hands included")
            text(painter, place, words, font(CAPTION), t.t2)

    def _pressed(self, row: ClassRow) -> None:
        self.chosen.emit(row.bar.key)
