"""Rows of the solver kernels' tables."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ai.solver import _arrays as k
from ai.solver.boards import BoardHands, chance
from ai.solver.rake import SpotRake
from ai.solver.units import Unit
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.jit import LANES
from engine.player import ActionKind
from engine.tree import FOLD_END, BettingTree

Ints = NDArray[np.int64]


class Tables:
    """A collector of the rows of all tables."""

    def __init__(self, tree: BettingTree, units: tuple[Unit, ...], rake: SpotRake) -> None:
        self._tree, self._rake = tree, rake
        self._ante = tree.game.ante
        self._half_pot = self._ante + tree.game.dead / 2
        sizes, streets = tree.game.board_sizes, tree.game.num_rounds
        # Chips count with the probability of the cards to come, once they have come.
        self._shares = [math.prod(map(chance, sizes[:street])) for street in range(streets)]
        self._leaf_of: list[dict[int, int]] = [{} for _ in range(streets)]
        self._units: list[list[list[int]]] = []
        self._nodes: list[tuple[int, int, int]] = []
        self._roots: list[int] = []
        self._leaves: list[tuple[int, int, int]] = []
        self._lanes: list[tuple[int, int, int, float, float]] = []
        # Edges and decisions of each player on each street.
        self._counts = [([0, 0], [0, 0]) for _ in range(streets)]
        self._slots: list[list[list[int]]] = []
        self._hands: list[NDArray[np.int64]] = []
        self._num_hands = 0
        self._groups: list[Ints] = []
        self._num_groups = 0
        self.stored = [0, 0]
        self.scales = [0, 0]
        for unit in units:
            for at, (node, _, _) in enumerate(unit.leaves):
                self._leaf_of[unit.street][node] = at
        for unit in units:
            self._add_unit(unit)

    def _add_unit(self, unit: Unit) -> None:
        edges, decisions = self._counts[unit.street]
        rows = [[0] * k.UNIT_COLUMNS for _ in range(2)]
        for player, row in enumerate(rows):
            row[k.ROOT_FIRST], row[k.NUM_ROOTS] = len(self._roots), len(unit.roots)
            row[k.LEAF_FIRST], row[k.NUM_LEAVES] = len(self._leaves), len(unit.leaves)
            row[k.NODE_FIRST] = len(self._nodes)
            self._nodes += [
                (first * LANES, actions, parent * LANES)
                for _, first, actions, parent in unit.nodes[player]
            ]
            row[k.NODE_LAST] = len(self._nodes)
            row[k.NODES_BEFORE] = decisions[player]
            decisions[player] += len(unit.nodes[player])
            row[k.NUM_SEQUENCES] = unit.sequences[player]
            row[k.EDGE_FIRST] = edges[player]
            edges[player] += unit.sequences[player] - len(unit.roots)
            self._add_lanes(unit, player, row)
        entry_of = self._leaf_of[unit.street - 1] if unit.street else {0: 0}
        self._roots += [entry_of[node] for node in unit.roots]
        self._leaves += [
            (first * LANES, second * LANES, at) for at, (_, first, second) in enumerate(unit.leaves)
        ]
        self._units.append(rows)

    def _add_lanes(self, unit: Unit, player: int, row: list[int]) -> None:
        """Terminals in order: showdowns; showdowns paired with an own fold; own folds; others'.

        With rake r and the even half a of the pot, a showdown wins (a - r/2) times the hands beaten
        less those lost to, and loses r/2 times all hands: the latter as a fold does. So no showdown
        is paired then, and folds begin at the first lane.
        """
        tree, other = self._tree, 1 - player
        share = self._shares[unit.street]
        raked = bool(self._rake.percent)
        sequence_of = {node: leading for node, *leading in unit.ends}
        plain, paired, own, theirs = [], [], [], []
        seen = set()
        for node, *leading in unit.ends:
            if tree.kind[node] == FOLD_END:
                continue
            half_rake = share * self._raked(node) / 2
            chips = share * self._stake(node) - half_rake
            beside = -1 if raked else self._fold_beside(node, player, sequence_of)
            if beside < 0:
                target = leading[player]
                plain.append((leading[other], target, target * raked, chips, -half_rake))
            else:
                seen.add(beside)
                folds = sequence_of[beside][player]
                lost = -share * self._stake(beside)
                paired.append((leading[other], leading[player], folds, chips, lost))
        for node, *leading in unit.ends:
            if tree.kind[node] == FOLD_END and node not in seen:
                stake = share * self._stake(node)
                if tree.folded[node, player]:
                    own.append((leading[other], 0, leading[player], 0.0, -stake))
                else:
                    won = stake - share * self._raked(node)
                    theirs.append((leading[other], 0, leading[player], 0.0, won))
        # Folds start a new vector.
        plain += [(0, 0, 0, 0.0, 0.0)] * (-len(plain) % LANES)
        row[k.LANE_FIRST] = len(self._lanes)
        row[k.NUM_SHOWDOWNS] = len(plain) + len(paired)
        row[k.OWN_FOLDS] = 0 if raked else len(plain)
        row[k.OTHER_FOLDS] = row[k.NUM_SHOWDOWNS] + len(own)
        row[k.NUM_ENDS] = row[k.OTHER_FOLDS] + len(theirs)
        lanes = [*plain, *paired, *own, *theirs]
        lanes += [(0, 0, 0, 0.0, 0.0)] * (-len(lanes) % LANES)
        self._lanes += [
            (source * LANES, target * LANES, fold * LANES, chips, lost)
            for source, target, fold, chips, lost in lanes
        ]

    def _raked(self, node: int) -> float:
        """Return the rake of the pot at a terminal, without a bet that was not called."""
        return self._rake.taken(2 * self._stake(node))

    def _stake(self, node: int) -> float:
        """Return winnings or losses against an even split of the initial pot."""
        return float(self._half_pot + self._tree.spent[node].min() - self._ante)

    def _fold_beside(self, node: int, player: int, ends: dict[int, list[int]]) -> int:
        """The terminal at which the player folds instead of calling into this one, -1 for none."""
        tree, parent = self._tree, int(self._tree.parent[node])
        called = tree.action_kind[node] == ActionKind.CALL and parent >= 0
        if not called or tree.actor[parent] != player:
            return -1
        first = int(tree.first_child[parent])
        return first if tree.kind[first] == FOLD_END and first in ends and node in ends else -1

    def add_board(self, board: BoardHands, combos: tuple[Ints, Ints]) -> None:
        """Rows of a board and its hands; ``combos`` are the hands of the board before it."""
        cards = combo_cards().astype(np.int64)
        rows = [[0] * k.SLOT_COLUMNS for _ in range(2)]
        edges, decisions = self._counts[self._tree.game.board_sizes.index(len(board.cards))]
        for player, row in enumerate(rows):
            held, blocks = board.combos[player], board.blocks(player)
            others, other_blocks = board.combos[1 - player], board.blocks(1 - player)
            hands = np.empty((4, blocks * LANES), np.int64)
            hands[:2] = k.NO_CARD * LANES
            hands[2] = len(combos[player])
            hands[3] = other_blocks * LANES * LANES
            place_of = np.full(NUM_HOLDEM_COMBOS, other_blocks * LANES)
            place_of[others] = np.arange(len(others))
            hands[:2, : len(held)] = cards[held].T * LANES
            hands[2, : len(held)] = np.searchsorted(combos[player], held)
            hands[3, : len(held)] = place_of[held] * LANES
            row[k.NUM_BLOCKS], row[k.HAND_FIRST] = blocks, self._num_hands
            row[k.STORE_FIRST] = self.stored[player]
            row[k.GROUP_FIRST], row[k.NUM_GROUPS] = self._num_groups, len(board.groups)
            row[k.SCALE_FIRST] = self.scales[player]
            self.stored[player] += edges[player] * blocks * LANES
            self.scales[player] += decisions[player] * blocks
            self._hands.append(hands)
            self._num_hands += hands.shape[1]
        self._groups.append(board.groups)
        self._num_groups += len(board.groups)
        self._slots.append(rows)

    def arrays(self) -> k.PlanArrays:
        """All tables as arrays."""
        lanes = np.array(self._lanes, np.float64).reshape(-1, 5)
        first, actions, parent = np.array(self._nodes, np.int64).reshape(-1, 3).T
        low, high, place, same = np.concatenate(self._hands, axis=1)
        source, target, fold = lanes[:, :3].astype(np.int64).T
        return k.PlanArrays(
            units=np.array(self._units, np.int64),
            first=first.copy(),
            actions=actions.copy(),
            parent=parent.copy(),
            roots=np.array(self._roots, np.int64),
            leaves=np.array(self._leaves, np.int64).reshape(-1, 3),
            source=np.ascontiguousarray(source),
            target=np.ascontiguousarray(target),
            fold_target=np.ascontiguousarray(fold),
            chips=np.ascontiguousarray(lanes[:, 3]),
            fold_chips=np.ascontiguousarray(lanes[:, 4]),
            slots=np.array(self._slots, np.int64),
            low=low.copy(),
            high=high.copy(),
            place=place.copy(),
            same=same.copy(),
            groups=np.concatenate(self._groups).astype(np.int64, order="C"),
            square=np.arange(LANES, dtype=np.int64) * LANES,
        )
