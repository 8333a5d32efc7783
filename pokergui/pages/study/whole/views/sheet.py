"""The whole of a small game: the sheet, its views, all figures, and the list of sets."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import full_sentences, full_stop
from pokergui.pages.study.reading.views.legend import Legend
from pokergui.pages.study.whole.viewmodel import SetCard, SheetScene
from pokergui.pages.study.whole.views.setlist import (
    HEIGHT,
    WIDTH,
    FamilyBar,
    SetCardView,
    SetsTable,
)
from pokergui.pages.study.whole.views.sheetcanvas import SheetCanvas
from pokergui.theme.fonts import CAPTION
from pokergui.widgets.guard import Fitted, guarded_or
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.notice import scroll_area
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.strips import Figures

SETS = "sets"
"""The list, which replaces the sheet in narrow windows."""
_WIDE = 1100
_INSPECTOR, _WIDE_INSPECTOR, _ROOMY = 376, 460, 1400
_SCALE = 420
_NO_LIMIT = 16_777_215
_FOOT = 8
"""Free pixels below the sheet."""
_SHIFT = 14
"""Pixels between a cell and the card beside it."""


class SheetView(Fitted, QWidget):
    """Shows a ``SheetScene``; the list is beside the sheet, or in its place.

    Its head, with the switch of views, is placed by its owner.

    Signals:
        pointed: key of the current information set, empty for none.
        view_chosen: the new contents of the cells.
    """

    pointed = Signal(str)
    view_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = SheetScene((), (), ())
        self._listed = False
        names = {
            "strategy": tr("Strategy"),
            "difference": tr("Difference"),
            "values": tr("Values"),
            "regrets": tr("Regrets"),
            "cost": tr("Cost"),
            SETS: tr("Sets"),
        }
        self._views = tuple(names)
        self.head = QWidget(self)
        self.views = Segmented(
            tr("Cells show"), list(names.items()), self.head, ("M",) * len(names), dense=True
        )
        self.figures = Figures(self.head)
        self.family = FamilyBar(self)
        self.canvas = SheetCanvas(self)
        self.card = SetCardView(self)
        self.float_card = SetCardView(self, floating=True)
        self.float_card.hide()
        self.sets = SetsTable(self)
        self._legend = Legend(self)
        self._note = label("", self, CAPTION, tone="caption", wraps=True)
        self._key = ""
        self._floats = False
        self._arrange()
        self.canvas.reached.connect(self._keep_in_sight)
        self.canvas.pointed.connect(self._point_on_sheet)
        for bar in (self._area.verticalScrollBar(), self._area.horizontalScrollBar()):
            bar.valueChanged.connect(self._place_card)
        self.sets.pointed.connect(self._point_in_list)
        self.views.chosen.connect(self._view_pressed)

    def _arrange(self) -> None:
        self._inner = QWidget(self)
        column(self.canvas, None, on=self._inner, margins=(0, 0, 0, _FOOT))
        self._area = scroll_area(self._inner, self)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._area.installEventFilter(self)
        self._sheet = QWidget(self)
        foot = row((self._legend, 1), (self._note, 1), gap=24)
        column((self._area, 1), foot, on=self._sheet, gap=8)
        self._inspector = QFrame(self)
        self._inspector.setObjectName("ruled")
        self._beside = column(self.card, (self.sets, 1), on=self._inspector, gap=6)
        row(self.views, None, self.figures, on=self.head, gap=8, margins=(8, 0, 0, 0))
        body = row((self._sheet, 1), self._inspector, gap=12)
        column(self.family, (body, 1), on=self, gap=8)

    def controls(self) -> list[QWidget]:
        return [*self.views.buttons(), *self.family.controls(), self.canvas, self.sets]

    @property
    def wide(self) -> bool:
        return self.width() >= _WIDE

    def set_scene(self, scene: SheetScene) -> None:
        self._scene = scene
        self.canvas.set_scene(scene)
        self.sets.set_sets(scene.sets, scene.order)
        self.figures.set_figures(scene.figures)
        self.family.set_scene(scene.family)
        self._legend.set_actions(scene.actions)
        scale = scene.parts[0].grid.scale if scene.parts else None
        self._legend.set_scale(scale)
        self._legend.setMaximumWidth(_SCALE if scale is not None else _NO_LIMIT)
        self._note.setVisible(scale is not None)
        self._show_parts()
        # At first the most costly set is current; the current set's figures have changed.
        self.pointed.emit(self._key or self.sets.key)

    def set_card(self, card: SetCard | None) -> None:
        """Show all figures of an information set; beside the sheet the last one stays."""
        if card is not None:
            self.card.set_card(card)
        self.float_card.set_card(card)
        self._place_card()

    def step(self, by: int) -> None:
        offered = self._offered()
        now = SETS if self._listed else self._scene.view
        self._view_pressed(offered[(offered.index(now) + by) % len(offered)])

    def focus(self, reason: Qt.FocusReason) -> None:
        (self.sets if self._listed else self.canvas).setFocus(reason)

    def _offered(self) -> list[str]:
        return [*self._scene.views, *([] if self.wide else [SETS])]

    def _view_pressed(self, view: object) -> None:
        self._listed = view == SETS
        self._show_parts()
        if self._listed:
            self._point_in_list(self.sets.key)
        else:
            self.view_chosen.emit(str(view))

    def _point_on_sheet(self, key: str) -> None:
        """Ask for the figures of a cell; the card floats beside it if it has no fixed place."""
        self._key, self._floats = key, bool(key)
        self.canvas.mark("")
        self.pointed.emit(key)

    def _point_in_list(self, key: str) -> None:
        self._key, self._floats = key, False
        self.canvas.mark(key)
        self.pointed.emit(key)

    def _show_parts(self) -> None:
        wide, scene = self.wide, self._scene
        self.figures.setVisible(wide)
        told = [] if wide else [figure.spoken for figure in scene.figures]
        words = full_sentences(map(full_stop, (scene.caption, scene.note, *told)))
        self._note.setText(words)
        self._legend.set_note("" if self._note.isVisibleTo(self) else words)
        self._listed = self._listed and not wide
        for view in self._views:
            self.views.set_shown(view, view in self._offered())
        self.views.set_value(SETS if self._listed else scene.view)
        self._sheet.setVisible(not self._listed)
        self._inspector.setVisible(wide or self._listed)
        ways = QBoxLayout.Direction
        self._beside.setDirection(ways.TopToBottom if wide else ways.RightToLeft)
        if wide:
            room = _WIDE_INSPECTOR if self.width() >= _ROOMY else _INSPECTOR
            self._inspector.setFixedWidth(room)
            self.card.setFixedWidth(room)
        else:
            self._inspector.setMinimumWidth(0)
            self._inspector.setMaximumWidth(_NO_LIMIT)
            self.card.setFixedWidth(WIDTH)
            self._beside.setAlignment(self.card, Qt.AlignmentFlag.AlignTop)

    def _place_card(self) -> None:
        """Place the card beside the current cell, where it hides neither the cell nor itself."""
        at = self.canvas.hand_rect()
        shown = self._floats and not self.wide and not self._listed and not at.isEmpty()
        self.float_card.setVisible(shown)
        if not shown:
            return
        cell = QRect(self.canvas.mapTo(self, at.topLeft()), at.size())
        right = cell.right() + _SHIFT
        left = right if right + WIDTH <= self.width() else cell.left() - _SHIFT - WIDTH
        highest = self._area.mapTo(self, QPoint(0, 0)).y()
        top = min(max(highest, cell.center().y() - HEIGHT // 2), self.height() - HEIGHT)
        self.float_card.setGeometry(max(0, left), max(0, top), WIDTH, HEIGHT)
        self.float_card.raise_()

    def _keep_in_sight(self, area: QRect) -> None:
        place = self.canvas.mapTo(self._inner, area.center())
        half = area.height() // 2 + 40
        self._area.ensureVisible(place.x(), place.y(), area.width() // 2, half)

    def fit(self) -> None:
        self._show_parts()
        self._place_card()

    @guarded_or(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        del watched
        if event.type() == QEvent.Type.Resize:
            self.canvas.set_room(self._area.height() - 2 * _FOOT)
        return False
