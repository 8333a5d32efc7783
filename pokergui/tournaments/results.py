"""Results of a tournament's hands: cross table, order, and how certain both are."""

from __future__ import annotations

from math import inf, isfinite

import numpy as np
from numpy.typing import NDArray

from engine.running_result import Z95, Interval
from pokergui.tournaments.cells import Cell, Placed, folding_loss, in_order
from pokergui.tournaments.plan import Results, StoredTournament, TableResult
from pokergui.tournaments.seating import Table
from pokergui.tournaments.several import met_at_tables, placed_by_tables

Floats = NDArray[np.float64]


def cell_of(tournament: StoredTournament, pair: Table, result: TableResult) -> Cell:
    """Return a pair's cell, seen from its first engine.

    An engine that fails loses the unplayed hands as if it folded all of them.
    """
    game, state, wanted = tournament.game, tournament.state(pair), tournament.plan.hands
    unit = 1000.0 / game.big_blind
    chips = result.tally.chips_per_hand()
    interval = Interval(chips.mean * unit, chips.half_width * unit)
    if state.loser < 0:
        return Cell(interval, result.hands, wanted)
    lost = -1 if state.loser == pair[0] else 1
    share = result.tally.hands / wanted
    half = interval.half_width * share if isfinite(interval.half_width) else 0.0
    mean = interval.mean * share + lost * folding_loss(game) * (1.0 - share)
    return Cell(Interval(mean, half), result.hands, wanted, lost, state.reason)


def cross_table(tournament: StoredTournament, results: Results) -> list[list[Cell | None]]:
    """Return the cell of each row's engine against each column's; None if they do not meet.

    At tables of more than two it is the winnings of the row's engine at the column's tables.
    """
    if tournament.plan.seats > 2:
        return met_at_tables(tournament, results)
    count = len(tournament.plan.engines)
    table: list[list[Cell | None]] = [[None] * count for _ in range(count)]
    for pair in tournament.plan.tables:
        cell = cell_of(tournament, pair, results[pair])
        table[pair[0]][pair[1]], table[pair[1]][pair[0]] = cell, cell.turned
    return table


def standing(tournament: StoredTournament, results: Results) -> tuple[Placed, ...]:
    """Return the standings, best first.

    At tables of more than two it is by the mean over an engine's tables. For pairs it is by
    ratings, see ``_rated``; in a complete round robin that is the order of the mean against the
    field. The intervals are those of a length fixed before, so they distinguish no two engines
    until all hands are played.
    """
    if tournament.plan.seats > 2:
        return placed_by_tables(tournament, results)
    table = cross_table(tournament, results)
    ratings, spread, half, linked = _rated(tournament, table)
    ahead = (ratings[:, None] - ratings[None, :] > half) & linked
    ahead &= all(cell.done for cells in table for cell in cells if cell is not None)
    placed = []
    for engine, row in enumerate(table):
        cells = [cell for cell in row if cell is not None]
        known = [cell.interval for cell in cells if cell.known]
        rated = Interval(float(ratings[engine]), Z95 * float(np.sqrt((spread[engine] ** 2).sum())))
        placed.append(
            Placed(
                engine,
                _mean(known),
                rated if known else Interval(0.0, inf),
                1 + int(ahead[:, engine].sum()),
                len(table) - int(ahead[engine].sum()),
                sum(cell.done for cell in cells),
                len(cells),
                sum(cell.lost < 0 for cell in cells),
            )
        )
    return in_order(placed)


def _rated(
    tournament: StoredTournament, table: list[list[Cell | None]]
) -> tuple[Floats, Floats, Floats, NDArray[np.bool_]]:
    """Return ratings of engines that meet in pairs.

    They sum to 0, and their differences fit the cells by least squares over the pairs that have an
    interval, each with equal weight: Elo's idea on a scale of chips.
    Their intervals follow from those of the cells, which are independent since no deal is shared.

    Returns:
        ratings (engines,), the contribution of each cell to their errors (engines, pairs),
        half-widths of the intervals of differences, and which two a chain of pairs links (engines,
        engines).
    """
    pairs = [
        pair for pair in tournament.plan.tables if (cell := table[pair[0]][pair[1]]) and cell.known
    ]
    count = len(tournament.plan.engines)
    design = np.zeros((len(pairs), count))
    means, errors = np.zeros(len(pairs)), np.zeros(len(pairs))
    for row, (first, second) in enumerate(pairs):
        cell = table[first][second]
        assert cell is not None, "these are those that have one"
        design[row, first], design[row, second] = 1.0, -1.0
        means[row], errors[row] = cell.interval.mean, cell.interval.half_width / Z95
    solved = np.linalg.pinv(design) if pairs else np.zeros((count, 0))
    ratings, spread = solved @ means, solved * errors
    apart = spread[:, None, :] - spread[None, :, :]
    half = Z95 * np.sqrt((apart**2).sum(axis=2))
    linked = np.abs(design).T @ np.abs(design)
    reach = np.linalg.matrix_power((linked > 0).astype(np.int64) + np.eye(count, dtype=np.int64), 2)
    for _ in range(count.bit_length()):
        reach = ((reach @ reach) > 0).astype(np.int64)
    return ratings, spread, half, reach > 0


def _mean(intervals: list[Interval]) -> Interval:
    """Return the mean of independent results with equal weights."""
    if not intervals:
        return Interval(0.0, inf)
    mean = sum(one.mean for one in intervals) / len(intervals)
    return Interval(mean, sum(one.half_width**2 for one in intervals) ** 0.5 / len(intervals))
