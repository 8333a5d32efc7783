"""Fixtures of the program's tests."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from ai.cfr import agent as equilibria
from ai.strategy import StrategyInfo
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PolicyTable
from tests.pokergui.cli_runner import Cli

_solve = equilibria._solve
_solved: dict[Game, tuple[PolicyTable, StrategyInfo]] = {}


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """The command line, run in this process."""
    return Cli(capsys)


@pytest.fixture(autouse=True, scope="session")
def _collect_on_this_thread_only() -> Iterator[None]:
    """As in the program: a collection on a worker would destroy Qt objects there."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True, scope="module")
def _collect_after_each_module() -> Iterator[None]:
    yield
    gc.collect()


@pytest.fixture(autouse=True, scope="module")
def _solve_small_games_once() -> Iterator[None]:
    """Every test has a folder of its own, where nothing is kept: hundreds would solve Leduc."""

    def solve(game: Game, control: JobControl) -> tuple[PolicyTable, StrategyInfo]:
        if game not in _solved:
            _solved[game] = _solve(game, control)
        control.check()
        return _solved[game]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(equilibria, "_solve", solve)
        yield
