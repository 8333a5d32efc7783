from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.best_response import evaluate
from ai.cfr.robust_sampling import parse_picks
from ai.cfr.sampling import METHODS, SamplingSolver
from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solver
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.rng import rng_state
from engine.tree import DECISION, build_tree
from tests.ai.cfr.games import BLINDS, KUHN, LEDUC, TWO_BOARDS, TWO_HOLE, nolimit
from tests.naive.cfr import PlainCfr
from tests.naive.mccfr import PlainSampling, every_choice

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize(
    "game", [TWO_BOARDS, TWO_HOLE, BLINDS, nolimit(4, 4)], ids=lambda game: game.name
)
def test_other_games_are_learned(game, merge):
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


@pytest.mark.parametrize("method", METHODS)
def test_seeds_decide(method):
    kept = []
    for seed in (1, 1, 2):
        run = SamplingSolver(LEDUC, method, seed=seed)
        run.step(500)
        kept.append({name: np.asarray(x).tobytes() for name, x in run.save_state().items()})
    assert kept[0] == kept[1] and kept[0] != kept[2]


def test_drawing_an_action_of_probability_0_does_no_harm():
    """Shares may sum to a last bit less than 1, and the draw lie between; here they sum to 1/2."""
    solver = SamplingSolver(KUHN, "os-mccfr", seed=3)
    state = solver.save_state()
    state["blocks"].reshape(-1, 6)[:, :2] = 0.5, 0.0
    solver.load_state(state)
    solver.step(50)
    assert np.isfinite(solver.save_state()["blocks"]).all()


def test_states_of_other_runs_are_refused():
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


def test_impossible_states_are_refused():
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
        after = solver.save_state()
        assert all((after[key] == before[key]).all() for key in before)


def test_what_does_not_fit_is_refused():
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


# Three actions at some decisions, as many as fit into an enumeration.
THREE_RAISES = replace(KUHN, name="three raises", max_raises=(3,))
ONE_RAISE = replace(get_game("leduc"), name="one raise", max_raises=(1, 1))
ALL_IN = nolimit(4, 4)  # before the board is dealt


def twin_and_solver(game, method, picks, weights="linear", baselines=False, seed=1):
    tree = build_tree(game)
    counts = None if method == "os-mccfr" else parse_picks(picks or "constant:all").resolve(tree)
    twin = PlainSampling(tree, counts, linear=weights == "linear", baselines=baselines)
    solver = SamplingSolver(
        game, method, picks, seed, weights=weights, baselines=baselines, merge_suits=False
    )
    return twin, solver


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
def test_kernels_do_what_plain_recursion_does(game, method, picks, weights, baselines):
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
    plain.step()  # the first: what it sums up is what it adds
    regrets, added = (
        {
            (lines[line], board, card): list(numbers.values())
            for (line, board, card), numbers in kept
        }
        for kept in (plain.regret.items(), plain.sums.items())
    )
    return regrets, added


PICKS = ("constant:1", "constant:2", "explicit:1,2", "constant:all", None)
CASES = [
    *((THREE_RAISES, picks) for picks in PICKS),
    *(pytest.param(ONE_RAISE, picks, marks=pytest.mark.ci) for picks in PICKS if picks != PICKS[1]),
]


@pytest.mark.parametrize("baselines", [False, True])
@pytest.mark.parametrize(("game", "picks"), CASES, ids=lambda case: getattr(case, "name", case))
def test_expected_increments_are_the_exact_ones(game, picks, baselines):
    method = "os-mccfr" if picks is None else "robust-mccfr"
    twin, _ = twin_and_solver(game, method, picks or "", baselines=baselines)
    rng = np.random.default_rng(7)
    for _ in range(30):  # from a strategy that is not uniform
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
    # Averages weigh by own reach: the same factor for all cards and actions of a node.
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
