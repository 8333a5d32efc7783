"""Measure every exact variant of CFR on small games and print a table of docs/benchmarks.md.

``python -m scripts.compare_variants [--seconds S]``; some three minutes on one core. More small
games are included, so that a default does not rest on two.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from ai.cfr.algorithms import ALGORITHMS
from ai.cfr.run import CfrRecipe, CfrRun
from ai.training.run import Bounds
from engine.game import Game, get_game

_LEDUC = get_game("leduc")
GAMES: dict[str, tuple[Game, tuple[float, ...]]] = {
    "Kuhn": (get_game("kuhn"), (1e-3, 1e-6, 1e-9, 1e-12)),
    "Leduc": (_LEDUC, (1e-2, 1e-3, 1e-4, 1e-6, 1e-9, 1e-12)),
    "Leduc's cards, no limit, stacks of 5": (
        replace(_LEDUC, betting="nolimit", raise_sizes=(), max_raises=(255, 255), stacks=(5, 5)),
        (1e-3, 1e-6, 1e-9),
    ),
    "Leduc with two boards": (
        replace(
            _LEDUC,
            raise_sizes=(2, 2, 4),
            max_raises=(1, 1, 1),
            first_player=(0, 1, 0),
            num_board=(0, 1, 1),
        ),
        (1e-3, 1e-6, 1e-9),
    ),
    "Leduc with two hole cards": (replace(_LEDUC, num_hole=2), (1e-3, 1e-6, 1e-9)),
    "Leduc with 13 ranks": (replace(_LEDUC, num_ranks=13), (1e-3, 1e-6)),
}


def reached(recipe: CfrRecipe, targets: tuple[float, ...], seconds: float) -> list[str]:
    """Return iterations and milliseconds to each target, or the best value where it is missed."""
    found: list[str] = []
    CfrRun(recipe).trainer.step(1)  # compile untimed
    training = CfrRun(recipe)
    for target in targets:
        training.run(Bounds(None, target, seconds))
        if training.exploitability > target:
            found.append(f"{training.exploitability:.1e} in the end")
            break
        found.append(f"{training.last.iteration:,}; {1000 * training.seconds:,.3g} ms")
    return found + [""] * (len(targets) - len(found))


def main() -> None:
    """Print one table for each game."""
    parser = argparse.ArgumentParser(description="Compare the variants of CFR.")
    parser.add_argument("--seconds", type=float, default=5.0, help="most for each run")
    chosen = parser.parse_args()
    for title, (game, targets) in GAMES.items():
        print(f"\n| {title} | " + " | ".join(f"{target:.0e}" for target in targets) + " |")
        print("|---" * (len(targets) + 1) + "|")
        for algorithm in ALGORITHMS:
            if algorithm.sampled:
                continue
            for simultaneous in (False, True) if algorithm.name == "cfr" else (False,):
                recipe = CfrRecipe(game, algorithm.name, simultaneous)
                cells = reached(recipe, targets, chosen.seconds)
                order = ", simultaneous" if simultaneous else ""
                print(f"| {algorithm.title}{order} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
