"""The decisions of a reader in the last hand, with the reasons that it gave when it made them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from ai.opponent.explanation import Reasons
from engine.cards import Card
from pokergui.pages.play.scenes.reasons import Decided, reasons_scene
from pokergui.pages.play.work.session import PlaySession
from pokergui.viewmodel import LastHandScene


class Reasoning(QObject):
    """The presenter that keeps reasons until their hand is over, and then shows them.

    They reveal the engine's cards, so nothing is shown while a hand is in play.

    Signals:
        scene: a ``ReasonsScene``.
        known: whether there is a decision to show.

    Args:
        session: returns the session at the table; None before the first.
    """

    scene = Signal(object)
    known = Signal(bool)

    def __init__(
        self, session: Callable[[], PlaySession | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._given: list[tuple[int, tuple[Card, ...], Reasons]] = []
        self._hand = self._name = ""
        self._decided: list[Decided] = []
        self._at = 0

    @Slot(object)
    def add(self, reasons: Reasons) -> None:
        """Take the reasons of a decision in the hand in play."""
        play = self._session()
        if play is not None:
            self._given.append((play.number, play.table.deck, reasons))

    @Slot(object)
    def told(self, last: LastHandScene | None) -> None:
        """Show the decisions of the finished hand at the table.

        Args:
            last: the report of the hand that ended last, or None at another table.
        """
        play = self._session()
        if last is None or play is None:
            self._given, self._decided, self._hand = [], [], ""
        elif not play.in_hand:
            self._hand, self._name = last.title, play.names[1 - play.hero]
            self._decided = self._of_hand(play)
            number, deck = play.number, play.table.deck
            self._given = [(number, deck, one.reasons) for one in self._decided]
        else:
            return
        self._at = 0
        self.known.emit(bool(self._decided))
        self._show()

    def _of_hand(self, play: PlaySession) -> list[Decided]:
        """Return the decisions on the line that was played in the end, after any taking back.

        A hand that was taken back continues under another number, with the same deck.
        """
        hand, decided = play.table.hand, {}
        line, hole = hand.spot.actions, hand.view(play.hero).hole
        for number, deck, one in self._given:
            here = deck == play.table.deck and (play.training or number == play.number)
            count = len(one.spot.actions)
            if here and one.spot.actions == line[:count] != line:
                decided[count] = Decided(one, line[count], hole)
        return [decided[count] for count in sorted(decided)]

    @Slot()
    def back(self) -> None:
        """Show the decision before."""
        self._go(self._at - 1)

    @Slot()
    def forward(self) -> None:
        """Show the next decision."""
        self._go(self._at + 1)

    def _go(self, at: int) -> None:
        if 0 <= at < len(self._decided):
            self._at = at
            self._show()

    def _show(self) -> None:
        self.scene.emit(reasons_scene(self._name, self._hand, self._decided, self._at))
