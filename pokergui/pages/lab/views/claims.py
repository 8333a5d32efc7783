"""The claims of the sampling patent that a schedule meets, as a painted table."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import clauses, labelled
from pokergui.pages.lab.viewmodel.schedule import ClaimScene
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.widgets.guard import Painted, Sized, Tipped
from pokergui.widgets.painting import paragraph, rounded, stroke, text
from pokergui.widgets.spoken import set_description, set_name

_PAD, _HEAD, _NUMBER, _MARK = 12.0, 52.0, 22.0, 58.0
_ROW = 22
"""Least height of a claim."""


class ClaimsView(Painted, Sized, Tipped, QWidget):
    """Shows ``ClaimScene`` rows: number, words, and two marks with a sign and a word each.

    Below them are the claims that are left out.
    """

    wanted = QSize(440, 340)  # two lines for each claim
    least = QSize(300, round(_HEAD) + _ROW * 9 + 36)  # one line for each, two for the foot

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._claims: tuple[ClaimScene, ...] = ()
        self._left_out = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_name(self, tr("Claims of the sampling patent"))

    def set_claims(self, claims: tuple[ClaimScene, ...], left_out: str) -> None:
        """Show which claims are met, and which are left out."""
        if (claims, left_out) == (self._claims, self._left_out):
            return
        self._claims, self._left_out = claims, left_out
        said = [
            tr("claim {claim}, {words}: on some line {some}, on every line {every}").format(
                claim=one.claim,
                words=one.detail,
                some=self._word(one.literal),
                every=self._word(one.everywhere),
            )
            for one in claims
        ]
        set_description(self, clauses((*said, left_out)))
        self.update()

    def _word(self, met: bool) -> str:
        return tr("yes") if met else tr("no")

    def _foot(self) -> QRectF:
        """Return the place of the claims left out, as high as their wrapped text."""
        wide = self.width() - 2 * _PAD
        room = QRectF(_PAD, 0, wide, 1000)
        wrapped = metrics(CAPTION).boundingRect(room, Qt.TextFlag.TextWordWrap, self._left_out)
        return QRectF(_PAD, self.height() - wrapped.height() - 6, wide, wrapped.height())

    def _row(self, index: int) -> QRectF:
        high = (self._foot().y() - 4 - _HEAD) / max(1, len(self._claims))
        return QRectF(0, _HEAD + index * high, self.width(), high)

    def paint(self, painter: QPainter) -> None:
        """Paint the panel, the heading and the rows."""
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg2, t.line)
        title = QRectF(_PAD, 6, box.width() - 2 * _PAD, 22)
        text(painter, title, tr("Claims of US 10,769,544"), font(BODY, 600), t.t1)
        for words, x in (
            (tr("some line"), box.width() - 2 * _MARK - 6),
            (tr("every line"), box.width() - _MARK - 6),
        ):
            text(painter, QRectF(x, 30, _MARK, 18), words, font(CAPTION), t.t2)
        text(painter, QRectF(_PAD, 30, 120, 18), tr("is met on"), font(CAPTION), t.t3)
        for index, claim in enumerate(self._claims):
            self._claim(painter, self._row(index), claim)
        y = round(self._row(len(self._claims)).y()) + 0.5
        stroke(painter, QPointF(1, y), QPointF(box.right() - 1, y), t.line)
        paragraph(painter, self._foot(), self._left_out, font(CAPTION), t.t3)

    def _claim(self, painter: QPainter, row: QRectF, claim: ClaimScene) -> None:
        t = look.tokens()
        y = round(row.y()) + 0.5
        stroke(painter, QPointF(1, y), QPointF(row.right() - 1, y), t.line)
        number = QRectF(_PAD, row.y(), _NUMBER, row.height())
        text(painter, number, str(claim.claim), font(SMALL, 600), t.t1)
        left = _PAD + _NUMBER
        words = QRectF(left, row.y(), row.width() - left - 2 * _MARK - 12, row.height())
        self._words(painter, words, claim.text)
        for met, x in (
            (claim.literal, row.width() - 2 * _MARK - 6),
            (claim.everywhere, row.width() - _MARK - 6),
        ):
            colour = t.pos if met else t.t3
            icon = QRectF(x, row.center().y() - 7, 14, 14)
            paint_icon(painter, "check" if met else "close", icon, colour, 1.8)
            place = QRectF(x + 20, row.y(), _MARK - 20, row.height())
            text(painter, place, self._word(met), font(SMALL), t.t1 if met else t.t2)

    @staticmethod
    def _words(painter: QPainter, box: QRectF, words: str) -> None:
        """Paint as many lines as fit; the rest is in the tooltip."""
        t = look.tokens()
        if box.height() < 34 or metrics(SMALL).horizontalAdvance(words) <= box.width():
            text(painter, box, words, font(SMALL), t.t2)
            return
        wrap = QTextOption(Qt.AlignmentFlag.AlignVCenter)
        wrap.setWrapMode(QTextOption.WrapMode.WordWrap)
        painter.setFont(font(SMALL))
        painter.setPen(QColor(t.t2))
        painter.save()
        painter.setClipRect(box)
        painter.drawText(box, words, wrap)
        painter.restore()

    def tip_at(self, spot: QPointF) -> str:
        """Return a claim in full, or the meaning of the columns."""
        for index, claim in enumerate(self._claims):
            if self._row(index).contains(spot):
                return labelled(str(claim.claim), claim.detail)
        return tr(
            "Some line: such decisions exist. Every line: on all lines on which a player has"
            " two decisions the probability never falls and rises at least once. Taken"
            " from the patent's text; not legal advice."
        )
