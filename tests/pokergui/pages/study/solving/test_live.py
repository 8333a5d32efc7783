"""A spot in Study with the real runner: refined while it is shown, saved at the end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ai.spot.record import read_kept
from ai.spot.run import compile_kernels
from ai.spot.spot import Spot
from pokergui.background.runner import TaskRunner
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.viewmodel.study import StudyScene, StudyTop

RIVER = Spot.parse("Qs Jh 2h 8c 5d", "random", "random", 100, 950, "50,100,a", "50,100,a")
NEVER = 1e-9
OTHER = Spot.parse("Qs Jh 2h 8c 5d", "random", "AA,KQ", 100, 950, "75,a", "50,100,a")


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
    assert made.runner.shutdown(60.0)


def test_a_strategy_is_refined_until_it_is_stopped(live: Live, qtbot: QtBot) -> None:
    live.presenter.spot.solve(RIVER, (), NEVER, False)
    qtbot.waitUntil(lambda: len({scene.totals for _, scene in live.scenes}) > 3)
    assert live.state == "Solving"
    times = [at for at, _ in live.scenes]
    assert len(times) / (times[-1] - times[0] + 0.5) < 8.0
    live.presenter.walk.follow("c")
    qtbot.waitUntil(lambda: len(live.scenes[-1][1].line.crumbs) == 3)
    live.presenter.spot.stop()
    shown = live.scenes[-1][1].solution
    assert shown is not None and shown.stopping
    qtbot.waitUntil(lambda: live.state == "Stopped")
    shown = live.scenes[-1][1].solution
    assert shown is not None and not shown.stopping
    path = live.presenter.spot.path
    assert path is not None and read_kept(path).iterations > 1
    live.presenter.spot.go_on()
    qtbot.waitUntil(lambda: live.state == "Solving")


def test_what_is_being_solved_is_saved_when_the_window_closes(live: Live, qtbot: QtBot) -> None:
    live.presenter.spot.solve(RIVER, (), NEVER, False)
    qtbot.waitUntil(lambda: bool(live.scenes))
    path = live.presenter.spot.path
    live.presenter.stop()
    assert live.runner.shutdown(60.0)
    assert path is not None and read_kept(path).iterations > 0


def test_another_saved_spot_is_compared_while_the_first_is_solved(live: Live, qtbot: QtBot) -> None:
    spot = live.presenter.spot
    spot.solve(OTHER, (), 5.0, False)
    qtbot.waitUntil(lambda: live.state.startswith("Solved"))
    other = spot.path
    assert other is not None
    spot.solve(RIVER, (), NEVER, False)
    qtbot.waitUntil(lambda: live.state == "Solving")
    tops: list[StudyTop] = []
    live.presenter.top.connect(tops.append)
    spot.second.look()
    qtbot.waitUntil(lambda: bool(tops) and tops[-1].second is not None)

    def compared() -> bool:
        versus = live.scenes[-1][1].versus
        return versus is not None and bool(versus.changes)

    live.presenter.choose_second(str(other))
    qtbot.waitUntil(compared)
    assert live.state == "Solving" and live.scenes[-1][1].beside is not None
    for key in ("", str(other), "", str(other)):  # sooner than it can be read
        live.presenter.choose_second(key)
    qtbot.waitUntil(compared)
    live.presenter.choose_second("")
    live.presenter.choose_second(str(other))
    spot.close()
    live.presenter.stop()
    assert live.runner.shutdown(60.0)
    assert read_kept(other).iterations > 0
