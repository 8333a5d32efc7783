"""Blueprint rollouts: in hold'em both players follow its rows beyond the search tree.

The hand follows the blueprint's tree, its raises by their indices in the menu's lists; chips are
the real ones. Bets before the search are translated to the likeliest line.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.cards import rows_of_deals
from ai.betting.translation import Translator
from ai.blueprint.blueprint import Blueprint
from ai.networks.environment import Environment
from ai.networks.hands import act, begin
from ai.networks.lines import FIRST_RAISE, slots_at
from ai.search._table import BEYOND_TREE, TreeTable
from engine.player import PublicState
from engine.tree import DECISION

NO_TABLE = TreeTable(
    np.zeros((0, 0), np.int32),
    np.zeros((0, 0), np.int8),
    np.zeros(0, np.int8),
    np.zeros(0, np.int64),
    np.frombuffer(b"", np.uint8),
)
"""Placeholder without a blueprint."""


class BlueprintGuide:
    """A blueprint's strategy at any decision of a search.

    Args:
        blueprint: of heads-up hold'em.
        environment: of the same game and menu.

    Attributes:
        table: in the layout of kernels.
    """

    def __init__(self, blueprint: Blueprint, environment: Environment) -> None:
        self._blueprint = blueprint
        self._translator = Translator(blueprint.menu, blueprint.tree)
        self.table = _tree_table(blueprint, environment)

    def node_at(self, spot: PublicState) -> int:
        """Return the likeliest node of its tree for a real decision, or ``BEYOND_TREE``.

        A small bet faced is a bet here, never mapped to a call; once it is called, both may have
        checked on the likeliest line.
        """
        lines = self._translator.translate(spot).lines
        return lines[0][0] if lines else BEYOND_TREE

    def rows_of(
        self, boards: NDArray[np.uint8], combos: NDArray[np.int64], first: int
    ) -> tuple[NDArray[np.uint16], ...]:
        """Rows (n, 1) of combos on boards (n, cards), for each street from ``first`` on."""
        rows = rows_of_deals(self._blueprint.cards, boards, combos).astype(np.uint16)
        return tuple(rows[:, street, None] for street in range(first, rows.shape[1]))


def _tree_table(blueprint: Blueprint, environment: Environment) -> TreeTable:
    """The tree with the slots of its actions, built by enumerating its lines."""
    tree, slots = blueprint.tree, environment.num_actions
    following = np.full((tree.num_nodes, slots), BEYOND_TREE, np.int32)
    places = np.zeros((tree.num_nodes, slots), np.int8)
    totals = np.zeros(slots, np.int64)
    rows = {0: np.zeros(environment.row_size, np.int64)}
    begin(environment.arrays, rows[0])
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        row = rows.pop(node)
        for place, (slot, total) in enumerate(slots_at(environment, row)):
            child = int(tree.first_child[node]) + place
            places[node, place] = slot
            if tree.kind[child] != DECISION:
                continue
            following[node, slot] = child
            rows[child] = row.copy()
            totals[slot] = total
            act(environment.arrays, rows[child], slot, totals)
        _fill_raises(following[node], places[node, : tree.num_actions[node]])
    probabilities = blueprint.probabilities.view()
    probabilities.setflags(write=False)  # as from a file, so kernels compile once
    return TreeTable(following, places, tree.num_actions, blueprint.offsets, probabilities)


def _fill_raises(following: NDArray[np.int32], slots: NDArray[np.int8]) -> None:
    """Map a raise missing at a decision to the next larger one."""
    known = {int(slot) for slot in slots}
    after = BEYOND_TREE
    for slot in range(len(following) - 1, FIRST_RAISE - 1, -1):
        if slot in known:
            after = int(following[slot])
        following[slot] = after
