"""How the tree of a search is laid out and painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from pokergui.pages.study.searching.viewmodel.search import TreeNode, TreeScene
from pokergui.theme import look
from pokergui.theme.actions import paint_swatch
from pokergui.theme.fonts import CAPTION, SMALL, font
from pokergui.theme.tokens import mix
from pokergui.widgets.painting import RIGHT, rounded, text

HIGH, PITCH = 34, 42
"""Height of a node, and from one to the next under it."""
_LEAST, _MOST = 148, 216
"""Width of a node."""
_GAP, _MOST_GAP = 28, 72
"""Between two columns."""
_PAD = 14
_COLUMNS = 4
"""Columns that are in sight without scrolling, the decision's among them."""
_THICK = 7.0
"""Width of a line that all simulations go along."""
_SWATCH = 14


@dataclass(frozen=True, slots=True)
class TreeBoxes:
    """Where the nodes lie.

    Attributes:
        boxes: one for each node.
        width, height: of the whole drawing.
    """

    boxes: tuple[QRectF, ...]
    width: int
    height: int


def tree_boxes(scene: TreeScene, width: int, height: int) -> TreeBoxes:
    """Lay the nodes out, parents left of their children and in their middle.

    Args:
        scene: the tree.
        width: in sight.
        height: in sight; a drawing that needs less lies in its middle.
    """
    nodes = scene.nodes
    if not nodes:
        return TreeBoxes((), 0, 0)
    columns = max(_COLUMNS, 1 + max(node.depth for node in nodes))
    shown = min(columns, _COLUMNS)
    room = width - 2 * _PAD
    wide = min(_MOST, max(_LEAST, (room - (shown - 1) * _GAP) // shown))
    gap = min(_MOST_GAP, max(_GAP, (room - shown * wide) // (shown - 1)))
    rows = _rows(nodes)
    used = round((max(rows) + 1) * PITCH) - (PITCH - HIGH) + 2 * _PAD
    top = _PAD + max(0, (height - used) // 2)
    boxes = tuple(
        QRectF(_PAD + node.depth * (wide + gap), top + round(row * PITCH), wide, HIGH)
        for node, row in zip(nodes, rows, strict=True)
    )
    right = max(box.right() for box in boxes)
    return TreeBoxes(boxes, round(right) + _PAD, max(used, height))


def _rows(nodes: Sequence[TreeNode]) -> list[float]:
    """The row of each node: ends stand under each other, others in the middle of their children."""
    children: list[list[int]] = [[] for _ in nodes]
    for at, node in enumerate(nodes):
        if node.parent >= 0:
            children[node.parent].append(at)
    rows = [0.0] * len(nodes)
    order, free = [0], 0
    while order:  # first down to the ends, from top to bottom
        at = order.pop()
        if children[at]:
            order += reversed(children[at])
        else:
            rows[at], free = float(free), free + 1
    for at in range(len(nodes) - 1, -1, -1):  # parents stand before their children
        if children[at]:
            rows[at] = (rows[children[at][0]] + rows[children[at][-1]]) / 2
    return rows


def paint_tree(painter: QPainter, scene: TreeScene, boxes: TreeBoxes, seen: QRectF) -> None:
    """Lines, then nodes, as far as they lie in the part that is seen."""
    for node, box in zip(scene.nodes, boxes.boxes, strict=True):
        if node.parent >= 0:
            _paint_line(painter, node, boxes.boxes[node.parent], box, seen)
    for node, box in zip(scene.nodes, boxes.boxes, strict=True):
        if box.intersects(seen):
            _paint_node(painter, node, box)


def _paint_line(
    painter: QPainter, node: TreeNode, start: QRectF, end: QRectF, seen: QRectF
) -> None:
    """A curve as wide as the node has visits; dotted to what was dropped."""
    first = QPointF(start.right(), start.center().y())
    last = QPointF(end.x(), end.center().y())
    if not QRectF(first, last).normalized().adjusted(-4, -4, 4, 4).intersects(seen):
        return
    t, middle = look.tokens(), (first.x() + last.x()) / 2
    path = QPainterPath(first)
    path.cubicTo(QPointF(middle, first.y()), QPointF(middle, last.y()), last)
    if node.out:
        pen = QPen(QColor(t.line2), 1.4, Qt.PenStyle.DotLine)
    else:
        pen = QPen(QColor(mix(t.acc, 0.72, t.bg2)), max(1.0, _THICK * node.share))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.strokePath(path, pen)


def _paint_node(painter: QPainter, node: TreeNode, box: QRectF) -> None:
    """Square of the action, its name, visits under it, the value at the right."""
    t = look.tokens()
    if node.action is None:
        rounded(painter, box, t.accbg, t.acc)
    elif node.out:
        _dashed(painter, box, t.line2)
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
    half = (box.height() - 4) / 2
    upper = QRectF(left, box.y() + 2, box.right() - left - 9, half)
    used = text(painter, upper, node.value, font(SMALL, 600), ink, RIGHT)
    text(painter, upper.adjusted(0, 0, -used - 6, 0), node.title, font(SMALL, 600), ink)
    lower = upper.translated(0, half)
    text(painter, lower, node.note, font(CAPTION), second)


def _dashed(painter: QPainter, box: QRectF, colour: str) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 1, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)


def player_colour(own: bool) -> str:
    """The mark of who searches, or of the other."""
    t = look.tokens()
    return t.ser_a if own else t.ser_b
