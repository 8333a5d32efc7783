"""Compare sampling schemes of MCCFR: python scripts/compare_schedules.py, --help for options.

Exploitability of the average after equal node touches, mean and standard deviation over seeds, on
Leduc and on Leduc's cards with no-limit betting and stacks of 13: robust-sampling schedules without
and with baselines, which are also plotted; then external and outcome sampling with either weights.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.cfr.sampling import SamplingSolver
from engine.game import Game, get_game

IMAGE = Path(__file__).resolve().parents[1] / "docs" / "images" / "schedules.svg"
NOLIMIT = replace(
    get_game("leduc"),
    name="leduc-nolimit",
    title="Leduc's cards, no-limit, stacks of 13",
    betting="nolimit",
    raise_sizes=(),
    max_raises=(255, 255),
    stacks=(13, 13),
)
GAMES = (get_game("leduc"), NOLIMIT)
FIRST_LOOK = 1e5


@dataclass(frozen=True)
class Run:
    """One setting: solver arguments, display name, curve colour."""

    name: str
    method: str
    picks: str = ""
    weights: str = "linear"
    baselines: bool = False
    colour: str = "#000000"
    dashes: str = ""


SCHEDULES = (
    Run("k = N (constant:all)", "robust-mccfr", "constant:all", colour="#000000"),
    Run("k = 1 (constant:1)", "robust-mccfr", "constant:1", colour="#d55e00"),
    Run("constant (constant:2)", "robust-mccfr", "constant:2", colour="#e69f00"),
    Run("growing (explicit:1,all)", "robust-mccfr", "explicit:1,all", colour="#0072b2"),
    Run("growing (depth:0.5)", "robust-mccfr", "depth:0.5", colour="#56b4e9"),
    Run("growing (street:0.5,1)", "robust-mccfr", "street:0.5,1", colour="#009e73"),
    Run("falling (explicit:all,1)", "robust-mccfr", "explicit:all,1", colour="#cc79a7"),
    Run("falling (street:1,0.5)", "robust-mccfr", "street:1,0.5", colour="#7f3c8d"),
)
SETTINGS = tuple(
    Run(f"{name}, {weights}{', baselines' if baselines else ''}", method, "", weights, baselines)
    for name, method in (("external", "es-mccfr"), ("outcome", "os-mccfr"))
    for baselines in (False, True)
    for weights in ("linear", "plain")
)


def looks(nodes: float, per_decade: int) -> NDArray[np.float64]:
    """Node counts in geometric steps up to ``nodes``."""
    count = round(np.log10(nodes / FIRST_LOOK) * per_decade)
    return np.asarray(FIRST_LOOK * 10.0 ** (np.arange(count + 1) / per_decade))


def curve(game: Game, run: Run, seed: int, at: NDArray[np.float64]) -> list[float]:
    """Exploitability at the first iteration that reaches each number of node touches."""
    solver = SamplingSolver(
        game, run.method, run.picks, seed, weights=run.weights, baselines=run.baselines
    )
    solver.step(1)
    found = []
    for nodes in at.tolist():
        while (left := nodes - solver.nodes) > 0:
            solver.step(max(1, int(0.5 * left * solver.iteration / solver.nodes)))
        found.append(solver.exploitability())
    return found


def measure(
    game: Game, runs: Sequence[Run], at: NDArray[np.float64], seeds: int
) -> NDArray[np.float64]:
    """(runs, seeds, looks) float64: exploitabilities."""
    found = np.empty((len(runs), seeds, len(at)))
    for index, run in enumerate(runs):
        start = time.perf_counter()
        for seed in range(seeds):
            found[index, seed] = curve(game, run, seed, at)
        seconds = time.perf_counter() - start
        print(f"{game.title}, {run.name}: {seconds:.0f} s", file=sys.stderr, flush=True)
    return found


def table(
    title: str, runs: Sequence[Run], at: NDArray[np.float64], found: NDArray[np.float64]
) -> str:
    """Mean and standard deviation over seeds at powers of ten and at the end, as Markdown."""
    powers = np.log10(at)
    shown = np.flatnonzero((abs(powers - powers.round()) < 1e-9) | (at == at[-1])).tolist()
    head = " | ".join(f"{at[i]:.1e}".replace(".0e+0", "e").replace("e+0", "e") for i in shown)
    lines = [f"| {title} | {head} |", "|---" * (len(shown) + 1) + "|"]
    for run, values in zip(runs, found, strict=True):
        cells = [f"{values[:, i].mean():.4f} ± {values[:, i].std(ddof=1):.4f}" for i in shown]
        lines.append(f"| {run.name} | {' | '.join(cells)} |")
    return "\n".join(lines)


WIDTH, LEFT, TOP, PANEL, DEEP = 1040, 64, 44, 420, 300
ROW = DEEP + 84
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def drawing(
    panels: Sequence[tuple[str, NDArray[np.float64]]], runs: Sequence[Run], at: NDArray[np.float64]
) -> str:
    """Mean curves with a band of one standard deviation on log-log axes, as SVG text."""
    rows = (len(panels) + 1) // 2
    height = TOP + rows * ROW + 44
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        ' font-family="sans-serif" font-size="13" fill="#222">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for number, (title, found) in enumerate(panels):
        left, top = LEFT + number % 2 * (PANEL + 84), TOP + number // 2 * ROW
        parts += _panel(left, top, title, runs, at, found)
    for index, run in enumerate(runs):
        x, y = LEFT + (index % 4) * 240, TOP + rows * ROW + (index // 4) * 22
        parts.append(f'<path d="M{x} {y - 4}h26" stroke="{run.colour}" stroke-width="2.5"/>')
        parts.append(f'<text x="{x + 32}" y="{y}">{run.name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _panel(
    left: int,
    top: int,
    title: str,
    runs: Sequence[Run],
    at: NDArray[np.float64],
    found: NDArray[np.float64],
) -> list[str]:
    middle, spread = found.mean(axis=1), found.std(axis=1, ddof=1)
    low = np.log10(np.maximum(middle - spread, middle / 3.0).min())
    high = np.log10((middle + spread).max())
    begin, end = np.log10(at[0]), np.log10(at[-1])

    def points(values: NDArray[np.float64]) -> list[str]:
        x = left + (np.log10(at) - begin) / (end - begin) * PANEL
        y = top + (high - np.log10(values)) / (high - low) * DEEP
        return [f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True)]

    parts = [f'<text x="{left}" y="{top - 16}" font-weight="bold">{title}</text>']
    for value in (digit * 10.0**power for power in range(-4, 2) for digit in (1, 2, 5)):
        if low <= np.log10(value) <= high:
            y = top + (high - np.log10(value)) / (high - low) * DEEP
            parts.append(f'<path d="M{left} {y:.1f}h{PANEL}" stroke="#ddd"/>')
            parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    for power in range(int(np.ceil(begin)), int(np.floor(end)) + 1):
        x = left + (power - begin) / (end - begin) * PANEL
        parts.append(f'<path d="M{x:.1f} {top}v{DEEP}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{top + DEEP + 18}" text-anchor="middle">10{RAISED[power]}</text>'
        )
    parts.append(
        f'<text x="{left + PANEL / 2}" y="{top + DEEP + 36}" text-anchor="middle">nodes touched;'
        " exploitability of the average in chips a hand</text>"
    )
    for run, mean, deviation in zip(runs, middle, spread, strict=True):
        edges = points(mean + deviation) + points(np.maximum(mean - deviation, mean / 3.0))[::-1]
        parts.append(f'<polygon points="{" ".join(edges)}" fill="{run.colour}" opacity="0.12"/>')
    for run, mean in zip(runs, middle, strict=True):
        line = " ".join(points(mean))
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{run.colour}" stroke-width="2"/>'
        )
    parts.append(
        f'<rect x="{left}" y="{top}" width="{PANEL}" height="{DEEP}" fill="none" stroke="#888"/>'
    )
    return parts


def main() -> None:
    """Measure, print the tables and plot the schedules' curves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=float, default=10**7.5, help="node touches of each run")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--image", type=Path, default=IMAGE)
    options = parser.parse_args()
    at = looks(options.nodes, per_decade=4)
    panels = []
    for ending, baselines in (("", False), (", with baselines", True)):
        runs = [replace(run, baselines=baselines) for run in SCHEDULES]
        for game in GAMES:
            panels.append((game.title + ending, measure(game, runs, at, options.seeds)))
            print(table(panels[-1][0], runs, at, panels[-1][1]), end="\n\n", flush=True)
    options.image.write_text(drawing(panels, SCHEDULES, at), "utf-8")
    for game in GAMES:
        found = measure(game, SETTINGS, at, options.seeds)
        print(table(game.title, SETTINGS, at, found), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
