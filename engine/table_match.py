"""Matches between strategies given as tables: no Python per decision."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine import _match
from engine.game import Game
from engine.match_chunk import Line, MatchChunk, num_dealt
from engine.player import PolicyTable
from engine.policy import DenseRows
from engine.rng import RngState, rng_state

_CALL_S = 0.03
"""Longest call of the kernel: it cannot be stopped."""
_FIRST_CALL = 1024
MOST_HANDS = 65_536
"""Most hands of one call."""


def fit_for_kernel(game: Game, tables: Sequence[PolicyTable | None]) -> list[PolicyTable] | None:
    """The tables if the kernel can play them: all there, on one tree, rows as arrays.

    Strategies that look at cards are played for games of one private card and boards dealt one
    card at a time.
    """
    small = game.num_hole == 1 and max(game.num_board) <= 1
    found: list[PolicyTable] = []
    for table in tables:
        if table is None or not isinstance(table.rows, DenseRows):
            return None
        if not small and any(rows.size > 1 for rows in table.rows.row_of):
            return None
        if found and not found[0].tree.same_as(table.tree):
            return None
        found.append(table)
    return found


def _policies(tables: Sequence[PolicyTable]) -> _match.Policies:
    row_of, starts, shapes, offsets, probabilities = [], [], [], [], []
    row_start = probability_start = 0
    for table in tables:
        assert isinstance(table.rows, DenseRows)
        rows = table.rows.row_of
        sizes = np.array([part.size for part in rows])
        starts.append(row_start + np.cumsum(sizes) - sizes)
        shapes.append([part.shape for part in rows])
        row_of += [part.ravel() for part in rows]
        row_start += int(sizes.sum())
        offsets.append(table.offsets + probability_start)
        probabilities.append(table.probabilities)
        probability_start += len(table.probabilities)
    return _match.Policies(
        np.concatenate(row_of),
        np.array(starts, np.int64),
        np.array(shapes, np.int64),
        np.array(offsets, np.int64),
        np.concatenate(probabilities),
    )


class TableMatch:
    """The match of a list of tables, played in as many parts as one likes.

    Args:
        game: the game.
        tables: one strategy for each player, as ``fit_for_kernel`` allows.
        seed: of every player's draws.
        group: hands with the same deal, players moving on by one position.
    """

    def __init__(self, game: Game, tables: Sequence[PolicyTable], seed: int, group: int) -> None:
        tree = tables[0].tree
        place = np.zeros(52, np.int64)
        place[list(game.deck)] = np.arange(len(game.deck))
        self._game = game
        self._group = group
        self._tree = tree
        self._deal = _match.Deal(
            np.array(game.deck, np.uint8), place, game.num_hole, np.array(game.num_board, np.int64)
        )
        self._arrays = _match.Tree(
            tree.kind,
            tree.actor,
            tree.street,
            tree.first_child,
            tree.num_actions,
            tree.spent,
            tree.folded,
        )
        self._policies = _policies(tables)
        self._draws = np.array([rng_state(seed, 1 + player) for player in range(game.num_players)])
        self._line_at = np.full(tree.num_nodes, -1, np.int32)
        self._ends = np.zeros(tree.num_nodes, np.int32)
        self._lines: dict[int, Line] = {}
        self._size = _FIRST_CALL

    def play(self, first: int, most: int, deck: NDArray[np.uint8], cards: RngState) -> MatchChunk:
        """The next hands, at least one and as many as some 30 ms allow.

        Args:
            first: number of the first of them.
            most: no more than so many.
            deck: the deck of the deal that is being played; replaced at every new one.
            cards: random state of the decks; advanced.
        """
        hands = min(most, self._size)
        players = self._game.num_players
        payoffs = np.empty((hands, players), np.int64)
        positions = np.empty(hands, np.int8)
        dealt = np.empty((hands, num_dealt(self._game)), np.uint8)
        line_of = np.empty(hands, np.int32)
        begin = time.perf_counter()
        count = _match.play_tables(
            self._game.rules,
            self._deal,
            self._arrays,
            self._policies,
            first,
            self._group,
            deck,
            cards,
            self._draws,
            self._line_at,
            self._ends,
            payoffs,
            positions,
            dealt,
            line_of,
        )
        if hands == self._size and time.perf_counter() - begin < _CALL_S / 2:
            self._size = min(2 * self._size, MOST_HANDS)
        lines = tuple(self._line(end) for end in self._ends[:count].tolist())
        return MatchChunk(self._game, first, payoffs, positions, dealt, lines, line_of)

    def _line(self, end: int) -> Line:
        """The line to a terminal node, the same object every time."""
        line = self._lines.get(end)
        if line is None:
            line = self._lines[end] = self._tree.line_to(end)
        return line
