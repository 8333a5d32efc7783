"""The pots that a call plays for if there are several: odds and equity of each."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import sentences
from pokergui.pages.play.viewmodel.advisor import PotAdvice
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, SMALL, font
from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import RIGHT, rounded, stroke, text
from pokergui.widgets.spoken import set_description, set_name

_HEAD, _ROW, _FOOT = 22, 22, 4
_PAD = 10
_FIGURE = 62


class PotRows(Painted, QWidget):
    """Rows that show ``PotAdvice`` under heads; hidden without any."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pots: tuple[PotAdvice, ...] = ()
        set_name(self, tr("Pots contested by a call"))
        self.setVisible(False)

    def set_pots(self, pots: tuple[PotAdvice, ...]) -> None:
        """Show pots."""
        if pots == self._pots:
            return
        self._pots = pots
        words = tr("{name} {amount}: call {cost}, pot odds {odds}, equity {equity}")
        told = (
            words.format(name=p.name, amount=p.amount, cost=p.cost, odds=p.odds, equity=p.equity)
            for p in pots
        )
        set_description(self, sentences(told))
        self.setFixedHeight(_HEAD + _ROW * len(pots) + _FOOT)
        self.setVisible(bool(pots))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint heads, then a row for each pot."""
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg1, t.line)
        heads = (tr("Call"), tr("Pot odds"), tr("Equity"))
        self._row(painter, 2, (tr("Pots"), "", *heads), head=True)
        stroke(painter, QPointF(1, _HEAD + 0.5), QPointF(box.right() - 1, _HEAD + 0.5), t.line)
        for at, pot in enumerate(self._pots):
            figures = (pot.cost, pot.odds, pot.equity)
            self._row(painter, _HEAD + 2 + at * _ROW, (pot.name, pot.amount, *figures), head=False)

    def _row(self, painter: QPainter, top: float, words: tuple[str, ...], *, head: bool) -> None:
        t = look.tokens()
        name, amount, *figures = words
        right = self.width() - _PAD
        for figure in reversed(figures):
            cell = QRectF(right - _FIGURE, top, _FIGURE, _ROW - 2)
            face, ink = (font(CAPTION), t.t3) if head else (font(SMALL, 600), t.t1)
            text(painter, cell, figure, face, ink, RIGHT)
            right -= _FIGURE
        line = QRectF(_PAD, top, right - _PAD, _ROW - 2)
        used = text(painter, line, name, font(CAPTION if head else SMALL), t.t3 if head else t.t1)
        text(painter, line.adjusted(used + 8, 0, 0, 0), amount, font(SMALL), t.t2)
