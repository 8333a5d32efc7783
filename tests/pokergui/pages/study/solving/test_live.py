"""A spot in Study with the real runner: refined while it is shown, saved at the end."""

from __future__ import annotations

import pytest

from ai.spot.record import read_kept
from ai.spot.run import compile_kernels
from ai.spot.spot import Spot
from pokergui.background.runner import TaskRunner
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.choice import StudyChoice

pytestmark = pytest.mark.slow

RIVER = Spot.parse("Qs Jh 2h 8c 5d", "random", "random", 100, 950, "50,100,a", "50,100,a")
OTHER = Spot.parse("Qs Jh 2h 8c 5d", "random", "AA,KQ", 100, 950, "75,a", "50,100,a")
NEVER = 1e-9


class Live:
    """Study, and the pictures of a solution as they come."""

    def __init__(self, folder):
        self.runner = TaskRunner()
        choice = StudyChoice.of("kuhn", 100, "cfr", folder)
        self.presenter = StudyPresenter(self.runner, folder, folder / "spots", choice)
        self.scenes, self.tops = [], []
        self.presenter.scene.connect(self.scenes.append)
        self.presenter.top.connect(self.tops.append)

    @property
    def solved(self):
        return [scene for scene in self.scenes if scene.solution is not None and scene.grid]

    @property
    def state(self):
        return self.solved[-1].solution.state if self.solved else ""


@pytest.fixture
def live(tmp_path, qtbot):
    compile_kernels()
    made = Live(tmp_path)
    yield made
    made.presenter.stop()
    assert made.runner.shutdown(60.0)


def test_a_strategy_is_refined_until_it_is_stopped_and_saved_at_the_end(live, qtbot):
    spot = live.presenter.spot
    spot.solve(RIVER, (), NEVER, False)
    qtbot.waitUntil(lambda: len({scene.totals for scene in live.solved}) > 3)
    assert live.state == "Solving"
    live.presenter.walk.follow("c")
    qtbot.waitUntil(lambda: len(live.solved[-1].line.crumbs) == 3)
    spot.stop()
    assert live.solved[-1].solution.stopping
    qtbot.waitUntil(lambda: live.state == "Stopped")
    assert not live.solved[-1].solution.stopping
    before = read_kept(spot.path).iterations
    assert before > 1
    spot.go_on()
    qtbot.waitUntil(lambda: live.state == "Solving")
    seen = len(live.solved)
    qtbot.waitUntil(lambda: len(live.solved) > seen)
    path = spot.path
    live.presenter.stop()  # the window closes
    assert live.runner.shutdown(60.0)
    assert read_kept(path).iterations > before
