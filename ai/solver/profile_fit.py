"""A solution's strategy projected onto a profile, at every decision of a player on every board.

Decisions are processed from the root, so each is projected for the hands that reach it: by the
player's own choices as projected before, and against the range that the opponent brings in the
solution, with card removal.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.profile.cells import Cell, cell_of, kind_of
from ai.profile.profile import Profile
from ai.solver.boards import chance
from ai.solver.plan import SpotPlan
from ai.solver.projection import tilt
from ai.solver.solver import SpotSolver
from ai.solver.view import met
from engine.combos import NUM_HOLDEM_COMBOS
from engine.jit import LANES
from engine.jobs import JobControl
from engine.player import Action, PublicState
from engine.tree import DECISION

Floats = NDArray[np.float64]


@dataclass
class Bent:
    """The effect of a profile at one decision, over all boards.

    Attributes:
        line: betting to the decision.
        cell: the cell of the profile.
        actions: of the decision.
        comes: joint reach of both players, over all deals, with the projected strategy.
        before, after: (actions,) frequencies of the range in the solution and after projection.
    """

    line: tuple[Action, ...]
    cell: Cell
    actions: tuple[Action, ...]
    comes: float
    before: Floats
    after: Floats


@dataclass(frozen=True)
class Fitted:
    """A player's whole strategy.

    Attributes:
        edges: reach of every action of every hand, laid out as the sums of a solver: float32.
        bent: the decisions that a profile changed, most frequent first.
    """

    edges: NDArray[np.float32]
    bent: tuple[Bent, ...]


def fitted(
    solver: SpotSolver,
    player: int,
    profile: Profile | None = None,
    control: JobControl | None = None,
) -> Fitted:
    """The strategy of a player in a solution, projected onto a profile if one is given.

    Raises:
        CancelledError: if cancelled.
    """
    return _Fitting(solver, player, profile, control or JobControl()).run()


class _Fitting:
    """A traversal of a spot's tree, board by board."""

    def __init__(
        self, solver: SpotSolver, player: int, profile: Profile | None, control: JobControl
    ) -> None:
        self._solver, self._player, self._profile = solver, player, profile
        self._control = control
        self._plan: SpotPlan = solver.plan
        self._edges = np.zeros(self._plan.sizes[player], np.float32)
        self._bent: dict[int, Bent] = {}
        self._meetings = float(solver.spot.ranges[0] @ np.nan_to_num(met(solver.spot.ranges[1])))
        tree, spot = self._plan.tree, solver.spot
        self._cells = {
            node: cell_of(PublicState(spot.game, tree.line_to(node), ()))
            for node in range(tree.num_nodes)
            if tree.kind[node] == DECISION and tree.actor[node] == player
        }

    def run(self) -> Fitted:
        plan, ranges = self._plan, self._solver.spot.ranges
        root = [weights[held] for weights, held in zip(ranges, plan.combos, strict=True)]
        self._from(plan.root, {0: root}, 1.0)
        reached = [bent for bent in self._bent.values() if bent.comes > 0.0]
        for bent in reached:
            bent.before /= bent.comes
            bent.after /= bent.comes
            bent.comes /= self._meetings
        return Fitted(self._edges, tuple(sorted(reached, key=lambda bent: -bent.comes)))

    def _from(self, slot: int, reach: dict[int, list[Floats]], share: float) -> None:
        """Fit everything from a board on."""
        self._control.check()
        plan = self._plan
        below = self._walk(slot, reach, share)
        played = Counter(each.slot for each in plan.after.get(slot, ())) if below else Counter()
        for after, cards in played.items():
            part = share * cards * chance(len(plan.boards[slot].cards))
            free = [np.zeros(len(combos), np.bool_) for combos in plan.combos]
            for player in range(2):
                free[player][plan.places(after, player)] = True
            arriving = {
                node: [np.where(free[p], comes[p], 0.0) for p in range(2)]
                for node, comes in below.items()
            }
            self._from(after, arriving, part)

    def _walk(
        self, slot: int, reach: dict[int, list[Floats]], share: float
    ) -> dict[int, list[Floats]]:
        """Fit everything on one board, from decisions with the reach of both players.

        Returns:
            The reach where a card is dealt.
        """
        tree, below = self._plan.tree, {}
        street = int(tree.street[next(iter(reach))])
        queue = list(reach)
        for node in queue:  # grows during the loop
            here = reach.pop(node)
            actor = int(tree.actor[node])
            rows = self._solver.strategy(node, slot)
            if actor == self._player:
                rows = self._rows(node, rows, here, share)
                self._store(node, slot, here[actor][:, None] * rows)
            for action in range(rows.shape[1]):
                child = int(tree.first_child[node]) + action
                if tree.kind[child] != DECISION:
                    continue
                comes = list(here)
                comes[actor] = here[actor] * rows[:, action]
                if tree.street[child] == street:
                    reach[child] = comes
                    queue.append(child)
                else:
                    below[child] = comes
        return below

    def _rows(self, node: int, rows: Floats, reach: list[Floats], share: float) -> Floats:
        """Return the strategy at one decision, projected onto the profile."""
        cell, own = self._cells[node], reach[self._player]
        if self._profile is None or cell is None or not own.any():
            return rows
        weights = own * self._meets(reach[1 - self._player])
        comes = float(weights.sum())
        if comes <= 0.0:  # the opponent never gets here, so its cards are unknown
            weights = own
        actions = self._plan.tree.actions_at(node)
        kinds = np.array([kind_of(action.kind) for action in actions])
        possible = sorted(set(kinds.tolist()))
        before = weights @ rows / weights.sum()
        equilibrium = np.bincount(kinds, before, 3).astype(np.float64)
        after = tilt(rows, weights, kinds, self._profile.wanted(cell, equilibrium, possible))
        if after is not rows:
            none = np.zeros(len(actions))
            line = self._plan.tree.line_to(node)
            bent = self._bent.setdefault(node, Bent(line, cell, actions, 0.0, none, none.copy()))
            bent.comes += share * comes
            bent.before += share * comes * before
            bent.after += share * comes * (weights @ after / weights.sum())
        return after

    def _meets(self, other: Floats) -> Floats:
        """Return the opposing reach that each hand of the player meets."""
        whole = np.zeros(NUM_HOLDEM_COMBOS)
        whole[self._plan.combos[1 - self._player]] = other
        if not other.any():
            return np.zeros(len(self._plan.combos[self._player]))
        return np.nan_to_num(met(whole))[self._plan.combos[self._player]]

    def _store(self, node: int, slot: int, reach: Floats) -> None:
        """Store the reach of a decision's actions in the layout of kernels."""
        plan, player = self._plan, self._player
        unit, row = plan.where[node]
        _, first, actions, _ = plan.units[unit].nodes[player][row]
        roots = len(plan.units[unit].roots)
        edges = plan.units[unit].sequences[player] - roots
        blocks, start = plan.boards[slot].blocks(player), plan.start(unit, slot, player)
        room = self._edges[start : start + blocks * edges * LANES].reshape(blocks, edges, LANES)
        places = plan.places(slot, player)
        there = np.zeros((blocks * LANES, actions), np.float32)
        there[: len(places)] = reach[places]
        room[:, first - roots : first - roots + actions] = there.reshape(
            blocks, LANES, actions
        ).transpose(0, 2, 1)
