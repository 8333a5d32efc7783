"""Tabular strategies as flat arrays: construction, access and board indexing.

Layout of a ``PolicyTable``. The probabilities of the actions of node ``n`` for row ``r`` are
``probabilities[offsets[n] + r * tree.num_actions[n] :][: tree.num_actions[n]]``, in the order of
the node's children. The row of a combo depends on street and board only: ``table.rows`` has it.
Where every board of a game can be listed this is a ``DenseRows``, whose arrays kernels read: with
``rows = dense.row_of[street]``, ``b = board_index`` and ``c = combo`` the row is ``rows[b if
rows.shape[0] > 1 else 0, c if rows.shape[1] > 1 else 0]``.

Boards of a street are numbered round by round: the cards dealt in a round have the index that
``combo_index`` gives them in the game's whole deck, and a later round is the less significant
digit. In Leduc that is the position of the card in the deck. Indices with a repeated card are not
boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from engine.agent import PolicyTable
from engine.cards import NUM_CARDS, Card
from engine.combos import combo_cards, combo_index, num_combos
from engine.errors import CardError, GameError
from engine.game import Game
from engine.player import PublicState, Strategy
from engine.tree import DECISION, BettingTree, build_tree
from engine.wording import Wording

MAX_CELLS = 20_000_000
"""Most boards times combos, and most probabilities, that a table built here may have."""
MAX_NODES = 200_000
"""Most nodes of the betting tree of a table built here."""
_CELLS_AT_ONCE = 2**20


def num_boards(game: Game, street: int) -> int:
    """Number of board indices of a street, including impossible ones."""
    return prod(comb(len(game.deck), cards) for cards in game.num_board[: street + 1])


def board_index(game: Game, board: Sequence[Card]) -> int:
    """Return the index of a board on its street; cards of one round may be in any order.

    Raises:
        CardError: if no street has that number of cards, or a card is not in the deck.
    """
    if len(board) not in game.board_sizes:
        raise CardError(
            "{count} cards are not a board of {title}", count=len(board), title=Wording(game.title)
        )
    index, start = 0, 0
    for count in game.num_board:
        if start == len(board):
            break
        if count:
            index = index * comb(len(game.deck), count)
            index += combo_index(board[start : start + count], game.deck)
        start += count
    return index


def board_indices(game: Game, boards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """``board_index`` of many boards (n, cards) of one street: (n,) int64."""
    place = np.zeros(NUM_CARDS, np.int64)
    place[list(game.deck)] = np.arange(len(game.deck))
    index = np.zeros(len(boards), np.int64)
    start = 0
    for count in game.num_board:
        if start == boards.shape[1]:
            break
        dealt = place[boards[:, start : start + count]]
        if count > 1:
            dealt = np.sort(dealt, axis=1)
        index *= comb(len(game.deck), count)
        for card in range(count):
            choose = np.array([comb(position, card + 1) for position in range(len(game.deck))])
            index += choose[dealt[:, card]]
        start += count
    return index


def boards(game: Game, street: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """(number, cards) of all boards of a street, in ascending order."""
    rounds = [count for count in game.num_board[: street + 1] if count]
    tables = [combo_cards(game.deck, count) for count in rounds]
    for index in range(num_boards(game, street)):
        rest, parts = index, []
        for table in reversed(tables):
            rest, place = divmod(rest, len(table))
            parts.append(tuple(table[place].tolist()))
        cards = tuple(card for part in reversed(parts) for card in part)
        if len(set(cards)) == len(cards):
            yield index, cards


def blocked(game: Game, board: Sequence[Card]) -> NDArray[np.bool_]:
    """Return a mask of the combos that hold a card of the board: (num_combos,) bool."""
    holders = _holders(game.deck, game.num_hole)
    taken = np.zeros(holders.shape[1], np.bool_)
    for card in board:
        taken |= holders[card]
    return taken


@cache
def _holders(deck: tuple[Card, ...], num_hole: int) -> NDArray[np.bool_]:
    """Return masks of the combos that hold each card: (52, num_combos)."""
    cards = combo_cards(deck, num_hole)
    return np.stack([(cards == card).any(axis=1) for card in range(NUM_CARDS)])


@dataclass(frozen=True)
class DenseRows:
    """The row of every combo on every board, as arrays.

    Attributes:
        game: the game.
        num_rows: rows of each street.
        row_of: for each street int32 of shape (1 or number of boards, 1 or number of combos), -1
            where a board blocks a combo; an axis of length 1 is broadcast, and does not mark
            blocked combos.
    """

    game: Game
    num_rows: tuple[int, ...]
    row_of: tuple[NDArray[np.int32], ...]

    def rows_on(self, board: Sequence[Card]) -> NDArray[np.int32]:
        """Row of each combo on a board: (num_combos,) int32, -1 where it is blocked."""
        street = self.game.board_sizes.index(len(board))
        rows = self.row_of[street]
        row = rows[board_index(self.game, board) if len(rows) > 1 else 0]
        return np.where(blocked(self.game, board), np.int32(-1), row)

    def rows_of(
        self, street: int, boards: NDArray[np.uint8], combos: NDArray[np.integer[Any]]
    ) -> NDArray[np.int32]:
        """Row of one combo on each of many boards of a street: (n,) int32."""
        rows = self.row_of[street]
        board = board_indices(self.game, boards) if len(rows) > 1 else 0
        combo = combos if rows.shape[1] > 1 else np.zeros_like(combos)
        chosen: NDArray[np.int32] = rows[board, combo]
        return chosen


def one_row(game: Game) -> DenseRows:
    """Rows of a strategy that ignores cards."""
    nothing = np.zeros((1, 1), np.int32)
    return DenseRows(game, (1,) * game.num_rounds, (nothing,) * game.num_rounds)


def all_rows(game: Game) -> DenseRows:
    """Rows of a strategy that distinguishes all boards and combos.

    Raises:
        GameError: if there are too many of them.
    """
    combos = num_combos(len(game.deck), game.num_hole)
    sizes = [num_boards(game, street) * combos for street in range(game.num_rounds)]
    if sum(sizes) > MAX_CELLS:
        raise GameError(
            "{title} has too many boards and hands to enumerate", title=Wording(game.title)
        )
    row_of = []
    for street, size in enumerate(sizes):
        rows = np.full((size // combos, combos), -1, np.int32)
        for index, board in boards(game, street):
            free = ~blocked(game, board)
            rows[index, free] = np.flatnonzero(free) + index * combos
        row_of.append(rows)
    return DenseRows(game, tuple(sizes), tuple(row_of))


def node_offsets(tree: BettingTree, num_rows: Sequence[int]) -> tuple[NDArray[np.int64], int]:
    """Return the offset of each node's probabilities, and their total number.

    Nodes are laid out in the tree's order.

    Returns:
        (nodes,) int64, -1 at terminals, and the total.
    """
    sizes = np.array(num_rows, np.int64)[tree.street] * tree.num_actions
    ends = np.cumsum(sizes)
    offsets = np.where(tree.kind == DECISION, ends - sizes, -1)
    return offsets, int(ends[-1])


def row_widths(tree: BettingTree, num_rows: Sequence[int]) -> NDArray[np.int64]:
    """Number of actions of each row of a table, in the order of its probabilities."""
    rows = np.where(tree.kind == DECISION, np.array(num_rows, np.int64)[tree.street], 0)
    return np.repeat(tree.num_actions.astype(np.int64), rows)


def row_sums(
    probabilities: NDArray[Any], tree: BettingTree, num_rows: Sequence[int], dtype: DTypeLike
) -> Iterator[NDArray[Any]]:
    """Yield the row sums of a table in blocks of nodes, to bound memory.

    Args:
        probabilities: flat, for the whole tree.
        tree: the betting tree.
        num_rows: rows of each street.
        dtype: of the sums.
    """
    rows = np.where(tree.kind == DECISION, np.array(num_rows, np.int64)[tree.street], 0)
    ends = np.cumsum(rows * tree.num_actions)
    first = begin = 0
    while first < len(rows):
        after = max(first + 1, int(np.searchsorted(ends, begin + _CELLS_AT_ONCE)))
        widths = np.repeat(tree.num_actions[first:after].astype(np.int64), rows[first:after])
        end = int(ends[after - 1])
        if len(widths):
            starts = np.cumsum(widths) - widths
            yield np.add.reduceat(probabilities[begin:end], starts, dtype=dtype)
        first, begin = after, end


def policy_table(game: Game, answer: Callable[[PublicState], Strategy]) -> PolicyTable:
    """Build a table by evaluating a strategy at every public state of a small game.

    Actions missing from an answer have probability 0.

    Args:
        game: the game.
        answer: the strategy at a public state; called once for each.

    Raises:
        GameError: if the game is too large to enumerate.
    """
    tree = build_tree(game, max_nodes=MAX_NODES)
    rows = all_rows(game)
    offsets, total = node_offsets(tree, rows.num_rows)
    if total > MAX_CELLS:
        raise GameError("{title} is too large to list a whole strategy", title=Wording(game.title))
    probabilities = np.zeros(total)
    every_board = [list(boards(game, street)) for street in range(game.num_rounds)]
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        line, here = tree.line_to(node), tree.actions_at(node)
        block = node_block(probabilities, tree, offsets, rows.num_rows, node)
        for index, board in every_board[tree.street[node]]:
            reply = answer(PublicState(game, line, board))
            row_of = rows.row_of[tree.street[node]][index]
            free = row_of >= 0
            for action, column in zip(reply.actions, reply.probabilities.T, strict=True):
                if action in here:
                    block[row_of[free], here.index(action)] = column[free]
    return PolicyTable(tree, rows, offsets, probabilities)


def node_block(
    probabilities: NDArray[np.float64],
    tree: BettingTree,
    offsets: NDArray[np.int64],
    num_rows: Sequence[int],
    node: int,
) -> NDArray[np.float64]:
    """A node's (rows, actions) part of flat probabilities, as a view."""
    count, actions = num_rows[tree.street[node]], int(tree.num_actions[node])
    start = int(offsets[node])
    return probabilities[start : start + count * actions].reshape(count, actions)


def strategy_at(table: PolicyTable, node: int, board: Sequence[Card], note: str = "") -> Strategy:
    """A table's strategy at one of its decision nodes on a board."""
    rows = table.rows.rows_on(board)
    block = node_block(table.probabilities, table.tree, table.offsets, table.rows.num_rows, node)
    probabilities = np.where(rows[:, None] >= 0, block[rows], 0.0)
    return Strategy(table.tree.actions_at(node), probabilities, note=note)


def row_at(table: PolicyTable, node: int, board: Sequence[Card], combo: int) -> NDArray[np.float64]:
    """Return a table's probabilities (num_actions,) for one combo, as in ``strategy_at``."""
    rows = table.rows.rows_on(board)
    block = node_block(table.probabilities, table.tree, table.offsets, table.rows.num_rows, node)
    row: NDArray[np.float64] = block[rows[combo]]
    return row
