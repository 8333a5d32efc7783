"""Winnings of `opponent-model` and `equity` in hold'em: python -m scripts.opponent_holdem, --help.

Print a table of docs/benchmarks.md. Both play the same duplicate deals against each rival; the deal
is the unit of all intervals, that of the difference too. The model is untrained at the start of
each match and learns to its end.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.opponent.agent import NAME
from ai.registry import build
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.match import play
from engine.running import Interval
from pokergui.paths import strategies_dir

GAMES = ("holdem-limit", "holdem-nolimit@20", "holdem-nolimit@100")
RIVALS = ("call", "random", "passive", "cfr")
DEALS = {"holdem-limit": 1_500, "holdem-nolimit@20": 1_500, "holdem-nolimit@100": 2_000}
REFERENCE = "equity"


def won(game: Game, engine: str, rival: str, deals: int, seed: int) -> NDArray[np.float64]:
    """Return an engine's winnings from a rival in each deal, in mbb per hand: (deals,) float64."""
    home = strategies_dir()
    agents = [build(name, game, home) for name in (engine, rival)]
    units = play(game, agents, deals, seed, duplicate=True).units()
    return np.asarray(units * (1000.0 / game.big_blind))


def print_table(games: Sequence[str], rivals: Sequence[str], deals: int | None, seed: int) -> None:
    """One row for each game and rival, printed when done."""
    _row("game", "rival", "deals", f"`{NAME}`", f"`{REFERENCE}`", "difference")
    _row(*["---"] * 6)
    for name in games:
        game, count = get_game(name), deals or DEALS.get(name, DEALS[GAMES[0]])
        for rival in rivals:
            own, other = (won(game, engine, rival, count, seed) for engine in (NAME, REFERENCE))
            cells = (_cell(each) for each in (own, other, own - other))
            _row(f"`{name}`", f"`{rival}`", f"{count:,}", *cells)


def _cell(units: NDArray[np.float64]) -> str:
    interval = Interval.of(units)
    return f"{interval.mean:,.0f} ± {interval.half_width:,.0f}"


def _row(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure opponent-model in hold'em.")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--rival", action="append", default=[], help="only this; may be repeated")
    parser.add_argument("--deals", type=int)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        print_table(chosen.games, chosen.rival or RIVALS, chosen.deals, chosen.seed)
    except PokerError as error:
        sys.exit(f"opponent_holdem: {error}")


if __name__ == "__main__":
    main()
