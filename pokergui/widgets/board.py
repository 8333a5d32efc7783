"""The deck of the board picker."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from pokergui.language import tr
from pokergui.language.joins import phrases
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, font
from pokergui.theme.tokens import mix
from pokergui.viewmodel.table import BoardCard, BoardPicker
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.laying import column, label, restyle, row
from pokergui.widgets.painting import CENTRE, focus_ring, rounded, text
from pokergui.widgets.spoken import (
    CHOOSES,
    STEPS,
    Role,
    set_description,
    set_name,
    set_role,
    set_tip,
)

_HIGH = 21
_WIDE_MOST = 28


class Deck(Painted, QWidget):
    """A grid of small cards, one row per suit.

    Signals:
        chosen: key of a card.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.Graphic)
        self._rows: tuple[tuple[BoardCard, ...], ...] = ()
        self._hover: tuple[int, int] | None = None
        self._cursor = (0, 0)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Cards of the board"))

    def set_rows(self, rows: tuple[tuple[BoardCard, ...], ...]) -> None:
        if rows == self._rows:
            return
        if [len(row) for row in rows] != [len(row) for row in self._rows]:
            self._cursor, self._hover = (0, 0), None
        self._rows = rows
        self.setFixedHeight(max(1, _HIGH * len(rows)))
        self._describe()
        self.update()

    @guarded_or(QSize(200, 4 * _HIGH))
    def sizeHint(self) -> QSize:
        return QSize(200, _HIGH * len(self._rows))

    def _pitch(self) -> float:
        longest = max((len(row) for row in self._rows), default=1)
        return min(float(_WIDE_MOST), (self.width() + 1) / max(1, longest))

    def card_rect(self, row: int, column: int) -> QRect:
        left, right = round(column * self._pitch()), round((column + 1) * self._pitch())
        return QRect(left, row * _HIGH, right - left - 1, _HIGH - 1)

    def _card(self, place: tuple[int, int] | None) -> BoardCard | None:
        if place is None:
            return None
        row, column = place
        if 0 <= row < len(self._rows) and 0 <= column < len(self._rows[row]):
            return self._rows[row][column]
        return None

    def _at(self, point: QPointF) -> tuple[int, int] | None:
        place = int(point.y() // _HIGH), int(point.x() // self._pitch())
        return place if self._card(place) is not None else None

    def _describe(self) -> None:
        card = self._card(self._cursor)
        if card is not None:
            chosen = tr("on the board") if card.chosen else ""
            set_description(self, phrases((card.card.name, chosen)))

    def _choose(self, place: tuple[int, int] | None) -> None:
        card = self._card(place)
        if card is not None and place is not None:
            self._cursor = place
            self._describe()
            if card.enabled:
                self.chosen.emit(card.key)

    def _set_hover(self, place: tuple[int, int] | None) -> None:
        if place != self._hover:
            self._hover = place
            card = self._card(place)
            set_tip(self, card.card.name if card is not None else "")
            self.update()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self._at(event.position()))

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_hover(None)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self._at(event.position()))

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in STEPS:
            place = (self._cursor[0] + STEPS[key][0], self._cursor[1] + STEPS[key][1])
            if self._card(place) is not None:
                self._cursor = place
                self._describe()
                self.update()
        elif key in CHOOSES:
            self._choose(self._cursor)
        else:
            event.ignore()

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        for r, cards in enumerate(self._rows):
            for c, entry in enumerate(cards):
                box = QRectF(self.card_rect(r, c))
                hover = self._hover == (r, c) and entry.enabled
                fill = t.accf if entry.chosen else t.bg4 if hover else t.bg3
                ink = "#FFFFFF" if entry.chosen else t.suits[entry.card.suit]
                if not entry.enabled and not entry.chosen:
                    ink = mix(ink, 0.4, t.bg1)
                    fill = t.bg2
                rounded(painter, box, fill, radius=2)
                rank = "T" if entry.card.rank == "10" else entry.card.rank
                text(painter, box, rank, font(CAPTION, 700 if entry.chosen else 500), ink, CENTRE)
                if self.hasFocus() and self._cursor == (r, c):
                    painter.setPen(QPen(QColor(t.acc), 2))
                    focus_ring(painter, box.adjusted(-1, -1, 1, 1), 3)


class BoardPanel(QWidget):
    """Heading, random button, deck, and a line on missing cards or errors."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label(tr("Board"), self, BODY, 600)
        self.random = QPushButton(self)
        self.deck = Deck(self)
        self._words = label("", self, wraps=True)
        head = row(self._title, None, self.random)
        parts = column(head, self.deck, self._words, on=self, gap=8)
        parts.setContentsMargins(16, 12, 16, 12)

    def press_random(self) -> None:
        if self.random.isVisibleTo(self) and self.random.isEnabled():
            self.random.click()

    def set_scene(self, scene: BoardPicker) -> None:
        self.deck.set_rows(scene.rows)
        self.random.setText(scene.random_text)
        set_tip(self.random, f"{scene.random_text} (B)")
        self.random.setVisible(bool(scene.random_text))
        # One line under the deck is always reserved for missing cards or errors.
        words = scene.error or (scene.title if scene.title != self._title.text() else " ")
        self._words.setText(words)
        restyle(self._words, "tone", "error" if scene.error else "second")
        set_name(self, scene.title)
        set_description(self, scene.error)
