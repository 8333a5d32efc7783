"""The whole of a small game: the sheet, its views, all figures, and the list of sets."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QPainter
from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import full_sentences, full_stop
from pokergui.pages.study.reading.views.detail import Legend
from pokergui.pages.study.whole.viewmodel import FamilyScene, SetCard, SetRow, SheetScene
from pokergui.pages.study.whole.views.sheetcanvas import SheetCanvas, paint_bar
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, FIGURE, SMALL, font
from pokergui.viewmodel.actions import Sizing
from pokergui.widgets.field import ValueField
from pokergui.widgets.guard import Fitted, Painted, guarded, guarded_or
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.notice import scroll_area
from pokergui.widgets.painting import RIGHT, advance, rounded, text
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.sizing import SizeSlider
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import Figures
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import Index, RowTable

_TICKS = (0, 250, 500, 750, 1000)


class FamilyBar(QWidget):
    """Shows a ``FamilyScene``; hidden while there is none."""

    typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label(tr("Equilibrium, α"), self, BODY, 600)
        self.slider = SizeSlider(self)
        name = tr("Alpha of Kuhn’s equilibria")
        set_name(self.slider, name)
        set_tip(self.slider, tr("{name} (arrows: 0.01)").format(name=name))
        self.slider.setFixedSize(220, 40)
        self.field = ValueField(self)
        self.field.setFixedSize(84, 30)
        self.error = label("", self, tone="error")
        self.figures = Figures(self)
        self.button = QPushButton(tr("Show the family member"), self)
        self.button.setFont(font(BODY, 500))
        told = self.title, self.slider, self.field, self.error, self.figures
        row(*told, None, self.button, on=self, gap=8)
        self.field.editingFinished.connect(self._typed)
        self.setVisible(False)

    def controls(self) -> list[QWidget]:
        return [self.slider, self.field, self.button]

    def set_scene(self, scene: FamilyScene | None) -> None:
        self.setVisible(scene is not None)
        if scene is None:
            return
        told = Sizing(least="0", most="1/3", ticks=_TICKS, tone="middle")
        self.slider.set_sizing(replace(told, amount=scene.field.text, position=scene.position))
        self.field.set_scene(scene.field, self.title.text())
        self.error.setText(scene.field.error)
        self.error.setVisible(bool(scene.field.error))
        self.figures.set_figures(scene.figures)
        self.figures.setVisible(not scene.field.error)
        self.button.setEnabled(not scene.shown and not scene.field.error)

    def _typed(self) -> None:
        if self.field.isModified():
            self.field.setModified(False)
            self.typed.emit(self.field.text())


_CARDS = 62
_TITLE, _LINE = Face(BODY, 600), Face(CAPTION, ink="t2")


def _figures() -> tuple[tuple[str, str, int], ...]:
    return (
        ("difference", tr("Diff %"), 56),
        ("values", tr("Value"), 58),
        ("regrets", tr("Regret"), 60),
        ("cost", tr("Cost"), 64),
    )


class SetsTable(RowTable[SetRow]):
    """Shows ``SetRow``s."""

    pointed = Signal(str)
    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._order = ""
        set_name(self, tr("Information sets"))
        self.setMouseTracking(True)
        self.set_row_height(40)
        self.moved.connect(self._at_hand)
        self.entered.connect(self._point)

    def _columns(self) -> list[Column[SetRow]]:
        """Return the columns; an arrow marks the one sorted by."""
        units = tr("Value, regret and cost in thousandths of an ante (or big blind) a hand.")
        keys = tr("Click to sort; in the list: arrows left and right")
        sets = Column[SetRow](
            tr("Set"),
            lambda row: row.spoken,
            paint=_paint_set,
            need=lambda row: 0.0,
            stretch=1,
            key="line",
            order=-1 if self._order == "line" else 0,
            tip=f"{units}\n{keys}",
        )
        return [
            sets,
            *(
                Column[SetRow](
                    title,
                    lambda row, at=at: row.figures[at],  # type: ignore[misc]  # bound for each
                    Face(weight=600 if key == "cost" else 400),
                    RIGHT,
                    width=width,
                    key=key,
                    order=-1 if self._order == key else 0,
                    tip=sets.tip,
                )
                for at, (key, title, width) in enumerate(_figures())
            ),
        ]

    def tip_of(self, row: SetRow, column: int) -> str:
        del column
        return row.spoken

    def set_sets(self, rows: tuple[SetRow, ...], order: str) -> None:
        """Show information sets; another order or number of them starts at the first."""
        anew = order != self._order or len(rows) != len(self.rows)
        if order != self._order:
            self._order = order
            self.set_columns(self._columns())
            titles = {key: title for key, title, _ in _figures()}
            title = titles.get(order, tr("Set"))
            set_description(self, tr("Sorted by {order}").format(order=title))
        self.set_rows(rows)
        if rows and (anew or self.at_hand is None):
            self.select(rows[0].key)
            self.scrollToTop()

    @property
    def key(self) -> str:
        return self.at_hand.key if self.at_hand is not None else ""

    def _at_hand(self) -> None:
        if self.hasFocus():
            self.pointed.emit(self.key)

    def _point(self, index: QModelIndex) -> None:
        self.pointed.emit(self.rows[index.row()].key)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointed.emit(self.key)

    def open(self, index: Index) -> None:
        if index.isValid():
            self.chosen.emit(self.rows[index.row()].part)


def _paint_set(painter: QPainter, room: QRectF, row: SetRow) -> None:
    upper = QRectF(room.x(), room.y() + 3, room.width(), 18)
    _TITLE.write(painter, upper, row.cards)
    bar = upper.adjusted(_CARDS, 4, 0, -3)
    paint_bar(painter, bar, row.actions, row.shares, row.ticks, faded=row.faded)
    _LINE.write(painter, upper.translated(0, 17), row.line)


_PAD = 16
_SETCARD_TITLE, _SETCARD_LINE, _ROW, _BAR, _HEAD = 28, 18, 20, 16, 20
_GAP = 8
_NAMES = 130
"""Maximum width of a row's name, in pixels."""
WIDTH = 348
"""Width of all figures, in pixels."""
_ROWS, _FIGURES = 6, 5
"""Maximum of each, so that the card's height is constant."""
_BODY = _SETCARD_TITLE + 2 * _SETCARD_LINE + _GAP + _BAR + _GAP + _HEAD + _ROWS * _ROW + _GAP + 4
HEIGHT = _BODY + _FIGURES * _ROW + 2 * 10


class SetCardView(Painted, QWidget):
    """Shows a ``SetCard``, or a hint on how to see one.

    Args:
        floating: whether it has a frame of its own, and lets the pointer through.
    """

    def __init__(self, parent: QWidget, *, floating: bool = False) -> None:
        super().__init__(parent)
        self._card: SetCard | None = None
        self._floating = floating
        set_name(self, tr("Figures of the information set"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if floating:
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedHeight(HEIGHT)

    def set_card(self, card: SetCard | None) -> None:
        self._card = card
        set_description(self, card.spoken if card is not None else "")
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, card = look.tokens(), self._card
        if self._floating:
            rounded(painter, QRectF(self.rect()), t.bg2, t.line2, 8)
        line = QRectF(_PAD, 10, self.width() - 2 * _PAD, _SETCARD_TITLE)
        if card is None:
            words = tr("Point at a cell for all its figures.")
            text(painter, line, words, font(SMALL), t.t3)
            return
        used = text(painter, line, card.title, font(FIGURE, 600), t.t1) + 10
        text(painter, line.adjusted(used, 2, 0, 2), card.note, font(SMALL), t.t2)
        line = QRectF(line.x(), line.bottom(), line.width(), _SETCARD_LINE)
        for words, colour in ((card.line, t.t1), (card.player, t.t3)):
            text(painter, line, words, font(SMALL), colour)
            line.translate(0, _SETCARD_LINE)
        bar = QRectF(line.x(), line.y() + _GAP, line.width(), _BAR)
        paint_bar(painter, bar, card.actions, card.shares, card.ticks)
        self._paint_rows(painter, card, bar.bottom() + _GAP)

    def _paint_rows(self, painter: QPainter, card: SetCard, top: float) -> None:
        t, width = look.tokens(), self.width() - 2 * _PAD
        names = min(max(advance(name) for name, _ in card.rows), _NAMES) + 8
        pitch = min((width - names) / len(card.actions), 92.0)
        line = QRectF(_PAD, top, width, _HEAD)

        def columns(words: tuple[str, ...], size: int, weight: int, colour: str) -> None:
            for i, word in enumerate(words):
                right = line.right() - (len(words) - 1 - i) * pitch
                box = QRectF(right - pitch + 4, line.y(), pitch - 4, line.height())
                text(painter, box, word, font(size, weight), colour, RIGHT)

        heads = tuple(
            action.title if advance(action.title, CAPTION) <= pitch - 4 else action.short
            for action in card.actions
        )
        columns(heads, CAPTION, 400, t.t3)
        line.translate(0, _HEAD)
        line.setHeight(_ROW)
        for i, (name, words) in enumerate(card.rows):
            named = QRectF(line.x(), line.y(), names, line.height())
            text(painter, named, name, font(SMALL), t.t2)
            columns(words, SMALL, 500 if i else 600, t.t1)
            line.translate(0, _ROW)
        line.translate(0, _GAP)
        painter.fillRect(QRectF(line.x(), line.y() - 4, width, 1), QColor(t.line))
        line.translate(0, 4)
        for figure in card.figures:
            text(painter, line, figure.label, font(SMALL), t.t2)
            rest = text(painter, line, figure.rest, font(SMALL), t.t2, RIGHT)
            left = line.adjusted(0, 0, -(rest + 4 if rest else 0), 0)
            text(painter, left, figure.value, font(BODY, 600), t.t1, RIGHT)
            line.translate(0, _ROW)


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
        scale = scene.parts[0].grid.scale if scene.parts else None
        self._legend.set_actions(scene.actions, scale)
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
