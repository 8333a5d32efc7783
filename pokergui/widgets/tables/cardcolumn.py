"""Column of mini cards, in the hand list and in reviews."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from pokergui.viewmodel import CardView
from pokergui.widgets.felt.pieces import MINI, mini_card_pixmap, mini_card_width
from pokergui.widgets.strips import cards_width
from pokergui.widgets.tables.columns import Column

Row = TypeVar("Row")


def card_column(
    title: str, cards: Callable[[Row], tuple[CardView, ...]], spare: int = 0
) -> Column[Row]:
    """Return a column that shows the cards of each row."""
    return Column(
        title,
        lambda row: " ".join(card.name for card in cards(row)),
        paint=lambda painter, room, row: _paint(painter, room, cards(row)),
        need=lambda row: cards_width(cards(row)) + 4,
        spare=spare,
    )


def _paint(painter: QPainter, room: QRectF, cards: tuple[CardView, ...]) -> None:
    """Paint cards as pixmaps, since there are a hundred on a screen."""
    x, y = round(room.x()), round(room.center().y() - MINI / 2)
    ratio = painter.device().devicePixelRatio()
    for card in cards:
        painter.drawPixmap(QPointF(x, y), mini_card_pixmap(card, ratio))
        x += round(mini_card_width(card)) + 1
