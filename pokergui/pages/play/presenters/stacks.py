"""Stacks typed seat by seat; they apply once entered."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from pokergui.formatting.choices import PlayChoice
from pokergui.pages.play.scenes.stacks import read_stacks, stack_texts
from pokergui.viewmodel.settings import AmountUnit


class Stacks(QObject):
    """A draft of the stacks, seat by seat.

    Signals:
        scene: a ``StacksScene``.
        chosen: chips of each player, clockwise from the user: these are to be played.

    Args:
        choice: what is played.
        strategies: folder in which engines keep costly results.
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
        """Show amounts in another unit."""
        if unit != self._unit:
            self._unit = unit
            self.reset()

    @Slot()
    def reset(self) -> None:
        """Show the stacks that are played, discarding what was typed."""
        self._texts = stack_texts(self._choice.build_game(), self._unit)
        self._show()

    @Slot(str, str)
    def edit(self, key: str, text: str) -> None:
        """Take what is typed at a seat, given by its place clockwise from the user."""
        place = int(key)
        self._texts = (*self._texts[:place], text, *self._texts[place + 1 :])
        self._show()

    @Slot()
    def level(self) -> None:
        """Give every seat the user's stack."""
        self._texts = self._texts[:1] * len(self._texts)
        self._show()

    @Slot()
    def enter(self) -> None:
        """Play with the typed stacks, if that is possible."""
        _, stacks = read_stacks(self._choice, self._texts, self._unit, self._strategies)
        if stacks is not None:
            self.chosen.emit(stacks)

    def _show(self) -> None:
        self.scene.emit(read_stacks(self._choice, self._texts, self._unit, self._strategies)[0])
