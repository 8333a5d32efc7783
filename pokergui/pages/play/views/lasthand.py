"""The strip above the action bar: the result of the last hand, and its reviewed decisions."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import phrases
from pokergui.pages.play.views.lastdecision import MARK, DecisionDetails, DecisionMark
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.theme.quality import paint_quality, quality_ink
from pokergui.viewmodel import LastHandScene
from pokergui.widgets.guard import guarded
from pokergui.widgets.laying import Pool, column, tab_through
from pokergui.widgets.painting import RIGHT, key_cap, key_cap_width, text
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import Strip, advance, cards_width, paint_cards

_HEIGHT, _LOW = 34, 28
_REVIEW_FROM = 0.45
"""Part of the strip after which the text of a review may begin."""
_NAMED_FROM = 900
"""Width from which marks have the names of their streets."""


class LastHandStrip(QWidget):
    """A strip that shows a ``LastHandScene``; hidden while there is none.

    Signals:
        decision_chosen: key of a ``HandDecision`` to show in detail; the shown one again hides it.
    """

    decision_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Last hand"))
        self._line = _Line(self)
        self._details = DecisionDetails(self)
        self.study, self.marks = self._details.study, self._line.marks
        column(self._line, self._details, on=self, gap=0)
        self._line.chosen.connect(self.decision_chosen)
        self._details.close_button.clicked.connect(self._close)
        self.set_compact(False)
        self.setVisible(False)

    def tab_order(self) -> list[QWidget]:
        """Return the controls below the marks in the order of the Tab key."""
        return [self._line, *self._details.tab_order()]

    def set_compact(self, compact: bool) -> None:
        """Use a lower strip with smaller padding."""
        self._line.setFixedHeight(_LOW if compact else _HEIGHT)
        self._line.set_compact(compact)
        self._details.set_compact(compact)
        self._fit()

    def _fit(self) -> None:
        details = 0 if self._details.isHidden() else self._details.height()
        self.setFixedHeight(self._line.height() + details)

    def set_scene(self, scene: LastHandScene | None) -> None:
        """Show the result of a hand; None hides it."""
        self.setVisible(scene is not None)
        if scene is not None:
            words = phrases((scene.title, scene.text, scene.note, scene.review))
            set_description(self, words)
            set_tip(self._line, words)
        self._line.set_scene(scene)
        self._details.set_detail(None if scene is None else scene.detail)
        self._fit()

    def next_decision(self) -> None:
        """Show the next decision, after the last one none: the key's action."""
        marks = self.marks.shown
        at = next((at for at, mark in enumerate(marks) if mark.isChecked()), -1)
        if at + 1 < len(marks):
            self.decision_chosen.emit(marks[at + 1].key)
        elif marks:
            self._close()

    def _close(self) -> None:
        for mark in self.marks.shown:
            if mark.isChecked():
                self.decision_chosen.emit(mark.key)
                return


class _Line(Strip):
    """The painted line with its marks.

    Signals:
        chosen: key of the decision whose mark was pressed.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("lasthand", _HEIGHT, parent)
        self._scene: LastHandScene | None = None
        self.marks = Pool(lambda: DecisionMark(self), lambda mark: self.chosen.emit(mark.key))

    def set_compact(self, compact: bool) -> None:
        """Use smaller padding."""
        super().set_compact(compact)
        self._place()

    def set_scene(self, scene: LastHandScene | None) -> None:
        """Show the result of a hand."""
        self._scene = scene
        self._place()
        self.update()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the marks again."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Put the marks before the text of the review."""
        decisions = () if self._scene is None else self._scene.decisions
        named, marks = self.width() >= _NAMED_FROM, self.marks.show(len(decisions))
        street = ""
        for mark, one in zip(marks, decisions, strict=True):
            mark.set_decision(one, named=named and one.street != street)
            street = one.street
        tab_through(self, *marks)
        x = self._review_from() - sum(mark.width() for mark in marks)
        for mark in marks:
            mark.move(round(x), (self.height() - MARK) // 2)
            x += mark.width()

    def _review_from(self) -> float:
        """Return where the review begins with its mark."""
        scene, right = self._scene, float(self.width() - self.pad)
        if scene is None or not scene.review:
            return right
        right -= key_cap_width(scene.key) + 8 if scene.key else 0
        words = advance(scene.review, font(SMALL, 500))
        return right - min(words, right - self.width() * _REVIEW_FROM) - 28

    def paint(self, painter: QPainter) -> None:
        """Paint number, user's cards, result, and how it came about; at the right the review."""
        scene, t = self._scene, look.tokens()
        if scene is None:
            return
        height = self.height()
        painter.fillRect(QRectF(0, 0, 3, height), QColor(t.acc))
        x, right = float(self.pad), self._review_from()
        self._paint_review(painter, scene, right + 28)
        right -= sum(mark.width() for mark in self.marks.shown) + 6
        x += text(painter, QRectF(x, 0, right - x, height), scene.title, font(SMALL), t.t3) + 10
        paint_cards(painter, x, height / 2, scene.cards)
        x += cards_width(scene.cards) + 10
        result = font(BODY, 600)
        x += text(painter, QRectF(x, 0, right - x, height), scene.text, result, t.t1) + 10
        text(painter, QRectF(x, 0, right - x, height), scene.note, font(SMALL), t.t2)

    def _paint_review(self, painter: QPainter, scene: LastHandScene, left: float) -> None:
        """Paint mark, text and key at the right end."""
        t, right, height = look.tokens(), float(self.width() - self.pad), self.height()
        if not scene.review:
            return
        if scene.key:
            key_cap(painter, QPointF(right, height / 2 - 9), scene.key, t.t2, t.line2)
            right -= key_cap_width(scene.key) + 8
        ink = getattr(t, quality_ink(scene.quality))
        box = QRectF(left, 0, right - left, height)
        text(painter, box, scene.review, font(SMALL, 500), ink, RIGHT)
        if not scene.decisions:
            paint_quality(painter, scene.quality, QPointF(left - 12, height / 2))
