"""Rectangles that a table paints, by name: cards, columns of chips, plates, lines of words."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPixmap

from pokergui.theme.fonts import SMALL, font
from pokergui.viewmodel import SeatScene, TableScene
from pokergui.widgets.felt import painter as painting
from pokergui.widgets.felt.layout import SeatPlace, TableLayout
from pokergui.widgets.felt.painter import TablePainter
from pokergui.widgets.felt.pieces import COIN, COIN_PITCH, COIN_STEP, DEALER
from pokergui.widgets.painting import text

_SHARED = 0.5
"""Pixels by which neighbours may overlap: edges are smooth."""
_LEFT = Qt.AlignmentFlag.AlignLeft


@dataclass(frozen=True)
class Piece:
    """Something painted; pieces of one group may touch."""

    group: str
    name: str
    box: QRectF
    words: bool = False


def ink(box: QRectF, words: str, face: QFont, align: Qt.AlignmentFlag) -> QRectF:
    """Return the box of the ink of one line of words that is painted into a box."""
    measure, shown = QFontMetricsF(face), words
    if measure.horizontalAdvance(words) > box.width() + 0.5:
        shown = measure.elidedText(words, Qt.TextElideMode.ElideRight, box.width())
    width = measure.horizontalAdvance(shown)
    left = box.left()
    if align & Qt.AlignmentFlag.AlignRight:
        left = box.right() - width
    elif align & Qt.AlignmentFlag.AlignHCenter:
        left = box.center().x() - width / 2
    line = box.center().y() + (measure.ascent() - measure.descent()) / 2
    tight = measure.tightBoundingRect(shown)
    return QRectF(left, line + tight.top(), width, tight.height())


class _Recorder(TablePainter):
    """Paints, and records where."""

    found: list[Piece]
    group = ""

    def note(self, name: str, box: QRectF, words: bool = False) -> None:
        if name:
            self.found.append(Piece(self.group, name, box, words))

    def _card(self, card: Any, place: QRectF, at: QPointF, turn: float) -> None:
        self.note(f"card {card.name or 'back'}", QRectF(at, place.size()))
        super()._card(card, place, at, turn)

    def _small(self, box: QRectF, words: str) -> None:
        where = QFontMetricsF(font(SMALL)).boundingRect(
            box, _LEFT | Qt.TextFlag.TextWordWrap, words
        )
        self.note(words, where, True)
        super()._small(box, words)

    def _title(self, scene: TableScene) -> None:
        self.group = "title"
        super()._title(scene)
        self.group = ""

    def text(
        self, to: Any, box: QRectF, words: str, face: Any, colour: str, align: Any = _LEFT
    ) -> float:
        self.note(words, ink(box, words, face, align), True)
        return text(to, box, words, face, colour, align | Qt.AlignmentFlag.AlignVCenter)

    def chips(self, to: Any, columns: Any, foot: QPointF, from_right: bool, ratio: float) -> None:
        x = foot.x() - (len(columns) * COIN_PITCH if from_right else 0)
        for column in columns:
            height = COIN.height() + COIN_STEP * column.count
            box = QRectF(QPointF(x + 1, foot.y() - height), QSizeF(COIN.width(), height))
            self.note(f"{column.count} x {column.denomination}", box)
            x += COIN_PITCH

    def dealer(self, to: Any, centre: QPointF, ratio: float) -> None:
        self.note(
            "dealer", QRectF(centre.x() - DEALER / 2, centre.y() - DEALER / 2, DEALER, DEALER)
        )

    def plate(self, to: Any, seat: SeatScene, place: SeatPlace, arc_turn: float | None) -> None:
        self.note(f"plate of {seat.name}", place.plate)


def pieces(scene: TableScene, places: TableLayout) -> list[Piece]:
    """Everything a table at rest paints."""
    paper = QPixmap(8, 8)
    painter = QPainter(paper)
    recorder = _Recorder(painter, places, 1.0)
    recorder.found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(painting, "text", recorder.text)
        patch.setattr(painting, "paint_chips", recorder.chips)
        patch.setattr(painting, "paint_dealer", recorder.dealer)
        patch.setattr(painting, "paint_plate", recorder.plate)
        recorder.paint(scene, None, None)
    painter.end()
    return recorder.found


def off_the_felt(found: list[Piece], places: TableLayout) -> list[str]:
    """Text for the felt that sticks out of it, where its colour is unreadable."""
    shape, radius = QPainterPath(), places.radius(places.felt)
    shape.addRoundedRect(places.felt, radius, radius)
    words = (piece for piece in found if piece.words and not piece.group)
    return [f"{one.name} reaches beyond the felt" for one in words if not shape.contains(one.box)]


def clashes(found: list[Piece], room: QRectF) -> list[str]:
    """Pieces that overlap or leave the table, described."""
    said = [f"{piece.name} leaves the table" for piece in found if not room.contains(piece.box)]
    for a, b in combinations(found, 2):
        both = a.box.intersected(b.box)
        if (
            both.width() > _SHARED
            and both.height() > _SHARED
            and (not a.group or a.group != b.group)
        ):
            said.append(f"{a.name} and {b.name}: {both.width():.0f}x{both.height():.0f}")
    return said
