"""Learning curves of methods in Leduc: python -m scripts.learning_curves, --help for its options.

Exploitability of the average over nodes touched and over seconds, for exact and sampled CFR
variants, NFSP with its three kinds of replay, Deep CFR, PPO and Smooth UCT. Every method runs alone
on one core, with its defaults. Results are stored in a file, and a second call does missing runs
only; then a chart is drawn and a table printed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.cfr.run import CfrRecipe, CfrRun
from ai.networks.deepcfr.parameters import DeepCfrParameters
from ai.networks.learners import DeepRecipe, DeepRun, NfspRecipe, NfspRun, PpoRecipe, PpoRun
from ai.networks.nfsp.parameters import NfspParameters
from ai.search.methods import get_method
from ai.search.search import Search
from ai.training.run import Bounds
from engine.game import get_game

FILE = Path("artefacts") / "learning-curves.jsonl"
IMAGE = Path(__file__).resolve().parents[1] / "docs" / "images" / "learning-curves.svg"
GAME = get_game("leduc")
LEAST = 1e-4
"""Chips per hand at which the curves are cut off."""

AnyRun = CfrRun | NfspRun | DeepRun | PpoRun
Rows = list[list[float]]
"""Nodes touched, seconds and exploitability of each evaluation."""


def trained(make: Callable[[int], AnyRun], seed: int, seconds: float) -> Rows:
    """Return the evaluations of a run of a given duration."""
    run = make(seed)
    run.run(Bounds(seconds=seconds))
    return [[point.nodes, point.seconds, point.exploitability] for point in run.curve]


def searched(name: str, seed: int, seconds: float) -> Rows:
    """Evaluations of a search; it touches a node when acting at a stored state."""
    search = Search(GAME, get_method(name), seed)
    search.run(0)
    search.exploitability()
    rows: Rows = []
    spent = 0.0
    while spent < seconds:
        begun = time.perf_counter()
        search.run(max(1_000, search.simulations // 4))
        spent += time.perf_counter() - begun
        rows.append([search.visits, spent, search.exploitability()])
    return rows


def small(algorithm: str, seed: int) -> CfrRun:
    """A run of the CFR family."""
    recipe = CfrRecipe(GAME, algorithm)
    return CfrRun(CfrRecipe(GAME, algorithm, seed=seed) if recipe.kind.sampled else recipe)


def nfsp(method: str, seed: int) -> NfspRun:
    """A run of NFSP."""
    return NfspRun(NfspRecipe(GAME, NfspParameters(method=method), seed=seed))


def deep(method: str, seed: int) -> DeepRun:
    """A run of Deep CFR."""
    return DeepRun(DeepRecipe(GAME, DeepCfrParameters(method=method), seed=seed))


def ppo(seed: int) -> PpoRun:
    """A run of PPO."""
    return PpoRun(PpoRecipe(GAME, seed=seed))


@dataclass(frozen=True)
class Method:
    """One method: display name, runs, relative duration, and colour."""

    name: str
    curve: Callable[[int, float], Rows]
    share: float
    colour: str
    dashes: str = ""


METHODS = (
    Method("CFR", partial(trained, partial(small, "cfr")), 0.1, "#999999"),
    Method("CFR+", partial(trained, partial(small, "cfr+")), 0.1, "#000000"),
    Method("DCFR", partial(trained, partial(small, "dcfr")), 0.1, "#000000", "6 4"),
    Method("external sampling", partial(trained, partial(small, "es-mccfr")), 0.5, "#0072b2"),
    Method("Smooth UCT", partial(searched, "smooth-uct"), 0.5, "#56b4e9"),
    Method("NFSP", partial(trained, partial(nfsp, "nfsp")), 1.0, "#d55e00"),
    Method("NFSP-PER", partial(trained, partial(nfsp, "nfsp-per")), 1.0, "#e69f00"),
    Method("NFSP-PLT", partial(trained, partial(nfsp, "nfsp-plt")), 1.0, "#cc79a7"),
    Method("Deep CFR", partial(trained, partial(deep, "deep-cfr")), 1.0, "#009e73"),
    Method("SD-CFR", partial(trained, partial(deep, "sd-cfr")), 1.0, "#009e73", "6 4"),
    Method("PPO", partial(trained, ppo), 1.0, "#7f3c8d"),
)


def curves(seeds: int, seconds: float, file: Path) -> dict[str, list[Rows]]:
    """Return the curves of every method and seed, from the file if stored."""
    kept: dict[tuple[str, int, float], Rows] = {}
    if file.exists():
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            kept[row["method"], row["seed"], row["seconds"]] = row["rows"]
    found: dict[str, list[Rows]] = {}
    for seed in range(1, seeds + 1):
        for method in METHODS:
            key = (method.name, seed, seconds * method.share)
            if key not in kept:
                kept[key] = method.curve(seed, key[2])
                file.parent.mkdir(parents=True, exist_ok=True)
                with file.open("a", encoding="utf-8") as lines:
                    row = dict(zip(("method", "seed", "seconds"), key, strict=True))
                    lines.write(json.dumps({**row, "rows": kept[key]}) + "\n")
                print(f"{method.name}, seed {seed}: done", file=sys.stderr, flush=True)
            found.setdefault(method.name, []).append(kept[key])
    return found


WIDTH, LEFT, TOP, PANEL, DEEP = 1040, 64, 44, 420, 380
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Axes:
    """Two logarithmic axes of a panel: exponents of ten at their ends, and its position."""

    x: tuple[float, float]
    y: tuple[float, float]
    left: float

    def points(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> str:
        """Points in SVG format."""
        across = self.left + (np.log10(x) - self.x[0]) / (self.x[1] - self.x[0]) * PANEL
        down = TOP + (self.y[1] - np.log10(y)) / (self.y[1] - self.y[0]) * DEEP
        return " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(across, down, strict=True))


def drawing(found: dict[str, list[Rows]]) -> str:
    """Exploitability over nodes and over seconds on log-log axes, as SVG text."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {TOP + DEEP + 124}"'
        ' font-family="sans-serif" font-size="13" fill="#222">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    every = np.array([row for runs in found.values() for rows in runs for row in rows])
    for column, words in enumerate(("nodes touched", "seconds of one core")):
        used = every[:, column][every[:, column] > 0.0]
        least = max(float(used.min()), 1e2 if column == 0 else 1e-2)
        axes = Axes(
            (np.floor(np.log10(least)), np.ceil(np.log10(used.max()))),
            (np.log10(LEAST), np.ceil(np.log10(every[:, 2].max()))),
            LEFT + column * (PANEL + 84),
        )
        parts += _panel(axes, words)
        for method in METHODS:
            for rows in found[method.name]:
                parts.append(_line(axes, method, np.array(rows), column))
    for index, method in enumerate(METHODS):
        x, y = LEFT + index % 6 * 160, TOP + DEEP + 72 + index // 6 * 22
        dashes = f' stroke-dasharray="{method.dashes}"' if method.dashes else ""
        parts.append(
            f'<path d="M{x} {y - 4}h26" stroke="{method.colour}" stroke-width="2.5"{dashes}/>'
        )
        parts.append(f'<text x="{x + 32}" y="{y}">{method.name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _line(axes: Axes, method: Method, rows: NDArray[np.float64], column: int) -> str:
    inside = (rows[:, column] >= 10.0 ** axes.x[0]) & (rows[:, 2] >= LEAST)
    dashes = f' stroke-dasharray="{method.dashes}"' if method.dashes else ""
    return (
        f'<polyline points="{axes.points(rows[inside, column], rows[inside, 2])}" fill="none"'
        f' stroke="{method.colour}" stroke-width="1.8"{dashes}/>'
    )


def _ten(power: int) -> str:
    """A power of ten as a chart label."""
    return f"10{str(power).translate(RAISED)}"


def _panel(axes: Axes, words: str) -> Iterable[str]:
    left = axes.left
    for power in range(round(axes.y[0]), round(axes.y[1]) + 1):
        y = TOP + (axes.y[1] - power) / (axes.y[1] - axes.y[0]) * DEEP
        yield f'<path d="M{left} {y:.1f}h{PANEL}" stroke="#ddd"/>'
        yield f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{_ten(power)}</text>'
    for power in range(round(axes.x[0]), round(axes.x[1]) + 1):
        x = left + (power - axes.x[0]) / (axes.x[1] - axes.x[0]) * PANEL
        yield f'<path d="M{x:.1f} {TOP}v{DEEP}" stroke="#ddd"/>'
        y = TOP + DEEP + 18
        yield f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{_ten(power)}</text>'
    yield (
        f'<text x="{left + PANEL / 2}" y="{TOP + DEEP + 40}" text-anchor="middle">{words};'
        " exploitability in chips a hand</text>"
    )
    yield (
        f'<rect x="{left}" y="{TOP}" width="{PANEL}" height="{DEEP}" fill="none" stroke="#888"/>'
    )


def table(found: dict[str, list[Rows]]) -> str:
    """Return when exploitability first reaches 0.1 and 0.05, and its final value, as Markdown."""
    lines = [
        "| method | 0.1 after | 0.05 after | at the end |",
        "|---|---|---|---|",
    ]
    for name, runs in found.items():
        cells = ["; ".join(_first(rows, aim) for rows in runs) for aim in (0.1, 0.05)]
        ends = "; ".join(f"{rows[-1][2]:.4f} ({rows[-1][1]:,.0f} s)" for rows in runs)
        lines.append(f"| {name} | {' | '.join(cells)} | {ends} |")
    return "\n".join(lines)


def _first(rows: Rows, aim: float) -> str:
    for nodes, seconds, value in rows:
        if value <= aim:
            return f"{seconds:,.2f} s, {nodes:.1e} nodes".replace("e+0", "e")
    return "not"


def main() -> None:
    """Do missing runs, draw the chart, print the table."""
    parser = argparse.ArgumentParser(description="Compare how methods learn Leduc.")
    parser.add_argument("--seconds", type=float, default=300.0, help="of the longest runs")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--file", type=Path, default=FILE, help="what is kept between calls")
    parser.add_argument("--image", type=Path, default=IMAGE)
    chosen = parser.parse_args()
    if not chosen.seconds > 0 or chosen.seeds < 1:
        parser.error("give some seconds and a seed")
    found = curves(chosen.seeds, chosen.seconds, chosen.file)
    chosen.image.write_text(drawing(found), "utf-8")
    print(table(found))


if __name__ == "__main__":
    main()
