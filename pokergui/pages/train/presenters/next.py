"""The next run of Train: its choices, resources and errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal, Slot

from ai.training.recipe import Recipe
from ai.training.run import Bounds
from engine.errors import PokerError
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.links import TrainLink
from pokergui.pages.train.presenters.train_runs import TrainRuns
from pokergui.pages.train.scenes.choice import TrainChoice, top_scene
from pokergui.pages.train.scenes.kinds import kind_of
from pokergui.pages.train.scenes.measure import Measure
from pokergui.pages.train.scenes.options import Options
from pokergui.pages.train.scenes.run_kind import Needs

_START = "start"
_NEEDS = "needs"
"""Channel of the job that computes what a run needs; only the latest choice counts."""


class NextRun(QObject):
    """The choices of the next run.

    Signals:
        top: a ``TrainTopScene``.
        choice_made: a dict of strings to remember.

    Attributes:
        ready: True once there is something to choose from.

    Args:
        runner: background work.
        home: folder of strategies, where results become engines.
        runs: the runs that it will run beside.
        remembered: the last choice, as ``choice_made`` gave it.
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
        self._choice = TrainChoice()
        self._needs: dict[Recipe, Needs] = {}
        self._sent: object = None
        self._asked: TrainLink | None = None
        self.ready = False

    def open(self) -> None:
        """Apply the remembered choice; runs can be distinguished from now on."""
        self.ready, self._choice = True, TrainChoice.of(self._remembered)
        if self._asked is not None:
            self.prepare(self._asked)

    def make(self) -> tuple[Recipe, Bounds]:
        """Return the recipe of the next run and its bounds.

        Raises:
            PokerError: if the input is invalid.
        """
        return self._choice.recipe(), self._choice.bounds()

    @property
    def measure(self) -> Measure:
        """The measure that its curve will show."""
        return self._choice.kind.measure(get_game(self._choice.game))

    def choose(self, part: Literal["game", "method", "stop", "stop_text"], value: str) -> None:
        """Choose another game, algorithm or bound, or take a custom bound as it is typed."""
        # Starting points belong to one game.
        anew = {"start": ""} if part == "game" else {}
        self._take(TrainChoice.of({**self._choice.table(), **anew, part: value}))

    @Slot(str, str)
    def choose_option(self, key: str, value: str) -> None:
        """Choose another value of an option of the method."""
        self._change(self._choice.options.choose(key, value))

    @Slot(str, str)
    def edit_option(self, key: str, text: str) -> None:
        """Take a custom value as it is typed."""
        self._change(self._choice.options.edit(key, text))

    @Slot(str, str)
    def edit_parameter(self, key: str, text: str) -> None:
        """Take a number of the method as it is typed."""
        self._change(self._choice.options.put(key, text))

    @Slot()
    def reset_parameters(self) -> None:
        """Reset all numbers of the method to their defaults."""
        self._change(self._choice.options.reset())

    @Slot(object)
    def prepare(self, link: TrainLink) -> None:
        """Choose robust sampling with another page's schedule once choices are ready."""
        if not self.ready:
            self._asked = link
            return
        options = self._choice.options.with_picks(link.picks)
        choice = replace(self._choice, game=link.game.name, method="robust-mccfr", options=options)
        self._take(choice.valid())

    def _change(self, options: Options) -> None:
        self._take(replace(self._choice, options=options))

    def _take(self, choice: TrainChoice) -> None:
        if self.ready:
            self._choice = choice
            self.show()
            self.choice_made.emit(choice.table())

    def show(self) -> None:
        """Show the choices, and compute what is still unknown about them."""
        if self.ready:
            self._read_start()
            scene = top_scene(self._choice, self._runs.active, self._needed(), self._home)
            if scene != self._sent:
                self._sent = scene
                self.top.emit(scene)

    def _read_start(self) -> None:
        """Read the starting point of the next run, unless that is done."""
        kind, options, home = self._choice.kind, self._choice.options, self._home
        if not kind.waits(self._choice.present_game, options):
            return

        def work(control: JobControl) -> None:
            kind.read_start(options, home)

        self._runner.start(work, self._start_read, channel=_START)

    def _start_read(self, nothing: None) -> None:
        self.show()

    def _needed(self) -> Needs | None:
        """Return what the next run needs; None while that is being computed."""
        try:
            recipe = self._choice.recipe()
        except PokerError:  # shown at its field
            return None
        found = self._needs.get(recipe)
        if found is None and kind_of(recipe).large:
            self._runner.start(partial(_needs_of, recipe, self._home), self._found, channel=_NEEDS)
        return found

    def _found(self, found: dict[Recipe, Needs]) -> None:
        self._needs = found  # not cached: free memory may differ the next time
        self.show()


def _needs_of(recipe: Recipe, home: Path, control: JobControl) -> dict[Recipe, Needs]:
    return {recipe: kind_of(recipe).needs(recipe, home)}
