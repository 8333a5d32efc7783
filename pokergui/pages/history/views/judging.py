"""The view that evaluates strategies on the listed hands."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_history as tr
from pokergui.language.joins import phrases
from pokergui.pages.history.viewmodel import JudgedRow, JudgeScene
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION
from pokergui.viewmodel import Notice
from pokergui.viewmodel.controls import ChoiceList
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.laying import column, label, row, tab_through
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import CENTRE, RIGHT, rounded
from pokergui.widgets.roomstrip import RoomStrip
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
        self._heads: tuple[str, str] | None = None
        self.set_row_height(_ROW)

    def set_scene(self, scene: JudgeScene) -> None:
        if (scene.unit, scene.against) != self._heads:
            self._heads = (scene.unit, scene.against)
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

    def key_of(self, row: JudgedRow) -> str:
        return row.key

    def tip_of(self, row: JudgedRow, column: int) -> str:
        del column
        return row.tip


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


class JudgeRoom(KeyedPage):
    """The view that shows a ``JudgeScene``; holds copies and reports intents.

    Signals:
        added: name of an engine; file_added: path of an engine's file.
        removed: name of an engine.
        left: the user returns to the list.
    """

    added = Signal(str)
    file_added = Signal(str)
    removed = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        back = tr("Back to the hands")
        self.strip = RoomStrip(tr("Evaluate on these hands"), self, back)
        self.side = CaptionCombo(tr("Key W"), self, brief=True)
        self.followed = CaptionCombo(tr("Key F"), self, brief=True)
        self.adding = CaptionCombo(tr("Key A"), self, brief=True)
        self.estimator = CaptionCombo(tr("Key M"), self, brief=True)
        self.value = CaptionCombo(tr("Key V"), self, brief=True)
        self.judge = IconButton("start", tr("Judge"), tr("Ctrl+Enter"), self)
        self.notice = NoticePanel(self)
        self.problem = label("", self, tone="second", wraps=True)
        self.table = JudgedTable(self)
        self.notes = label("", self, tone="second", wraps=True)
        self._boxes = (self.side, self.followed, self.adding, self.estimator, self.value)
        self._tools = row(*self._boxes, None, self.judge, gap=8)
        self._words = column(self.problem, self.notes, gap=8)
        parts = (self.strip, self._tools, self.notice, (self.table, 1), self._words)
        column(*parts, on=self, gap=0)
        for box in self._boxes:
            box.setMaximumWidth(230)
            box.setMinimumWidth(110)
        tab_through(self.strip.back, *self._boxes, self.judge, self.table)
        self.adding.chosen.connect(self._add)
        self.strip.back.clicked.connect(self.left)
        self._make_keys()
        self.set_scene(JudgeScene())
        self.set_compact(False)

    def _make_keys(self) -> None:
        self.begin_keys(tr("Evaluate on these hands"))
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            self.add_key(key, self.judge.press, tr("evaluate"))
        self.add_key("A", self.adding.open, tr("add a strategy"))
        self.add_key("Del", self._remove, tr("remove the selected strategy"))
        self.add_key("W", self.side.open, tr("choose whose decisions count"))
        self.add_key("F", self.followed.open, tr("choose the engine you followed"))
        self.add_key("M", self.estimator.open, tr("choose the method"))
        self.add_key("V", self.value.open, tr("choose the value of a hand"))
        self.add_key("Escape", self.left, tr("back to the hands"))

    def set_compact(self, compact: bool) -> None:
        pad = 12 if compact else 16
        self.strip.set_padding(pad)
        self._tools.setContentsMargins(pad, 8, pad, 8)
        self._words.setContentsMargins(pad, 8, pad, 12)
        self.judge.set_compact(compact)

    def _add(self, key: str) -> None:
        if key != ADD_ENGINE:
            self.added.emit(key)
            return
        ask_engine_file(self, self.file_added.emit, lambda: self.added.emit(""))

    def _remove(self) -> None:
        at = self.table.currentIndex().row()
        if 0 <= at < len(self.table.rows):
            self.removed.emit(self.table.rows[at].key)

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)

    def set_scene(self, scene: JudgeScene) -> None:
        self.strip.set_source(scene.source)
        choices = (scene.side, scene.followed, scene.adding, scene.estimator, scene.value)
        for box, choice in zip(self._boxes, choices, strict=True):
            self._fill(box, choice, locked=scene.running and box is not self.estimator)
        self.judge.setVisible(scene.side is not None)
        self.judge.setEnabled(scene.can_judge)
        self.judge.set_primary(scene.can_judge)
        set_tip(self.judge, tr("Evaluate the pending strategies (Ctrl+Enter)"))
        self.table.setVisible(not scene.problem)
        self.table.set_scene(scene)
        self.problem.setText(scene.problem)
        self.problem.setVisible(bool(scene.problem))
        self.problem.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.notes.setText("\n".join(scene.notes))
        self.notes.setVisible(bool(scene.notes))

    @staticmethod
    def _fill(box: CaptionCombo, choice: ChoiceList | None, *, locked: bool) -> None:
        box.setVisible(choice is not None)
        if choice is not None:
            box.set_scene(choice)
            box.setEnabled(not locked)
