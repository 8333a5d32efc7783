"""A solver's averages at one decision of a spot: strategy, reach, EV and equity."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ai.solver import _arrays as k
from ai.solver.boards import chance
from ai.solver.buffers import FixedDecision, fix
from ai.solver.plan import SpotPlan
from ai.solver.spot import Spot
from ai.solver.traversal import EXPECT, SpotTraversal, Store
from engine.cards import NUM_CARDS, Card
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.equity.showdown import ALL_COMBOS, add_board_showdowns
from engine.errors import EngineError
from engine.jit import LANES
from engine.player import Action
from engine.tree import DECISION

Floats = NDArray[np.float64]

_NOTHING = 1e-10
"""Fraction of a range below which it counts as empty: EVs would be off by 1e-6 of the pot."""


@dataclass(frozen=True)
class NodeView:
    """A decision under the averages; NaN where nothing of the opponent's range is met.

    Attributes:
        to_act: the player to act.
        actions: the actions, in the order of the tree.
        reach: (players, 1326): each hand's own reach, including range weights.
        strategy: (1326, actions) of the player to act; rows of hands outside its range are 0.
        ev: (players, 1326): chips at the end less those put in from here on.
        action_ev: (1326, actions): the same of the player to act after each action.
        equity: (players, 1326): wins and shares of ties without further betting.
        total_ev, total_equity: of each player, over the joint distribution of hands here.
    """

    to_act: int
    actions: tuple[Action, ...]
    reach: Floats
    strategy: Floats
    ev: Floats
    action_ev: Floats
    equity: Floats
    total_ev: tuple[float, ...]
    total_equity: tuple[float, ...]


class Viewer:
    """A viewer of a run's averages.

    Args:
        spot: the spot.
        plan: the spot laid out.
        walk: float64 scratch arrays.
        sums: of the run.
        fixed: locked decisions.
    """

    def __init__(
        self,
        spot: Spot,
        plan: SpotPlan,
        walk: SpotTraversal,
        sums: Store,
        fixed: Sequence[FixedDecision],
    ) -> None:
        self._spot, self._plan, self._walk = spot, plan, walk
        self._sums, self._fixed = sums, tuple(fixed)
        self._fixed_at = {(each.node, each.slot): each for each in fixed}

    def at(
        self, line: tuple[Action, ...], board: tuple[Card, ...], pool: Executor | None = None
    ) -> NodeView:
        """A decision.

        Raises:
            EngineError: if the tree has no such decision, or the board does not belong to it.
        """
        node = self._node(line, board)
        slot, moved = self._plan.runout(board)
        to_act = int(self._plan.tree.actor[node])
        path = self._path(node)
        reach = self._reach(path, slot)
        values, after = self._values(node, slot, path, reach, pool)
        # From here on everything is for all combos, on the actual board.
        comes = [self._to_combos(reach[player], moved, player) for player in range(2)]
        meets = [met(comes[1 - player]) for player in range(2)]
        spent = self._plan.tree.spent[node] - self._plan.tree.game.ante + self._spot.pot / 2
        ev = [
            self._to_combos(values[player], moved, player, np.nan) / meets[player] + spent[player]
            for player in range(2)
        ]
        columns = [
            self._to_combos(column, moved, to_act, np.nan) / meets[to_act] + spent[to_act]
            for column in after
        ]
        chosen = [self._to_combos(column, moved, to_act) for column in self.strategy(node, slot).T]
        equity = equities(board, comes[0], comes[1])
        here = [comes[player] * np.nan_to_num(meets[player]) for player in range(2)]
        return NodeView(
            to_act=to_act,
            actions=self._plan.tree.actions_at(node),
            reach=np.stack(comes),
            strategy=np.stack(chosen, 1),
            ev=np.stack(ev),
            action_ev=np.stack(columns, 1),
            equity=equity,
            total_ev=(_mean(ev[0], here[0]), _mean(ev[1], here[1])),
            total_equity=(_mean(equity[0], here[0]), _mean(equity[1], here[1])),
        )

    def answer(
        self, line: tuple[Action, ...], board: tuple[Card, ...]
    ) -> tuple[tuple[Action, ...], Floats]:
        """Actions of a decision and their probabilities by hand: (1326, actions).

        Raises:
            EngineError: if the tree has no such decision, or the board does not belong to it.
        """
        node = self._node(line, board)
        slot, moved = self._plan.runout(board)
        to_act = int(self._plan.tree.actor[node])
        chosen = [self._to_combos(column, moved, to_act) for column in self.strategy(node, slot).T]
        return self._plan.tree.actions_at(node), np.stack(chosen, 1)

    def strategy(self, node: int, slot: int) -> Floats:
        """Average of a decision on a board: (hands of the root, actions), 0 for missing hands."""
        plan = self._plan
        player = int(plan.tree.actor[node])
        unit, row = plan.where[node]
        _, first, actions, _ = plan.units[unit].nodes[player][row]
        roots = len(plan.units[unit].roots)
        edges = plan.units[unit].sequences[player] - roots
        blocks = plan.boards[slot].blocks(player)
        start, sums = plan.start(unit, slot, player), self._sums
        if (
            isinstance(sums, k.Half)
            and slot >= plan.slots(plan.streets - 1).stop
            and plan.early_half
        ):
            start, sums = start - plan.last_sizes[player], sums.early
        stored = sums.averages[player][start : start + blocks * edges * LANES]
        vectors = stored.reshape(blocks, edges, LANES)[:, first - roots : first - roots + actions]
        rows = vectors.transpose(0, 2, 1).reshape(blocks * LANES, actions).astype(np.float64)
        places = plan.places(slot, player)
        rows = rows[: len(places)]
        totals = rows.sum(1, keepdims=True)
        rows = np.where(totals > 0, rows / np.where(totals > 0, totals, 1.0), 1.0 / actions)
        strategy = np.zeros((len(plan.combos[player]), actions))
        strategy[places] = rows
        fixed = self._fixed_at.get((node, slot))
        if fixed is not None:
            held = np.zeros(len(strategy), np.bool_)
            held[places] = fixed.held[places]
            strategy[held] = fixed.probabilities[held]
        return strategy

    def coming(self, line: tuple[Action, ...], board: tuple[Card, ...]) -> list[Floats]:
        """Return each player's reach (1326,) of a decision, range weights included."""
        slot, moved = self._plan.runout(board)
        reach = self._reach(self._path(self._node(line, board)), slot)
        return [self._to_combos(reach[player], moved, player) for player in range(2)]

    def _node(self, line: tuple[Action, ...], board: tuple[Card, ...]) -> int:
        plan = self._plan
        node = plan.tree.find(line)
        if node < 0 or plan.tree.kind[node] != DECISION:
            raise EngineError("the solved spot has no such decision")
        root = self._spot.board
        size = plan.tree.game.board_sizes[int(plan.tree.street[node])]
        if len(board) != size or set(board[: len(root)]) != set(root):
            raise EngineError("this is not a board of the solved spot")
        return node

    def _path(self, node: int) -> list[tuple[int, int]]:
        """Decisions on the path from the root, with the action taken there."""
        tree, path = self._plan.tree, []
        while tree.parent[node] >= 0:
            above = int(tree.parent[node])
            path.append((above, node - int(tree.first_child[above])))
            node = above
        return path[::-1]

    def _slot_of(self, node: int, slot: int) -> int:
        """The board of a decision on the path to one on ``slot``."""
        size = self._plan.tree.game.board_sizes[int(self._plan.tree.street[node])]
        while len(self._plan.boards[slot].cards) > size:
            slot = self._plan.boards[slot].before
        return slot

    def _reach(self, path: list[tuple[int, int]], slot: int) -> list[Floats]:
        plan = self._plan
        reach = [
            weights[held] for weights, held in zip(self._spot.ranges, plan.combos, strict=True)
        ]
        for above, action in path:
            player = int(plan.tree.actor[above])
            rows = self.strategy(above, self._slot_of(above, slot))
            reach[player] = reach[player] * rows[:, action]
        for player in range(2):
            there = np.zeros(len(reach[player]), np.bool_)
            there[plan.places(slot, player)] = True
            reach[player] = np.where(there, reach[player], 0.0)
        return reach

    def _values(
        self,
        node: int,
        slot: int,
        path: list[tuple[int, int]],
        reach: list[Floats],
        pool: Executor | None,
    ) -> tuple[list[Floats], Floats]:
        """Return values of hands at a decision and after its actions, weighted by opposing reach.

        Play is forced to this node: decisions on the path are fixed, and the ranges at the root are
        those that reach it.
        """
        plan, walk = self._plan, self._walk
        to_act = int(plan.tree.actor[node])
        unit, row = plan.where[node]
        watched = int(plan.arrays.units[unit, to_act, k.NODE_FIRST]) + row
        locks = fix(plan, [*self._fixed, *self._forced(path, slot)], np.float64)
        street = int(plan.tree.street[node])
        entry = self._entry(node)
        # Cards count with their probability from the root on; those before this board have come.
        sizes = plan.tree.game.board_sizes[:street]
        scale = 1.0 / math.prod(map(chance, sizes))
        if walk.leaves is not None:
            walk.counted = self._below(node)
        values = []
        actions = int(plan.tree.num_actions[node])
        after = np.empty(0)
        for player in range(2):
            seen = watched if player == to_act else -1
            if street:
                other = reach[1 - player]
                won = walk.below(street, unit, slot, entry, player, other, self._sums, locks, seen)
                values.append(scale * won)
            else:
                walk.set_reach(1 - player, reach[1 - player])
                walk.turn(player, EXPECT, self._sums, locks, pool, seen)
                values.append(walk.values(player))
            if player == to_act:
                after = (
                    walk.seen_below(slot, player, actions) if street else walk.seen(player, actions)
                )
                after = scale * after
        return values, after

    def _forced(self, path: list[tuple[int, int]], slot: int) -> Iterator[FixedDecision]:
        tree = self._plan.tree
        for above, action in path:
            count = len(self._plan.combos[int(tree.actor[above])])
            rows = np.zeros((count, int(tree.num_actions[above])))
            rows[:, action] = 1.0
            yield FixedDecision(above, self._slot_of(above, slot), np.ones(count, np.bool_), rows)

    def _below(self, node: int) -> NDArray[np.bool_]:
        """Return which ends of the turn's betting are below a decision."""
        tree, found = self._plan.tree, []
        for leaf, _, _ in self._plan.units[self._plan.unit_of(1)].leaves:
            above = leaf
            while above > node:  # parents come before their children
                above = int(tree.parent[above])
            found.append(above == node)
        return np.array(found)

    def _entry(self, node: int) -> int:
        """Return the entry of the leaf of the street before, above a decision; 0 at the root's."""
        plan = self._plan
        street = int(plan.tree.street[node])
        if street == 0:
            return 0
        while plan.tree.street[plan.tree.parent[node]] == street:
            node = int(plan.tree.parent[node])
        leaves = plan.units[plan.unit_of(street - 1)].leaves
        return next(at for at, leaf in enumerate(leaves) if leaf[0] == node)

    def _to_combos(
        self,
        numbers: Floats,
        moved: tuple[NDArray[np.int64], NDArray[np.int64]],
        player: int,
        rest: float = 0.0,
    ) -> Floats:
        """Convert values of the root's hands on the board played to all combos."""
        of_combos = np.full(NUM_HOLDEM_COMBOS, rest)
        of_combos[self._plan.combos[player]] = numbers[moved[player]]
        return of_combos


def met(reach: Floats) -> Floats:
    """Reach (1326,) of the hands compatible with each combo; NaN if none."""
    cards = combo_cards()
    by_card = sum(np.bincount(column, reach, NUM_CARDS) for column in cards.T)
    met = reach.sum() - np.asarray(by_card)[cards].sum(1) + reach
    return np.where(met > _NOTHING * reach.sum(), met, np.nan)


def _mean(numbers: Floats, weights: Floats) -> float:
    """Return the weighted mean of numbers; NaN if nothing has weight."""
    total = weights.sum()
    counted = weights > 0
    return float(numbers[counted] @ weights[counted] / total) if total > 0 else float("nan")


def equities(board: tuple[Card, ...], first: Floats, second: Floats) -> Floats:
    """Equity (2, 1326) of each combo against the other's range (1326,), all cards to come dealt.

    NaN where no hand of the opponent is compatible.
    """
    left = [card for card in range(NUM_CARDS) if card not in board]
    boards = [(*board, *cards) for cards in combinations(left, 5 - len(board))]
    every = np.array(boards, np.uint8)
    others = np.stack((second, first))
    win, tie, total = np.zeros((3, *others.shape))
    add_board_showdowns(every, np.ones(len(every)), ALL_COMBOS, others, win, tie, total)
    possible = total > _NOTHING * np.maximum(others.sum(axis=1, keepdims=True), 1e-300)
    return np.where(possible, (win + tie / 2) / np.where(possible, total, 1.0), np.nan)
