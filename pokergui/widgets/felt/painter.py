"""Paints a table scene, static or animated, into a layout."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient

from pokergui.language.joins import phrases_of
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, FIGURE, POT, SMALL, font, metrics
from pokergui.viewmodel import (
    FACE_DOWN,
    BetScene,
    CardView,
    ChipColumn,
    FeltNote,
    ResultScene,
    SeatScene,
    TableScene,
)
from pokergui.widgets.felt.layout import BetPlace, SeatPlace, TableLayout
from pokergui.widgets.felt.pieces import (
    COIN_PITCH,
    card_pixmap,
    lowered,
    paint_chips,
    paint_dealer,
    paint_shares,
    paint_tag,
)
from pokergui.widgets.felt.plates import HEAD, paint_foot, paint_parts, paint_plate, part_boxes
from pokergui.widgets.felt.timeline import CardMotion, Timeline
from pokergui.widgets.painting import CENTRE, LEFT, RIGHT, fitting, paragraph, rounded, text

_CHIPS_LEFT = 0.5
"""Part of the pot's way to the winner after which its place is free for text."""


def background(places: TableLayout, size: QSize, ratio: float) -> QPixmap:
    """Return page, rim, felt, ring and board slots: all that changes only with size and theme."""
    t = look.tokens()
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(QColor(t.bg1))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(t.rimline), 1))
    painter.setBrush(QColor(t.rim))
    _rounded(painter, places, places.rim)
    felt = places.felt
    centre = QPointF(felt.center().x(), felt.top() + 0.42 * felt.height())
    # The radius counts along the felt's longer side, since the shape is the felt's, as in a CSS
    # ellipse.
    gradient = QRadialGradient(QPointF(0, 0), 1.0)
    gradient.setColorAt(0, QColor(t.felt1))
    gradient.setColorAt(1, QColor(t.felt2))
    painter.save()
    painter.translate(centre)
    painter.scale(0.72 * felt.width(), 0.72 * felt.height())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(gradient)
    radius = places.radius(felt)
    wide, high = 0.72 * felt.width(), 0.72 * felt.height()
    left, top = (felt.left() - centre.x()) / wide, (felt.top() - centre.y()) / high
    inner = QRectF(left, top, 1 / 0.72, 1 / 0.72)
    painter.drawRoundedRect(inner, radius / wide, radius / high)
    painter.restore()
    line = QColor(t.feltline)
    line.setAlphaF(0.55)
    painter.setPen(QPen(line, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _rounded(painter, places, places.ring)
    shade = QColor(0, 0, 0, 20)
    for slot in places.board:
        painter.setBrush(shade)
        radius = 0.075 * slot.width()
        painter.drawRoundedRect(slot.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.end()
    return pixmap


def _rounded(painter: QPainter, places: TableLayout, box: QRectF) -> None:
    radius = places.radius(box)
    painter.drawRoundedRect(box, radius, radius)


class TablePainter:
    """A painter of one moment of a table."""

    def __init__(
        self, painter: QPainter, places: TableLayout, ratio: float, *, answers: bool = False
    ) -> None:
        self._painter = painter
        self._places = places
        self._ratio = ratio
        self._answers = answers
        self._tokens = look.tokens()
        self._cards_rest = True

    def paint(
        self, scene: TableScene, motion: Timeline | None, arc_turn: float | None, thought: str = ""
    ) -> None:
        """Paint the whole scene.

        Args:
            arc_turn: of the thinking arc, 0 to 1; None shows none.
            thought: what the thinking engine computes, instead of "is thinking".
        """
        self._title(scene)
        self._cards_rest = motion is None or motion.cards_rest
        # Hand names are shown once the cards are at rest; until then the earlier ones stay.
        told = scene if motion is None or self._cards_rest else motion.before
        if told is not None:
            self._notes(told)
        self._board(scene, motion)
        # Chips come from under the plates and go there.
        self._money(scene, motion)
        for here, place in zip(scene.seats, self._places.seats, strict=False):
            seat = replace(here, action=thought) if here.thinking and thought else here
            paint_plate(self._painter, seat, place, arc_turn if seat.thinking else None)
            if place.shares is not None:
                paint_shares(self._painter, place.shares, seat.shares)
            if place.foot is not None:
                paint_foot(self._painter, place.foot, seat, self._answers)
            if seat.dealer:
                paint_dealer(self._painter, place.dealer, self._ratio)
        for index, seat in enumerate(scene.seats):
            self._hole(index, seat, motion)
        if told is not None:
            for seat, place in zip(told.seats, self._places.seats, strict=False):
                self._hand(seat, place)

    def _title(self, scene: TableScene) -> None:
        t, box = self._tokens, self._places.title
        line = QRectF(box.x(), box.y(), box.width(), 20)
        used = text(self._painter, line, scene.title, font(BODY, 600), t.t1)
        if self._places.title_line:
            self._tagged(line, used + 6, scene)
            return
        lines = [scene.subtitle]
        if metrics(SMALL).horizontalAdvance(scene.subtitle) > box.width():
            lines = phrases_of(scene.subtitle)
        for i, words in enumerate(lines):
            row = QRectF(box.x(), box.y() + 20 + 16 * i, box.width(), 18)
            text(self._painter, row, words, font(SMALL), t.t2)
        if scene.tag:
            at = QPointF(box.x(), box.y() + 28 + 16 * len(lines))
            paint_tag(self._painter, at, scene.tag, box.width())

    def _tagged(self, line: QRectF, used: float, scene: TableScene) -> None:
        t, p = self._tokens, self._painter
        right = line.right()
        if scene.tag:
            width = metrics(CAPTION, 500).horizontalAdvance(scene.tag) + 12
            box = QRectF(round(right - width), line.y() + 1, round(width) + 1, 18)
            rounded(p, box, "", t.line2, 3)
            text(p, box, scene.tag, font(CAPTION, 500), t.t2, CENTRE)
            right = box.left() - 7.5
        row = QRectF(line.x() + used, line.y(), right - line.x() - used, line.height())
        text(p, row, scene.subtitle, font(BODY), t.t2)

    def _hand(self, seat: SeatScene, place: SeatPlace) -> None:
        if place.hand is None or not seat.hand.text:
            return
        self._lines(place.hand, seat.hand, LEFT, BODY, 18)

    def _lines(
        self,
        box: QRectF,
        note: FeltNote,
        align: Qt.AlignmentFlag,
        size: int = ACTION,
        pitch: int = 20,
    ) -> None:
        """Paint a note in the middle of a box, line by line."""
        t = self._tokens
        lines = [(part, font(size, 600), t.feltt) for part in note.text.split("\n") if part]
        if note.note:
            lines.append((note.note, font(SMALL), t.feltt2))
        row = QRectF(box.x(), 0, box.width(), pitch)
        row.moveTop(box.center().y() - pitch / 2 * len(lines))
        for words, face, colour in lines:
            text(self._painter, row, words, face, colour, align)
            row.translate(0, pitch)

    def _notes(self, scene: TableScene) -> None:
        places = self._places
        self._lines(places.left, scene.left, RIGHT)
        self._lines(places.right, scene.right, LEFT)
        if scene.board_note.text:
            box = places.board_note
            for i, words in enumerate((scene.board_note.text, scene.board_note.note)):
                row = QRectF(box.x(), box.y() + 20 * i, box.width(), 20)
                text(self._painter, row, words, font(SMALL), self._tokens.feltt2, RIGHT)

    def _card(self, card: CardView, place: QRectF, at: QPointF, turn: float) -> None:
        """Paint a card at ``at``; ``turn`` 0 shows its back, 1 its face, between it is narrower."""
        p = self._painter
        face = card if turn >= 0.5 else FACE_DOWN
        pixmap = card_pixmap(face, place.width(), place.height(), self._ratio)
        narrow = abs(2 * turn - 1) if card.face_up else 1.0
        p.save()
        if card.mucked:
            p.setOpacity(0.4)
        if narrow < 1.0:
            p.translate(at.x() + place.width() / 2, at.y())
            p.scale(max(narrow, 0.02), 1.0)
            at = QPointF(-place.width() / 2, 0)
        p.drawPixmap(at, pixmap)
        if card.best and self._cards_rest:
            p.setOpacity(1.0)
            frame = QRectF(at, place.size()).adjusted(-4, -4, 4, 4)
            rounded(p, frame, "", "#7FA6FF", 0.075 * place.width() + 2.5, 2)
        p.restore()

    def _hole(self, index: int, seat: SeatScene, motion: Timeline | None) -> None:
        for i, (card, place) in enumerate(
            zip(seat.cards, self._places.seats[index].cards, strict=False)
        ):
            if seat.folded and not card.face_up and self._places.seats[index].foot is not None:
                continue  # at a table of many, folded seats show nothing
            state = motion.hole_card(index, i) if motion else None
            if state is None:
                self._card(card, place, place.topLeft(), 1.0)
            elif state.slide >= 0:
                self._card(card, place, self._sliding(place, state), state.turn)

    def _sliding(self, place: QRectF, state: CardMotion) -> QPointF:
        source = self._places.source - QPointF(place.width() / 2, place.height() / 2)
        return source + (place.topLeft() - source) * state.slide

    def _board(self, scene: TableScene, motion: Timeline | None) -> None:
        for i, (card, place) in enumerate(zip(scene.board, self._places.board, strict=False)):
            if card is None:
                continue
            state = motion.board_card(i) if motion else None
            if state is None:
                self._card(card, place, place.topLeft(), 1.0)
            elif state.slide >= 0:
                self._card(card, place, place.topLeft(), state.turn)

    def _chips(self, bet: BetScene, place: BetPlace, foot: QPointF | None = None) -> None:
        at = foot if foot is not None else place.foot
        columns = lowered(bet.columns[: place.columns], place.room)
        paint_chips(self._painter, columns, at, place.from_right, self._ratio)

    def _bet(self, bet: BetScene, place: BetPlace) -> None:
        self._chips(bet, place)
        at = place.text
        if not place.from_right and len(bet.columns) > 1:
            at = QPointF(at.x() + 36 * (min(len(bet.columns), place.columns) - 1), at.y())
        row = QRectF(at.x(), at.y() - 10, 160, 20)
        colour = self._tokens.feltt if self._is_on_table(at) else self._tokens.t1
        text(self._painter, row, bet.text, font(ACTION, 600), colour)

    def _is_on_table(self, at: QPointF) -> bool:
        rim, shape = self._places.rim, QPainterPath()
        radius = self._places.radius(rim)
        shape.addRoundedRect(rim, radius, radius)
        return shape.contains(at)

    def _money(self, scene: TableScene, motion: Timeline | None) -> None:
        before = motion.before if motion else None
        collected = motion.collected() if motion and before else None
        paid = motion.paid() if motion and before else None
        if motion is None or before is None or (collected is None and paid is None):
            self._pot(scene)
        elif paid is not None:
            if before.pot.parts:
                self._pay_parts(before, scene, paid)
            else:
                self._pay(before, motion.paid_seats, paid)
            if paid > _CHIPS_LEFT:
                self._result(scene)
        else:
            self._pot(before)
        for index, place in enumerate(self._places.seats[: len(scene.seats)]):
            bet = scene.bets[index]
            old = before.bets[index] if before else BetScene()
            if collected is not None:
                goal = self._goal(old, place.bet)
                self._chips(old, place.bet, _between(place.bet.foot, goal, collected))
                continue
            going = motion.bet(index) if motion else None
            coming = motion.returned(index) if motion else None
            if going is not None:
                self._bet(old, place.bet)
                home = _home(place, place.bet, bet.columns[: place.bet.columns])
                self._chips(bet, place.bet, _between(home, place.bet.foot, going))
            elif coming is not None:
                home = _home(place, place.bet, old.columns[: place.bet.columns])
                self._chips(old, place.bet, _between(place.bet.foot, home, coming))
                self._bet(bet, place.bet)
            else:
                self._bet(bet, place.bet)

    def _goal(self, bet: BetScene, place: BetPlace) -> QPointF:
        foot = self._places.pot.foot
        if place.from_right == self._places.pot.from_right:
            return foot
        return foot - QPointF(len(bet.columns[: place.columns]) * COIN_PITCH, 0)

    def _parts(self, scene: TableScene) -> bool:
        """Paint main and side pots with total, or the hand's end; return whether there is room."""
        places, parts = self._places, scene.pot.parts
        if scene.result is not None and places.parts.height() < HEAD + places.total.height():
            return False
        paint_parts(self._painter, parts, places.parts, self._ratio)
        below = max(box.bottom() for box in part_boxes(parts, places.parts))
        if scene.result is not None:
            self._sentence(places.total, scene.result)
        elif below + 22 <= places.total.bottom():
            row = QRectF(places.total.x(), below + 4, places.total.width(), 20)
            text(self._painter, row, scene.pot.text, font(ACTION, 600), self._tokens.feltt, CENTRE)
        return True

    def _pot(self, scene: TableScene) -> None:
        t, places = self._tokens, self._places
        if scene.pot.parts and self._parts(scene):
            return
        if scene.result is not None:
            self._result(scene)
            return
        columns = lowered(scene.pot.columns[: places.columns], places.pot.room)
        paint_chips(self._painter, columns, places.pot.foot, places.pot.from_right, self._ratio)
        at = places.pot.text
        room = places.felt.right() - 20 - at.x()
        top = at.y() - 23 if scene.pot.note else at.y() - 12
        face = fitting(scene.pot.text, room, (POT, FIGURE, ACTION, BODY), 600)
        text(self._painter, QRectF(at.x(), top, room, 26), scene.pot.text, face, t.feltt)
        self._small(QRectF(at.x(), top + 27, room, 34), scene.pot.note)

    def _small(self, box: QRectF, words: str) -> None:
        paragraph(self._painter, box, words, font(SMALL), self._tokens.feltt2)

    def _pay_parts(self, before: TableScene, scene: TableScene, paid: float) -> None:
        boxes = part_boxes(before.pot.parts, self._places.parts)
        for part, won, box in zip(before.pot.parts, scene.pot.parts, boxes, strict=False):
            columns = lowered(part.columns, 26)
            start = QPointF(box.right() - 8, box.y() + 40)
            for rival in won.rivals:
                home = _home(self._places.seats[rival.seat], self._places.pot, columns)
                paint_chips(self._painter, columns, _between(start, home, paid), True, self._ratio)

    def _pay(self, before: TableScene, seats: tuple[int, ...], paid: float) -> None:
        columns = lowered(before.pot.columns[: self._places.columns], self._places.pot.room)
        for seat in seats:
            home = _home(self._places.seats[seat], self._places.pot, columns)
            foot = _between(self._places.pot.foot, home, paid)
            paint_chips(self._painter, columns, foot, self._places.pot.from_right, self._ratio)

    def _result(self, scene: TableScene) -> None:
        if scene.pot.parts and self._parts(scene):
            return
        if scene.result is not None:
            self._sentence(self._places.result, scene.result)

    def _sentence(self, box: QRectF, result: ResultScene) -> None:
        t = self._tokens
        align = LEFT if self._places.result_left else CENTRE
        # Whatever the names, the amount is never elided.
        face = fitting(result.text, box.width(), (POT, FIGURE, ACTION, BODY, SMALL, CAPTION), 600)
        row = QRectF(box.x(), box.y(), box.width(), 26)
        text(self._painter, row, result.text, face, t.feltt, align)
        if self._places.result_left:
            self._small(box.adjusted(0, 27, 0, 8), result.note)
            return
        row = QRectF(box.x(), box.y() + 26, box.width(), 18)
        text(self._painter, row, result.note, font(SMALL), t.feltt2, align)


def _home(place: SeatPlace, at: BetPlace, columns: tuple[ChipColumn, ...]) -> QPointF:
    """Return the foot of ``columns`` under the middle of a seat's plate."""
    half = len(columns) * COIN_PITCH / 2
    middle = place.plate.center()
    return QPointF(middle.x() + (half if at.from_right else -half), middle.y() + 10)


def _between(a: QPointF, b: QPointF, share: float) -> QPointF:
    return a + (b - a) * share
