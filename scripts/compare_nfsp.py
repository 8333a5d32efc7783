"""NFSP with three kinds of replay on Leduc: python -m scripts.compare_nfsp, --help for options.

Exploitability of the average after equal numbers of hands, and after equal processor time of one
core. Each run serves both; results are stored in a file, and a second call does missing runs only.
A figure is the mean of the evaluations in the last tenth of a run: single ones vary with the last
few updates. With three players exploitability is NashConv / 3.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from math import nan
from pathlib import Path
from statistics import mean, median, stdev

from ai.cfr.best_response import exploitability
from ai.networks.learners import NfspRecipe
from ai.networks.nfsp.parameters import METHODS, NfspParameters
from ai.networks.record import Networks
from ai.networks.table import network_table
from engine.errors import PokerError
from engine.game import Game, get_game

FILE = Path("artefacts") / "compare-nfsp.jsonl"
LOOK = 100_000
"""Hands between evaluations."""
TAIL = 0.1


@dataclass(frozen=True)
class Course:
    """Hands, processor seconds and exploitability at each evaluation of one run."""

    hands: list[int]
    seconds: list[float]
    found: list[float]

    def after(self, spent: list[int] | list[float], given: float) -> float:
        """Return mean exploitability over the last tenth of a budget; NaN without evaluations."""
        looks = [
            value
            for value, used in zip(self.found, spent, strict=True)
            if (1 - TAIL) * given <= used <= (1 + 1e-9) * given
        ]
        return mean(looks) if looks else nan


def course(recipe: NfspRecipe, hands: int, seconds: float) -> Course:
    """Train until both bounds are reached; evaluations are not timed."""
    solver = recipe.build()
    solver.step(0)
    done = Course([], [], [])
    spent = 0.0
    while solver.iteration < hands or spent < seconds:
        begin = time.thread_time()
        solver.step(LOOK)
        spent += time.thread_time() - begin
        table = network_table(solver.environment, Networks(solver.averages, solver.values))
        done.hands.append(solver.iteration // LOOK * LOOK)  # games end in lockstep
        done.seconds.append(spent)
        done.found.append(exploitability(table))
    return done


def courses(
    game: Game, seeds: int, hands: int, seconds: float, file: Path
) -> dict[str, list[Course]]:
    """Return every run, from the file if stored."""
    kept: dict[str, Course] = {}
    if file.exists():
        for line in file.read_text().splitlines():
            row = json.loads(line)
            kept[row["run"]] = Course(row["hands"], row["seconds"], row["found"])
    found: dict[str, list[Course]] = {}
    for seed in range(1, seeds + 1):
        for method in METHODS:
            recipe = NfspRecipe(game, NfspParameters(method=method), seed=seed)
            named = {"game": game.name, "method": method, "hands": hands, "time": seconds}
            run = json.dumps({**named, **recipe.parameters})
            if run not in kept:
                kept[run] = course(recipe, hands, seconds)
                file.parent.mkdir(parents=True, exist_ok=True)
                with file.open("a") as lines:
                    lines.write(json.dumps({"run": run, **kept[run].__dict__}) + "\n")
                print(f"{method}, seed {seed}: done", file=sys.stderr, flush=True)
            found.setdefault(method, []).append(kept[run])
    return found


def _cell(values: list[float]) -> str:
    spread = stdev(values) if len(values) > 1 else 0.0
    return f"{median(values):.4f} | {mean(values):.4f} ± {spread:.4f}"


def main() -> None:
    """Do the runs and print one table."""
    parser = argparse.ArgumentParser(description="Compare NFSP, NFSP-PER and NFSP-PLT.")
    parser.add_argument("--game", default="leduc", help="a game as small as leduc-3")
    parser.add_argument("--hands", type=int, default=8_000_000)
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--file", type=Path, default=FILE, help="what is kept between calls")
    chosen = parser.parse_args()
    if chosen.hands < 10 * LOOK or chosen.seconds <= 0 or chosen.seeds < 1:
        sys.exit(f"compare_nfsp: give at least {10 * LOOK:,} hands, some seconds and a seed")
    try:
        found = courses(
            get_game(chosen.game), chosen.seeds, chosen.hands, chosen.seconds, chosen.file
        )
    except PokerError as error:
        sys.exit(f"compare_nfsp: {error}")
    samples, clock = f"{chosen.hands:,} hands", f"{chosen.seconds:g} s"
    print(f"| method | {samples}: median | mean ± SD | {clock}: median | mean ± SD | hands/s |")
    print("|---|---|---|---|---|---|")
    for method, runs in found.items():
        equal = [run.after(run.hands, chosen.hands) for run in runs]
        timed = [run.after(run.seconds, chosen.seconds) for run in runs]
        speed = median(run.hands[-1] / run.seconds[-1] for run in runs)
        print(f"| {method} | {_cell(equal)} | {_cell(timed)} | {speed:,.0f} |")


if __name__ == "__main__":
    main()
