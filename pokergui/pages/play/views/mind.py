"""The panel of hand reading: a model's belief about the user's hand."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import phrases
from pokergui.pages.play.viewmodel import Leak, MindScene
from pokergui.theme import look
from pokergui.theme.colours import suit_in
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel import CardView
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.paint import paint_scale
from pokergui.widgets.guard import Fitted, Painted, Sized
from pokergui.widgets.laying import label
from pokergui.widgets.painting import RIGHT, paragraph, text, well
from pokergui.widgets.panels.textpanel import TurningArc
from pokergui.widgets.spoken import set_description, set_name, set_tip

_HEAD, _LINE = 18, 18
_ROW, _LOW_ROW = 36, 25
"""Height of a leak with its bar under it; of one if there are many."""
_FOOT = 46
"""Height of the total and of the user's own hand."""
_LEAST = 1e-6
_SCALE = 20


def fitting(scene: MindScene, room: int) -> tuple[tuple[Leak, ...], int]:
    """Return the leaks that fit, the first ones merged if necessary, and the height of a row."""
    leaks = scene.leaks
    if len(leaks) * _ROW <= room:
        return leaks, _ROW
    most = max(1, room // _LOW_ROW)
    if len(leaks) <= most:
        return leaks, _LOW_ROW
    over = len(leaks) - most
    return (scene.merged[over - 1], *leaks[over + 1 :]), _LOW_ROW


class MindBits(Sized, Painted, QWidget):
    """The right half of the panel of hand reading, painted."""

    wanted, least = QSize(113, 160), QSize(90, 100)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = MindScene()
        self._hint = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_name(self, tr("Bits leaked per action"))

    def set_scene(self, scene: MindScene) -> None:
        self._scene = scene
        each = tr("{title}: {bits} bits")
        said = [each.format(title=leak.title, bits=leak.bits) for leak in scene.leaks]
        if scene.total:
            said.append(tr("total {total}").format(total=scene.total))
        if scene.own_share:
            hand = " ".join(card.name for card in scene.own)
            said.append(tr("your {hand} {share}").format(hand=hand, share=scene.own_share))
        set_description(self, phrases(said) or scene.note)
        set_tip(self, "\n".join(said))
        self.update()

    def set_hint(self, words: str) -> None:
        self._hint = words
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint heading, rows, total, own hand, and the scale of shades."""
        t, scene = look.tokens(), self._scene
        wide, end = float(self.width()), self.height()
        if scene.grid is not None:
            self._scale(painter, QRectF(0, end - _SCALE, wide, _SCALE))
            end -= _SCALE + 2
        head = QRectF(0, 0, wide, _HEAD)
        text(painter, head, tr("Bits leaked per action"), font(CAPTION), t.t2)
        foot = _FOOT if scene.total else 0
        y = float(_HEAD + 2)
        room = end - _HEAD - 2 - foot
        if scene.note:
            box = QRectF(0, y, wide, room)
            paragraph(painter, box, scene.note, font(SMALL), t.t2)
            used = painter.boundingRect(box, Qt.TextFlag.TextWordWrap, scene.note)
            y += used.height() + 8
        rows, high = fitting(scene, room)
        for leak in rows:
            self._leak(painter, leak, QRectF(0, y, wide, high))
            y += high
        if scene.total:
            self._foot(painter, QRectF(0, min(y + 2, end - _FOOT), wide, _FOOT))

    def _scale(self, painter: QPainter, box: QRectF) -> None:
        t = look.tokens()
        if self._hint:
            text(painter, box, self._hint, font(CAPTION), t.t1)
            return
        words = tr("brighter = more likely")
        if t.name == "light":
            words = tr("darker = more likely")
        paint_scale(painter, box, words)

    def _leak(self, painter: QPainter, leak: Leak, box: QRectF) -> None:
        """Paint name and bits with the bar under them; no bar if nothing was given away."""
        t = look.tokens()
        line = QRectF(box.x(), box.y(), box.width(), _LINE)
        used = text(painter, line, leak.bits, font(SMALL, 600), t.t1, RIGHT)
        text(painter, line.adjusted(0, 0, -used - 6, 0), leak.title, font(SMALL), t.t1)
        thick = 5 if box.height() >= _ROW else 3
        bar = QRectF(box.x(), line.bottom() + 2, box.width(), thick)
        well(painter, bar, leak.share if leak.share > _LEAST else 0.0, t.bg0, t.acc, 1.5)

    def _foot(self, painter: QPainter, box: QRectF) -> None:
        t, scene = look.tokens(), self._scene
        painter.fillRect(QRectF(box.x(), box.y() + 3, box.width(), 1), QColor(t.line))
        line = QRectF(box.x(), box.y() + 8, box.width(), _LINE)
        used = text(painter, line, scene.total, font(SMALL, 600), t.t1, RIGHT)
        text(painter, line.adjusted(0, 0, -used - 6, 0), tr("Total"), font(SMALL), t.t1)
        line.translate(0, _LINE)
        text(painter, line, scene.own_share, font(SMALL, 600), t.t1, RIGHT)
        _paint_cards(painter, line, scene.own)


def _paint_cards(painter: QPainter, line: QRectF, cards: tuple[CardView, ...]) -> None:
    """Paint ranks with the glyphs of their suits."""
    t, x = look.tokens(), line.x()
    for card in cards:
        box = QRectF(x, line.y(), 30, line.height())
        used = text(painter, box, card.rank, font(SMALL, 600), t.t1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(t.suits[card.suit]))
        suit = QRectF(x + used + 1, line.center().y() - 4.5, 9, 9)
        painter.drawPath(suit_in(card.suit, suit))
        x += used + 15


HEIGHT = 290
"""Height of the panel if the range is above it."""
_TITLE, _LOW_TITLE, _MIND_FOOT = 24, 30, 34
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
        return bool(self._scene.title)

    def tab_order(self) -> list[QWidget]:
        return [self.grid, self.look]

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        self.look.set_wordless(compact)
        self.fit()

    def set_scene(self, scene: MindScene) -> None:
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
        cells = self.grid.scene.cells
        self.bits.set_hint(cells[index].spoken if 0 <= index < len(cells) else "")

    def fit(self) -> None:
        width, height = self.width(), self.height()
        foot = 18 if self._compact else _MIND_FOOT + 6
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
            self.look.setGeometry(0, height - _MIND_FOOT, size.width(), _MIND_FOOT)
            at = size.width() + _GAP
            self._most.setGeometry(at, height - _MIND_FOOT, width - at, _MIND_FOOT)
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
