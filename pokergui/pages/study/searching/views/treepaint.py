"""Layout and painting of the tree of a search."""

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

_PAD = 14
_THICK = 7.0
"""Width of a line taken by all simulations."""
_SWATCH = 14


@dataclass(frozen=True, slots=True)
class _Size:
    """The sizes of nodes.

    Attributes:
        high, pitch: height of a node, and distance from one to the next below it.
        least, most: width of a node.
        gap, most_gap: between two columns.
        columns: visible without scrolling, including the decision's.
    """

    high: int
    pitch: int
    least: int
    most: int
    gap: int
    most_gap: int
    columns: int


_LARGE = _Size(36, 44, 148, 260, 28, 96, 4)
_SMALL = _Size(24, 29, 184, 190, 20, 40, 6)
"""For a tree of all depths: only the lines' widths and the tooltips show visits."""


@dataclass(frozen=True, slots=True)
class TreeBoxes:
    """The places of nodes.

    Attributes:
        boxes: one for each node.
        width, height: of the whole drawing.
    """

    boxes: tuple[QRectF, ...]
    width: int
    height: int


def tree_boxes(scene: TreeScene, width: int, height: int) -> TreeBoxes:
    """Lay the nodes out, parents left of their children.

    Parents are centred on their children. In a tree higher than the visible part they are next to
    the child visited most, which comes first: the main line runs along the top. Dropped candidates
    come after the others.

    Args:
        scene: the tree.
        width: visible, in pixels.
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
    """Paint lines, then nodes, as far as they are in the visible part."""
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
    if node.out:
        pen = QPen(QColor(t.line2), 1.4, Qt.PenStyle.DotLine)
    else:
        pen = QPen(QColor(mix(t.acc, 0.72, t.bg2)), max(1.0, _THICK * node.share))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.strokePath(path, pen)


def _paint_node(painter: QPainter, node: TreeNode, box: QRectF) -> None:
    """Paint the action's square, its name, the visits below, and the value at the right."""
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
    told = box.height() >= _LARGE.high
    half = (box.height() - 6) / (2 if told else 1)
    upper = QRectF(left, box.y() + 3, box.right() - left - 9, half)
    used = text(painter, upper, node.value, font(SMALL, 600), ink, RIGHT)
    text(painter, upper.adjusted(0, 0, -used - 6, 0), node.title, font(SMALL, 600), ink)
    if told:
        text(painter, upper.translated(0, half), node.note, font(CAPTION), second)


def _dashed(painter: QPainter, box: QRectF, colour: str) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 1, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)


def player_colour(own: bool) -> str:
    """Return the colour of the searching player, or of the other."""
    t = look.tokens()
    return t.ser_a if own else t.ser_b
