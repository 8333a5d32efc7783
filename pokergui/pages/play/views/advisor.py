"""The advisor's drawer: figures, bet sizes and a range, or why there are none."""

from __future__ import annotations

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QMargins,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import phrases
from pokergui.pages.play.viewmodel import (
    YOU,
    AdviceSide,
    AdvisorScene,
    HandReadingScene,
    LeakedBits,
)
from pokergui.pages.play.views.advicerows import FigureRow, PotRows, ProblemPanel, SizeButton, Words
from pokergui.theme import look
from pokergui.theme.colours import suit_in
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel import CardView, ChoiceList
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.table import MOST_SEATS
from pokergui.widgets.buttons import IconButton, QuietButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.paint import paint_scale
from pokergui.widgets.guard import Fitted, Painted, Sized, guarded, guarded_or
from pokergui.widgets.laying import column, is_compact, label, row, when_compact
from pokergui.widgets.painting import RIGHT, paragraph, text, well
from pokergui.widgets.panels import TurningArc
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name, set_tip

_HEAD, _LINE = 18, 18
_ROW, _LOW_ROW = 36, 25
"""Height of a leak with its bar under it; of one if there are many."""
_FOOT = 46
"""Height of the total and of the user's own hand."""
_LEAST_SHARE = 1e-6
_SCALE = 20


def fitting(scene: HandReadingScene, room: int) -> tuple[tuple[LeakedBits, ...], int]:
    """Return the leaks that fit, the first ones merged if necessary, and the height of a row."""
    leaks = scene.leaks
    if len(leaks) * _ROW <= room:
        return leaks, _ROW
    most = max(1, room // _LOW_ROW)
    if len(leaks) <= most:
        return leaks, _LOW_ROW
    over = len(leaks) - most
    return (scene.merged[over - 1], *leaks[over + 1 :]), _LOW_ROW


class BeliefBits(Sized, Painted, QWidget):
    """The right half of the panel of hand reading, painted."""

    wanted, least = QSize(113, 160), QSize(90, 100)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = HandReadingScene()
        self._hint = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_name(self, tr("Bits leaked per action"))

    def set_scene(self, scene: HandReadingScene) -> None:
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

    def _leak(self, painter: QPainter, leak: LeakedBits, box: QRectF) -> None:
        """Paint name and bits with the bar under them; no bar if nothing was given away."""
        t = look.tokens()
        line = QRectF(box.x(), box.y(), box.width(), _LINE)
        used = text(painter, line, leak.bits, font(SMALL, 600), t.t1, RIGHT)
        text(painter, line.adjusted(0, 0, -used - 6, 0), leak.title, font(SMALL), t.t1)
        thick = 5 if box.height() >= _ROW else 3
        bar = QRectF(box.x(), line.bottom() + 2, box.width(), thick)
        well(painter, bar, leak.share if leak.share > _LEAST_SHARE else 0.0, t.bg0, t.acc, 1.5)

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
_TITLE, _LOW_TITLE, _LOOK = 24, 30, 34
_GAP = 12
_BITS = 110
"""Minimum width of the figures beside the grid."""
_UNREAD = GridScene(0, 0, (), shaded=True)


class BeliefPanel(Fitted, Painted, QWidget):
    """A panel that shows a ``HandReadingScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = HandReadingScene()
        self.grid = RangeGrid(self)
        set_name(self.grid, tr("Belief about your hand"))
        self.bits = BeliefBits(self)
        self.look = IconButton("learned", tr("What it learned"), "L", self)
        when_compact(self, self.look.set_wordless, True, False)
        self._most = label("", self, CAPTION, tone="second", wraps=True)
        self.grid.hovered.connect(self._tell_cell)
        self._arc = TurningArc(self, self._turn_arc)
        self.grid.set_scene(_UNREAD)

    @property
    def told(self) -> bool:
        return bool(self._scene.title)

    def tab_order(self) -> list[QWidget]:
        return [self.grid, self.look]

    def set_scene(self, scene: HandReadingScene) -> None:
        self._scene = scene
        set_name(self, scene.title)
        set_tip(self, scene.model)
        self.bits.set_scene(scene)
        if scene.grid is not None or not scene.thinking:
            self.grid.set_scene(scene.grid or _UNREAD)
        self._arc.set_on(scene.thinking)
        self._say_most()
        self.update()

    def _say_most(self) -> None:
        words = self._scene.most
        # Two lines at most; in a low window one line over the full width.
        measure, width = self._most.fontMetrics(), self._most.width()
        lines = 1 if is_compact(self) else 2
        for room in range(width * lines - 24, 0, -24):
            shown = measure.elidedText(words, Qt.TextElideMode.ElideRight, room)
            box = measure.boundingRect(0, 0, width, 999, Qt.TextFlag.TextWordWrap, shown)
            if box.height() <= lines * measure.lineSpacing():
                break
        else:
            shown = ""
        self._most.setText(shown)
        set_tip(self._most, words)

    def _tell_cell(self, index: int) -> None:
        cells = self.grid.scene.cells
        self.bits.set_hint(cells[index].spoken if 0 <= index < len(cells) else "")

    def fit(self) -> None:
        width, height = self.width(), self.height()
        foot = 18 if is_compact(self) else _LOOK + 6
        top = _LOW_TITLE if is_compact(self) else _TITLE
        room = height - top - foot
        wide = min(room, width - _BITS - _GAP)
        self.grid.setGeometry(-3, top, wide + 3, room)
        left = wide + _GAP
        self.bits.setGeometry(left, top, width - left, room)
        size = self.look.sizeHint()
        if is_compact(self):
            self.look.setGeometry(width - 36, 0, 36, _LOW_TITLE - 2)
            self._most.setGeometry(0, height - foot, width, foot)
        else:
            self.look.setGeometry(0, height - _LOOK, size.width(), _LOOK)
            at = size.width() + _GAP
            self._most.setGeometry(at, height - _LOOK, width - at, _LOOK)
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
        right = float(self.width() - (40 if is_compact(self) else 0))
        caption = metrics(CAPTION).horizontalAdvance(scene.model)
        high = float(_LOW_TITLE - 2 if is_compact(self) else 20)
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


WIDTH = 384
_MOST_SIZES = 8
_BOTH_FROM, _ROOMY_FROM = 740, 920
"""Heights from which range and hand reading are stacked, and with their text."""
_ROWS_FROM = 600
"""Height from which each size has a row of its own."""
_EMPTY = GridScene(0, 0, ())
_ROOMY_SIDES = 4
_SEATS = tuple(str(seat) for seat in range(1, MOST_SEATS))
_BELIEF = "belief"
"""Key of the belief about the user, among those of the sides."""


class AdvisorDrawer(Painted, QWidget):
    """The drawer that shows an ``AdvisorScene``.

    Signals:
        size_chosen: the text of an amount.
    """

    side_chosen = Signal(str)
    size_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Advisor"))
        self._scene = AdvisorScene(ChoiceList("", (), ""))
        self.engine = CaptionCombo(tr("Advising engine"), self, brief=True)
        self.engine.setMaximumWidth(220)
        self.close_button = QuietButton("close", tr("Close the advisor"), "A", self)
        self.figures = FigureRow(self)
        self.sizes = [SizeButton(self) for _ in range(_MOST_SIZES)]
        shown = (*((key, "") for key in _SEATS), (YOU, ""), (_BELIEF, tr("Belief")))
        self.sides = Segmented(tr("Range"), shown, self, dense=True)
        self.pots = PotRows(self)
        self.grid = RangeGrid(self)
        self.grid.setMaximumHeight(WIDTH - 24)
        self.study = IconButton("study", tr("Open in Study"), "S", self, show_words=False)
        self.belief = BeliefPanel(self)
        self._title = label(tr("Advisor"), self, ACTION, 600)
        self._range_title = label("", self, BODY, 600)
        self._range_note = label("", self, BODY, tone="second")
        self._note = Words(CAPTION, 400, "caption", self)
        self._note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._warning = Words(SMALL, 400, "warning", self)
        self._waiting = Words(BODY, 400, "second", self)
        self.problem = ProblemPanel(self)
        self._rows_kept = 0
        self._both = self._roomy = self._on_belief = False
        self._arc = TurningArc(self, self._turn_arc)
        self._arrange()
        self.sides.chosen.connect(self._side_chosen)
        self.grid.hovered.connect(self._tell_cell)
        for size in self.sizes:
            size.clicked.connect(lambda _, size=size: self.size_chosen.emit(size.key))

    def _arrange(self) -> None:
        head = row(self._title, None, self.engine, self.study, self.close_button, gap=4)
        self._sizes = QWidget(self)
        self._rows = QGridLayout(self._sizes)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._rows.setSpacing(0)
        self._rows.setHorizontalSpacing(8)
        self._range = QWidget(self)
        row(self._range_title, self._range_note, None, self.sides, on=self._range, gap=6)
        self._rule = QFrame(self)
        self._rule.setObjectName("ruled")
        self._rule.setFixedHeight(1)
        self._column = column(
            head,
            self.figures,
            self.problem,
            self.pots,
            self._sizes,
            self._range,
            self._waiting,
            (self.grid, 100),
            self._warning,
            self._note,
            None,
            self._rule,
            self.belief,
            on=self,
        )
        margins = QMargins(17, 8, 16, 8), QMargins(17, 8, 16, 12)
        when_compact(self, self._column.setContentsMargins, *margins)
        when_compact(self, self.study.setVisible, False, True)  # by its key alone
        when_compact(self, self._set_dense, True, False)

    def _set_dense(self, dense: bool) -> None:
        self._dense = dense
        self._arrange_parts()

    def _side_chosen(self, side: object) -> None:
        """Show another range, or in a low drawer the belief about the user."""
        self._on_belief = side == _BELIEF
        self._arrange_parts()
        if side != _BELIEF:
            self.side_chosen.emit(side)

    def _name_sides(self, sides: tuple[AdviceSide, ...]) -> None:
        """Name one segment for each player who is still in."""
        known = {side.key: side for side in sides}
        words = [known[key].short if key in known else "" for key in (*_SEATS, YOU)]
        self.sides.set_words([*words, tr("Belief")])
        self.sides.set_tight(len(sides) > _ROOMY_SIDES)
        for key, button in zip((*_SEATS, YOU), self.sides.buttons(), strict=False):
            self.sides.set_shown(key, key in known)
            if key in known:
                name = tr("Range: {name}").format(name=known[key].name)
                set_name(button, name)
                self.sides.set_offer(key, True, name)

    def next_side(self) -> None:
        buttons = [button for button in self.sides.buttons() if button.isVisible()]
        checked = next((i for i, button in enumerate(buttons) if button.isChecked()), -1)
        if buttons:
            buttons[(checked + 1) % len(buttons)].click()

    def look(self) -> None:
        """Open the opponent model, even if its button is hidden: the key's action."""
        if self.belief.told and self.belief.look.isEnabled():
            self.belief.look.click()

    def _tell_cell(self, index: int) -> None:
        cells = self._scene.grid.cells if self._scene.grid is not None else ()
        if not self._dense:
            self._note.say(cells[index].spoken if 0 <= index < len(cells) else self._scene.note)

    def tab_order(self) -> list[QWidget]:
        return [
            self.engine,
            self.study,
            self.close_button,
            *self.sizes,
            *self.sides.buttons(),
            self.grid,
            *self.belief.tab_order(),
        ]

    def _arrange_parts(self) -> None:
        """Stack range and belief if there is room, else show one of them."""
        height = self.height()
        self._both = not self._dense and height >= _BOTH_FROM
        self._roomy = self._both and height >= _ROOMY_FROM
        told = self.belief.told
        on_belief = told and self._on_belief and not self._both
        self._column.setSpacing(10 if self._roomy or not (self._both or self._dense) else 6)
        self.sides.set_shown(_BELIEF, told and not self._both)
        self.sides.set_value(_BELIEF if on_belief else self._scene.side)
        self.belief.setVisible(told and (self._both or on_belief))
        self.belief.setMinimumHeight(HEIGHT if self._both else 0)
        self.belief.setMaximumHeight(HEIGHT if self._both else 640)
        self._column.setStretchFactor(self.belief, 0 if self._both else 100)
        self._rule.setVisible(told and self._both)
        self._note.set_one_line(self._both and not self._roomy)
        self._warning.set_one_line(self._dense or (self._both and not self._roomy))
        for i, size in enumerate(self.sizes):
            self._rows.removeWidget(size)  # Qt would, behind Python's back
            self._rows.addWidget(size, *divmod(i, self._columns))
            size.set_narrow(self._columns > 1)
        self._show_range()
        self._keep_rows(self._scene)

    @property
    def _columns(self) -> int:
        high = self._roomy or (not self._both and self.height() >= _ROWS_FROM)
        return 1 if high and not self._dense else 2

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().height() != event.size().height():
            self._arrange_parts()

    def set_belief(self, scene: HandReadingScene) -> None:
        told = self.belief.told
        self.belief.set_scene(scene)
        if self.belief.told != told:
            self._arrange_parts()

    def set_scene(self, scene: AdvisorScene) -> None:
        before, self._scene = self._scene, scene
        if scene.engine != before.engine:
            self.engine.set_scene(scene.engine)
        self.figures.set_figures(scene.figures)
        self.pots.set_pots(scene.pots)
        if scene.sides != before.sides:
            self._name_sides(scene.sides)
        for button, size in zip(self.sizes, scene.sizes, strict=False):
            button.set_size(size)
        for i, button in enumerate(self.sizes):
            button.setVisible(i < len(scene.sizes))
        if scene.engine.choices != before.engine.choices:
            self._rows_kept = 0
        self._keep_rows(scene)
        self._range_note.setText(scene.range_note)
        if scene.grid is not None or not scene.thinking:
            self.grid.set_scene(scene.grid or _EMPTY)
        set_tip(self.grid, scene.note)
        if scene.problem != before.problem:
            self.problem.set_problem(scene.problem)
        self._show_range()
        self._arc.set_on(scene.thinking)

    def _show_range(self) -> None:
        """Show the range and its text, unless the belief has their place."""
        scene, on_belief = self._scene, self._on_belief and not self._both
        if not on_belief:
            self.sides.set_value(scene.side)
        self.grid.setVisible(not on_belief)
        self._range_note.setVisible(not on_belief)
        # Segments name the player: with three there is room for one word, with four for none.
        count = len(scene.sides) + (self.belief.told and not self._both)
        title = scene.range_title if count < 3 else tr("Range") if count < 4 else ""
        self._range_title.setText(tr("Hand reading") if on_belief else title)
        self._note.say("" if self._dense or on_belief else scene.note)
        self._warning.say("" if on_belief else scene.warning)
        self._waiting.say("" if on_belief else scene.waiting)
        offered = scene.problem is None or scene.grid is not None
        self._range.setVisible(offered or not self._both)

    def _keep_rows(self, scene: AdvisorScene) -> None:
        """Keep the place of the sizes between decisions, so that the grid does not jump."""
        self._rows_kept = max(self._rows_kept, len(scene.sizes))
        self._sizes.setFixedHeight(24 * -(-self._rows_kept // self._columns))
        hidden = self._dense and self._on_belief
        self._sizes.setVisible(self._rows_kept > 0 and scene.problem is None and not hidden)

    def paint(self, painter: QPainter) -> None:
        """Paint the panel with its left hairline, and the arc in the heading while it thinks."""
        t, box = look.tokens(), QRectF(self.rect())
        painter.fillRect(box, QColor(t.bg2))
        painter.fillRect(QRectF(0, 0, 1, box.height()), QColor(t.line))
        self._arc.paint(painter, self._arc_centre(), 7.5)

    def _arc_centre(self) -> QPointF:
        right = self._title.x() + metrics(ACTION, 600).horizontalAdvance(self._title.text())
        return QPointF(right + 20, self._title.geometry().center().y() + 0.5)

    def _turn_arc(self) -> None:
        middle = self._arc_centre().toPoint()
        self.update(middle.x() - 12, middle.y() - 12, 24, 24)


MOTION_MS = 160
_LEAST = 800
"""Width that the whole body keeps beside the drawer; with less, one part makes room."""


class DrawerRoom(Fitted, QWidget):
    """Holds a body and a drawer that slides in from the right.

    Signals:
        moved: the body or its part beside the drawer has changed place.
    """

    moved = Signal()

    def __init__(self, width: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.body = QWidget(self)
        self._width = width
        self._drawer: QWidget | None = None
        self._yielding: QWidget | None = None
        self._open = False
        self._shown = 0
        self._motion = QVariantAnimation(self)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._slide)

    def set_drawer(self, drawer: QWidget, part: QWidget) -> None:
        """Set the drawer, and the part of the body that makes room in a small window.

        That part has a layout, whose right margin is the room.
        """
        self._drawer, self._yielding = drawer, part
        drawer.setParent(self)
        drawer.hide()
        part.installEventFilter(self)
        self.fit()

    @property
    def taken(self) -> int:
        return 0 if self._partly else self._shown

    @property
    def _partly(self) -> bool:
        return is_compact(self) or self.width() - self._width < _LEAST

    def set_open(self, wanted: bool) -> None:
        if wanted == self._open:
            return
        self._open = wanted
        goal = self._width if wanted else 0
        self._motion.stop()
        if look.animation() <= 0 or not self.isVisible():
            self._slide(goal)
            return
        self._motion.setStartValue(self._shown)
        self._motion.setEndValue(goal)
        self._motion.setDuration(round(MOTION_MS * look.animation()))
        self._motion.start()

    def _slide(self, shown: object) -> None:
        assert isinstance(shown, int)
        self._shown = shown
        self.fit()

    def fit(self) -> None:
        self.body.setGeometry(0, 0, self.width() - self.taken, self.height())
        drawer, part = self._drawer, self._yielding
        layout = part.layout() if part is not None else None
        if drawer is not None and part is not None and layout is not None:
            partly = self._partly
            layout.setContentsMargins(0, 0, self._shown if partly else 0, 0)
            top, height = (part.y(), part.height()) if partly else (0, self.height())
            drawer.setGeometry(self.width() - self._shown, top, self._width, height)
            drawer.setVisible(self._shown > 0)
            drawer.raise_()
        self.moved.emit()

    @guarded_or(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the part of the body that makes room."""
        if watched is self._yielding and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self.fit()
        return False
