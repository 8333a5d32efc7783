"""The Lab page's presenters: step by step, sampling schedules, evaluation."""

from __future__ import annotations

from abc import abstractmethod
from collections import OrderedDict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ai.cfr.exact_game import ExactGame, exact_game
from ai.cfr.matrix import Number
from ai.cfr.profiles import LECTURE_PROFILE, two_action_profile, uniform
from ai.cfr.robust_sampling import parse_picks
from ai.cfr.solvable import solvable_games
from ai.lab.evaluation_problem import LAST, Drawn, EvaluationProblem, SampledHands, answer
from ai.lab.lecture import MAX_BITS, LectureState, initial_state, iterate
from ai.lab.node_touches import TouchCurve, measure
from engine.errors import EngineError, GameError, PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from pokergui.background.engines import build
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.formatting.notices import at_work, sentence
from pokergui.formatting.words import game_words
from pokergui.language import tr_lab as tr
from pokergui.links import TrainLink
from pokergui.pages.lab.scenes import schedule as scenes
from pokergui.pages.lab.scenes.evaluation import (
    OWN,
    EvaluationChoice,
    Standing,
    estimators_of,
    evaluation_scene,
)
from pokergui.pages.lab.scenes.evaluation_hand import ListedHands
from pokergui.pages.lab.scenes.kuhn import LAST as KUHN_LAST
from pokergui.pages.lab.scenes.kuhn import KuhnChoice, kuhn_scene
from pokergui.pages.lab.scenes.matrix import MatrixChoice, matrix_scene
from pokergui.pages.lab.scenes.schedule import ScheduleChoice, SchedulePicture
from pokergui.pages.lab.viewmodel import KuhnScene, MatrixScene
from pokergui.pages.lab.work import LAST as MATRIX_LAST
from pokergui.pages.lab.work import MatrixGame, MatrixRun, compute, matrix_games
from pokergui.viewmodel import Notice, NoticeButton


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
        super().__init__(runner, KuhnChoice(), KUHN_LAST, parent)
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


_LOOK, _MEASURE = "lab schedule", "lab schedule measured"
_MOST_KEPT = 64


class ScheduleLab(QObject):
    """Lets the user draw a sampling schedule, and measures it while the tab is visible.

    Signals:
        train_requested: a ``TrainLink`` with the schedule.
    """

    scene = Signal(object)
    train_requested = Signal(object)

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._choice = ScheduleChoice()
        self._problem = ""
        self._games: tuple[Game, ...] = ()
        self._picture: SchedulePicture | None = None
        self._references: dict[str, SchedulePicture] = {}
        self._kept: OrderedDict[bytes, TouchCurve] = OrderedDict()
        self._share = 0.0
        self._seen = False

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """Note whether the tab is visible: only then is anything measured."""
        self._seen = shown
        if not shown:
            self._runner.cancel(_MEASURE)
        elif self._picture is None:
            self._look()
        else:
            self._measure()

    @Slot(str, object)
    def choose(self, name: str, value: Any = None) -> None:
        """Take a choice of the tab by its name; a custom schedule stays as it is."""
        if name == "train":
            self._train()
        elif name in ("count", "dial"):
            self._choice = replace(self._choice, **{name: value})
            self._show()
        elif name != "preset":
            self._choose(**{name: value})
        elif value in scenes.PRESETS:
            self._choose(text=value, dial=0)

    @Slot(int, int)
    def turn(self, dial: int, step: int) -> None:
        if self._picture is not None and not self._problem:
            changed = scenes.turned(self._picture.picks, self._picture.shape, dial, step)
            self._choose(text=str(changed), dial=dial)

    @Slot(int, int, int)
    def draw(self, dial: int, count: int, actions: int) -> None:
        if self._picture is not None and not self._problem:
            changed = scenes.drawn(self._picture.picks, self._picture.shape, dial, count, actions)
            self._choose(text=str(changed), dial=dial)

    def _train(self) -> None:
        if self._picture is not None and not self._problem:
            self.train_requested.emit(TrainLink(self._picture.game, str(self._picture.picks)))

    def _choose(self, **changes: Any) -> None:
        """Change the choice, and stop measuring for the old one."""
        choice = replace(self._choice, **changes)
        if choice == self._choice:
            return
        self._choice = choice
        self._runner.cancel(_MEASURE)
        self._look()

    def _look(self) -> None:
        """Apply the schedule to the tree, if it is valid."""
        choice = self._choice
        try:
            picks = parse_picks(choice.text)
        except EngineError as error:
            self._problem = sentence(error)
            self._runner.cancel(_LOOK)
            self._show()
            return
        self._problem = ""

        def work(control: JobControl) -> tuple[SchedulePicture, ...]:
            solvable_games()  # slow at its first call
            game = get_game(choice.game)
            texts = (scenes.ALL_ACTIONS, scenes.ONE_ACTION)
            return tuple(scenes.look_at(game, each) for each in (picks, *map(parse_picks, texts)))

        self._runner.start(work, self._found, channel=_LOOK)

    def _found(self, pictures: tuple[SchedulePicture, ...]) -> None:
        self._games = solvable_games()
        self._picture = pictures[0]
        self._references = dict(zip(scenes.names(), pictures, strict=True))
        self._measure()

    def _measure(self) -> None:
        """Measure whatever is missing, one schedule after the other."""
        self._share = 0.0
        self._show()
        left = [one for one in self._references.values() if one.key not in self._kept]
        if not left or not self._seen or self._problem:
            return
        picture = left[0]

        def done(curve: TouchCurve) -> None:
            self._kept[picture.key] = curve
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
            self._measure()

        self._runner.start(
            lambda control: measure(picture.game, str(picture.picks), control),
            done,
            progress=self._progress,
            channel=_MEASURE,
        )

    def _progress(self, share: float, words: str) -> None:
        self._share = share
        self._show()

    def _show(self) -> None:
        if self._picture is None:
            return
        curves = {
            key: self._kept[one.key]
            for key, one in self._references.items()
            if one.key in self._kept
        }
        left = len(self._references) - len(curves)
        share = (
            None
            if not left or self._problem
            else (len(curves) + self._share) / len(self._references)
        )
        self.scene.emit(
            scenes.schedule_scene(
                self._picture, self._choice, self._games, curves, share, self._problem
            )
        )


_ASK, _DRAW = "lab evaluation", "lab evaluation drawn"
_STOP, _AGAIN = "stop", "again"
_LATE_MS, _PACE_MS = 150, 40
"""Delay before a notice of work in progress, and between two updates of hands being drawn."""
_MOST_ANSWERS = 16


class EvaluationLab(QObject):
    """Evaluates one strategy on hands of another, by every estimator; ``scene`` is the tab."""

    scene = Signal(object)

    def __init__(self, runner: Runner, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._home = runner, home
        self._choice = EvaluationChoice()
        self._kept: OrderedDict[EvaluationProblem, ListedHands] = OrderedDict()
        self._hands: ListedHands | None = None
        self._notice: Notice | None = None
        self._draws: SampledHands | None = None
        self._drawn: Drawn | None = None
        self._drawing = False
        self._shuffled = 0
        self._late = one_shot(self, _LATE_MS, self._tell)
        self._pace = one_shot(self, _PACE_MS, self._draw_on)

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """Note whether the tab is visible: only then is anything computed."""
        if not shown:
            drawing = self._drawing
            self._pause()
            self._runner.cancel(_ASK)
            self._late.stop()
            if drawing:
                self._tell()
        elif self._hands is None and (self._notice is None or self._notice.kind == "running"):
            self._ask()

    @Slot(str, object)
    def choose(self, name: str, value: Any = None) -> None:
        """Take a choice of the tab by its name, or draw; another game keeps a listed case."""
        choice = self._choice
        if name == "draw":
            self._draw()
        elif name == "hand":
            self._draw_hand()
        elif name == "game" and value != choice.game:
            self._take(choice.with_case("on" if choice.case == OWN else choice.case, value))
        elif name == "case" and value != OWN:
            self._take(choice.with_case(value))
        elif name == "estimator":
            self._take(replace(choice, estimator=estimators_of(choice)[value]))
        elif name not in ("game", "case"):
            if name == "seed":
                self._begin_draws()
            self._take(replace(choice, **{name: value}))

    @Slot(str, str)
    def choose_hand(self, part: str, key: str) -> None:
        if self._hands is not None:
            keys = list(self._hands.nearest(self._choice.hand))
            keys[int(part)] = key
            self._choice = replace(self._choice, hand=self._hands.nearest(tuple(keys)))
            self._tell()

    def _draw_hand(self) -> None:
        """Show a hand drawn as the behaviour plays it."""
        draws = self._draws_now()
        if self._hands is not None and draws is not None:
            hand = self._hands.keys_of(draws.one(self._shuffled))
            self._shuffled += 1
            self._choice = replace(self._choice, hand=hand)
            self._tell()

    def _draw(self) -> None:
        """Draw hands, or stop; after the last, start again with the next seed."""
        if self._drawing:
            self._pause()
            self._tell()
            return
        seed = self._choice.seed_number
        if self._hands is None or seed is None:
            return
        if self._drawn is not None and self._drawn.hands >= LAST:
            self._choice = replace(self._choice, seed=str(seed + 1))
            self._begin_draws()
        self._drawing = True
        self._draw_on()

    @Slot(str)
    def press(self, key: str) -> None:
        """Respond to a button of the notice: stop, or try again."""
        if key == _AGAIN:
            self._ask()
            return
        self._runner.cancel(_ASK)
        kept = tr("The strategies stay selected; there are no results yet.")
        self._notice = Notice("plain", tr("Stopped"), kept, (NoticeButton(_AGAIN, tr("Continue")),))
        self._tell()

    def _take(self, choice: EvaluationChoice) -> None:
        before, self._choice = self._choice, choice
        if choice.question != before.question:
            self._ask()
        elif choice != before:
            self._tell()

    def _ask(self) -> None:
        """Go through all hands, unless that is done already."""
        question, home = self._choice.question, self._home
        self._begin_draws()
        self._shuffled = 0
        self._runner.cancel(_ASK)
        self._hands = self._kept.get(question)
        if self._hands is not None:
            self._found(self._hands)
            return
        self._working(0.0, "")
        self._late.start()

        self._runner.start(
            lambda control: ListedHands(answer(question, home, control, build)),
            self._found,
            failed=self._failed,
            progress=self._progress,
            channel=_ASK,
        )

    def _working(self, share: float, words: str) -> None:
        title = tr("Going through all hands of {game}").format(
            game=game_words(self._choice.question.game)
        )
        self._notice = at_work(title, share, words, stop=_STOP)

    def _progress(self, share: float, words: str) -> None:
        self._working(share, words)
        if not self._late.isActive():
            self._tell()

    def _found(self, hands: ListedHands) -> None:
        self._hands, self._notice = hands, None
        self._kept[hands.answered.question] = hands
        if len(self._kept) > _MOST_ANSWERS:
            self._kept.popitem(last=False)
        self._tell()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, PokerError | OSError):
            raise error
        what = tr("Choose another strategy, or try again.")
        again = NoticeButton(_AGAIN, tr("Try again"))
        self._notice = Notice("error", sentence(error), what, (again,))
        self._tell()

    def _draws_now(self) -> SampledHands | None:
        """Return the hand sampler of the seed; None if the seed is invalid or hands are unknown."""
        seed = self._choice.seed_number
        if self._draws is None and self._hands is not None and seed is not None:
            self._draws = SampledHands(self._hands.answered.listing, seed)
        return self._draws

    def _begin_draws(self) -> None:
        self._pause()
        self._draws = self._drawn = None

    def _pause(self) -> None:
        self._drawing = False
        self._pace.stop()
        self._runner.cancel(_DRAW)

    def _draw_on(self) -> None:
        draws = self._draws_now()
        if draws is None:
            return
        before = self._drawn or draws.start()
        self._runner.start(lambda control: draws.go_on(before), self._more, channel=_DRAW)

    def _more(self, drawn: Drawn) -> None:
        self._drawn = drawn
        self._drawing = drawn.hands < LAST
        if self._drawing:
            self._pace.start()
        self._tell()

    def _tell(self) -> None:
        self._late.stop()
        standing = Standing(self._hands, self._drawn, self._drawing, self._notice)
        self.scene.emit(evaluation_scene(self._choice, standing, self._home))
