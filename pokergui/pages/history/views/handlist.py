"""The list of hands: it grows at its bottom, and its rows show mini cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QGridLayout,
    QMenu,
    QPushButton,
    QWidget,
)

from pokergui.language import tr_history as tr
from pokergui.language.joins import phrases
from pokergui.pages.history.viewmodel import (
    HandFilterScene,
    HandRow,
    HistoryHeader,
    RowsChange,
    WhoScene,
)
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import Choice, ChoiceList, Notice
from pokergui.viewmodel.controls import FileKind
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.field import SearchField
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.laying import column, emptied, row, when_compact
from pokergui.widgets.painting import CENTRE, LEFT, RIGHT, rounded, text
from pokergui.widgets.panels import TextPanel, ToolBar, paint_panel
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.tables.columns import Column, Face, card_column
from pokergui.widgets.tables.table import RowTable

_READABLE, _ICON_CHIP = 76, 20.0
"""Width of a name below which its mark becomes an icon, and the width of that."""
_AHEAD_PX = 1200
"""Height of the rest of the list at which older hands are requested."""
_PLAIN, _BOLD, _FAINT = Face(BODY), Face(BODY, 600), Face(BODY, ink="t3")
_UNIT, _MARK = Face(CAPTION, ink="t3"), Face(CAPTION, 500, "t2")
_WRONG = Face(ink="neg")


class HandList(RowTable[HandRow]):
    """All hands that match, newest first; ``more_wanted`` once the end of the read ones is seen."""

    more_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Hands"))
        self._more = False
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.selectionModel().selectionChanged.connect(self._keep_current_selected)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        when_compact(self, self._arrange, True, False)

    def _arrange(self, compact: bool) -> None:
        self.set_row_height(30 if compact else 36)
        columns = [
            Column[HandRow](
                tr("Hand"),
                lambda row: f"{row.title} {row.time}".strip(),
                paint=_paint_number,
                need=lambda row: (
                    _BOLD.advance(row.title) + (8 if compact else 12 + _PLAIN.advance(row.time))
                ),
            ),
            Column(
                tr("Opponent"),
                lambda row: row.damaged or row.opponent,
                paint=_paint_opponent,
                need=lambda row: _PLAIN.advance(row.opponent) + _chip_width(row.mark) + 8,
                least=96,
                stretch=1,
            ),
            card_column(tr("Cards"), lambda row: row.cards),
            card_column(tr("Board"), lambda row: row.board),
            Column(
                tr("Result"),
                lambda row: f"{row.result} {row.unit}".strip(),
                align=RIGHT,
                paint=_paint_result,
                need=lambda row: _BOLD.advance(row.result) + _UNIT.advance(row.unit) + 12,
                least=0 if compact else 96,
            ),
            Column(
                tr("Game"),
                lambda row: f"{row.tags} {row.game}".strip(),
                Face(ink="t2"),
                least=112,
                spare=1,
            ),
        ]
        self.set_columns(columns)

    def key_of(self, row: HandRow) -> int:
        return row.number

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scrolled()

    def change(self, change: RowsChange) -> None:
        """Take over rows; the selection and the visible part stay."""
        bar = self.verticalScrollBar()
        before = bar.value()
        self._more = change.more
        if change.kind == "changed":
            changed = {row.number: row for row in change.rows}
            self.set_rows([changed.get(row.number, row) for row in self.rows])
            return
        if change.kind == "all":
            self.set_rows(())  # no hand of the list before stays current
            self.set_rows(change.rows)
        else:
            self.insert(0 if change.kind == "newer" else len(self.rows), change.rows)
        self.executeDelayedItemsLayout()  # so that the scroll bar knows the new length
        if change.kind == "newer" and before > 0:
            bar.setValue(before + len(change.rows) * self.verticalHeader().defaultSectionSize())
        self._scrolled()

    def selected_numbers(self) -> list[int]:
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.rows[row].number for row in rows]

    def _keep_current_selected(self) -> None:
        """Keep the current row, which the replayer shows, among the marked ones."""
        model, current = self.selectionModel(), self.currentIndex()
        if self.quiet or not current.isValid() or model.isRowSelected(current.row()):
            return
        marked = model.selectedRows()
        flag = QItemSelectionModel.SelectionFlag
        if marked:
            model.setCurrentIndex(marked[-1], flag.NoUpdate)
        else:
            model.select(current, flag.Select | flag.Rows)

    def _scrolled(self) -> None:
        bar = self.verticalScrollBar()
        if self._more and bar.maximum() - bar.value() < _AHEAD_PX:
            self.more_wanted.emit()


def _paint_number(painter: QPainter, room: QRectF, row: HandRow) -> None:
    """Paint the number and, if there is room, the time."""
    bold = _BOLD._replace(ink="neg") if row.damaged else _BOLD
    rest = room.adjusted(bold.write(painter, room, row.title) + 6, 0, 0, 0)
    if _FAINT.advance(row.time) <= rest.width() + 1:
        _FAINT.write(painter, rest, row.time)


def _paint_opponent(painter: QPainter, room: QRectF, row: HandRow) -> None:
    """Paint the name and, in a frame, the mode of a hand that does not count."""
    if row.damaged:  # over all further columns, which stay empty
        painter.setClipping(False)
        _WRONG.write(painter, room.adjusted(0, 0, 400, 0), row.damaged)
        return
    if not row.mark:
        _PLAIN.write(painter, room, row.opponent)
        return
    t, chip = look.tokens(), _chip_width(row.mark)
    whole = _PLAIN.advance(row.opponent) + chip + 6
    small = bool(row.icon) and whole > room.width() and room.width() - chip < _READABLE
    if small:
        chip = _ICON_CHIP
    used = _PLAIN.write(painter, room.adjusted(0, 0, -chip - 6, 0), row.opponent)
    left, middle = round(room.x() + used + 6), round(room.center().y())
    box = QRectF(left + 0.5, middle - 8.5, round(chip), 16)
    rounded(painter, box.adjusted(-0.5, -0.5, 0.5, 0.5), "", t.line2, 3)
    if small:
        paint_icon(painter, row.icon, box.adjusted(4, 2, -4, -2), t.t2)
    else:
        _MARK.write(painter, box, row.mark, CENTRE)


def _chip_width(mark: str) -> float:
    return _MARK.advance(mark) + 10 if mark else 0.0


def _paint_result(painter: QPainter, room: QRectF, row: HandRow) -> None:
    used = _UNIT.write(painter, room, row.unit, RIGHT)
    _BOLD.write(painter, room.adjusted(0, 0, -used - 3, 0), row.result, RIGHT)


_LEAST, _MOST = 104, 190
"""Minimum and maximum width of a choice in pixels."""
_WORDS_FROM = 1200
"""Minimum width of the bar for button labels."""


def _rows() -> tuple[Control, ...]:
    return (
        Control("opponent", "box", "O", tr("filter by opponent"), brief=False),
        Control("game", "box", "G", tr("filter by game"), brief=False),
        Control("date", "box", "D", tr("filter by date"), brief=False),
        Control("result", "box", "R", tr("filter by result"), brief=False),
        Control("mode", "box", "K", tr("filter by kind"), brief=False),
        Control(
            "review",
            "switch",
            "W",
            tr("review your decisions: open, close"),
            tr("Have an engine review your decisions in these hands"),
            "check",
            short_label=tr("Review"),
            show_key=False,
        ),
        Control(
            "judge",
            "switch",
            "J",
            tr("evaluate strategies on these hands: open, close"),
            tr("Evaluate strategies on these hands"),
            "report",
            short_label=tr("Judge"),
            show_key=False,
        ),
        Control("import", "button", tr("Ctrl+O"), "", tr("Import"), "upload", show_key=False),
        Control("export", "button", tr("Ctrl+E"), "", tr("Export"), "download", show_key=False),
    )


class HandFilterBar(ToolBar):
    """Shows a ``HandFilterScene``; ``controls.changed`` also reports "text", of the search."""

    gaps = (8, 6)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = SearchField(self)
        self.controls = Controls(_rows(), self)
        self.search.searched.connect(partial(self.controls.changed.emit, "text"))
        *boxes, review, judge, take, give = self.controls.parts.values()
        for box in boxes:
            box.setMaximumWidth(_MOST)
            box.setMinimumWidth(_LEAST)  # a long name is elided; the tooltip has it whole
        self.more_button = IconButton("more", tr("More"), "", self)
        self.more_button.clicked.connect(self._open_menu)
        self._menu = QMenu(self)
        self.note = self._menu.addAction(tr("Tags and a note on this hand (N)"))
        self.copy = self._menu.addAction(tr("Copy as text (Ctrl+C)"))
        self.back_up = self._menu.addAction(tr("Back up all hands…"))
        self.verify = self._menu.addAction(tr("Verify all hands"))
        self.ask_who = self._menu.addAction(tr("Ask again which player I am in imported hands"))
        self.fill(self.search, *boxes, None, review, judge, take, give, self.more_button)

    def tab_order(self) -> list[QWidget]:
        return [self.search, *self.controls.tab_order(), self.more_button]

    def fit(self) -> None:
        for name in ("review", "judge", "import", "export"):
            self.controls.button(name).set_wordless(self.compact or self.width() < _WORDS_FROM)
        self.more_button.set_wordless(self.compact or self.width() < _WORDS_FROM)

    def check(self, *, judge: bool, review: bool) -> None:
        self.controls.button("judge").setChecked(judge)
        self.controls.button("review").setChecked(review)

    def set_scene(self, scene: HandFilterScene) -> None:
        self.controls.show(scene)
        self.search.show_text(scene.text)

    def _open_menu(self) -> None:
        corner = self.more_button.rect().bottomRight() - QPoint(self._menu.sizeHint().width(), 0)
        self._menu.popup(self.more_button.mapToGlobal(corner))


class ListHeader(Painted, QWidget):
    """A line that shows a ``HistoryHeader``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = HistoryHeader()
        when_compact(self, self.setFixedHeight, 32, 40)
        set_name(self, tr("Hands that match"))

    def set_scene(self, scene: HistoryHeader) -> None:
        self._scene = scene
        figures = [figure.spoken for figure in scene.figures]
        set_description(self, phrases([f"{scene.count} {scene.rest}".strip(), *figures]))
        set_tip(self, scene.tip)
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, scene = look.tokens(), self._scene
        box = QRectF(12, 0, self.width() - 24, self.height())
        right = box.right()
        for figure in reversed(scene.figures):
            for words, weight, colour in (
                (figure.rest, 400, t.t2),
                (figure.value, 600, t.t1),
                (figure.label, 400, t.t2),
            ):
                width = metrics(SMALL, weight).horizontalAdvance(words)
                place = QRectF(right - width, 0, width + 1, box.height())
                text(painter, place, words, font(SMALL, weight), colour, LEFT)
                right -= width + 4
            right -= 12
        room = QRectF(box.x(), 0, right - box.x(), box.height())
        used = text(painter, room, scene.count, font(BODY, 600), t.t1)
        text(painter, room.adjusted(used + 5, 0, 0, 0), scene.rest, font(BODY), t.t2)


class NoHandsPanel(TextPanel):
    """A panel that shows why there are no rows, and what to do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for words in (self.title, self.text):
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._buttons = row(gap=8)
        parts = ((None, 2), self.title, self.text, 8, self._buttons, (None, 3))
        column(*parts, on=self, margins=(24, 24, 24, 24), gap=6)

    def set_scene(self, scene: Notice) -> None:
        self.tell(scene.title, scene.text)
        emptied(self._buttons)
        self._buttons.addStretch(1)
        for entry in scene.buttons:
            self._buttons.addWidget(self.key_button(entry.key, entry.text))
        self._buttons.addStretch(1)


_COLUMNS = 4
_NAME = 76
"""Maximum width of a name on a button in pixels."""


class WhoPanel(TextPanel):
    """A panel that shows a ``WhoScene``; hidden while there is none.

    ``pressed`` has the chosen name; empty for none of them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout()
        self._grid.setSpacing(6)
        self._others = CaptionCombo("", self)
        self._others.chosen.connect(self._chosen)
        parts = (self.title, self.text, self._grid)
        column(*parts, on=self, margins=(18, 10, 12, 10), gap=4)
        self.setVisible(False)

    def set_scene(self, scene: WhoScene | None) -> None:
        self.setVisible(scene is not None)
        emptied(self._grid, but=self._others)
        if scene is None:
            return
        self.tell(scene.title, scene.text)
        face = metrics(BODY, 500)
        for place, choice in enumerate(scene.names):
            words = face.elidedText(choice.title, Qt.TextElideMode.ElideMiddle, _NAME)
            button = self._made(choice.key, words, phrases((choice.title, choice.note)))
            self._grid.addWidget(button, *divmod(place, _COLUMNS))
        rows, half = len(scene.names) // _COLUMNS + 1, _COLUMNS // 2
        none = tr("None of them")
        self._grid.addWidget(self._made("", none, none), rows, 0, 1, half)
        others = (Choice("", tr("Choose another name")), *scene.others)
        self._others.set_scene(ChoiceList(tr("Other names"), others, ""))
        self._others.setVisible(bool(scene.others))
        if scene.others:
            self._grid.addWidget(self._others, rows, half, 1, half)

    def buttons(self) -> list[QPushButton]:
        items = (self._grid.itemAt(index) for index in range(self._grid.count()))
        widgets = (item.widget() for item in items if item is not None)
        return [widget for widget in widgets if isinstance(widget, QPushButton)]

    def _made(self, name: str, words: str, tip: str) -> QPushButton:
        button = self.key_button(name, words, tip)
        set_name(button, tip)
        return button

    def _chosen(self, name: str) -> None:
        if name:
            self.pressed.emit(name)

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        paint_panel(painter, QRectF(self.rect()), t.bg2, t.acc, inset=3)


def ask_export(
    parent: QWidget, kinds: Sequence[FileKind], marked: int, folder: str, chosen: str
) -> tuple[str, str, str] | None:
    """Ask for format, path and type of so many marked hands, 0 for all; None if cancelled.

    Args:
        folder, chosen: of the last time; empty for none.
    """
    title = tr("Export the hands that match")
    if marked:
        title = tr("Export {count} marked hands").format(count=f"{marked:,}")
    named = {f"{kind.words} (*{kind.suffixes[0]})": kind for kind in kinds}
    kind = named.get(chosen, kinds[0])
    suggested = str(Path(folder, f"hands{kind.suffixes[0]}"))
    filters = ";;".join(named)
    path, chosen = QFileDialog.getSaveFileName(parent, title, suggested, filters, chosen)
    if not path:
        return None
    # The typed suffix decides: "leduc.log" is a log.
    typed = next((kind for kind in kinds if path.endswith(kind.suffixes)), None)
    if typed is not None:
        return typed.key, path, chosen
    kind = named.get(chosen, kinds[0])
    return kind.key, path + kind.suffixes[0], chosen
