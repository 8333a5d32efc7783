"""A spot in Study with the real runner: refined while it is looked at, saved when all ends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ai.spot.record import read_kept
from ai.spot.run import compile_kernels
from ai.spot.spot import Spot
from pokergui.presenters.runner import TaskRunner
from pokergui.presenters.study import StudyPresenter
from pokergui.presenters.study_choice import StudyChoice
from pokergui.viewmodel.study import StudyScene

RIVER = Spot.parse("Qs Jh 2h 8c 5d", "random", "random", 100, 950, "50,100,a", "50,100,a")
NEVER = 1e-9
WAIT_MS = 20_000


class Live:
    """Study, and when each picture of a solution came."""

    def __init__(self, folder: Path) -> None:
        self.runner = TaskRunner()
        self.folder = folder / "spots"
        choice = StudyChoice.of("kuhn", 100, "cfr", folder)
        self.presenter = StudyPresenter(self.runner, folder, self.folder, choice)
        self.scenes: list[tuple[float, StudyScene]] = []
        self.presenter.scene.connect(self._keep)

    def _keep(self, scene: StudyScene) -> None:
        if scene.solution is not None and scene.grid is not None:
            self.scenes.append((time.monotonic(), scene))

    @property
    def state(self) -> str:
        solution = self.scenes[-1][1].solution if self.scenes else None
        return solution.state if solution is not None else ""


@pytest.fixture
def live(tmp_path: Path, qtbot: QtBot) -> Iterator[Live]:
    compile_kernels()
    made = Live(tmp_path)
    yield made
    made.presenter.stop()
    made.runner.shutdown()


def test_a_strategy_is_refined_until_it_is_stopped(live: Live, qtbot: QtBot) -> None:
    live.presenter.spot.solve(RIVER, (), NEVER, False)
    qtbot.waitUntil(lambda: len({scene.totals for _, scene in live.scenes}) > 3, timeout=WAIT_MS)
    assert live.state == "Solving"
    times = [at for at, _ in live.scenes]
    assert len(times) / (times[-1] - times[0] + 0.5) < 8.0
    live.presenter.choose_row("c")
    qtbot.waitUntil(lambda: len(live.scenes[-1][1].line.crumbs) == 3, timeout=WAIT_MS)
    live.presenter.spot.stop()
    qtbot.waitUntil(lambda: live.state == "Stopped", timeout=WAIT_MS)
    path = live.presenter.spot.path
    assert path is not None and read_kept(path).iterations > 1
    live.presenter.spot.go_on()
    qtbot.waitUntil(lambda: live.state == "Solving", timeout=WAIT_MS)


def test_what_is_being_solved_is_saved_when_the_window_closes(live: Live, qtbot: QtBot) -> None:
    live.presenter.spot.solve(RIVER, (), NEVER, False)
    qtbot.waitUntil(lambda: bool(live.scenes), timeout=WAIT_MS)
    path = live.presenter.spot.path
    live.presenter.stop()
    assert live.runner.shutdown()
    assert path is not None and read_kept(path).iterations > 0
