"""The form of a spot: board, chips, ranges, sizes, and settings of the solver."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.solving.viewmodel.spots import SpotForm
from pokergui.pages.study.solving.views.ranges import RangePanel
from pokergui.theme.fonts import BODY, CAPTION
from pokergui.viewmodel.board import BoardCard
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.fields import SpotField
from pokergui.widgets.board import Deck
from pokergui.widgets.field import Caption, FieldBox
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.segmented import Segmented

_RANKS = "AKQJT98765432"
_SUITS = "shdc"
_DECK_WIDTH = 13 * 28
_NUMBER_HEIGHT = 80
_BOARD_HEIGHT = _NUMBER_HEIGHT + 4 + 84
"""Height of the field and the deck below it."""
_SIZES_HEIGHT = 32 + _NUMBER_HEIGHT
_NUMBER = 220
"""Greatest width of a number's field."""
_LEAST_RANGES = 166


def deck_rows(chosen: tuple[CardView, ...]) -> tuple[tuple[BoardCard, ...], ...]:
    """Return all cards, one row for each suit."""
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
            tr("4 cards for a turn, 5 for a river"),
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
        words = tr("percentages of the pot, a for all-in; turn and river: 50,a;75,a")
        hint = label(words, self, CAPTION, tone="caption", shrinks=True)
        self.apart = Segmented(
            tr("Sizes"),
            [(False, tr("Both players")), (True, tr("Each player"))],
            self,
            dense=True,
        )
        head = row(title, (hint, 1), self.apart, gap=8)
        bets = tr("percent of the pot, a for all-in, such as 50,100,a")
        raises = tr("to the bet faced plus percent of the pot after calling it")
        helps = {"bets": bets, "raises": raises, "bets-ip": bets, "raises-ip": raises}
        self.boxes = {
            key: FieldBox(key, "", "", "50,100,a", words, self) for key, words in helps.items()
        }
        sizes = row(*((box, 1) for box in self.boxes.values()), gap=16)
        column(head, sizes, None, on=self, gap=4)
        self.set_apart(False)

    def set_apart(self, apart: bool) -> None:
        """Show two fields for both players, or two for each."""
        self.apart.set_value(apart)
        first, second = tr("Out of position"), tr("In position")
        bets, raises = tr("Bets"), tr("Raises")
        for key, box in self.boxes.items():
            kind = bets if key.startswith("bets") else raises
            player = "" if not apart else second if key.endswith("-ip") else first
            box.set_name(kind, player)
            box.setVisible(apart or not key.endswith("-ip"))


class SpotFormView(Fitted, QWidget):
    """Shows a ``SpotForm`` without its figures.

    Signals:
        edited: key of a field and its text.
    """

    edited = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pad, self._gap = 16, 16
        self.board = BoardPart(self)
        whole = tr("a whole number of chips")
        blind = tr("a whole number of chips; EV is shown in big blinds, or in chips without one")
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
            tr("Storage"),
            [(False, tr("32 bit")), (True, tr("16 bit"))],
            self.storage,
            dense=True,
        )
        self.half.set_value(False)
        caption = Caption(tr("Storage"), tr("16 saves memory"), self.storage)
        column(caption, row(self.half, None), None, on=self.storage, gap=3)
        first, second = tr("Out of position"), tr("In position")
        self.oop = RangePanel("oop", first, tr("acts first"), self)
        self.ip = RangePanel("ip", second, tr("acts second"), self)
        self.sizes = SizesPart(self)
        parts: tuple[FieldBox | RangePanel, ...] = (*self.boxes(), self.oop, self.ip)
        for part in parts:
            part.edited.connect(self.edited)
        self.set_compact(False)

    def boxes(self) -> Iterator[FieldBox]:
        """Yield the one-line fields."""
        yield from (self.board.field, self.pot, self.stack, self.blind, self.target)
        yield from self.sizes.boxes.values()

    def tab_order(self) -> list[QWidget]:
        """Return all focusable controls, in the order of the form."""
        sizes = [box.editor for box in self.sizes.boxes.values()]
        return [
            *(self.board.field.editor, self.board.deck),
            *(self.pot.editor, self.stack.editor, self.blind.editor),
            *(self.target.editor, *self.half.buttons()),
            *(self.oop.editor, self.oop.preview, self.ip.editor, self.ip.preview),
            *(*self.sizes.apart.buttons(), *sizes),
        ]

    def set_compact(self, compact: bool) -> None:
        """Use smaller margins."""
        self._pad, self._gap = (12, 8) if compact else (16, 16)
        fixed = 2 * self._pad + 2 * self._gap + _BOARD_HEIGHT + _SIZES_HEIGHT
        self.setMinimumHeight(fixed + _LEAST_RANGES)
        self.fit()

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

    def fit(self) -> None:
        """Place board and numbers, ranges side by side with all the height left, and sizes."""
        pad, gap = self._pad, self._gap
        width, height = self.width() - 2 * pad, self.height() - 2 * pad
        half = (width - 16) // 2
        right = pad + width - half
        self.board.setGeometry(pad, pad, min(half, _DECK_WIDTH), _BOARD_HEIGHT)
        above = pad
        for parts in ((self.pot, self.stack, self.blind), (self.target, self.storage)):
            number = min(_NUMBER, (half + 12) // len(parts) - 12)
            for at, part in enumerate(parts):
                part.setGeometry(right + at * (number + 12), above, number, _NUMBER_HEIGHT)
            above += _NUMBER_HEIGHT + 2
        top = pad + _BOARD_HEIGHT + gap
        free = height - _BOARD_HEIGHT - _SIZES_HEIGHT - 2 * gap
        self.oop.setGeometry(pad, top, half, free)
        self.ip.setGeometry(right, top, half, free)
        self.sizes.setGeometry(pad, top + free + gap, width, _SIZES_HEIGHT)
