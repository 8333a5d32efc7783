"""The line as breadcrumbs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr
from pokergui.language.joins import phrases
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import Crumb, LineScene
from pokergui.widgets.guard import Fitted, guarded
from pokergui.widgets.painting import rounded, text
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import Strip, advance, cards_width, paint_cards, paint_divider


class LineStrip(Fitted, Strip):
    """The line as breadcrumbs, elided from the oldest.

    Signals:
        chosen: index of a crumb that was clicked; only after ``set_clickable``, never the present.

    Args:
        parent: the parent widget.
        narrow: whether it is never as wide as the window.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, narrow: bool = False) -> None:
        super().__init__("strip", 36, parent)
        self._narrow = narrow
        set_name(self, tr("Line of play"))
        self._scene = LineScene()
        self._shortened = 0
        self._corner: QWidget | None = None
        self._clickable = False
        self._hover = -1
        self._boxes: dict[int, QRectF] = {}

    @property
    def compact(self) -> bool:
        return self._narrow or super().compact

    def set_clickable(self, tip: str) -> None:
        """Let crumbs be clicked; ``tip`` describes the effect and names its key."""
        self._clickable = True
        set_tip(self, tip)
        self.setMouseTracking(True)

    def crumb_box(self, index: int) -> QRectF:
        return self._boxes.get(index, QRectF())

    def _at(self, point: QPointF) -> int:
        if self._clickable:
            for index, box in self._boxes.items():
                if box.contains(point) and self._scene.crumbs[index].kind != "present":
                    return index
        return -1

    def _set_hover(self, index: int) -> None:
        if index != self._hover:
            self._hover = index
            hand = Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor
            self.setCursor(hand)
            self.update()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self._at(event.position()))

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_hover(-1)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._at(event.position())
        if index >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(index)

    def set_corner(self, widget: QWidget) -> None:
        self._corner = widget

    def fit(self) -> None:
        if self._corner is not None:
            size = self._corner.sizeHint()
            left = self.width() - size.width() - self.pad + 8
            self._corner.setGeometry(left, (35 - size.height()) // 2, size.width(), size.height())

    def set_scene(self, scene: LineScene) -> None:
        self._scene = scene
        self._boxes = {}
        self._set_hover(-1)
        set_description(self, phrases(crumb.text for crumb in scene.crumbs))
        self.update()

    def _words(self, index: int) -> str:
        crumb = self._scene.crumbs[index]
        short = self.compact or index < self._shortened
        return crumb.short if short and crumb.short else crumb.text

    def _width(self, index: int) -> float:
        """Return the width of a crumb with its separator from the one before."""
        crumb = self._scene.crumbs[index]
        before = self._scene.crumbs[index - 1] if index else None
        words = self._words(index)
        if crumb.kind == "street":
            cards = cards_width(crumb.cards) + 8 if crumb.cards else 0
            return (33 if before is not None else 8) + advance(words, font(SMALL, 500)) + cards
        face = font(SMALL, 500 if crumb.kind == "present" else 400)
        arrow = 22 if before is not None and before.kind != "street" else 0
        if before is not None and before.kind == "street" and crumb.kind == "present":
            arrow = 8
        return arrow + advance(words, face) + 16

    def paint(self, painter: QPainter) -> None:
        """Paint from the left; a long line is shortened, then elided, from its oldest crumbs."""
        t = look.tokens()
        crumbs = self._scene.crumbs
        room = self.width() - 2 * self.pad - (self._corner.width() if self._corner else 0)
        self._shortened = 0
        widths = [self._width(i) for i in range(len(crumbs))]
        while self._shortened < len(crumbs) and sum(widths) > room:
            self._shortened += 1
            widths[self._shortened - 1] = self._width(self._shortened - 1)
        first, last = self._window(widths, room)
        x, middle = float(self.pad), self.height() / 2 - 0.5
        if first:
            text(painter, QRectF(x + 4, 0, 16, self.height() - 1), "…", font(SMALL), t.t3)
            x += 20
        self._boxes = {}
        for i in range(first, last):
            previous = crumbs[i - 1] if i > first else None
            x = self._paint_crumb(painter, x, middle, i, previous)
        if last < len(crumbs):
            text(painter, QRectF(x + 8, 0, 16, self.height() - 1), "…", font(SMALL), t.t3)

    def _window(self, widths: list[float], room: float) -> tuple[int, int]:
        """Return the crumbs to paint: those up to the present, and as many after it as fit."""
        crumbs = self._scene.crumbs
        here = next((i for i, c in enumerate(crumbs) if c.kind == "later"), len(crumbs))
        first = 0
        while first < here - 1 and sum(widths[first:here]) + (20 if first else 0) > room:
            first += 1
        last = here
        while last < len(crumbs) and sum(widths[first : last + 1]) + 20 + 20 * bool(first) <= room:
            last += 1
        return first, last

    def _paint_crumb(
        self, painter: QPainter, x: float, middle: float, index: int, before: Crumb | None
    ) -> float:
        t, crumb = look.tokens(), self._scene.crumbs[index]
        words = self._words(index)
        height = self.height() - 1
        if crumb.kind == "street":
            if before is not None:
                paint_divider(painter, x + 12, middle)
                x += 25
            face = font(SMALL, 500)
            wide = advance(words, face)
            cards = cards_width(crumb.cards) + 8 if crumb.cards else 0
            self._mark(painter, index, QRectF(x, middle - 12, wide + cards + 16, 24))
            text(painter, QRectF(x + 8, 0, wide + 1, height), words, face, t.t3)
            if crumb.cards:
                paint_cards(painter, x + wide + 16, middle, crumb.cards)
            return x + wide + 8 + cards
        if before is not None and before.kind != "street":
            paint_icon(painter, "next", QRectF(x + 3, middle - 8, 16, 16), t.t2, 1.4)
            x += 22
        present = crumb.kind == "present"
        if present and before is not None and before.kind == "street":
            x += 8
        face = font(SMALL, 500 if present else 400)
        width = advance(words, face)
        frame = QRectF(round(x), round(middle) - 12, round(width) + 16, 24)
        if present:
            rounded(painter, frame, t.accbg, t.acc, 4)
        self._mark(painter, index, frame)
        box = QRectF(x + 8, 0, width + 1, height)
        strong = present or index == self._hover
        text(painter, box, words, face, t.t1 if strong else t.t2)
        return x + width + 16

    def _mark(self, painter: QPainter, index: int, box: QRectF) -> None:
        self._boxes[index] = box
        if index == self._hover:
            rounded(painter, box, look.tokens().bg3, radius=4)
