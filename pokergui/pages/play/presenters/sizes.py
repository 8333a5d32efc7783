"""The size of a bet as the user chooses it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.formatting.sizing import Amount

T = TypeVar("T")


class Sizes(QObject):
    """The presenter that changes an amount as the action bar reports.

    Signals:
        changed: another amount is chosen.

    Args:
        amount: returns the current amount; None if there is none to choose.
    """

    changed = Signal()

    def __init__(self, amount: Callable[[], Amount | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._amount = amount

    @Slot(int)
    def choose_preset(self, index: int) -> None:
        """Take a preset's amount."""
        self._change(Amount.choose_preset, index)

    @Slot(int)
    def move_slider(self, position: int) -> None:
        """Take a slider position's amount."""
        self._change(Amount.choose_position, position)

    @Slot(int)
    def step_amount(self, count: int) -> None:
        """Move the amount by big blinds."""
        self._change(Amount.step, count)

    @Slot(str)
    def edit_amount(self, text: str) -> None:
        """Take a typed amount."""
        self._change(Amount.edit, text)

    def _change(self, change: Callable[[Amount, T], None], value: T) -> None:
        amount = self._amount()
        if amount is not None:
            change(amount, value)
            self.changed.emit()
