"""A spot in the kernels' layout: units of betting, boards with their hands, terminals as lanes.

A spot of one street is one unit, played on one board. In a turn spot the betting of the turn is a
separate unit; the betting after each of its leaves is played on every river card, several leaves as
one unit, so that their terminals fill the lanes. Suit-isomorphic river cards, for the board and
both ranges, are played once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.solver import _arrays as k
from ai.solver.boards import BoardHands, make_boards
from ai.solver.rake import NO_RAKE, SpotRake
from ai.solver.tables import Tables
from ai.solver.units import Unit, make_units
from engine.cards import Card
from engine.jit import LANES
from engine.ranges import Weights
from engine.tree import BettingTree

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class SpotPlan:
    """A spot in the kernels' layout.

    Attributes:
        tree: its betting.
        units: terminal units; on the turn the unit of the turn's betting follows.
        boards: the boards they are played on; on the turn the board of the turn follows.
        members: on the turn, for every river card: card, representative board, and for each player
            the hand there that represents each hand of the root.
        alike: of each player: (hands of the root,) its representative, itself for most.
        combos: of each player: (hands of the root,) its combos, ascending.
        items: (n, 2): unit and board of every terminal unit.
        arrays: the kernels' arrays.
        sizes: of each player: numbers in each array of sums.
        scales: of each player: decisions in blocks, for sums of 16 bits.
    """

    tree: BettingTree
    units: tuple[Unit, ...]
    boards: tuple[BoardHands, ...]
    members: tuple[tuple[Card, int, tuple[Ints, Ints]], ...]
    alike: tuple[Ints, Ints]
    combos: tuple[Ints, Ints]
    items: Ints
    arrays: k.PlanArrays
    sizes: tuple[int, int]
    scales: tuple[int, int]

    @cached_property
    def where(self) -> dict[int, tuple[int, int]]:
        """Unit of each decision, and its index among those of its player there."""
        return {
            node: (at, row)
            for at, unit in enumerate(self.units)
            for nodes in unit.nodes
            for row, (node, _, _, _) in enumerate(nodes)
        }

    def places(self, slot: int, player: int) -> Ints:
        """Return the hands of the root that a player can have on a board, the weakest first."""
        places: Ints = np.searchsorted(self.combos[player], self.boards[slot].combos[player])
        return places

    def start(self, unit: int, slot: int, player: int) -> int:
        """Return the start of a player's sums in a unit on a board."""
        blocks = self.boards[slot].blocks(player)
        edges = self.arrays.units[unit, player, k.EDGE_FIRST] * blocks * LANES
        return int(self.arrays.slots[slot, player, k.STORE_FIRST] + edges)

    def merges(self, player: int) -> bool:
        """Return whether some hands of a player represent others."""
        leaders = self.alike[player]
        return not np.array_equal(leaders, np.arange(len(leaders)))

    @property
    def most_actions(self) -> int:
        """Number of actions of the decision with the most."""
        return int(self.tree.num_actions.max())

    def cost(self, unit: int, slot: int) -> int:
        """Numbers of sums in a unit on a board, both players'."""
        each = self.units[unit]
        return sum(
            (each.sequences[player] - len(each.roots)) * self.boards[slot].blocks(player) * LANES
            for player in range(2)
        )

    @property
    def on_turn(self) -> bool:
        """True if a card is still to come."""
        return bool(self.members)

    def width(self, player: int) -> int:
        """Padded number of a player's hands at the roots: whole vectors, and one empty slot."""
        return (-(-len(self.combos[player]) // LANES) + 1) * LANES


def make_plan(
    tree: BettingTree,
    board: tuple[Card, ...],
    ranges: tuple[Weights, Weights],
    isomorphic: bool = True,
    rake: SpotRake = NO_RAKE,
) -> SpotPlan:
    """Lay out a spot.

    Args:
        tree: its betting, of one or two streets.
        board: 5 cards with one street, 4 with two.
        ranges: (1326,) weights of each player; 0 on the board.
        isomorphic: play suit-isomorphic river cards only once.
        rake: taken from pots.
    """
    units = make_units(tree)
    combos = tuple(np.flatnonzero(weights > 0) for weights in ranges)
    root_combos = combos[0], combos[1]
    boards, members, alike = make_boards(board, ranges, root_combos, isomorphic)
    on_turn = bool(members)
    slots = len(boards) - on_turn
    items = [(unit, slot) for slot in range(slots) for unit in range(len(units) - on_turn)]
    tables = Tables(tree, on_turn, rake)
    for unit in units:
        tables.add_unit(unit)
    for each in boards:
        tables.add_board(each, root_combos)
    return SpotPlan(
        tree=tree,
        units=units,
        boards=boards,
        members=members,
        alike=alike,
        combos=root_combos,
        items=np.array(items, np.int64),
        arrays=tables.arrays(),
        sizes=(tables.stored[0], tables.stored[1]),
        scales=(tables.scales[0], tables.scales[1]),
    )
