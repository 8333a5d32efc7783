"""The Train presenter with a runner on this thread: runs, checkpoints, engines, failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ai.trained import list_trained
from pokergui.presenters.jobs import SyncRunner
from pokergui.presenters.links import EngineLink, StudyLink
from pokergui.presenters.runner import TaskRunner
from pokergui.presenters.train import TrainPresenter
from pokergui.viewmodel import (
    MilestonesScene,
    RunListScene,
    RunScene,
    TrainChartScene,
    TrainTopScene,
)

PARTS = ("top", "run", "chart", "milestones", "runs", "choice_made")


class Trained:
    """A presenter and what its page would show."""

    def __init__(self, folder: Path, runner: Any, remembered: dict[str, str] | None) -> None:
        self.runner = runner
        self.folder, self.home = folder / "training", folder / "strategies"
        self.presenter = TrainPresenter(runner, self.folder, self.home, remembered)
        self.shown: dict[str, Any] = {}
        self.notices: list[Any] = []
        self.links: list[EngineLink | StudyLink] = []
        for part in PARTS:
            getattr(self.presenter, part).connect(lambda value, part=part: self._keep(part, value))
        self.presenter.notice.connect(self._note)
        self.presenter.play_requested.connect(self.links.append)
        self.presenter.study_requested.connect(self.links.append)
        self.presenter.start()
        self.presenter.show_page(True)
        self.settle()

    def _keep(self, part: str, value: object) -> None:
        self.shown[part] = value

    def _note(self, notice: Any) -> None:
        self.shown["notice"] = notice
        if notice is not None:
            self.notices.append(notice)

    def settle(self) -> None:
        if isinstance(self.runner, SyncRunner):
            self.runner.run_all()

    def begin(self, method: str = "cfr+", stop: str = "200", game: str = "kuhn") -> None:
        self.presenter.choose_game(game)
        self.presenter.choose_method(method)
        self.presenter.choose_stop("custom")
        self.presenter.edit_stop(stop)
        self.presenter.begin()
        self.settle()

    @property
    def top(self) -> TrainTopScene:
        return self.shown["top"]

    @property
    def front(self) -> RunScene:
        return self.shown["run"]

    @property
    def rows(self) -> RunListScene:
        return self.shown["runs"]

    @property
    def chart(self) -> TrainChartScene:
        return self.shown["chart"]

    @property
    def milestones(self) -> MilestonesScene:
        return self.shown["milestones"]

    @property
    def engines(self) -> list[str]:
        return [engine.name for engine in list_trained(self.home)]


Make = Callable[..., Trained]


@pytest.fixture
def train(tmp_path: Path, qtbot: QtBot) -> Iterator[Make]:
    made: list[Trained] = []

    def make(runner: Any = None, remembered: dict[str, str] | None = None) -> Trained:
        made.append(Trained(tmp_path, runner or SyncRunner(), remembered))
        return made[-1]

    yield make
    for one in made:
        one.presenter.stop()
        if isinstance(one.runner, TaskRunner):
            assert one.runner.shutdown()


def test_a_run_ends_with_curve_checkpoint_and_engine(train: Make) -> None:
    page = train()
    assert page.front is None
    assert page.rows.rows == ()
    assert page.chart.curves == ()
    assert page.chart.empty
    page.begin("cfr+", "1,000")
    assert page.front.phase == "done"
    assert page.front.share == 1.0
    (row,) = page.rows.rows
    assert (row.title, row.detail, row.state) == ("CFR+", "Kuhn, 1,000 iterations", "done")
    (curve,) = page.chart.curves
    assert curve.x[0] == 1
    assert curve.x[-1] == 1000
    assert page.milestones.heads == ("10", "100", "1,000")
    assert page.engines == ["trained:kuhn-cfr+-1k"]
    assert len(list(page.folder.glob("*.safetensors"))) == 1
    assert "trained:kuhn-cfr+-1k" in page.rows.foot
    assert page.notices == []


def test_a_result_is_played_against_and_studied(train: Make) -> None:
    page = train()
    page.begin("pdcfr+", "500", game="leduc")
    page.presenter.play()
    page.presenter.study()
    play, study = page.links
    assert isinstance(play, EngineLink)
    assert isinstance(study, StudyLink)
    assert (play.game.name, play.engine) == ("leduc", "trained:leduc-pdcfr+-500")
    assert (study.game.name, study.engine) == ("leduc", "trained:leduc-pdcfr+-500")


def test_engine_lists_hear_of_results(train: Make) -> None:
    page = train()
    told: list[list[str]] = []
    page.presenter.engines_changed.connect(lambda: told.append(page.engines))
    page.begin()
    assert told == [["trained:kuhn-cfr+-200"]]
    page.presenter.ask_remove()
    page.presenter.press_notice("remove-both")
    assert told[1:] == [[]]


def test_a_run_is_paused_resumed_and_stopped(train: Make, qtbot: QtBot) -> None:
    page = train(TaskRunner())
    qtbot.waitUntil(lambda: "top" in page.shown)
    page.begin("cfr", "1,000,000,000", game="leduc")
    qtbot.waitUntil(
        lambda: page.front.phase == "running" and bool(page.chart.curves), timeout=60_000
    )
    page.presenter.press_main()
    qtbot.waitUntil(lambda: page.front.phase == "paused", timeout=5_000)
    before = page.chart.curves[0].x[-1]
    assert page.front.main == "resume"
    assert page.engines == []
    page.presenter.press_main()
    qtbot.waitUntil(lambda: page.chart.curves[0].x[-1] > before, timeout=5_000)
    page.presenter.end()
    qtbot.waitUntil(lambda: page.front.phase == "stopped", timeout=5_000)
    assert page.engines == [f"trained:leduc-cfr-{int(page.chart.curves[0].x[-1])}"]
    assert not page.front.can_stop
