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
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.cfr import sequences as k
from ai.cfr.layout import Layout
from ai.cfr.vector import layout_of
from ai.opponent import _restricted_response as kernels
from ai.opponent.situations import Situations
from ai.small_games.deals import deals_of
from engine.agent import PolicyTable
from engine.cards import Card
from engine.errors import EngineError
from engine.player import Action, PublicState, Strategy
from engine.policy import blocked, board_index
from engine.wording import Wording

TREMBLE = 1e-20
"""Minimum probability of an opponent's action."""
TIE = 1e-12
"""Difference of values, as a fraction of the largest bet, below which actions are equally good."""
_MOST_PLACES = 10_000

Floats = NDArray[np.float64]


class _BoardDecision(NamedTuple):
    """A decision on a board. ``entries``: (classes, actions) indices in the solver arrays."""

    node: int
    actions: tuple[Action, ...]
    entries: NDArray[np.int64]


class Responder:
    """Computes responses to opponent models in one small game.

    ``equilibrium``: of the game, on its whole tree; symmetric in suits where they carry no
    information. ``safety``: s, the weight of the equilibrium among whole strategies, 0 to 1.
    ``layout``: the game's tree and deals, suits merged where they carry no information. ``fixed``:
    the arrays of the kernels. ``class_of``: class of each combo. Raises EngineError if the safety
    is out of bounds, or the equilibrium is on another tree, or GameError if the game has other than
    two players, or is too large.
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
        self._starts = starts = np.full(layout.tree.num_nodes, -1, np.int64)
        starts[layout.node_ids] = layout.arrays.nodes[:, k.OFFSET]
        arrays, tie = (layout.arrays, _rivals(layout, starts)), TIE * float(layout.tree.spent.max())
        weights = float(safety), TREMBLE, tie
        self.fixed = kernels.ResponseArrays(*arrays, strategy, reach, *weights)
        self.class_of = tuple(layout.deals.class_of_combo.tolist())
        # Finding a decision takes longer than the rest of a row.
        self._decisions: dict[tuple[object, ...], _BoardDecision] = {}
        self._work = np.zeros((kernels.NUM_ARRAYS, layout.size))
        self._work[kernels.REACH] = reach

    def answer(self, whole: Floats, cells: NDArray[np.int64]) -> Answer:
        """The answer to a model, in both positions.

        ``whole``: float64 probabilities of the model, contiguous, in any order. ``cells``: index in
        it, flattened, of each probability of the layout, as returned by ``table_cells`` or
        ``model_cells``.
        """
        strategy, chips = np.zeros(self.layout.size), np.zeros(2)
        kernels.respond(self.fixed, whole.reshape(-1), cells, self._work, strategy, chips)
        behaviour = self._work[kernels.BEHAVIOUR].copy()
        return Answer(self, behaviour, strategy, (float(chips[0]), float(chips[1])))

    def place(self, spot: PublicState) -> _BoardDecision:
        """The decision of a spot. Raises EngineError if it is not of this game."""
        tree, deals = self.layout.tree, self.layout.deals
        if spot.game is not tree.game and spot.game != tree.game:
            raise EngineError(
                "this answer is for rules other than {title}'s", title=Wording(spot.game.title)
            )
        key = spot.actions, spot.board
        place = self._decisions.get(key)
        if place is None:
            node = tree.find(spot.actions)
            start = int(self._starts[node]) if node >= 0 else -1
            street = int(tree.street[node])
            if start < 0 or len(spot.board) != tree.game.board_sizes[street]:
                raise EngineError("there is no answer to this betting and board")
            board = int(deals.board_class[street][board_index(tree.game, spot.board)])
            lanes = len(deals.boards[street]) * deals.num_classes
            first = start + board * deals.num_classes
            steps = lanes * np.arange(int(tree.num_actions[node]))
            entries = first + np.arange(deals.num_classes)[:, None] + steps
            place = _BoardDecision(node, tree.actions_at(node), entries)
            if len(self._decisions) >= _MOST_PLACES:
                self._decisions.clear()
            self._decisions[key] = place
        return place


class Answer:
    """Responses to an opponent model in both positions of a small game.

    ``behaviour``: (size,) the model's probabilities, ``strategy``: (size,) the answer, in solver
    order. ``gains``: chips per hand that the best response wins from the model in position 0 and in
    position 1.
    """

    def __init__(
        self, responder: Responder, behaviour: Floats, strategy: Floats, gains: tuple[float, float]
    ) -> None:
        self._responder, self._behaviour, self._strategy = responder, behaviour, strategy
        self.gains = gains

    def strategy(self, spot: PublicState) -> Strategy:
        """The strategy of every combo of the player to act, with its exact values.

        A value is an action's EV from here on against the model if play continues by this answer,
        in chips; its error is 0. Raises EngineError if the spot is not a decision of this game.
        """
        place, layout = self._responder.place(spot), self._responder.layout
        entries = place.entries[layout.deals.class_of_combo]
        live = ~blocked(spot.game, spot.board)[:, None]
        values = self._values[entries] + float(layout.tree.spent[place.node, spot.to_act])
        if spot.legal.fold:
            values[:, 0] = 0.0  # exactly
        values *= live
        safety = self._responder.fixed.safety
        note = Wording("best response to the model")
        if safety:
            note = Wording(
                "{response:.0%} best response, {safety:.0%} equilibrium",
                response=1 - safety,
                safety=safety,
            )
        rows = self._strategy[entries] * live
        return Strategy(place.actions, rows, values, np.zeros_like(values), str(note))

    def row(self, spot: PublicState, combo: int) -> Strategy:
        """The answer for one combo, as a single row without values.

        Raises EngineError if the spot is not a decision of this game.
        """
        place = self._responder.place(spot)
        entries = place.entries[self._responder.class_of[combo]]
        return Strategy(place.actions, self._strategy[entries][None, :])

    def likelihood(self, spot: PublicState, action: Action) -> Floats:
        """Return each combo's probability of an action in the model: (num_combos,), 0 if blocked.

        Raises EngineError if the spot is not a decision of this game.
        """
        place = self._responder.place(spot)
        entries = place.entries[list(self._responder.class_of), place.actions.index(action)]
        chances: Floats = self._behaviour[entries] * ~blocked(spot.game, spot.board)
        return chances

    def table(self) -> PolicyTable:
        """The whole answer."""
        return self._responder.layout.table_of(self._strategy)

    @cached_property
    def _values(self) -> Floats:
        """Chips over the whole hand of each entry: (size,) float64."""
        work = np.zeros((kernels.NUM_ARRAYS, self._responder.layout.size))
        work[kernels.REACH] = self._responder.fixed.reach  # for the empty sequences
        kernels.action_values(self._responder.fixed, self._behaviour, self._strategy, work)
        values: Floats = work[kernels.VALUE]
        return values


def table_cells(layout: Layout, table: PolicyTable) -> NDArray[np.int64]:
    """Return the index in a table's probabilities of each of a layout: (sequences' entries,) int64.

    Where the layout merges suits, so must the table. Raises EngineError if the table is on another
    tree.
    """
    if not layout.tree.same_as(table.tree):
        raise EngineError("the strategy is not on the game's whole betting tree")
    cells = np.zeros(int(layout.arrays.root[0]), np.int64)
    for node, cards, holders, entries in _decisions_on_boards(layout, cells):
        rows = np.maximum(table.rows.rows_on(cards)[holders], 0)
        entries[:] = table.offsets[node] + rows * len(entries) + np.arange(len(entries))[:, None]
    return cells


def model_cells(layout: Layout, classes: Situations) -> NDArray[np.int64]:
    """Return the index in a model's (situations, classes, kinds) of each probability of a layout.

    Returns (sequences' entries,) int64, for the flattened array.
    """
    cells = np.zeros(int(layout.arrays.root[0]), np.int64)
    for node, cards, holders, entries in _decisions_on_boards(layout, cells):
        spot = PublicState(layout.tree.game, layout.tree.line_to(node), cards)
        kinds = np.array([classes.kind(spot, one) for one in layout.tree.actions_at(node)])
        held = np.maximum(classes.classes_on(spot)[holders], 0)
        row = classes.situation(spot) * classes.num_classes + held
        entries[:] = row * classes.num_kinds + kinds[:, None]
    return cells


def _decisions_on_boards(
    layout: Layout, cells: NDArray[np.int64]
) -> Iterator[tuple[int, tuple[Card, ...], NDArray[np.int64], NDArray[np.int64]]]:
    """Yield each decision's node and board, with a combo of each class, and its part of ``cells``.

    The combos (classes,) are unblocked; where a class has none, its last. The part is a view
    (actions, classes).
    """
    deals, holders = layout.deals, {}
    for cards in (cards for listed in deals.boards for cards in listed):
        out, held = blocked(deals.game, cards), np.zeros(deals.num_classes, np.int64)
        for combo in (*np.flatnonzero(out).tolist(), *np.flatnonzero(~out).tolist()):
            held[deals.class_of_combo[combo]] = combo
        holders[cards] = held
    for node, columns in zip(layout.node_ids.tolist(), layout.arrays.nodes.tolist(), strict=True):
        start, actions, street = (int(columns[c]) for c in (k.OFFSET, k.ACTIONS, k.STREET))
        shape = (actions, len(deals.boards[street]), deals.num_classes)
        block = cells[start : start + int(np.prod(shape))].reshape(shape)
        for board, cards in enumerate(deals.boards[street]):
            yield node, cards, holders[cards], block[:, board]


def _rivals(layout: Layout, starts: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The other position's last sequence at each decision, and its street."""
    tree, lanes = layout.tree, layout.arrays.streets[:, k.LANES].astype(np.int64)
    sequences = np.zeros((len(layout.node_ids), 2), np.uint64)
    for place, node in enumerate(layout.node_ids.tolist()):
        other = 1 - int(tree.actor[node])
        sequences[place] = layout.arrays.root[other], 0
        child, parent = node, int(tree.parent[node])
        while parent >= 0:
            if tree.actor[parent] == other:
                street = int(tree.street[parent])
                action = child - int(tree.first_child[parent])
                sequences[place] = starts[parent] + action * lanes[street], street
                break
            child, parent = parent, int(tree.parent[parent])
    return sequences
