"""Matches between tabular strategies, without Python per decision.

Hands are played in batches, street by street: the rows of live hands are looked up once per street
and batch, then a kernel plays each of them to the end of the street.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from engine import _match, timing
from engine.agent import Agent, PolicyTable
from engine.game import Game
from engine.match_chunk import HandEnds, Line, MatchChunk, num_dealt, settled
from engine.rng import RngState, rng_state
from engine.tree import DECISION

_CALL_S = 0.03
"""Target length of a batch in seconds: a batch cannot be interrupted."""
FIRST_HANDS = 4096
"""Hands of the first batch."""
MOST_HANDS = 65_536
"""Most hands of one batch."""
_MOST_LINES = 50_000
"""Lines of a tree that are cached."""


class KernelMatch(Protocol):
    """A match played in kernels."""

    def play(self, first: int, most: int, deck: NDArray[np.uint8], cards: RngState) -> MatchChunk:
        """Play between one and ``most`` of the next hands; see ``TableMatch``."""
        ...


@runtime_checkable
class PlaysInKernels(Agent, Protocol):
    """A non-tabular engine that plays whole matches against its own kind in kernels."""

    def match(
        self, game: Game, agents: Sequence[Agent], seed: int, group: int
    ) -> KernelMatch | None:
        """The match of these engines; None if one is of another kind or game.

        Args:
            game: the game.
            agents: one for each player.
            seed: of all players' random numbers.
            group: hands per deal, with positions rotating.
        """
        ...


def fit_for_kernel(tables: Sequence[PolicyTable | None]) -> list[PolicyTable] | None:
    """Return the tables if all engines have one on the same tree, as kernels need; else None."""
    known = [table for table in tables if table is not None]
    if len(known) < len(tables):
        return None
    return known if all(known[0].tree.same_as(table.tree) for table in known) else None


class TableMatch:
    """A match of tabular strategies, played incrementally.

    Args:
        game: the game.
        tables: one strategy for each player, as ``fit_for_kernel`` allows.
        seed: of all players' random numbers. Each is keyed by hand number and node, so it does not
            depend on how the match is split.
        group: hands per deal, with positions rotating.
    """

    def __init__(self, game: Game, tables: Sequence[PolicyTable], seed: int, group: int) -> None:
        tree = tables[0].tree
        place = np.zeros(52, np.int64)
        place[list(game.deck)] = np.arange(len(game.deck))
        self._game = game
        self._group = group
        self._tree = tree
        self._deal = _match.DeckLayout(np.array(game.deck, np.uint8), place, game.num_hole)
        self._arrays = _match.MatchTree(
            np.where(tree.kind == DECISION, tree.street, np.int8(-1)),
            tree.actor,
            tree.first_child,
            tree.num_actions,
            tree.folded,
        )
        self._policies = _match.Policies(
            np.array([table.offsets for table in tables]),
            tuple(table.probabilities for table in tables),
        )
        # Players with the same numbering of rows share its answers.
        maps = {id(table.rows): table.rows for table in tables}
        self._maps = list(maps.values())
        self._map_of = np.array([list(maps).index(id(table.rows)) for table in tables], np.int64)
        self._key = rng_state(seed, 1)[1]
        self._line_at = np.full(tree.num_nodes, -1, np.int32)
        self._ends = np.zeros(tree.num_nodes, np.int32)
        self._lines = tree.known_lines
        self._size = FIRST_HANDS

    def play(self, first: int, most: int, deck: NDArray[np.uint8], cards: RngState) -> MatchChunk:
        """Play the next hands, at least one and as many as some 30 ms allow.

        Args:
            first: number of the first of them.
            most: most hands.
            deck: the deck of the deal being played; replaced at every new one.
            cards: random state of the decks; advanced.
        """
        begin = timing.seconds()
        hands = min(most, self._size)
        deals = (first + hands - 1) // self._group - first // self._group + 1
        players, tree = self._game.num_players, self._tree
        batch = _match.HandBatch(
            first,
            self._group,
            self._key,
            np.empty(hands, np.int32),
            np.empty(hands, np.int8),
            np.empty((hands, num_dealt(self._game)), np.uint8),
            np.empty(hands, np.int32),
            np.empty((deals, players), np.int32),
        )
        _match.deal_hands(self._deal, batch, deck, cards)
        alive = np.arange(hands if tree.kind[0] == DECISION else 0, dtype=np.int32)
        for street in range(self._game.num_rounds):
            rows = self._rows(street, batch, alive)
            going_on = _match.play_street(
                self._arrays, self._policies, batch, alive, self._map_of, rows
            )
            alive = alive[:going_on]
        chunk = self._settled(batch)
        seconds = timing.seconds() - begin
        if hands == self._size and seconds < _CALL_S / 2:
            self._size = min(2 * self._size, MOST_HANDS)
        elif seconds > 2 * _CALL_S:
            self._size = max(self._size // 2, 1)
        return chunk

    def _rows(
        self, street: int, batch: _match.HandBatch, alive: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """Rows that the decisions of a street may need: (maps, deals, positions) int32."""
        shape = (len(self._maps), *batch.combos.shape)
        room, size = batch.combos.size, self._game.board_sizes[street]
        if size == 0:  # nearly all rows are needed, at no cost
            boards, combos = np.empty((room, 0), np.uint8), batch.combos.reshape(-1)
            every = [row_map.rows_of(street, boards, combos) for row_map in self._maps]
            return np.concatenate(every).reshape(shape)
        rows = np.full(shape, -1, np.int32)
        cells, combos = np.empty((2, room), np.int32)
        boards = np.empty((room, size), np.uint8)
        for index, row_map in enumerate(self._maps):
            if row_map.num_rows[street] == 1:
                rows[index] = 0
                continue
            count = _match.ask_rows(
                self._deal,
                self._arrays,
                batch,
                alive,
                self._map_of == index,
                rows[index],
                cells,
                boards,
                combos,
            )
            if count:
                of_combos = row_map.rows_of(street, boards[:count], combos[:count])
                rows[index].reshape(-1)[cells[:count]] = of_combos
        return rows

    def _settled(self, batch: _match.HandBatch) -> MatchChunk:
        line_of = np.empty(len(batch.nodes), np.int32)
        count = _match.number_ends(batch.nodes, self._line_at, self._ends, line_of)
        nodes, tree = self._ends[:count], self._tree
        ends = HandEnds(tree.kind[nodes].astype(np.int64), tree.spent[nodes], tree.folded[nodes])
        lines = [self._line(node) for node in nodes.tolist()]
        return settled(self._game, batch.first, batch.positions, batch.dealt, lines, ends, line_of)

    def _line(self, end: int) -> Line:
        """Return the line to a terminal node, one cached object across matches."""
        line = self._lines.get(end)
        if line is None:
            if len(self._lines) >= _MOST_LINES:
                self._lines.clear()
            line = self._lines[end] = self._tree.line_to(end)
        return line
