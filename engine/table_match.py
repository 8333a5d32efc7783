"""Matches between strategies given as tables: no Python per decision."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine import _match
from engine.game import Game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.player import PolicyTable
from engine.policy import DenseRows
from engine.records.record import HandRecord
from engine.rng import rng_state
from engine.tree import BettingTree

_CHUNK_SECONDS = 0.03


@dataclass(frozen=True)
class TableHands:
    """Hands played by tables.

    Attributes:
        tree: the betting tree they were played on.
        payoffs: (hands, players) int64 net chips by player.
        decks: (hands, cards) uint8 in dealing order.
        ends: (hands,) int32 terminal node of each hand.
    """

    tree: BettingTree
    payoffs: NDArray[np.int64]
    decks: NDArray[np.uint8]
    ends: NDArray[np.int32]

    def record(self, hand: int, number: int, players: tuple[str, ...]) -> HandRecord:
        """One hand as a record; ``players`` by position."""
        state = HandState.deal(self.tree.game, self.decks[hand].tolist())
        for action in self.tree.line_to(int(self.ends[hand])):
            state.apply(action)
        return HandRecord.of(state, number, players, tuple(self.decks[hand].tolist()))


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


def play_tables(
    game: Game,
    tables: Sequence[PolicyTable],
    hands: int,
    seed: int,
    group: int,
    control: JobControl,
) -> TableHands:
    """Play ``hands`` hands, ``group`` of them with each deal; stops early when cancelled.

    Args:
        game: the game.
        tables: one strategy for each player, as ``fit_for_kernel`` allows.
        hands: a multiple of ``group``.
        seed: of the cards and of every player's draws.
        group: hands with the same deal, players moving on by one position.
        control: to report progress and to stop.
    """
    tree = tables[0].tree
    place = np.zeros(52, np.int64)
    place[list(game.deck)] = np.arange(len(game.deck))
    deal = _match.Deal(
        np.array(game.deck, np.uint8), place, game.num_hole, np.array(game.num_board, np.int64)
    )
    arrays = _match.Tree(
        tree.kind,
        tree.actor,
        tree.street,
        tree.first_child,
        tree.num_actions,
        tree.spent,
        tree.folded,
    )
    policies = _policies(tables)
    cards = rng_state(seed)
    draws = np.array([rng_state(seed, 1 + player) for player in range(game.num_players)])
    payoffs = np.zeros((hands, game.num_players), np.int64)
    decks = np.zeros((hands, len(game.deck)), np.uint8)
    ends = np.zeros(hands, np.int32)
    done, chunk = 0, 1000 * group
    while done < hands and not control.cancelled:
        stop = min(done + chunk, hands)
        begin = time.perf_counter()
        _match.play_tables(
            game.rules,
            deal,
            arrays,
            policies,
            done // group,
            group,
            cards,
            draws,
            payoffs[done:stop],
            decks[done:stop],
            ends[done:stop],
        )
        if time.perf_counter() - begin < _CHUNK_SECONDS:
            chunk *= 2
        done = stop
        control.progress(done / hands)
    return TableHands(tree, payoffs[:done], decks[:done], ends[:done])
