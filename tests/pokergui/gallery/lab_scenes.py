"""Scenes of the Lab page, made by its presenters on this thread."""

from __future__ import annotations

from functools import cache

from ai.cfr.exact import exact_game
from ai.cfr.lecture import initial_state, iterate
from ai.cfr.picks import parse_picks
from ai.cfr.profiles import LECTURE_PROFILE, two_action_profile
from ai.cfr.touches import TouchCurve, measure
from engine.game import get_game
from pokergui.pages.lab.scenes.games import matrix_games
from pokergui.pages.lab.scenes.kuhn import KuhnChoice, kuhn_scene
from pokergui.pages.lab.scenes.matrix import MatrixChoice, matrix_scene
from pokergui.pages.lab.scenes.schedule import ScheduleChoice, look_at, schedule_scene
from pokergui.pages.lab.viewmodel.lab import KuhnScene, MatrixScene
from pokergui.pages.lab.viewmodel.schedule import ScheduleScene
from pokergui.pages.lab.work.matrix import MatrixRun, compute


@cache
def _run(game: int) -> MatrixRun:
    return compute(matrix_games()[game])


def matrix(
    game: int = 0, iteration: int = 2, rule: str = "lecture", problem: str = ""
) -> MatrixScene:
    run, choice = _run(game), MatrixChoice(iteration, rule)
    done = [run.step_at(name, iteration) for name in choice.rules]
    return matrix_scene(run, done, choice, problem)


@cache
def kuhn(iterations: int = 1, player: int = 0, row: int = 0) -> KuhnScene:
    game = exact_game(get_game("kuhn"))
    state, distances = initial_state(two_action_profile(game, LECTURE_PROFILE)), []
    for _ in range(iterations):
        done = iterate(game, state)
        state = done.after
        distances.append(done.average_nash_conv)
    return kuhn_scene(game, done, distances, KuhnChoice(iterations, chosen=(player, row)), False)


@cache
def _curve(game: str, picks: str) -> TouchCurve:
    return measure(get_game(game), picks, seeds=2)


@cache
def schedule(
    picks: str = "explicit:1,all",
    game: str = "leduc",
    count: str = "own",
    dial: int = 0,
    problem: str = "",
    measured: bool = True,
) -> ScheduleScene:
    texts = {"own": picks, "constant:all": "constant:all", "constant:1": "constant:1"}
    curves = {key: _curve(game, text) for key, text in texts.items()} if measured else {}
    games = (get_game("leduc"), get_game("kuhn"))
    picture = look_at(get_game(game), parse_picks(picks))
    choice = ScheduleChoice(game, "explicit:1,x" if problem else picks, count, dial)
    return schedule_scene(picture, choice, games, curves, None if measured else 0.2, problem)


MATRIX = {
    "step": matrix(),
    "textbook": matrix(iteration=7, rule="textbook"),
    "both": matrix(iteration=3, rule="both"),
    "end": matrix(iteration=10_000),
    "pennies": matrix(2),
    "wide": matrix(4, 3, "both", "'x' is not a number; write 3, -0.5 or 2/15"),
}
KUHN = {"first": kuhn(), "later": kuhn(9, 1, 4)}
SCHEDULE = {
    "growing": schedule(),
    "street": schedule("street:0.5,1", count="both"),
    "depth": schedule("depth:0.4,2,both", "kuhn"),
    "measuring": schedule("constant:2", measured=False),
    "wrong": schedule(problem="'x' is no number of actions: 1 to 127, or all"),
}
