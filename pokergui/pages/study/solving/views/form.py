"""The form of a spot: board, chips, ranges, sizes, and how it is to be solved."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from pokergui.pages.study.solving.viewmodel.spots import SpotForm
from pokergui.pages.study.solving.views.ranges import RangePanel
from pokergui.theme.fonts import BODY, CAPTION, font
from pokergui.viewmodel.board import BoardCard
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.fields import SpotField
from pokergui.widgets.board import Deck
from pokergui.widgets.field import Caption, FieldBox
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.segmented import Segmented

_RANKS = "AKQJT98765432"
_SUITS = "shdc"
_DECK_WIDTH = 13 * 28
_NUMBER_HEIGHT = 80
_BOARD_HEIGHT = _NUMBER_HEIGHT + 4 + 84
"""The field, and the deck under it."""
_SIZES_HEIGHT = 32 + _NUMBER_HEIGHT
_NUMBER = 220
"""Widest field of a number."""
_LEAST_RANGES = 166


def deck_rows(chosen: tuple[CardView, ...]) -> tuple[tuple[BoardCard, ...], ...]:
    """All cards, a row for each suit."""
    names = {card.name for card in chosen}

    def entry(rank: str, suit: str) -> BoardCard:
        glyph = "10" if rank == "T" else rank
        card = CardView(glyph, "cdhs".index(suit), True)
        return BoardCard(rank + suit, card, card.name in names)

    return tuple(tuple(entry(rank, suit) for rank in _RANKS) for suit in _SUITS)


class BoardPart(QWidget):
    """The board as text over the deck to choose it from.

    Signals:
        edited: key and text.
        card_chosen: name of a card.
    """

    edited = Signal(str, str)
    card_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = FieldBox(
            "board",
            self.tr("Board"),
            self.tr("4 cards for a turn, 5 for a river"),
            "Qs Jh 2h 8c 5d",
            self.tr("cards such as Qs Jh 2h 8c, or click them below"),
            self,
        )
        self.deck = Deck(self)
        self.deck.set_rows(deck_rows(()))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.field)
        column.addWidget(self.deck)
        column.addStretch(1)
        self.field.edited.connect(self.edited)
        self.deck.chosen.connect(self.card_chosen)


class SizesPart(QWidget):
    """Bet and raise sizes, of both players alike or of each apart.

    Signals:
        edited: key and text.
        apart_chosen: whether each player has sizes of its own.
    """

    edited = Signal(str, str)
    apart_chosen = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        title = QLabel(self.tr("Sizes"), self)
        title.setFont(font(BODY, 600))
        hint = QLabel(self.tr("percents of the pot, a for all-in; turn and river: 50,a;75,a"), self)
        hint.setFont(font(CAPTION))
        hint.setProperty("tone", "caption")
        hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.apart = Segmented(
            self.tr("Sizes"),
            [(False, self.tr("Both players")), (True, self.tr("Each player"))],
            self,
            dense=True,
        )
        self.apart.set_value(False)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(title)
        head.addWidget(hint, 1)
        head.addWidget(self.apart)
        bets = self.tr("percent of the pot, a for all-in, such as 50,100,a")
        raises = self.tr("to the bet faced plus percent of the pot after calling it")
        self.boxes = {
            key: FieldBox(key, "", "", "50,100,a", words, self)
            for key, words in (
                ("bets", bets),
                ("raises", raises),
                ("bets-ip", bets),
                ("raises-ip", raises),
            )
        }
        self._row = QHBoxLayout()
        self._row.setSpacing(16)
        for box in self.boxes.values():
            self._row.addWidget(box, 1)
            box.edited.connect(self.edited)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addLayout(self._row)
        column.addStretch(1)
        self.apart.chosen.connect(self._apart_chosen)
        self.set_apart(False)

    def _apart_chosen(self, apart: object) -> None:
        self.apart_chosen.emit(bool(apart))

    def set_apart(self, apart: bool) -> None:
        """Show two fields for both players, or two for each."""
        self.apart.set_value(apart)
        first, second = self.tr("Out of position"), self.tr("In position")
        bets, raises = self.tr("Bets"), self.tr("Raises")
        for key, box in self.boxes.items():
            kind = bets if key.startswith("bets") else raises
            player = "" if not apart else second if key.endswith("-ip") else first
            box.set_name(kind, player)
            box.setVisible(apart or not key.endswith("-ip"))


class SpotFormView(QWidget):
    """Shows a ``SpotForm`` without its figures.

    Signals:
        edited: key of a field and its text.
        half_chosen: whether numbers are to be kept in 16 bits.
    """

    edited = Signal(str, str)
    half_chosen = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pad, self._gap = 16, 16
        self.board = BoardPart(self)
        whole = self.tr("a whole number of chips")
        self.pot = FieldBox("pot", self.tr("Pot"), self.tr("chips"), "100", whole, self)
        self.stack = FieldBox("stack", self.tr("Stack"), self.tr("each"), "950", whole, self)
        self.blind = FieldBox(
            "big-blind",
            self.tr("Big blind"),
            self.tr("chips"),
            self.tr("not known"),
            self.tr("a whole number of chips; EV is shown in it, without one in chips"),
            self,
        )
        self.target = FieldBox(
            "target",
            self.tr("Solve to"),
            self.tr("% of the pot"),
            "0.5",
            self.tr("how much a best response may still win, in percent of the pot"),
            self,
        )
        self.storage = QWidget(self)
        self.half = Segmented(
            self.tr("Storage"),
            [(False, self.tr("32 bit")), (True, self.tr("16 bit"))],
            self.storage,
            dense=True,
        )
        self.half.set_value(False)
        column = QVBoxLayout(self.storage)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(Caption(self.tr("Storage"), self.tr("16 saves memory"), self.storage))
        row = QHBoxLayout()
        row.addWidget(self.half)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)
        first, second = self.tr("Out of position"), self.tr("In position")
        self.oop = RangePanel("oop", first, self.tr("acts first"), self)
        self.ip = RangePanel("ip", second, self.tr("acts second"), self)
        self.sizes = SizesPart(self)
        for part in (
            self.board,
            self.pot,
            self.stack,
            self.blind,
            self.target,
            self.oop,
            self.ip,
            self.sizes,
        ):
            part.edited.connect(self.edited)
        self.half.chosen.connect(self._half_chosen)
        self.set_compact(False)

    def _half_chosen(self, half: object) -> None:
        self.half_chosen.emit(bool(half))

    def boxes(self) -> Iterator[FieldBox]:
        """The fields of one line."""
        yield from (self.board.field, self.pot, self.stack, self.blind, self.target)
        yield from self.sizes.boxes.values()

    def tab_order(self) -> list[QWidget]:
        """Everything that takes the focus, in the order of the form."""
        sizes = [box.editor for box in self.sizes.boxes.values()]
        return [
            *(self.board.field.editor, self.board.deck),
            *(self.pot.editor, self.stack.editor, self.blind.editor),
            *(self.target.editor, *self.half.buttons()),
            *(self.oop.editor, self.oop.preview, self.ip.editor, self.ip.preview),
            *(*self.sizes.apart.buttons(), *sizes),
        ]

    def set_compact(self, compact: bool) -> None:
        """Smaller margins."""
        self._pad, self._gap = (12, 8) if compact else (16, 16)
        fixed = 2 * self._pad + 2 * self._gap + _BOARD_HEIGHT + _SIZES_HEIGHT
        self.setMinimumHeight(fixed + _LEAST_RANGES)
        self._place()

    def set_form(self, form: SpotForm) -> None:
        """Show a form."""
        fields = {field.key: field for field in form.fields}
        for box in self.boxes():
            box.set_field(fields.get(box.key, SpotField(box.key, "")))
        for panel, grid in ((self.oop, form.oop), (self.ip, form.ip)):
            panel.set_field(fields.get(panel.key, SpotField(panel.key, "")), grid)
        self.board.deck.set_rows(deck_rows(form.cards))
        self.half.set_value(form.half)
        self.sizes.set_apart(form.apart)

    @guarded_or(QSize(640, 560))
    def sizeHint(self) -> QSize:
        """What a small window has room for."""
        return QSize(640, self.minimumHeight())

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out the new size."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Board and numbers, ranges beside each other with all the height left, sizes."""
        pad, gap = self._pad, self._gap
        width, height = self.width() - 2 * pad, self.height() - 2 * pad
        half = (width - 16) // 2
        right = pad + width - half
        self.board.setGeometry(pad, pad, min(half, _DECK_WIDTH), _BOARD_HEIGHT)
        rows = ((self.pot, self.stack, self.blind), (self.target, self.storage))
        for row, parts in enumerate(rows):
            number = min(_NUMBER, (half + 12) // len(parts) - 12)
            for column, part in enumerate(parts):
                part.setGeometry(
                    right + column * (number + 12),
                    pad + row * (_NUMBER_HEIGHT + 2),
                    number,
                    _NUMBER_HEIGHT,
                )
        top = pad + _BOARD_HEIGHT + gap
        free = height - _BOARD_HEIGHT - _SIZES_HEIGHT - 2 * gap
        self.oop.setGeometry(pad, top, half, free)
        self.ip.setGeometry(right, top, half, free)
        self.sizes.setGeometry(pad, top + free + gap, width, _SIZES_HEIGHT)
