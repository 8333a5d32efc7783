"""The switch for the contents of the grid's cells, their action, and their heights."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.theme import look
from pokergui.theme.colours import action_colour, suit_in
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.grid import HEIGHTS, KINDS, Heights, Kind, ViewScene
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.combo import DropDown, Entry
from pokergui.widgets.guard import Sized, guarded_or
from pokergui.widgets.laying import label, row
from pokergui.widgets.painting import focus_ring, rounded, text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name, set_tip

_OF_ACTION = ("action", "difference")
_BARS: dict[Heights, tuple[float, ...]] = {
    "reach": (0.3, 0.75, 0.5),
    "full": (1.0, 1.0, 1.0),
    "normalised": (0.4, 1.0, 0.67),
}
"""Heights of the bars in the button's picture."""


class ViewBar(QWidget):
    """Shows the contents of cells in a ``ViewScene``.

    Signals:
        chosen: key of a kind.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = ViewScene()
        self._words: dict[Kind, tuple[str, str]] = {
            "strategy": (tr("Strategy"), tr("how each hand is played")),
            "strategy-ev": (tr("+EV"), tr("how each hand is played, and its EV")),
            "ev": (tr("EV"), tr("EV of each hand from here on")),
            "equity": (tr("Equity"), tr("equity of each hand")),
            "eqr": (tr("EQR"), tr("EV divided by the equity’s share of the pot")),
            "action": (tr("Action"), tr("how often each hand takes one action")),
            "weight": (tr("Weight"), tr("reach of each hand")),
            "difference": (tr("Diff"), tr("frequency of one action minus that of another")),
        }
        name = tr("Cells show")
        entries: list[tuple[object, str]] = [(kind, self._words[kind][0]) for kind in KINDS]
        self.kinds = Segmented(name, entries, self, dense=True)
        self.list = DropDown(name, self, tr("M, Shift+M"))
        self.kinds.chosen.connect(self._pressed)
        self.list.chosen.connect(self.chosen)
        row(self.kinds, self.list, on=self, gap=0)
        self._tight = False
        self.list.hide()
        self.set_scene(self._scene)

    def need(self, *, listed: bool) -> int:
        return self.list.sizeHint().width() if listed else self._needs[1]

    def set_room(self, width: int) -> None:
        """Show all names, tightly if needed, or a drop-down list if they do not fit."""
        loose, tight = self._needs
        if self._tight != (loose > width):
            self._tight = loose > width
            self.kinds.set_tight(self._tight)
        self.kinds.setVisible(tight <= width)
        self.list.setVisible(tight > width)

    @cached_property
    def _needs(self) -> tuple[int, int]:
        loose = self.kinds.sizeHint().width()
        self.kinds.set_tight(True)
        tight = self.kinds.sizeHint().width()
        self.kinds.set_tight(False)
        return loose, tight

    def controls(self) -> list[QWidget]:
        return [*self.kinds.buttons(), self.list]

    def set_scene(self, scene: ViewScene) -> None:
        self._scene = scene
        refused = dict(scene.refused)
        self.kinds.set_value(scene.kind)
        entries = []
        for kind in KINDS:
            title, meaning = self._words[kind]
            reason = refused.get(kind, "")
            note = tr("{view}: {meaning} (M, Shift+M)").format(view=title, meaning=meaning)
            note = "\n".join(filter(None, (note, reason)))
            self.kinds.set_offer(kind, not reason, note)
            entries.append(Entry(kind, title, note=note, enabled=not reason))
        self.list.set_entries(entries, scene.kind)

    def step(self, by: int) -> None:
        """Respond to its keys: choose the next or the previous kind on offer."""
        refused = dict(self._scene.refused)
        offered = [kind for kind in KINDS if kind not in refused]
        at = offered.index(self._scene.kind)
        self.chosen.emit(offered[(at + by) % len(offered)])

    def _pressed(self, kind: object) -> None:
        self.kinds.set_value(self._scene.kind)  # the next scene sets the value
        self.chosen.emit(str(kind))


class ActionsBar(QWidget):
    """The action that a view is about and, in a difference, the action subtracted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.action = DropDown(tr("Action"), self)
        self.less = label(tr("minus"), self, tone="second")
        self.other = DropDown(tr("Action subtracted"), self)
        row(self.action, self.less, self.other, on=self, gap=6)

    def set_scene(self, scene: ViewScene) -> None:
        entries = [
            Entry(action.key, action.title, action.short, "", action.tone, action.rank)
            for action in scene.actions
        ]
        self.action.set_entries(entries, scene.action)
        self.other.set_entries([e for e in entries if e.key != scene.action], scene.other)
        for part in (self.less, self.other):
            part.setVisible(scene.kind == "difference")
        self.setVisible(scene.kind in _OF_ACTION)


class HeightsButton(Sized, PaintedButton):
    """The heights of cells; each press switches to the next way.

    Signals:
        chosen: key of the next way.
    """

    wanted = least = QSize(26, 28)
    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heights: Heights = "reach"
        self._words: dict[Heights, str] = {
            "reach": tr("Heights: reach of each hand"),
            "full": tr("Heights: all full"),
            "normalised": tr("Heights: relative to the most frequent hand"),
        }
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._clicked)
        self.set_heights("reach")

    def set_heights(self, heights: Heights) -> None:
        self._heights = heights
        set_name(self, self._words[heights])
        set_tip(self, f"{self._words[heights]} (N)")
        self.update()

    def _clicked(self) -> None:
        self.chosen.emit(HEIGHTS[(HEIGHTS.index(self._heights) + 1) % len(HEIGHTS)])

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg3 if self.underMouse() else t.bg2, t.line2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for i, high in enumerate(_BARS[self._heights]):
            whole = QRectF(5 + 6 * i, 7, 4, box.height() - 14)
            painter.fillRect(whole, QColor(t.bg4))
            whole.setTop(whole.y() + round((1 - high) * whole.height()))
            painter.fillRect(whole, QColor(t.t2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            focus_ring(painter, box, 6)


BAR_HEIGHT = 28
_SUIT, _ICON = 26, 14.0


class BarButton(PaintedButton):
    """A low button of the bar: an icon or a suit, a label, and whether it narrows the range.

    Args:
        suit: a suit in its middle, -1 for none.
    """

    def __init__(
        self, name: str, parent: QWidget, *, icon: str = "", suit: int = -1, after: bool = False
    ) -> None:
        super().__init__(parent)
        self._icon, self._suit, self._after = icon, suit, after
        self.chosen = False
        set_name(self, name)
        set_tip(self, name)
        self.setFixedHeight(BAR_HEIGHT)

    def set_words(self, words: str) -> None:
        if words != self.text():
            self.setText(words)
            self.update()

    def set_chosen(self, chosen: bool) -> None:
        if chosen != self.chosen:
            self.chosen = chosen
            set_description(self, tr("chosen") if chosen else "")
            self.update()

    def need(self, words: str | None = None) -> int:
        words = self.text() if words is None else words
        if self._suit >= 0:
            return _SUIT
        width = metrics(SMALL, 500).horizontalAdvance(words) + 16
        return round(width + ((_ICON + 6 if words else _ICON - 2) if self._icon else 0))

    @guarded_or(QSize(60, BAR_HEIGHT))
    def sizeHint(self) -> QSize:
        return QSize(self.need(), BAR_HEIGHT)

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        fill = t.accbg if self.chosen else t.bg4 if self.underMouse() else t.bg2
        rounded(painter, box, fill, t.acc if self.chosen else t.line2)
        if self._suit >= 0:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.suits[self._suit]))
            place = QRectF(box.center().x() - 6, box.center().y() - 6, 12, 12)
            painter.drawPath(suit_in(self._suit, place))
        line = box.adjusted(8, 0, -8, 0)
        if self._icon:
            left = line.right() - _ICON if self._after else line.x()
            left = left if self.text() else box.center().x() - _ICON / 2
            middle = box.center().y() - _ICON / 2
            painter.setBrush(Qt.BrushStyle.NoBrush)
            self._paint_mark(painter, QRectF(left, middle, _ICON, _ICON))
            shift = _ICON + 6
            line = line.adjusted(0, 0, -shift, 0) if self._after else line.adjusted(shift, 0, 0, 0)
        if self.text():
            text(painter, line, self.text(), font(SMALL, 500), t.t1)
        if self.hasFocus():
            focus_ring(painter, box, 6)

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        paint_icon(painter, self._icon, box, look.tokens().t1, 1.4)


class ActionsButton(BarButton):
    """A button that shows the colours of actions while it has no words."""

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        if self.text():
            super()._paint_mark(painter, box)
            return
        tones: tuple[Tone, ...] = ("call", "middle", "allin")
        for place, tone in enumerate(tones):
            part = QRectF(round(box.x()) + 5 * place, round(box.y()) + 1, 4, 12)
            painter.fillRect(part, QColor(action_colour(tone)))
