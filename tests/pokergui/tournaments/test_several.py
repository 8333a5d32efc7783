"""Tables of more than two: means, intervals and order, against plain sums over the deals."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np
import pytest

from engine.match_chunk import joined
from engine.running import Z95, Tally
from pokergui.store import HandReader
from pokergui.tournaments.cells import folding_loss
from pokergui.tournaments.plan import StoredTournament, TableResult, TableState
from pokergui.tournaments.results import cross_table, standing
from pokergui.tournaments.several import played_tables
from tests.pokergui.tournaments.makers import played, progress_of

pytestmark = pytest.mark.slow
ENGINES = ("cfr", "random", "call", "raise")


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("several") / "a.db"
    played(path, ENGINES, game="kuhn-3", hands=900)
    return path


def deals_of(path: Path) -> dict[tuple[int, ...], np.ndarray]:
    """(deals, seats) mbb per hand of every table."""
    found = progress_of(path).tournament
    with HandReader(path) as reader:
        matches = {match.number: match for match in reader.matches()}
        chunks = {
            table: joined(list(reader.match_hands(matches[found.state(table).match])))
            for table in found.plan.tables
        }
    return {
        table: one.payoffs.reshape(-1, 3, 3).mean(axis=1) * 1000 for table, one in chunks.items()
    }


def test_figures_are_those_of_the_deals(database):
    progress, deals = progress_of(database), deals_of(database)
    for one in played_tables(progress.tournament, progress.results):
        units = deals[one.table]
        assert one.means == pytest.approx(units.mean(axis=0))
        assert one.errors == pytest.approx(np.cov(units.T) / len(units))
        assert (one.hands, one.done, one.loser) == (900, True, -1)
    for one in standing(progress.tournament, progress.results):
        at = {table: table.index(one.engine) for table in deals if one.engine in table}
        means = [deals[table][:, seat].mean() for table, seat in at.items()]
        errors = [deals[table][:, seat].var(ddof=1) / 300 for table, seat in at.items()]
        assert one.field == one.rating
        assert one.field.mean == pytest.approx(np.mean(means))
        assert one.field.half_width == pytest.approx(Z95 * sum(errors) ** 0.5 / 3)
        assert (one.done, one.tables, one.failed) == (3, 3, 0)


def test_a_cell_is_the_mean_where_the_other_sits(database):
    progress, deals = progress_of(database), deals_of(database)
    cross = cross_table(progress.tournament, progress.results)
    for engine in range(4):
        assert cross[engine][engine] is None
        for other in {*range(4)} - {engine}:
            shared = [table for table in deals if {engine, other} <= {*table}]
            means = [deals[table][:, table.index(engine)].mean() for table in shared]
            cell = cross[engine][other]
            assert cell is not None
            assert cell.interval.mean == pytest.approx(np.mean(means))
            assert (cell.hands, cell.wanted, cell.done, cell.lost) == (1800, 1800, True, 0)


def results_of(found: StoredTournament, hands: int, spread: np.ndarray) -> dict:
    """All tables alike: the same mean in each seat, and such a covariance of deals."""
    units = hands // 3
    means = np.array([0.2, 0.0, -0.2])
    tally = replace(
        Tally.zero(3, products=True),
        units=units,
        chips=(3 * means * units).astype(np.int64),
        hands_in=np.full((3, 3), hands // 3, np.int64),
        products=9 * (spread * (units - 1) + np.outer(means, means) * units),
    )
    return {table: TableResult(hands, tally) for table in found.plan.tables}


def test_what_one_wins_from_another_at_a_table_tells_them_apart_later(database):
    found = progress_of(database).tournament
    plan = replace(found.plan, engines=found.plan.engines[:3], hands=900)
    found = replace(found, plan=plan, states={})
    (table,) = plan.tables

    def places(covariance):
        spread = np.array([[3.0, covariance, 0.0], [covariance, 3.0, 0.0], [0.0, 0.0, 3.0]])
        order = standing(found, results_of(found, 900, spread))
        assert [one.engine for one in order] == list(table)
        return [(one.best, one.worst) for one in order]

    # 200 mbb between neighbours; the interval of the difference is 1960 (2 (3 - c) / 300)^(1/2).
    assert places(-2.9) == [(1, 2), (1, 3), (2, 3)]
    assert places(2.9) == [(1, 1), (2, 3), (2, 3)]


def test_who_fails_pays_the_others_and_nobody_is_ahead_before_the_end(database):
    found = progress_of(database).tournament
    table = found.plan.tables[0]
    none = {one: TableResult(0, Tally.zero(3, products=True)) for one in found.plan.tables}
    assert {one.field.half_width for one in standing(found, none)} == {inf}
    assert {(one.best, one.worst) for one in standing(found, none)} == {(1, 4)}
    failed = found.with_state(TableState(table, 0, table[1], "it died"))
    one = played_tables(failed, none)[0]
    loss = folding_loss(found.game)
    assert loss == 1000.0
    assert one.means.tolist() == [loss / 2, -loss, loss / 2]
    assert (one.done, one.loser, one.reason) == (True, table[1], "it died")
    assert [one.half_width for one in one.intervals] == [0.0] * 3
    half = {table: TableResult(450, replace(results_of(found, 450, np.eye(3))[table].tally))}
    one = played_tables(failed, {**none, **half})[0]
    assert one.means == pytest.approx([0.5 * 200 + 250, -500, -0.5 * 200 + 250])
    placed = {one.engine: one for one in standing(failed, none)}
    assert placed[table[1]].failed == 1
