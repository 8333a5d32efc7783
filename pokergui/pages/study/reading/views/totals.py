"""A range as a whole: its actions below the grid, its kinds of hands, its equities."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.study.reading.viewmodel import ActionTotal, HandBar, HandsScene
from pokergui.theme import look
from pokergui.theme.colours import action_colour, paint_swatch
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel.chart import Axis, Chart, Dot, Line
from pokergui.viewmodel.grid import GridAction
from pokergui.viewmodel.strips import Figure
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import Fitted, Painted
from pokergui.widgets.laying import Pool, column, is_compact
from pokergui.widgets.painting import (
    RIGHT,
    advance,
    focus_ring,
    key_cap,
    key_cap_width,
    rounded,
    stroke,
    text,
)
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.tables.columns import Column
from pokergui.widgets.tables.table import Index, RowTable

_SWATCH = 14.0
_PAD = 10
_GAP = 8
_CARD, _SMALL_CARD, _LINE_CARD = 60, 44, 30
"""Heights: in a wide window, in a small one, and in one where they need more than one row."""
_SMALL_PAD = 7


def even_rows(
    needs: list[float], short_needs: list[float], width: float, gap: int
) -> tuple[int, bool, list[float]]:
    """Lay items out in one row if all fit, or their short forms; else in as few as possible.

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
        cap: the line that shows the key, 1 or 2; 0 leaves it to the tooltip.
        tight: whether the EV is beside the share, instead of the combos.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.total = ActionTotal(GridAction("", "", "call"), "", "", 0.0)
        self.small = self.short = self.tight = False
        self.change = self.key = self._told = ""
        self.cap = 0

    def set_total(self, total: ActionTotal, key: str) -> None:
        self.total, self.key = total, key
        self.setEnabled(total.enabled)
        self._told = told = phrases((total.percent, total.combos, total.why or total.value))
        if total.action.size:
            self._told = tr("{size}; {figures}").format(size=total.action.size, figures=told)
        words = labelled(total.action.title, self._told)
        set_name(self, total.action.title)
        set_description(self, self._told)
        set_tip(self, f"{words} ({key})" if key and total.enabled else words)
        self.update()

    def set_change(self, change: str) -> None:
        self.change = change
        set_description(self, phrases((self._told, change)))
        self.update()

    def need(self, small: bool, short: bool, keyed: bool = False) -> int:
        """Return the width of the required contents; with ``keyed`` also the key and the EV."""
        action = self.total.action
        words = (short and action.short) or action.title
        key = key_cap_width(self.key) + 5 if keyed and self.key and self.isEnabled() else 0.0
        value = advance(self.total.value, CAPTION) if keyed else 0.0
        if small:
            texts = advance(words, SMALL) + advance(self.total.percent, SMALL, 600)
            wide = max(_SWATCH + 5 + texts + 6, value + key)
            return round(wide + 2 * _SMALL_PAD + 1)
        title = _SWATCH + 7 + advance(words, SMALL)
        share = advance(self.total.percent, ACTION, 600) + (value + 8 if value else 0.0)
        return round(max(title + key, share) + 2 * _PAD + 2)

    def has_cap_room(self, line: int) -> bool:
        """Return whether the key fits at the right of a line, beside the EV if that has its own."""
        total, cap = self.total, key_cap_width(self.key)
        if (self.small and line == 1) or self.height() <= _LINE_CARD:
            return False
        if self.small:  # the combos are left out first
            taken = advance(total.value or self._combos(), CAPTION)
            return not self.change and taken + 5 + cap <= self.width() - 2 * _SMALL_PAD
        room = float(self.width() - 2 * _PAD)
        if line == 2:
            return advance(total.percent, ACTION, 600) + 8 + cap <= room
        words = (self.short and total.action.short) or total.action.title
        room -= _SWATCH + 7 + advance(words, SMALL) + 6
        value = advance(total.value, CAPTION) + 6 if total.value else 0.0
        return cap + value <= room

    def has_combo_room(self) -> bool:
        if self.small:
            return False
        used = advance(self.total.percent, ACTION, 600) + 8
        return advance(self.total.combos, CAPTION) <= self.width() - 2 * _PAD - used

    def _combos(self) -> str:
        count = self.total.combos.partition(" ")[0]
        return tr("{count} c").format(count=count) if count else ""

    def paint(self, painter: QPainter) -> None:
        t, box, total = look.tokens(), QRectF(self.rect()), self.total
        hover = self.underMouse() and self.isEnabled()
        rounded(painter, box, t.bg3 if hover else t.bg2, t.line2 if self.isEnabled() else t.line)
        action, pad = total.action, _SMALL_PAD if self.small else _PAD
        words = (self.short and action.short) or action.title
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
            if self.cap == 1:
                self._paint_cap(painter, rest)
            left = rest.adjusted(text(painter, rest, words, font(SMALL), t.t1) + 6, 0, 0, 0)
            if not self.tight and advance(total.value, CAPTION) <= left.width():
                left.adjust(0, 0, -text(painter, left, total.value, font(CAPTION), t.t2, RIGHT), 0)
            if advance(action.size, CAPTION) <= left.width() - 6:
                text(painter, left, action.size, font(CAPTION), t.t3)
            line.translate(0, 23)
            if self.cap == 2:
                self._paint_cap(painter, line)
            used = text(painter, line, total.percent, font(ACTION, 600), t.t1) + 8
            if self.tight and total.value:
                text(painter, line, total.value, font(CAPTION), t.t2, RIGHT)
            elif advance(total.combos, CAPTION) <= line.width() - used:
                text(painter, line, total.combos, font(CAPTION), t.t3, RIGHT)
        if two:
            self._paint_bar(painter, box, total)
        if self.hasFocus():
            focus_ring(painter, box, 6)

    def _paint_cap(self, painter: QPainter, line: QRectF) -> None:
        t = look.tokens()
        corner = QPointF(line.right() + 3, line.center().y() - 9)
        key_cap(painter, corner, self.key, t.t2, t.line2)
        line.adjust(0, 0, -key_cap_width(self.key) - 3, 0)

    def _paint_small_figures(self, painter: QPainter, line: QRectF, total: ActionTotal) -> None:
        """Paint combos and EV; the combos are left out first."""
        t = look.tokens()
        if self.cap:
            self._paint_cap(painter, line)
        if self.change:
            text(painter, line, self.change, font(CAPTION), t.t2)
            return
        used = text(painter, line, total.value, font(CAPTION), t.t2, RIGHT) if total.value else 0.0
        room = line.width() - (used + 5 if used else 0.0)
        combos = self._combos()
        if advance(combos, CAPTION) <= room:
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


class TotalCards(Fitted, QWidget):
    """Shows ``ActionTotal``s in as many rows as their text needs."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = Pool(lambda: TotalCard(self), self._pressed)
        self.set_range("")

    def set_range(self, words: str) -> None:
        set_name(self, tr("Actions of the whole range"))
        set_description(self, words)

    def cards(self) -> list[TotalCard]:
        return self._cards.shown

    def take_changes(self, changes: tuple[Figure, ...]) -> bool:
        """Let small cards show both strategies' shares instead of combos and EV.

        Returns:
            Whether they do: each action has a card with room for it.
        """
        told = {each.label: each.value for each in changes}
        titles = {card.total.action.title for card in self.cards()}
        room = min((card.width() for card in self.cards()), default=0) - 2 * _SMALL_PAD
        widest = max((advance(words, CAPTION) for words in told.values()), default=0.0)
        fits = is_compact(self) and bool(told) and self.height() == _SMALL_CARD
        taken = fits and set(told) <= titles and widest <= room
        for card in self.cards():
            card.set_change(told.get(card.total.action.title, "") if taken else "")
        return taken

    def set_totals(self, totals: tuple[ActionTotal, ...]) -> None:
        shown = self._cards.show(len(totals))
        for i, (card, total) in enumerate(zip(shown, totals, strict=True)):
            card.set_total(total, str(i + 1) if i < 9 else "")
        self.fit()

    def _pressed(self, card: TotalCard) -> None:
        self.chosen.emit(card.total.action.key)

    def fit(self) -> None:
        """Use one row if all titles or their short forms fit, else as few even rows as possible."""
        cards, width = self.cards(), self.width()
        small = is_compact(self)
        high, gap = (_SMALL_CARD, 4) if small else (_CARD, _GAP)

        def needs(short: bool, keyed: bool) -> list[float]:
            return [float(card.need(small, short, keyed)) for card in cards]

        rows, short, widths = even_rows(needs(False, True), needs(True, True), width, gap)
        if rows > 1:  # keys and EVs are left out
            rows, short, widths = even_rows(needs(False, False), needs(True, False), width, gap)
        if small and rows > 1:
            high = _LINE_CARD
        columns = len(widths)
        lefts = [round(sum(widths[:i]) + i * gap) for i in range(columns)]
        for i, card in enumerate(cards):
            row, column = divmod(i, columns)
            right = lefts[column + 1] - gap if column + 1 < columns else width
            card.small, card.short = small, short
            left = lefts[column]
            card.setGeometry(QRect(left, row * (high + gap), right - left, high))
            card.update()
        self._place_caps()
        self.setFixedHeight(max(0, rows * (high + gap) - gap))

    def _place_caps(self) -> None:
        """Put keys on the first line, or on the second if combos do not fit anyway.

        If EV, combos and key do not fit together, the combos are left out.
        """
        cards = self.cards()
        offered = [card for card in cards if card.key and card.isEnabled()]
        lines = [1] if any(card.has_combo_room() for card in offered) else [1, 2]
        fitting = (line for line in lines if all(card.has_cap_room(line) for card in offered))
        cap = next(fitting, 0)
        fits = all(card.need(False, card.short, True) <= card.width() for card in cards)
        tight = not is_compact(self) and cap != 1 and fits
        for card in cards:
            card.tight = tight
            card.cap = (1 if tight else cap) if card in offered else 0


_ROW, _EDGE, _BAR = 20, 16, 12
_HEAD, _DRAWS, _FOOT = 36, 24, 8
_FILTER = 18
"""Height of the line that names the filter."""


class ClassList(RowTable[HandBar]):
    """Made hands, and draws below a caption, which is a bar without a key."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False, opens_by_click=True, ground="none")
        self._scene = HandsScene(())
        self._most, self._title = 1.0, 0.0
        set_name(self, tr("Hand classes"))
        self.set_row_height(_ROW)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.set_columns([Column("", self._words, paint=self._paint_row)])

    def height_of(self, row: HandBar) -> int:
        return _ROW if row.key else _DRAWS

    def open(self, index: Index) -> None:
        if index.isValid() and self.rows[index.row()].key:
            super().open(index)

    def set_scene(self, scene: HandsScene) -> None:
        self._scene = scene
        bars = (*scene.made, *scene.draws)
        self._most = max((max(bar.share, bar.other or 0.0) for bar in bars), default=1.0) or 1.0
        self._title = max((advance(bar.title) for bar in bars), default=0.0)
        caption = [HandBar("", tr("Draws, made hands included"), 0.0, "")] * bool(scene.draws)
        rows = (*scene.made, *caption, *scene.draws)
        self.set_rows(rows)
        self.setFixedHeight(sum(map(self.height_of, rows)))
        self.viewport().update()

    def _parts(self, bar: HandBar) -> list[str]:
        scene, told = self._scene, [phrases((bar.percent, bar.combos))]
        told += [f"{scene.names[1]} {bar.other_percent}"] if bar.other_percent else []
        acts = zip(scene.actions, bar.shares, strict=bool(bar.shares))
        told += [f"{action.title} {share:.0%}" for action, share in acts]
        return told + [tr("chosen")] * bar.chosen

    def _words(self, bar: HandBar) -> str:
        return phrases((bar.title, *self._parts(bar))) if bar.key else bar.title

    def tip_of(self, row: HandBar, column: int) -> str:
        del column
        if not row.key:
            return ""
        first, *rest = self._parts(row)
        head = labelled(row.title, f"{self._scene.names[0]} {first}")
        return "\n".join((head, *rest, tr("Click to show only these hands")))

    def ground(
        self, painter: QPainter, box: QRectF, row: HandBar, selected: bool, hovered: bool
    ) -> None:
        t = look.tokens()
        if row.key and (row.chosen or hovered):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rounded(painter, box.adjusted(8, 0, -8, 0), t.accbg if row.chosen else t.bg4, radius=4)

    def _paint_row(self, painter: QPainter, box: QRectF, bar: HandBar) -> None:
        t = look.tokens()
        if not bar.key:
            place = box.adjusted(_EDGE, 4, -_EDGE, 0)
            text(painter, place, bar.title, font(CAPTION), t.t2)
            return
        left = _EDGE + self._title + 8 + advance("99.9%") + 10
        line = box.adjusted(_EDGE, 0, left - 10 - box.width(), 0)
        used = text(painter, line, bar.percent, font(SMALL, 500), t.t1, RIGHT)
        ink = t.t1 if bar.chosen or bar.share else t.t3
        text(painter, line.adjusted(0, 0, -used - 4, 0), bar.title, font(SMALL), ink)
        top = round(box.center().y() - _BAR / 2)
        self._paint_bar(painter, QRectF(left, top, box.width() - _EDGE - left, _BAR), bar)

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


class HandClassPanel(Painted, QWidget):
    """Shows a ``HandsScene``; hidden without one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: HandsScene | None = None
        self.list = ClassList(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._column = column(self.list, on=self)
        self.hide()

    def set_scene(self, scene: HandsScene | None) -> None:
        self.setVisible(scene is not None)
        if scene == self._scene or scene is None:
            return
        self._scene = scene
        head = _HEAD + (_FILTER if scene.filter else 0)
        self._column.setContentsMargins(0, head, 0, _FOOT)
        self.list.set_scene(scene)
        self.setFixedHeight(head + self.list.height() + _FOOT)
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, scene = look.tokens(), self._scene
        if scene is None:
            return
        stroke(painter, QPointF(0, 0), QPointF(self.width(), 0), t.line)
        line = QRectF(_EDGE, 10, self.width() - 2 * _EDGE, 20)
        used = text(painter, line, tr("Hand classes"), font(BODY, 600), t.t1) + 12
        if any(bar.other is not None for bar in scene.made):
            need = text(painter, line, scene.names[1], font(CAPTION), t.t2, RIGHT) + 6
            x, y = round(line.right() - need), round(line.center().y())
            other = t.ser_a if scene.series else t.ser_b
            stroke(painter, QPointF(x, y - 6), QPointF(x, y + 6), other, 2)
            line.adjust(0, 0, -need - 12, 0)
        caption = tr("share of the hands shown") if scene.filter else tr("share of the range")
        if used + metrics(CAPTION).horizontalAdvance(caption) <= line.width():
            text(painter, line, caption, font(CAPTION), t.t2, RIGHT)
        if scene.filter:
            words = tr("filter: {filter}").format(filter=scene.filter)
            place = QRectF(_EDGE, 30, self.width() - 2 * _EDGE, _FILTER)
            text(painter, place, words, font(SMALL), t.t2)


PLOT = 128
"""Height of the plot in pixels."""


def equity_chart(
    lines: tuple[Line, ...], dots: tuple[Dot, ...] = (), *, whole: bool = False
) -> Chart:
    """Return the chart of distributions; empty while they are unknown.

    Args:
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
