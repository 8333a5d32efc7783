import tempfile
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from ai.cfr.exact_game import exact_game
from ai.cfr.profiles import LECTURE_PROFILE, two_action_profile
from ai.cfr.robust_sampling import parse_picks
from ai.lab.evaluation_problem import Drawn, SampledHands, answer, looks
from ai.lab.lecture import initial_state, iterate
from ai.lab.node_touches import TouchCurve, measure
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.formatting.notices import at_work
from pokergui.pages.lab.scenes.evaluation import EvaluationChoice, Standing, evaluation_scene
from pokergui.pages.lab.scenes.evaluation_hand import ListedHands
from pokergui.pages.lab.scenes.kuhn import KuhnChoice, kuhn_scene
from pokergui.pages.lab.scenes.matrix import MatrixChoice, matrix_scene
from pokergui.pages.lab.scenes.schedule import ScheduleChoice, look_at, schedule_scene
from pokergui.pages.lab.viewmodel import EvaluationScene, KuhnScene, MatrixScene, ScheduleScene
from pokergui.pages.lab.work import MatrixRun, compute, matrix_games
from pokergui.viewmodel import Notice, NoticeButton
from tests.pokergui.gallery.parts import Made


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
    return kuhn_scene(game, done, distances, KuhnChoice(iterations, chosen=(player, row)))


@cache
def _curve(game: str, picks: str) -> TouchCurve:
    return measure(get_game(game), picks, seeds=2)


@cache
def schedule(
    picks: str = "explicit:1,all",
    game: str = "leduc",
    count: str = "own",
    problem: str = "",
    measured: bool = True,
) -> ScheduleScene:
    texts = {"own": picks, "constant:all": "constant:all", "constant:1": "constant:1"}
    curves = {key: _curve(game, text) for key, text in texts.items()} if measured else {}
    games = (get_game("leduc"), get_game("kuhn"))
    picture = look_at(get_game(game), parse_picks(picks))
    choice = ScheduleChoice(game, "explicit:1,x" if problem else picks, count, 0)
    return schedule_scene(picture, choice, games, curves, None if measured else 0.2, problem)


HOME = Path(tempfile.gettempdir()) / "pokergui-gallery"


@cache
def _hands(choice: EvaluationChoice) -> ListedHands:
    return ListedHands(answer(choice.question, HOME, JobControl()))


@cache
def evaluation(
    case: str = "missing", game: str = "kuhn", drawn: int = 0, estimator: str = "pi+gea"
) -> EvaluationScene:
    choice = EvaluationChoice(estimator=estimator).with_case(case, game)
    hands = _hands(choice)
    draws = SampledHands(hands.answered.listing, 1)
    found: Drawn = draws.start()
    for _ in range(drawn):
        found = draws.go_on(found)
    return evaluation_scene(choice, Standing(hands, found, 0 < drawn < len(looks())), HOME)


def without_hands(notice: Notice) -> EvaluationScene:
    choice = replace(EvaluationChoice().with_case("on", "leduc"), target="call")
    return evaluation_scene(choice, Standing(notice=notice), HOME)


_WORK = at_work("Going through all hands of Leduc", 0.42, stop="stop")
_GONE = "The file of 'trained:leduc' is gone"
_ERROR = Notice("error", _GONE, "Choose another.", (NoticeButton("again", "Try again"),))
MATRIX = Made(
    {
        "step": matrix,
        "both": partial(matrix, iteration=3, rule="both"),
        "end": partial(matrix, iteration=10_000),
        "wide": partial(matrix, 4, 3, "both", "'x' is not a number; write 3, -0.5 or 2/15"),
    }
)
KUHN = Made({"first": kuhn, "later": partial(kuhn, 9, 1, 4)})
SCHEDULE = Made(
    {
        "growing": schedule,
        "street": partial(schedule, "street:0.5,1", count="both"),
        "depth": partial(schedule, "depth:0.4,2,both", "kuhn"),
        "measuring": partial(schedule, "constant:2", measured=False),
        "wrong": partial(schedule, problem="'x' is not a number of actions: 1 to 127, or all"),
    }
)
EVALUATION = Made(
    {
        "on": partial(evaluation, "on", drawn=len(looks())),
        "off": partial(evaluation, "off", drawn=12, estimator="basic"),
        "missing": partial(evaluation, "missing", drawn=40),
        "computing": partial(without_hands, _WORK),
        "error": partial(without_hands, _ERROR),
    }
)
