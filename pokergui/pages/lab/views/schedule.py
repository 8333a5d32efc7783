"""The tab "Sampling schedule": k of N against depth, the patent's claims, cost and convergence."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import clauses, labelled
from pokergui.pages.lab.viewmodel import (
    ClaimScene,
    LabNumber,
    ScheduleBar,
    ScheduleDial,
    SchedulePlayer,
    ScheduleScene,
)
from pokergui.pages.lab.views.tab import LabTab, LabTableView, StripBar, paint_number
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.chart.view import ChartView
from pokergui.widgets.controls import Control
from pokergui.widgets.field import ValueField, wrapped
from pokergui.widgets.guard import Painted, Sized, Tipped, guarded
from pokergui.widgets.laying import column, label, padded, restyle, row, tab_through, when_compact
from pokergui.widgets.painting import CENTRE, LEFT, RIGHT, focus_ring, rounded, stroke, text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import Role, set_description, set_name, set_role, set_tip
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.panel import PanelTable

_PAD, _HEAD, _LEFT, _LABEL, _FOOT = 16.0, 54.0, 30.0, 36.0, 46.0
_MOST_BAR = 34.0
_SLOT_GAP, _STREET_GAP, _PLAYER_GAP = 12.0, 22.0, 28.0
_SCALE = ((0.0, "0"), (0.5, "1/2"), (1.0, "1"))


class _BarPlace(NamedTuple):
    """The place of a bar, from probability 1 down to 0."""

    bar: ScheduleBar
    box: QRectF


_Words = tuple[QRectF, str, Face, Qt.AlignmentFlag]
"""A caption: its place, text, font and alignment."""
_PLAYER, _STREET = Face(BODY, 600), Face(SMALL, ink="t2")
_SLOT, _AXIS = Face(CAPTION, ink="t2"), Face(CAPTION, ink="t3")


class ScheduleBars(Painted, Sized, Tipped, QWidget):
    """Shows ``SchedulePlayer`` pairs; bars that a single dial sets can be drawn to another height.

    Signals:
        drawn: dial, number of walked actions, number of actions.
        picked: a dial whose bar was pressed.
        turned: up (1) or down (-1) with the chosen dial.
    """

    wanted = QSize(640, 260)
    least = QSize(420, 200)  # so that fractions fit above bars
    drawn = Signal(int, int, int)
    picked = Signal(int)
    turned = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._players: tuple[SchedulePlayer, ...] = ()
        self._dial = -1
        self._held: _BarPlace | None = None
        self._hover: ScheduleBar | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_role(self, Role.Chart)
        set_name(self, tr("Fraction of the actions walked"))

    def set_players(self, players: tuple[SchedulePlayer, ...], dial: int) -> None:
        """Show the decisions of both players; bars of ``dial`` are framed."""
        if (players, dial) == (self._players, self._dial):
            return
        self._players, self._dial = players, dial
        set_description(self, clauses(bar.tip for bar in self._bars()))
        self.update()

    def _bars(self) -> list[ScheduleBar]:
        return [bar for player in self._players for bar in player.bars]

    def _layout(self) -> tuple[list[_BarPlace], list[_Words]]:
        """Lay out bars and captions from left to right; all bars have the same width."""
        top, bottom = _HEAD + _LABEL, self.height() - _FOOT
        bars, fixed = len(self._bars()), _PLAYER_GAP * max(0, len(self._players) - 1)
        for player in self._players:
            streets = len({bar.street for bar in player.bars})
            slots = len({(bar.street, bar.before) for bar in player.bars})
            fixed += _STREET_GAP * (streets - 1) + _SLOT_GAP * (slots - streets)
        room = self.width() - 2 * _PAD - _LEFT
        wide = max(8.0, min(_MOST_BAR, (room - fixed) / max(1, bars)))
        # The space left over goes between the players' parts and after them.
        spare = max(0.0, room - fixed - wide * bars) / max(1, len(self._players))
        places: list[_BarPlace] = []
        words: list[_Words] = []
        x = _PAD + _LEFT
        for player in self._players:
            begin = x
            for street, held in groupby(player.bars, lambda bar: bar.street):
                first = x
                for before, same in groupby(held, lambda bar: bar.before):
                    left = x
                    for bar in same:
                        places.append(_BarPlace(bar, QRectF(x + 1, top, wide - 2, bottom - top)))
                        x += wide
                    box = QRectF(left - 8, bottom + 4, x - left + 16, 16)
                    words.append((box, before, _SLOT, CENTRE))
                    x += _SLOT_GAP
                x -= _SLOT_GAP
                box = QRectF(first, 34, x - first + 20, 18)
                words.append((box, street, _STREET, LEFT))
                x += _STREET_GAP
            x -= _STREET_GAP
            end = x + spare
            words.append((QRectF(begin, 8, end - begin, 22), player.title, _PLAYER, LEFT))
            axis = QRectF(begin, bottom + 22, end - begin, 16)
            words.append((axis, player.axis, _AXIS, LEFT))
            x = end + _PLAYER_GAP
        return places, words

    def bar_rects(self) -> list[QRectF]:
        return [place.box for place in self._layout()[0]]

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg2, t.line)
        places, words = self._layout()
        self._scale(painter, box)
        for room, said, face, align in words:
            face.write(painter, room, said, align)
        for place in places:
            self._bar(painter, place)
        if self.hasFocus():
            focus_ring(painter, box, 6)

    def _scale(self, painter: QPainter, box: QRectF) -> None:
        t = look.tokens()
        top, bottom = _HEAD + _LABEL, box.bottom() - _FOOT
        for share, words in _SCALE:
            y = round(bottom - share * (bottom - top)) + 0.5
            stroke(painter, QPointF(_PAD + _LEFT - 6, y), QPointF(box.right() - _PAD, y), t.line)
            _AXIS.write(painter, QRectF(0, y - 8, _PAD + _LEFT - 12, 16), words, RIGHT)

    def _bar(self, painter: QPainter, place: _BarPlace) -> None:
        """Paint N cells, k of them filled from the bottom, with k/N above them."""
        t, bar, box = look.tokens(), place.bar, place.box
        colour = QColor(t.ser_a)
        high = box.height() / bar.actions
        for cell in range(bar.actions):
            area = QRectF(box.x(), box.bottom() - (cell + 1) * high + 1, box.width(), high - 2)
            painter.fillRect(area, colour if cell < bar.picks else QColor(t.bg0))
        chosen = bar.dial >= 0 and bar.dial == self._dial
        if chosen or bar is self._hover:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(t.acc if chosen else t.line2), 1))
            painter.drawRect(box.adjusted(-1.5, -1.5, 1.5, 1.5))
        over = QRectF(box.x() - 8, box.y() - _LABEL, box.width() + 16, _LABEL - 4)
        paint_number(
            painter, over, LabNumber(bar.label), size=CAPTION, weight=500, colour=t.t1, align=CENTRE
        )

    def _at(self, spot: QPointF) -> _BarPlace | None:
        for place in self._layout()[0]:
            if place.box.adjusted(-2, -_LABEL, 2, 6).contains(spot):
                return place
        return None

    def _draw_to(self, y: float) -> None:
        if self._held is not None:
            bar, box = self._held.bar, self._held.box
            share = (box.bottom() - y) / box.height()
            count = max(1, min(bar.actions, math.ceil(share * bar.actions)))
            self.drawn.emit(bar.dial, count, bar.actions)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._at(event.position())
        left = event.button() == Qt.MouseButton.LeftButton
        if left and place is not None and place.bar.dial >= 0:
            self._held = place
            self.picked.emit(place.bar.dial)
            self._draw_to(event.position().y())

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw the dragged bar, or mark the one under the pointer."""
        if self._held is not None:
            self._draw_to(event.position().y())
            return
        place = self._at(event.position())
        movable = place is not None and place.bar.dial >= 0
        shape = Qt.CursorShape.SizeVerCursor if movable else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        hover = place.bar if place is not None else None
        if hover is not self._hover:
            self._hover = hover
            self.update()

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover = None
        self.update()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn the chosen dial with Up and Down."""
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
        if step:
            self.turned.emit(step)
        else:
            super().keyPressEvent(event)

    def tip_at(self, spot: QPointF) -> str:
        place = self._at(spot)
        return place.bar.tip if place is not None else ""


_LEAST = 24
"""Width in pixels of a caption where there is no room for all of them; tooltips have them whole."""


class _Dial(QWidget):
    """Shows a ``ScheduleDial``."""

    def __init__(self, index: int, dials: DialRow) -> None:
        super().__init__(dials)
        self.caption = label("", self, tone="second")
        self.caption.setMinimumWidth(_LEAST)
        self.value = label("", self, BODY, 600)
        self.value.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.value.setFixedWidth(round(metrics(BODY, 600).horizontalAdvance("0.00")) + 6)
        self.less = self._button("\u2212", "margin-right: 0px; border-radius: 6px;")
        self.more = self._button("+", "border-radius: 6px;")
        for button, step in ((self.less, -1), (self.more, 1)):
            button.clicked.connect(partial(dials.turned.emit, index, step))
        row(self.caption, 2, self.less, self.value, self.more, on=self, gap=4)

    def _button(self, words: str, style: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(words)
        button.setFont(font(BODY, 600))
        button.setProperty("segment", True)
        button.setProperty("dense", True)
        button.setStyleSheet(f"QToolButton {{ {style} }}")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAutoRepeat(True)
        button.setFixedWidth(28)
        return button

    def set_scene(self, dial: ScheduleDial, *, chosen: bool) -> None:
        """Show a number; keys change the chosen one."""
        self.caption.setText(dial.caption)
        restyle(self.caption, "tone", "" if chosen else "second")
        self.value.setText(dial.value)
        for button, words, key, on in (
            (self.less, tr("Less"), "\u2212", dial.can_less),
            (self.more, tr("More"), "+", dial.can_more),
        ):
            button.setEnabled(on)
            set_name(button, labelled(dial.caption, words))
            set_description(button, dial.value)
            set_tip(button, labelled(dial.caption, f"{words} ({key})"))


class DialRow(QWidget):
    """Shows all dials of a schedule; ``turned`` has a dial, and 1 or -1."""

    turned = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.dials: list[_Dial] = []
        self._row = row(None, on=self, gap=18)

    def buttons(self) -> list[QWidget]:
        return [button for dial in self.dials for button in (dial.less, dial.more)]

    def set_dials(self, dials: tuple[ScheduleDial, ...], chosen: int) -> None:
        while len(self.dials) < len(dials):
            dial = _Dial(len(self.dials), self)
            self._row.insertWidget(len(self.dials), dial)
            self.dials.append(dial)
        for index, view in enumerate(self.dials):
            view.setVisible(index < len(dials))
            if index < len(dials):
                view.set_scene(dials[index], chosen=index == chosen and len(dials) > 1)


_PLAIN, _SECOND = Face(), Face(ink="t2")


def _met_words(met: bool) -> str:
    return tr("yes") if met else tr("no")


def _met(title: str, met: Callable[[ClaimScene], bool], tip: str) -> Column[ClaimScene]:
    """Return a column of signs, each with its word."""

    def paint(painter: QPainter, room: QRectF, claim: ClaimScene) -> None:
        t, yes = look.tokens(), met(claim)
        icon = QRectF(room.x(), room.center().y() - 7, 14, 14)
        paint_icon(painter, "check" if yes else "close", icon, t.pos if yes else t.t3, 1.8)
        face = _PLAIN if yes else _SECOND
        face.write(painter, room.adjusted(20, 0, 0, 0), _met_words(yes))

    return Column(
        title,
        lambda claim: _met_words(met(claim)),
        paint=paint,
        width=64,
        edge=4,
        least=74,
        tip=tip,
    )


def _paint_claim(painter: QPainter, room: QRectF, claim: ClaimScene) -> None:
    """Paint two lines if there is room for them; the tooltip has all words."""
    if room.height() < 34 or _SECOND.advance(claim.text) <= room.width():
        _SECOND.write(painter, room, claim.text)
    else:
        face = font(SMALL)
        lines = wrapped(claim.text, face, room.width(), 2)
        row = QRectF(room.x(), room.center().y() - 8 * len(lines), room.width(), 16)
        for words in lines:
            text(painter, row, words, face, look.tokens().t2)
            row.translate(0, 16)


class ClaimsTable(PanelTable[ClaimScene]):
    """The claims of the patent, each met or not."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_name(self, tr("Claims of the sampling patent"))
        when_compact(self, self.set_row_height, 20, 36)
        about = tr(
            "Some line: such decisions exist. Every line: on all lines on which a player has"
            " two decisions the probability never falls and rises at least once. Taken"
            " from the patent's text; not legal advice."
        )
        words = Column[ClaimScene](
            tr("is met on"),
            lambda claim: claim.text,
            paint=_paint_claim,
            least=120,
            stretch=1,
            edge=4,
        )
        self.set_columns(
            [
                Column("", lambda claim: str(claim.claim), Face(weight=600), width=25),
                words,
                _met(tr("some line"), lambda claim: claim.literal, about),
                _met(tr("every line"), lambda claim: claim.everywhere, about),
            ]
        )

    def key_of(self, row: ClaimScene) -> int:
        return row.claim

    def tip_of(self, row: ClaimScene, column: int) -> str:
        return tr("claim {claim}, {words}: on some line {some}, on every line {every}").format(
            claim=row.claim,
            words=row.detail,
            some=_met_words(row.literal),
            every=_met_words(row.everywhere),
        )


_FIELD, _TWO_LINES = 190, 36


def _rows() -> tuple[Control, ...]:
    return (Control("game", "box", "G"), Control("preset", "box", "P", tr("choose a schedule")))


class ScheduleTab(LabTab):
    """Shows a ``ScheduleScene``."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, _rows())
        self._dial = self._num_dials = 0
        self.dials = DialRow(self)
        self.count = Segmented(
            tr("Depth counts"),
            (("own", tr("Own decisions")), ("both", tr("Both players’"))),
            self,
            ("O", "B"),
            dense=True,
        )
        self.bars = ScheduleBars(self)
        self._make_strip()
        self.claims = ClaimsTable(self)
        self.left_out = label("", self, CAPTION, tone="caption", wraps=True)
        self.left_out.setFixedHeight(_TWO_LINES)
        self.costs = LabTableView(self)
        self.findings = (label("", self, shrinks=True), label("", self, shrinks=True))
        self.note = label("", self, tone="caption", shrinks=True)
        self.chart = ChartView(self)
        title = label(tr("Claims of US 10,769,544"), self, BODY, 600)
        claims = column(title, self.claims, self.left_out, None, gap=4)
        told = column(self.costs, *self.findings, self.note, None, gap=6)
        self._body = column(
            row((self.dials, 1), self.count, gap=12),
            (row((self.bars, 4), (claims, 3), gap=12), 3),
            (row((told, 4), (self.chart, 3), gap=12), 2),
            gap=10,
        )
        self.lay_out(self._strip, self._body)
        padded(self, self._body, 8, 12)
        when_compact(self, self.costs.set_heights, (30, 30), (44, 44))
        self.bars.turned.connect(self._turn)
        for name, signal in (
            ("text", self.field.textEdited),
            ("count", self.count.chosen),
            ("dial", self.bars.picked),
        ):
            signal.connect(partial(self.controls.changed.emit, name))
        self.train.clicked.connect(partial(self.controls.changed.emit, "train", None))
        self._make_keys()

    def _make_strip(self) -> None:
        self._strip = StripBar(self)
        self.preset = self.controls.box("preset")
        self.field = ValueField(self._strip, self.preset)
        self.field.setFixedSize(_FIELD, 36)
        self.meaning = label("", self._strip, wraps=True, shrinks=True)
        self.train = IconButton("train", tr("Train it"), "T", self._strip, primary=True)
        self.train.setEnabled(False)
        self._strip.fill(self.preset, self.field, 4, (self.meaning, 1), self.train)
        self.field.returnPressed.connect(self.bars.setFocus)  # so that keys draw again

    def _make_keys(self) -> None:
        self.controls.add_keys(self)
        self.add_key("F", self._edit_text, tr("type a schedule"))
        beside = tr("another decision or round")
        more = tr("more, fewer actions there")
        for key, step in (("Left", -1), ("Right", 1)):
            self.add_key(key, partial(self._move, step), beside, repeat=True)
        for key, step in (("+", 1), ("=", 1), ("-", -1)):
            self.add_key(key, partial(self._turn, step), more, repeat=True)
        for key, button in zip("OB", self.count.buttons(), strict=True):
            self.add_key(key, button.click, tr("count own decisions, or both players'"))
        self.add_key("T", self.train.press, tr("use the schedule in Train"))
        self.add_key("J", self.chart.take_keys, tr("read the chart with arrows"))

    def set_scene(self, scene: ScheduleScene) -> None:
        self.controls.show(scene)
        self.field.set_scene(scene.field, tr("Schedule as text (F)"))
        wrong = scene.field.error
        self.meaning.setText(wrong or scene.field.hint)
        set_tip(self.meaning, wrong or scene.field.hint)
        restyle(self.meaning, "tone", "error" if wrong else "second")
        self.train.setEnabled(scene.can_train)
        self._dial, self._num_dials = scene.dial, len(scene.dials)
        before = len(self.dials.dials)
        self.dials.set_dials(scene.dials, scene.dial)
        if len(self.dials.dials) > before:
            tab_through(*self.tab_order())
        self.dials.setEnabled(not wrong)
        self.count.set_value(scene.count)
        self.bars.set_players(scene.players, scene.dial if len(scene.dials) > 1 else -1)
        self.claims.set_rows(scene.claims)
        self.left_out.setText(scene.left_out)
        self.costs.set_table(scene.costs)
        lines = (*self.findings, self.note)
        for line, words in zip(lines, (*scene.findings, scene.note), strict=True):
            line.setText(words)
            set_tip(line, words)
        self.chart.set_chart(scene.chart)
        self.body.setVisible(True)

    def _move(self, step: int) -> None:
        if self._num_dials:
            self.bars.picked.emit(max(0, min(self._num_dials - 1, self._dial + step)))

    def _turn(self, step: int) -> None:
        self.dials.turned.emit(self._dial, step)

    def _edit_text(self) -> None:
        self.field.setFocus()
        self.field.selectAll()

    def tab_order(self) -> list[QWidget]:
        choices = [*self.dials.buttons(), *self.count.buttons()]
        return [self.preset, self.field, self.train, *choices, self.bars, self.chart]
