"""Off-policy evaluation of limit hold'em tables by every map and value, in kernels.

Equivalent to ``estimators.py`` with chips and bet-call DIVAT as values, a thousand times as fast.
One difference: flop equity is estimated from seeded random turns and rivers, independent of the
cards dealt. The estimate is unbiased.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.tables import BucketTables, fill_ranges
from ai.equity.matchups import combo_matrix
from ai.evaluation import _off_policy_tables as k
from ai.evaluation.estimators import MAPS
from ai.evaluation.luck import BetCall
from engine.agent import PolicyTable
from engine.combos import NUM_HOLDEM_COMBOS
from engine.errors import GameError
from engine.game import UNLIMITED
from engine.jobs import JobControl
from engine.match_chunk import Line, MatchChunk
from engine.player import PublicState
from engine.rng import RngState
from engine.tree import DECISION, SHOWDOWN_END, BettingTree
from engine.wording import Wording

Floats = NDArray[np.float64]
FinishedHands = k.FinishedHands

VALUES = ("chips", BetCall.name)
"""The values in the order of results; the order of maps is that of ``MAPS``."""
_AT_ONCE = 64


class TableJudge:
    """Evaluates a behaviour and a target from the behaviour's hands.

    Args:
        behaviour: the whole strategy that plays the hands.
        target: the strategy evaluated, on the same tree and rows.
        tables: those rows on every board.

    Raises:
        GameError: if it is not limit hold'em of two, or the strategies are incompatible.
    """

    def __init__(self, behaviour: PolicyTable, target: PolicyTable, tables: BucketTables) -> None:
        tree, game = behaviour.tree, behaviour.tree.game
        if not (game.is_heads_up_holdem and game.is_limit and set(game.stacks) == {UNLIMITED}):
            raise GameError(
                "strategy tables are evaluated in two-player limit hold'em, not in {title}",
                title=Wording(game.title),
            )
        same = behaviour.rows is target.rows and tables.num_rows == behaviour.rows.num_rows
        if not (same and tree.same_as(target.tree)):
            raise GameError("the tables have different rows or betting lines")
        self._tree = k.JudgedTree(
            tree.parent,
            tree.first_child,
            tree.num_actions,
            tree.actor,
            tree.street,
            tree.kind == SHOWDOWN_END,
            tree.spent,
            _baseline_pots(tree),
        )
        self._betting, self._tables = tree, tables
        self._behaviour, self._target = behaviour, target
        self._ends: dict[Line, int] = {}

    def hands(self, chunk: MatchChunk) -> k.FinishedHands:
        """The hands of a match that player 0 played as the behaviour."""
        for line in chunk.lines:
            if line not in self._ends:
                self._ends[line] = self._betting.find(line)
        ends = np.array([self._ends[line] for line in chunk.lines], np.int32)[chunk.line_of]
        return k.FinishedHands(
            ends,
            chunk.positions.astype(np.int64),
            np.ascontiguousarray(chunk.dealt[:, :4]).reshape(-1, 2, 2),
            np.ascontiguousarray(chunk.dealt[:, 4:]),
            self._betting.street[ends],
        )

    def estimates(
        self, hands: k.FinishedHands, rng: RngState, control: JobControl | None = None
    ) -> Floats:
        """Return the estimates of hands, in chips.

        Args:
            hands: as ``hands`` returns them.
            rng: for the sampled turns and rivers of flop equity; advanced.
            control: checked every 20 ms.

        Returns:
            (hands, 2, maps, values): of the behaviour and of the target.

        Raises:
            CancelledError: if cancelled.
        """
        control = control or JobControl()
        estimates = np.empty((len(hands.ends), 2, len(MAPS), len(VALUES)))
        for start in range(0, len(estimates), _AT_ONCE):
            control.check()
            part = _hands_in(hands, slice(start, start + _AT_ONCE))
            equities = equities_of(part, rng)
            estimates[start : start + _AT_ONCE] = self.estimates_by(part, equities)
        return estimates

    def estimates_by(self, hands: k.FinishedHands, equities: Floats) -> Floats:
        """Do the same with given equities (hands, 4, 1326)."""
        estimates = np.empty((len(hands.ends), 2, len(MAPS), len(VALUES)))
        k.judge_hands(
            self._tree,
            hands,
            self._behaviour.offsets,
            self._behaviour.probabilities,
            self._target.probabilities,
            self.rows_of(hands),
            equities,
            estimates,
        )
        return estimates

    def rows_of(self, hands: k.FinishedHands) -> NDArray[np.uint16]:
        """Rows (hands, 4, 1326) of all combos on the boards that hands saw."""
        rows = np.empty((len(hands.ends), 4, NUM_HOLDEM_COMBOS), np.uint16)
        fill_ranges(self._tables.arrays, hands.boards, hands.streets, rows)
        return rows


def equities_of(hands: k.FinishedHands, rng: RngState) -> Floats:
    """Return the equity (hands, 4, 1326) of combos against the rival's hand; sampled on flops."""
    equities = np.zeros((len(hands.ends), 4, NUM_HOLDEM_COMBOS))
    k.fill_equities(hands, combo_matrix(), rng, equities)
    return equities


def _hands_in(hands: k.FinishedHands, which: slice) -> k.FinishedHands:
    return k.FinishedHands(
        hands.ends[which],
        hands.seats[which],
        hands.holes[which],
        hands.boards[which],
        hands.streets[which],
    )


def _baseline_pots(tree: BettingTree) -> NDArray[np.int64]:
    """Return the bet-call pot at the start of each street: (nodes,) int64, 0 elsewhere."""
    baseline, pots = BetCall(), np.zeros(tree.num_nodes, np.int64)
    begins = tree.street != np.where(tree.parent >= 0, tree.street[tree.parent], -1)
    for node in np.flatnonzero(begins & (tree.kind == DECISION)).tolist():
        place = PublicState(tree.game, tree.line_to(node), ())
        pots[node] = baseline.pot(place, place.street)
    return pots
