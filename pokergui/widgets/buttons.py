"""Custom-painted buttons of the action bar: decisions, next hand."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from pokergui.language import tr
from pokergui.language.joins import labelled, phrases
from pokergui.theme import look
from pokergui.theme.colours import action_colour
from pokergui.theme.fonts import ACTION, BODY, CAPTION, FIGURE, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.theme.tokens import mix
from pokergui.viewmodel import ActionSlot, NextHand, SlotAdvice
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.painting import (
    RIGHT,
    fitting,
    focus_ring,
    key_cap,
    key_cap_width,
    paragraph,
    rounded,
    text,
)
from pokergui.widgets.spoken import set_description, set_name, set_tip

_CONFIRM_MS = 2000


class PaintedButton(Painted, QAbstractButton):
    """Custom-painted button with hover, keyboard focus and Enter."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def press(self) -> None:
        if self.isVisible() and self.isEnabled():
            self.click()

    @guarded_or(QSize(96, 36))
    def sizeHint(self) -> QSize:
        return QSize(96, 36)


def _part(painter: QPainter, box: QRectF, part: QRectF, colour: str, radius: float) -> None:
    """Fill a part of a rounded box."""
    painter.save()
    clip = QPainterPath()
    clip.addRoundedRect(box, radius, radius)
    painter.setClipPath(clip)
    painter.fillRect(part, QColor(colour))
    painter.restore()


def _bar(painter: QPainter, box: QRectF, colour: str) -> None:
    """Paint the 4 pixel bar at the left, following the rounded corners."""
    _part(painter, box, QRectF(0, 0, 4, box.height()), colour, 6)


def _title(painter: QPainter, row: QRectF, title: str, colour: str) -> None:
    """Paint the title in the largest size that fits, else on two lines."""
    sizes = (ACTION, BODY, SMALL)
    fits = (s for s in sizes if metrics(s, 600).horizontalAdvance(title) <= row.width())
    size = next(fits, 0)
    head, _, amount = title.rpartition(" ")
    if not size and head and row.y() >= 18:
        above = QRectF(row.x(), row.y() - 18, row.width(), 18)
        text(painter, above, head, font(SMALL, 600), colour)
        title = amount
    text(painter, row, title, font(size or BODY, 600), colour)


def _answer(painter: QPainter, box: QRectF, words: str) -> None:
    t = look.tokens()
    painter.setPen(QPen(QColor(t.t1), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 6, 6)
    if box.height() < 84:
        return
    foot = QRectF(box.x() + 16, box.bottom() - 22, box.width() - 26, 16)
    text(painter, foot, words, font(CAPTION, 600), t.t1, RIGHT)


def advised_words(advice: SlotAdvice | None) -> str:
    if advice is None:
        return ""
    parts = (advice.percent, advice.value, advice.error)
    return " ".join(filter(None, parts)) or phrases(advice.other)


class ActionButton(PaintedButton):
    """One decision, with its colour, its second line and its key.

    Signals:
        confirmed: pressed, and pressed again if the slot is guarded.
    """

    confirmed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEnabled(False)
        self._slot: ActionSlot | None = None
        self._armed = QTimer(self)
        self._armed.setSingleShot(True)
        self._armed.setInterval(_CONFIRM_MS)
        self._armed.timeout.connect(self.update)
        self.clicked.connect(self._pressed)

    def set_slot(self, slot: ActionSlot) -> None:
        """Show a decision; an armed guard is reset."""
        if slot == self._slot:
            return
        self._slot = slot
        self._armed.stop()
        self.setEnabled(slot.enabled and not slot.over)
        self.setText(slot.title)
        set_name(self, slot.title)
        advice = slot.advice
        said = advised_words(advice)
        yours = tr("your answer") if slot.chosen else ""
        set_description(self, phrases((yours, said, slot.detail)))
        tip = f"{slot.title} ({slot.key})"
        if not slot.enabled or advice is not None:
            tip = labelled(slot.title, f"{slot.detail} ({slot.key})") if slot.detail else tip
        if advice is not None:
            tip = "\n".join(filter(None, (tip, said, advice.reason)))
        set_tip(self, tip)
        self.update()

    @property
    def armed(self) -> bool:
        return self._armed.isActive()

    def _pressed(self) -> None:
        if self._slot is not None and self._slot.guarded and not self.armed:
            self._armed.start()
            self.update()
            return
        self._armed.stop()
        self.update()
        self.confirmed.emit()

    def paint(self, painter: QPainter) -> None:
        slot = self._slot
        if slot is None:
            return
        t = look.tokens()
        box = QRectF(self.rect())
        colour = action_colour(slot.tone)
        legal, hover = slot.enabled, self.underMouse() and self.isEnabled()
        share = 0.28 if hover or self.armed else 0.10 if slot.tone in ("fold", "small") else 0.16
        if self.isDown():
            share *= 0.7
        fill = mix(colour, share, t.bg3) if legal else t.bg2
        border = mix(colour, 1.0 if self.armed else 0.45, t.bg3) if legal else t.line
        advice = slot.advice if legal else None
        if advice is not None and advice.best:
            border = colour
        rounded(painter, box, fill, border)
        if advice is not None and advice.share > 0:
            probable = QRectF(box.x(), box.y(), box.width() * advice.share, box.height())
            _part(painter, box.adjusted(1, 1, -1, -1), probable, mix(colour, 0.26, fill), 5.5)
        _bar(painter, box, colour if legal else t.line2)
        corner = QPointF(box.right() - 9, 9)
        key_cap(painter, corner, slot.key, t.t2 if legal else t.t3, t.t3 if legal else t.line2)
        if slot.chosen:
            _answer(painter, box, tr("your answer"))
        if self.hasFocus():
            focus_ring(painter, box, 6)
        cap = key_cap_width(slot.key) + 8 if box.height() < 84 else 0.0
        if advice is not None and not self.armed:
            self._advised(painter, slot, advice, cap)
            return
        middle = box.center().y()
        room = QRectF(16, middle - 20, box.width() - 28, 20)
        _title(painter, room.adjusted(0, 0, 6 - cap, 0), slot.title, t.t1 if legal else t.t3)
        detail = tr("press again to confirm") if self.armed else slot.detail
        second = t.t3 if not legal else t.t1 if hover or self.armed else t.t2
        room = room.translated(0, 20)
        if box.height() >= 84 and metrics(BODY).horizontalAdvance(detail) > room.width():
            paragraph(painter, room.adjusted(0, 0, 4, 14), detail, font(SMALL), second)
        else:
            room = room.adjusted(0, 0, 8, 0)
            face = fitting(detail, room.width(), (BODY, SMALL, CAPTION))
            text(painter, room, detail, face, second)

    def _advised(self, painter: QPainter, slot: ActionSlot, advice: SlotAdvice, cap: float) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        width = box.width() - 22
        percent = metrics(FIGURE, 600).horizontalAdvance(advice.percent)
        value = f"{advice.value} {advice.error}".strip()
        beside = percent + 6 + metrics(SMALL).horizontalAdvance(value) <= width
        below = bool(value) and not beside and box.height() >= 84
        if not (beside or below):  # the standard error is in the tooltip only
            value = advice.value
            beside = percent + 6 + metrics(SMALL).horizontalAdvance(value) <= width
        top = box.y() + 27 if below else box.center().y() - 22
        _title(painter, QRectF(16, top, width - cap, 20), slot.title, t.t1)
        if advice.other[0]:
            row = QRectF(16, top + 20, width + 4, box.height() - top - 24)
            paragraph(painter, row, "\n".join(advice.other), font(SMALL), t.t1)
            return
        row = QRectF(16, top + 20, width, 24)
        used = text(painter, row, advice.percent, font(FIGURE, 600), t.t1)
        if below:
            row = QRectF(16, top + 43, width, 20)
            text(painter, row, value, font(SMALL), t.t1)
        elif beside:
            text(painter, row.adjusted(used + 6, 1.5, 0, 1.5), value, font(SMALL), t.t1)


class QuietButton(PaintedButton):
    """A flat icon button, bordered on hover and tinted when checked."""

    def __init__(
        self, icon: str, words: str, key: str, parent: QWidget | None = None, size: int = 32
    ) -> None:
        super().__init__(parent)
        self.setFixedSize(size, size)
        self.show_as(icon, words, key)

    def show_as(self, icon: str, words: str, key: str) -> None:
        self._icon = icon
        set_name(self, words)
        set_tip(self, f"{words} ({key})")
        self.update()

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        box = QRectF(self.rect())
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            rounded(painter, box, t.bg2 if self.isDown() else t.bg4, t.line2)
        elif self.isChecked():
            rounded(painter, box, t.accbg)
        ink = t.acc if self.isChecked() else t.t2
        ink = ink if self.isEnabled() else mix(t.t3, 0.45, t.bg1)
        paint_icon(painter, self._icon, box.adjusted(7, 7, -7, -7), ink)
        if self.hasFocus():
            focus_ring(painter, box, 6)


class NextButton(PaintedButton):
    """The button that deals the next hand, instead of the decisions between hands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._next: NextHand | None = None
        self._since = QElapsedTimer()
        self._tick = QTimer(self)
        self._tick.setInterval(33)
        self._tick.timeout.connect(self._run_out)

    def set_next(self, scene: NextHand) -> None:
        self._next = scene
        self._since.start()
        if scene.pause_ms:
            self._tick.start()
        else:
            self._tick.stop()
        self.setText(scene.title)
        set_name(self, scene.title)
        set_description(self, scene.detail)
        set_tip(self, f"{scene.title} ({scene.key})")
        self.update()

    def _run_out(self) -> None:
        if not self.isVisible() or self._left() <= 0:
            self._tick.stop()
        self.update(0, self.height() - 4, self.width(), 4)

    def _left(self) -> float:
        if self._next is None or not self._next.pause_ms:
            return 0.0
        return max(0.0, 1.0 - self._since.elapsed() / self._next.pause_ms)

    def paint(self, painter: QPainter) -> None:
        """Paint an accent tint; at the width of three decisions a full fill is too strong."""
        if self._next is None:
            return
        t = look.tokens()
        box = QRectF(self.rect())
        share = 0.10 if self.isDown() else 0.22 if self.underMouse() else 0.14
        rounded(painter, box, mix(t.accf, share, t.accbg), mix(t.acc, 0.55, t.bg3))
        _bar(painter, box, t.acc)
        middle = box.center().y()
        room = QRectF(16, middle - 20, box.width() - 90, 20)
        text(painter, room, self._next.title, font(ACTION, 600), t.t1)
        text(painter, room.translated(0, 20), self._next.detail, font(BODY), t.t2)
        key_cap(painter, QPointF(box.right() - 9, 9), self._next.key, t.t2, t.t3)
        left = self._left()
        if left > 0:
            foot = QRectF(box.x() + 6, box.bottom() - 3, (box.width() - 12) * left, 2)
            painter.fillRect(foot, QColor(t.acc))
        if self.hasFocus():
            focus_ring(painter, box, 6)


_PAD = 13.0
_ICON = 16.0
_GAP = 8.0


class IconButton(PaintedButton):
    """Icon, words, key cap; any of them may be missing.

    Args:
        words: its action; a button without text shows only its icon, and text in the tooltip.
        key: its key, shown as a cap unless ``show_key`` is off, and in the tooltip.
        label: shorter text painted instead of the full one, which is in the tooltip.
    """

    def __init__(
        self,
        icon: str,
        words: str,
        key: str,
        parent: QWidget | None = None,
        *,
        primary: bool = False,
        show_words: bool = True,
        show_key: bool = True,
        label: str = "",
    ) -> None:
        super().__init__(parent)
        self._label = label
        self._icon = icon
        self._key = key
        self._primary = primary
        self._show_words = show_words
        self._has_cap = self._show_key = show_key and show_words
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_words(icon, words)

    def set_words(self, icon: str, words: str, key: str | None = None) -> None:
        self._icon = icon
        if key is not None:
            self._key = key
        self.setText(words)
        set_name(self, words)
        set_tip(self, f"{words} ({self._key})" if self._key else words)
        self.updateGeometry()
        self.update()

    def set_primary(self, primary: bool) -> None:
        if primary != self._primary:
            self._primary = primary
            self.update()

    @property
    def primary(self) -> bool:
        return self._primary

    def set_compact(self, compact: bool) -> None:
        self._show_key = self._has_cap and not compact
        self.updateGeometry()
        self.update()

    @property
    def key(self) -> str:
        return self._key

    @property
    def painted(self) -> str:
        return (self._label or self.text()) if self._show_words else ""

    def set_wordless(self, wordless: bool) -> None:
        self._show_words = not wordless
        self.updateGeometry()
        self.update()

    @guarded_or(QSize(96, 34))
    def sizeHint(self) -> QSize:
        parts = []
        if self._icon:
            parts.append(_ICON)
        if self._show_words:
            parts.append(metrics(BODY, 500).horizontalAdvance(self.painted))
        if self._show_key and self._key:
            parts.append(key_cap_width(self._key))
        width = 2 * _PAD + sum(parts) + _GAP * (len(parts) - 1)
        return QSize(round(width) if self._show_words else 36, 34)

    @guarded_or(QSize(36, 34))
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paint(self, painter: QPainter) -> None:
        t = look.tokens()
        box, on = QRectF(self.rect()), self.isEnabled()
        hover, down = self.underMouse() and on, self.isDown()
        ink, border = (t.t1, t.line2) if on else (t.t3, t.line)
        if self._primary and on:
            fill = t.accf_pressed if down else t.accf_hover if hover else t.accf
            ink, border = "#FFFFFF", fill
        elif self.isChecked():
            fill, border = t.accbg, t.acc
            ink = t.acc if on else t.t3
        else:
            fill = t.bg2 if down or not on else t.bg4 if hover else t.button
        rounded(painter, box, fill, border)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        x, middle = _PAD, box.center().y()
        if self._icon:
            left = x if self._show_words else (box.width() - _ICON) / 2
            paint_icon(painter, self._icon, QRectF(left, middle - _ICON / 2, _ICON, _ICON), ink)
            x += _ICON + _GAP
        if self._show_words:
            row = QRectF(x, 0, box.right() - x - 4, box.height())
            x += text(painter, row, self.painted, font(BODY, 500), ink)
        end = box.right() - _PAD + 3
        room = x + key_cap_width(self._key) <= end  # for the cap beside the words
        if self._show_words and self._show_key and self._key and room:
            edge = "#FFFFFF" if self._primary and on else border
            key_cap(painter, QPointF(end, middle - 9), self._key, ink, edge)
        if self.hasFocus():
            focus_ring(painter, box.adjusted(-1, -1, 1, 1), 7)
