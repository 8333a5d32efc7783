"""The drills view: choices, line, table or finished series, verdict, decisions, and its keys."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter
from PySide6.QtWidgets import QStackedWidget, QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import phrases, sentences
from pokergui.pages.play.drill.viewmodel import (
    DrillChoices,
    DrillScene,
    SeriesRow,
    SeriesScene,
    VerdictScene,
)
from pokergui.pages.play.views.actionbar import ActionBar, add_decision_keys
from pokergui.theme import look
from pokergui.theme.colours import paint_quality, quality_ink
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel import ActionBarScene, ActionSlot, Sizing
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.felt.widget import PokerTable
from pokergui.widgets.field import PASTED
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.preview import RangePreview
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import column, dress, is_compact, label, row, tab_through, when_compact
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import RIGHT, fitting, rounded, text
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import LineStrip, Strip
from pokergui.widgets.tables.columns import Column, Face, card_column, quality_column
from pokergui.widgets.tables.table import RowTable

_HEIGHT = 48
_BOX, _GAP, _TALL = 24, 4, 26
_NARROW = 360
"""Width below which the head has no title."""


class VerdictStrip(Strip):
    """A strip that shows a ``VerdictScene``; keeps its height without one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("lasthand", _HEIGHT, parent)
        set_name(self, tr("Verdict"))
        self._scene: VerdictScene | None = None
        self.study = IconButton("study", tr("Study"), "S", self)
        self.again = IconButton("undo", tr("Again"), "A", self)
        self.next = IconButton("", tr("Next"), tr("Space"), self, primary=True)
        row(None, self.study, self.again, self.next, on=self, gap=8, margins=(16, 0, 16, 0))

    def set_scene(
        self, scene: VerdictScene | None, *, can_next: bool, can_study: bool, over: bool
    ) -> None:
        self.next.set_words("", tr("Next series") if over else tr("Next"))
        self._scene = scene
        words = "" if scene is None else sentences((scene.title, scene.text))
        set_description(self, words)
        set_tip(self, words)
        self.study.setVisible(can_study)
        self.again.setVisible(scene is not None)
        self.next.setVisible(can_next)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint bar in the class's colour, mark, class with loss and floor, judge's actions."""
        scene, t = self._scene, look.tokens()
        if scene is None:
            return
        height, ink = self.height(), getattr(t, quality_ink(scene.quality))
        painter.fillRect(QRectF(0, 0, 3, height), QColor(ink))
        left = float(self.pad)
        if scene.quality:
            paint_quality(painter, scene.quality, QPointF(left + 5, height / 2))
            left += 18
        shown = [one.x() for one in (self.study, self.again, self.next) if not one.isHidden()]
        right = float(min(shown, default=self.width())) - 12
        face = font(ACTION, 600)
        if metrics(ACTION, 600).horizontalAdvance(scene.title) > (right - left) * 0.5:
            face = font(SMALL, 600)
        left += text(painter, QRectF(left, 0, right - left, height), scene.title, face, t.t1) + 12
        room = QRectF(left, 0, right - left, height)
        text(painter, room, scene.text, fitting(scene.text, room.width(), (BODY, SMALL)), t.t2)


class SeriesPanel(Painted, QWidget):
    """A panel that shows a ``SeriesScene``: head, a box for each spot, counts of classes, notes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Series"))
        self._scene = SeriesScene()

    def set_scene(self, scene: SeriesScene | None) -> None:
        self._scene = scene or SeriesScene()
        counts = phrases(f"{name} {count}" for _, name, count in self._scene.counts)
        words = "\n".join(filter(None, (self._scene.head, counts, self._scene.notes)))
        set_description(self, words)
        set_tip(self, words)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint four lines; the boxes share the width, in two rows if it is small."""
        scene, t, width = self._scene, look.tokens(), float(self.width())
        compact = is_compact(self)
        top, step = (4.0, 18.0) if compact else (8.0, 22.0)
        head = QRectF(0, top, width, 18)
        used = 0.0
        if width >= _NARROW:
            used = text(painter, head, tr("Series"), font(BODY, 600), t.t1) + 12
        room = head.adjusted(used, 0, 0, 0)
        text(painter, room, scene.head, fitting(scene.head, room.width(), (SMALL, CAPTION)), t.t2)
        tall = 30.0 if compact else float(_TALL)
        self._paint_boxes(painter, QRectF(0, top + step + 1, width, tall))
        line = QRectF(0, top + step + tall + 5, width, 18)
        self._paint_counts(painter, line)
        if not compact:
            line = line.translated(0, 19)
            text(painter, line, scene.notes, fitting(scene.notes, width, (SMALL, CAPTION)), t.t2)

    def _paint_boxes(self, painter: QPainter, room: QRectF) -> None:
        scene, t = self._scene, look.tokens()
        count = max(1, len(scene.marks))
        rows = 2 if room.width() < count * 16 else 1
        line = -(-count // rows)
        box = min(float(_BOX), (room.width() - (line - 1) * _GAP) / line)
        tall = min(float(_TALL), (room.height() - (rows - 1) * _GAP) / rows)
        for at, mark in enumerate(scene.marks):
            left, top = at % line * (box + _GAP), at // line * (tall + _GAP)
            place = QRectF(room.x() + left, room.y() + top, box, tall)
            here = at == scene.now
            rounded(painter, place, t.accbg if here else t.bg3 if mark else t.bg2,
                    t.acc if here else t.line2 if mark else t.line)  # fmt: skip
            if mark in ("unjudged", "answered"):
                middle = place.center()
                painter.fillRect(QRectF(middle.x() - 3, middle.y(), 6, 1), QColor(t.t2))
            elif mark:
                paint_quality(painter, mark, place.center(), 8.0)

    def _paint_counts(self, painter: QPainter, line: QRectF) -> None:
        """Paint mark, name and number of each class; without names if there is no room."""
        t, left = look.tokens(), line.x()
        counts = self._scene.counts
        words = " ".join(f"{name} {count}" for _, name, count in counts)
        named = metrics(SMALL).horizontalAdvance(words) + 26 * len(counts) <= line.width()
        for quality, name, count in counts:
            paint_quality(painter, quality, QPointF(left + 5, line.center().y()), 8.0)
            left += 14
            room = QRectF(left, line.y(), max(0.0, line.right() - left), line.height())
            left += text(painter, room, f"{name} ", font(SMALL), t.t2) if named else 0.0
            room.setLeft(left)
            left += text(painter, room, count, font(SMALL, 600), t.t1) + 12


_LOW, _HIGH = 84, 108
"""Height of the bottom bar in a small and in a large window."""
_MOST_CELL = 60


_PLAIN, _BOLD, _SECOND = Face(), Face(weight=600), Face(ink="t2")


class SpotTable(RowTable[SeriesRow]):
    """Rows of the spots, in the order in which they were asked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_name(self, tr("Spots of the series"))
        self.set_row_height(34)
        self.set_columns(
            [
                Column(tr("Spot"), lambda row: row.number, _BOLD, RIGHT),
                card_column(tr("Cards"), lambda row: row.cards),
                card_column(tr("Board"), lambda row: row.board, spare=2),
                Column(tr("You"), lambda row: row.did, _PLAIN, least=84, stretch=1),
                Column(tr("Best"), lambda row: row.best, _SECOND, least=70, stretch=1),
                Column(tr("Lost"), lambda row: row.lost, _BOLD, RIGHT),
                quality_column(tr("Class")),
                Column(tr("From"), lambda row: row.source, _SECOND, spare=1),
            ]
        )

    def key_of(self, row: SeriesRow) -> str:
        return row.key

    def tip_of(self, row: SeriesRow, column: int) -> str:
        del column
        return row.tip


_NO_BAR = ActionBarScene((ActionSlot("fold", ""), ActionSlot("call", ""), ActionSlot("raise", "")))


def _rows() -> tuple[Control, ...]:
    switch = partial(Control, kind="switch", short=True, show_key=False)
    return (
        Control("game", "box", "G", tr("choose the game"), brief=False),
        Control("depth", "box", "D", tr("choose the depth"), brief=False),
        Control("spots", "box", "O", tr("choose the spots")),
        Control("length", "box", "L", tr("choose how far a spot is played on")),
        Control("judge", "box", "E", tr("choose the judge")),
        switch(
            "dice",
            key="W",
            help=tr("roll dice for mixed strategies"),
            label=tr("Dice"),
            icon="cards",
        ),
        switch(
            "at_end",
            key="V",
            help=tr("verdicts at once or at the end"),
            label=tr("Verdicts at the end"),
            icon="last",
            short_label=tr("At the end"),
        ),
    )


class DrillRoom(KeyedPage):
    """The view of drills: spots to decide, and ranges to read; it reports intents."""

    pasted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.top = ToolBar(self)
        self.controls = Controls(_rows(), self.top)
        self.back = IconButton("close", tr("Leave"), "Esc", self.top)
        short = (*self.controls.short, self.back)
        self.top.fill(*self.controls.parts.values(), None, self.back, short=short)
        self.line = LineStrip(self)
        self.notice = NoticePanel(self)
        self._make_middle()
        self.verdict = VerdictStrip(self)
        self.bar = ActionBar(self)
        self.bar.aside = self.series = SeriesPanel(self.bar)
        self._make_foot()
        middle = row((self._middle, 1), (self._yours, 1), gap=0)
        parts = (self.top, self.line, self.notice, (middle, 1), self.verdict, self.bar, self._foot)
        column(*parts, on=self, gap=0)
        verdict = self.verdict
        tab_through(
            *self.controls.tab_order(),
            self.back,
            *self.bar.tab_order(),
            *(self.rows, self.paint, self._grid, *self.fills),
            *(verdict.study, verdict.again, verdict.next),
        )
        self._make_keys()
        self.set_scene(DrillScene())

    def _make_middle(self) -> None:
        """Make what shares one place, and the user's range beside it."""
        self.table = PokerTable(self)
        self._end, self.rows = QWidget(self), SpotTable(self)
        self._summary = label("", self._end, BODY, 600, wraps=True)
        column(self._summary, (self.rows, 1), on=self._end, gap=10, margins=(16, 14, 16, 8))
        self._problem = label("", self, tone="second", wraps=True)
        self._problem.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._judged, self._yours = QWidget(self), QWidget(self)
        self._judge = label("", self._judged, BODY, 600)
        self._grid = RangeGrid(self._judged)
        set_name(self._grid, tr("The judge's range"))
        column(self._judge, (self._grid, 1), on=self._judged, gap=8, margins=(16, 10, 8, 8))
        self._note = label("", self._yours, tone="second")
        self.paint = RangePreview(tr("Your opponent's range"), self._yours, _MOST_CELL)
        self.paint.paste_pressed.connect(self._paste)
        heading = row(label(tr("Your read"), self._yours, BODY, 600), None, self._note)
        column(heading, (self.paint, 1), on=self._yours, gap=8, margins=(8, 10, 16, 8))
        self._middle = QStackedWidget(self)
        for part in (self.table, self._end, self._problem, self._judged):
            self._middle.addWidget(part)

    def _make_foot(self) -> None:
        """Make what replaces the action bar while ranges are read."""
        self._foot = QWidget(self)
        dress(self._foot, "actionbar")
        when_compact(self, self._foot.setFixedHeight, _LOW, _HIGH)
        self.reading_series = SeriesPanel(self._foot)
        self.every = IconButton("", tr("All"), "I", self._foot)
        self.none = IconButton("", tr("None"), "N", self._foot)
        words = tr("Submit range")
        self.commit = IconButton("", words, tr("Space"), self._foot, primary=True)
        self.fills = (self.every, self.none, self.commit)
        foot = ((self.reading_series, 1), *self.fills)
        row(*foot, on=self._foot, gap=8, margins=(16, 0, 16, 0))

    def _make_keys(self) -> None:
        add_decision_keys(self, self.bar)
        self.begin_keys(tr("Series"))
        words = tr("submit the range; next spot or series")
        self.add_key("Space", self._submit_or_next, words)
        self.add_key("A", self.verdict.again.press, tr("the same spot again"))
        self.add_key("S", self.verdict.study.press, tr("open the spot in Study"))
        self.add_key("I", self.every.press, tr("put every hand into the range"))
        self.add_key("N", self.none.press, tr("take every hand out of the range"))
        self.begin_keys(tr("Choices"))
        self.controls.add_keys(self)
        for name in ("P", "Escape"):
            self.add_key(name, self.back.press, tr("back to the table"))

    def _submit_or_next(self) -> None:
        (self.verdict.next if self.verdict.next.isVisible() else self.commit).press()

    def _paste(self) -> None:
        self.pasted.emit(QGuiApplication.clipboard().text()[:PASTED])

    def set_copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)

    def begin(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_choices(self, scene: DrillChoices) -> None:
        self.controls.show(scene)
        self.top.fit()

    def set_scene(self, scene: DrillScene) -> None:
        self.line.set_scene(scene.line)
        for name in ("dice", "at_end"):
            self.controls.parts[name].setVisible(not scene.reading)
        self.verdict.set_scene(
            scene.verdict,
            can_next=scene.can_next,
            can_study=scene.can_study,
            over=bool(scene.over or scene.problem),
        )
        self.bar.set_scene(scene.bar or _NO_BAR)
        self.bar.setVisible(not (scene.over or scene.reading))
        sizing = None if scene.bar is None else scene.bar.sizing
        chooses = isinstance(sizing, Sizing) and sizing.enabled
        self.series.setVisible(scene.series is not None and not chooses)
        for series in (self.series, self.reading_series):
            series.set_scene(scene.series)
        self.rows.set_rows(scene.rows)
        self._summary.setText(scene.over)
        self._problem.setText(scene.problem)
        self._show_range(scene)
        judged = self._judged if scene.judged is not None else self.table
        shown = self._problem if scene.problem else self._end if scene.over else judged
        self._middle.setCurrentWidget(shown)
        self.top.fit()

    def _show_range(self, scene: DrillScene) -> None:
        self._foot.setVisible(scene.reading)
        self._yours.setVisible(scene.yours is not None)
        self.paint.set_scene(scene.yours)
        self._note.setText(scene.note)
        self._judge.setText(scene.judge)
        if scene.judged is not None:
            self._grid.set_scene(scene.judged)
        for button in self.fills:
            button.setVisible(scene.yours is not None and scene.verdict is None)
        self.commit.setEnabled(scene.can_commit)
