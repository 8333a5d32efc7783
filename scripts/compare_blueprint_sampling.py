"""Compare sampling schemes for blueprints: python -m scripts.compare_blueprint_sampling --help.

``schedules``: each robust-sampling schedule visits the same number of nodes, which determines the
time of a run, with one hand per traversal. Then its average plays a duplicate match against the
average of external sampling; positive figures are wins over external sampling.

``hands``: external sampling with each number of hands per traversal runs for the same processor
time. Then its average plays a duplicate match against the shipped blueprint, and local best
response plays against it by calling and folding.
"""

from __future__ import annotations

import argparse
import time

from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.blueprint import Blueprint
from ai.blueprint.recipe import ALGORITHM, BlueprintRecipe
from ai.blueprint.solver import BlueprintSolver
from ai.files.strategy import StrategyInfo
from ai.lbr.response import local_best_response
from ai.registry import build
from engine.agent import Agent
from engine.game import get_game
from engine.match import play
from pokergui.paths import strategies_dir

EXTERNAL = "constant:all"
SCHEDULES = (
    EXTERNAL,
    "constant:2",
    "explicit:1,all",
    "explicit:2,3,all",
    "depth:0.5",
    "street:0.5,0.5,1",
    "street:1,1,0.5",
)
HANDS = (1, 2, 4, 8)
_STEP = 10_000


def _agent(recipe: BlueprintRecipe, solver: BlueprintSolver, name: str) -> BlueprintAgent:
    """Engine of a run's average."""
    info = StrategyInfo(recipe.game, ALGORITHM, "", menu=recipe.menu)
    made = Blueprint.of(info, solver.cards, solver.average(), tree=solver.tree)
    return BlueprintAgent(name, made)


def main() -> None:
    """Train, play, print."""
    parser = argparse.ArgumentParser(description="Compare kinds of sampling of blueprints.")
    parser.add_argument("what", choices=["schedules", "hands"])
    parser.add_argument("game", nargs="?", default="holdem-nolimit@20")
    parser.add_argument("--nodes", type=float, default=1e9, help="of each schedule")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each number of hands")
    parser.add_argument("--deals", type=int, default=50_000, help="of the match")
    parser.add_argument("--weights", default="linear")
    parser.add_argument("--menu", default="", help="as for pokergui blueprint")
    parser.add_argument("--buckets", default="", help="as for pokergui blueprint")
    chosen = parser.parse_args()
    game = get_game(chosen.game)

    def recipe(picks: str) -> BlueprintRecipe:
        return BlueprintRecipe(game, chosen.menu, chosen.buckets, picks, chosen.weights, seed=1)

    def told(name: str, solver: BlueprintSolver, agent: Agent, other: Agent) -> str:
        won = play(game, [agent, other], chosen.deals, seed=1, duplicate=True).mbb()
        each = solver.nodes / solver.iteration
        return (
            f"{name:20} {solver.iteration:14,} deals {each:8.0f} nodes/deal"
            f" {won.mean:+8.1f} ± {won.half_width:.1f} mbb/hand"
        )

    if chosen.what == "schedules":
        reference: BlueprintAgent | None = None
        for picks in SCHEDULES:
            solver = recipe(picks).build(strategies_dir(), hands=1)
            assert isinstance(solver, BlueprintSolver)
            while solver.nodes < chosen.nodes:
                solver.step(_STEP)
            agent = _agent(recipe(picks), solver, picks)
            reference = reference or agent
            print(told(picks, solver, agent, reference), flush=True)
        return
    shipped = build("cfr", game)
    for hands in HANDS:
        solver = recipe(EXTERNAL).build(strategies_dir(), hands=hands)
        assert isinstance(solver, BlueprintSolver)
        solver.step(0)
        begun = time.process_time()
        while time.process_time() - begun < chosen.seconds:
            solver.step(_STEP)
        agent = _agent(recipe(EXTERNAL), solver, f"{hands} hands")
        lost = local_best_response(game, agent, 1_000, 1, menu="fc").interval
        unit = 1000 / game.big_blind
        print(
            told(agent.name, solver, agent, shipped),
            f"LBR fc {unit * lost.mean:+.1f} ± {unit * lost.half_width:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
