"""The Lab page's presenter of CFR on Kuhn: iteration, starting profile and update order."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Slot

from ai.cfr.exact_game import ExactGame, ExactProfile, exact_game
from ai.cfr.matrix import Number
from ai.cfr.profiles import LECTURE_PROFILE, two_action_profile, uniform
from ai.lab.lecture import MAX_BITS, LectureIteration, LectureState, initial_state, iterate
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.pages.lab.presenters.steps import StepLab
from pokergui.pages.lab.scenes.kuhn import LAST, KuhnChoice, kuhn_scene

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
    """Steps through CFR on Kuhn, iteration by iteration.

    Args:
        runner: background work.
        parent: the owner.
    """

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
        """Show the arithmetic of an information set."""
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
