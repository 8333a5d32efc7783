"""The action bar: sizing at the left, three decisions at the right, always in place."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.language.joins import labelled, phrases
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel import ActionBarScene, FixedSizing, Preset, Sizing, SlotAdvice
from pokergui.widgets.buttons import ActionButton, NextButton, PaintedButton, advised_words
from pokergui.widgets.guard import Fitted, Painted, guarded
from pokergui.widgets.laying import dress, is_compact, label, when_compact
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import RIGHT, focus_ring, paragraph, rounded, text
from pokergui.widgets.sizing import AmountField, SizeSlider
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


_PRESETS = 5
_ROOMY = 800
"""Width below which the rules of fixed sizes take less of it."""


class ActionBar(Fitted, Painted, QWidget):
    """A bar that shows an ``ActionBarScene`` and reports the user's intents.

    Signals:
        action_requested: kind ("fold", "call", "raise") and the amount's text ("" if none).
    """

    action_requested = Signal(str, str)
    sized = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "actionbar")
        self._scene = ActionBarScene(slots=())
        self._fixed = self._advised = False
        self.presets = [PresetButton(self) for _ in range(_PRESETS)]
        self.slider = SizeSlider(self)
        self.amount = AmountField(self)
        self.error = label("", self, CAPTION, tone="error")
        self.error.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.action_buttons = [ActionButton(self) for _ in range(3)]
        self.next_button = NextButton(self)
        self.aside: QWidget | None = None  # left of the decisions
        for i, button in enumerate(self.presets):
            button.clicked.connect(partial(self.sized.emit, "preset", i))
        for action in self.action_buttons:
            action.confirmed.connect(self._action_confirmed)
        self.slider.chosen.connect(partial(self.sized.emit, "position"))
        self.slider.stepped.connect(partial(self.sized.emit, "step"))
        self.amount.stepped.connect(partial(self.sized.emit, "step"))
        self.amount.textEdited.connect(partial(self.sized.emit, "text"))
        when_compact(self, self.setFixedHeight, 92, 124)
        self.set_scene(self._scene)
        self.amount.returnPressed.connect(partial(self.press, "raise"))

    @property
    def between_hands(self) -> bool:
        return self._scene.next_hand is not None

    def tab_order(self) -> list[QWidget]:
        return [*self.presets, self.slider, self.amount, *self.action_buttons, self.next_button]

    def set_advised(self, advised: bool) -> None:
        self._advised = advised
        self.fit()

    def set_scene(self, scene: ActionBarScene) -> None:
        """Show a bar; only words and colours change, no places."""
        self._scene = scene
        resting = scene.next_hand is not None
        for button, slot in zip(self.action_buttons, scene.slots, strict=False):
            button.set_slot(slot)
        for button in self.action_buttons:
            button.setVisible(not resting)
        self.next_button.setVisible(resting)
        if scene.next_hand is not None:
            self.next_button.set_next(scene.next_hand)
        sizing = scene.sizing if isinstance(scene.sizing, Sizing) else None
        if scene.sizing is not None:
            self._fixed = sizing is None
        self._show_sizing(sizing)
        self.fit()
        self.update()

    def _show_sizing(self, sizing: Sizing | None) -> None:
        count = len(sizing.presets) if sizing else 0
        for i, preset in enumerate(self.presets):
            preset.setVisible(i < count)
            if sizing and i < count:
                preset.set_preset(sizing.presets[i], sizing.enabled)
        for widget in (self.slider, self.amount, self.error):
            widget.setVisible(sizing is not None)
        if sizing:
            self.slider.set_sizing(sizing)
            self.amount.set_sizing(sizing)
            set_tip(self.error, sizing.error)

    def press(self, kind: str) -> None:
        for button, slot in zip(self.action_buttons, self._scene.slots, strict=False):
            if slot.kind == kind and button.isVisibleTo(self) and button.isEnabled():
                button.click()

    def step(self, steps: int) -> None:
        if self.slider.isVisibleTo(self) and self.slider.isEnabled():
            self.sized.emit("step", steps)

    def press_next(self) -> None:
        if self.between_hands:
            self.next_button.click()

    def _action_confirmed(self) -> None:
        place = self.action_buttons.index(self.sender())  # type: ignore[arg-type]
        if place >= len(self._scene.slots):  # the hand is over
            return
        slot = self._scene.slots[place]
        sized = slot.kind == "raise" and isinstance(self._scene.sizing, Sizing)
        # Digits are presets again at the next decision.
        self.amount.clearFocus()
        self.action_requested.emit(slot.kind, self.amount.text() if sized else "")

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.angleDelta().y():
            self.step(1 if event.angleDelta().y() > 0 else -1)
        event.accept()

    def fit(self) -> None:
        compact = is_compact(self)
        pad, gap, top = (12, 8, 13) if compact else (16, 12, 13)
        inner = self.width() - 2 * pad
        if self._fixed:
            left = 228 if compact or self.width() < _ROOMY else 300
        else:
            share = 0.4237 if compact else 0.5 if self._advised else 0.4516
            left = min(round(inner * share), 720)
        self._place_sizing(pad, top, left)
        begin = pad + left + (16 if compact else 24)
        if self._fixed:
            begin = pad + left + 12
        height = self.height() - top - 12
        room = self.width() - pad - begin
        width = (room - 2 * gap) // 3
        for i, button in enumerate(self.action_buttons):
            button.setGeometry(begin + i * (width + gap), top, width, height)
        self.next_button.setGeometry(begin, top, room, height)
        if self.aside is not None:
            left = self.presets[0].x() if self.presets[0].x() > 0 else 16
            self.aside.setGeometry(left, 0, max(0, begin - 16 - left), self.height())
            self.aside.raise_()

    def _place_sizing(self, pad: int, top: int, left: int) -> None:
        compact = is_compact(self)
        count = max(1, sum(button.isVisibleTo(self) for button in self.presets))
        gap, height = (4, 28) if compact else (8, 40)
        below = 8 if compact else 12
        if self._advised:
            top, height, below = (8, 34, 4) if compact else (10, 54, 6)
        width = (left - (count - 1) * gap) / count
        for i, button in enumerate(self.presets):
            x = round(pad + i * (width + gap))
            button.setGeometry(x, top, round(pad + i * (width + gap) + width) - x, height)
        field_width, field_height = (116, 32) if compact else (148, 34 if self._advised else 40)
        field_top = top + height + below
        self.amount.setGeometry(pad + left - field_width, field_top, field_width, field_height)
        slider_width = left - field_width - 12
        slider_height = 36 if compact or self._advised else 44
        self.slider.setGeometry(pad, field_top, slider_width, slider_height)
        inset = 10 if compact else 12
        self.amount.setTextMargins(inset - 2, 0, 0, 0)
        error = self._scene.sizing.error if isinstance(self._scene.sizing, Sizing) else ""
        if compact:
            # No room under the low field: the sentence is left of its bottom.
            box = (pad + 76, field_top + 17, slider_width - 84, 16)
            self.slider.most_hidden = bool(error)
        else:
            box = (pad, field_top + field_height + 1, left, 16)
            self.slider.most_hidden = False
        self.error.setGeometry(*box)
        shown = self.error.fontMetrics().elidedText(error, Qt.TextElideMode.ElideRight, box[2])
        self.error.setText(shown)

    def paint(self, painter: QPainter) -> None:
        """Paint the rule instead of the sizes in games of fixed sizes."""
        if not isinstance(self._scene.sizing, FixedSizing):
            return
        t = look.tokens()
        compact = is_compact(self)
        pad, width = (12, 216) if compact else (16, 288)
        if self.width() < _ROOMY:
            width = 216
        top = 13 if compact else 22
        text(painter, QRectF(pad, top, width, 18), self._scene.sizing.title, font(BODY, 600), t.t1)
        box = QRectF(pad, top + 19, width, self.height() - top - 22)
        paragraph(painter, box, self._scene.sizing.text, font(SMALL), t.t2)


def add_decision_keys(page: KeyedPage, bar: ActionBar) -> None:
    page.begin_keys(tr("Decision"))
    for name, kind, words in (
        ("F", "fold", tr("fold")),
        ("C", "call", tr("check or call")),
        ("R", "raise", tr("bet or raise")),
    ):
        page.add_key(name, partial(bar.press, kind), words)
    for number, preset in enumerate(bar.presets, 1):
        page.add_key(str(number), preset.press, tr("choose a size"))
    for name, steps, words in (
        ("Up", 1, tr("a step larger")),
        ("Right", 1, tr("a step larger")),
        ("Down", -1, tr("a step smaller")),
        ("Left", -1, tr("a step smaller")),
        ("PgUp", 5, tr("much larger")),
        ("PgDown", -5, tr("much smaller")),
    ):
        page.add_key(name, partial(bar.step, steps), words, repeat=True)
    page.add_key("B", partial(_edit_amount, page, bar), tr("type the size"))


def _edit_amount(page: KeyedPage, bar: ActionBar) -> None:
    field = bar.amount
    if field.isVisibleTo(page) and field.isEnabled():
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()
