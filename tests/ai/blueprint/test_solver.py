import numpy as np
import pytest

from ai.betting.menus import Menu
from ai.blueprint.blueprint import row_offsets
from ai.blueprint.solver import BlueprintSolver
from engine.combos import CLASS_NAMES
from engine.errors import EngineError
from engine.player import CALL, raise_to
from engine.policy import node_offsets, row_widths
from tests.ai.blueprint.coarse import GAME, OneBucket, coarse_tables

pytestmark = pytest.mark.slow

MENU = Menu.parse("100,a/a")


def solver(**changes):
    return BlueprintSolver(GAME, MENU, OneBucket(), coarse_tables(), **changes)


@pytest.fixture(scope="module")
def trained():
    made = solver()
    made.step(300_000)
    return made


def test_averages_are_a_strategy_by_which_aces_call_all_in_and_the_worst_hand_folds(trained):
    tree, average = trained.tree, trained.average()
    offsets, total = node_offsets(tree, OneBucket().num_rows)
    widths = row_widths(tree, OneBucket().num_rows)
    assert average.shape == (total,) and average.min() >= 0.0
    assert np.add.reduceat(average, np.cumsum(widths) - widths) == pytest.approx(1.0, abs=1e-5)
    facing = tree.find((raise_to(GAME.stacks[0]),))
    rows = average[offsets[facing] :][: 169 * 2].reshape(169, 2)
    assert rows[CLASS_NAMES.index("AA"), 1] > 0.99
    assert rows[CLASS_NAMES.index("72o"), 0] > 0.99
    assert average[: 169 * 4].reshape(169, 4)[CLASS_NAMES.index("AA"), 0] < 0.01


@pytest.mark.parametrize("weights", ["linear", "plain"])
def test_visits_are_the_deals_in_which_the_other_player_walked(weights):
    run = solver(weights=weights)
    assert not run.visits().any()
    run.step(50_000)
    visits, offsets = run.visits(), row_offsets(run.tree, OneBucket().num_rows)[0]

    def met(*line):
        first = int(offsets[run.tree.find(line)])
        return float(visits[first : first + 169].sum())

    shove = raise_to(GAME.stacks[0])
    assert met() == pytest.approx(50_000, rel=0.01)
    assert met(shove) == pytest.approx(50_000, rel=0.01)  # the walking player takes every action
    assert 0 < met(CALL, shove) < 49_000


def test_two_workers_share_the_work():
    run = solver(workers=2)
    run.step(20_001)
    assert run.iteration == 20_001
    assert run.average().min() >= 0.0


ARRAYS = ("blocks", "cards", "rng", "counters")


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        *((name, None, "arrays differ") for name in ARRAYS),
        *((name, lambda array: array[:-1], name) for name in ARRAYS),
        ("blocks", lambda array: array * np.float32(np.nan), "invalid"),
        ("blocks", lambda array: array + np.float32(np.inf), "invalid"),
        ("cards", lambda array: array ^ 1, "different card buckets"),
        ("counters", lambda array: array * 0 - 1, "invalid"),
    ],
)
def test_impossible_states_are_refused(name, change, words):
    run = solver()
    state = run.save_state()
    array = state.pop(name)
    if change is not None:
        state[name] = change(array)
    with pytest.raises(EngineError, match=words):
        run.load_state(state)


def test_parameters_without_sense_are_refused():
    for name, *wrong in (
        *(("weights", "squared"), ("workers", 0, 65), ("picks", "constant:0"), ("hands", 0, 12)),
    ):
        for value in wrong:
            with pytest.raises(EngineError):
                solver(**{name: value})
