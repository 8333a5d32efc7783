"""The verdict above the action bar, and the series beside its buttons."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import phrases, sentences
from pokergui.pages.play.drill.viewmodel.drill import SeriesScene, VerdictScene
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.quality import paint_quality, quality_ink
from pokergui.widgets.guard import Painted
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import row
from pokergui.widgets.painting import fitting, rounded, text
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import Strip

_HEIGHT = 48
_BOX, _GAP, _TALL = 24, 4, 26
_NARROW = 360
"""Width below which the head has no title."""


class VerdictStrip(Strip):
    """A strip that shows a ``VerdictScene``; keeps its height without one.

    Attributes:
        study: the button that opens the spot in Study.
        again: the button that asks the same spot again.
        next: the button that continues.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("lasthand", _HEIGHT, parent)
        set_name(self, tr("Verdict"))
        self._scene: VerdictScene | None = None
        self.study = IconButton("study", tr("Study"), "S", self)
        self.again = IconButton("undo", tr("Again"), "A", self)
        self.next = IconButton("", tr("Next"), tr("Space"), self, primary=True)
        row(None, self.study, self.again, self.next, on=self, gap=8, margins=(16, 0, 16, 0))

    def set_scene(
        self, scene: VerdictScene | None, *, can_next: bool, can_study: bool, over: bool
    ) -> None:
        """Show a verdict and the available actions; after a series, the next one."""
        self.next.set_words("", tr("Next series") if over else tr("Next"))
        self._scene = scene
        words = "" if scene is None else sentences((scene.title, scene.text))
        set_description(self, words)
        set_tip(self, words)
        self.study.setVisible(can_study)
        self.again.setVisible(scene is not None)
        self.next.setVisible(can_next)
        self.update()

    def set_compact(self, compact: bool) -> None:
        """Use smaller padding, and buttons without keys."""
        for button in (self.study, self.again, self.next):
            button.set_compact(compact)
        super().set_compact(compact)

    def paint(self, painter: QPainter) -> None:
        """Paint bar in the class's colour, mark, class with loss and floor, judge's actions."""
        scene, t = self._scene, look.tokens()
        if scene is None:
            return
        height, ink = self.height(), getattr(t, quality_ink(scene.quality))
        painter.fillRect(QRectF(0, 0, 3, height), QColor(ink))
        left = float(self.pad)
        if scene.quality:
            paint_quality(painter, scene.quality, QPointF(left + 5, height / 2))
            left += 18
        shown = [one.x() for one in (self.study, self.again, self.next) if not one.isHidden()]
        right = float(min(shown, default=self.width())) - 12
        face = font(ACTION, 600)
        if metrics(ACTION, 600).horizontalAdvance(scene.title) > (right - left) * 0.5:
            face = font(SMALL, 600)
        left += text(painter, QRectF(left, 0, right - left, height), scene.title, face, t.t1) + 12
        room = QRectF(left, 0, right - left, height)
        text(painter, room, scene.text, fitting(scene.text, room.width(), (BODY, SMALL)), t.t2)


class SeriesPanel(Painted, QWidget):
    """A panel that shows a ``SeriesScene``: head, a box for each spot, counts of classes, notes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Series"))
        self._scene = SeriesScene()
        self._compact = False

    def set_compact(self, compact: bool) -> None:
        """Use smaller boxes and padding."""
        self._compact = compact
        self.update()

    def set_scene(self, scene: SeriesScene | None) -> None:
        """Show the state of a series."""
        self._scene = scene or SeriesScene()
        counts = phrases(f"{name} {count}" for _, name, count in self._scene.counts)
        words = "\n".join(filter(None, (self._scene.head, counts, self._scene.notes)))
        set_description(self, words)
        set_tip(self, words)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint four lines; the boxes share the width, in two rows if it is small."""
        scene, t, width = self._scene, look.tokens(), float(self.width())
        top, step = (4.0, 18.0) if self._compact else (8.0, 22.0)
        head = QRectF(0, top, width, 18)
        used = 0.0
        if width >= _NARROW:
            used = text(painter, head, tr("Series"), font(BODY, 600), t.t1) + 12
        room = head.adjusted(used, 0, 0, 0)
        text(painter, room, scene.head, fitting(scene.head, room.width(), (SMALL, CAPTION)), t.t2)
        tall = 30.0 if self._compact else float(_TALL)
        self._paint_boxes(painter, QRectF(0, top + step + 1, width, tall))
        line = QRectF(0, top + step + tall + 5, width, 18)
        self._paint_counts(painter, line)
        if not self._compact:
            line = line.translated(0, 19)
            text(painter, line, scene.notes, fitting(scene.notes, width, (SMALL, CAPTION)), t.t2)

    def _paint_boxes(self, painter: QPainter, room: QRectF) -> None:
        scene, t = self._scene, look.tokens()
        count = max(1, len(scene.marks))
        rows = 2 if room.width() < count * 16 else 1
        line = -(-count // rows)
        box = min(float(_BOX), (room.width() - (line - 1) * _GAP) / line)
        tall = min(float(_TALL), (room.height() - (rows - 1) * _GAP) / rows)
        for at, mark in enumerate(scene.marks):
            left, top = at % line * (box + _GAP), at // line * (tall + _GAP)
            place = QRectF(room.x() + left, room.y() + top, box, tall)
            here = at == scene.now
            rounded(painter, place, t.accbg if here else t.bg3 if mark else t.bg2,
                    t.acc if here else t.line2 if mark else t.line)  # fmt: skip
            if mark in ("unjudged", "answered"):
                middle = place.center()
                painter.fillRect(QRectF(middle.x() - 3, middle.y(), 6, 1), QColor(t.t2))
            elif mark:
                paint_quality(painter, mark, place.center(), 8.0)

    def _paint_counts(self, painter: QPainter, line: QRectF) -> None:
        """Paint mark, name and number of each class; without names if there is no room."""
        t, left = look.tokens(), line.x()
        counts = self._scene.counts
        words = " ".join(f"{name} {count}" for _, name, count in counts)
        named = metrics(SMALL).horizontalAdvance(words) + 26 * len(counts) <= line.width()
        for quality, name, count in counts:
            paint_quality(painter, quality, QPointF(left + 5, line.center().y()), 8.0)
            left += 14
            room = QRectF(left, line.y(), max(0.0, line.right() - left), line.height())
            left += text(painter, room, f"{name} ", font(SMALL), t.t2) if named else 0.0
            room.setLeft(left)
            left += text(painter, room, count, font(SMALL, 600), t.t1) + 12
