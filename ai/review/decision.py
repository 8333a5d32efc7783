"""One decision as judged: the judge's row, the EV of each action, and the loss."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.review.classes import STANDARD, Thresholds, class_of, counted
from engine.player import Action, PublicState

RARE, UNKNOWN, UNREAD = "hardly trained", "not on its menu", "no answer"
OFF = "too far from its own lines"
REASONS = (RARE, UNKNOWN, UNREAD, OFF)
"""Reasons why a judge does not judge a decision: it hardly met the spot in its training, it
neither considers the action nor takes it for another, it cannot answer there, or it takes the spot
for one with other stacks, so that its EVs are more than anybody can win or lose."""


@dataclass(frozen=True)
class Reviewed:
    """A decision and the judge's answer.

    Attributes:
        spot: the decision, with the board as it was.
        action: the action taken.
        actions: the judge's actions.
        row: (actions,) float64: how often the judge takes each with this hand.
        evs: (actions,) float64: chips from here on after each; NaN where they are not known.
        taken: shares of ``actions`` that represent the action, summing to 1: all on one if the
            judge considers it, several if it takes the size for those around it.
        error: chips of error of the EVs, where they are estimates; else 0.
        distance: chips by which the judge's whole strategy is exploitable, where that is known and
            counts as noise; else 0.
        unread: why the judge has no answer; empty where it has.
        limits: between the classes.
    """

    spot: PublicState
    action: Action
    actions: tuple[Action, ...]
    row: NDArray[np.float64]
    evs: NDArray[np.float64]
    taken: NDArray[np.float64]
    error: float = 0.0
    distance: float = 0.0
    unread: str = ""
    limits: Thresholds = STANDARD

    @property
    def judged(self) -> bool:
        """True if the judge judges it."""
        return not self.unread

    @property
    def unforced(self) -> bool:
        """True if there was a choice."""
        return len(self.actions) > 1

    @property
    def frequency(self) -> float:
        """The frequency with which the judge does the same."""
        return float(self.taken @ self.row)

    @property
    def ev(self) -> float:
        """Chips from here on after the action taken."""
        there = self.taken > 0
        return float(self.taken[there] @ self.evs[there])

    @cached_property
    def best(self) -> int:
        """Index of the action with the highest EV among those that the judge takes.

        The most frequent one where EVs are not known.
        """
        return best_of(self.row, self.evs, self.limits)

    @property
    def loss(self) -> float:
        """Chips of EV lost against the best action, 0 or more; NaN where EVs are not known."""
        return loss_of(float(self.evs[self.best]), self.ev)

    @property
    def loss_mbb(self) -> float:
        """The loss in mbb; what is kept in mbb gives it bit for bit, too."""
        unit = 1000.0 / self.spot.game.value_chips
        return loss_of(float(self.evs[self.best]) * unit, self.ev * unit)

    @property
    def skill(self) -> float:
        """EV in chips of the action taken, less that of the judge's own row; NaN if not known.

        Its mean is exactly 0 for a player who draws from the judge's row.
        """
        return self.ev - self._own

    @property
    def _own(self) -> float:
        there = self.row > 0
        return float(self.row[there] @ self.evs[there])

    @property
    def floor(self) -> float:
        """Chips within which the judge cannot tell good from bad here.

        The largest of its own row's loss against the best of all actions by its own EVs, which is
        0 in an equilibrium; two standard errors of the EVs; its distance; and a part of the pot.
        """
        own = float(np.nanmax(self.evs)) - self._own if not np.isnan(self._own) else 0.0
        return max(own, 2.0 * self.error, self.distance, STANDARD.floor_pot * self.spot.pot)

    @property
    def quality(self) -> str:
        """The class: best, correct, inaccuracy, wrong or blunder.

        If no big blind is known a blunder depends only on the part of the pot.
        """
        game = self.spot.game
        known = bool(game.shown_blind) or not game.begins_later
        return class_of(
            self.frequency,
            float(self.row.max()),
            self.loss,
            self.floor,
            self.spot.pot,
            game.value_chips if known else math.inf,
            self.limits,
        )

    @property
    def counted(self) -> float:
        """Chips of the loss that count in an error rate: those of a mistake."""
        return counted(self.quality, self.loss)


def best_of(row: NDArray[np.float64], evs: NDArray[np.float64], limits: Thresholds) -> int:
    """Return the index of the judge's best action, as ``Reviewed.best``.

    Args:
        row: (actions,) how often the judge takes each.
        evs: (actions,) EV of each, in any unit; NaN where it is not known.
        limits: between the classes.
    """
    played = row >= min(limits.frequency, float(row.max()))
    known = np.where(played & ~np.isnan(evs), evs, -np.inf)
    return int(known.argmax()) if np.isfinite(known).any() else int(row.argmax())


def loss_of(best: float, ev: float) -> float:
    """Return the loss of an action with an EV against the best one: 0 or more, or NaN."""
    short = best - ev
    return short if math.isnan(short) else max(0.0, short)
