"""The form of a spot: board, chips, ranges, sizes, and settings of the solver."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.solving.viewmodel import SpotExample, SpotForm
from pokergui.pages.study.solving.views.given import RangePanel
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel.controls import SpotField
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.table import BoardCard, CardView
from pokergui.widgets.board import Deck
from pokergui.widgets.buttons import IconButton, PaintedButton
from pokergui.widgets.field import Caption, FieldBox, show_fields
from pokergui.widgets.guard import Fitted, Painted
from pokergui.widgets.laying import Pool, column, dress, label, row
from pokergui.widgets.painting import focus_ring, rounded, text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import paint_cards

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
            tr("Sizes"), [(False, tr("Both players")), (True, tr("Each player"))], self, dense=True
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
        self.apart.set_value(apart)
        first, second = tr("Out of position"), tr("In position")
        bets, raises = tr("Bets"), tr("Raises")
        for key, box in self.boxes.items():
            kind = bets if key.startswith("bets") else raises
            player = "" if not apart else second if key.endswith("-ip") else first
            box.set_name(kind, player)
            box.setVisible(apart or not key.endswith("-ip"))


class SpotFormView(Fitted, QWidget):
    """Shows a ``SpotForm`` without its figures."""

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
            tr("Storage"), [(False, tr("32 bit")), (True, tr("16 bit"))], self.storage, dense=True
        )
        self.half.set_value(False)
        caption = Caption(tr("Storage"), tr("16 saves memory"), self.storage)
        column(caption, row(self.half, None), None, on=self.storage, gap=3)
        first, second = tr("Out of position"), tr("In position")
        self.oop = RangePanel("oop", first, tr("acts first"), self)
        self.ip = RangePanel("ip", second, tr("acts second"), self)
        self.sizes = SizesPart(self)
        numbers = self.pot, self.stack, self.blind, self.target
        self.panels: tuple[RangePanel, ...] = self.oop, self.ip
        self.boxes = (self.board.field, *numbers, *self.sizes.boxes.values())
        self.set_compact(False)

    def tab_order(self) -> list[QWidget]:
        sizes = [box.editor for box in self.sizes.boxes.values()]
        return [
            *(self.board.field.editor, self.board.deck),
            *(self.pot.editor, self.stack.editor, self.blind.editor),
            *(self.target.editor, *self.half.buttons()),
            *(self.oop.editor, self.oop.preview, self.ip.editor, self.ip.preview),
            *(*self.sizes.apart.buttons(), *sizes),
        ]

    def set_compact(self, compact: bool) -> None:
        self._pad, self._gap = (12, 8) if compact else (16, 16)
        fixed = 2 * self._pad + 2 * self._gap + _BOARD_HEIGHT + _SIZES_HEIGHT
        self.setMinimumHeight(fixed + _LEAST_RANGES)
        self.fit()

    def set_form(self, form: SpotForm) -> None:
        show_fields(self.boxes, form.fields)
        fields = {field.key: field for field in form.fields}
        for panel, grid in zip(self.panels, (form.oop, form.ip), strict=True):
            panel.set_field(fields.get(panel.key, SpotField(panel.key, "")), grid)
        self.board.deck.set_rows(deck_rows(form.cards))
        self.half.set_value(form.half)
        self.sizes.set_apart(form.apart)

    def fit(self) -> None:
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
        t, caption, figure = look.tokens(), metrics(CAPTION), metrics(BODY, 600)
        widths = [
            max(caption.horizontalAdvance(one.label), figure.horizontalAdvance(one.value))
            for one in self._figures
        ]
        if not widths:
            return
        gaps = max(1, len(widths) - 1)
        gap = max(6.0, min(float(_GAP), (self.width() - sum(widths)) / gaps))
        x = 0.0
        for one, width in zip(self._figures, widths, strict=True):
            box = QRectF(x, 0, min(width + 1, self.width() - x), 16)
            text(painter, box, one.label, font(CAPTION), t.t3)
            text(painter, box.translated(0, 16), one.value, font(BODY, 600), t.t1)
            x += width + gap


class Line(Painted, QWidget):
    """One line: missing fields, an error, or a plain note."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = ""
        self.warns = False
        self.setFixedHeight(16)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_words(self, words: str, *, warns: bool) -> None:
        if (words, warns) != (self.words, self.warns):
            self.words, self.warns = words, warns
            set_tip(self, words)
            set_name(self, words)
            self.update()

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        ink = t.unc if self.warns else t.t2
        text(painter, self.rect().toRectF(), self.words, font(SMALL), ink)


class SpotFoot(QWidget):
    """Shows the figures and the warning of a ``SpotForm``.

    Signals:
        solve_asked: the button, or its key while the form is not read yet.
    """

    solve_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "actionbar")
        self.figures = CostBar(self)
        self.warning = Line(self)
        self.solve = IconButton("start", tr("Solve"), "Ctrl+Enter", self, primary=True)
        words = column(self.figures, self.warning, gap=1)
        self._row = row((words, 1), self.solve, on=self, gap=16)
        self.setFixedHeight(64)
        self.solve.clicked.connect(self.solve_asked)
        self.set_form(SpotForm(()))

    def set_compact(self, compact: bool) -> None:
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 6, pad, 6)

    def set_form(self, form: SpotForm) -> None:
        names = (tr("Decisions"), tr("Actions"), tr("Information sets"), tr("Memory"), tr("Time"))
        unknown = tuple(Figure(name, "…") for name in names)
        self.figures.set_figures(form.figures or unknown)
        plain = tr("Estimated before anything is built; the time is a rough guess.")
        self.warning.set_words(form.warning or plain, warns=bool(form.figures and form.warning))
        self.solve.setEnabled(form.solvable)


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
            "Enter a turn or river at the left, or start with one of these. What you solve "
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
