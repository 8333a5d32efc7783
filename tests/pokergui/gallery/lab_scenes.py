"""Scenes of the Lab page, made by its presenters on this thread."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

from ai.cfr.exact import exact_game
from ai.cfr.lecture import initial_state, iterate
from ai.cfr.picks import parse_picks
from ai.cfr.profiles import LECTURE_PROFILE, two_action_profile
from ai.cfr.touches import TouchCurve, measure
from ai.evaluation.drawn import Drawn, Draws, looks
from ai.evaluation.question import answer
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.formatting.notices import at_work
from pokergui.pages.lab.scenes.evaluation import EvaluationChoice, Standing, evaluation_scene
from pokergui.pages.lab.scenes.evaluation_hand import Hands
from pokergui.pages.lab.scenes.games import matrix_games
from pokergui.pages.lab.scenes.kuhn import KuhnChoice, kuhn_scene
from pokergui.pages.lab.scenes.matrix import MatrixChoice, matrix_scene
from pokergui.pages.lab.scenes.schedule import ScheduleChoice, look_at, schedule_scene
from pokergui.pages.lab.viewmodel.evaluation import EvaluationScene
from pokergui.pages.lab.viewmodel.lab import KuhnScene, MatrixScene
from pokergui.pages.lab.viewmodel.schedule import ScheduleScene
from pokergui.pages.lab.work.matrix import MatrixRun, compute
from pokergui.viewmodel import Notice, NoticeButton


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


HOME = Path(tempfile.mkdtemp(prefix="pokergui-gallery-"))


@cache
def _hands(choice: EvaluationChoice) -> Hands:
    return Hands(answer(choice.question, HOME, JobControl()))


@cache
def evaluation(
    case: str = "missing", game: str = "kuhn", drawn: int = 0, estimator: str = "pi+gea"
) -> EvaluationScene:
    choice = EvaluationChoice(estimator=estimator).with_case(case, game)
    hands = _hands(choice)
    draws = Draws(hands.answered.listing, 1)
    found: Drawn = draws.start()
    for _ in range(drawn):
        found = draws.go_on(found)
    standing = Standing(hands, found, 0 < drawn < len(looks()))
    return evaluation_scene(choice, standing, HOME)


def many_rows() -> EvaluationScene:
    """Build a table as high as that of a hand of Leduc."""
    scene = evaluation("on", drawn=20)
    rows = scene.hand.unseen.rows
    unseen = replace(scene.hand.unseen, rows=(*rows[:-1] * 4, rows[-1]))
    return replace(scene, hand=replace(scene.hand, unseen=unseen))


def without_hands(notice: Notice) -> EvaluationScene:
    choice = replace(EvaluationChoice().with_case("on", "leduc"), roles=("cfr", "call", "nfsp"))
    return evaluation_scene(choice, Standing(notice=notice), HOME)


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
    "wrong": schedule(problem="'x' is not a number of actions: 1 to 127, or all"),
}
EVALUATION = {
    "on": evaluation("on", drawn=len(looks())),
    "off": evaluation("off", drawn=12, estimator="basic"),
    "missing": evaluation("missing", drawn=40),
    "many": many_rows(),
    "empty": evaluation("missing"),
    "computing": without_hands(at_work("Going through all hands of Leduc", 0.42, stop="stop")),
    "stopped": without_hands(
        Notice("plain", "Stopped", "Nothing is known yet.", (NoticeButton("again", "Go on"),))
    ),
    "error": without_hands(
        Notice(
            "error",
            "The file of 'trained:leduc' is gone",
            "Choose another strategy, or try again.",
            (NoticeButton("again", "Try again"),),
        )
    ),
}
