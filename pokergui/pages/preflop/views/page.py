"""The Preflop page: the table at the left, a chart in the middle, its lines at the right."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from pokergui.language import tr_preflop as tr
from pokergui.language.joins import clauses, phrases
from pokergui.pages.preflop.viewmodel import ChartLine, HandFigures, PreflopScene
from pokergui.pages.preflop.views.form import StageForm
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import Notice, ProgressScene
from pokergui.viewmodel.grid import GridAction, GridScale, GridScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.field import PASTED
from pokergui.widgets.grid.brush import Brush
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.paint import paint_strip
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import (
    Parts,
    column,
    label,
    padded,
    row,
    tab_through,
    when_compact,
)
from pokergui.widgets.notice import NoticePanel, scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import RIGHT, advance, png, swatched, text
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.savefile import ask_save
from pokergui.widgets.spoken import say, set_description, set_name, set_tip
from pokergui.widgets.strips import FigureRows, ProgressLine
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_FIGURES = 2
_BOLD = Face(weight=600)
_LOCK, _STRIP = 14, 170


def _rows() -> tuple[Control, ...]:
    charts = (("frequency", tr("Frequency")), ("ev", tr("EV")))
    brushes = (("a", tr("All-in")), ("f", tr("Fold")), ("", tr("Free")))
    return (
        Control("source", "box", "B", tr("choose the charts"), brief=False),
        Control(
            "shown",
            "segments",
            "V V",
            tr("frequencies, or EV of all-in against folding"),
            tr("Chart"),
            values=charts,
        ),
        Control(
            "painting", "switch", "L", tr("lock hands by painting"),
            tr("Lock hands: drag over them, or paste a range with Ctrl+V"), "lock",
            short_label=tr("Lock hands"),
        ),
        Control(
            "brush",
            "segments",
            "A F X",
            tr("lock to all-in")
            + "|"
            + tr("lock to fold")
            + "|"
            + tr("free hands of their locks"),
            tr("Strokes"),
            values=brushes,
        ),
        Control(
            "clear", "button", "Shift+L", tr("remove all locks"), tr("Remove locks"), "remove"
        ),
        Control(
            "copy", "button", "Ctrl+C", tr("copy the chart as range text"), tr("Copy"), "copy",
            short=True, show_key=False,
        ),
        Control(
            "practise", "button", "Shift+D", tr("practise this decision"), tr("Practise"), "drill",
            short=True, show_key=False,
        ),
        Control(
            "study", "button", "U", tr("open this decision in Study"), tr("Study it"), "study",
            short=True, show_key=False,
        ),
        Control(
            "play", "button", "P", tr("play a tournament on from this stage"),
            tr("Play this stage"), "play", short=True, show_key=False,
        ),
    )  # fmt: skip


class ChartLines(RowTable[ChartLine]):
    """All decisions, in the order of action."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, opens_by_click=True, ground="bg2")
        set_name(self, tr("Seats and lines"))
        self.set_row_height(28)
        self.set_heading("")

    def set_heading(self, acts: str) -> None:
        """Name the column of shares."""
        tip = tr("How often play comes to this decision")
        self.set_columns(
            [
                Column(tr("Seat"), lambda line: line.seat, _BOLD),
                Column(tr("Line"), _line_words, paint=_paint_line, need=_need, least=70, stretch=1),
                Column(acts, lambda line: line.percent, _BOLD, RIGHT),
                Column(tr("Reach"), lambda line: line.reach, Face(ink="t2"), RIGHT, tip=tip),
            ]
        )


def _line_words(line: ChartLine) -> str:
    return phrases((line.line, tr("locked"))) if line.locked else line.line


def _need(line: ChartLine) -> float:
    return advance(line.line) + (_LOCK + 4 if line.locked else 0)


def _paint_line(painter: QPainter, room: QRectF, line: ChartLine) -> None:
    wide = room.width() - (_LOCK + 4 if line.locked else 0)
    # Lines differ at their end.
    words = metrics(SMALL, 400).elidedText(line.line, Qt.TextElideMode.ElideLeft, wide)
    used = Face().write(painter, room, words)
    if line.locked:
        corner = QRectF(room.x() + used + 4, room.center().y() - _LOCK / 2, _LOCK, _LOCK)
        paint_icon(painter, "lock", corner, look.tokens().t2)


class HandStrip(Painted, QWidget):
    """The actions of the chart with their frequencies; of a hand under the pointer also its EV."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions: tuple[GridAction, ...] = ()
        self._hand: HandFigures | None = None
        self._scale: GridScale | None = None
        self.setFixedHeight(48)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Hand"))

    def set_hand(
        self,
        actions: tuple[GridAction, ...],
        hand: HandFigures | None,
        scale: GridScale | None = None,
    ) -> None:
        if (actions, hand, scale) != (self._actions, self._hand, self._scale):
            self._actions, self._hand, self._scale = actions, hand, scale
            set_description(self, self._spoken())
            self.update()

    def _spoken(self) -> str:
        hand = self._hand
        if hand is None:
            return tr("Point at a hand to see its EV; click to pin it.") if self._actions else ""
        words = [phrases((hand.title, hand.note))]
        words += [self._figures(*row) for row in hand.rows]
        return clauses(words)

    def _figures(self, action: GridAction, share: str, ev: str) -> str:
        words = tr("{action} {share}, EV {ev}")
        name = action.size or action.short or action.title
        return words.format(action=name, share=share, ev=ev)

    def paint(self, painter: QPainter) -> None:
        t, hand, high = look.tokens(), self._hand, 24.0
        line = QRectF(0, 0, self.width(), high)
        if self._scale is not None and self.width() > 3 * _STRIP:
            strip = QRectF(self.width() - _STRIP, 0, _STRIP, self.height())
            text(
                painter, QRectF(strip.x(), 0, _STRIP, 16), self._scale.caption, font(CAPTION), t.t2
            )
            paint_strip(painter, strip.adjusted(0, 18, 0, 0), self._scale)
            line.setWidth(line.width() - _STRIP - 12)
        if hand is None:
            for action in self._actions:
                look_of, words = (action.tone, action.rank), action.size or action.title
                used = swatched(painter, line, look_of, words, font(SMALL), t.t1)
                line.adjust(used + 18, 0, 0, 0)
            below = QRectF(0, high, line.width() + line.x(), high)
            text(painter, below, self._spoken(), font(SMALL), t.t3)
            return
        used = text(painter, line, hand.title, font(BODY, 600), t.t1) + 8
        note = phrases((hand.note, tr("locked"))) if hand.locked else hand.note
        text(painter, line.adjusted(used, 0, 0, 0), note, font(SMALL), t.t2)
        line.translate(0, high)
        for action, share, ev in hand.rows:
            words = self._figures(action, share, ev)
            used = swatched(painter, line, (action.tone, action.rank), words, font(SMALL), t.t1)
            line.adjust(used + 18, 0, 0, 0)


class PreflopPage(KeyedPage):
    """Shows a ``PreflopScene``; it holds copies and reports intents.

    Signals:
        pasted: the text of the clipboard, to be the range of the decision shown.
        picture_made: path of a picture, and the function that makes its content, on any thread.
        table_chosen: path of a table of all charts.
    """

    pasted = Signal(str)
    picture_made = Signal(str, object)
    table_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = PreflopScene()
        self._parts, self._shown_hand = Parts(), -1
        self.controls = Controls(_rows(), self)
        self.form = StageForm(self)
        self.grid = RangeGrid(self)
        self.hand = HandStrip(self)
        self.lines = ChartLines(self)
        self.notice = NoticePanel(self)
        self.progress = ProgressLine(self)
        self.figures = FigureRows(tr("Figures"), self, _FIGURES)
        self._bar = ToolBar(self)
        parts = self.controls
        self.export = IconButton("download", tr("Save"), tr("Ctrl+E"), self._bar, show_key=False)
        take = parts.button("copy"), self.export, parts.button("practise")
        play = parts.button("play")
        study = parts.button("study")
        self._bar.fill(parts.box("source"), None, *take, study, play, short=(*take,))
        self.area = scroll_area(self.form, self)
        self.area.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.about = label("", self, tone="second", wraps=True)
        self.about.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.about.setContentsMargins(16, 14, 12, 8)
        when_compact(self, self.about.setFixedWidth, 252, 300)
        left, middle, right = (self.area, self.about), self._make_middle(), self._make_right()
        body = row(*left, (middle, 1), right, gap=0)
        column(self._bar, (body, 1), on=self, gap=0)
        when_compact(self, self.area.setFixedWidth, 252, 300)
        when_compact(self, parts.button("painting").set_wordless, True, False)
        self._connect()
        self._make_keys()
        tab_through(
            parts.box("source"),
            *take,
            study,
            play,
            *self.form.tab_order(),
            *parts.segments("shown").buttons(),
            parts.button("painting"),
            *parts.segments("brush").buttons(),
            parts.button("clear"),
            self.grid,
            self.lines,
        )
        self.set_scene(self._scene)

    def _make_middle(self) -> QWidget:
        middle = QWidget(self)
        self._heading = label("", middle, BODY, 600)
        self._summary = label("", middle, tone="second")
        parts = self.controls
        head = row(
            self._heading,
            self._summary,
            None,
            parts.segments("shown"),
            parts.button("painting"),
            gap=10,
        )
        self._strokes = QWidget(middle)
        brush, clear = parts.segments("brush"), parts.button("clear")
        row(brush, clear, None, on=self._strokes, gap=10)
        lay = column(self.notice, head, self._strokes, self.hand, (self.grid, 1), on=middle, gap=8)
        padded(middle, lay, 10, 10)
        return middle

    def _make_right(self) -> QWidget:
        right = QFrame(self)
        right.setObjectName("rightcolumn")
        title = label(tr("Seats and lines"), right, BODY, 600)
        head = row(title, (self.progress, 1), gap=8, margins=(16, 0, 12, 0))
        head_box = QWidget(right)
        head_box.setLayout(head)
        head_box.setFixedHeight(42)
        self._note = label("", right, tone="second", wraps=True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignTop)
        foot = column(self.figures, 4, self._note, gap=4, margins=(16, 10, 12, 12))
        column(head_box, (self.lines, 1), foot, on=right, gap=0)
        when_compact(right, right.setFixedWidth, 264, 332)
        return right

    def _connect(self) -> None:
        self.export.clicked.connect(self._ask_export)
        self.grid.hovered.connect(self._show_hand)
        self.grid.pinned.connect(self._show_hand)

    def _make_keys(self) -> None:
        self.begin_keys(tr("Table"))
        self.controls.add_keys(self)
        self.form.controls.add_keys(self)
        self.begin_keys(tr("Chart"))
        self.tell_key("Left Right Up Down", tr("another hand"), self.grid)
        self.tell_key("Return", tr("pin the hand, or paint it"), self.grid)
        self.tell_key("Up Down", tr("another line"), self.lines)
        self.add_key("Ctrl+E", self.export.press, tr("save charts or a picture"))
        self.add_key("Ctrl+V", self._paste, tr("lock the line to the range copied"))

    def _paste(self) -> None:
        self.pasted.emit(QGuiApplication.clipboard().text()[:PASTED])

    def take(self, copied: str, words: str) -> None:
        """Copy a chart to the clipboard."""
        if copied:
            QGuiApplication.clipboard().setText(copied)
        say(self, words)

    def set_scene(self, scene: PreflopScene) -> None:
        self._scene, show = scene, self._parts.show
        self.controls.show(scene)
        show(self.form.set_scene, scene)
        for name in ("copy", "practise", "play", "study"):
            self.controls.button(name).setEnabled(name in scene.offers)
        solves = not scene.about
        self.area.setVisible(solves)
        self.about.setVisible(not solves)
        self.about.setText("\n\n".join(scene.about))
        self.controls.button("study").setVisible(not solves)
        for name in ("play", "painting"):
            self.controls.button(name).setVisible(solves)
        self.export.setEnabled("export" in scene.offers)
        painting = self.controls.button("painting")
        painting.setEnabled("painting" in scene.offers)
        self.controls.button("clear").setEnabled(scene.locked)
        self._strokes.setVisible(scene.painting)
        self._heading.setText(scene.heading)
        self._summary.setText(scene.summary)
        set_tip(self._summary, scene.summary_tip)
        show(self.lines.set_heading, scene.acts)
        show(self.lines.set_rows, scene.lines)
        if self.lines.select(scene.current):
            self.lines.scrollTo(self.lines.currentIndex())
        absent = GridScene(13, 13, (), absent=scene.state or tr("No chart"))
        show(self.grid.set_scene, scene.grid or absent)
        self.grid.set_brush(self._brush() if scene.painting else None)
        self._show_hand(self._shown_hand)
        share = scene.progress
        words = f"{100 * share:.0f}%" if share else ""
        show(self.progress.set_scene, ProgressScene(scene.state, words, "", share))
        show(self.figures.set_figures, scene.figures)
        self._note.setText(scene.note)

    def _brush(self) -> Brush:
        chosen = next((one for one in self._scene.actions if one.key == self._scene.brush), None)
        return Brush(tr("Free")) if chosen is None else Brush(chosen.title, chosen.tone)

    def _show_hand(self, cell: int) -> None:
        self._shown_hand = cell if cell >= 0 else self.grid.pin
        hands = self._scene.hands
        hand = hands[self._shown_hand] if 0 <= self._shown_hand < len(hands) else None
        scale = self._scene.grid.scale if self._scene.grid is not None else None
        self.hand.set_hand(self._scene.actions, hand, scale)

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)

    def _ask_export(self) -> None:
        image = self.grab().toImage()

        def chosen(path: str) -> None:
            if path.endswith(".png"):
                self.picture_made.emit(path, lambda: png(image))
            else:
                self.table_chosen.emit(path)

        kinds = [(tr("Table of all charts"), "csv"), (tr("Picture of the page"), "png")]
        ask_save(self.window(), tr("Save the charts"), kinds, chosen, "preflop.csv")
