"""The action bar: what the person can do, at which size, and what the advisor says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.formatting.sizing import Amount, OwnSizes
from pokergui.pages.play.presenters.advisor import Advisor
from pokergui.pages.play.work.session import PlaySession

T = TypeVar("T")


class Bar(QObject):
    """Shows the bar of a session, and sets the size of a bet.

    Signals:
        scene: an ``ActionBarScene``.

    Args:
        advisor: looks at the person's decisions.
        session: what is at the table, None for nothing.
        goes_on: whether the next hand deals itself; None keeps the end of a hand back while the
            table still moves.
    """

    scene = Signal(object)

    def __init__(
        self,
        advisor: Advisor,
        session: Callable[[], PlaySession | None],
        goes_on: Callable[[], bool | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._advisor = advisor
        self._session = session
        self._goes_on = goes_on
        self._guard = False
        self._sizes = OwnSizes()
        advisor.advised.connect(self.show)

    @Slot()
    def show(self) -> None:
        """Show the bar as it is now, once a hand was dealt."""
        play = self._session()
        if play is None or not play.dealt:
            return
        if play.amount is not None:
            play.amount.offer(self._advisor.offers(), self._sizes)
        self._advisor.choose_amount(play.amount.value if play.amount is not None else 0)
        bar = play.bar(guard=self._guard, auto_next=self._goes_on())
        self.scene.emit(self._advisor.on_buttons(bar))

    def set_guard(self, guard: bool) -> None:
        """Have costly clicks confirmed, or not."""
        self._guard = guard
        self.show()

    def set_sizes(self, sizes: OwnSizes) -> None:
        """Take over a person's own presets."""
        self._sizes = sizes
        self.show()

    @Slot(int)
    def choose_preset(self, index: int) -> None:
        """Take a preset's amount."""
        self._size(Amount.choose_preset, index)

    @Slot(int)
    def move_slider(self, position: int) -> None:
        """Take a slider position's amount."""
        self._size(Amount.choose_position, position)

    @Slot(int)
    def step_amount(self, count: int) -> None:
        """Move the amount by big blinds."""
        self._size(Amount.step, count)

    @Slot(str)
    def edit_amount(self, text: str) -> None:
        """Take a typed amount."""
        self._size(Amount.edit, text)

    def _size(self, change: Callable[[Amount, T], None], value: T) -> None:
        play = self._session()
        if play is not None and play.amount is not None:
            change(play.amount, value)
            self.show()
