"""A judged decision: the judge's strategy, action EVs, and the EV loss."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.reading.line import Decision
from ai.reading.noise import NO_NOISE, Noise
from ai.review.classes import STANDARD, Thresholds, class_of, counted
from engine.player import Action, PublicState

RARE, UNKNOWN, UNREAD = "hardly trained", "not on its menu", "no answer"
OFF, UNSOUND = "too far from its own lines", "the judge contradicts itself here"
PREFLOP, NOT_SOLVED = "before the flop", "not a hand that is solved"
NOT_JAM_FOLD = "not between all-in and fold"
REASONS = (RARE, UNKNOWN, UNREAD, OFF, UNSOUND, PREFLOP, NOT_SOLVED, NOT_JAM_FOLD)
"""Reasons why a judge does not judge a decision: the spot had little training; it neither considers
the action nor maps it to others; it cannot answer there; it maps the spot to one with other stacks,
so that its EVs exceed the possible results; it often takes an action that loses more than its noise
floor by its own EVs; of hands that are solved from the flop on, the decision is before it, or the
hand is not such a one; or, where prizes are judged, other actions than all-in and fold matter."""
OFTEN = 0.2
"""Share from which on a judge's action is frequent; its most frequent one always is."""


@dataclass(frozen=True)
class Reviewed:
    """A decision and the judge's answer.

    Attributes:
        spot: the decision, with the board as it was.
        row: (actions,) float64: the judge's frequency of each with this hand.
        evs: (actions,) float64: chips from here on after each; NaN where unknown, as after an
            action with undertrained replies.
        taken: shares of ``actions`` that represent the action, summing to 1: all on one if the
            judge considers it, several if it maps the size to its neighbours.
        noise: the judge's error here in chips, by component.
        unread: why the judge has no answer; empty where it has.
    """

    spot: PublicState
    action: Action
    actions: tuple[Action, ...]
    row: NDArray[np.float64]
    evs: NDArray[np.float64]
    taken: NDArray[np.float64]
    noise: Noise = NO_NOISE
    unread: str = ""
    limits: Thresholds = STANDARD

    @classmethod
    def without(cls, one: Decision, reason: str) -> Reviewed:
        """Return a decision without the judge's answer, and why."""
        none = np.zeros(0)
        return cls(one.spot, one.action, (), none, none, none, unread=reason)

    @property
    def judged(self) -> bool:
        """True if the judge judges it."""
        return not self.unread

    @property
    def unforced(self) -> bool:
        """True if there was more than one action."""
        return len(self.actions) > 1

    @property
    def frequency(self) -> float:
        """The judge's frequency of the action taken."""
        return float(self.taken @ self.row)

    @property
    def ev(self) -> float:
        """EV of the action taken, in chips from here on."""
        there = self.taken > 0
        return float(self.taken[there] @ self.evs[there])

    @cached_property
    def top(self) -> float:
        """The highest EV of the judge's actions in chips; NaN if unknown."""
        return float(self.evs[_highest(self.row, self.evs)])

    @cached_property
    def best(self) -> int:
        """Index of the best action: the judge's most frequent within the noise floor of the top.

        The most frequent of all where EVs are unknown.
        """
        near = self.row
        if not math.isnan(self.top):
            near = np.where(self.top - self.evs <= self.floor, self.row, 0.0)
        return int(near.argmax()) if near.any() else _highest(self.row, self.evs)

    @property
    def loss(self) -> float:
        """EV loss in chips against the highest EV, 0 or more; NaN if EVs are unknown."""
        return _short(self.top, self.ev)

    @property
    def loss_mbb(self) -> float:
        """The loss in mbb; the stored value reproduces it bit for bit."""
        unit = 1000.0 / self.spot.game.value_chips
        return _short(self.top * unit, self.ev * unit)

    @property
    def skill(self) -> float:
        """EV of the action taken less that of the judge's own strategy, in chips; NaN if unknown.

        Its mean is exactly 0 for a player who samples from the judge's row, as far as EVs are
        known.
        """
        there = (self.row > 0) & ~np.isnan(self.evs)
        if not there.any():
            return math.nan
        return self.ev - float(self.row[there] @ self.evs[there] / self.row[there].sum())

    @property
    def floor(self) -> float:
        """The judge's noise floor here, in chips.

        All components of its error together, and no less than a fraction of the pot.
        """
        return max(self.noise.total, STANDARD.floor_pot * self.spot.pot)

    @property
    def sound(self) -> bool:
        """True if no frequent action of the judge loses more than the floor by its EVs."""
        often = self.row >= min(OFTEN, float(self.row.max()))
        return not np.any(self.top - self.evs[often] > self.floor)

    @property
    def quality(self) -> str:
        """The class: best, correct, inaccuracy, wrong or blunder; empty where it is not judged.

        If no big blind is known a blunder depends only on the fraction of the pot.
        """
        if not self.judged:
            return ""
        game = self.spot.game
        known = bool(game.shown_blind) or not game.begins_later
        highest, unit = float(self.row.max()), game.value_chips if known else math.inf
        chips = self.loss, self.floor, self.spot.pot, unit
        return class_of(self.frequency, highest, *chips, self.limits)

    @property
    def counted(self) -> float:
        """The loss in chips that counts in the error rate: that of a mistake."""
        return counted(self.quality, self.loss)


def _highest(row: NDArray[np.float64], evs: NDArray[np.float64]) -> int:
    """Return the index of the highest EV, or of the most frequent action if EVs are unknown."""
    known = ~np.isnan(evs)
    return int(np.where(known, evs, -np.inf).argmax() if known.any() else row.argmax())


def _short(most: float, ev: float) -> float:
    """Return the EV loss of an action against the highest EV: 0 or more, or NaN."""
    short = most - ev
    return short if math.isnan(short) else max(0.0, short)
