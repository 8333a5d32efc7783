"""The panel of hand reading: a model's belief about the user's hand."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.pages.play.viewmodel.mind import MindScene
from pokergui.pages.play.views.mindbits import MindBits
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, font, metrics
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.guard import Fitted, Painted
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import label
from pokergui.widgets.painting import text
from pokergui.widgets.panels.turning import TurningArc
from pokergui.widgets.spoken import set_name, set_tip

HEIGHT = 290
"""Height of the panel if the range is above it."""
_TITLE, _LOW_TITLE, _FOOT = 24, 30, 34
_GAP = 12
_BITS = 110
"""Minimum width of the figures beside the grid."""
_EMPTY = GridScene(0, 0, (), shaded=True)


class MindPanel(Fitted, Painted, QWidget):
    """A panel that shows a ``MindScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = MindScene()
        self._compact = False
        self.grid = RangeGrid(self)
        set_name(self.grid, tr("Belief about your hand"))
        self.bits = MindBits(self)
        self.look = IconButton("learned", tr("What it learned"), "L", self)
        self._most = label("", self, CAPTION, tone="second", wraps=True)
        self.grid.hovered.connect(self._tell_cell)
        self._arc = TurningArc(self, self._turn_arc)
        self.grid.set_scene(_EMPTY)

    @property
    def told(self) -> bool:
        """True if there was anything to show yet."""
        return bool(self._scene.title)

    def tab_order(self) -> list[QWidget]:
        """Return the controls in the order of the Tab key."""
        return [self.grid, self.look]

    def set_compact(self, compact: bool) -> None:
        """Show the button of the opponent model as an icon in the heading."""
        self._compact = compact
        self.look.set_wordless(compact)
        self.fit()

    def set_scene(self, scene: MindScene) -> None:
        """Show a belief."""
        self._scene = scene
        set_name(self, scene.title)
        set_tip(self, scene.model)
        self.bits.set_scene(scene)
        if scene.grid is not None or not scene.thinking:
            self.grid.set_scene(scene.grid or _EMPTY)
        self._arc.set_on(scene.thinking)
        self._say_most()
        self.update()

    def _say_most(self) -> None:
        words = self._scene.most
        # Two lines at most; in a low window one line over the full width.
        room = self._most.width() * (1 if self._compact else 2) - 24
        shown = self._most.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)
        self._most.setText(shown)
        set_tip(self._most, words)

    def _tell_cell(self, index: int) -> None:
        """Show the content of the cell under the pointer instead of the scale."""
        cells = self.grid.scene.cells
        self.bits.set_hint(cells[index].spoken if 0 <= index < len(cells) else "")

    def fit(self) -> None:
        """Lay out again."""
        width, height = self.width(), self.height()
        foot = 18 if self._compact else _FOOT + 6
        top = _LOW_TITLE if self._compact else _TITLE
        room = height - top - foot
        wide = min(room, width - _BITS - _GAP)
        self.grid.setGeometry(-3, top, wide + 3, room)
        left = wide + _GAP
        self.bits.setGeometry(left, top, width - left, room)
        size = self.look.sizeHint()
        if self._compact:
            self.look.setGeometry(width - 36, 0, 36, _LOW_TITLE - 2)
            self._most.setGeometry(0, height - foot, width, foot)
        else:
            self.look.setGeometry(0, height - _FOOT, size.width(), _FOOT)
            at = size.width() + _GAP
            self._most.setGeometry(at, height - _FOOT, width - at, _FOOT)
        self._say_most()

    def _heading(self, room: float) -> tuple[str, bool]:
        """Return the title, short if only that leaves room for the model, and if the model fits."""
        scene, bold = self._scene, metrics(BODY, 600)
        caption = metrics(CAPTION).horizontalAdvance(scene.model) + 13
        for title in (scene.title, scene.title_short):
            if bold.horizontalAdvance(title) + caption <= room:
                return title, True
        fits = bold.horizontalAdvance(scene.title) <= room
        return scene.title if fits else scene.title_short, False

    def paint(self, painter: QPainter) -> None:
        """Paint title and model; the arc while it thinks."""
        t, scene = look.tokens(), self._scene
        right = float(self.width() - (40 if self._compact else 0))
        caption = metrics(CAPTION).horizontalAdvance(scene.model)
        high = float(_LOW_TITLE - 2 if self._compact else 20)
        title = QRectF(0, 0, right, high)
        words, beside = self._heading(right)
        used = metrics(BODY, 600).horizontalAdvance(words)
        if beside and not self._arc.seen:
            place = QRectF(right - caption - 1, 1, caption + 1, high)
            text(painter, place, scene.model, font(CAPTION), t.t3)
        text(painter, title, words, font(BODY, 600), t.t1)
        self._arc.paint(painter, QPointF(min(used + 18, right - 10), high / 2), 6.5)

    def _turn_arc(self) -> None:
        self.update(0, 0, self.width(), _LOW_TITLE)
