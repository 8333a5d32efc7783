import threading

import numpy as np
import pytest

from ai.spot.locks import Lock
from ai.spot.solver import SpotSolver
from ai.spot.spot import Spot
from engine.combos import NUM_HOLDEM_COMBOS
from tests.naive.random_spots import given, hands_of, random_spot
from tests.naive.spots import NaiveSpot

pytestmark = pytest.mark.slow


def spot_of(seed, num_board):
    rng = np.random.default_rng(seed)
    return random_spot(rng, num_board, 12) if num_board == 5 else random_spot(rng, 4, 8, 1, 1.5)


def solver_of(spot, **more):
    return SpotSolver(Spot.parse(**spot.texts), **more)


def bits_of(solver):
    return {name: array.tobytes() for name, array in solver.save_state().items()}


@pytest.mark.parametrize("num_board", [4, 5])
def test_threads_change_nothing_but_the_order_of_sums(num_board):
    spot, found = spot_of(8, num_board), {}
    for workers in (1, 2, 3):
        one, two = found[workers] = [solver_of(spot, workers=workers) for _ in range(2)]
        one.step(9)
        two.step(9)
        assert bits_of(one) == bits_of(two)
        alone, close = found[1][0], 1e-6 * spot.pot
        assert one.ev() == pytest.approx(alone.ev(), abs=close)
        assert one.exploitability() == pytest.approx(alone.exploitability(), abs=close)
    assert bits_of(found[2][0]) == bits_of(found[1][0])


def test_a_turn_waits_for_no_thread_that_another_spot_holds():
    spot = spot_of(8, 4)
    alone, beside = solver_of(spot, workers=1), solver_of(spot, workers=2)
    alone.step(3)
    held, free = threading.Event(), threading.Event()
    with beside.arena.alone() as pool:
        holder = pool.submit(lambda: (held.set(), free.wait(60.0)))
    try:
        assert held.wait(60.0)
        run = threading.Thread(target=beside.step, args=(3,))
        run.start()
        run.join(60.0)
        assert not run.is_alive() and not holder.done()
    finally:
        free.set()
    assert holder.result() == (None, True)
    assert bits_of(beside) == bits_of(alone)


@pytest.mark.parametrize("seed", range(3))
def test_half_as_many_bits_come_within_a_thousandth_of_the_pot(seed):
    spot = spot_of(20 + seed, 4 if seed == 2 else 5)
    solver = solver_of(spot, half=True)
    solver.step(500)
    naive = NaiveSpot(spot)
    table = naive.table(lambda line, board: solver.view(line, board).strategy)
    close = 1e-7 * spot.pot  # unpacked in float32
    assert solver.exploitability() == pytest.approx(naive.exploitability(table), abs=close)
    assert solver.exploitability() < 1e-3 * spot.pot
    np.testing.assert_allclose(solver.ev(), naive.evs(table)[1], rtol=0, atol=close)


# Suits that board and ranges treat alike: three, two and two, clubs and diamonds, none.
SYMMETRIC = [
    ("3s 6s 9s Qs", "AA, 87s", "99, AKs:.5", 22),
    pytest.param("As Ah 2s 2h", "KK:.5, QJs", "JJ, KQs, 33", 24, marks=pytest.mark.ci),
    pytest.param("7h 7d 9c 9s", "AA:.25, 87s", "A9s, T8s, 66", 24, marks=pytest.mark.ci),
    ("3s 6s 9s Qs", "AA, 87s", "99, AdKd:.5", 35),
    pytest.param("Qs Jh 2h 8c", "AA, T9s", "KTs, QQ", 48, marks=pytest.mark.ci),
]


@pytest.mark.parametrize(("board", "oop", "ip", "boards"), SYMMETRIC)
def test_suits_treated_alike_give_the_figures_of_suits_kept_apart(board, oop, ip, boards):
    ranges = [hands_of(text) for text in (oop, ip)]
    spot = given(board, *ranges, 37, 80, "50", "a;", bets_ip="a;100", raises_ip="")
    merged = solver_of(spot)
    assert len(merged.plan.boards) == boards + 1
    nothing = Lock((), None, np.zeros(NUM_HOLDEM_COMBOS, bool), np.zeros((NUM_HOLDEM_COMBOS, 2)))
    apart = solver_of(spot, locks=(nothing,))
    assert len(apart.plan.boards) == 49
    naive = NaiveSpot(spot)
    for solver in (merged, apart):
        solver.step(3)
        table = naive.table(lambda line, board, s=solver: s.view(line, board).strategy)
        close = 1e-9 * spot.pot
        np.testing.assert_allclose(solver.ev(), naive.evs(table)[1], rtol=0, atol=close)
        assert solver.exploitability() == pytest.approx(naive.exploitability(table), abs=close)
    # The error of float32 from the order of sums.
    assert merged.ev() == pytest.approx(apart.ev(), abs=1e-6 * spot.pot)
    assert merged.equity() == pytest.approx(apart.equity(), abs=1e-12)
    last = [node.line for node in naive.tree.walk() if node.to_act is not None][-1]
    for card in naive.rivers[::7]:
        one, two = (solver.view(last, naive.board(card)) for solver in (merged, apart))
        np.testing.assert_allclose(one.strategy, two.strategy, rtol=0, atol=1e-4)
        np.testing.assert_allclose(one.equity, two.equity, rtol=0, atol=1e-6)
