"""The view that evaluates strategies on the listed hands."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_history as tr
from pokergui.language.joins import phrases
from pokergui.pages.history.viewmodel import JudgedRow, JudgeScene
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.laying import column, label, row, show_words, tab_through, when_compact
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import CENTRE, RIGHT, rounded
from pokergui.widgets.panels import RoomStrip
from pokergui.widgets.savefile import ask_engine_file
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.strips import interval_mark
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

ADD_ENGINE = "add"
"""Key of the choice that asks for an engine's file."""
_ROW, _LEAST_MARK, _BAR = 44, 90, 64
_PLAIN, _BOLD, _SECOND, _NOTE = Face(), Face(weight=600), Face(ink="t2"), Face(CAPTION, ink="t3")
_WARNING = Face(CAPTION, 500, "unc")


class JudgedTable(RowTable[JudgedRow]):
    """Rows of strategies whose intervals share one zero line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Strategies evaluated on these hands"))
        self.set_row_height(_ROW)

    def set_scene(self, scene: JudgeScene) -> None:
        self.set_columns(self._columns(scene))
        self.set_rows(scene.rows)

    def _columns(self, scene: JudgeScene) -> list[Column[JudgedRow]]:
        return [
            Column(
                tr("Strategy"),
                lambda row: row.name,
                paint=_paint_name,
                need=lambda row: max(_BOLD.advance(row.name), _NOTE.advance(row.note)),
                least=110,
                part=0.25,
            ),
            Column(scene.unit, lambda row: row.mean, _face, RIGHT, stretch=1),
            Column(
                tr("95% interval"),
                lambda row: row.interval,
                lambda row: _SECOND if row.warnings else _PLAIN,
                RIGHT,
                least=110,
                stretch=1,
                tip=tr(
                    "Mean plus and minus 1.96 standard errors, for a fixed number of hands; "
                    "not valid where the hands cover too little of a strategy"
                ),
            ),
            Column(
                scene.against,
                lambda row: "",
                align=CENTRE,
                paint=_paint_interval,
                need=lambda row: _LEAST_MARK,
                stretch=3,
                least=_LEAST_MARK,
                spare=1,
            ),
            Column(
                tr("Effective hands"),
                lambda row: f"{row.effective} {row.percent}".strip(),
                align=RIGHT,
                paint=_paint_effective,
                need=lambda row: (
                    _BOLD.advance(row.effective) + _NOTE.advance(f" {row.percent}") + _BAR + 12
                ),
                least=104,
                tip=tr("Number of the strategy's own hands that would give the same information"),
            ),
            Column(
                tr("Warnings"),
                lambda row: phrases(row.warnings),
                paint=_paint_warnings,
                need=lambda row: max(map(_WARNING.advance, row.warnings), default=0.0) + 4,
                least=90,
                stretch=2,
            ),
            Column(
                tr("Verdict"),
                lambda row: row.reading,
                lambda row: _BOLD if row.leads else _SECOND,
                RIGHT,
                stretch=1,
            ),
        ]


def _face(row: JudgedRow) -> Face:
    return _SECOND if row.warnings else _BOLD


def _lines(room: QRectF, *needs: bool) -> list[QRectF]:
    """Return the one line of a cell, or two stacked."""
    if all(needs):
        upper = QRectF(room.x(), room.y() + 5, room.width(), 17)
        return [upper, upper.translated(0, 17)]
    return [room, room]


def _paint_name(painter: QPainter, room: QRectF, row: JudgedRow) -> None:
    name, note = _lines(room, bool(row.note))
    _BOLD.write(painter, name, row.name)
    if row.note:
        _NOTE.write(painter, note, row.note)


def _paint_interval(painter: QPainter, room: QRectF, row: JudgedRow) -> None:
    if row.low is not None and row.middle is not None and row.high is not None:
        t = look.tokens()
        interval_mark(painter, room, row.low, row.middle, row.high, t.ser_a if row.own else t.raw)


def _paint_effective(painter: QPainter, room: QRectF, row: JudgedRow) -> None:
    """Paint the number, its part of all, and that as a bar if there is room."""
    if not row.effective:
        return
    t = look.tokens()
    words = _BOLD.advance(row.effective) + _NOTE.advance(f" {row.percent}")
    place = QRectF(room)
    if words + _BAR + 8 <= room.width():
        bar = QRectF(room.right() - _BAR, room.center().y() - 3, _BAR, 6)
        rounded(painter, bar, t.bg3, "", 2)
        painter.fillRect(QRectF(bar.x(), bar.y(), bar.width() * row.part, 6), QColor(t.ser_a))
        place.setRight(bar.x() - 8)
    used = _NOTE.write(painter, place, row.percent, RIGHT)
    _BOLD.write(painter, place.adjusted(0, 0, -used - 5, 0), row.effective, RIGHT)


def _paint_warnings(painter: QPainter, room: QRectF, row: JudgedRow) -> None:
    for words, place in zip(row.warnings, _lines(room, len(row.warnings) > 1), strict=False):
        _WARNING.write(painter, place, words)


def _rows() -> tuple[Control, ...]:
    return (
        Control("side", "box", "W", tr("choose whose decisions count")),
        Control("followed", "box", "F", tr("choose the engine you followed")),
        Control("adding", "box", "A", tr("add a strategy")),
        Control("estimator", "box", "M", tr("choose the method")),
        Control("value", "box", "V", tr("choose the value of a hand")),
        Control("judge", "button", tr("Ctrl+Enter"), label=tr("Judge"), icon="start"),
    )


class JudgeRoom(KeyedPage):
    """The view that shows a ``JudgeScene``; holds copies and reports intents.

    Signals:
        changed: name of a control and its value, as in ``Controls``; "file" with the path of an
            engine's file, "removed" with the name of an engine.
    """

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strip = RoomStrip(tr("Evaluate on these hands"), self, tr("Back to the hands"))
        self.controls = Controls(_rows(), self)
        self.controls.changed.connect(self._change)
        *self._boxes, self.judge = self.controls.tab_order()
        self.notice = NoticePanel(self)
        self.problem = label("", self, tone="second", wraps=True)
        self.table = JudgedTable(self)
        self.notes = label("", self, tone="second", wraps=True)
        tools = row(*self._boxes, None, self.judge, gap=8)
        words = column(self.problem, self.notes, gap=8)
        parts = (self.strip, tools, self.notice, (self.table, 1), words)
        column(*parts, on=self, gap=0)
        for pad in (
            self.strip.set_padding,
            lambda side: tools.setContentsMargins(side, 8, side, 8),
            lambda side: words.setContentsMargins(side, 8, side, 12),
        ):
            when_compact(self, pad, 12, 16)
        for box in self._boxes:
            box.setMaximumWidth(230)
            box.setMinimumWidth(110)
        tab_through(self.strip.back, *self._boxes, self.judge, self.table)
        self._make_keys()
        self.set_scene(JudgeScene())

    def _make_keys(self) -> None:
        self.begin_keys(tr("Evaluate on these hands"))
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            self.add_key(key, self.controls.button("judge").press, tr("evaluate"))
        self.controls.add_keys(self)
        self.add_key("Del", self._remove, tr("remove the selected strategy"))
        self.add_key("Escape", self.strip.back.click, tr("back to the hands"))

    def _change(self, name: str, value: object) -> None:
        if value == ADD_ENGINE:
            chosen = partial(self.changed.emit, "file")
            ask_engine_file(self, chosen, partial(self.changed.emit, name, ""))
        else:
            self.changed.emit(name, value)

    def _remove(self) -> None:
        if self.table.at_hand is not None:
            self.changed.emit("removed", self.table.at_hand.key)

    def set_scene(self, scene: JudgeScene) -> None:
        self.strip.set_source(scene.source)
        self.controls.show(scene)
        for name in ("side", "followed", "adding", "value"):
            self.controls.box(name).setEnabled(not scene.running)
        judge = self.controls.button("judge")
        judge.setVisible(scene.side is not None)
        judge.setEnabled(scene.can_judge)
        judge.set_primary(scene.can_judge)
        set_tip(judge, tr("Evaluate the pending strategies (Ctrl+Enter)"))
        self.table.setVisible(not scene.problem)
        self.table.set_scene(scene)
        show_words(self.problem, scene.problem)
        self.problem.setAlignment(Qt.AlignmentFlag.AlignTop)
        show_words(self.notes, "\n".join(scene.notes))
