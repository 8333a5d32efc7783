"""The action bar: the user's actions, bet sizes, and the advisor's figures."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.formatting.sizing import Amount, OwnSizes
from pokergui.pages.play.presenters.advisor import Advisor
from pokergui.pages.play.presenters.sizes import Sizes
from pokergui.pages.play.work.session import PlaySession


class Bar(Sizes):
    """The presenter that shows the bar of a session and sets the size of a bet.

    Signals:
        scene: an ``ActionBarScene``.

    Args:
        advisor: the advisor on the user's decisions.
        session: returns the session at the table, or None.
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
        """Set whether costly clicks are confirmed."""
        self._guard = guard
        self.show()

    def set_sizes(self, sizes: OwnSizes) -> None:
        """Apply the user's own presets."""
        self._sizes = sizes
        self.show()

    def _chosen(self) -> Amount | None:
        play = self._session()
        return None if play is None else play.amount
