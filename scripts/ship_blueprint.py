"""Train a blueprint and ship it with the program: python scripts/ship_blueprint.py GAME.

Does what ``pokergui blueprint GAME`` does with the same options, with preflop and flop values from
more deals, measured by local best response, and with its origin in the record. A checkpoint is
resumed; that of a finished run needs no training.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.blueprint import Blueprint
from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.record import save_blueprint
from ai.blueprint.run import BlueprintRun
from ai.blueprint.shipped import NAME, agent_of, shipped_path
from ai.files.strategy import Plain
from ai.lbr.response import local_best_response
from ai.lbr.training_curve import RANDOM, against_random
from ai.multiway.blueprint import MultiwayBlueprint
from ai.training.run import Bounds
from engine.game import get_game
from pokergui.paths import strategies_dir

ROUNDS = ((1, 4), (3, 4))
MENU = "fcpa"


def measured(blueprint: Blueprint | MultiwayBlueprint, deals: int, seed: int) -> dict[str, Plain]:
    """Return local best response's winnings in all rounds, and in the last two; chips per hand.

    Of three and more players, what the blueprint wins from random ones.
    """
    if isinstance(blueprint, MultiwayBlueprint):
        won = against_random(blueprint.game, agent_of(NAME, blueprint), deals, seed)
        mean, half = won.chips().mean, won.chips().half_width
        return {"method": RANDOM, RANDOM: mean, "ci95": half, "hands": won.hands, "seed": seed}
    found: dict[str, Plain] = {"method": "lbr", "menu": MENU, "hands": 2 * deals, "seed": seed}
    agent = BlueprintAgent(NAME, blueprint)
    for first, last in ROUNDS:
        result = local_best_response(
            blueprint.game, agent, deals, seed, menu=MENU, rounds=(first, last)
        )
        unit = 1000 / blueprint.game.big_blind
        print(f"LBR {first}-{last}: {unit * result.mean:,.0f} ± {unit * result.ci95:,.0f} mbb/hand")
        suffix = "" if (first, last) == ROUNDS[0] else f"_rounds_{first}_{last}"
        found[f"lbr{suffix}"], found[f"ci95{suffix}"] = float(result.mean), float(result.ci95)
    return found


def main() -> None:
    """Train, measure, write."""
    parser = argparse.ArgumentParser(description="Train a blueprint that is shipped.")
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--menu", default="", help="as for pokergui blueprint")
    parser.add_argument("--buckets", default="", help="as for pokergui blueprint")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--values", type=int, default=5_000_000, help="deals for the values")
    parser.add_argument("--deals", type=int, default=3_000, help="deals of local best response")
    parser.add_argument("--machine", default="", help="words on the machine, for the record")
    chosen = parser.parse_args()
    game = get_game(chosen.game)
    recipe = BlueprintRecipe(
        game, chosen.menu, chosen.buckets, seed=chosen.seed, workers=chosen.workers
    )
    if chosen.checkpoint.exists():
        run = BlueprintRun.load(chosen.checkpoint, strategies_dir())
        if run.recipe != recipe:
            parser.error(f"{chosen.checkpoint} is of another run: {run.recipe}")
    else:
        run = BlueprintRun(recipe, strategies_dir())
    if run.seconds < 60.0 * chosen.minutes:
        run.run(Bounds(seconds=60.0 * chosen.minutes), path=chosen.checkpoint)
    made = run.blueprint(True, most_values=chosen.values)
    command = f"pokergui blueprint {game.name} --minutes {run.seconds / 60:g}"
    for name, value in run.recipe.parameters.items():
        if value and name in ("menu", "buckets", "workers", "seed"):
            command += f" --{name} '{value}'" if isinstance(value, str) else f" --{name} {value}"
    info = replace(
        made.info,
        measured=measured(made, chosen.deals, chosen.seed),
        provenance={
            "command": command,
            "seconds": run.seconds,
            "machine": chosen.machine,
            "date": datetime.now(UTC).date().isoformat(),
        },
    )
    save_blueprint(shipped_path(game), replace(made, info=info))


if __name__ == "__main__":
    main()
