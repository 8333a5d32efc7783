"""Tables 3 to 5 of the NFSP-PLT paper: python -m scripts.source_tables, --help for more.

NFSP-PER, NFSP-PLT and plain NFSP against the paper's baselines: a random player, the search guided
by NFSP's networks (``nfsp-uct``), and Deep CFR. All learners of a seed have the same processor time
of one core, the average network of Deep CFR not counted. In Leduc winnings are exact, seats
averaged, in antes per hand; so is exploitability. ``--game holdem-nolimit@100`` repeats them by
matches (``source_matches.py``), and ``--game holdem-nolimit-3`` and ``-6`` repeat Table 5
(``source_several.py``). Results of a seed are stored in a file, and a second call does missing
seeds only.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from ai.agents.baselines import RandomAgent
from ai.cfr.best_response import agent_table, expected_value, exploitability
from ai.networks.agent import NetworkAgent
from ai.networks.learners import DeepRecipe, NfspRecipe
from ai.networks.nfsp.parameters import METHODS, NfspParameters
from ai.networks.table import network_table
from ai.search.belief import ranges_by
from ai.search.decision import DecisionAgent
from ai.search.engine import EFFORT
from ai.search.methods import get_method
from ai.search.search import network_guide
from engine.agent import PolicyTable
from engine.errors import GameError, PokerError
from engine.game import Game, get_game
from scripts.source_learners import (
    DEEP,
    LEDUC_SOURCE,
    RANDOM,
    RIVALS,
    SEARCH,
    SEVERAL_SOURCE,
    learned,
)
from scripts.source_matches import holdem_lines, holdem_row
from scripts.source_several import several_lines, several_row

FILE = Path("artefacts") / "source-tables.jsonl"
LEDUC = "leduc"


def tables(game: Game, seed: int, seconds: float) -> dict[str, PolicyTable]:
    """The strategies of all learners and rivals."""
    found = {RANDOM: agent_table(game, RandomAgent(game))}
    for method in METHODS:
        place, networks = learned(
            NfspRecipe(game, NfspParameters(method=method), seed=seed), seconds
        )
        found[method] = network_table(place, networks)
        if method == METHODS[0]:
            believed = ranges_by(NetworkAgent(method, place, networks))
            guide, way = network_guide(place, networks), get_method(SEARCH)
            searcher = DecisionAgent(SEARCH, game, way, EFFORT, believed, guide)
            found[SEARCH] = agent_table(game, searcher)
    found[DEEP] = network_table(*learned(DeepRecipe(game, seed=seed), seconds))
    return found


def row(game: Game, seed: int, seconds: float) -> dict[str, Any]:
    """Return a seed's figures: each learner's winnings from each rival, and exploitability."""
    found = tables(game, seed, seconds)
    won = {
        learner: {
            rival: (
                expected_value(found[learner], found[rival])
                - expected_value(found[rival], found[learner])
            )
            / 2
            for rival in RIVALS
        }
        for learner in (*METHODS, SEARCH, DEEP)
    }
    apart = {name: exploitability(table) for name, table in found.items()}
    return {"game": game.name, "seed": seed, "seconds": seconds, "won": won, "apart": apart}


class Way(NamedTuple):
    """How a table is made: the figures of a seed, and the lines of all seeds."""

    row: Callable[[Game, int, float], dict[str, Any]]
    lines: Callable[[list[dict[str, Any]]], list[str]]


def way_of(game: Game) -> Way:
    """Return how the table of a game is made.

    Raises:
        GameError: if the paper does not have it.
    """
    if game.name == LEDUC:
        return Way(row, lines)
    if game.is_heads_up_holdem:
        return Way(holdem_row, holdem_lines)
    if game.name in SEVERAL_SOURCE:
        return Way(several_row, several_lines)
    names = ", ".join(SEVERAL_SOURCE)
    raise GameError(f"the paper has Leduc, heads-up hold'em, {names}, not {game.title}")


def rows(game: Game, seeds: int, seconds: float, file: Path) -> list[dict[str, Any]]:
    """Return every seed's figures, from the file if stored."""
    kept: dict[tuple[str, int, float], dict[str, Any]] = {}
    if file.exists():
        for line in file.read_text().splitlines():
            one = json.loads(line)
            kept[one["game"], one["seed"], one["seconds"]] = one
    for seed in range(1, seeds + 1):
        key = game.name, seed, seconds
        if key not in kept:
            kept[key] = way_of(game).row(game, seed, seconds)
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("a") as lines:
                lines.write(json.dumps(kept[key]) + "\n")
            print(f"seed {seed}: done", file=sys.stderr, flush=True)
    return [kept[game.name, seed, seconds] for seed in range(1, seeds + 1)]


def _cell(values: list[float]) -> str:
    return f"{median(values):+.3f} ({min(values):+.3f} to {max(values):+.3f})"


def lines(rows: list[dict[str, Any]]) -> list[str]:
    """Table of all seeds in Leduc, antes per hand."""
    heads = [f"v. {rival}" for rival in RIVALS]
    titles = ["learner", *heads, "exploitability", "the paper: " + ", ".join(heads)]
    found = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    for learner in rows[0]["won"]:
        cells = [_cell([one["won"][learner][rival] for one in rows]) for rival in RIVALS]
        apart = _cell([one["apart"][learner] for one in rows]).replace("+", "")
        stated = "; ".join(LEDUC_SOURCE.get(learner, ()))
        found.append(f"| {' | '.join([f'`{learner}`', *cells, apart, stated])} |")
    return found


def main() -> None:
    """Run, and print one table."""
    parser = argparse.ArgumentParser(description="Tables 3 to 5 of NFSP-PLT.")
    parser.add_argument(
        "--game", default=LEDUC, help="leduc, heads-up hold'em of any depth, holdem-nolimit-3 or -6"
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time of a learner")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--file", type=Path, default=FILE, help="what is kept between calls")
    chosen = parser.parse_args()
    if chosen.seconds <= 0 or chosen.seeds < 1:
        sys.exit("source_tables: give some seconds and a seed")
    try:
        game = get_game(chosen.game)
        way = way_of(game)
        found = rows(game, chosen.seeds, chosen.seconds, chosen.file)
    except PokerError as error:
        sys.exit(f"source_tables: {error}")
    for line in way.lines(found):
        print(line)


if __name__ == "__main__":
    main()
