"""The reviewed decisions of the last hand: a mark for each, and the details of the chosen one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import phrases, sentences
from pokergui.theme import look
from pokergui.theme.actions import paint_swatch
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.theme.quality import paint_quality, quality_ink
from pokergui.viewmodel.lookback import DecisionDetail, DecisionRow, HandDecision
from pokergui.widgets.buttons import PaintedButton, QuietButton
from pokergui.widgets.guard import Painted, Sized
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.keys import say
from pokergui.widgets.laying import column, dress, label, row
from pokergui.widgets.painting import CENTRE, focus_ring, rounded, text
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import advance

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
        """The key that is sent back."""
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


class _Title(Painted, QWidget):
    """The class of a decision and what is better, after the class's mark; notes may follow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(_HEAD)
        self._quality = self.words = self._notes = ""

    def set_title(self, quality: str, words: str, notes: str) -> None:
        """Show another decision."""
        self._quality, self.words, self._notes = quality, words, notes
        set_tip(self, "\n".join(filter(None, (words, notes))))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint mark and text."""
        t, height = look.tokens(), self.height()
        left = 16.0 if self._quality else 0.0
        if self._quality:
            paint_quality(painter, self._quality, QPointF(5, height / 2))
        ink = getattr(t, quality_ink(self._quality)) if self._quality else t.t1
        box = QRectF(left, 0, self.width() - left, height)
        used = text(painter, box, self.words, font(BODY, 600), ink) + 14
        text(painter, box.adjusted(used, 1, 0, 1), self._notes, font(CAPTION), t.t2)


class _Rows(Painted, QWidget):
    """The judge's actions in a line: swatch, name, frequency, EV; the user's own in bold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_LINE)
        self._rows: tuple[DecisionRow, ...] = ()

    def set_rows(self, rows: tuple[DecisionRow, ...]) -> None:
        """Show actions."""
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
    """A panel with a ``DecisionDetail``; hidden while there is none.

    Attributes:
        study: the button that opens it in Study.
        close_button: the button that closes it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "lasthand")
        set_name(self, tr("The chosen decision"))
        self._title, self._rows = _Title(self), _Rows(self)
        set_name(self._rows, tr("What the judge does"))
        self._notes = label("", self, CAPTION, tone="second", shrinks=True)
        self._detail: DecisionDetail | None = None
        self._compact = False
        self.study = IconButton("study", tr("Study"), "Shift+S", self)
        self.study.setFixedHeight(28)
        self.close_button = QuietButton("close", tr("Close"), "J", self, 28)
        head = row((self._title, 1), self.study, self.close_button, gap=8)
        self._column = column(head, self._rows, self._notes, on=self, gap=2)
        self.set_compact(False)
        self.setVisible(False)

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        return [self.study, self.close_button]

    def set_compact(self, compact: bool) -> None:
        """Use smaller padding, and notes beside the title."""
        pad = 12 if compact else 16
        self._compact = compact
        self._column.setContentsMargins(pad, 3, pad - 4, 6)
        self._arrange()

    def _arrange(self) -> None:
        """Put the notes under the actions, or beside the title."""
        detail = self._detail
        if detail is not None:
            notes = " ".join(detail.notes)
            self._title.set_title(detail.quality, detail.title, notes if self._compact else "")
            self._notes.setText(notes)
        self._notes.setVisible(not self._compact)
        lines = (not self._rows.isHidden()) + (not self._compact)
        self.setFixedHeight(_HEAD + lines * (_LINE + 2) + 9)

    def set_detail(self, detail: DecisionDetail | None) -> None:
        """Show a decision; None hides the panel."""
        before = self._title.words if not self.isHidden() else ""
        self.setVisible(detail is not None)
        if detail is None:
            return
        self._detail = detail
        self._rows.set_rows(detail.rows)
        self.study.setVisible(detail.can_study)
        self._arrange()
        words = sentences((detail.title, phrases(one.spoken for one in detail.rows), *detail.notes))
        set_description(self, words)
        if self.isVisible() and detail.title != before:
            say(self, words)
