"""The decision of a reader in its four steps, one decision at a time."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import phrases
from pokergui.pages.play.viewmodel import ExpectedRow, ReasonsScene, WeighedRow
from pokergui.pages.play.views.advicerows import FigureRow, Words
from pokergui.pages.play.views.sheet import add_part_key
from pokergui.theme.fonts import ACTION, BODY, SMALL
from pokergui.viewmodel import CardView
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.painting import RIGHT
from pokergui.widgets.spoken import Role, set_description, set_name, set_role
from pokergui.widgets.strips import cards_width, paint_cards
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.panel import PanelTable

_ROW, _LOW_ROW = 34, 28
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
        """Name the unit of the values."""
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
        self.set_compact(False)

    def tab_order(self) -> list[QWidget]:
        return [self.back, self.forward, self.grid]

    def set_compact(self, compact: bool) -> None:
        for table in (self.expected, self.weighed):
            table.set_row_height(_LOW_ROW if compact else _ROW)

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
