"""The actions of the side to act over its whole range, under the grid and as a legend."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.theme import look
from pokergui.theme.actions import action_colour, paint_swatch
from pokergui.theme.fonts import ACTION, CAPTION, SMALL, font, metrics
from pokergui.viewmodel.grid import GridAction, GridScale
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.study import ActionTotal
from pokergui.views.buttons import PaintedButton
from pokergui.views.gridtint import paint_strip
from pokergui.views.guard import Painted, guarded
from pokergui.views.painting import RIGHT, focus_ring, text

_SWATCH = 14.0
_PAD = 10
_GAP = 8
_CARD, _SMALL_CARD, _LINE_CARD = 60, 44, 30
"""Heights: in a wide window, in a small one, and there where they need more than one row."""
_SMALL_PAD = 7


def _advance(words: str, size: int, weight: int = 400) -> float:
    return metrics(size, weight).horizontalAdvance(words)


def _short(action: GridAction) -> str:
    return action.short or action.title


def even_rows(
    needs: list[float], short_needs: list[float], width: float, gap: int
) -> tuple[int, bool, list[float]]:
    """Lay things out in one row if all fit, or their short forms; else in as few as can be.

    Args:
        needs: width of each, in pixels.
        short_needs: the same with its words shortened.
        width: of the area.
        gap: between two of them.

    Returns:
        Number of rows, whether words are shortened, widths of the columns.
    """
    if not needs:
        return 0, False, []
    count = len(needs)
    for short, wanted in ((False, needs), (True, short_needs)):
        alike = (width + gap) / count - gap
        if max(wanted) <= alike:
            return 1, short, [alike] * count
        free = width - sum(wanted) - gap * (count - 1)
        if free >= 0:
            return 1, short, [need + free / count for need in wanted]
    columns = max(1, int((width + gap) // (max(short_needs) + gap)))
    rows = -(-count // columns)
    columns = -(-count // rows)
    return rows, True, [(width + gap) / columns - gap] * columns


class TotalCard(PaintedButton):
    """One action: a card of two lines with a bar; in a small window a lower one.

    Attributes:
        total: what is shown.
        small: the lower form: name and share, then combos and EV, or what changed, as far as there
            is room.
        change: both shares where two strategies are compared; empty where they are not.
        short: the action's short name is shown.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.total: ActionTotal | None = None
        self.small = False
        self.change = ""
        self.short = False

    def set_total(self, total: ActionTotal, key: str) -> None:
        """Show an action; ``key`` follows it."""
        self.total = total
        self.setEnabled(total.enabled)
        title = total.action.title
        told = ", ".join(filter(None, (total.percent, total.combos, total.value)))
        if total.action.size:
            told = self.tr("{size}; {figures}").format(size=total.action.size, figures=told)
        words = f"{title}: {told}"
        self.setAccessibleName(title)
        self.setAccessibleDescription(told)
        self.setToolTip(f"{words} ({key})" if key and total.enabled else words)
        self.update()

    def need(self, small: bool, short: bool) -> int:
        """Width that shows everything that must be shown."""
        if self.total is None:
            return 0
        words = _short(self.total.action) if short else self.total.action.title
        if small:
            texts = _advance(words, SMALL) + _advance(self.total.percent, SMALL, 600)
            return round(_SWATCH + 5 + texts + 6 + 2 * _SMALL_PAD + 1)
        title = _SWATCH + 7 + _advance(words, SMALL)
        return round(max(title, _advance(self.total.percent, ACTION, 600)) + 2 * _PAD + 2)

    def paint(self, painter: QPainter) -> None:
        """Swatch and title, share and combos, a bar along the foot."""
        total = self.total
        if total is None:
            return
        t, box = look.tokens(), QRectF(self.rect())
        hover = self.underMouse() and self.isEnabled()
        painter.setPen(QPen(QColor(t.line2 if self.isEnabled() else t.line), 1))
        painter.setBrush(QColor(t.bg3 if hover else t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        action, pad = total.action, _SMALL_PAD if self.small else _PAD
        words = _short(action) if self.short else action.title
        two = box.height() > _LINE_CARD
        line = QRectF(pad, 2 if self.small else 6, box.width() - 2 * pad, 20)
        if not two:
            line = QRectF(pad, 0, line.width(), box.height())
        swatch = QRectF(pad, line.center().y() - _SWATCH / 2, _SWATCH, _SWATCH)
        paint_swatch(painter, swatch, action.tone, action.rank)
        rest = line.adjusted(_SWATCH + (5 if self.small else 7), 0, 0, 0)
        if self.small:
            used = text(painter, rest, total.percent, font(SMALL, 600), t.t1, RIGHT)
            text(painter, rest.adjusted(0, 0, -used - 4, 0), words, font(SMALL), t.t1)
            if two:
                self._paint_small_figures(painter, line.translated(0, 18), total)
        else:
            left = rest.adjusted(text(painter, rest, words, font(SMALL), t.t1) + 6, 0, 0, 0)
            if _advance(total.value, CAPTION) <= left.width():
                left.adjust(0, 0, -text(painter, left, total.value, font(CAPTION), t.t2, RIGHT), 0)
            if _advance(action.size, CAPTION) <= left.width() - 6:
                text(painter, left, action.size, font(CAPTION), t.t3)
            line.translate(0, 23)
            used = text(painter, line, total.percent, font(ACTION, 600), t.t1) + 8
            if _advance(total.combos, CAPTION) <= line.width() - used:
                text(painter, line, total.combos, font(CAPTION), t.t3, RIGHT)
        if two:
            self._paint_bar(painter, box, total)
        if self.hasFocus():
            focus_ring(painter, box, 6)

    def _paint_small_figures(self, painter: QPainter, line: QRectF, total: ActionTotal) -> None:
        """Combos and EV; the combos give way."""
        t = look.tokens()
        if self.change:
            text(painter, line, self.change, font(CAPTION), t.t2)
            return
        used = text(painter, line, total.value, font(CAPTION), t.t2, RIGHT) if total.value else 0.0
        room = line.width() - (used + 5 if used else 0.0)
        combos = self.tr("{count} c").format(count=total.combos.partition(" ")[0])
        if total.combos and _advance(combos, CAPTION) <= room:
            text(painter, line, combos, font(CAPTION), t.t3)

    def _paint_bar(self, painter: QPainter, box: QRectF, total: ActionTotal) -> None:
        painter.save()
        clip = QPainterPath()
        clip.addRoundedRect(box.adjusted(1, 1, -1, -1), 5, 5)
        painter.setClipPath(clip)
        high = 3 if self.small else 4
        foot = QRectF(1, box.height() - high - 1, box.width() - 2, high)
        painter.fillRect(foot, QColor(look.tokens().bg4))
        foot.setWidth(foot.width() * min(1.0, max(0.0, total.share)))
        painter.fillRect(foot, QColor(action_colour(total.action.tone, total.action.rank)))
        painter.restore()


class Totals(QWidget):
    """Shows ``ActionTotal``s in as many rows as their words need.

    Signals:
        chosen: key of an action to follow.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: list[TotalCard] = []
        self._count = 0
        self._small = False
        self.setAccessibleName(self.tr("Actions of the whole range"))

    def cards(self) -> list[TotalCard]:
        """The cards in order."""
        return self._cards[: self._count]

    def set_compact(self, compact: bool) -> None:
        """Lower cards."""
        self._small = compact
        self._arrange()

    def take_changes(self, changes: tuple[Figure, ...]) -> bool:
        """Let small cards tell both strategies' shares instead of combos and EV.

        Returns:
            Whether they do: whether each action has a card with room for it.
        """
        told = {each.label: each.value for each in changes}
        titles = {card.total.action.title for card in self.cards() if card.total is not None}
        room = min((card.width() for card in self.cards()), default=0) - 2 * _SMALL_PAD
        widest = max((_advance(words, CAPTION) for words in told.values()), default=0.0)
        fits = self._small and bool(told) and self.height() == _SMALL_CARD
        taken = fits and set(told) <= titles and widest <= room
        for card in self.cards():
            title = "" if card.total is None else card.total.action.title
            card.change = told.get(title, "") if taken else ""
            card.update()
        return taken

    def set_totals(self, totals: tuple[ActionTotal, ...]) -> None:
        """Show actions."""
        while len(self._cards) < len(totals):
            card = TotalCard(self)
            card.clicked.connect(self._clicked)
            self._cards.append(card)
        self._count = len(totals)
        for i, card in enumerate(self._cards):
            card.setVisible(i < len(totals))
            if i < len(totals):
                card.set_total(totals[i], str(i + 1) if i < 9 else "")
        self._arrange()

    def _clicked(self) -> None:
        card = self.sender()
        if isinstance(card, TotalCard) and card.total is not None:
            self.chosen.emit(card.total.action.key)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the cards anew."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """One row if all titles fit, or their short forms; else as few even rows as can be."""
        cards, width = self.cards(), self.width()
        high, gap = (_SMALL_CARD, 4) if self._small else (_CARD, _GAP)
        needs = [
            [float(card.need(self._small, short)) for card in cards] for short in (False, True)
        ]
        rows, short, widths = even_rows(needs[0], needs[1], width, gap)
        if self._small and rows > 1:
            high = _LINE_CARD
        columns = len(widths)
        lefts = [round(sum(widths[:i]) + i * gap) for i in range(columns)]
        for i, card in enumerate(cards):
            row, column = divmod(i, columns)
            right = lefts[column + 1] - gap if column + 1 < columns else width
            card.small, card.short = self._small, short
            left = lefts[column]
            card.setGeometry(QRect(left, row * (high + gap), right - left, high))
            card.update()
        self.setFixedHeight(max(0, rows * (high + gap) - gap))


class Legend(Painted, QWidget):
    """Swatches with titles, or a scale, in as many rows as they need, and a line under them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions: tuple[GridAction, ...] = ()
        self._scale: GridScale | None = None
        self._note = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_actions(self, actions: tuple[GridAction, ...]) -> None:
        """Show actions."""
        if actions != self._actions:
            self._actions = actions
            self._name()
            self._fit()

    @property
    def note(self) -> str:
        """The line under the swatches."""
        return self._note

    def set_scale(self, scale: GridScale | None) -> None:
        """Show what the colours of cells mean, over the swatches."""
        if scale != self._scale:
            self._scale = scale
            self._name()
            self._fit()

    def _name(self) -> None:
        words = [action.title for action in self._actions]
        if self._scale is not None:
            ends = self.tr("{low} to {high}").format(low=self._scale.low, high=self._scale.high)
            words = [self._scale.caption, ends, *words]
        self.setAccessibleName(", ".join(words))

    @property
    def _scale_height(self) -> float:
        return 20.0 + 30.0 + 6.0 if self._scale is not None else 0.0

    def set_note(self, note: str) -> None:
        """Show a line under the swatches."""
        if note != self._note:
            self._note = note
            self._fit()

    def _places(self, width: int) -> tuple[list[QRectF], float]:
        places, x, y = [], 0.0, self._scale_height
        for action in self._actions:
            need = _SWATCH + 6 + _advance(action.title, SMALL) + 1
            if x and x + need > width:
                x, y = 0.0, y + 22
            places.append(QRectF(x, y, need, 20))
            x += need + 16
        return places, y + (24 if places else 0)

    def _note_height(self, width: int) -> float:
        if not self._note:
            return 0.0
        bounds = metrics(CAPTION).boundingRect(
            QRectF(0, 0, width, 200), Qt.TextFlag.TextWordWrap, self._note
        )
        return float(bounds.height() + 2)

    def _fit(self) -> None:
        width = max(1, self.width())
        self.setFixedHeight(round(self._places(width)[1] + self._note_height(width)))
        self.update()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """As high as its rows are at this width."""
        super().resizeEvent(event)
        self._fit()

    def paint(self, painter: QPainter) -> None:
        """Swatch, title; the line at the foot."""
        t = look.tokens()
        if self._scale is not None:
            caption = QRectF(0, 0, self.width(), 18)
            text(painter, caption, self._scale.caption, font(SMALL), t.t2)
            paint_strip(painter, QRectF(0, 20, self.width(), 28), self._scale)
        places, foot = self._places(self.width())
        for action, box in zip(self._actions, places, strict=True):
            swatch = QRectF(box.x(), box.y() + 3, _SWATCH, _SWATCH)
            paint_swatch(painter, swatch, action.tone, action.rank)
            text(painter, box.adjusted(_SWATCH + 6, 0, 1, 0), action.title, font(SMALL), t.t2)
        painter.setFont(font(CAPTION))
        painter.setPen(QColor(t.t3))
        room = QRectF(0, foot, self.width(), self.height() - foot + 2)
        painter.drawText(room, Qt.TextFlag.TextWordWrap, self._note)
