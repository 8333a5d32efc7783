"""A spot in the kernels' layout: units of betting, boards with their hands, terminals as lanes.

A river is one unit, played on one board. Where cards are to come, the betting of each street before
the river is one unit, from all leaves of the street before; the betting on the river is played on
every river card, several leaves as one unit, so that their terminals fill the lanes. Cards that are
suit-isomorphic for the board before and both ranges are played once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.solver import _arrays as k
from ai.solver.boards import BoardHands, Runouts, combo_map, make_boards
from ai.solver.rake import NO_RAKE, SpotRake
from ai.solver.tables import Tables
from ai.solver.units import Unit, make_units
from engine.cards import NUM_CARDS, Card, card_name
from engine.errors import EngineError
from engine.jit import LANES
from engine.ranges import Weights
from engine.tree import BettingTree

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class SpotPlan:
    """A spot in the kernels' layout.

    Attributes:
        tree: its betting.
        units: those of the last street, then one of each street before it, the root's last.
        boards: those of the last street, then those of each street before it, the root last.
        after: the cards to come on each board that is no river.
        combos: of each player: (hands of the root,) its combos, ascending.
        items: (n, 2): unit and board of every unit of the last street, for each board before it;
            on a river, for the board itself.
        arrays: the kernels' arrays.
        sizes: of each player: numbers in each array of sums.
        last_sizes: of these, on the last street; they come first.
        scales: of each player: decisions in blocks, for sums of 16 bits.
        last_scales: of these, on the last street.
    """

    tree: BettingTree
    units: tuple[Unit, ...]
    boards: tuple[BoardHands, ...]
    after: Runouts
    combos: tuple[Ints, Ints]
    items: dict[int, Ints]
    arrays: k.PlanArrays
    sizes: tuple[int, int]
    last_sizes: tuple[int, int]
    scales: tuple[int, int]
    last_scales: tuple[int, int]

    @property
    def streets(self) -> int:
        """1 for a river, 2 for a turn, 3 for a flop."""
        return self.tree.game.num_rounds

    @property
    def root(self) -> int:
        """The slot of the spot's own board."""
        return len(self.boards) - 1

    def unit_of(self, street: int) -> int:
        """The unit of a street before the last."""
        return len(self.units) - 1 - street

    @property
    def early_half(self) -> bool:
        """Whether runs of 16 bits keep streets before the river in 32."""
        return self.streets == 3

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

    def entering(self, slot: int, player: int) -> Ints:
        """Return the hands of the root that come to a board, in the order of the board before."""
        before = self.boards[slot].before
        return self.places(before, player) if before >= 0 else np.arange(len(self.combos[player]))

    @cached_property
    def _slots(self) -> tuple[range, ...]:
        found = []
        for size in self.tree.game.board_sizes:
            there = [at for at, board in enumerate(self.boards) if len(board.cards) == size]
            found.append(range(there[0], there[-1] + 1))
        return tuple(found)

    def slots(self, street: int) -> range:
        """The boards of a street."""
        return self._slots[street]

    def runout(self, board: tuple[Card, ...]) -> tuple[int, tuple[Ints, Ints]]:
        """Return the board played for one, and for each hand of the root the one that plays for it.

        Raises:
            EngineError: if it is no board of the spot.
        """
        slot = self.root
        cards = np.array(board)
        change = np.arange(NUM_CARDS)
        for size in self.tree.game.board_sizes[: self.tree.game.board_sizes.index(len(board))]:
            card = int(change[cards[size]])
            there = [each for each in self.after[slot] if each.card == card]
            if not there:
                raise EngineError(
                    "{card} is impossible on the board of the solved spot",
                    card=card_name(board[size]),
                )
            slot, change = there[0].slot, there[0].change[change]
        moves = combo_map(change)
        first, second = (np.searchsorted(held, moves[held]) for held in self.combos)
        return slot, (first, second)

    def start(self, unit: int, slot: int, player: int) -> int:
        """Return the start of a player's sums in a unit on a board."""
        blocks = self.boards[slot].blocks(player)
        edges = self.arrays.units[unit, player, k.EDGE_FIRST] * blocks * LANES
        return int(self.arrays.slots[slot, player, k.STORE_FIRST] + edges)

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
    first, second = (np.flatnonzero(weights > 0) for weights in ranges)
    combos = first, second
    boards, after = make_boards(board, ranges, combos, isomorphic)
    tables = Tables(tree, units, rake)
    last = len(boards) - len(after)
    last_sizes = last_scales = (0, 0)
    for slot, each in enumerate(boards):
        tables.add_board(each, combos if each.before < 0 else boards[each.before].combos)
        if slot == last - 1:
            last_sizes = tables.stored[0], tables.stored[1]
            last_scales = tables.scales[0], tables.scales[1]
    items: dict[int, list[tuple[int, int]]] = {}
    terminal = len(units) - tree.game.num_rounds + 1
    for slot, each in enumerate(boards[:last]):
        before = items.setdefault(each.before if after else slot, [])
        before += [(unit, slot) for unit in range(terminal)]
    return SpotPlan(
        tree=tree,
        units=units,
        boards=boards,
        after=after,
        combos=combos,
        items={slot: np.array(rows, np.int64) for slot, rows in items.items()},
        arrays=tables.arrays(),
        sizes=(tables.stored[0], tables.stored[1]),
        last_sizes=last_sizes,
        scales=(tables.scales[0], tables.scales[1]),
        last_scales=last_scales,
    )
