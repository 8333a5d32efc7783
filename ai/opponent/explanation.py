"""Explanation of an opponent-model decision in four steps: model, belief, equity, decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ai.opponent.belief import Belief
from ai.opponent.montecarlo import ActionOutcomes
from ai.reading.reach import Weights
from engine.cards import Card
from engine.player import PublicState, SeatView, Strategy


@dataclass(frozen=True)
class Weighed:
    """The evaluation of one action.

    Attributes:
        option: the action and its possible results.
        folded: probability that the opponent folds to it, by the model; 0 if not requested.
        chance: probability of winning if the opponent continues without further betting, a tie
            counted as half.
        value: mean in chips from now on, by which the engine decides.
        error: standard error of the value, 0 if it is exact.
    """

    option: ActionOutcomes
    folded: float
    chance: float
    value: float
    error: float


@dataclass(frozen=True)
class Reasons:
    """One decision, with the model as it was then.

    Attributes:
        hands: hands that the model had learned from.
        belief: about the opponent's hand, from its actions alone.
        held: (num_combos,) the belief given ``hole``; sums to 1.
        chance: probability of winning against it without further betting, a tie counted as half.
        counts: samples lost, tied and won; empty if deals were enumerated.
        exact: whether values are those of the best response, with all later betting.
        answer: its strategy: one row.
    """

    spot: PublicState
    hole: tuple[Card, ...]
    hands: int
    belief: Belief
    held: Weights
    chance: float
    counts: tuple[int, ...]
    exact: bool
    weighed: tuple[Weighed, ...]
    answer: Strategy


@runtime_checkable
class GivesReasons(Protocol):
    """An engine that can explain its actions."""

    def reasons(self, view: SeatView) -> Reasons:
        """Return its decision; ``act`` draws from the same answer."""
        ...
