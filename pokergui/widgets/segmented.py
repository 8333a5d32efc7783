"""Segmented control."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QMenu, QToolButton, QWidget

from pokergui.language import tr
from pokergui.language.joins import labelled
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel import SPEEDS
from pokergui.widgets.laying import emptied, restyle, row
from pokergui.widgets.spoken import set_description, set_name, set_tip


class Segmented(QWidget):
    """One of a few values, all visible.

    Signals:
        chosen: the value of the segment that the user pressed.
    """

    chosen = Signal(object)

    def __init__(
        self,
        name: str,
        entries: Sequence[tuple[object, str]],
        parent: QWidget,
        keys: Sequence[str] = (),
        *,
        dense: bool = False,
    ) -> None:
        super().__init__(parent)
        set_name(self, name)
        self._name, self._dense = name, dense
        self._row = row(on=self, gap=0)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._group.idClicked.connect(lambda index: self.chosen.emit(self._values[index]))
        self.set_entries(entries, keys)

    def set_entries(self, entries: Sequence[tuple[object, str]], keys: Sequence[str] = ()) -> None:
        """Offer other values."""
        emptied(self._row)
        for old in self._group.buttons():
            self._group.removeButton(old)
        self._values = [value for value, _ in entries]
        for i, (_, words) in enumerate(entries):
            button = QToolButton(self)
            button.setText(words)
            button.setFont(font(BODY, 500))
            button.setCheckable(True)
            button.setProperty("segment", True)
            button.setProperty("dense", self._dense)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            set_name(button, labelled(self._name, words))
            key = f" ({keys[i]})" if keys else ""
            set_tip(button, labelled(self._name, f"{words}{key}"))
            button.setStyleSheet(self._corners(i, len(entries)))
            self._group.addButton(button, i)
            self._row.addWidget(button)
        for made in self.buttons():
            made.setVisible(True)  # at once, so that the row knows its width

    @staticmethod
    def _corners(index: int, count: int) -> str:
        rules = []
        if index == 0:
            rules.append("border-top-left-radius: 6px; border-bottom-left-radius: 6px;")
        else:
            rules.append("margin-left: -1px;")
        if index == count - 1:
            rules.append("border-top-right-radius: 6px; border-bottom-right-radius: 6px;")
        return f"QToolButton {{ {' '.join(rules)} }}"

    def set_value(self, value: object) -> None:
        self._group.button(self._values.index(value)).setChecked(True)

    def choose_next(self) -> None:
        buttons = self.buttons()
        buttons[(self._group.checkedId() + 1) % len(buttons)].click()

    def buttons(self) -> list[QAbstractButton]:
        return [self._group.button(i) for i in range(len(self._values))]

    def step(self, by: int = 1) -> None:
        """Choose the next value on offer, as a click does."""
        offered = [one for one in self.buttons() if one.isEnabled() and not one.isHidden()]
        at = next((at for at, one in enumerate(offered) if one.isChecked()), -by)
        if offered:
            offered[(at + by) % len(offered)].click()

    def set_words(self, words: Sequence[str]) -> None:
        for button, text in zip(self._group.buttons(), words, strict=True):
            button.setText(text)
        # Buttons notify a layout that is not shown yet too late.
        self._row.invalidate()
        self.updateGeometry()

    def set_tight(self, tight: bool) -> None:
        for button in self._group.buttons():
            restyle(button, "tight", tight)
            button.updateGeometry()
        self._row.invalidate()
        self.updateGeometry()

    def set_shown(self, value: object, shown: bool) -> None:
        self._group.button(self._values.index(value)).setVisible(shown)
        seen = [button for button in self._group.buttons() if not button.isHidden()]
        for i, button in enumerate(seen):
            corners = self._corners(i, len(seen))
            if corners != button.styleSheet():  # Qt would lay out everything again
                button.setStyleSheet(corners)

    def set_enabled(self, value: object, on: bool) -> None:
        self._group.button(self._values.index(value)).setEnabled(on)

    def set_offer(self, value: object, on: bool, tip: str) -> None:
        button = self._group.button(self._values.index(value))
        button.setEnabled(on)
        set_tip(button, tip)
        set_description(button, tip)


def speed_name(factor: float) -> str:
    """Return the name of a speed by its factor on all lengths: 0.5 is "2×", 0 is "Instant"."""
    if factor == 0:
        return tr("Instant")
    return f"{1 / factor:g}×"


class SpeedButton(QToolButton):
    """A button that shows the speed and offers others.

    Signals:
        chosen: the factor on every animation's length, one of ``SPEEDS``.
    """

    chosen = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(font(SMALL))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_name(self, tr("Speed"))
        set_tip(self, tr("Speed (V)"))
        menu = QMenu(self)
        self._group = QActionGroup(self)
        for factor in SPEEDS:
            action = QAction(speed_name(factor), menu)
            action.setCheckable(True)
            action.setData(factor)
            self._group.addAction(action)
            menu.addAction(action)
        self._group.triggered.connect(lambda action: self.chosen.emit(action.data()))
        self.setMenu(menu)
        self.set_factor(1.0)

    def set_factor(self, factor: float) -> None:
        self.setText(tr("Speed {factor}").format(factor=speed_name(factor)))
        for action in self._group.actions():
            action.setChecked(action.data() == factor)
        self.adjustSize()
