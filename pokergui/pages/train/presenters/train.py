"""The Train page's presenter: what runs next, all runs, the one in front, and the chart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from ai.run import Bounds
from ai.solvable import trainable_games
from ai.trained import TRAINED, remove_trained
from engine.errors import PokerError
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.formatting.notices import RETRY
from pokergui.links import EngineLink, StudyLink, TrainLink
from pokergui.pages.train.presenters.run import TrainRun
from pokergui.pages.train.presenters.show import VIEWS, TrainShow
from pokergui.pages.train.scenes.chart import AXES
from pokergui.pages.train.scenes.choice import MOST_RUNNING, TrainChoice
from pokergui.pages.train.scenes.kind import AnyRecipe
from pokergui.pages.train.scenes.notices import (
    AGAIN,
    DROP,
    REMOVE,
    REMOVE_BOTH,
    ask_remove,
    cannot_start,
    not_readable,
    not_removed,
    too_many,
)
from pokergui.pages.train.scenes.train import MOST_SHOWN
from pokergui.pages.train.scenes.words import ENDLESS
from pokergui.pages.train.work.keeper import Folder, look_into, new_key, remove_run, run_path
from pokergui.pages.train.work.turns import Turns


class TrainPresenter(TrainShow):
    """Lets a person start solvers, and shows what they do.

    Args:
        runner: background work.
        folder: of checkpoints.
        strategies: folder of strategies, where results become engines.
        remembered: the last choice, as ``choice_made`` gave it.
    """

    def __init__(
        self,
        runner: Runner,
        folder: Path,
        strategies: Path,
        remembered: Mapping[str, str] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(runner, strategies, parent)
        self._folder = folder
        self._turns = Turns()
        self._remembered = dict(remembered or {})

    def start(self) -> None:
        """Look for runs of earlier sessions, then show the page."""
        folder, home = self._folder, self._home

        def work(control: JobControl) -> Folder:
            trainable_games()
            return look_into(folder, home, control)

        self._runner.start(work, self._opened)

    def stop(self) -> None:
        """Do nothing more: the window closes, and every run leaves a checkpoint."""
        self._closing = True
        self._tick.stop()
        for run in self._runs:
            run.close()

    def _opened(self, found: Folder) -> None:
        self._ready = True
        self._choice = TrainChoice.of(self._remembered)
        for one in found.runs:
            bounds = one.kept.bounds or Bounds(iterations=ENDLESS)
            run = self._add(one.key, one.kept.recipe, bounds)
            run.remember(one)
            self._runs.append(run)
        for place, run in enumerate(self._runs[:MOST_SHOWN]):
            run.series = place
        self._front = self._runs[0] if self._runs else None
        if found.problems:
            self._tell(not_readable(found.problems))
        self._show()

    # What the next run is

    @Slot(str)
    def choose_game(self, name: str) -> None:
        """Another game."""
        self._choose(game=name, start="")  # what runs go on from is of one game

    @Slot(str)
    def choose_method(self, name: str) -> None:
        """Another algorithm."""
        self._choose(method=name)

    @Slot(str)
    def choose_stop(self, key: str) -> None:
        """Another bound."""
        self._choose(stop=key)

    @Slot(str)
    def edit_stop(self, text: str) -> None:
        """A bound of one's own as it is typed."""
        self._choose(stop_text=text)

    @Slot(str, str)
    def choose_option(self, key: str, value: str) -> None:
        """Another value of what the method offers."""
        self._take(replace(self._choice, options=self._choice.options.choose(key, value)))

    @Slot(str, str)
    def edit_option(self, key: str, text: str) -> None:
        """A value of one's own as it is typed."""
        self._take(replace(self._choice, options=self._choice.options.edit(key, text)))

    @Slot(str, str)
    def edit_parameter(self, key: str, text: str) -> None:
        """A number of the method as it is typed."""
        self._take(replace(self._choice, options=self._choice.options.put(key, text)))

    @Slot()
    def reset_parameters(self) -> None:
        """All numbers of the method as they were."""
        self._take(replace(self._choice, options=self._choice.options.reset()))

    @Slot(object)
    def prepare(self, link: TrainLink) -> None:
        """Choose what another page hands over: robust sampling by a schedule."""
        options = self._choice.options.with_picks(link.picks)
        choice = replace(self._choice, game=link.game.name, method="robust-mccfr", options=options)
        self._take(choice.valid())

    def _choose(self, **changes: str) -> None:
        self._take(TrainChoice.of({**self._choice.table(), **changes}))

    def _take(self, choice: TrainChoice) -> None:
        if self._ready:
            self._choice = choice
            self.choice_made.emit(choice.table())
            self._show_top()
            if not self._runs:
                self._show_chart()

    # Runs

    @Slot()
    def begin(self) -> None:
        """Start a run as it is chosen, beside those that go on."""
        if not self._ready or self._too_many():
            return
        try:
            recipe, bounds = self._choice.recipe(), self._choice.bounds()
        except PokerError as error:
            self._tell(cannot_start(error))
            return
        key = new_key(recipe, self._folder, [run.key for run in self._runs])
        run = self._add(key, recipe, bounds)
        self._runs.insert(0, run)
        self._front = run
        self._put_on_chart(run)
        self._tell(None)
        run.start()

    def _add(self, key: str, recipe: AnyRecipe, bounds: Bounds) -> TrainRun:
        path = run_path(self._folder, key)
        run = TrainRun(self._runner, key, recipe, bounds, path, self._home, self._turns, self)
        run.changed.connect(self._changed)
        run.kept.connect(self.engines_changed)
        run.failed.connect(self._failed)
        return run

    @Slot(str)
    def choose_run(self, key: str) -> None:
        """Bring a run to front."""
        run = self._find(key)
        if run is not None and run is not self._front:
            self._front = run
            self._show()

    @Slot(str, bool)
    def toggle_run(self, key: str, on: bool) -> None:
        """Put a run on the chart, or take it off."""
        run = self._find(key)
        if run is None:
            return
        if not on:
            run.series = -1
        elif run.series < 0:
            free = self._free_series()
            run.series = free[0] if free else -1
        self._show()

    @Slot()
    def press_main(self) -> None:
        """Pause or resume the run in front."""
        run = self._front
        if run is None or run.phase == "done":
            return
        if run.phase in ("starting", "running"):
            run.pause()
        elif not self._too_many():
            self._tell(None)
            run.start()

    def _too_many(self) -> bool:
        """Whether no further run may go on; says so."""
        if self._running >= MOST_RUNNING:
            self._tell(too_many(self._running))
            return True
        return False

    @Slot()
    def end(self) -> None:
        """Stop the run in front."""
        if self._front is not None:
            self._front.stop()

    @Slot()
    def save(self) -> None:
        """Put what the run in front has learned on the engine lists."""
        run = self._front
        if run is not None and run.curve:
            run.save(lambda: self._tell_kept(run))

    @Slot()
    def play(self) -> None:
        """Play against what the run in front has learned."""
        self._open(self._play_against)

    @Slot()
    def study(self) -> None:
        """Study what the run in front has learned."""
        self._open(self._study)

    def _open(self, follow: Callable[[TrainRun], None]) -> None:
        """Open a result, put on the engine lists before if it is not there as it is now."""
        run = self._front
        if run is None or not run.curve:
            return
        if run.engine_current or run.phase == "failed":
            follow(run)
        else:
            run.save(lambda: follow(run))

    def _play_against(self, run: TrainRun) -> None:
        if run.engine is not None:
            self.play_requested.emit(EngineLink(run.recipe.game, f"{TRAINED}{run.engine.name}"))

    def _study(self, run: TrainRun) -> None:
        if run.engine is not None:
            engine = f"{TRAINED}{run.engine.name}"
            self.study_requested.emit(StudyLink(run.recipe.game, (), (), engine=engine))

    @Slot()
    def ask_remove(self) -> None:
        """Ask whether the run in front is to be deleted."""
        run = self._front
        if run is not None and not run.active:
            engine = run.engine.name if run.engine is not None else ""
            self._tell(ask_remove(self._name(run), engine=engine), run)

    def _remove(self, run: TrainRun, *, engine: bool) -> None:
        if run not in self._runs or run.active:
            return
        try:
            remove_run(self._folder, run.key)
            if engine and run.engine is not None:
                remove_trained(self._home, run.engine.name)
                self.engines_changed.emit()
        except (PokerError, OSError) as error:
            self._tell(not_removed(self._name(run), error))
            return
        place = self._runs.index(run)
        self._runs.remove(run)
        self._problems.pop(run.key, None)
        if run is self._front:
            self._front = self._runs[min(place, len(self._runs) - 1)] if self._runs else None
        run.left.connect(run.deleteLater)
        run.close()
        self._show()

    @Slot()
    def refresh_engines(self) -> None:
        """Engines came or went."""
        for run in self._runs:
            run.recheck_engine()

    @Slot(str)
    def choose_axis(self, axis: str) -> None:
        """Another x axis."""
        if axis in AXES:
            self._axis = axis
            self._show_chart()

    @Slot(str)
    def choose_view(self, view: str) -> None:
        """Another picture of the run in front."""
        if view in VIEWS:
            self._view = view
            self._show_chart()

    @Slot(str)
    def press_notice(self, key: str) -> None:
        """Follow a notice's button."""
        run = self._about
        self._tell(None)
        if run is None:
            return
        if key in (REMOVE, REMOVE_BOTH):
            self._remove(run, engine=key == REMOVE_BOTH)
        elif key == RETRY and run.phase == "failed":
            run.start()
        elif key == DROP:
            run.work.drop_engine()
        elif key == AGAIN:
            self._problems.pop(run.key, None)
            run.retry_checkpoint()
