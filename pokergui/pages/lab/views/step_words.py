"""A step in text and numbers, and the legend of the triangles."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import clauses, full_sentences, full_stop, sentences
from pokergui.pages.lab.viewmodel.lab import LegendEntry, MatrixScene, ValueLine
from pokergui.pages.lab.views.numbers import mark_colour, number_width, paint_number
from pokergui.pages.lab.views.simplex import crosshair
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, SMALL, font, metrics
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.painting import RIGHT, paragraph, stroke, text
from pokergui.widgets.spoken import set_description, set_name, set_tip

_HEAD = 22.0
_LINE = 32.0
_FIRST = 36.0
_SPLIT = 0.57
"""The share of the width at which the second of two values on a line begins."""


class StepWords(Painted, QWidget):
    """The value of a step, the equilibrium's value, the gaps, and a note on the rule."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: tuple[ValueLine, ...] = ()
        self._note = self._warning = ""
        self._compact = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        set_name(self, tr("This step"))

    def set_scene(self, scene: MatrixScene) -> None:
        """Show a step."""
        shown = (scene.values, scene.note, scene.warning)
        if shown == (self._values, self._note, self._warning):
            return
        self._values, self._note, self._warning = shown
        words = [f"{line.label} {line.number.text}" for line in scene.values]
        set_description(
            self, full_sentences((full_stop(clauses(words)), scene.note, scene.warning))
        )
        set_tip(self, full_sentences((scene.note, scene.warning)))
        self.updateGeometry()
        self.update()

    def set_compact(self, compact: bool) -> None:
        """Leave the sentences to the tooltip when space is short."""
        if compact != self._compact:
            self._compact = compact
            self.updateGeometry()
            self.update()

    def _places(self) -> list[QRectF]:
        """Return the places: a line for a value with its decimal, or for two values without one."""
        places: list[QRectF] = []
        y, half, values = _HEAD, round(_SPLIT * self.width()), self._values
        while len(places) < len(values):
            i = len(places)
            high = _FIRST if i == 0 else _LINE
            pair = not any(line.decimal for line in values[i : i + 2]) and 0 < i < len(values) - 1
            places.append(QRectF(0, y, half if pair else self.width(), high))
            if pair:
                places.append(QRectF(half, y, self.width() - half, high))
            y += high
        return places

    def _wrapped(self, words: str) -> float:
        """Return the height of a sentence in pixels."""
        room = QRectF(0, 0, self.width(), 1000)
        return metrics(SMALL).boundingRect(room, Qt.TextFlag.TextWordWrap, words).height()

    @guarded_or(QSize(240, 200))
    def sizeHint(self) -> QSize:
        """Return the height of all lines."""
        places = self._places()
        high = places[-1].bottom() if places else _HEAD
        for words in (self._note, self._warning):
            high += self._wrapped(words) if words and not self._compact else 0.0
        return QSize(240, round(high) + (0 if self._compact else 10))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the height, as sentences wrap differently."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    @guarded_or(QSize(200, 120))
    def minimumSizeHint(self) -> QSize:
        """Return the size at which nothing is cut off."""
        return QSize(200, self.sizeHint().height())

    def paint(self, painter: QPainter) -> None:
        """Paint the heading, numbers and sentences."""
        t, wide = look.tokens(), float(self.width())
        text(painter, QRectF(0, 0, wide, 20), tr("This step"), font(BODY, 600), t.t1)
        y = _HEAD
        for i, (place, line) in enumerate(zip(self._places(), self._values, strict=True)):
            self._value(painter, place, line, first=i == 0)
            y = place.bottom()
        if self._compact:
            return
        room = QRectF(0, y + 4, wide, max(0.0, self.height() - y - 4))
        paragraph(painter, room, self._note, font(SMALL), t.t2)
        room.setTop(room.top() + self._wrapped(self._note))
        paragraph(painter, room, self._warning, font(SMALL), t.unc)

    @staticmethod
    def _value(painter: QPainter, box: QRectF, line: ValueLine, *, first: bool) -> None:
        t = look.tokens()
        size, weight = (ACTION, 600) if first else (SMALL, 400)
        used = text(painter, box, line.label, font(size if first else SMALL, weight), t.t2)
        place = box.adjusted(used + 8, 0, 0, 0)
        paint_number(painter, place, line.number, size=size, weight=weight, colour=t.t1)
        if line.decimal:
            rest = place.adjusted(number_width(line.number, size, weight) + 10, 0, 0, 0)
            text(painter, rest, f"= {line.decimal}", font(SMALL), t.t2)


class LabLegend(Painted, QWidget):
    """The meaning of the colours and, at the right, the rules' distances from the equilibrium."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[LegendEntry, ...] = ()
        self._gaps = ""
        self.setFixedHeight(26)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Legend"))

    def set_scene(self, scene: MatrixScene) -> None:
        """Show the legend."""
        if (scene.legend, scene.gaps) != (self._entries, self._gaps):
            self._entries, self._gaps = scene.legend, scene.gaps
            words = clauses(entry.text for entry in scene.legend)
            set_description(self, sentences((words, scene.gaps)))
            set_tip(self, scene.gaps)
            self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint from the left; the gaps are the first to be left out."""
        t, x, middle = look.tokens(), 2.0, self.height() / 2
        for entry in self._entries:
            if entry.mark == "target":
                crosshair(painter, QPointF(x + 8, middle), t.t1)
            else:
                stroke(
                    painter, QPointF(x, middle), QPointF(x + 12, middle), mark_colour(entry.mark), 2
                )
            wide = metrics(SMALL).horizontalAdvance(entry.text)
            place = QRectF(x + 20, 0, wide + 1, self.height())
            text(painter, place, entry.text, font(SMALL), t.t2)
            x += wide + 38
        room = QRectF(x, 0, self.width() - x - 2, self.height())
        if metrics(SMALL).horizontalAdvance(self._gaps) <= room.width():
            text(painter, room, self._gaps, font(SMALL), t.t1, RIGHT)
