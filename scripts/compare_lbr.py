"""Local best response against engines: python scripts/compare_lbr.py, --help for more.

Print a Markdown table for each game, of all engines with whole-range answers that take at most 50
ms, and of those named. The deals are the same for every engine; figures are mbb per hand with the
half width of the 95% interval.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from ai.lbr.response import local_best_response
from ai.registry import build, engines
from engine.agent import Agent
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.player import CALL, PublicState
from pokergui.paths import strategies_dir

GAMES = ("holdem-limit", "holdem-nolimit", "holdem-nolimit@100", "holdem-nolimit@20")
COLUMNS = (("fc", (1, 4)), ("fcpa", (1, 4)), ("fcpa", (3, 4)))
BOARD = (0, 17, 34, 51, 8)
MOST_MS = 50.0
LOOKS = 3


def answer_ms(game: Game, agent: Agent) -> float:
    """Milliseconds of the slowest first answer of a street, the minimum of several runs."""
    slowest, line = 0.0, PublicState(game, (), ())
    for street in range(game.num_rounds):
        while line.street < street:
            line = line.after(CALL)
        spot = PublicState(game, line.actions, BOARD[: game.board_sizes[street]])
        agent.strategy(spot)  # compiles
        least = float("inf")
        for _ in range(LOOKS):
            start = time.perf_counter()
            agent.strategy(spot)
            least = min(least, time.perf_counter() - start)
        slowest = max(slowest, 1000.0 * least)
    return slowest


def row(game: Game, name: str, agent: Agent, answer: float, deals: int, seed: int) -> list[str]:
    """Table cells of one engine."""
    cells, rates = [name, f"{answer:.1f}"], []
    for menu, rounds in COLUMNS:
        local_best_response(game, agent, 2, seed, menu, rounds)  # compiles
        found = local_best_response(game, agent, deals, seed, menu, rounds)
        unit = 1000.0 / game.big_blind
        cells.append(f"{found.mean * unit:,.0f} ± {found.ci95 * unit:,.0f}")
        rates.append(found.deals / found.seconds)
    return [*cells, f"{min(rates):.0f} to {max(rates):.0f}"]


def table(game: Game, named: Sequence[str], deals: int, seed: int) -> None:
    """Print the table of one game, row by row."""
    heads = [f"{menu} {first}-{last}" for menu, (first, last) in COLUMNS]
    print(f"\n{game.title}, {game.name}, {deals:,} deals from both positions\n")
    print(f"| engine | range answer, ms | {' | '.join(heads)} | deals/s |")
    print("|---|---|" + "---|" * (len(heads) + 1), flush=True)
    for name in named or [engine.name for engine in engines(game) if engine.has_ranges]:
        agent = build(name, game, strategies_dir())
        answer = answer_ms(game, agent)
        if named or answer <= MOST_MS:
            cells = row(game, name, agent, answer, deals, seed)
            print(f"| {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure engines by local best response.")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--engine", action="append", default=[], help="only this; may be repeated")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        for name in chosen.games:
            table(get_game(name), chosen.engine, chosen.deals, chosen.seed)
    except PokerError as error:
        sys.exit(f"compare_lbr: {error}")


if __name__ == "__main__":
    main()
