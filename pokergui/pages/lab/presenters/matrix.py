"""The Lab page's presenter of regret matching: matrix, step and rule."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Slot

from ai.cfr.matrix import MatrixStep
from engine.errors import GameError
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.pages.lab.presenters.steps import StepLab
from pokergui.pages.lab.scenes.games import MatrixGame, matrix_games
from pokergui.pages.lab.scenes.matrix import MatrixChoice, matrix_scene
from pokergui.pages.lab.work.matrix import LAST, MatrixRun, compute

_CHANNEL = "lab matrix"


@dataclass(frozen=True)
class _Found:
    """The result of a job: the game's run and the current step under each rule shown."""

    run: MatrixRun
    steps: tuple[MatrixStep, ...]
    choice: MatrixChoice
    problem: str


class MatrixLab(StepLab):
    """Steps through regret matching.

    Args:
        runner: background work.
        parent: the owner.
    """

    choice: MatrixChoice

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(runner, MatrixChoice(), LAST, parent)
        self._game: MatrixGame = matrix_games()[0]
        self._run: MatrixRun | None = None
        self._problem = ""

    @Slot(str)
    def choose_game(self, key: str) -> None:
        """Start with another matrix."""
        for game in matrix_games():
            if game.key == key:
                self._game, self._problem = game, ""
                self.go(1)

    @Slot(int, int, str)
    def edit(self, row: int, column: int, text: str) -> None:
        """Change a payoff of the matrix and start again; report text that is not a number."""
        try:
            game = self._game.edited(row, column, text)
        except GameError as error:
            self._problem = str(error)
            self._refresh()
            return
        self._problem = ""
        if game.payoffs != self._game.payoffs:
            self._game = game
            self.choice = replace(self.choice, iteration=1)
        self._refresh()

    @Slot(object)
    def choose_rule(self, name: str) -> None:
        """Show the lecture's rule, the textbook's, or both."""
        self.choose(rule=name)

    def _refresh(self) -> None:
        """Compute in the background; the first run compiles a kernel."""
        game, choice, problem = self._game, self.choice, self._problem
        known = self._run if self._run is not None and self._run.game == game else None

        def work(control: JobControl) -> _Found:
            run = known or compute(game)
            control.check()
            steps = tuple(run.step_at(name, choice.iteration) for name in choice.rules)
            return _Found(run, steps, choice, problem)

        self.runner.start(work, self._show, channel=_CHANNEL)

    def _show(self, steps: _Found) -> None:
        self._run = steps.run
        self.scene.emit(matrix_scene(steps.run, steps.steps, steps.choice, steps.problem))
