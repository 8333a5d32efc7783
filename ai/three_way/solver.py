"""Solver of rivers for three players: vector-form CFR, its distance and its values.

Updates alternate in the order of the players. With three players CFR has no guarantee: averages
need not come near an equilibrium, so NashConv is measured, and exact.
"""

from __future__ import annotations

from threading import Lock

import numpy as np

from ai.cfr.schedule import get_schedule
from ai.reading.reach import pairs_met
from ai.solver.solver import DEFAULT_ALGORITHM, Size
from ai.solver.view import NodeView
from ai.three_way import _kernels as k
from ai.three_way.layout import Floats, lay_out
from ai.three_way.spot import NUM_PLAYERS, ThreeWaySpot
from ai.training.checks import check_shapes, demand, within
from ai.training.trainer import MAX_COUNT, MAX_NUMBER, State
from engine.cards import Card
from engine.combos import NUM_HOLDEM_COMBOS
from engine.errors import EngineError
from engine.game import Game
from engine.player import Action
from engine.tree import DECISION

_KEPT = [k.REGRET, k.STRATEGY, k.AVERAGE]
_NOTHING = 1e-10
"""Part of all pairs of hands below which a hand counts as meeting none."""


class ThreeWaySolver:
    """A run of a CFR variant on a spot: a ``Trainer``; thread-safe, with one call at a time.

    Raises:
        EngineError: if there is no such algorithm.
        SpotError: if the betting tree is too large.
    """

    def __init__(self, spot: ThreeWaySpot, algorithm: str = DEFAULT_ALGORITHM) -> None:
        self.spot, self.algorithm = spot, algorithm
        self.iteration = 0
        self._schedule = get_schedule(algorithm)
        self._layout = lay_out(spot)
        self._state = self._layout.blank()
        self._work = self._layout.work()
        self._alone = Lock()

    @property
    def game(self) -> Game:
        """The spot as a game."""
        return self.spot.game

    @property
    def infosets(self) -> int:
        """Decisions of every hand."""
        return self._layout.infosets

    @property
    def nodes(self) -> int:
        """Node touches so far: each hand at each decision of its player once per iteration."""
        return self.iteration * self.infosets

    @property
    def num_bytes(self) -> int:
        """Memory of the solver's arrays."""
        return self._state.nbytes + self._layout.num_bytes

    def step(self, count: int) -> None:
        """Run ``count`` iterations; 0 only compiles the kernels."""
        schedule = self._schedule
        with self._alone:
            factors = schedule.factors(self.iteration + 1, max(1, count))[:count]
            rules = factors, schedule.floor, schedule.prediction
            k.iterate(self._layout.arrays, *rules, self._state, self._work)
            self.iteration += count

    def best_responses(self) -> tuple[Floats, Floats]:
        """Return each player's EV by a best response to the averages, and by its own: (3,) each."""
        layout, strategy = self._layout, self._averages()
        best, played = np.zeros((2, NUM_PLAYERS))
        with self._alone:
            reach = layout.reach(strategy, layout.weights)
            for player, weights in enumerate(layout.weights):
                value = layout.values(player, reach, self._work)
                best[player] = layout.at_root(player, value.copy(), None) @ weights
                played[player] = layout.at_root(player, value, strategy) @ weights
        deals = self.spot.ranges[0] @ pairs_met(self.spot.game, *self.spot.ranges[1:])
        return best / deals, played / deals

    def nash_conv(self) -> float:
        """What all players together win by best responses to the averages, in chips."""
        best, played = self.best_responses()
        return max(0.0, float((best - played).sum()))  # up to rounding

    def exploitability(self) -> float:
        """NashConv of the averages by player, in chips."""
        return self.nash_conv() / NUM_PLAYERS

    def settle(self, part: float) -> None:
        """Add the latest strategies to the averages once, for all hands (``ai/solver``).

        Args:
            part: probability with which every hand counts as reaching every decision.
        """
        layout = self._layout
        with self._alone:
            for node in layout.rows:
                weights = layout.weights[int(layout.tree.actor[node])]
                newest = layout.block(self._state[k.STRATEGY], node)
                layout.block(self._state[k.AVERAGE], node)[:] += part * weights * newest

    def ev(self) -> tuple[float, ...]:
        """Return each player's EV under the averages: final chips less those put in."""
        return self.view((), self.spot.board).total_ev

    def equity(self) -> tuple[float, ...]:
        """Return the equity of each range against the others."""
        return self.view((), self.spot.board).total_equity

    def answer(
        self, line: tuple[Action, ...], board: tuple[Card, ...]
    ) -> tuple[tuple[Action, ...], Floats]:
        """Return a decision's actions and averages (1326, actions). Raises as ``view``."""
        node = self._node(line, board)
        return self._layout.tree.actions_at(node), self._of_combos(node, self._averages())

    def view(self, line: tuple[Action, ...], board: tuple[Card, ...]) -> NodeView:
        """Return the values of a decision under the averages.

        Raises:
            EngineError: if the spot has no such decision, or another board.
        """
        layout, tree, node = self._layout, self._layout.tree, self._node(line, board)
        strategy = self._averages()
        # Play is forced to this decision, with the ranges that come here.
        held = [weights.copy() for weights in layout.weights]
        forced, below = strategy.copy(), node
        while (above := int(tree.parent[below])) >= 0:
            action = below - int(tree.first_child[above])
            held[int(tree.actor[above])] *= layout.block(strategy, above)[action]
            layout.block(forced, above)[:] = 0.0
            layout.block(forced, above)[action] = 1.0
            below = above
        comes = np.stack([layout.to_combos(p, hands) for p, hands in enumerate(held)])
        here = [comes[player] for player in range(NUM_PLAYERS)]
        meets = np.stack([_met(self.spot, here, player) for player in range(NUM_PLAYERS)])
        spent = tree.spent[node] - tree.game.ante
        actor = int(tree.actor[node])
        ev, equity = np.full((2, NUM_PLAYERS, NUM_HOLDEM_COMBOS), np.nan)
        live = ~tree.folded[node]
        with self._alone:
            reach = layout.reach(forced, tuple(held))
            for player in range(NUM_PLAYERS):
                value = layout.values(player, reach, self._work)
                at_root = layout.at_root(player, value, forced)
                ev[player] = layout.to_combos(player, at_root, np.nan) / meets[player]
                ev[player] += spent[player]
                if player == actor:
                    after = layout.block(value, node).copy()
                if live[player]:
                    won = layout.shares_of_pot(player, live, tuple(held), self._work)
                    equity[player] = layout.to_combos(player, won, np.nan) / meets[player]
        columns = [layout.to_combos(actor, column, np.nan) / meets[actor] for column in after]
        joint = comes * np.nan_to_num(meets)
        return NodeView(
            to_act=actor,
            actions=tree.actions_at(node),
            reach=comes,
            strategy=self._of_combos(node, strategy),
            ev=ev,
            action_ev=np.stack(columns, 1) + spent[actor],
            equity=equity,
            total_ev=_means(ev, joint),
            total_equity=_means(equity, joint),
        )

    def _averages(self) -> Floats:
        return self._layout.shares(self._state[k.AVERAGE])

    def _node(self, line: tuple[Action, ...], board: tuple[Card, ...]) -> int:
        if set(board) != set(self.spot.board):
            raise EngineError("this is not a board of the solved spot")
        tree = self._layout.tree
        node = tree.find(line)
        if node < 0 or tree.kind[node] != DECISION:
            raise EngineError("the solved spot has no such decision")
        return node

    def _of_combos(self, node: int, strategy: Floats) -> Floats:
        actor = int(self._layout.tree.actor[node])
        rows = self._layout.block(strategy, node)
        return np.stack([self._layout.to_combos(actor, row) for row in rows], 1)

    def save_state(self) -> State:
        """A snapshot from which ``load_state`` resumes, bit for bit."""
        with self._alone:
            return {"iteration": np.array([self.iteration]), "sums": self._state[_KEPT]}

    def load_state(self, state: State) -> None:
        """Resume from a snapshot of a run of the same kind.

        Raises EngineError if the state does not match, or cannot have come from a run.
        """
        check_shapes(state, self.save_state())
        iteration, sums = state["iteration"], state["sums"]
        demand(within(iteration, 0, MAX_COUNT), "counts")
        demand(within(sums, -MAX_NUMBER, MAX_NUMBER), "sums")
        demand(sums[1:].min() >= 0.0, "sums")
        with self._alone:
            self._state[_KEPT] = sums
            self._state[k.REACH] = self._layout.reach(sums[1], self._layout.weights)
            self.iteration = int(iteration[0])


def _met(spot: ThreeWaySpot, held: list[Floats], player: int) -> Floats:
    """Reach (1326,) of the pairs of hands that a player's hands meet; NaN if none."""
    others = [held[other] for other in range(NUM_PLAYERS) if other != player]
    pairs = pairs_met(spot.game, *others)
    return np.where(pairs > _NOTHING * others[0].sum() * others[1].sum(), pairs, np.nan)


def _means(numbers: Floats, weights: Floats) -> tuple[float, ...]:
    """Weighted mean of each row; NaN if nothing has weight."""
    totals = weights.sum(axis=1)
    sums = np.where(weights > 0, numbers * weights, 0.0).sum(axis=1)
    return tuple(np.where(totals > 0, sums / np.where(totals > 0, totals, 1.0), np.nan).tolist())


def estimate(spot: ThreeWaySpot) -> Size:
    """Return the cost of solving a spot in advance.

    Raises:
        SpotError: if the betting tree is too large.
    """
    tree = spot.tree
    hands = np.array([np.count_nonzero(weights) for weights in spot.ranges])
    decisions = tree.kind == DECISION
    held = hands[tree.actor[decisions]]
    sequences = int(held @ tree.num_actions[decisions]) + int(hands.sum())
    # A row of five numbers for each card that a hand shares with the others' ranges.
    touching = 40 * 50 * int(hands.sum())
    kept = 8 * len(_KEPT) * sequences
    return Size(
        decision_nodes=int(decisions.sum()),
        action_edges=tree.num_nodes - 1,
        infosets=int(held.sum()),
        num_bytes=8 * k.NUM_ARRAYS * sequences + touching,
        file_bytes=kept,
        early_bytes=kept,
    )
