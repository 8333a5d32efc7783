"""The common part of the Lab's tabs that go step by step."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ai.cfr.exact_game import ExactGame, exact_game
from ai.cfr.matrix import Number
from ai.cfr.profiles import LECTURE_PROFILE, two_action_profile, uniform
from ai.lab.lecture import MAX_BITS, LectureState, initial_state, iterate
from engine.errors import GameError
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.pages.lab.scenes.kuhn import LAST, KuhnChoice, kuhn_scene
from pokergui.pages.lab.scenes.matrix import MatrixChoice, matrix_scene
from pokergui.pages.lab.viewmodel import KuhnScene, MatrixScene
from pokergui.pages.lab.work import LAST as MATRIX_LAST
from pokergui.pages.lab.work import MatrixGame, MatrixRun, compute, matrix_games


class StepLab(QObject):
    """Goes step by step from a first choice once the tab is visible; ``scene`` is the tab."""

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

    @Slot(str, object)
    def choose(self, name: str, value: Any = None) -> None:
        """Go by a button, or change a field of the choice."""
        at = self.choice.iteration
        goals = {"first": 1, "back": at - 1, "forward": at + 1, "run": self._last}
        if name in goals:
            name, value = "iteration", max(1, min(self._last, goals[name]))
        self.choice = replace(self.choice, **{name: value})
        self._refresh()

    @abstractmethod
    def _refresh(self) -> None:
        """Show the current choice."""


_CHANNEL = "lab kuhn"


@dataclass(frozen=True)
class _Way:
    """States before each iteration and after the last; what best responses win from averages."""

    states: tuple[LectureState, ...]
    distances: tuple[Number, ...]


class KuhnLab(StepLab):
    """Steps through CFR on Kuhn, iteration by iteration."""

    choice: KuhnChoice

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(runner, KuhnChoice(), LAST, parent)
        self._way: _Way | None = None
        self._shown: KuhnScene | None = None

    @Slot(str, object)
    def choose(self, name: str, value: Any = None) -> None:
        """Go by a button, or change a field; with another order or start it starts again."""
        if name == "run" and self._shown is not None:  # until the new picture is ready
            steps = replace(self._shown.steps, running=True)
            self.scene.emit(replace(self._shown, steps=steps))
        if name in ("order", "start"):
            self.choice, self._way = replace(self.choice, iteration=1), None
        super().choose(name, value)

    def _refresh(self) -> None:
        choice, known = self.choice, self._way

        def work(control: JobControl) -> tuple[_Way, KuhnScene]:
            game = exact_game(get_game("kuhn"))
            lecture = choice.start == "lecture"
            start = two_action_profile(game, LECTURE_PROFILE) if lecture else uniform(game)
            way = _extended(game, known or _Way((initial_state(start),), ()), choice, control)
            done = iterate(game, way.states[choice.iteration - 1], choice.order == "together")
            return way, kuhn_scene(game, done, way.distances, choice)

        self.runner.start(work, self._show, channel=_CHANNEL)

    def _show(self, found: tuple[_Way, KuhnScene]) -> None:
        self._way, self._shown = found
        self.scene.emit(self._shown)


def _extended(game: ExactGame, way: _Way, choice: KuhnChoice, control: JobControl) -> _Way:
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


class MatrixLab(StepLab):
    """Steps through regret matching."""

    choice: MatrixChoice

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(runner, MatrixChoice(), MATRIX_LAST, parent)
        self._game: MatrixGame = matrix_games()[0]
        self._run: MatrixRun | None = None
        self._problem = ""

    @Slot(str, object)
    def choose(self, name: str, value: Any = None) -> None:
        """Go by a button, change a field, or start with another matrix."""
        if name != "game":
            super().choose(name, value)
        elif game := next((one for one in matrix_games() if one.key == value), None):
            self._game, self._problem = game, ""
            super().choose("first")

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

    def _refresh(self) -> None:
        """Compute in the background; the first run compiles a kernel."""
        game, choice, problem = self._game, self.choice, self._problem
        known = self._run if self._run is not None and self._run.game == game else None

        def work(control: JobControl) -> tuple[MatrixRun, MatrixScene]:
            run = known or compute(game)
            control.check()
            steps = tuple(run.step_at(name, choice.iteration) for name in choice.rules)
            return run, matrix_scene(run, steps, choice, problem)

        self.runner.start(work, self._show, channel=_MATRIX_CHANNEL)

    def _show(self, found: tuple[MatrixRun, MatrixScene]) -> None:
        self._run, scene = found
        self.scene.emit(scene)
