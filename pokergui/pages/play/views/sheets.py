"""Sheets in the table's place: all hands, what a model learned, how it decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMargins, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QApplication, QBoxLayout, QFileDialog, QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.play.viewmodel import (
    ExpectedRow,
    LearnedRate,
    LearnedRow,
    LearnedScene,
    ReasonsScene,
    WeighedRow,
)
from pokergui.pages.play.views.advicerows import FigureRow, Words
from pokergui.theme import look
from pokergui.theme.colours import action_colour
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL
from pokergui.viewmodel import CardView, ChoiceList, Tone
from pokergui.viewmodel.controls import FileKind
from pokergui.viewmodel.grid import AllHandsScene, GridScene
from pokergui.widgets.buttons import IconButton, QuietButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import Part, column, label, row, when_compact
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.painting import RIGHT, well
from pokergui.widgets.panels import TextPanel, ToolBar, paint_panel
from pokergui.widgets.savefile import patterns
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import Role, set_description, set_name, set_role
from pokergui.widgets.strips import cards_width, paint_cards
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.panel import PanelTable
from pokergui.widgets.tables.table import RowTable


def add_part_key(part: QWidget, name: str, handler: Callable[[], None]) -> None:
    """Call ``handler`` when a key is pressed while the focus is in a part of the page."""
    shortcut = QShortcut(QKeySequence(name), part)
    shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    shortcut.activated.connect(handler)


class TableSheet(QWidget):
    """A sheet under a bar that begins with the way back to the table.

    Args:
        keys: those that lead back, separated by commas.
    """

    def __init__(self, name: str, keys: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, name)
        self.bar = ToolBar(self)
        self.back = QuietButton("back", tr("Back to the table"), keys, self.bar)
        self.told_keys: list[tuple[str, str]] = []
        for key in keys.replace(",", " ").split():
            self.add_key(key, self.back.press, tr("back to the table"))

    def add_key(self, name: str, handler: Callable[[], None], words: str) -> None:
        self.told_keys.append((name, words))
        add_part_key(self, name, handler)

    def fill(self, *bar: Part, body: QBoxLayout) -> None:
        self.bar.fill(self.back, *bar)
        self.bar.setContentsMargins(-4, 0, 0, 0)  # the button has its own padding
        column(self.bar, (body, 1), on=self, gap=0)
        margins = QMargins(12, 12, 12, 8), QMargins(16, 16, 16, 12)
        when_compact(self, body.setContentsMargins, *margins)


_LINE, _LOW_LINE = 34, 28
_GRID = 366
"""Largest height of the belief: cells stay so small that ranks are along their edges."""
_PLAIN, _SECOND, _BOLD = Face(BODY), Face(BODY, ink="t2"), Face(BODY, 600)


class CardRow(Painted, QWidget):
    """The engine's cards and the board, painted in a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: tuple[CardView, ...] = ()
        self._board: tuple[CardView, ...] = ()

    def set_cards(self, cards: tuple[CardView, ...], board: tuple[CardView, ...]) -> None:
        self._cards, self._board = cards, board
        set_name(self, tr("Its cards and the board"))
        groups = (" ".join(card.name for card in group) for group in (cards, board) if group)
        set_description(self, phrases(groups))
        gap = 14 if board else 0
        self.setFixedSize(round(cards_width(cards) + gap + cards_width(board)) + 4, 28)
        self.update()

    def paint(self, painter: QPainter) -> None:
        middle = self.height() / 2
        paint_cards(painter, 0, middle, self._cards)
        paint_cards(painter, cards_width(self._cards) + 14, middle, self._board)


class ExpectedTable(PanelTable[ExpectedRow]):
    """The user's actions: predicted probability and bits leaked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Your actions under the model"))
        expected = tr("Probability by the model, over all hands you could hold")
        bits = tr("Information about your hand that the action gave away")
        self.set_columns(
            [
                Column(tr("Your action"), lambda row: row.title, _PLAIN, least=1, stretch=1),
                Column(tr("Expected"), lambda row: row.expected, _BOLD, RIGHT, tip=expected),
                Column(tr("Bits"), lambda row: row.bits, _SECOND, RIGHT, tip=bits),
            ]
        )

    def key_of(self, row: ExpectedRow) -> None:
        """Return None: rows are known only by their places."""

    def tip_of(self, row: ExpectedRow, column: int) -> str:
        words = tr("{action}: expected {share}, {bits} bits")
        row_words = words.format(action=row.title, share=row.expected, bits=row.bits)
        return self.columns[column].tip if column else row_words


class WeighedTable(PanelTable[WeighedRow]):
    """The actions that the engine considered, the one it took in front of a wash."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Actions and their values"))

    def set_unit(self, caption: str) -> None:
        folds = tr("How often you fold to it, according to model and belief")
        wins = tr("Its equity if you continue, without further betting")
        value, face = tr("EV of the action from here on"), self._face
        self.set_columns(
            [
                Column(tr("Action"), lambda row: row.title, face, least=1, stretch=1),
                Column(tr("You fold"), lambda row: row.folds or "–", _PLAIN, RIGHT, tip=folds),
                Column(tr("It wins"), lambda row: row.wins or "–", _PLAIN, RIGHT, tip=wins),
                Column(caption, lambda row: row.value, face, RIGHT, tip=value),
                Column("", lambda row: row.error, _SECOND, RIGHT),
            ]
        )

    @staticmethod
    def _face(row: WeighedRow) -> Face:
        return _BOLD if row.played else _PLAIN

    def washed(self, row: WeighedRow) -> bool:
        return row.played

    def key_of(self, row: WeighedRow) -> str:
        return row.title

    def tip_of(self, row: WeighedRow, column: int) -> str:
        return (self.columns[column].tip if column else "") or row.spoken


class ReasonsPanel(QWidget):
    """A panel that shows a ``ReasonsScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("How it decided"))
        set_role(self, Role.Grouping)
        self.back = IconButton("back", tr("The decision before"), "←", self, show_words=False)
        self.forward = IconButton("forward", tr("The next decision"), "→", self, show_words=False)
        self._title = label("", self, ACTION, 600)
        self._place = label("", self, tone="second")
        self._held = label("", self, tone="second")
        self._cards = CardRow(self)
        heads = (
            tr("1  Model"),
            tr("2  Belief about your hand"),
            tr("3  Equity"),
            tr("4  Decision"),
        )
        model, belief, chance, decision = (label(words, self, BODY, 600) for words in heads)
        self._model = label("", self, tone="second", shrinks=True)
        self.expected = ExpectedTable(self)
        self.grid = RangeGrid(self)
        set_name(self.grid, tr("Belief about your hand"))
        self.grid.setMaximumHeight(_GRID)
        self.grid.hovered.connect(self._show_cell)
        self._belief = label("", self, tone="second", shrinks=True)
        self.chance = FigureRow(self)
        self.weighed = WeighedTable(self)
        self._rules = (Words(SMALL, 400, "second", self), Words(SMALL, 400, "", self))
        where = (self._title, self._place, 8, self._held, self._cards)
        top = row(self.back, self.forward, 4, *where, None, gap=8)
        left = column(
            row(model, (self._model, 1), gap=10),
            self.expected,
            row(belief, (self._belief, 1), gap=10),
            (self.grid, 1),
            (None, 0),
            gap=8,
        )
        parts = (chance, self.chance, 6, decision, self.weighed, *self._rules, None)
        right = column(*parts, gap=8)
        column(top, (row((left, 5), (right, 6), gap=20), 1), on=self, gap=10)
        self._scene = ReasonsScene()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for key, button in (("Left", self.back), ("Right", self.forward)):
            add_part_key(self, key, button.press)
        for table in (self.expected, self.weighed):
            when_compact(self, table.set_row_height, _LOW_LINE, _LINE)

    def tab_order(self) -> list[QWidget]:
        return [self.back, self.forward, self.grid]

    def set_scene(self, scene: ReasonsScene) -> None:
        self._scene = scene
        self._title.setText(scene.title)
        self._place.setText(scene.place)
        self._held.setText(scene.held)
        self._cards.set_cards(scene.cards, scene.board)
        self.back.setEnabled(scene.can_back)
        self.forward.setEnabled(scene.can_forward)
        self._model.setText(scene.model)
        self.expected.set_rows(scene.expected)
        self.expected.setVisible(bool(scene.expected))
        self.grid.set_scene(scene.grid or GridScene(0, 0, (), shaded=True))
        self._belief.setText(scene.belief)
        self.chance.set_figures(scene.chance)
        self.weighed.set_unit(scene.unit)
        self.weighed.set_rows(scene.weighed)
        for i, words in enumerate(self._rules):
            words.say(scene.rule[i] if i < len(scene.rule) else "")

    def _show_cell(self, index: int) -> None:
        cells = self.grid.scene.cells
        words = cells[index].spoken if 0 <= index < len(cells) else self._scene.belief
        self._belief.setText(words)


_ROW, _LOW_ROW = 40, 36
_PRIOR, _UNKNOWN = Face(CAPTION, ink="t3"), Face(ink="t3")


class LearnedTable(RowTable[LearnedRow]):
    """A table that shows ``LearnedRow``s."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Situations, what differs most first"))
        when_compact(self, self.set_row_height, _LOW_ROW, _ROW)
        when_compact(self, self._set_widths, 122, 168)

    def _set_widths(self, each: int) -> None:
        self.set_columns(
            [
                Column(tr("Situation"), lambda row: row.title, _PLAIN, least=1, stretch=1),
                Column(tr("Seen"), lambda row: row.seen, _SECOND, RIGHT),
                self._rate(tr("Fold"), lambda row: row.fold, "fold", each),
                self._rate(tr("Check or call"), lambda row: row.call, "call", each),
                self._rate(tr("Bet or raise"), lambda row: row.raise_, "middle", each),
                Column(tr("Differs"), lambda row: row.differs, _BOLD, RIGHT),
            ]
        )

    def _rate(
        self, title: str, rate: Callable[[LearnedRow], LearnedRate], tone: Tone, width: int
    ) -> Column[LearnedRow]:
        """Build a column of an action's frequency, as seen and as expected."""

        def said(row: LearnedRow) -> str:
            if not rate(row).text:
                return tr("neither observed nor expected")
            words = tr("{seen}, expected {prior}")
            return words.format(seen=rate(row).text, prior=rate(row).prior)

        return Column(
            title,
            said,
            paint=lambda p, room, row: _paint_rate(p, room, rate(row), tone),
            width=width,
        )

    def key_of(self, row: LearnedRow) -> str:
        return row.title

    def tip_of(self, row: LearnedRow, column: int) -> str:
        del column
        return row.spoken

    def set_rows(self, rows: Sequence[LearnedRow]) -> None:
        """Show other situations; the keyboard begins at the first."""
        super().set_rows(rows)
        if rows and not self.selectionModel().hasSelection():
            self.select(rows[0].title)


def _paint_rate(painter: QPainter, cell: QRectF, rate: LearnedRate, tone: Tone) -> None:
    """Paint a bar of the frequency seen, with a tick at the expected one."""
    room = cell.adjusted(0, 0, -8, 0)
    if not rate.text:
        _UNKNOWN.write(painter, room, "–")
        return
    t, middle = look.tokens(), room.center().y()
    line = QRectF(room.x(), middle - 16, room.width(), 20)
    used = _BOLD.write(painter, line, rate.text)
    _PRIOR.write(painter, line.adjusted(used + 6, 1, 0, 1), rate.prior)
    bar = QRectF(room.x(), middle + 7, room.width(), 5)
    well(painter, bar, rate.share, t.bg4, action_colour(tone))
    tick = round(bar.x() + (bar.width() - 2) * rate.prior_share)
    painter.fillRect(QRectF(tick - 1, bar.y() - 3, 4, 11), QColor(t.bg1))
    painter.fillRect(QRectF(tick, bar.y() - 3, 2, 11), QColor(t.t1))


_SUFFIX = ".safetensors"
LEARNED, REASONS = "learned", "reasons"
"""The parts of the sheet."""


class EmptySheetPanel(TextPanel):
    """The reason for missing content, and what to do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title.setWordWrap(True)
        column(self.title, self.text, on=self, margins=(18, 12, 14, 12), gap=4)

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        paint_panel(painter, QRectF(self.rect()), t.bg2, t.line2, inset=4)


class ModelSheet(TableSheet):
    """A sheet with two parts, for a ``LearnedScene`` and for a ``ReasonsScene``.

    Signals:
        export_requested: path of a file to write what was learned to.
        fit_requested: paths of files with hands, or of an exported model.
    """

    export_requested = Signal(str)
    fit_requested = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("What it learned"), "Esc, L", parent)
        self._scene = LearnedScene(ChoiceList("", (), ""))
        self._kinds: Sequence[FileKind] = ()
        titles = ((LEARNED, tr("What it learned")), (REASONS, tr("How it decided")))
        self.parts = Segmented(tr("Part"), titles, self.bar, ("Shift+L", "Shift+L"))
        self.parts.chosen.connect(self.show_part)
        self.opponents = CaptionCombo(tr("Key O"), self.bar)
        when_compact(self, self.opponents.setMaximumWidth, 300, 460)
        self.fit_button = IconButton("upload", tr("Fit from a file"), "Ctrl+O", self.bar)
        self.export_button = IconButton("download", tr("Export"), "Ctrl+E", self.bar)
        self.reset_button = IconButton("remove", tr("Reset"), "Del", self.bar)
        self._buttons = (self.fit_button, self.export_button, self.reset_button)
        self.figures = FigureRow(self)
        self.figures.setMaximumWidth(620)
        self.notice = NoticePanel(self)
        self.empty = EmptySheetPanel(self)
        self.table = LearnedTable(self)
        self._note = Words(CAPTION, 400, "caption", self)
        self.no_reasons = EmptySheetPanel(self)
        self.reasons = ReasonsPanel(self)
        self._learned, self._decided = QWidget(self), QWidget(self)
        learned = (self.notice, self.figures, self.empty, (self.table, 1), self._note)
        column(*learned, on=self._learned, gap=10)
        column(self.no_reasons, (self.reasons, 1), (None, 0), on=self._decided, gap=10)
        body = column((self._learned, 1), (self._decided, 1))
        self.fill(self.parts, 8, self.opponents, None, *self._buttons, body=body)
        self.show_part(LEARNED)
        self.set_reasons(ReasonsScene())
        self.fit_button.clicked.connect(self._ask_fit)
        self.export_button.clicked.connect(self._ask_export)
        self.add_key("Shift+L", self._other_part, tr("what it learned, or how it decided"))
        self.add_key("Ctrl+O", self.fit_button.press, tr("fit from recorded hands"))
        self.add_key("Ctrl+E", self.export_button.press, tr("export"))
        self.add_key("Del", self.reset_button.press, tr("reset"))
        self.add_key("O", self.opponents.open, tr("choose whose model"))

    def set_file_kinds(self, kinds: Sequence[FileKind]) -> None:
        self._kinds = kinds

    def tab_order(self) -> list[QWidget]:
        parts = self.parts.buttons()
        buttons = (*parts, self.opponents, *self._buttons)
        return [self.back, *buttons, self.table, *self.reasons.tab_order()]

    def show_part(self, part: str) -> None:
        learned = part == LEARNED
        self.parts.set_value(part)
        for one in (self._learned, self.opponents, *self._buttons):
            one.setVisible(learned)
        self._decided.setVisible(not learned)
        if self.isVisible():
            self.take_keys()

    def take_keys(self) -> None:
        shown: tuple[QWidget, ...] = (self.table, self.reasons, self.back)
        first = next(part for part in shown if part.isVisibleTo(self))
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _other_part(self) -> None:
        self.show_part(REASONS if self._decided.isHidden() else LEARNED)

    def set_reasons(self, scene: ReasonsScene) -> None:
        self.no_reasons.tell(*scene.empty)
        self.no_reasons.setVisible(bool(scene.empty[0]))
        self.reasons.setVisible(bool(scene.weighed))
        self.reasons.set_scene(scene)

    def set_scene(self, scene: LearnedScene) -> None:
        """Show the opponent model; the focus stays in the sheet if the focused part disappears."""
        focused = self._has_keyboard()
        before, self._scene = self._scene, scene
        if scene.opponents != before.opponents:
            self.opponents.set_scene(scene.opponents)
        self.figures.set_figures(scene.figures)
        self.figures.setVisible(bool(scene.figures))
        self.notice.set_notice(scene.notice)
        self.empty.tell(*scene.empty)
        self.empty.setVisible(bool(scene.empty[0]))
        self.table.set_rows(scene.rows)
        self._note.say(scene.note if scene.rows else "")
        self.fit_button.setEnabled(not scene.busy)
        for button in (self.export_button, self.reset_button):
            button.setEnabled(scene.can_reset and not scene.busy)
        if focused and not self._has_keyboard():
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_keyboard(self) -> bool:
        part = QApplication.focusWidget()
        return part is not None and self.isAncestorOf(part)

    def _ask_fit(self) -> None:
        words = tr("Hands, databases, exported models ({patterns} *.db *.safetensors)")
        kinds = (words.format(patterns=patterns(self._kinds)), tr("All files (*)"))
        title = tr("Learn from recorded hands")
        paths, _ = QFileDialog.getOpenFileNames(self, title, "", ";;".join(kinds))
        if paths:
            self.fit_requested.emit(list(paths))

    def _ask_export(self) -> None:
        kind = tr("Opponent models (*.safetensors)")
        title = tr("Export the opponent model")
        path, _ = QFileDialog.getSaveFileName(self, title, f"learned{_SUFFIX}", kind)
        if path:
            named = path if path.endswith(_SUFFIX) else path + _SUFFIX
            self.export_requested.emit(named)


class AllHandsSheet(TableSheet):
    """A sheet that shows an ``AllHandsScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        name = tr("All my hands")
        super().__init__(name, "Esc, Shift+H", parent)
        self._scene = AllHandsScene(GridScene(0, 0, ()))
        self.grid = RangeGrid(self)
        self.grid.hovered.connect(self._show_cell)
        self._words = label("", self, tone="second", shrinks=True)
        self._own = label("", self, tone="second")
        body = column((self.grid, 1), row((self._words, 1), self._own, gap=12), gap=10)
        self.fill(label(name, self.bar, ACTION, 600), None, body=body)

    def tab_order(self) -> list[QWidget]:
        return [self.back, self.grid]

    def take_keys(self) -> None:
        self.grid.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_scene(self, scene: AllHandsScene) -> None:
        self._scene = scene
        self.grid.set_scene(scene.grid)
        self._words.setText(scene.words)
        self._own.setText(scene.own)

    def _show_cell(self, index: int) -> None:
        """Write the EVs of a cell's hands below the grid, as small cells have no figures."""
        cells, words = self.grid.scene.cells, self._scene.words
        if 0 <= index < len(cells) and cells[index].figure:
            words = labelled(cells[index].label, f"{cells[index].figure} · {words}")
        self._words.setText(words)
