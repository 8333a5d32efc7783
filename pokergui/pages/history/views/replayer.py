"""One hand again on the same table: line, table, controls, decisions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QStackedWidget, QWidget

from pokergui.language import tr_history as tr
from pokergui.pages.history.viewmodel import ReplayDot, ReplayedDecision, ReplayScene
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel import TableFrame
from pokergui.widgets.buttons import IconButton, QuietButton
from pokergui.widgets.felt.widget import PokerTable
from pokergui.widgets.field import LineField
from pokergui.widgets.guard import Painted, Sized, Tipped, guarded
from pokergui.widgets.laying import column, label, row, when_compact
from pokergui.widgets.painting import CENTRE, RIGHT, rounded, stroke, text
from pokergui.widgets.spoken import set_description, set_lines, set_name, set_tip
from pokergui.widgets.strips import LineStrip
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import Index, RowTable

_SMALL, _DOT, _HERE = 2.8, 4.2, 7.0
_PITCH = 40.0
_LABEL = 74.0
_LEFT = 22.0


class DotLine(Sized, Tipped, Painted, QWidget):
    """A line with the place of the replayer in the hand; ``chosen`` has the event clicked."""

    chosen = Signal(int)
    wanted, least = QSize(260, 28), QSize(120, 28)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dots: tuple[ReplayDot, ...] = ()
        self._position = 0
        self._label = ""
        self._hovered = -1
        set_name(self, tr("Events of the hand"))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(28)

    def set_scene(self, scene: ReplayScene) -> None:
        self._dots, self._position, self._label = scene.dots, scene.position, scene.label
        if self._dots:
            words = tr("{number} of {count}: {what}").format(
                number=self._position + 1,
                count=len(self._dots),
                what=self._dots[self._position].tip,
            )
            set_description(self, words)
        self.update()

    def _x(self, index: int) -> float:
        room = self.width() - 2 * _LEFT - _LABEL
        pitch = min(_PITCH, room / max(1, len(self._dots) - 1))
        return _LEFT + index * pitch

    def _at(self, x: float) -> int:
        """Return the index of the nearest dot; -1 if none is near."""
        if not self._dots:
            return -1
        nearest = min(range(len(self._dots)), key=lambda i: abs(self._x(i) - x))
        return nearest if abs(self._x(nearest) - x) <= _PITCH / 2 else -1

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._at(event.position().x())
        if index >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(index)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self._at(event.position().x())
        if index != self._hovered:
            self._hovered = index
            cursor = Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor
            self.setCursor(cursor)
            self.update()

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hovered = -1
        self.update()

    def tip_at(self, spot: QPointF) -> str:
        index = self._at(spot.x())
        return self._dots[index].tip if index >= 0 else ""

    def paint(self, painter: QPainter) -> None:
        if not self._dots:
            return
        t, middle = look.tokens(), self.height() / 2
        end = self._x(len(self._dots) - 1)
        first, here = QPointF(self._x(0), middle), QPointF(self._x(self._position), middle)
        stroke(painter, first, QPointF(end, middle), t.line2, 2)
        stroke(painter, first, here, t.t3, 2)
        colours = {"person": t.acc, "other": t.t2, "dealer": t.t3}
        for index, dot in enumerate(self._dots):
            colour = QColor(colours[dot.kind])
            radius = _SMALL if dot.kind == "dealer" else _DOT
            radius += 1.5 if index == self._hovered else 0
            painter.setPen(Qt.PenStyle.NoPen)
            if index > self._position:
                painter.setPen(QPen(colour, 1.6))
                painter.setBrush(QColor(t.bg1))
                radius -= 0.8
            else:
                painter.setBrush(colour)
            if index == self._position:
                painter.setPen(QPen(QColor(t.t1), 2))
                radius = _HERE - 1
            painter.drawEllipse(QPointF(self._x(index), middle), radius, radius)
        label = QRectF(end + _HERE + 8, 0, _LABEL - 8, self.height())
        text(painter, label, self._label, font(SMALL), t.t2)


_SQUARE = 14
_BOLD, _SECOND, _BUTTON = Face(weight=600), Face(ink="t2"), Face(weight=500)


class DecisionList(RowTable[ReplayedDecision]):
    """All decisions of a hand, in order; each has a button that opens it in Study.

    Signals:
        chosen: index of the decision to go to.
        study_pressed: index of the decision to open in Study.
    """

    chosen = Signal(int)
    study_pressed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, opens_by_click=True)
        set_name(self, tr("Decisions of the hand"))
        self.set_columns(
            [
                Column(tr("Street"), lambda row: row.street, _SECOND),
                Column(
                    tr("Player"),
                    lambda row: row.who,
                    lambda row: _BOLD if row.person else _SECOND,
                    least=92,
                    stretch=1,
                ),
                Column(
                    tr("Action"),
                    lambda row: row.action,
                    paint=_paint_action,
                    need=lambda row: _SQUARE + 7 + _BOLD.advance(row.action),
                ),
                Column(tr("Pot"), lambda row: row.pot, _SECOND, RIGHT),
                Column(tr("To call, odds"), lambda row: row.price, align=RIGHT, least=112),
                Column("", lambda row: tr("Study"), paint=self._paint_button, width=68),
            ]
        )
        when_compact(self, self.set_row_height, 26, 30)

    def key_of(self, row: ReplayedDecision) -> None:
        """Return no key: decisions are identified by their places alone."""

    def tip_of(self, row: ReplayedDecision, column: int) -> str:
        if column == len(self.columns) - 1:
            return tr("Open this decision in Study")
        words = tr("Go to this decision: {who}, {action}")
        return words.format(who=row.who, action=row.action)

    def set_decisions(self, rows: tuple[ReplayedDecision, ...]) -> None:
        """Show decisions; the one that the replayer shows is selected."""
        self.set_rows(rows)
        here = next((i for i, row in enumerate(rows) if row.current), -1)
        if here >= 0:
            self.selectRow(here)
            self.scrollTo(self.model().index(here, 0))
        else:
            self.clearSelection()

    def open(self, index: Index) -> None:
        """Go to a decision, or to Study by the button in its row."""
        if index.column() == len(self.columns) - 1:
            self.study_pressed.emit(index.row())
        elif index.isValid():
            self.chosen.emit(index.row())

    def _paint_button(self, painter: QPainter, room: QRectF, row: ReplayedDecision) -> None:
        t = look.tokens()
        shape = QRectF(room.right() - 58.5, round(room.center().y() + 0.5) - 10.5, 54, 20)
        rounded(painter, shape.adjusted(-0.5, -0.5, 0.5, 0.5), t.button, t.line2, 4)
        _BUTTON.write(painter, shape.translated(0, -0.5), tr("Study"), CENTRE)


def _paint_action(painter: QPainter, room: QRectF, row: ReplayedDecision) -> None:
    square = QRectF(room.x(), room.center().y() - _SQUARE / 2, _SQUARE, _SQUARE)
    paint_swatch(painter, square, row.tone)
    _BOLD.write(painter, room.adjusted(_SQUARE + 7, 0, 0, 0), row.action)


_MANY = 400
"""Minimum height of the table for more than two."""
_ROWS, _FEW_ROWS = 110, 72
"""Minimum height of the decisions under it."""


class Replayer(QWidget):
    """A widget that shows a ``ReplayScene`` with its table frames, line and decisions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._many = False
        self.line = LineStrip(self, narrow=True)
        self.line.set_clickable(tr("Go to this moment of the hand"))
        self.table = PokerTable(self, open_hands=True, answers=False)
        self.dots = DotLine(self)
        self.decisions = DecisionList(self)
        self.buttons = {
            name: QuietButton(icon, words, key, self, size=30)
            for name, icon, words, key in (
                ("first", "first", tr("To the deal"), tr("Home")),
                ("back", "back", tr("One event back"), tr("Left")),
                ("run", "start", tr("Play the hand"), tr("Space")),
                ("forward", "forward", tr("One event forward"), tr("Right")),
                ("last", "last", tr("To the end"), tr("End")),
                ("cards", "cards", tr("Show all cards"), tr("C")),
            )
        }
        self.buttons["cards"].setCheckable(True)
        self.play_button = IconButton("", tr("Play on"), tr("P"), self)
        self.solve_button = IconButton("check", tr("Solve"), tr("V"), self)
        self.hand_button = IconButton("tree", tr("Solve the hand"), tr("Shift+V"), self)
        self.study_button = IconButton("", tr("Study"), tr("S"), self, primary=True)
        self._ways_on = (
            *(self.play_button, self.solve_button),
            *(self.hand_button, self.study_button),
        )
        self.tags = LineField(tr("Tags"), tr("Tags: bluff, river"), self)
        self.note = LineField(tr("Note"), tr("Note"), self)
        self._noted = QWidget(self)
        row((self.tags, 1), (self.note, 2), on=self._noted, gap=8, margins=(12, 4, 12, 4))
        self._message = label("", self, BODY, tone="second", wraps=True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._words = QPlainTextEdit(self)
        self._words.setReadOnly(True)
        self._words.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self._words.setFont(font(SMALL))
        self._words.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        set_name(self._words, tr("The hand as text"))
        self._arrange()

    def _arrange(self) -> None:
        self._said, self._stage = QWidget(self), QStackedWidget(self)
        said = ((self._message, 1), (self._words, 8))
        column(*said, on=self._said, margins=(24, 16, 24, 8), gap=10)
        self._stage.addWidget(self._said)
        self._stage.addWidget(self.table)
        policy = QSizePolicy.Policy
        self._stage.setSizePolicy(policy.Expanding, policy.Expanding)
        *steps, cards = self.buttons.values()
        play, solve, hand, study = self._ways_on
        controls = row(*steps, None, cards, 4, play, 6, solve, 6, hand, 6, study, gap=2)
        column(
            self.line,
            (self._stage, 5),
            self.dots,
            self._noted,
            controls,
            (self.decisions, 4),
            on=self,
            gap=0,
        )
        when_compact(self, solve.set_wordless, True, False)
        hand.set_wordless(True)
        when_compact(
            self, lambda pad: controls.setContentsMargins(*pad), (8, 2, 8, 2), (12, 6, 12, 6)
        )
        when_compact(self, self._set_pair, 300, 340)

    def tab_order(self) -> list[QWidget]:
        return [self.tags, self.note, *self.buttons.values(), *self._ways_on, self.decisions]

    def edit_note(self) -> None:
        self._noted.setVisible(True)
        self.tags.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _set_pair(self, height: int) -> None:
        """Set the least height of a table for two."""
        self._pair = height
        self._share_height()

    def _share_height(self) -> None:
        self._stage.setMinimumHeight(_MANY if self._many else self._pair)
        self.decisions.setMinimumHeight(_FEW_ROWS if self._many else _ROWS)

    def play_table(self, frames: Sequence[TableFrame]) -> None:
        """Play frames; a single one is shown at once."""
        self._many = len(frames[-1].scene.seats) > 2
        self._share_height()
        if len(frames) == 1:
            self.table.show_scene(frames[0].scene)
        else:
            self.table.play(frames)

    def set_scene(self, scene: ReplayScene) -> None:
        for field, words in ((self.tags, scene.tags), (self.note, scene.note)):
            field.show_text(words)
            set_tip(field, words)
        editing = self.tags.hasFocus() or self.note.hasFocus()
        self._noted.setVisible(bool(scene.tags or scene.note) or editing)
        there = bool(scene.dots)
        self._stage.setCurrentWidget(self.table if there else self._said)
        self._message.setText(scene.message)
        set_lines(self._words, scene.text)
        self._words.setVisible(bool(scene.text))
        self.decisions.setVisible(not scene.text)
        self.dots.set_scene(scene)
        before, after = scene.position > 0, scene.position < len(scene.dots) - 1
        offered = (before, before, there, after, after, scene.can_show_all)
        for step, on in zip(self.buttons.values(), offered, strict=True):
            step.setEnabled(on)
        icon, words = ("pause", tr("Pause")) if scene.playing else ("start", "")
        self.buttons["run"].show_as(icon, words or tr("Play the hand"), tr("Space"))
        self.buttons["cards"].setChecked(scene.show_all)
        ways = scene.play, scene.solve, scene.hand, scene.study
        for button, way in zip(self._ways_on, ways, strict=True):
            button.setEnabled(way.can)
            set_tip(button, f"{way.tip} ({button.key})" if way.tip else "")
            set_description(button, way.tip)
