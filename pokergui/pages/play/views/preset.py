"""The painted button of a size: the user's own, or one of the advisor's engine."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language.joins import labelled, phrases
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel import Preset, SlotAdvice
from pokergui.widgets.buttons import PaintedButton, advised_words
from pokergui.widgets.painting import RIGHT, focus_ring, rounded, text
from pokergui.widgets.spoken import set_description, set_name, set_tip

_NARROW = 64
"""Width below which only the tooltip shows a size's key."""
_PAD = 5


class PresetButton(PaintedButton):
    """One size: label, amount under it (nothing beside it when low), key at its right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preset: Preset | None = None

    def set_preset(self, preset: Preset, enabled: bool) -> None:
        """Show a size."""
        self.setEnabled(enabled and preset.enabled)
        if preset != self._preset:
            self._preset = preset
            self.setText(preset.label)
            set_name(self, preset.label)
            said = advised_words(preset.advice)
            set_description(self, phrases((preset.amount, said)))
            tip = labelled(preset.label, f"{preset.amount} ({preset.key})")
            reason = preset.advice.reason if preset.advice is not None else ""
            set_tip(self, "\n".join(filter(None, (tip, said, reason))))
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint two lines, or one if the bar is low."""
        preset = self._preset
        if preset is None:
            return
        t = look.tokens()
        box = QRectF(self.rect())
        legal = self.isEnabled()
        chosen = preset.selected and legal
        hover = self.underMouse() and legal
        fill = t.accbg if chosen else t.bg2 if not legal else t.bg4 if hover else t.bg3
        rounded(painter, box, fill, t.acc if chosen else t.line2 if legal else t.line)
        main, second = (t.t1, t.t2) if legal else (t.t3, t.t3)
        tall = box.height() >= 36
        narrow = box.width() < _NARROW
        left = 6 if narrow else 10
        width = box.width() - left - (4 if narrow else 8)
        if preset.advice is not None:
            self._advised(painter, preset, preset.advice)
            return
        line = QRectF(left, 3 if tall else 0, width, 18 if tall else box.height())
        size = BODY if tall else SMALL
        key = 0.0 if narrow else text(painter, line, preset.key, font(CAPTION), t.t3, RIGHT)
        text(painter, line.adjusted(0, 0, -key - 4, 0), preset.label, font(size, 600), main)
        if tall:
            text(painter, line.translated(0, 17), preset.amount, font(SMALL), second)
        if self.hasFocus():
            focus_ring(painter, box, 6)

    def _advised(self, painter: QPainter, preset: Preset, advice: SlotAdvice) -> None:
        """Paint size, amount, frequency and value of the bet on two or three lines.

        If both figures do not fit side by side, the frequency is beside the size, and with two
        lines the value replaces the amount.
        """
        t, box = look.tokens(), QRectF(self.rect())
        low = box.height() < 48
        width = box.width() - 2 * _PAD
        first = QRectF(_PAD, 2 if low else 3, width, 16)
        second = first.translated(0, 15)
        last = QRectF(_PAD, box.height() - (17 if low else 18), width, 15)
        small, strong = font(CAPTION), font(CAPTION, 600)
        worth = advice.value.rpartition(" ")[2]
        beside = _width(advice.percent, 600) + _width(worth) + 3 <= width
        label = strong if low else font(SMALL, 600)
        used = text(painter, first, preset.label, label, t.t1)
        rest = first.adjusted(used + 4, 0, 0, 0)
        if not low:
            text(painter, second, preset.amount, font(SMALL), t.t2)
        if not beside:
            text(painter, rest, advice.percent, strong, t.t1, RIGHT)
        elif not low:
            text(painter, rest, preset.key, small, t.t3, RIGHT)
        elif _width(preset.amount) <= rest.width():
            text(painter, rest, preset.amount, small, t.t2, RIGHT)
        if beside:
            text(painter, last, advice.percent, strong, t.t1)
        text(painter, last, worth, small, t.t2, RIGHT)
        if self.hasFocus():
            focus_ring(painter, box, 6)


def _width(words: str, weight: int = 400) -> float:
    return metrics(CAPTION, weight).horizontalAdvance(words)
