"""The spots view: the form of a spot at the left, saved spots at the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QMargins, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.solving.viewmodel import SavedSpotRow, SpotExample, SpotForm, SpotsScene
from pokergui.pages.study.solving.views.solution import RangePanel
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.viewmodel import Notice
from pokergui.viewmodel.controls import SpotField
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.table import BoardCard, CardView
from pokergui.widgets.board import Deck
from pokergui.widgets.buttons import IconButton, PaintedButton
from pokergui.widgets.field import Caption, FieldBox, FieldNote, wrapped
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.laying import (
    Parts,
    Pool,
    column,
    dress,
    label,
    padded,
    row,
    tab_through,
    when_compact,
)
from pokergui.widgets.notice import NoticePanel, scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import RIGHT, advance, captioned, focus_ring, rounded, text
from pokergui.widgets.panels import RoomStrip
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import cards_width, paint_cards
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import Index, RowTable

_RANKS = "AKQJT98765432"
_SUITS = "shdc"
_DECK_WIDTH = 13 * 28
_NUMBER_HEIGHT = 80
_BOARD_HEIGHT = _NUMBER_HEIGHT + 4 + 84
"""Height of the field and the deck below it."""
_SIZES_HEIGHT = 32 + _NUMBER_HEIGHT
_MORE_HEIGHT = 36 + 2 * (_NUMBER_HEIGHT + 4)
_RANGE, _NARROW_RANGE = 156, 218
"""Least heights of a range, of two side by side and of three: their grids are below the text."""
_NUMBER = 220
"""Greatest width of a number's field."""


def deck_rows(chosen: tuple[CardView, ...]) -> tuple[tuple[BoardCard, ...], ...]:
    names = {card.name for card in chosen}

    def entry(rank: str, suit: str) -> BoardCard:
        glyph = "10" if rank == "T" else rank
        card = CardView(glyph, "cdhs".index(suit), True)
        return BoardCard(rank + suit, card, card.name in names)

    return tuple(tuple(entry(rank, suit) for rank in _RANKS) for suit in _SUITS)


class BoardPart(QWidget):
    """The board as text above the deck to choose it from."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = FieldBox(
            "board",
            tr("Board"),
            tr("3 cards for a flop, 4 for a turn, 5 for a river"),
            "Qs Jh 2h 8c 5d",
            tr("cards such as Qs Jh 2h 8c, or click them below"),
            self,
        )
        self.deck = Deck(self)
        self.deck.set_rows(deck_rows(()))
        column(self.field, self.deck, None, on=self, gap=4)


class SizesPart(QWidget):
    """Bet and raise sizes, the same for both players or separate."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        title = label(tr("Sizes"), self, BODY, 600)
        words = tr("percent of the pot, a for all-in; by street: 50,a;75,a")
        hint = label(words, self, CAPTION, tone="caption", shrinks=True)
        self._titles = title, hint
        self._three_way, self._compact = False, False
        self.apart = Segmented(
            tr("Sizes"), [(False, tr("Both players")), (True, tr("Each player"))], self, dense=True
        )
        self.more = QToolButton(self)
        self.more.setCheckable(True)
        self.more.setFont(font(BODY, 500))
        self.more.setProperty("segment", True)
        self.more.setProperty("dense", True)
        self.more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.more.setStyleSheet("QToolButton { border-radius: 6px; }")
        set_tip(self.more, tr("Donk bets, rules of sizes, rake"))
        self._head = row(title, (hint, 1), self.apart, self.more, gap=8)
        bets = tr(
            "percent of the pot, a for all-in, such as 50,100,a; 2e is the fraction of the pot"
            " that, bet twice, puts the stack in, e that for all streets left"
        )
        raises = tr(
            "to the bet faced plus percent of the pot after calling it; 2.5x is a raise to 2.5"
            " times the bet"
        )
        helps = {"bets": bets, "raises": raises, "bets-ip": bets, "raises-ip": raises}
        self.boxes = {
            key: FieldBox(key, "", "", "50,100,a", words, self) for key, words in helps.items()
        }
        self._sizes = row(*((box, 1) for box in self.boxes.values()), gap=16)
        column(self._head, self._sizes, None, on=self, gap=4)
        self.set_apart(False)
        when_compact(self, self._set_compact, True, False)

    def set_three_way(self, three_way: bool) -> None:
        self._three_way = three_way
        self._lay()

    def _set_compact(self, compact: bool) -> None:
        self._compact = compact
        self._lay()

    def _lay(self) -> None:
        """Leave out the heading over the sizes of three in a small window."""
        low = self._three_way and self._compact
        for part in self._titles:
            part.setVisible(not low)
        (self._sizes if low else self._head).addWidget(self.more)
        for box in self.boxes.values():
            box.note.set_lines(1 if self._three_way else 2)
        self.setFixedHeight(_SIZES_HEIGHT - 15 * self._three_way - 36 * low)

    def set_more(self, more: bool, words: str) -> None:
        self.more.setChecked(more)
        self.more.setText(words)
        set_name(self.more, words)

    def set_apart(self, apart: bool) -> None:
        self.apart.set_value(apart)
        first, second = tr("Out of position"), tr("In position")
        bets, raises = tr("Bets"), tr("Raises")
        for key, box in self.boxes.items():
            kind = bets if key.startswith("bets") else raises
            player = "" if not apart else second if key.endswith("-ip") else first
            box.set_name(kind, player)
            box.setVisible(apart or not key.endswith("-ip"))


class MorePart(QWidget):
    """Named trees, donk bets, rules of sizes, rake.

    Signals:
        tree_chosen: key of a named tree.
    """

    tree_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        first = label(tr("Trees"), self, BODY, 600)
        names = {"one": tr("One size"), "two": tr("Two sizes"), "geometric": tr("Geometric")}
        self.trees = {key: QPushButton(name, self) for key, name in names.items()}
        for key, button in self.trees.items():
            set_tip(button, tr("Fill in the sizes and rules of this tree"))
            button.clicked.connect(partial(self.tree_chosen.emit, key))
        none, pot = tr("none"), tr("% of the pot")
        lead = tr("out of position, into whoever bet or raised last on the street before")
        self.boxes = {
            key: FieldBox(key, name, rest, hint, words, self)
            for key, name, rest, hint, words in (
                ("donks", tr("Donk bets"), tr("0 for none"), tr("as bets"), lead),
                (
                    *("max-raises", tr("Most raises"), tr("a street"), tr("any number")),
                    tr("raises of a street, its first bet not counted"),
                ),
                (
                    *("all-in-below", tr("Add all-in"), pot, none),
                    tr("adds an all-in of at most this many percent of the pot"),
                ),
                (
                    *("all-in-above", tr("Force all-in"), tr("% of the stack"), none),
                    tr("a bet of at least this many percent of the stack behind becomes all-in"),
                ),
                (
                    *("merge", tr("Merge sizes"), tr("% apart"), none),
                    tr("drops a size if the pot after a larger one is less than this much larger"),
                ),
                (
                    *("rake", tr("Rake"), tr("% of the pot"), none),
                    tr("of every pot; a bet that is not called is returned first"),
                ),
                ("rake-cap", tr("Rake cap"), tr("chips"), none, tr("most rake of a pot")),
            )
        }
        boxes = list(self.boxes.values())
        column(
            row(first, *self.trees.values(), None, gap=8),
            row(*((box, 1) for box in boxes[:4]), gap=16),
            row(*((box, 1) for box in boxes[4:]), (QWidget(self), 1), gap=16),
            None,
            on=self,
            gap=4,
        )

    def tab_order(self) -> list[QWidget]:
        return [*self.trees.values(), *(box.editor for box in self.boxes.values())]


class SpotFormView(QWidget):
    """Shows a ``SpotForm`` without its figures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts = Parts()
        self.board = BoardPart(self)
        whole = tr("chips or big blinds, with up to two decimals")
        blind = tr(
            "its size in the unit of pot and stack; EV is shown in it, or in chips without one"
        )
        exact = tr("how much a best response may still win, in percent of the pot")
        self.pot, self.stack, self.blind, self.target = (
            FieldBox(*texts, self)
            for texts in (
                ("pot", tr("Pot"), tr("chips"), "100", whole),
                ("stack", tr("Stack"), tr("each"), "950", whole),
                ("big-blind", tr("Big blind"), tr("chips"), tr("not known"), blind),
                ("target", tr("Solve to"), tr("% of the pot"), "0.5", exact),
            )
        )
        self.storage = QWidget(self)
        self.half = Segmented(
            tr("Storage"), [(False, tr("32 bit")), (True, tr("16 bit"))], self.storage, dense=True
        )
        self.half.set_value(False)
        caption = Caption(tr("Storage"), tr("16 is smaller"), self.storage)
        column(caption, row(self.half, None), None, on=self.storage, gap=3)
        players = [(False, "2"), (True, "3")]
        self.players = Segmented(tr("Players"), players, self, dense=True)
        self.three_way = QWidget(self)
        caption = Caption(tr("Players"), "", self.three_way)
        set_tip(self.three_way, tr("Three players on a river, each with a range"))
        column(caption, row(self.players, None), None, on=self.three_way, gap=3)
        self.oop = RangePanel("oop", tr("Out of position"), tr("acts first"), self)
        self.middle = RangePanel("middle", tr("In the middle"), tr("acts second"), self)
        self.ip = RangePanel("ip", tr("In position"), tr("acts second"), self)
        self.sizes = SizesPart(self)
        self.more = MorePart(self)
        numbers = self.pot, self.stack, self.blind, self.target
        self.panels: tuple[RangePanel, ...] = self.oop, self.middle, self.ip
        sizes = (*self.sizes.boxes.values(), *self.more.boxes.values())
        self.boxes = (self.board.field, *numbers, *sizes)
        self._arrange()

    def _arrange(self) -> None:
        for part in (
            *(self.pot, self.stack, self.blind),
            *(self.target, self.three_way, self.storage),
        ):
            part.setFixedHeight(_NUMBER_HEIGHT)
            part.setMaximumWidth(_NUMBER)
        self.board.setMaximumWidth(_DECK_WIDTH)
        self.board.setFixedHeight(_BOARD_HEIGHT)
        self.more.setFixedHeight(_MORE_HEIGHT)
        first = row((self.pot, 4), (self.stack, 5), (self.blind, 4), gap=12)
        second = row((self.target, 1), self.three_way, self.storage, gap=8)
        places = QGridLayout(self)
        places.addWidget(self.board, 0, 0)
        places.addLayout(column(first, second, None, gap=2), 0, 1)
        places.addLayout(row(*((panel, 1) for panel in self.panels), gap=16), 1, 0, 1, 2)
        places.addWidget(self.sizes, 2, 0, 1, 2)
        places.addWidget(self.more, 3, 0, 1, 2)
        places.setHorizontalSpacing(16)
        places.setRowStretch(1, 1)
        for half, stretch in enumerate((6, 7)):
            places.setColumnStretch(half, stretch)
        padded(self, places, 12, 12)
        when_compact(self, places.setVerticalSpacing, 8, 16)

    def tab_order(self) -> list[QWidget]:
        sizes = [box.editor for box in self.sizes.boxes.values()]
        return [
            *(self.board.field.editor, self.board.deck),
            *(self.pot.editor, self.stack.editor, self.blind.editor),
            *(self.target.editor, *self.players.buttons(), *self.half.buttons()),
            *(part for panel in self.panels for part in (panel.editor, panel.preview)),
            *(*self.sizes.apart.buttons(), self.sizes.more, *sizes),
            *self.more.tab_order(),
        ]

    def set_form(self, form: SpotForm) -> None:
        show, fields = self._parts.show, {field.key: field for field in form.fields}
        for box in self.boxes:
            show(box.set_field, fields.get(box.key, SpotField(box.key, "")))
        show(self._show_players, form.three_way)
        for panel, grid in zip(self.panels, (form.oop, form.middle, form.ip), strict=True):
            show(panel.set_field, fields.get(panel.key, SpotField(panel.key, "")), grid)
        show(self._show_board, form.cards)
        self.half.set_value(form.half)
        show(self.sizes.set_apart, form.apart)
        show(self.sizes.set_more, form.more, form.more_words)
        show(self.more.setVisible, form.more)

    def _show_players(self, three_way: bool) -> None:
        self.players.set_value(three_way)
        for panel in self.panels:
            panel.setMinimumHeight(_NARROW_RANGE if three_way else _RANGE)
        self.middle.setVisible(three_way)
        self.ip.set_rest(tr("acts third") if three_way else tr("acts second"))
        for part in (self.storage, self.sizes.apart, self.more.boxes["donks"]):
            part.setVisible(not three_way)
        self.sizes.set_three_way(three_way)

    def _show_board(self, cards: tuple[CardView, ...]) -> None:
        self.board.deck.set_rows(deck_rows(cards))


_HIGH, _GAP = 34, 22


class CostBar(Painted, QWidget):
    """Figures side by side, each with a caption above."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._figures: tuple[Figure, ...] = ()
        self.setFixedHeight(_HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Cost of solving"))

    def set_figures(self, figures: tuple[Figure, ...]) -> None:
        self._figures = figures
        words = phrases(one.spoken for one in figures)
        set_description(self, words)
        set_tip(self, words)
        self.update()

    def paint(self, painter: QPainter) -> None:
        widths = [
            max(advance(one.label, CAPTION), advance(one.value, BODY, 600)) for one in self._figures
        ]
        if not widths:
            return
        gaps = max(1, len(widths) - 1)
        gap = max(6.0, min(float(_GAP), (self.width() - sum(widths)) / gaps))
        x = 0.0
        for one, width in zip(self._figures, widths, strict=True):
            box = QRectF(x, 0, min(width + 1, self.width() - x), _HIGH)
            captioned(painter, box, one.label, one.value, font(BODY, 600))
            x += width + gap


class SpotFoot(QWidget):
    """Shows the figures, the warning, and what the file keeps, of a ``SpotForm``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "actionbar")
        self.figures = CostBar(self)
        self.warning = FieldNote(1, self)
        self.solve = IconButton("start", tr("Solve"), "Ctrl+Enter", self, primary=True)
        self._saved = QWidget(self)
        self.rivers = Segmented(
            tr("Rivers"), [(False, tr("Omit")), (True, tr("Keep"))], self._saved, dense=True
        )
        set_tip(self._saved, tr("Rivers that are omitted are solved again when they are opened"))
        caption = Caption(tr("Rivers"), tr("in the file"), self._saved)
        column(caption, self.rivers, None, on=self._saved, gap=3)
        words = column(self.figures, self.warning, gap=1)
        padded(self, row((words, 1), self._saved, self.solve, on=self, gap=16), 6, 6)
        self.setFixedHeight(64)
        self.set_form((), "", False, None)

    def set_form(
        self, figures: tuple[Figure, ...], warning: str, solvable: bool, rivers: bool | None
    ) -> None:
        unknown = tuple(
            Figure(name, "…")
            for name in (
                *(tr("Decisions"), tr("Actions"), tr("Information sets"), tr("Memory")),
                *(tr("Time"), tr("File")),
            )
        )
        self.figures.set_figures(figures or unknown)
        plain = tr("Estimated before anything is built; the time is a rough guess.")
        refused = bool(figures and warning) and not solvable
        self.warning.set_words(warning or plain, wrong=refused)
        set_name(self.warning, warning or plain)
        self.solve.setEnabled(solvable)
        self.rivers.set_value(bool(rivers))
        self._saved.setVisible(rivers is not None)


_EXAMPLES_HIGH = 84


class ExampleButton(PaintedButton):
    """One example: its cards and its description."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.example = SpotExample("", "", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_EXAMPLES_HIGH)

    def set_example(self, example: SpotExample) -> None:
        self.example = example
        self.setText(example.title)
        set_name(self, example.title)
        set_description(self, phrases((example.board, example.note)))
        set_tip(self, f"{example.title}\n{example.note}")
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        fill = t.bg2 if self.isDown() else t.bg4 if self.underMouse() else t.button
        rounded(painter, box, fill, t.line2)
        line = QRectF(14, 9, box.width() - 28, 20)
        text(painter, line, self.example.title, font(BODY, 600), t.t1)
        line.translate(0, 23)
        paint_cards(painter, line.x(), line.center().y(), self.example.cards)
        line.translate(0, 22)
        text(painter, line, self.example.note, font(SMALL), t.t2)
        if self.hasFocus():
            focus_ring(painter, box, 6)


class Welcome(QWidget):
    """Shows ``SpotExample``s."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = label(tr("No saved spots yet"), self, BODY, 600)
        about = tr(
            "Enter a flop, turn or river at the left, or start with one of these. What you solve "
            "is kept here."
        )
        words = label(about, self, tone="second", wraps=True)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._buttons = Pool(self._more, lambda button: self.chosen.emit(button.example.key))
        self._column = column(title, words, 6, None, on=self, gap=8, margins=(16, 14, 16, 14))

    @property
    def buttons(self) -> list[ExampleButton]:
        return self._buttons.shown

    def _more(self) -> ExampleButton:
        button = ExampleButton(self)
        self._column.insertWidget(self._column.count() - 1, button)
        return button

    def set_examples(self, examples: tuple[SpotExample, ...]) -> None:
        for button, example in zip(self._buttons.show(len(examples)), examples, strict=True):
            button.set_example(example)


class ConfirmRow(Painted, QWidget):
    """Asks whether to remove a spot."""

    answered = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        words = label(tr("Remove this spot and its solution?"), self, BODY, 600)
        words.setMinimumWidth(1)
        self.remove = QPushButton(tr("Remove"), self)
        set_tip(self.remove, tr("Remove for good (Enter)"))
        self.stay = QPushButton(tr("Keep"), self)
        set_tip(self.stay, tr("Keep it (Escape)"))
        buttons = row(self.remove, self.stay, None, gap=8)
        column(words, buttons, on=self, gap=6, margins=(16, 8, 16, 10))
        self.remove.clicked.connect(lambda: self.answered.emit(True))
        self.stay.clicked.connect(lambda: self.answered.emit(False))

    def take_focus(self) -> None:
        self.remove.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.answered.emit(False)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit(self.remove.hasFocus())
        else:
            super().keyPressEvent(event)

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        painter.fillRect(self.rect(), QColor(t.bg2))
        painter.fillRect(0, 0, 3, self.height(), QColor(t.neg))


ROW = 76
_PAD = 16.0
_SECOND = Face(ink="t2")


def said(row: SavedSpotRow) -> str:
    return phrases((row.board, row.title, row.state, row.note))


def _paint_spot(painter: QPainter, box: QRectF, row: SavedSpotRow) -> None:
    line = QRectF(box.x() + _PAD, box.y() + 9, box.width() - 2 * _PAD, 18)
    taken = cards_width(row.cards) + 10 if row.cards else 0.0
    ink = "acc" if row.running else "t2" if row.usable else "neg"
    state = Face(weight=600 if row.running else 500, ink=ink)
    used = state.write(painter, line.adjusted(taken, 0, 0, 0), row.state, RIGHT)
    if row.cards:
        paint_cards(painter, line.x(), line.center().y(), row.cards)
    else:
        Face(BODY, 600).write(painter, line.adjusted(0, 0, -used - 10, 0), row.board)
    line.translate(0, 21)
    if not row.usable:
        for words in wrapped(row.title, font(SMALL), line.width(), 2):
            _SECOND.write(painter, line, words)
            line.translate(0, 17)
        return
    Face(BODY, 500).write(painter, line, row.title)
    _SECOND.write(painter, line.translated(0, 18), row.note)


class SpotList(RowTable[SavedSpotRow]):
    """All saved spots."""

    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, headed=False, opens_by_click=True, ground="bg2")
        self._asking = ""
        set_name(self, tr("Saved spots"))
        self.set_row_height(ROW)
        self.set_columns([Column("", said, paint=_paint_spot)])

    def in_front(self, row: SavedSpotRow) -> bool:
        return row.shown

    def set_rows(self, rows: Sequence[SavedSpotRow]) -> None:
        """Show spots; the current one stays current while it exists, else the one in Study is."""
        super().set_rows(rows)
        if rows and self.at_hand is None:
            self.select(next((row.key for row in rows if row.shown), rows[0].key))
        keys = [row.key for row in rows]
        if self._asking in keys:
            self._show_question(keys.index(self._asking))
        else:
            self._asking = ""

    @property
    def asking(self) -> str:
        return self._asking

    def ask_remove(self) -> None:
        """Ask in the current row whether its spot is to be removed."""
        row = self.at_hand
        if row is not None and row.key != self._asking:
            self.keep()
            self._asking = row.key
            self._show_question(self.currentIndex().row())

    def _show_question(self, row: int) -> None:
        index = self.model().index(row, 0)
        if self.indexWidget(index) is not None:
            return
        question = ConfirmRow(self)
        question.answered.connect(self._answered)
        self.setIndexWidget(index, question)
        self.scrollTo(index)
        question.take_focus()

    def _answered(self, remove: bool) -> None:
        key = self._asking
        self.keep()
        if remove and key:
            self.removed.emit(key)

    def keep(self) -> None:
        """Close the question without removing."""
        keys = [row.key for row in self.rows]
        if self._asking in keys:
            index = self.model().index(keys.index(self._asking), 0)
            question = self.indexWidget(index)
            if question is not None and question.isAncestorOf(self.window().focusWidget()):
                self.setFocus()
            self.setIndexWidget(index, None)  # type: ignore[arg-type]  # Qt takes it as "none"
        self._asking = ""

    def open(self, index: Index) -> None:
        """Report a spot as opened, unless it is unusable or its removal is being confirmed."""
        if index.isValid():
            row = self.rows[index.row()]
            if row.usable and row.key != self._asking:
                super().open(index)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() == Qt.Key.Key_Delete:
            self.ask_remove()
        else:
            super().keyPressEvent(event)


_LIST, _COMPACT_LIST = 348, 284


class SpotsRoom(KeyedPage):
    """Shows a ``SpotsScene``.

    Signals:
        solve_pressed: the key, also while the form is not read yet.
    """

    solve_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ready, self._parts = False, Parts()
        self._opening = False  # whether the folded part is to be scrolled to
        self.form = SpotFormView(self)
        self.foot = SpotFoot(self)
        self.notice = NoticePanel(self)
        self._strip = RoomStrip(tr("A spot to solve"), self)
        self.back = self._strip.back
        self.list = SpotList(self)
        self.welcome = Welcome(self)
        body = row((self._make_left(), 1), self._make_right(), gap=0)
        column(self._strip, (body, 1), on=self, gap=0)
        foot = (*self.foot.rivers.buttons(), self.foot.solve)
        tab_through(*self.form.tab_order(), *foot, self.list, self.remove, self.back)
        fields: tuple[FieldBox | RangePanel, ...] = (*self.form.boxes, *self.form.panels)
        for part in fields:
            part.editor.edited.connect(self._written)
        self.form.sizes.more.clicked.connect(self._expect_more)
        self.area.verticalScrollBar().rangeChanged.connect(self._show_more)
        self.list.moved.connect(self._offer_remove)
        self.remove.clicked.connect(self.list.ask_remove)
        self._make_keys()
        when_compact(self, self._strip.set_padding, 12, 16)
        margins = QMargins(12, 8, 12, 0), QMargins(16, 8, 16, 0)
        when_compact(self, self.doubt.setContentsMargins, *margins)
        when_compact(self, self._right.setFixedWidth, _COMPACT_LIST, _LIST)
        self.set_scene(SpotsScene(SpotForm(())))

    def _make_keys(self) -> None:
        self.begin_keys(tr("Spots"))
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            self.add_key(key, self.solve_pressed.emit, tr("solve"))
        self.add_key("Escape", self._leave, tr("leave this view"))
        self.tell_key("Left Right Up Down", tr("another hand of a range"), self.form)
        self.tell_key("Space", tr("put it in, take it out"), self.form)
        self.tell_key("+ -", tr("change its weight by 5%"), self.form)
        self.tell_key("PgUp PgDown", tr("change its weight by 1%"), self.form)
        self.tell_key("Ctrl+C Ctrl+V", tr("copy, paste the range as text"), self.form)
        self.tell_key("Return", tr("open the saved spot"), self.list)
        self.tell_key("Del", tr("remove the saved spot"), self.list)

    def _make_left(self) -> QVBoxLayout:
        self._notice_row = QWidget(self)
        column(self.notice, on=self._notice_row, margins=(12, 8, 12, 0))
        self._notice_row.setVisible(False)
        self.doubt = label("", self, tone="uncertain", wraps=True)
        self.doubt.hide()
        self.area = scroll_area(self.form, self)
        return column(self._notice_row, self.doubt, (self.area, 1), self.foot, gap=0)

    def _make_right(self) -> QWidget:
        self._right = QFrame(self)
        self._right.setObjectName("rightcolumn")
        title = label(tr("Saved spots"), self._right, BODY, 600)
        self._count = label("", self._right, tone="caption")
        self.remove = IconButton(
            "remove", tr("Remove the selected spot"), "Del", self._right, show_words=False
        )
        head = QWidget(self._right)
        head.setFixedHeight(46)
        row(title, self._count, None, self.remove, on=head, gap=8, margins=(16, 0, 8, 0))
        self._stack = QStackedWidget(self._right)
        self._stack.addWidget(self.list)
        self._stack.addWidget(scroll_area(self.welcome, self._stack))
        column(head, (self._stack, 1), on=self._right, gap=0)
        return self._right

    def _written(self) -> None:
        self._ready = False

    def _expect_more(self, more: bool) -> None:
        self._opening = more

    def _show_more(self, _: int, most: int) -> None:
        if self._opening and most:
            self._opening = False
            self.area.verticalScrollBar().setValue(most)

    def _offer_remove(self) -> None:
        self.remove.setEnabled(self.list.at_hand is not None)

    def _leave(self) -> None:
        if self.list.asking:
            self.list.keep()
        else:
            self.back.click()

    def set_scene(self, scene: SpotsScene) -> None:
        show = self._parts.show
        self.form.set_form(scene.form)
        form = scene.form
        show(self.foot.set_form, form.figures, form.warning, form.solvable, form.rivers)
        self._offer_solve()
        self._strip.set_source(scene.form.source)
        self.doubt.setText(scene.form.doubt)
        self.doubt.setVisible(bool(scene.form.doubt))
        show(self.list.set_rows, scene.rows)
        self._offer_remove()
        show(self.welcome.set_examples, scene.examples)
        self._stack.setCurrentIndex(0 if scene.rows else 1)
        self._count.setText(str(len(scene.rows)) if scene.rows else "")
        self.remove.setVisible(bool(scene.rows))

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)
        self._notice_row.setVisible(notice is not None)

    def begin(self, *, ready: bool = False) -> None:
        """Take the focus: on "Solve" once the form is filled, else on its first field."""
        self.form.board.field.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._ready = ready
        self._offer_solve()

    def _offer_solve(self) -> None:
        if self._ready and self.foot.solve.isEnabled():
            self._ready = False
            self.foot.solve.setFocus(Qt.FocusReason.ShortcutFocusReason)
