"""The table of seats: stacks, blinds, ante, payouts, and what each seat wins."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from pokergui.language import tr_preflop as tr
from pokergui.language.joins import labelled
from pokergui.pages.preflop.viewmodel import MOST_SEATS, STACKS, PreflopScene
from pokergui.theme.fonts import BODY, CAPTION
from pokergui.viewmodel import Sizing
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.field import FieldNote
from pokergui.widgets.laying import column, dress, label, row, when_compact
from pokergui.widgets.sizing import SizeSlider
from pokergui.widgets.spoken import set_name, set_tip

_FIELD, _WIDE = 64, 212
_NAMES = 44


def form_rows() -> tuple[Control, ...]:
    """Return the controls of the form; those of the bar are the page's."""
    stacks = (
        Control(
            name, "typed", label=tr("Stack of seat {number}").format(number=at + 1), width=_FIELD
        )
        for at, name in enumerate(STACKS)
    )
    each, big = ("each", tr("Each")), ("big", tr("Big blind"))
    players = tuple((count, str(count)) for count in range(2, 7))
    equal = ((True, tr("Equal stacks")), (False, tr("Each its own")))
    return (
        Control(
            "players",
            "segments",
            "2 3 4 5 6",
            tr("number of players"),
            tr("Players"),
            values=players,
        ),
        Control(
            "equal",
            "segments",
            "S S",
            tr("equal stacks, or each its own"),
            tr("Stacks"),
            values=equal,
        ),
        Control("stack", "typed", label=tr("Stack of all"), width=_FIELD),
        *stacks,
        Control("small", "typed", label=tr("Small blind"), width=_FIELD),
        Control("ante", "typed", label=tr("Ante"), width=_FIELD),
        Control(
            "ante_of",
            "segments",
            "N N",
            tr("ante of each player or of the big blind"),
            tr("Ante"),
            values=(each, big),
        ),
        Control("payouts", "typed", label=tr("Payouts"), width=_WIDE, most=120),
    )


class StageForm(QWidget):
    """Shows what is typed of a ``PreflopScene``, and the value of each seat."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        dress(self, "page")
        self.controls = Controls(form_rows(), self)
        self.slider = SizeSlider(self)
        self.slider.setFixedHeight(38)
        set_name(self.slider, tr("Stack of all, in big blinds"))
        set_tip(self.slider, tr("Stack of all (arrows and wheel: half a big blind)"))
        self._names = [label("", self, BODY, 600) for _ in range(MOST_SEATS)]
        self._values = [label("", self, BODY, 500) for _ in range(MOST_SEATS)]
        self._changes = [label("", self, CAPTION, tone="second") for _ in range(MOST_SEATS)]
        for side in (*self._values, *self._changes):
            side.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.problem = FieldNote(4, self)
        self.controls.field("payouts").setMaximumWidth(_WIDE)
        self._stack_row = QWidget(self)
        stack = label(tr("Stack"), self._stack_row)
        stack.setFixedWidth(_NAMES)
        field = self.controls.field("stack")
        field.setParent(self._stack_row)
        unit = label(tr("bb each"), self._stack_row, tone="second")
        row(stack, field, unit, None, on=self._stack_row, gap=8)
        column(
            self._heading(tr("Seats"), tr("stack and value, big blinds")),
            row(self.controls.segments("players"), None, gap=0),
            row(self.controls.segments("equal"), None, gap=0),
            self._stack_row,
            self.slider,
            self._seat_rows(),
            10,
            self._heading(tr("Blinds"), tr("the big blind is 1")),
            self._captioned(tr("Small blind"), self.controls.field("small")),
            self._captioned(tr("Ante"), self.controls.field("ante")),
            row(label(tr("paid by"), self), self.controls.segments("ante_of"), None, gap=12),
            10,
            self._heading(tr("Payouts"), tr("by place; none: chips")),
            self.controls.field("payouts"),
            6,
            self.problem,
            None,
            on=self,
            gap=6,
            margins=(16, 10, 12, 8),
        )
        when_compact(self, self.setFixedWidth, 244, 288)

    def _heading(self, words: str, rest: str) -> QWidget:
        head = QWidget(self)
        row(
            label(words, head, BODY, 600),
            (label(rest, head, CAPTION, tone="caption", shrinks=True), 1),
            on=head,
            gap=8,
        )
        return head

    def _captioned(self, words: str, part: QWidget) -> QWidget:
        line = QWidget(self)
        name = label(words, line)
        name.setFixedWidth(2 * _NAMES - 6)
        part.setParent(line)
        row(name, part, None, on=line, gap=0)
        return line

    def _seat_rows(self) -> QWidget:
        seats = QWidget(self)
        places = QGridLayout(seats)
        places.setContentsMargins(0, 0, 0, 0)
        places.setHorizontalSpacing(8)
        places.setVerticalSpacing(4)
        for at, name in enumerate(STACKS):
            parts = self._names[at], self.controls.field(name), self._values[at], self._changes[at]
            for side, part in enumerate(parts):
                places.addWidget(part, at, side)
        places.setColumnMinimumWidth(0, _NAMES)
        places.setColumnStretch(2, 1)
        return seats

    def set_scene(self, scene: PreflopScene) -> None:
        self.controls.show(scene)
        self._stack_row.setVisible(scene.equal)
        self.slider.setVisible(scene.slider is not None)
        self.slider.set_sizing(scene.slider or Sizing(enabled=False))
        for at in range(MOST_SEATS):
            seat = scene.seats[at] if at < len(scene.seats) else None
            for part in (self._names[at], self._values[at], self._changes[at]):
                part.setVisible(seat is not None)
            if seat is not None:
                self._show(self._names[at], seat.name, seat.tip)
                self._show(self._values[at], seat.value or "–", seat.tip)
                self._show(self._changes[at], seat.change, seat.tip)
                stack = self.controls.field(STACKS[at])
                set_name(stack, tr("Stack of {seat}").format(seat=seat.name))
        self.problem.set_words(scene.problem, wrong=True)
        set_name(self.problem, scene.problem)

    def _show(self, part: QLabel, words: str, tip: str) -> None:
        part.setText(words)
        set_tip(part, tip)
        set_name(part, labelled(tip, "") if tip else words)

    def tab_order(self) -> list[QWidget]:
        order = self.controls.tab_order()
        at = order.index(self.controls.field("stack")) + 1
        return [*order[:at], self.slider, *order[at:]]
