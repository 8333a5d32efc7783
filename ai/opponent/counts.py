"""Counts of an opponent's actions, and the predicted probabilities."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.opponent import _kernels
from ai.opponent.parameters import OpponentModelParameters
from ai.opponent.situations import Situations
from ai.reading.reach import Weights
from engine.player import ActionKind

CAUTION = 2.0
"""Evidence, in nats, that a memory needs over the next longer one for an equal weight."""
LEAST = 1e-9
"""Minimum probability of a hand by an account: one surprise does not exclude it for good."""


class SeatActions(NamedTuple):
    """The actions of a seat in a hand, decision by decision.

    Attributes:
        situations: (steps,).
        kinds: (steps,) its actions.
        taken: (steps, kinds) the kinds mapped to the same action there.
        classes: (steps, num_combos), -1 where the board blocks a combo.
        prior: (steps, num_combos, kinds) the prior's probabilities.
    """

    situations: NDArray[np.int64]
    kinds: NDArray[np.int64]
    taken: NDArray[np.bool_]
    classes: NDArray[np.int32]
    prior: Weights

    @property
    def nbytes(self) -> int:
        """Memory of the arrays."""
        return sum(array.nbytes for array in self)


class Counts:
    """Counts by memory, situation, class of hand and kind of action; ``_kernels.py`` reads them.

    ``seen``: (situations, 3) float64: number of the opponent's folds, calls and raises.
    ``expected``: (situations, 3) float64: the prior's expectation of it.
    """

    def __init__(self, situations: Situations, parameters: OpponentModelParameters) -> None:
        self._known = known = situations
        self._strength = parameters.strength
        lives = parameters.memories
        self._fade = np.array([1.0 if life == inf else 0.5 ** (1.0 / life) for life in lives])
        self._forget = float(self._fade.min())
        rank = np.argsort(np.argsort(-np.array(lives), kind="stable"))
        self._caution = np.tile(-CAUTION * rank, _kernels.ACCOUNTS)
        count, kinds = len(lives), known.num_kinds
        self._fine = np.zeros((count, known.num_situations, known.num_classes, kinds))
        self._wide = np.zeros((count, known.num_groups, known.num_group_classes, kinds))
        self._fine_expected = np.zeros((count, known.num_situations, kinds))
        self._wide_expected = np.zeros((count, known.num_groups, kinds))
        self._evidence = np.zeros(_kernels.ACCOUNTS * count)
        self.seen = np.zeros((known.num_situations, len(ActionKind)))
        self.expected = np.zeros_like(self.seen)
        self._tilt = np.zeros((count, kinds))
        self._lean = np.zeros((len(self._evidence), known.num_classes))
        self._learned = np.zeros((len(self._evidence), known.num_classes, kinds))

    def arrays(self) -> dict[str, Weights]:
        """All learned arrays, by name."""
        return {
            "fine": self._fine,
            "wide": self._wide,
            "fine_expected": self._fine_expected,
            "wide_expected": self._wide_expected,
            "evidence": self._evidence,
            "seen": self.seen,
            "expected": self.expected,
        }

    def trust(self) -> Weights:
        """Return mixture weights of each account of each memory, by predictive likelihood.

        Returns (accounts * memories,) float64.
        """
        odds = self._evidence + self._caution
        odds = np.exp(odds - odds.max())
        trust: Weights = odds / odds.sum()
        return trust

    def chances(self, situation: int, classes: NDArray[np.int32], prior: Weights) -> Weights:
        """Probability of each kind of action: (num_combos, kinds), 0 where the class is -1.

        ``classes``: (num_combos,). ``prior``: (num_combos, kinds).
        """
        known = self._known
        tables = self._tilt, self._lean, self._learned
        groups = known.groups, known.group_class, self._strength
        _kernels.fill_tables(*self._counted, situation, *groups, *tables)
        chances = np.empty_like(prior)
        _kernels.mix(prior, classes, *tables, self.trust(), chances)
        return chances

    def whole(self, prior: Weights) -> Weights:
        """Return the probabilities in all situations: both (situations, classes, kinds)."""
        chances = np.empty_like(prior)
        groups = self._known.groups, self._known.group_class, self._strength
        _kernels.mix_all(*self._counted, *groups, self.trust(), prior, chances)
        return chances

    def learn(self, plan: SeatActions, weights: Weights) -> None:
        """Count the actions of one hand.

        ``weights``: (num_combos,) prior probability of each combo; overwritten.
        """
        known = self._known
        foretold = np.zeros(len(self._evidence))
        _kernels.learn_hand(
            *self._counted, self.seen, self.expected, known.groups, known.group_class,
            self._strength, self._fade, self.trust(), plan.situations, plan.kinds, plan.taken,
            plan.classes, plan.prior, weights, foretold,
        )  # fmt: skip
        self._evidence *= self._forget
        self._evidence += np.log(np.maximum(foretold, LEAST))
        self._evidence -= self._evidence.max()

    @property
    def _counted(self) -> tuple[Weights, Weights, Weights, Weights]:
        return self._fine, self._wide, self._fine_expected, self._wide_expected
