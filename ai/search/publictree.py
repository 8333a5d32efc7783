"""Public tree of a search: statistics by betting line, summed over hands and boards.

A search has a node for each information state; the window shows the public tree.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ai.networks.environment import Environment
from ai.networks.hands import act
from ai.networks.lines import actions_at, slots_at
from ai.search import _simulate as s
from ai.search._incremental import NO_LINE, line_after
from ai.search.adaptive import AdaptiveSearch, S, SearchableDecision, Stop
from ai.search.incremental import HandSearch, Root
from ai.search.search import Search, arena_of
from engine.errors import EngineError
from engine.player import Action, PublicState
from engine.rules import STREET, TO_ACT
from engine.tree import DECISION

NOBODY = -1
"""The actor where the betting is over."""
LEAST_PART = 0.001
"""Fraction of the simulations below which a line of hold'em is pruned."""


@dataclass(frozen=True, eq=False)
class PublicTree:
    """Betting lines from a decision on, with a search's statistics.

    Node 0 is the decision. Nodes are in the order of their parents, after one parent in the order
    fold, call, raises ascending. An action counts where its player learned from it, so the visits
    of the children of a node need not sum to those of the node. An action of a player who does not
    learn counts as often as something was learned right after it.

    Attributes:
        parent: (nodes,) int64, ascending, -1 at node 0.
        actor: (nodes,) int64: position to act, ``NOBODY`` where the betting is over.
        street: (nodes,) int64: betting round.
        actions: the action that leads to each node; None at node 0.
        visits: (nodes,) float64: how often the action that leads here was taken; at node 0 the
            simulations.
        sums: (nodes,) float64: chips won over the whole hand, summed over these visits, by the
            player to act at node 0.
        squares: (nodes,) float64: the sum of their squares.
        states: (nodes,) int64: information states visited here.
        num_states: states of all lines, including pruned ones.
    """

    parent: NDArray[np.int64]
    actor: NDArray[np.int64]
    street: NDArray[np.int64]
    actions: tuple[Action | None, ...]
    visits: NDArray[np.float64]
    sums: NDArray[np.float64]
    squares: NDArray[np.float64]
    states: NDArray[np.int64]
    num_states: int

    @property
    def means(self) -> NDArray[np.float64]:
        """Mean result per visit, (nodes,) float64; NaN without visits."""
        means: NDArray[np.float64] = np.where(
            self.visits > 0.0, self.sums / np.maximum(self.visits, 1.0), np.nan
        )
        return means

    @property
    def errors(self) -> NDArray[np.float64]:
        """Standard errors of the means as if visits were independent; NaN below two visits."""
        enough, others = self.visits >= 2.0, np.maximum(self.visits - 1.0, 1.0)
        spread = self.squares - self.visits * np.nan_to_num(self.means) ** 2
        variance = np.maximum(0.0, spread) / others  # clip rounding errors
        errors: NDArray[np.float64] = np.where(
            enough, np.sqrt(variance / np.maximum(self.visits, 1.0)), np.nan
        )
        return errors

    def children(self, node: int) -> list[int]:
        """The children of a decision, in order of its actions."""
        first, end = np.searchsorted(self.parent, (node, node + 1)).tolist()
        return list(range(first, end))


class _Growing:
    """The columns of a public tree under construction, parents first.

    Args:
        seat: to act at node 0.
        street: of node 0.
    """

    def __init__(self, seat: int, street: int, simulations: int) -> None:
        self._seat = seat
        self._simulations = float(simulations)
        self._parent, self._actor, self._street, self._states = [-1], [seat], [street], [0]
        self._actions: list[Action | None] = [None]
        self._numbers: list[list[float]] = [[0.0, 0.0, 0.0]]

    def add(
        self,
        node: int,
        states: int,
        actions: tuple[Action, ...],
        numbers: NDArray[np.float64],
        after: list[tuple[int, int]],
    ) -> None:
        """Add the children of a node.

        Args:
            node: the next one in order that has children.
            states: visited there.
            actions: leading to the children.
            numbers: (children, 3) float64: visits, and sums of the actor's chips and their squares.
            after: actor and street of each child.
        """
        sign = 1.0 if self._actor[node] == self._seat else -1.0
        self._states[node] = states
        self._parent += [node] * len(actions)
        self._actions += actions
        self._numbers += (numbers * (1.0, sign, 1.0)).tolist()
        self._actor += [actor for actor, _ in after]
        self._street += [street for _, street in after]
        self._states += [0] * len(actions)

    def __len__(self) -> int:
        """Number of nodes so far."""
        return len(self._parent)

    def finish(self, learners: int, num_states: int | None = None) -> PublicTree:
        """The tree.

        Args:
            learners: a bit for each player that learns.
            num_states: of all lines; None for those of the lines added.
        """
        numbers = np.array(self._numbers)
        below = np.zeros_like(numbers)
        for node in range(len(numbers) - 1, 0, -1):
            parent = self._parent[node]
            if not learners >> self._actor[parent] & 1:
                numbers[node] = below[node]
            below[parent] += numbers[node]
        numbers[0] = below[0]
        numbers[0, s.COUNT] = self._simulations
        visits, sums, squares = numbers.T.copy()
        return PublicTree(
            np.array(self._parent),
            np.array(self._actor),
            np.array(self._street),
            tuple(self._actions),
            visits,
            sums,
            squares,
            np.array(self._states),
            sum(self._states) if num_states is None else num_states,
        )


def public_tree(search: Search, spot: PublicState) -> PublicTree:
    """Return the statistics of a small game's search by betting line.

    Args:
        search: read, not changed.
        spot: the decision at which its simulations begin.
    """
    tree = arena_of(spot.game).tree
    nodes = [tree.find(spot.actions)]
    growing = _Growing(spot.to_act, int(tree.street[nodes[0]]), search.simulations)
    for at, node in enumerate(nodes):  # grows during the loop
        if tree.kind[node] != DECISION:
            continue
        statistics = search.statistics(node)
        states = int((statistics[:, :, s.COUNT] > 0.0).any(axis=1).sum())
        first, count = int(tree.first_child[node]), int(tree.num_actions[node])
        children = range(first, first + count)
        after = [
            (int(tree.actor[one]) if tree.kind[one] == DECISION else NOBODY, int(tree.street[one]))
            for one in children
        ]
        growing.add(at, states, tree.actions_at(node), statistics.sum(axis=0), after)
        nodes += children
    return growing.finish(search.learners)


@dataclass(frozen=True, eq=False)
class _Fork:
    """The actions after a line of hold'em.

    Attributes:
        slots: of the actions.
        lines: hashes of the line and each action.
        rows: kernel rows of the nodes after them.
        after: actor and street of each of these.
    """

    slots: list[int]
    actions: tuple[Action, ...]
    lines: list[int]
    rows: list[NDArray[np.int64]]
    after: list[tuple[int, int]]


class HandTrees:
    """Public trees of searches from one decision of heads-up hold'em, built incrementally."""

    def __init__(self, environment: Environment, root: Root) -> None:
        self._environment, self._root = environment, root
        self._forks: dict[int, _Fork] = {}

    def tree(self, search: HandSearch) -> PublicTree:
        """Return a search's statistics of each line with enough simulations."""
        lines, statistics = search.states()
        names, line_of = np.unique(lines, return_inverse=True)
        place = {int(name): at for at, name in enumerate(names)}
        numbers = np.zeros((len(names), *statistics.shape[1:]))
        np.add.at(numbers, line_of, statistics)
        states = np.bincount(line_of, minlength=len(names))
        visits = numbers[:, :, s.COUNT].sum(axis=1)
        least = LEAST_PART * search.simulations
        spot = self._root.spot
        growing = _Growing(spot.to_act, spot.street, search.simulations)
        nothing = np.zeros(statistics.shape[1:])
        waiting = deque([(0, int(NO_LINE), self._root.row, spot.to_act)])
        while waiting:
            node, line, row, actor = waiting.popleft()
            at = place.get(line, -1)
            learns = search.learners >> actor & 1
            if learns and (at < 0 or (node and visits[at] < least)):
                continue
            fork = self._fork(line, row)
            here = numbers[at] if at >= 0 else nothing
            first = len(growing)
            count = int(states[at]) if at >= 0 else 0
            growing.add(node, count, fork.actions, here[fork.slots], fork.after)
            places = zip(fork.slots, fork.lines, fork.rows, fork.after, strict=True)
            for child, (slot, name, below, (then, _)) in enumerate(places, first):
                if then != NOBODY and (not learns or here[slot, s.COUNT] > 0.0):
                    waiting.append((child, name, below, then))
        return growing.finish(search.learners, search.num_states)

    def _fork(self, line: int, row: NDArray[np.int64]) -> _Fork:
        fork = self._forks.get(line)
        if fork is None:
            environment = self._environment
            pairs = slots_at(environment, row)
            totals = np.zeros(environment.num_actions, np.int64)
            for slot, total in pairs:
                totals[slot] = total
            rows = []
            for slot, _ in pairs:
                after = row.copy()
                act(environment.arrays, after, slot, totals)
                rows.append(after)
            fork = self._forks[line] = _Fork(
                [slot for slot, _ in pairs],
                actions_at(environment, row),
                [int(line_after(np.uint64(line), np.uint64(slot))) for slot, _ in pairs],
                rows,
                [(max(NOBODY, int(one[TO_ACT])), int(one[STREET])) for one in rows],
            )
        return fork


class Showable(SearchableDecision[S], Protocol[S]):
    """A decision whose searches support snapshots."""

    def believed(self, combo: int) -> NDArray[np.float64]:
        """Return the belief over the opponent's combos given one's own: (num_combos,), sum 1."""
        ...

    def tree(self, search: S) -> PublicTree:
        """Return a search's statistics by betting line; read-only."""
        ...

    def prior(self, search: S, row: int) -> NDArray[np.float64] | None:
        """Return the policy prior: (actions,), None if unknown."""
        ...


@dataclass(frozen=True, eq=False)
class SearchSnapshot:
    """Snapshot of a search from a decision.

    Attributes:
        simulations: done by then.
        dropped: simulations done when an action of the decision was eliminated, by its index;
            remaining actions are not in it.
        belief: (num_combos,) float64: belief over the opponent's combos at the start of the search,
            given the player's hand; sum 1.
        prior: (actions,) float64: prior of each action; None if there was none.
        paid: chips that the player to act had put in already.
        num_bytes: memory of the statistics.
    """

    spot: PublicState
    simulations: int
    tree: PublicTree
    dropped: Mapping[int, int]
    belief: NDArray[np.float64]
    prior: NDArray[np.float64] | None
    paid: int
    num_bytes: int


def snapshot_of(
    decision: Showable[S], search: S, combo: int, dropped: Mapping[int, int]
) -> SearchSnapshot:
    """Return a snapshot of a search from a decision.

    Args:
        decision: the decision that began it.
        search: read, not changed; must not run concurrently.
        dropped: as in ``SearchSnapshot``.
    """
    spot = decision.spot
    return SearchSnapshot(
        spot,
        search.simulations,
        decision.tree(search),
        dict(dropped),
        decision.believed(combo),
        decision.prior(search, int(decision.row_of[combo])),
        int(spot.spent(spot.to_act)),
        search.num_bytes,
    )


class LiveSearch:
    """A search in steps of any size, with snapshots at any time.

    Args:
        stop: the rule to eliminate actions and stop early; None for none.

    Raises:
        EngineError: if the combo is impossible there.
    """

    def __init__(self, decision: Showable[Any], combo: int, stop: Stop | None = None) -> None:
        self._decision, self._combo = decision, combo
        row = int(decision.row_of[combo])
        if row < 0:
            raise EngineError("this hand is impossible here")
        self._adaptive = None if stop is None else AdaptiveSearch(decision, row, stop)
        adaptive = self._adaptive
        self._search = decision.search(row) if adaptive is None else adaptive.search
        self._search.run(0)  # compile kernels outside the search time

    @property
    def simulations(self) -> int:
        """Simulations done so far."""
        done: int = self._search.simulations
        return done

    @property
    def finished(self) -> bool:
        """True if it stopped by itself."""
        return self._adaptive is not None and self._adaptive.finished

    @property
    def dropped(self) -> Mapping[int, int]:
        """The number of simulations at which each eliminated action was dropped, by index."""
        return {} if self._adaptive is None else self._adaptive.dropped

    def run(self, count: int) -> None:
        """Run further simulations, fewer if it stops by itself first."""
        (self._search if self._adaptive is None else self._adaptive).run(count)

    def snapshot(self) -> SearchSnapshot:
        """Return a snapshot of its state; not during a run."""
        return snapshot_of(self._decision, self._search, self._combo, self.dropped)
