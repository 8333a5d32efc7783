"""Learning curves of `opponent-model`: python -m scripts.opponent_curves, --help for more.

Print the tables of docs/benchmarks.md. The model is frozen after some hands; then its exact EV
against the rival, seats averaged, is compared with that of the exact best response. Only the
training hands are random.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from ai.cfr.best_response import agent_table, evaluate, expected_value
from ai.opponent.agent import NAME, OpponentModelAgent
from ai.opponent.parameters import DEFAULT
from ai.opponent.prior import prior_of
from ai.registry import build
from engine.agent import Agent, PolicyTable
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.match import Match
from pokergui.paths import strategies_dir

RIVALS = ("call", "random", "raise", "bluffer", "passive")
HANDS = (500, 5_000, 50_000)
ASKED = {500: 0.60, 5_000: 0.85, 50_000: 0.95}
CHANGE = 2_000
"""Hands before the deceiver changes its strategy, and after."""
SAFETIES = (0.0, 0.25, 0.5, 0.75, 1.0)


class Lab:
    """One small game, with rivals and priors built once.

    Args:
        game: the game.
        home: folder in which equilibria are cached; None caches nothing.
    """

    def __init__(self, game: Game, home: Path | None) -> None:
        self.game = game
        self._home = home
        self._prior = prior_of(game, home)
        self._rivals: dict[str, tuple[Agent, PolicyTable, float]] = {}

    def learner(self, safety: float = 0.0) -> OpponentModelAgent:
        """An untrained model."""
        return OpponentModelAgent(NAME, self.game, self._prior, replace(DEFAULT, safety=safety))

    def rival(self, name: str) -> tuple[Agent, PolicyTable, float]:
        """Return a rival, its whole strategy, and the best response's chips per hand against it."""
        if name not in self._rivals:
            agent = build(name, self.game, self._home)
            table = agent_table(self.game, agent)
            self._rivals[name] = agent, table, sum(evaluate(table).best_response) / 2
        return self._rivals[name]

    def gain(self, table: PolicyTable, name: str) -> float:
        """A strategy's chips per hand against a rival, seats averaged; exact."""
        other = self.rival(name)[1]
        return (expected_value(table, other) - expected_value(other, table)) / 2

    def share(self, table: PolicyTable, name: str) -> float:
        """Return a strategy's winnings from a rival as a fraction of the best response's."""
        return self.gain(table, name) / self.rival(name)[2]


def course(
    lab: Lab, name: str, hands: Sequence[int], seed: int, learner: OpponentModelAgent | None = None
) -> list[PolicyTable]:
    """Return the model's strategies, frozen after each of some numbers of hands against a rival."""
    learner = lab.learner() if learner is None else learner
    match = Match(lab.game, [learner, lab.rival(name)[0]], seed)
    found = []
    for stop in hands:
        match.run(stop - match.hands, JobControl(), lambda chunk: None)
        found.append(learner.frozen())
    return found


def deceived(lab: Lab, seed: int, hands: int = CHANGE) -> tuple[float, float]:
    """Shares against `random` before it becomes `inverse`, and against `inverse` afterwards."""
    learner = lab.learner()
    (before,) = course(lab, "random", [hands], seed, learner)
    (after,) = course(lab, "inverse", [hands], seed + 1000, learner)
    return lab.share(before, "random"), lab.share(after, "inverse")


def _cell(shares: Iterable[float]) -> str:
    """Median of several seeds, with minimum and maximum."""
    values = sorted(shares)
    return f"{median(values):.1%} ({values[0]:.0%} to {values[-1]:.0%})"


def _row(*cells: object) -> None:
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def print_curves(lab: Lab, rivals: Sequence[str], hands: Sequence[int], seeds: int) -> None:
    """Shares of the best response's value, by rival and hands learned from."""
    _row("rival", "best response", "equilibrium", *(f"{count:,} hands" for count in hands))
    _row(*["---"] * (3 + len(hands)))
    safe = lab.learner(1.0).frozen()
    for name in rivals:
        runs = [course(lab, name, hands, seed) for seed in range(1, seeds + 1)]
        cells = (_cell(lab.share(run[place], name) for run in runs) for place in range(len(hands)))
        _row(f"`{name}`", f"{lab.rival(name)[2]:.4f}", f"{lab.share(safe, name):.0%}", *cells)
    asked = (f"{ASKED[count]:.0%}" if count in ASKED else "" for count in hands)
    _row("asked for", "", "", *asked)


def print_deceiver(lab: Lab, seeds: int) -> None:
    """Shares against a rival that changes."""
    pairs = [deceived(lab, seed) for seed in range(1, seeds + 1)]
    _row("rival", "share of its best response's value")
    _row("---", "---")
    _row(f"`random`, after hands 1 to {CHANGE:,}", _cell(pair[0] for pair in pairs))
    span = f"{CHANGE + 1:,} to {2 * CHANGE:,}"
    _row(f"`inverse`, after hands {span}", _cell(pair[1] for pair in pairs))


def print_safety(lab: Lab, rivals: Sequence[str], hands: int) -> None:
    """Gain from the rival and worst-case loss, by the weight of the equilibrium."""
    _row("rival", "what", *(f"s = {safety:g}" for safety in SAFETIES))
    _row(*["---"] * (2 + len(SAFETIES)))
    for name in rivals:
        learner = lab.learner()
        course(lab, name, [hands], 1, learner)
        gains, losses = [], []
        for safety in SAFETIES:
            other = lab.learner(safety)
            other.load_state(learner.save_state())
            table = other.frozen()
            gains.append(f"{lab.gain(table, name):.4f}")
            losses.append(f"{evaluate(table).exploitability:.4f}")
        _row(f"`{name}`", "gain", *gains)
        _row("", "worst case", *losses)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure how opponent-model learns.")
    parser.add_argument("parts", nargs="*", default=["curves", "deceiver", "safety"])
    parser.add_argument("--game", default="leduc", help="a two-player game as small as Leduc")
    parser.add_argument("--rival", action="append", default=[], help="only this; may be repeated")
    parser.add_argument("--hands", type=int, action="append", default=[], help="only after these")
    parser.add_argument("--seeds", type=int, default=5)
    chosen = parser.parse_args()
    rivals = chosen.rival or RIVALS
    try:
        lab = Lab(get_game(chosen.game), strategies_dir())
        for part in chosen.parts:
            seeds = 1 if part == "safety" else chosen.seeds
            print(f"\n{part}, {lab.game.title}, seeds 1 to {seeds}\n")
            if part == "curves":
                print_curves(lab, rivals, sorted(chosen.hands or HANDS), chosen.seeds)
            elif part == "deceiver":
                print_deceiver(lab, chosen.seeds)
            elif part == "safety":
                print_safety(lab, rivals, max(chosen.hands or [5_000]))
            else:
                sys.exit(f"opponent_curves: '{part}' is not one of curves, deceiver, safety")
    except PokerError as error:
        sys.exit(f"opponent_curves: {error}")


if __name__ == "__main__":
    main()
