"""Strength of a blueprint during training: python scripts/blueprint_growth.py GAME.

At each given number of deals, print what local best response wins from the current average, with
each of its menus, and the average's result against the shipped blueprint.
"""

from __future__ import annotations

import argparse
import time

from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.run import BlueprintRun
from ai.lbr.response import local_best_response
from ai.registry import build
from engine.game import get_game
from engine.match import play
from engine.running_result import Interval
from pokergui.paths import strategies_dir

_BLOCK = 10_000
LBR_MENUS = ("fc", "fcpa")


def main() -> None:
    """Train, evaluating at the given points."""
    parser = argparse.ArgumentParser(description="Measure a blueprint along its training.")
    parser.add_argument("game")
    parser.add_argument("--walked", default="1e6,3e6,1e7,3e7,1e8", help="deals at which to stop")
    parser.add_argument("--menu", default="", help="as for pokergui blueprint")
    parser.add_argument("--buckets", default="", help="as for pokergui blueprint")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=1_000, help="of local best response")
    parser.add_argument("--matches", type=int, default=50_000, help="deals of each match")
    chosen = parser.parse_args()
    game = get_game(chosen.game)
    shipped = build("cfr", game)
    recipe = BlueprintRecipe(game, chosen.menu, chosen.buckets, seed=chosen.seed)
    run = BlueprintRun(recipe, strategies_dir())
    solver, seconds = run.trainer, 0.0

    def told(interval: Interval) -> str:
        return f"{interval.mean:,.0f} ± {interval.half_width:,.0f}"

    unit = 1000.0 / game.big_blind
    print("| deals | minutes |", *(f"LBR {menu} |" for menu in LBR_MENUS), "v. shipped |")
    for walked in map(int, map(float, chosen.walked.split(","))):
        begun = time.perf_counter()
        while solver.iteration < walked:
            solver.step(min(_BLOCK, walked - solver.iteration))
        seconds += time.perf_counter() - begun
        agent = run.agent()
        wins = [
            local_best_response(game, agent, chosen.deals, chosen.seed, menu=menu).interval
            for menu in LBR_MENUS
        ]
        wins = [Interval(unit * won.mean, unit * won.half_width) for won in wins]
        match = play(game, [agent, shipped], chosen.matches, chosen.seed, duplicate=True)
        cells = [told(won) for won in (*wins, match.mbb())]
        print(f"| {walked:,} | {seconds / 60:.1f} |", *(f"{cell} |" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
