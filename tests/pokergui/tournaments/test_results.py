from collections import Counter
from dataclasses import replace
from itertools import chain
from math import inf

import numpy as np
import pytest

from engine.errors import PokerError
from engine.game import get_game
from engine.running_result import Z95, Tally
from pokergui.tournaments.blocks import folding_loss
from pokergui.tournaments.plan import (
    MOST_TABLES,
    Entrant,
    Plan,
    StoredTournament,
    TableResult,
    TableState,
    is_drawn,
    tables_of,
)
from pokergui.tournaments.results import cell_of, cross_table, standing

LEDUC = get_game("leduc")
NOTHING = TableResult(0, Tally.zero(2))


def tournament(count, gauntlet=False, hands=200):
    plan = Plan(tuple(Entrant(f"e{i}") for i in range(count)), gauntlet, hands, 200, 1, 10.0)
    return StoredTournament(1, "", "", LEDUC, plan, {})


def result(mean, sd=1.0, hands=200):
    """Deals of two hands whose results per hand in chips have the given mean and SD."""
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


def test_cells_show_mean_and_interval_from_both_sides():
    found = tournament(2)
    cell = cell_of(found, (0, 1), result(0.5, 2.0))
    assert cell.interval.mean == pytest.approx(500.0)
    assert cell.interval.half_width == pytest.approx(1000 * Z95 * 2.0 / 10.0)
    assert (cell.done, cell.lost) == (True, 0)
    assert cell.turned.interval.mean == -cell.interval.mean
    table = cross_table(found, {(0, 1): result(0.5, 2.0)})
    assert table[0][0] is None and table[1][0] == table[0][1].turned


@pytest.mark.parametrize(("loser", "sign"), [(0, -1), (1, 1)])
def test_failed_engine_folds_its_remaining_hands(loser, sign):
    found = tournament(2).with_state(TableState((0, 1), 1, loser, "it died"))
    cell = cell_of(found, (0, 1), result(0.5, 2.0, hands=50))
    assert folding_loss(LEDUC) == 1000.0
    assert folding_loss(get_game("holdem-nolimit")) == 750.0
    assert cell.interval.mean == pytest.approx(0.25 * 500 + sign * 0.75 * 1000)
    assert cell.interval.half_width == pytest.approx(0.25 * 1000 * Z95 * 2.0 / 5.0)
    assert (cell.done, cell.lost, cell.reason) == (True, sign, "it died")
    nothing = cell_of(found, (0, 1), NOTHING)
    assert (nothing.interval.mean, nothing.interval.half_width) == (sign * 1000, 0.0)


def test_round_robin_is_ranked_by_mean_against_the_field():
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


def test_engines_not_linked_by_pairings_are_not_ranked():
    found = tournament(4)
    results = dict.fromkeys(found.plan.tables, TableResult(200, Tally.zero(2)))
    results |= {(0, 1): result(5.0), (2, 3): result(1.0)}
    places = {one.engine: (one.best, one.worst) for one in standing(found, results)}
    assert places == {0: (1, 3), 1: (2, 4), 2: (1, 3), 3: (2, 4)}


def plan(count, hands, block, seats):
    engines = tuple(Entrant(f"e{place}") for place in range(count))
    return Plan(engines, False, hands, block, 1, 10.0, seats)


def test_two_seat_tables_pair_all_engines_in_entry_order():
    assert tables_of(4, 2, False, 3) == ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3))
    assert tables_of(4, 2, True, 3) == ((0, 1), (0, 2), (0, 3))
    assert not is_drawn(100, 2, False)


@pytest.mark.parametrize(
    ("count", "seats", "drawn"),
    [(3, 3, 0), (5, 3, 0), (10, 6, 0), (12, 3, 1), (12, 6, 1), (100, 6, 1), (100, 3, 1)],
)
def test_every_engine_gets_equally_many_seats(count, seats, drawn):
    """Every choice of engines is a table, or as many as possible are drawn."""
    found = tables_of(count, seats, False, 3)
    assert is_drawn(count, seats, False) == drawn
    assert len({frozenset(one) for one in found}) == len(found) <= MOST_TABLES
    assert all(len({*one}) == seats for one in found)
    sat = Counter(chain.from_iterable(found))
    assert len(sat) == count and {*sat.values()} == {len(found) * seats // count}
    if drawn:
        assert MOST_TABLES - count < len(found)
        assert found == tables_of(count, seats, False, 3) != tables_of(count, seats, False, 4)
    elif not is_drawn(count + 1, seats, False):
        assert tables_of(count + 1, seats, False, 3)[: len(found)] == found


def test_first_engine_sits_at_every_gauntlet_table():
    assert len(tables_of(6, 3, True, 3)) == 10
    drawn = tables_of(60, 3, True, 3)
    assert all(0 in one for one in (*tables_of(6, 3, True, 3), *drawn))
    sat = Counter(chain.from_iterable(drawn))
    assert {sat[place] for place in range(1, 60)} == {len(drawn) * 2 // 59}
    orders = {tables_of(6, 6, False, seed)[0] for seed in range(20)}  # around a table, drawn too
    assert len(orders) > 10


def test_engines_cannot_join_after_a_random_table_draw():
    plan(10, 60, 36, 6).check()
    with pytest.raises(PokerError, match="no other can join"):
        plan(10, 60, 36, 6).joined(Entrant("late"))
    assert len(plan(8, 60, 36, 6).joined(Entrant("late")).tables) == 84


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ((5, 60, 36, 6), "5 engines for 6 seats"),
        ((6, 61, 36, 6), "not a multiple"),
        ((6, 60, 30, 6), "not a multiple"),
        ((13, 49, 49, 11), "2 to 10 seats"),
    ],
)
def test_impossible_plans_are_rejected(numbers, why):
    with pytest.raises(PokerError, match=why):
        plan(*numbers).check()
