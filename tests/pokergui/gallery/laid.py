"""Rectangles that a table paints, by name: cards, columns of chips, plates, lines of words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPixmap

from pokergui.theme.fonts import SMALL, font
from pokergui.viewmodel import ChipColumn, TableScene
from pokergui.widgets.felt import painter as painting
from pokergui.widgets.felt.layout import TableLayout
from pokergui.widgets.felt.painter import TablePainter
from pokergui.widgets.felt.pieces import COIN, COIN_PITCH, COIN_STEP, DEALER
from pokergui.widgets.painting import text

_SHARED = 0.5
"""Pixels by which neighbours may overlap: edges are smooth."""


@dataclass(frozen=True)
class Piece:
    """Something painted; pieces of one group may touch."""

    group: str
    name: str
    box: QRectF
    words: bool = False


def ink(box: QRectF, words: str, face: QFont, align: Qt.AlignmentFlag) -> QRectF:
    """Return the box of the ink of one line of words that is painted into a box."""
    measure = QFontMetricsF(face)
    shown = words
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
    """Paints as ever and notes where."""

    found: list[Piece]
    group = ""

    def _card(self, card: Any, place: QRectF, at: QPointF, turn: float) -> None:
        self.found.append(Piece("", f"card {card.name or 'back'}", QRectF(at, place.size())))
        super()._card(card, place, at, turn)

    def _plate(self, seat: Any, place: Any, arc_turn: float | None) -> None:
        self.group = f"plate of {seat.name}"
        self.found.append(Piece(self.group, self.group, place.plate))
        super()._plate(seat, place, arc_turn)
        self.group = ""

    def _small(self, box: QRectF, words: str) -> None:
        if words:
            flags = Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
            where = QFontMetricsF(font(SMALL)).boundingRect(box, flags, words)
            self.found.append(Piece("", words, where, True))
        super()._small(box, words)

    def _title(self, scene: TableScene) -> None:
        self.group = "title"
        super()._title(scene)
        self.group = ""


@contextmanager
def _noting(recorder: _Recorder) -> Iterator[None]:
    def note_text(
        painter: QPainter, box: QRectF, words: str, face: QFont, colour: str, align: Any = None
    ) -> float:
        align = Qt.AlignmentFlag.AlignLeft if align is None else align
        if words:
            where = ink(box, words, face, align)
            recorder.found.append(Piece(recorder.group, words, where, True))
        return text(painter, box, words, face, colour, align | Qt.AlignmentFlag.AlignVCenter)

    def note_chips(
        painter: QPainter,
        columns: tuple[ChipColumn, ...],
        foot: QPointF,
        from_right: bool,
        ratio: float,
    ) -> None:
        x = foot.x() - (len(columns) * COIN_PITCH if from_right else 0)
        for column in columns:
            height = COIN.height() + COIN_STEP * column.count
            box = QRectF(QPointF(x + 1, foot.y() - height), QSizeF(COIN.width(), height))
            recorder.found.append(Piece("", f"{column.count} x {column.denomination}", box))
            x += COIN_PITCH

    def note_dealer(painter: QPainter, centre: QPointF, ratio: float) -> None:
        corner = centre - QPointF(DEALER / 2, DEALER / 2)
        recorder.found.append(Piece("", "dealer", QRectF(corner, QSizeF(DEALER, DEALER))))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(painting, "text", note_text)
        patch.setattr(painting, "paint_chips", note_chips)
        patch.setattr(painting, "paint_dealer", note_dealer)
        yield


def pieces(scene: TableScene, places: TableLayout) -> list[Piece]:
    """Everything that a table at rest paints."""
    paper = QPixmap(8, 8)
    painter = QPainter(paper)
    recorder = _Recorder(painter, places, 1.0)
    recorder.found = []
    with _noting(recorder):
        recorder.paint(scene, None, None)
    painter.end()
    return recorder.found


def off_the_felt(found: list[Piece], places: TableLayout) -> list[str]:
    """Words for the felt that reach beyond it, where their colour cannot be read."""
    shape = QPainterPath()
    radius = places.radius(places.felt)
    shape.addRoundedRect(places.felt, radius, radius)
    return [
        f"{piece.name} reaches beyond the felt"
        for piece in found
        if piece.words and not piece.group and not shape.contains(piece.box)
    ]


def clashes(found: list[Piece], room: QRectF) -> list[str]:
    """Pieces that cover each other or leave the table, in words."""
    said = [f"{piece.name} leaves the table" for piece in found if not room.contains(piece.box)]
    for a, b in combinations(found, 2):
        if a.group and a.group == b.group:
            continue
        both = a.box.intersected(b.box)
        if both.width() > _SHARED and both.height() > _SHARED:
            said.append(f"{a.name} and {b.name}: {both.width():.0f}x{both.height():.0f}")
    return said
