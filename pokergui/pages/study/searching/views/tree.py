"""The tree of a search, painted, with selection by pointer and keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.searching.viewmodel import TreeNode, TreeScene
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import CAPTION, SMALL, font
from pokergui.theme.tokens import mix
from pokergui.widgets.guard import Painted, Tipped, guarded
from pokergui.widgets.painting import RIGHT, focus_ring, rounded, text
from pokergui.widgets.spoken import Role, say, set_description, set_name, set_role

_PAD = 14
_THICK = 7.0
"""Width of a line taken by all simulations."""
_SWATCH = 14


@dataclass(frozen=True, slots=True)
class _NodeSize:
    """The sizes of nodes.

    Attributes:
        high, pitch: height of a node, and distance from one to the next below it.
        columns: visible without scrolling, including the decision's.
    """

    high: int
    pitch: int
    least: int
    most: int
    gap: int
    most_gap: int
    columns: int


_LARGE = _NodeSize(36, 44, 148, 260, 28, 96, 4)
_SMALL = _NodeSize(24, 29, 184, 190, 20, 40, 6)
"""For a tree of all depths: only the lines' widths and the tooltips show visits."""


@dataclass(frozen=True, slots=True)
class TreeBoxes:
    """The places of nodes."""

    boxes: tuple[QRectF, ...]
    width: int
    height: int


def tree_boxes(scene: TreeScene, width: int, height: int) -> TreeBoxes:
    """Lay the nodes out, parents left of their children.

    Parents are centred on their children. In a tree higher than the visible part they are next to
    the child visited most, which comes first: the main line runs along the top. Dropped candidates
    come after the others.

    Args:
        height: visible; a drawing that needs less is centred in it.
    """
    nodes = scene.nodes
    if not nodes:
        return TreeBoxes((), 0, 0)
    size, room = _SMALL if scene.whole else _LARGE, width - 2 * _PAD
    shown = min(size.columns, max(_LARGE.columns, 1 + max(node.depth for node in nodes)))
    wide = min(size.most, max(size.least, (room - (shown - 1) * size.gap) // shown))
    gap = min(size.most_gap, max(size.gap, (room - shown * wide) // (shown - 1)))
    ends = len(nodes) - len({node.parent for node in nodes if node.parent >= 0})
    used = ends * size.pitch - (size.pitch - size.high) + 2 * _PAD
    fits = used <= height
    rows = _rows(_children(nodes, sort=not fits), middle=fits)
    top = _PAD + max(0, (height - used) // 2)
    boxes = tuple(
        QRectF(_PAD + node.depth * (wide + gap), top + round(row * size.pitch), wide, size.high)
        for node, row in zip(nodes, rows, strict=True)
    )
    right = max(box.right() for box in boxes)
    return TreeBoxes(boxes, round(right) + _PAD, max(used, height))


def _children(nodes: Sequence[TreeNode], *, sort: bool) -> list[list[int]]:
    """Return the indices of each node's children, dropped ones last; by visits if ``sort``."""
    children: list[list[int]] = [[] for _ in nodes]
    for at, node in enumerate(nodes):
        if node.parent >= 0:
            children[node.parent].append(at)
    return [
        sorted(each, key=lambda at: (nodes[at].out, -nodes[at].share * sort)) for each in children
    ]


def _rows(children: Sequence[Sequence[int]], *, middle: bool) -> list[float]:
    """Return the row of each node: leaves one below the other, others beside their children."""
    rows = [0.0] * len(children)
    order, free = [0], 0
    while order:  # first down to the leaves, from top to bottom
        at = order.pop()
        if children[at]:
            order += reversed(children[at])
        else:
            rows[at], free = float(free), free + 1
    for at in range(len(children) - 1, -1, -1):  # parents come before their children
        if children[at]:
            first, last = rows[children[at][0]], rows[children[at][-1]]
            rows[at] = (first + last) / 2 if middle else first
    return rows


def paint_tree(painter: QPainter, scene: TreeScene, boxes: TreeBoxes, seen: QRectF) -> None:
    for node, box in zip(scene.nodes, boxes.boxes, strict=True):
        if node.parent >= 0:
            _paint_line(painter, node, boxes.boxes[node.parent], box, seen)
    for node, box in zip(scene.nodes, boxes.boxes, strict=True):
        if box.intersects(seen):
            _paint_node(painter, node, box)


def _paint_line(
    painter: QPainter, node: TreeNode, start: QRectF, end: QRectF, seen: QRectF
) -> None:
    """Paint a curve as wide as the node's visits; dotted if it was dropped."""
    first = QPointF(start.right(), start.center().y())
    last = QPointF(end.x(), end.center().y())
    if not QRectF(first, last).normalized().adjusted(-4, -4, 4, 4).intersects(seen):
        return
    t, middle = look.tokens(), (first.x() + last.x()) / 2
    path = QPainterPath(first)
    path.cubicTo(QPointF(middle, first.y()), QPointF(middle, last.y()), last)
    pen = QPen(QColor(mix(t.acc, 0.72, t.bg2)), max(1.0, _THICK * node.share))
    if node.out:
        pen = QPen(QColor(t.line2), 1.4, Qt.PenStyle.DotLine)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.strokePath(path, pen)


def _paint_node(painter: QPainter, node: TreeNode, box: QRectF) -> None:
    t = look.tokens()
    if node.action is None:
        rounded(painter, box, t.accbg, t.acc)
    elif node.out:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(t.line2), 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
    else:
        rounded(painter, box, t.bg1, t.line2)
        bar = QRectF(box.x() + 3, box.y() + 5, 3, box.height() - 10)
        rounded(painter, bar, player_colour(node.own), radius=1.5)
    left = box.x() + 11
    if node.action is not None:
        square = QRectF(left, round(box.center().y() - _SWATCH / 2), _SWATCH, _SWATCH)
        painter.setOpacity(0.5 if node.out else 1.0)
        paint_swatch(painter, square, node.action.tone, node.action.rank)
        painter.setOpacity(1.0)
        left += _SWATCH + 7
    ink, second = (t.t3, t.t3) if node.out else (t.t1, t.t2)
    told = box.height() >= _LARGE.high
    half = (box.height() - 6) / (2 if told else 1)
    upper = QRectF(left, box.y() + 3, box.right() - left - 9, half)
    used = text(painter, upper, node.value, font(SMALL, 600), ink, RIGHT)
    text(painter, upper.adjusted(0, 0, -used - 6, 0), node.title, font(SMALL, 600), ink)
    if told:
        text(painter, upper.translated(0, half), node.note, font(CAPTION), second)


def player_colour(own: bool) -> str:
    t = look.tokens()
    return t.ser_a if own else t.ser_b


_RIM = 4
_MARGIN = 24
"""Pixels around a node that are scrolled into view with it."""
_OPENS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TreeCanvas(Tipped, Painted, QWidget):
    """The tree itself, as large as it needs to be, with one current node.

    Signals:
        reached: the current node, in pixels, for the scroll area to keep in view.
    """

    opened = Signal(str)
    reached = Signal(QRect)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = TreeScene()
        self._boxes = TreeBoxes((), 0, 0)
        self._room = (600, 300)
        self._at, self._hover = 0, -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_name(self, tr("Tree of the search"))
        set_role(self, Role.Graphic)

    @property
    def at_hand(self) -> str:
        nodes = self._scene.nodes
        return nodes[self._at].key if self._at < len(nodes) else ""

    def set_scene(self, scene: TreeScene) -> None:
        if scene == self._scene:
            return
        key = self.at_hand
        same = [node.key for node in scene.nodes] == [node.key for node in self._scene.nodes]
        turned = scene.whole != self._scene.whole or not self._scene.nodes
        self._scene = scene
        if not same:
            keys = [node.key for node in scene.nodes]
            self._at, self._hover = (keys.index(key) if key in keys else 0), -1
        self._arrange()
        set_description(self, scene.nodes[self._at].spoken if scene.nodes else "")
        if turned and scene.nodes:
            self.reached.emit(self._boxes.boxes[self._at].toAlignedRect())

    def set_room(self, width: int, height: int) -> None:
        if (width, height) != self._room:
            self._room = (width, height)
            self._arrange()

    def node_rect(self, key: str) -> QRect:
        for node, box in zip(self._scene.nodes, self._boxes.boxes, strict=True):
            if node.key == key:
                return box.toAlignedRect()
        return QRect()

    def _arrange(self) -> None:
        self._boxes = tree_boxes(self._scene, *self._room)
        width, height = self._room
        self.setFixedSize(max(width, self._boxes.width), max(height, self._boxes.height))
        self.update()

    def paint(self, painter: QPainter) -> None:
        seen = QRectF(self.visibleRegion().boundingRect())
        paint_tree(painter, self._scene, self._boxes, seen)
        boxes = self._boxes.boxes
        if 0 <= self._hover < len(boxes):
            rounded(painter, boxes[self._hover], "", look.tokens().acc)
        if self.hasFocus() and self._at < len(boxes):
            ring = boxes[self._at].adjusted(-_RIM, -_RIM, _RIM, _RIM)
            focus_ring(painter, ring, 6 + _RIM)

    def tip_at(self, spot: QPointF) -> str:
        at = self._node_at(spot)
        return self._scene.nodes[at].spoken if at >= 0 else ""

    def _node_at(self, point: QPointF) -> int:
        boxes = enumerate(self._boxes.boxes)
        return next((at for at, box in boxes if box.contains(point)), -1)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._node_at(event.position())
        if at != self._hover:
            self._hover = at
            hand = Qt.CursorShape.PointingHandCursor if at >= 0 else Qt.CursorShape.ArrowCursor
            self.setCursor(hand)
            self.update()

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover = -1
        self.update()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._node_at(event.position())
        if at >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._go(at)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        at = self._node_at(event.position())
        if at >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(self._scene.nodes[at].key)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go left to the parent, right to the most visited child, up and down in the column."""
        key, nodes = event.key(), self._scene.nodes
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if not nodes or control:
            event.ignore()
        elif key == Qt.Key.Key_Left:
            self._go(max(0, nodes[self._at].parent))
        elif key == Qt.Key.Key_Right:
            children = [at for at, node in enumerate(nodes) if node.parent == self._at]
            self._go(max(children, key=lambda at: nodes[at].share, default=self._at))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._go(self._beside(1 if key == Qt.Key.Key_Down else -1))
        elif key == Qt.Key.Key_Home:
            self._go(0)
        elif key in _OPENS:
            self.opened.emit(nodes[self._at].key)
        else:
            event.ignore()

    def _beside(self, step: int) -> int:
        nodes = self._scene.nodes
        inside = [at for at, node in enumerate(nodes) if node.depth == nodes[self._at].depth]
        inside.sort(key=lambda at: self._boxes.boxes[at].y())
        place = inside.index(self._at) + step
        return inside[min(len(inside) - 1, max(0, place))]

    def _go(self, at: int) -> None:
        self._at = at
        set_description(self, self._scene.nodes[at].spoken)
        say(self, self._scene.nodes[at].spoken)
        self.reached.emit(self._boxes.boxes[at].toAlignedRect())
        self.update()


class TreeArea(QScrollArea):
    """The tree in a frame, which scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = TreeCanvas(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self.canvas)
        self.canvas.reached.connect(self._show)

    def _show(self, box: QRect) -> None:
        centre = box.center()
        half = box.width() // 2 + _MARGIN, box.height() // 2 + _MARGIN
        self.ensureVisible(centre.x(), centre.y(), *half)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.canvas.set_room(self.viewport().width(), self.viewport().height())
