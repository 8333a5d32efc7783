import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.blueprint.agent import BlueprintAgent
from ai.preflop.solver import Chart, JamFoldSolution
from ai.preflop.spot import JamFoldDecision, JamFoldSpot
from engine.combos import CLASS_NAMES, NUM_CLASSES
from engine.jobs import JobControl
from pokergui.pages.preflop import work
from pokergui.pages.preflop.scenes.blueprint import blueprint_scene
from pokergui.pages.preflop.scenes.jamfold import PreflopDraft, preflop_scene, read_stage
from pokergui.pages.preflop.viewmodel import PreflopScene
from pokergui.pages.preflop.work import BlueprintCharts, Locks, SolvedStage, solve_stage
from pokergui.window.window import MainWindow
from tests.naive.blueprints import random_blueprint


@cache
def _solved(draft: PreflopDraft) -> SolvedStage | None:
    spot = read_stage(draft).spot
    if spot is None or spot.num_seats > 2:
        return None if spot is None else _made(spot)
    return solve_stage(spot, draft.locks, FOLDER, None, JobControl())


def _made(spot: JamFoldSpot) -> SolvedStage:
    """Return charts by the rank of hands: three seats and more take a minute to solve first."""
    rank, charts = np.linspace(1.0, 0.0, NUM_CLASSES), []
    for decision in spot.decisions:
        jam = np.clip(3 * rank - 1 - 0.2 * decision.seat - 0.4 * len(decision.all_in), 0, 1)
        values = np.stack([4 * rank - 2.5, np.full(NUM_CLASSES, -0.3)], axis=1)
        reach = np.full(NUM_CLASSES, 0.6 ** (decision.seat + len(decision.all_in)) / NUM_CLASSES)
        charts.append(Chart(decision, jam, values, reach))
    won = np.linspace(0.12, -0.12, spot.num_seats)
    solution = JamFoldSolution(spot, won, 8.3e-5, tuple(charts), 500)
    return SolvedStage(solution, Locks(), solution)


def scene(progress: float | None = None, solved: bool = True, **draft: Any) -> PreflopScene:
    typed = PreflopDraft(**draft)
    found = _solved(replace(typed, line=JamFoldDecision(0), painting=False)) if solved else None
    return preflop_scene(typed, read_stage(typed), found, progress)


def _wide() -> Locks:
    """Lock a big blind that calls with every ace, king and pair."""
    calls = [float(name[0] in "AK" or name[0] == name[1]) for name in CLASS_NAMES]
    assert len(calls) == NUM_CLASSES
    return Locks({JamFoldDecision(1, (0,)): np.array(calls)})


FOLDER = Path(tempfile.gettempdir()) / "pokergui-gallery"
_LOCKS = _wide()


@cache
def _charts() -> BlueprintCharts:
    """Return charts of a blueprint of random numbers, half of whose rows were hardly trained."""
    with pytest.MonkeyPatch.context() as patch:
        made = random_blueprint("holdem-nolimit@50", "50,100,250,a/100,250,a/100,a/a;50,a/a")
        info = replace(made.info, iterations=82_109_707, measured={"lbr": 12.2, "ci95": 4.1})
        agent = BlueprintAgent("cfr", replace(made, info=info))
        patch.setattr(work, "build", lambda *which: agent)
        return work.blueprint_charts(made.game, FOLDER, JobControl())


def blueprint(line: str = "", **draft: Any) -> PreflopScene:
    return blueprint_scene(PreflopDraft(source="holdem-nolimit@50", **draft), line, _charts())


_THREE = {"players": 3, "equal": False, "stacks": ("8", "12.5", "10", "10", "10", "10")}
_SIX = {"players": 6, "ante": "0.5", "ante_of": "big", "payouts": "50 30 20"}
STATES: dict[str, Callable[[], PreflopScene]] = {
    "heads-up": scene,
    "call": lambda: scene(line=JamFoldDecision(1, (0,))),
    "ev": lambda: scene(shown="ev"),
    "locked": lambda: scene(locks=_LOCKS, painting=True, line=JamFoldDecision(1, (0,))),
    "three": lambda: scene(**_THREE, line=JamFoldDecision(2, (0,))),
    "six": lambda: scene(**_SIX, line=JamFoldDecision(5, (2, 4))),
    "solving": lambda: scene(**_THREE, solved=False, progress=0.42),
    "wrong": lambda: scene(players=3, equal=False, stacks=("0.5",) * 6, payouts="20 50", small="x"),
    "poor": lambda: scene(stack="1"),
    "blueprint": blueprint,
    "blueprint-ev": lambda: blueprint("c", shown="ev"),
    "reading": lambda: blueprint_scene(PreflopDraft(source="holdem-nolimit"), "", None, 0.3),
}


def show(window: MainWindow, made: PreflopScene) -> None:
    window.show_page("preflop")
    window.preflop.set_scene(made)
    window.preflop.grid.set_pin(2)
    window.preflop.grid.pinned.emit(2)
