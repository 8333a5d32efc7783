"""The action bar: the user's actions, bet sizes, and the advisor's figures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.formatting.choices import PlayChoice
from pokergui.formatting.sizing import Amount, OwnSizes
from pokergui.pages.play.presenters.advisor import Advisor
from pokergui.pages.play.scenes.seats import read_stacks, stack_texts
from pokergui.pages.play.work.session import PlaySession
from pokergui.viewmodel.settings import AmountUnit

_CHANGES: dict[str, Callable[[Amount, Any], None]] = {
    "preset": Amount.choose_preset,
    "position": Amount.choose_position,
    "step": Amount.step,
    "text": Amount.edit,
}


class Sizes(QObject):
    """The presenter that changes an amount as the action bar reports."""

    changed = Signal()

    def __init__(self, amount: Callable[[], Amount | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._amount = amount

    @Slot(str, object)
    def change(self, name: str, value: Any) -> None:
        """Take a size: a ``preset``, ``position`` of the slider, ``step``s, or ``text``."""
        amount = self._amount()
        if amount is not None:
            _CHANGES[name](amount, value)
            self.changed.emit()


class Bar(Sizes):
    """The presenter that shows the bar of a session and sets the size of a bet.

    Args:
        goes_on: returns whether the next hand is dealt automatically; None keeps the end of a hand
            back while the table still moves.
    """

    scene = Signal(object)

    def __init__(
        self,
        advisor: Advisor,
        session: Callable[[], PlaySession | None],
        goes_on: Callable[[], bool | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(self._chosen, parent)
        self._advisor = advisor
        self._session = session
        self._goes_on = goes_on
        self._guard = False
        self._sizes = OwnSizes()
        advisor.advised.connect(self.show)
        self.changed.connect(self.show)

    @Slot()
    def show(self) -> None:
        """Show the current bar, once a hand was dealt."""
        play = self._session()
        if play is None or not play.dealt:
            return
        if play.amount is not None:
            play.amount.offer(self._advisor.offers(), self._sizes)
        self._advisor.choose_amount(play.amount.value if play.amount is not None else 0)
        bar = play.bar(guard=self._guard, auto_next=self._goes_on())
        self.scene.emit(self._advisor.on_buttons(bar))

    def set_guard(self, guard: bool) -> None:
        self._guard = guard
        self.show()

    def set_sizes(self, sizes: OwnSizes) -> None:
        self._sizes = sizes
        self.show()

    def _chosen(self) -> Amount | None:
        play = self._session()
        return None if play is None else play.amount


class Stacks(QObject):
    """A draft of the stacks, seat by seat.

    Signals:
        chosen: chips of each player, clockwise from the user: these are to be played.
    """

    scene = Signal(object)
    chosen = Signal(object)

    def __init__(self, choice: PlayChoice, strategies: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice, self._strategies = choice, strategies
        self._unit: AmountUnit = "chips"
        self._texts: tuple[str, ...] = ()

    def sit(self, choice: PlayChoice) -> None:
        """Take what is played; other stacks than before replace what was typed."""
        before, self._choice = self._choice, choice
        if choice.build_game() != before.build_game() or not self._texts:
            self.reset()
        else:
            self._show()

    def show_in(self, unit: AmountUnit) -> None:
        if unit != self._unit:
            self._unit = unit
            self.reset()

    @Slot()
    def reset(self) -> None:
        self._texts = stack_texts(self._choice.build_game(), self._unit)
        self._show()

    @Slot(str, str)
    def edit(self, key: str, text: str) -> None:
        place = int(key)
        self._texts = (*self._texts[:place], text, *self._texts[place + 1 :])
        self._show()

    @Slot()
    def level(self) -> None:
        self._texts = self._texts[:1] * len(self._texts)
        self._show()

    @Slot()
    def enter(self) -> None:
        _, stacks = read_stacks(self._choice, self._texts, self._unit, self._strategies)
        if stacks is not None:
            self.chosen.emit(stacks)

    def _show(self) -> None:
        self.scene.emit(read_stacks(self._choice, self._texts, self._unit, self._strategies)[0])
