"""Blueprints by kind of sampling: python scripts/compare_blueprint_schedules.py --help.

Each schedule of robust sampling visits the same number of nodes, on which the time of a run
depends. Then its average plays a duplicate match against the average of external sampling; positive
figures are wins over external sampling.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.run import BlueprintRun
from engine.game import get_game
from engine.match import play

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


def main() -> None:
    """Train, play, print."""
    parser = argparse.ArgumentParser(description="Compare sampling schedules of blueprints.")
    parser.add_argument("game", nargs="?", default="holdem-nolimit@20")
    parser.add_argument("--nodes", type=float, default=1e9)
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--weights", default="linear")
    chosen = parser.parse_args()
    game = get_game(chosen.game)
    reference: BlueprintAgent | None = None
    with tempfile.TemporaryDirectory() as folder:
        for picks in SCHEDULES:
            recipe = BlueprintRecipe(game, picks=picks, weights=chosen.weights, seed=1)
            run = BlueprintRun(recipe, Path(folder))
            solver = run.trainer
            while solver.nodes < chosen.nodes:
                solver.step(10_000)
            agent = BlueprintAgent(picks, run.blueprint())
            reference = reference or agent
            result = play(game, [agent, reference], chosen.deals, seed=1, duplicate=True).mbb()
            each = solver.nodes / solver.iteration
            print(
                f"{picks:20} {solver.iteration:14,} deals {each:8.0f} nodes/deal"
                f" {result.mean:+8.1f} ± {result.half_width:.1f} mbb/hand",
                flush=True,
            )


if __name__ == "__main__":
    main()
