"""Table columns, of cards and of classes too, and how columns share the width."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from pokergui.theme import look
from pokergui.theme.colours import paint_quality, quality_ink
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.viewmodel import CardView
from pokergui.widgets.felt.pieces import MINI, mini_card_pixmap, mini_card_width
from pokergui.widgets.painting import LEFT, text
from pokergui.widgets.strips import cards_width

Row = TypeVar("Row")
EDGE, INNER = 12.0, 4.0
"""Pixels between a cell's text and the edge it is aligned to, and the other edge."""
_ARROWS = {0: "", 1: " ↑", -1: " ↓"}


class Face(NamedTuple):
    """The appearance of text: its size, its weight, and the colour token of its ink."""

    size: int = SMALL
    weight: int = 400
    ink: str = "t1"

    def advance(self, words: str) -> float:
        return metrics(self.size, self.weight).horizontalAdvance(words)

    def write(
        self, painter: QPainter, box: QRectF, words: str, align: Qt.AlignmentFlag = LEFT
    ) -> float:
        colour: str = getattr(look.tokens(), self.ink)
        return text(painter, box, words, font(self.size, self.weight), colour, align)


PLAIN, HEAD = Face(), Face(CAPTION, 500, "t2")
Paint = Callable[[QPainter, QRectF, Row], object]


@dataclass(frozen=True)
class Column(Generic[Row]):
    """One column of a table.

    Attributes:
        text: words of a cell, painted and read by screen readers.
        paint: paints a cell instead of its text.
        need: pixels that a painted cell takes, edges left out; else those of its text.
        width: pixels of the column; 0 for as wide as its widest cell.
        least: pixels down to which it shrinks if room is short; 0 for not at all.
        part: largest part of the table's width that its cells can make it take, 0 to 1.
        edge: pixels between its text and the edge to which it is aligned.
        stretch: its part of the room that is left over.
        spare: order in which columns close if room is short; 0 for never.
        key: sent back when its heading is pressed; empty if nothing sorts by it.
        order: 1 from little to much, -1 from much to little, 0 if rows have another order.
        mark: paints the square before the heading's words.
        checked: whether the check box of a cell has its tick; it is painted by ``paint``.
    """

    title: str
    text: Callable[[Row], str]
    face: Face | Callable[[Row], Face] = PLAIN
    align: Qt.AlignmentFlag = LEFT
    paint: Paint[Row] | None = None
    need: Callable[[Row], float] | None = None
    width: int = 0
    least: int = 0
    part: float = 1.0
    edge: float = EDGE
    stretch: float = 0.0
    spare: int = 0
    key: str = ""
    order: int = 0
    tip: str = ""
    head: Face = HEAD
    mark: Callable[[QPainter, QRectF], None] | None = None
    checked: Callable[[Row], bool] | None = None

    @property
    def heading(self) -> str:
        return self.title + _ARROWS[self.order]

    def face_of(self, row: Row) -> Face:
        return self.face if isinstance(self.face, Face) else self.face(row)

    def cell(self, painter: QPainter, room: QRectF, row: Row) -> None:
        if self.paint is not None:
            self.paint(painter, room, row)
        else:
            self.face_of(row).write(painter, room, self.text(row), self.align)

    def widest(self, rows: Iterable[Row]) -> float:
        """Return the pixels of the widest of some cells, edges included; 0 for a fixed width."""
        if self.width:
            return 0.0
        need = self.need or (lambda row: self.face_of(row).advance(self.text(row)))
        return max((need(row) for row in rows), default=0.0) + self.edge + INNER

    def wanted(self, widest: float) -> float:
        if self.width:
            return float(self.width)
        arrow = self.head.advance(_ARROWS[1]) if self.key else 0.0
        mark = MARK + 5 if self.mark is not None else 0.0
        head = self.head.advance(self.title) + arrow + mark + self.edge + INNER
        wide = max(head, float(self.least), widest)
        return float(round(wide + 0.5))


MARK = 12


def share(columns: Sequence[Column[Row]], wanted: Sequence[float], room: float) -> list[int]:
    """Distribute the width of a table among its columns.

    Returns:
        Pixels of each column; 0 closes one.
    """
    wide = [min(want, max(c.least, c.part * room)) for c, want in zip(columns, wanted, strict=True)]
    least = [float(c.least) or w for c, w in zip(columns, wide, strict=True)]
    closing = [at for at, column in enumerate(columns) if column.spare]
    for at in sorted(closing, key=lambda at: columns[at].spare):
        if sum(least) > room:
            wide[at] = least[at] = 0.0
    for words in (True, False):  # text columns shrink before figures do
        gives = [at for at, column in enumerate(columns) if (column.align == LEFT) is words]
        over, slack = sum(wide) - room, sum(wide[at] - least[at] for at in gives)
        part = min(1.0, over / slack) if over > 0 and slack > 0 else 0.0
        for at in gives:
            wide[at] -= (wide[at] - least[at]) * part
    parts = [c.stretch if w else 0.0 for c, w in zip(columns, wide, strict=True)]
    free = max(0.0, room - sum(wide))
    whole = sum(parts) or 1.0
    shared = [int(w + free * part / whole) for w, part in zip(wide, parts, strict=True)]
    if any(parts):
        last = max(at for at, part in enumerate(parts) if part)
        shared[last] += max(0, int(room) - sum(shared))
    return shared


def card_column(
    title: str, cards: Callable[[Row], tuple[CardView, ...]], spare: int = 0
) -> Column[Row]:
    """Return a column that shows the cards of each row."""
    return Column(
        title,
        lambda row: " ".join(card.name for card in cards(row)),
        paint=lambda painter, room, row: _paint_cards(painter, room, cards(row)),
        need=lambda row: cards_width(cards(row)) + 4,
        spare=spare,
    )


def _paint_cards(painter: QPainter, room: QRectF, cards: tuple[CardView, ...]) -> None:
    """Paint cards as pixmaps, since there are a hundred on a screen."""
    x, y = round(room.x()), round(room.center().y() - MINI / 2)
    ratio = painter.device().devicePixelRatio()
    for card in cards:
        painter.drawPixmap(QPointF(x, y), mini_card_pixmap(card, ratio))
        x += round(mini_card_width(card)) + 1


_FACE = Face()
_CLASS_MARK = 18


class Classed(Protocol):
    """A row with a class."""

    @property
    def quality(self) -> str: ...

    @property
    def title(self) -> str: ...


ClassedRow = TypeVar("ClassedRow", bound=Classed)


def quality_column(heading: str) -> Column[ClassedRow]:
    return Column(
        heading,
        lambda row: row.title,
        paint=_paint_class,
        need=lambda row: _FACE.advance(row.title) + _CLASS_MARK + 2,
        least=20,
    )


def _paint_class(painter: QPainter, room: QRectF, row: Classed) -> None:
    if row.quality:
        paint_quality(painter, row.quality, QPointF(room.x() + 6, room.center().y() - 0.5))
    face = _FACE._replace(ink=quality_ink(row.quality))
    face.write(painter, room.adjusted(_CLASS_MARK, 0, 0, 0), row.title)
