from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.agent import is_small
from ai.cfr.best_response import evaluate
from ai.cfr.robust_sampling import parse_picks
from ai.cfr.sampling import SamplingSolver
from ai.cfr.schedule import SCHEDULES, get_schedule
from ai.cfr.vector import Solver
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.player import PublicState
from engine.policy import boards, strategy_at
from engine.rng import rng_state
from engine.tree import DECISION, build_tree
from tests.ai.cfr.games import BLINDS, KUHN, LEDUC, SHORT_LEDUC, TWO_BOARDS, TWO_HOLE, nolimit
from tests.naive.cfr import PLANNED, PlainCfr
from tests.naive.mccfr import PlainSampling, every_choice
from tests.states import same_state

pytestmark = pytest.mark.slow

CFR = get_schedule("cfr")


# NashConv of the average strategy by number of players, from OpenSpiel 2.0.2's C++ solvers.
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
def test_curves_match_openspiel(name, schedule, curve, merge):
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
def test_iterates_match_plain_recursion(name, iterations, variant, simultaneous):
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
    # Suit-merged answers, evaluated on all combos by code that never merges.
    judged = evaluate(tables[0])
    assert judged.exploitability == pytest.approx(merged.exploitability(), abs=1e-12)
    assert judged.value == pytest.approx(merged.value(), abs=1e-12)


def test_rounding_never_makes_exploitability_negative():
    """On Kuhn, HS-PCFR+ ends at -5.6e-17 if the last bit falls that way."""
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


def test_foreign_and_impossible_states_are_rejected():
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


def test_unsupported_games_are_rejected():
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


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize(
    "game", [TWO_BOARDS, TWO_HOLE, BLINDS, nolimit(4, 4)], ids=lambda game: game.name
)
def test_other_games_converge(game, merge):
    solver = SamplingSolver(game, "es-mccfr", merge_suits=merge)
    solver.step(1)
    start = solver.exploitability()
    solver.step(50_000)
    assert solver.exploitability() < start / 8
    judged, exact = evaluate(solver.average()), Solver(game, get_schedule("pdcfr+"))
    assert judged.exploitability == pytest.approx(solver.exploitability(), abs=1e-12)
    assert judged.value == pytest.approx(solver.value(), abs=1e-12)
    exact.step(300)
    assert solver.value() == pytest.approx(exact.value(), abs=0.03)


def test_sampling_a_zero_probability_action_is_harmless():
    """Probabilities may sum to just under 1 and the draw land in between; here they sum to 1/2."""
    solver = SamplingSolver(KUHN, "os-mccfr", seed=3)
    state = solver.save_state()
    state["blocks"].reshape(-1, 6)[:, :2] = 0.5, 0.0
    solver.load_state(state)
    solver.step(50)
    assert np.isfinite(solver.save_state()["blocks"]).all()


def test_states_of_other_runs_are_rejected():
    state = SamplingSolver(LEDUC, "es-mccfr").save_state()
    for game, method, picks, more in (
        (KUHN, "es-mccfr", "", {}),
        (LEDUC, "os-mccfr", "", {}),
        (LEDUC, "robust-mccfr", "constant:all", {}),
        (LEDUC, "es-mccfr", "", {"weights": "plain"}),
        (LEDUC, "es-mccfr", "", {"baselines": True}),
        (LEDUC, "es-mccfr", "", {"merge_suits": False}),
    ):
        for found in (state, {}):
            with pytest.raises(EngineError, match="the state"):
                SamplingSolver(game, method, picks, **more).load_state(found)


def test_impossible_states_are_rejected():
    solver = SamplingSolver(LEDUC, "es-mccfr", baselines=True)
    solver.step(10)
    before = solver.save_state()
    for name, place, number in (
        ("blocks", 0, np.nan),
        ("blocks", 0, -0.5),  # a strategy
        ("blocks", 5, -1.0),  # a summed strategy; two actions each
        ("baselines", 3, np.inf),
        ("blocks", 2, 1e150),  # a regret
        ("counters", 0, -1),
        ("counters", 1, 2**62),
        ("rng", slice(None), 0),
    ):
        state = solver.save_state()
        state[name] = state[name].copy()
        state[name].reshape(-1)[place] = number
        with pytest.raises(EngineError, match="invalid"):
            solver.load_state(state)
        assert same_state(before, solver.save_state())


def test_mismatched_inputs_are_rejected():
    for arguments, more, words in (
        (("mccfr",), {}, "choose es-mccfr, os-mccfr or robust-mccfr"),
        (("es-mccfr",), {"weights": "heavy"}, "choose linear or plain"),
        (("es-mccfr", "constant:1"), {}, "es-mccfr takes no schedule"),
        (("robust-mccfr", "constant:0"), {}, "none would ever be sampled"),
    ):
        with pytest.raises(EngineError, match=words):
            SamplingSolver(LEDUC, *arguments, **more)
        for name in ("holdem-nolimit-3", "kuhn-3"):
            with pytest.raises(GameError, match="needs two"):
                SamplingSolver(get_game(name), "es-mccfr")


# Three actions at some decisions: as many as can be enumerated.
THREE_RAISES = replace(KUHN, name="three raises", max_raises=(3,))
ONE_RAISE = replace(get_game("leduc"), name="one raise", max_raises=(1, 1))
ALL_IN = nolimit(4, 4)  # before the board is dealt


def twin_and_solver(game, method, picks, weights="linear", baselines=False, seed=1):
    tree = build_tree(game)
    counts = None if method == "os-mccfr" else parse_picks(picks or "constant:all").resolve(tree)
    twin = PlainSampling(tree, counts, linear=weights == "linear", baselines=baselines)
    more = {"weights": weights, "baselines": baselines, "merge_suits": False}
    return twin, SamplingSolver(game, method, picks, seed, **more)


def blocks(solver):
    """(node, row) and the block, (3, actions), of every information set in a solver's state."""
    table, state = solver.average(), solver.save_state()["blocks"]
    start = 0
    for node in np.flatnonzero(table.tree.kind == DECISION).tolist():
        size = int(table.tree.num_actions[node])
        for row in range(table.rows.num_rows[table.tree.street[node]]):
            yield (node, row), state[start : start + 3 * size].reshape(3, size)
            start += 3 * size
    assert start == len(state)


RUNS = [
    ("es-mccfr", "", "linear", False),
    ("es-mccfr", "", "plain", True),
    ("robust-mccfr", "constant:1", "plain", False),
    ("robust-mccfr", "constant:2", "linear", True),
    ("robust-mccfr", "explicit:1,2", "linear", False),
    ("os-mccfr", "", "linear", False),
    ("os-mccfr", "", "plain", True),
]


@pytest.mark.parametrize("game", [KUHN, get_game("leduc"), ALL_IN], ids=lambda game: game.name)
@pytest.mark.parametrize(("method", "picks", "weights", "baselines"), RUNS)
def test_kernels_match_plain_recursion(game, method, picks, weights, baselines):
    twin, solver = twin_and_solver(game, method, picks, weights, baselines, seed=11)
    rng = rng_state(11)
    for _ in range(200):
        twin.step(rng)
    solver.step(200)
    assert solver.nodes == twin.nodes
    deck, found = game.deck, 0
    for (node, row), (strategy, regret, sums) in blocks(solver):
        board = (deck[row // len(deck)],) if game.board_sizes[twin.street[node]] else ()
        key = (node, board, deck[row % len(deck)])
        size = len(strategy)
        for kept, array in ((twin.regret, regret), (twin.sums, sums)):
            expected = [kept[key].get(action, 0.0) for action in range(size)]
            assert array == pytest.approx(expected, rel=1e-9, abs=1e-9)
        assert strategy == pytest.approx(twin.strategy(key), abs=1e-9)
        found += bool(sums.any())
    assert found > (10 if game is KUHN else 100)


def exact(game, twin):
    """Counterfactual regrets, and own reach times strategy, of all information sets."""
    plain = PlainCfr(game, "cfr", simultaneous=True)
    tree = twin.tree
    lines = {tree.line_to(node): node for node in np.flatnonzero(tree.kind == DECISION).tolist()}
    for line, node in lines.items():
        actions = tree.actions_at(node)
        boards = [(card,) for card in game.deck] if game.board_sizes[twin.street[node]] else [()]
        for board in boards:
            for card in game.deck:
                strategy = twin.strategy((node, board, card))
                plain.strategy[line, board, card] = dict(zip(actions, strategy, strict=True))
    plain.step()  # on the first iteration the sums are the increments
    return [
        {(lines[line], *seen): list(numbers.values()) for (line, *seen), numbers in kept.items()}
        for kept in (plain.regret, plain.sums)
    ]


PICKS = ("constant:1", "constant:2", "explicit:1,2", "constant:all", None)
CASES = [
    *((THREE_RAISES, picks) for picks in PICKS),
    *(pytest.param(ONE_RAISE, picks, marks=pytest.mark.ci) for picks in PICKS if picks != PICKS[1]),
]


@pytest.mark.parametrize("baselines", [False, True])
@pytest.mark.parametrize(("game", "picks"), CASES, ids=lambda case: getattr(case, "name", case))
def test_sampled_increments_are_unbiased(game, picks, baselines):
    method = "os-mccfr" if picks is None else "robust-mccfr"
    twin, _ = twin_and_solver(game, method, picks or "", baselines=baselines)
    rng = np.random.default_rng(7)
    for _ in range(30):  # from a non-uniform strategy
        twin.step(rng_state(int(rng.integers(1 << 30))))
    deals = twin.deals()
    for deal in deals:
        for node in range(twin.tree.num_nodes):
            twin.guess[node, deal] = rng.normal()
    regrets, sums = defaultdict(float), defaultdict(float)
    for deal in deals:
        for player in (0, 1):
            runs = every_choice(lambda choose, d=deal, p=player: twin.walk(d, p, choose))
            for probability, (more_regrets, more_sums, _) in runs:
                for kept, more in ((regrets, more_regrets), (sums, more_sums)):
                    for key, numbers in more:
                        kept[key] = kept[key] + probability / len(deals) * np.array(numbers)
    expected, added = exact(game, twin)
    for key, numbers in expected.items():
        assert regrets[key] + np.zeros(len(numbers)) == pytest.approx(numbers, abs=1e-12)
    # Averages are weighted by own reach: the same factor for all cards and actions of a node.
    factors = defaultdict(list)
    for key, numbers in added.items():
        for number, found in zip(numbers, sums[key] + np.zeros(len(numbers)), strict=True):
            if number:
                factors[key[0]].append(found / number)
            else:
                assert found == 0.0
    for ratios in factors.values():
        assert min(ratios) > 0.0
        assert max(ratios) == pytest.approx(min(ratios), rel=1e-9)
