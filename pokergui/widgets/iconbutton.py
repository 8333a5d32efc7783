"""Custom-painted button with icon, text and key cap; at most one per page is primary."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.theme import look
from pokergui.theme.fonts import BODY, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.widgets.buttons import PaintedButton
from pokergui.widgets.guard import guarded_or
from pokergui.widgets.painting import focus_ring, key_cap, key_cap_width, rounded, text
from pokergui.widgets.spoken import set_name, set_tip

_PAD = 13.0
_ICON = 16.0
_GAP = 8.0


class IconButton(PaintedButton):
    """Icon, words, key cap; any of them may be missing.

    Args:
        icon: name of an icon, empty for none.
        words: its action; a button without text shows only its icon, and text in the tooltip.
        key: its key, shown as a cap unless ``show_key`` is off, and in the tooltip.
        parent: the parent widget.
        primary: filled with the accent.
        show_words: whether the text is painted.
        show_key: whether the key is painted.
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
        """Show another icon and other text."""
        self._icon = icon
        if key is not None:
            self._key = key
        self.setText(words)
        set_name(self, words)
        set_tip(self, f"{words} ({self._key})" if self._key else words)
        self.updateGeometry()
        self.update()

    def set_primary(self, primary: bool) -> None:
        """Set whether the button is primary."""
        if primary != self._primary:
            self._primary = primary
            self.update()

    @property
    def primary(self) -> bool:
        """True if it is filled with the accent."""
        return self._primary

    def set_compact(self, compact: bool) -> None:
        """Show the key in the tooltip only."""
        self._show_key = self._has_cap and not compact
        self.updateGeometry()
        self.update()

    @property
    def key(self) -> str:
        """Its key."""
        return self._key

    @property
    def painted(self) -> str:
        """The words that are painted; empty if there is no room for them."""
        return (self._label or self.text()) if self._show_words else ""

    def set_wordless(self, wordless: bool) -> None:
        """Show the text in the tooltip only."""
        self._show_words = not wordless
        self.updateGeometry()
        self.update()

    @guarded_or(QSize(96, 34))
    def sizeHint(self) -> QSize:
        """Return a size as wide as its contents."""
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
        """Return a size in which nothing is cut off."""
        return self.sizeHint()

    def paint(self, painter: QPainter) -> None:
        """Paint rest, hover, pressed, chosen, disabled and focus as everywhere."""
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
