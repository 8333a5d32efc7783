"""The strip above the action bar: the result of the last hand, and its reviewed decisions."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import phrases, sentences
from pokergui.theme import look
from pokergui.theme.colours import paint_quality, paint_swatch, quality_ink
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.viewmodel import LastHandScene
from pokergui.viewmodel.table import DecisionDetail, DecisionRow, HandDecision
from pokergui.widgets.buttons import IconButton, PaintedButton, QuietButton
from pokergui.widgets.guard import Fitted, Painted, Sized
from pokergui.widgets.laying import (
    Pool,
    column,
    dress,
    is_compact,
    label,
    row,
    tab_through,
    when_compact,
)
from pokergui.widgets.painting import (
    CENTRE,
    RIGHT,
    focus_ring,
    key_cap,
    key_cap_width,
    rounded,
    text,
)
from pokergui.widgets.spoken import say, set_description, set_name, set_tip
from pokergui.widgets.strips import Strip, advance, cards_width, paint_cards

MARK = 24
_HEAD, _LINE, _GAP = 30, 20, 20


class DecisionMark(Sized, PaintedButton):
    """The mark of one decision; a press shows its details."""

    wanted = QSize(MARK, MARK)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self._one = HandDecision("", "", "")
        self._named = False

    @property
    def key(self) -> str:
        return self._one.key

    def set_decision(self, one: HandDecision, *, named: bool) -> None:
        """Show a decision, with the name of its street or without."""
        self._one, self._named = one, named
        self.setChecked(one.chosen)
        set_name(self, one.words)
        set_tip(self, one.words)
        words = advance(one.street, font(CAPTION)) + 4 if named else 0.0
        self.setFixedSize(round(MARK + words), MARK)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint the mark of the class, a dash if it is not judged, and the street."""
        t, box = look.tokens(), QRectF(self.rect())
        if self.isChecked() or self.underMouse():
            rounded(painter, box, t.accbg if self.isChecked() else t.bg3, radius=4)
        mark = QRectF(0, 0, MARK, MARK)
        if self._one.quality:
            paint_quality(painter, self._one.quality, mark.center())
        else:
            text(painter, mark, "\u2013", font(SMALL), t.t3, CENTRE)
        if self._named:
            words = QRectF(MARK - 3, 0, box.width() - MARK + 3, MARK)
            text(painter, words, self._one.street, font(CAPTION), t.t2)
        if self.hasFocus():
            focus_ring(painter, box, 4)


class _DecisionTitle(Painted, QWidget):
    """The class of a decision and what is better, after the class's mark; notes may follow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_HEAD)
        self._quality = self.words = self._notes = ""

    def set_title(self, quality: str, words: str, notes: str) -> None:
        self._quality, self.words, self._notes = quality, words, notes
        set_tip(self, "\n".join(filter(None, (words, notes))))
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, height = look.tokens(), self.height()
        left = 16.0 if self._quality else 0.0
        if self._quality:
            paint_quality(painter, self._quality, QPointF(5, height / 2))
        ink = getattr(t, quality_ink(self._quality)) if self._quality else t.t1
        box = QRectF(left, 0, self.width() - left, height)
        used = text(painter, box, self.words, font(BODY, 600), ink) + 14
        if is_compact(self):
            text(painter, box.adjusted(used, 1, 0, 1), self._notes, font(CAPTION), t.t2)


class _JudgeRow(Painted, QWidget):
    """The judge's actions in a line: swatch, name, frequency, EV; the user's own in bold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_LINE)
        self._rows: tuple[DecisionRow, ...] = ()

    def set_rows(self, rows: tuple[DecisionRow, ...]) -> None:
        self._rows = rows
        words = phrases(one.spoken for one in rows)
        set_description(self, words)
        set_tip(self, words)
        self.setVisible(bool(rows))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint them from left to right, as far as there is room."""
        t, x = look.tokens(), 0.0
        for one in self._rows:
            face = font(SMALL, 600 if one.taken else 400)
            parts = [(one.title, t.t1), (one.share, t.t2), (one.ev, t.t1)]
            width = 12 + sum(6 + advance(words, face) for words, _ in parts if words)
            if x + width > self.width():
                text(painter, QRectF(x, 0, 20, _LINE), "\u2026", font(SMALL), t.t2)
                break
            paint_swatch(painter, QRectF(x, 4, 12, 12), one.tone)
            x += 18
            for words, ink in parts:
                if words:
                    x += text(painter, QRectF(x, 0, self.width() - x, _LINE), words, face, ink) + 6
            x += _GAP - 6


class DecisionDetails(QWidget):
    """A panel with a ``DecisionDetail``; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "lasthand")
        set_name(self, tr("The chosen decision"))
        self._title, self._rows = _DecisionTitle(self), _JudgeRow(self)
        set_name(self._rows, tr("What the judge does"))
        self._notes = label("", self, CAPTION, tone="second", shrinks=True)
        self._notes.setFixedHeight(_LINE)
        self.study = IconButton("study", tr("Study"), "Shift+S", self)
        self.study.setFixedHeight(28)
        self.close_button = QuietButton("close", tr("Close"), "J", self, 28)
        head = row((self._title, 1), self.study, self.close_button, gap=8)
        whole = column(head, self._rows, self._notes, on=self, gap=2)
        margins = QMargins(12, 3, 8, 6), QMargins(16, 3, 12, 6)
        when_compact(self, whole.setContentsMargins, *margins)
        when_compact(self, self._notes.setHidden, True, False)  # beside the title
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setVisible(False)

    def set_detail(self, detail: DecisionDetail | None) -> None:
        before = self._title.words if not self.isHidden() else ""
        self.setVisible(detail is not None)
        if detail is None:
            return
        notes = " ".join(detail.notes)
        self._title.set_title(detail.quality, detail.title, notes)
        self._notes.setText(notes)
        self._rows.set_rows(detail.rows)
        self.study.setVisible(detail.can_study)
        words = sentences((detail.title, phrases(one.spoken for one in detail.rows), *detail.notes))
        set_description(self, words)
        if self.isVisible() and detail.title != before:
            say(self, words)


_HEIGHT, _LOW = 34, 28
_REVIEW_FROM = 0.45
"""Part of the strip after which the text of a review may begin."""
_NAMED_FROM = 900
"""Width from which marks have the names of their streets."""


class LastHandStrip(QWidget):
    """A strip that shows a ``LastHandScene``; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Last hand"))
        self.line = _LastHandLine(self)
        self._details = DecisionDetails(self)
        self.study, self.marks = self._details.study, self.line.marks
        column(self.line, self._details, on=self, gap=0)
        self._details.close_button.clicked.connect(self._close)
        when_compact(self, self.line.setFixedHeight, _LOW, _HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setVisible(False)

    def tab_order(self) -> list[QWidget]:
        return [self.line, self.study, self._details.close_button]

    def set_scene(self, scene: LastHandScene | None) -> None:
        self.setVisible(scene is not None)
        if scene is not None:
            words = phrases((scene.title, scene.text, scene.note, scene.review))
            set_description(self, words)
            set_tip(self.line, words)
        self.line.set_scene(scene)
        self._details.set_detail(None if scene is None else scene.detail)

    def next_decision(self) -> None:
        """Show the next decision, after the last one none: the key's action."""
        marks = self.marks.shown
        at = next((at for at, mark in enumerate(marks) if mark.isChecked()), -1)
        if at + 1 < len(marks):
            self.line.chosen.emit(marks[at + 1].key)
        elif marks:
            self._close()

    def _close(self) -> None:
        for mark in self.marks.shown:
            if mark.isChecked():
                self.line.chosen.emit(mark.key)
                return


class _LastHandLine(Fitted, Strip):
    """The painted line with its marks.

    Signals:
        chosen: key of a ``HandDecision`` to show in detail; the shown one again hides it.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("lasthand", _HEIGHT, parent)
        self._scene: LastHandScene | None = None
        self.marks = Pool(lambda: DecisionMark(self), lambda mark: self.chosen.emit(mark.key))

    def set_scene(self, scene: LastHandScene | None) -> None:
        self._scene = scene
        self.fit()
        self.update()

    def fit(self) -> None:
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
