"""Reproduce Figure 2 of the NFSP-PLT paper: python -m scripts.nfsp_rewards, --help for options.

Winnings of the average against a uniform random player during training, for each of the three
methods, in big blinds per hand (Leduc: antes). In Leduc this is the exact EV, seats averaged; in
hold'em a duplicate match on the same deals at every evaluation. Figures are written to a CSV table
and to a chart next to it.
"""

from __future__ import annotations

import argparse
import csv
import sys
from pathlib import Path
from typing import NamedTuple

from ai.agents.baselines import RandomAgent
from ai.cfr.agent import is_small
from ai.cfr.best_response import agent_table, expected_value
from ai.networks.agent import NetworkAgent
from ai.networks.learners import NfspRecipe
from ai.networks.nfsp.parameters import METHODS, NfspParameters
from ai.networks.nfsp.solver import NfspSolver
from ai.networks.record import Networks
from ai.networks.table import network_table
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.match import play
from pokergui.paths import strategies_dir

FOLDER = Path("artefacts")
COLOURS = {"nfsp": "#0072b2", "nfsp-per": "#d55e00", "nfsp-plt": "#009e73"}
WIDTH, HEIGHT, LEFT, TOP, WIDE, DEEP = 640, 400, 64, 44, 540, 270


class Reward(NamedTuple):
    """One evaluation: big blinds per hand, with the half width of the 95% interval or 0."""

    method: str
    episodes: int
    reward: float
    ci95: float


def reward(game: Game, solver: NfspSolver, method: str, deals: int) -> Reward:
    """Return the average's current winnings from a random player."""
    networks, unit = Networks(solver.averages, solver.values), game.big_blind
    rival = RandomAgent(game)
    if is_small(game):
        own, other = network_table(solver.environment, networks), agent_table(game, rival)
        chips = (expected_value(own, other) - expected_value(other, own)) / 2
        return Reward(method, solver.iteration, chips / unit, 0.0)
    agent = NetworkAgent(method, solver.environment, networks)
    found = play(game, [agent, rival], deals, seed=1, duplicate=True).chips()
    return Reward(method, solver.iteration, found.mean / unit, found.half_width / unit)


def curve(game: Game, method: str, episodes: int, looks: int, deals: int) -> list[Reward]:
    """Return the evaluations of one run, in equal steps from its start."""
    recipe = NfspRecipe(game, NfspParameters(method=method), seed=1)
    solver = recipe.build(strategies_dir())
    found = [reward(game, solver, method, deals)]
    for look in range(1, looks + 1):
        solver.step(max(1, episodes * look // looks - solver.iteration))
        found.append(reward(game, solver, method, deals))
        print(f"{method}: {look} of {looks}", file=sys.stderr, flush=True)
    return found


def drawing(title: str, rows: list[Reward]) -> str:
    """The curves as SVG text."""
    most = max(row.episodes for row in rows)
    low = min(0.0, *(row.reward - row.ci95 for row in rows))
    high = max(row.reward + row.ci95 for row in rows)
    span = (high - low) or 1.0
    step = next(s for s in (0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 1e3) if span / s <= 10)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="13" fill="#222">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="{TOP - 16}" font-weight="bold">{title}</text>',
    ]

    def place(episodes: float, value: float) -> tuple[float, float]:
        return LEFT + episodes / most * WIDE, TOP + (high - value) / span * DEEP

    for line in range(int(low / step) - 1, int(high / step) + 1):
        if low <= line * step <= high:
            y = place(0, line * step)[1]
            parts.append(f'<path d="M{LEFT} {y:.1f}h{WIDE}" stroke="#ddd"/>')
            parts.append(
                f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{line * step:g}</text>'
            )
    for quarter in range(5):
        x = LEFT + quarter / 4 * WIDE
        parts.append(
            f'<text x="{x:.1f}" y="{TOP + DEEP + 18}" text-anchor="middle">'
            f"{most * quarter / 4e6:g}</text>"
        )
    parts.append(
        f'<text x="{LEFT + WIDE / 2}" y="{TOP + DEEP + 36}" text-anchor="middle">hands in millions;'
        " big blinds a hand won from random</text>"
    )
    for number, method in enumerate(METHODS):
        own, colour = [row for row in rows if row.method == method], COLOURS[method]
        upper = [place(row.episodes, row.reward + row.ci95) for row in own]
        lower = [place(row.episodes, row.reward - row.ci95) for row in reversed(own)]
        band = " ".join(f"{x:.1f},{y:.1f}" for x, y in upper + lower)
        path = " ".join("{:.1f},{:.1f}".format(*place(row.episodes, row.reward)) for row in own)
        parts.append(f'<polygon points="{band}" fill="{colour}" opacity="0.12"/>')
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = LEFT + number * 140, TOP + DEEP + 66
        parts.append(f'<path d="M{x} {y - 4}h26" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<text x="{x + 32}" y="{y}">{method}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Learn, measure, write."""
    parser = argparse.ArgumentParser(description="Rewards against a random player during training.")
    parser.add_argument("games", nargs="*", default=["leduc", "holdem-nolimit@100"])
    parser.add_argument("--episodes", type=int, default=2_000_000, help="hands of each run")
    parser.add_argument("--looks", type=int, default=20)
    parser.add_argument("--deals", type=int, default=5_000, help="of each match in hold'em")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    chosen = parser.parse_args()
    try:
        for game in map(get_game, chosen.games):
            rows = [
                row
                for method in METHODS
                for row in curve(game, method, chosen.episodes, chosen.looks, chosen.deals)
            ]
            chosen.folder.mkdir(parents=True, exist_ok=True)
            base = chosen.folder / f"nfsp-rewards-{game.name}"
            with base.with_suffix(".csv").open("w", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows([Reward._fields, *rows])
            base.with_suffix(".svg").write_text(drawing(game.title, rows))
            for method in METHODS:
                last = [row for row in rows if row.method == method][-1]
                print(f"{game.name} {method}: {last.reward:+.4f} ± {last.ci95:.4f} at the end")
    except PokerError as error:
        sys.exit(f"nfsp_rewards: {error}")


if __name__ == "__main__":
    main()
