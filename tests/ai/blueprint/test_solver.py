"""Runs of blueprints on coarse buckets: properties that do not depend on the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from ai.abstraction.menus import Menu
from ai.abstraction.tables import BucketTables
from ai.blueprint.blocks import Blocks, state_bytes
from ai.blueprint.blueprint import row_offsets, value_offsets
from ai.blueprint.solver import BlueprintSolver
from engine.combos import CLASS_NAMES
from engine.errors import EngineError
from engine.game import get_game
from engine.player import CALL, Action, raise_to
from engine.policy import node_offsets

GAME = get_game("holdem-nolimit@20")
MENU = Menu.parse("100,a/a")


@dataclass(frozen=True)
class Blind:
    """One bucket a street after the flop."""

    num_rows: tuple[int, ...] = (169, 1, 1, 1)
    key: str = "blind"


@cache
def tables() -> BucketTables:
    blank = [np.zeros((boards, 1326), np.uint8) for boards in (1755, 16432, 134459)]
    return BucketTables(Blind().num_rows, *blank)


def solver(**changes: object) -> BlueprintSolver:
    return BlueprintSolver(GAME, MENU, Blind(), tables(), **changes)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def trained() -> Iterator[BlueprintSolver]:
    made = solver()
    made.step(300_000)
    yield made


def test_aces_call_all_in_and_the_worst_hand_folds(trained: BlueprintSolver) -> None:
    tree, average = trained.tree, trained.average()
    offsets, _ = node_offsets(tree, Blind().num_rows)
    facing = tree.find((raise_to(GAME.stacks[0]),))
    rows = average[offsets[facing] :][: 169 * 2].reshape(169, 2)
    assert rows[CLASS_NAMES.index("AA"), 1] > 0.99
    assert rows[CLASS_NAMES.index("72o"), 0] > 0.99
    assert average[: 169 * 4].reshape(169, 4)[CLASS_NAMES.index("AA"), 0] < 0.01


def test_probabilities_are_a_strategy(trained: BlueprintSolver) -> None:
    tree, average = trained.tree, trained.average()
    offsets, total = node_offsets(tree, Blind().num_rows)
    assert average.shape == (total,)
    assert average.min() >= 0.0
    for node in np.flatnonzero(offsets >= 0).tolist():
        rows = Blind().num_rows[tree.street[node]]
        count = int(tree.num_actions[node])
        block = average[offsets[node] :][: rows * count].reshape(rows, count)
        assert block.sum(axis=1) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("weights", ["linear", "plain"])
def test_visits_are_the_deals_in_which_the_other_player_walked(weights: str) -> None:
    run = solver(weights=weights)
    assert not run.visits().any()
    run.step(50_000)
    visits, offsets = run.visits(), row_offsets(run.tree, Blind().num_rows)[0]

    def met(*line: Action) -> float:
        first = int(offsets[run.tree.find(line)])
        return float(visits[first : first + 169].sum())

    shove = raise_to(GAME.stacks[0])
    assert met() == pytest.approx(50_000, rel=0.01)
    assert met(shove) == pytest.approx(50_000, rel=0.01)  # the walking player takes every action
    assert 0 < met(CALL, shove) < 49_000


def test_values_know_what_a_fold_costs_and_aces_win(trained: BlueprintSolver) -> None:
    values = trained.values(100_000)
    assert values.shape == (value_offsets(trained.tree, Blind().num_rows)[1],)
    rows = values[: 169 * 4].reshape(169, 4)
    assert rows[:, 0] == pytest.approx(0.0, abs=1e-3)  # nothing more is won or lost by a fold
    best = rows.max(axis=1)
    assert best[CLASS_NAMES.index("AA")] > best[CLASS_NAMES.index("72o")] + 1.0
    assert np.isfinite(values).all()


def test_a_state_goes_on_bit_for_bit() -> None:
    whole, first, second = solver(seed=3), solver(seed=3), solver(seed=9)
    whole.step(1_700)
    whole.step(3_300)
    first.step(3_000)
    second.load_state(first.save_state())
    second.step(2_000)
    assert np.array_equal(whole.average(), second.average())
    assert whole.iteration == second.iteration == 5_000
    assert whole.nodes == second.nodes


def test_two_workers_share_the_work() -> None:
    run = solver(workers=2)
    run.step(20_001)
    assert run.iteration == 20_001
    assert run.average().min() >= 0.0


def test_impossible_states_are_refused() -> None:
    run = solver()
    for name in ("blocks", "cards", "rng", "counters"):
        state = run.save_state()
        del state[name]
        with pytest.raises(EngineError, match=name):
            run.load_state(state)
        state = run.save_state()
        state[name] = state[name][:-1]
        with pytest.raises(EngineError, match=name):
            run.load_state(state)
    for value in (np.nan, np.inf):
        state = run.save_state()
        state["blocks"][0] = value
        with pytest.raises(EngineError, match="impossible"):
            run.load_state(state)
    state = run.save_state()
    state["cards"][0] ^= 1
    with pytest.raises(EngineError, match="other card buckets"):
        run.load_state(state)
    state = run.save_state()
    state["counters"][:] = -1
    with pytest.raises(EngineError, match="impossible"):
        run.load_state(state)


@pytest.mark.parametrize(
    "changes",
    [
        {"weights": "squared"},
        {"workers": 0},
        {"workers": 65},
        {"picks": "constant:0"},
        {"hands": 0},
        {"hands": 12},
    ],
)
def test_parameters_without_sense_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(EngineError):
        solver(**changes)


def test_blocks_are_told_before_they_are_made() -> None:
    run = solver()
    assert run.num_bytes == state_bytes(run.tree, Blind().num_rows)
    blocks = Blocks.of(run.tree, Blind().num_rows)
    widths = 2 * run.tree.num_actions[run.tree.kind == 0]
    lengths = blocks.lengths[run.tree.kind == 0]
    assert (lengths >= widths).all()
    assert all(length in (4, 8, 16) for length in lengths.tolist())
    assert run.save_state()["blocks"].ctypes.data % 4 == 0
