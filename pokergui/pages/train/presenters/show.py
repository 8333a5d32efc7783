"""The content of Train's figures, list, chart and table, updated while runs are active."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ai.training.recipe import Recipe
from ai.training.run import Bounds
from engine.errors import PokerError
from engine.game import get_game
from pokergui.background.form import TypedForm
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.language import tr_train as tr
from pokergui.links import TrainLink
from pokergui.pages.train.presenters.train_run import TrainRun, TrainRuns
from pokergui.pages.train.scenes import notices
from pokergui.pages.train.scenes.chart import chart_scene, milestones_scene
from pokergui.pages.train.scenes.kinds import TrainChoice, engine_title, kind_of, top_scene
from pokergui.pages.train.scenes.measure import RunMeasure
from pokergui.pages.train.scenes.run_kind import Needs
from pokergui.pages.train.scenes.train import list_scene, losses_scene, run_scene
from pokergui.pages.train.viewmodel import AXES, FIGURE, LOSSES, TrainChartScene
from pokergui.viewmodel import Notice

_READ_MS = 8_000


class TrainTeller(QObject):
    """The presenter that shows one notice at a time."""

    notice = Signal(object)

    def __init__(self, runs: TrainRuns, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs = runs
        self.about: TrainRun | None = None
        self._told: Notice | None = None
        self._waits: Notice | None = None  # while a strategy is being saved that takes a while
        self._problems: dict[str, bool] = {}  # reported file problems; whether the run continued
        self._read = one_shot(self, _READ_MS, self.close)
        runs.added.connect(
            lambda run: run.failed.connect(lambda error: self._tell_failed(run, error))
        )

    def tell(self, notice: Notice | None, about: TrainRun | None = None) -> None:
        self.about = about
        self._read.stop()
        if notice is not self._told:
            self._told = notice
            self.notice.emit(notice)

    def close(self) -> None:
        self.tell(None)

    def tell_kept(self, run: TrainRun) -> None:
        if run.engine is not None:
            title = engine_title(run.recipe, run.engine.iteration)
            self.tell(notices.engine_kept(title, run.engine.name), run)
            self._read.start()

    def _tell_failed(self, run: TrainRun, error: Exception) -> None:
        self.tell(notices.run_failed(self._runs.name(run), error, kept=run.path.exists()), run)

    def forget(self, run: TrainRun) -> None:
        """Repeat the report of a run's file error if it persists."""
        self._problems.pop(run.key, None)

    def check(self) -> None:
        """Report news: files that cannot be written (once each), and long operations."""
        for run in self._runs.all:
            work = run.work
            problem = work.problem or work.engine_problem
            if problem is None:
                if self._problems.pop(run.key, None) is not None and self.about is run:
                    self.close()
            elif self._problems.get(run.key) != run.active:
                self._problems[run.key] = run.active
                self.tell(self._file_notice(run, problem), run)
        saving = next((run for run in self._runs.all if run.work.saving), None)
        if saving is not None and self._waits is None:
            self._waits = notices.engine_saving(self._runs.name(saving))
            self.tell(self._waits, saving)
        elif saving is None and self._waits is not None:
            told, self._waits = self._told is self._waits, None
            if told:
                self.close()

    def _file_notice(self, run: TrainRun, problem: Exception) -> Notice:
        name = self._runs.name(run)
        if problem is not run.work.problem:
            return notices.no_engine(name, problem)
        kept = run.checkpoint_age is not None or run.path.exists()
        return notices.no_checkpoint(name, problem, going=run.active, kept=kept)


_START = "start"


class NextRun(QObject):
    """The choices of the next run.

    Signals:
        choice_made: a dict of strings to remember.
    """

    top = Signal(object)
    choice_made = Signal(object)

    def __init__(
        self,
        runner: Runner,
        home: Path,
        runs: TrainRuns,
        remembered: Mapping[str, str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._home, self._runs = runner, home, runs
        self._remembered = dict(remembered)
        self._form = TypedForm(
            runner, "train needs", TrainChoice(), Needs(), self._reading, self.show, self
        )
        self._sent: object = None
        self._asked: TrainLink | None = None
        self.ready = False

    def open(self) -> None:
        """Apply the remembered choice; runs can be distinguished from now on."""
        self.ready = True
        self._form.take(TrainChoice.of(self._remembered), at_once=True)
        if self._asked is not None:
            self.prepare(self._asked)

    def make(self) -> tuple[Recipe, Bounds]:
        """Return the recipe of the next run and its bounds.

        Raises:
            PokerError: if the input is invalid.
        """
        return self._choice.recipe(), self._choice.bounds()

    @property
    def _choice(self) -> TrainChoice:
        return self._form.draft

    def _reading(self, choice: TrainChoice) -> Callable[[], Needs]:
        """Return a function that computes what a run needs; it may take a moment."""

        def read() -> Needs:
            try:
                recipe = choice.recipe()
            except PokerError:  # shown at its field
                return Needs()
            return kind_of(recipe).needs(recipe, self._home)

        return read

    @property
    def measure(self) -> RunMeasure:
        return self._choice.kind.measure(get_game(self._choice.game))

    @Slot(str, object)
    def choose(self, name: str, value: str) -> None:
        """Take another value of a choice or a text as it is typed, by its name."""
        # Starting points belong to one game.
        anew = {"start": ""} if name == "game" else {}
        self._take(TrainChoice.of({**self._choice.table(), **anew, name: value}))

    @Slot()
    def reset_parameters(self) -> None:
        self._take(replace(self._choice, options=replace(self._choice.options, own=())))

    @Slot(object)
    def prepare(self, link: TrainLink) -> None:
        """Choose robust sampling with another page's schedule once choices are ready."""
        if not self.ready:
            self._asked = link
            return
        options = self._choice.options.with_picks(link.picks)
        choice = replace(self._choice, game=link.game.name, method="robust-mccfr", options=options)
        self._take(choice.valid())

    def _take(self, choice: TrainChoice) -> None:
        if self.ready:
            self._form.take(choice, at_once=True)
            self.show()
            self.choice_made.emit(choice.table())

    def show(self) -> None:
        if self.ready:
            self._read_start()
            scene = top_scene(self._choice, self._runs.active, self._form.read, self._home)
            if scene != self._sent:
                self._sent = scene
                self.top.emit(scene)

    def _read_start(self) -> None:
        """Read the starting point of the next run, unless that is done."""
        kind, options, home = self._choice.kind, self._choice.options, self._home
        if not kind.waits(self._choice.present_game, options):
            return
        self._runner.start(
            lambda control: kind.read_start(options, home),
            lambda nothing: self._form.begin(),
            channel=_START,
        )


_TICK_MS = 100
"""Figures and curves are updated in turn, each five times a second, so that neither takes long."""
_TABLE_ROUNDS = 6


class TrainShow(QObject):
    """The state of all runs as the page sees it."""

    run = Signal(object)
    chart = Signal(object)
    milestones = Signal(object)
    runs = Signal(object)

    def __init__(
        self,
        runs: TrainRuns,
        following: NextRun,
        teller: TrainTeller,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runs, self._next, self._teller = runs, following, teller
        self._axis, self._view = AXES[0], FIGURE
        self._seen = self._closing = False
        self._round = 0
        self._sent: dict[str, object] = {}
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self.look)
        runs.changed.connect(self._changed)
        runs.added.connect(lambda run: run.changed.connect(self._changed))
        following.choice_made.connect(self._chosen)

    def stop(self) -> None:
        self._closing = True
        self._tick.stop()

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """Note whether the page is shown; figures are updated only while it is."""
        self._seen = shown
        if shown:
            self.show()

    @Slot(str)
    def choose_axis(self, axis: str) -> None:
        self._axis = axis
        self._show_chart()

    @Slot(str)
    def choose_view(self, view: str) -> None:
        self._view = view
        self._show_chart()

    def show(self) -> None:
        if not self._closing and self._next.ready:
            self._next.show()
            self._show_figures()
            self._show_chart()

    def _chosen(self) -> None:
        if not self._runs.all:
            self._show_chart()

    def look(self) -> None:
        """Poll the runs and show their figures, several times per second while runs are active."""
        for run in list(self._runs.all):
            run.poll()
        self._teller.check()
        self._round += 1
        if self._seen and self._round % 2:
            self._show_figures()
        elif self._seen:
            self._show_chart(table=self._round % _TABLE_ROUNDS == 0)
        if not any(run.busy for run in self._runs.all):
            self._tick.stop()

    def _changed(self) -> None:
        """Show everything again: a run does something else now."""
        if self._closing:
            return
        if any(run.busy for run in self._runs.all) and not self._tick.isActive():
            self._tick.start()
        self._teller.check()
        self.show()

    def _show_figures(self) -> None:
        names, front = self._runs.names(), self._runs.front
        self._send("run", run_scene(front, names[front.key]) if front is not None else None)
        self._send("runs", list_scene(self._runs.all, names, front))

    def _show_chart(self, *, table: bool = True) -> None:
        self._send("chart", self._picture())
        if table:
            runs = self._runs
            self._send("milestones", milestones_scene(runs.all, runs.names(), runs.front))

    def _picture(self) -> TrainChartScene:
        """Return the chart of what runs are measured by, or of the losses of the selected run."""
        runs, names, front = self._runs.all, self._runs.names(), self._runs.front
        learns = front is not None and front.kind.learns and bool(front.curve)
        if front is not None and learns and self._view == LOSSES:
            scene = losses_scene(front, names[front.key], self._axis)
        else:
            scene = chart_scene(runs, names, front, self._axis, self._next.measure)
        if front is None or not learns:
            return scene
        views = ((FIGURE, front.measure.labels().caption), (LOSSES, tr("Losses")))
        return replace(scene, views=views, view=self._view)

    def _send(self, part: str, scene: object) -> None:
        if part not in self._sent or self._sent[part] != scene:
            self._sent[part] = scene
            getattr(self, part).emit(scene)
