"""Study's filters, which narrow the range shown, and the range as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from engine.ranges import range_text
from pokergui.formatting.words import combos_text
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.presenters.navigator import StudyNavigator
from pokergui.pages.study.reading.scenes.narrow import OFTEN, Narrowing, mask_of, shown_range
from pokergui.ranges.hand_filter import HandFilter
from pokergui.ranges.reading import Reading

_DIGITS = 4
"""Digits after the point of weights in copied text."""


class StudyFilter(QObject):
    """Filters the range that Study's grid shows.

    Signals:
        copied: a range as text, empty if there is none, and a message about it.

    Args:
        walk: Study's walk.
        shown: returns the reading of the range shown.
    """

    copied = Signal(str, str)

    def __init__(
        self,
        walk: StudyNavigator,
        shown: Callable[[], Reading | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._walk, self._shown = walk, shown

    @property
    def _hands(self) -> HandFilter:
        return self._walk.state.narrow.hands

    @Slot(int)
    def choose_suit(self, suit: int) -> None:
        """Select another suit, or deselect it; -1 deselects all."""
        self._take(self._hands.with_suit(suit))

    @Slot(str)
    def choose_hand(self, key: str) -> None:
        """Select a group, or a further class or draw, or deselect it."""
        self._take(self._hands.with_hand(key))

    @Slot(str)
    def choose_only(self, key: str) -> None:
        """Select a single class or draw, or deselect it."""
        self._take(self._hands.with_only(key))

    @Slot(str)
    def choose_action(self, key: str) -> None:
        """Select an action or a minimum frequency; an empty key means any action."""
        if key.startswith(OFTEN):
            self._take(replace(self._hands, least=float(key.removeprefix(OFTEN))))
        else:
            chosen = Narrowing(replace(self._hands, action=key), self._walk.place.actions)
            self._walk.change(narrow=chosen)

    @Slot()
    def clear(self) -> None:
        """Show the whole range."""
        self._take(HandFilter(least=self._hands.least))

    def _take(self, hands: HandFilter) -> None:
        self._walk.change(narrow=replace(self._walk.state.narrow, hands=hands))

    @Slot()
    def copy(self) -> None:
        """Emit the range shown, as far as it is not filtered out, as text."""
        reading, state = self._shown(), self._walk.state
        held = shown_range(reading, state.seat) if reading is not None else None
        if held is None or not held.reading.reaches:
            self.copied.emit("", tr("There is no range to copy yet"))
            return
        mask = mask_of(state.narrow, held.reading, state.seat)
        weights = held.weights if mask is None else held.weights * mask
        text = range_text(np.asarray(np.clip(weights, 0.0, 1.0).round(_DIGITS), np.float64))
        if not text:
            self.copied.emit("", tr("No combo to copy"))
            return
        words = tr("{combos} copied").format(combos=combos_text(float(weights.sum())))
        self.copied.emit(text, words)
