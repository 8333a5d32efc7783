"""The table widget, with animation."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import (
    QElapsedTimer,
    QEvent,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QMouseEvent, QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from pokergui.language import tr
from pokergui.language.joins import phrases, sentences
from pokergui.theme import look
from pokergui.viewmodel import TableFrame
from pokergui.viewmodel.table import CardView, SeatScene, TableScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.felt.full_ring_layout import FULL_RING, full_ring_layout
from pokergui.widgets.felt.layout import TableLayout, table_layout
from pokergui.widgets.felt.open_layout import NARROW, narrow_layout, open_layout, replay_layout
from pokergui.widgets.felt.painter import TablePainter, background
from pokergui.widgets.felt.ring_layout import RING, ring_layout, rows_layout
from pokergui.widgets.felt.timeline import Timeline
from pokergui.widgets.guard import Fitted, Painted, Sized, guarded, guarded_or
from pokergui.widgets.laying import PlainLabel, is_compact
from pokergui.widgets.panels import TurningArc
from pokergui.widgets.spoken import Role, say, set_description, set_name, set_role


def table_words(scene: TableScene) -> str:
    """Return all that the felt shows: "Hand 3. Pot 150. You, dealer, 9,950, Ah Kd. ..."."""
    head = (scene.title, scene.subtitle, scene.tag)
    board = _cards([card for card in scene.board if card is not None])
    parts = [phrases(head)]
    if board:
        parts.append(tr("Board {cards}").format(cards=board))
    pots = [f"{pot.name} {pot.text}" for pot in scene.pot.parts]
    parts.append(phrases((scene.pot.text, scene.pot.note, *pots)))
    for number, seat in enumerate(scene.seats):
        bet = scene.bets[number].text if number < len(scene.bets) else ""
        parts.append(_seat(seat, bet))
    notes = (scene.left, scene.right)
    parts += [" ".join(filter(None, (note.text, note.note))) for note in notes]
    if scene.result is not None:
        parts.append(phrases((scene.result.text, scene.result.note)))
    return sentences(part.replace("\n", " ") for part in parts)


def _seat(seat: SeatScene, bet: str) -> str:
    words = [seat.name, tr("dealer") if seat.dealer else "", seat.position, seat.action]
    stack = " ".join(filter(None, (seat.stack, seat.stack_note)))
    if stack:
        words.append(tr("stack {chips}").format(chips=stack))
    if bet:
        words.append(tr("bet {chips}").format(chips=bet))
    words += [_cards(seat.cards), seat.hand.text, seat.hand.note, *seat.pots]
    words += [f"{share.text} {share.percent}" for share in seat.shares]
    return phrases(words)


def _cards(cards: Sequence[CardView]) -> str:
    return " ".join(card.name for card in cards if card.face_up)


_FRAME_MS = 15
PAIR = 2
_RING = 1.35
"""Relative width from which a table for more than two has its seats all round."""
_LEAST = 807.0, 400.0
"""Least width and height of a table for more than six; smaller ones are drawn smaller."""
_LOWEST = 330.0
"""Least height of a table for three to six with hidden hands, likewise."""
_COMPLETING = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride, QEvent.Type.MouseButtonPress)


class PokerTable(Fitted, Painted, Sized, QWidget):
    """The table: shows static scenes and plays animation frames.

    Attributes:
        stop: button, offered while the thinking engine reports its work.

    Signals:
        settled: the last frame's picture is at rest.
        seat_pressed: the user clicks on the plate of a seat, given by its place from the bottom.

    Args:
        open_hands: arrange for two open hands, as in Watch and replays.
        answers: leave room under each seat for an engine's answer.
    """

    settled = Signal()
    seat_pressed = Signal(int)

    def __init__(
        self, parent: QWidget | None = None, *, open_hands: bool = False, answers: bool = True
    ) -> None:
        super().__init__(parent)
        self._open_hands = open_hands
        self.wanted = QSize(600, 530) if open_hands else QSize(1272, 644)
        self._answers = answers
        self._pace = 1.0
        self._scene = TableScene(seats=(), bets=())
        self._queue: deque[TableFrame] = deque()
        self._motion: Timeline | None = None
        self._rest_ms = 0.0
        self._watching = False
        self._places: TableLayout | None = None
        self._zoom = 1.0
        self._shape = (2, 5)
        self._seats = 2
        self._background: QPixmap | None = None
        self._background_key: tuple[object, ...] = ()
        self._clock = QElapsedTimer()
        self._tick = QTimer(self)
        self._tick.setTimerType(Qt.TimerType.PreciseTimer)
        self._tick.setInterval(_FRAME_MS)
        self._tick.timeout.connect(self._advance)
        self._thought = ""
        self.stop = IconButton("stop", tr("Stop"), "X", self)
        self.stop.setVisible(False)
        self._arc = TurningArc(self, self._turn_arc)
        self._status = PlainLabel("", self)  # for screen readers: it has a place and a name,
        self._status.setUpdatesEnabled(False)  # and nothing of it is painted
        self._status.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        set_name(self._status, tr("Table"))
        set_name(self, tr("Table"))
        set_role(self, Role.Graphic)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def scene(self) -> TableScene:
        """The picture shown, or the one that running motion leads to."""
        return self._queue[-1].scene if self._queue else self._scene

    @property
    def moving(self) -> bool:
        return self._motion is not None

    def set_pace(self, factor: float) -> None:
        """Make all motion ``factor`` times as long as the settings say; 0 shows it at once."""
        self._pace = factor

    @property
    def _slowness(self) -> float:
        return look.animation() * self._pace

    def show_scene(self, scene: TableScene) -> None:
        self._queue.clear()
        self._stop()
        self._set_scene(scene)

    def set_thought(self, words: str) -> None:
        self._thought = words
        self._place_stop()
        self.update()

    def _place_stop(self) -> None:
        seats = zip(self._scene.seats, self._places.seats if self._places else (), strict=False)
        thinking = next((place for seat, place in seats if seat.thinking), None)
        self.stop.setVisible(thinking is not None and bool(self._thought))
        if thinking is None:
            return
        plate = QRectF(self._shown(thinking.plate))
        box = QRectF(QPointF(plate.right() + 8, plate.center().y()), self.stop.sizeHint())
        box.translate(0, -box.height() / 2)
        if box.right() > self.width() - 8 or any(
            box.intersects(QRectF(self._shown(card))) for card in thinking.cards
        ):
            box.moveTopRight(QPointF(plate.right(), plate.bottom() + 4))
        self.stop.setGeometry(box.toAlignedRect())

    def play(self, frames: Sequence[TableFrame]) -> None:
        self._queue.extend(frames)
        if self._motion is None:
            self._next_frame()

    def complete(self) -> None:
        if self._motion is not None:
            self.show_scene(self.scene)
            self.settled.emit()

    def _next_frame(self) -> None:
        while self._queue:
            frame = self._queue.popleft()
            before = self._scene if self._scene.seats else None
            self._set_scene(frame.scene)
            if self._slowness > 0 and (frame.steps or frame.hold_ms):
                self._motion = Timeline(before, frame)
                self._rest_ms = frame.hold_ms
                self._clock.start()
                self._tick.start()
                self._watch(True)
                return
        self._stop()
        self.settled.emit()

    def _advance(self) -> None:
        motion = self._motion
        if motion is None:
            return
        motion.now = self._clock.elapsed() / max(self._slowness, 0.001)
        if motion.now >= motion.length + self._rest_ms:
            self._next_frame()
        self.update()

    def _stop(self) -> None:
        self._motion = None
        self._tick.stop()
        self._watch(False)
        self.update()

    def _watch(self, on: bool) -> None:
        """Listen for any key or click in the program, only while something moves."""
        app = QApplication.instance()
        if app is None or on == self._watching:
            return
        self._watching = on
        if on:
            app.installEventFilter(self)
        else:
            app.removeEventFilter(self)

    @guarded_or(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Skip animation on a key or click, which then has its usual effect."""
        del watched
        if event.type() in _COMPLETING:
            self.complete()
        return False

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        places = self._places.seats if self._places else ()
        for index, place in enumerate(places):
            if place.plate.contains(event.position() / self._zoom):
                self.seat_pressed.emit(index)

    def _set_scene(self, scene: TableScene) -> None:
        self._scene = scene
        shape = (
            max((len(s.cards) for s in scene.seats), default=0) or self._shape[0],
            len(scene.board),
        )
        seats = len(scene.seats) or self._seats
        if (shape, seats) != (self._shape, self._seats):
            self._shape, self._seats = shape, seats
            self.fit()
        self._arc.set_on(any(seat.thinking for seat in scene.seats))
        self._place_stop()
        set_description(self, table_words(scene))
        if scene.status != self._status.text():
            self._status.setText(scene.status)
            set_description(self._status, scene.status)
            say(self, scene.status)
        self.update()

    def _turn_arc(self) -> None:
        if self._places is None or not self._arc.seen:
            return
        for seat, place in zip(self._scene.seats, self._places.seats, strict=False):
            if seat.thinking:
                self.update(self._shown(place.plate))

    def fit(self) -> None:
        # Many seats are drawn smaller where there is no room for them.
        width, height = max(1, self.width()), max(1, self.height())
        self._zoom = 1.0
        if self._seats > RING:
            self._zoom = min(1.0, width / _LEAST[0], height / _LEAST[1])
        elif self._seats > PAIR and not self._open_hands:
            self._zoom = min(1.0, height / _LOWEST)
        self._places = self._arranged(self.width() / self._zoom, self.height() / self._zoom)
        self._status.setGeometry(self.rect())
        self._place_stop()
        self.update()

    def _shown(self, box: QRectF) -> QRect:
        """Return where a box of the layout is on the widget."""
        return QTransform.fromScale(self._zoom, self._zoom).mapRect(box).toAlignedRect()

    def _arranged(self, w: float, h: float) -> TableLayout:
        shape = self._shape
        if self._seats > PAIR:
            least = NARROW if self._seats <= RING else FULL_RING
            if self._open_hands or w < least or w < _RING * h:
                return rows_layout(w, h, *shape, self._seats, answers=self._answers)
            ring = ring_layout if self._seats <= RING else full_ring_layout
            return ring(w, h, is_compact(self), *shape, self._seats)
        if self._open_hands:
            return (open_layout if self._answers else replay_layout)(w, h, *shape)
        if w < NARROW:
            return narrow_layout(w, h, *shape)
        return table_layout(w, h, is_compact(self), *shape)

    def paint(self, painter: QPainter) -> None:
        if self._places is None:
            return
        ratio = self.devicePixelRatioF()
        key = (self._places, look.tokens().name, ratio)
        if self._background is None or key != self._background_key:
            self._background = background(
                self._places, self.size() / self._zoom + QSize(1, 1), ratio
            )
            self._background_key = key
        painter.scale(self._zoom, self._zoom)
        arc_turn = self._arc.turn if self._arc.seen else None
        painter.drawPixmap(0, 0, self._background)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        answers = self._open_hands and self._answers
        TablePainter(painter, self._places, ratio, answers=answers).paint(
            self._scene, self._motion, arc_turn, self._thought
        )
