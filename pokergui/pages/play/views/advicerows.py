"""The parts of the advisor's drawer: figures, sizes of a bet, words, a problem."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import phrases, sentences
from pokergui.pages.play.viewmodel import AdvisorProblem, PotAdvice, SizeAdvice
from pokergui.theme import look
from pokergui.theme.colours import action_colour, paint_swatch
from pokergui.theme.fonts import ACTION, CAPTION, SMALL, font, metrics
from pokergui.viewmodel import Figure
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import Painted, Sized, Tipped, guarded
from pokergui.widgets.laying import PlainLabel, column, emptied, row
from pokergui.widgets.painting import RIGHT, captioned, focus_ring, rounded, stroke, text, well
from pokergui.widgets.panels import TextPanel, paint_panel
from pokergui.widgets.spoken import set_description, set_name, set_tip


class FigureRow(Tipped, Painted, QWidget):
    """Key figures side by side, each under its name, separated by hairlines, with tooltips."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: tuple[Figure, ...] = ()
        self.setFixedHeight(44)
        set_name(self, tr("Figures"))

    def set_figures(self, figures: tuple[Figure, ...]) -> None:
        self._figures = figures
        words = [figure.spoken for figure in figures]
        tips = [figure.tip for figure in figures if figure.tip]
        set_description(self, sentences((phrases(words), *tips)))
        self.update()

    def _edges(self) -> list[int]:
        """Return the left edge of each figure and the last right one, as wide as their text."""
        caption, bold = metrics(CAPTION), metrics(ACTION, 600)
        needs = []
        for f in self._figures:
            value = bold.horizontalAdvance(f.value)
            if f.rest:
                value += 4 + caption.horizontalAdvance(f.rest)
            needs.append(max(caption.horizontalAdvance(f.label), value) + 20.0)
        spare = (self.width() - sum(needs)) / max(1, len(needs))
        return [round(sum(needs[:i]) + i * spare) for i in range(len(needs) + 1)]

    def tip_at(self, spot: QPointF) -> str:
        at = bisect_right(self._edges(), spot.x()) - 1
        return self._figures[at].tip if 0 <= at < len(self._figures) else ""

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg1, t.line)
        for figure, (x, end) in zip(self._figures, pairwise(self._edges()), strict=False):
            if x:
                top, foot = QPointF(x + 0.5, 1), QPointF(x + 0.5, box.height() - 1)
                stroke(painter, top, foot, t.line)
            place = QRectF(x + 10, 4, end - x - 12, 36)
            face = font(ACTION, 600)
            captioned(
                painter,
                place,
                figure.label,
                figure.value,
                face,
                rest=figure.rest,
                rest_face=font(CAPTION),
                drop=1,
            )


class SizeButton(Sized, PaintedButton):
    """One size that the engine considers; a press chooses it."""

    wanted = QSize(300, 24)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size: SizeAdvice | None = None
        self._narrow = False
        self.setFixedHeight(24)
        self.setVisible(False)

    def set_narrow(self, narrow: bool) -> None:
        self._narrow = narrow
        self.update()

    @property
    def key(self) -> str:
        return self._size.key if self._size is not None else ""

    @property
    def _value(self) -> str:
        """The value without "EV": "+17.24"."""
        return self._size.advice.value.rpartition(" ")[2] if self._size is not None else ""

    def set_size(self, size: SizeAdvice) -> None:
        self._size = size
        set_name(self, size.title)
        advice = size.advice
        said = " ".join(filter(None, (advice.percent, self._value, advice.error)))
        set_description(self, said)
        words = tr("{size}, {share}: take this size").format(size=size.title, share=said)
        tip = f"{words} ({size.preset})" if size.preset else words
        set_tip(self, "\n".join(filter(None, (tip, advice.reason))))
        self.update()

    def paint(self, painter: QPainter) -> None:
        size, t = self._size, look.tokens()
        if size is None:
            return
        box, advice = QRectF(self.rect()), size.advice
        if size.chosen or self.underMouse():
            rounded(painter, box, t.accbg if size.chosen else t.bg3, radius=4)
        paint_swatch(painter, QRectF(5, 5, 14, 14), size.tone, size.rank)
        right = box.right() - 8
        if self._narrow:
            text(painter, QRectF(right - 48, 0, 48, 24), self._value, font(SMALL), t.t2, RIGHT)
            share = QRectF(right - 93, 0, 42, 24)  # "<0.1%"
            text(painter, share, advice.percent, font(SMALL, 600), t.t1, RIGHT)
            self._name(painter, size.key, right - 94)
            return
        value = f"{self._value} {advice.error}".strip()
        room = 92 if advice.error else 60
        worth = text(painter, QRectF(right - room, 0, room, 24), value, font(SMALL), t.t2, RIGHT)
        right -= room + 4 if worth else 0
        share = QRectF(right - 44, 0, 44, 24)
        text(painter, share, advice.percent, font(SMALL, 600), t.t1, RIGHT)
        long = 40 if advice.error else 72
        bar = QRectF(right - 44 - 8 - long, 9, long, 6)
        well(painter, bar, advice.share, t.bg4, action_colour(size.tone, size.rank))
        self._name(painter, size.title, bar.x() - 6)

    def _name(self, painter: QPainter, words: str, right: float) -> None:
        assert self._size is not None
        face = font(SMALL, 600 if self._size.chosen else 400)
        text(painter, QRectF(25, 0, right - 25, 24), words, face, look.tokens().t1)
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()), 4)


class Words(PlainLabel):
    """A line or paragraph of text; hidden if empty."""

    def __init__(self, size: int, weight: int, tone: str, parent: QWidget) -> None:
        super().__init__("", parent)
        self.setFont(font(size, weight))
        self.setProperty("tone", tone)
        self._words = ""
        self._one_line = False
        self.setWordWrap(True)
        self.setVisible(False)

    def set_one_line(self, one_line: bool) -> None:
        """Elide instead of wrapping; the tooltip has the full text."""
        self._one_line = one_line
        self.setWordWrap(not one_line)
        self.say(self._words)

    def say(self, words: str) -> None:
        self._words = words
        shown = words
        if self._one_line:
            elide = Qt.TextElideMode.ElideRight
            shown = self.fontMetrics().elidedText(words, elide, self.width())
        self.setText(shown)
        set_tip(self, words if self._one_line else "")
        self.setVisible(bool(words))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._one_line and event.oldSize().width() != event.size().width():
            self.say(self._words)


class ProblemPanel(TextPanel):
    """The reason for missing advice; ``pressed`` has the name of an engine to ask instead."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offers = row(gap=8)
        parts = (self.title, self.text, 4, self._offers)
        column(*parts, on=self, margins=(15, 10, 12, 10), gap=4)
        self.title.setWordWrap(True)
        self.setVisible(False)

    def set_problem(self, problem: AdvisorProblem | None) -> None:
        self.setVisible(problem is not None)
        emptied(self._offers)
        if problem is None:
            return
        self.tell(problem.title, problem.text)
        for offer in problem.offers:
            words = tr("Ask {name}").format(name=offer.title)
            self._offers.addWidget(self.key_button(offer.key, words))
        self._offers.addStretch(1)

    def paint(self, painter: QPainter) -> None:
        paint_panel(painter, QRectF(self.rect()), look.tokens().bg1, look.tokens().unc)


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
