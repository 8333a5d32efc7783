from collections import Counter
from itertools import chain

import pytest

from engine.errors import PokerError
from pokergui.tournaments.plan import Entrant, Plan
from pokergui.tournaments.seating import MOST_TABLES, is_drawn, tables_of


def plan(count, hands, block, seats):
    engines = tuple(Entrant(f"e{place}") for place in range(count))
    return Plan(engines, False, hands, block, 1, 10.0, seats)


def test_tables_of_two_pair_all_engines_in_order_of_entry():
    assert tables_of(4, 2, False, 3) == ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3))
    assert tables_of(4, 2, True, 3) == ((0, 1), (0, 2), (0, 3))
    assert not is_drawn(100, 2, False)


@pytest.mark.parametrize(
    ("count", "seats", "drawn"),
    [(3, 3, 0), (5, 3, 0), (10, 6, 0), (12, 3, 1), (12, 6, 1), (100, 6, 1), (100, 3, 1)],
)
def test_each_engine_has_as_many_seats(count, seats, drawn):
    """Every choice of engines is a table, or as many as there may be are drawn."""
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


def test_the_first_sits_everywhere_in_a_gauntlet():
    assert len(tables_of(6, 3, True, 3)) == 10
    drawn = tables_of(60, 3, True, 3)
    assert all(0 in one for one in (*tables_of(6, 3, True, 3), *drawn))
    sat = Counter(chain.from_iterable(drawn))
    assert {sat[place] for place in range(1, 60)} == {len(drawn) * 2 // 59}
    orders = {tables_of(6, 6, False, seed)[0] for seed in range(20)}  # round a table, drawn too
    assert len(orders) > 10


def test_engines_cannot_join_where_tables_are_drawn():
    plan(10, 60, 36, 6).check()
    with pytest.raises(PokerError, match="no other can join"):
        plan(10, 60, 36, 6).joined(Entrant("late"))
    assert len(plan(8, 60, 36, 6).joined(Entrant("late")).tables) == 84


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ((5, 60, 36, 6), "5 engines for 6 seats"),
        ((6, 61, 36, 6), "a multiple of a full deal"),
        ((6, 60, 30, 6), "a multiple of a full deal"),
        ((9, 49, 49, 7), "2 to 6 seats"),
    ],
)
def test_impossible_plans(numbers, why):
    with pytest.raises(PokerError, match=why):
        plan(*numbers).check()
