"""The common part of the Lab's tabs: a strip, a scrolling body below it, and keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QLayout, QWidget

from pokergui.language import tr_lab as tr
from pokergui.pages.lab.viewmodel import LabNumber, Mark, StepsScene
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, CAPTION, SMALL, font, metrics
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.laying import column, label, row, when_compact
from pokergui.widgets.notice import scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import CENTRE, LEFT, rendered, stroke, text
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.segmented import Segmented


class StripBar(ToolBar):
    """The strip at the top of a tab."""

    sheet = "strip"
    heights = (50, 44)


class LabTab(KeyedPage):
    """A tab of the page; its scrolling body is shown once there is something in it.

    ``controls.changed`` also reports the choices of its other parts.
    """

    def __init__(self, parent: QWidget, rows: Sequence[Control]) -> None:
        super().__init__(parent)
        self.controls = Controls(rows, self)
        self.begin_keys(tr("This part"))
        self.body = QWidget(self)
        self.body.setObjectName("page")
        self.body.setVisible(False)  # until there is something to show

    def lay_out(self, strip: QWidget, body: QLayout) -> None:
        self.body.setLayout(body)
        column(strip, (scroll_area(self.body, self), 1), on=self, gap=0)

    def add_keys(self, keys: str, choice: Segmented, words: str) -> None:
        for key, button in zip(keys, choice.buttons(), strict=False):
            self.add_key(key, button.click, words)

    def add_switch(self, key: str, choice: Segmented, words: str) -> None:
        """Add a key that presses the other segment of two."""
        first, second = choice.buttons()

        def press() -> None:
            (second if first.isChecked() else first).click()

        self.add_key(key, press, words)


def numbers_row() -> Control:
    """Return the choice of fractions or decimals."""
    values = ((True, "1/3"), (False, "0.333"))
    return Control("fractions", "segments", "X X", label=tr("Numbers"), values=values)


class Layer:
    """A picture of the part of a widget that seldom changes."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._image: QImage | None = None
        self._painted_with: object = None

    def forget(self) -> None:
        """Discard the picture; it is painted again next time."""
        self._image = None

    def draw(self, painter: QPainter, paint: Callable[[QPainter], None]) -> None:
        """Draw it on the widget; ``paint`` renders it again if size, theme or content changed."""
        size, ratio = self._widget.size(), self._widget.devicePixelRatioF()
        wanted = (size.width(), size.height(), ratio, look.tokens())

        def smooth(inner: QPainter) -> None:
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint(inner)

        if self._image is None or wanted != self._painted_with:
            self._image, self._painted_with = rendered(size, ratio, smooth), wanted
        painter.drawImage(QPoint(0, 0), self._image)


class StepBar(StripBar):
    """Shows a ``StepsScene``."""

    gaps = (8, 6)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label("", self, ACTION, 600)
        self.rest = label("", self, tone="second")
        self.first = IconButton(
            "first", tr("To the first step"), tr("Home"), self, show_words=False
        )
        self.back = IconButton("back", tr("Step back"), "\u2190", self, show_words=False)
        self.forward = IconButton("forward", tr("Next step"), "\u2192", self, primary=True)
        self.run = IconButton("last", tr("Run"), tr("End"), self, show_key=False)
        where = QWidget(self)
        row(self.title, self.rest, None, on=where, gap=8)
        self.fill(where, *self.tab_order())
        when_compact(self, self.run.set_wordless, True, False)
        when_compact(self, self.rest.setVisible, False, True)
        # Keep the layout still while the number grows.
        small = math.ceil(metrics(ACTION, 600).horizontalAdvance(tr("Iteration 10,000")))
        usual = small + 8 + math.ceil(metrics(SMALL).horizontalAdvance(tr("of 10,000")))
        when_compact(self, where.setMinimumWidth, small, usual)

    def add_choice(self, words: str, choice: Segmented) -> None:
        """Add segments after the existing ones, with a caption before them."""
        caption = label(words, self, tone="second")
        when_compact(self, caption.setVisible, False, True)
        self.line.addSpacing(4)
        self.line.addWidget(caption)
        self.line.addWidget(choice)

    def add_last(self, choice: Segmented) -> None:
        self.line.addStretch(1)
        self.line.addWidget(choice)

    def set_scene(self, scene: StepsScene) -> None:
        self.title.setText(scene.title)
        self.rest.setText(tr("running\u2026") if scene.running else scene.rest)
        self.run.set_words("last", scene.run)
        self.first.setEnabled(scene.can_back)
        self.back.setEnabled(scene.can_back)
        self.forward.setEnabled(scene.can_forward)
        self.run.setEnabled(scene.can_forward and not scene.running)

    def tab_order(self) -> list[QWidget]:
        return [self.first, self.back, self.forward, self.run]


class StepTab(LabTab):
    """A tab that goes through a run step by step."""

    def __init__(self, parent: QWidget, rows: Sequence[Control]) -> None:
        super().__init__(parent, (*rows, numbers_row()))
        self.steps = steps = StepBar(self)
        for name in ("first", "back", "forward", "run"):
            button = getattr(steps, name)
            button.clicked.connect(partial(self.controls.changed.emit, name, None))
        there, ends = tr("a step forward, back"), tr("to the start, to the end")
        self.add_key("Right", steps.forward.press, there, repeat=True)
        self.add_key("Left", steps.back.press, there, repeat=True)
        self.add_key("Home", steps.first.press, ends)
        self.add_key("End", steps.run.press, ends)
        numbers = self.controls.segments("fractions")
        self.add_switch("X", numbers, tr("fractions or decimals"))


_LABEL_GAP = 4.0
_COLOURS: dict[Mark, str] = {
    "a": "ser_a",
    "b": "ser_b",
    "c": "ser_c",
    "d": "ser_d",
    "e": "ser_e",
    "quiet": "raw",
    "accent": "acc",
    "target": "t1",
}


def mark_colour(mark: Mark) -> str:
    return str(getattr(look.tokens(), _COLOURS[mark]))


def tone_colour(number: LabNumber) -> str:
    t = look.tokens()
    return {"plain": t.t1, "quiet": t.t2, "positive": t.pos, "negative": t.neg}[number.tone]


def _parts(number: LabNumber) -> tuple[str, str, str]:
    """Return the sign, the numerator or whole text, and the denominator."""
    body, sign = number.text, ""
    if "/" in body and body[0] in "+\u2212":
        sign, body = body[0], body[1:]
    top, _, bottom = body.partition("/")
    return sign, top, bottom


def number_width(number: LabNumber, size: int = SMALL, weight: int = 400) -> float:
    sign, top, bottom = _parts(number)
    measure = metrics(size, weight)
    width = max(measure.horizontalAdvance(top), measure.horizontalAdvance(bottom))
    return width + (measure.horizontalAdvance(sign) + 2 if sign else 0.0) + (4 if bottom else 0)


def label_width(number: LabNumber) -> float:
    if not number.label:
        return 0.0
    return metrics(CAPTION).horizontalAdvance(number.label) + _LABEL_GAP


def paint_number(
    painter: QPainter,
    box: QRectF,
    number: LabNumber,
    *,
    size: int = SMALL,
    weight: int = 400,
    colour: str = "",
    align: Qt.AlignmentFlag = LEFT,
) -> None:
    """Paint one number, vertically centred in a box, with its label before it."""
    ink = colour or tone_colour(number)
    wide, before = number_width(number, size, weight), label_width(number)
    if align & Qt.AlignmentFlag.AlignRight:
        x = box.right() - wide
    elif align & Qt.AlignmentFlag.AlignHCenter:
        x = box.center().x() - (wide - before) / 2
    else:
        x = box.x() + before
    if before:
        place = QRectF(x - before, box.y(), before, box.height())
        text(painter, place, number.label, font(CAPTION), look.tokens().t3)
    sign, top, bottom = _parts(number)
    face, middle = font(size, weight), box.center().y()
    if not bottom:
        text(painter, QRectF(x, box.y(), wide + 1, box.height()), top, face, ink)
        return
    if sign:
        step = metrics(size, weight).horizontalAdvance(sign) + 2
        text(painter, QRectF(x, box.y(), step, box.height()), sign, face, ink)
        x, wide = x + step, wide - step
    high = size + 3.0
    text(painter, QRectF(x, middle - high + 0.5, wide, high), top, face, ink, CENTRE)
    text(painter, QRectF(x, middle + 0.5, wide, high), bottom, face, ink, CENTRE)
    line = round(middle) + 0.5
    stroke(painter, QPointF(x, line), QPointF(x + wide, line), ink)
