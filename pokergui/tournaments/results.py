"""Results of a tournament's hands: cross table, order, and how certain both are."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from math import inf, isfinite
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.running_result import Z95, Interval
from pokergui.files import replacing
from pokergui.tournaments.blocks import Cell, Placed, folding_loss, in_order
from pokergui.tournaments.plan import Results, StoredTournament, Table, TableResult
from pokergui.tournaments.run import Progress


@dataclass(frozen=True)
class PlayedTable:
    """A table and its results so far.

    Attributes:
        means: (seats,) mbb per hand of each.
        errors: (seats, seats) covariance of these; None if unknown.
    """

    table: Table
    means: NDArray[np.float64]
    errors: NDArray[np.float64] | None
    hands: int
    done: bool
    loser: int
    reason: str

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """The winnings of each of its engines."""
        halves = np.full(len(self.table), inf)
        if self.errors is not None:
            halves = Z95 * np.sqrt(np.maximum(np.diag(self.errors), 0.0))
        both = zip(self.means.tolist(), halves.tolist(), strict=True)
        return tuple(Interval(mean, half) for mean, half in both)


def _played(tournament: StoredTournament, table: Table, result: TableResult) -> PlayedTable:
    """Return a table's results.

    An engine that fails loses the unplayed hands as if it folded all of them; the others share its
    loss.
    """
    state, wanted = tournament.state(table), tournament.plan.hands
    unit, seats = 1000.0 / tournament.game.big_blind, len(table)
    tally = result.tally
    means = np.array([tally.chips_per_hand(player=player).mean for player in range(seats)]) * unit
    errors = tally.covariance
    errors = None if errors is None else errors * unit**2
    done = state.loser >= 0 or result.hands >= wanted
    if state.loser >= 0:
        share = tally.hands / wanted
        loss = folding_loss(tournament.game) * (1.0 - share)
        gains = np.full(seats, loss / (seats - 1))
        gains[table.index(state.loser)] = -loss
        means = means * share + gains
        errors = np.zeros((seats, seats)) if errors is None else errors * share**2
    return PlayedTable(table, means, errors, result.hands, done, state.loser, state.reason)


def played_tables(tournament: StoredTournament, results: Results) -> list[PlayedTable]:
    return [_played(tournament, table, results[table]) for table in tournament.plan.tables]


def met_at_tables(tournament: StoredTournament, results: Results) -> list[list[Cell | None]]:
    """Return each row engine's winnings at the column engine's tables."""
    played, count = played_tables(tournament, results), len(tournament.plan.engines)

    def cell(engine: int, other: int) -> Cell | None:
        shared = [one for one in played if engine in one.table and other in one.table]
        if engine == other or not shared:
            return None
        over = all(one.done for one in shared)
        failed = [one for one in shared if over and one.loser >= 0]
        own = any(one.loser == engine for one in failed)
        return Cell(
            _mean(shared, engine),
            sum(one.hands for one in shared),
            sum(one.hands if one.loser >= 0 else tournament.plan.hands for one in shared),
            -1 if own else int(bool(failed)),
            failed[0].reason if failed else "",
        )

    return [[cell(engine, other) for other in range(count)] for engine in range(count)]


def placed_by_tables(tournament: StoredTournament, results: Results) -> tuple[Placed, ...]:
    """Return the standings by each engine's mean over its tables, equally weighted."""
    played, count = played_tables(tournament, results), len(tournament.plan.engines)
    known = [one for one in played if one.errors is not None]
    sits = np.array([[engine in one.table for one in known] for engine in range(count)], np.float64)
    shares = sits / np.maximum(sits.sum(axis=1, keepdims=True), 1.0)
    means, errors = np.zeros(count), np.zeros((count, count))
    for place, one in enumerate(known):
        there, weight = list(one.table), shares[list(one.table), place]
        assert one.errors is not None, "these are those that are known"
        means[there] += weight * one.means
        errors[np.ix_(there, there)] += np.outer(weight, weight) * one.errors
    own = np.diag(errors)
    apart = np.maximum(own[:, None] + own[None, :] - 2.0 * errors, 0.0)
    unknown = sits.sum(axis=1) == 0.0
    apart[unknown] = apart[:, unknown] = inf
    ahead = means[:, None] - means[None, :] > Z95 * np.sqrt(apart)
    ahead &= all(one.done for one in played)
    placed = []
    for engine in range(count):
        tables = [one for one in played if engine in one.table]
        mean = _mean(tables, engine)
        placed.append(
            Placed(
                engine,
                mean,
                mean,
                1 + int(ahead[:, engine].sum()),
                count - int(ahead[engine].sum()),
                sum(one.done for one in tables),
                len(tables),
                sum(one.loser == engine for one in tables),
            )
        )
    return in_order(placed)


def _mean(tables: list[PlayedTable], engine: int) -> Interval:
    """Return an engine's mean over the tables that have an interval, which share no deal."""
    intervals = [
        (float(one.means[seat]), float(one.errors[seat, seat]))
        for one in tables
        if one.errors is not None
        for seat in [one.table.index(engine)]
    ]
    if not intervals:
        return Interval(0.0, inf)
    mean = sum(mean for mean, _ in intervals) / len(intervals)
    return Interval(mean, Z95 * sum(error for _, error in intervals) ** 0.5 / len(intervals))


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
                _results_mean(known),
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


def _results_mean(intervals: list[Interval]) -> Interval:
    if not intervals:
        return Interval(0.0, inf)
    mean = sum(one.mean for one in intervals) / len(intervals)
    return Interval(mean, sum(one.half_width**2 for one in intervals) ** 0.5 / len(intervals))


HEADS = ("engine", "against", "mean_mbb", "ci95_mbb", "hands", "wanted", "failed")


def write_table(progress: Progress, file: Path) -> int:
    """Atomically write one line for each ordered pair of engines that meet.

    Returns:
        The number of lines.

    Raises:
        FolderError: if the file cannot be written.
    """
    tournament = progress.tournament
    titles, lines = tournament.plan.titles, 0
    with replacing(file) as temporary, temporary.open("w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(HEADS)
        for name, cells in zip(titles, cross_table(tournament, progress.results), strict=True):
            for other, cell in zip(titles, cells, strict=True):
                if cell is not None:
                    half = cell.interval.half_width if cell.known else ""
                    failed = cell.reason if cell.lost else ""
                    mean = cell.interval.mean
                    rows.writerow((name, other, mean, half, cell.hands, cell.wanted, failed))
                    lines += 1
    return lines
