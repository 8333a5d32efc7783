"""What is shown of all runs, whatever they do: page, chart, list, notices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from engine.errors import PokerError
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.background.jobs import Runner, Work
from pokergui.background.timers import one_shot
from pokergui.formatting.words import tr
from pokergui.pages.train.presenters.run import TrainRun
from pokergui.pages.train.scenes.chart import AXES, chart_scene, milestones_scene
from pokergui.pages.train.scenes.choice import TrainChoice, top_scene
from pokergui.pages.train.scenes.kind import AnyRecipe, Needs
from pokergui.pages.train.scenes.kinds import engine_title, kind_of, names_of
from pokergui.pages.train.scenes.losses import losses_scene
from pokergui.pages.train.scenes.measure import Measure
from pokergui.pages.train.scenes.notices import (
    engine_kept,
    engine_saving,
    no_checkpoint,
    no_engine,
    run_failed,
)
from pokergui.pages.train.scenes.train import MOST_SHOWN, list_scene, run_scene
from pokergui.pages.train.viewmodel.train import TrainChartScene
from pokergui.viewmodel import Notice

_TICK_MS = 100
"""Figures and curves are renewed in turn, each five times a second, so that neither takes long."""
_TABLE_ROUNDS = 6
_READ_MS = 8_000
FIGURE, LOSSES = VIEWS = ("figure", "losses")
"""What the chart can show of a run that learns by networks."""
_START = "start"
_NEEDS = "needs"
"""Channel: what a run takes is found out for the newest choice alone."""


class TrainShow(QObject):
    """The state of all runs as the page sees it.

    Args:
        runner: background work.
        strategies: folder of strategies, where results become engines.

    Signals:
        top, run, chart, milestones, runs, notice: new content of that part.
        choice_made: a table of words to remember.
        play_requested: an ``EngineLink`` of a result to play against.
        study_requested: a ``StudyLink`` of a result.
        engines_changed: a result was put on the engine lists, or taken off.
    """

    top = Signal(object)
    run = Signal(object)
    chart = Signal(object)
    milestones = Signal(object)
    runs = Signal(object)
    notice = Signal(object)
    choice_made = Signal(object)
    play_requested = Signal(object)
    study_requested = Signal(object)
    engines_changed = Signal()

    def __init__(self, runner: Runner, strategies: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._home = runner, strategies
        self._needs: dict[AnyRecipe, Needs] = {}
        self._choice = TrainChoice()
        self._runs: list[TrainRun] = []  # the newest first
        self._front: TrainRun | None = None
        self._axis, self._view = AXES[0], FIGURE
        self._ready = self._seen = self._closing = False
        self._round = 0
        self._told: Notice | None = None
        self._waits: Notice | None = None  # while a strategy is kept that takes a while
        self._about: TrainRun | None = None  # what the notice is about
        self._problems: dict[str, bool] = {}  # with files that were told; whether the run went on
        self._named: tuple[list[TrainRun], dict[str, str]] = ([], {})
        self._sent: dict[str, object] = {}
        self._read = one_shot(self, _READ_MS, self._close_notice)
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._look)

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """The page came to the front, or left it: figures are kept up only while it is seen."""
        self._seen = shown
        if shown:
            self._show()

    @property
    def _running(self) -> int:
        return sum(run.active for run in self._runs)

    def _look(self) -> None:
        """Several times a second while runs go on."""
        for run in list(self._runs):
            run.poll()
        self._check_files()
        self._check_saving()
        self._round += 1
        if self._seen and self._round % 2:
            self._show_figures()
        elif self._seen:
            self._show_chart(table=self._round % _TABLE_ROUNDS == 0)
        if not any(run.busy for run in self._runs):
            self._tick.stop()

    def _changed(self) -> None:
        """A run does something else now."""
        if self._closing:
            return
        if any(run.busy for run in self._runs) and not self._tick.isActive():
            self._tick.start()
        self._check_files()
        self._check_saving()
        self._show()

    def _failed(self, error: Exception) -> None:
        run = self.sender()
        if isinstance(run, TrainRun):
            self._tell(run_failed(self._name(run), error, kept=run.path.exists()), run)

    def _check_files(self) -> None:
        """Say so, once, where a file of a run could not be written, until it could."""
        for run in self._runs:
            problem = run.work.problem or run.work.engine_problem
            if problem is None:
                if self._problems.pop(run.key, None) is not None and self._about is run:
                    self._tell(None)
            elif self._problems.get(run.key) != run.active:
                self._problems[run.key] = run.active
                self._tell(self._file_notice(run), run)

    def _check_saving(self) -> None:
        """Say so while a strategy is kept that takes a while."""
        saving = next((run for run in self._runs if run.work.saving), None)
        if saving is not None and self._waits is None:
            self._waits = engine_saving(self._name(saving))
            self._tell(self._waits, saving)
        elif saving is None and self._waits is not None:
            told, self._waits = self._told is self._waits, None
            if told:
                self._tell(None)

    def _file_notice(self, run: TrainRun) -> Notice:
        name = self._name(run)
        if run.work.problem is not None:
            kept = run.checkpoint_age is not None or run.path.exists()
            return no_checkpoint(name, run.work.problem, going=run.active, kept=kept)
        assert run.work.engine_problem is not None, "one of the two"
        return no_engine(name, run.work.engine_problem)

    def _tell_kept(self, run: TrainRun) -> None:
        if run.engine is not None:
            title = engine_title(run.recipe, run.engine.iteration)
            self._tell(engine_kept(title, run.engine.name), run)
            self._read.start()

    def _close_notice(self) -> None:
        self._tell(None)

    def _tell(self, notice: Notice | None, about: TrainRun | None = None) -> None:
        self._about = about
        self._read.stop()
        if notice is not self._told:
            self._told = notice
            self.notice.emit(notice)

    def _find(self, key: str) -> TrainRun | None:
        return next((run for run in self._runs if run.key == key), None)

    def _free_series(self) -> list[int]:
        taken = {run.series for run in self._runs}
        return [series for series in range(MOST_SHOWN) if series not in taken]

    def _put_on_chart(self, run: TrainRun) -> None:
        """Give a new run a colour; the oldest that is over makes room."""
        if not self._free_series():
            over = [one for one in self._runs if one.series >= 0 and not one.active]
            if not over:
                return
            over[-1].series = -1
        run.series = self._free_series()[0]

    def _names(self) -> dict[str, str]:
        """Names of all runs, numbered from the oldest."""
        old = self._runs[::-1]
        if self._named[0] != old:
            names = names_of([run.recipe for run in old])
            self._named = (old, {run.key: name for run, name in zip(old, names, strict=True)})
        return self._named[1]

    def _name(self, run: TrainRun) -> str:
        return self._names().get(run.key, "")

    def _show(self) -> None:
        if self._closing or not self._ready:
            return
        self._show_top()
        self._show_figures()
        self._show_chart()

    def _show_figures(self) -> None:
        names, front = self._names(), self._front
        self._send("run", run_scene(front, names[front.key]) if front is not None else None)
        self._send("runs", list_scene(self._runs, names, front))

    def _show_top(self) -> None:
        if self._ready:
            self._read_start()
            self._send("top", top_scene(self._choice, self._running, self._needed(), self._home))

    def _read_start(self) -> None:
        """Read what the next run goes on from, if it was not yet."""
        kind, options = self._choice.kind, self._choice.options
        if self._closing or not kind.waits(self._choice.present_game, options):
            return
        home = self._home

        def work(control: JobControl) -> None:
            kind.read_start(options, home)

        self._runner.start(work, self._start_read, channel=_START)

    def _start_read(self, nothing: None) -> None:
        self._show_top()

    def _needed(self) -> Needs | None:
        """What the next run will take; None while that is being found out."""
        try:
            recipe = self._choice.recipe()
        except PokerError:  # stands at its field
            return None
        found = self._needs.get(recipe)
        if found is None and kind_of(recipe).large and not self._closing:
            self._runner.start(_needs_of(recipe, self._home), self._found_needs, channel=_NEEDS)
        return found

    def _found_needs(self, found: tuple[AnyRecipe, Needs]) -> None:
        recipe, needs = found
        self._needs = {recipe: needs}  # the newest alone: memory may be less the next time
        self._show_top()

    def _show_chart(self, *, table: bool = True) -> None:
        names, front = self._names(), self._front
        measure = self._choice.kind.measure(get_game(self._choice.game))
        self._send("chart", self._picture(names, measure))
        if table:
            self._send("milestones", milestones_scene(self._runs, names, front))

    def _picture(self, names: Mapping[str, str], measure: Measure) -> TrainChartScene:
        """What runs are measured by, or the losses of the run in front."""
        front = self._front
        if front is None or not front.kind.learns or not front.curve:
            return chart_scene(self._runs, names, front, self._axis, measure)
        if self._view == LOSSES:
            scene = losses_scene(front, names[front.key], self._axis)
        else:
            scene = chart_scene(self._runs, names, front, self._axis, measure)
        views = ((FIGURE, front.measure.caption()), (LOSSES, tr("Losses")))
        return replace(scene, views=views, view=self._view)

    def _send(self, part: str, scene: object) -> None:
        """Show a part, if it is not what is shown already."""
        if part not in self._sent or self._sent[part] != scene:
            self._sent[part] = scene
            getattr(self, part).emit(scene)


def _needs_of(recipe: AnyRecipe, home: Path) -> Work[tuple[AnyRecipe, Needs]]:
    """Work that finds out what a run of a recipe will take."""

    def work(control: JobControl) -> tuple[AnyRecipe, Needs]:
        return recipe, kind_of(recipe).needs(recipe, home)

    return work
