"""Results of multiplayer tables: an engine's mean over its tables, with uncertainty.

Deals are shared by all engines at a table and by no two tables. So results of one table are
dependent: one engine's winnings are another's losses. A deal from every seating is the unit of all
intervals, and those of differences include the covariance of such units.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from engine.running_result import Z95, Interval
from pokergui.tournaments.cells import Cell, Placed, folding_loss, in_order
from pokergui.tournaments.plan import Results, StoredTournament, TableResult
from pokergui.tournaments.seating import Table


@dataclass(frozen=True)
class PlayedTable:
    """A table and its results so far.

    Attributes:
        table: places of its engines.
        means: (seats,) mbb per hand of each.
        errors: (seats, seats) covariance of these; None if unknown.
        hands: the number of hands played.
        done: whether no more hands are to be played.
        loser: place of the engine that failed; -1 if none did.
        reason: why it failed.
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
    """Return all tables of a tournament."""
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
