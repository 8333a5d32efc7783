from dataclasses import replace
from math import inf

import numpy as np
import pytest

from engine.match_chunk import joined
from engine.running_result import Z95, Tally
from pokergui.store import HandReader
from pokergui.tournaments.blocks import folding_loss
from pokergui.tournaments.plan import TableResult, TableState
from pokergui.tournaments.results import cross_table, played_tables, standing
from tests.pokergui.tournaments.makers import played, progress_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def progress_and_deals(tmp_path_factory):
    path = tmp_path_factory.mktemp("several") / "a.db"
    played(path, ("cfr", "random", "call", "raise"), game="kuhn-3", hands=900)
    progress = progress_of(path)
    found, deals = progress.tournament, {}
    with HandReader(path) as reader:
        matches = {match.number: match for match in reader.matches()}
        for table in found.plan.tables:
            chunk = joined(list(reader.match_hands(matches[found.state(table).match])))
            deals[table] = chunk.payoffs.reshape(-1, 3, 3).mean(axis=1) * 1000
    return progress, deals


@pytest.fixture
def found(progress_and_deals):
    return progress_and_deals[0].tournament


def test_figures_match_the_deals(progress_and_deals):
    progress, deals = progress_and_deals
    found, results = progress.tournament, progress.results
    for one in played_tables(found, results):
        units = deals[one.table]
        assert one.means == pytest.approx(units.mean(axis=0))
        assert one.errors == pytest.approx(np.cov(units.T) / len(units))
        assert (one.hands, one.done, one.loser) == (900, True, -1)
    for one in standing(found, results):
        seats = [deals[table][:, table.index(one.engine)] for table in deals if one.engine in table]
        assert one.field == one.rating
        assert one.field.mean == pytest.approx(np.mean([seat.mean() for seat in seats]))
        errors = sum(seat.var(ddof=1) / 300 for seat in seats)
        assert one.field.half_width == pytest.approx(Z95 * errors**0.5 / 3)
        assert (one.done, one.tables, one.failed) == (3, 3, 0)
    cross = cross_table(found, results)
    for engine in range(4):
        assert cross[engine][engine] is None
        for other in {*range(4)} - {engine}:  # a cell is the mean where the other sits
            shared = [table for table in deals if {engine, other} <= {*table}]
            means = [deals[table][:, table.index(engine)].mean() for table in shared]
            cell = cross[engine][other]
            assert cell.interval.mean == pytest.approx(np.mean(means))
            assert (cell.hands, cell.wanted, cell.done, cell.lost) == (1800, 1800, True, 0)


def results_of(found, hands, spread):
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


def test_covariance_at_a_table_separates_engines(found):
    plan = replace(found.plan, engines=found.plan.engines[:3], hands=900)
    found = replace(found, plan=plan, states={})
    (table,) = plan.tables

    def places(covariance):
        spread = np.diag([3.0] * 3)
        spread[0, 1] = spread[1, 0] = covariance
        order = standing(found, results_of(found, 900, spread))
        assert [one.engine for one in order] == list(table)
        return [(one.best, one.worst) for one in order]

    # 200 mbb between neighbours; the interval of the difference is 1960 (2 (3 - c) / 300)^(1/2).
    assert places(-2.9) == [(1, 2), (1, 3), (2, 3)]
    assert places(2.9) == [(1, 1), (2, 3), (2, 3)]


def test_failed_engine_pays_the_others_and_ranks_wait_for_the_end(found):
    table = found.plan.tables[0]
    none = {one: TableResult(0, Tally.zero(3, products=True)) for one in found.plan.tables}
    for one in standing(found, none):
        assert (one.field.half_width, one.best, one.worst) == (inf, 1, 4)
    failed = found.with_state(TableState(table, 0, table[1], "it died"))
    one = played_tables(failed, none)[0]
    assert folding_loss(found.game) == 1000.0
    assert one.means.tolist() == [500.0, -1000.0, 500.0]
    assert (one.done, one.loser, one.reason) == (True, table[1], "it died")
    assert [one.half_width for one in one.intervals] == [0.0] * 3
    half = {**none, table: results_of(found, 450, np.eye(3))[table]}
    means = played_tables(failed, half)[0].means
    assert means == pytest.approx([0.5 * 200 + 250, -500, -0.5 * 200 + 250])
    assert {one.engine: one for one in standing(failed, none)}[table[1]].failed == 1
