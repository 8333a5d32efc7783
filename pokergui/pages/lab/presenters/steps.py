"""The common part of the Lab's tabs that go step by step."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ai.cfr.exact_game import ExactGame, ExactProfile, exact_game
from ai.cfr.matrix import MatrixStep, Number
from ai.cfr.profiles import LECTURE_PROFILE, two_action_profile, uniform
from ai.lab.lecture import MAX_BITS, LectureIteration, LectureState, initial_state, iterate
from engine.errors import GameError
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.pages.lab.scenes.games import MatrixGame, matrix_games
from pokergui.pages.lab.scenes.kuhn import LAST, KuhnChoice, kuhn_scene
from pokergui.pages.lab.scenes.matrix import MatrixChoice, matrix_scene
from pokergui.pages.lab.work import LAST as MATRIX_LAST
from pokergui.pages.lab.work import MatrixRun, compute


class StepLab(QObject):
    """Steps forward and back; a step is computed once the tab is visible.

    Signals:
        scene: the whole tab, rebuilt.

    Args:
        choice: the first choice; a dataclass with ``iteration`` and ``fractions``.
    """

    scene = Signal(object)

    def __init__(self, runner: Runner, choice: Any, last: int, parent: QObject | None) -> None:
        super().__init__(parent)
        self.runner = runner
        self.choice = choice
        self._last = last
        self._begun = False

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """Compute the picture when the tab is first shown."""
        if shown and not self._begun:
            self._begun = True
            self._refresh()

    @Slot()
    def next(self) -> None:
        self.go(self.choice.iteration + 1)

    @Slot()
    def back(self) -> None:
        self.go(self.choice.iteration - 1)

    @Slot()
    def first(self) -> None:
        self.go(1)

    @Slot()
    def run(self) -> None:
        """Go to the last iteration."""
        self.go(self._last)

    @Slot(object)
    def choose_fractions(self, fractions: bool) -> None:
        self.choose(fractions=fractions)

    def go(self, iteration: int) -> None:
        self.choose(iteration=max(1, min(self._last, iteration)))

    def choose(self, **changes: object) -> None:
        self.choice = replace(self.choice, **changes)
        self._refresh()

    @abstractmethod
    def _refresh(self) -> None:
        """Show the current choice."""


_CHANNEL = "lab kuhn"


@dataclass(frozen=True)
class _Way:
    """The iterations done so far.

    Attributes:
        states: before each iteration, and after the last.
        distances: what best responses win from the average after each iteration.
    """

    states: tuple[LectureState, ...]
    distances: tuple[Number, ...]


@dataclass(frozen=True)
class _Found:
    """The result of a job."""

    game: ExactGame
    way: _Way
    done: LectureIteration
    choice: KuhnChoice


class KuhnLab(StepLab):
    """Steps through CFR on Kuhn, iteration by iteration."""

    choice: KuhnChoice

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(runner, KuhnChoice(), LAST, parent)
        self._way: _Way | None = None
        self._found: _Found | None = None

    @Slot()
    def run(self) -> None:
        """Go to the last iteration; the old picture stays until the new one is ready."""
        if self._found is not None:
            self._tell(self._found, running=True)
        super().run()

    @Slot(object)
    def choose_order(self, order: str) -> None:
        """Update both players together, or one after the other; starts again."""
        self._begin(replace(self.choice, order=order, iteration=1))

    @Slot(object)
    def choose_start(self, start: str) -> None:
        """Start from the lecture's profile or the uniform one; starts again."""
        self._begin(replace(self.choice, start=start, iteration=1))

    @Slot(int, int)
    def choose_row(self, player: int, row: int) -> None:
        self.choose(chosen=(player, row))

    def _begin(self, choice: KuhnChoice) -> None:
        self.choice, self._way = choice, None
        self._refresh()

    def _refresh(self) -> None:
        choice, known = self.choice, self._way

        def work(control: JobControl) -> _Found:
            game = exact_game(get_game("kuhn"))
            way = known or _Way((initial_state(_profile(game, choice.start)),), ())
            way = _extended(game, way, choice, control)
            done = iterate(game, way.states[choice.iteration - 1], choice.order == "together")
            return _Found(game, way, done, choice)

        self.runner.start(work, self._show, channel=_CHANNEL)

    def _show(self, figures: _Found) -> None:
        self._way, self._found = figures.way, figures
        self._tell(figures, running=False)

    def _tell(self, figures: _Found, *, running: bool) -> None:
        way, choice = figures.way, figures.choice
        self.scene.emit(kuhn_scene(figures.game, figures.done, way.distances, choice, running))


def _profile(game: ExactGame, start: str) -> ExactProfile:
    if start == "lecture":
        return two_action_profile(game, LECTURE_PROFILE)
    return uniform(game)


def _extended(game: ExactGame, way: _Way, choice: KuhnChoice, control: JobControl) -> _Way:
    """Return the iterations continued up to the chosen one."""
    states, distances = list(way.states), list(way.distances)
    while len(distances) < choice.iteration:
        control.check()
        here = states[-1]
        if here.bits > MAX_BITS:
            here = states[-1] = here.as_floats()
        done = iterate(game, here, choice.order == "together")
        states.append(done.after)
        distances.append(done.average_nash_conv)
    return _Way(tuple(states), tuple(distances))


_MATRIX_CHANNEL = "lab matrix"


@dataclass(frozen=True)
class _MatrixFound:
    """The result of a job: the game's run and the current step under each rule shown."""

    run: MatrixRun
    steps: tuple[MatrixStep, ...]
    choice: MatrixChoice
    problem: str


class MatrixLab(StepLab):
    """Steps through regret matching."""

    choice: MatrixChoice

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(runner, MatrixChoice(), MATRIX_LAST, parent)
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
        self.choose(rule=name)

    def _refresh(self) -> None:
        """Compute in the background; the first run compiles a kernel."""
        game, choice, problem = self._game, self.choice, self._problem
        known = self._run if self._run is not None and self._run.game == game else None

        def work(control: JobControl) -> _MatrixFound:
            run = known or compute(game)
            control.check()
            steps = tuple(run.step_at(name, choice.iteration) for name in choice.rules)
            return _MatrixFound(run, steps, choice, problem)

        self.runner.start(work, self._show, channel=_MATRIX_CHANNEL)

    def _show(self, steps: _MatrixFound) -> None:
        self._run = steps.run
        self.scene.emit(matrix_scene(steps.run, steps.steps, steps.choice, steps.problem))
