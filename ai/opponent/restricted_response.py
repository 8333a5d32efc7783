"""Exact restricted responses to an opponent model in games as small as Kuhn and Leduc.

A model of the opponent is a whole strategy. The answer to it is the best response, mixed with the
equilibrium as whole strategies: one of the two is sampled before the hand and played to its end.
Decision by decision that is the mixture weighted by the player's reach of each. So its result
against any opponent is the weighted mean of the two results, and its worst case is at most 1 - s
times that of the best response alone; mixing at each decision separately would guarantee nothing.

Probabilities of the model that are 0 count as ``TREMBLE``. That changes no value, but after an
action that the model excludes there is still a posterior to respond to, in which relative hand
weights are unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.cfr import sequences as k
from ai.cfr.layout import Layout
from ai.cfr.vector import layout_of
from ai.opponent import _restricted_response as kernels
from ai.opponent.situations import Situations
from ai.small_games.deals import deals_of
from engine.agent import PolicyTable
from engine.errors import EngineError
from engine.player import Action, PublicState, Strategy
from engine.policy import blocked, board_index
from engine.wording import Wording

TREMBLE = 1e-20
"""Minimum probability of an opponent's action."""
TIE = 1e-12
"""Difference of values, as a fraction of the largest bet, below which actions are equally good."""
_MOST_PLACES = 10_000


@dataclass(frozen=True)
class _BoardDecision:
    """A decision on a board.

    Attributes:
        node: of the betting tree.
        actions: of the decision.
        entries: (classes, actions) int64: their indices in the solver arrays.
    """

    node: int
    actions: tuple[Action, ...]
    entries: NDArray[np.int64]


@dataclass(frozen=True)
class _Plan:
    """The arrays that the answers of one responder share.

    Attributes:
        layout: the game's tree and deals.
        starts: (nodes of the tree,) int64: start of the entries of each decision.
        fixed: the arrays of the kernels.
        class_of: class of each combo.
        found: recently used decisions; finding one takes longer than the rest of a row.
    """

    layout: Layout
    starts: NDArray[np.int64]
    fixed: kernels.ResponseArrays
    class_of: tuple[int, ...]
    found: dict[tuple[object, ...], _BoardDecision] = field(default_factory=dict)

    def place(self, spot: PublicState) -> _BoardDecision:
        """The decision of a spot.

        Raises:
            EngineError: if it is not of this game.
        """
        tree, deals = self.layout.tree, self.layout.deals
        if spot.game is not tree.game and spot.game != tree.game:
            raise EngineError(
                "this answer is for rules other than {title}'s", title=Wording(spot.game.title)
            )
        key = spot.actions, spot.board
        place = self.found.get(key)
        if place is None:
            node = tree.find(spot.actions)
            start = int(self.starts[node]) if node >= 0 else -1
            street = int(tree.street[node])
            if start < 0 or len(spot.board) != tree.game.board_sizes[street]:
                raise EngineError("there is no answer to this betting and board")
            board = int(deals.board_class[street][board_index(tree.game, spot.board)])
            lanes = len(deals.boards[street]) * deals.num_classes
            first = start + board * deals.num_classes
            steps = lanes * np.arange(int(tree.num_actions[node]))
            entries = first + np.arange(deals.num_classes)[:, None] + steps
            place = _BoardDecision(node, tree.actions_at(node), entries)
            if len(self.found) >= _MOST_PLACES:
                self.found.clear()
            self.found[key] = place
        return place


class Responder:
    """Computes responses to opponent models in one small game.

    Args:
        equilibrium: of the game, on its whole tree; symmetric in suits where they carry no
            information.
        safety: s, the weight of the equilibrium among whole strategies, 0 to 1.

    Attributes:
        layout: the game's tree and deals, suits merged where they carry no information.

    Raises:
        EngineError: if the safety is out of bounds, or the equilibrium is on another tree.
        GameError: if the game has other than two players, or is too large.
    """

    def __init__(self, equilibrium: PolicyTable, safety: float = 0.0) -> None:
        if not 0.0 <= safety <= 1.0:
            raise EngineError("safety must be a number from 0 to 1, not {safety}", safety=safety)
        game = equilibrium.tree.game
        deals_of(game, merge_suits=True)  # requires two players
        self.layout = layout = layout_of(game)
        cells = table_cells(layout, equilibrium)
        strategy = np.zeros(layout.size)
        strategy[: len(cells)] = equilibrium.probabilities[cells]
        reach = layout.blank()[k.REACH]
        for position in (0, 1):
            k.normalise(layout.arrays, position, strategy, strategy)
            k.spread_reach(layout.arrays, position, strategy, reach)
        starts = np.full(layout.tree.num_nodes, -1, np.int64)
        starts[layout.node_ids] = layout.arrays.nodes[:, k.OFFSET]
        fixed = kernels.ResponseArrays(
            arrays=layout.arrays,
            rivals=_rivals(layout, starts),
            equilibrium=strategy,
            reach=reach,
            safety=float(safety),
            tremble=TREMBLE,
            tie=TIE * float(layout.tree.spent.max()),
        )
        self._plan = _Plan(layout, starts, fixed, tuple(layout.deals.class_of_combo.tolist()))
        self._work = np.zeros((kernels.NUM_ARRAYS, layout.size))
        self._work[kernels.REACH] = reach

    def answer(self, whole: NDArray[np.float64], cells: NDArray[np.int64]) -> Answer:
        """The answer to a model, in both positions.

        Args:
            whole: float64 probabilities of the model, contiguous, in any order.
            cells: index in it, flattened, of each probability of the layout, as returned by
                ``table_cells`` or ``model_cells``.
        """
        strategy, chips = np.zeros(self.layout.size), np.zeros(2)
        kernels.respond(self._plan.fixed, whole.reshape(-1), cells, self._work, strategy, chips)
        behaviour = self._work[kernels.BEHAVIOUR].copy()
        return Answer(self._plan, behaviour, strategy, (float(chips[0]), float(chips[1])))


class Answer:
    """Responses to an opponent model in both positions of a small game.

    Args:
        plan: the arrays that all answers share.
        behaviour: (size,) float64: the model's probabilities, in solver order.
        strategy: (size,) float64: the answer, in solver order.
        gains: see below.

    Attributes:
        gains: chips per hand that the best response wins from the model in position 0 and in
            position 1.
    """

    def __init__(
        self,
        plan: _Plan,
        behaviour: NDArray[np.float64],
        strategy: NDArray[np.float64],
        gains: tuple[float, float],
    ) -> None:
        self.gains = gains
        self._plan = plan
        self._behaviour = behaviour
        self._strategy = strategy

    def strategy(self, spot: PublicState) -> Strategy:
        """The strategy of every combo of the player to act, with its exact values.

        A value is an action's EV from here on against the model if play continues by this answer,
        in chips; its error is 0.

        Raises:
            EngineError: if the spot is not a decision of this game.
        """
        place, layout = self._plan.place(spot), self._plan.layout
        entries = place.entries[layout.deals.class_of_combo]
        live = ~blocked(spot.game, spot.board)[:, None]
        values = self._values[entries] + float(layout.tree.spent[place.node, spot.to_act])
        if spot.legal.fold:
            values[:, 0] = 0.0  # exactly
        values *= live
        safety = self._plan.fixed.safety
        note = Wording("best response to the model")
        if safety:
            note = Wording(
                "{response:.0%} best response, {safety:.0%} equilibrium",
                response=1 - safety,
                safety=safety,
            )
        return Strategy(
            place.actions,
            self._strategy[entries] * live,
            values,
            np.zeros_like(values),
            str(note),
        )

    def row(self, spot: PublicState, combo: int) -> Strategy:
        """The answer for one combo, as a single row without values.

        Raises:
            EngineError: if the spot is not a decision of this game.
        """
        place = self._plan.place(spot)
        entries = place.entries[self._plan.class_of[combo]]
        return Strategy(place.actions, self._strategy[entries][None, :])

    def likelihood(self, spot: PublicState, action: Action) -> NDArray[np.float64]:
        """Return each combo's probability of an action in the model: (num_combos,), 0 if blocked.

        Raises:
            EngineError: if the spot is not a decision of this game.
        """
        place = self._plan.place(spot)
        entries = place.entries[list(self._plan.class_of), place.actions.index(action)]
        found: NDArray[np.float64] = self._behaviour[entries] * ~blocked(spot.game, spot.board)
        return found

    def table(self) -> PolicyTable:
        """The whole answer."""
        return self._plan.layout.table_of(self._strategy)

    @cached_property
    def _values(self) -> NDArray[np.float64]:
        """Chips over the whole hand of each entry: (size,) float64."""
        work = np.zeros((kernels.NUM_ARRAYS, self._plan.layout.size))
        work[kernels.REACH] = self._plan.fixed.reach  # for the empty sequences
        kernels.action_values(self._plan.fixed, self._behaviour, self._strategy, work)
        values: NDArray[np.float64] = work[kernels.VALUE]
        return values


def table_cells(layout: Layout, table: PolicyTable) -> NDArray[np.int64]:
    """Return the index in a table's probabilities of each of a layout: (sequences' entries,) int64.

    Where the layout merges suits, so must the table.

    Raises:
        EngineError: if the table is on another tree.
    """
    if not layout.tree.same_as(table.tree):
        raise EngineError("the strategy is not on the game's whole betting tree")
    holders = _class_holders(layout)
    cells = np.zeros(int(layout.arrays.root[0]), np.int64)
    for node, street, block in _decision_blocks(layout, cells):
        for board, cards in enumerate(layout.deals.boards[street]):
            rows = np.maximum(table.rows.rows_on(cards)[holders[street][board]], 0)
            actions = np.arange(len(block))[:, None]
            block[:, board] = table.offsets[node] + rows * len(block) + actions
    return cells


def model_cells(layout: Layout, classes: Situations) -> NDArray[np.int64]:
    """Return the index in a model's (situations, classes, kinds) of each probability of a layout.

    Returns:
        (sequences' entries,) int64, for the flattened array.
    """
    game, holders = layout.tree.game, _class_holders(layout)
    cells = np.zeros(int(layout.arrays.root[0]), np.int64)
    for node, street, block in _decision_blocks(layout, cells):
        line, actions = layout.tree.line_to(node), layout.tree.actions_at(node)
        for board, cards in enumerate(layout.deals.boards[street]):
            spot = PublicState(game, line, cards)
            kinds = np.array([classes.kind(spot, action) for action in actions])
            held = np.maximum(classes.classes_on(spot)[holders[street][board]], 0)
            row = classes.situation(spot) * classes.num_classes + held
            block[:, board] = row * classes.num_kinds + kinds[:, None]
    return cells


def _decision_blocks(
    layout: Layout, entries: NDArray[np.int64]
) -> Iterator[tuple[int, int, NDArray[np.int64]]]:
    """Each decision's node, street and (actions, boards, classes) view of its entries."""
    for node, columns in zip(layout.node_ids.tolist(), layout.arrays.nodes.tolist(), strict=True):
        start, actions, street = (int(columns[c]) for c in (k.OFFSET, k.ACTIONS, k.STREET))
        shape = (actions, len(layout.deals.boards[street]), layout.deals.num_classes)
        yield node, street, entries[start : start + int(np.prod(shape))].reshape(shape)


def _class_holders(layout: Layout) -> list[NDArray[np.int64]]:
    """For each street (boards, classes) int64: an unblocked combo of each class.

    Where all are blocked, the last combo of the class.
    """
    deals = layout.deals
    found = []
    for listed in deals.boards:
        holders = np.zeros((len(listed), deals.num_classes), np.int64)
        for board, cards in enumerate(listed):
            out = blocked(deals.game, cards)
            for combo in (*np.flatnonzero(out).tolist(), *np.flatnonzero(~out).tolist()):
                holders[board, deals.class_of_combo[combo]] = combo
        found.append(holders)
    return found


def _rivals(layout: Layout, starts: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The other position's last sequence at each decision, and its street."""
    tree, lanes = layout.tree, layout.arrays.streets[:, k.LANES].astype(np.int64)
    found = np.zeros((len(layout.node_ids), 2), np.uint64)
    for place, node in enumerate(layout.node_ids.tolist()):
        other = 1 - int(tree.actor[node])
        found[place] = layout.arrays.root[other], 0
        child, parent = node, int(tree.parent[node])
        while parent >= 0:
            if tree.actor[parent] == other:
                street = int(tree.street[parent])
                action = child - int(tree.first_child[parent])
                found[place] = starts[parent] + action * lanes[street], street
                break
            child, parent = parent, int(tree.parent[parent])
    return found
