from dataclasses import replace
from math import inf

import numpy as np
import pytest

from engine.game import get_game
from engine.running import Z95, Tally
from pokergui.tournaments.cells import folding_loss
from pokergui.tournaments.plan import Entrant, Plan, StoredTournament, TableResult, TableState
from pokergui.tournaments.results import cell_of, cross_table, standing

LEDUC = get_game("leduc")
NOTHING = TableResult(0, Tally.zero(2))


def tournament(count, gauntlet=False, hands=200):
    plan = Plan(tuple(Entrant(f"e{i}") for i in range(count)), gauntlet, hands, 200, 1, 10.0)
    return StoredTournament(1, "", "", LEDUC, plan, {})


def result(mean, sd=1.0, hands=200):
    """Deals of two hands whose results per hand in chips have that mean and SD."""
    units = hands // 2
    chips = round(2 * mean * units)
    squares = units * (2 * mean) ** 2 + (units - 1) * (2 * sd) ** 2
    tally = replace(
        Tally.zero(2),
        units=units,
        chips=np.array([chips, -chips], np.int64),
        squares=np.array([squares, squares]),
        hands_in=np.full((2, 2), units, np.int64),
    )
    return TableResult(hands, tally)


def test_a_cell_is_the_mean_in_mbb_with_its_interval_from_both_sides():
    found = tournament(2)
    cell = cell_of(found, (0, 1), result(0.5, 2.0))
    assert cell.interval.mean == pytest.approx(500.0)
    assert cell.interval.half_width == pytest.approx(1000 * Z95 * 2.0 / 10.0)
    assert (cell.done, cell.lost) == (True, 0)
    assert cell.turned.interval.mean == -cell.interval.mean
    table = cross_table(found, {(0, 1): result(0.5, 2.0)})
    assert table[0][0] is None and table[1][0] == table[0][1].turned


@pytest.mark.parametrize(("loser", "sign"), [(0, -1), (1, 1)])
def test_an_engine_that_fails_loses_the_rest_as_by_folding(loser, sign):
    found = tournament(2).with_state(TableState((0, 1), 1, loser, "it died"))
    cell = cell_of(found, (0, 1), result(0.5, 2.0, hands=50))
    assert folding_loss(LEDUC) == 1000.0
    assert folding_loss(get_game("holdem-nolimit")) == 750.0
    assert cell.interval.mean == pytest.approx(0.25 * 500 + sign * 0.75 * 1000)
    assert cell.interval.half_width == pytest.approx(0.25 * 1000 * Z95 * 2.0 / 5.0)
    assert (cell.done, cell.lost, cell.reason) == (True, sign, "it died")
    nothing = cell_of(found, (0, 1), NOTHING)
    assert (nothing.interval.mean, nothing.interval.half_width) == (sign * 1000, 0.0)


def test_the_order_is_that_of_the_means_against_the_field_in_a_round_robin():
    results = {(0, 1): result(0.1), (0, 2): result(0.5), (1, 2): result(0.9)}
    order = standing(tournament(3), results)
    assert [one.engine for one in order] == [1, 0, 2]
    means, cell = {0: 300.0, 1: 400.0, 2: -700.0}, 1000 * Z95 * 1.0 / 10
    for one in order:
        assert one.field.mean == pytest.approx(means[one.engine])
        assert one.rating.mean == pytest.approx(means[one.engine] * 2 / 3)
        assert one.field.half_width == pytest.approx(cell / 2**0.5)
        assert one.rating.half_width == pytest.approx(cell * 2**0.5 / 3)
        assert (one.done, one.tables, one.failed) == (2, 2, 0)
    # 67 mbb between the first two, whose difference has an interval of 113; 1,000 to the third.
    assert [(one.best, one.worst) for one in order] == [(1, 2), (1, 2), (3, 3)]


def test_ratings_of_a_gauntlet_are_relative_to_its_engine():
    results = {(0, 1): result(0.4), (0, 2): result(-0.4), (0, 3): NOTHING}
    order = standing(tournament(4, gauntlet=True), results)
    assert [one.engine for one in order] == [2, 0, 1, 3]
    assert -np.diff([one.rating.mean for one in order[:3]]) == pytest.approx([400.0, 400.0])
    assert order[-1].rating.half_width == order[-1].field.half_width == inf
    assert (order[-1].best, order[-1].worst) == (1, 4)


def test_engines_that_no_chain_of_pairs_links_are_not_told_apart():
    found = tournament(4)
    results = dict.fromkeys(found.plan.tables, TableResult(200, Tally.zero(2)))
    results |= {(0, 1): result(5.0), (2, 3): result(1.0)}
    places = {one.engine: (one.best, one.worst) for one in standing(found, results)}
    assert places == {0: (1, 3), 1: (2, 4), 2: (1, 3), 3: (2, 4)}
