"""The numbers of a sampling schedule, with buttons that make each smaller or larger."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import labelled
from pokergui.pages.lab.viewmodel import ScheduleDial
from pokergui.theme.fonts import BODY, font, metrics
from pokergui.widgets.laying import label, restyle, row
from pokergui.widgets.spoken import set_description, set_name, set_tip

_LEAST = 24
"""Width in pixels of a caption where there is no room for all of them; tooltips have them whole."""


class _Dial(QWidget):
    """Shows a ``ScheduleDial``."""

    def __init__(self, index: int, dials: DialRow) -> None:
        super().__init__(dials)
        self.caption = label("", self, tone="second")
        self.caption.setMinimumWidth(_LEAST)
        self.value = label("", self, BODY, 600)
        self.value.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.value.setFixedWidth(round(metrics(BODY, 600).horizontalAdvance("0.00")) + 6)
        self.less = self._button("\u2212", "margin-right: 0px; border-radius: 6px;")
        self.more = self._button("+", "border-radius: 6px;")
        for button, step in ((self.less, -1), (self.more, 1)):
            button.clicked.connect(partial(dials.turned.emit, index, step))
        row(self.caption, 2, self.less, self.value, self.more, on=self, gap=4)

    def _button(self, words: str, style: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(words)
        button.setFont(font(BODY, 600))
        button.setProperty("segment", True)
        button.setProperty("dense", True)
        button.setStyleSheet(f"QToolButton {{ {style} }}")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAutoRepeat(True)
        button.setFixedWidth(28)
        return button

    def set_scene(self, dial: ScheduleDial, *, chosen: bool) -> None:
        """Show a number; keys change the chosen one."""
        self.caption.setText(dial.caption)
        restyle(self.caption, "tone", "" if chosen else "second")
        self.value.setText(dial.value)
        for button, words, key, on in (
            (self.less, tr("Less"), "\u2212", dial.can_less),
            (self.more, tr("More"), "+", dial.can_more),
        ):
            button.setEnabled(on)
            set_name(button, labelled(dial.caption, words))
            set_description(button, dial.value)
            set_tip(button, labelled(dial.caption, f"{words} ({key})"))


class DialRow(QWidget):
    """Shows all dials of a schedule.

    Signals:
        turned: dial, and 1 or -1.
    """

    turned = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.dials: list[_Dial] = []
        self._row = row(None, on=self, gap=18)

    def buttons(self) -> list[QWidget]:
        return [button for dial in self.dials for button in (dial.less, dial.more)]

    def set_dials(self, dials: tuple[ScheduleDial, ...], chosen: int) -> None:
        while len(self.dials) < len(dials):
            dial = _Dial(len(self.dials), self)
            self._row.insertWidget(len(self.dials), dial)
            self.dials.append(dial)
        for index, view in enumerate(self.dials):
            view.setVisible(index < len(dials))
            if index < len(dials):
                view.set_scene(dials[index], chosen=index == chosen and len(dials) > 1)
