"""The strip over the action bar: the result of the last hand."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import phrases
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.theme.quality import paint_quality, quality_ink
from pokergui.viewmodel import LastHandScene
from pokergui.widgets.painting import RIGHT, key_cap, key_cap_width, text
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import Strip, cards_width, paint_cards

_HEIGHT, _LOW = 34, 28
_REVIEW_FROM = 0.45
"""Part of the strip from which on words of a review may begin."""


class LastHandStrip(Strip):
    """A strip that shows a ``LastHandScene``; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("lasthand", _HEIGHT, parent)
        set_name(self, tr("Last hand"))
        self._scene: LastHandScene | None = None
        self.setVisible(False)

    def set_compact(self, compact: bool) -> None:
        """Choose a lower strip with smaller padding."""
        self.setFixedHeight(_LOW if compact else _HEIGHT)
        super().set_compact(compact)

    def set_scene(self, scene: LastHandScene | None) -> None:
        """Show the result of a hand; None hides it."""
        self._scene = scene
        self.setVisible(scene is not None)
        if scene is not None:
            words = phrases((scene.title, scene.text, scene.note, scene.review))
            set_description(self, words)
            set_tip(self, words)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint number, own cards, result, and how it came about; at the right the review."""
        scene, t = self._scene, look.tokens()
        if scene is None:
            return
        height = self.height()
        painter.fillRect(QRectF(0, 0, 3, height), QColor(t.acc))
        x, right = float(self.pad), self._paint_review(painter, scene)
        x += text(painter, QRectF(x, 0, right - x, height), scene.title, font(SMALL), t.t3) + 10
        paint_cards(painter, x, height / 2, scene.cards)
        x += cards_width(scene.cards) + 10
        result = font(BODY, 600)
        x += text(painter, QRectF(x, 0, right - x, height), scene.text, result, t.t1) + 10
        text(painter, QRectF(x, 0, right - x, height), scene.note, font(SMALL), t.t2)

    def _paint_review(self, painter: QPainter, scene: LastHandScene) -> float:
        """Paint mark, words and key at the right end; return where they begin."""
        t, right, height = look.tokens(), float(self.width() - self.pad), self.height()
        if not scene.review:
            return right
        if scene.key:
            key_cap(painter, QPointF(right, height / 2 - 9), scene.key, t.t2, t.line2)
            right -= key_cap_width(scene.key) + 8
        box = QRectF(self.width() * _REVIEW_FROM, 0, right - self.width() * _REVIEW_FROM, height)
        ink = getattr(t, quality_ink(scene.quality))
        used = text(painter, box, scene.review, font(SMALL, 500), ink, RIGHT)
        left = right - used - 12
        paint_quality(painter, scene.quality, QPointF(left, height / 2))
        return left - 16
