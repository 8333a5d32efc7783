"""Ship the networks of a finished run with the program.

``python -m scripts.ship_network CHECKPOINT`` takes a checkpoint of ``pokergui train ...
--checkpoint CHECKPOINT``, quantises the weights to 16 bits, measures the result (exactly in small
games, by local best response in hold'em of two, else by a match against random players), and writes
the networks with their origin, and the training curve as a table.
"""

from __future__ import annotations

import argparse
import csv
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ai.cfr.best_response import exploitability
from ai.files.strategy import Plain
from ai.lbr.response import local_best_response
from ai.lbr.training_curve import LBR, against_random
from ai.networks.agent import NetworkAgent
from ai.networks.learners import NfspRecipe, NfspRun
from ai.networks.nfsp.parameters import NfspParameters
from ai.networks.nfsp.shipped import shipped_networks, shipped_path
from ai.networks.record import Trained, load_network, networks_hash, save_network
from ai.networks.run import EXACT, measure_of
from ai.networks.table import network_table
from pokergui.paths import strategies_dir


def command_of(recipe: NfspRecipe, episodes: int) -> str:
    """Return the command that repeats a run, with options that differ from the defaults."""
    words = [f"pokergui train {recipe.game.name} --method {recipe.algorithm}"]
    if recipe.start:
        words.append(f"--from {_origin(recipe)}")
    words.append(f"--seed {recipe.seed} --episodes {episodes}")
    defaults = NfspParameters()
    for field in fields(NfspParameters):
        value: Any = getattr(recipe.learning, field.name)
        if field.name != "method" and value != getattr(defaults, field.name):
            shown = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
            words.append(f"--{field.name.replace('_', '-')} {shown}")
    return " ".join(words)


def _origin(recipe: NfspRecipe) -> str:
    """Return the name of the shipped networks from which a run started.

    Raises:
        ValueError: if they are not shipped, so that the run is not reproducible.
    """
    for path, info in shipped_networks():
        if info.game == recipe.game and networks_hash(load_network(path).networks) == recipe.start:
            return info.algorithm
    raise ValueError("the run went on from networks that are not shipped")


def measured(trained: Trained, deals: int, seed: int) -> dict[str, Plain]:
    """Return the measured strength of the average, in chips per hand."""
    game = trained.info.game
    method = measure_of(game)
    if method == EXACT:
        table = network_table(trained.environment, trained.networks)
        return {"method": method, "exploitability": exploitability(table)}
    agent = NetworkAgent(trained.info.algorithm, trained.environment, trained.networks)
    if method == LBR:
        found = local_best_response(game, agent, deals, seed)
        hands, won = found.hands, found.interval
    else:
        match = against_random(game, agent, deals, seed)
        hands, won = match.hands, match.chips()
    figures = {method: float(won.mean), "ci95": float(won.half_width), "hands": hands}
    return {"method": method, **figures, "seed": seed}


def write_curve(run: NfspRun, path: Path) -> None:
    """Write a run's evaluations as a table: chips per hand, and fill levels of the memories."""
    losses = {loss.iteration: loss for loss in run.losses}
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(
            ["episodes", "seconds", run.measure, "ci95", "value_loss", "average_loss", "fill"]
        )
        for point in run.curve:
            loss = losses.get(point.iteration)
            learned = (loss.rl, loss.sl, loss.sl_fill) if loss else (0.0, 0.0, 0.0)
            figures = (point.seconds, point.exploitability, point.ci95, *learned)
            table.writerow([point.iteration, *(f"{figure:.6g}" for figure in figures)])


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description="Ship the networks of a finished run.")
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--deals", type=int, default=1_000, help="deals of what is measured")
    parser.add_argument("--machine", default="", help="words on the machine, for the record")
    chosen = parser.parse_args()
    run = NfspRun.load(chosen.checkpoint, strategies_dir())
    trained, recipe = run.trained(), run.recipe
    path = shipped_path(recipe.algorithm, recipe.game)
    path.parent.mkdir(exist_ok=True)
    save_network(path, trained, half=True)
    kept = load_network(path)
    info = replace(
        kept.info,
        measured=measured(kept, chosen.deals, recipe.seed),
        provenance={
            "command": command_of(recipe, run.trainer.iteration),
            "seconds": run.seconds,
            "machine": chosen.machine,
            "date": datetime.now(UTC).date().isoformat(),
        },
    )
    save_network(path, Trained(info, kept.environment, kept.networks), half=True)
    path.with_name(f"{path.name}.previous").unlink()
    write_curve(run, path.with_suffix(".csv"))
    print(path, info.measured)


if __name__ == "__main__":
    main()
