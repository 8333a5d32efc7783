"""The tree of a search, painted, with selection by pointer and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.searching.viewmodel.search import TreeScene
from pokergui.pages.study.searching.views.treepaint import TreeBoxes, paint_tree, tree_boxes
from pokergui.theme import look
from pokergui.widgets.guard import Painted, Tipped, guarded
from pokergui.widgets.keys import say
from pokergui.widgets.painting import focus_ring, rounded
from pokergui.widgets.spoken import Role, set_description, set_name, set_role

_RIM = 4
_MARGIN = 24
"""Pixels around a node that are scrolled into view with it."""
_OPENS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TreeCanvas(Tipped, Painted, QWidget):
    """The tree itself, as large as it needs to be, with one current node.

    Signals:
        opened: key of a node, by Enter or a double click.
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
        """Key of the current node; that of the decision is empty."""
        nodes = self._scene.nodes
        return nodes[self._at].key if self._at < len(nodes) else ""

    def set_scene(self, scene: TreeScene) -> None:
        """Show a tree; the current node stays current while it exists."""
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
        set_description(self, self._spoken())
        if turned and scene.nodes:
            self.reached.emit(self._boxes.boxes[self._at].toAlignedRect())

    def set_room(self, width: int, height: int) -> None:
        """Set the visible size in pixels."""
        if (width, height) != self._room:
            self._room = (width, height)
            self._arrange()

    def node_rect(self, key: str) -> QRect:
        """Return the rectangle of a node; empty if it is not shown."""
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
        """Paint the tree, and mark the hovered and the current node."""
        seen = QRectF(self.visibleRegion().boundingRect())
        paint_tree(painter, self._scene, self._boxes, seen)
        boxes = self._boxes.boxes
        if 0 <= self._hover < len(boxes):
            rounded(painter, boxes[self._hover], "", look.tokens().acc)
        if self.hasFocus() and self._at < len(boxes):
            ring = boxes[self._at].adjusted(-_RIM, -_RIM, _RIM, _RIM)
            focus_ring(painter, ring, 6 + _RIM)

    def tip_at(self, spot: QPointF) -> str:
        """Return a node as text."""
        at = self._node_at(spot)
        return self._scene.nodes[at].spoken if at >= 0 else ""

    def _spoken(self) -> str:
        nodes = self._scene.nodes
        return nodes[self._at].spoken if self._at < len(nodes) else ""

    def _node_at(self, point: QPointF) -> int:
        boxes = enumerate(self._boxes.boxes)
        return next((at for at, box in boxes if box.contains(point)), -1)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the node under the pointer."""
        at = self._node_at(event.position())
        if at != self._hover:
            self._hover = at
            hand = Qt.CursorShape.PointingHandCursor if at >= 0 else Qt.CursorShape.ArrowCursor
            self.setCursor(hand)
            self.update()

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        """Note that no node is under the pointer."""
        super().leaveEvent(event)
        self._hover = -1
        self.update()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make a node the current one."""
        at = self._node_at(event.position())
        if at >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._go(at)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go to the decision of a node."""
        at = self._node_at(event.position())
        if at >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(self._scene.nodes[at].key)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the current node."""
        super().focusInEvent(event)
        self.update()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the current node."""
        super().focusOutEvent(event)
        self.update()

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
            self._go(self._after())
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._go(self._beside(1 if key == Qt.Key.Key_Down else -1))
        elif key == Qt.Key.Key_Home:
            self._go(0)
        elif key in _OPENS:
            self.opened.emit(nodes[self._at].key)
        else:
            event.ignore()

    def _after(self) -> int:
        nodes = self._scene.nodes
        children = [at for at, node in enumerate(nodes) if node.parent == self._at]
        return max(children, key=lambda at: nodes[at].share, default=self._at)

    def _beside(self, step: int) -> int:
        depth = self._scene.nodes[self._at].depth
        inside = [at for at, node in enumerate(self._scene.nodes) if node.depth == depth]
        inside.sort(key=lambda at: self._boxes.boxes[at].y())
        place = inside.index(self._at) + step
        return inside[min(len(inside) - 1, max(0, place))]

    def _go(self, at: int) -> None:
        self._at = at
        set_description(self, self._spoken())
        say(self, self._spoken())
        self.reached.emit(self._boxes.boxes[at].toAlignedRect())
        self.update()


class TreeArea(QScrollArea):
    """The tree in a frame, which scrolls.

    Attributes:
        canvas: the tree.
    """

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
        """Pass the visible size on to the tree."""
        super().resizeEvent(event)
        self.canvas.set_room(self.viewport().width(), self.viewport().height())
