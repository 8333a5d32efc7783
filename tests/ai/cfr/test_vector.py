from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.agent import is_small
from ai.cfr.best_response import evaluate
from ai.cfr.sampling import SamplingSolver
from ai.cfr.schedule import SCHEDULES, get_schedule
from ai.cfr.vector import Solver
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.player import PublicState
from engine.policy import boards, strategy_at
from engine.tree import DECISION
from tests.ai.cfr.games import BLINDS, LEDUC, SHORT_LEDUC, TWO_BOARDS, TWO_HOLE, nolimit
from tests.naive.cfr import PLANNED, PlainCfr

pytestmark = pytest.mark.slow

CFR = get_schedule("cfr")


# NashConv of the average by the number of players, by OpenSpiel 2.0.2's solvers in C++.
OPENSPIEL = [
    ("kuhn", CFR, {1: 0.4583333333, 2: 0.2708333333, 5: 0.1213888889, 10: 0.0686987938}),
    ("kuhn", CFR, {100: 0.0082259773, 1000: 0.0009376166, 10000: 0.0001133245}),
    ("kuhn", get_schedule("cfr+"), {1: 0.4583333333, 2: 0.2638888889, 5: 0.0733445295}),
    ("kuhn", get_schedule("cfr+"), {10: 0.0326870907, 20: 0.0101089774}),
    ("leduc", CFR, {1: 2.3736111111, 2: 2.0613194444, 10: 0.8885789832, 100: 0.0957163530}),
    ("leduc", get_schedule("cfr+"), {1: 2.3736111111, 2: 2.0579166667, 5: 1.3712323704}),
    ("leduc", get_schedule("cfr+"), {10: 0.6104389016, 50: 0.0341214565, 100: 0.0134159950}),
    ("kuhn-3", CFR, {1: 0.6875, 2: 0.453125, 5: 0.196758652949, 10: 0.104160401977}),
    ("kuhn-3", CFR, {20: 0.055072936051, 100: 0.012338541389, 1000: 0.001307445145}),
    ("kuhn-3", get_schedule("cfr+"), {2: 0.408179012346, 5: 0.106624109574, 10: 0.049776725202}),
    ("kuhn-3", get_schedule("cfr+"), {20: 0.016415234647, 100: 0.000984997878}),
    ("leduc-3", CFR, {1: 4.203740446796, 2: 3.505824694740}),
]


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize(("name", "schedule", "curve"), OPENSPIEL)
def test_curves_are_openspiel_s(name, schedule, curve, merge):
    solver = Solver(get_game(name), schedule, merge_suits=merge)
    for iteration, known in curve.items():
        solver.step(iteration - solver.iteration)
        assert solver.exploitability() == pytest.approx(known, abs=2e-10)


RECURSIONS = [
    *(("kuhn", 12, row.name, order) for row in SCHEDULES for order in (False, True)),
    ("leduc", 2, "pdcfr+", False),
    *(("kuhn-3", 6, name, order) for name in ("cfr", "pdcfr+") for order in (False, True)),
]


@pytest.mark.parametrize(("name", "iterations", "variant", "simultaneous"), RECURSIONS)
def test_iterates_equal_plain_recursion(name, iterations, variant, simultaneous):
    schedule = get_schedule(variant)
    game = get_game(name)
    plain = PlainCfr(game, schedule.name, simultaneous)
    planned = replace(schedule, horizon=PLANNED if schedule.plans else 0)
    solver = Solver(game, planned, simultaneous)
    for _ in range(iterations):
        plain.step()
        solver.step(1)
    for table, policy in ((solver.current(), plain.current), (solver.average(), plain.average)):
        for node in np.flatnonzero(table.tree.kind == DECISION).tolist():
            for _, board in boards(game, int(table.tree.street[node])):
                spot = PublicState(game, table.tree.line_to(node), board)
                answer = strategy_at(table, node, board)
                for combo, card in enumerate(game.deck):
                    if card not in board:
                        row = list(policy(spot, card).values())
                        assert answer.probabilities[combo] == pytest.approx(row, abs=1e-12)


@pytest.mark.parametrize(
    "game",
    [LEDUC, nolimit(5, 5), TWO_BOARDS, TWO_HOLE, BLINDS, SHORT_LEDUC],
    ids=lambda game: game.name,
)
def test_merging_suits_loses_nothing(game):
    merged = Solver(game, get_schedule("cfr+"))
    apart = Solver(game, get_schedule("cfr+"), merge_suits=False)
    assert merged.num_infosets < apart.num_infosets
    for count in (1, 1, 8, 30):
        merged.step(count)
        apart.step(count)
        assert merged.exploitability() == pytest.approx(apart.exploitability(), abs=1e-11)
    tables = [solver.average() for solver in (merged, apart)]
    nodes = np.flatnonzero(tables[0].tree.kind == DECISION)
    for node in nodes[:: max(1, len(nodes) // 50)].tolist():
        for _, board in boards(game, int(tables[0].tree.street[node])):
            one, two = (strategy_at(table, node, board).probabilities for table in tables)
            assert one == pytest.approx(two, abs=1e-9)
    # The answer for merged suits, judged on all combos by code that never merges.
    judged = evaluate(tables[0])
    assert judged.exploitability == pytest.approx(merged.exploitability(), abs=1e-12)
    assert judged.value == pytest.approx(merged.value(), abs=1e-12)


def test_rounding_leaves_no_exploitability_below_0():
    """HS-PCFR+ on Kuhn ends at -5.6e-17 where the last bit falls so."""
    for solver in (Solver(get_game("kuhn"), CFR), SamplingSolver(get_game("kuhn"), "es-mccfr")):
        solver.step(1)
        solver.best_responses = lambda: (0.25, -0.25 - 2.0**-54)
        assert solver.exploitability() == 0.0
        judged = replace(evaluate(solver.average()), best_response=(0.25, -0.25 - 2.0**-54))
        assert judged.exploitability == 0.0


def test_information_sets_are_counted():
    known = {("leduc", True): 288, ("leduc", False): 936, ("kuhn", True): 12, ("kuhn-3", True): 48}
    for (name, merge), count in {**known, ("leduc-3", False): 25_800}.items():
        assert Solver(get_game(name), CFR, merge_suits=merge).num_infosets == count


def test_states_of_other_games_and_impossible_ones_are_refused():
    solver = Solver(get_game("leduc"), get_schedule("cfr+"))
    solver.step(3)
    state = solver.save_state()
    with pytest.raises(EngineError, match="wrong size"):
        Solver(get_game("kuhn"), get_schedule("cfr+")).load_state(state)
    for name, change, text in (
        ("sums", lambda x: x.astype(np.float32), "size or type"),
        ("sums", lambda x: x * np.nan, "invalid"),
        ("sums", lambda x: x - 1e9, "invalid"),
        ("iteration", lambda x: x - 99, "invalid"),
    ):
        with pytest.raises(EngineError, match=text):
            solver.load_state({**state, name: change(state[name])})


def test_games_that_do_not_fit_are_refused():
    for game, words in (
        (get_game("kuhn@1"), "kuhn@1 has no decisions"),
        (get_game("holdem-limit"), "too many"),
        (get_game("holdem-nolimit-3"), "too many"),
        (nolimit(40, 40), "more than"),
    ):
        assert not is_small(game)
        with pytest.raises(GameError, match=words):
            Solver(game, get_schedule("cfr+"))
        with pytest.raises(EngineError, match=r"choose one of cfr, cfr\+, lcfr"):
            get_schedule("nothing")
