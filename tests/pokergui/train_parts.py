"""The Train presenter with the contents of its page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ai.checkpoint import AnyRecipe
from ai.trained_engines import list_trained
from pokergui.links import EngineLink, StudyLink
from pokergui.pages.train.presenters.train import TrainPresenter
from pokergui.pages.train.viewmodel.train import (
    MilestonesScene,
    ParameterField,
    RunListScene,
    RunScene,
    TrainChartScene,
    TrainTopScene,
)
from pokergui.viewmodel import Notice
from pokergui.viewmodel.chart import Line
from tests.sync_runner import SyncRunner


class Trained:
    """A presenter, the contents of its page, and a runner on this thread unless one is given."""

    def __init__(
        self, folder: Path, runner: Any = None, remembered: dict[str, str] | None = None
    ) -> None:
        self.runner = runner or SyncRunner()
        self.folder, self.home = folder / "training", folder / "strategies"
        self.presenter = TrainPresenter(self.runner, self.folder, self.home, remembered)
        self.next, self.show = self.presenter.next, self.presenter.show
        self.shown: dict[str, Any] = {}
        self.notices: list[Notice] = []
        self.links: list[EngineLink | StudyLink] = []
        for owner, parts in (
            (self.next, ("top", "choice_made")),
            (self.show, ("run", "chart", "milestones", "runs")),
        ):
            for part in parts:
                keep = getattr(owner, part)
                keep.connect(lambda value, part=part: self.shown.__setitem__(part, value))
        self.presenter.teller.notice.connect(self._note)
        self.presenter.play_requested.connect(self.links.append)
        self.presenter.study_requested.connect(self.links.append)
        self.presenter.start()
        self.show.show_page(True)
        self.settle()

    def _note(self, notice: Notice | None) -> None:
        self.shown["notice"] = notice
        if notice is not None:
            self.notices.append(notice)

    def settle(self) -> None:
        if isinstance(self.runner, SyncRunner):
            self.runner.run_all()

    def choose(self, game: str, method: str = "", **options: str) -> None:
        self.next.choose("game", game)
        if method:
            self.next.choose("method", method)
        for key, value in options.items():
            self.next.choose_option(key, value)
        self.settle()

    def begin(self, stop: str, method: str = "", game: str = "") -> None:
        """Choose what is named, and run it: to its end, on this thread."""
        if game:
            self.choose(game, method)
        self.next.choose("stop", "custom")
        self.next.choose("stop_text", stop)
        self.presenter.begin()
        self.settle()

    def press(self, key: str) -> None:
        """A button of the notice that is shown."""
        assert key in [button.key for button in self.shown["notice"].buttons]
        self.presenter.press_notice(key)
        self.settle()

    def field(self, key: str) -> ParameterField:
        fields = [field for group in self.top.sheet.groups for field in group.fields]
        return next(field for field in fields if field.key == key)

    def recipe(self) -> AnyRecipe:
        """What would be run now."""
        return self.next.make()[0]

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
    def lines(self) -> tuple[Line, ...]:
        return self.chart.chart.lines

    @property
    def milestones(self) -> MilestonesScene:
        return self.shown["milestones"]

    @property
    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*.safetensors"))

    @property
    def engines(self) -> list[str]:
        return [engine.name for engine in list_trained(self.home)]
